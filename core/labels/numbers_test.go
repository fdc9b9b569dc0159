package labels

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"concord/internal/race"
)

// TestNumbers gives names that are numbers, or nearly, and holds what comes of
// them against a map.
func TestNumbers(t *testing.T) {
	race.SkipMany(t)
	src := rand.New(rand.NewPCG(3, 4))
	form := func(format string, from, to int) (all []string) {
		for v := from; v < to; v++ {
			all = append(all, fmt.Sprintf(format, v))
		}
		return all
	}
	some := func(all []string, share float64) (few []string) {
		for _, name := range all {
			if src.Float64() < share {
				few = append(few, name)
			}
		}
		return few
	}
	shuffled := func(all []string) []string {
		src.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
		return all
	}
	odd := []string{
		"", "0", "00", "7", "07", "007", "task-", "task-7x", "task-x7", "task-0", "task-00000007", "task-000000007", "task-123456789",
		"TASK-0000007", "tasl-0000007", "task-0000007 ", "-7", "99999999", "100000000", "4294967303", "task-99999999",
	}
	for _, test := range []struct {
		name     string
		all      []string
		numbered bool
	}{
		{"plain", form("%d", 0, 20_000), true},
		{"plain, shuffled", shuffled(form("%d", 0, 20_000)), true},
		{"wide", form("task-%07d", 0, 20_000), true},
		{"wide, shuffled", shuffled(form("task-%07d", 0, 200_000)), true},
		{"wide, from the end", form("task-%05d", 85_000, 110_000), true},
		{"outgrown", form("w%03d", 0, 20_000), true},
		{"a third of them", shuffled(some(form("img%06d", 0, 60_000), .33)), true},
		{"far away", form("%d", 77_000_000, 77_020_000), true},
		{"a long prefix", form("question number %d", 0, 20_000), true},
		{"a prefix of nine", form("question/%d", 0, 20_000), true},
		{"too long a prefix", form("the question number %d", 0, 20_000), false},
		{"many digits", form("%012d", 0, 20_000), true},
		{"sparse", shuffled(form("%d0007", 0, 5000)), false},
		{"sparse in the end", append(form("%d", 0, 20_000), form("%d000", 100, 20_000)...), true},
		{"texts", form("%x-%[1]d", 0, 20_000), false},
		{"width told late", append(form("t%d", 1000, 9999), form("t%04d", 0, 1000)...), true},
		{"texts among them", shuffled(append(form("%d", 0, 20_000), form("%dx", 0, 2000)...)), true},
		{"width told where there may be less", append(append(form("t%d", 10, 3000), "t01", "t5", "t05"), form("t%d", 3000, 9999)...), true},
		{"sparse in between", append(form("%d", 0, 20_000), append(form("%d000", 100, 20_000), form("%d", 20_000, 90_000)...)...), true},
		{"a wrong width among them", shuffled(append(form("%04d", 0, 9_000), form("%d", 0, 900)...)), true},
	} {
		var s names
		index := map[string]int32{}
		var asked []string
		ask := func(name string) {
			t.Helper()
			asked = append(asked, name)
			want, ok := index[name]
			if !ok {
				want = int32(len(index))
				index[name] = want
			}
			if got := s.add([]byte(name)); got != want {
				t.Fatalf("%s: add(%q): got %d, want %d", test.name, name, got, want)
			}
		}
		for n, name := range test.all {
			ask(name)
			if n == len(test.all)/2 {
				for _, name := range odd {
					ask(name)
				}
			}
			ask(test.all[src.IntN(n+1)])
		}
		for _, name := range odd {
			ask(name)
		}
		if (s.number != nil) != test.numbered {
			t.Errorf("%s: got numbers %v, want %v", test.name, s.number != nil, test.numbered)
		}
		// All of it from the start, and once more, many at a time.
		var b batch
		var together names
		var kept counter
		asked = append(asked, asked...)
		for from := 0; from < len(asked); from += batchSize {
			part := asked[from:min(from+batchSize, len(asked))]
			for _, name := range part {
				b.put([]byte(name), 0)
			}
			b.flush(&together, &kept)
			for k, name := range part {
				if b.index[k] != index[name] {
					t.Fatalf("%s: parse.Number(%q), many at a time: got %d, want %d", test.name, name, b.index[k], index[name])
				}
			}
		}
		// And some that are not there.
		look := append(append([]string{}, test.all...), "no such name", "12345678", "task-8765432")
		for from := 0; from < len(look); from += batchSize {
			part := look[from:min(from+batchSize, len(look))]
			for _, name := range part {
				b.put([]byte(name), 0)
			}
			s.findAll(cells{append(b.text, "12345678"...), &b.from, &b.to, b.n}, &b.index)
			for k, name := range part {
				if want, ok := index[name]; b.index[k] >= 0 && (!ok || b.index[k] != want) {
					t.Fatalf("%s: findAll(%q): got %d, want %d", test.name, name, b.index[k], want)
				}
			}
			b.n = 0
		}
		s.seal()
		for name, want := range index {
			if got := s.At(int(want)); got != name {
				t.Fatalf("%s: At(%d): got %q, want %q", test.name, want, got, name)
			}
			if got, ok := s.Find(name); !ok || got != int(want) {
				t.Fatalf("%s: Find(%q): got %d, %v, want %d", test.name, name, got, ok, want)
			}
		}
		if i, ok := s.Find("no such name"); ok {
			t.Errorf("%s: got %d for a name that is not there", test.name, i)
		}
		s.seal()
		if got := s.add([]byte("one more")); int(got) != len(index) {
			t.Errorf("%s: got %d for a name behind the others, want %d", test.name, got, len(index))
		}
		if got := s.add([]byte(test.all[0])); got != 0 {
			t.Errorf("%s: got %d for the first name, want 0", test.name, got)
		}
	}
}

// TestJoinNames merges names of every kind with names of every kind.
func TestNumbersAreWritten(t *testing.T) {
	for width := 1; width <= mostDigits; width++ {
		m := newNumbers("t-")
		m.width = width
		check := func(v int) {
			if got, want := string(m.append([]byte("x,"), v)), fmt.Sprintf("x,t-%0*d", width, v); got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
		}
		for v := range 10_000 {
			check(v)
			check(v*9973 + v)
			check(99_999_999 - v)
		}
	}
}
