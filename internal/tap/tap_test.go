package tap

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the test binary be the programs that the tests start.
func TestMain(m *testing.M) {
	switch os.Getenv("TAP_TEST_ROLE") {
	case "tap": // tap FILE CMD…, as the command is
		file, err := Create(os.Args[1], os.Args[2])
		if err != nil {
			panic(err)
		}
		os.Setenv("TAP_TEST_ROLE", os.Args[2])
		r := NewRecorder(file, false)
		code, err := Run([]string{os.Args[0]}, r, os.Stdin, os.Stdout, os.Stderr)
		r.Close()
		if err != nil {
			panic(err)
		}
		os.Exit(code)
	case "echo": // sends everything back in chunks of odd sizes
		rng, buf := rand.New(rand.NewPCG(1, 2)), make([]byte, 100_000)
		for {
			n, err := os.Stdin.Read(buf[:1+rng.IntN(len(buf))])
			for b := buf[:n]; len(b) > 0; {
				k := 1 + rng.IntN(len(b))
				os.Stdout.Write(b[:k])
				b = b[k:]
			}
			if err != nil {
				fmt.Fprint(os.Stderr, "bye\x1b[31m")
				os.Exit(3)
			}
		}
	case "server": // answers each line with as many bytes as it asks for
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			size, _ := strconv.Atoi(in.Text())
			os.Stdout.Write(answer(size))
		}
		os.Exit(0)
	case "signals": // says which signal it got
		waitForSignal()
	case "dies": // in the middle of a line
		os.Stdout.WriteString("{\"half\":")
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	os.Exit(m.Run())
}

// tapped starts the test binary as a tap of a role.
func tapped(t testing.TB, role string) (cmd *exec.Cmd, record string) {
	t.Helper()
	record = filepath.Join(t.TempDir(), "run.jsonl")
	cmd = exec.Command(os.Args[0], record, role)
	cmd.Env = append(os.Environ(), "TAP_TEST_ROLE=tap")
	return cmd, record
}

// A line is what a test reads of a record.
type line struct {
	Time    time.Time
	Dir     string
	Msg     json.RawMessage
	Raw     string
	Base64  []byte
	Dropped int64 `json:"dropped_bytes"`
}

func readRecord(t testing.TB, data []byte) []line {
	t.Helper()
	var list []line
	for _, text := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		list = append(list, l)
	}
	return list
}

// traffic is lines as MCP has them and as it has not, the last without an end.
func traffic() []byte {
	rng := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	for i := range 200 {
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "{\"jsonrpc\":\"2.0\",  \"id\":%d,\"result\":\"%s\"}\n", i, strings.Repeat("é", rng.IntN(5000)))
		case 1:
			b.WriteString("not JSON at all\r\n")
		case 2:
			b.WriteString("\n")
		case 3:
			b.Write([]byte{0xff, 0xfe, 0, '\n'})
		default:
			fmt.Fprintf(&b, "{\"n\":1e999,\"html\":\"<b>&\",\"half\":\"\\ud83d\",\"id\":%d}\n", i)
		}
	}
	b.WriteString(`{"no":"end"}`)
	return b.Bytes()
}

func TestRunPassesEveryByte(t *testing.T) {
	cmd, record := tapped(t, "echo")
	sent := traffic()
	cmd.Stdin = bytes.NewReader(sent)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit code %d (%v), the server's is 3", code, err)
	}
	if !bytes.Equal(out.Bytes(), sent) {
		t.Errorf("%d bytes came back of %d that were sent, or other ones", out.Len(), len(sent))
	}
	if errs.String() != "bye\x1b[31m" {
		t.Errorf("standard error is %q, not what the server wrote", errs.String())
	}
	info, err := os.Stat(record)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the record has mode %v, want 0600 (%v)", info.Mode(), err)
	}
	data, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	want := messagesOf(sent)
	for _, dir := range []string{Client, Server} {
		var got []string
		for _, l := range readRecord(t, data) {
			if l.Dir == dir {
				got = append(got, string(l.Msg)+l.Raw+string(l.Base64))
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %d messages are recorded, not the %d that passed", dir, len(got), len(want))
		}
	}
}

