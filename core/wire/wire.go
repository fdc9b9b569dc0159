// Package wire holds the messages between the page and the worker, and their
// codec: JSON, since they are small. What is big never crosses as a message:
// files go to the worker as handles (a JavaScript File, a path), downloads come
// back as handles (a Blob, a path), and results stay in the worker, which the
// page asks for the rows it shows.
package wire

// Request is one thing asked of the engine. Exactly one pointer is set.
type Request struct {
	ID      int      `json:"id"` // answers carry the same
	Open    *Open    `json:"open,omitempty"`
	Reread  *Reread  `json:"reread,omitempty"`
	Fit     *Fit     `json:"fit,omitempty"`
	Effort  *Fit     `json:"effort,omitempty"` // what that fit would take
	Fold    *Fold    `json:"fold,omitempty"`
	Rows    *Rows    `json:"rows,omitempty"`
	Worker  *Subject `json:"worker,omitempty"`
	Task    *Subject `json:"task,omitempty"`
	Agree   *Agree   `json:"agree,omitempty"`
	Pairs   *Pairs   `json:"pairs,omitempty"`
	Amend   *Amend   `json:"amend,omitempty"`
	Compare *Compare `json:"compare,omitempty"`
	Advise  *Advise  `json:"advise,omitempty"`
	Judge   *Subject `json:"judge,omitempty"`
	Plan    *Plan    `json:"plan,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
	Topics  *Topics  `json:"topics,omitempty"`
	Replay  *Replay  `json:"replay,omitempty"`
	Export  *Export  `json:"export,omitempty"`
	Drop    *Drop    `json:"drop,omitempty"`
	Cancel  *Cancel  `json:"cancel,omitempty"`
}

// Open loads a file, or a sample, in a role. What was loaded before stays until
// the new one has been read without fault.
type Open struct {
	// Role is "labels"; "truth", which results are compared with; "gold", true
	// classes that fits are given; or "confusion", what is believed of the workers
	// beforehand. These three are read against the labels that are loaded, and have
	// to be read again when those change.
	//
	// "state" is a saved state. While it is loaded, labels that are opened are
	// those that came since: they are joined to those of the state, for Fold or
	// for another Fit.
	//
	// "workspace" is everything that was there when it was exported. It takes the
	// place of all that is loaded, and is answered with Reopened.
	Role   string `json:"role"`
	File   *File  `json:"file,omitempty"`   // handed over beside the message
	Sample string `json:"sample,omitempty"` // in place of a file: the name of a sample
	Read   *Read  `json:"read,omitempty"`   // the choices to read it by; nil: as detected
	Files  []File `json:"files,omitempty"`  // of labels, where File is several files of them, one after the other: their names and sizes
	// Look only looks: it says what is understood of the file, and loads nothing.
	// Without a Role it says which one the file should have: Opened.Role and Why.
	Look bool `json:"look,omitempty"`
}

// File names a file; its content travels beside the message.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Reread reads a file again, with other choices: the one that is loaded in that
// role, or the one whose opening failed last.
type Reread struct {
	Role   string `json:"role"`
	Failed bool   `json:"failed,omitempty"` // the one that failed
	Read
}

// Read are the choices by which a file is read. They come back in Opened as
// detected, and go out in Reread as changed.
type Read struct {
	Delimiter string   `json:"delimiter"` // one character; "" where the format has none
	Header    bool     `json:"header"`
	Roles     []string `json:"roles"` // one a column: "task", "worker", "label" or ""; of labels also "time", "count" (how often a row, or the label that heads the column, counts), and "truth" and "gold" (see Holds); of confusion matrices also "truth" and "value"; of features "feature" and "leave-out"; of texts "text", "term" and "count"
	Skip      bool     `json:"skip"`  // leave bad rows out
	Numeric   bool     `json:"numeric"`
	Encoding  string   `json:"encoding,omitempty"` // "": as detected
	// Drop leaves out labels that the platform itself holds to be worthless: of
	// assignments that were rejected, of workers who failed its tests.
	Drop bool `json:"drop,omitempty"`
	// Again says which labels count of a worker who labels a task again: "" all of
	// them, "first", "last", or "majority", the one given most often (of numbers
	// their mean).
	Again string `json:"again,omitempty"`
	// Missing are the cells that mean "no answer", beside the empty one; nil: the
	// usual ones.
	Missing []string `json:"missing"`
	// Merge makes one of names that mean the same.
	Merge []Merge `json:"merge,omitempty"`
	// Files are the files that it is made of, one after the other, where they are
	// several; and ByFile says that each holds the labels of one worker, who is
	// called like the file.
	Files  []File `json:"files,omitempty"`
	ByFile bool   `json:"byFile,omitempty"`
	// ManyClasses takes a file for what it is that has more than 1,000 different
	// labels, the usual sign of a wrong column.
	ManyClasses bool `json:"manyClasses,omitempty"`
	// Sets says that a task may have several labels: in one cell, with Separator
	// between them, or in one row each.
	Sets      bool   `json:"sets,omitempty"`
	Separator string `json:"separator,omitempty"`
	Words     *Words `json:"words,omitempty"` // of texts: how words are made of them; nil: as the engine does by itself
	// Sheet is the name of the sheet, of a workbook; "": as detected. With neither
	// Encoding nor Roles beside it, all else is detected too.
	Sheet string `json:"sheet,omitempty"`
	Mode  string `json:"mode,omitempty"` // of confusion matrices: "assign", "addition" or "prior"; "": "assign"
}

// Merge says that some names stand for another one.
type Merge struct {
	Of   string   `json:"of"` // "label", "worker" or "task"
	From []string `json:"from"`
	To   string   `json:"to"`
}

// Alike are names that look alike: perhaps they mean the same.
type Alike struct {
	Of     string   `json:"of"`
	Names  []string `json:"names"`
	Shown  []string `json:"shown"`  // the names made printable: what can't be seen is written as \u200b
	Labels []int    `json:"labels"` // that each has
	To     string   `json:"to"`     // the one that has most
}

// Words are how words are made of texts.
type Words struct {
	Language     string  `json:"language,omitempty"` // whose stop words are left out and whose words are cut to their stems; "": neither
	KeepStop     bool    `json:"keepStop,omitempty"`
	KeepEndings  bool    `json:"keepEndings,omitempty"`
	Markup       bool    `json:"markup,omitempty"`       // strip tags
	MinDocuments int     `json:"minDocuments,omitempty"` // leave out words of fewer documents
	MaxShare     float64 `json:"maxShare,omitempty"`     // … and of more than this share of them
	Vocabulary   int     `json:"vocabulary,omitempty"`   // keep so many words at most; 0: 1,000,000
}

// WordChoice is how many words, repeats counted, and how many different ones are
// left after a choice.
type WordChoice struct {
	Name       string `json:"name"`
	Words      int    `json:"words"`
	Vocabulary int    `json:"vocabulary"`
}

// Fit runs a method on the labels.
type Fit struct {
	Method    string            `json:"method"`
	Values    map[string]string `json:"values,omitempty"`
	Seed      uint64            `json:"seed"`
	MaxSteps  int               `json:"maxSteps,omitempty"`
	Tolerance float64           `json:"tolerance,omitempty"`
	Gain      float64           `json:"gain,omitempty"`
	Parts     int               `json:"parts,omitempty"`  // how many goroutines a step may use
	Resume    bool              `json:"resume,omitempty"` // start from the saved state that is loaded
}

// Fold takes the labels that came since into the saved state that is loaded,
// without another fit. It is answered with Fitted.
type Fold struct {
	Seed      uint64  `json:"seed"`
	MaxSteps  int     `json:"maxSteps,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"`
}

// Rows asks for a piece of a result table.
type Rows struct {
	Table  string `json:"table"` // "tasks", "workers", "judged" (workers, by what all others say) or, after Compare, "compared"
	Sort   string `json:"sort"`  // a column's name; empty: input order
	Desc   bool   `json:"desc"`
	Filter string `json:"filter"` // part of a name, case-insensitive
	Label  string `json:"label"`  // only tasks with this label; empty: all
	From   int    `json:"from"`
	Count  int    `json:"count"` // at most 200
}

// Subject asks for one task or worker by its index in the input.
type Subject struct {
	Index int `json:"index"`
}

// Agree asks how far the workers agree with each other. No fit is needed.
type Agree struct {
	Seed uint64 `json:"seed"` // of the intervals
}

// Pairs asks for a piece of the matrix of Cohen's κ between workers, who come in
// the order of how many labels they gave, most first.
type Pairs struct {
	Row    int `json:"row"`    // the first of the rows
	Column int `json:"column"` // … of the columns
	Count  int `json:"count"`  // of either; at most 50
}

// Export asks for a download.
type Export struct {
	// What is "labels", "posteriors", "workers", "confusion", "classes", "tasks"
	// (where the method has columns of them), "run", "problems", "all" (a zip),
	// "report" (HTML), "report-json", after Compare "compared", after Plan "plan", or "state" and
	// "workspace": what Open takes in those roles.
	What string `json:"what"`
	As   string `json:"as,omitempty"`   // of "labels", another shape than CSV: "json", "ndjson", "xlsx" (every table), "label-studio" or "crowd-kit"
	Safe bool   `json:"safe"`           // prefix cells that a spreadsheet would run as formulas
	Name string `json:"name,omitempty"` // of the file; empty: made of the data's, the method's and the date
	Page string `json:"page,omitempty"` // of a workspace: what Reopened shall give back
	Gzip bool   `json:"gzip,omitempty"` // compress what is plain text; ".gz" is added to a name that is made
}

// Drop forgets what was opened in that role.
type Drop struct {
	Role string `json:"role"`
}

// Cancel ends the request of that ID, which answers with Fault.Cancelled.
type Cancel struct {
	ID int `json:"id"`
	// Keep has a fit stop after its step and answer with what it has, in place of
	// a Fault.
	Keep bool `json:"keep,omitempty"`
}

// Reply is one answer. Progress may come many times; any other pointer ends
// the request.
type Reply struct {
	ID       int       `json:"id"`
	Progress *Progress `json:"progress,omitempty"`
	Fault    *Fault    `json:"fault,omitempty"`
	Opened   *Opened   `json:"opened,omitempty"`
	Fitted   *Fitted   `json:"fitted,omitempty"`
	Effort   *Effort   `json:"effort,omitempty"`
	Page     *Page     `json:"page,omitempty"`
	Worker   *Worker   `json:"worker,omitempty"`
	Task     *Task     `json:"task,omitempty"`
	Agreed   *Agreed   `json:"agreed,omitempty"`
	Paired   *Paired   `json:"paired,omitempty"`
	Amended  *Amended  `json:"amended,omitempty"`
	Compared *Compared `json:"compared,omitempty"`
	Advised  *Advised  `json:"advised,omitempty"`
	Judged   *Judged   `json:"judged,omitempty"`
	Planned  *Planned  `json:"planned,omitempty"`
	Pictured *Pictured `json:"pictured,omitempty"`
	Topical  *Topical  `json:"topical,omitempty"`
	Replayed *Replayed `json:"replayed,omitempty"`
	Reopened *Reopened `json:"reopened,omitempty"`
	Exported *File     `json:"exported,omitempty"` // the content travels beside the message
	Dropped  *Drop     `json:"dropped,omitempty"`
}

// Final reports whether the reply ends its request.
func (r *Reply) Final() bool { return r.Progress == nil }

// Progress tells how far a request has come.
type Progress struct {
	Phase   string  `json:"phase"`            // "read", "fit", "think" or "write"
	Method  string  `json:"method,omitempty"` // the title of the method at work, where there are several
	At      int     `json:"at,omitempty"`     // which fit of several, from 1
	Of      int     `json:"of,omitempty"`     // how many there will be; 0 where unknown
	Bytes   int64   `json:"bytes"`
	Total   int64   `json:"total"` // bytes; 0 where unknown
	Rows    int     `json:"rows"`
	Step    *Step   `json:"step,omitempty"`
	Seconds float64 `json:"seconds"`
}

// Step is one iteration; a figure that the method has not is nil.
type Step struct {
	N         int      `json:"n"`
	Objective *float64 `json:"objective"`
	Change    *float64 `json:"change"`
	Flips     *int     `json:"flips"`
}

// Fault is why a request failed. What was there before is untouched.
type Fault struct {
	Cancelled bool      `json:"cancelled,omitempty"`
	Broken    bool      `json:"broken,omitempty"`   // by Concord itself or the machine, not by what was asked or loaded
	Message   string    `json:"message"`            // one line: where, what, what to do
	Problems  []Problem `json:"problems,omitempty"` // of single rows: the first few
	Count     int       `json:"count,omitempty"`    // of all of them
	CanSkip   bool      `json:"canSkip,omitempty"`  // Reread with Skip set would leave them out
	Good      int       `json:"good,omitempty"`     // rows that would remain
	Many      bool      `json:"many,omitempty"`     // so many classes that Reread must set ManyClasses to take them
	Several   bool      `json:"several,omitempty"`  // rows have several labels, which Reread with Sets set would take
	Opened    *Opened   `json:"opened,omitempty"`   // what was understood of the file all the same
}

// Problem is one thing wrong with the input.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Record int    `json:"record,omitempty"` // where lines alone do not tell, as in JSON
	Column string `json:"column,omitempty"`
	Text   string `json:"text,omitempty"`
	What   string `json:"what"`
	Do     string `json:"do,omitempty"`
}

// Opened tells what was understood of a file and what is in it.
type Opened struct {
	Role      string       `json:"role"`
	File      File         `json:"file"`
	Format    string       `json:"format"`
	Encoding  string       `json:"encoding"`
	Packing   string       `json:"packing,omitempty"` // how it is compressed: "gzip" …
	Confirm   string       `json:"confirm,omitempty"` // why the user should confirm the roles first
	Offer     string       `json:"offer,omitempty"`   // an encoding worth trying, where the text is not valid in Encoding
	Read      Read         `json:"read"`
	Sheets    []Sheet      `json:"sheets,omitempty"`   // of a workbook: those that may be read, of which Read.Sheet is …
	SheetWhy  string       `json:"sheetWhy,omitempty"` // … and why, where there are several
	Names     bool         `json:"names,omitempty"`    // the columns have names without a header: it is no choice
	Columns   []Column     `json:"columns"`
	Preview   [][]string   `json:"preview"`
	Counts    *Counts      `json:"counts,omitempty"`   // of labels
	Holds     []Holds      `json:"holds,omitempty"`    // of labels: what else is in the file
	Known     int          `json:"known,omitempty"`    // of truth and gold: tasks of the labels whose truth is known; of confusion: workers with a matrix
	Accuracy  *Accuracy    `json:"accuracy,omitempty"` // of truth: how right the result at hand is, if there is one
	Numbers   *Numbers     `json:"numbers,omitempty"`  // in its place, where labels are numbers
	Methods   []Method     `json:"methods,omitempty"`
	Costs     *CostMatrix  `json:"costs,omitempty"`    // of costs: all of them; nil: there are more than MostPriced classes
	Priced    *Priced      `json:"priced,omitempty"`   // … and what the labels of the result at hand cost, if there is one
	State     *State       `json:"state,omitempty"`    // of a saved state
	Problems  []Problem    `json:"problems,omitempty"` // rows left out: the first few
	Count     int          `json:"problemCount,omitempty"`
	Warnings  []Problem    `json:"warnings,omitempty"`  // what is odd about the file as a whole
	Alike     []Alike      `json:"alike,omitempty"`     // of labels: names that look alike, the first few …
	AlikeOf   int          `json:"alikeOf,omitempty"`   // … of so many groups
	Why       string       `json:"why,omitempty"`       // of a file that was to be recognised: why it was given its role
	Sure      bool         `json:"sure,omitempty"`      // … and whether there is hardly a doubt
	Doubt     string       `json:"doubt,omitempty"`     // which labels Read.Drop leaves out: "of an assignment that was rejected"; empty: the format marks none
	Words     []WordChoice `json:"choices,omitempty"`   // of texts: what each choice left
	Described *Described   `json:"described,omitempty"` // of features and texts
	Test      *Test        `json:"test,omitempty"`      // of the truth of predicted tasks: how right the predictions at hand are, if there are some
}

// Holds says what a file of labels holds beside them, in a column of its own: to
// have it, the file is to be opened once more, in that role and by those choices.
type Holds struct {
	Role   string `json:"role"` // "truth" or "gold"
	Column string `json:"column"`
	Read   Read   `json:"read"`
}

// State tells what is in a saved state.
type State struct {
	Method  string   `json:"method"`
	Title   string   `json:"title"`  // of the method
	Source  string   `json:"source"` // the name of the file that the labels came from
	Tasks   int      `json:"tasks"`
	Workers int      `json:"workers"`
	Labels  int      `json:"labels"`
	Classes []string `json:"classes"` // the first 100
	Of      int      `json:"of"`      // how many classes there are in all
}

// Sheet is a sheet of a workbook.
type Sheet struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
}

// Column is a column of the file as it was read.
type Column struct {
	Name string `json:"name"`
	Why  string `json:"why"` // why it was given its role
}

// Counts are what there is to see of a set of labels at a glance.
type Counts struct {
	Rows, Skipped                   int
	Tasks, Workers, Labels, Classes int
	ClassNames                      []string // the first 100, in their order where they have one
	ClassLabels                     []int    // labels that name each of them
	PerTask, PerWorker              Range
	TaskBins, WorkerBins            []CountBin // how many tasks and workers have so many labels
	Ties                            int        // tasks whose majority vote is tied
	Single                          int        // tasks with one label only
	Repeats                         int        // labels beyond the first by the same worker on the same task
	Numeric                         bool
	Sets                            bool   // a task may have several labels
	Anonymous                       bool   // nobody knows who gave which label: Workers is 0, and there is nothing to say of any
	Ordered                         bool   // the classes are steps of a scale, from low to high (Amend.Order)
	Formulas                        int    // names that a spreadsheet would run as formulas: ask whether downloads shall be safe
	Formula                         string // the first of them
}

// CountBin tells how many have Low to High of something.
type CountBin struct{ Low, High, Count int }

// Range is the spread of a count.
type Range struct{ Min, Median, Mean, Max float64 }

// Method is a method of the catalog, as the page shows it.
type Method struct {
	Name     string  `json:"name"`
	Title    string  `json:"title"`
	Family   string  `json:"family"`
	Advice   string  `json:"advice"`
	Citation string  `json:"citation"`
	Why      string  `json:"why,omitempty"` // why it can't run on these data; empty: it can
	Params   []Param `json:"params,omitempty"`
	Effort   bool    `json:"effort,omitempty"` // what a fit takes can be asked beforehand
}

// Param is a parameter of a method.
type Param struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Help    string   `json:"help"`
	Default string   `json:"default"`
	Choices []string `json:"choices,omitempty"`
	Integer bool     `json:"integer,omitempty"`
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
}

// Fitted is the outcome of a fit.
type Fitted struct {
	Method    string    `json:"method"`
	Title     string    `json:"title"`
	Status    string    `json:"status"`
	Objective string    `json:"objective"` // its name; empty: the method has none
	Trace     []Step    `json:"trace"`     // thinned to at most 500 steps, first and last kept
	Steps     int       `json:"steps"`
	Seconds   float64   `json:"seconds"`
	Warnings  []string  `json:"warnings,omitempty"`
	Ties      int       `json:"ties"`
	Classes   []Share   `json:"classes"`        // how the answers fall on the classes
	Sets      bool      `json:"sets,omitempty"` // a task may have several labels; ties, accuracy and matrices are of yes/no questions
	Accuracy  *Accuracy `json:"accuracy,omitempty"`
	Numbers   *Numbers  `json:"numbers,omitempty"`   // in its place, where labels are numbers
	Priced    *Priced   `json:"priced,omitempty"`    // what the labels cost, where wrong ones do
	Tables    []string  `json:"tables"`              // tables that Rows may ask for
	Files     []string  `json:"files"`               // what Export may be asked for
	Topics    bool      `json:"topics,omitempty"`    // Topics may be asked for
	Picture   bool      `json:"picture,omitempty"`   // Picture may be asked for
	Seen      int       `json:"seen,omitempty"`      // documents seen in a step, where a step does not see them all
	Predicted int       `json:"predicted,omitempty"` // tasks that nobody labelled and that were predicted
	Test      *Test     `json:"test,omitempty"`      // how right those are, where the truth is known
	Baseline  string    `json:"baseline,omitempty"`
	Differ    int       `json:"differ"` // labels that differ from the majority vote
}

// Share is how often a class is the answer.
type Share struct {
	Class string  `json:"class"`
	Tasks int     `json:"tasks"`
	Prior float64 `json:"prior"`
}

// Accuracy is the comparison with a known truth.
type Accuracy struct {
	Evaluated int     `json:"evaluated"`
	Wrong     int     `json:"wrong"`
	Accuracy  float64 `json:"accuracy"`
	Low       float64 `json:"low"` // 95 % interval
	High      float64 `json:"high"`
	Expected  float64 `json:"expected"` // under random breaking of ties
	// Apart is how many steps of the scale the labels are from the truth, on
	// average (the mean absolute error of ranks); nil: the classes have no order.
	Apart *Measure `json:"apart,omitempty"`
}

// Numbers is the comparison of estimated numbers with the true ones. A figure
// that the data cannot give says why.
type Numbers struct {
	Evaluated   int     `json:"evaluated"`
	R2          Measure `json:"r2"`
	MAE         Measure `json:"mae"`
	RMSE        Measure `json:"rmse"`
	Correlation Measure `json:"correlation"`
}

// Measure is a figure with its 95 % interval.
type Measure struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Why   string  `json:"why,omitempty"` // not defined because …; the figures are then 0
}

// Page is a piece of a result table, cells ready to show.
type Page struct {
	Table    string     `json:"table"`
	Columns  []Heading  `json:"columns"`
	Index    []int      `json:"index"` // of each row's task or worker in the input
	Cells    [][]string `json:"cells"`
	From     int        `json:"from"`
	Matching int        `json:"matching"` // rows that pass the filter
	Total    int        `json:"total"`
}

// Heading heads a column of a Page.
type Heading struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Kind  string `json:"kind"` // "text", "number" or "share" (0 to 1, worth a bar)
}

// Worker is all there is to say of one worker.
type Worker struct {
	Index     int         `json:"index"`
	Name      string      `json:"name"`
	Labels    int         `json:"labels"`
	Accuracy  float64     `json:"accuracy"`          // 0 where labels are numbers
	Figures   []Figure    `json:"figures,omitempty"` // the other columns of the table of workers
	Classes   []string    `json:"classes"`           // of the matrix: those that matter most where there are many
	Of        int         `json:"of"`                // how many classes there are in all
	Confusion [][]float64 `json:"confusion"`         // row = truth
	Count     [][]float64 `json:"count"`             // expected counts
	Evidence  []bool      `json:"evidence"`          // by row: whether the worker met the class at all
	Low       [][]float64 `json:"low,omitempty"`     // 95 % interval of each cell of the matrix
	High      [][]float64 `json:"high,omitempty"`
	Interval  string      `json:"interval,omitempty"` // what the intervals are, in a sentence
	Ordered   bool        `json:"ordered,omitempty"`  // the classes are steps of a scale, from low to high
}

// Figure is one named figure, ready to show.
type Figure struct {
	Heading
	Text string `json:"text"`
}

// Task is all there is to say of one task.
type Task struct {
	Index     int          `json:"index"`
	Name      string       `json:"name"`
	Label     string       `json:"label"`             // or the number, where labels are numbers
	Figures   []Figure     `json:"figures,omitempty"` // the other columns of the table of tasks
	Classes   []string     `json:"classes"`           // those that matter most where there are many
	Of        int          `json:"of"`                // how many classes there are in all
	Posterior []float64    `json:"posterior"`
	Truth     string       `json:"truth,omitempty"`
	Votes     []Vote       `json:"votes"`     // the first thousand
	VoteCount int          `json:"voteCount"` // all of them
	Why       *Why         `json:"why,omitempty"`
	Topics    []TopicShare `json:"topics,omitempty"`  // what its text is about, the most first
	Spoken    []Spoken     `json:"spoken,omitempty"`  // words of its text that spoke most for the label, or against it
	Decides   string       `json:"decides,omitempty"` // where there is no Why: how the method decides, in a sentence
}

// Why tells what speaks for a task's label and against the next probable class,
// in log-odds: the class prior and, in Task.Votes, the weight of each vote.
type Why struct {
	Answer   string   `json:"answer"`
	Rival    string   `json:"rival"`
	Known    bool     `json:"known,omitempty"` // the class was given: no vote counts
	Prior    float64  `json:"prior"`
	Sum      float64  `json:"sum"`                // of the prior and all weights, those of votes that are not shown included
	LogOdds  *float64 `json:"logOdds"`            // of the posterior; nil: too many to be told from certainty
	Decisive int      `json:"decisive,omitempty"` // what rules the rival out, less what rules the answer out
	Exact    bool     `json:"exact"`              // Sum is LogOdds
}

// Vote is one label of a task.
type Vote struct {
	Worker   int      `json:"worker"` // −1: nobody knows who; it stands for all such labels, and Name says how many
	Name     string   `json:"name"`
	Label    string   `json:"label"`
	Weight   *float64 `json:"weight,omitempty"`   // in log-odds; nil: the method gives it none
	Decisive int      `json:"decisive,omitempty"` // 1: it rules the rival out; −1: the answer
}

// Agreed tells how far the workers agree with each other.
type Agreed struct {
	Tasks   int           `json:"tasks"`  // with labels
	Paired  int           `json:"paired"` // with two labels or more
	Labels  int           `json:"labels"`
	Figures []Coefficient `json:"figures"`
	Classes []ClassAgreed `json:"classes,omitempty"` // the first 100
	Of      int           `json:"of"`                // how many classes there are in all
	Workers int           `json:"workers"`           // for Pairs; 0: there are no pairs to ask for
	Ordered bool          `json:"ordered,omitempty"` // the classes are steps of a scale: AC2 counts near ones as part agreement
}

// Coefficient is a measure of agreement.
type Coefficient struct {
	Name  string `json:"name"` // "percent", "fleiss", "alpha-nominal" …
	Title string `json:"title"`
	Measure
	N        int  `json:"n"`        // tasks that it rests on
	Interval bool `json:"interval"` // Low and High are the 95 % interval
}

// ClassAgreed is the agreement on one class against all others.
type ClassAgreed struct {
	Class    string  `json:"class"`
	Labels   int     `json:"labels"`
	Specific Measure `json:"specific"` // if one label of a task names it, so does another
	Alpha    Measure `json:"alpha"`
}

// Paired is a piece of the matrix of workers.
type Paired struct {
	Of      int      `json:"of"` // workers in all
	Rows    []Person `json:"rows"`
	Columns []Person `json:"columns"`
	Cells   [][]Pair `json:"cells"`
}

// Person is a worker among the rows or columns of a matrix.
type Person struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Labels int    `json:"labels"`
}

// Pair is the agreement of two workers.
type Pair struct {
	Tasks int      `json:"tasks"` // that both labelled
	Same  float64  `json:"same"`  // share of them with the same label
	Kappa *float64 `json:"kappa"` // Cohen's; nil: not defined
	// Weighted is κ where near classes agree in part; nil: not defined, or the
	// classes have no order.
	Weighted *float64 `json:"weighted,omitempty"`
}
