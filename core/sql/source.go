package sql

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/labels"
	"concord/core/parse"
	"concord/internal/humanize"
)

// Source is labels in an engine, which makes the passes over them: a fit.Source.
type Source struct {
	Notes   []string // what is odd about the labels
	Workers []string // their names
	Tasks   []string // those of the sample

	job    *Job
	client Client
	shape  fit.Shape
	votes  string                 // the table of the labels
	cells  []int                  // those that labels fill
	known  map[string]*parameters // of the passes, by their key
	there  map[string]bool        // tables of passes that an earlier run made
	passes int
	sample *crowd.Dataset
}

var _ fit.Source = (*Source)(nil)

// Options are what to do about what stands in the way.
type Options struct {
	Skip  bool // leave out rows without a task or a worker
	Fresh bool // drop the tables of an earlier fit
}

// spellings is how many different labels are asked for; of as many there may be more.
const spellings = 1000

// Open looks at the table, sets j.Classes if there are none, and makes the tables that all passes need, or finds those of an earlier run.
func Open(j *Job, client Client, o Options) (*Source, error) {
	s := &Source{job: j, client: client, votes: "votes", known: map[string]*parameters{}, there: map[string]bool{}}
	if len(j.Classes) == 0 { // the rest can be wrong, too
		trial := *j
		trial.Classes = []Class{{"", []string{""}}}
		if err := trial.Check(); err != nil {
			return nil, err
		}
	} else if err := j.Check(); err != nil {
		return nil, err
	}
	if err := s.encoding(); err != nil {
		return nil, err
	}
	seen, err := s.ask("looking at "+j.Table.String(), s.look(), "spelt", "nameless")
	if err != nil {
		return nil, err
	}
	if n := seen.number("nameless"); n > 0 && !o.Skip {
		return nil, fmt.Errorf("%s of %s have no task or no worker (NULL, empty, NA …); --skip leaves them out", humanize.Count(n, "row"),
			j.Table)
	}
	now, err := s.classes(seen["label"])
	if err == nil {
		err = j.Check()
	}
	if err == nil && len(seen["label"]) >= spellings {
		err = fmt.Errorf("the labels of %s are spelt in %s ways or more, with other white space around them; trim them in a view, and name that "+
			"with --table", j.Table, humanize.Number(spellings))
	}
	if err == nil && !crowd.Holds(1, len(j.Classes)) {
		err = fmt.Errorf("%s has too many classes", j.Table)
	}
	if err != nil {
		return nil, err
	}
	if err := s.prepare(seen.texts("table"), o); err != nil {
		return nil, err
	}
	given, err := s.count()
	if err != nil {
		return nil, err
	}
	for k, c := range j.Classes {
		if now[k] != given[k] {
			return nil, fmt.Errorf("%s: the class %q has %s now, and had %s when the fit began: --fresh begins anew", j.Table, c.Name,
				humanize.Count(now[k], "label"), humanize.Number(given[k]))
		}
	}
	if s.shape.Labels == 0 {
		return nil, fmt.Errorf("%s has no labels", j.Table)
	}
	return s, nil
}

// Shape implements fit.Source.
func (s *Source) Shape() fit.Shape { return s.shape }

// Found reports whether an earlier run had begun.
func (s *Source) Found() int { return len(s.there) }

// encoding looks whether the database is one of those in which a dialect can do less.
func (s *Source) encoding() error {
	d := s.job.Dialect
	if d.encoding == "" {
		return nil
	}
	seen, err := s.ask("looking at the database", d.rows("encoding", d.encoding, "", hexed("name")), "encoding")
	if err == nil && !slices.Equal(seen.texts("encoding"), []string{"UTF8"}) {
		narrow := *d
		narrow.narrow = true
		s.job.Dialect = &narrow
	}
	return err
}

