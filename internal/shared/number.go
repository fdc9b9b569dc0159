package shared

import (
	"slices"
	"strconv"
	"strings"
)

// number returns the distinct names in order, and the index of each.
func number(names []string) ([]string, map[string]int32) {
	index := make(map[string]int32)
	for _, n := range names {
		index[n] = 0
	}
	distinct := make([]string, 0, len(index))
	whole := true
	for n := range index {
		distinct = append(distinct, n)
		if _, err := strconv.Atoi(n); err != nil {
			whole = false
		}
	}
	slices.SortFunc(distinct, func(a, b string) int {
		if whole {
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			if x != y {
				return x - y
			}
		}
		return strings.Compare(a, b)
	})
	for i, n := range distinct {
		index[n] = int32(i)
	}
	return distinct, index
}
