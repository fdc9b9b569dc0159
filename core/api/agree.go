package api

import (
	"fmt"
	"math"

	"concord/internal/humanize"
)

// Agreement is how far the workers agree with each other. The observed agreement and every
// α leave out singletons, tasks with one label.
type Agreement struct {
	Calls Nouns `json:"calls,omitzero"` // see Kind.Calls

	Tasks  int `json:"tasks"`  // with at least one label
	Paired int `json:"paired"` // with at least two: N of every figure
	Labels int `json:"labels"`

	Percent Figure `json:"percent"` // two labels of a task chosen at random are the same
	Fleiss  Figure `json:"fleiss"`  // Fleiss 1971, the shares of the classes being means over tasks
	Pooled  Figure `json:"pooled"`  // the same with the shares of the classes among all labels: Scott's π of any number of workers
	Alpha   Alpha  `json:"alpha"`
	AC1     Figure `json:"ac1"`     // Gwet 2008
	AC2     Figure `json:"ac2"`     // Gwet 2014, chapter 4: AC1 with the Weights
	Entropy Figure `json:"entropy"` // bits: mean entropy of the shares of a task's labels

	// Between workers; of more than two the mean over pairs, each counting by the tasks it shares.
	Raters   int    `json:"raters,omitempty"`  // workers who gave labels; 0: nobody knows who gave which, and the figures below are zero
	Kappa    Figure `json:"kappa,omitzero"`    // Cohen 1960
	Weighted Figure `json:"weighted,omitzero"` // Cohen 1968, with the Weights
	Pearson  Figure `json:"pearson,omitzero"`
	Spearman Figure `json:"spearman,omitzero"`

	// Of the Complete tasks, those that every worker labelled.
	Complete int           `json:"complete,omitempty"`
	Kendall  Concordance   `json:"kendall,omitzero"` // Kendall's W
	ICC      []Concordance `json:"icc,omitempty"`    // intraclass correlations, in the order of ICCs; the one-way ones of all paired tasks

	Whole     *SetAlpha `json:"whole,omitempty"`     // of whole answers, where a task may have several labels
	Questions int       `json:"questions,omitempty"` // then: pairs of task and label with two answers, N of the figures above

	Classes []ClassAgreement `json:"classes,omitempty"` // all K; in a reply the 100 with most labels

	Of      int      `json:"of,omitempty"`      // how many classes there are in all
	Workers int      `json:"workers,omitempty"` // for Pairs; 0: there are no pairs to ask for
	Ordered bool     `json:"ordered,omitempty"` // the classes are steps of a scale: ordinal α applies
	Items   bool     `json:"items,omitempty"`   // labels are votes on pairs, and a tie lies between the items: interval α applies
	Numbers bool     `json:"numbers,omitempty"` // labels are numbers: interval and ratio α apply
	Weights *Weights `json:"weights,omitempty"` // of AC2; nil: it is AC1
	Unused  []string `json:"unused,omitempty"`  // steps of the scale that no label names
}

// Concordance is a coefficient with the test that it is 0.
type Concordance struct {
	Figure
	Test *Statistic `json:"test,omitempty"` // nil: not defined
}

// Statistic is one of a test, with its degrees of freedom and its p-value.
type Statistic struct {
	Name  string  `json:"name"` // F or χ²
	Value float64 `json:"value"`
	DF    float64 `json:"df"`
	DF2   float64 `json:"df2,omitempty"` // of F: those of the denominator
	P     float64 `json:"p"`
}

// Alpha are Krippendorff's coefficients, one for each kind of scale.
type Alpha struct {
	Nominal  Figure `json:"nominal"`
	Ordinal  Figure `json:"ordinal"` // in the order of the classes
	Interval Figure `json:"interval"`
	Ratio    Figure `json:"ratio"`
}

// SetAlpha are Krippendorff's coefficients of answers that are sets of labels.
type SetAlpha struct {
	MASI    Figure `json:"masi"`    // Passonneau 2006
	Jaccard Figure `json:"jaccard"` // Jaccard 1912
}

// ClassAgreement is the agreement on one class against all others; where a task may have several labels, on whether it has this one.
type ClassAgreement struct {
	Class    string `json:"class"`
	Labels   int    `json:"labels"`   // that name the class, singletons too
	Specific Figure `json:"specific"` // if one label of a task names it, so does another (Cicchetti & Feinstein 1990)
	Alpha    Figure `json:"alpha"`    // nominal α of this class against the rest
}

// uneven reports whether it makes a difference to κ that some tasks have more labels than others.
func (a *Agreement) uneven() bool {
	return a.Fleiss.Defined() != a.Pooled.Defined() || math.Abs(a.Fleiss.Value-a.Pooled.Value) > 1e-9
}

