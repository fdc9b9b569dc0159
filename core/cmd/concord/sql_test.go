//go:build unix

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"concord/internal/warehouse"
)

var dialects = []string{"postgres", "duckdb"}

// served is a database without tables, whose client takes little time.
func served(t *testing.T, dialect string) *warehouse.Database {
	t.Helper()
	db := databases.Need(t, dialect)
	db.Serve(t)
	for _, name := range tables(t, db) {
		if _, err := db.Run("DROP TABLE " + db.Quote(name) + ";"); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

// crowdTable loads a simulated crowd into a table, and returns the file it came from.
func crowdTable(t *testing.T, db *warehouse.Database, table string, flags ...string) (file string) {
	t.Helper()
	text := invoke(t, append([]string{"simulate"}, flags...)...)
	file = filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	rows := records(t, file)
	cells := make([][]*string, len(rows)-1)
	for n, row := range rows[1:] {
		for c := range row {
			cells[n] = append(cells[n], &row[c])
		}
	}
	if err := db.Load(table, rows[0], cells); err != nil {
		t.Fatal(err)
	}
	return file
}

func records(t *testing.T, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// cellsOf returns some columns of a file, sorted.
func cellsOf(t *testing.T, file string, columns ...string) (out []string) {
	t.Helper()
	rows := records(t, file)
	for _, row := range rows[1:] {
		var cells []string
		for _, c := range columns {
			cell := row[slices.Index(rows[0], c)]
			cells = append(cells, cell[strings.LastIndex(cell, " ")+1:]) // of the votes all: a script counts no others
		}
		out = append(out, strings.Join(cells, "|"))
	}
	slices.Sort(out)
	return out
}

// sameFiles compares the tables of two folders, whatever the order of their rows. Numbers may differ by how an engine adds, and so may
// the order in which to look at tasks.
func sameFiles(t *testing.T, name, got, want string) {
	t.Helper()
	for _, file := range []string{"labels.csv", "posteriors.csv", "workers.csv", "confusion.csv", "classes.csv"} {
		if _, err := os.Stat(filepath.Join(want, file)); err != nil {
			if _, err := os.Stat(filepath.Join(got, file)); err == nil {
				t.Errorf("%s: there is a %s", name, file)
			}
			continue
		}
		g, w := records(t, filepath.Join(got, file)), records(t, filepath.Join(want, file))
		if !slices.Equal(g[0], w[0]) || len(g) != len(w) {
			t.Errorf("%s, %s: got %d rows of %q, want %d of %q", name, file, len(g), g[0], len(w), w[0])
			continue
		}
		for _, rows := range [][][]string{g, w} {
			slices.SortFunc(rows[1:], slices.Compare)
		}
		look := slices.Index(g[0], "look")
		for n := range g {
			for c, cell := range g[n] {
				if c != look && !sameCell(cell, w[n][c]) {
					t.Errorf("%s, %s: got %q, want %q", name, file, g[n], w[n])
					break
				}
			}
		}
	}
}

// sameCell compares numbers as such.
func sameCell(got, want string) bool {
	g, err := strconv.ParseFloat(got, 64)
	w, also := strconv.ParseFloat(want, 64)
	if err != nil || also != nil {
		return got == want
	}
	return math.Abs(g-w) <= 2e-5*max(1, math.Abs(w))
}

// tables lists the tables of a database.
func tables(t *testing.T, db *warehouse.Database) []string {
	t.Helper()
	return tablesIn(t, db, map[string]string{"postgres": "public", "duckdb": "main"}[db.Dialect])
}

// tablesIn lists those of a schema.
func tablesIn(t *testing.T, db *warehouse.Database, schema string) []string {
	t.Helper()
	out, err := db.Run("SELECT table_name FROM information_schema.tables WHERE table_schema = '" + schema + "' ORDER BY table_name;")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(out)
}

// onTable is the command line of a fit in a database.
func onTable(db *warehouse.Database, more ...string) []string {
	return append([]string{"sql", "-dialect", db.Dialect, "-run", db.Command, "-table", "labels"}, more...)
}

// All files are those of concord fit, and the tables are gone at the end.
func TestSQLRuns(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			file, dir := crowdTable(t, db, "labels", "-tasks", "30", "-workers", "5"), t.TempDir() // after few steps
			for _, flags := range [][]string{
				nil, {"-method", "majority"}, {"-method", "ds"}, {"-method", "fds"}, {"-method", "onecoin", "-set", "smoothing=1"},
			} {
				name := strings.Join(flags, " ")
				here, there := filepath.Join(dir, "here"+name), filepath.Join(dir, "there"+name)
				exits(t, 0, slices.Concat([]string{"fit", "-seed", "0", "-out", here}, flags, []string{file})...)
				if name == "-method majority" && dialect == "postgres" { // a client that answers once its input has ended
					client := "t=$(mktemp); cat > $t; " + db.Command + " < $t; rm $t"
					flags = append(flags, "-run", client)
				}
				_, got := exits(t, 0, onTable(db, append(flags, "-out", there)...)...)
				if want := "labels: 150 labels by 5 workers on 30 tasks, 3 classes\n"; !strings.Contains(got, want) {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
				sameFiles(t, name, there, here)
				if left := tables(t, db); !slices.Equal(left, []string{"labels"}) {
					t.Errorf("%s: left behind: %q", name, left)
				}
			}
		})
	}
}

// Answers that stay in tables are those of the files.
func TestSQLAnswersInTables(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			crowdTable(t, db, "labels", "-tasks", "30", "-workers", "5")
			dir := t.TempDir()
			fit := func(code int, want string, more ...string) {
				t.Helper()
				args := onTable(db, append([]string{"-method", "ds", "-steps", "3", "-out", dir}, more...)...)
				if _, got := exits(t, code, args...); !strings.Contains(got, want) {
					t.Errorf("%q: got %q, want %q", more, got, want)
				}
			}
			answers := []string{"mine_classes", "mine_confusion", "mine_labels", "mine_workers"}
			fit(0, "The answers are in the tables mine_labels, mine_workers, mine_classes, mine_confusion.", "-into", "mine_")
			if got, want := tables(t, db), append([]string{"labels"}, answers...); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			for file, columns := range map[string][]string{
				"labels": {"task", "label", "tie", "posterior"}, "workers": {"worker", "labels"}, "classes": {"class", "tasks"},
				"confusion": {"worker", "truth", "label", "count"},
			} {
				var casts []string
				for _, c := range columns {
					if casts = append(casts, "CAST("+c+" AS VARCHAR)"); c == "tie" {
						casts[len(casts)-1] = "CASE WHEN tie = 1 THEN 'true' ELSE 'false' END"
					}
				}
				out, err := db.Run("SELECT CONCAT(" + strings.Join(casts, ", '|', ") + ") AS answer FROM mine_" + file + ";")
				if err != nil {
					t.Fatal(err)
				}
				got, want := strings.Fields(out), cellsOf(t, filepath.Join(dir, file+".csv"), columns...)
				slices.Sort(got)
				if !slices.EqualFunc(got, want, func(g, w string) bool {
					return slices.EqualFunc(strings.Split(g, "|"), strings.Split(w, "|"), sameCell)
				}) {
					t.Errorf("%s: got %q, want %q", file, got, want)
				}
			}
			fit(2, "choose another --into", "-into", "mine_") // answers are not overwritten
			fit(0, "", "-into", "mine_", "-fresh")
			want := "Dropped: mine_labels, mine_workers, mine_classes, mine_confusion.\n"
			if out, _ := exits(t, 0, onTable(db, "-clean", "-into", "mine_")...); out != want {
				t.Errorf("got %q", out)
			}
		})
	}
}