// messagesOf is the lines of a text that are not blank, without blanks around.
func messagesOf(text []byte) (list []string) {
	for _, l := range strings.Split(string(text), "\n") {
		if l = strings.TrimSpace(l); l != "" {
			list = append(list, l)
		}
	}
	return list
}

func TestRunEndsAsTheServerDoes(t *testing.T) {
	cmd, record := tapped(t, "dies")
	stdin, err := cmd.StdinPipe() // stays open: the agent still lives
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	out, _ := cmd.Output()
	if code := cmd.ProcessState.ExitCode(); code != 128+9 {
		t.Errorf("exit code %d of a server that was killed, want 137", code)
	}
	if string(out) != `{"half":` {
		t.Errorf("%q was passed on", out)
	}
	data, _ := os.ReadFile(record)
	if list := readRecord(t, data); list[len(list)-1].Raw != `{"half":` {
		t.Errorf("the half message is not in the record: %s", data)
	}
}

func TestRunOfWhatCannotBeStarted(t *testing.T) {
	var b bytes.Buffer
	r := NewRecorder(&b, false)
	defer r.Close()
	if _, err := Run([]string{filepath.Join(t.TempDir(), "none")}, r, os.Stdin, os.Stdout, os.Stderr); !errors.Is(err, ErrStart) {
		t.Errorf("got %v, want ErrStart", err)
	}
}

// TestTheRecordOutlivesTheAgent closes the agent's end of the output first.
func TestTheRecordOutlivesTheAgent(t *testing.T) {
	cmd, record := tapped(t, "echo")
	in, _ := cmd.StdinPipe()
	out, _ := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(in, `{"id":1}`)
	io.ReadFull(out, make([]byte, 9))
	out.Close()
	fmt.Fprintln(in, `{"id":2}`)
	fmt.Fprintln(in, `{"id":3}`)
	in.Close()
	cmd.Wait()
	data, _ := os.ReadFile(record)
	if !strings.Contains(string(data), `"dir":"client","msg":{"id":2}`) {
		t.Errorf("what came after the agent closed its end is not recorded: %s", data)
	}
}

// A slowDisk takes nothing until it is let go.
type slowDisk struct {
	let  chan struct{}
	mu   sync.Mutex
	data bytes.Buffer
	fail int // so many writes fail, in part
}

func (d *slowDisk) Write(p []byte) (int, error) {
	<-d.let
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail > 0 {
		d.fail--
		n, _ := d.data.Write(p[:len(p)/2])
		return n, syscall.ENOSPC
	}
	return d.data.Write(p)
}

func (d *slowDisk) bytes() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return bytes.Clone(d.data.Bytes())
}

// TestAStalledDiskHoldsNothingUp writes far more than may wait, and finds what
// is missing counted where it is missing.
func TestAStalledDiskHoldsNothingUp(t *testing.T) {
	disk := &slowDisk{let: make(chan struct{})}
	r := NewRecorder(disk, false)
	s := r.Stream(Server, lines)
	message := []byte(`{"x":"` + strings.Repeat("y", 1<<20) + `"}` + "\n")
	const sent = 200
	for range sent {
		s.Write(message[:100])
		s.Write(message[100:])
	}
	close(disk.let)
	for r.queued.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	s.Write([]byte("{\"last\":true}\n{\"last\":2}\n"))
	r.Close()
	var whole, missing int64
	list := readRecord(t, disk.bytes())
	for _, l := range list {
		missing += l.Dropped
		if len(l.Msg) > 1<<20 {
			whole++
		}
	}
	if whole == 0 || whole == sent {
		t.Fatalf("%d of %d messages are recorded: the test stalls nothing", whole, sent)
	}
	if string(list[len(list)-1].Msg) != `{"last":2}` {
		t.Errorf("what came after the stall is not recorded: %s", list[len(list)-1].Msg)
	}
	if want := (sent - whole) * int64(len(message)-1); missing < want || missing > want+sent+100 {
		t.Errorf("%d bytes are said to be missing, about %d are", missing, want)
	}
}

