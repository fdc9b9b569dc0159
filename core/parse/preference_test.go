package parse_test

import (
	"strings"
	"testing"

	"concord/core/parse"
)

func TestPreferenceOf(t *testing.T) {
	for want, cells := range map[parse.Preference]string{
		parse.PreferLeft: "left|A|a|1|first|model_a|Model A|Response 1|response1|optionA|a1|arg1|[[A]]|A>B|A>>B|A > B|B<A|left is better|" +
			"Answer A is slightly better|The left one|model_a wins|1st|r1|A≻B",
		parse.PreferRight: "right|B|2|second|model_b|Assistant B|output_2|a2|arg2|[[B]]|B>A|B>>A|A<B|A<<B|right is much better|2nd|r2",
		parse.PreferNeither: "tie|Tie|tie (bothbad)|tie (both bad)|bothbad|both_bad|Both good|both|neither|equal|Equally good|about the same|" +
			"same|draw|no preference|No difference|A=B|A==B|A~B|=|C|[[C]]|both responses are bad",
		parse.PreferUnknown: "unsure|Not sure|don't know|can't decide|skip|Error: timeout",
	} {
		for cell := range strings.SplitSeq(cells, "|") {
			if got, ok := parse.PreferenceOf([]byte(cell)); !ok || got != want {
				t.Errorf("%q: got %d, %v, want %d", cell, got, ok, want)
			}
		}
	}
	for _, cell := range []string{"", "maybe", "A and B", "left right", "c1", "A>C", "A>A", "3", "img05", "good", "bad", "the", ">", "A>",
		"left of the house", "A<>B", "a longer reason why the first of the two is better, which nobody can be sure to understand"} {
		if got, ok := parse.PreferenceOf([]byte(cell)); ok {
			t.Errorf("%q: got %d", cell, got)
		}
	}
}

func FuzzPreferenceOf(f *testing.F) {
	for _, cell := range []string{"left", "A>>B", "[[C]]", "tie (bothbad)", "≻", "a1", "no"} {
		f.Add([]byte(cell))
	}
	f.Fuzz(func(t *testing.T, cell []byte) {
		if p, ok := parse.PreferenceOf(cell); ok && (p < parse.PreferLeft || p > parse.PreferUnknown) {
			t.Errorf("%q: got %d", cell, p)
		}
	})
}
