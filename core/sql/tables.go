package sql

import (
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// answers are the tables of the answers; of a script the first two.
var answers = []string{"labels", "workers", "classes", "confusion"}

// others are the other tables of fits and of scripts.
var others = regexp.MustCompile("^(class_names|task_names|worker_names|(votes|part)(_merged)?(_bundles)?|ready|voices|" +
	"posteriors|members|cells|" +
	"(pass|given|into)_[0-9a-z]+|[pqat]_[0-9]+)$")

// into is how the names of the tables of the answers begin.
func (j *Job) into() Name {
	if j.Into == nil {
		return j.Prefix
	}
	return j.Into
}

// apart reports whether the tables of the answers are named otherwise than the others.
func (j *Job) apart() bool { return !slices.Equal(j.into(), j.Prefix) }

// begun is the table that is there once those of the answers are being made, if they are apart: they are ours then.
func (j *Job) begun() Name {
	h := fnv.New64a()
	h.Write([]byte(j.into().String()))
	return j.name("into_" + strconv.FormatUint(h.Sum64(), 36))
}

// listed asks which tables there are where ours go, and where the answers go if they are apart.
func (j *Job) listed() string {
	list := func(kind string, at Name) string {
		d := j.Dialect
		switch {
		case d.show == "":
			return d.rows(kind, d.tables(at), "", hexed("name"))
		case len(at) > 1:
			return d.show + " IN " + d.table(at[:len(at)-1]) + ";\n"
		}
		return d.show + ";\n"
	}
	text := list("table", j.Prefix)
	if j.apart() {
		text += list("answer", j.Into)
	}
	return text
}

// ours returns those tables that are named like ours, the settings last.
func (j *Job) ours(names []string) (ours []string) {
	settings := j.name("settings").last()
	for _, name := range names {
		if name != settings && j.like(name) {
			ours = append(ours, name)
		}
	}
	if slices.Contains(names, settings) {
		ours = append(ours, settings)
	}
	return ours
}

// like reports whether a table is named like ours.
func (j *Job) like(name string) bool {
	rest, ok := strings.CutPrefix(name, j.Prefix.last())
	return ok && (rest == "settings" || slices.Contains(answers, rest) || others.MatchString(rest))
}

// answersAmong returns the tables that are named as those of the answers will be, if these are apart.
func (j *Job) answersAmong(names []string) (there []string) {
	for _, suffix := range answers {
		if name := j.into().with(suffix).last(); slices.Contains(names, name) {
			there = append(there, name)
		}
	}
	return there
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

// drop drops tables that are named like this, in this order.
func (s *Source) drop(like Name, names []string) error {
	if len(names) == 0 {
		return nil
	}
	d := s.job.Dialect
	var sql strings.Builder
	var literals []string
	for _, name := range names {
		fmt.Fprintf(&sql, "DROP TABLE IF EXISTS %s;\n", d.table(like.beside(name)))
		literals = append(literals, d.literal(name))
	}
	if d.show == "" { // what shows tables otherwise is no query
		sql.WriteString(d.rows(made, fmt.Sprintf("SELECT n FROM (SELECT COUNT(*) AS n FROM (%s) t WHERE name IN (%s)) u WHERE n = 0",
			d.tables(like), strings.Join(literals, ", ")), "", "n"))
	}
	_, err := s.ask("dropping tables", sql.String())
	return err
}

// Clean drops the tables of the fit, and those of the answers that are named like them if asked to.
func (s *Source) Clean(answers bool) error {
	_, err := s.clean(answers)
	return err
}

// clean is Clean, and says which tables there were.
func (s *Source) clean(all bool) ([]string, error) {
	j := s.job
	seen, err := s.ask("tidying up", s.job.listed())
	if err != nil {
		return nil, err
	}
	ours := j.ours(seen.texts("table"))
	if !all {
		ours = slices.DeleteFunc(ours, func(name string) bool { return slices.Contains(answers, strings.TrimPrefix(name, j.Prefix.last())) })
	}
	return ours, s.drop(j.Prefix, ours)
}

// Clean drops all tables that fits and scripts of the job left, answers too, and says which there were.
func Clean(j *Job, client Client) ([]string, error) {
	trial := *j
	trial.Classes = []Class{{"", []string{""}}} // whatever they are
	if err := trial.Check(); err != nil {
		return nil, err
	}
	s := &Source{job: j, client: client, journal: &journal{}}
	names, err := s.clean(true)
	if err != nil || !j.apart() {
		return names, err
	}
	seen, err := s.ask("looking for answers", j.listed())
	if err != nil {
		return names, err
	}
	there := j.answersAmong(seen.texts("answer"))
	return append(names, there...), s.drop(j.into(), there)
}
