package sheet

import (
	"cmp"
	"math"
	"slices"

	"concord/core/job"
)

// sorter sorts indices by their keys: stable, in linear time, and with a pause after each pass, so that millions of rows never
// delay a Cancel.
type sorter struct {
	keys  []uint64 // by index
	perm  []int32  // the indices, to be sorted
	other []int32  // as long as perm
	pause func() error
}

const (
	digitBits = 11
	digits    = (64 + digitBits - 1) / digitBits
	few       = 512 // below it a comparison sort is faster
)

func newSorter(n int, pause func() error) *sorter {
	s := &sorter{keys: make([]uint64, n), perm: make([]int32, n), other: make([]int32, n), pause: pause}
	for i := range s.perm {
		s.perm[i] = int32(i)
	}
	return s
}

// sort sorts perm[from:to]: a radix sort from the last digit, which skips digits that are the same in all keys.
func (s *sorter) sort(from, to int) error {
	perm, other := s.perm[from:to], s.other[from:to]
	if len(perm) < few {
		slices.SortStableFunc(perm, func(a, b int32) int { return cmp.Compare(s.keys[a], s.keys[b]) })
		return nil
	}
	var count [digits][1 << digitBits]int32
	for _, i := range perm {
		key := s.keys[i]
		for d := range count {
			count[d][key>>(d*digitBits)&(1<<digitBits-1)]++
		}
	}
	src, dst := perm, other
	for d := range count {
		if err := s.pause(); err != nil {
			return err
		}
		shift, c := d*digitBits, &count[d]
		if int(c[s.keys[src[0]]>>shift&(1<<digitBits-1)]) == len(src) {
			continue
		}
		at := int32(0)
		for v, n := range c {
			c[v] = at
			at += n
		}
		for _, i := range src {
			v := s.keys[i] >> shift & (1<<digitBits - 1)
			dst[c[v]] = i
			c[v]++
		}
		src, dst = dst, src
	}
	copy(perm, src)
	return nil
}

// ByNumber sorts n indices by a figure, NaN last.
func ByNumber(n int, figure func(i int) float64, desc bool, pause func() error) ([]int32, error) {
	s := newSorter(n, pause)
	for i := range s.keys {
		if i%job.Block == 0 {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		s.keys[i] = keyOf(figure(i), desc)
	}
	if err := s.sort(0, n); err != nil {
		return nil, err
	}
	return s.perm, nil
}

// keyOf maps floats to integers in the same order: it inverts all bits of negative ones, and the sign of the others.
func keyOf(x float64, desc bool) uint64 {
	if math.IsNaN(x) {
		return math.MaxUint64
	}
	key := math.Float64bits(x + 0) // −0 + 0 is +0
	if key>>63 == 1 {
		key = ^key
	} else {
		key |= 1 << 63
	}
	if desc {
		key = ^key
	}
	return key
}

// byName sorts n names as people do: t2 before t10, a before B. It compares eight bytes at a time, and the next eight only of
// names with the same ones before.
func byName(n int, name func(i int) string, pause func() error) ([]int32, error) {
	s := newSorter(n, pause)
	type run struct{ from, to, at int }
	var text []byte
	runs := []run{{0, n, 0}}
	for len(runs) > 0 {
		r := runs[len(runs)-1]
		runs = runs[:len(runs)-1]
		for m, i := range s.perm[r.from:r.to] {
			if m%job.Block == 0 {
				if err := pause(); err != nil {
					return nil, err
				}
			}
			text = natural(text[:0], name(int(i)))
			s.keys[i] = eight(text, r.at)
		}
		if err := s.sort(r.from, r.to); err != nil {
			return nil, err
		}
		for from := r.from; from < r.to; {
			key, to := s.keys[s.perm[from]], from+1
			for to < r.to && s.keys[s.perm[to]] == key {
				to++
			}
			if to-from > 1 && key&0xff != 0 { // the last byte is 0 where the name has ended
				runs = append(runs, run{from, to, r.at + 8})
			}
			from = to
		}
	}
	return s.perm, nil
}

// eight returns the bytes of text from at on as a number, zeros beyond its end.
func eight(text []byte, at int) (key uint64) {
	for n := at; n < at+8; n++ {
		key <<= 8
		if n < len(text) {
			key |= uint64(text[n])
		}
	}
	return key
}

// natural appends a form of name whose bytes sort as people expect: lower case, and each number after its number of digits.
func natural(to []byte, name string) []byte {
	for n := 0; n < len(name); {
		c := name[n]
		if c < '0' || c > '9' {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			to = append(to, max(c, 1))
			n++
			continue
		}
		for n+1 < len(name) && name[n] == '0' && '0' <= name[n+1] && name[n+1] <= '9' {
			n++ // a leading zero
		}
		end := n
		for end < len(name) && '0' <= name[end] && name[end] <= '9' && end-n < 9 {
			end++
		}
		to = append(to, '0'+byte(end-n))
		to = append(to, name[n:end]...)
		n = end
	}
	return to
}

// Rank is the order of names, which stays the same from fit to fit.
type Rank struct{ Of []int32 }

// Make finds the place of each name among all of them, once.
func (r *Rank) Make(n int, name func(i int) string, pause func() error) error {
	if r.Of != nil {
		return nil
	}
	perm, err := byName(n, name, pause)
	if err != nil {
		return err
	}
	r.Of = make([]int32, n)
	for place, i := range perm {
		r.Of[i] = int32(place)
	}
	return nil
}

// Most returns the indices of the n largest, in their own order.
func Most(x []float64, n int) []int {
	all := make([]int, len(x))
	for i := range all {
		all[i] = i
	}
	if len(all) > n {
		slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(x[b], x[a]) })
		all = all[:n]
		slices.Sort(all)
	}
	return all
}
