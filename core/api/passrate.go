package api

import (
	"fmt"
	"math"

	"concord/internal/humanize"
)

// Rate asks which share of the tasks would pass if a person judged all of them.
type Rate struct {
	Pass   string  `json:"pass,omitempty"`   // the label that passes; empty: the one of two that says so
	Judge  string  `json:"judge,omitempty"`  // whose verdicts are corrected; empty: the panel's, or those of the only judge
	Group  string  `json:"group,omitempty"`  // a column of the file of labels, such as the model under test; empty: none
	Within float64 `json:"within,omitempty"` // half of the interval that is wanted, a share; 0: .02
}

// PassRate answers Rate. It takes the tasks that a person labelled as a random sample of all, and of those of each group.
type PassRate struct {
	Sentence string   `json:"sentence"`
	Limits   []string `json:"limits,omitempty"` // what can't be said, and what would show it
	Pass     string   `json:"pass"`
	Judge    string   `json:"judge"` // whose verdicts are corrected; empty: the panel's
	Group    string   `json:"group,omitempty"`
	All      Passed   `json:"all"`
	Groups   []Passed `json:"groups,omitempty"`
	Columns  []string `json:"columns,omitempty"` // of the file, by which tasks can be grouped
	Within   float64  `json:"within"`
	More     int      `json:"more"`           // further tasks that a person is to label for that interval; −1: all of them are too few
	Next     []Person `json:"next,omitempty"` // which: the first of them, drawn at random; FileHumanSample has all
}

// Wanted says what it takes for the interval that is wanted.
func (p *PassRate) Wanted() string {
	within := "± " + humanize.Plain(math.Round(1000*p.Within)/10) + " points"
	switch {
	case p.More > 0:
		return fmt.Sprintf("For %s, label %s by hand, drawn at random.", within, humanize.Count(p.More, "more task"))
	case p.More < 0:
		return fmt.Sprintf("These tasks are too few to know the rate of tasks like them within %s, even if a person labels all.", within)
	}
	return "The interval is within " + within + "."
}

// Passed is the pass rate of some tasks, by each way to know it.
type Passed struct {
	Group     string `json:"group,omitempty"`
	Tasks     int    `json:"tasks"`
	Human     int    `json:"human"`     // that a person labelled
	Alone     Figure `json:"alone"`     // by the judge, as it stands
	Corrected Figure `json:"corrected"` // by TPR and TNR (Rogan & Gladen 1978)
	Powered   Figure `json:"powered"`   // prediction-powered inference (Angelopoulos et al. 2023, PPI++)
	Sampled   Figure `json:"sampled"`   // by the person's labels alone
	TPR       Figure `json:"tpr"`
	TNR       Figure `json:"tnr"`
}
