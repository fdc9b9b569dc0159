package wire

// Described tells what was made of a file of features or of texts.
type Described struct {
	Without    int `json:"without"`    // labelled tasks that the file does not describe
	Unlabelled int `json:"unlabelled"` // tasks of the file that nobody labelled: they are predicted

	// Of features.
	Used    []string  `json:"used,omitempty"`   // names of the columns that are learned from, the first 100
	Count   int       `json:"count"`            // of all of them
	Left    []LeftOut `json:"left,omitempty"`   // columns that are not, and why
	Leakage []LeftOut `json:"leaks,omitempty"`  // columns that are, and look like the answer itself
	Filled  int       `json:"filled,omitempty"` // missing cells that were given the mean of their column

	// Of texts.
	Vocabulary int      `json:"vocabulary,omitempty"` // different words that are learned from
	Words      int      `json:"words,omitempty"`      // all of them, repeats counted
	Common     []string `json:"common,omitempty"`     // the words of the most texts
	Empty      int      `json:"empty,omitempty"`      // texts in which no word is left
	AsIs       bool     `json:"asIs,omitempty"`       // words were taken as they stand: only the last three choices of Words apply
	Languages  []string `json:"languages,omitempty"`  // that Words.Language may name
}

// LeftOut is a column of features with a reason to look at it.
type LeftOut struct {
	Column int    `json:"column"` // of the file, from 0
	Name   string `json:"name"`
	Why    string `json:"why"`            // "is constant", "tells the truth of …"
	Keep   bool   `json:"keep,omitempty"` // the user may keep it, by the role "feature"
}

// Effort is roughly what a fit will take on this machine. It answers Request.Effort.
type Effort struct {
	Method  string  `json:"method"`
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
	Note    string  `json:"note,omitempty"`  // by which approximation, if by one
	Large   bool    `json:"large,omitempty"` // more than most tabs can bear
}

// Picture asks for the tasks laid out on a plane, similar ones together: by their features
// or, without any, by the topics of their texts.
type Picture struct {
	Seed uint64 `json:"seed"` // which tasks are drawn, where there are too many
}

// Topics asks for the topics of a result.
type Topics struct{}
