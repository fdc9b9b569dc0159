package wire

// Amend says what the user has changed about the labels: all of it, every time.
// So undoing is another Amend, without the thing undone. It holds until other
// labels are opened. Where there is a result it follows at once, by a fit with
// the same method and settings.
type Amend struct {
	Exclude []int      `json:"exclude,omitempty"` // workers whose labels don't count, by index
	Review  []Reviewed `json:"review,omitempty"`  // tasks that the user has judged: fits are given their class, as gold
	// Order is every class once, from the lowest to the highest: the classes are
	// steps of a scale. Empty: they are not. Whatever lists classes lists them in
	// this order; no fit follows unless the method itself takes classes as ordered.
	Order []string `json:"order,omitempty"`
}

// Reviewed is the user's verdict on a task.
type Reviewed struct {
	Task  int    `json:"task"`
	Label string `json:"label"`
}

// Amended answers Amend.
type Amended struct {
	Amend
	Counts  *Counts  `json:"counts"`            // of the labels that count
	Methods []Method `json:"methods"`           // and which can run on them
	Fitted  *Fitted  `json:"fitted,omitempty"`  // the result that followed; nil: there was none to follow
	Changed int      `json:"changed,omitempty"` // its labels that differ from those before
	Warm    bool     `json:"warm,omitempty"`    // the fit began from the result before
}

// Compare runs several methods on the labels, each with what a Fit of it would
// be given, and sets them side by side. The tasks on which they disagree are
// the rows of the table "compared", and the file of that name.
type Compare struct {
	Methods   []string                     `json:"methods"`
	Values    map[string]map[string]string `json:"values,omitempty"` // settings, by method
	Seed      uint64                       `json:"seed"`
	MaxSteps  int                          `json:"maxSteps,omitempty"`
	Tolerance float64                      `json:"tolerance,omitempty"`
}

// Compared answers Compare.
type Compared struct {
	Tasks    int          `json:"tasks"`
	Differ   int          `json:"differ"`   // tasks on which the methods do not all agree; 0 where labels are numbers
	Known    int          `json:"known"`    // tasks whose truth is known
	Disputed int          `json:"disputed"` // of those, tasks on which the methods do not all agree
	Methods  []Contender  `json:"methods"`
	Pairs    []Contrasted `json:"pairs"` // of those that ran, each pair once: 0–1, 0–2, 1–2, 0–3 …
	Seconds  float64      `json:"seconds"`
}

// Ran is how many of the methods did run.
func (c *Compared) Ran() int {
	n := 0
	for _, m := range c.Methods {
		if m.Why == "" {
			n++
		}
	}
	return n
}

// Contender is one of the methods compared.
type Contender struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Why      string   `json:"why,omitempty"` // why it did not run; the rest is empty then
	Status   string   `json:"status"`
	Steps    int      `json:"steps"`
	Seconds  float64  `json:"seconds"`
	Ties     int      `json:"ties"`
	Warnings []string `json:"warnings,omitempty"`
	Majority int      `json:"majority"` // labels that differ from the majority vote

	// With a known truth.
	Accuracy *Accuracy `json:"accuracy,omitempty"`
	Numbers  *Numbers  `json:"numbers,omitempty"` // in its place, where labels are numbers
	MacroF1  *Measure  `json:"macroF1,omitempty"`
	LogLoss  *Measure  `json:"logLoss,omitempty"` // nats
	Brier    *Measure  `json:"brier,omitempty"`
	ECE      *Measure  `json:"ece,omitempty"`  // expected calibration error
	Bins     []Bin     `json:"bins,omitempty"` // of the reliability diagram
}

// Bin is one bar of a reliability diagram: the answers with a probability above
// Low, up to High.
type Bin struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Count      int     `json:"count"`
	Confidence float64 `json:"confidence"` // mean probability
	Right      Measure `json:"right"`      // share of them that are right
}

// Contrasted sets two methods against each other.
type Contrasted struct {
	A      int      `json:"a"` // indices into Compared.Methods
	B      int      `json:"b"`
	Differ int      `json:"differ"` // labels; 0 where labels are numbers
	Same   float64  `json:"same"`   // share of tasks with the same label
	Kappa  *float64 `json:"kappa"`  // Cohen's; nil: not defined
	// Weighted is κ where near classes agree in part; nil: not defined, or the
	// classes have no order.
	Weighted *float64 `json:"weighted,omitempty"`
	McNemar  *McNemar `json:"mcNemar,omitempty"`
	Spread   *float64 `json:"spread,omitempty"` // root mean square of the differences, where labels are numbers
}

// McNemar is the paired comparison of two methods on the tasks whose truth is
// known.
type McNemar struct {
	Both    int     `json:"both"` // both right
	OnlyA   int     `json:"onlyA"`
	OnlyB   int     `json:"onlyB"`
	Neither int     `json:"neither"`
	P       float64 `json:"p"` // two-sided, exact
}

// Advise asks which method suits the labels: each predicts labels that were
// hidden from it.
type Advise struct {
	Methods   []string `json:"methods,omitempty"` // empty: every method that can run
	Seed      uint64   `json:"seed"`
	MaxSteps  int      `json:"maxSteps,omitempty"`
	Tolerance float64  `json:"tolerance,omitempty"`
}

// Advised answers Advise.
type Advised struct {
	Best     string      `json:"best"` // name of the recommended method; empty: there is none
	Sentence string      `json:"sentence"`
	Methods  []Candidate `json:"methods"`
	Seconds  float64     `json:"seconds"`
}

