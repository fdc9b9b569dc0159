package sheet

import (
	"context"
	"math"
	"slices"
	"testing"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
)

var still = &job.Host{Seconds: func() float64 { return 0 }}

type names []string

func (n names) Len() int                       { return len(n) }
func (n names) At(i int) string                { return n[i] }
func (n names) Append(to []byte, i int) []byte { return append(to, n[i]...) }

// fruit is a table of names that sort differently as text, of numbers that sort differently as text, and of labels.
func fruit() *Table {
	rows, label := names{"pear", "fig 10", "Fig 9"}, []int{0, 1, 1}
	weight, share := []float64{9, 100, math.NaN()}, []float64{.5, math.NaN(), .25}
	classes := names{"red", "green"}
	return &Table{
		Name: "fruit", Size: len(rows), Rank: new(Rank), Classes: classes,
		Has:   func(i, k int) bool { return label[i] == k },
		Doubt: func(i int) float64 { return []float64{math.NaN(), .2, .4}[i] },
		Only: func(o *api.Only) (func(i int) bool, error) {
			if o.What != api.OnlyTies {
				return nil, api.Refuse("There is no choice “%s”.", o.What)
			}
			return func(i int) bool { return i < 2 }, nil
		},
		Index: func(i int) int { return 10 + i },
		Columns: []*Column{
			Row("name", "Name", rows, nil),
			Number("weight", "Weight", func(i int) float64 { return weight[i] }),
			Share("share", "Share", func(i int) float64 { return share[i] }),
			Number("fixed", "Fixed", func(i int) float64 { return share[i] }).Fixed(),
			Text("label", "Label", func(i int) string { return classes[label[i]] }, func(i int) float64 { return float64(label[i]) }),
		},
	}
}

func TestPagesAreSortedAndFiltered(t *testing.T) {
	c := job.New(context.Background(), still, 1, func(api.Reply) {})
	for _, x := range []struct {
		query api.Rows
		want  []int // of the input
		total int
	}{
		{api.Rows{Count: 9}, []int{10, 11, 12}, 3},
		{api.Rows{Count: 9, Sort: "name"}, []int{12, 11, 10}, 3},
		{api.Rows{Count: 9, Sort: "weight"}, []int{10, 11, 12}, 3},
		{api.Rows{Count: 9, Sort: "weight", Desc: true}, []int{11, 10, 12}, 3}, // what is missing is last
		{api.Rows{Count: 9, Filter: "FIG"}, []int{11, 12}, 2},
		{api.Rows{Count: 9, Filter: "fig", Sort: "name", Desc: true}, []int{11, 12}, 2},
		{api.Rows{Count: 9, Label: "red"}, []int{10}, 1},
		{api.Rows{Count: 9, Label: "red", Filter: "fig"}, []int{}, 0},
		{api.Rows{Count: 9, Only: api.Only{What: api.OnlyTies}}, []int{10, 11}, 2},
		{api.Rows{Count: 9, Only: api.Only{What: api.OnlyTies}, Filter: "fig"}, []int{11}, 1},
		{api.Rows{Count: 9, Only: api.Only{What: api.OnlyUncertain, First: 1}}, []int{12}, 1},
		{api.Rows{Count: 9, Only: api.Only{What: api.OnlyUncertain, First: 2}}, []int{11, 12}, 2}, // in the order asked for
		{api.Rows{Count: 9, Only: api.Only{What: api.OnlyUncertain, First: 9}}, []int{11, 12}, 2}, // what is known needs no look
		{api.Rows{Count: 9, Only: api.Only{What: api.OnlyUncertain, First: -1}}, []int{}, 0},
		{api.Rows{Count: 1, From: 1}, []int{11}, 3},
		{api.Rows{Count: 1, From: 7}, []int{}, 3},
		{api.Rows{Count: -1, From: -1}, []int{}, 3},
	} {
		p, err := fruit().Page(c, new(cache.Cache).Of("fruit"), &x.query)
		if err != nil {
			t.Errorf("%+v: %v", x.query, err)
		} else if !slices.Equal(p.Index, x.want) || p.Matching != x.total || p.Total != 3 {
			t.Errorf("%+v: rows %v, %d of %d match, want %v, %d of 3", x.query, p.Index, p.Matching, p.Total, x.want, x.total)
		}
	}
}

func TestCellsAreShownByType(t *testing.T) {
	f := fruit()
	for i, want := range [][]string{
		{"pear", "9", "0.5000", "0.5000", "red"},
		{"fig 10", "100", "", "", "green"},
		{"Fig 9", "", "0.2500", "0.2500", "green"},
	} {
		p, err := f.Page(job.New(context.Background(), still, 1, func(api.Reply) {}), new(cache.Cache).Of("fruit"),
			&api.Rows{From: i, Count: 1})
		if err != nil || !slices.Equal(p.Cells[0], want) {
			t.Errorf("row %d: got %q, %v, want %q", i, p.Cells, err, want)
		}
	}
	figures := Figures(f.Columns[1:], 0)
	if len(figures) != 4 || figures[0].Text != "9" || figures[0].Kind != "number" || figures[1].Kind != "share" || figures[3].Kind != "text" {
		t.Errorf("got %+v", figures)
	}
}

func TestPagesRefuseWhatTheTableLacks(t *testing.T) {
	c := job.New(context.Background(), still, 1, func(api.Reply) {})
	unlabelled := fruit()
	unlabelled.Has, unlabelled.Doubt, unlabelled.Only = nil, nil, nil
	for _, x := range []struct {
		of    *Table
		query api.Rows
	}{{fruit(), api.Rows{Sort: "height"}}, {fruit(), api.Rows{Label: "blue"}}, {unlabelled, api.Rows{Label: "red"}},
		{unlabelled, api.Rows{Only: api.Only{What: api.OnlyUncertain, First: 1}}}, {fruit(), api.Rows{Only: api.Only{What: "odd"}}}} {
		if _, err := x.of.Page(c, new(cache.Cache).Of("fruit"), &x.query); err == nil {
			t.Errorf("%+v was served", x.query)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c = job.New(ctx, still, 1, func(api.Reply) {})
	if _, err := fruit().Page(c, new(cache.Cache).Of("fruit"), &api.Rows{Sort: "name"}); err == nil {
		t.Error("a cancelled page was served")
	}
}
