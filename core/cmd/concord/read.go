package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/engine"
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
	first := &api.Open{Role: api.RoleLabels, Files: files}
	if first.Read, err = s.recalled(first, from); err != nil {
		return err
	}
	delimiter, asIs := api.Delimiter(s.reading["delimiter"]), s.reading["as-is"] == "true"
	line, _ := strconv.Atoi(s.reading["header-line"])
	if first.Read == nil && (delimiter != "" || line > 0 || asIs) {
		first.Read = &api.Choices{Header: s.reading["header"] != "no", Files: files} // the file may make no sense without them
	}
	if read := first.Read; read != nil {
		read.Delimiter, read.HeaderLine, read.AsIs = cmp.Or(delimiter, read.Delimiter), cmp.Or(line, read.HeaderLine), read.AsIs || asIs
	}
	opened, err := s.open(first, from)
	if err != nil {
		return err
	}
	s.labels, s.embedded = opened, opened.Embedded
	if s.order == "" || s.recipe != nil {
		return nil
	}
	reply, err := s.do(api.Request{Amend: &api.Amend{Order: s.ordered()}}, nil)
	if err == nil {
		opened.Counts, opened.Methods = reply.Amended.Counts, reply.Amended.Methods
	}
	return err
}

// ordered are the classes in the order of --order; nil: there is none.
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
	_, err := s.do(api.Request{Amend: &api.Amend{Order: s.ordered(), Review: s.decided.Told}}, nil)
	return err
}

// open looks at a file, applies the flags to what was detected, and reads it.
func (s *session) open(open *api.Open, from engine.Source) (*api.Opened, error) {
	open.Look, open.File = true, &api.File{Name: from.Name(), Size: from.Size()}
	reply, err := s.do(api.Request{Open: open}, from)
	if err != nil {
		return nil, err
	}
	labels := open.Role == api.RoleLabels
	if seen := reply.Opened; len(seen.Read.Sheets) > 1 && (!labels || s.reading["sheet"] == "") {
		other := ""
		if labels {
			other = " --sheet NAME reads another."
		}
		s.warn("%s: of the %s only “%s” is read, since %s.%s", seen.File.Name, humanize.Count(len(seen.Read.Sheets), "sheet"), seen.Read.Sheet,
			seen.Read.SheetWhy, other)
	}
	if open.Read, err = s.choose(open.Role, from, reply.Opened); err != nil {
		return nil, err
	}
	open.Look = false
	if reply, err = s.do(api.Request{Open: open}, from); err != nil {
		return nil, err
	}
	opened, err := s.mergeLookAlikes(open.Role, reply.Opened)
	if err != nil {
		return nil, err
	}
	s.report(opened)
	return opened, nil
}

// mergeLookAlikes merges names that look alike, if it is asked for.
func (s *session) mergeLookAlikes(role string, opened *api.Opened) (*api.Opened, error) {
	for s.mergeAlike {
		if opened.AlikeOf > len(opened.Alike) || opened.Unsearched { // a reply has the first few, unless all are asked for
			reply, err := s.do(api.Request{Reread: &api.Reread{Role: role, AllAlike: true, Choices: opened.Read}}, nil)
			if err != nil {
				return nil, err
			}
			opened = reply.Opened
		}
		alike := slices.DeleteFunc(slices.Clone(opened.Alike), func(a api.Alike) bool { return a.Misspelt })
		if len(alike) == 0 {
			break
		}
		read := opened.Read
		for _, a := range alike {
			others := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })
			read.Merge = append(read.Merge, api.Merge{Of: a.Of, To: a.To, From: others})
			s.warn("%s: %s count as “%s”.", opened.File.Name, quoted(a.Shown), a.To)
		}
		reply, err := s.do(api.Request{Reread: &api.Reread{Role: role, Choices: read}}, nil)
		if err != nil {
			return nil, err
		}
		opened = reply.Opened
	}
	return opened, nil
}

func quoted(names []string) string { return "“" + strings.Join(names, "”, “") + "”" }

