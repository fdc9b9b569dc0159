package wire

// Replay asks how many of the labels would have been enough, had they been asked
// for one after the other as the method advises. It rests on the result at hand, of
// a method that says what to label next.
type Replay struct {
	Start int    `json:"start,omitempty"` // tasks that are labelled at first; 0: a tenth, and 20 at least
	Batch int    `json:"batch,omitempty"` // labels between two fits; 0: a twentieth of all, and 10 at least
	Seed  uint64 `json:"seed"`
}
