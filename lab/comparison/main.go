// Comparison writes docs/rankings.md: how well methods for comparisons, and other programs, foretell votes that were held out, how well
// they have items in their true order, and how often the intervals of scores and ranks hold in simulations.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"concord/core/fit"
	"concord/core/method/comparison"
	"concord/lab/machine"
)

// compared are the sets whose votes are foretold.
var compared = []string{"llmfao", "convarg", "country", "reading", "evalica_food"}

func main() {
	dir := flag.String("data", filepath.Join("..", "shared", "kinds", "data"), "folder of data sets, each NAME/pairs.csv")
	python := flag.String("python", filepath.Join(".venv", "rankings", "bin", "python"), "interpreter that has the other programs")
	draws := flag.Int("draws", 100, "crowds drawn of each sort")
	seed := flag.Uint64("seed", 1, "of folds and simulations")
	flag.Parse()
	w := bufio.NewWriter(os.Stdout)
	if err := errors.Join(write(w, *dir, *python, *draws, *seed), w.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, "comparison:", err)
		os.Exit(1)
	}
}

// write writes the document.
func write(to io.Writer, dir, python string, draws int, seed uint64) error {
	var held strings.Builder
	versions, err := foretell(&held, dir, python, seed)
	if err != nil {
		return err
	}
	var programs []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		programs = append(programs, name+" "+versions[name])
	}
	fmt.Fprintf(to, `# How good are rankings?

For those who want to know how far a ranking of items by comparisons can be trusted. Written by `+"`make rankings`"+`; change it there.
Made on %s by `+"`go run ./lab/comparison -draws %d -seed %d`"+` with %s, on %s.

## Votes held out

Each fifth of the votes is foretold from the other four, in folds drawn by the seed; all programs see the same folds, ties included.
Right and log loss (nats a vote) are of votes that are no ties, given that they are none; the log loss with ties is of all votes. –: the
program does not foretell ties. Skill (`+"`skill`"+`) is the default.
Programs other than Concord foretell by their scores: σ of the difference, or the
share of two strengths; NoisyBradleyTerry by its worker's skill and bias, too. Where some items never lose, as in reading,
evalica gives all items one score.

%s
## Order of the items

Kendall's τ-b with the truth.

`, time.Now().Format(time.DateOnly), draws, seed, strings.Join(programs, ", "), machine.Describe(), held.String())
	if err := orders(to, dir); err != nil {
		return err
	}
	fmt.Fprint(to, `
## Intervals

How often 95 % intervals hold the true score, and ranges of ranks the true rank, in % of the items of simulated crowds. Slope: by how much
scores are too large (above 1) or too small. Information: intervals by the information of the votes; shown: those of the page, which go by
what different workers say where these are known; bootstrap: over workers. Sure leaders: items whose range of ranks is 1 alone, in all
crowds, and how many of these are not the best. No signal: votes at random.

Ranks are whole numbers: the narrowest range that holds with probability 95 % or more holds in 96 to 99 % where it is a few ranks
wide. Where votes are at random, all ranks are true.

`)
	return cover(to, draws, seed)
}

type named struct {
	title  string
	method fit.Method
}

func methods() []named {
	return []named{
		{"win rate", comparison.WinRate{}},
		{"mean win rate", comparison.WinRate{Average: true}},
		{"eigenvector", comparison.Eigen{}},
		{"PageRank", comparison.PageRank{}},
		{"Kemeny", comparison.Kemeny{}},
		{"Elo", comparison.Elo{}},
		{"Bradley–Terry, ties dropped", comparison.BradleyTerry{Drop: true}},
		{"Bradley–Terry, ties half", comparison.BradleyTerry{}},
		{"Bradley–Terry with sides", comparison.BradleyTerry{Drop: true, Side: true}},
		{"Thurstone", comparison.Thurstone{}},
		{"Davidson", comparison.Davidson{}},
		{"Rao–Kupper", comparison.RaoKupper{}},
		{"Crowd-BT", comparison.CrowdBT{}},
		{"Noisy Bradley–Terry", comparison.NoisyBT{}},
		{"Skill", comparison.Skill{}},
	}
}

// covered are those whose intervals are measured on a crowd.
func covered(t town) []named {
	side := !t.anonymous && t.list == 0
	all := []named{
		{"Bradley–Terry", comparison.BradleyTerry{}},
		{"Davidson", comparison.Davidson{Side: side}},
	}
	if t.list > 0 {
		all = []named{all[0], {"Plackett–Luce", comparison.PlackettLuce{}}}
	}
	if !t.anonymous {
		all = append(all, named{"Skill", comparison.Skill{}})
	}
	return all
}
