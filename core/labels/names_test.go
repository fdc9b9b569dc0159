package labels

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/api"
)

func TestNames(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	var all []string
	for n := range 30_000 {
		all = append(all, fmt.Sprintf("task%06d", n), fmt.Sprint(n))
	}
	for length := range 40 { // alike but for one byte, at every place
		base := strings.Repeat("x", length)
		all = append(all, base)
		for at := range length {
			all = append(all, base[:at]+"y"+base[at+1:], base[:at]+"\x00"+base[at+1:])
		}
	}
	for _, n := range []int{127, 128, 129, blockSize - 8, blockSize, 1 << 20} {
		all = append(all, strings.Repeat("a", n), strings.Repeat("a", n-1)+"b", strings.Repeat("a", n/2)+"b"+strings.Repeat("a", n-n/2-1))
	}
	src.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })

	var s names
	if i, ok := s.Find("x"); ok {
		t.Errorf("got %d in an empty set", i)
	}
	want := make(map[string]int)
	for _, name := range append(all, all...) {
		i, ok := want[name]
		if !ok {
			i = len(want)
			want[name] = i
		}
		if got := s.add([]byte(name)); int(got) != i {
			t.Fatalf("add(%.40q): got %d, want %d", name, got, i)
		}
		if src.IntN(3) == 0 { // the string asked for last
			if got := s.add([]byte(name)); int(got) != i {
				t.Fatalf("add(%.40q) again: got %d, want %d", name, got, i)
			}
		}
	}
	if s.Len() != len(want) {
		t.Errorf("got %d names, want %d", s.Len(), len(want))
	}
	for name, i := range want {
		if got := s.At(i); got != name {
			t.Errorf("At(%d): got %.40q, want %.40q", i, got, name)
		}
		if got, ok := s.Find(name); !ok || got != i {
			t.Errorf("Find(%.40q): got %d, %v, want %d", name, got, ok, i)
		}
	}
	if i, ok := s.Find("no such name"); ok {
		t.Errorf("got %d for a name that is not there", i)
	}
}

// TestHash checks that ids which differ in a digit or two spread over the table
// as random numbers would: n keys in 2n slots leave 2n·exp(-1/2) slots empty.
func TestHash(t *testing.T) {
	for _, form := range []string{"%d", "w%04d", "task%08d", "A1%012X", "https://example.org/images/%d.png", "%d_clueweb09-en0000"} {
		const n, slots = 1 << 15, 1 << 16
		low, high := make([]bool, slots), make([]bool, slots)
		for i := range n {
			b := fmt.Appendf(nil, form, i)
			h := keyOf(b).hash(b)
			low[h%slots], high[h>>32%slots] = true, true
		}
		for half, used := range map[string][]bool{"low": low, "high": high} {
			empty := 0
			for _, u := range used {
				if !u {
					empty++
				}
			}
			const want = 39_750 // 65536·exp(-1/2); its deviation is about 90
			if empty < want-500 || empty > want+500 {
				t.Errorf("%s, %s bits: got %d empty slots, want about %d", form, half, empty, want)
			}
		}
	}
}

func TestSortedClasses(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"2 10 1", "1 2 10"},
		{"-2 1 0 2", "-2 0 1 2"},
		{"1.0 01 1 0.5", "0.5 01 1 1.0"},
		{"no yes maybe", "maybe no yes"},
		{"10 9 many", "10 9 many"},
		{"B a é", "B a é"},
		{"1e1 9", "9 1e1"},
	} {
		var old names
		for _, s := range strings.Fields(test.in) {
			old.add([]byte(s))
		}
		fresh, order := sorted(&old)
		var got []string
		for k := range fresh.Len() {
			got = append(got, fresh.At(k))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %s, want %s", test.in, strings.Join(got, " "), test.want)
		}
		for k, at := range order {
			if fresh.At(int(at)) != old.At(k) {
				t.Errorf("%s: class %d (%s) became %d (%s)", test.in, k, old.At(k), at, fresh.At(int(at)))
			}
		}
	}
}

func TestPrintable(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`plain "text" \ here`, `plain "text" \ here`},
		{"é 日本", "é 日本"},
		{"a\tb\nc\x00", `a\tb\nc\x00`},
		{"yes\u200b", `yes\u200b`},
		{"\u202eabc", `\u202eabc`},
		{"a\u00a0b", `a\u00a0b`},
		{"caf\xe9", `caf\xe9`},
		{strings.Repeat("é", 60), strings.Repeat("é", 60)},
		{strings.Repeat("é", 61), strings.Repeat("é", 60) + "…"},
	} {
		if got := api.Printable(test.in); got != test.want {
			t.Errorf("%q: got %s, want %s", test.in, got, test.want)
		}
	}
}
