package wire

// Replay asks how many of the labels would have been enough, had they been asked
// for one after the other as the method advises. It rests on the result at hand, of
// a method that says what to label next.
type Replay struct {
	Start int    `json:"start,omitempty"` // tasks that are labelled at first; 0: a tenth, and 20 at least
	Batch int    `json:"batch,omitempty"` // labels between two fits; 0: a twentieth of all, and 10 at least
	Seed  uint64 `json:"seed"`
}

// Replayed answers Replay.
type Replayed struct {
	Tasks  int     `json:"tasks"`  // that are compared
	Labels int     `json:"labels"` // all there are
	Truth  bool    `json:"truth"`  // compared with the truth, not with what all labels say
	Error  float64 `json:"error"`  // share of tasks that all labels get wrong
	Slack  float64 `json:"slack"`  // how much more counts as enough still
	Ways   []Way   `json:"ways"`   // to choose the next label: "both", "task", "random"
	Seed   uint64  `json:"seed"`
}

// Way is a way to choose the next label.
type Way struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
	Enough *int    `json:"enough,omitempty"` // labels from which on there is no more error than with all; nil: it never comes to that
}
