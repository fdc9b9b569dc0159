package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"

	"concord/core/catalog"
	"concord/internal/humanize"
)

// page is docs/testing.md while it is written, and what it is written from.
type page struct {
	strings.Builder
	root       string
	tests      []source
	by         map[string][]*ast.FuncDecl // the tests of each section
	recorded   map[string]figures
	targets    map[string]string
	executions map[[2]string]int
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// prose writes a paragraph.
func (p *page) prose(format string, args ...any) {
	p.line("%s\n", strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "))
}

// section begins a section, with a paragraph on what is at stake.
func (p *page) section(title, intro string) {
	p.line("## %s\n", title)
	p.prose("%s", intro)
}

// testingPage says what is tested, and how, by what is protected.
func testingPage(root string) (string, error) {
	all, err := sources(root, func(string) bool { return true })
	if err != nil {
		return "", err
	}
	p := &page{root: root}
	for _, s := range all {
		if strings.HasSuffix(s.path, "_test.go") {
			p.tests = append(p.tests, s)
		}
	}
	if p.by, err = protected(p.tests); err != nil {
		return "", err
	}
	if p.recorded, err = recorded(root); err != nil {
		return "", err
	}
	if p.targets, err = targets(root); err != nil {
		return "", err
	}
	if p.executions, err = executions(root); err != nil {
		return "", err
	}
	if err := cmp.Or(p.opening(all), p.answers()); err != nil {
		return "", err
	}
	p.dangers()
	p.use()
	p.platforms()
	if err := p.release(); err != nil {
		return "", err
	}
	return strings.TrimSuffix(p.String(), "\n"), nil
}

// opening says how much is tested, in figures.
func (p *page) opening(all []source) error {
	laws, err := laws(p.root)
	if err != nil {
		return err
	}
	excepted, err := exceptions(p.root)
	if err != nil {
		return err
	}
	_, golden, err := goldens(p.root)
	if err != nil {
		return err
	}
	pairs, files, runs := 0, 0, 0
	for _, e := range excepted {
		pairs += len(e.laws) * len(e.methods)
	}
	for _, n := range golden {
		files += n
	}
	for _, n := range p.executions {
		runs += n
	}
	named := func(prefix string) (n int) {
		for _, s := range p.tests {
			n += len(declared(s, prefix))
		}
		return n
	}
	chromium := 0
	for _, s := range p.tests {
		if s.dir() == "e2e" {
			chromium += len(tests(s))
		}
	}
	methods := len(catalog.All())
	p.line("# What is tested, and how\n")
	p.prose("For those who ask what keeps it from being wrong. Written by `make docs` from the tests themselves, and from what long " +
		"runs left behind; do not edit by hand.")
	p.counted(all)
	p.line("| among them, and besides | |\n|---|---|")
	p.line("| laws that bind every method | %d laws for %d methods; %d of the %s pairs are excepted, each with a reason |", len(laws), methods,
		pairs, humanize.Number(len(laws)*methods))
	p.line("| tests that drive the whole app in Chromium | %d |", chromium)
	p.line("| fuzz targets | %d, executed %s times in long runs |", named("Fuzz"), humanize.Number(runs))
	p.line("| recorded outputs (goldens) | %d |", files)
	p.line("| examples of the library, run and compared | %d |", named("Example"))
	p.line("| benchmarks | %d |", named("Benchmark"))
	p.line("| statements that tests run natively | %s |\n", p.covered())
	p.prose("What these figures do not say: a test that is there may be weak, and a statement that runs may be wrong. Coverage leaves " +
		"out what runs in Chromium, as WebAssembly or in a process of its own, and statistics over many fits. Tests that need reference " +
		"data skip with a notice where these are absent; in continuous integration they fail. Where PostgreSQL, DuckDB or Dask can't be " +
		"installed, their tests are skipped, and `make tools` says so.")
	return nil
}

// covered is what make coverage found of all statements.
func (p *page) covered() string {
	run := p.recorded["coverage"]
	for _, line := range run.lines {
		if total, ok := strings.CutPrefix(line, "total: "); ok {
			return total + " (" + run.day + ")"
		}
	}
	return noRun
}

// answers is the section on right answers.
func (p *page) answers() error {
	p.section("Right answers", "Nobody can see of a label that it is wrong, so methods are compared with whatever else knows the "+
		"answer. A test file of the core may be in several rows. `make reproduce` repeats the papers' experiments in full: "+
		"[reproduction.md](reproduction.md).")
	p.evidence()
	laws, err := laws(p.root)
	if err != nil {
		return err
	}
	p.prose("**Laws.** Every method of the catalog is held to these by `TestLaws` (core/catalog), on simulated data and on edge cases; " +
		"the laws themselves are tested on methods that break them (core/fit/fittest). Those on the objective and on the weights of the " +
		"votes bind methods that claim as much; numbers have neither classes nor known truth, and not every method has a warm start.")
	for _, law := range laws {
		p.line("- %s", law)
	}
	p.line("\n| does not hold | of | because |\n|---|---|---|")
	excepted, err := exceptions(p.root)
	if err != nil {
		return err
	}
	for _, e := range excepted {
		p.line("| %s | %s | %s |", strings.Join(e.laws, "; "), strings.Join(e.methods, ", "), e.why)
	}
	p.line("")
	p.prose("**Every method on every data set.** `TestSweep` (in the shell, and in Chromium) and `TestConvergedLabelsHaveSettled` try " +
		"some pairs of them in `make test`, and all that go together in the longer runs below.")
	p.prose("**The same everywhere.** Page, shell and databases give the same labels, natively and as WebAssembly.")
	p.table(p.by[alike])
	dirs, files, err := goldens(p.root)
	if err != nil {
		return err
	}
	var counts, examples []string
	for _, dir := range dirs {
		counts = append(counts, fmt.Sprintf("%d in %s", files[dir], dir))
	}
	for _, l := range byDir(p.tests, functions("Example")) {
		examples = append(examples, l.dir)
	}
	p.prose("**Goldens.** Outputs that were recorded, and are compared byte by byte: %s. `go test ./PACKAGE -run TEST -update` rewrites "+
		"them, and they change in a commit of their own.", strings.Join(counts, ", "))
	p.prose("**Examples.** Checked by their output, and shown by `go doc`: in %s.", strings.Join(examples, ", "))
	return nil
}

// dangers are the sections on what may happen to the program.
func (p *page) dangers() {
	p.section("Hostile input", "Everything that reads bytes from outside is fuzzed, and so is what must survive a round trip. `make "+
		"test` runs each target on the inputs in testdata/fuzz and in the source, and for two seconds more; `make fuzz-count` adds up how "+
		"often each was executed in longer runs.")
	p.fuzzed()
	p.prose("Bad files, doubtful ones, and names that mean something to a terminal, in SQL or in HTML:")
	p.table(p.by[hostile])
	p.section("Survival", "Programs are killed, disks are full, storage is evicted, workers die, versions change in the middle of a "+
		"run: no work may be lost, no wrong answer be shown, nothing hang. Most of it is tried in a real Chromium; core/engine breaks each "+
		"request off at every place where it can be.")
	p.table(p.by[survival])
	p.section("Privacy", "No byte of a file leaves the page. Every visit of the tests in Chromium records what is requested, and fails "+
		"if any of it leaves the origin; `.ci/imports`, a part of `make check`, keeps net/http out of the programs. What enforces it, and "+
		"where it ends, is in [privacy.md](privacy.md).")
	p.table(p.by[private])
	p.section("Server", "It answers with the files of the site, under the policy, and with nothing else; no client keeps it from others.")
	p.table(p.by[serving])
	p.section("Shell", "What an earlier run wrote stays, whatever befalls the next: interrupts, full disks, folders that are read-only, "+
		"pipes that stall, databases that are killed. The commands in the documents are run, too, and print what is said there.")
	p.table(p.by[shell])
	p.prose("Besides, commands and flags, most of them by goldens: %s.", names(p.by[flags]))
}

// use are the sections on what it is like to use it.
func (p *page) use() {
	p.section("Speed", "Few tests assert a time: on a busy machine they would fail for no reason. Times come from benchmarks, and are "+
		"in [performance.md](performance.md). What tests do hold hardly depends on a clock: that nothing moves on the page, that its main "+
		"thread is not kept busy, how often a file is read, how much memory there may be; and `.ci/budget`, a part of `make check`, bounds "+
		"the bytes of a first visit.")
	p.table(p.by[speed])
	p.line("| package | benchmarks |\n|---|---|")
	for _, l := range byDir(p.tests, functions("Benchmark")) {
		p.line("| %s | %s |", l.dir, code(l.names))
	}
	p.line("")
	p.section("Accessibility", "axe-core checks each station of a tour of the page against WCAG 2.2 AA; whole jobs are done by keys "+
		"alone, and by the roles and names of what there is. No test uses a screen reader, and a checker finds only what rules can find.")
	p.table(p.by[access])
	p.section("Whole visits", "Each is one person's job, from the file to what is taken home. `make visits` pictures their stations, in "+
		"both themes, in windows of 1280 by 800 and of 390 by 844 pixels.")
	p.table(p.by[visits])
	p.prose("Besides, single parts of the page: %s.", names(p.by[singles]))
}

// platforms is the section on where tests run.
func (p *page) platforms() {
	p.section("Where tests run, and where they do not", "Tests run where the first three rows say, and nowhere else.")
	p.line("| | tested |\n|---|---|\n" +
		"| Linux on amd64 | all packages natively; those with goroutines by the race detector as well |\n" +
		"| WebAssembly under Node | the packages of the core that the page has, but for statistics over many fits |\n" +
		"| Chromium on Linux | the whole app (e2e) |\n" +
		"| Firefox, Safari | no |\n" +
		"| Android, iOS | no; the telephone of the visits is Chromium on Linux that emulates a small screen and touch |\n" +
		"| arm64 | no |\n" +
		"| Windows, macOS | no |\n")
	p.prose("The core is plain Go and its numbers depend on no processor by design: `TestOwnKernels` compares the kernels of amd64 and " +
		"of WebAssembly with those in Go for all others, bit by bit. That the others give these bits, too, no test has seen. What Firefox " +
		"and Safari lack or do otherwise is guessed from what Chromium can be made to lack or to forbid (`TestBrowserThatLacksMuch`, " +
		"`TestStorageForbidden`).")
}

// release says what a version must pass.
func (p *page) release() error {
	p.section("What a release must pass", "`make test`, which continuous integration runs by `.ci/run`, without a failure:")
	if err := p.released(); err != nil {
		return err
	}
	p.prose("And the longer runs, which take too long for each change. Each target leaves here what its last run found, with the day:")
	p.longer()
	return nil
}

// laws are the names of the laws, in the order of the table in core/fit/fittest.
func laws(root string) (names []string, err error) {
	all, err := sources(filepath.Join(root, "core/fit/fittest"), func(path string) bool { return !strings.HasSuffix(path, "_test.go") })
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		ast.Inspect(s.tree, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || v.Names[0].Name != "laws" {
				return true
			}
			ast.Inspect(v, func(n ast.Node) bool {
				if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
					name, _ := strconv.Unquote(l.Value)
					names = append(names, name)
				}
				return true
			})
			return false
		})
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("core/fit/fittest has no table of laws")
	}
	return names, nil
}
