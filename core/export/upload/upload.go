// Package upload writes labels as the program takes them back in which they were given: its own tasks, ids and names, with an answer to
// each question. What the file of labels says of a task is read again for that, and not kept in memory.
//
// Each program is a file here, and a line in makers and in api.Shapes.
package upload

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
	"concord/core/sheet"
	"concord/core/table"
)

// Question is one that a file has answers to.
type Question struct {
	Name   string // as the file calls it
	Method string
	*export.Answers
}

// Result is what is written, and the file of labels that it came from.
type Result struct {
	Format    string                                  // of the file (api.Detected.Format): a platform's name, or another
	Layout    *layout.Layout                          // of the file, or of the first
	Questions []Question                              // at least one
	Excluded  []string                                // workers whose labels don't count
	Rows      func(take func(*scan.Rows) error) error // reads the rows of the file again
	Texts     func(task string) []api.Content         // what a file of texts says of a task
	Bare      bool                                    // leave out what workers saw, but for the data of the platform's own tasks
}

// maker makes a file.
type maker func(*Result) (*export.File, error)

func makers() map[string]maker {
	return map[string]maker{
		api.LabelStudioPredictions: labelStudioPredictions,
		api.LabelStudioTasks:       labelStudioTasks,
		api.LabelStudioTruth:       labelStudioTruth,
		api.Doccano:                doccano,
		api.Argilla:                argilla,
		api.Prodigy:                prodigy,
		api.MTurkReview:            mturkReview,
		api.HuggingFace:            huggingFace,
	}
}

// Writes reports whether a shape (api.Shapes) is written here.
func Writes(shape string) bool { return makers()[shape] != nil }

// File returns the labels in a shape that is written here, or why they can't be.
func File(shape string, r *Result) (*export.File, error) {
	s := api.ShapeOf(shape)
	if !s.Fits(r.Format) {
		return nil, api.Refuse("“%s” is made of an export of %s, and this file is none.", shape, s.From)
	}
	f, err := makers()[shape](r)
	if err != nil {
		return nil, err
	}
	f.What, f.Name = api.FileLabels, s.File
	if len(r.Questions) > 1 {
		f.What = api.FileQuestions
	}
	return f, nil
}

// one returns the question, where a format has room for no more.
func (r *Result) one() (*Question, error) {
	if len(r.Questions) > 1 {
		return nil, api.Refuse("Only Label Studio and Argilla take the answers to several questions in one file. Choose one question.")
	}
	return &r.Questions[0], nil
}

// version is the version of the model as platforms have it. The same answers by the same methods have the same one, others another.
func (r *Result) version() string {
	sum := sha256.New()
	var line []byte
	var methods []string
	for _, q := range r.Questions {
		if !slices.Contains(methods, q.Method) {
			methods = append(methods, q.Method)
		}
		for i := range q.Len() {
			line = fmt.Appendf(line[:0], "%q %q %q", q.Name, q.TaskName(i), q.LabelName(i))
			if q.Label != nil {
				line = strconv.AppendUint(append(line, ' '), math.Float64bits(q.Probability(i)), 16)
			}
			sum.Write(line)
		}
	}
	return "concord-" + strings.Join(methods, "+") + "-" + hex.EncodeToString(sum.Sum(nil))[:8]
}

// each calls take once for each record of the file whose task has an answer, in the order of the file, with the number of the task among
// those of each question, -1 where it has none. of returns what tells whether two records of a name are one task; others are refused.
func (r *Result) each(of func(table.Value) table.Value, take func(v table.Value, at []int) error) error {
	first := map[string][sha256.Size]byte{}
	at := make([]int, len(r.Questions))
	var file *scan.Rows
	last := 0
	return r.Rows(func(rows *scan.Rows) error {
		v, n := rows.Record()
		if f := rows.Layout.JSON; f == nil || f.Turned {
			return api.Refuse("%s is written column by column. Save it record by record, and open that.", rows.File)
		}
		if rows == file && n == last { // another answer to the same task
			return nil
		}
		file, last = rows, n
		task := string(rows.Cell(rows.Layout.Column(layout.Task)))
		sum := sha256.Sum256(of(v).Text())
		was, again := first[task]
		switch {
		case again && was != sum:
			return api.Refuse("Two tasks in %s are called %s, so the labels of both were put together. Open the export of one project at a time.",
				rows.File, api.Printable(task))
		case again || !r.find(task, at):
			return nil
		}
		first[task] = sum
		return take(v, at)
	})
}

// find sets the number of a task among those of each question, and reports whether it has an answer to any.
func (r *Result) find(task string, at []int) (any bool) {
	for n, q := range r.Questions {
		i, ok := q.Cut.Answers().Tasks.Find(task)
		if at[n] = i; !ok {
			at[n] = -1
		}
		any = any || ok
	}
	return any
}

