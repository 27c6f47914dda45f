package screentest

import (
	"os"
	"path/filepath"
	"sync"

	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/gomonobolditalic"
	"golang.org/x/image/font/gofont/gomonoitalic"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
)

// goMono holds the styles of Go Mono: regular, bold, italic, both.
var goMono = sync.OnceValue(func() [4]*sfnt.Font {
	var fonts [4]*sfnt.Font
	for i, data := range [][]byte{gomono.TTF, gomonobold.TTF, gomonoitalic.TTF, gomonobolditalic.TTF} {
		fonts[i], _ = opentype.Parse(data) // compiled in; a test parses all four
	}
	return fonts
})

// fallbackFiles are fonts that systems have, looked at in this order for what
// Go Mono lacks: symbols first, then Chinese, Japanese and Korean, then emoji
// as outlines.
var fallbackFiles = []string{
	"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
	"/usr/share/fonts/TTF/DejaVuSansMono.ttf",
	"/System/Library/Fonts/Menlo.ttc",
	"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
	"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
	"/System/Library/Fonts/Hiragino Sans GB.ttc",
	"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
	"/usr/share/fonts/truetype/wqy/*.ttc",
	"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
	"/usr/share/fonts/truetype/noto/NotoSans*-Regular.ttf",
	"/usr/share/fonts/truetype/noto/NotoEmoji-Regular.ttf",
	"/usr/share/fonts/truetype/ancient-scripts/Symbola*.ttf",
	"/System/Library/Fonts/Apple Symbols.ttf",
}

// fallbackFonts opens those files, and before them the ones that the
// environment variable SCREENTEST_FONTS lists the way PATH lists directories.
var fallbackFonts = sync.OnceValue(func() []*sfnt.Font {
	var fonts []*sfnt.Font
	for _, pattern := range append(filepath.SplitList(os.Getenv("SCREENTEST_FONTS")), fallbackFiles...) {
		files, _ := filepath.Glob(pattern) // a malformed pattern matches nothing
		for _, file := range files {
			if f := openFont(file); f != nil {
				fonts = append(fonts, f)
			}
		}
	}
	return fonts
})

// openFont returns the first font of a file, or nil if it has none that can be
// drawn. The file stays open: glyphs are read when they are drawn.
func openFont(name string) *sfnt.Font {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	fonts, err := opentype.ParseCollectionReaderAt(file)
	if err != nil {
		_ = file.Close()
		return nil
	}
	f, err := fonts.Font(0)
	if err != nil {
		_ = file.Close()
		return nil
	}
	return f
}

// fontFor returns a font that has the character, or nil.
func fontFor(r rune, bold, italic bool) *sfnt.Font {
	style := 0
	if bold {
		style = 1
	}
	if italic {
		style += 2
	}
	if f := goMono()[style]; has(f, r) {
		return f
	}
	for _, f := range fallbackFonts() {
		if has(f, r) {
			return f
		}
	}
	return nil
}

func has(f *sfnt.Font, r rune) bool {
	var buf sfnt.Buffer
	i, err := f.GlyphIndex(&buf, r)
	return err == nil && i != 0
}
