package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/parse"
	"concord/core/sql"
	"concord/internal/atomicfile"
	"concord/internal/humanize"
)

// sqlCommand is one run of concord sql.
type sqlCommand struct {
	job            sql.Job
	client         string // empty: the script is printed
	values         map[string]string
	sample         string // of the tasks, from which workers are learnt
	out, record    string
	settings       fit.Settings
	options        sql.Options
	keep, exact    bool
	clean          bool
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
}

// byAsker is the client that has started the command.
const byAsker = "-"

// runSQL writes a fit as SQL, or has the user's client run it.
func runSQL(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	w := &sqlCommand{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, values: map[string]string{}}
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
	w.job.Method = cmp.Or(w.job.Method, "ds")
	if err := w.job.CheckScript(w.settings.MaxSteps); err != nil {
		return mistake{err.Error()}
	}
	return w.job.Script(visible{stdout}, api.Version, w.settings.MaxSteps)
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
	classes := f.String("classes", "", "the labels there are, `LABEL,LABEL,…`; of a script in the order in which ties go to them "+
		"(default with --run: those that are found)")
	prefix := f.String("prefix", "concord_", "how the `NAMES` begin of the tables that are made; after a schema, if they are not to "+
		"be in the current one: scratch.concord_")
	f.StringVar(&w.job.Method, "method", "", "the `NAME` of the method. With --run: "+api.MethodDefault+" (the default), majority, wawa, "+
		"zbs, "+
		"iwmv, ds, fds, hybrid, hds, ibcc, onecoin or classcoin. Of a script: "+strings.Join(sql.Methods(), ", ")+" (default ds)")
	f.Func("set", "with --run: a setting of the method, `KEY=VALUE`; may be repeated", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("it needs KEY=VALUE")
		}
		w.values[key] = value
		return nil
	})
	f.Float64Var(&w.job.Smoothing, "smoothing", 0, "a `NUMBER` of pseudo-labels; with --run it is --set smoothing=NUMBER")
	f.IntVar(&w.settings.MaxSteps, "steps", 0, "the `NUMBER` of steps of the script (default "+strconv.Itoa(scriptSteps)+
		"); with --run, of those that are made at most (default "+strconv.Itoa(fit.DefaultMaxSteps)+"); 10,000 or fewer")
	f.StringVar(&w.client, "run", "", "have a client program run it, a `COMMAND` of the shell that reads SQL from its standard "+
		"input, such as 'psql -XAtq -d crowd'; stops as concord fit does, and goes on where it was if it is killed. With - the program that "+
		"has started concord is the client: it reads SQL from standard output, and writes rows to standard input")
	stop := f.String("stop", "", "with --run: when the fit has converged, by `RULE`, as concord fit has it: settled or paper")
	f.Float64Var(&w.settings.Tolerance, "tolerance", 0, "with --run: the `NUMBER` of the rule paper (default 1e-4)")
	f.StringVar(&w.out, "out", "", "with --run: write the files of concord fit into this `DIR`; without, the answers stay in tables "+
		"(see --into)")
	into := f.String("into", "", "with --run: leave the answers in tables whose `NAMES` begin so, with --out too: labels, workers, classes "+
		"and confusion. Their posteriors are the method's own; probabilities, which are calibrated, are in files alone (default without "+
		"--out: --prefix)")
	f.StringVar(&w.sample, "sample", "all", "with --run: learn the workers from the labels of `all` tasks, or, with auto, of a share, "+
		"drawn at random, in which each worker has 1,000 labels or more; the answers are about all tasks")
	f.StringVar(&w.record, "record", "", "with --run: write run.json, what was fitted and how, to this `FILE`")
	f.BoolVar(&w.exact, "exact", false, "with --out: write names that a spreadsheet would run as formulas as they are")
	f.BoolVar(&w.keep, "keep", false, "with --run: leave all tables where they are")
	f.BoolVar(&w.clean, "clean", false, "with --run: fit nothing; drop the tables that fits and scripts with this --prefix left, answers "+
		"too, "+
		"and list them")
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
		if *into != "" {
			if w.job.Into, err = sql.ParseName(*into); err != nil {
				return fmt.Errorf("--into: %w", err)
			}
		}
		var runs string
		smooth := false
		f.Visit(func(f *flag.Flag) {
			if slices.Contains([]string{
				"stop", "tolerance", "out", "into", "record", "exact", "keep", "clean", "skip", "fresh", "set", "sample",
			}, f.Name) {
				runs = f.Name
			}
			smooth = smooth || f.Name == "smoothing"
		})
		if smooth && w.client != "" {
			if was, ok := w.values["smoothing"]; ok {
				return fmt.Errorf("--smoothing and --set smoothing=%s say it twice; leave one out", was)
			}
			w.values["smoothing"] = strconv.FormatFloat(w.job.Smoothing, 'g', -1, 64)
			w.job.Smoothing = 0
		}
		switch {
		case runs != "" && w.client == "":
			return fmt.Errorf("--%s goes with --run", runs)
		case w.sample != "all" && w.sample != "auto":
			return fmt.Errorf("--sample is all or auto, not %q", w.sample)
		case w.settings.MaxSteps < 0:
			return errors.New("--steps can't be negative")
		case w.settings.MaxSteps > mostSteps:
			return fmt.Errorf("--steps is %s; it may be %s at most", humanize.Number(w.settings.MaxSteps), humanize.Number(mostSteps))
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

// mostSteps is how many steps there may be.
const mostSteps = 10_000

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

// drive has the client make the passes of the fit.
func (w *sqlCommand) drive() error {
	var ask sql.Client
	if w.client == byAsker {
		ask, w.stdout = newAsker(w.ctx, w.stdin, w.stdout).ask, w.stderr
	} else {
		c := &client{
			ctx: w.ctx, command: w.client, probe: w.job.Dialect.Probe(), again: w.job.Dialect.Again(),
			starts: time.Duration(w.job.Dialect.Starts) * time.Second,
		}
		defer c.close()
		ask, w.stdout = c.ask, visible{w.stdout}
	}
	if w.clean {
		return w.drop(ask)
	}
	if w.out != "" {
		if err := os.MkdirAll(w.out, 0o755); err != nil {
			return fmt.Errorf("the folder of --out can't be made: %w", err)
		}
		if err := atomicfile.Probe(w.out); err != nil {
			return err
		}
	}
	if w.record != "" {
		if err := atomicfile.Probe(filepath.Dir(w.record)); err != nil {
			return err
		}
	}
	j := &w.job
	if j.Method == "" {
		j.Method = api.MethodDefault
	}
	if err := able(j.Method, w.values); err != nil {
		return mistake{err.Error()}
	}
	values, err := json.Marshal(w.values)
	if err != nil {
		return err
	}
	j.Values = string(values)
	from, err := sql.Open(j, ask, w.options)
	if err != nil {
		return w.fault(err)
	}
	if j.Dialect.Ran == "" {
		fmt.Fprintf(w.stderr, "concord: warning: this was never run on %s: check the labels before you rely on them.\n", j.Dialect.Title)
	}
	for _, note := range from.Notes {
		fmt.Fprintf(w.stderr, "concord: warning: %s\n", note)
	}
	if err := w.fitted(from); err != nil {
		return w.fault(cmp.Or(from.Failure(), err))
	}
	if !w.keep {
		if err := from.Clean(!w.inTables()); err != nil {
			return w.fault(err)
		}
	}
	return nil
}

// able is why a method can't fit labels that stay where they are; nil: it can.
func able(name string, values map[string]string) error {
	entry, err := catalog.All().Find(name)
	if err != nil {
		return err
	}
	method, _, err := entry.Method(values)
	if err != nil {
		return fmt.Errorf("%w; concord methods lists them", err)
	}
	if _, ok := method.(fit.Remote); ok {
		return nil
	}
	var names []string
	for _, e := range catalog.All() {
		m, _, err := e.Method(nil)
		if _, ok := m.(fit.Remote); ok && err == nil {
			names = append(names, e.Name)
		}
	}
	return fmt.Errorf("%s can't fit labels that stay where they are; %s can", entry.Title, strings.Join(names, ", "))
}

// drop drops the tables that fits left.
func (w *sqlCommand) drop(ask sql.Client) error {
	names, err := sql.Clean(&w.job, ask)
	if err != nil {
		return w.fault(err)
	}
	text := fmt.Sprintf("There are no tables of fits whose names begin with %s.\n", w.job.Prefix)
	if len(names) > 0 {
		text = "Dropped: " + strings.Join(names, ", ") + ".\n"
	}
	_, err = io.WriteString(w.stdout, text)
	return err
}

// inTables reports whether the answers stay in tables.
func (w *sqlCommand) inTables() bool { return w.out == "" || w.job.Into != nil }

// fitted fits the method, and writes what there is to say of the tasks, of which there may be a sample, as concord fit does.
func (w *sqlCommand) fitted(from *sql.Source) error {
	if _, err := from.Sample(0); err != nil {
		return err
	}
	// As what comes through a pipe, the sample is kept in a file without a name, which is gone with the program, however that ends.
	sample, to := io.Pipe()
	go func() { to.CloseWithError(from.WriteSample(to)) }()
	o := newOptions()
	o.Method, o.Values, o.Settings = w.job.Method, w.values, api.Settings{
		MaxSteps: w.settings.MaxSteps, Stop: string(w.settings.Stop), Tolerance: w.settings.Tolerance,
	}
	o.out, o.exact, o.files, o.roles = w.out, w.exact, []string{"-"}, "task=task,worker=worker,label=label"
	o.reading["numeric"], o.reading["as-is"], o.reading["delimiter"] = "no", "true", "," // names are nothing but names
	s := newSession(w.ctx, o, sample, w.stdout, w.stderr, w.stderr)
	defer s.close()
	s.called, s.large = w.job.Table.String(), true
	learnt := from
	if w.sample == "auto" {
		part, every, err := from.Part()
		if err != nil {
			return err
		}
		if learnt = part; every > 1 {
			s.warn("workers are learnt from one task in %d, drawn at random: --sample all takes all.", every)
		}
	}
	e := &elsewhere{source: from, learnt: learnt, safe: !w.exact}
	s.host.engine.Elsewhere = e
	s.host.dir = s.out
	s.host.engine.OnlyFiles = true
	if err := s.openAll(); err != nil {
		return told{err}
	}
	fitted, err := s.fit()
	if failure := from.Failure(); failure != nil { // a consensus goes on without a member that fails
		return failure
	} else if err != nil {
		return told{err}
	}
	if err := s.export(api.FileRun, w.record); err != nil {
		return told{err}
	}
	files, tables := w.out != "", w.inTables()
	if tables || !from.Whole() {
		if err := from.Posteriors(e.fit); err != nil {
			return err
		}
	}
	stay := ""
	if tables {
		names, err := from.Tables()
		if err != nil {
			return err
		}
		stay = fmt.Sprintf("The answers are in the tables %s.\n", strings.Join(names, ", "))
	}
	changed, err := from.Changed()
	if err != nil {
		return err
	}
	if changed != "" {
		s.warn("%s; the answers are those of the labels that it had.", changed)
	}
	if files && from.Whole() {
		if err := s.answer(fitted); err != nil {
			return told{err}
		}
		if !tables {
			return nil
		}
		return s.say(stay)
	}
	if !from.Whole() {
		shape := from.Shape()
		s.sampled = s.labels.Counts.Tasks
		s.labels.Counts.Tasks, s.labels.Counts.Labels, s.labels.Counts.Workers = shape.Tasks, shape.Labels, shape.Workers
	}
	text := s.summary(fitted) + stay
	if files {
		if err := e.write(s, fitted); err != nil {
			return told{err}
		}
		text += w.out + ": labels.csv, classes.csv, workers.csv, confusion.csv, run.json. confusion.csv, run.json and the figures of " +
			"workers.csv are about the sample.\n"
	}
	return s.say(text)
}

// told is an error that says by itself whether it is the user's.
type told struct{ error }

// fault is an error as the user is told it.
func (w *sqlCommand) fault(err error) error {
	if w.ctx.Err() != nil {
		return errors.New("interrupted; the same command goes on where it was")
	}
	if errors.Is(err, atomicfile.ErrUnwritable) || errors.As(err, new(*fs.PathError)) { // the machine failed
		return err
	}
	if failed := new(sql.Failure); errors.As(err, &failed) {
		return mistake{err.Error() + w.kept(failed)}
	}
	if t := (told{}); errors.As(err, &t) {
		return t.error
	}
	return mistake{err.Error()}
}

// kept writes the statements that failed to a file, and says where they are.
func (w *sqlCommand) kept(f *sql.Failure) string {
	to, err := os.CreateTemp("", "concord-*.sql")
	if err != nil {
		return ""
	}
	_, err = io.WriteString(to, f.Statements)
	if err = errors.Join(err, to.Close()); err != nil {
		os.Remove(to.Name())
		return ""
	}
	return "; the statements are in " + to.Name()
}