// look asks what the table holds, and which tables there are.
func (s *Source) look() string {
	j, d := s.job, s.job.Dialect
	return d.rows("label", fill(`SELECT said, COUNT(*) AS n FROM (SELECT COALESCE(said, '') AS said FROM $TIDY$
  WHERE $NAMED$) u GROUP BY said LIMIT $MOST$`, "TIDY", j.tidy(), "NAMED", j.tidied(), "MOST", strconv.Itoa(spellings)), "", hexed("said"), "n") +
		d.rows("spelt", "SELECT COUNT("+j.labelText()+") AS n FROM "+d.table(j.Table)+" t", "", "n") +
		d.rows("nameless", fill(`SELECT COUNT(*) AS n FROM $TIDY$
  WHERE COALESCE(task, '') IN ($NAMELESS$) OR COALESCE(worker, '') IN ($NAMELESS$)`, "TIDY", j.tidy(), "NAMELESS", j.nameless()), "", "n") +
		s.listing()
}

// tidy is the table of the labels as rows that may have no name: task, worker and said, how the label is spelt.
func (j *Job) tidy() string {
	text := func(column string) string {
		return j.Dialect.tidy(j.Dialect.asText("t." + j.Dialect.identifier(column)))
	}
	return fill("(SELECT $TASK$ AS task, $WORKER$ AS worker, $LABEL$ AS said FROM $TABLE$ t) t", "TASK", text(j.Columns.Task),
		"WORKER", text(j.Columns.Worker), "LABEL", j.labelText(), "TABLE", j.Dialect.table(j.Table))
}

// tidied is the condition that a row of tidy has a task and a worker.
func (j *Job) tidied() string {
	not := " NOT IN (" + j.nameless() + ")"
	return "t.task" + not + " AND t.worker" + not
}

// listing asks for the names of the tables.
func (s *Source) listing() string {
	d, at := s.job.Dialect, s.job.Prefix
	switch {
	case d.show == "":
		return d.rows("table", d.tables(at), "", hexed("name"))
	case len(at) > 1:
		return d.show + " IN " + d.table(at[:len(at)-1]) + ";\n"
	}
	return d.show + ";\n"
}

// classes sets the job's classes, if there are none, and how the table spells them. It returns how many labels name each.
func (s *Source) classes(seen [][]string) (all []int, err error) {
	missing := parse.NewTokens(parse.Missing())
	found, count := map[string][]string{}, map[string]int{}
	for _, row := range seen {
		if err := checkFields(row, 2); err != nil {
			return nil, err
		}
		said, err := text(row[0])
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(row[1])
		if err != nil {
			return nil, fmt.Errorf("the client printed %q for a number", row[1])
		}
		name := string(parse.Tidy([]byte(said)))
		if missing.Has([]byte(name)) {
			s.note("%s of %s: %q means that there is no answer; left out.", humanize.Count(n, "row"), s.job.Table, said)
			continue
		}
		found[name], count[said] = append(found[name], said), n
	}
	if len(s.job.Classes) == 0 {
		for _, name := range labels.Order(slices.Collect(maps.Keys(found))) {
			s.job.Classes = append(s.job.Classes, Class{Name: name})
		}
	}
	for k := range s.job.Classes {
		c := &s.job.Classes[k]
		if spelt := found[c.Name]; spelt != nil {
			c.Said = slices.Sorted(slices.Values(spelt))
		}
		n := 0
		for _, said := range c.Said {
			n += count[said]
			delete(count, said)
		}
		all = append(all, n)
	}
	for _, said := range slices.Sorted(maps.Keys(count)) {
		return nil, fmt.Errorf("%s spelt %q in %s, and that is not among the classes you listed", humanize.Are(count[said], "label"), said,
			s.job.Table)
	}
	return all, nil
}