func TestAFullDiskIsMarked(t *testing.T) {
	disk := &slowDisk{let: make(chan struct{}), fail: 2}
	close(disk.let)
	r := NewRecorder(disk, false)
	s := r.Stream(Server, lines)
	for i := range 5 {
		fmt.Fprintf(s, "{\"id\":%d}\n", i)
	}
	r.Close()
	text := string(disk.bytes())
	if !strings.Contains(text, "\n{") || !strings.Contains(text, `"dropped_bytes":`) || !strings.Contains(text, `{"id":4}`) {
		t.Errorf("after a full disk the record is %q", text)
	}
}

func TestProxy(t *testing.T) {
	var seen http.Header
	var seenHost string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		seen, seenHost = req.Header.Clone(), req.Host
		body, _ := io.ReadAll(req.Body)
		switch req.URL.Path {
		case "/mcp":
			w.Header().Set("Content-Type", "text/event-stream")
			// An event is split in the middle, over flushes.
			for _, part := range []string{"event: message\r\nda", "ta: {\"id\"", ":1}\r\n\r", "\n: a comment\n\n", "data: {\ndata: \"id\":2}\n\ndata: {\"never\":\"ended\"}"} {
				io.WriteString(w, part)
				w.(http.Flusher).Flush()
			}
		default:
			w.Header().Set("Content-Type", "application/json")
			w.Write(body)
		}
	}))
	defer server.Close()
	to, _ := url.Parse(server.URL + "/mcp")
	var record bytes.Buffer
	r := NewRecorder(&record, false)
	front := httptest.NewUnstartedServer(nil)
	front.Config.Handler = Proxy(to, front.Listener.Addr().String(), r)
	front.Start()
	defer front.Close()

	post := func(path, body string) (*http.Response, string) {
		req, _ := http.NewRequest("POST", front.URL+path, strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer abc")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		data, _ := io.ReadAll(resp.Body)
		return resp, string(data)
	}
	_, got := post("/", `{"call":1}`)
	if want := "event: message\r\ndata: {\"id\":1}\r\n\r\n: a comment\n\ndata: {\ndata: \"id\":2}\n\ndata: {\"never\":\"ended\"}"; got != want {
		t.Errorf("the events came as %q, want %q", got, want)
	}
	if seenHost != to.Host || seen.Get("Authorization") != "Bearer abc" || seen.Get("X-Forwarded-For") != "" {
		t.Errorf("the server saw Host %s and %v", seenHost, seen)
	}
	if _, got := post("/other", `{"call":2}`); got != `{"call":2}` {
		t.Errorf("the answer came as %q", got)
	}
	for host, want := range map[string]int{"evil.example": 403, "localhost:1": 200, front.Listener.Addr().String(): 200} {
		req, _ := http.NewRequest("GET", front.URL+"/other", nil)
		req.Host = host
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("Host %s is answered %d, want %d", host, resp.StatusCode, want)
		}
	}
	r.Close()
	var list []string
	for _, l := range readRecord(t, record.Bytes()) {
		list = append(list, l.Dir+" "+string(l.Msg)+l.Raw)
	}
	want := []string{`client {"call":1}`, `server {"id":1}`, `server { "id":2}`, `client {"call":2}`, `server {"call":2}`}
	if strings.Join(list, "|") != strings.Join(want, "|") {
		t.Errorf("the record has %q, want %q", list, want)
	}
}

