package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"

	"concord/core/api"
	"concord/core/sheet"
	"concord/internal/atomicfile"
	"concord/internal/humanize"
)

// everyQuestion is the value of --question that stands for each of them.
const everyQuestion = "all"

// each runs a command once for each question of the file, into a folder of its own below that of --out, and prints an overview first.
func (c *command) each(ctx context.Context, o *options, stdin io.Reader, stdout, stderr io.Writer) error {
	switch {
	case slices.ContainsFunc(o.files, isStdin):
		return mistakef("--question all reads the file once for each question, so it can't come from standard input")
	case o.json || o.state != "" || o.saveState != "" || o.save != "" || o.table != "":
		return mistakef("--question all goes with neither --json nor a file to save: name one question")
	case c.name == "report":
		return mistakef("--question all goes with fit, agree, compare, advise and need: name one question for a report")
	}
	together, apart := o.together()
	if together != nil && len(o.side) > 0 {
		return mistakef("--question all puts all answers into %s, and goes with no other file then: name one question", together[0].File)
	}
	all, err := c.questions(ctx, o, stderr)
	if err != nil {
		return err
	}
	var overview, texts bytes.Buffer
	table := tabwriter.NewWriter(&overview, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "question\ttasks\tlabels\tworkers\tclasses\t")
	var folders []string
	var answers []*sheet.Table // labels
	for _, question := range all {
		one := *o
		one.reading = maps.Clone(o.reading)
		one.reading["question"] = question
		one.as = strings.Join(apart, ",")
		if o.out != "" {
			folders = append(folders, folderOf(question, folders))
			one.out = filepath.Join(o.out, folders[len(folders)-1])
		}
		labels, to := new(bytes.Buffer), stdout
		if !isScreen(stdout) {
			to = labels
		}
		s := newSession(ctx, &one, stdin, to, stderr, &texts)
		fmt.Fprintf(&texts, "\n%s\n", question)
		err := c.run(s)
		s.close()
		if err != nil {
			return fmt.Errorf("question %q: %w", question, err)
		}
		n := s.labels.Counts
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t\n", question, humanize.Number(n.Tasks), humanize.Number(n.Labels), humanize.Number(n.Workers),
			humanize.Number(n.Classes))
		if c.name == "fit" && (o.out != "" || !isScreen(stdout)) {
			t, err := s.answered(labels)
			if err != nil {
				return err
			}
			answers = append(answers, t)
		}
	}
	table.Flush()
	if answers != nil {
		joined := sheet.Stack(api.FileLabels, "question", all, answers)
		if o.out == "" {
			err = joined.WriteCSV(stdout, false)
		} else {
			err = writeLabels(filepath.Join(o.out, api.FileOf(api.FileLabels)), joined)
		}
		if err != nil {
			return err
		}
	}
	if together != nil {
		if err := c.writeTogether(ctx, o, all[0], together, &texts); err != nil {
			return err
		}
	}
	_, err = c.prose(stdout, stderr).Write(append(overview.Bytes(), texts.Bytes()...))
	return err
}

// together returns the shapes that have room for all questions, and the names of the others.
func (o *options) together() (all []api.Shape, apart []string) {
	for _, name := range o.shapes() {
		if s := api.ShapeOf(name); s.Each {
			all = append(all, s)
		} else {
			apart = append(apart, name)
		}
	}
	return all, apart
}

// writeTogether writes the answers to all questions into one file of each shape.
func (c *command) writeTogether(ctx context.Context, o *options, first string, shapes []api.Shape, prose io.Writer) error {
	one := *o
	one.reading = maps.Clone(o.reading)
	one.reading["question"] = first
	s := newSession(ctx, &one, nil, io.Discard, io.Discard, prose) // the warnings were printed
	defer s.close()
	s.host.dir = s.out
	if err := s.openAll(); err != nil {
		return err
	}
	if _, err := s.do(api.Request{Each: new(s.Fit)}, nil); err != nil {
		return err
	}
	for _, shape := range shapes {
		if err := s.put(&api.Export{What: api.FileQuestions, As: shape.Name, Name: shape.File}); err != nil {
			return err
		}
	}
	return s.say("\n" + s.nexts())
}

// answered is the table of the labels that a fit wrote: to its folder or, where there is none, to standard output.
func (s *session) answered(stdout io.Reader) (*sheet.Table, error) {
	if s.out != "" {
		f, err := os.Open(filepath.Join(s.out, api.FileOf(api.FileLabels)))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		stdout = f
	}
	rows, err := csv.NewReader(stdout).ReadAll()
	if err != nil {
		return nil, err
	}
	t := &sheet.Table{Size: len(rows) - 1}
	for c, name := range rows[0] {
		t.Columns = append(t.Columns, sheet.Text(name, "", func(i int) string { return rows[1+i][c] }, nil))
	}
	return t, nil
}

// questions are those of the file of labels.
func (c *command) questions(ctx context.Context, o *options, stderr io.Writer) ([]string, error) {
	first := *o
	first.reading = maps.Clone(o.reading)
	delete(first.reading, "question")
	s := newSession(ctx, &first, nil, io.Discard, stderr, io.Discard)
	defer s.close()
	from, files, err := s.inputs()
	if err != nil {
		return nil, err
	}
	open := &api.Open{Role: api.RoleLabels, Files: files, Look: true, File: &api.File{Name: from.Name(), Size: from.Size()}}
	reply, err := s.do(api.Request{Open: open}, from)
	if err != nil {
		return nil, err
	}
	read, err := s.chosen(api.RoleLabels, from, reply.Opened)
	if err != nil {
		return nil, err
	}
	open.Look, open.Read = false, read // the beginning of the file need not have all of them
	if reply, err = s.do(api.Request{Open: open}, from); err != nil {
		return nil, err
	}
	if read = &reply.Opened.Read; len(read.Questions) < 2 {
		return nil, mistakef("%s has answers to one question only; a column says which question a row answers with --roles question=COL",
			from.Name())
	}
	return read.Questions, nil
}

// folderOf is the name of a folder for a question, other than those that are taken.
func folderOf(question string, taken []string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, question)
	folder := name
	for n := 2; slices.Contains(taken, folder); n++ {
		folder = fmt.Sprintf("%s-%d", name, n)
	}
	return folder
}

// writeLabels writes a table to a file.
func writeLabels(path string, t *sheet.Table) error {
	to, err := atomicfile.Begin(path, false)
	if err != nil {
		return err
	}
	defer to.Abort()
	if err := t.WriteCSV(to, false); err != nil {
		return err
	}
	return to.Finish()
}
