package main

import (
	"fmt"
	"regexp"
	"strings"
)

// What becomes of a paper's claim here.
const (
	holds   = "Holds"
	partly  = "In part"
	fails   = "Does not hold"
	unknown = "Can't be told"
)

// verdict is that of a claim which holds of so many cases.
func verdict(cases ...bool) string {
	switch held(cases) {
	case len(cases):
		return holds
	case 0:
		return fails
	}
	return partly
}

// held is how many cases hold.
func held(cases []bool) (n int) {
	for _, ok := range cases {
		if ok {
			n++
		}
	}
	return n
}

// claim says what the paper claims by a table or figure, and whether it holds here, with the figures that show it. The overview
// has it from there.
func (p *page) claim(exhibit, claim, verdict, format string, args ...any) {
	p.say("**Claim of %s:** %s. **%s:** %s.", exhibit, claim, verdict, fmt.Sprintf(format, args...))
}

// claimed is a claim as a section says it.
type claimed struct{ exhibit, claim, verdict, figures string }

var claimLine = regexp.MustCompile(`(?m)^\*\*Claim of ([^*]+):\*\* (.+)\. \*\*(` +
	strings.Join([]string{holds, partly, fails, unknown}, "|") + `):\*\* (.+)\.$`)

// claims are those of a section.
func claims(part string) (all []claimed) {
	for _, m := range claimLine.FindAllStringSubmatch(part, -1) {
		all = append(all, claimed{m[1], m[2], m[3], m[4]})
	}
	return all
}

// points are shares as in the papers' tables, in %, of several cases.
func points(shares ...float64) string {
	out := make([]string, len(shares))
	for n, x := range shares {
		out[n] = percent(x)
	}
	return list(out)
}

// thousandths writes a number below one as the papers do.
func thousandths(x float64) string {
	return strings.Replace(strings.Replace(fmt.Sprintf("%.3f", x), "0.", ".", 1), "-", "−", 1)
}
