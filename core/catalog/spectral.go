package catalog

import (
	"concord/core/fit"
	"concord/core/method/spectral"
)

// spectrals lists the methods that read labels off eigenvectors. All but the
// first read more than two classes as ordered.
func spectrals() []Entry {
	const (
		family  = "Spectral"
		ordered = " More than two classes count as ordered."
		decides = "Each vote is weighed by its worker's reliability, which is read off the singular vectors of the whole table of votes."
	)
	return []Entry{{Info{
		Name: "optds", Title: "Opt-D&S", Family: family,
		Advice: "Dawid–Skene from a start that does not trust the vote, unless the vote foretells labels better. For many tasks and " +
			"workers whose tasks overlap.",
		Cite:      []string{"zhang2016"},
		Objective: "log-likelihood", Rises: true, Product: true,
		Params: []Param{
			number("delta", "Least entry", "Entries of the first confusion matrices below this are raised to it: Δ in the paper. "+
				"0: chosen from 0.1 to 1e-6 by cross-validation.", spectral.OptDS{}.WithDefaults().Delta, 0, 0.5),
			choice("groups", "Groups", "How workers come into the three groups that are compared. tried: a dozen ways, and what fits best "+
				"is kept. turn: as the authors' program has it, and random: as the paper has it; with both the order of the rows decides.",
				"tried", "turn", "random"),
			choice("start", "Start", "Where EM begins. chosen: at the spectral start or at the majority vote, whichever makes labels left "+
				"out more probable; how common classes are is estimated. spectral: the paper's way, all classes equally common.",
				"chosen", "spectral"),
		},
	}, func(v Values) fit.Method {
		groups := map[string]spectral.Groups{"tried": spectral.GroupsTried, "turn": spectral.GroupsInTurn, "random": spectral.GroupsRandom}
		delta := v.Number("delta")
		return &spectral.OptDS{Delta: delta, Validate: delta == 0, Groups: groups[v["groups"]], ChooseStart: v["start"] == "chosen"}
	}}, {Info{
		Name: "kos", Title: "KOS", Family: family, Ranked: true,
		Advice: "Passes messages between tasks and workers. For yes-or-no tasks dealt out at random, and crowds with spammers." + ordered,
		Decides: "Each vote is weighed by how right its worker is on other tasks, which the method learns by passing messages between " +
			"tasks and workers.",
		Cite: []string{"karger2014"},
	}, func(Values) fit.Method { return spectral.KOS{} }}, {Info{
		Name: "kos-svd", Title: "KOS by SVD", Family: family, Ranked: true,
		Advice:  "What the spectral paper's table calls KOS: for comparison with it." + ordered,
		Decides: decides,
		Cite:    []string{"zhang2016"},
	}, func(Values) fit.Method { return spectral.KOSSVD{} }}, {Info{
		Name: "ghosh-svd", Title: "Ghosh-SVD", Family: family, Ranked: true,
		Advice:  "For yes-or-no tasks that nearly everybody labels." + ordered,
		Decides: decides,
		Cite:    []string{"ghosh2011"},
	}, func(Values) fit.Method { return spectral.GhoshSVD{} }}, {Info{
		Name: "eigenratio", Title: "EigenRatio", Family: family, Ranked: true,
		Advice:  "Like Ghosh-SVD, but accounts for who shares tasks with whom: better where each worker labels few." + ordered,
		Decides: decides,
		Cite:    []string{"dalvi2013"},
		Params: []Param{choice("parts", "Separate parts", "Where the data fall into parts that share no worker: weigh each by itself, or "+
			"take all as one, as the program behind the spectral paper's table does, which then has no answer.", "each", "whole")},
	}, func(v Values) fit.Method { return spectral.EigenRatio{Whole: v["parts"] == "whole"} }}}
}
