package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/parse"
	"concord/internal/humanize"
)

// ours is the key of Concord among the works that are cited.
const ours = "concord"

// mostNamed is how many names of classes, merges or cells a sentence lists.
const mostNamed = 6

// Methods describes the data and what was done with them as the methods section of a paper does: data, agreement, aggregation, accuracy.
func (f *Found) methods() []prose {
	return slices.DeleteFunc([]prose{f.dataset(), f.agreement(), f.aggregation(), f.correct()}, func(p prose) bool { return p == nil })
}

func (f *Found) dataset() (p prose) {
	n := f.Counts
	if n.Kind.Items {
		return append(f.ranked(), f.used()...)
	}
	tasks, labels := humanize.Count(n.Tasks, "task"), humanize.Count(n.Labels, "label")
	if n.Anonymous {
		p.say("A total of %s received %s from workers who were not identified (%s per task)", tasks, labels, spread(n.PerTask))
	} else {
		p.say("A total of %s gave %s to %s (%s per task; %s per worker)", humanize.Count(n.Workers, "worker"), labels, tasks,
			spread(n.PerTask), spread(n.PerWorker))
	}
	names := n.ClassNames
	switch {
	case n.Kind.Numbers:
		p.say("; the labels were numbers.")
	case n.Kind.Several:
		p.say("; a worker could give a task any of %s.", classes(n, names))
	case n.Ordered && len(names) > 2 && n.Classes == len(names):
		p.say("; each label was one of %s ordered classes, from “%s” to “%s”.", humanize.Number(n.Classes), names[0], names[len(names)-1])
	default:
		p.say("; each label was one of %s.", classes(n, names))
	}
	return append(p, f.used()...)
}

// used says which rows and labels were used.
func (f *Found) used() (p prose) {
	read := &f.Read
	for _, is := range read.Where {
		p.say(" Only rows whose column “%s” held %s were used.", is.Column, quoted(is.Values, mostNamed))
	}
	if read.Human != "" {
		p.say(" The labels of “%s” were taken for the truth.", read.Human)
	}
	if read.Question != "" {
		p.say(" The question was “%s”.", read.Question)
	}
	if f.Record.Skipped > 0 {
		p.say(" Of %s in the file, %s held no usable answer and %s left out.", humanize.Count(f.Record.Rows, "row"),
			humanize.Number(f.Record.Skipped), were(f.Record.Skipped))
	}
	if cells, usual := f.missing(); !usual && len(cells) > 0 {
		p.say(" Cells that read %s were treated as missing.", quoted(cells, mostNamed))
	}
	p.say("%s%s", f.merged(), f.repeated())
	if read.Drop {
		p.say(" Labels that the platform had rejected were excluded.")
	}
	if out := len(f.Record.Excluded); out > 0 {
		p.say(" %s %s excluded by hand, with %s.", humanize.Count(out, "worker"), were(out), humanize.Count(f.LeftOut, "label"))
	}
	if own := len(read.Own); own > 0 {
		p.say(" %s %s added by hand.", humanize.Count(own, "label"), were(own))
	}
	return p
}

// missing are the cells that mean "no answer" beside the empty one, and whether these are the usual ones.
func (f *Found) missing() (cells []string, usual bool) {
	return f.Read.Missing, f.Read.Missing == nil || slices.Equal(f.Read.Missing, parse.Missing())
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// classes counts classes, and names them if they are few.
func classes(n *api.Counts, names []string) string {
	text := humanize.Count(n.Classes, "class")
	if n.Classes <= mostNamed && n.Classes == len(names) {
		text += " (" + quoted(names, mostNamed) + ")"
	}
	return text
}

func spread(r api.Range) string {
	says := func(x float64) string { return humanize.Commas(strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64)) }
	if r.Min == r.Max {
		return says(r.Min)
	}
	return fmt.Sprintf("median %s, range %s to %s", says(r.Median), says(r.Min), says(r.Max))
}

// merged says which names stand for others. Those of workers are only counted.
func (f *Found) merged() string {
	var said []string
	workers, tasks := 0, 0
	for _, m := range f.Read.Merge {
		switch m.Of {
		case "label":
			said = append(said, quoted(m.From, mostNamed)+" into “"+m.To+"”")
		case "worker":
			workers++
		default:
			tasks++
		}
	}
	text := ""
	switch {
	case len(said) > mostNamed:
		text = fmt.Sprintf(" Variant spellings of %s were merged.", humanize.Count(len(said), "label"))
	case said != nil:
		text = " Variant spellings of labels were merged: " + list(said) + "."
	}
	if workers > 0 {
		text += fmt.Sprintf(" Variant spellings of the names of %s were merged.", humanize.Count(workers, "worker"))
	}
	if tasks > 0 {
		text += fmt.Sprintf(" Variant spellings of the names of %s were merged.", humanize.Count(tasks, "task"))
	}
	return text
}

