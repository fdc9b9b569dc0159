//go:build unix && !js

package sql_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/labels"
	"concord/core/method/dawidskene"
	"concord/core/method/vote"
	"concord/core/sql"
	"concord/internal/shared"
	"concord/internal/warehouse"
)

// crowdOf is labels with names.
type crowdOf struct {
	data                    *crowd.Dataset
	tasks, workers, classes []string
}

// rows are the labels as a table has them.
func (c *crowdOf) rows() (rows [][]*string) {
	for i := range c.data.Tasks {
		from, to := c.data.Of(i)
		for n := from; n < to; n++ {
			rows = append(rows, []*string{&c.tasks[i], &c.workers[c.data.Worker[n]], &c.classes[c.data.Class[n]]})
		}
	}
	return rows
}

// twin is the method of the core that a job's SQL is of, with ties that go to the first class and plain steps.
func twin(j *sql.Job) fit.Method {
	ds := &dawidskene.DS{Smoothing: j.Smoothing, Accelerate: dawidskene.Never}
	switch j.Method {
	case "majority":
		return vote.Majority{}
	case "onecoin":
		ds.Tie, ds.UniformPrior = fit.TieMatrix, true
	case "classcoin":
		ds.Tie = fit.TieRow
	case "fds":
		ds.Assign = dawidskene.Hard
	}
	return ds
}

