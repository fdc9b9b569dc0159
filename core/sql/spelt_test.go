//go:build unix && !js

package sql_test

import (
	"fmt"
	"slices"
	"testing"

	"concord/core/fit"
	"concord/core/sql"
	"concord/internal/warehouse"
)

// White space around names and labels does not matter inside an engine either, whether or not the classes are listed.
func TestWhiteSpaceAroundNames(t *testing.T) {
	for _, dialect := range warehouse.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			var rows [][]*string
			for _, r := range [][3]string{
				{"t1", "w1", "a"}, {"t1\t", " w2", "a "}, {"\r\nt1", "w3\n", "b\r"}, {"t2", "w1\v", "\fb"}, {"\t", "w1", "a"},
			} {
				rows = append(rows, []*string{&r[0], &r[1], &r[2]})
			}
			load(t, db, ask, "labels", []string{"task", "worker", "label"}, rows)
			for _, classes := range [][]sql.Class{nil, {{Name: "a", Said: []string{"a"}}, {Name: "b", Said: []string{"b"}}}} {
				j := &sql.Job{Dialect: d, Method: "majority", Table: sql.Name{"labels"}, Classes: classes,
					Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"}, Prefix: sql.Name{"concord_"}}
				if _, err := sql.Open(j, ask, sql.Options{}); err == nil {
					t.Error("a task of nothing but white space is no error")
				}
				f, err := sql.Open(j, ask, sql.Options{Skip: true})
				if err != nil {
					t.Fatal(err)
				}
				vote, err := remote("majority").StartRemote(f, fit.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				if err := f.Posteriors(vote); err != nil {
					t.Fatal(err)
				}
				var got []string
				if err := f.EachTask(func(l *sql.Task) error {
					got = append(got, fmt.Sprintf("%q %q %d", l.Name, f.Classes()[l.Class], l.Votes))
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				if want := []string{`"t1" "a" [2 1]`, `"t2" "b" [0 1]`}; !slices.Equal(got, want) || len(f.Workers) != 3 {
					t.Errorf("got %v by %d workers, want %v by 3", got, len(f.Workers), want)
				}
				if err := f.Clean(true); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A fit does not go on with labels that have changed, though there are as many.
func TestLabelsThatChange(t *testing.T) {
	for _, dialect := range warehouse.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			j := func() *sql.Job {
				return &sql.Job{Dialect: d, Method: "ds", Table: sql.Name{"labels"},
					Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"}, Prefix: sql.Name{"concord_"}}
			}
			var from *sql.Source
			open := func(third string, o sql.Options) error {
				var rows [][]*string
				for _, r := range [][3]string{{"t1", "w1", "a"}, {"t1", "w2", "a"}, {"t2", "w1", third}, {"t2", "w2", "b"}} {
					rows = append(rows, []*string{&r[0], &r[1], &r[2]})
				}
				load(t, db, ask, "labels", []string{"task", "worker", "label"}, rows)
				var err error
				from, err = sql.Open(j(), ask, o)
				return err
			}
			if err := open("a", sql.Options{}); err != nil {
				t.Fatal(err)
			}
			want := `labels: the class "a" has 2 labels now, and had 3 when the fit began: --fresh begins anew`
			if err := open("b", sql.Options{}); err == nil || err.Error() != want {
				t.Errorf("got %v, want %q", err, want)
			}
			if err := open("b", sql.Options{Fresh: true}); err != nil {
				t.Error(err)
			}
			if err := from.Clean(true); err != nil {
				t.Error(err)
			}
		})
	}
}