// repeated says which labels counted of a worker who labelled a task again.
func (f *Found) repeated() string {
	const when = " If a worker had labelled a task more than once, "
	switch f.Read.Counted() {
	case api.AgainFirst:
		return when + "only the first label was used."
	case api.AgainLast:
		return when + "only the last label was used."
	case api.AgainMajority:
		if f.Counts.Kind.Mean {
			return when + "the mean of these labels was used."
		}
		return when + "the most frequent of these labels was used."
	}
	n, kind := f.Counts.Repeats, f.Counts.Kind
	if n > 0 && kind.Items {
		return fmt.Sprintf(" %s %s by a voter who had voted on the pair before; all of them were used.", humanize.Count(n, "vote"), were(n))
	}
	if n > 0 && !kind.Several {
		return fmt.Sprintf(" %s %s by a worker who had labelled the task before; all of them were used.", humanize.Count(n, "label"), were(n))
	}
	return ""
}

// source is what to cite for coefficients of agreement, by their names in api.Agreement.
func source(coefficient string) []string {
	switch name, _, _ := strings.Cut(coefficient, "-"); {
	case coefficient == "alpha-masi":
		return []string{"passonneau2006"}
	case coefficient == "alpha-jaccard":
		return []string{"jaccard1912", "krippendorff2011"}
	case coefficient == "weighted-kappa":
		return []string{"cohen1968"}
	case name == "alpha":
		return []string{"krippendorff2011"}
	case name == "kappa":
		return []string{"cohen1960", "light1971"}
	case name == "fleiss":
		return []string{"fleiss1971"}
	case name == "ac1":
		return []string{"gwet2008"}
	case name == "ac2":
		return []string{"gwet2014"}
	case name == "icc":
		return []string{"shrout1979", "mcgraw1996", "liljequist2019"}
	case name == "pearson":
		return []string{"pearson1895"}
	case name == "spearman":
		return []string{"spearman1904"}
	case name == "kendall":
		return []string{"kendall1990"}
	case name == "entropy":
		return []string{"shannon1948"}
	}
	return nil
}

// headline is the α that suits the labels best, nil if there is none, and what a sentence calls it.
func (f *Found) headline() (c *api.Coefficient, title string) {
	for _, c := range f.Agreement.Figures() {
		switch c.Name {
		case "alpha-masi":
			return &c, "with the MASI distance between sets"
		case "alpha-interval":
			if f.Counts.Kind.Items {
				return &c, "with a tie halfway between the two items"
			}
			return &c, "for interval data"
		case "alpha-ordinal":
			return &c, "for ordinal data"
		case "alpha-nominal":
			return &c, "for nominal data"
		}
	}
	return nil, ""
}

func (f *Found) agreement() (p prose) {
	a := f.Agreement
	first, title := f.headline()
	if first == nil {
		return nil
	}
	if !first.Defined() {
		p.say("Agreement between workers could not be measured because %s.", first.Why)
		return p
	}
	task, label, worker := "task", "label", "worker"
	if f.Counts.Kind.Items {
		task, label, worker = "pair", "vote", "voter"
	}
	p.say("Agreement between %ss was measured by Krippendorff’s α %s", worker, title)
	p.cite(source(first.Name)...)
	p.say(", which was %s over the %s with two or more %ss.", confidence(first.Figure), humanize.Count(a.Paired, task), label)
	all := a.Figures()
	plain := func(name string) *api.Coefficient {
		for n := range all {
			if all[n].Name == name && all[n].Defined() {
				return &all[n]
			}
		}
		return nil
	}
	and := func(name, title string, cite ...string) {
		c := plain(name)
		if c == nil {
			return
		}
		if title == "" {
			title, _, _ = strings.Cut(c.Title, ", shares")
		}
		p.say(" %s", title)
		p.cite(cite...)
		p.say(" was %s.", confidence(c.Figure))
	}
	if c := plain("percent"); c != nil && a.Whole == nil && !f.Counts.Kind.Numbers {
		p.say(" Two %ss of the same %s agreed %.1f%% of the time.", label, task, 100*c.Value)
	}
	switch two := a.Raters == 2; {
	case f.Counts.Kind.Numbers:
		and("icc-a1", "The intraclass correlation ICC(A,1), for the absolute agreement of single labels,", "shrout1979", "mcgraw1996")
	case two && a.Ordered:
		and("weighted-kappa", "", "cohen1968")
	case two:
		and("kappa", "", "cohen1960") // Light (1971) is for more workers
	case a.Whole == nil && !a.Ordered:
		and("fleiss", "", "fleiss1971")
	}
	if first.Interval {
		p.say(" Confidence intervals are percentile intervals from a bootstrap over %ss", task)
		p.cite("efron1993")
		p.say(" with %s resamples", humanize.Number(first.Draws))
		if f.Counts.Kind.Numbers && plain("icc-a1") != nil {
			p.say("; that of the intraclass correlation is from the F distribution")
		}
		p.say(".")
	}
	return p
}

// confidence writes a figure with its interval as papers do.
func confidence(f api.Figure) string {
	if !f.Interval {
		return decimals(f.Value)
	}
	return fmt.Sprintf("%s (95%% CI %s to %s)", decimals(f.Value), decimals(f.Low), decimals(f.High))
}

