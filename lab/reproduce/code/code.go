// Package code says which sources a function rests on, and gives each a digest that comments and
// formatting don't change.
package code

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Tree is a module's sources.
type Tree struct {
	root, module string
	required     map[string]string // version by path of a module
	packages     map[string]*pack
	mains        map[string]*commandSource
}

// pack is a package of the module.
type pack struct {
	digest  string
	imports []string
}

// Open finds the module that a folder is in.
func Open(dir string) (*Tree, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for {
		raw, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			t := &Tree{root: dir, required: map[string]string{}, packages: map[string]*pack{}, mains: map[string]*commandSource{}}
			if m := regexp.MustCompile(`(?m)^module (\S+)`).FindSubmatch(raw); m != nil {
				t.module = string(m[1])
			}
			for _, m := range regexp.MustCompile(`(?m)^(?:require )?\s*(\S+) (v\S+)`).FindAllSubmatch(raw, -1) {
				t.required[string(m[1])] = string(m[2])
			}
			return t, nil
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		return nil, fmt.Errorf("no go.mod in this folder or above: %w", fs.ErrNotExist)
	}
}

// Path is the path of a folder of the module.
func (t *Tree) Path(folder string) string { return filepath.Join(t.root, filepath.FromSlash(folder)) }

// Closure returns the digests of the packages that some import, directly or not, by their folders, and the versions
// of other modules. It goes no further than packages for which stop reports true.
func (t *Tree) Closure(imports []string, stop func(folder string) bool) (map[string]string, error) {
	out := map[string]string{}
	todo := slices.Clone(imports)
	for len(todo) > 0 {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		folder, own := strings.CutPrefix(path, t.module+"/")
		if !own {
			for module, version := range t.required {
				if path == module || strings.HasPrefix(path, module+"/") {
					out[module] = version
				}
			}
			continue
		}
		if _, ok := out[folder]; ok || stop(folder) {
			continue
		}
		p, err := t.pack(folder)
		if err != nil {
			return nil, err
		}
		out[folder] = p.digest
		todo = append(todo, p.imports...)
	}
	return out, nil
}

// pack reads a package as it is built for one platform, so that all platforms have the same digest.
func (t *Tree) pack(folder string) (*pack, error) {
	if p, ok := t.packages[folder]; ok {
		return p, nil
	}
	dir := t.Path(folder)
	b, err := context().ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, name := range slices.Concat(b.GoFiles, b.SFiles, b.HFiles) {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(name, ".go") {
			tokens(h, raw)
		} else {
			h.Write(raw)
		}
	}
	p := &pack{digest: short(h), imports: b.Imports}
	t.packages[folder] = p
	return p, nil
}

func context() *build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags = "linux", "amd64", false, nil
	return &c
}

func short(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil))[:8] }

// tokens writes source text without comments, line breaks, what gofmt has only at the end of lines, and the places where a long
// string is broken.
func tokens(h hash.Hash, src []byte) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(src)), src, nil, 0)
	write := func(tok token.Token, lit string) { fmt.Fprintf(h, "%v %s\x00", tok, lit) }
	comma, plus := false, false // came last, and are not written yet
	text, open := "", false     // a string that may go on
	for {
		_, tok, lit := s.Scan()
		if open && plus && tok == token.STRING {
			more, _ := strconv.Unquote(lit) // it has been scanned
			text, plus = text+more, false
			continue
		}
		if open && tok == token.ADD && !plus {
			plus = true
			continue
		}
		if open {
			write(token.STRING, text)
		}
		if plus {
			write(token.ADD, "")
		}
		if comma && tok != token.RPAREN && tok != token.RBRACE && tok != token.RBRACK {
			write(token.COMMA, "")
		}
		open, plus, comma = tok == token.STRING, false, tok == token.COMMA
		switch tok {
		case token.EOF:
			return
		case token.STRING:
			text, _ = strconv.Unquote(lit)
		case token.COMMA, token.SEMICOLON:
		default:
			write(tok, lit)
		}
	}
}

// Reached is what a function of a package rests on within that package.
type Reached struct {
	Digest  string
	Imports []string // of the declarations reached
	Words   []string // the strings among them
}

// commandSource is a package whose declarations are told apart.
type commandSource struct {
	src     map[string][]byte // by file
	fset    *token.FileSet
	info    *types.Info
	node    map[types.Object]ast.Node
	methods map[types.Object][]types.Object // of a type
	named   map[string][]types.Object       // methods by name
}

