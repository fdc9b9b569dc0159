package api

// Described describes a file of features or texts as it was read.
type Described struct {
	Without    int `json:"without"`    // labelled tasks that the file does not describe
	Unlabelled int `json:"unlabelled"` // tasks of the file without labels, which are predicted

	// Of features.
	Used    []string  `json:"used,omitempty"`   // columns used, the first 100
	Count   int       `json:"count"`            // of all columns used
	Left    []LeftOut `json:"left,omitempty"`   // columns not used, and why
	Leakage []LeftOut `json:"leaks,omitempty"`  // columns used that look like the answer itself
	Filled  int       `json:"filled,omitempty"` // missing cells, which got the mean of their column

	// Of texts.
	Vocabulary int      `json:"vocabulary,omitempty"` // different words used
	Words      int      `json:"words,omitempty"`      // words used, counting repeats
	Common     []string `json:"common,omitempty"`     // the words in most texts
	Empty      int      `json:"empty,omitempty"`      // texts without a word used
	AsIs       bool     `json:"asIs,omitempty"`       // words are taken as they are, and only the last four choices of Words apply
	Bags       bool     `json:"bags,omitempty"`       // they are bags of words, and Words.Ngrams doesn't apply either
	Languages  []string `json:"languages,omitempty"`  // values of Words.Language
}

// LeftOut is a column that is not used: of features, and what is wrong with it, or of labels.
type LeftOut struct {
	Column int    `json:"column"` // from 0
	Name   string `json:"name"`
	Why    string `json:"why"`            // "is constant", "tells the truth of …"
	Keep   bool   `json:"keep,omitempty"` // it can be kept, by the role "feature"
}

// Effort is roughly what a fit costs on this machine. It answers Request.Effort.
type Effort struct {
	Method  string  `json:"method"`
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
	Note    string  `json:"note,omitempty"`  // the approximation that would be used, if any
	Large   bool    `json:"large,omitempty"` // more than most tabs can take
}

// Topics asks for the topics of a result.
type Topics struct{}
