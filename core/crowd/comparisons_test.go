package crowd

import (
	"slices"
	"testing"
)

// Pairs are tasks, whichever item stood on the left; an item against itself is none.
func TestCompare(t *testing.T) {
	d := Compare(4, 2, []Vote{
		{Worker: 0, Left: 2, Right: 1, Answer: Left}, {Worker: 1, Left: 3, Right: 3}, {Worker: 1, Left: 0, Right: 1, Answer: Neither},
		{Worker: 1, Left: 1, Right: 2, Answer: Left},
	}, true)
	c := d.Comparisons
	if !slices.Equal(c.First, []int32{1, 0}) || !slices.Equal(c.Second, []int32{2, 1}) {
		t.Errorf("got pairs %v and %v, want 1–2 and 0–1", c.First, c.Second)
	}
	if want := []uint16{SecondWins, FirstWins, Tied}; !slices.Equal(d.Class, want) || d.Classes != 3 {
		t.Errorf("got classes %v of %d, want %v of 3", d.Class, d.Classes, want)
	}
	if !slices.Equal(d.Swapped, []bool{true, false, false}) || !slices.Equal(d.Order, []int32{0, 3, 2}) {
		t.Errorf("got swapped %v in the order %v, want the first swapped, and 0 3 2", d.Swapped, d.Order)
	}
	wins, losses, ties := d.Record()
	if !slices.Equal(wins, []int{0, 1, 1, 0}) || !slices.Equal(losses, []int{0, 1, 1, 0}) || !slices.Equal(ties, []int{1, 1, 0, 0}) {
		t.Errorf("got wins %v, losses %v, ties %v", wins, losses, ties)
	}
	if group, n := d.Meeting(); n != 2 || !slices.Equal(group, []int32{0, 0, 0, 1}) {
		t.Errorf("got groups %v, want items 0 to 2 and item 3", group)
	}
	part := d.Only([]int{1})
	if part.Comparisons.First[0] != 0 || !slices.Equal(part.Swapped, []bool{false}) || !slices.Equal(part.Order, []int32{2}) {
		t.Errorf("got the part %+v of %+v, want the pair 0–1 with its vote", part.Comparisons, part.Labels)
	}
	if p := d.Parts(); !p.Comparisons || p.Rankings {
		t.Errorf("got parts %+v, want comparisons and no rankings", p)
	}
}

// A ranking decides all its pairs; of a list that is ranked in part, those with a ranked item.
func TestCompareLists(t *testing.T) {
	d := CompareLists(4, 2, &Rankings{Start: []int32{0, 3, 6}, Item: []int32{2, 0, 1, 3, 1, 0}, Worker: []int32{0, 1}, Ranked: []int32{3, 1}})
	wins, losses, _ := d.Record()
	if !slices.Equal(wins, []int{1, 0, 2, 2}) || !slices.Equal(losses, []int{2, 3, 0, 0}) || !d.Parts().Rankings {
		t.Errorf("got wins %v and losses %v, want 1 0 2 2 and 2 3 0 0", wins, losses)
	}
	if d.Only([]int{0}).Parts().Rankings {
		t.Error("some of the pairs of rankings still count as rankings")
	}
}

// A part has the features of its items and votes.
func TestStyleOfAPart(t *testing.T) {
	votes := []Vote{{Left: 1, Right: 0}, {Left: 0, Right: 0}, {Left: 1, Right: 2}, {Left: 0, Right: 1}}
	d := Compare(3, 1, votes, false)
	d.Comparisons.Style = &Style{
		Items: &Features{Names: []string{"age"}, X: []float64{1, 2, 3}},
		Votes: FirstLessSecond(votes, &Features{Names: []string{"length"}, X: []float64{10, 20, 30, 40}}),
	}
	part := d.Only([]int{1, 0})
	if !part.Parts().Style {
		t.Fatal("the part has no style")
	}
	var got []float64
	for _, place := range part.Order {
		got = append(got, part.Comparisons.Style.Votes.Row(int(place))...)
	}
	if want := []float64{30, -10, 40}; !slices.Equal(got, want) {
		t.Errorf("lengths are %v, want %v", got, want)
	}
}
