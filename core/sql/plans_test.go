//go:build unix && !js

package sql_test

import (
	"bytes"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"concord/core/fit"
	"concord/core/sql"
	"concord/internal/warehouse"
)

// small is a small crowd in a table of an engine, in which a worker answers as another does.
func small(t *testing.T, db *warehouse.Database, ask sql.Client, table string) {
	t.Helper()
	var rows [][]*string
	for i := range 12 {
		for j := range 5 {
			task, worker, label := "t"+string(rune('a'+i)), "w"+string(rune('a'+j)), []string{"yes", "no", "é"}[(i+i*j/4)%3]
			rows = append(rows, []*string{&task, &worker, &label})
		}
	}
	load(t, db, ask, table, []string{"task", "worker", "label"}, rows)
}

// whole makes all statements that a fit has: those of the base, of passes, of a merge, of the sample and of the answers.
func whole(t *testing.T, d *sql.Dialect, table, method string, ask sql.Client) {
	t.Helper()
	s, err := sql.Open(&sql.Job{Dialect: d, Method: method, Table: sql.Name{table}, Prefix: sql.Name{"plan_"},
		Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"}}, ask, sql.Options{Fresh: true})
	if err != nil {
		t.Fatal(err)
	}
	set := fit.Settings{MaxSteps: 2}
	f, err := remote(method).StartRemote(s, set.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	session := fit.Drive(f, s.Shape().Tasks, set)
	for range session.Steps() {
	}
	if err := session.Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Sample(0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Merge([]int32{0, 0, -1, -1, -1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Posteriors(f); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tables(); err != nil {
		t.Fatal(err)
	}
	if err := s.EachTask(func(*sql.Task) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := s.Clean(true); err != nil {
		t.Fatal(err)
	}
}

// statements splits SQL where a client does: at a semicolon that ends a line.
func statements(text string) (all []string) {
	for _, s := range strings.SplitAfter(text, ";\n") {
		if strings.TrimSpace(s) != "" {
			all = append(all, s)
		}
	}
	return all
}

var (
	plansOf = regexp.MustCompile(`(?i)^(--.*\n)*(SELECT|INSERT|CREATE TABLE [^(]* AS\s)`)
	proofs  = regexp.MustCompile(`'concord:(made\d+),'`)
	single  = regexp.MustCompile(`.*\n.*Exchange SinglePartition`)
)

// No statement sends all rows through one task of Spark. Two things may meet in one: the sums of a whole table, of which each task has made
// one row before (an aggregate without keys), and the first of the spellings of labels, of which there are 1,000 at most a task (a limit).
func TestSparkPlans(t *testing.T) {
	db, d, ask := session(t, "spark")
	small(t, db, ask, "planned")
	seen := 0
	whole(t, d, "planned", "ds", func(text string, line func([]byte) error) (string, error) {
		var all string
		for _, one := range statements(text) {
			if plansOf.MatchString(one) {
				var plan strings.Builder
				if said, err := ask("EXPLAIN "+one, func(l []byte) error { plan.Write(l); return nil }); err != nil {
					return said, err
				}
				if seen++; !strings.Contains(plan.String(), "Physical Plan") {
					t.Errorf("there is no plan of %s: %s", one, plan.String())
				}
				for _, found := range single.FindAllString(plan.String(), -1) {
					if !strings.Contains(found, "Aggregate(keys=[]") && !strings.Contains(found, "GlobalLimit") {
						t.Errorf("all rows go through one task, by %s\nof %s", found, one)
					}
				}
			}
			said, err := ask(one, line)
			if all += said; err != nil {
				return all, err
			}
		}
		return all, nil
	})
	if seen < 20 {
		t.Errorf("got %d plans, want 20 at least", seen)
	}
}

// Statements for engines that are not here are SQL as these have it, by the word of a parser, though they never ran there. What DuckDB
// answers is what the fit goes on with.
func TestStatementsOfOtherEngines(t *testing.T) {
	python, err := warehouse.Python()
	if err != nil {
		t.Skipf("skipped: %v; make engines installs them", err)
	}
	db, duckdb, ask := session(t, "duckdb")
	small(t, db, ask, "planned")
	for _, method := range []string{"consensus", "fds", "wawa"} {
		var answers [][]byte
		var calls []int // where the answer to each ends
		whole(t, duckdb, "planned", method, func(text string, line func([]byte) error) (string, error) {
			said, err := ask(text, func(l []byte) error {
				answers = append(answers, slices.Clone(l))
				return line(l)
			})
			calls = append(calls, len(answers))
			return said, err
		})
		for _, d := range sql.Dialects() {
			if d.Ran != "" {
				continue
			}
			var all strings.Builder
			call, at := 0, 0
			whole(t, d, "planned", method, func(text string, line func([]byte) error) (string, error) {
				all.WriteString(text)
				for _, made := range proofs.FindAllStringSubmatch(text, -1) { // with numbers of its own
					if err := line([]byte("concord:" + made[1] + ",1;\n")); err != nil {
						return "", err
					}
				}
				for end := calls[call]; at < end; at++ {
					if err := line(answers[at]); err != nil {
						return "", err
					}
				}
				call++
				return "", nil
			})
			c := exec.Command(python, "../../internal/warehouse/parse.py", d.Name)
			c.Stdin = strings.NewReader(all.String())
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%s, %s: %v\n%s", d.Name, method, err, bytes.TrimSpace(out[max(0, len(out)-2000):]))
			}
		}
	}
}
