package api

import "slices"

// Questions answers Each: what came of each question of the file of labels, in the order of the file.
type Questions struct {
	Found   []Question `json:"found"`
	Seconds float64    `json:"seconds"`
}

// Question is what came of one of them.
type Question struct {
	Name     string    `json:"name"`
	Why      string    `json:"why,omitempty"`    // it has no labels; the rest is empty, but for the counts of a question that was read
	Method   string    `json:"method,omitempty"` // the title of the one that ran
	Tasks    int       `json:"tasks"`
	Labels   int       `json:"labels"`
	Workers  int       `json:"workers"` // 0: unknown
	Classes  int       `json:"classes"` // 0: labels are numbers
	Alpha    Figure    `json:"alpha"`   // Krippendorff's (Agreement.OnScale)
	Use      Use       `json:"use,omitempty"`
	Reason   string    `json:"reason,omitempty"`   // of the verdict
	Expected *Expected `json:"expected,omitempty"` // nil: nobody knows of such answers
}

// Asking returns the choices with another question of the same table. Roles stay where a person chose them, but for the label's: it may
// have a column for each question.
func (c Choices) Asking(question string) Choices {
	c.Question = question
	if len(c.Chosen) != len(c.Roles) || slices.Contains(c.Roles, "question") {
		return c
	}
	c.Chosen = slices.Clone(c.Chosen)
	for n, role := range c.Roles {
		if role == "label" {
			c.Chosen[n] = false
		}
	}
	return c
}

// OnScale is Krippendorff's α of answers of a kind: of numbers, of sets, or of names.
func (a *Agreement) OnScale(k Kind) Figure {
	switch {
	case k.Numbers:
		return a.Alpha.Interval
	case a.Whole != nil:
		return a.Whole.MASI
	}
	return a.Alpha.Nominal
}