// openSideFiles opens the files beside the labels: those that flags name, or else what the
// file of labels itself contains.
func (s *session) openSideFiles() (err error) {
	for _, r := range api.Roles() {
		embedded := slices.IndexFunc(s.embedded, func(h api.Embedded) bool { return h.Role == r.Name })
		flags := s.named(func(other api.Role) bool { return other.Name == r.Name })
		var opened *api.Opened
		switch {
		case len(flags) > 0:
			var from file
			open := &api.Open{Role: r.Name}
			if from, err = s.input(s.side[flags[0]]); err == nil {
				open.Read, err = s.recalled(open, from)
			}
			if err == nil {
				opened, err = s.open(open, from)
			}
		case embedded >= 0 && (s.recipe == nil || s.recipe.Of(r.Name) != nil):
			read := &s.embedded[embedded].Read
			if s.recipe != nil {
				read, err = s.recalled(&api.Open{Role: r.Name, Files: read.Files}, s.from)
			}
			var reply api.Reply
			if err == nil {
				reply, err = s.load(r.Name, s.from, read)
			}
			if err == nil {
				opened = reply.Opened
				s.report(opened)
			}
		default:
			continue
		}
		if err != nil {
			return err
		}
		switch r.Name {
		case api.RoleTruth:
			if s.truth = opened; opened.Decided != nil {
				s.truth, s.decided = nil, opened.Decided
				if err := s.toldChecks(); err != nil {
					return err
				}
			}
		case api.RoleTestTruth:
			s.test = opened
		default:
			s.strangers(opened)
			s.beside = append(s.beside, opened)
		}
	}
	return nil
}

// load opens a file in a role as it is to be read.
func (s *session) load(role string, from engine.Source, read *api.Choices) (api.Reply, error) {
	return s.do(api.Request{Open: &api.Open{Role: role, File: &api.File{Name: from.Name(), Size: from.Size()}, Read: read}}, from)
}

// report warns of what there is to settle about a file. Roles that are a guess were confirmed by now, and agreement has a figure of its
// own for classes with distances.
func (s *session) report(opened *api.Opened) {
	for _, i := range opened.Issues {
		if i.Kind != api.IssueRoles && (i.Kind != api.IssueScale || s.order == "" && !s.agrees) {
			flag := i.Flag
			if s.called != "" { // concord sql has none of these
				flag = ""
			}
			s.warn("%s", api.About(opened.File.Name, strings.TrimSpace(i.Text+" "+flag)))
		}
	}
}

// strangers says how many rows of a history, if it is one, are of workers who gave no labels: a platform's has many.
func (s *session) strangers(o *api.Opened) {
	if o.Strangers > 0 {
		fmt.Fprintf(s.stderr, "concord: %s: left out %s of %s, of workers who gave no labels here\n", o.File.Name,
			humanize.Number(o.Strangers), humanize.Count(o.HistoryRows, "row"))
	}
}

// wording returns how texts become words. Bags of words stay as they are, unless flags say otherwise.
func (s *session) wording() *api.Words {
	w := s.words
	w.Markup = true
	if s.side["text"] != "" {
		w.MinDocuments, w.MaxShare = cmp.Or(w.MinDocuments, 2), cmp.Or(w.MaxShare, 0.5)
	}
	return &w
}

// openState reads the earlier fit.
func (s *session) openState() error {
	from, err := s.find(s.state) // not input: it may be overwritten
	if err != nil {
		return err
	}
	reply, err := s.load(api.RoleState, from, nil)
	if err != nil {
		return err
	}
	s.beside = append(s.beside, reply.Opened)
	if was := reply.Opened.State.Method; s.given["method"] && s.Method != was && !s.Resume {
		s.warn("the earlier fit is one of %s, and so are the answers; --refit fits %s, starting from it.", was, s.Method)
	}
	return nil
}

// choose applies the flags to what was detected, which must leave nothing to confirm.
func (s *session) choose(role string, from engine.Source, seen *api.Opened) (*api.Choices, error) {
	read, err := s.chosen(role, from, seen)
	if err == nil && role == api.RoleLabels && read.Confirm != "" && !read.Confirmed && complete(read) {
		return nil, mistakef("%s: %s. Confirm what was detected with %s, or name other columns.", from.Name(), read.Confirm, s.offer(read))
	}
	if question := s.reading["question"]; err == nil && role == api.RoleLabels && question != "" && len(read.Questions) == 0 {
		return nil, mistakef("--question goes with a file of answers to several questions, and %s has answers to one", from.Name())
	}
	return read, err
}

