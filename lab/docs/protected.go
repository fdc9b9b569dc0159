package main

import (
	"fmt"
	"go/ast"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The sections of docs/testing.md that list tests.
const (
	alike    = "the same answers everywhere"
	everyone = "every method on every data set"
	hostile  = "hostile input"
	survival = "survival"
	private  = "privacy"
	serving  = "server"
	shell    = "shell"
	flags    = "commands and flags of the shell"
	speed    = "speed"
	access   = "accessibility"
	visits   = "visits"
	singles  = "single parts of the page"
)

type protection struct{ pattern, section string }

// protects says what tests protect, by patterns of the paths of their files, or of path#Test; the first that matches counts. A test in
// e2e, server or core/cmd/concord that none matches is an error: name its file here.
var protects = []protection{
	{"app/model/lost_test.go", survival},
	{"e2e/rest_test.go", survival},
	{"core/catalog/settled_test.go", everyone},
	{"core/cmd/concord/sweep_test.go", everyone},
	{"core/cmd/concord/visible_test.go", hostile},
	{"core/cmd/concord/cases_test.go", flags},
	{"core/cmd/concord/choices_test.go", flags},
	{"core/cmd/concord/ranking_test.go", flags},
	{"core/cmd/concord/client_test.go", flags},
	{"core/cmd/concord/concord_test.go", flags},
	{"core/cmd/concord/features_test.go", flags},
	{"core/cmd/concord/predictions_test.go", flags},
	{"core/cmd/concord/forms_test.go", flags},
	{"core/cmd/concord/guesswork_test.go", flags},
	{"core/cmd/concord/judges_test.go", hostile},
	{"core/cmd/concord/manners_test.go", flags},
	{"core/cmd/concord/help_test.go", flags},
	{"core/cmd/concord/packages_test.go", alike},
	{"core/cmd/concord/panel_test.go", flags},
	{"core/cmd/concord/progress_test.go", flags},
	{"core/cmd/concord/question_test.go", flags},
	{"core/cmd/concord/recipe_test.go", flags},
	{"core/cmd/concord/shapes_test.go", flags},
	{"core/cmd/concord/texts_test.go", flags},
	{"core/cmd/concord/*", shell},
	{"core/engine/bad_test.go", hostile},
	{"core/engine/cancel_test.go", survival},
	{"core/engine/memory_test.go", hostile},
	{"core/engine/older_test.go", survival},
	{"core/engine/problems_test.go", hostile},
	{"core/engine/refusals_test.go", hostile},
	{"core/export/state_test.go", survival},
	{"core/export/project_test.go", survival},
	{"core/labels/problem_test.go", hostile},
	{"core/sql/engines_test.go", alike},
	{"core/sql/sql_test.go#TestNamesAreNothingButNames", hostile},
	{"core/sql/spelt_test.go", alike},
	{"core/table/open_test.go#TestOpenRefuses", hostile},
	{"core/table/workbook_test.go#TestAWorkbookThatUnpacksTooFar", hostile},
	{"e2e/about_test.go", private},
	{"e2e/build_test.go", private},
	{"e2e/cache_test.go", survival},
	{"e2e/cancel_test.go", survival},
	{"e2e/changed_test.go", survival},
	{"e2e/choices_test.go", singles},
	{"e2e/costs_test.go", singles},
	{"e2e/expect_test.go", singles},
	{"e2e/fatal_test.go#TestAllWorkersAgree", singles},
	{"e2e/fatal_test.go#TestBadAddress", hostile},
	{"e2e/fatal_test.go", survival},
	{"e2e/formats_test.go", singles},
	{"e2e/judges_test.go", visits},
	{"e2e/ranking_test.go", visits},
	{"e2e/shapes_test.go", visits},
	{"e2e/comparisons_test.go", visits},
	{"e2e/layout_test.go", singles},
	{"e2e/forms_test.go", hostile},
	{"e2e/help_test.go", access},
	{"e2e/history_test.go", singles},
	{"e2e/hostile_test.go", hostile},
	{"e2e/input_test.go#TestSamples", singles},
	{"e2e/input_test.go", hostile},
	{"e2e/install_test.go", singles},
	{"e2e/keyboard_test.go", access},
	{"e2e/large_test.go", speed},
	{"e2e/learn_test.go", singles},
	{"e2e/memory_test.go", survival},
	{"e2e/methods_test.go", singles},
	{"e2e/need_test.go", singles},
	{"e2e/offline_test.go", survival},
	{"e2e/order_test.go", singles},
	{"e2e/package_test.go", alike},
	{"e2e/pairs_test.go", singles},
	{"e2e/paper_test.go", singles},
	{"e2e/picture_test.go", singles},
	{"e2e/question_test.go", singles},
	{"e2e/review_test.go", singles},
	{"e2e/same_test.go", alike},
	{"e2e/sealed_test.go", private},
	{"e2e/session_test.go", alike},
	{"e2e/several_test.go", singles},
	{"e2e/settle_test.go", singles},
	{"e2e/shelf_test.go", survival},
	{"e2e/slots_test.go", survival},
	{"e2e/soak_test.go", survival},
	{"e2e/start_test.go", speed},
	{"e2e/survive_test.go", survival},
	{"e2e/sweep_test.go", everyone},
	{"e2e/tour_test.go", access},
	{"e2e/tutorial_test.go", visits},
	{"e2e/upload_test.go", alike},
	{"e2e/visits_keyboard_test.go", access},
	{"e2e/visits_*", visits},
	{"e2e/worker_test.go", survival},
	{"e2e/workers_test.go", singles},
	{"e2e/project_test.go", alike},
	{"lab/stories/contrast_test.go", access},
	{"lab/stories/privacy_test.go", private},
	{"lab/stories/stories_test.go#TestHostileNames", hostile},
	{"lab/stories/stories_test.go#TestNamesAndReferences", access},
	{"lab/stories/stories_test.go#TestSourcesKeepToThePolicy", private},
	{"lab/stories/terms_test.go", access},
	{"server/*", serving},
}

// mapped are the folders of which each test file protects something.
var mapped = []string{"core/cmd/concord", "e2e", "server"}

// protected sorts tests into sections.
func protected(files []source) (map[string][]*ast.FuncDecl, error) {
	sections := map[string][]*ast.FuncDecl{}
	used := make([]bool, len(protects))
	var lost []string
	for _, s := range files {
		for _, f := range tests(s) {
			n := slices.IndexFunc(protects, func(p protection) bool {
				ok, _ := path.Match(p.pattern, s.path)
				one, _ := path.Match(p.pattern, s.path+"#"+f.Name.Name)
				return ok || one
			})
			switch {
			case n >= 0:
				used[n] = true
				sections[protects[n].section] = append(sections[protects[n].section], f)
			case slices.Contains(mapped, s.dir()):
				lost = append(lost, s.path+"#"+f.Name.Name)
			}
		}
	}
	if len(lost) > 0 {
		return nil, fmt.Errorf("which section of docs/testing.md has %s? say so in protects (lab/docs/protected.go)", strings.Join(lost, ", "))
	}
	for n, p := range protects {
		if !used[n] {
			return nil, fmt.Errorf("protects (lab/docs/protected.go) names %s, and there is no such test, or it has matched before", p.pattern)
		}
	}
	return sections, nil
}

// tests are the tests of a file.
func tests(s source) []*ast.FuncDecl {
	return slices.DeleteFunc(declared(s, "Test"), func(f *ast.FuncDecl) bool { return f.Name.Name == "TestMain" })
}

// table lists tests: what their comments say, and their names; those without a comment follow by name alone.
func (p *page) table(list []*ast.FuncDecl) {
	var bare []string
	p.line("| what holds | test |\n|---|---|")
	for _, f := range list {
		if f.Doc == nil {
			bare = append(bare, f.Name.Name)
			continue
		}
		p.line("| %s | `%s` |", says(f), f.Name.Name)
	}
	p.line("")
	if len(bare) > 0 {
		p.line("By name alone: %s.\n", code(bare))
	}
}

// says is the first sentence of a test's comment, for a cell of a table.
func says(f *ast.FuncDecl) string {
	if f.Doc == nil {
		return ""
	}
	text := strings.TrimPrefix(strings.TrimSuffix(sentence(f.Doc.Text()), "."), f.Name.Name+" ")
	return strings.ReplaceAll(strings.ToUpper(text[:1])+text[1:], "|", `\|`)
}

// names lists tests by their names alone.
func names(list []*ast.FuncDecl) string {
	var all []string
	for _, f := range list {
		all = append(all, f.Name.Name)
	}
	return code(all)
}

// A kind is a kind of evidence that answers are right: how to tell the test files that have it.
type kind struct {
	title string
	has   func(source) bool
}

var kinds = []kind{
	{"The output of another program for the same input: a reference implementation, or the authors' own; its version and command line " +
		"are kept with it", mentions(`"oracle"`, "oracle/")},
	{"Public data with a known truth, and figures that papers print", mentions(`internal/shared"`)},
	{"Simulated crowds, of which it is known what a method has to recover", mentions(`core/simulate"`)},
	{"A case worked out by hand or by brute force", comments("by hand", "brute force")},
	{"A second implementation: SQL inside PostgreSQL, DuckDB, ClickHouse and Spark, step by step", mentions(`internal/warehouse"`)},
}

// evidence is the table of the kinds.
func (p *page) evidence() {
	p.line("| compared with | test files | in |\n|---|---|---|")
	for _, k := range kinds {
		n := 0
		var dirs []string
		for _, s := range p.tests {
			if !strings.HasPrefix(s.path, "core/") || len(tests(s)) == 0 || !k.has(s) {
				continue
			}
			n++
			dir := strings.TrimPrefix(strings.TrimPrefix(s.dir(), "core/"), "method/")
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
		slices.Sort(dirs)
		p.line("| %s | %d | %s |", k.title, n, strings.Join(dirs, ", "))
	}
	p.line("")
}

// mentions finds files by what stands in their code.
func mentions(texts ...string) func(source) bool {
	return func(s source) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(s.text, text) })
	}
}

