package sql

import (
	"encoding/json"
	"errors"
	"fmt"
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

	job     *Job
	client  Client
	shape   fit.Shape
	votes   string                 // the table of the labels
	given   []int                  // how many labels name each class
	cells   []int                  // those that labels fill
	width   int                    // how many labels a row of bundles has
	single  bool                   // each task has one row
	tidy    bool                   // no name of a task or a worker has white space around it
	unnamed bool                   // rows of the table lack a task or a worker
	bundles string                 // their table
	known   map[string]*parameters // of the passes, by their key
	first   map[string]*fit.Pass   // passes that are the first of a fit, by their key
	there   map[string]bool        // tables of passes that an earlier run made
	passes  int
	sample  *crowd.Dataset

	whole   *Source // of which it is a part; nil: it is none
	group   []int32 // by which workers are merged; nil: none are
	journal *journal
}

var _ fit.Source = (*Source)(nil)

// Options are what to do about what stands in the way.
type Options struct {
	Skip  bool // leave out rows without a task or a worker
	Fresh bool // drop the tables of an earlier fit
}

// spellings is how many different labels are asked for; of as many there may be more.
const spellings = 1000

// Open looks at the table, sets j.Classes if there are none, and makes the tables that all passes need, or finds those of an earlier run:
//
//	task_names       task, name          a task is the hash of its name
//	worker_names     worker, name
//	votes            task, cell          the labels; cell = worker·K + label
//	votes_bundles    task, part, c1 …    the labels of a task side by side, see bundle
//
// A pass sends given_KEY (cell and parameters), which is dropped, and makes pass_KEY, see statement.
func Open(j *Job, client Client, o Options) (*Source, error) {
	s := &Source{
		job: j, client: client, votes: "votes", known: map[string]*parameters{}, first: map[string]*fit.Pass{}, there: map[string]bool{},
		journal: &journal{},
	}
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
	seen, err := s.ask("looking at "+j.Table.String(), s.look(), "spelt")
	if err != nil {
		return nil, err
	}
	n, err := s.nameless(seen)
	if err != nil {
		return nil, err
	}
	if n > 0 && !o.Skip {
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
	if err == nil && !slices.ContainsFunc(now, func(n int) bool { return n > 0 }) {
		err = fmt.Errorf("%s has no labels", j.Table)
	}
	if err != nil {
		return nil, err
	}
	if err := s.prepare(seen.texts("table"), seen.texts("answer"), o); err != nil {
		return nil, err
	}
	if s.given, err = s.count(); err != nil {
		return nil, err
	}
	if change := s.change(now); change != "" {
		return nil, fmt.Errorf("%s: --fresh begins anew", change)
	}
	return s, nil
}

// change says which class has more or fewer labels now than when the fit began; empty: none has.
func (s *Source) change(now []int) string {
	for k, c := range s.job.Classes {
		if now[k] != s.given[k] {
			return fmt.Sprintf("%s: the class %q has %s now, and had %s when the fit began", s.job.Table, c.Name, humanize.Count(now[k], "label"),
				humanize.Number(s.given[k]))
		}
	}
	return ""
}

// Changed counts the labels of each class again, and says which class has more or fewer than when the fit began; empty: none has. The
// fit is of the labels that there were then.
func (s *Source) Changed() (string, error) {
	seen, err := s.ask("counting the labels again", s.labelCounts())
	if err != nil {
		return "", err
	}
	class := map[string]int{}
	for k, c := range s.job.Classes {
		for _, said := range c.Said {
			class[said] = k
		}
	}
	missing := parse.NewTokens(parse.Missing())
	now, others := make([]int, len(s.job.Classes)), 0
	for _, row := range seen["label"] {
		said, n, err := counted(row)
		if err != nil {
			return "", err
		}
		if k, ok := class[said]; ok {
			now[k] += n
		} else if !missing.Has(parse.Tidy([]byte(said))) {
			others += n
		}
	}
	change := s.change(now)
	if change == "" && others > 0 {
		change = fmt.Sprintf("%s: %s now of classes that there were not when the fit began", s.job.Table, humanize.Are(others, "label"))
	}
	return change, nil
}

// Shape implements fit.Source.
func (s *Source) Shape() fit.Shape { return s.shape }

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
	return d.rows("label", fill(`SELECT said, named, tidy, COUNT(*) AS n
FROM (SELECT CASE WHEN named = 1 THEN said ELSE '' END AS said, named, tidy
  FROM (SELECT said, CASE WHEN task NOT IN ($NAMELESS$) AND worker NOT IN ($NAMELESS$) THEN 1 ELSE 0 END AS named,
      CASE WHEN task = spelt1 AND worker = spelt2 THEN 1 ELSE 0 END AS tidy
    FROM (SELECT COALESCE($LABEL$, '') AS said, $TASK$ AS task, $WORKER$ AS worker, $TASK1$ AS spelt1, $WORKER2$ AS spelt2
      FROM $TABLE$ t$FENCE$) w$FENCE$) v) u
GROUP BY said, named, tidy LIMIT $MOST$`, "LABEL", j.labelText(), "TABLE", d.table(j.Table), "NAMELESS", j.nameless(),
		"TASK", s.tidied(j.Columns.Task), "WORKER", s.tidied(j.Columns.Worker), "TASK1", j.spelt(j.Columns.Task),
		"WORKER2", j.spelt(j.Columns.Worker), "FENCE", d.fence, "MOST", strconv.Itoa(spellings)),
		"", hexed("said"), "n", "named", "tidy") +
		d.rows("spelt", "SELECT COUNT("+j.labelText()+") AS n FROM "+d.table(j.Table)+" t", "", "n") +
		j.listed()
}

