package api

// Guesswork returns why an answer of m would be guesswork, or "". It would be if m learns from the
// labels alone how good workers are, and these are too few. told: gold, initial matrices or a saved
// state say something of the workers too.
func (c *Counts) Guesswork(m Method, told bool) string {
	if c == nil || m.Plain || m.Described || told {
		return ""
	}
	return c.Thin
}

// Fitted is the outcome of a fit.
type Fitted struct {
	Method    string    `json:"method"`
	Title     string    `json:"title"`
	Status    string    `json:"status"`
	Objective string    `json:"objective"` // its name; empty: none
	Trace     []Step    `json:"trace"`     // at most 500 steps, the first and last among them
	Steps     int       `json:"steps"`
	Seconds   float64   `json:"seconds"`
	Issues    []Issue   `json:"issues,omitempty"`   // what it found that people may want to settle
	Warnings  []string  `json:"warnings,omitempty"` // about the fit itself
	Ties      int       `json:"ties"`
	Classes   []Share   `json:"classes"`            // tasks by class
	Expected  *Expected `json:"expected,omitempty"` // how many labels are probably right; nil: unknown
	Look      *Look     `json:"look,omitempty"`     // what a look at the least certain should find; nil: nothing shows it
	Accuracy  *Accuracy `json:"accuracy,omitempty"`
	Numbers   *Numbers  `json:"numbers,omitempty"`   // instead of Accuracy, if labels are numbers
	Priced    *Priced   `json:"priced,omitempty"`    // what the labels cost, if wrong ones do
	Tables    []string  `json:"tables"`              // tables that Rows may ask for
	Files     []string  `json:"files"`               // what Export may be asked for
	NotBack   string    `json:"notBack,omitempty"`   // why the file of labels can't be given back with the answers; empty: it can
	Topics    bool      `json:"topics,omitempty"`    // Topics may be asked for
	Seen      int       `json:"seen,omitempty"`      // documents per step, if a step does not see all
	Predicted int       `json:"predicted,omitempty"` // tasks without labels that were predicted
	Test      *Test     `json:"test,omitempty"`      // accuracy of the predictions, if the truth is known
	Trusted   string    `json:"trusted,omitempty"`   // how far predictions were trusted, in a sentence; empty: there are none
	Baseline  string    `json:"baseline,omitempty"`
	Differ    int       `json:"differ"` // labels that differ from the majority vote
}

// Share is how often a class is the answer.
type Share struct {
	Class string `json:"class"`
	Tasks int    `json:"tasks"`
}
