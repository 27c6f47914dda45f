package tokens_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkProcess starts a program that builds the vocabulary and counts a
// file, of one line or of a large observation, and takes the time until it has
// printed the count. It also tells the size of the program, stripped, and the
// most memory it had (on Linux). "bare" is a program that counts nothing.
func BenchmarkProcess(b *testing.B) {
	dir := b.TempDir()
	inputs := map[string]string{
		"first-count": `38 AXTextField/SearchField "Search" ="x" [focused] +raise @10,20 300x22`,
		"100000":      observation(100_000),
	}
	for name, text := range inputs {
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for _, name := range []string{"bare", "obscope", "tokenizer", "pkoukk"} {
		program := filepath.Join(dir, name)
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./testdata/firstcount/"+name)
		if out, err := build.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		info, err := os.Stat(program)
		if err != nil {
			b.Fatal(err)
		}
		for _, input := range []string{"first-count", "100000"} {
			b.Run(name+"/"+input, func(b *testing.B) {
				memory := 0.0
				for b.Loop() {
					memory = max(memory, runOnce(b, program, filepath.Join(dir, input+".txt")))
				}
				b.ReportMetric(float64(info.Size())/1e6, "program-MB")
				b.ReportMetric(memory, "memory-MB")
			})
		}
	}
}

// runOnce runs the program until it has printed its count, and returns the
// megabytes it has had resident at most, 0 if the system does not say.
func runOnce(b *testing.B, program, file string) float64 {
	run := exec.Command(program, file)
	in, err := run.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := run.Start(); err != nil {
		b.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	defer b.StartTimer()
	kib := 0.0
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", run.Process.Pid))
	if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
		_, _ = fmt.Sscan(rest, &kib)
	}
	_ = in.Close()
	if err := run.Wait(); err != nil {
		b.Fatal(err)
	}
	return kib * 1024 / 1e6
}
