package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/engine"
	"concord/core/wire"
)

// open reads a file in a role.
func (s *session) open(role, path string) (*wire.Opened, error) {
	var from engine.Source
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
	for _, w := range opened.Warnings {
		text := w.File + ": " + w.What + "."
		if w.Do != "" {
			text += " " + w.Do + "."
		}
		s.warn("%s", text)
	}
	s.leftOut(opened)
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
		s.held = opened.Holds
	}
	return opened, nil
}

// lookAlikes makes one of names that look alike, or points them out.
func (s *session) lookAlikes(role string, opened *wire.Opened) (*wire.Opened, error) {
	for len(opened.Alike) > 0 && s.mergeAlike {
		read := opened.Read
		for _, a := range opened.Alike {
			m := wire.Merge{Of: a.Of, To: a.To, From: slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })}
			read.Merge = append(read.Merge, m)
			s.warn("%s: %s count as “%s”.", opened.File.Name, quoted(a.Shown), a.To)
		}
		reply, err := s.do(wire.Request{Reread: &wire.Reread{Role: role, Read: read}}, nil)
		if err != nil {
			return nil, err
		}
		opened = reply.Opened // there may have been more than travel with a reply
	}
	if len(opened.Alike) > 0 {
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
		if beside.role == "truth" {
			truth = r
		}
	}
	return truth, nil
}

// leftOut says which rows of a file are of no use.
func (s *session) leftOut(opened *wire.Opened) {
	if n := opened.Count; n > 0 {
		p := opened.Problems[0]
		s.warn("%s: left out %s, the first on line %d: %s.", p.File, plural(n, "row"), p.Line, p.What)
	}
}

// hold opens what the file of labels holds beside them.
func (s *session) hold(h *wire.Holds) (*wire.Opened, error) {
	open := &wire.Open{Role: h.Role, File: &wire.File{Name: s.from.Name(), Size: s.from.Size()}, Read: &h.Read}
	reply, err := s.do(wire.Request{Open: open}, s.from)
	if err != nil {
		return nil, err
	}
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
	from, done, err := source(s.state, s.stdin) // which may be saved where it was
	s.done = append(s.done, done)
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
func (s *session) choose(role string, from engine.Source, seen *wire.Opened) (*wire.Read, error) {
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
	if err := yesNo("numeric", s.numeric, &read.Numeric); err != nil {
		return nil, err
	}
	if s.roles != "" {
		return s.chosen(role, from, seen, &read)
	}
	if s.anonymous {
		for n, r := range read.Roles {
			if r == "worker" {
				read.Roles[n] = ""
			}
		}
	}
	if found := len(slices.DeleteFunc(slices.Clone(read.Roles), func(r string) bool { return slices.Contains([]string{"", "time", "truth", "gold"}, r) })); (found == 3 || slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, seen.Format)) && seen.Confirm != "" {
		return nil, mistakef("%s: %s. Confirm what was detected with -roles %s, or name other columns.", seen.File.Name, seen.Confirm, rolesFlag(&read, seen.Columns))
	}
	return &read, nil
}

// look asks what is understood of a file by some choices.
func (s *session) look(role string, from engine.Source, read *wire.Read) (*wire.Opened, error) {
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

// chosen puts the roles that the flag gives in place of those detected, and has the
// others follow from those.
func (s *session) chosen(role string, from engine.Source, seen *wire.Opened, read *wire.Read) (*wire.Read, error) {
	if err := chooseRoles(s.roles, seen.Columns, read); err != nil {
		return nil, err
	}
	if s.anonymous && slices.Contains(read.Roles, "worker") {
		return nil, mistakef("-anonymous says that nobody knows the workers, and -roles which column holds them")
	}
	numeric := read.Numeric
	read.Redetect = s.numeric == ""
	seen, err := s.look(role, from, read)
	if err != nil {
		return nil, err
	}
	*read = seen.Read
	s.common(role, read)
	if s.numeric != "" {
		read.Numeric = numeric
	}
	guessed := false
	for n, r := range read.Roles {
		guessed = guessed || slices.Contains([]string{"task", "worker", "label"}, r) && n < len(read.Chosen) && !read.Chosen[n]
	}
	if guessed && seen.Confirm != "" {
		return nil, mistakef("%s: %s. Confirm what was detected with -roles %s, or name other columns.", seen.File.Name, seen.Confirm, rolesFlag(read, seen.Columns))
	}
	return read, nil
}

// chooseRoles reads task=COL,worker=COL,label=COL. Of the columns that had a role
// which is given now, the others have none.
func chooseRoles(text string, columns []wire.Column, read *wire.Read) error {
	before := read.Roles
	read.Roles, read.Chosen = make([]string, len(before)), make([]bool, len(before))
	defer func() {
		for n, role := range before {
			read.Chosen[n] = read.Roles[n] != "" || role != "" && slices.Contains(read.Roles, role)
		}
	}()
	for _, one := range strings.Split(text, ",") {
		role, name, ok := strings.Cut(one, "=")
		if !ok || !slices.Contains([]string{"task", "worker", "label", "time", "count", "truth", "gold"}, role) {
			return mistakef("-roles has %q; it needs task=COL,worker=COL,label=COL, and may have time=COL, truth=COL, gold=COL or, of labels that are counted, count=COL", one)
		}
		is := func(c wire.Column) bool { return c.Name == name }
		at := slices.IndexFunc(columns, is)
		if at >= 0 && slices.ContainsFunc(columns[at+1:], is) {
			return mistakef("-roles: several columns are called %q; say which by its number, the first of them is %d", name, at+1)
		}
		if at < 0 {
			n, err := strconv.Atoi(name)
			if err != nil || n < 1 || n > len(columns) {
				var names []string
				for _, c := range columns {
					names = append(names, c.Name)
				}
				return mistakef("-roles: there is no column %q; there are %s", name, strings.Join(names, ", "))
			}
			at = n - 1
		}
		if read.Roles[at] != "" {
			return mistakef("-roles gives the column %q two roles", columns[at].Name)
		}
		read.Roles[at] = role
	}
	return nil
}

// rolesFlag writes roles as -roles wants them: columns by their numbers, unless one
// is called like the number of another.
func rolesFlag(read *wire.Read, columns []wire.Column) string {
	named := func(name string) (n int) {
		for _, c := range columns {
			if c.Name == name {
				n++
			}
		}
		return n
	}
	var out []string
	for n, role := range read.Roles {
		if role == "" {
			continue
		}
		column := strconv.Itoa(n + 1)
		if name := columns[n].Name; named(column) > 0 && named(name) == 1 && !strings.Contains(name, ",") {
			column = name
		}
		out = append(out, role+"="+column)
	}
	flag := strings.Join(out, ",")
	if strings.ContainsAny(flag, " \t\r\n'\"`$\\|&;<>()*?[]{}!#~") { // which mean something to a shell
		flag = "'" + strings.ReplaceAll(flag, "'", `'\''`) + "'"
	}
	return flag
}
