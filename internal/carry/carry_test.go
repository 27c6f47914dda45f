package carry

import "testing"

func TestOneLineKeepsWhatIsSpelt(t *testing.T) {
	const members = "\"name\": \"a  b,\\\"c:\\\"\",\n\t\"x\": 1.50,\r\n \"kids\" : [ ]"
	if got, want := onOneLine(members), `"name": "a  b,\"c:\"", "x": 1.50, "kids": []`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
