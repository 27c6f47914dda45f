package chrome

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"obscope/internal/testkit/real"
)

// startChromium starts a real browser without a window and returns its address.
func startChromium(t testing.TB) string {
	t.Helper()
	cmd := exec.Command(real.Program(t, "chromium", "chromium-browser", "google-chrome"),
		"--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--site-per-process",
		"--user-data-dir="+t.TempDir(), "--no-first-run", "about:blank")
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() })
	listening := regexp.MustCompile(`DevTools listening on ws://([^/]+)/`)
	for lines := bufio.NewScanner(errs); lines.Scan(); {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			go func() {
				for lines.Scan() {
				}
			}()
			return m[1]
		}
	}
	t.Fatal("the browser says no address")
	return ""
}

// pages serves a page with a frame of its own process: localhost is another
// site than 127.0.0.1.
func pages(t testing.TB) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	_, port, _ := net.SplitHostPort(server.Listener.Addr().String())
	mux.HandleFunc("/outer.html", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `<title>Shop</title><h1>Shop</h1><button id=b>Order</button>
<div style="height:100px"></div>
<iframe src="http://localhost:%s/inner.html" style="margin-left:40px" width=300 height=100></iframe>
<iframe srcdoc="<button>Same process</button>"></iframe>`, port)
	})
	mux.HandleFunc("/inner.html", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<title>Pay</title><button id=pay>Buy</button><input aria-label="Card" onchange="">`)
	})
	return server.URL + "/outer.html"
}

// open makes the browser show a page, as a person would.
func open(t testing.TB, b *Browser, address string) Target {
	t.Helper()
	ctx := context.Background()
	var made struct{ TargetID string }
	if err := b.conn.ask(ctx, "", "Target.createTarget", object{"url": address}, &made); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		all, err := b.Targets(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 1 && all[0].Title == "Shop" {
			time.Sleep(300 * time.Millisecond) // its frames are loading
			return all[0]
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the page does not open")
	return Target{}
}

// act runs a script in a page over a connection of its own.
func act(t testing.TB, b *Browser, target Target, frame, script string) {
	t.Helper()
	ctx := context.Background()
	p, err := b.Attach(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	p.settle(ctx)
	for _, s := range p.all() {
		if (s.frame != "") == (frame != "") {
			if _, err := p.conn.call(ctx, s.id, "Runtime.evaluate", object{"expression": script}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// attachTo attaches to a page over a connection of its own.
func attachTo(t testing.TB, b *Browser, target Target) string {
	t.Helper()
	var attached struct{ SessionID string }
	if err := b.conn.ask(context.Background(), "", "Target.attachToTarget", object{"targetId": target.ID, "flatten": true}, &attached); err != nil {
		t.Fatal(err)
	}
	return attached.SessionID
}

func TestRealChromium(t *testing.T) {
	address := startChromium(t)
	ctx := context.Background()
	b, err := Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	actor, err := Dial(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer actor.Close()
	target := open(t, actor, pages(t))

	p, err := b.Attach(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	c, err := p.Capture(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("captured in %v: %v", time.Since(start), c.Notes)
	tree := string(c.Files[TreeFile])
	for _, want := range []string{`"Order"`, `"Same process"`, `"Buy"`, `"ownerBackendNodeId":`} {
		if !strings.Contains(tree, want) {
			t.Errorf("the tree lacks %s", want)
		}
	}
	if n := strings.Count(string(c.Files[SnapshotFile]), `"strings":`); n != 2 {
		t.Errorf("%d DOM snapshots, want one for each of 2 processes", n)
	}
	if len(c.Files[ScreenshotFile]) < 1000 || len(c.Notes) > 0 {
		t.Errorf("a screenshot of %d bytes, notes %q", len(c.Files[ScreenshotFile]), c.Notes)
	}
	if dir := os.Getenv("OBSCOPE_KEEP"); dir != "" {
		for name, data := range c.Files {
			os.WriteFile(dir+"/"+name, data, 0o644)
		}
	}

	changes, err := p.Changes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ what, frame, script string }{
		{"a text", "", `document.querySelector("h1").textContent = "Sale"`},
		{"a new element", "", `document.body.append(Object.assign(document.createElement("button"), {textContent: "New"}))`},
		{"an attribute", "", `document.querySelector("#b").setAttribute("aria-pressed", "true")`},
		{"scrolling", "", `document.body.style.height = "5000px"; scrollTo(0, 300)`},
		{"what is typed", "", `document.querySelector("#b").dispatchEvent(new Event("input", {bubbles: true}))`},
		{"a text in another process", "x", `document.querySelector("#pay").textContent = "Buy now"`},
	} {
		quieten(changes)
		start := time.Now()
		act(t, actor, target, step.frame, step.script)
		select {
		case <-changes:
			t.Logf("%s is told after %v", step.what, time.Since(start))
		case <-time.After(5 * time.Second):
			t.Errorf("%s is not told", step.what)
		}
	}
	if c, err = p.Capture(ctx); err != nil || !strings.Contains(string(c.Files[TreeFile]), `"Buy now"`) {
		t.Errorf("the change is not captured (%v)", err)
	}

	go actor.conn.call(ctx, attachTo(t, actor, target), "Page.crash", nil) // of which no answer comes
	select {
	case <-p.Gone():
	case <-time.After(5 * time.Second):
		t.Fatal("a crash is not told")
	}
	if _, err := p.Capture(ctx); err != ErrCrashed {
		t.Errorf("capturing a page that has crashed: %v, want ErrCrashed", err)
	}
	if _, err := b.Attach(ctx, target); err != ErrCrashed {
		t.Errorf("attaching to a page that has crashed: %v, want ErrCrashed", err)
	}
	if _, err := actor.conn.call(ctx, attachTo(t, actor, target), "Page.reload", nil); err != nil {
		t.Fatal(err)
	}
	if p, err = b.Attach(ctx, target); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Capture(ctx); err != nil {
		t.Errorf("a page that was loaded again after a crash: %v", err)
	}

	if _, err := actor.conn.call(ctx, "", "Target.closeTarget", object{"targetId": target.ID}); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.Gone():
	case <-time.After(5 * time.Second):
		t.Fatal("a closed page is not told")
	}
	if _, err := p.Capture(ctx); err != ErrGone {
		t.Errorf("capturing a closed page: %v, want ErrGone", err)
	}
}

// quieten waits until nothing has been told for a while.
func quieten(changes <-chan struct{}) {
	for {
		select {
		case <-changes:
		case <-time.After(300 * time.Millisecond):
			return
		}
	}
}
