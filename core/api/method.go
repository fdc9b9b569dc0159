package api

import "concord/core/calibrate"

// The methods to begin with, see api.Begin.
const (
	MethodDefault     = "consensus"     // for a fit to classes
	MethodNumbers     = "biasprecision" // for a fit to numbers: R² .93 and .92 where the mean has .83 and .80 (MovieReviews, we8there)
	MethodComparisons = "skill"         // for comparisons of items
	MethodBaseline    = "majority"      // for others to be compared with
	MethodMean        = "mean"          // the same, for numbers
	Active            = "gpc-ma"        // for active learning: it says what to label next
)

// Learner returns the method to begin with where texts, or else features, describe the tasks: one for
// numbers, or one for classes. The consensus is wrong on 20.9 % of music, 19.7 of labelme and 8.7 of sp;
// with features raykar is on 16.7, 17.1 and 8.1, in seconds where gpc-ma takes minutes; with texts
// lda-raykar is on 14.0 of labelme and 8.4 of sp (docs/default.md, docs/calibration.md). For numbers ridge has a test
// R² of .469 on moviereviews and .385 on we8there, in seconds.
func Learner(texts, numbers bool) string {
	switch {
	case numbers:
		return "ridge"
	case texts:
		return "lda-raykar"
	}
	return "raykar"
}

// Method describes a method.
type Method struct {
	Name     string  `json:"name"` // stable: the page's #method values, the shell's --method, the keys of saved files
	Title    string  `json:"title"`
	Family   string  `json:"family"`        // heads the group in the page's list: "Voting", "Dawid–Skene" …
	Advice   string  `json:"advice"`        // one line: when to use it
	Citation string  `json:"citation"`      // in words: the first of Cite
	Why      string  `json:"why,omitempty"` // of the data at hand: why it can't run on them; empty: it can
	Params   []Param `json:"params,omitempty"`
	Seconds  float64 `json:"seconds,omitempty"` // about what a fit to the data at hand takes on this machine; 0: it can't run on them
	Fast     string  `json:"fast,omitempty"`    // the name of a method like it that is much quicker, if it can run; empty: none
	Effort   bool    `json:"effort,omitempty"`  // what a fit takes can be told for its settings and machine, too (fit.Coster)
	Ranked   bool    `json:"ranked,omitempty"`  // more than two classes are taken as steps of a scale, in the order of their numbers

	Ranks     bool `json:"ranks,omitempty"`     // it ranks items that were compared
	Plain     bool `json:"plain,omitempty"`     // every label counts the same: nothing is learnt of workers
	Described bool `json:"described,omitempty"` // it learns from features or texts
	Baseline  bool `json:"baseline,omitempty"`  // a paper compares its method with it: lists have it apart, and the page offers others

	Cite      []string        `json:"-"` // keys of package cite, the source of the method first
	Curve     calibrate.Curve `json:"-"` // makes its posteriors come true about as often as they say; zero: nothing is known of that
	Decides   string          `json:"-"` // a sentence: how it comes to its answer; empty where Product says it in figures
	Objective string          `json:"-"` // what the trace shows: "log-likelihood" …; empty: the method has none
	Rises     bool            `json:"-"` // the objective never falls: a law that fittest checks
	Product   bool            `json:"-"` // the posterior is the prior times a product over votes, so its log-odds add up
	Pooled    bool            `json:"-"` // the posterior is the mean of those of other methods (fit.Panelist)
}

// Heading is what lists have above the method and its like.
func (m Method) Heading() string {
	if m.Baseline {
		return "Baselines of papers"
	}
	return m.Family
}

// Param is a parameter that a user may set.
type Param struct {
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Help    string            `json:"help"`
	Default string            `json:"default"`
	Choices []string          `json:"choices,omitempty"` // the only values allowed; nil: a number
	Former  map[string]string `json:"former,omitempty"`  // earlier names of choices, which addresses and saved files may have
	Integer bool              `json:"integer,omitempty"`
	Min     float64           `json:"min"` // of a number, inclusive
	Max     float64           `json:"max"`
}

// Current returns the present name of a value that may have an earlier one.
func (p Param) Current(value string) string {
	if now, ok := p.Former[value]; ok {
		return now
	}
	return value
}
