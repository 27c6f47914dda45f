package tui

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"

	"obscope/internal/gentree"
	"obscope/loaders"
)

func rss() string {
	b, _ := os.ReadFile("/proc/self/status")
	out := ""
	for _, l := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(l, "VmRSS") || strings.HasPrefix(l, "VmHWM") {
			out += l + " "
		}
	}
	var ms runtime.MemStats
	runtime.ReadMemStats(&ms)
	return out + fmt.Sprintf("heap %d MiB total %d MiB", ms.HeapAlloc>>20, ms.TotalAlloc>>20)
}

func TestZMem(t *testing.T) {
	text := []byte(gentree.Text(gentree.Maka, 100_000))
	rec, err := loaders.LoadBytes("large", text, loaders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	fmt.Println("loaded", rss())
	in := inspect(t, Config{Recording: rec}, 120, 40)
	fmt.Println("opened", rss())
	runtime.MemProfileRate = 4096
	in.press("d")
	fmt.Println("indexed", rss())
	in.press("d")
	fmt.Println("back", rss())
	in.press("p")
	fmt.Println("panel", rss())
	f, _ := os.Create("/tmp/t2/mem.prof")
	pprof.Lookup("allocs").WriteTo(f, 0)
	f.Close()
}
