package book

import (
	_ "embed"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"concord/core/catalog"
	"concord/core/cite"
	"concord/lab/docs/tex"
)

//go:embed page.html.tmpl
var pageTemplate string

// A page is what the template needs of any page.
type page struct {
	Title, Lead string
	Method      *methodPage
	Methods     []family
	Figures     []figurePage
	Letters     template.HTML
}

// methodPage is a page about a method.
type methodPage struct {
	Name, Family, Decides, Measure, Takes, Objective string
	Fails, Grows                                     template.HTML
	Formulas                                         []formulaHTML
	Assumes                                          []string
	Table                                            [][]string
	Cost, Comment                                    template.HTML
	Params                                           []param
	BibTeX                                           string
}

type formulaHTML struct{ Says, Math template.HTML }

type param struct{ Name, Default, Allowed, Title, Help string }

// family is a group of methods in the list of all.
type family struct {
	Name    string
	Methods []catalog.Entry
}

// figurePage is an entry of the page about the figures.
type figurePage struct {
	entry
	Text, Math, Letters template.HTML
	Source              string
}

// html adds the pages that the app links to.
func (w *writer) html(pages map[string]string) error {
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	letters, err := withMath(letters)
	if err != nil {
		return err
	}
	add := func(name string, p page) error {
		var b strings.Builder
		p.Letters = letters
		err := t.Execute(&b, p)
		pages["web/help/"+name+".html"] = b.String()
		return err
	}
	list := page{Title: "The methods", Lead: "What each method does, what it takes for granted, and when it fails."}
	for _, e := range catalog.All() {
		m, err := w.methodPage(e)
		if err == nil {
			err = add(e.Name, page{Title: e.Title, Lead: e.Advice, Method: m})
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		if n := len(list.Methods); n == 0 || list.Methods[n-1].Name != e.Heading() {
			list.Methods = append(list.Methods, family{Name: e.Heading()})
		}
		last := &list.Methods[len(list.Methods)-1]
		last.Methods = append(last.Methods, e)
	}
	if err := add("methods", list); err != nil {
		return err
	}
	numbers := page{Title: "The figures", Lead: "What each figure means, how it is computed, and where it is from."}
	for _, e := range entries() {
		f := figurePage{entry: e}
		f.Source, err = w.source(e)
		if err == nil {
			f.Text, err = withMath(e.Says)
		}
		if err == nil {
			f.Letters, err = withMath(e.Where)
		}
		if err == nil && e.TeX != "" {
			f.Math, err = block(e.TeX)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		numbers.Figures = append(numbers.Figures, f)
	}
	return add("numbers", numbers)
}

func (w *writer) methodPage(e catalog.Entry) (*methodPage, error) {
	of, err := w.of(e)
	if err != nil {
		return nil, err
	}
	m, values, err := e.Method(nil)
	if err != nil {
		return nil, err
	}
	out := &methodPage{
		Name: e.Name, Family: e.Family, Decides: e.Decides, Assumes: of.assumes, Measure: of.measure(), Takes: takes(e),
		Objective: objective(e),
	}
	for _, f := range of.formulas {
		says, err := withMath(f.says)
		if err != nil {
			return nil, err
		}
		math, err := block(f.tex)
		if err != nil {
			return nil, err
		}
		out.Formulas = append(out.Formulas, formulaHTML{says, math})
	}
	cost, err := tex.Inline(of.cost)
	if err != nil {
		return nil, err
	}
	out.Cost = template.HTML(cost)
	if out.Fails, err = withMath(of.fails); err != nil {
		return nil, err
	}
	if out.Fails, err = withMath(of.fails); err != nil {
		return nil, err
	}
	if out.Grows, err = withMath(of.grows); err != nil {
		return nil, err
	}
	if out.Table, err = w.table(e.Name, of); err != nil {
		return nil, err
	}
	dir, name := place(m)
	p, err := w.comments.of(dir)
	if err != nil {
		return nil, err
	}
	comment := inHTML(p, p.Doc) + inHTML(p, typeDoc(p, name))
	out.Comment = template.HTML(strings.ReplaceAll(comment, "<pre>", `<pre tabindex="0">`)) // wide ones scroll by the keyboard, too
	for _, x := range e.Params {
		out.Params = append(out.Params, param{x.Name, values[x.Name], allowed(x), x.Title, x.Help})
	}
	out.BibTeX = cite.BibTeX(cite.Of(e.Cite...))
	return out, nil
}

func block(text string) (template.HTML, error) {
	math, err := tex.Block(text)
	return template.HTML(math), err
}

// withMath writes a text in which TeX stands between dollars.
func withMath(text string) (template.HTML, error) {
	var b strings.Builder
	for n, part := range strings.Split(text, "$") {
		if n%2 == 0 {
			b.WriteString(code.ReplaceAllString(template.HTMLEscapeString(part), "<code>$1</code>"))
			continue
		}
		math, err := tex.Inline(part)
		if err != nil {
			return "", err
		}
		b.WriteString(math)
	}
	return template.HTML(b.String()), nil
}

var code = regexp.MustCompile("`([^`]*)`")
