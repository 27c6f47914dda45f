package loaders

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"obscope/model"
)

// decode inflates and decodes bytes to a UTF-8 text. What is not valid becomes
// U+FFFD and is counted in a warning.
func decode(data []byte, o Options) (string, model.Warnings, error) {
	data, err := inflate(data, o)
	if err != nil {
		return "", nil, err
	}
	switch {
	case bytes.HasPrefix(data, []byte(zipMagic)):
		return string(data), nil, nil // its loader decodes what is in it
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return utf16Text(data[2:], false)
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return utf16Text(data[2:], true)
	case len(data) >= 4 && data[0] != 0 && data[1] == 0 && data[3] == 0:
		// What PowerShell's > writes has a mark; what it appends to has none.
		return utf16Text(data, false)
	}
	if utf8.Valid(data) {
		return string(data), nil, nil
	}
	text, bad := repair(data)
	var warnings model.Warnings
	warnings.Add(model.Noted, fmt.Sprintf("%d bytes are not UTF-8 and were read as U+FFFD", bad))
	return text, warnings, nil
}

func repair(data []byte) (string, int) {
	var b strings.Builder
	b.Grow(len(data))
	bad := 0
	for len(data) > 0 {
		c, n := utf8.DecodeRune(data)
		if c == utf8.RuneError && n == 1 {
			bad++
			b.WriteString("\uFFFD")
		} else {
			b.Write(data[:n])
		}
		data = data[n:]
	}
	return b.String(), bad
}

func utf16Text(data []byte, bigEndian bool) (string, model.Warnings, error) {
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
func inflate(data []byte, o Options) ([]byte, error) {
	for range maxWrapped {
		if !bytes.HasPrefix(data, []byte{0x1F, 0x8B}) {
			return data, nil
		}
		out, err := gunzip(data, o.maxInflated())
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		data = out
	}
	return nil, errors.New("gzip within gzip, too many times")
}

// gunzip inflates data twice: once to learn the size, which costs little beside
// reading the text, so that a small file that inflates beyond the limit is
// refused before it has taken the memory.
func gunzip(data []byte, limit int64) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%w; the file is cut short or damaged", err)
	}
	size, err := io.Copy(io.Discard, io.LimitReader(z, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%d bytes in: %w; the file is cut short or damaged", size, err)
	}
	if size > limit {
		return nil, fmt.Errorf("inflates to more than %d bytes; raise the bound with --max-inflated", limit)
	}
	if err := z.Reset(bytes.NewReader(data)); err != nil {
		return nil, err
	}
	out := make([]byte, size)
	_, err = io.ReadFull(z, out)
	return out, err
}

// maxWrapped bounds how many wrappers lie around a capture.
const maxWrapped = 8
