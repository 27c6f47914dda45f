package loaders

import (
	"bytes"
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

// readAll reads what is left of a file, size bytes or so and limit at most, into
// a string without copying the whole: beside a large capture there is no room
// for a second one. Devices and pipes do not tell their size and may never end.
func readAll(f io.Reader, size, limit int64) (string, error) {
	const chunk, trusted = 256 << 10, 1 << 30
	if size > limit {
		return "", tooLarge(limit)
	}
	if size <= 0 {
		return readUnsized(f, limit)
	}
	var b strings.Builder
	b.Grow(int(min(size, trusted)))
	buf := make([]byte, min(size+1, chunk))
	for {
		n, err := f.Read(buf)
		if int64(b.Len())+int64(n) > limit {
			return "", tooLarge(limit)
		}
		b.Write(buf[:n])
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// readUnsized reads up to limit bytes in pieces, each twice the one before, and
// joins them at the end: a text that grows in one place is copied again and
// again, and touches four times the memory before a source without end is
// refused.
func readUnsized(f io.Reader, limit int64) (string, error) {
	const first, largest = 64 << 10, 16 << 20
	var pieces [][]byte
	total := int64(0)
	for size := first; ; size = min(2*size, largest) {
		piece := make([]byte, size)
		n, err := io.ReadFull(f, piece)
		pieces, total = append(pieces, piece[:n]), total+int64(n)
		if total > limit {
			return "", tooLarge(limit)
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			break
		}
		if err != nil {
			return "", err
		}
	}
	var b strings.Builder
	b.Grow(int(total))
	for _, piece := range pieces {
		b.Write(piece)
	}
	return b.String(), nil
}

// ReadAll reads all of r, which may be a device or a pipe without end: beyond
// DefaultMaxInflated bytes it is an error.
func ReadAll(r io.Reader) (string, error) {
	text, err := readAll(r, 0, DefaultMaxInflated)
	if errors.As(err, new(tooLarge)) {
		return "", fmt.Errorf("%w, the most that is read", err)
	}
	return text, err
}

// tooLarge is the error of a file that has more than so many bytes.
type tooLarge int64

func (limit tooLarge) Error() string { return fmt.Sprintf("it has more than %d bytes", int64(limit)) }

// allowMore adds how to read what is too large all the same.
func allowMore(err error) error {
	if errors.As(err, new(tooLarge)) {
		return fmt.Errorf("%w; raise the bound with --max-inflated", err)
	}
	return describe(err)
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

// gunzip inflates data twice: once to learn the size and what it will be in
// memory, which costs little beside reading the text, so that a small file that
// becomes a large one is refused before it has taken the memory.
func gunzip(data string, limit int64) (string, error) {
	z, err := gzip.NewReader(strings.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("%w; the file is cut short or damaged", err)
	}
	var w weigher
	size, err := io.Copy(&w, io.LimitReader(z, limit+1))
	if err != nil {
		return "", fmt.Errorf("byte %d: %w; the file is cut short or damaged", size, err)
	}
	if size > limit {
		return "", fmt.Errorf("inflates to more than %d bytes; raise the bound with --max-inflated", limit)
	}
	if err := w.within(limit); err != nil {
		return "", err
	}
	if err := z.Reset(strings.NewReader(data)); err != nil {
		return "", err
	}
	return readAll(z, size, limit)
}

// A weigher estimates what a text will be in memory, from above: its bytes, and
// what an element needs that has nothing but its place in the tree.
type weigher struct {
	bytes, items int64
	first        byte // what the text starts with
}

const (
	elementWeight = 900     // bytes; a list of {} in JSON and <a/> in XML were measured
	memoryBound   = 2 << 30 // what a compressed file may become
)

func (w *weigher) Write(p []byte) (int, error) {
	if start := bytes.TrimLeft(p, " \t\r\n\xEF\xBB\xBF"); w.first == 0 && len(start) > 0 {
		w.first = start[0]
	}
	count := func(s string) int64 { return int64(bytes.Count(p, []byte(s))) }
	switch w.first {
	case '{', '[':
		// Elements are items of lists; objects behind a name are frames and the
		// like. A text within the JSON has lines that start with a dash.
		w.items += max(0, count("{")-count(":{")-count(": {")) + min(count(`\n`), count("- "))
	case '<':
		w.items += count("<") - count("</")
	case '\x1F': // compressed again
	default:
		w.items += count("\n")
	}
	w.bytes += int64(len(p))
	return len(p), nil
}

// within reports an error for what needs more than the bound, or than twice the
// bytes that were allowed.
func (w *weigher) within(limit int64) error {
	need := w.bytes + elementWeight*w.items
	if need <= max(memoryBound, 2*limit) {
		return nil
	}
	return fmt.Errorf("inflates to %d bytes with up to %d elements, which need some %.1f GiB of memory; if there is as much, allow it with --max-inflated %d",
		w.bytes, w.items, float64(need)/(1<<30), need/2+1)
}

// maxWrapped bounds how many wrappers lie around a capture.
const maxWrapped = 8
