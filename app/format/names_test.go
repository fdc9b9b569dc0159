package format

import (
	"slices"
	"testing"
)

// What all names begin with is cut at the end of a word, and only where something is left of each name.
func TestCommon(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"http://dbpedia.org/ontology/Person", "http://dbpedia.org/ontology/Place", "http://dbpedia.org/ontology/Plant"},
			"http://dbpedia.org/ontology/"},
		{[]string{"Occupation class 1", "Occupation class 10", "Occupation class 12"}, "Occupation class "},
		{[]string{"wave/one", "wave/two", "wave/three"}, ""},                                            // short enough
		{[]string{"a common beginning"}, ""},                                                            // too few
		{[]string{"one long word", "one long word more", "one long word less"}, ""},                     // “one long ” is short
		{[]string{"http://example.org/", "http://example.org/a", "http://example.org/b"}, ""},           // nothing would be left
		{[]string{"Größenordnung – äa", "Größenordnung – äb", "Größenordnung – ä"}, "Größenordnung – "}, // whole characters
		{nil, ""},
	} {
		if got := Common(c.names); got != c.want {
			t.Errorf("%q: got %q, want %q", c.names, got, c.want)
		}
	}
}

// Typing finds names by any part of them, those that begin with it first.
func TestMatching(t *testing.T) {
	names := []string{"http://dbpedia.org/ontology/Sportsperson", "http://dbpedia.org/ontology/Person", "http://dbpedia.org/ontology/Place"}
	for _, c := range []struct {
		text string
		most int
		want []int
		of   int
	}{
		{"", 9, []int{0, 1, 2}, 3}, {"per", 9, []int{1, 0}, 2}, {" PLACE ", 9, []int{2}, 1}, {"dbpedia", 2, []int{0, 1}, 3}, {"x", 9, nil, 0},
	} {
		if got, of := Matching(names, c.text, c.most); !slices.Equal(got, c.want) || of != c.of {
			t.Errorf("%q: got %d of %d, want %d of %d", c.text, got, of, c.want, c.of)
		}
	}
}