// labelCounts asks how many labels are spelt in each way.
func (s *Source) labelCounts() string {
	j, d := s.job, s.job.Dialect
	return d.rows("label", fill(`SELECT said, COUNT(*) AS n FROM (SELECT COALESCE($LABEL$, '') AS said FROM $TABLE$ t
$NAMED$) u GROUP BY said LIMIT $MOST$`, "LABEL", j.labelText(), "TABLE", d.table(j.Table), "NAMED", s.named(),
		"MOST", strconv.Itoa(spellings)), "", hexed("said"), "n")
}

// counted reads a row of labelCounts.
func counted(row []string) (said string, n int, err error) {
	if err := checkFields(row, 2); err != nil {
		return "", 0, err
	}
	if said, err = text(row[0]); err != nil {
		return "", 0, err
	}
	if n, err = strconv.Atoi(row[1]); err != nil {
		err = fmt.Errorf("the client printed %q for a number", row[1])
	}
	return said, n, err
}

// nameless sets what is odd about the names. It takes the rows without a task or a worker from what was seen, and returns how many
// there are.
func (s *Source) nameless(seen reply) (n int, err error) {
	counts, order := map[string]int{}, []string{}
	s.tidy = true
	for _, row := range seen["label"] {
		if err := checkFields(row, 4); err != nil {
			return 0, err
		}
		rows, err := strconv.Atoi(row[1])
		if err != nil {
			return 0, fmt.Errorf("the client printed %q for a number", row[1])
		}
		if row[2] == "0" {
			n += rows
			continue
		}
		s.tidy = s.tidy && row[3] == "1"
		if _, known := counts[row[0]]; !known {
			order = append(order, row[0])
		}
		counts[row[0]] += rows
	}
	seen["label"] = nil
	for _, said := range order {
		seen["label"] = append(seen["label"], []string{said, strconv.Itoa(counts[said])})
	}
	s.unnamed = n > 0
	return n, nil
}

// nameText is the name in a column, which is trimmed where any has to be.
func (s *Source) nameText(column string) string {
	if s.tidy {
		return s.job.spelt(column)
	}
	return s.tidied(column)
}

// tidied is the name in a column as concord fit has it.
func (s *Source) tidied(column string) string {
	return s.job.Dialect.tidy(s.job.spelt(column))
}