// A script that is printed can be run, and run again; its answers are those of as many steps.
func TestSQLScript(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			file, dir := crowdTable(t, db, "labels", "-tasks", "120", "-workers", "12"), t.TempDir()
			script, _ := exits(t, 0, "sql", "-dialect", dialect, "-table", "labels", "-classes", classesOf(t, file), "-steps", "4",
				"-method", "onecoin")
			exits(t, 0, "fit", "-method", "onecoin", "-max-steps", "4", "-set", "acceleration=off", "-seed", "0",
				"-out", dir, file)
			want := cellsOf(t, filepath.Join(dir, "labels.csv"), "task", "label", "votes")
			for range 2 {
				if _, err := db.Run(script); err != nil {
					t.Fatal(err)
				}
				out, err := db.Run("SELECT CONCAT(task, '|', label, '|', CAST(votes AS VARCHAR)) AS answer FROM concord_labels;")
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.Fields(out); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

// classesOf lists the labels of a file as -classes takes them.
func classesOf(t *testing.T, file string) string {
	t.Helper()
	return strings.Join(slices.Compact(cellsOf(t, file, "label")), ",")
}

// Killed at any moment, the same command goes on and gives the same files, and --clean leaves nothing; with CONCORD_SWEEP at ten moments.
func TestSQLSurvivesBeingKilled(t *testing.T) {
	kills := 2
	if os.Getenv("CONCORD_SWEEP") != "" {
		kills = 10
	}
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			crowdTable(t, db, "labels", "-tasks", "30", "-workers", "5")
			dir := t.TempDir()
			args := func(out string) []string {
				return onTable(db, "-method", "fds", "-into", "mine_", "-out", filepath.Join(dir, out))
			}
			clean := func() {
				t.Helper()
				exits(t, 0, onTable(db, "-into", "mine_", "-clean")...)
				if left := tables(t, db); !slices.Equal(left, []string{"labels"}) {
					t.Errorf("left behind: %q", left)
				}
			}
			began := time.Now()
			exits(t, 0, args("whole")...)
			took := time.Since(began)
			clean()
			r := rand.New(rand.NewPCG(uint64(began.UnixNano()), 1))
			killed := 0
			kill := func(out string) time.Duration {
				wait := time.Duration(r.Float64() * float64(took))
				p := concord(t, nil, args(out)...).begin()
				time.Sleep(wait)
				p.Process.Kill()
				p.Wait()
				if !p.ProcessState.Success() {
					killed++
				}
				return wait
			}
			for n := range kills {
				out := "killed-" + strconv.Itoa(n)
				wait := kill(out)
				fresh := []string{}
				if slices.Contains(tables(t, db), "mine_confusion") && !slices.Contains(tables(t, db), "concord_settings") {
					fresh = append(fresh, "-fresh") // it was done
				}
				exits(t, 0, append(args(out), fresh...)...)
				sameFiles(t, fmt.Sprintf("killed after %v of %v", wait, took), filepath.Join(dir, out), filepath.Join(dir, "whole"))
				clean()
			}
			kill("cleaned")
			clean()
			t.Logf("%d of %d were killed", killed, kills+1)
		})
	}
}

