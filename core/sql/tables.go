package sql

import (
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