// chosen applies the flags to what was detected.
func (s *session) chosen(role string, from engine.Source, seen *api.Opened) (*api.Choices, error) {
	if err := s.common(role, &seen.Read); err != nil {
		return nil, err
	}
	if role == api.RoleText && (s.recipe == nil || s.recipe.Of(role) == nil) {
		seen.Read.Words = s.wording()
	}
	if role != api.RoleLabels {
		return &seen.Read, nil
	}
	look := func(read *api.Choices) error { // looks again
		reply, err := s.do(api.Request{Open: &api.Open{Role: role, Look: true, Read: read}}, from)
		if err != nil {
			return err
		}
		seen = reply.Opened
		return s.common(role, &seen.Read)
	}
	if sheet := s.reading["sheet"]; sheet != "" {
		if err := look(&api.Choices{Sheet: sheet, Files: seen.Read.Files}); err != nil {
			return nil, err
		}
		if len(seen.Read.Sheets) == 0 {
			return nil, mistakef("--sheet goes with a workbook, and %s is none", seen.File.Name)
		}
	}
	if slices.ContainsFunc(api.Options(), func(x api.Option) bool { return x.Shapes && s.reading[x.Flag] != "" }) {
		read := seen.Read
		read.TableLayout, read.Question = "", "" // nobody chose those that were detected
		if err := s.apply(role, true, &read); err != nil {
			return nil, err
		}
		read.Form = nil
		if s.recipe == nil || s.reading["layout"]+s.reading["question"] != "" {
			read.Roles = nil // the columns are others now
		}
		if err := look(&read); err != nil {
			return nil, err
		}
	}
	if s.roles != "" {
		roles, err := s.parseRoles(seen.Read.Columns)
		if err != nil {
			return nil, err
		}
		read := seen.Read
		read.Question = cmp.Or(s.reading["question"], read.Question) // no column said so before
		chooseRoles(&read, roles)
		if err := look(&read); err != nil {
			return nil, err
		}
		seen.Read.Confirmed = confirmed(roles, &seen.Read)
	}
	read := &seen.Read
	if read.Anonymous {
		for n, r := range read.Roles {
			if r == "worker" {
				read.Roles[n] = ""
			}
		}
	}
	return read, nil
}

// offer is what a person types to confirm what was detected.
func (s *session) offer(read *api.Choices) string {
	var flags []string
	if read.TableLayout != "" && s.reading["layout"] == "" {
		flags = append(flags, "--layout "+read.TableLayout)
	}
	rows, question := slices.Contains(read.Roles, "question"), "--question "+humanize.Typed(read.Question)
	if len(read.Questions) > 1 && !rows && byForm(read) {
		return strings.Join(append(flags, question), " ") // which columns answer it follows
	}
	flags = append(flags, "--roles "+rolesFlag(read, read.Columns))
	if len(read.Questions) > 1 && rows {
		flags = append(flags, question)
	}
	return strings.Join(flags, " ")
}

// common applies the flags that need no look at the file.
func (s *session) common(role string, read *api.Choices) error {
	if s.sets != "" {
		read.As(api.KindSets)
		if s.sets != "rows" {
			read.Separator = s.sets
		}
	}
	if err := s.apply(role, false, read); err != nil || role != api.RoleLabels {
		return err
	}
	for _, m := range s.merges { // before those that look alike
		same := func(had api.Merge) bool { return had.Of == m.Of && had.To == m.To && slices.Equal(had.From, m.From) }
		if !slices.ContainsFunc(read.Merge, same) {
			read.Merge = append(read.Merge, m)
		}
	}
	for _, x := range api.Options() {
		if _, given := s.reading[x.Flag]; given && x.Keeps != "" && !slices.Contains(read.Kept, x.Keeps) {
			read.Kept = append(read.Kept, x.Keeps)
		}
	}
	slices.Sort(read.Kept)
	return nil
}
