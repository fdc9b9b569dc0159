package book

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"concord/core/fit"
)

// comments are the comments of packages, by their folder; read when they are first asked for.
type comments struct {
	root string
	read map[string]*doc.Package
}

func newComments(root string) comments { return comments{root, map[string]*doc.Package{}} }

// of returns the comments of a package.
func (c comments) of(dir string) (*doc.Package, error) {
	if p := c.read[dir]; p != nil {
		return p, nil
	}
	names, err := filepath.Glob(filepath.Join(c.root, dir, "*.go"))
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	p, err := doc.NewFromFiles(set, files, "concord/"+dir)
	c.read[dir] = p
	return p, err
}

// place is the folder of a method's package, and the name of its type there.
func place(m fit.Method) (dir, name string) {
	t := reflect.TypeOf(m)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.TrimPrefix(t.PkgPath(), "concord/"), t.Name()
}

func typeDoc(p *doc.Package, name string) string {
	for _, t := range p.Types {
		if t.Name == name {
			return t.Doc
		}
	}
	return ""
}

// printer prints comments below the headings of a page, without links to other packages.
func printer(p *doc.Package, level int) *comment.Printer {
	out := p.Printer()
	out.HeadingLevel = level
	out.HeadingID = func(*comment.Heading) string { return "" }
	out.DocLinkURL = func(*comment.DocLink) string { return "" }
	return out
}

// inMarkdown and inHTML write a comment.
func inMarkdown(p *doc.Package, text string) string {
	return string(printer(p, 4).Markdown(p.Parser().Parse(text)))
}

func inHTML(p *doc.Package, text string) string {
	return string(printer(p, 3).HTML(p.Parser().Parse(text)))
}
