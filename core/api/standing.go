package api

import (
	"fmt"
	"math"

	"concord/core/calibrate"
	"concord/internal/humanize"
)

// Standing is how a worker stands in the crowd: the same for the table of workers, its download, the report and the page.
type Standing struct {
	Labels   int     `json:"labels"`
	Excluded bool    `json:"excluded,omitempty"` // the labels don't count; the figures are what the others say of them
	Verdict  Verdict `json:"verdict"`
	// Accuracy is the share of right labels to expect of the worker, drawn towards the crowd's where there are few labels.
	Accuracy Figure  `json:"accuracy"`
	True     Figure  `json:"true"`              // share of the labels that are right, where the truth of the task is known
	Others   Figure  `json:"others"`            // share of the labels that are the most probable class according to all others
	Seconds  float64 `json:"seconds,omitempty"` // that a label takes, the median; 0: unknown
	Turns    int     `json:"turns"`             // about so many labels of tasks would change without the worker
	Gain     int     `json:"gain"`              // how many more of them would be right, where the truth is known
	Tier     string  `json:"tier,omitempty"`    // A, B, C or Unrated
}

// Verdict sums up a worker, with the evidence for it.
type Verdict struct {
	Kind     string  `json:"kind"`
	Says     string  `json:"says"`     // in a few words
	Evidence string  `json:"evidence"` // in a sentence without its subject, or several
	Rank     float64 `json:"-"`        // the higher, the more the worker stands out
}

// The kinds of verdicts.
const (
	Suspect  = "suspect"  // the labels look copied, constant, random, inverted or too fast
	Weak     = "weak"     // less accurate than the crowd, by more than chance
	Fine     = "fine"     // no evidence of a problem
	Few      = "few"      // not enough labels yet
	Unjudged = "unjudged" // not compared yet, too many labels to compare workers, or labels that agree no more than chance would
	Silent   = "none"     // no labels
)

// Unrated is the tier of workers of whom too little is known.
const Unrated = "unrated"

// Look reports whether the worker stands out.
func (v *Verdict) Look() bool { return v.Kind == Suspect || v.Kind == Weak }

// Sentence says the verdict with its evidence.
func (v *Verdict) Sentence() string {
	if v.Evidence == "" {
		return v.Says
	}
	return v.Says + ": " + v.Evidence
}

// Changes says about how many labels would change without the worker and, where the truth is known, how many more of them
// would be right.
func (x *Standing) Changes() string {
	about := "about " + humanize.Number(x.Turns)
	switch {
	case x.Turns == 0:
		return "hardly any"
	case x.Gain > 0:
		return about + ", " + humanize.Number(x.Gain) + " more right"
	case x.Gain < 0:
		return about + ", " + humanize.Number(-x.Gain) + " fewer right"
	}
	return about
}

// averageLabels of an average worker are added to those of each one (core/workers).
const averageLabels = 2

// Funnel returns where the accuracies of 95 % of workers are, by n labels, if all are right with the same probability a. Of n labels,
// n a ± √(n a (1 − a)) are right, and two average ones are added. So the ends are
//
//	a ± 1.96 √(n a (1 − a)/(n + 2)² + .08²)
//
// where .08 (calibrate.WorkerDrift) is by how much estimates are off with any number of labels.
func Funnel(a, n float64) (low, high float64) {
	half := 1.96 * math.Hypot(math.Sqrt(n*a*(1-a))/(n+averageLabels), calibrate.WorkerDrift)
	return max(0, a-half), min(1, a+half)
}

// Roster answers Roster: how the workers stand, in short.
type Roster struct {
	Sentence string   `json:"sentence"` // who stands out
	Workers  int      `json:"workers"`  // who gave labels that count
	Look     int      `json:"look"`     // of them, who stand out
	Accuracy float64  `json:"accuracy"` // of a label of the crowd, on average; 0: unknown
	Ranked   []Ranked `json:"ranked"`   // those who stand out most first, at most ShownWorkers
	Excluded []Ranked `json:"excluded"` // whose labels don't count
	Tiers    *Tiers   `json:"tiers,omitempty"`
	Boxes    []Box    `json:"boxes"`             // how the workers differ
	Against  *Against `json:"against,omitempty"` // nil: no truth is known
	Sampled  string   `json:"sampled,omitempty"` // what was found out by some of the tasks only
}

// Ranked is a worker with how the worker stands.
type Ranked struct {
	Index int    `json:"index"`
	Name  string `json:"name"`
	Standing
}

// ShownWorkers is how many workers a Roster ranks.
const ShownWorkers = 300

// Tiers are where the tiers of workers are cut: the best by the lower end of the interval of the accuracy, the weakest by the upper
// end, so that few labels make nobody either.
type Tiers struct {
	High   float64 `json:"high"`   // A with a lower end from here on, unless the worker stands out
	Low    float64 `json:"low"`    // C with an upper end below, and who stands out
	Fewest int     `json:"fewest"` // labels that a tier needs
	Count  [4]int  `json:"count"`
	Says   string  `json:"says"` // how they are cut, in words
}

// Why says why a worker is in a tier.
func (t *Tiers) Why(x *Standing) string {
	percent := func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
	switch {
	case x.Tier == Unrated && x.Labels < t.Fewest:
		return fmt.Sprintf("%s; a tier needs %d", humanize.Count(x.Labels, "label"), t.Fewest)
	case x.Tier == Unrated:
		return x.Verdict.Evidence
	case x.Verdict.Look():
		return x.Verdict.Says
	case x.Tier == "A":
		return "likely " + percent(t.High) + " right or more"
	case x.Tier == "C":
		return "likely below " + percent(t.Low) + " right"
	}
	return "neither likely " + percent(t.High) + " right or more, nor likely below " + percent(t.Low)
}
