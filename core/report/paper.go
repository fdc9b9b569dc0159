package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/cite"
	"concord/core/export"
	"concord/core/sheet"
)

// exhibit is a table of the paper.
type exhibit struct {
	label, caption string
	table          *sheet.Table
	rows           []int
}

func (x *exhibit) listing() *sheet.Listing {
	l := x.table.List(x.rows, len(x.rows))
	return &l
}

// paper is the listing with percentages as the methods paragraph has them, without a space.
func (x *exhibit) paper() *sheet.Listing {
	l := x.listing()
	for n := range l.Header {
		l.Header[n] = strings.ReplaceAll(l.Header[n], " %", "%")
		if !l.Digits[n] {
			continue // names, which stay as they are
		}
		for _, row := range l.Rows {
			row[n] = strings.ReplaceAll(row[n], " %", "%")
		}
	}
	return l
}

// exhibits are the tables of the paper.
func (f *Found) exhibits() (all []exhibit) {
	add := func(label, caption string, t *sheet.Table, rows []int) {
		if t == nil || t.Size == 0 {
			return
		}
		if rows == nil {
			for i := range t.Size {
				rows = append(rows, i)
			}
		}
		all = append(all, exhibit{label, caption, t, rows})
	}
	if f.Items != nil {
		add("items", "Items, the best first.", f.Items, nil)
	}
	add("agreement", "Agreement between workers. "+f.Agreement.Over(), f.agreementTable(), nil)
	add("accuracy", "Accuracy of the aggregated labels.", f.accuracyTable(), nil)
	if f.Crew.Votes {
		add("voters", "Voters, those with most votes first.", f.paperWorkers(), f.Order)
	} else {
		add("workers", "Workers, those with most labels first.", f.paperWorkers(), f.Order)
	}
	add("classes", "Labels that workers gave, and aggregated labels, by class.", f.Classes, nil)
	return all
}

// measure is a figure of a table, with its name there.
type measure struct {
	name string
	*api.Figure
}

// figureTable has a row for each of some figures that is defined, with its interval.
func figureTable(name, title string, all []measure) *sheet.Table {
	all = slices.DeleteFunc(all, func(x measure) bool { return x.Figure == nil || !x.Defined() })
	figure := sheet.Figure("estimate", "low", "high", "Estimate (95% CI)", func(i int) api.Figure {
		f := *all[i].Figure
		if !f.Interval {
			f.Low, f.High = math.NaN(), math.NaN()
		}
		return f
	}, estimate)
	figure[0].Listed("", nil).Aligned()
	return &sheet.Table{Name: name, Size: len(all), Columns: append([]*sheet.Column{
		sheet.Text("measure", title, func(i int) string { return all[i].name }, nil).Listed("", nil),
	}, figure...)}
}

// estimate writes a figure with its interval as a cell of a table: 0.54 (0.47 to 0.60).
func estimate(f api.Figure) string {
	if !f.Interval {
		return decimals(f.Value)
	}
	return decimals(f.Value) + " (" + decimals(f.Low) + " to " + decimals(f.High) + ")"
}

func (f *Found) agreementTable() *sheet.Table {
	var all []measure
	for _, c := range f.Agreement.Figures() {
		all = append(all, measure{c.Title, &c.Figure})
	}
	return figureTable("agreement", "Coefficient", all)
}

// accuracyTable is the comparison with a known truth or, without one, what is expected.
func (f *Found) accuracyTable() *sheet.Table {
	var all []measure
	if d := f.Numbers; d != nil {
		all = []measure{{"Mean absolute error", &d.MAE}, {"Root mean square error", &d.RMSE}, {"R²", &d.R2}, {"Correlation", &d.Correlation}}
	}
	if a := f.Accuracy; a != nil && a.Evaluated > 0 {
		right := a.Figure()
		all = []measure{{"Accuracy", &right}, {"Steps of the scale from the truth, on average", a.Apart}}
		if q := f.Quality; q != nil {
			ece := q.ECE
			ece.Interval = false // resampled bins are noisier, so that a bootstrap lies above it
			all = append(all, measure{"Macro F₁", &q.MacroF1}, measure{"Brier score", &q.Brier}, measure{"Log loss", &q.LogLoss},
				measure{"Expected calibration error", &ece})
		}
	}
	if e := f.Record.Expected; e.Known() && e.Unknown > 0 {
		all = append(all, measure{"Expected share of correct labels", &api.Figure{Value: e.Value, Low: e.Low, High: e.High, Interval: true}})
	}
	return figureTable("accuracy", "Measure", all)
}

