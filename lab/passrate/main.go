// Passrate simulates judges with a person's sample, and prints how often the intervals of core/passrate hold.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	draws, seed := flag.Int("draws", 4000, "samples drawn of each panel"), flag.Uint64("seed", 1, "of the simulation")
	flag.Parse()
	if err := report(os.Stdout, *draws, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "passrate:", err)
		os.Exit(1)
	}
}

// report prints a row for each size of the sample, and for each pass rate.
func report(to io.Writer, draws int, seed uint64) error {
	w := bufio.NewWriter(to)
	all := measure(draws, seed)
	fmt.Fprintf(w, "%d panels, %d samples of each; seed %d. Held: of all samples; between: of panels in which 93 to 97 %% hold.\n\n", len(all),
		draws, seed)
	fmt.Fprintln(w, "| | way | defined | held | between | least | width |\n|---|---|---|---|---|---|---|")
	row := func(what string, of func(panel) bool) {
		for way, name := range ways() {
			s := sum(all, way, of)
			fmt.Fprintf(w, "| %s | %s | %.1f %% | %.1f %% | %.0f %% | %.1f %% | %.3f |\n", what, name, 100*s.defined, 100*s.held, 100*s.between,
				100*s.least, s.width)
		}
	}
	row("all", func(panel) bool { return true })
	for _, m := range sizes() {
		row(fmt.Sprintf("m = %d", m), func(p panel) bool { return p.human == m })
	}
	for _, rate := range rates() {
		row(fmt.Sprintf("θ = %.2f", rate), func(p panel) bool { return p.rate == rate })
	}
	return w.Flush()
}
