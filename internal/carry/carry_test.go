package carry

import (
	"errors"
	"os/exec"
	"testing"
)

func TestOneLineKeepsWhatIsSpelt(t *testing.T) {
	const members = "\"name\": \"a  b,\\\"c:\\\"\",\n\t\"x\": 1.50,\r\n \"kids\" : [ ]"
	if got, want := onOneLine(members), `"name": "a  b,\"c:\"", "x": 1.50, "kids": []`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A command line is printed: what would act on the terminal is spelt.
func TestShellWordsActOnNoTerminal(t *testing.T) {
	for word, want := range map[string]string{
		"a.json": "a.json", "": "''", "two  words": "'two  words'", "it's": `'it'\''s'`,
		"\x1b[2J": `$'\033[2J'`, "a'\n\\b": `$'a\'\012\\b'`, "\u202ename": `$'\342\200\256name'`, "\xff": `$'\377'`,
	} {
		if got := Shell([]string{word}); got != want {
			t.Errorf("%q is %s, not %s", word, got, want)
		}
		out, err := exec.Command("bash", "-c", "printf %s "+want).Output()
		if errors.Is(err, exec.ErrNotFound) {
			continue
		}
		if err != nil || string(out) != word {
			t.Errorf("bash reads %s as %q, %v", want, out, err)
		}
	}
}
