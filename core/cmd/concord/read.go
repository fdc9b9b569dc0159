package main

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/session"
	"concord/core/wire"
)

// open reads a file in a role.
func (s *session) open(role, path string) (*wire.Opened, error) {
	var from session.Source
	var files []wire.File
	if role == "labels" && len(s.files) > 1 {
		all, err := s.several()
		if err != nil {
			return nil, err
		}
		from, files = all, all.files()
	} else {
		one, err := s.source(path)
		if err != nil {
			return nil, err
		}
		from = one
	}
	if role == "labels" {
		s.from = from
	}
	open := &wire.Open{Role: role, Look: true, File: &wire.File{Name: from.Name(), Size: from.Size()}, Files: files}
	if role == "labels" && (s.delimiter != "" || s.headerLine > 1) { // without which it may not be understood at all
		open.Read = &wire.Read{Delimiter: wire.Delimiter(s.delimiter), HeaderLine: s.headerLine, Header: s.header != "no", Files: files}
	}
	reply, err := s.do(wire.Request{Open: open}, from)
	if err != nil {
		return nil, err
	}
	if seen := reply.Opened; len(seen.Sheets) > 1 && (role != "labels" || s.sheet == "") {
		other := ""
		if role == "labels" {
			other = " -sheet NAME reads another."
		}
		s.warn("%s: of the %s only “%s” is read, since %s.%s", seen.File.Name, plural(len(seen.Sheets), "sheet"), seen.Read.Sheet, seen.SheetWhy, other)
	}
	read, err := s.choose(role, from, reply.Opened)
	if err != nil {
		return nil, err
	}
	open.Look, open.Read = false, read
	if reply, err = s.do(wire.Request{Open: open}, from); err != nil {
		return nil, err
	}
	opened := reply.Opened
	if opened, err = s.lookAlikes(role, opened); err != nil {
		return nil, err
	}
	s.remarks(opened)
	s.leftOut(opened)
	if c := opened.Counts; c != nil && c.Differ > 0 && !c.Sets {
		s.warn("%s: of those, %s not what the worker said before; -multilabel rows takes a task to have several labels, -again first, last or majority counts one of each worker.",
			opened.File.Name, areIs(c.Differ))
	}
	for _, n := range opened.NoAnswer {
		if n.Labels > 0 {
			s.warn("%s: “%s” (%s) may mean that there is no answer; -missing says which cells do.", opened.File.Name, n.Name, plural(n.Labels, "label"))
		}
	}
	if role == "labels" && s.order != "" {
		var names []string
		for name := range strings.SplitSeq(s.order, ",") {
			names = append(names, strings.TrimSpace(name))
		}
		reply, err := s.do(wire.Request{Amend: &wire.Amend{Order: names}}, nil)
		if err != nil {
			return nil, err
		}
		opened.Counts = reply.Amended.Counts
	}
	if role == "labels" {
		s.labels, s.held = opened, opened.Holds
	}
	return opened, nil
}

// lookAlikes makes one of names that look alike, or points them out; and those that
// seem to be misspelt.
func (s *session) lookAlikes(role string, opened *wire.Opened) (*wire.Opened, error) {
	for s.mergeAlike {
		read, some := opened.Read, false
		for _, a := range opened.Alike {
			if a.Misspelt {
				continue
			}
			some = true
			m := wire.Merge{Of: a.Of, To: a.To, From: slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })}
			read.Merge = append(read.Merge, m)
			s.warn("%s: %s count as “%s”.", opened.File.Name, quoted(a.Shown), a.To)
		}
		if !some {
			break
		}
		reply, err := s.do(wire.Request{Reread: &wire.Reread{Role: role, Read: read}}, nil)
		if err != nil {
			return nil, err
		}
		opened = reply.Opened // there may have been more than travel with a reply
	}
	for _, a := range opened.Alike {
		if a.Misspelt {
			few := a.Names[0]
			if few == a.To {
				few = a.Names[1]
			}
			s.warn("%s: “%s” may be “%s” misspelt; -merge %s makes one of them.", opened.File.Name, few, a.To, typed(few+"="+a.To))
		}
	}
	if opened.AlikeOf > 0 {
		s.warn("%s: %s look alike; -merge-alike makes one of them.", opened.File.Name, quoted(opened.Alike[0].Shown))
		if more := opened.AlikeOf - 1; more > 0 {
			s.warn("%s: and so do those of %s.", opened.File.Name, plural(more, "more group"))
		}
	}
	return opened, nil
}

func quoted(names []string) string {
	return "“" + strings.Join(names, "”, “") + "”"
}