// same runs a job on an engine and in the core, and compares every step and every answer.
func same(t *testing.T, name string, c *crowdOf, j *sql.Job, ask sql.Client, set fit.Settings) (steps int) {
	t.Helper()
	want, err := fit.Run(c.data, twin(j), set)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	f, err := sql.Open(j, ask, sql.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s := fit.Drive(f, f.Tasks, set)
	for range s.Steps() {
	}
	if err := s.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	trace := s.Trace()
	if len(trace) != len(want.Trace) || s.Status() != want.Status {
		t.Errorf("%s: got %d steps, %v, want %d, %v", name, len(trace), s.Status(), len(want.Trace), want.Status)
	}
	for n, w := range want.Trace[:min(len(trace), len(want.Trace))] {
		g := trace[n]
		if g.Flips != w.Flips || !near(g.Objective, w.Objective, 1e-9*math.Max(1, math.Abs(w.Objective))) || !near(g.Change, w.Change, 1e-9) {
			t.Errorf("%s, step %d: got %v, want %v", name, n+1, g, w)
			break
		}
	}
	if err := f.Answers(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compare(t, name, c, f, want)
	if err := f.Clean(true); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return len(want.Trace)
}

// compare compares the answers.
func compare(t *testing.T, name string, c *crowdOf, f *sql.Fit, want *fit.Result) {
	t.Helper()
	chosen, _ := want.Labels(c.data.Classes, 0)
	index := map[string]int{}
	for i, task := range c.tasks {
		index[task] = i
	}
	wrong := 0
	err := f.EachLabel(func(l sql.Label) error {
		i, ok := index[l.Task]
		if !ok {
			return fmt.Errorf("there is a task %q", l.Task)
		}
		k := c.data.Classes
		q := want.Posterior[i*k : (i+1)*k]
		_, tie := crowd.Best(q, i, 0)
		from, to := c.data.Of(i)
		if w := c.classes[chosen[i]]; l.Label != w || l.Tie != tie || l.Votes != to-from || !near(l.Posterior, q[chosen[i]], 1e-6) {
			if wrong++; wrong < 3 {
				t.Errorf("%s, task %q: got %+v, want %q of %v", name, l.Task, l, w, q)
			}
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	agree, given := make([]float64, c.data.Workers), make([]float64, c.data.Workers)
	for i := range c.data.Tasks {
		from, to := c.data.Of(i)
		for n := from; n < to; n++ {
			given[c.data.Worker[n]]++
			agree[c.data.Worker[n]] += want.Posterior[i*c.data.Classes+int(c.data.Class[n])]
		}
	}
	place := map[string]int{}
	for j, worker := range c.workers {
		place[worker] = j
	}
	err = f.EachWorker(func(w sql.Worker) error {
		j, ok := place[w.Worker]
		if !ok || float64(w.Labels) != given[j] || !near(w.Agreement, agree[j]/given[j], 1e-6) {
			t.Errorf("%s: got %+v, want %v labels, agreement %v", name, w, given[j], agree[j]/given[j])
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// near reports whether a is b to within a tolerance; NaN is near NaN alone.
func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance || math.IsNaN(a) && math.IsNaN(b)
}

var databases warehouse.Pool

func TestMain(m *testing.M) {
	code := m.Run()
	databases.Stop()
	os.Exit(code)
}

// session is a client of an engine that is started once.
func session(t *testing.T, dialect string) (*warehouse.Database, *sql.Dialect, sql.Client) {
	t.Helper()
	db := databases.Need(t, dialect)
	s, err := db.Session()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	d, err := sql.FindDialect(dialect)
	if err != nil {
		t.Fatal(err)
	}
	return db, d, s.Ask
}

// Real crowds have the same labels inside an engine as here, after as many steps. A fit of rte is run to its end, other fits for a few
// steps; with CONCORD_SWEEP all are run to the end, on larger sets too.
func TestRealCrowds(t *testing.T) {
	shared.Dir(t)
	full, sets := os.Getenv("CONCORD_SWEEP") != "", []string{"rte", "dog"}
	if full {
		sets = []string{"rte", "trec2011", "dog", "sp"}
	}
	for _, dialect := range []string{"postgres", "duckdb"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			fits, sum := 0, 0
			for _, name := range sets {
				s := shared.Load(t, name, "labels.csv")
				c := trimmed(&crowdOf{s.Data, s.Tasks, s.Workers, s.Classes})
				load(t, db, ask, name, []string{"task", "worker", "label"}, c.rows())
				for _, method := range sql.Methods() {
					j := &sql.Job{Dialect: d, Method: method, Table: sql.Name{name}, Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"},
						Prefix: sql.Name{"concord_" + name + "_"}}
					set := fit.Settings{}
					if !full && (name != "rte" || method != "fds") {
						set.MaxSteps = 3
					}
					steps := same(t, name+"/"+method, c, j, ask, set)
					t.Logf("%s/%s: %d steps", name, method, steps)
					fits, sum = fits+1, sum+steps
				}
			}
			t.Logf("sweep-sql: %s: %d fits of real crowds, %d steps, as in the core", dialect, fits, sum)
		})
	}
}

// trimmed leaves out classes, tasks and workers without labels, which no table of labels has.
func trimmed(c *crowdOf) *crowdOf {
	var task, worker, class []int32
	given := make([]bool, c.data.Classes)
	for _, k := range c.data.Class {
		given[k] = true
	}
	out, number := &crowdOf{tasks: c.tasks, workers: c.workers}, make([]int32, c.data.Classes)
	for k, name := range c.classes {
		if given[k] {
			number[k] = int32(len(out.classes))
			out.classes = append(out.classes, name)
		}
	}
	for i := range c.data.Tasks {
		from, to := c.data.Of(i)
		for n := from; n < to; n++ {
			task, worker, class = append(task, int32(i)), append(worker, c.data.Worker[n]), append(class, number[c.data.Class[n]])
		}
	}
	out.data = &crowd.Dataset{Labels: crowd.NewLabels(len(c.tasks), len(c.workers), len(out.classes), task, worker, class)}
	return out
}

// load makes a table through a session.
func load(t *testing.T, db *warehouse.Database, ask sql.Client, table string, columns []string, rows [][]*string) {
	t.Helper()
	said, err := ask("DROP TABLE IF EXISTS "+warehouse.Quote(table)+";\n"+db.Table(table, columns, rows), func([]byte) error { return nil })
	if err != nil {
		t.Fatalf("%s: %v %s", table, err, said)
	}
}

// awkward are names in which something could end, begin or be evaluated.
var awkward = []string{
	`'`, `"`, `''`, `"; DROP TABLE labels; --`, `'; DROP TABLE labels; --`, `\`, `\'`, `\\'; SELECT 1; --`, `$$`, `$1`, `%s`, `:x`, `?`,
	`a,b`, `a b`, `--`, `/*`, `*/`, `;`, "`", "``", `[x]`, `{x}`, `é`, `日本`, `😀`, `<b>`, `=1+1`, `concord:end,1;`, `0`, `00`, `1e5`,
	`SELECT`, `true`, `a.b`, `#`, `|`,
}

// Random crowds with names that are hard to quote, whatever the number of classes, method and smoothing. A step costs some 30 ms, so
// most make two, and some go on until they stop; with CONCORD_SWEEP a fourth does, of more crowds.
func TestRandomCrowds(t *testing.T) {
	crowds, every := 20, 7 // no multiple of five, or all would have the same method
	if os.Getenv("CONCORD_SWEEP") != "" {
		crowds, every = 300, 4
	}
	for _, dialect := range []string{"postgres", "duckdb"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			steps := 0
			for n := range crowds {
				r := rand.New(rand.NewPCG(uint64(n), 21))
				c, j := random(r), &sql.Job{Dialect: d, Method: sql.Methods()[n%5], Smoothing: float64(n / 5 % 2), Prefix: sql.Name{"concord_"}}
				if j.Method == "majority" || j.Method == "fds" {
					j.Smoothing = 0
				}
				columns := shuffled(r, awkward)[:3]
				j.Columns = sql.Columns{Task: columns[0], Worker: columns[1], Label: columns[2]}
				table := awkward[r.IntN(len(awkward))]
				j.Table = sql.Name{table}
				load(t, db, ask, table, columns, c.rows())
				most := 2
				if n%every == 0 {
					most = 40
				}
				name := fmt.Sprintf("crowd %d (%s, smoothing %v, %d classes)", n, j.Method, j.Smoothing, c.data.Classes)
				steps += same(t, name, c, j, ask, fit.Settings{MaxSteps: most})
				if t.Failed() {
					break
				}
			}
			t.Logf("sweep-sql: %s: %d random crowds, %d steps, as in the core", dialect, crowds, steps)
		})
	}
}

// random is a small crowd: some good workers and some not, some ties, some labels given twice.
func random(r *rand.Rand) *crowdOf {
	classes, workers, tasks := 2+r.IntN(19), 2+r.IntN(9), 5+r.IntN(30)
	if r.IntN(2) == 0 {
		classes = 2 + r.IntN(4)
	}
	skill := make([]float64, workers)
	for j := range skill {
		skill[j] = r.Float64()
	}
	var task, worker, class []int32
	for i := range tasks {
		truth := r.IntN(classes)
		for range 1 + r.IntN(2*workers) {
			j, l := r.IntN(workers), truth
			if r.Float64() > skill[j] {
				l = r.IntN(classes)
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
		}
	}
	names := shuffled(r, awkward)
	c := &crowdOf{classes: labels.Order(names[:classes])}
	names = shuffled(r, awkward)
	for i := range tasks {
		c.tasks = append(c.tasks, names[i%len(names)]+strconv.Itoa(i))
	}
	c.workers = shuffled(r, awkward)[:workers]
	c.data = &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, classes, task, worker, class)}
	return used(c)
}

// used leaves out workers and classes without labels.
func used(c *crowdOf) *crowdOf {
	c = trimmed(c)
	has := make([]bool, c.data.Workers)
	for _, j := range c.data.Worker {
		has[j] = true
	}
	number := make([]int32, len(has))
	var names []string
	for j, name := range c.workers {
		if has[j] {
			number[j] = int32(len(names))
			names = append(names, name)
		}
	}
	var task, worker, class []int32
	for i := range c.data.Tasks {
		from, to := c.data.Of(i)
		for n := from; n < to; n++ {
			task, worker, class = append(task, int32(i)), append(worker, number[c.data.Worker[n]]), append(class, int32(c.data.Class[n]))
		}
	}
	c.workers = names
	c.data = &crowd.Dataset{Labels: crowd.NewLabels(len(c.tasks), len(names), len(c.classes), task, worker, class)}
	return c
}

func shuffled(r *rand.Rand, names []string) []string {
	out := append([]string(nil), names...)
	r.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
	return out
}