// Over says what the figures are over.
func (a *Agreement) Over() string {
	if a.Whole != nil {
		return fmt.Sprintf("α of sets compares whole answers, over the %s with two or more. Other figures are over the %s of task and label, "+
			"each a yes or no.", humanize.Count(a.Paired, "task"), humanize.Count(a.Questions, "pair"))
	}
	if a.Items {
		return fmt.Sprintf("Figures are over the %s with two or more votes, of %s.", humanize.Count(a.Paired, "pair"), humanize.Number(a.Tasks))
	}
	text := "Figures are over the " + humanize.Count(a.Paired, "task") + " with two or more labels."
	alone := a.Tasks - a.Paired
	switch {
	case alone == 0:
		return text
	case a.Percent.Defined() && !a.Metric():
		return fmt.Sprintf("%s Tasks with one label (%s) count only in the entropy and, for Fleiss’ κ and AC1, in the shares of the "+
			"classes.", text, humanize.Number(alone))
	}
	return fmt.Sprintf("%s Tasks with one label (%s) are left out.", text, humanize.Number(alone))
}

// Notes say what figures are means of, and which the labels are too few for.
func (a *Agreement) Notes() (all []string) {
	scale, of := a.scale(), "Pearson’s r and Spearman’s ρ compare"
	switch scale {
	case onNames, onPairs:
		of = "Cohen’s κ compares"
	case onSteps:
		of = "Cohen’s κ and correlations compare"
	}
	if scale != onSets && a.Raters > 2 && (a.Kappa.Defined() || a.Spearman.Defined()) {
		with := " two workers: the mean of all pairs is shown, weighted by the tasks that they share."
		if a.Items {
			with = " two voters: the mean over all of them is shown, weighted by the pairs that they share."
		}
		all = append(all, of+with)
	}
	if (scale == onSteps || scale == onNumbers) && a.Raters > 1 && a.Complete < 2 {
		missing := "Kendall’s W is"
		if a.Numbers {
			missing = "ICC(A,1), ICC(C,1), their means and Kendall’s W are"
		}
		all = append(all, fmt.Sprintf("%s left out: fewer than two tasks have a label of each of the %s.", missing,
			humanize.Count(a.Raters, "worker")))
	}
	return all
}

// Paradox explains the paradox of Feinstein & Cicchetti 1990, high agreement with a low κ; empty if there is none.
func (a *Agreement) Paradox() string {
	const (
		high   = 0.8
		low    = 2.0 / 3 // the least of Krippendorff's rule of thumb
		mostly = 0.75    // chance agreement as high as that needs a class with more than 85 % of the labels
	)
	if !a.Percent.Defined() || !a.Fleiss.Defined() || a.Items {
		return ""
	}
	same, kappa := a.Percent.Value, a.Fleiss.Value
	chance := (same - kappa) / (1 - kappa)
	if same < high || kappa > low || chance < mostly {
		return ""
	}
	return fmt.Sprintf("Labels agree %.1f %% of the time, yet κ and α are low: nearly all labels are of one class, so chance alone "+
		"would agree %.1f %% of the time. AC1 is less affected.", 100*same, 100*chance)
}

// Paired is a piece of the matrix of workers.
type Paired struct {
	Of      int      `json:"of"` // workers in all
	Rows    []Person `json:"rows"`
	Columns []Person `json:"columns"`
	Cells   [][]Pair `json:"cells"`
}

// Person is a worker among the rows or columns of a matrix.
type Person struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Labels int    `json:"labels"`
}

// Pair is the agreement of two workers, or of one with itself on the tasks that it labelled again.
type Pair struct {
	Tasks int `json:"tasks"` // that both labelled
	Match
	Pearson  *float64 `json:"pearson,omitempty"` // in place of Match, where labels are numbers; nil: not defined
	Spearman *float64 `json:"spearman,omitempty"`
}

// Confusion is which labels two workers confuse on the tasks that both labelled.
type Confusion struct {
	Worker  Person      `json:"worker"` // of the rows
	Other   Person      `json:"other"`  // of the columns
	Classes []string    `json:"classes"`
	Of      int         `json:"of"`    // classes in all; more than those above: only those that are confused most
	Cells   [][]float64 `json:"cells"` // tasks; repeats share one
}

// Match is how far two sets of labels are the same.
type Match struct {
	Same  float64  `json:"same"`  // share of tasks with the same label
	Kappa *float64 `json:"kappa"` // Cohen's; nil: not defined
	// Weighted is κ with the Weights; nil: undefined, or no order.
	Weighted *float64 `json:"weighted,omitempty"`
}
