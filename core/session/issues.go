package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/internal/humanize"
)

// What there is to settle about a file. Every sentence and every remedy is written here, once.

// Issues are those of a file that is described as it was read.
func Issues(o *api.Opened) []api.Issue {
	if o.Role == api.RoleLabels && o.Counts != nil {
		return labelIssues(o, o.Alike)
	}
	return fileIssues(o)
}

// fileIssues are those of a file in any role.
func fileIssues(o *api.Opened) (all []api.Issue) {
	if o.Read.Offer != "" {
		all = append(all, api.Issue{
			Kind: api.IssueEncoding, Text: "The text is not valid " + strings.ToUpper(o.Read.Encoding) + ".",
			Flag: "--encoding " + o.Read.Offer + " reads it.",
			Remedies: []api.Remedy{{Do: api.DoEncoding, With: o.Read.Offer, Title: "Read it as " + api.EncodingName(o.Read.Offer)},
				keep("Leave it")},
		})
	}
	if as := o.Read.Guessed; as != "" && as == o.Read.Encoding {
		other := "windows-1251"
		if as == other {
			other = "windows-1252"
		}
		all = append(all, api.Issue{
			Kind: api.IssueEncoding, Text: "Read as " + api.EncodingName(as) + ", since the text is not valid UTF-8.",
			Flag:     "--encoding NAME reads it as another encoding.",
			Remedies: []api.Remedy{keep("It is right"), {Do: api.DoEncoding, With: other, Title: "Read it as " + api.EncodingName(other)}},
		})
	}
	if o.Count > 0 {
		all = append(all, api.Issue{
			Kind: api.IssueLeftOut, Text: leftOut(o), Remedies: []api.Remedy{{Do: api.DoList, Title: "List of problems"}, keep("Leave them out")},
		})
	}
	// what was mended comes last: it is settled, unless somebody thinks otherwise
	mended := func(w api.Problem) bool { return w.Mended }
	open := slices.DeleteFunc(slices.Clone(o.Warnings), mended)
	done := slices.DeleteFunc(slices.Clone(o.Warnings), func(w api.Problem) bool { return !mended(w) })
	for _, w := range append(open, done...) {
		i := api.Issue{Kind: api.IssueFile, Text: warning(&w), Remedies: []api.Remedy{
			{Do: api.DoData, Title: "Import options"}, keep("It is right")}}
		switch {
		case w.Mended:
			i.Flag = "--as-is reads it as it stands."
			i.Remedies = []api.Remedy{keep("It is right"), {Do: api.DoAsIs, Title: "Read it as it stands"}}
		case o.Role != api.RoleLabels:
		case strings.Contains(w.What, labels.Before):
			i = againIssue(o, &w)
		case strings.Contains(w.What, labels.BesideJudges):
			i = humanIssue(&w)
		case o.Read.Doubtful != "" && strings.Contains(w.What, o.Read.Doubtful):
			i.Kind, i.Settled = api.IssueRejected, o.Read.Drop
			i.Remedies = []api.Remedy{{Do: api.DoDrop, Title: "Leave them out"}, keep("Count them")}
		}
		all = append(all, i)
	}
	return all
}

func keep(title string) api.Remedy { return api.Remedy{Do: api.DoKeep, Title: title} }

// labelIssues are those of a file of labels, the most urgent first. alike are all names that look alike.
func labelIssues(o *api.Opened, alike []api.Alike) (all []api.Issue) {
	if o.Read.Confirm != "" && !o.Read.Confirmed {
		all = append(all, rolesIssue(o))
	}
	if i, ok := severalIssue(o); ok {
		all = append(all, i)
	}
	for _, of := range []string{"label", "worker", "task"} {
		if i, ok := alikeIssue(o, of, alike); ok {
			all = append(all, i)
		}
	}
	if i, ok := noneIssue(o); ok {
		all = append(all, i)
	}
	all = append(append(all, columnIssues(o)...), fileIssues(o)...)
	if i, ok := scaleIssue(o.Counts); ok {
		all = append(all, i)
	}
	return all
}

// rolesIssue asks whether roles are right that are a guess.
func rolesIssue(o *api.Opened) api.Issue {
	text := sentence(o.Read.Confirm)
	if o.Read.Laid() == api.LayoutRows {
		var roles []string
		for c, role := range o.Read.Roles {
			if c < len(o.Read.Columns) && slices.Contains([]string{"task", "worker", "label"}, role) {
				name := "“" + api.Printable(o.Read.Columns[c].Name) + "”"
				if at := slices.IndexFunc(roles, func(s string) bool { return strings.HasPrefix(s, role+":") }); at >= 0 {
					roles[at] += " and " + name
				} else {
					roles = append(roles, role+": "+name)
				}
			}
		}
		if named := strings.Join(roles, ", "); named != "" {
			text += " " + strings.ToUpper(named[:1]) + named[1:] + "."
		}
	}
	return api.Issue{Kind: api.IssueRoles, Text: text, Remedies: []api.Remedy{
		{Do: api.DoConfirm, Title: "Yes, continue"}, {Do: api.DoData, Title: "No, choose the columns"}}}
}