// beside reads the files that stand beside the labels.
func (s *session) beside() (truth *wire.Opened, err error) {
	for _, beside := range []struct{ role, path string }{
		{"truth", s.truth}, {"gold", s.gold}, {"confusion", s.confusion}, {"costs", s.costs},
		{"features", s.features}, {"text", s.texts}, {"text", s.bags}, {"predict", s.predict}, {"test-truth", s.testTruth},
	} {
		held := slices.IndexFunc(s.held, func(h wire.Holds) bool { return h.Role == beside.role })
		var r *wire.Opened
		switch {
		case beside.path != "":
			r, err = s.open(beside.role, beside.path)
		case held >= 0:
			r, err = s.hold(&s.held[held])
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		switch beside.role {
		case "truth":
			truth = r
		case "test-truth":
			s.exam = r
		}
	}
	return truth, nil
}

// remarks prints what is odd about a file as a whole.
func (s *session) remarks(opened *wire.Opened) {
	for _, w := range opened.Warnings {
		text := w.File
		if w.Line > 0 {
			text += fmt.Sprintf(", line %d", w.Line)
		}
		text += ": " + w.What
		if w.Text != "" {
			text += ": “" + w.Text + "”"
		}
		text += "."
		if w.Do != "" {
			text += " " + w.Do + "."
		}
		s.warn("%s", text)
	}
}

// leftOut says which rows of a file are of no use.
func (s *session) leftOut(opened *wire.Opened) {
	if n := opened.Count; n > 0 {
		p := opened.Problems[0]
		s.warn("%s: left out %s, the first on line %d: %s.", p.File, plural(n, "row"), p.Line, p.What)
	}
}

func areIs(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// hold opens what the file of labels holds beside them.
func (s *session) hold(h *wire.Holds) (*wire.Opened, error) {
	open := &wire.Open{Role: h.Role, File: &wire.File{Name: s.from.Name(), Size: s.from.Size()}, Read: &h.Read}
	reply, err := s.do(wire.Request{Open: open}, s.from)
	if err != nil {
		return nil, err
	}
	s.remarks(reply.Opened)
	s.leftOut(reply.Opened)
	return reply.Opened, nil
}

// wording is how words are made of the texts. Bags of words are as their maker
// wanted them, unless asked otherwise.
func (s *session) wording() *wire.Words {
	w := s.words
	w.Markup = true
	if s.texts != "" {
		if w.MinDocuments == 0 {
			w.MinDocuments = 2
		}
		if w.MaxShare == 0 {
			w.MaxShare = 0.5
		}
	}
	return &w
}

// openState reads the saved state.
func (s *session) openState() error {
	from, err := s.find(s.state) // which may be saved where it was
	if err != nil {
		return err
	}
	reply, err := s.do(wire.Request{Open: &wire.Open{Role: "state", File: &wire.File{Name: from.name, Size: from.size}}}, from)
	if err != nil {
		return err
	}
	if was := reply.Opened.State.Method; s.given["method"] && s.method != was && !s.refit {
		s.warn("the saved state is one of %s, and so are the answers; -refit fits %s, starting from it.", was, s.method)
	}
	return nil
}

func (s *session) warn(format string, args ...any) {
	fmt.Fprintf(s.stderr, "concord: warning: "+format+"\n", args...)
}

// choose puts the flags in place of what was detected.
func (s *session) choose(role string, from session.Source, seen *wire.Opened) (*wire.Read, error) {
	read := seen.Read
	s.common(role, &read)
	if role == "text" {
		read.Words = s.wording()
	}
	if role != "labels" {
		return &read, nil
	}
	if s.sheet != "" {
		var err error
		if seen, err = s.look(role, from, &wire.Read{Sheet: s.sheet, Files: read.Files}); err != nil {
			return nil, err
		}
		if len(seen.Sheets) == 0 {
			return nil, mistakef("-sheet goes with a workbook, and %s is none", seen.File.Name)
		}
		read = seen.Read
		s.common(role, &read)
	}
	if s.delimiter != "" || s.header != "" || s.encoding != "" {
		if s.delimiter != "" {
			read.Delimiter = wire.Delimiter(s.delimiter)
		}
		if s.encoding != "" {
			read.Encoding = s.encoding
		}
		if err := yesNo("header", s.header, &read.Header); err != nil {
			return nil, err
		}
		read.Roles = nil // the columns are others now
		var err error
		if seen, err = s.look(role, from, &read); err != nil {
			return nil, err
		}
		read = seen.Read
		s.common(role, &read)
	}
	sure := false
	if s.roles != "" {
		var err error
		if seen, sure, err = s.chosen(role, from, seen); err != nil {
			return nil, err
		}
		read = seen.Read
		s.common(role, &read)
	}
	if err := yesNo("numeric", s.numeric, &read.Numeric); err != nil {
		return nil, err
	}
	if s.anonymous {
		for n, r := range read.Roles {
			if r == "worker" {
				read.Roles[n] = ""
			}
		}
	}
	if found := len(slices.DeleteFunc(slices.Clone(read.Roles), func(r string) bool { return slices.Contains([]string{"", "time", "seconds", "truth", "gold"}, r) })); !sure && (found == 3 || slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, seen.Format)) && seen.Confirm != "" {
		return nil, mistakef("%s: %s. Confirm what was detected with -roles %s, or name other columns.", seen.File.Name, seen.Confirm, rolesFlag(&read, seen.Columns))
	}
	return &read, nil
}

// look asks what is understood of a file by some choices.
func (s *session) look(role string, from session.Source, read *wire.Read) (*wire.Opened, error) {
	reply, err := s.do(wire.Request{Open: &wire.Open{Role: role, Look: true, Read: read}}, from)
	return reply.Opened, err
}

// common sets the choices that need no look at the file.
func (s *session) common(role string, read *wire.Read) {
	read.Skip, read.ManyClasses = s.skip, s.manyLabels
	if role == "confusion" {
		read.Mode = s.mode
		return
	}
	if role == "labels" {
		read.Drop, read.Anonymous = s.drop, s.anonymous
		if s.again != "all" {
			read.Again = s.again
		}
		for _, m := range s.merges { // before those that look alike
			if !slices.ContainsFunc(read.Merge, func(had wire.Merge) bool { return had.Of == m.Of && had.To == m.To && slices.Equal(had.From, m.From) }) {
				read.Merge = append(read.Merge, m)
			}
		}
		if s.missing != nil {
			read.Missing = strings.Split(*s.missing, ",")
		}
	}
	if s.sets != "" {
		read.Sets = true
		if s.sets != "rows" {
			read.Separator = s.sets
		}
		read.Numeric = false
	}
}

func yesNo(name, value string, to *bool) error {
	switch value {
	case "":
	case "yes":
		*to = true
	case "no":
		*to = false
	default:
		return mistakef("-%s is yes or no, not %q", name, value)
	}
	return nil
}
