package api

import "testing"

func TestDelimiter(t *testing.T) {
	for typed, want := range map[string]string{
		"~": "~", "::": "::", "¦": "¦", " ": " ", `\t`: "\t", `\x01`: "\x01", `\`: `\`, `"`: `"`, "": "",
		"tab": "\t", "space": " ", "comma": ",", "semicolon": ";", "bar": "|", "pipe": "|", "and": "and",
	} {
		if got := Delimiter(typed); got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}
