package fit

import "concord/core/crowd"

// Source is labels that stay where they are, in an engine that makes the passes over them: parameters go out, counts come back.
// Ties go to the first class.
type Source interface {
	// Shape says how much there is.
	Shape() Shape
	// Pass makes a pass, and sets its counts.
	Pass(p *Pass) error
	// Sample fetches tasks drawn by lot, with so many labels or a few more; of fewer it fetches all. Workers and classes are
	// numbered as in the whole.
	Sample(labels int) (*crowd.Dataset, error)
	// Merge returns the labels with one worker in place of each group (−1: the worker is in none), as a consensus merges them.
	Merge(group []int32) (Source, error)
}

// Shape is how much there is in a Source.
type Shape struct {
	Tasks, Workers, Classes, Labels int

	Given []float64 // M, how many labels each worker gave
}

// Parts are what a method may use of labels of this shape.
func (s Shape) Parts() crowd.Parts {
	return crowd.Parts{Tasks: s.Tasks, Workers: s.Workers, Classes: s.Classes, Labels: s.Labels}
}

// Rule is by which a pass judges a task from the sums over its labels.
type Rule int

const (
	Shares    Rule = iota // vote shares: no parameters
	Soft                  // the posterior under a prior and confusion matrices
	Hard                  // its most probable class under these
	Vote                  // the class for which the weights of its labels are largest
	VoteShare             // likewise; where they are all 0, that which most labels name
)

// Pass is one pass over all labels: an E-step, and what the next M-step needs.
type Pass struct {
	Rule   Rule
	Chosen bool      // of Shares: each task counts wholly for its first class
	Prior  []float64 // of Soft and Hard, K
	Table  []float64 // of Soft and Hard, M×K×K: entry (j·K+l)·K+k is the probability that worker j says l of a task of class k
	Weight []float64 // of Vote and VoteShare, M

	Before string // the Key of the pass of the same fit before this one, which Flips counts from; empty: it is the first

	Key           string    // what the Source knows the pass by
	Class         []float64 // K, how many tasks count for each class
	Label         []float64 // M×K×K as Table, how many labels
	LogLikelihood float64   // of Soft and Hard: of the labels
	Complete      float64   // of Hard: of the labels and each task's class
	Flips         int       // tasks whose class is another than by Before
}

// Remote is a Method that can fit labels that stay where they are. Its fits are Scorers, and their Estimates have no Posterior.
type Remote interface {
	Method
	StartRemote(from Source, s Settings) (Fit, error)
}

// Link is how the posterior of a task follows from its scores.
type Link int

const (
	Softmax      Link = iota // ∝ exp(score)
	Proportional             // ∝ score; where they are all 0, vote shares
	Smoothed                 // vote shares with one more label spread over all classes, whatever the scores
)

// Scores are the posterior of a task as sums over its labels: score_k = Bias_k + Σ_j Table[(j·K+l)·K+k], or Σ_j Weight_j [l = k]; without
// a Table and a Weight all are 0.
type Scores struct {
	Link   Link
	Bias   []float64 // K; nil: 0
	Table  []float64 // M×K×K
	Weight []float64 // M; where there is no Table
}

// Scorer is a Fit whose posterior of a task is a function of sums over its labels.
type Scorer interface{ Scores() Scores }

// ScoredPanel is a Fit of a Source whose posterior is the mean of those of others.
type ScoredPanel interface {
	// Scored returns those, and where the labels are that they are fitted to.
	Scored() ([]Scored, Source)
	// Implied returns an estimate with what follows from the posterior of the tasks of d.
	Implied(d *crowd.Dataset, posterior []float64) *crowd.Estimate
}

// Scored is a member of a ScoredPanel.
type Scored struct {
	Name, Title string
	Scores      Scores
}
