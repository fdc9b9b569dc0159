package api

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
