package main

import "strings"

// feel says what a visitor feels: how soon there is something to see, how soon the answer is there, how soon the page follows a click,
// and whether things move about.
func (r *report) feel() error {
	f, err := bench(in{"the page in Chromium", "page.txt", false}, "./e2e", "^BenchmarkPage$", "-benchtime=1x", "-count=3")
	if err != nil {
		return err
	}
	r.line("## The page")
	r.line("")
	r.line("A file is dropped on a page of 1280 by 800 pixels that a fresh browser has just opened, and its answer is used: views, sorting, a")
	r.line("task, a worker. A million labels wait for a click on Run, and their answer is timed from there. Times in ms, layout shift as Web")
	r.line("Vitals count it; the best of three.")
	r.line("")
	r.line("| labels | first paint | ready for a file | drop to answer | longest from a click or key to the next paint | layout shift |")
	r.line("|---|---|---|---|---|---|")
	for _, name := range names(f) {
		of := func(unit string) float64 { return f.best(name, unit) }
		labels := strings.TrimPrefix(name, "BenchmarkPage/labels=")
		r.line("| %s | %.0f | %.0f | %.0f | %.0f | %.3f |", grouped(labels), of("paint-ms"), of("ready-ms"), of("answer-ms"), of("inp-ms"),
			of("shift"))
	}
	r.line("")
	return nil
}