// Candidate is how well a method predicts hidden labels: the mean natural log
// of their probability (of numbers, less the mean square error).
type Candidate struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Why    string `json:"why,omitempty"`  // why it can't be judged; the scores are empty then
	Lost   string `json:"lost,omitempty"` // a class that it has lost: what it puts there is hardly ever labelled so
	Tasks  *Score `json:"tasks"`          // labels of whole hidden tasks
	Behind *Score `json:"behind"`         // how much worse than the best, task by task
	Labels *Score `json:"labels"`         // single hidden labels; nil off the short list
	Short  bool   `json:"short"`          // on the short list: within one standard error of the best
	Near   bool   `json:"near"`           // off it, but within two
	Steps  int    `json:"steps"`
}

// Score is a mean with its standard error.
type Score struct {
	Value float64 `json:"value"`
	SE    float64 `json:"se"`
	Low   float64 `json:"low"` // 95 % interval
	High  float64 `json:"high"`
	N     int     `json:"n"` // labels that it rests on
}

// Plan asks which labels to get next, of which tasks and from whom. It rests on
// the result at hand, fitted a few times to parts of the labels.
type Plan struct {
	Budget int `json:"budget"` // labels to get
	// How many any worker is asked for: at most so many, or this share of the budget.
	// 0, 0: twice an even share, but no more than half.
	Most     int     `json:"most,omitempty"`
	Share    float64 `json:"share,omitempty"`
	Suspects bool    `json:"suspects,omitempty"` // ask workers who are suspect, too
	Seed     uint64  `json:"seed"`
}

// Planned answers Plan. The tasks and workers to ask are the file "plan" too.
type Planned struct {
	Sentence string   `json:"sentence"`        // what comes of it
	Notes    []string `json:"notes,omitempty"` // who is left out, what could not be assigned, and doubts about the figures
	Budget   int      `json:"budget"`
	Most     int      `json:"most"`     // labels that any worker is asked for, at most
	Error    float64  `json:"error"`    // expected share of wrong labels now
	Expected float64  `json:"expected"` // and after those labels
	Decimals int      `json:"decimals"` // of a percentage that show the difference
	Curve    []Point  `json:"curve"`
	Asks     []Asked  `json:"asks"` // the first 200
	Count    int      `json:"count"`
	// ByDoubt: the tasks are those that a classifier is least sure of, by its own
	// account, and there are no expected errors.
	ByDoubt bool `json:"byDoubt,omitempty"`
}

// Point is the expected share of wrong labels after a number of labels.
type Point struct {
	Labels int     `json:"labels"`
	Error  float64 `json:"error"`
}

// Asked is one label to get.
type Asked struct {
	Task   Person   `json:"task"` // of index −1 where it has never had a label
	Worker Person   `json:"worker"`
	Right  *float64 `json:"right,omitempty"` // probability that this worker names the true class, where it is ByDoubt
}

// Reopened answers Open of a workspace: all that it held, as it is now.
type Reopened struct {
	Opened  []Opened `json:"opened"` // the labels first
	Amended *Amended `json:"amended,omitempty"`
	Fit     *Fit     `json:"fit,omitempty"` // what the result was asked for with
	Fitted  *Fitted  `json:"fitted,omitempty"`
	Page    string   `json:"page,omitempty"` // what Export was given to keep
}

// Judged answers Judge, which asks for what there is to judge a worker by. All
// of it rests on what the other workers say of the same tasks, so that nobody
// agrees with himself.
type Judged struct {
	Index     int       `json:"index"`
	Agreement Measure   `json:"agreement"` // share of the labels that are the most probable class according to all others
	Accuracy  Measure   `json:"accuracy"`  // mean probability, according to all others, that a label is right; no interval
	Spammer   float64   `json:"spammer"`   // 0: says the same whatever the truth; 1: perfect, either way round
	Saved     float64   `json:"saved"`     // share of the cost of guessing that the labels save
	Classes   []string  `json:"classes"`   // those of Bias: the ones most biased where there are many
	Bias      []float64 `json:"bias"`      // share of the labels that name the class, less its expected share
	Flags     []Flag    `json:"flags,omitempty"`
	Drift     *Drift    `json:"drift,omitempty"` // nil: no column of the file has the role "time"
	Without   Measure   `json:"without"`         // Krippendorff's nominal α of all the others; no interval
	Change    float64   `json:"change"`          // of α when the worker is left out: above 0, agreement is better without
}

// Drift is how right a worker was over time: the share of the labels that are the
// most probable class according to all others, in windows of about as many labels
// each.
type Drift struct {
	Windows  []Window `json:"windows"`
	Sentence string   `json:"sentence"`
	Change   int      `json:"change"`            // 1: got better, −1: got worse, 0: no more than chance would explain
	P        float64  `json:"p"`                 // two-sided, of no trend
	Untimed  int      `json:"untimed,omitempty"` // labels left out: no time that could be read
	Why      string   `json:"why,omitempty"`     // can't be told because …; the rest is empty then
}

// Window is a run of a worker's labels.
type Window struct {
	From      string  `json:"from"` // of the first label: 2019-11-02 17:11:12, UTC where the file names no zone
	To        string  `json:"to"`   // … of the last
	Labels    int     `json:"labels"`
	Agreement Measure `json:"agreement"`
}

// Flag is a suspicion: a hint, not a verdict.
type Flag struct {
	Kind   string `json:"kind"`   // "always one label", "random", "inverted", "copies another worker"
	Reason string `json:"reason"` // a sentence without its subject
}
