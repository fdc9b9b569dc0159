package api

import (
	"fmt"

	"concord/internal/humanize"
)

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

// Names of the ways to choose the next label.
const (
	WayBoth   = "both"
	WayTask   = "task"
	WayRandom = "random"
)

// Title is the way in words.
func (w *Way) Title() string {
	return map[string]string{WayBoth: "task and worker chosen", WayTask: "task chosen", WayRandom: "at random"}[w.Name]
}

// Sentence says how many labels would have been enough.
func (r *Replayed) Sentence() string {
	var chosen, random *int
	for _, w := range r.Ways {
		switch w.Name {
		case WayBoth:
			chosen = w.Enough
		case WayRandom:
			random = w.Enough
		}
	}
	within := fmt.Sprintf("for %.1f %% errors or fewer", 100*(r.Error+r.Slack))
	all := humanize.Count(r.Labels, "label")
	switch {
	case chosen == nil && random == nil:
		return "All " + all + " were needed " + within + "."
	case chosen == nil:
		return fmt.Sprintf("%s of %s, taken at random, would have been enough %s.", humanize.Number(*random), all, within)
	case random == nil:
		return fmt.Sprintf("%s of %s would have been enough %s, with task and worker chosen by the method; at random, all were needed.",
			humanize.Number(*chosen), all, within)
	}
	return fmt.Sprintf("%s of %s would have been enough %s, with task and worker chosen by the method; at random, %s.",
		humanize.Number(*chosen), all, within, humanize.Number(*random))
}

// Way is a way to choose the next label.
type Way struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
	Enough *int    `json:"enough,omitempty"` // labels from which on there is no more error than with all; nil: it never comes to that
}
