//go:build unix

// Command scale measures fits of labels that stay in an engine beside a pipe out of it, and writes the table of docs/scale.md.
//
//	go run ./lab/scale -labels 5000000
//
// It needs Linux, and PostgreSQL and DuckDB, which make tools installs.
package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"concord/internal/humanize"
	"concord/internal/warehouse"
)

const (
	classes = 4
	each    = 5 // labels of a task
	workers = 1000
	less    = 5 // PostgreSQL has so many times fewer labels, or it would take an hour
	mark    = "<!-- make scale writes what follows -->\n"
	report  = "docs/scale.md"
)

func main() {
	log.SetFlags(0)
	labels := flag.Int("labels", 5_000_000, "how many labels DuckDB has; PostgreSQL has a fifth")
	flag.Parse()
	if err := measure(*labels); err != nil {
		log.Fatal(err)
	}
}

func measure(labels int) error {
	dir, err := os.MkdirTemp("", "scale")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // the cluster is nobody's
		return err
	}
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "concord"), "./core/cmd/concord").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nLabels of %d classes, %d on each task, of %s workers, on %d cores (%s). Seconds are those of the processors, of "+
		"client and server together; memory is the most there was at a time. `×` compares with the pipe above; a label differs if the pipe has "+
		"another for its task, and the last column is the largest difference of a probability.\n\n"+
		"| engine | labels | method | way | seconds | × | passes | ms a pass | memory of `concord` | of the engine | labels that differ | "+
		"probability |\n"+
		"|---|---|---|---|---|---|---|---|---|---|---|---|\n",
		classes, each, humanize.Number(workers), runtime.NumCPU(), runtime.GOARCH)
	for _, e := range []engine{
		{dialect: "duckdb", title: "DuckDB", labels: labels, export: "COPY labels TO '/dev/fd/3' (HEADER);", to: " 3>&1 >/dev/null"},
		{dialect: "postgres", title: "PostgreSQL", labels: labels / less, export: `\copy labels to stdout csv header`},
	} {
		e.dir = filepath.Join(dir, e.dialect)
		if err := e.measure(filepath.Join(dir, "concord"), &b); err != nil {
			return fmt.Errorf("%s: %w", e.title, err)
		}
	}
	fmt.Fprintf(&b, "\n`make scale` measures them (`LABELS=10000000` for more; PostgreSQL has a fifth of them); DuckDB may use 1 GB.\n")
	return write(b.String())
}

// write puts a text in the place of what the page had.
func write(tables string) error {
	text, err := os.ReadFile(report)
	if err != nil {
		return err
	}
	head, _, ok := bytes.Cut(text, []byte(mark))
	if !ok {
		return fmt.Errorf("%s has no line %s", report, mark)
	}
	return os.WriteFile(report, []byte(string(head)+mark+tables), 0o666)
}

// engine is where labels are.
type engine struct {
	dialect, title string
	labels         int
	export, to     string // what its client is told to print all labels as CSV, and how the shell sends on that alone
	dir            string
}