// prepare makes the first tables, or finds those of an earlier run, among tables of these names.
func (s *Source) prepare(names []string, o Options) error {
	j := s.job
	ours := s.ours(names)
	known := slices.Contains(ours, j.name("settings").last())
	switch {
	case len(ours) == 0:
	case !known && !o.Fresh:
		return fmt.Errorf("there are tables of these names already, %s: answers of an earlier fit, or another's. Choose another --prefix, "+
			"or have them dropped with --fresh", strings.Join(ours, ", "))
	case o.Fresh:
		if err := s.drop(ours); err != nil {
			return err
		}
		ours, known = nil, false
	default:
		if err := s.same(); err != nil {
			return err
		}
	}
	if slices.Contains(ours, j.name("ready").last()) {
		for _, name := range ours {
			s.there[strings.TrimPrefix(name, j.Prefix.last())] = true
		}
		return s.roster()
	}
	if known { // killed before all of them were made: what is there may be half of it
		if err := s.drop(ours[:len(ours)-1]); err != nil {
			return err
		}
	}
	var sql strings.Builder
	settings, classes := j.tables(ofFit)
	sql.WriteString(settings.kept(j.Dialect, "name TEXT, value TEXT", "") + classes.kept(j.Dialect, "said TEXT, label INTEGER, name TEXT", ""))
	sql.WriteString(j.Dialect.rows("worker", fill(`SELECT DISTINCT t.worker AS name FROM $TIDY$ JOIN $CLASSES$ c ON c.said = t.said
  WHERE $NAMED$`, "TIDY", j.tidy(), "CLASSES", j.of("class_names"), "NAMED", j.tidied()), "", hexed("name")))
	sql.WriteString(j.Dialect.rows("spellings", "SELECT COUNT(*) AS n FROM "+j.of("class_names"), "", "n"))
	seen, err := s.ask("looking for workers", sql.String(), "spellings")
	if err != nil {
		return err
	}
	spelt := map[string][]string{} // an engine that does not compose has one worker in several spellings
	for _, said := range seen.texts("worker") {
		name := string(parse.Tidy([]byte(said)))
		spelt[name] = append(spelt[name], said)
	}
	s.Workers = slices.Sorted(maps.Keys(spelt))
	if len(s.Workers) == 0 {
		return fmt.Errorf("%s has no labels", j.Table)
	}
	var rows [][]string
	for n, name := range s.Workers {
		for _, said := range spelt[name] {
			rows = append(rows, []string{strconv.Itoa(n), j.Dialect.literal(said)})
		}
	}
	sql.Reset()
	sql.WriteString(j.Dialect.uploadTexts(j.name("worker_names"), []string{"worker", "name"}, rows))
	sql.WriteString(j.votes())
	sql.WriteString(j.Dialect.rows("voted", "SELECT COUNT(*) AS n FROM "+j.of("votes")+" HAVING COUNT(*) > 0", "", "n"))
	sql.WriteString(j.Dialect.rows("ready", "SELECT n FROM "+j.of("ready"), "", "n"))
	_, err = s.ask("keying tasks", sql.String(), "voted", "ready")
	return err
}

// votes makes the tables of the labels.
func (j *Job) votes() string {
	d := j.Dialect
	from := fill(`FROM $TIDY$
JOIN $CLASSES$ c ON c.said = t.said`, "TIDY", j.tidy(), "CLASSES", j.of("class_names"))
	key := fmt.Sprintf(d.hash, "t.task")
	votes := fill(`SELECT $KEY$ AS task, w.worker * $K$ + c.label AS cell
$FROM$
JOIN $WORKERS$ w ON w.name = t.worker
WHERE $NAMED$`, "KEY", key, "K", strconv.Itoa(len(j.Classes)), "FROM", from, "WORKERS", j.of("worker_names"), "NAMED", j.tidied())
	names := fill(`SELECT DISTINCT $KEY$ AS task, t.task AS name
$FROM$
WHERE $NAMED$`, "KEY", key, "FROM", from, "NAMED", j.tidied())
	return statement{j.name("votes"), "labels y_ij; a cell is a worker and a label", votes}.kept(d, "task BIGINT, cell BIGINT", "task") +
		statement{j.name("task_names"), "tasks, by the keys that are made of their names", names}.kept(d, "task BIGINT, name TEXT", "") +
		statement{j.name("ready"), "all of them are there", "SELECT COUNT(*) AS n FROM " + j.of("task_names")}.kept(d, "n BIGINT", "")
}

