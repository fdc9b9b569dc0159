// Command performance measures how fast Concord is on this machine and writes it
// down: natively, as WebAssembly in a worker of a real Chromium, and as whole
// visits of a page. It runs the benchmarks of the packages and reads what they
// print; what it measured stays in bin/. `make bench-all` runs it, and `make
// bench-visit` for the section on the first visit alone (-only visit).
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"concord/lab/machine"
	"concord/lab/section"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", filepath.Join("docs", "performance.md"), "the `FILE` to write")
	hundred := flag.Bool("hundred", false, "also fit a hundred million labels with the shell program: takes minutes and 4 GB of disk")
	only := flag.String("only", "", "measure this section alone, and leave the others as they are: "+titles(parts(false)))
	old := flag.String("old", "", "measure first visits to the exported site in this `folder`, too, in turn with those to this one")
	flag.Parse()
	os.Setenv("CONCORD_OLD", *old) // for the benchmarks
	if err := run(*out, *only, *hundred); err != nil {
		log.Fatal("performance: ", err)
	}
}

// part is a section of the report, below a title of its own.
type part struct {
	name string
	make func(*report) error
}

// parts are in the order of the report.
func parts(hundred bool) []part {
	return []part{
		{"visit", (*report).first},
		{"page", (*report).feel},
		{"steps", (*report).steps},
		{"converged", (*report).converged},
		{"peers", (*report).peers},
		{"reading", (*report).reading},
		{"visits", (*report).visits},
		{"cancel", (*report).cancels},
		{"hundred", func(r *report) error { return r.hundred(hundred) }},
	}
}

// titles are the names of parts.
func titles(all []part) string {
	var names []string
	for _, p := range all {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// run writes the report, or one section of it into the report that there is.
func run(out, only string, hundred bool) error {
	all := parts(hundred)
	if only != "" {
		all = slices.DeleteFunc(all, func(p part) bool { return p.name != only })
		if len(all) == 0 {
			return fmt.Errorf("there is no section %q: there are %s", only, titles(parts(hundred)))
		}
	}
	there, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	r := &report{there: string(there)}
	if only == "" {
		r.head()
	}
	for _, p := range all {
		if err := p.make(r); err != nil {
			return err
		}
	}
	text := r.String()
	if only != "" {
		text = section.Put(r.there, text)
	}
	if err := os.WriteFile(out+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(out+".new", out)
}

// report builds the text.
type report struct {
	strings.Builder
	there string // the report of before
}

func (r *report) line(format string, args ...any) { fmt.Fprintf(r, format+"\n", args...) }

// figures are the results of benchmarks, by name and unit.
type figures map[string]map[string][]float64

// best returns the best of several runs of a benchmark: the largest where more is
// better. It panics where there is none: the benchmark has another name now.
func (f figures) best(name, unit string) float64 {
	all := f[name][unit]
	if len(all) == 0 {
		panic(fmt.Sprintf("no benchmark says %s of %s", unit, name))
	}
	best := all[0]
	for _, x := range all[1:] {
		if strings.HasSuffix(unit, "/s") {
			best = max(best, x)
		} else {
			best = min(best, x)
		}
	}
	return best
}

// in is a place where benchmarks run.
type in struct {
	title, file string // file in bin/ that keeps the output
	wasm        bool
}

var (
	native   = in{"native, one thread", "native.txt", false}
	chromium = in{"Chromium, one worker", "chromium.txt", true}
)

var processors = regexp.MustCompile(`-\d+$`)

// bench runs benchmarks and returns their results.
func bench(where in, pkg, pattern string, args ...string) (figures, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	args = append([]string{"test", "-run", "^$", "-timeout", "60m", "-bench", pattern}, args...)
	cmd := exec.Command("go")
	if where.wasm {
		args = append(args, "-exec", filepath.Join(dir, "bin", "inchromium"))
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	}
	cmd.Args = append(append(cmd.Args, args...), pkg)
	log.Printf("%s: %s", where.title, strings.Join(cmd.Args, " "))
	keep, err := os.OpenFile(filepath.Join("bin", where.file), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer keep.Close()
	var text strings.Builder
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&text, keep, os.Stderr), os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return read(text.String()), nil
}

// read reads lines of the form "BenchmarkName-2   5   123 ns/op   4 ns/label".
func read(text string) figures {
	f := figures{}
	for line := range strings.Lines(text) {
		cells := strings.Fields(line)
		if len(cells) < 4 || !strings.HasPrefix(cells[0], "Benchmark") {
			continue
		}
		name := processors.ReplaceAllString(cells[0], "")
		if f[name] == nil {
			f[name] = map[string][]float64{}
		}
		for n := 2; n+1 < len(cells); n += 2 {
			if x, err := strconv.ParseFloat(cells[n], 64); err == nil {
				f[name][cells[n+1]] = append(f[name][cells[n+1]], x)
			}
		}
	}
	return f
}

func browser() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return machine.Said(path, "--version")
		}
	}
	return "unknown"
}

func (r *report) head() {
	r.line("# How fast Concord is")
	r.line("")
	r.line("For those who ask whether it is fast enough for them.")
	r.line("Made by `make bench-all` (`lab/performance`); do not edit by hand. Every figure is from one run on one machine: compare them")
	r.line("with each other rather than with another machine's. The labels are simulated: four classes, five labels a task.")
	r.line("")
	r.line("Machine: %s; %s.", machine.Describe(), browser())
	r.line("")
}

// runs is how often short measurements are repeated; the best counts.
const runs = "-count=3"

