package crosstab

import (
	"math"
	"strings"

	"concord/core/parse"
)

// Statistics describe one column of the sample.
type Statistics struct {
	Times    map[string]int // how often each cell occurs that is not missing
	Filled   int            // cells that are not missing
	Numbers  bool           // they are all numbers
	Decimals bool           // some of them are not whole
}

// StatisticsOf looks at column c of the records.
func StatisticsOf(records [][]string, c int, missing parse.Tokens) Statistics {
	s := Statistics{Times: make(map[string]int)}
	for _, r := range records {
		if cell := r[c]; !missing.Has([]byte(cell)) {
			s.Filled++
			s.Times[cell]++
		}
	}
	s.Numbers = s.Filled > 0
	for cell := range s.Times {
		x, err := parse.Number([]byte(cell))
		if err != nil {
			s.Numbers = false
			break
		}
		s.Decimals = s.Decimals || x != math.Trunc(x)
	}
	return s
}

// Lists reports whether some cells of a column are lists, and all that begin like one are.
func (s *Statistics) Lists() bool {
	some := false
	for cell := range s.Times {
		if cell[0] != '[' && cell[0] != '{' {
			continue
		}
		list, ok := parse.List([]byte(cell))
		if !ok {
			return false
		}
		some = some || len(list) > 0
	}
	return some
}

// Index reports whether the values are whole numbers, each of them once.
func (s *Statistics) Index() bool {
	for cell, n := range s.Times {
		if n != 1 || strings.Trim(cell, "0123456789") != "" {
			return false
		}
	}
	return s.Filled > 1
}

// Counts reports whether all values of a column are counts.
func (s *Statistics) Counts() bool {
	for v := range s.Times {
		if _, ok := parse.Count([]byte(v)); !ok {
			return false
		}
	}
	return len(s.Times) > 0
}

// OnScale reports whether labels are numbers on a scale rather than classes: some are not whole,
// or there are more than anyone would use as classes. Marks from 1 to 10 count as classes.
func (s *Statistics) OnScale() bool {
	const most = 20
	return s.Numbers && (s.Decimals || len(s.Times) > most)
}
