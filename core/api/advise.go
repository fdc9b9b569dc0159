package api

// Advised answers Advise.
type Advised struct {
	Best     string      `json:"best"` // name of the recommended method; empty: there is none
	Sentence string      `json:"sentence"`
	Rival    string      `json:"rival,omitempty"` // predicts hidden labels better than Best: of quick advice, clearly so
	Methods  []Candidate `json:"methods"`
	Labels   int         `json:"labels,omitempty"` // that methods were judged by: all, or a sample
	Slow     []string    `json:"slow,omitempty"`   // names of methods that were not judged since they take long; naming them judges them
	Seconds  float64     `json:"seconds"`
}

// Candidate is how well a method predicts hidden labels: the mean natural log
// of their probability (of numbers, less the mean square error).
type Candidate struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Why    string `json:"why,omitempty"`  // why it can't be judged; the scores are empty then
	Lost   string `json:"lost,omitempty"` // a class that it has lost: what it puts there is hardly ever labelled so
	Tasks  *Mean  `json:"tasks"`          // labels of whole hidden tasks
	Behind *Mean  `json:"behind"`         // how much worse than the best, task by task
	Labels *Mean  `json:"labels"`         // single hidden labels; nil off the short list
	Short  bool   `json:"short"`          // on the short list: within one standard error of the best
	Near   bool   `json:"near"`           // off it, but within two
	Steps  int    `json:"steps"`
}

// Planned answers Plan. The tasks and workers to ask are the file "plan" too.
type Planned struct {
	Sentence string   `json:"sentence"`        // what comes of it
	Notes    []string `json:"notes,omitempty"` // who is left out, what could not be assigned, and doubts about the figures
	Budget   int      `json:"budget"`
	Most     int      `json:"most"`  // labels that any worker is asked for, at most
	Right    float64  `json:"right"` // share of right labels to expect with those that are assigned; 0: not foretold
	Asks     []Asked  `json:"asks"`  // the first 200
	Count    int      `json:"count"`
	// ByDoubt says that a classifier is least sure of these tasks.
	ByDoubt bool `json:"byDoubt,omitempty"`
	// Forecast says what more labels bring, or fewer; nil: nobody knows how many are right.
	Forecast *Forecast `json:"forecast,omitempty"`
}

// Asked is one label to get.
type Asked struct {
	Task   Person   `json:"task"` // of index −1 where it has never had a label
	Worker Person   `json:"worker"`
	Right  *float64 `json:"right,omitempty"` // probability that this worker names the true class, where it is ByDoubt
}
