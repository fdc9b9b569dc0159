package labels

import (
	"cmp"
	"slices"

	"concord/core/parse"
)

// sorted returns the classes in an order that does not depend on the rows, and the new
// number of each old one.
//
// If all names are numbers, that is their numerical order; equal numbers that are
// written differently ("1", "01", "1.0") stay distinct, ordered as text. Otherwise
// names are ordered by their bytes.
func sorted(old *names) (*names, []uint16) {
	type class struct {
		name   string
		number float64
		old    int
	}
	all := make([]class, old.Len())
	numbers := true
	for k := range all {
		name := old.At(k)
		x, err := parse.Number([]byte(name))
		numbers = numbers && err == nil
		all[k] = class{name, x, k}
	}
	slices.SortFunc(all, func(a, b class) int {
		if numbers && a.number != b.number {
			return cmp.Compare(a.number, b.number)
		}
		return cmp.Compare(a.name, b.name)
	})
	fresh, order := &names{}, make([]uint16, len(all))
	for k, c := range all {
		fresh.add([]byte(c.name))
		order[c.old] = uint16(k)
	}
	return fresh, order
}
