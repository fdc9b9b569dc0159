package book

import (
	"fmt"
	"strings"

	"concord/core/catalog"
	"concord/core/cite"
	"concord/core/crowd"
	"concord/internal/humanize"
)

// Pages returns all pages of the book, by file name.
func Pages(root string) (map[string]string, error) {
	w, err := newWriter(root)
	if err != nil {
		return nil, err
	}
	pages := map[string]string{}
	if pages["docs/methods.md"], err = w.methods(); err != nil {
		return nil, err
	}
	if pages["docs/numbers.md"], err = w.numbers(); err != nil {
		return nil, err
	}
	return pages, w.html(pages)
}

// A writer has what all pages are made of.
type writer struct {
	methodsOf map[string]method
	figures   figures
	comments  comments
}

func newWriter(root string) (*writer, error) {
	w := &writer{methodsOf: methods(), comments: newComments(root)}
	var err error
	if w.figures, err = readFigures(root); err != nil {
		return nil, err
	}
	return w, nil
}

// of returns what is said of a method of the catalog.
func (w *writer) of(e catalog.Entry) (method, error) {
	m, ok := w.methodsOf[e.Name]
	if !ok {
		return method{}, fmt.Errorf("lab/docs/book says nothing of the method %s: its formulas, what it assumes, when it fails, what it "+
			"costs", e.Name)
	}
	return m, nil
}

// methods writes one section for each package of methods: its comment, then each method of the catalog with its advice,
// formulas, limits, comment, settings and citation.
func (w *writer) methods() (string, error) {
	var b strings.Builder
	b.WriteString(`# The methods

For whoever chooses a method, or defends the choice. Written by ` + "`make docs`" + ` from core/catalog, the comments of the packages and
lab/docs/book; do not edit by hand. The page shows the same, one method at a time, behind “How it works”.

Each section is a package of core/method: its story of how labels come about, its symbols and objective, where it departs
from the paper and why. Then follow its methods as the page and ` + "`concord methods`" + ` name them. ` + letters + `
`)
	tales := map[string]bool{}
	for _, e := range catalog.All() {
		of, err := w.of(e)
		if err != nil {
			return "", err
		}
		m, values, err := e.Method(nil)
		if err != nil {
			return "", err
		}
		dir, name := place(m)
		p, err := w.comments.of(dir)
		if err != nil {
			return "", fmt.Errorf("%s: %w", dir, err)
		}
		if !tales[dir] {
			fmt.Fprintf(&b, "\n## %s\n\n%s", strings.TrimPrefix(dir, "core/method/"), inMarkdown(p, p.Doc))
			tales[dir] = true
		}
		fmt.Fprintf(&b, "\n### `%s`: %s\n\n%s\n", e.Name, e.Title, e.Advice)
		if text := typeDoc(p, name); text != "" && !tales[dir+name] {
			fmt.Fprintf(&b, "\n%s", inMarkdown(p, text))
			tales[dir+name] = true
		}
		for _, f := range of.formulas {
			if f.says != "" {
				fmt.Fprintf(&b, "\n%s\n", f.says)
			}
			fmt.Fprintf(&b, "\n$$%s$$\n", f.tex)
		}
		b.WriteString("\nAssumes:\n\n")
		for _, text := range of.assumes {
			fmt.Fprintf(&b, "- %s\n", text)
		}
		rows, err := w.table(e.Name, of)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nFails: %s %s\n\n", of.fails, of.measure())
		for n, row := range rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
			if n == 0 {
				b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
			}
		}
		fmt.Fprintf(&b, "\nCosts: $%s$. %s %s\n\nObjective: %s.", of.cost, of.grows, takes(e), objective(e))
		if len(e.Cite) > 0 {
			fmt.Fprintf(&b, " To cite, from [references.bib](../core/cite/references.bib): `%s`.", strings.Join(e.Cite, "`, `"))
		}
		b.WriteByte('\n')
		if len(e.Params) > 0 {
			b.WriteString("\n| setting | default | range | meaning |\n|---|---|---|---|\n")
		}
		for _, p := range e.Params {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s. %s |\n", p.Name, values[p.Name], allowed(p), p.Title, p.Help)
		}
	}
	return b.String(), nil
}

