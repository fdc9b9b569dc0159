package main

import "fmt"

// library is the time of a fit with another program: the median of its runs, its data loaded.
type library struct {
	title         string
	method        string // ours, with the same steps
	steps, labels int
	program       string
	seconds       float64
	peak          string // memory of its process, with the data
}

const (
	crowdkit = "crowd-kit"
	authors  = "the authors' program"
)

// libraries were timed once, on Debian 12 with Python 3.11 and two idle processors,
// one of which they use.
var libraries = []library{
	{"Majority vote", "majority", 1, 1_000_000, crowdkit, 0.846, "422 MB"},
	{"Dawid–Skene, ten steps", "ds", 10, 100_000, crowdkit, 0.689, "163 MB"},
	{"Dawid–Skene, ten steps", "ds", 10, 1_000_000, crowdkit, 7.358, "469 MB"},
	{"Dawid–Skene, ten steps", "ds", 10, 5_000_000, crowdkit, 56.149, "1,675 MB"},
	{"Fast Dawid–Skene, one step", "fds", 1, 100_000, authors, 0.547, "152 MB"},
	{"MACE, one start, ten steps", "mace", 10, 100_000, crowdkit, 0.897, "194 MB"},
	{"MACE, one start, ten steps", "mace", 10, 1_000_000, crowdkit, 10.967, "780 MB"},
	{"GLAD, two steps (ours have two of EM each)", "glad", 2, 100_000, crowdkit, 21.560, "1,866 MB"},
}

// beside compares the times of whole fits with those of other programs.
func (r *report) beside() error {
	var ours []figures
	for _, where := range []in{native, chromium} {
		f, err := bench(where, "./core/catalog", "^BenchmarkFit$", runs)
		if err != nil {
			return err
		}
		ours = append(ours, f)
	}
	r.line("## Beside programs in Python")
	r.line("")
	r.line("Seconds for a fit of as many steps, all on one thread; ours are the best of three, from labels grouped by task to the " +
		"posteriors. The")
	r.line("others are crowd-kit 1.4.1 and the program of the Fast Dawid–Skene paper's authors, natively with Python 3.11, timed once on a " +
		"machine")
	r.line("of two processors that did nothing else, with labels of the same shape: not in this run, so trust the powers of ten. Memory is")
	r.line("that of their whole process, with the data; ours is under “Whole visits”.")
	r.line("")
	r.line("| | labels | program | theirs, native | their memory | ours, native | ours, Chromium |")
	r.line("|---|---|---|---|---|---|---|")
	for _, l := range libraries {
		r.line("| %s | %s | %s | %s | %s | %s | %s |", l.title, grouped(fmt.Sprint(l.labels)), l.program,
			seconds(l.seconds), l.peak, seconds(l.of(ours[0])), seconds(l.of(ours[1])))
	}
	r.line("")
	return nil
}

// of returns our time for the same.
func (l library) of(f figures) float64 {
	return f.best(fmt.Sprintf("BenchmarkFit/method=%s/steps=%d/labels=%d", l.method, l.steps, l.labels), "ns/op") / 1e9
}

// seconds writes two significant digits, or all before the point.
func seconds(s float64) string {
	decimals := 0
	for most := 10.0; s < most && decimals < 4; most /= 10 {
		decimals++
	}
	return fmt.Sprintf("%.*f", decimals, s)
}