// Whatever is wrong is said, and what to do about it; nothing is answered.
func TestSQLOfBadTables(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			crowdTable(t, db, "labels", "-tasks", "120", "-workers", "12")
			t.Setenv("TMPDIR", t.TempDir()) // where statements are kept that fail
			run := func(sql string) {
				t.Helper()
				if _, err := db.Run(sql); err != nil {
					t.Fatal(err)
				}
			}
			var many []string
			for n := range 300 {
				many = append(many, fmt.Sprintf("('t%d', 'w', 'label %d')", n, n))
			}
			run(`CREATE TABLE none (task VARCHAR, worker VARCHAR, label VARCHAR);
				CREATE TABLE nobody AS SELECT * FROM labels; INSERT INTO nobody VALUES ('p1', NULL, '1'), ('  ', 'w', '1');
				CREATE TABLE blank AS SELECT * FROM labels; INSERT INTO blank VALUES ('p1', 'w', NULL), ('p1', 'w', 'NA'), ('p1', 'w', '');
				CREATE TABLE twice AS SELECT * FROM labels; INSERT INTO twice SELECT * FROM labels LIMIT 7;
				CREATE TABLE wide (task VARCHAR, worker VARCHAR, label VARCHAR); INSERT INTO wide VALUES ` + strings.Join(many, ", ") + `;
				CREATE TABLE lists (task VARCHAR, worker VARCHAR, label VARCHAR); INSERT INTO lists VALUES ('p1', 'w', '["cat"]');
				CREATE TABLE theirs_labels (x VARCHAR);`)
			out := t.TempDir()
			for _, c := range []struct {
				name string
				args []string
				code int
				want string // on standard error
			}{
				{"a table that is named like ours", []string{"-table", "theirs_labels", "-prefix", "theirs_"}, 2, "would be lost"},
				{"no such column", []string{"-table", "labels", "-roles", "task=task,worker=worker,label=said"}, 2, "said"},
				{"no such table", []string{"-table", "labelz"}, 2, "labelz"},
				{"an empty table", []string{"-table", "none"}, 2, "none has no labels"},
				{"no task or no worker", []string{"-table", "nobody"}, 2, "2 rows of nobody have no task or no worker"},
				{"no task or no worker, left out", []string{"-table", "nobody", "-skip"}, 0, ""},
				{"no answer", []string{"-table", "blank"}, 0, `"NA" means that there is no answer`},
				{"a label given twice", []string{"-table", "twice"}, 0, "7 labels by workers who had labelled the task before"},
				{"lists", []string{"-table", "lists"}, 2, `the label ["cat"] of lists is a list`},
				{"300 classes", []string{"-table", "wide"}, 2, "more than 200 different labels"},
				{"a label that is not listed", []string{"-table", "labels", "-classes", "x,y"}, 2, "not among the classes you listed"},
				{"tables of others", []string{"-table", "labels", "-prefix", "theirs_"}, 2, "theirs_labels"},
				{"a client that is not there", []string{"-table", "labels", "-run", "concord-no-such-client -q"}, 2, "is not there"},
				{"a client that fails", []string{"-table", "labels", "-run", "echo oh no >&2; exit 3"}, 2, "exit status 3: oh no"},
				{"a client that is none", []string{"-table", "labels", "-run", "head -c 1 > /dev/null"}, 2, "does not print what is asked of it"},
			} {
				args := append([]string{"sql", "-dialect", dialect, "-run", db.Command, "-method", "majority", "-out", out}, c.args...)
				if _, stderr := exits(t, c.code, args...); !strings.Contains(stderr, c.want) {
					t.Errorf("%s: got %q, want %q", c.name, stderr, c.want)
				}
			}
			if left := tables(t, db); len(left) != 8 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// Tables of another fit, or of labels that have changed since, are not gone on with unless that is asked for.
func TestSQLOfAnotherFit(t *testing.T) {
	db := served(t, "postgres")
	crowdTable(t, db, "labels", "-tasks", "120", "-workers", "12")
	fit := func(code int, want string, more ...string) {
		t.Helper()
		stdout, stderr := exits(t, code, onTable(db, append([]string{"-method", "ds"}, more...)...)...)
		if !strings.Contains(stdout+stderr, want) {
			t.Errorf("%q: got %q, want %q", more, stdout+stderr, want)
		}
	}
	fit(0, "after 3 steps", "-steps", "3", "-keep")
	fit(0, "after 5 steps", "-steps", "5", "-keep") // goes on
	fit(0, "after 4 steps", "-steps", "4", "-keep")
	fit(2, `its values was {}, and is {"smoothing":"1"} now`, "-smoothing", "1")
	fit(2, "its method was ds, and is fds now", "-method", "fds")
	if _, err := db.Run("INSERT INTO labels SELECT * FROM labels LIMIT 1;"); err != nil {
		t.Fatal(err)
	}
	fit(2, "labels now, and had", "-steps", "6")
	answers := []string{"concord_classes", "concord_confusion", "concord_labels", "concord_workers"}
	fit(0, "The answers are in the tables concord_labels, concord_workers, concord_classes, concord_confusion.", "-fresh", "-steps", "2")
	if left, want := tables(t, db), append(answers, "labels"); !slices.Equal(left, want) {
		t.Errorf("got %q, want %q", left, want)
	}
	fit(2, "concord_labels", "-steps", "2") // answers are not overwritten
	for _, want := range []string{"Dropped: concord_", "There are no tables of fits whose names begin with concord_."} {
		if got, _ := exits(t, 0, onTable(db, "-clean")...); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if left := tables(t, db); !slices.Equal(left, []string{"labels"}) {
		t.Errorf("left behind: %q", left)
	}
}

// Labels that change while they are fitted do not enter the fit, and that is said.
func TestSQLOfLabelsThatChange(t *testing.T) {
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db := served(t, dialect)
			crowdTable(t, db, "labels", "-tasks", "30", "-workers", "5")
			// A client that has another add labels once passes are made.
			client := `sed -u '0,/^DROP TABLE IF EXISTS "concord_given_/s//INSERT INTO labels SELECT * FROM labels LIMIT 7;\n&/' | ` + db.Command
			_, got := exits(t, 0, onTable(db, "-method", "ds", "-steps", "2", "-run", client)...)
			for _, want := range []string{"labels: 150 labels by", "now, and had", "the answers are those of the labels that it had"} {
				if !strings.Contains(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
}

// Who may make no tables where the labels are is told so, once, and can name a schema where tables may be made.
func TestSQLWithoutRights(t *testing.T) {
	db := served(t, "postgres")
	crowdTable(t, db, "labels", "-tasks", "30", "-workers", "5")
	run := func(sql string) {
		t.Helper()
		if _, err := db.Run(sql); err != nil {
			t.Fatal(err)
		}
	}
	run(`REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE guest LOGIN; GRANT SELECT ON labels TO guest;
		CREATE SCHEMA scratch AUTHORIZATION guest;`)
	defer run("DROP SCHEMA scratch CASCADE; DROP OWNED BY guest; DROP ROLE guest;")
	t.Setenv("TMPDIR", t.TempDir())
	args := onTable(db, "-method", "majority", "-run", strings.Replace(db.Command, "-U concord", "-U guest", 1))
	_, got := exits(t, 2, args...)
	told := regexp.MustCompile(`^concord: looking for workers, statement (\d+): the client says: ERROR: permission denied for schema public ` +
		`\(.*--prefix.*\); the statements are in (.*)\n$`).FindStringSubmatch(got)
	if told == nil || strings.Count(got, "ERROR") > 1 {
		t.Fatalf("got %q", got)
	}
	text, err := os.ReadFile(told[2])
	_, statement, found := strings.Cut(string(text), "\n-- "+told[1]+"\n")
	if err != nil || !found || !strings.Contains(statement, "concord_settings") {
		t.Errorf("got %q, %v, want the statement %s", text, err, told[1])
	}
	exits(t, 0, append(args, "-prefix", "scratch.concord_")...)
	want := []string{"concord_classes", "concord_confusion", "concord_labels", "concord_workers"}
	if got := tablesIn(t, db, "scratch"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	exits(t, 0, append(args, "-prefix", "scratch.concord_", "-clean")...)
	if got := tablesIn(t, db, "scratch"); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// Crowds at the edge of what there is have the files of concord fit: one class, one task, one worker, a task of thousands of labels, and
// as many classes as an engine takes.
func TestSQLOfOddCrowds(t *testing.T) {
	label := func(n int) string { return "label-" + strconv.Itoa(n) }
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			db, dir := served(t, dialect), t.TempDir()
			for name, c := range map[string]struct {
				tasks, workers, classes int
				method                  string
				steps                   string
			}{
				"class": {12, 3, 1, "consensus", "0"}, "task": {1, 12, 2, "consensus", "0"}, "worker": {12, 1, 2, "consensus", "0"},
				"many": {1, 10_000, 3, "majority", "0"}, "wide": {200, 3, 200, "ds", "1"},
			} {
				r := rand.New(rand.NewPCG(7, 7))
				var rows [][]*string
				var file strings.Builder
				file.WriteString("task,worker,label\n")
				for i := range c.tasks {
					for j := range c.workers {
						l := i % c.classes
						if j > 0 && r.IntN(4) == 0 {
							l = r.IntN(c.classes)
						}
						row := []string{"task-" + strconv.Itoa(i), "worker-" + strconv.Itoa(j), label(l)}
						rows = append(rows, []*string{&row[0], &row[1], &row[2]})
						file.WriteString(strings.Join(row, ",") + "\n")
					}
				}
				path := filepath.Join(dir, name+".csv")
				if err := os.WriteFile(path, []byte(file.String()), 0o666); err != nil {
					t.Fatal(err)
				}
				if err := db.Load(name, []string{"task", "worker", "label"}, rows); err != nil {
					t.Fatal(err)
				}
				here, there := filepath.Join(dir, name), filepath.Join(dir, name+"-sql")
				exits(t, 0, "fit", "-roles", "task=task,worker=worker,label=label", "-method", c.method, "-max-steps", c.steps, "-seed", "0",
					"-out", here, path)
				exits(t, 0, onTable(db, "-table", name, "-method", c.method, "-steps", c.steps, "-out", there)...)
				sameFiles(t, name, there, here)
			}
		})
	}
}

// Flags that make no sense are refused.
func TestSQLFlags(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"", "--dialect and --table"},
		{"-dialect oracle -table t", "there are postgres, duckdb"},
		{"-dialect postgres -table t", `SELECT DISTINCT "label" FROM "t"`},
		{"-dialect postgres -table t.", "lacks a part"},
		{"-dialect postgres -table t -classes a,b -method glad", `no script of the method "glad"`},
		{"-dialect postgres -table t -classes a,b -clean", "--clean goes with --run"},
		{"-dialect postgres -table t -classes a,b -steps 1000000", "--steps is 1,000,000; it may be 10,000 at most"},
		{"-dialect postgres -table t -run x -into x.", "--into: the name"},
		{"-dialect postgres -table t -run x -smoothing 1 -set smoothing=2", "say it twice"},
		{"-dialect postgres -table t -classes a,b -keep", "--keep goes with --run"},
		{"-dialect postgres -table t -classes a,b -roles task=a", "-roles is"},
		{"-dialect postgres -table t -classes a,b -roles kind=a", "-roles has"},
		{"-dialect postgres -table t -classes a,b -steps -1", "negative"},
		{"-dialect postgres -table t labels.csv", "reads no file"},
		{"-dialect postgres -table t -run x -tolerance NaN", "NaN"},
		{"-dialect postgres -table t -run x -stop soon", "settled, paper"},
	} {
		args := append([]string{"sql"}, strings.Fields(c.args)...)
		if _, stderr := exits(t, 2, args...); !strings.Contains(stderr, c.want) {
			t.Errorf("%s: got %q, want %q", c.args, stderr, c.want)
		}
	}
}

// A client that answers while its input is open is started once.
func TestSQLStartsItsClientOnce(t *testing.T) {
	db := served(t, "postgres")
	crowdTable(t, db, "labels", "-tasks", "30", "-workers", "5")
	starts := filepath.Join(t.TempDir(), "starts")
	exits(t, 0, append(onTable(db, "-method", "majority"), "-run", "echo start >> '"+starts+"'; exec "+db.Command)...)
	if got, err := os.ReadFile(starts); err != nil || string(got) != "start\n" {
		t.Errorf("got %q, %v, want one start", got, err)
	}
}

// Of more labels than are fetched as a sample, each task has the label, votes and majority of concord fit, and workers are counted whole.
func TestSQLBeyondTheSample(t *testing.T) {
	db := served(t, "duckdb")
	const rows = 300_000
	_, err := db.Run(fmt.Sprintf(`CREATE TABLE labels AS SELECT 't' || (i // 4) AS task, 'w' || ((i * 7) %% 51) AS worker,
		'c' || (CASE WHEN hash(i) %% 100 < 60 + (i * 7) %% 51 // 2 THEN hash(i // 4) ELSE hash(i * 3) END %% 3) AS label
		FROM range(%d) t(i);`, rows))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "labels.csv")
	if _, err := db.Run("COPY labels TO '" + file + "' (HEADER);"); err != nil {
		t.Fatal(err)
	}
	exits(t, 0, "fit", "-method", "ds", "-seed", "0", "-out", filepath.Join(dir, "here"), file)
	exits(t, 0, onTable(db, "-method", "ds", "-out", filepath.Join(dir, "there"))...)
	for name, columns := range map[string][]string{
		"labels.csv":  {"task", "label", "votes", "majority", "agreement", "tie"},
		"workers.csv": {"worker", "labels"}, "classes.csv": {"class", "tasks"},
	} {
		got, want := cellsOf(t, filepath.Join(dir, "there", name), columns...), cellsOf(t, filepath.Join(dir, "here", name), columns...)
		differ := 0
		for n, row := range want {
			if n >= len(got) || got[n] != row {
				if differ++; differ == 1 {
					t.Errorf("%s: got %v, want %s", name, got[min(n, len(got)-1)], row)
				}
			}
		}
		if differ > 0 {
			t.Errorf("%s: %d of %d rows differ", name, differ, len(want))
		}
	}
	ours := cellsOf(t, filepath.Join(dir, "there", "labels.csv"), "task", "probability")
	theirs := cellsOf(t, filepath.Join(dir, "here", "labels.csv"), "task", "probability")
	for n, row := range ours {
		_, a, _ := strings.Cut(row, "|")
		_, b, _ := strings.Cut(theirs[n], "|")
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		if x-y > .01 || y-x > .01 {
			t.Fatalf("got the probability %s, want %s", row, theirs[n])
		}
	}
	_, said := exits(t, 0, onTable(db, "-method", "ds", "-sample", "auto", "-out", filepath.Join(dir, "part"))...)
	if want := "workers are learnt from one task in 5"; !strings.Contains(said, want) {
		t.Errorf("got %q, want %q", said, want)
	}
	differ := 0
	part := cellsOf(t, filepath.Join(dir, "part", "labels.csv"), "task", "label")
	for n, row := range cellsOf(t, filepath.Join(dir, "here", "labels.csv"), "task", "label") {
		if part[n] != row {
			differ++
		}
	}
	if most := len(part) / 50; differ == 0 || differ > most {
		t.Errorf("by a part of the tasks %d of %d labels are others, want some, and %d at most", differ, len(part), most)
	}
	if left := tables(t, db); !slices.Equal(left, []string{"labels"}) {
		t.Errorf("left behind: %q", left)
	}
}

