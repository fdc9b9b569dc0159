package panel

import (
	"slices"
	"strings"
)

// compared are words for what is compared two by two.
var compared = []string{"model", "response", "answer", "assistant", "output", "candidate", "completion"}

// ties are labels that prefer neither.
var ties = []string{"tie", "tied", "draw", "equal", "same", "both", "neither", "a=b", "b=a", "[[c]]"}

// First returns the class that prefers the first of two things, by the names of the classes; −1: they are no positions. Without a bias
// for a position, judges give it no more often than it is right.
func First(names []string) int {
	plain := make([]string, len(names))
	for k, name := range names {
		plain[k] = strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(name))
	}
	pairs := [][2]string{{"a>b", "b>a"}, {"[[a]]", "[[b]]"}, {"first", "second"}}
	for _, what := range compared {
		pairs = append(pairs, [2]string{what + "a", what + "b"}, [2]string{what + "1", what + "2"})
	}
	for _, pair := range pairs {
		others := slices.DeleteFunc(slices.Clone(plain), func(name string) bool {
			return name == pair[0] || name == pair[1] || slices.Contains(ties, name)
		})
		if first := slices.Index(plain, pair[0]); first >= 0 && len(others) == 0 && slices.Contains(plain, pair[1]) {
			return first
		}
	}
	return -1
}
