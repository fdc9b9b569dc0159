package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/core/api"
	"concord/core/fit"
	"concord/core/parse"
	"concord/core/sheet"
	"concord/core/sql"
	"concord/internal/atomicfile"
	"concord/internal/humanize"
)

// sqlCommand is one run of concord sql.
type sqlCommand struct {
	job            sql.Job
	client         string // empty: the script is printed
	out            string
	settings       fit.Settings
	options        sql.Options
	keep, exact    bool
	ctx            context.Context
	stdout, stderr io.Writer
}

// runSQL writes a fit as SQL, or has the user's client run it.
func runSQL(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	w := &sqlCommand{ctx: ctx, stdout: stdout, stderr: stderr}
	f, finish := w.flags()
	switch rest, err := arguments(f, args); {
	case err != nil:
		return err
	case len(rest) > 0:
		return mistakef("sql reads no file: the labels are in a warehouse; concord sql --help lists the flags")
	}
	if err := finish(); err != nil {
		return mistake{err.Error()}
	}
	if w.client != "" {
		return w.drive()
	}
	if len(w.job.Classes) == 0 {
		return mistakef("a script needs to know which labels there are: --classes cat,dog (%s tells), or --run CLIENT has your client asked",
			w.job.Distinct())
	}
	var script strings.Builder
	if err := w.job.Script(&script, api.Version, w.settings.MaxSteps); err != nil {
		return mistake{err.Error()}
	}
	_, err := io.WriteString(stdout, script.String())
	return err
}

// flags are those of the command, and what makes a job of them once they are parsed.
func (w *sqlCommand) flags() (*flag.FlagSet, func() error) {
	f := newFlags("sql")
	var dialects []string
	for _, d := range sql.Dialects() {
		dialects = append(dialects, d.Name)
	}
	dialect := f.String("dialect", "", "the `NAME` of the dialect: "+strings.Join(dialects, ", "))
	table := f.String("table", "", "the `TABLE` of the labels, one a row, as it is spelt: labels, crowd.labels, \"odd name\".labels")
	roles := f.String("roles", "task=task,worker=worker,label=label",
		"which columns to read, as they are spelt: `task=COL,worker=COL,label=COL`")
	classes := f.String("classes", "", "the labels there are, `LABEL,LABEL,…`, in the order in which ties go to them "+
		"(default with --run: those that are found, in the order of concord fit)")
	prefix := f.String("prefix", "concord_", "how the `NAMES` begin of the tables that are made; after a schema, if they are not to "+
		"be in the current one: scratch.concord_")
	f.StringVar(&w.job.Method, "method", "ds", "the `NAME` of the method: "+strings.Join(sql.Methods(), ", "))
	f.Float64Var(&w.job.Smoothing, "smoothing", 0, "a `NUMBER` of pseudo-labels, as concord fit --set smoothing takes it")
	f.IntVar(&w.settings.MaxSteps, "steps", 0, "the `NUMBER` of steps of the script (default "+strconv.Itoa(scriptSteps)+
		"); with --run, of those that are made at most (default "+strconv.Itoa(fit.DefaultMaxSteps)+")")
	f.StringVar(&w.client, "run", "", "have a client program run it, a `COMMAND` of the shell that reads SQL from its standard "+
		"input, such as 'psql -XAtq -d crowd'; stops as concord fit does, and goes on where it was if it is killed")
	stop := f.String("stop", "", "with --run: when the fit has converged, by `RULE`, as concord fit has it: settled or paper")
	f.Float64Var(&w.settings.Tolerance, "tolerance", 0, "with --run: the `NUMBER` of the rule paper (default 1e-4)")
	f.StringVar(&w.out, "out", "", "with --run: fetch labels.csv and workers.csv into this `DIR`; without, the answers stay in the tables "+
		"concord_labels and concord_workers (see --prefix)")
	f.BoolVar(&w.exact, "exact", false, "with --out: write names that a spreadsheet would run as formulas as they are")
	f.BoolVar(&w.keep, "keep", false, "with --run: leave all tables where they are")
	f.BoolVar(&w.options.Skip, "skip", false, "with --run: leave out rows without a task or a worker")
	f.BoolVar(&w.options.Fresh, "fresh", false, "with --run: drop the tables of an earlier fit, and begin anew")
	return f, func() (err error) {
		w.settings.Stop = fit.Stop(*stop)
		if *dialect == "" || *table == "" {
			return errors.New("--dialect and --table say where the labels are; concord sql --help lists the flags")
		}
		if w.job.Dialect, err = sql.FindDialect(*dialect); err != nil {
			return err
		}
		if w.job.Table, err = sql.ParseName(*table); err != nil {
			return fmt.Errorf("--table: %w", err)
		}
		if w.job.Prefix, err = sql.ParseName(*prefix); err != nil {
			return fmt.Errorf("--prefix: %w", err)
		}
		if err = labelColumns(*roles, &w.job.Columns); err != nil {
			return err
		}
		if w.job.Classes, err = listed(*classes); err != nil {
			return err
		}
		var runs string
		f.Visit(func(f *flag.Flag) {
			if slices.Contains([]string{"stop", "tolerance", "out", "exact", "keep", "skip", "fresh"}, f.Name) {
				runs = f.Name
			}
		})
		switch {
		case runs != "" && w.client == "":
			return fmt.Errorf("--%s goes with --run", runs)
		case w.settings.MaxSteps < 0:
			return errors.New("--steps can't be negative")
		case !finite(w.settings.Tolerance):
			return errors.New("--tolerance takes a number that is neither infinite nor NaN")
		case *stop != "" && !slices.Contains(fit.Stops(), *stop):
			return fmt.Errorf("--stop has %q; there are %s", *stop, strings.Join(fit.Stops(), ", "))
		case w.client == "" && w.settings.MaxSteps == 0:
			w.settings.MaxSteps = scriptSteps
		}
		return nil
	}
}