func (r *report) steps() error {
	const name, pkg = "BenchmarkStep/method=%s/classes=4/labels=1000000", "./core/method/dawidskene"
	pattern := "^BenchmarkStep$/^method=(ds|fds)$/^classes=4$/^labels=1000000$"
	r.line("## A step of Dawid–Skene and of Fast Dawid–Skene")
	r.line("")
	r.line("Nanoseconds a label, K = 4, a million labels, 1,000 workers; the best of three.")
	r.line("")
	r.line("| | DS | FDS |")
	r.line("|---|---|---|")
	for _, where := range []in{native, chromium} {
		f, err := bench(where, pkg, pattern, runs)
		if err != nil {
			return err
		}
		r.line("| %s | %.1f | %.1f |", where.title, f.best(fmt.Sprintf(name, "ds"), "ns/label"), f.best(fmt.Sprintf(name, "fds"), "ns/label"))
	}
	r.line("")
	return r.parts()
}

// parts says what a second goroutine saves.
func (r *report) parts() error {
	const name = "BenchmarkParts/method=ds/classes=4/labels=10000000/parts=%d"
	f, err := bench(native, "./core/method/dawidskene", "^BenchmarkParts$", runs)
	if err != nil {
		return err
	}
	one, two := f.best(fmt.Sprintf(name, 1), "ns/label"), f.best(fmt.Sprintf(name, 2), "ns/label")
	r.line("A step of DS over ten million labels takes %.1f ns a label on one goroutine and %.1f on two, %.2f times as fast.", one, two,
		one/two)
	r.line("")
	return nil
}

func (r *report) reading() error {
	const name = "BenchmarkLabels/format=csv/order=%s/rows=1000000"
	r.line("## Reading a file")
	r.line("")
	r.line("Million rows of 33 bytes a second, of a million; the best of three.")
	r.line("")
	r.line("| | sorted by task | shuffled |")
	r.line("|---|---|---|")
	for _, where := range []in{native, chromium} {
		f, err := bench(where, "./core/labels", "^BenchmarkLabels$/^format=csv$", runs)
		if err != nil {
			return err
		}
		r.line("| %s | %.2f | %.2f |", where.title, f.best(fmt.Sprintf(name, "sorted"), "rows/s")/1e6,
			f.best(fmt.Sprintf(name, "shuffled"), "rows/s")/1e6)
	}
	r.line("")
	return nil
}

// peers keeps what make peers wrote.
func (r *report) peers() error {
	r.WriteString(section.Of(r.there, "## Beside programs in Python"))
	return nil
}

func (r *report) visits() error {
	f, err := bench(in{"visits in Chromium", "tab.txt", false}, "./e2e", "^BenchmarkTab$", "-benchtime=1x")
	if err != nil {
		return err
	}
	r.line("## Whole visits")
	r.line("")
	r.line("From the drop of the file to the downloaded labels, in a real Chromium. Reading, fitting and writing are as the worker's " +
		"clock has")
	r.line("them; the rest is the browser, the page, and the tables and counts it shows. Memory is that of the worker's program; “busy” is")
	r.line("the longest that the page's main thread was kept from answering a click.")
	r.line("")
	r.line("| labels | tasks | order | method | in all, s | read, s | M rows/s | fit, s | ns/label/step | write, s | peak, MB " +
		"| busy, ms |")
	r.line("|---|---|---|---|---|---|---|---|---|---|---|---|")
	name := regexp.MustCompile(`^BenchmarkTab/labels=(\d+)/tasks=(\d+)/order=(\w+)/method=(\w+)$`)
	for _, visit := range names(f) {
		m := name.FindStringSubmatch(visit)
		if m == nil {
			continue
		}
		of := func(unit string) float64 { return f.best(visit, unit) }
		r.line("| %s | %s | %s | %s | %.1f | %.1f | %.2f | %.1f | %.1f | %.1f | %.0f | %.0f |", grouped(m[1]), grouped(m[2]), m[3], m[4],
			of("ns/op")/1e9, of("read-s"), of("read-rows/s")/1e6, of("fit-s"), of("ns/label/step"), of("write-s"), of("peak-MB"), of("busy-ms"))
	}
	r.line("")
	return nil
}

// names returns the names of benchmarks, as they ran: their numbers sort by size.
func names(f figures) []string {
	var all []string
	for name := range f {
		all = append(all, name)
	}
	// Longer numbers are larger ones.
	key := func(s string) string {
		return number.ReplaceAllStringFunc(s, func(n string) string { return fmt.Sprintf("%12s", n) })
	}
	slices.SortFunc(all, func(a, b string) int { return strings.Compare(key(a), key(b)) })
	return all
}

var number = regexp.MustCompile(`\d+`)

// grouped writes a number with a comma before every three digits.
func grouped(s string) string {
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// cancels says how soon the page is ready again when a fit is cancelled.
func (r *report) cancels() error {
	f, err := bench(in{"cancels in Chromium", "cancel.txt", false}, "./e2e", "^BenchmarkCancel$", "-benchtime=1x")
	if err != nil {
		return err
	}
	of := func(unit string) float64 { return f.best("BenchmarkCancel", unit) }
	r.line("## Cancel")
	r.line("")
	r.line("Dawid–Skene over ten million shuffled labels, cancelled at ten random moments: the page is ready again, with the labels " +
		"loaded, after")
	r.line("%.0f ms at most (%.0f in the mean). The worker has %.0f MB after the last of them, %.0f after the first.", of("most-ms"),
		of("mean-ms"), of("last-MB"), of("first-MB"))
	r.line("")
	return nil
}
