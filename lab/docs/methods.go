package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"path/filepath"
	"reflect"
	"strings"

	"concord/core/catalog"
	"concord/core/fit"
)

// methodsPage writes one section for each package of methods: its comment, then each
// method of the catalog with its advice, its comment, parameters and citation.
func methodsPage(root string) (string, error) {
	var b strings.Builder
	b.WriteString(`# The methods

For those who want to know what a method does, and why.
Written by ` + "`make docs`" + ` from core/catalog and the comments of the packages; do not edit by hand.

Each section is a package of core/method: its story of how labels come about, its formulas and objective, where it departs
from the paper and why. Then follow its methods as the page and ` + "`concord methods`" + ` name them. Index letters are the same
everywhere: task i, worker j, true class k, label l.
`)
	docs := map[string]*doc.Package{}
	written := map[string]bool{}
	for _, e := range catalog.All() {
		m, values, err := e.Method(nil)
		if err != nil {
			return "", err
		}
		dir, name := place(m)
		if docs[dir] == nil {
			if docs[dir], err = packageDoc(root, dir); err != nil {
				return "", fmt.Errorf("%s: %w", dir, err)
			}
			fmt.Fprintf(&b, "\n## %s\n\n%s", strings.TrimPrefix(dir, "core/method/"), markdown(docs[dir], docs[dir].Doc))
		}
		fmt.Fprintf(&b, "\n### `%s`: %s\n\n%s\n", e.Name, e.Title, e.Advice)
		if text := typeDoc(docs[dir], name); text != "" && !written[dir+name] {
			fmt.Fprintf(&b, "\n%s", markdown(docs[dir], text))
			written[dir+name] = true
		}
		fmt.Fprintf(&b, "\nObjective: %s.", objective(e))
		if e.Citation != "" {
			fmt.Fprintf(&b, " Source: %s", e.Citation)
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

// place is the folder of a method's package, and the name of its type there.
func place(m fit.Method) (dir, name string) {
	t := reflect.TypeOf(m)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.TrimPrefix(t.PkgPath(), "concord/"), t.Name()
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
		return fmt.Sprintf("%g to %g, whole", p.Min, p.Max)
	}
	return fmt.Sprintf("%g to %g", p.Min, p.Max)
}

// packageDoc reads the comments of a package.
func packageDoc(root, dir string) (*doc.Package, error) {
	all, err := sources(filepath.Join(root, dir), func(path string) bool {
		return !strings.Contains(path, "/") && !strings.HasSuffix(path, "_test.go")
	})
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, s := range all {
		files = append(files, s.tree)
	}
	return doc.NewFromFiles(all[0].set, files, "concord/"+dir)
}

func typeDoc(p *doc.Package, name string) string {
	for _, t := range p.Types {
		if t.Name == name {
			return t.Doc
		}
	}
	return ""
}

// markdown writes a comment as Markdown, below the headings of the page.
func markdown(p *doc.Package, text string) string {
	printer := p.Printer()
	printer.HeadingLevel = 4
	printer.HeadingID = func(*comment.Heading) string { return "" }
	printer.DocLinkURL = func(*comment.DocLink) string { return "" }
	return string(printer.Markdown(p.Parser().Parse(text)))
}