// scriptSteps is how many steps a script has that nobody stops. Most fits have few labels to change by then.
const scriptSteps = 20

// labelColumns parses --roles. A part that holds commas is put in quotes, as in CSV: "task=a,b".
func labelColumns(roles string, to *sql.Columns) error {
	parts, err := fields(roles)
	if err != nil {
		return fmt.Errorf("--roles: %w", err)
	}
	for _, one := range parts {
		role, name, _ := strings.Cut(one, "=")
		column := map[string]*string{"task": &to.Task, "worker": &to.Worker, "label": &to.Label}[role]
		if column == nil || name == "" {
			return fmt.Errorf("--roles has %q; it needs task=COL,worker=COL,label=COL", one)
		}
		*column = name
	}
	if to.Task == "" || to.Worker == "" || to.Label == "" {
		return fmt.Errorf("--roles is %q; it needs task=COL,worker=COL,label=COL", roles)
	}
	return nil
}

// listed parses --classes.
func listed(classes string) (all []sql.Class, err error) {
	if classes == "" {
		return nil, nil
	}
	names, err := fields(classes)
	if err != nil {
		return nil, fmt.Errorf("--classes: %w", err)
	}
	missing := parse.NewTokens(parse.Missing())
	for _, name := range names {
		name := parse.Tidy([]byte(name))
		if missing.Has(name) {
			return nil, fmt.Errorf("--classes lists %q, which means that there is no answer", name)
		}
		all = append(all, sql.Class{Name: string(name), Said: []string{string(name)}})
	}
	return all, nil
}

// fields splits at commas, as a line of CSV.
func fields(line string) ([]string, error) {
	r := csv.NewReader(strings.NewReader(line))
	all, err := r.Read()
	if _, more := r.Read(); err == nil && more != io.EOF {
		err = errors.New("it is more than one line")
	}
	return all, err
}

// drive has the client run the fit.
func (w *sqlCommand) drive() error {
	if w.out != "" {
		if err := os.MkdirAll(w.out, 0o755); err != nil {
			return fmt.Errorf("the folder of --out can't be made: %w", err)
		}
		if err := atomicfile.Probe(w.out); err != nil {
			return err
		}
	}
	j := &w.job
	f, err := sql.Open(j, w.ask, w.options)
	if err != nil {
		return w.fault(err)
	}
	if j.Dialect.Ran == "" {
		fmt.Fprintf(w.stderr, "concord: warning: this was never run on %s: check the labels before you rely on them.\n", j.Dialect.Title)
	}
	for _, note := range f.Notes {
		fmt.Fprintf(w.stderr, "concord: warning: %s\n", note)
	}
	session := fit.Drive(f, f.Tasks, w.settings)
	began := time.Now()
	for step := range session.Steps() {
		if step.N > f.Found() && j.Method != "majority" {
			fmt.Fprintf(w.stderr, "step %d: log-likelihood %.4f, %s changed, %.1f s\n", step.N, step.Objective, humanize.Count(step.Flips, "label"),
				time.Since(began).Seconds())
		}
	}
	if err := session.Err(); err != nil {
		return w.fault(err)
	}
	if err := f.Answers(); err != nil {
		return w.fault(err)
	}
	for _, warning := range session.Warnings() {
		fmt.Fprintf(w.stderr, "concord: warning: %v.\n", warning)
	}
	text := w.summary(f, session)
	if w.out != "" {
		if err := w.fetch(f); err != nil {
			return w.fault(err)
		}
		text += w.out + ": labels.csv, workers.csv\n"
	} else {
		text += fmt.Sprintf("The answers are the tables %slabels and %[1]sworkers.\n", j.Prefix)
	}
	if !w.keep {
		if err := f.Clean(w.out != ""); err != nil {
			return w.fault(err)
		}
	}
	_, err = io.WriteString(w.stdout, text)
	return err
}