// roster reads the names of the workers.
func (s *Source) roster() error {
	seen, err := s.ask("reading the names of the workers", s.job.Dialect.rows("worker", "SELECT worker, name FROM "+s.job.of("worker_names"),
		"worker", "worker", hexed("name")))
	if err != nil {
		return err
	}
	for _, row := range seen["worker"] {
		if err := checkFields(row, 2); err != nil {
			return err
		}
		said, err := text(row[1])
		name, n := string(parse.Tidy([]byte(said))), len(s.Workers)
		if n > 0 && name == s.Workers[n-1] {
			n--
		} else {
			s.Workers = append(s.Workers, name)
		}
		if err != nil || row[0] != strconv.Itoa(n) {
			return errors.New("the table of the workers lacks some: --fresh begins anew")
		}
	}
	return nil
}

// count counts what there is. It returns how many labels name each class.
func (s *Source) count() (given []int, err error) {
	j, d, k := s.job, s.job.Dialect, len(s.job.Classes)
	beyond := ""
	if !d.composes() {
		beyond = d.rows("beyond", "SELECT COUNT(*) AS n FROM "+j.of("task_names")+" WHERE 2 * LENGTH(name) < LENGTH("+fmt.Sprintf(d.toHex, "name")+")",
			"", "n")
	}
	seen, err := s.ask("counting", beyond+d.rows("cell", "SELECT cell, COUNT(*) AS n FROM "+j.of(s.votes)+" GROUP BY cell", "", "cell", "n")+
		d.rows("tasks", "SELECT COUNT(*) AS n FROM (SELECT task FROM "+j.of(s.votes)+" GROUP BY task) u", "", "n")+
		d.rows("names", "SELECT COUNT(*) AS n FROM "+j.of("task_names"), "", "n")+
		d.rows("pairs", fill("SELECT COUNT(*) AS n FROM (SELECT task, (cell - $LABEL$) / $K$ AS worker FROM $VOTES$ GROUP BY task, (cell - $LABEL$) / $K$) u",
			"LABEL", j.labelOf("cell"), "K", strconv.Itoa(k), "VOTES", j.of(s.votes)), "", "n"),
		"tasks", "names", "pairs")
	if err != nil {
		return nil, err
	}
	s.shape = fit.Shape{Tasks: seen.number("tasks"), Workers: len(s.Workers), Classes: k, Given: make([]float64, len(s.Workers))}
	if names := seen.number("names"); s.votes == "votes" && names != s.shape.Tasks {
		return nil, fmt.Errorf("two tasks of %s have the same key, of %s: number them in a view, and name that with --table", j.Table,
			humanize.Count(names, "task"))
	}
	given, s.cells = make([]int, k), nil
	for _, row := range seen["cell"] {
		if err := checkFields(row, 2); err != nil {
			return nil, err
		}
		cell, err := strconv.Atoi(row[0])
		n, also := strconv.Atoi(row[1])
		if err := errors.Join(err, also); err != nil || cell < 0 || cell >= k*len(s.Workers) {
			return nil, fmt.Errorf("the client printed %q for a cell", strings.Join(row, ","))
		}
		given[cell%k] += n
		s.shape.Given[cell/k] += float64(n)
		s.shape.Labels += n
		s.cells = append(s.cells, cell)
	}
	slices.Sort(s.cells)
	if n := seen.number("beyond"); n > 0 && s.votes == "votes" {
		s.note("the names of %s have letters beyond ASCII: accents are not composed (NFC) in this database, so a name that is written in two ways "+
			"is two tasks here, and one for concord fit.", humanize.Count(n, "task"))
	}
	if n := s.shape.Labels - seen.number("pairs"); n > 0 && s.votes == "votes" {
		s.note("%s by workers who had labelled the task before: every one counts.", humanize.Count(n, "label"))
	}
	return given, nil
}

