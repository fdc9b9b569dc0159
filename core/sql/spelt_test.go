//go:build unix && !js

package sql_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/fit"
	"concord/core/parse"
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
				full := errors.New("no space left")
				if got := f.EachTask(func(*sql.Task) error { return full }); got != full || f.Failure() != nil {
					t.Errorf("got %v and %v, want %v and no failure of the client", got, f.Failure(), full)
				}
				if err := f.Clean(true); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A name is the same however its accents are written, and whatever white space of Unicode is around it, as for concord fit.
func TestSpellingsOfNames(t *testing.T) {
	for _, dialect := range warehouse.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			var rows [][]*string
			var tasks, workers []string
			for _, r := range [][3]string{
				{"Ren\u00e9e", "\u00e9", "a"}, {"Rene\u0301e", "e\u0301", "a"}, {"\u00a0Ren\u00e9e", "\u00a0\u00e9\u2003", "b"}, {"Renee", "e", "b"},
				{"\u212b", "\u3000e", "a"}, {"A\u030a", "\u0301e", "a"}, {"\u00c5\u0085", "x\u00a0x", "b"}, {"\u1100\u1161", "가", "b"},
				{"\uac00", "\u1100\u1161", "b"}, {"à", "\u2009", "b"},
			} {
				rows = append(rows, []*string{&r[0], &r[1], &r[2]})
				task, worker := string(parse.Tidy([]byte(r[0]))), string(parse.Tidy([]byte(r[1])))
				if worker == "" {
					continue
				}
				if tasks = append(tasks, task); !slices.Contains(workers, worker) {
					workers = append(workers, worker)
				}
			}
			slices.Sort(tasks)
			slices.Sort(workers)
			tasks = slices.Compact(tasks)
			load(t, db, ask, "spelt", []string{"task", "worker", "label"}, rows)
			from, err := sql.Open(&sql.Job{Dialect: d, Method: "majority", Table: sql.Name{"spelt"}, Prefix: sql.Name{"spelt_"},
				Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"}}, ask, sql.Options{Skip: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := from.Sample(0); err != nil {
				t.Fatal(err)
			}
			got := slices.Sorted(slices.Values(from.Tasks))
			if !slices.Equal(got, tasks) || !slices.Equal(from.Workers, workers) {
				t.Errorf("got the tasks %+q by %+q, want %+q by %+q", got, from.Workers, tasks, workers)
			}
			if err := from.Clean(true); err != nil {
				t.Error(err)
			}
		})
	}
}

// In a database that is not in UTF-8 there is no NFC: workers are still those of concord fit, and it is said that tasks may not be.
func TestDatabaseInLatin1(t *testing.T) {
	db, d, ask := session(t, "postgres")
	said, err := ask("DROP DATABASE IF EXISTS latin;\nCREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0;\n\\connect latin\n"+
		"SET client_encoding = UTF8;\n", func([]byte) error { return nil })
	if err != nil {
		t.Fatalf("%v %s", err, said)
	}
	var rows [][]*string
	for _, r := range [][3]string{{"Ren\u00e9e", "\u00e9", "a"}, {"x", "\u00a0\u00e9", "a"}, {"x", "e", "b"}} {
		rows = append(rows, []*string{&r[0], &r[1], &r[2]})
	}
	load(t, db, ask, "labels", []string{"task", "worker", "label"}, rows)
	for range 2 { // the second finds the tables of the first
		from, err := sql.Open(&sql.Job{Dialect: d, Method: "majority", Table: sql.Name{"labels"}, Prefix: sql.Name{"concord_"},
			Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"}}, ask, sql.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"e", "é"}; !slices.Equal(from.Workers, want) {
			t.Errorf("got the workers %q, want %q", from.Workers, want)
		}
		want := "the names of 1 task have letters beyond ASCII"
		if !slices.ContainsFunc(from.Notes, func(note string) bool { return strings.HasPrefix(note, want) }) {
			t.Errorf("got the notes %q, want one that begins %q", from.Notes, want)
		}
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