// summary says in words how the fit went, as concord fit does.
func (w *sqlCommand) summary(f *sql.Fit, s *fit.Session) string {
	trace := s.Trace()
	last := trace[len(trace)-1]
	text := fmt.Sprintf("%s: %s by %s on %s, %s\n%s: %s after %s%s", w.job.Table, humanize.Count(f.Labels, "label"),
		humanize.Count(f.Workers, "worker"), humanize.Count(f.Tasks, "task"), humanize.Count(len(w.job.Classes), "class"), w.job.Method,
		s.Status(), humanize.Count(len(trace), "step"), api.Ending(trace))
	if api.Finite(last.Objective) != nil {
		text += fmt.Sprintf(", log-likelihood %.4f", last.Objective)
	}
	return text + "\n"
}

// fetch writes the answers to files.
func (w *sqlCommand) fetch(f *sql.Fit) error {
	h := &host{dir: w.out, seal: "workers.csv"}
	defer h.discard()
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	err := w.table(h, "labels.csv", []string{"task", "label", "votes", "tie", "posterior"}, func(write func(...string) error) error {
		return f.EachLabel(func(l sql.Label) error {
			return write(l.Task, l.Label, strconv.Itoa(l.Votes), strconv.FormatBool(l.Tie), number(l.Posterior))
		})
	})
	if err != nil {
		return err
	}
	err = w.table(h, "workers.csv", []string{"worker", "labels", "agreement"}, func(write func(...string) error) error {
		return f.EachWorker(func(one sql.Worker) error { return write(one.Worker, strconv.Itoa(one.Labels), number(one.Agreement)) })
	})
	if err != nil {
		return err
	}
	return h.commit()
}

// table writes a file beside its place.
func (w *sqlCommand) table(h *host, name string, header []string, rows func(write func(...string) error) error) error {
	file, err := h.create(name)
	if err != nil {
		return err
	}
	to := csv.NewWriter(file)
	write := func(cells ...string) error {
		for n, cell := range cells {
			if !w.exact && sheet.Formula([]byte(cell)) {
				cells[n] = "'" + cell
			}
		}
		return to.Write(cells)
	}
	if err = write(header...); err == nil {
		err = rows(write)
	}
	to.Flush()
	if err := cmp.Or(err, to.Error()); err != nil {
		return err
	}
	return file.Close()
}

// fault is an error as the user is told it.
func (w *sqlCommand) fault(err error) error {
	if w.ctx.Err() != nil {
		return errors.New("interrupted; the same command goes on where it was")
	}
	if errors.Is(err, atomicfile.ErrUnwritable) || errors.As(err, new(*fs.PathError)) { // the machine failed
		return err
	}
	return mistake{err.Error()}
}

// ask is the sql.Client that starts the user's program once for each call.
func (w *sqlCommand) ask(text string, line func([]byte) error) (said string, err error) {
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	c := exec.CommandContext(w.ctx, shell, flag, w.client)
	c.WaitDelay = time.Second
	c.Stdin = strings.NewReader(text)
	var complaints bytes.Buffer
	c.Stderr = &complaints
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return "", fmt.Errorf("the client %q can't be started: %w", w.client, err)
	}
	lines := bufio.NewReaderSize(out, 1<<16)
	var wrong error
	for {
		one, err := lines.ReadBytes('\n')
		if wrong == nil {
			wrong = line(one)
		}
		if err != nil {
			break
		}
	}
	err = c.Wait()
	said = short(complaints.String())
	switch exit := new(exec.ExitError); {
	case wrong != nil:
		return said, wrong
	case errors.As(err, &exit) && exit.ExitCode() == 127:
		return said, fmt.Errorf("the client %q is not there: %s", w.client, said)
	case err != nil && said == "":
		return said, fmt.Errorf("the client %q ended with %w, and does not say why", w.client, err)
	case err != nil:
		return said, fmt.Errorf("the client %q ended with %w: %s", w.client, err, said)
	}
	return said, nil
}

// short is what a program said, on one line: of much the beginning, where the first error is, and the end.
func short(s string) string {
	const most = 300
	if s = strings.Join(strings.Fields(s), " "); len(s) > 2*most {
		s = strings.ToValidUTF8(s[:most]+" … "+s[len(s)-most:], "")
	}
	return s
}