// score is the least probability of the answers to a task; NaN where nothing shows how right one is, or it is a number.
func (r *Result) score(at []int) float64 {
	least := math.Inf(1)
	for n, q := range r.Questions {
		switch {
		case at[n] < 0:
		case q.Label == nil:
			return math.NaN()
		default:
			least = min(least, q.Probability(at[n])) // NaN if one is
		}
	}
	return least
}

// A frame stands around the pieces of a file: before, between and behind them.
type frame struct{ open, between, end string }

var (
	list  = frame{"[\n", ",\n", "\n]\n"}
	lines = frame{"", "\n", "\n"}
)

// write writes pieces, which each makes one after the other.
func (f frame) write(w io.Writer, each func(add func(piece []byte) error) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString(f.open)
	first := true
	err := each(func(piece []byte) error {
		if !first {
			b.WriteString(f.between)
		}
		first = false
		_, err := b.Write(piece) // that of an earlier writing, too
		return err
	})
	if err != nil {
		return err
	}
	b.WriteString(f.end)
	return b.Flush()
}

// records is a file with a piece for each record, which piece appends.
func (r *Result) records(f frame, of func(table.Value) table.Value, piece func(to []byte, v table.Value, at []int) []byte) *export.File {
	return &export.File{Write: func(w io.Writer) error {
		return f.write(w, func(add func([]byte) error) error {
			var to []byte
			return r.each(of, func(v table.Value, at []int) error {
				to = piece(to[:0], v, at)
				return add(to)
			})
		})
	}}
}

// tasks is a file with a piece for each task and what workers saw of it, which piece appends.
func (r *Result) tasks(f frame, piece func(to []byte, task string, seen []api.Content, at []int) []byte) *export.File {
	return &export.File{Write: func(w io.Writer) error {
		return f.write(w, func(add func([]byte) error) error {
			var to []byte
			return r.eachTask(func(task string, seen []api.Content, at []int) error {
				to = piece(to[:0], task, seen, at)
				return add(to)
			})
		})
	}}
}

// choices are the values of the answers to a question as the program writes them, by their names here.
type choices map[string][]byte

// add notes a value, called name here.
func (c choices) add(name string, v table.Value) {
	if name = string(parse.Tidy([]byte(name))); c[name] == nil {
		c[name] = appendValue(nil, v)
	}
}

// appendClass appends the value that a class had in the file, which is a string unless it was noted.
func (c choices) appendClass(to []byte, name string) []byte {
	if value, ok := c[name]; ok {
		return append(to, value...)
	}
	return sheet.AppendString(to, name)
}

// appendAnswer appends the answer to task i as a value: a list where it may have several labels, or where the program has lists of one.
func (c choices) appendAnswer(to []byte, q *Question, i int, list bool) []byte {
	if q.Label == nil {
		return sheet.AppendFinite(to, q.Result.Value[i])
	}
	if list = list || q.Cut.Info().Several; list {
		to = append(to, '[')
	}
	from := len(to)
	for name := range q.Chosen(i) {
		if len(to) > from {
			to = append(to, ',')
		}
		to = c.appendClass(to, name)
	}
	if list {
		to = append(to, ']')
	}
	return to
}

// appendValue appends a value as JSON on one line.
func appendValue(to []byte, v table.Value) []byte {
	switch v.Type() {
	case table.Object, table.Array:
		open, end := byte('{'), byte('}')
		if v.Type() == table.Array {
			open, end = '[', ']'
		}
		to = append(to, open)
		for m := range v.Each() {
			if to[len(to)-1] != open {
				to = append(to, ',')
			}
			if v.Type() == table.Object {
				to = append(sheet.AppendString(to, string(m.Key())), ':')
			}
			to = appendValue(to, m)
		}
		return append(to, end)
	case table.String:
		return sheet.AppendString(to, string(v.Text()))
	case table.Number:
		if c := v.Text()[len(v.Text())-1]; c == 'N' || c == 'y' { // NaN and the infinities are none of JSON's
			return append(to, "null"...)
		}
		return append(to, v.Text()...)
	case table.Bool:
		return append(to, v.Text()...)
	}
	return append(to, "null"...)
}

// appendMembers begins an object with the members of v but some.
func appendMembers(to []byte, v table.Value, but ...string) []byte {
	to = append(to, '{')
	for m := range v.Each() {
		if name := string(m.Key()); !slices.Contains(but, name) {
			to = appendValue(appendMember(to, name), m)
		}
	}
	return to
}

// quoted is a name of a file for a shell.
func quoted(file string) string { return "'" + strings.ReplaceAll(file, "'", `'\''`) + "'" }

// appendMember appends the name of a member and the colon behind it, with a comma before unless it is the first.
func appendMember(to []byte, name string) []byte {
	if to[len(to)-1] != '{' {
		to = append(to, ',')
	}
	return append(sheet.AppendString(to, name), ':')
}
