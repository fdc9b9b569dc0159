package api

// AlikeWorkers is a group of workers who answer alike, mistakes included: a method counts them as one voice.
type AlikeWorkers struct {
	Workers  []Person `json:"workers"`
	Says     string   `json:"says"`     // the two who answer most alike, and how much so
	Evidence float64  `json:"evidence"` // log of the odds that one of those copies, against chance; natural
	Copy     bool     `json:"copy"`     // so strong that they seem to copy
}
