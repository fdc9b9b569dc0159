package kit

import (
	"concord/app/format"
	"concord/app/model"
)

// Shorten cuts names to what fits beside a cell.
func Shorten(names []string) []string {
	const room = 10
	short := make([]string, len(names))
	for i, n := range names {
		n = format.Visible(n)
		if r := []rune(n); len(r) > room {
			n = string(r[:room-1]) + "…"
		}
		short[i] = n
	}
	return short
}

// Noun is what the detail of that kind is of.
func Noun(kind string) string {
	return model.ViewOf(kind).Row
}

// MaxClasses is how many classes the chart of them shows.
const MaxClasses = 12
