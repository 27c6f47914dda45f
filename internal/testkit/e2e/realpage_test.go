//go:build linux

package e2e_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"obscope/internal/testkit/real"
	"obscope/internal/testkit/screentest"
)

// livePage is a page with frames, one of them in a process of its own, and two
// buttons that change when the test says so.
type livePage struct {
	address      string
	outer, inner chan struct{}
}

func servePage(t *testing.T) *livePage {
	t.Helper()
	p := &livePage{outer: make(chan struct{}), inner: make(chan struct{})}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	page := func(path, body, told string, change chan struct{}) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `<title>Shop</title>%s<script>fetch("%s-changes").then(() => { document.querySelector("button").textContent = "%s" })</script>`, body, path, told)
		})
		mux.HandleFunc(path+"-changes", func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-change:
			case <-r.Context().Done():
			}
		})
	}
	// localhost is another site than 127.0.0.1.
	page("/outer", `<button>Order</button><iframe src="http://localhost:`+port+`/inner"></iframe><iframe srcdoc="<button>Same process</button>"></iframe>`, "Sold out", p.outer)
	page("/inner", `<button>Pay</button>`, "Pay later", p.inner)
	p.address = server.URL + "/outer"
	return p
}

// chromium starts a real browser that shows a page, and returns where it
// listens.
func chromium(t *testing.T, page string) string {
	t.Helper()
	profile := t.TempDir()
	cmd := exec.Command(real.Program(t, "chromium", "chromium-browser", "google-chrome"), "--headless=new", "--no-sandbox", "--disable-gpu",
		"--site-per-process", "--remote-debugging-port=0", "--no-first-run", "--user-data-dir="+profile, page)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() })
	for range 600 {
		data, _ := os.ReadFile(filepath.Join(profile, "DevToolsActivePort"))
		if port, _, ok := strings.Cut(string(data), "\n"); ok {
			return "127.0.0.1:" + port
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the browser does not listen")
	return ""
}

// openTab opens another page beside the one titled Shop, once that is there.
func openTab(t *testing.T, address string) {
	t.Helper()
	ask := func(method, path string) string {
		req, err := http.NewRequest(method, "http://"+address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, _ := io.ReadAll(resp.Body)
		return string(body)
	}
	for range 200 {
		if strings.Contains(ask("GET", "/json/list"), `"Shop"`) {
			ask("PUT", "/json/new?about:blank")
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the page does not open")
}

// TestRealPage chooses a page of a real browser and follows it.
func TestRealPage(t *testing.T) {
	page := servePage(t)
	address := chromium(t, page.address)
	openTab(t, address)
	pid := filepath.Join(t.TempDir(), "pid")
	command := screentest.Command{Cols: 140, Rows: 30, Timeout: patience, Env: []string{"XDG_CONFIG_HOME=" + t.TempDir(), noRaceDelay}}
	command.Args = []string{"sh", "-c", fmt.Sprintf("echo $$ >'%s'; exec '%s' attach chrome %s --live", pid, screentest.Build(t, "obscope"), address)}
	term := command.Start(t)
	number := regexp.MustCompile(`(\d) +"Shop"`).FindStringSubmatch(term.See("Which?").Grid().String())
	if number == nil {
		t.Fatalf("the pages are not listed:\n%s", term.Grid())
	}
	term.Type(number[1]).Press("enter")
	term.See("Order").See("Same process").See("Pay")
	quiet := term.Quiet(time.Second)
	used := processorTime(t, read(t, pid))
	time.Sleep(2 * time.Second)
	if used = processorTime(t, read(t, pid)) - used; used > 50*time.Millisecond {
		t.Errorf("an idle page took %v of the processor in 2 s", used)
	}
	t.Logf("idle: %v of the processor in 2 s", used)
	before := stepOf(t, quiet)
	for _, change := range []struct {
		where chan struct{}
		shows string
	}{{page.outer, "Sold out"}, {page.inner, "Pay later"}} {
		start := time.Now()
		close(change.where)
		term.See(change.shows)
		t.Logf("%q is on the screen after %v", change.shows, time.Since(start))
	}
	term.Quiet(time.Second)
	if after := stepOf(t, term); after < before+1 {
		t.Errorf("step %d, after a change step %d", before, after)
	}
	term.Press("D").See("difference").Press("D")
	saved := filepath.Join(t.TempDir(), "saved")
	enter(term.Press("e").See("export to"), saved+"/").See("wrote the capture")
	leave(t, term)
	text := obscope(t, "render", saved, "--dialect", "agent-browser")
	for _, want := range []string{"Sold out", "Same process", "Pay later"} {
		if !strings.Contains(text, want) {
			t.Errorf("the folder that was saved lacks %s:\n%s", want, text)
		}
	}
	if once := obscope(t, "attach", "chrome", address, "--page", "outer", "--dialect", "agent-browser"); strings.TrimSpace(once) != strings.TrimSpace(text) {
		t.Errorf("without a terminal it prints\n%s\nthe folder renders as\n%s", once, text)
	}
}

// stepOf is the number of the step on the screen.
func stepOf(t *testing.T, term *screentest.Term) int {
	t.Helper()
	m := regexp.MustCompile(`step (\d+)/`).FindStringSubmatch(term.Grid().String())
	if m == nil {
		t.Fatalf("no step:\n%s", term.Grid())
	}
	n, _ := strconv.Atoi(m[1])
	return n
}

// processorTime is what a process has used of the processor.
func processorTime(t *testing.T, pid string) (used time.Duration) {
	t.Helper()
	threads, _ := filepath.Glob("/proc/" + strings.TrimSpace(pid) + "/task/*/schedstat")
	if len(threads) == 0 {
		t.Fatal("the process is gone")
	}
	for _, name := range threads {
		data, _ := os.ReadFile(name)
		ns, _, _ := strings.Cut(string(data), " ")
		n, _ := strconv.ParseInt(ns, 10, 64)
		used += time.Duration(n)
	}
	return used
}