// Sample implements fit.Source. It fetches once, and has a task of each class and of each worker.
func (s *Source) Sample(int) (*crowd.Dataset, error) {
	if s.sample != nil {
		return s.sample, nil
	}
	j, d, k := s.job, s.job.Dialect, int32(len(s.job.Classes))
	where := ""
	if !s.Whole() {
		where = fill(" WHERE MOD(v.task, $EVERY$) = 0 OR v.task IN (SELECT MIN(task) AS task FROM $VOTES$ GROUP BY $LABEL$) OR "+
			"v.task IN (SELECT MIN(task) AS task FROM $VOTES$ GROUP BY cell - $LABEL$)",
			"EVERY", strconv.Itoa(1+(s.shape.Labels-1)/sampled), "VOTES", j.of(s.votes), "LABEL", j.labelOf("cell"))
	}
	var task []string
	var worker, class, index []int32
	_, err := s.stream("fetching a sample of tasks", d.rows("vote", "SELECT v.task AS task, v.cell AS cell FROM "+j.of(s.votes)+" v"+where,
		"task, cell", "task", "cell")+
		d.rows("name", "SELECT v.task AS task, v.name AS name FROM "+j.of("task_names")+" v"+where, "task", "task", hexed("name")),
		func(kind string, row []string) error {
			if kind != "vote" && kind != "name" {
				return nil
			}
			if err := checkFields(row, 2); err != nil {
				return err
			}
			if kind == "name" {
				name, err := text(row[1])
				if n := len(s.Tasks); err == nil && (n >= len(task) || task[n] != row[0]) {
					err = errors.New("the client printed tasks that are not those of the votes")
				}
				s.Tasks = append(s.Tasks, name)
				return err
			}
			cell, err := strconv.Atoi(row[1])
			if err != nil || cell < 0 || cell >= int(k)*len(s.Workers) {
				return fmt.Errorf("the client printed %q for a cell", row[1])
			}
			if len(task) == 0 || task[len(task)-1] != row[0] {
				task = append(task, row[0])
			}
			index, worker, class = append(index, int32(len(task)-1)), append(worker, int32(cell)/k), append(class, int32(cell)%k)
			return nil
		})
	if err == nil && len(s.Tasks) != len(task) {
		err = fmt.Errorf("fetching a sample of tasks: the client printed %d names of %d tasks", len(s.Tasks), len(task))
	}
	if err != nil {
		return nil, err
	}
	s.sample = &crowd.Dataset{Labels: crowd.NewLabels(len(task), len(s.Workers), int(k), index, worker, class)}
	return s.sample, nil
}

// Classes returns the names of the classes.
func (s *Source) Classes() (names []string) {
	for _, c := range s.job.Classes {
		names = append(names, c.Name)
	}
	return names
}

// Whole reports whether the sample is all tasks.
func (s *Source) Whole() bool { return s.shape.Labels <= sampled }

// WriteSample writes the sample as a file of labels: task, worker, label.
func (s *Source) WriteSample(to io.Writer) error {
	d, err := s.Sample(0)
	if err != nil {
		return err
	}
	w := csv.NewWriter(to)
	w.Write([]string{"task", "worker", "label"})
	for i := range d.Tasks {
		from, end := d.Of(i)
		for n := from; n < end; n++ {
			w.Write([]string{s.Tasks[i], s.Workers[d.Worker[n]], s.job.Classes[d.Class[n]].Name})
		}
	}
	w.Flush()
	return w.Error()
}

// sampled is of how many labels, about, what needs single tasks is made: more tell little more.
const sampled = 1 << 18