// named is the condition that a row has a task and a worker; none where all have.
func (s *Source) named() string {
	if s.unnamed {
		not := " NOT IN (" + s.job.nameless() + ")"
		return "\nWHERE " + s.tidied(s.job.Columns.Task) + not + " AND " + s.tidied(s.job.Columns.Worker) + not
	}
	return ""
}

// classes sets the job's classes, if there are none, and how the table spells them. It returns how many labels name each.
func (s *Source) classes(seen [][]string) (all []int, err error) {
	missing := parse.NewTokens(parse.Missing())
	found, count := map[string][]string{}, map[string]int{}
	for _, row := range seen {
		said, n, err := counted(row)
		if err != nil {
			return nil, err
		}
		name := string(parse.Tidy([]byte(said)))
		if missing.Has([]byte(name)) {
			s.note("%s of %s: %q means that there is no answer; left out.", humanize.Count(n, "row"), s.job.Table, said)
			continue
		}
		if strings.HasPrefix(name, "[") && json.Valid([]byte(name)) {
			return nil, fmt.Errorf("the label %s of %s is a list: have a row for each of its labels in a view, and name that with --table", name,
				s.job.Table)
		}
		found[name], count[said] = append(found[name], said), n
	}
	listed := map[string]Class{}
	for _, c := range s.job.Classes {
		listed[c.Name] = c
	}
	if len(listed) == 0 {
		for name := range found {
			listed[name] = Class{Name: name}
		}
	}
	s.job.Classes = nil
	for _, name := range labels.Order(slices.Collect(maps.Keys(listed))) { // ties go to the first, as in concord fit
		c := listed[name]
		if spelt := found[c.Name]; spelt != nil {
			c.Said = slices.Sorted(slices.Values(spelt))
		}
		n := 0
		for _, said := range c.Said {
			n += count[said]
			delete(count, said)
		}
		if n == 0 {
			s.note("no label of %s is %q, which you listed.", s.job.Table, name)
			continue
		}
		s.job.Classes, all = append(s.job.Classes, c), append(all, n)
	}
	for _, said := range slices.Sorted(maps.Keys(count)) {
		return nil, fmt.Errorf("%s spelt %q in %s, and that is not among the classes you listed", humanize.Are(count[said], "label"), said,
			s.job.Table)
	}
	return all, nil
}

