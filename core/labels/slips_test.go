package labels

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/layout"
)

// labelsOf are labels of which each name is given so often.
func labelsOf(t *testing.T, times ...any) *Set {
	t.Helper()
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for n := 0; n < len(times); n += 2 {
		for i := range times[n+1].(int) {
			fmt.Fprintf(&b, "t%d,w%d,%s\n", i, n, times[n])
		}
	}
	s, err := readAs(t, b.String(), func(g *layout.Layout) { g.Numeric = false })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSlipsOfTheKeyboard(t *testing.T) {
	for _, c := range []struct{ few, many, want string }{
		{"catt", "cat", "catt=cat"},
		{"Catt", "cat", "Catt=cat"},
		{"positve", "positive", "positve=positive"},
		{"postiive", "positive", "postiive=positive"},
		{"pozitive", "positive", "pozitive=positive"},
		{"icecream", "ice cream", "icecream=ice cream"},
		{"ice-cream", "ice cream", "ice-cream=ice cream"},
		{"very hapy", "very happy", "very hapy=very happy"},
		{"dogs", "dog", "dogs=dog"},
		{"naïf", "naïfs", "naïf=naïfs"},
		{"car", "cat", ""},
		{"cats", "cars", ""},
		{"form", "from", ""},
		{"ab", "abc", ""},
		{"type b", "type a", ""},
		{"stage ii", "stage iii", ""},
		{"viii", "vii", ""},
		{"atypical", "typical", ""},
		{"class1", "class2", ""},
		{"12345", "12346", ""},
		{"positive", "negative", ""},
		{"猫猫猫猫猫", "猫猫猫猫犬", ""},
	} {
		for _, often := range []int{4, 20} {
			s := labelsOf(t, c.few, often/4, c.many, often, "something else", often)
			found, err := LookAlikes(s, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, a := range found {
				if a.Misspelt && a.Of == layout.Label && len(a.Names) == 2 && fmt.Sprint(a.Labels) != "[0 0]" {
					from := a.Names[0]
					if from == a.To {
						from = a.Names[1]
					}
					got += from + "=" + a.To
				}
			}
			if got != c.want {
				t.Errorf("%s and %s: got %q, want %q", c.few, c.many, got, c.want)
			}
		}
	}
	// Neither is rare: both are meant.
	if found, _ := LookAlikes(labelsOf(t, "positive", 10, "positve", 4), func() error { return nil }); len(found) != 0 {
		t.Errorf("got %+v", found)
	}
	// Nobody misspells his own name, nor that of a task.
	s, err := readAs(t, "task,worker,label\nsomething,andreas,x\nsomething,andrea,y\nsomethings,andreas,x\nsomething,bob,x\nsomething,"+
		"andreas,y\nother,andreas,y\nanother,andreas,y\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := LookAlikes(s, func() error { return nil }); len(found) != 0 {
		t.Errorf("got %+v", found)
	}
}

// A thousand names, long and short, are compared in so many steps that each pauses
// in time.
func TestSlipsAmongManyNames(t *testing.T) {
	var times []any
	for n := range 1000 {
		times = append(times, "label "+strings.Repeat("x", 50*(n%7))+string(rune('a'+n%26))+string(rune('a'+n/26%26))+string(rune('a'+n/676)), 1)
	}
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for n := 0; n < len(times); n += 2 {
		fmt.Fprintf(&b, "t%d,w,%s\n", n%50, times[n])
	}
	s, err := readAs(t, b.String(), func(g *layout.Layout) { g.ManyClasses = true })
	if err != nil {
		t.Fatal(err)
	}
	pauses := 0
	if found, err := LookAlikes(s, func() error { pauses++; return nil }); len(found) != 0 || err != nil || pauses > 1100 {
		t.Errorf("got %d groups, %v, %d pauses", len(found), err, pauses)
	}
}