// Merge implements fit.Source.
func (s *Source) Merge(group []int32) (fit.Source, error) {
	j, k := s.job, len(s.job.Classes)
	m := *s
	m.votes, m.sample = "merged", nil
	var rows [][]string
	for _, cell := range s.cells {
		if g := group[cell/k]; g >= 0 {
			rows = append(rows, []string{strconv.Itoa(cell), strconv.Itoa(int(g)*k + cell%k)})
		}
	}
	votes := fill(`SELECT v.task AS task, v.cell AS cell FROM $VOTES$ v LEFT JOIN $GROUPS$ g ON g.cell = v.cell WHERE g.voice IS NULL
UNION ALL
SELECT u.task AS task, u.voice AS cell
FROM (SELECT task, voice, n, MAX(n) OVER (PARTITION BY task, voice - $LABEL$) AS most
  FROM (SELECT v.task AS task, g.voice AS voice, COUNT(*) AS n
    FROM $VOTES$ v JOIN $GROUPS$ g ON g.cell = v.cell GROUP BY v.task, g.voice) t) u
WHERE u.n = u.most`, "VOTES", j.of("votes"), "GROUPS", j.of("voices"), "LABEL", j.labelOf("voice"))
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\nDROP TABLE IF EXISTS %s;\n", j.of("voices"), j.of("merged")) +
		j.Dialect.upload(j.name("voices"), []string{"cell", "voice"}, rows) +
		statement{j.name("merged"), "", votes}.kept(j.Dialect, "task BIGINT, cell BIGINT", "task")
	if _, err := s.ask("merging workers who answer alike", sql); err != nil {
		return nil, err
	}
	_, err := m.count()
	return &m, err
}

// ours returns those tables that are named like ours, the settings last.
func (s *Source) ours(names []string) (ours []string) {
	settings := false
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, s.job.Prefix.last())
		made := slices.Contains([]string{
			"class_names", "task_names", "worker_names", "votes", "ready", "merged", "voices", "posteriors", "members", "labels", "workers",
		}, rest) || strings.HasPrefix(rest, "pass_") || strings.HasPrefix(rest, "given_")
		switch {
		case !ok:
		case rest == "settings":
			settings = true
		case made:
			ours = append(ours, name)
		}
	}
	if settings {
		ours = append(ours, s.job.Prefix.last()+"settings")
	}
	return ours
}

// same returns how the fit in the tables differs from this one.
func (s *Source) same() error {
	d := s.job.Dialect
	seen, err := s.ask("reading the settings of the fit that is there",
		d.rows("setting", "SELECT name, value FROM "+s.job.of("settings"), "", hexed("name"), hexed("value")), "setting")
	if err != nil {
		return err
	}
	were := map[string]string{}
	for _, row := range seen["setting"] {
		if err := checkFields(row, 2); err != nil {
			return err
		}
		name, err := text(row[0])
		value, also := text(row[1])
		if err := errors.Join(err, also); err != nil {
			return err
		}
		were[name] = value
	}
	for _, set := range s.job.settings(ofFit) {
		if was := were[set[0]]; was != set[1] {
			return fmt.Errorf("the tables %s… are those of another fit: its %s was %s, and is %s now. Choose another --prefix, or have them "+
				"dropped with --fresh", s.job.Prefix, set[0], cut(was), cut(set[1]))
		}
	}
	return nil
}

// cut is the beginning of a long text.
func cut(s string) string {
	if r := []rune(s); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return s
}

// drop drops tables, in this order.
func (s *Source) drop(names []string) error {
	var sql strings.Builder
	for _, name := range names {
		full := slices.Clone(s.job.Prefix)
		full[len(full)-1] = name
		fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\n", s.job.Dialect.table(full))
	}
	_, err := s.ask("dropping tables", sql.String())
	return err
}

func (s *Source) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}

// Clean drops the tables of the fit, and those of the answers too if asked to.
func (s *Source) Clean(answers bool) error {
	seen, err := s.ask("tidying up", s.listing())
	if err != nil {
		return err
	}
	ours := s.ours(seen.texts("table"))
	if !answers {
		ours = slices.DeleteFunc(ours, func(name string) bool {
			return name == s.job.name("labels").last() || name == s.job.name("workers").last()
		})
	}
	return s.drop(ours)
}
