package loaders

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"obscope/internal/text/words"
	"obscope/model"
)

// readAll reads what is left of a file, size bytes or so, into a string without
// copying the whole: beside a large capture there is no room for a second one.
func readAll(f io.Reader, size int64) (string, error) {
	const chunk, trusted = 256 << 10, 1 << 30
	var b strings.Builder
	b.Grow(int(min(max(size, 0), trusted)))
	if size <= 0 {
		size = chunk // a pipe does not tell
	}
	buf := make([]byte, min(size+1, chunk))
	for {
		n, err := f.Read(buf)
		b.Write(buf[:n])
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// sizeOf is the size of a file as far as its file system tells.
func sizeOf(f fs.File) int64 {
	if info, err := f.Stat(); err == nil {
		return info.Size()
	}
	return 0
}

// decode inflates and decodes bytes to a UTF-8 text. What is not valid becomes
// U+FFFD and is counted in a warning.
func decode(data string, o Options) (string, model.Warnings, error) {
	data, err := inflate(data, o)
	if err != nil {
		return "", nil, err
	}
	switch {
	case strings.HasPrefix(data, zipMagic):
		return data, nil, nil // its loader decodes what is in it
	case strings.HasPrefix(data, "\xEF\xBB\xBF"):
		data = data[3:]
	case strings.HasPrefix(data, "\xFF\xFE"):
		return utf16Text(data[2:], false)
	case strings.HasPrefix(data, "\xFE\xFF"):
		return utf16Text(data[2:], true)
	}
	if wide, bigEndian := utf16Unmarked(data); wide {
		return utf16Text(data, bigEndian)
	}
	if utf8.ValidString(data) {
		return data, nil, nil
	}
	text, bad := repair(data)
	var warnings model.Warnings
	warnings.Add(model.Noted, words.Count(bad, "byte is not UTF-8 and was read as U+FFFD", "bytes are not UTF-8 and were read as U+FFFD"))
	return text, warnings, nil
}

// utf16Unmarked reports UTF-16 without a mark, as what PowerShell appends to a
// file has none: of most characters one byte is zero, and always the same one.
func utf16Unmarked(data string) (wide, bigEndian bool) {
	start := data[:min(len(data), 512)&^1]
	var zeros [2]int
	for i := range len(start) {
		if start[i] == 0 {
			zeros[i&1]++
		}
	}
	pairs := len(start) / 2
	most, least := max(zeros[0], zeros[1]), min(zeros[0], zeros[1])
	return pairs >= 2 && 2*most > pairs && 16*least <= pairs, zeros[0] > zeros[1]
}

func repair(data string) (string, int) {
	var b strings.Builder
	b.Grow(len(data))
	bad := 0
	for len(data) > 0 {
		c, n := utf8.DecodeRuneInString(data)
		if c == utf8.RuneError && n == 1 {
			bad++
			b.WriteString("\uFFFD")
		} else {
			b.WriteString(data[:n])
		}
		data = data[n:]
	}
	return b.String(), bad
}

func utf16Text(data string, bigEndian bool) (string, model.Warnings, error) {
	units := make([]uint16, len(data)/2)
	for i := range units {
		lo, hi := data[2*i], data[2*i+1]
		if bigEndian {
			lo, hi = hi, lo
		}
		units[i] = uint16(hi)<<8 | uint16(lo)
	}
	var warnings model.Warnings
	if len(data)%2 == 1 {
		warnings.Add(model.Noted, "the UTF-16 text ends in half a character, which was left out")
	}
	return string(utf16.Decode(units)), warnings, nil
}

// inflate undoes gzip, within the bound.
func inflate(data string, o Options) (string, error) {
	for range maxWrapped {
		if !strings.HasPrefix(data, "\x1F\x8B") {
			return data, nil
		}
		out, err := gunzip(data, o.maxInflated())
		if err != nil {
			return "", fmt.Errorf("gzip: %w", err)
		}
		data = out
	}
	return "", errors.New("gzip within gzip, too many times")
}

// gunzip inflates data twice: once to learn the size, which costs little beside
// reading the text, so that a small file that inflates beyond the limit is
// refused before it has taken the memory.
func gunzip(data string, limit int64) (string, error) {
	z, err := gzip.NewReader(strings.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("%w; the file is cut short or damaged", err)
	}
	size, err := io.Copy(io.Discard, io.LimitReader(z, limit+1))
	if err != nil {
		return "", fmt.Errorf("byte %d: %w; the file is cut short or damaged", size, err)
	}
	if size > limit {
		return "", fmt.Errorf("inflates to more than %d bytes; raise the bound with --max-inflated", limit)
	}
	if err := z.Reset(strings.NewReader(data)); err != nil {
		return "", err
	}
	return readAll(z, size)
}

// maxWrapped bounds how many wrappers lie around a capture.
const maxWrapped = 8
