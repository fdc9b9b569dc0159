package fit

import "concord/core/crowd"

// What a method or its fits can do besides estimating. A method that implements one of these
// interfaces gets the views and files that go with it; nothing else needs to know which method it
// is.

// Resumer is a Method that can start from an earlier estimate (prior and confusion matrices) of the
// same workers and classes: a warm start. A worker whose matrix is all zero is new.
type Resumer interface {
	Method
	Resume(d *crowd.Dataset, from *crowd.Estimate, s Settings) (Fit, error)
}

// Coster is a Method that can forecast the cost of a fit.
type Coster interface {
	// Cost forecasts a fit to d, which Uses has accepted.
	Cost(d *crowd.Dataset) Cost
	// Probe does a little of the work that dominates a fit and returns its number of operations;
	// timing it tells how fast this machine is.
	Probe() (flops float64)
}

// Cost is roughly what a fit costs.
type Cost struct {
	Flops float64 // floating-point operations, at the speed of Probe
	Bytes float64 // memory at the peak
	Note  string  // what is simplified because of the size, as a sentence without full stop; empty: nothing
}

// Batcher is a Method whose steps may see only some of the tasks.
type Batcher interface {
	// TasksPerStep returns how many tasks a step sees; 0: all.
	TasksPerStep() int
}

// Likely is a Fit whose objective may not be the log-likelihood of the labels.
type Likely interface {
	// LogLikelihood returns that, at the parameters there are, with the true classes summed out; NaN if
	// the objective is the same.
	LogLikelihood() float64
}

// Credible is a Method with a Dirichlet posterior for every row of a confusion matrix, so that
// every cell has a credible interval.
type Credible interface {
	// PriorCounts returns the pseudo-counts of worker j's matrix (K×K, row = truth). With the
	// expected counts of j's labels added they are the parameters of the posterior.
	PriorCounts(d *crowd.Dataset, j int) []float64
}

// Believer is a Fit that can give its posterior, N×K, at less cost than a whole Estimate.
type Believer interface {
	Posterior() []float64
}

// Contributor is a Fit that can add its posterior to others without making room for it.
type Contributor interface {
	// Contribute adds so much of the posterior to sum, N×K.
	Contribute(weight float64, sum []float64)
}

// Contribute adds so much of the posterior of f to sum, N×K.
func Contribute(f Fit, weight float64, sum []float64) {
	if c, ok := f.(Contributor); ok {
		c.Contribute(weight, sum)
		return
	}
	for n, q := range Posterior(f) {
		sum[n] += weight * q
	}
}

// Posterior returns the posterior of f, N×K, which the caller owns.
func Posterior(f Fit) []float64 {
	if b, ok := f.(Believer); ok {
		return b.Posterior()
	}
	return f.Estimate().Posterior
}

// Failer is a Fit whose Estimate can fail; if Err returns an error the estimate is invalid.
type Failer interface{ Err() error }

// Warner is a Fit that can doubt the data or its answer.
type Warner interface{ Warnings() []error }

// Predictor is a Fit that can label unlabelled tasks from their features or words. Row i of the
// Posterior (or Value) returned is task i of d.
type Predictor interface {
	Predict(d *crowd.Dataset) (*crowd.Estimate, error)
}

// Validator is a Fit that holds labels out and watches how well they are predicted.
type Validator interface {
	// Overfits reports whether more steps than those made predict them worse.
	Overfits() bool
}

// Topical is a Fit that finds topics in the texts of tasks.
type Topical interface {
	Topics() *crowd.Topics
	// Spoke returns how strongly one occurrence of each word of task i spoke for class k (for
	// numbers: for a larger one) relative to an average word, in the order of the task's entries of
	// Words.Term.
	Spoke(i, k int) []float64
}

// Teller is a Fit that can tell later what it believes of single tasks.
type Teller interface {
	// Teller returns a function that gives the posterior of the tasks of d, N×K, under the present
	// parameters; the workers are those of the fit. It keeps the parameters, and nothing of the size
	// of the labels.
	Teller() func(d *crowd.Dataset) []float64
}

// Panelist is a Fit that averages the posteriors of other methods.
type Panelist interface {
	// Panel returns those. Their weights sum to one, and the posterior is their mean with these.
	Panel() []Member
	// Working returns the titles of those that have not ended.
	Working() []string
}

// Member is a method of a panel, with its Teller.
type Member struct {
	Name   string // as in the catalog
	Title  string
	Tell   func(d *crowd.Dataset) []float64
	Weight float64 // of its posterior in that of the panel
}

// Ranker is a Fit to comparisons that ranks their items.
type Ranker interface {
	// Ranking calls pause from time to time (nil: never), and returns its error.
	Ranking(pause func() error) (*crowd.Ranking, error)
	// Answer writes the probabilities of what a worker says of items a and b to row, which has a place for each class: a wins, b wins and,
	// if there are three, a tie. Worker −1 is an average one. On the left is a if left is 1, b if it is −1; 0: nobody knows.
	Answer(a, b, worker, left int, row []float64)
}

// Bootstrapper is a Ranker that can be fitted again and again, to workers drawn anew.
type Bootstrapper interface {
	Ranker
	// Bootstrap returns between which values 95 % of so many fits are; 200 are enough. It calls pause from time to time (nil: never), and
	// returns its error.
	Bootstrap(draws int, seed uint64, pause func() error) (*crowd.Intervals, error)
}