// alikeIssue is about names of a role that look alike or seem misspelt.
func alikeIssue(o *api.Opened, of string, found []api.Alike) (i api.Issue, ok bool) {
	const shown = 3 // misspelt names that are named
	var texts, flags, slips []string
	groups, from := 0, map[string]bool{} // from are the names that would go
	for _, a := range found {
		if a.Of != of {
			continue
		}
		for _, name := range a.Names {
			if name != a.To {
				from[name] = true
			}
		}
		if a.Misspelt {
			few, many := 0, 1
			if a.Names[0] == a.To {
				few, many = 1, 0
			}
			if slips = append(slips, fmt.Sprintf("“%s” may be “%s” misspelt", a.Shown[few], a.Shown[many])); len(slips) <= shown {
				flags = append(flags, "--merge "+humanize.Typed(a.Names[few]+"="+a.To)+" mends that.")
			}
		} else if groups++; groups == 1 {
			texts = append(texts, fmt.Sprintf("The %s %s look alike", plural(of), counted(a.Shown, a.Labels)))
		}
	}
	if len(from) == 0 {
		return i, false
	}
	if groups > 1 {
		texts[0] += ", and so do those of " + humanize.Count(groups-1, "more group")
	}
	if groups > 0 {
		texts[0] += "."
		flags = append([]string{"--merge-alike makes one of each group."}, flags...)
	}
	if more := len(slips) - shown; more > 0 {
		slips = append(slips[:shown], "and "+humanize.Number(more)+" more")
	}
	if len(slips) > 0 {
		texts = append(texts, strings.Join(slips, "; ")+".")
	}
	i = api.Issue{
		Kind: api.IssueAlike, Of: of, Text: strings.Join(texts, " "), Flag: strings.Join(flags, " "), Classes: of == "label",
		Remedies: []api.Remedy{{Do: api.DoMerge, With: of, Title: "Merge each group"}, keep("Keep apart")},
	}
	if groups+len(slips) == 1 {
		i.Remedies[0].Title = "Merge them"
	}
	if n := numberOf(of, o.Counts); n > 0 {
		i.Effect = fmt.Sprintf("%s → %s", humanize.Number(n), humanize.Count(n-len(from), noun(of)))
	}
	if of == "label" {
		i.Short = humanize.Count(len(from), "look-alike class")
	}
	return i, true
}

// counted lists names with their numbers of labels, the first few.
func counted(names []string, n []int) string {
	const most = 4
	var all []string
	for i := range names[:min(len(names), most)] {
		all = append(all, fmt.Sprintf("“%s” (%s)", names[i], humanize.Count(n[i], "label")))
	}
	if more := len(names) - most; more > 0 {
		all = append(all, humanize.Number(more)+" more")
	}
	return and(all)
}

