package api

import (
	"cmp"
	"slices"
)

// Kind describes a kind of answers to those who show it: its words, and what it can be asked. Package kind has the list.
// The zero value describes one class for each task.
type Kind struct {
	Name    string `json:"name"`
	Numbers bool   `json:"numbers,omitempty"` // methods are asked for numbers: there are no classes, probabilities and ties
	Several bool   `json:"several,omitempty"` // a worker may give a task several labels: they are no repeats
	Items   bool   `json:"items,omitempty"`   // tasks are pairs of items, and answers are one of the two or a tie: a ranking of all is made
	// Refuses says why something can't be asked of such answers, by one of the constants below or the role of a file. What is not
	// there can be asked.
	Refuses map[string]string `json:"refuses,omitempty"`

	// What the page says.
	Calls    Nouns             `json:"calls,omitzero"`     // its own nouns, see Nouns
	Titles   map[string]string `json:"titles,omitempty"`   // of its views, by their names, where they are not the usual ones
	Choice   string            `json:"choice,omitempty"`   // of the box that has a file read as this kind; empty: there is none
	ChoiceID string            `json:"choiceId,omitempty"` // of that box
	Unused   map[string]string `json:"unused,omitempty"`   // why files of a role, or UnusedMatrix, are of no use
	Files    map[string]Role   `json:"files,omitempty"`    // what is said of files of a role where that is not the usual, see Role
	Result   string            `json:"result,omitempty"`   // what a result is, where that does not go without saying
	Tied     string            `json:"tied,omitempty"`     // what ties are counted among; empty: tasks
	Mean     bool              `json:"mean,omitempty"`     // of repeated labels the mean counts, not the commonest
}

// Nouns are what people call what is asked, an answer to it, and who gives it.
type Nouns struct {
	Task   string `json:"task"`
	Answer string `json:"answer"`
	Worker string `json:"worker"`
}

// Usual returns the nouns, or the usual ones in place of none.
func (n Nouns) Usual() Nouns {
	return cmp.Or(n, Nouns{Task: "task", Answer: "label", Worker: "worker"})
}

// Nouns returns what people call tasks, labels and workers where answers are of the kind.
func (k Kind) Nouns() Nouns { return k.Calls.Usual() }

// Named reports whether answers are classes, whose names people gave.
func (k Kind) Named() bool { return !k.Numbers && !k.Items }

// Role returns a role, with what is said of its files where answers are of the kind.
func (k Kind) Role(name string) Role {
	r, own := RoleOf(name), k.Files[name]
	r.Title, r.Hint, r.Tip, r.Drop = cmp.Or(own.Title, r.Title), cmp.Or(own.Hint, r.Hint), cmp.Or(own.Tip, r.Tip), cmp.Or(own.Drop, r.Drop)
	r.Loaded, r.Empty, r.Note = cmp.Or(own.Loaded, r.Loaded), cmp.Or(own.Empty, r.Empty), cmp.Or(own.Note, r.Note)
	return r
}

// What can be asked of answers, if their kind does not refuse it.
const (
	AskAnonymous = "anonymous" // labels of unknown workers
	AskSave      = "save"      // to save what a method learnt
	AskOrder     = "order"     // to put the classes in an order
	AskReview    = "review"    // to overrule answers
	AskCheck     = "check"     // to judge tasks one by one
	AskLabel     = "label"     // to label tasks in the page
	AskTimes     = "times"     // how long labels took
	AskJudge     = "judge"     // what all other workers say of one
	AskExpect    = "expect"    // how many answers are probably right
	AskAdvice    = "advice"    // which method predicts hidden labels best
	AskPlan      = "plan"      // which labels to get next
	AskNeeded    = "needed"    // how many labels are enough
	AskExplain   = "explain"   // the weight of each vote
	AskSplit     = "split"     // whether cells hold several labels
)

// UnusedMatrix is the matrix of costs that the page offers to fill in.
const UnusedMatrix = "matrix"