// paperWorkers is the table of workers without what only Concord says of them.
func (f *Found) paperWorkers() *sheet.Table {
	if f.Workers == nil {
		return nil
	}
	t := *f.Workers
	t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c *sheet.Column) bool {
		return slices.Contains([]string{"others", "verdict", "evidence", "tier", "changes", "gain"}, c.Name)
	})
	order := f.Order
	t.Rows = func(yield func(int) bool) error {
		for _, j := range order {
			if !yield(j) {
				break
			}
		}
		return nil
	}
	return &t
}

// Paper is what a paper takes over.
func (f *Found) Paper() *api.Paper {
	methods, exhibits := f.methods(), f.exhibits()
	works := cite.Of(f.keys(methods)...)
	out := &api.Paper{}
	add := func(name, title, file string, write func(b *strings.Builder)) {
		var b strings.Builder
		write(&b)
		out.Parts = append(out.Parts, api.Part{Name: name, Title: title, File: file, Text: b.String()})
	}
	add("methods", "Methods paragraph", "methods.txt", func(b *strings.Builder) {
		for _, p := range methods {
			b.WriteString(p.plain(asIs) + "\n\n")
		}
		for n, w := range f.works(works) {
			if n == 0 {
				b.WriteString("References\n\n")
			}
			b.WriteString(w + "\n")
		}
	})
	add("latex", "LaTeX", "paper.tex", func(b *strings.Builder) {
		b.WriteString("% The preamble needs \\usepackage[T1]{fontenc}, \\usepackage{booktabs}, \\usepackage{longtable}.\n" +
			"% Names in other scripts than Latin need LuaLaTeX or XeLaTeX and a font that has them;\n" +
			"% pdfLaTeX prints their code points.\n" + sheet.Script + "\n\n")
		for _, p := range methods {
			b.WriteString(p.tex() + "\n\n")
		}
		for n := range exhibits {
			x := &exhibits[n]
			b.WriteString(x.paper().LaTeX(x.caption, "tab:"+x.label) + "\n")
		}
	})
	add("markdown", "Markdown", "paper.md", func(b *strings.Builder) {
		for _, p := range methods {
			b.WriteString(p.plain(sheet.Markdown) + "\n\n")
		}
		for n := range exhibits {
			x := &exhibits[n]
			fmt.Fprintf(b, "Table %d. %s\n\n%s\n", n+1, sheet.Markdown(x.caption), x.paper().Markdown())
		}
		for _, w := range f.works(works) {
			b.WriteString("- " + sheet.Markdown(w) + "\n")
		}
	})
	add("csv", "CSV", "tables.csv", func(b *strings.Builder) {
		for n := range exhibits {
			x := &exhibits[n]
			if n > 0 {
				b.WriteString("\n")
			}
			export.CSV(x.label, x.table, true).Write(b)
		}
	})
	add("bibtex", "BibTeX", "references.bib", func(b *strings.Builder) { b.WriteString(f.itself() + "\n" + cite.BibTeX(works)) })
	return out
}

// works names works, and Concord, as a person reads them.
func (f *Found) works(works []cite.Work) []string {
	all := []string{fmt.Sprintf("The Concord authors, Concord: true labels from crowds, version %s", f.Record.Version)}
	for _, w := range works {
		all = append(all, w.String())
	}
	return all
}

// itself is Concord in BibTeX.
func (f *Found) itself() string {
	year, _, _ := strings.Cut(f.Date, "-")
	if year != "" {
		year = ",\n  year   = {" + year + "}"
	}
	return fmt.Sprintf("@misc{%s,\n  author = {{The Concord authors}},\n  title  = {Concord: true labels from crowds},\n"+
		"  note   = {Version %s}%s\n}\n", ours, f.Record.Version, year)
}
