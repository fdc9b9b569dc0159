package wire

// What there is to say of files that describe tasks, by features or by texts, and
// of what is learned from them.

// Described tells what was made of a file of features or of texts.
type Described struct {
	Without    int `json:"without"`    // labelled tasks that the file does not describe
	Unlabelled int `json:"unlabelled"` // tasks of the file that nobody labelled: they are predicted

	// Of features.
	Used   []string  `json:"used,omitempty"`   // names of the columns that are learned from, the first 100
	Count  int       `json:"count"`            // of all of them
	Left   []LeftOut `json:"left,omitempty"`   // columns that are not, and why
	Leaks  []LeftOut `json:"leaks,omitempty"`  // columns that are, and look like the answer itself
	Filled int       `json:"filled,omitempty"` // missing cells that were given the mean of their column

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

// Test is how right predictions are of tasks that nobody labelled and whose
// truth is known.
type Test struct {
	Evaluated int      `json:"evaluated"`
	Accuracy  *Measure `json:"accuracy,omitempty"`
	AUC       *Measure `json:"auc,omitempty"` // area under the ROC curve, mean over classes
	F1        *Measure `json:"f1,omitempty"`  // mean over classes
	R2        *Measure `json:"r2,omitempty"`  // in their place, where labels are numbers
	MAE       *Measure `json:"mae,omitempty"`
}

// Effort is about what a fit will take on this machine: the answer to a Fit asked
// for its effort.
type Effort struct {
	Method  string  `json:"method"`
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
	Note    string  `json:"note,omitempty"`  // by which approximation, if by one
	Large   bool    `json:"large,omitempty"` // more than most tabs can bear
}

// Picture asks for the tasks laid out on a plane, those alike side by side: by
// their features or, without any, by the topics of their texts.
type Picture struct {
	Seed uint64 `json:"seed"` // which tasks are drawn, where there are too many
}

// Pictured answers Picture.
type Pictured struct {
	From   string         `json:"from"` // "features" or "topics"
	Tasks  []int          `json:"tasks"`
	X      []float64      `json:"x"`
	Y      []float64      `json:"y"`
	Group  []int          `json:"group"` // of each task: its place among Groups
	Doubt  []float64      `json:"doubt"` // 0 for a label that is sure, 1 for one that is a toss-up
	Groups []string       `json:"groups"`
	Sizes  []int          `json:"sizes"` // tasks laid out of each group
	Of     int            `json:"of"`    // tasks that could be laid out; fewer are where there are too many
	Share  [2]float64     `json:"share"` // of the variance of all features that each direction shows
	Axes   [2][]Loading   `json:"axes"`  // what goes most into each direction
	Rows   []PicturedTask `json:"rows"`  // the tasks most in doubt
}

// Loading is how much of a feature goes into a direction of a picture.
type Loading struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"` // from −1 to 1
}

// PicturedTask is a task of a picture by name.
type PicturedTask struct {
	Index int     `json:"index"`
	Name  string  `json:"name"`
	Label string  `json:"label"`
	Doubt float64 `json:"doubt"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
}

// Topics asks for the topics of a result.
type Topics struct{}

// Topical answers Topics.
type Topical struct {
	Topics     []Topic  `json:"topics"`            // the most common first
	Classes    []string `json:"classes,omitempty"` // that the topics have weights for, the first 50; none where labels are numbers
	Documents  int      `json:"documents"`
	Vocabulary int      `json:"vocabulary"`
}

// Topic is what some of the texts are about.
type Topic struct {
	Number int         `json:"number"`           // from 1: as in the downloads
	Share  float64     `json:"share"`            // of all texts
	Words  []WordShare `json:"words"`            // the most probable
	Weight []float64   `json:"weight,omitempty"` // by which it speaks for each class or, one, for a larger number
}

// WordShare is a word with its probability in a topic.
type WordShare struct {
	Word  string  `json:"word"`
	Share float64 `json:"share"`
}

// TopicShare is how much of a text is about a topic.
type TopicShare struct {
	Number int      `json:"number"`
	Share  float64  `json:"share"`
	Words  []string `json:"words"`
}

// Spoken is a word of a text and how strongly it spoke for the label.
type Spoken struct {
	Word   string  `json:"word"`
	Count  int     `json:"count"`
	Weight float64 `json:"weight"` // of one occurrence, against an average word of the text
}