// Can reports whether answers of the kind can be asked for something.
func (k Kind) Can(ask string) bool { return k.Refuses[ask] == "" }

// Refuse returns the refusal of what the kind can't be asked for, nil if it can.
func (k Kind) Refuse(ask string) error {
	if k.Can(ask) {
		return nil
	}
	return Refuse("%s", k.Refuses[ask])
}

// The names of the kinds that Choices has a field of its own for.
const (
	KindClasses     = "classes"
	KindSets        = "sets"
	KindNumbers     = "numbers"
	KindComparisons = "comparisons"
)

// The roles of columns that only comparisons of items have.
const (
	ColumnItem    = "item"    // what is compared: two columns, or more of which the best was chosen; or one that is ranked
	ColumnBest    = "best"    // the item that was preferred to the others …
	ColumnWorst   = "worst"   // … and the one to which all were preferred
	ColumnRank    = "rank"    // the place of the item of the row, or of the item that heads the column
	ColumnRanking = "ranking" // several items in their order, such as A>B>C

	ColumnFeature = "feature" // a number that may explain the vote: of one side, or the left less the right. In a file of features: kept
	ColumnLength  = "length"  // a text whose length may
)

// Compares reports whether the columns hold comparisons of items.
func (c *Choices) Compares() bool {
	return slices.ContainsFunc(c.Roles, func(role string) bool {
		return slices.Contains([]string{ColumnItem, ColumnBest, ColumnWorst, ColumnRank, ColumnRanking}, role)
	})
}

// Kind names the kind of answers that a file is read as.
func (c *Choices) Kind() string {
	switch {
	case c.Compares():
		return KindComparisons
	case c.Sets:
		return KindSets
	case c.Numeric:
		return KindNumbers
	}
	return KindClasses
}

// Pairs reports whether two columns hold the items of each row, or name its task together, and a third what is said of them.
func (c *Choices) Pairs() bool {
	n := map[string]int{}
	for _, role := range c.Roles {
		n[role]++
	}
	return n["label"] == 1 && (n[ColumnItem] == 2 && n["task"] == 0 || n[ColumnItem] == 0 && n["task"] == 2)
}

// give gives all columns of a role another, as a person would.
func (c *Choices) give(from, to string) {
	c.Roles, c.Chosen = slices.Clone(c.Roles), slices.Clone(c.Chosen)
	for n, role := range c.Roles {
		if role == from {
			c.Roles[n] = to
			if n < len(c.Chosen) {
				c.Chosen[n] = true
			}
		}
	}
}

// As has the file read as a kind of answers.
func (c *Choices) As(kind string) {
	switch was := c.Kind(); {
	case was == kind:
	case was == KindComparisons && c.Pairs():
		c.give(ColumnItem, "task")
	case kind == KindComparisons && c.Pairs():
		c.give("task", ColumnItem)
	}
	switch kind {
	case KindSets:
		c.Sets, c.Numeric = true, false
	case KindNumbers:
		c.Numeric = true
	default:
		c.Sets, c.Numeric = false, false
	}
}

// Not has the file not read as a kind of answers, but as classes.
func (c *Choices) Not(kind string) {
	if c.Kind() == kind {
		c.As(KindClasses)
	}
}

// KeepKind takes over from a detection what the kind of answers depends on: all of it where the file was detected afresh, and
// whether labels are numbers where the roles that were chosen fit other columns.
func (c *Choices) KeepKind(detected Choices, fresh, fits bool) {
	if fresh {
		c.Separator, c.Sets = detected.Separator, detected.Sets
	}
	if !fits {
		c.Numeric = detected.Numeric
	}
}

// KindOf returns the kind of answers that choices name, among those that the file can be read as.
func (o *Opened) KindOf(c *Choices) Kind {
	if n := slices.IndexFunc(o.Kinds, func(k Kind) bool { return k.Name == c.Kind() }); n >= 0 {
		return o.Kinds[n]
	}
	return Kind{}
}