// measure fits methods in the engine and through a pipe, and writes their rows of the table.
func (e *engine) measure(shell string, to io.Writer) error {
	if err := os.Mkdir(e.dir, 0o755); err != nil {
		return err
	}
	file := filepath.Join(e.dir, "labels.csv")
	if err := crowd(file, e.labels); err != nil {
		return err
	}
	place := filepath.Join(e.dir, "engine")
	if err := os.Mkdir(place, 0o755); err != nil {
		return err
	}
	db, err := warehouse.Start(e.dialect, place)
	if err != nil {
		return err
	}
	defer db.Stop()
	load := "CREATE TABLE labels AS SELECT * FROM read_csv('" + file + "', all_varchar = true);"
	if e.dialect == "postgres" {
		load = "CREATE TABLE labels (task text, worker text, label text);\n\\copy labels from '" + file + "' csv header\nANALYZE labels;\n"
	}
	if _, err := db.Run(load); err != nil {
		return err
	}
	if err := os.Remove(file); err != nil {
		return err
	}
	for n, method := range []string{"default", "ds"} {
		flags := " "
		if method != "default" {
			flags = " --method " + method + " "
		}
		piped, inside := filepath.Join(e.dir, method+"-pipe"), filepath.Join(e.dir, method+"-sql")
		export := "printf '%s\\n' \"" + e.export + "\" | DUCKDB_MEMORY=1GB " + db.Command + e.to
		pipe, err := run(export+" | '"+shell+"' fit"+flags+"--seed 0 --out '"+piped+"' -", db)
		if err != nil {
			return err
		}
		row := func(way string, c cost, rest ...any) {
			line := fmt.Sprintf("| %s | %s | %s | %s | %.1f |", e.title, humanize.Number(e.labels), method, way, c.seconds)
			line += fmt.Sprintf(" %s | %s | %s | %d MB | %d MB | %s | %s |\n",
				append(rest[:3:3], append([]any{c.shell >> 20, c.engine >> 20}, rest[3:]...)...)...)
			log.Print(strings.TrimSuffix(line, "\n"))
			io.WriteString(to, line)
		}
		row("pipe", pipe, "", "", "", "", "")
		fit := func(steps int) (c cost, passes int, err error) {
			prefix := fmt.Sprintf("%s%d_", "run"+strconv.Itoa(n)+"_", steps)
			command := "'" + shell + "' sql --dialect " + e.dialect + ` --run "DUCKDB_MEMORY=1GB ` + db.Command + `"` + flags +
				"--table labels --keep --prefix " + prefix + " --out '" + inside + "'"
			if steps > 0 {
				command += " --steps " + strconv.Itoa(steps)
			}
			if c, err = run(command, db); err != nil {
				return c, 0, err
			}
			passes, err = e.passes(db, prefix)
			return c, passes, err
		}
		one, first, err := fit(1)
		if err != nil {
			return err
		}
		all, passes, err := fit(0)
		if err != nil {
			return err
		}
		labels, probability, err := differences(filepath.Join(piped, "labels.csv"), filepath.Join(inside, "labels.csv"))
		if err != nil {
			return err
		}
		pace := "–"
		if passes > first {
			pace = fmt.Sprintf("%.0f", 1000*(all.seconds-one.seconds)/float64(passes-first))
		}
		row("`concord sql`", all, fmt.Sprintf("%.2f", all.seconds/pipe.seconds), strconv.Itoa(passes), pace, labels, probability)
	}
	return nil
}

// passes counts those of a fit whose tables were kept, and drops them.
func (e *engine) passes(db *warehouse.Database, prefix string) (passes int, err error) {
	out, err := db.Run("SELECT table_name FROM information_schema.tables WHERE table_name LIKE '" + prefix + "%';\n")
	if err != nil {
		return 0, err
	}
	var drop strings.Builder
	for _, name := range strings.Fields(out) {
		if strings.HasPrefix(name, prefix+"pass_") {
			passes++
		}
		drop.WriteString("DROP TABLE " + db.Quote(name) + ";\n")
	}
	_, err = db.Run(drop.String())
	return passes, err
}

// crowd writes a file of labels.
func crowd(file string, labels int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewPCG(1, 2))
	fmt.Fprintln(w, "task,worker,label")
	for i := range labels / each {
		truth := r.IntN(classes)
		first := r.IntN(workers)
		for n := range each {
			j, l := (first+n*199)%workers, truth
			if r.Float64() > .5+float64(j)/2500 {
				l = r.IntN(classes)
			}
			fmt.Fprintf(w, "t%d,w%d,%c\n", i, j, 'a'+l)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// answer is what a file of labels says of a task.
type answer struct {
	label       string
	probability float64
}

// differences counts the tasks that two files of labels give different labels, and says how far apart the probabilities of the others are.
func differences(a, b string) (labels, probability string, err error) {
	all := map[string]answer{}
	err = answers(a, func(task string, x answer) { all[task] = x })
	wrong, most := 0, 0.
	if err == nil {
		err = answers(b, func(task string, x answer) {
			if was := all[task]; was.label != x.label {
				wrong++
			} else {
				most = max(most, math.Abs(was.probability-x.probability))
			}
		})
	}
	return fmt.Sprintf("%d of %s", wrong, humanize.Number(len(all))), fmt.Sprintf("%.1e", most), err
}

// answers reads a file of labels.
func answers(file string, take func(task string, x answer)) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(bufio.NewReader(f))
	head, err := r.Read()
	column := map[string]int{}
	for n, name := range head {
		column[name] = n
	}
	for err == nil {
		var row []string
		if row, err = r.Read(); err == nil {
			x := answer{label: row[column["label"]]}
			x.probability, err = strconv.ParseFloat(row[column["probability"]], 64)
			take(row[column["task"]], x)
		}
	}
	if err == io.EOF {
		return nil
	}
	return err
}
