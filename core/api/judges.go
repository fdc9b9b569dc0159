package api

// Judged answers Judge: what there is to judge a worker by. It rests on what the other
// workers say of the same tasks, so nobody agrees with himself.
type Judged struct {
	Index     int       `json:"index"`
	Agreement Figure    `json:"agreement"` // share of the labels that are the most probable class according to all others
	Spammer   float64   `json:"spammer"`   // 0: says the same whatever the truth; 1: perfect, either way round
	Saved     float64   `json:"saved"`     // share of the cost of guessing that the labels save
	Classes   []string  `json:"classes"`   // those of Bias: the ones most biased where there are many
	Bias      []float64 `json:"bias"`      // share of the labels that name the class, less its expected share
	Flags     []Flag    `json:"flags,omitempty"`
	Drift     *Drift    `json:"drift,omitempty"` // nil: no column of the file has the role "time"
	Without   Figure    `json:"without"`         // Krippendorff's nominal α of all the others; no interval
	Change    float64   `json:"change"`          // of α when the worker is left out: above 0, agreement is better without
}

// Drift is a worker's agreement with all others over time, in windows of about as many labels each.
type Drift struct {
	Windows  []Window `json:"windows"`
	Sentence string   `json:"sentence"`
	Untimed  int      `json:"untimed,omitempty"` // labels left out: no time that could be read
	Why      string   `json:"why,omitempty"`     // can't be told because …; the rest is empty then
}

// Window is a run of a worker's labels.
type Window struct {
	From      string `json:"from"` // of the first label: 2019-11-02 17:11:12, UTC where the file names no zone
	To        string `json:"to"`   // … of the last
	Labels    int    `json:"labels"`
	Agreement Figure `json:"agreement"`
}

// Flag is a suspicion: a hint, not a verdict.
type Flag struct {
	Kind   string `json:"kind"`   // "always one label", "random", "inverted", "copies another worker", "answers like another worker"
	Says   string `json:"says"`   // what the worker is suspected of, in a few words
	Reason string `json:"reason"` // a sentence without its subject
}