// comments finds files by what the comment of a test says.
func comments(texts ...string) func(source) bool {
	return func(s source) bool {
		return slices.ContainsFunc(tests(s), func(f *ast.FuncDecl) bool {
			about := strings.ToLower(f.Doc.Text())
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(about, text) })
		})
	}
}

// functions finds functions by the beginning of their names.
func functions(prefix string) func(source) []string {
	return func(s source) (names []string) {
		for _, f := range declared(s, prefix) {
			names = append(names, f.Name.Name)
		}
		return names
	}
}

// listing is a package and the names that are listed of it.
type listing struct {
	dir   string
	names []string
}

// byDir lists what names finds in each file, by package.
func byDir(all []source, names func(source) []string) (list []listing) {
	for _, s := range all {
		found := names(s)
		at := slices.IndexFunc(list, func(l listing) bool { return l.dir == s.dir() })
		switch {
		case len(found) == 0:
		case at >= 0:
			list[at].names = append(list[at].names, found...)
		default:
			list = append(list, listing{s.dir(), found})
		}
	}
	return list
}

// goldens counts golden files by the folder of their package.
func goldens(root string) (dirs []string, files map[string]int, err error) {
	files = map[string]int{}
	all, err := filesBelow(root, func(name string) bool { return strings.HasSuffix(name, ".golden") }, "testdata")
	for _, name := range all {
		dir := filepath.ToSlash(filepath.Dir(name))
		dir, _, _ = strings.Cut(dir, "/testdata")
		if files[dir]++; files[dir] == 1 {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs, files, err
}
