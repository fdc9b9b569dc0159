package api

// Only chooses tasks to look at. The zero value takes all of them; whatever else it takes, a fit was not told.
type Only struct {
	What   string  `json:"what,omitempty"`   // one of those below
	First  int     `json:"first,omitempty"`  // of OnlyUncertain: how many
	Class  string  `json:"class,omitempty"`  // of OnlyPair
	Other  string  `json:"other,omitempty"`  // … the other one
	Worker int     `json:"worker,omitempty"` // of OnlyWorker, by index
	Below  float64 `json:"below,omitempty"`  // of OnlyBelow: more than any task has that is listed, from 0 to 1
}

// What Only may take.
const (
	OnlyUncertain = "uncertain" // the least certain labels of unknown truth
	OnlyTies      = "ties"      // where the seed chose among equally probable classes
	OnlySplit     = "split"     // where workers disagree
	OnlyBelow     = "below"     // where fewer pairs of labels are the same
	OnlyPair      = "pair"      // where some say one class and some the other, and the label is one of them
	OnlyWorker    = "worker"    // where the worker's label is another
	OnlyWrong     = "wrong"     // where the truth is another
)

// Draw draws tasks to judge one after the other.
type Draw struct {
	Count int `json:"count"`
	// Differ: of those on which the result and the majority vote differ, which tell the two apart and nothing else; otherwise of all
	// whose truth is unknown, each as likely as any other.
	Differ bool `json:"differ,omitempty"`
}

// Drawn answers Draw.
type Drawn struct {
	Tasks []DrawnTask `json:"tasks"` // in random order
	Of    int         `json:"of"`    // how many there were to draw from
}

// DrawnTask is one of them.
type DrawnTask struct {
	Task  int    `json:"task"`
	Label string `json:"label"`
	Vote  string `json:"vote,omitempty"` // with Differ: the majority vote's
}

// Decided is what a file of checks decides: FileChecks with the truth filled in.
type Decided struct {
	Checks
	Method string     `json:"method"`         // to be used: the default, or the majority vote
	Told   []Reviewed `json:"told,omitempty"` // the truth of its tasks, as verdicts
}
