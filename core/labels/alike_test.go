package labels

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/layout"
)

func TestLooks(t *testing.T) {
	for _, same := range [][]string{
		{"Yes", "yes", "YES", "yes\u200b", "\ufeffyes", "y\u00ades", "ｙｅｓ"},
		{"1", "1.0", "01", "+1", "1e0", "１"},
		{"1000000", "1e6", "1E+06", "1000000.0", "01000000"},
		{"999999999999999", "999999999999999.0"},
		{"k-1", "K-1", "\u212a-1"},
		{"not sure", "not  sure", "Not\u00a0Sure"},
		{"Straße", "STRASSE"[:0] + "straße"},
		{"ﬁne", "fine"},
		{"❤", "❤\ufe0f"},
	} {
		for _, name := range same[1:] {
			if lookOf(name) != lookOf(same[0]) {
				t.Errorf("%+q looks like %q, %+q like %q", same[0], lookOf(same[0]), name, lookOf(name))
			}
		}
	}
	apart := []string{"yes", "no", "1", "-1", "0", "10", "1.5", "a-b", "a b", "a_b", "é", "e", "", "x\u0301", "9007199254740993",
		"9007199254740992", "0e409", "00e409", "0e12"}
	for n, a := range apart {
		for _, b := range apart[n+1:] {
			if lookOf(a) == lookOf(b) {
				t.Errorf("%q and %q look the same: %q", a, b, lookOf(a))
			}
		}
	}
}

// Groups are in the order of their first names, and so are the names of each,
// whichever of them look like themselves.
func TestGroupsAreInOrder(t *testing.T) {
	names := &names{}
	for _, name := range []string{"B", "a", "c", "b", "A", "1e6", "é", "ａ", "1000000", "É", "D"} {
		names.add([]byte(name))
	}
	groups, err := alike(names, func() error { return nil })
	if got, want := fmt.Sprint(groups), "[[0 3] [1 4 7] [5 8] [6 9]]"; got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

const lookalikes = "task,worker,label\nt1,ann,Yes\nt1,Ann,yes\nt2,ann,no\nT2,bob,Yes\nt3,bob,yes\u200b\nt3,eve,Yes\n"

func TestLookAlikesArePointedOutAndMergedOnDemand(t *testing.T) {
	s, err := readAs(t, lookalikes, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Classes.Len() != 4 || s.Workers.Len() != 4 || s.Tasks.Len() != 4 {
		t.Fatalf("names were merged silently: %d classes, %d workers, %d tasks", s.Classes.Len(), s.Workers.Len(), s.Tasks.Len())
	}
	found, err := LookAlikes(s, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	want := "[{label [Yes yes yes\u200b] [Yes yes yes\\u200b] [3 1 1] Yes false} {worker [ann Ann] [ann Ann] [2 1] ann false} {task [t2 " +
		"T2] [t2 T2] [1 1] t2 false}]"
	if got := fmt.Sprint(found); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	var merge []api.Merge
	for _, a := range found {
		merge = append(merge, api.Merge{Of: a.Of, From: a.Names, To: a.To})
	}
	s, err = readAs(t, lookalikes, func(g *layout.Layout) { g.Merge = merge })
	if err != nil {
		t.Fatal(err)
	}
	plain, err := readAs(t, "task,worker,label\nt1,ann,Yes\nt1,ann,Yes\nt2,ann,no\nt2,bob,Yes\nt3,bob,Yes\nt3,eve,Yes\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := votesOf(s), votesOf(plain); !slices.Equal(got, want) || s.Repeats != plain.Repeats || s.Data.Classes != 2 {
		t.Errorf("got %v, %d repeats, want %v, %d", got, s.Repeats, want, plain.Repeats)
	}
	if left, _ := LookAlikes(s, func() error { return nil }); len(left) != 0 {
		t.Errorf("there are still look-alikes: %v", left)
	}
	// Other files may use any of the names.
	for _, name := range []string{"Yes", "yes", "yes\u200b"} {
		if k, ok := s.Classes.Find(name); !ok || s.Classes.At(k) != "Yes" {
			t.Errorf("%q is found as %d, %v", name, k, ok)
		}
	}
	if i, ok := s.Tasks.Find("T2"); !ok || s.Tasks.At(i) != "t2" {
		t.Errorf("T2 is found as %d, %v", i, ok)
	}
	// With the repeats that the merge makes settled, and a class gone with them.
	s, err = readAs(t, lookalikes, func(g *layout.Layout) { g.Merge, g.Again = merge, api.AgainFirst })
	if err != nil || s.Data.Len() != 5 || s.Repeats != 1 {
		t.Errorf("got %v labels, %v", s, err)
	}
	if k, ok := s.Classes.Find("yes"); !ok || s.Classes.At(k) != "Yes" {
		t.Errorf("yes is found as %d, %v", k, ok)
	}
}

func TestLookAlikesEndWithTheErrorOfTheirPause(t *testing.T) {
	s, err := readAs(t, lookalikes, nil)
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	for at := range 4 {
		n := 0
		_, err := LookAlikes(s, func() error {
			if n++; n > at {
				return stop
			}
			return nil
		})
		if err != stop {
			t.Errorf("pause %d: got %v", at, err)
		}
	}
}

func TestNumbersAreNoLookAlikes(t *testing.T) {
	s, err := readAs(t, "task,worker,label\nt1,a,1.0\nt1,b,1.5\nt2,a,1\nt2,b,2.5\n",
		func(g *layout.Layout) { g.Merge = []api.Merge{{Of: layout.Label, From: []string{"1.0"}, To: "1"}} })
	if err != nil || !s.Data.Numeric() {
		t.Fatal(s, err)
	}
	if found, _ := LookAlikes(s, func() error { return nil }); len(found) != 0 {
		t.Errorf("got %v", found)
	}
	if got := strings.Join(votesOf(s), " "); got != "t1 a 1 t1 b 1.5 t2 a 1 t2 b 2.5" {
		t.Errorf("got %s", got)
	}
}
