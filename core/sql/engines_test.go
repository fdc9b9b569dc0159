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
	"concord/core/method/consensus"
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

// remote are methods that fit labels where they are, by name.
func remote(name string) fit.Remote {
	switch name {
	case "majority":
		return vote.Majority{}
	case "wawa":
		return vote.Wawa{}
	case "zbs":
		return vote.ZeroBasedSkill{}
	case "iwmv":
		return vote.IWMV{}
	case "ds":
		return &dawidskene.DS{}
	case "smoothed":
		return &dawidskene.DS{Smoothing: 1}
	case "onecoin":
		return &dawidskene.DS{Tie: fit.TieMatrix, UniformPrior: true}
	case "classcoin":
		return &dawidskene.DS{Tie: fit.TieRow}
	case "fds":
		return &dawidskene.DS{Assign: dawidskene.Hard}
	case "hybrid":
		return &dawidskene.DS{Assign: dawidskene.SoftThenHard}
	case "ibcc":
		return &dawidskene.IBCC{}
	case "hds":
		return &dawidskene.Hierarchical{}
	}
	return &consensus.Consensus{Members: []consensus.Member{
		{Name: "votes", Title: "Vote shares", Method: consensus.Votes{}},
		{Name: "zbs", Title: "Zero-based skill", Method: vote.ZeroBasedSkill{}},
		{Name: "iwmv", Title: "IWMV", Method: vote.IWMV{}},
		{Name: "ds", Title: "Dawid–Skene", Method: &dawidskene.DS{}},
		{Name: "hds", Title: "Hierarchical", Method: &dawidskene.Hierarchical{}},
	}}
}

// methods are their names.
var methods = []string{
	"consensus", "majority", "wawa", "zbs", "iwmv", "ds", "smoothed", "onecoin", "classcoin", "fds", "hybrid", "ibcc", "hds",
}

// same runs a method on an engine and in memory, and compares the posteriors.
func same(t *testing.T, name string, c *crowdOf, j *sql.Job, ask sql.Client, set fit.Settings) {
	t.Helper()
	method := remote(j.Method)
	want, err := fit.Run(c.data, method, set)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s, err := sql.Open(j, ask, sql.Options{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	f, err := method.StartRemote(s, set.WithDefaults())
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	session := fit.Drive(f, s.Shape().Tasks, set)
	for range session.Steps() {
	}
	if err := session.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if got := session.Trace(); len(got) != len(want.Trace) || session.Status() != want.Status {
		t.Errorf("%s: got %d steps, %v, want %d, %v", name, len(got), session.Status(), len(want.Trace), want.Status)
	}
	if err := s.Posteriors(f); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compare(t, name, c, s, want)
	if err := s.Clean(true); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// compare compares the answers.
func compare(t *testing.T, name string, c *crowdOf, s *sql.Source, want *fit.Result) {
	t.Helper()
	chosen, _ := want.Labels(c.data.Classes, 0)
	index := map[string]int{}
	for i, task := range c.tasks {
		index[task] = i
	}
	wrong, k := 0, c.data.Classes
	err := s.EachTask(func(got *sql.Task) error {
		i, ok := index[got.Name]
		if !ok {
			return fmt.Errorf("there is a task %q", got.Name)
		}
		q, votes := want.Posterior[i*k:(i+1)*k], 0
		_, tie := crowd.Best(q, i, 0)
		from, to := c.data.Of(i)
		for _, n := range got.Votes {
			votes += n
		}
		off := 0.
		for c, x := range got.Posterior {
			off = max(off, math.Abs(x-q[c]))
		}
		if got.Class != int(chosen[i]) || got.Tie != tie || votes != to-from || off > 1e-6 {
			if wrong++; wrong < 3 {
				t.Errorf("%s, task %q: got %+v, want %d of %v", name, got.Name, *got, chosen[i], q)
			}
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if wrong > 0 {
		t.Errorf("%s: %d of %d tasks differ", name, wrong, c.data.Tasks)
	}
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
	for _, dialect := range warehouse.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			sets, methods := sets, methods
			if dialect == "spark" && !full { // where a statement takes half a second
				sets, methods = []string{"rte"}, []string{"majority", "ds"}
			}
			for _, name := range sets {
				s := shared.Load(t, name, "labels.csv")
				c := trimmed(&crowdOf{s.Data, s.Tasks, s.Workers, s.Classes})
				load(t, db, ask, name, []string{"task", "worker", "label"}, c.rows())
				for _, method := range methods {
					j := &sql.Job{Dialect: d, Method: method, Table: sql.Name{name}, Columns: sql.Columns{Task: "task", Worker: "worker", Label: "label"},
						Prefix: sql.Name{"concord_" + name + "_"}}
					same(t, name+"/"+method, c, j, ask, fit.Settings{})
				}
			}
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
	said, err := ask("DROP TABLE IF EXISTS "+db.Quote(table)+";\n"+db.Table(table, columns, rows), func([]byte) error { return nil })
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
	for _, dialect := range warehouse.Dialects() {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			db, d, ask := session(t, dialect)
			crowds := crowds
			if dialect == "spark" {
				crowds = (crowds + 3) / 4
			}
			for n := range crowds {
				r := rand.New(rand.NewPCG(uint64(n), 21))
				c, j := random(r), &sql.Job{Dialect: d, Method: methods[n%len(methods)], Prefix: sql.Name{"concord_"}}
				columns := shuffled(r, awkward)[:3]
				j.Columns = sql.Columns{Task: columns[0], Worker: columns[1], Label: columns[2]}
				table := awkward[r.IntN(len(awkward))]
				if dialect == "spark" { // which has tables of plain names alone
					table = "labels_" + strconv.Itoa(n)
				}
				j.Table = sql.Name{table}
				load(t, db, ask, table, columns, c.rows())
				most := 2
				if n%every == 0 && (dialect != "spark" || crowds > 5) {
					most = 40
				}
				name := fmt.Sprintf("crowd %d (%s, %d classes)", n, j.Method, c.data.Classes)
				same(t, name, c, j, ask, fit.Settings{MaxSteps: most})
				if t.Failed() {
					break
				}
			}
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
