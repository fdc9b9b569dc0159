package labels

import (
	"cmp"
	"slices"

	"concord/core/parse"
)

// Order puts the names of classes in an order that does not depend on the rows.
//
// If all names are numbers, that is their numerical order; equal numbers that are
// written differently ("1", "01", "1.0") stay distinct, ordered as text. Otherwise
// names are ordered by their bytes.
func Order(names []string) []string {
	numbers, all := make(map[string]float64, len(names)), true
	for _, name := range names {
		x, err := parse.Number([]byte(name))
		numbers[name], all = x, all && err == nil
	}
	return slices.SortedFunc(slices.Values(names), func(a, b string) int {
		if x, y := numbers[a], numbers[b]; all && x != y {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a, b)
	})
}

// sorted returns the classes in that order, and the new number of each old one.
func sorted(old *names) (*names, []uint16) {
	was, all := make(map[string]int, old.Len()), make([]string, old.Len())
	for k := range all {
		all[k] = old.At(k)
		was[all[k]] = k
	}
	fresh, order := &names{}, make([]uint16, len(all))
	for k, name := range Order(all) {
		fresh.add([]byte(name))
		order[was[name]] = uint16(k)
	}
	return fresh, order
}