// prepare makes the first tables, or finds those of an earlier run, among tables of these names: beside them, and where the answers go.
func (s *Source) prepare(names, beside []string, o Options) error {
	j := s.job
	ours := j.ours(names)
	known := slices.Contains(ours, j.name("settings").last())
	if there := j.answersAmong(beside); len(there) > 0 && !slices.Contains(ours, j.begun().last()) {
		if !o.Fresh {
			return fmt.Errorf("there are tables of these names already, %s: choose another --into, or have them dropped with --fresh",
				strings.Join(there, ", "))
		}
		if err := s.drop(j.into(), there); err != nil {
			return err
		}
	}
	switch {
	case len(ours) == 0:
	case !known && !o.Fresh:
		return fmt.Errorf("there are tables of these names already, %s: answers of an earlier fit, or another's. Choose another --prefix, "+
			"or have them dropped with --fresh", strings.Join(ours, ", "))
	case o.Fresh:
		if err := s.drop(j.Prefix, ours); err != nil {
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
		if err := s.drop(j.Prefix, ours[:len(ours)-1]); err != nil {
			return err
		}
	}
	var sql strings.Builder
	settings, classes := j.tables(ofFit)
	sql.WriteString(s.keep(settings, "name TEXT, value TEXT", "") + s.keep(classes, "said TEXT, label INTEGER, name TEXT", ""))
	sql.WriteString(j.Dialect.rows("worker", fill(`SELECT DISTINCT $NAME$ AS name FROM ($DISTINCT$) t JOIN $CLASSES$ c ON c.said = $LABEL$`,
		"NAME", s.nameText(j.Columns.Worker), "DISTINCT", s.distinct(j.Columns.Worker, j.Columns.Label), "CLASSES", j.of("class_names"),
		"LABEL", j.labelText()), "", hexed("name")))
	seen, err := s.ask("looking for workers", sql.String(), "worker")
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
	sql.WriteString(s.base())
	_, err = s.ask("keying tasks", sql.String(), "voted")
	return err
}

// base makes the tables of the labels.
func (s *Source) base() string {
	j, d := s.job, s.job.Dialect
	// Names are made in a query of their own: Spark composes none in the condition of a join.
	votes := fill(`SELECT $KEY$ AS task, w.worker * $K$ + c.label AS cell
FROM (SELECT $TASK$ AS task, $WORKER$ AS worker, $LABEL$ AS said FROM $TABLE$ t$NAMED$) t
JOIN $CLASSES$ c ON c.said = t.said
JOIN $WORKERS$ w ON w.name = t.worker`, "KEY", fmt.Sprintf(d.hash, "t.task"), "K", strconv.Itoa(len(j.Classes)),
		"TASK", s.nameText(j.Columns.Task), "WORKER", s.nameText(j.Columns.Worker), "LABEL", j.labelText(), "TABLE", d.table(j.Table),
		"NAMED", s.named(), "CLASSES", j.of("class_names"), "WORKERS", j.of("worker_names"))
	names := fill(`SELECT $KEY$ AS task, name FROM (SELECT DISTINCT $NAME$ AS name FROM ($DISTINCT$) t) t`,
		"KEY", fmt.Sprintf(d.hash, "t.name"),
		"NAME", s.nameText(j.Columns.Task), "DISTINCT", s.distinct(j.Columns.Task))
	return s.keep(statement{j.name("votes"), "labels y_ij; a cell is a worker and a label", votes}, "task BIGINT, cell BIGINT", "") +
		s.keep(statement{j.name("task_names"), "tasks, by the keys that are made of their names", names}, "task BIGINT, name TEXT", "") +
		s.keep(statement{j.name("ready"), "all of them are there", "SELECT COUNT(*) AS n FROM " + j.of("task_names")}, "n BIGINT", "") +
		d.rows("voted", "SELECT COUNT(*) AS n FROM "+j.of("votes")+" HAVING COUNT(*) > 0", "", "n")
}

// distinct is a query for what some columns hold, as it is spelt, so that the rest is done once for each spelling: of rows that name
// a class, if the label is not among the columns.
func (s *Source) distinct(columns ...string) string {
	j, d := s.job, s.job.Dialect
	all := make([]string, len(columns))
	for n, c := range columns {
		all[n] = j.spelt(c) + " AS " + d.identifier(c)
	}
	join := ""
	if !slices.Contains(columns, j.Columns.Label) {
		join = " JOIN " + j.of("class_names") + " c ON c.said = " + j.labelText()
	}
	return "SELECT DISTINCT " + strings.Join(all, ", ") + " FROM " + d.table(j.Table) + " t" + join + s.named()
}

// roster reads the names of the workers.
func (s *Source) roster() error {
	seen, err := s.ask("reading the names of the workers", s.job.Dialect.rows("worker", "SELECT worker, name FROM "+s.job.of("worker_names"),
		"worker", "worker", hexed("name")), "worker")
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

// errIncomplete is why a fit can't go on.
var errIncomplete = errors.New("the tables that an earlier run left are incomplete: --fresh begins anew")

// count counts what there is. It returns how many labels name each class.
func (s *Source) count() (given []int, err error) {
	j, d, k := s.job, s.job.Dialect, len(s.job.Classes)
	beyond := ""
	if !d.composes() {
		beyond = d.rows("beyond", "SELECT COUNT(*) AS n FROM "+j.of("task_names")+
			" WHERE 2 * LENGTH(name) < LENGTH("+fmt.Sprintf(d.toHex, "name")+")",
			"", "n")
	}
	seen, err := s.ask("counting", beyond+d.rows("given", "SELECT cell, COUNT(*) AS n FROM "+j.of(s.votes)+" GROUP BY cell", "", "cell", "n")+
		d.rows("labels", "SELECT COUNT(*) AS n FROM "+j.of(s.votes), "", "n")+
		d.rows("tasks", "SELECT COUNT(*) AS n, MAX(n) AS most FROM (SELECT task, COUNT(*) AS n FROM "+j.of(s.votes)+" GROUP BY task) u",
			"", "n", "most")+
		d.rows("names", "SELECT COUNT(*) AS n FROM "+j.of("task_names"), "", "n"),
		"labels", "tasks", "names")
	if err != nil {
		return nil, err
	}
	s.shape = fit.Shape{Tasks: seen.number("tasks"), Workers: len(s.Workers), Classes: k, Given: make([]float64, len(s.Workers))}
	if names := seen.number("names"); s.votes == "votes" && names != s.shape.Tasks && s.there["ready"] {
		return nil, errIncomplete
	} else if s.votes == "votes" && names != s.shape.Tasks {
		return nil, fmt.Errorf("two tasks of %s have the same key, of %s: number them in a view, and name that with --table", j.Table,
			humanize.Count(names, "task"))
	}
	given, s.cells = make([]int, k), nil
	for _, row := range seen["given"] {
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
	if n := seen.number("labels"); n != s.shape.Labels {
		return nil, fmt.Errorf("counting: the client printed rows of %d of %s; does it leave out those beyond some number?", s.shape.Labels,
			humanize.Count(n, "label"))
	}
	slices.Sort(s.cells)
	if n := seen.number("beyond"); n > 0 && s.votes == "votes" {
		s.note("the names of %s have letters beyond ASCII: accents are not composed (NFC) in this database, so a name that is written in "+
			"two ways "+
			"is two tasks here, and one for concord fit.", humanize.Count(n, "task"))
	}
	if s.shape.Labels == 0 && s.there["ready"] {
		return nil, errIncomplete
	} else if s.shape.Labels == 0 {
		return nil, fmt.Errorf("%s has no labels", j.Table)
	}
	if err := checkFields(seen["tasks"][0], 2); err != nil {
		return nil, err
	}
	most, err := strconv.Atoi(seen["tasks"][0][1])
	if err != nil || most < 1 {
		return nil, fmt.Errorf("the client printed %q for a number", seen["tasks"][0][1])
	}
	if err := s.bundle(most); err != nil {
		return nil, err
	}
	if s.votes == "votes" {
		if err := s.repeats(); err != nil {
			return nil, err
		}
	}
	return given, nil
}

// repeats notes how many labels are by workers who had labelled the task before.
func (s *Source) repeats() error {
	j, worker := s.job, func(cell string) string { return "(" + cell + " - " + s.job.labelOf(cell) + ")" }
	query := fill("SELECT COUNT(*) - COUNT(DISTINCT worker) AS n FROM (SELECT task, $WORKER$ AS worker FROM $VOTES$) v GROUP BY task",
		"WORKER", worker("cell"), "VOTES", j.of(s.votes))
	if s.single { // those of a worker follow each other
		parts := []string{"0"}
		for n := 2; n <= s.width; n++ {
			a, b := fmt.Sprintf("c%d", n-1), fmt.Sprintf("c%d", n)
			parts = append(parts, fmt.Sprintf("CASE WHEN %s >= 0 AND %s = %s THEN 1 ELSE 0 END", b, worker(a), worker(b)))
		}
		query = "SELECT " + strings.Join(parts, " + ") + " AS n FROM " + j.of(s.bundles)
	}
	seen, err := s.ask("looking for labels given twice", j.Dialect.rows("twice", "SELECT SUM(n) AS n FROM ("+query+") u", "", "n"), "twice")
	if n := seen.number("twice"); n > 0 {
		s.note("%s by workers who had labelled the task before: every one counts.", humanize.Count(n, "label"))
	}
	return err
}

func (s *Source) note(format string, args ...any) {
	s.Notes = append(s.Notes, fmt.Sprintf(format, args...))
}