// Workers who copy count as one for the fit, and their labels still count as votes.
func TestSQLCountsVotesOfCopiers(t *testing.T) {
	db := served(t, "duckdb")
	file := crowdTable(t, db, "labels", "-tasks", "300", "-workers", "12", "-labels", "6", "-copiers", "2")
	_, said := exits(t, 0, onTable(db, "-out", t.TempDir(), "-into", "mine_")...)
	if !strings.Contains(said, "copy from each other") {
		t.Fatalf("nobody copies: %s", said)
	}
	votes := map[string]int{}
	for _, task := range cellsOf(t, file, "task") {
		votes[task]++
	}
	out, err := db.Run("SELECT CONCAT(task, '|', CAST(votes AS VARCHAR)) FROM mine_labels;")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Fields(out) {
		task, n, _ := strings.Cut(row, "|")
		if want := strconv.Itoa(votes[task]); n != want {
			t.Fatalf("%s: got %s votes, want %s", task, n, want)
		}
	}
}

// A table of a pass that a killed run filled in part is made again; a prefix may be any name.
func TestSQLOfHalfAPass(t *testing.T) {
	db := served(t, "duckdb")
	crowdTable(t, db, "labels", "-tasks", "120", "-workers", "12")
	dir := t.TempDir()
	args := func(out string) []string {
		return onTable(db, "-method", "wawa", "-prefix", "a@b_", "-keep", "-out", filepath.Join(dir, out))
	}
	exits(t, 0, args("whole")...)
	cut := 0
	for _, name := range tables(t, db) {
		if strings.HasPrefix(name, "a@b_pass_") {
			if _, err := db.Run("DELETE FROM \"" + name + "\" WHERE cell >= 12;"); err != nil {
				t.Fatal(err)
			}
			cut++
		}
	}
	if cut == 0 {
		t.Fatal("no pass was kept")
	}
	exits(t, 0, args("again")...)
	got, want := records(t, filepath.Join(dir, "again", "labels.csv")), records(t, filepath.Join(dir, "whole", "labels.csv"))
	for n, row := range want {
		if !slices.Equal(got[n], row) {
			t.Fatalf("got %v, want %v", got[n], row)
		}
	}
}

// What a file could be read with otherwise is no flag here, and is not offered; a setting that a method lacks is refused at once.
func TestSQLOffersItsOwnFlags(t *testing.T) {
	db := served(t, "duckdb")
	if _, err := db.Run("CREATE TABLE labels AS SELECT * FROM (VALUES ('t1', 'w1', 'yes'), ('t1', 'w2', 'Yes'), ('t2', 'w1', 'no'), " +
		"('t2', 'w2', 'no')) t(task, worker, label);"); err != nil {
		t.Fatal(err)
	}
	_, said := exits(t, 0, onTable(db, "-method", "majority", "-out", t.TempDir())...)
	if !strings.Contains(said, "look alike") {
		t.Errorf("got %q, want a word on classes that look alike", said)
	}
	for _, flag := range []string{"--merge-alike", "--numeric", "--again", "--truth-sample"} {
		if strings.Contains(said, flag) {
			t.Errorf("%s is offered: %s", flag, said)
		}
	}
	want := `concord: ds has no setting "foo"; concord methods lists them` + "\n"
	if _, said := exits(t, 2, onTable(db, "-method", "ds", "-set", "foo=1")...); said != want {
		t.Errorf("got %q, want %q", said, want)
	}
}