// table is the table of a method's failure, a row of titles first.
func (w *writer) table(name string, m method) (rows [][]string, err error) {
	head := []string{"Simulated crowd"}
	for _, column := range m.columns(name) {
		e, err := catalog.Find(column)
		if err != nil {
			return nil, err
		}
		head = append(head, e.Title)
	}
	rows = append(rows, head)
	for _, s := range []scene{m.suits, m.breaks} {
		row := []string{s.name}
		for _, column := range m.columns(name) {
			text, err := w.figures.text(column, s)
			if err != nil {
				return nil, err
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// measure says what the figures of the table are.
func (m method) measure() string {
	what, of := "Right labels, the mean", draws
	if m.breaks.numbers() {
		what = "Mean absolute error, lower is better, the mean"
	}
	if m.breaks.ranks() {
		what = "Pairs of items in the true order, the mean"
	}
	if m.breaks.draws() != draws {
		of = textDraws
	}
	return fmt.Sprintf("%s of %d simulated crowds:", what, of)
}

// usual is the crowd whose time is told.
var usual = crowd.Parts{Tasks: 10_000, Workers: 200, Classes: 4, Labels: 50_000, Dimensions: 20, Entries: 500_000}

// takes says how long a fit to a usual crowd takes.
func takes(e catalog.Entry) string {
	of := "10,000 tasks with 50,000 labels of 4 classes by 200 workers"
	has := usual
	if e.Described {
		has = crowd.Parts{Tasks: 1000, Workers: 50, Classes: 4, Labels: 5000, Dimensions: 20, Entries: 50_000}
		of = "1,000 tasks with 5,000 labels of 4 classes, 20 features or 50 different words each"
	}
	if e.Ranks {
		has, of = crowd.Parts{Labels: 100_000}, "100,000 votes on 1,000 items"
	}
	seconds := e.Seconds(has)
	text := "less than a tenth of a second"
	switch {
	case seconds >= 90:
		text = fmt.Sprintf("about %.0f minutes", seconds/60)
	case seconds >= 10:
		text = fmt.Sprintf("about %.0f seconds", seconds)
	case seconds >= .1:
		text = fmt.Sprintf("about %.2g seconds", seconds)
	}
	return "A fit to " + of + " takes " + text + " outside the browser."
}

func objective(e catalog.Entry) string {
	switch {
	case e.Objective == "":
		return "none"
	case e.Rises:
		return e.Objective + ", which never falls"
	}
	return e.Objective + ", which may fall"
}

func allowed(p catalog.Param) string {
	switch {
	case p.Choices != nil:
		return strings.Join(p.Choices, ", ")
	case p.Integer:
		return humanize.Plain(p.Min) + " to " + humanize.Plain(p.Max) + ", whole"
	}
	return humanize.Plain(p.Min) + " to " + humanize.Plain(p.Max)
}

// numbers writes what each figure means.
func (w *writer) numbers() (string, error) {
	var b strings.Builder
	b.WriteString(`# The figures

For whoever reads a figure on the page, in the report or in a download and asks what it is. Written by ` + "`make docs`" + ` from
lab/docs/book; do not edit by hand. On the page each title is a link to its entry.

` + letters + `
`)
	for _, e := range entries() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", e.Title, e.Says)
		if e.TeX != "" {
			fmt.Fprintf(&b, "\n$$%s$$\n", e.TeX)
		}
		if e.Where != "" {
			fmt.Fprintf(&b, "\n%s\n", e.Where)
		}
		source, err := w.source(e)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nSource: %s. Computed in %s.\n", source, e.Package)
	}
	return b.String(), nil
}

func (w *writer) source(e entry) (string, error) {
	switch {
	case len(e.Sources) > 0:
	case e.Package == "core/metric":
		return "a standard definition", nil
	default:
		return "Concord’s own definition", nil
	}
	return cite.List(cite.Of(e.Sources...)), nil
}
