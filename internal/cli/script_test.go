package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"obscope/internal/cli"
)

// captures is the folder of sample captures, as scripts see it: $CAPTURES.
const captures = "../../testdata/captures"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"obscope": func() {
			demo, _ := os.ReadFile(os.Getenv("DEMO"))
			os.Exit(cli.Main(cli.Demo{Name: "demo", Data: demo}))
		},
	})
}

// TestScripts runs the commands as a person would.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs(captures)
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "../../testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("CAPTURES", dir)
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else every command ends with a second's wait
			env.Setenv("VECTORS", filepath.Join(filepath.Dir(dir), "vectors"))
			env.Setenv("DEMO", filepath.Join(dir, "osworld", "chromium-form.osworld.xml"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, "config"))
			return nil
		},
	})
}
