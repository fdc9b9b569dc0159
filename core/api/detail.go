package api

import (
	"path"
	"strings"
)

// Page is a piece of a result table with cells ready to show.
type Page struct {
	Table    string     `json:"table"`
	Columns  []Heading  `json:"columns"`
	Index    []int      `json:"index"` // index of each row's task or worker in the input
	Cells    [][]string `json:"cells"`
	From     int        `json:"from"`
	Matching int        `json:"matching"` // rows that pass the filter
	Total    int        `json:"total"`
	Wrong    *float64   `json:"wrong,omitempty"` // with Rows.Only: how many of the labels that match are probably wrong; nil: unknown
}

// Heading heads a column of a Page.
type Heading struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Kind  string `json:"kind"` // "text", "number" or "share" (0 to 1, worth a bar)
}

// Worker is everything about one worker.
type Worker struct {
	Index     int            `json:"index"`
	Name      string         `json:"name"`
	Figures   []Fact         `json:"figures,omitempty"`  // what the method says
	Standing  *Standing      `json:"standing,omitempty"` // nil if labels are numbers
	Average   float64        `json:"average,omitempty"`  // accuracy of a label of the crowd
	Classes   []string       `json:"classes"`            // of the matrix; if there are many, those that matter most
	Of        int            `json:"of"`                 // number of all classes
	Confusion [][]float64    `json:"confusion"`          // row = truth
	Count     [][]float64    `json:"count"`              // expected counts
	Evidence  []bool         `json:"evidence"`           // by row: whether the worker met the class
	Low       [][]float64    `json:"low,omitempty"`      // 95 % interval of each cell
	High      [][]float64    `json:"high,omitempty"`
	Interval  string         `json:"interval,omitempty"` // what the intervals mean, in a sentence
	Mixed     []Mixed        `json:"mixed,omitempty"`    // classes that the worker mixes up most, of all
	True      *TrueConfusion `json:"true,omitempty"`     // nil: the truth of no task that the worker met is known
}

// Mixed is how often a worker gives one class another's label.
type Mixed struct {
	Truth string  `json:"truth"`
	Label string  `json:"label"`
	Count float64 `json:"count"` // expected
}

// TrueConfusion is a worker's confusion matrix by the truth that is known, of the same classes as the estimated one; row = truth.
type TrueConfusion struct {
	Labels   int         `json:"labels"` // of tasks whose truth is known
	Share    [][]float64 `json:"share"`
	Count    [][]float64 `json:"count"`
	Evidence []bool      `json:"evidence"` // by row: whether the worker met the class
	Low      [][]float64 `json:"low"`      // 95 % interval of each cell (Jeffreys)
	High     [][]float64 `json:"high"`
}

// Fact is one named figure, ready to show.
type Fact struct {
	Heading
	Text string `json:"text"`
}

// Task is everything about one task.
type Task struct {
	Index       int          `json:"index"`
	Name        string       `json:"name"`
	Content     []Content    `json:"content,omitempty"` // what workers saw, as far as files say
	Items       []string     `json:"items,omitempty"`   // the two that are compared; nil: the task is no pair of items
	Label       string       `json:"label"`             // or the number
	Classes     []string     `json:"classes"`           // if there are many, those that matter most
	Of          int          `json:"of"`                // number of all classes
	Probability []float64    `json:"probability"`       // calibrated
	Posterior   []float64    `json:"posterior"`         // the model's own
	Silent      bool         `json:"silent,omitempty"`  // nothing shows how right labels are: Probability is the model's own
	Truth       string       `json:"truth,omitempty"`
	Votes       []Vote       `json:"votes"`     // the first 1,000
	VoteCount   int          `json:"voteCount"` // number of all votes
	Why         *Why         `json:"why,omitempty"`
	Panel       []Member     `json:"panel,omitempty"`     // the methods whose posteriors are averaged
	Predicted   []float64    `json:"predicted,omitempty"` // of Classes, by a classifier whose predictions the fit was given
	Topics      []TopicShare `json:"topics,omitempty"`    // of its text, the largest first
	Spoken      []Spoken     `json:"spoken,omitempty"`    // words of its text that spoke most strongly for or against the label
	Decides     string       `json:"decides,omitempty"`   // if there is no Why: how the method decides, in a sentence
}

// Content is what a column of a file says of what workers saw of a task: a text, or the address of an image or a page.
type Content struct {
	Column string `json:"column"`
	Text   string `json:"text"`
}

// Why explains a task's label against the next most probable class, in log-odds: the class prior and,
// in Task.Votes, the weight of each vote.
type Why struct {
	Answer   string   `json:"answer"`
	Rival    string   `json:"rival"`
	Known    bool     `json:"known,omitempty"` // the class was given, so votes don't count
	Prior    float64  `json:"prior"`
	Sum      float64  `json:"sum"`                // of the prior and the weights of all votes, shown or not
	LogOdds  *float64 `json:"logOdds"`            // of the posterior; nil: too large for a float64
	Decisive int      `json:"decisive,omitempty"` // votes that rule out the rival, less those that rule out the answer
	Exact    bool     `json:"exact"`              // Sum is LogOdds
}

// Member is what a method of a panel believes of a task.
type Member struct {
	Name      string    `json:"name"`
	Title     string    `json:"title"`
	Label     string    `json:"label"`
	Posterior []float64 `json:"posterior"` // in the order of Task.Classes
	Weight    float64   `json:"weight"`    // of it in the posterior of the panel
}

// Vote is one label of a task.
type Vote struct {
	Worker   int      `json:"worker"` // −1: unknown; the vote stands for all such labels, and Name says how many
	Name     string   `json:"name"`
	Label    string   `json:"label"`
	Left     string   `json:"left,omitempty"`     // of a pair of items: the one on the left; empty: nobody knows, or there are no items
	Weight   *float64 `json:"weight,omitempty"`   // in log-odds; nil: none
	Decisive int      `json:"decisive,omitempty"` // 1: rules out the rival; −1: rules out the answer
}

// Unlabelled answers Unseen.
type Unlabelled struct {
	Tasks []Blank `json:"tasks"` // the first 200, in the order of the files
	Of    int     `json:"of"`    // number of all
}

// Blank is a task that nobody labelled.
type Blank struct {
	Name    string    `json:"name"`
	Content []Content `json:"content,omitempty"`
}

// FileKeys returns what a text that names a file is found by: the name of the file in lower case, without folders or the rest of an
// address, and that without its extension. A long text names none.
func FileKeys(text string) (name, stem string) {
	const longest = 4096 // more than file systems allow
	if len(text) > longest {
		return "", ""
	}
	text, _, _ = strings.Cut(text, "?")
	name = path.Base(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(text)), `\`, "/"))
	return name, strings.TrimSuffix(name, path.Ext(name))
}