func and(all []string) string {
	if len(all) == 1 {
		return all[0]
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

func noun(of string) string {
	if of == "label" {
		return "class"
	}
	return of
}

func plural(of string) string { return humanize.Noun(2, noun(of)) }

func numberOf(of string, c *api.Counts) int {
	switch of {
	case "label":
		return c.Classes
	case "worker":
		return c.Workers
	}
	return c.Tasks
}

// noneIssue is about labels that may mean that there is no answer.
func noneIssue(o *api.Opened) (i api.Issue, ok bool) {
	var names []string
	var n []int
	labels := 0
	for _, none := range o.NoAnswer {
		if none.Labels > 0 {
			names, n = append(names, api.Printable(none.Name)), append(n, none.Labels)
			labels += none.Labels
		}
	}
	if names == nil {
		return i, false
	}
	left := o.Counts.Classes - len(names)
	return api.Issue{
		Kind: api.IssueNone, Text: counted(names, n) + " may mean that there is no answer.", Classes: true,
		Short: humanize.Count(labels, "label") + " that may be no answer",
		Effect: fmt.Sprintf("%s → %s, without %s", humanize.Number(o.Counts.Classes), humanize.Count(left, "class"),
			humanize.Count(labels, "label")),
		Flag: "--missing says which cells do.",
		Remedies: []api.Remedy{{Do: api.DoNone, Title: "Leave " + itOrThem(labels) + " out"},
			keep("Count " + itOrThem(labels))},
	}, true
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// columnIssues are about columns that are not read and could be: as another worker of a wide table, or to weigh labels.
func columnIssues(o *api.Opened) (all []api.Issue) {
	const most, named = 3, 5 // columns that have a button, and that are named
	r := &o.Read
	label := slices.Index(r.Roles, layout.Label)
	wide, as := api.Issue{Kind: api.IssueColumns}, "worker"
	if r.TableLayout == api.LayoutPeople {
		as = "task"
	}
	var why []string
	for _, u := range r.Unused {
		switch name := "“" + api.Printable(u.Name) + "”"; {
		case u.Column >= len(r.Roles) || r.Roles[u.Column] != layout.Ignore:
		case label < 0 || !slices.Contains(r.Roles[label+1:], layout.Label):
			all = append(all, api.Issue{Kind: api.IssueColumns, Of: u.Name, Text: name + " " + u.Why + ". It is not used.", Settled: true})
		default:
			why = append(why, name+" "+u.Why)
			if len(why) == 1 {
				wide.Flag = withColumn(r, u.Column, as)
			}
			if len(why) <= most {
				wide.Remedies = append(wide.Remedies,
					api.Remedy{Do: api.DoWorker, With: strconv.Itoa(u.Column + 1), Title: "Read " + name + " as a " + as})
			}
		}
	}
	if why == nil {
		return all
	}
	wide.Remedies = append(wide.Remedies, keep("Leave "+itOrThem(len(why))+" out"))
	if more := len(why) - named; more > 0 {
		why = append(why[:named], "and "+humanize.Number(more)+" more")
	}
	wide.Text = "Columns that are not read: " + strings.Join(why, "; ") + "."
	return append([]api.Issue{wide}, all...)
}

// withColumn is the flag that reads a column as one more worker, or task; empty if it would be long, or a column has a number for a name.
func withColumn(r *api.Choices, column int, as string) string {
	const most = 12
	var roles []string
	for n, role := range r.Roles {
		if _, err := strconv.Atoi(r.Columns[n].Name); err == nil || len(roles) > most {
			return ""
		}
		if n == column {
			role = layout.Label
		}
		if role != layout.Ignore && role != layout.Content {
			roles = append(roles, role+"="+strconv.Itoa(n+1))
		}
	}
	return "--roles " + strings.Join(roles, ",") + " reads “" + api.Printable(r.Columns[column].Name) + "” as a " + as + "."
}

// severalIssue is about cells that seem to hold several labels.
func severalIssue(o *api.Opened) (i api.Issue, ok bool) {
	by, parts := splits(o)
	if by == "" {
		return i, false
	}
	return api.Issue{
		Kind: api.IssueSeveral, Text: "Some cells seem to hold several labels, separated by “" + by + "”.", Classes: true,
		Short:    "cells that may hold several labels",
		Effect:   fmt.Sprintf("%s → %s", humanize.Number(o.Counts.Classes), humanize.Count(parts, "class")),
		Flag:     "--multilabel " + humanize.Typed(by) + " splits them.",
		Remedies: []api.Remedy{{Do: api.DoSets, With: by, Title: "Split them"}, keep("Keep them whole")},
	}, true
}

// splits guesses from the classes what separates several labels in one cell, "" if each seems to be one label. The parts of a
// class that is several labels are classes too, or parts of other classes. parts is how many different ones there are.
func splits(o *api.Opened) (separator string, parts int) {
	c := o.Counts
	if c == nil || !c.Kind.Can(api.AskSplit) {
		return "", 0
	}
	for _, separator := range []string{"|", ";", ",", "/"} {
		times := map[string]int{}
		var joined [][]string
		for _, name := range c.ClassNames {
			parts := strings.Split(name, separator)
			for n := range parts {
				parts[n] = strings.TrimSpace(parts[n])
				times[parts[n]]++
			}
			if len(parts) > 1 {
				joined = append(joined, parts)
			}
		}
		known, all := 0, 0
		for _, parts := range joined {
			for _, part := range parts {
				all++
				if part != "" && times[part] > 1 {
					known++
				}
			}
		}
		if len(joined) >= 2 && 3*known >= 2*all {
			return separator, len(times)
		}
	}
	return "", 0
}

// againIssue is about workers who labelled tasks more than once.
func againIssue(o *api.Opened, w *api.Problem) api.Issue {
	c := o.Counts
	i := api.Issue{Kind: api.IssueAgain, Text: sentence(w.What), Settled: o.Read.Again != api.AgainAll}
	if i.Settled {
		i.Text = warning(w)
		return i
	}
	if c.Differ > 0 {
		i.Text += " " + humanize.Number(c.Differ) + " of them differ from what the worker said before."
		if c.Differ == 1 {
			i.Text = strings.Replace(i.Text, "1 of them differ ", "1 of them differs ", 1)
		}
		i.Short = humanize.Count(c.Differ, "repeated label") + " that contradict earlier ones"
	}
	i.Text += " Every label counts."
	i.Flag = "--again first, last or majority counts one of each worker"
	i.Remedies = []api.Remedy{{Do: api.DoAgain, With: api.AgainLast, Title: "Count the last"}, keep("Count all")}
	if c.Differ > 0 {
		i.Remedies = append(i.Remedies, api.Remedy{Do: api.DoSets, Title: "A task may have several labels"})
		i.Flag += "; --multilabel rows lets a task have several labels"
	}
	i.Flag += "."
	return i
}

// humanIssue is about a worker who may be the person whom judges are held against.
func humanIssue(w *api.Problem) api.Issue {
	return api.Issue{
		Kind: api.IssueHuman, Text: sentence(w.What) + " Those labels may be the truth.",
		Flag: "--human " + humanize.Typed(w.Text) + " takes them for the truth.",
		Remedies: []api.Remedy{{Do: api.DoHuman, With: w.Text, Title: "Take them for the truth"},
			keep("Count them as a worker’s")},
	}
}

// scaleIssue is about numbers, or steps of a scale, that are read as names.
func scaleIssue(c *api.Counts) (i api.Issue, ok bool) {
	if c == nil || c.Ordered || c.Classes < 3 || len(c.Natural) == 0 {
		return i, false
	}
	numbers := true
	for _, name := range c.Natural {
		_, err := strconv.ParseFloat(strings.TrimSpace(name), 64)
		numbers = numbers && err == nil
	}
	const most = 5
	var few []string
	for _, name := range c.Natural[:min(len(c.Natural), most)] {
		few = append(few, "“"+api.Printable(name)+"”")
	}
	if more := len(c.Natural) - most; more > 0 {
		few = append(few, humanize.Number(more)+" more")
	}
	order := api.Remedy{Do: api.DoOrder, Title: "They have an order"}
	i = api.Issue{
		Kind: api.IssueScale, Text: "The classes " + and(few) + " are read as names: how far apart they are doesn’t count." + byLevel(c.Levels),
		Flag: "--order makes it count.", Remedies: []api.Remedy{order, keep("They are names")},
	}
	if numbers {
		i.Flag = "--numeric yes or --order makes it count."
		i.Remedies = append([]api.Remedy{{Do: api.DoNumbers, Title: "Labels are numbers on a scale"}}, i.Remedies...)
	}
	return i, true
}

// byLevel says what agreement is at each level of measurement.
func byLevel(alphas []float64) string {
	var all []string
	for n, x := range alphas {
		figure := strings.Replace(fmt.Sprintf("%.2f", x), "-", "−", 1)
		all = append(all, figure+[]string{" as names", " in their order", " as numbers"}[n])
	}
	if all == nil {
		return ""
	}
	return " Krippendorff’s α is " + and(all) + "."
}

// unordered are the issues that are left once the classes are in the order of a scale; nil: they are in none.
func unordered(s *Scale, all []api.Issue) []api.Issue {
	if s == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(i api.Issue) bool { return i.Kind == api.IssueScale })
}

// leftOut says how many rows are left out, and why the first of them is.
func leftOut(o *api.Opened) string {
	text := humanize.Count(o.Count, "row") + " left out"
	if len(o.Problems) == 0 || o.Problems[0].Line == 0 {
		return text + "."
	}
	p := o.Problems[0]
	where := "line " + humanize.Number(p.Line)
	if len(o.Read.Files) > 1 {
		where += " of " + p.File
	}
	if p.Text != "" {
		where += ", “" + p.Text + "”"
	}
	if o.Count > 1 {
		where = "the first is " + where
	}
	return text + "; " + where + ": " + strings.TrimSuffix(p.What, ".") + "."
}

// warning puts what is odd about a file in sentences.
func warning(w *api.Problem) string {
	text := w.What
	if w.Line > 0 {
		text = fmt.Sprintf("line %d: %s", w.Line, text)
	}
	if w.Text != "" {
		text += ": “" + w.Text + "”"
	}
	return strings.TrimSpace(sentence(text) + " " + sentence(w.Do))
}

// sentence makes one of a phrase.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	_, first := utf8.DecodeRuneInString(s)
	s = strings.ToUpper(s[:first]) + s[first:]
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") && !strings.HasSuffix(s, "!") {
		s += "."
	}
	return s
}
