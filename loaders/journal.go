package loaders

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"
	"unicode/utf8"

	"obscope/internal/text/jsontext"
	"obscope/internal/text/jsvalue"
	"obscope/model"
)

// OpenLog names a recorded run: a Maka journal, which is read as a stream, or
// any recording whose log names the elements that were operated. Nothing but
// the file's size is looked at before its calls are asked for; then the file
// is recognised by what it holds. Errors do not repeat the name of the file.
func OpenLog(fsys fs.FS, name string, o Options) (*model.Log, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, describe(err)
	}
	if info.IsDir() {
		return nil, errors.New("it is a directory: name the files in it")
	}
	log := &model.Log{Name: name, Size: info.Size()}
	log.Calls = func() iter.Seq2[*model.Call, error] {
		return func(yield func(*model.Call, error) bool) {
			f, err := fsys.Open(name)
			if err != nil {
				yield(nil, describe(err))
				return
			}
			defer f.Close()
			r, err := inflated(f)
			if err != nil {
				yield(nil, err)
				return
			}
			start, err := r.Peek(peekSize)
			if err != nil && err != io.EOF {
				yield(nil, describe(err))
				return
			}
			if o.Format == "" && looksLikeJournal(start) {
				readJournal(r)(yield)
				return
			}
			rec, err := Load(fsys, name, o)
			if err != nil {
				yield(nil, err)
				return
			}
			RecordedCalls(rec)(yield)
		}
	}
	return log, nil
}

// RecordedCalls presents a recording as a log: each capture is an observation,
// whose Uses tell what was operated after it.
func RecordedCalls(rec *model.Recording) iter.Seq2[*model.Call, error] {
	return func(yield func(*model.Call, error) bool) {
		for _, c := range rec.Captures {
			if c.Call != nil && !c.HasTree() {
				continue // a step of a session that shows nothing
			}
			if !yield(&model.Call{Action: "observe", Observe: true, Capture: c, Text: c.Text}, nil) {
				return
			}
		}
	}
}

// inflated reads a file through gzip where it is compressed.
func inflated(f io.Reader) (*bufio.Reader, error) {
	r := bufio.NewReaderSize(f, peekSize)
	if magic, _ := r.Peek(2); !bytes.Equal(magic, []byte{0x1F, 0x8B}) {
		return r, nil
	}
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	return bufio.NewReaderSize(z, peekSize), nil
}

// looksLikeJournal reports whether one of the first lines is a call of a
// journal. A file without any text is an empty journal: a run that was cut
// before its first call.
func looksLikeJournal(start []byte) bool {
	if len(bytes.TrimSpace(start)) == 0 {
		return true
	}
	for len(start) > 0 {
		line := start
		if at := bytes.IndexByte(start, '\n'); at >= 0 {
			line, start = start[:at], start[at+1:]
		} else {
			start = nil
		}
		if line = bytes.TrimSpace(line); !bytes.HasPrefix(line, []byte("{")) {
			continue
		}
		for _, key := range firstKeys(string(line)) {
			switch key {
			case "kind", "rawArgs", "modelFacingArgs", "resultModelText":
				return true
			}
		}
	}
	return false
}

// maxJournalLine bounds the bytes of a line; a longer one counts as broken.
const maxJournalLine = 256 << 20

func readJournal(r *bufio.Reader) iter.Seq2[*model.Call, error] {
	return func(yield func(*model.Call, error) bool) {
		for n := 1; ; n++ {
			line, tooLong, err := readLine(r)
			if err != nil && err != io.EOF {
				yield(nil, fmt.Errorf("line %d: %w", n, describe(err)))
				return
			}
			call, broken := journalCall(line, tooLong, n)
			if (broken != nil || call != nil) && !yield(call, broken) {
				return
			}
			if err == io.EOF {
				return
			}
		}
	}
}

// readLine reads a line of any length without its newline. Of a line that is
// too long nothing is kept.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		if len(line) > maxJournalLine {
			line, tooLong = nil, true
		}
		if err != bufio.ErrBufferFull {
			return line, tooLong, err
		}
	}
}

// journalCall reads one line; both results are nil for a line that is no call.
func journalCall(line []byte, tooLong bool, n int) (*model.Call, error) {
	if tooLong {
		return nil, fmt.Errorf("line %d: %w: longer than %d bytes", n, model.ErrBrokenLine, maxJournalLine)
	}
	if n == 1 {
		line = bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF"))
	}
	text := string(line)
	if !utf8.Valid(line) {
		text, _ = repair(text)
	}
	if jsvalue.Trim(text) == "" {
		return nil, nil
	}
	v, err := jsontext.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w: %w", n, model.ErrBrokenLine, err)
	}
	if textOf(v.Member("kind")) != "call" {
		return nil, nil
	}
	call := &model.Call{Line: n, Args: journalArgs(v), Text: textOf(v.Member("resultModelText")), Result: textOf(v.Member("resultText"))}
	call.Action = textOf(call.Args.Member("action"))
	call.Observe = call.Action == "observe"
	if e := v.Member("error"); jsvalue.Truthy(e) {
		call.Refused, call.Error = true, jsvalue.String(e)
	}
	if call.Observe && strings.HasPrefix(call.Text, makaHeaderStart) {
		m := ParseMakaText(call.Text, MakaTextTrees)
		call.Capture, call.Lines, call.Unparsed, call.FromText = m.Capture, m.Lines, m.Unparsed, true
	}
	return call, nil
}

// journalArgs are the arguments as the agent sent them.
func journalArgs(v jsontext.Value) jsontext.Value {
	for _, name := range [...]string{"rawArgs", "modelFacingArgs"} {
		if args := v.Member(name); args.Kind != jsontext.Missing && args.Kind != jsontext.Null {
			return args
		}
	}
	return jsontext.Value{}
}
