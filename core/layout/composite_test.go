package layout

import (
	"fmt"
	"strings"
	"testing"
)

// Different parts make different names, whatever stands in them.
func TestJoinTask(t *testing.T) {
	join := func(parts ...string) string {
		return string(JoinTask(nil, len(parts), func(n int) []byte { return []byte(parts[n]) }))
	}
	for _, test := range []struct {
		parts []string
		want  string
	}{
		{[]string{"i1", "A"}, "i1 · A"},
		{[]string{"i1", "A", "x"}, "i1 · A · x"},
		{[]string{"a · b", "c"}, "a ·· b · c"},
		{[]string{"", "A"}, ""},
		{[]string{"i1", ""}, ""},
	} {
		if got := join(test.parts...); got != test.want {
			t.Errorf("%q: got %q, want %q", test.parts, got, test.want)
		}
	}
	seen := map[string]string{}
	for _, a := range []string{"a", "a ·", "a · b", "·", "a·b", "··"} {
		for _, b := range []string{"b", "· b", "b · c", "·", "··", "a"} {
			parts := strings.Join([]string{a, b}, "\x00")
			if was, ok := seen[join(a, b)]; ok {
				t.Errorf("%q and %q: got the same name %q", was, parts, join(a, b))
			}
			seen[join(a, b)] = parts
		}
	}
}

// A table of thousands of columns that are all named like a question is understood at once: trying each takes minutes.
func TestThousandsOfQuestionColumns(t *testing.T) {
	const columns = 9000
	text := "task,worker,question,label" + strings.Repeat(",dimension", columns) + "\n"
	for n := range 20 {
		text += fmt.Sprintf("t%d,w%d,q%d,%d%s\n", n/8, n%2, n%3, n%2, strings.Repeat(",a", columns/2)+strings.Repeat(",b", columns/2))
	}
	if _, err := Detect("wide.csv", []byte(text)); err != nil {
		t.Error(err)
	}
}
