package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"concord/core/engine"
	"concord/core/layout/choice"
	"concord/core/wire"
	"concord/internal/humanize"
)

// openLabels opens the labels, and puts the classes in order.
func (s *session) openLabels() error {
	from, files, err := s.inputs()
	if err != nil {
		return err
	}
	s.from = from
	s.large = from.Size() >= largeInput
	first := &wire.Open{Role: "labels", Files: files}
	if s.delimiter != "" || s.headerLine > 1 { // the file may make no sense without them
		first.Read = &wire.Read{Delimiter: wire.Delimiter(s.delimiter), HeaderLine: s.headerLine, Header: s.header != "no", Files: files}
	}
	opened, err := s.open(first, from)
	if err != nil {
		return err
	}
	s.labels, s.embedded = opened, opened.Embedded
	if s.order == "" {
		return nil
	}
	reply, err := s.do(wire.Request{Amend: &wire.Amend{Order: s.ordered()}}, nil)
	if err == nil {
		opened.Counts = reply.Amended.Counts
	}
	return err
}

// ordered are the classes in the order of -order; nil: there is none.
func (s *session) ordered() (names []string) {
	if s.order == "" {
		return nil
	}
	for name := range strings.SplitSeq(s.order, ",") {
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// toldChecks gives the truth of the tasks that were checked to the methods: it is known, but no sample to measure by.
func (s *session) toldChecks() error {
	_, err := s.do(wire.Request{Amend: &wire.Amend{Order: s.ordered(), Review: s.decided.Told}}, nil)
	return err
}

// open looks at a file, applies the flags to what was detected, and reads it.
func (s *session) open(open *wire.Open, from engine.Source) (*wire.Opened, error) {
	open.Look, open.File = true, &wire.File{Name: from.Name(), Size: from.Size()}
	reply, err := s.do(wire.Request{Open: open}, from)
	if err != nil {
		return nil, err
	}
	labels := open.Role == "labels"
	if seen := reply.Opened; len(seen.Sheets) > 1 && (!labels || s.sheet == "") {
		other := ""
		if labels {
			other = " -sheet NAME reads another."
		}
		s.warn("%s: of the %s only “%s” is read, since %s.%s", seen.File.Name, plural(len(seen.Sheets), "sheet"), seen.Read.Sheet, seen.SheetWhy,
			other)
	}
	if open.Read, err = s.choose(open.Role, from, reply.Opened); err != nil {
		return nil, err
	}
	open.Look = false
	if reply, err = s.do(wire.Request{Open: open}, from); err != nil {
		return nil, err
	}
	opened, err := s.mergeLookAlikes(open.Role, reply.Opened)
	if err != nil {
		return nil, err
	}
	s.report(opened)
	if c := opened.Counts; c != nil && c.Differ > 0 && !c.Sets {
		s.warn("%s: of those, %s not what the worker said before; -multilabel rows takes a task to have several labels, "+
			"-again first, last or majority counts one of each worker.", opened.File.Name, areIs(c.Differ))
	}
	for _, n := range opened.NoAnswer {
		if n.Labels > 0 {
			s.warn("%s: “%s” (%s) may mean that there is no answer; -missing says which cells do.", opened.File.Name, n.Name,
				plural(n.Labels, "label"))
		}
	}
	return opened, nil
}

// mergeLookAlikes merges names that look alike, or warns of them, and of names that seem misspelt.
func (s *session) mergeLookAlikes(role string, opened *wire.Opened) (*wire.Opened, error) {
	for s.mergeAlike {
		if opened.AlikeOf > len(opened.Alike) { // a reply has the first few, unless all are asked for
			reply, err := s.do(wire.Request{Reread: &wire.Reread{Role: role, AllAlike: true, Read: opened.Read}}, nil)
			if err != nil {
				return nil, err
			}
			opened = reply.Opened
		}
		alike := slices.DeleteFunc(slices.Clone(opened.Alike), func(a choice.Alike) bool { return a.Misspelt })
		if len(alike) == 0 {
			break
		}
		read := opened.Read
		for _, a := range alike {
			others := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })
			read.Merge = append(read.Merge, choice.Merge{Of: a.Of, To: a.To, From: others})
			s.warn("%s: %s count as “%s”.", opened.File.Name, quoted(a.Shown), a.To)
		}
		reply, err := s.do(wire.Request{Reread: &wire.Reread{Role: role, Read: read}}, nil)
		if err != nil {
			return nil, err
		}
		opened = reply.Opened
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

func quoted(names []string) string { return "“" + strings.Join(names, "”, “") + "”" }

// openSideFiles opens the files beside the labels: those that flags name, or else what the
// file of labels itself contains.
func (s *session) openSideFiles() (err error) {
	for _, side := range sideFiles {
		embedded := slices.IndexFunc(s.embedded, func(h wire.Embedded) bool { return h.Role == side.role })
		var opened *wire.Opened
		switch {
		case s.side[side.flag] != "":
			var from file
			if from, err = s.input(s.side[side.flag]); err == nil {
				opened, err = s.open(&wire.Open{Role: side.role}, from)
			}
		case embedded >= 0:
			var reply wire.Reply
			if reply, err = s.load(side.role, s.from, &s.embedded[embedded].Read); err == nil {
				opened = reply.Opened
				s.report(opened)
			}
		default:
			continue
		}
		if err != nil {
			return err
		}
		switch side.role {
		case "truth":
			if s.truth = opened; opened.Decided != nil {
				s.truth, s.decided = nil, opened.Decided
				if err := s.toldChecks(); err != nil {
					return err
				}
			}
		case "test-truth":
			s.test = opened
		case "features", "text":
			s.described = append(s.described, opened.Methods...)
		}
	}
	return nil
}

// load opens a file in a role as it is to be read.
func (s *session) load(role string, from engine.Source, read *wire.Read) (wire.Reply, error) {
	return s.do(wire.Request{Open: &wire.Open{Role: role, File: &wire.File{Name: from.Name(), Size: from.Size()}, Read: read}}, from)
}

// report warns of what is odd about a file and of rows that were left out.
func (s *session) report(opened *wire.Opened) {
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
	if n := opened.Count; n > 0 {
		p := opened.Problems[0]
		s.warn("%s: left out %s, the first on line %d: %s.", p.File, plural(n, "row"), p.Line, p.What)
	}
}

func areIs(n int) string {
	if n == 1 {
		return "1 is"
	}
	return humanize.Number(n) + " are"
}

// wording returns how texts become words. Bags of words stay as they are, unless flags say otherwise.
func (s *session) wording() *choice.Words {
	w := s.words
	w.Markup = true
	if s.side["text"] != "" {
		w.MinDocuments, w.MaxShare = cmp.Or(w.MinDocuments, 2), cmp.Or(w.MaxShare, 0.5)
	}
	return &w
}

// openState reads the saved state.
func (s *session) openState() error {
	from, err := s.find(s.state) // not input: it may be overwritten
	if err != nil {
		return err
	}
	reply, err := s.load("state", from, nil)
	if err != nil {
		return err
	}
	if was := reply.Opened.State.Method; s.given["method"] && s.method != was && !s.refit {
		s.warn("the saved state is one of %s, and so are the answers; -refit fits %s, starting from it.", was, s.method)
	}
	return nil
}

// choose applies the flags to what was detected.
func (s *session) choose(role string, from engine.Source, seen *wire.Opened) (*wire.Read, error) {
	s.common(role, &seen.Read)
	if role == "text" {
		seen.Read.Words = s.wording()
	}
	if role != "labels" {
		return &seen.Read, nil
	}
	look := func(read *wire.Read) error { // looks again
		reply, err := s.do(wire.Request{Open: &wire.Open{Role: role, Look: true, Read: read}}, from)
		if err == nil {
			seen = reply.Opened
			s.common(role, &seen.Read)
		}
		return err
	}
	if s.sheet != "" {
		if err := look(&wire.Read{Sheet: s.sheet, Files: seen.Read.Files}); err != nil {
			return nil, err
		}
		if len(seen.Sheets) == 0 {
			return nil, mistakef("-sheet goes with a workbook, and %s is none", seen.File.Name)
		}
	}
	if s.delimiter != "" || s.header != "" || s.encoding != "" {
		read := seen.Read
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
		if err := look(&read); err != nil {
			return nil, err
		}
	}
	confirmed := false
	if s.roles != "" {
		roles, err := s.parseRoles(seen.Columns)
		if err != nil {
			return nil, err
		}
		read := seen.Read
		was := slices.Index(read.Roles, "label")
		read.LabelWas = &was
		chooseRoles(&read, roles)
		if err := look(&read); err != nil {
			return nil, err
		}
		confirmed = settled(roles, seen)
	}
	read := &seen.Read
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
	if seen.Confirm != "" && !confirmed && complete(seen) {
		return nil, mistakef("%s: %s. Confirm what was detected with -roles %s, or name other columns.",
			seen.File.Name, seen.Confirm, rolesFlag(read, seen.Columns))
	}
	return read, nil
}

// common applies the flags that need no look at the file.
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
			same := func(had choice.Merge) bool { return had.Of == m.Of && had.To == m.To && slices.Equal(had.From, m.From) }
			if !slices.ContainsFunc(read.Merge, same) {
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
	case "yes", "no":
		*to = value == "yes"
	default:
		return mistakef("-%s is yes or no, not %q", name, value)
	}
	return nil
}
