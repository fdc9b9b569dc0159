package layout

import (
	"math"
	"strings"

	"concord/core/parse"
)

// statistics are what the sample shows of one column.
type statistics struct {
	times    map[string]int // how often each cell occurs that is not missing
	filled   int            // cells that are not missing
	numbers  bool           // they are all numbers
	decimals bool           // some of them are not whole
}

func statisticsOf(records [][]string, c int, missing parse.Tokens) statistics {
	s := statistics{times: make(map[string]int)}
	for _, r := range records {
		if cell := r[c]; !missing.Has([]byte(cell)) {
			s.filled++
			s.times[cell]++
		}
	}
	s.numbers = s.filled > 0
	for cell := range s.times {
		x, err := parse.Number([]byte(cell))
		if err != nil {
			s.numbers = false
			break
		}
		s.decimals = s.decimals || x != math.Trunc(x)
	}
	return s
}

// lists reports whether there are lists among the cells of a column, and nothing else
// that begins like one.
func (s *statistics) lists() bool {
	some := false
	for cell := range s.times {
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

// index reports whether the values of a column are whole numbers that come once.
func (s *statistics) index() bool {
	for cell, n := range s.times {
		if n != 1 || strings.Trim(cell, "0123456789") != "" {
			return false
		}
	}
	return s.filled > 1
}

// counts reports whether all values of a column are counts.
func (s *statistics) counts() bool {
	for v := range s.times {
		if _, ok := parse.Count([]byte(v)); !ok {
			return false
		}
	}
	return len(s.times) > 0
}

// onScale reports whether labels are numbers on a scale rather than classes:
// numbers that are not whole, or more than anyone would name as classes. A file
// of marks from 1 to 10 is taken as one of classes.
func (s *statistics) onScale() bool {
	const most = 20
	return s.numbers && (s.decimals || len(s.times) > most)
}
