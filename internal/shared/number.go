package shared

import (
	"maps"
	"slices"
	"strconv"
)

// number returns the distinct names in order, and the index of each.
func number(names []string) ([]string, map[string]int32) {
	index := make(map[string]int32)
	for _, n := range names {
		index[n] = 0
	}
	distinct, whole := slices.Sorted(maps.Keys(index)), true
	for _, n := range distinct {
		_, err := strconv.Atoi(n)
		whole = whole && err == nil
	}
	if whole {
		slices.SortStableFunc(distinct, func(a, b string) int {
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			return x - y
		})
	}
	for i, n := range distinct {
		index[n] = int32(i)
	}
	return distinct, index
}