// Reach returns what a function rests on: the declarations of its package that it names, and those that these name. Of the
// types reached, exported methods count too, since others may call them. Files in without are left out.
func (t *Tree) Reach(folder, function string, without ...string) (*Reached, error) {
	c, ok := t.mains[folder]
	if !ok {
		var err error
		if c, err = t.command(folder); err != nil {
			return nil, err
		}
		t.mains[folder] = c
	}
	var todo []types.Object
	seen := map[types.Object]bool{}
	add := func(objects ...types.Object) {
		for _, o := range objects {
			if c.node[o] != nil && !seen[o] && !slices.Contains(without, filepath.Base(c.fset.File(o.Pos()).Name())) {
				seen[o] = true
				todo = append(todo, o)
			}
		}
	}
	for o := range c.node {
		if f, ok := o.(*types.Func); ok && f.Name() == function && f.Signature().Recv() == nil {
			add(o)
		}
	}
	if len(todo) == 0 {
		return nil, fmt.Errorf("%s has no function %s", folder, function)
	}
	imports, words := map[string]bool{}, map[string]bool{}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, m := range c.methods[o] {
			if m.Exported() {
				add(m)
			}
		}
		ast.Inspect(c.node[o], func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				switch used := c.info.Uses[n].(type) {
				case *types.PkgName:
					imports[used.Imported().Path()] = true
				case *types.Func:
					add(used.Origin())
				case nil:
				default:
					add(used)
				}
			case *ast.SelectorExpr:
				if c.info.Uses[n.Sel] == nil { // of a type that isn't known here
					add(c.named[n.Sel.Name]...)
				}
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					if s, err := strconv.Unquote(n.Value); err == nil {
						words[s] = true
					}
				}
			}
			return true
		})
	}
	reached := make([]types.Object, 0, len(seen))
	for o := range seen {
		reached = append(reached, o)
	}
	key := func(o types.Object) string {
		if f, ok := o.(*types.Func); ok {
			return f.FullName()
		}
		return o.Name()
	}
	slices.SortFunc(reached, func(a, b types.Object) int { return strings.Compare(key(a), key(b)) })
	h := sha256.New()
	for _, o := range reached {
		n := c.node[o]
		file := c.fset.File(n.Pos())
		fmt.Fprintf(h, "%s\x00", key(o))
		tokens(h, c.src[file.Name()][file.Offset(n.Pos()):file.Offset(n.End())])
	}
	r := &Reached{Digest: short(h)}
	for p := range imports {
		r.Imports = append(r.Imports, p)
	}
	for w := range words {
		r.Words = append(r.Words, w)
	}
	slices.Sort(r.Imports)
	slices.Sort(r.Words)
	return r, nil
}

// nothing stands in for the packages imported: what a package says of itself is enough here.
type nothing struct{}

// Import implements types.Importer.
func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

func (t *Tree) command(folder string) (*commandSource, error) {
	dir := t.Path(folder)
	b, err := context().ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	c := &commandSource{src: map[string][]byte{}, fset: token.NewFileSet(), info: &types.Info{Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}}, node: map[types.Object]ast.Node{}, methods: map[types.Object][]types.Object{},
		named: map[string][]types.Object{}}
	var files []*ast.File
	for _, name := range b.GoFiles {
		path := filepath.Join(dir, name)
		if c.src[path], err = os.ReadFile(path); err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(c.fset, path, c.src[path], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}}
	if pkg, _ := conf.Check(folder, c.fset, files, c.info); pkg == nil { // its errors are those of the stand-ins
		return nil, fmt.Errorf("%s can't be checked", folder)
	}
	for _, f := range files {
		for _, d := range f.Decls {
			c.declare(d)
		}
	}
	return c, nil
}

// declare notes what a declaration defines.
func (c *commandSource) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		o, ok := c.info.Defs[d.Name].(*types.Func)
		if !ok {
			return
		}
		c.node[o] = d
		if recv := o.Signature().Recv(); recv != nil {
			of := recv.Type()
			if p, ok := of.(*types.Pointer); ok {
				of = p.Elem()
			}
			if n, ok := of.(*types.Named); ok {
				c.methods[n.Obj()] = append(c.methods[n.Obj()], o)
			}
			c.named[o.Name()] = append(c.named[o.Name()], o)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				c.node[c.info.Defs[s.Name]] = s
			case *ast.ValueSpec:
				for _, name := range s.Names {
					c.node[c.info.Defs[name]] = s
					if len(s.Values) == 0 && d.Tok == token.CONST { // counted on from the lines above it
						c.node[c.info.Defs[name]] = d
					}
				}
			}
		}
	}
}
