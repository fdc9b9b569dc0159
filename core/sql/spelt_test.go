//go:build unix && !js

package sql_test

import (
	"fmt"
	"slices"
	"testing"

	"concord/core/sql"
)

// White space around names and labels does not matter inside an engine either, whether or not the classes are listed.
func TestWhiteSpaceAroundNames(t *testing.T) {
	for _, dialect := range []string{"postgres", "duckdb"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			var rows [][]*string
			for _, r := range [][3]string{{"t1", "w1", "a"}, {"t1\t", " w2", "a "}, {"\r\nt1", "w3\n", "b\r"}, {"t2", "w1\v", "\fb"}, {"\t", "w1", "a"}} {
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
				if err := f.Answers(); err != nil {
					t.Fatal(err)
				}
				var got []string
				if err := f.EachLabel(func(l sql.Label) error {
					got = append(got, fmt.Sprintf("%q %q %d", l.Task, l.Label, l.Votes))
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				if want := []string{`"t1" "a" 3`, `"t2" "b" 1`}; !slices.Equal(got, want) || f.Workers != 3 {
					t.Errorf("got %v by %d workers, want %v by 3", got, f.Workers, want)
				}
				if err := f.Clean(true); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