// decimals writes a coefficient with two decimals and a true minus sign.
func decimals(x float64) string {
	s := fmt.Sprintf("%.2f", x)
	if s == "-0.00" {
		return "0.00"
	}
	return strings.Replace(s, "-", "−", 1)
}

func (f *Found) aggregation() (p prose) {
	rec := f.Record
	what := "Labels were aggregated"
	if f.Ranking != nil {
		what = "Items were ranked"
	}
	p.say(what+" with the program Concord, version %s", rec.Version)
	p.cite(ours)
	p.say(", by its method “%s”", f.Method.Title)
	p.cite(f.Method.Cite...)
	if f.Date != "" {
		p.say(", on %s", day(f.Date))
	}
	p.say(".")
	if f.Method.Decides != "" {
		p.say(" %s", f.Method.Decides)
	}
	var set []string
	for _, x := range f.Method.Params {
		if v := rec.Values[x.Name]; v != x.Default && v != "" {
			set = append(set, x.Name+" = "+v)
		}
	}
	if set == nil {
		p.say(" Its settings were the defaults; the random seed was %d.", rec.Seed)
	} else {
		p.say(" Its settings were the defaults but for %s; the random seed was %d.", list(set), rec.Seed)
	}
	if rec.Steps > 1 {
		p.say(" The fit ended after %s (%s).", humanize.Count(rec.Steps, "step"), rec.Status)
	}
	if f.Given != nil {
		p.say(" Besides the labels, it was given %s.", list(f.Given))
	}
	if n := len(rec.Reviewed); n > 0 {
		p.say(" The labels of %s were set by hand after review.", humanize.Count(n, "task"))
	}
	if f.Answers > 0 && f.Ranking == nil && f.Method.Name != api.MethodBaseline {
		p.say(" The result differs from the majority vote in %s of %s.", humanize.Number(f.Differ),
			humanize.Count(f.Answers, map[bool]string{false: "label", true: "pair of task and label"}[f.Counts.Kind.Several]))
	}
	return p
}

// correct says how right the aggregated labels are, and how that is known, or that it isn't.
func (f *Found) correct() (p prose) {
	e := f.Record.Expected
	if f.Counts.Kind.Items {
		return f.positions()
	}
	switch a, d := f.Accuracy, f.Numbers; {
	case d != nil && d.MAE.Defined():
		p.say("Compared with the true values of %s, the aggregated values had a mean absolute error of %s", humanize.Count(d.Evaluated, "task"),
			confidence(d.MAE))
		if d.RMSE.Defined() {
			p.say(", a root mean square error of %s", confidence(d.RMSE))
		}
		if d.R2.Defined() {
			p.say(" and an R² of %s", confidence(d.R2))
		}
		p.say("; the intervals are bootstrap intervals over tasks")
		p.cite("efron1993")
		p.say(".")
		return p
	case a != nil && a.Evaluated > 0:
		right := a.Figure()
		p.say("Of the %s whose truth is known, %.1f%% were labelled correctly (95%% CI %.1f%% to %.1f%%, by the score interval",
			humanize.Count(a.Evaluated, "task"), 100*right.Value, 100*right.Low, 100*right.High)
		p.within("wilson1927")
		p.say(").")
		if !e.Known() || e.Unknown == 0 {
			return p
		}
		p.say(" ")
	case f.Counts.Kind.Numbers || e == nil:
		p.say("No true labels were available, so the accuracy of the aggregated labels was not measured.")
		return p
	case e.Checked > 0:
		p.say("A random sample of %s was checked by hand. ", humanize.Count(e.Checked, "task"))
	default:
		p.say("No true labels were available. ")
	}
	switch {
	case e.Known():
	case e.ByChance():
		p.say("The accuracy of the aggregated labels was not estimated, since the workers’ agreement is not clearly above that by chance.")
		return p
	default:
		why, detail, _ := strings.Cut(strings.TrimSuffix(e.Why, "."), ": ")
		if detail != "" {
			why += " (" + detail + ")"
		}
		p.say("The accuracy of the aggregated labels could not be estimated: %s.", lower(why))
		return p
	}
	p.say("About %s of all %s are expected to be correct (95%% interval %s to %s).", e.About(e.Value),
		humanize.Count(e.Labelled, "aggregated label"), e.About(e.Low), e.About(e.High))
	switch {
	case e.Checked > 0 || !e.Shown.Agrees:
	case e.Shown.Judges > 0:
		p.say(" This estimate rests on how the workers agree, and on how far they share mistakes")
		p.cite("kish1965")
		p.say("; its interval is wide, since agreement can’t tell good workers from workers who err together.")
	default:
		p.say(" This estimate rests on how the workers agree; its interval reflects how far such estimates were off on public data sets whose " +
			"truth is known.")
	}
	return p
}

// lower begins a sentence in the middle of another.
func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// day writes a date as people do: 2026-11-27 is 27 November 2026.
func day(date string) string {
	months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
		"December"}
	if len(date) != len("2026-11-27") {
		return date
	}
	m, err := strconv.Atoi(date[5:7])
	if err != nil || m < 1 || m > 12 {
		return date
	}
	return strings.TrimPrefix(date[8:], "0") + " " + months[m-1] + " " + date[:4]
}
