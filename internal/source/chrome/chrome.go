// Package chrome captures pages of a running Chromium (Chrome, Edge, Electron)
// over the DevTools protocol. It looks, and never acts on a page.
//
//	Dial ─▶ Browser.Pages ─▶ Browser.Attach ─▶ Page.Capture, as often as wanted
//	                                        └▶ Page.Changes: when that is worth it
//
// A capture is files as people save them, for loaders to read: the
// accessibility tree of every frame, DOM snapshots of every process for the
// places of elements, and a screenshot. Answers are kept as they came, to the
// byte.
//
// Frames of other origins run in processes of their own (out-of-process
// iframes): each is a session beside the page's, found by auto-attaching.
// Backend node ids repeat between processes, so what joins the parts is the id
// of the frame, and what a frame hangs on is asked of its parent
// (DOM.getFrameOwner).
package chrome

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// DefaultAddress is where Chrome listens if it is started as its documentation
// says.
const DefaultAddress = "127.0.0.1:9222"

// A Browser is a connection to a running browser.
type Browser struct {
	conn *conn
	page bool // the connection is to one page
}

// connectTime is how long a browser may take to answer at first.
const connectTime = 5 * time.Second

// Address is what a person typed as Dial takes it: a port alone is one of this
// machine, nothing is DefaultAddress, and a browser shows its own address as
// http://HOST:PORT.
func Address(typed string) string {
	typed = strings.TrimSuffix(strings.TrimPrefix(typed, "http://"), "/")
	if _, err := strconv.ParseUint(strings.TrimPrefix(typed, ":"), 10, 16); err == nil {
		return net.JoinHostPort("127.0.0.1", strings.TrimPrefix(typed, ":"))
	}
	return cmp.Or(typed, DefaultAddress)
}

// Dial connects to a browser at HOST:PORT, or at the ws:// address of one or of
// a page. The error says how a browser is started so that it listens.
func Dial(ctx context.Context, address string) (*Browser, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	if strings.HasPrefix(address, "ws://") || strings.HasPrefix(address, "wss://") {
		c, err := dial(ctx, address)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", address, err)
		}
		return &Browser{c, strings.Contains(address, "/devtools/page/")}, nil
	}
	socket, err := debuggerURL(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	c, err := dial(ctx, socket)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return &Browser{conn: c}, nil
}

// ErrNoBrowser is an address where no browser answers.
var ErrNoBrowser = errors.New("no browser answers there")

// howToStart is what a person can do about ErrNoBrowser.
const howToStart = "start Chrome or Edge with --remote-debugging-port=%s --user-data-dir=DIR (since 136 both are needed), " +
	"or allow it in a running one at chrome://inspect/#remote-debugging and give its ws:// address, or start an Electron app with --remote-debugging-port=%[1]s"

// debuggerURL asks a browser for the address of its WebSocket.
func debuggerURL(ctx context.Context, address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if _, odd := strconv.ParseUint(port, 10, 16); err != nil || odd != nil {
		return "", errors.New("it takes HOST:PORT, such as 127.0.0.1:9222, or an address that begins with ws://")
	}
	start := fmt.Sprintf(howToStart, port)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/json/version", nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", fmt.Errorf("%w; %s", ErrNoBrowser, start)
	}
	defer resp.Body.Close()
	var version struct {
		URL string `json:"webSocketDebuggerUrl"`
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if resp.StatusCode != http.StatusOK || err != nil || json.Unmarshal(data, &version) != nil || version.URL == "" {
		return "", fmt.Errorf("%w, but something else does (/json/version: %s); %s", ErrNoBrowser, resp.Status, start)
	}
	// The browser may call itself by another name than the one that led here.
	u, err := url.Parse(version.URL)
	if err != nil {
		return "", err
	}
	u.Host = net.JoinHostPort(host, port)
	return u.String(), nil
}

// Close ends the connection; the browser and its pages stay as they are.
func (b *Browser) Close() { b.conn.close() }

// Gone is closed once the connection has ended.
func (b *Browser) Gone() <-chan struct{} { return b.conn.closed }

// A Target is a page that can be attached to.
type Target struct {
	ID    string `json:"targetId"`
	Type  string `json:"type"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Targets lists the pages of the browser whose title or address contains text,
// in any case of letters; "" lists all. The one used last comes first.
func (b *Browser) Targets(ctx context.Context, text string) ([]Target, error) {
	if b.page {
		return []Target{{Type: "page"}}, nil
	}
	var all struct {
		Infos []Target `json:"targetInfos"`
	}
	if err := b.conn.ask(ctx, "", "Target.getTargets", nil, &all); err != nil {
		return nil, err
	}
	var pages []Target
	text = strings.ToLower(text)
	for _, t := range all.Infos {
		// An Electron app shows pages within its own as webviews.
		if t.Type != "page" && t.Type != "webview" || strings.HasPrefix(t.URL, "devtools://") {
			continue
		}
		if strings.Contains(strings.ToLower(t.Title), text) || strings.Contains(strings.ToLower(t.URL), text) {
			pages = append(pages, t)
		}
	}
	return pages, nil
}
