package api

import "strings"

// Panel asks how the judges of a small panel stand: models, people, or both, who label most of the same tasks and share mistakes.
type Panel struct {
	Pass   string `json:"pass,omitempty"`   // the class of TPR; empty: the one of two that says so, or the first
	Length string `json:"length,omitempty"` // a column of the file of labels: how long what is judged is; empty: the one that says so
}

// Judges answers Panel. A person's labels are the known truths: gold tasks, the truth, and what was checked here.
type Judges struct {
	Sentence    string      `json:"sentence"`           // what the panel is worth, in a sentence or two
	Limits      []string    `json:"limits,omitempty"`   // what can't be said of it, and what would show it
	Tasks       int         `json:"tasks"`              // judged
	Human       int         `json:"human"`              // of them, that a person labelled
	Pass        string      `json:"pass,omitempty"`     // the class of TPR; empty: there are not two classes
	Passes      bool        `json:"passes,omitempty"`   // Pass was chosen, or its name says that something passes: there is a pass rate
	Position    string      `json:"position,omitempty"` // the class for the first of two things: a bias towards it is position bias
	Length      string      `json:"length,omitempty"`   // the column of Judge.Length
	Effective   Figure      `json:"effective"`          // as many judges who err on their own would be worth as much (Kish 1965)
	Correlation Figure      `json:"correlation"`        // of the errors of two judges, on average
	Panel       Judge       `json:"panel"`              // the answer of all together, judged on tasks whose truth it was not given
	Judges      []Judge     `json:"judges"`             // the most accurate first
	Families    [][]int     `json:"families,omitempty"` // judges who err together: places in Judges
	Pairs       [][]float64 `json:"pairs,omitempty"`    // correlation of the errors of two judges, by places in Judges; 0: unknown
}

// All are the panel, unless it is one judge or nothing is known of it, and the judges.
func (p *Judges) All() []Judge {
	if len(p.Judges) < 2 || p.Human == 0 {
		return p.Judges
	}
	return append([]Judge{p.Panel}, p.Judges...)
}

// Kin names the judges who err together with worker index, with commas between them.
func (p *Judges) Kin(index int) string {
	for _, family := range p.Families {
		var names []string
		for _, at := range family {
			if p.Judges[at].Index != index {
				names = append(names, p.Judges[at].Name)
			}
		}
		if len(names) < len(family) {
			return strings.Join(names, ", ")
		}
	}
	return ""
}

// Judge is how one judge stands.
type Judge struct {
	Index    int       `json:"index"` // of the worker; −1: the panel
	Name     string    `json:"name"`
	Labels   int       `json:"labels"` // verdicts
	Blank    int       `json:"blank"`  // tasks of the panel without a verdict: not asked, abstained, or failed
	Accuracy Figure    `json:"accuracy"`
	TPR      Figure    `json:"tpr"`            // of what a person passes, the share that the judge passes; undefined without Judges.Pass
	TNR      Figure    `json:"tnr"`            // of what a person fails, the share that the judge fails
	Kappa    Figure    `json:"kappa"`          // Cohen's, with the person
	Others   Figure    `json:"others"`         // agreement with another judge, on average
	Without  Figure    `json:"without"`        // how much more often the panel is right with the judge than without
	Bias     []Leaning `json:"bias,omitempty"` // classes, the most biased first
	Length   Figure    `json:"length"`         // how much more often the judge is wrong in favour of the longer half than of the shorter
}

// Leaning is how much more often a judge gives a class than is right.
type Leaning struct {
	Class string `json:"class"`
	Figure
}

// MostJudges is how many judges a panel may have: of more, nobody looks at each.
const MostJudges = 20

// IsPanel reports whether the workers are a panel: few, who label most of the tasks.
func (c *Counts) IsPanel() bool {
	labels := c.Labels - c.Repeats // a label of a worker to a task once
	return c.Workers > 0 && c.Workers <= MostJudges && 2*labels >= c.Workers*c.Tasks && c.Kind.Can(AskJudge)
}