func TestRedact(t *testing.T) {
	snapshot := "- textbox \"Password\" [ref=e5]: hunter22\n- button \"hunter22 again\" [ref=e6]\n- textbox \"PIN password\" [ref=e7]: 12\n- text: 12 items"
	quoted, _ := json.Marshal(snapshot)
	messages := []string{
		`{"params":{"arguments":{"element":"Password field","ref":"e5","text":"s3cret!"}}}`,
		`{"headers":{"Authorization":"Bearer zzzzzzzzzz","set-cookie":["a=bcdefg"],"x-api-key":"k1k1k1k1"},"_meta":{"progressToken":"p1"}}`,
		`{"result":{"content":[{"type":"text","text":` + string(quoted) + `}]}}`,
		`{"fields":[{"name":"API key","value":"qwertyui"},{"name":"City","value":"Bern"}],"max_tokens":12,"big":1e999}`,
		`{"json":"{\"password\":\"inside1\"}","curl":"curl -H 'Authorization: Basic dXNlcjpwYXNz' -H \"Cookie: sid=42424242\""}`,
		`{"later":"s3cret! and sk-ant-REDACTED and eyJhbGciOiJIUzI1.eyJzdWIiOiIx.abc"}`,
	}
	var b bytes.Buffer
	r := NewRecorder(&b, true)
	s := r.Stream(Client, lines)
	for _, m := range messages {
		fmt.Fprintln(s, m)
	}
	r.Close()
	text := b.String()
	for _, secret := range []string{"s3cret!", "zzzzzzzzzz", "bcdefg", "k1k1k1k1", "hunter22", ": 12\\n", "qwertyui", "inside1", "dXNlcjpwYXNz", "42424242", "sk-ant", "eyJ"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the record", secret)
		}
	}
	for _, kept := range []string{"Password field", `"ref":"e5"`, `"progressToken":"p1"`, "Bern", `"max_tokens":12`, `"big":1e999`, "12 items", "button", "[ref=e6]"} {
		if !strings.Contains(text, kept) {
			t.Errorf("%q is not in the record any more", kept)
		}
	}
	readRecord(t, b.Bytes())
}

func TestCreate(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	f, err := Create("", "/usr/bin/my server; rm")
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if dir := filepath.Dir(f.Name()); dir != filepath.Join(state, "obscope", "tap") || strings.ContainsAny(filepath.Base(f.Name()), "; ") {
		t.Errorf("a record without a name is %s", f.Name())
	}
	if _, err := Create(state, ""); err == nil {
		t.Error("a folder was opened as a record")
	}
}

// answer is a message of a size, with its line end.
func answer(size int) []byte { return []byte(`{"x":"` + strings.Repeat("y", size-9) + `"}` + "\n") }

// BenchmarkSmallMessage is the median time from a request to the end of its
// answer of 100 bytes, without a tap between (direct) and with one (tap), in
// turns, so that what else the machine does is in both. BenchmarkLargeMessage is
// the same for 3 MB, with the pauses of an agent.
func BenchmarkSmallMessage(b *testing.B) { benchmarkMessage(b, 100, 0) }
func BenchmarkLargeMessage(b *testing.B) { benchmarkMessage(b, 3_000_000, 50*time.Millisecond) }

func benchmarkMessage(b *testing.B, size int, pause time.Duration) {
	tap, _ := tapped(b, "server")
	direct, _ := tapped(b, "server")
	direct.Env = append(os.Environ(), "TAP_TEST_ROLE=server")
	ways := []struct {
		name string
		cmd  *exec.Cmd
		in   io.WriteCloser
		out  io.Reader
		took []time.Duration
	}{{name: "direct", cmd: direct}, {name: "tap", cmd: tap}}
	for i := range ways {
		w := &ways[i]
		w.in, _ = w.cmd.StdinPipe()
		w.out, _ = w.cmd.StdoutPipe()
		if err := w.cmd.Start(); err != nil {
			b.Fatal(err)
		}
	}
	back := make([]byte, size)
	for b.Loop() {
		for i := range ways {
			w := &ways[i]
			start := time.Now()
			fmt.Fprintln(w.in, size)
			if _, err := io.ReadFull(w.out, back); err != nil {
				b.Fatal(err)
			}
			w.took = append(w.took, time.Since(start))
			time.Sleep(pause)
		}
	}
	b.ReportMetric(0, "ns/op") // it would hold the pauses
	var medians []float64
	for _, w := range ways {
		slices.Sort(w.took)
		medians = append(medians, float64(w.took[len(w.took)/2].Microseconds()))
		b.ReportMetric(medians[len(medians)-1], w.name+"-µs")
		w.in.Close()
		w.cmd.Wait()
	}
	b.ReportMetric(medians[1]/medians[0], "times")
}
