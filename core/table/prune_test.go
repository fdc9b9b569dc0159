package table

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestPruned(t *testing.T) {
	long := strings.Repeat(`{"a":[1,"}]\"",2]},`, 5000)
	for _, test := range []struct {
		name, text string
		depth      int
		want       string
	}{
		{"lines", `{"a":1,"b":{"a":2},"c":[3]}` + "\n" + `{"c": "x","a":{"b":4}}`, 1,
			`{"a":1,"b":null,"c":[3]}` + "\n" + `{"c": "x","a":{"b":4}}`},
		{"in an array", `[{"b":1},{"a":"b:","b":"a,}"}]`, 2, `[{"b":null},{"a":"b:","b":null}]`},
		{"in an object", `{"b":{"c":0},"a":[{"b" : [1,{"a":2}],"c":3}]}`, 3, `{"b":{"c":0},"a":[{"b" :null,"c":3}]}`},
		{"line ends", "{\"b\":[\n1,\n2],\"a\":\n3}", 1, "{\"b\":null\n\n,\"a\":\n3}"},
		{"escapes", `{"b":"\\","a":"\"","\"b":1}`, 1, `{"b":null,"a":"\"","\"b":null}`},
		{"large", `{"b":[` + long + `0],"a":1}`, 1, `{"b":null,"a":1}`},
		{"cut off", `{"a":1,"b":[1`, 1, `{"a":1,"b":null`},
		{"no JSON", `}}]x:{"b":1`, 1, `}}]x:{"b":1`},
	} {
		got, err := io.ReadAll(Pruned(iotest.OneByteReader(strings.NewReader(test.text)), test.depth, []string{"a", "c"}, true))
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %.200q, %v, want %q", test.name, got, err, test.want)
		}
	}
}

// Where nobody counts lines, what is left is as short as it can be.
func TestPrunedLines(t *testing.T) {
	got, err := io.ReadAll(Pruned(strings.NewReader("{\"b\":[\n1,\n2],\n\"a\":3}"), 1, []string{"a"}, false))
	if want := "{\"b\":null,\n\"a\":3}"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// FuzzPruned leaves members out of any JSON: what is left is JSON, with as many lines.
func FuzzPruned(f *testing.F) {
	f.Add(`{"a":1,"b":{"a":2},"c":[3]}`, 1)
	f.Add("[{\"b\":\"\\\\\",\n\"a\":null}]", 2)
	f.Fuzz(func(t *testing.T, text string, depth int) {
		got, err := io.ReadAll(Pruned(strings.NewReader(text), depth, []string{"a"}, true))
		if err != nil {
			t.Fatal(err)
		}
		if json.Valid([]byte(text)) && (!json.Valid(got) || strings.Count(string(got), "\n") != strings.Count(text, "\n")) {
			t.Errorf("got %q from %q", got, text)
		}
	})
}
