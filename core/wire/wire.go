// Package wire holds the messages between the page and the worker, and their codec: JSON,
// since they are small. Nothing big crosses as a message: files go to the worker and
// downloads come back as handles (a JavaScript File or Blob, a path), and results stay in
// the worker, which the page asks for the rows it shows.
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

// The roles in which a file is opened (Open.Role).
const (
	RoleLabels    = "labels"
	RoleTruth     = "truth"      // that results are compared with
	RoleGold      = "gold"       // true classes that fits are given
	RoleConfusion = "confusion"  // confusion matrices that fits are given
	RoleCosts     = "costs"      // of wrong labels
	RoleFeatures  = "features"   // of the labelled tasks, and perhaps of others, which are predicted
	RoleText      = "text"       // texts, tokens or bags of words of such tasks
	RolePredict   = "predict"    // features or texts of further tasks to predict
	RoleTestTruth = "test-truth" // the truth of predicted tasks
	RoleState     = "state"      // a saved state, to which the labels are joined
	RoleWorkspace = "workspace"  // all that was there when it was saved
)

// Open loads a file, or a sample, in a role. What was loaded before stays until the new
// one has been read without fault.
type Open struct {
	// Role is one of the roles above. All but labels, state and workspace are read against
	// the loaded labels, and again when those change. While a state is loaded, labels that
	// are opened are joined to its own, for Fold or another Fit. A workspace replaces all
	// that is loaded, and is answered with Reopened.
	Role   string `json:"role"`
	File   *File  `json:"file,omitempty"`   // handed over beside the message
	Sample string `json:"sample,omitempty"` // in place of a file: the name of a sample
	Read   *Read  `json:"read,omitempty"`   // the choices to read it by; nil: as detected
	Files  []File `json:"files,omitempty"`  // names and sizes of the files of labels that File joins, if there are several
	// Look only tells what is understood of the file, and loads nothing. Without a Role,
	// it suggests one: Opened.Role and Why.
	Look bool `json:"look,omitempty"`
}

// File names a file; its content travels beside the message.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Reread reads a file again, with other choices: the one loaded in that role, or the one
// that could not be opened last.
type Reread struct {
	Role   string `json:"role"`
	Failed bool   `json:"failed,omitempty"` // the one that failed
	Read
}

// Read are the choices by which a file is read. They come back in Opened as
// detected, and go out in Reread as changed.
type Read struct {
	Delimiter string `json:"delimiter"` // a character, or a few; "" where the format has none
	Header    bool   `json:"header"`
	// one a column: "task", "worker", "label" or ""; of labels also "time", "seconds" (that the label
	// took), "count" (how often a row, or the label that heads the column, counts), and "truth" and
	// "gold" (see Embedded); of confusion matrices also "truth" and "value"; of features "feature" and
	// "leave-out"; of texts "text", "term" and "count"
	Roles []string `json:"roles"`
	// Chosen says of which columns a person chose the role, even that of none: the
	// others follow from those, and what Roles says of them counts only where nothing
	// else is found. Nil: Roles stand as they are.
	Chosen []bool `json:"chosen,omitempty"`
	// LabelWas is the column that held the labels when the file was last read, -1 if
	// none did. If another one does now, what goes with the labels (the truth beside
	// them, Numeric, Sets, the cells that mean no answer) is what that has, but for a
	// truth that a person chose. It does not come back.
	LabelWas *int `json:"labelWas,omitempty"`
	// HeaderLine is the line on which the table begins, where something else stands
	// above it; 0: the first.
	HeaderLine int `json:"headerLine,omitempty"`
	// Anonymous says that nobody knows who gave which label: each row is another
	// worker's.
	Anonymous bool   `json:"anonymous,omitempty"`
	Skip      bool   `json:"skip"` // leave bad rows out
	Numeric   bool   `json:"numeric"`
	Encoding  string `json:"encoding,omitempty"` // "": as detected
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
	// Confirmed says that a person has looked at the roles, where there was reason to
	// (Opened.Confirm).
	Confirmed bool `json:"confirmed,omitempty"`
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
	// Misspelt says that they don't look alike, but that one seems to be the other
	// but for a slip of the keyboard.
	Misspelt bool `json:"misspelt,omitempty"`
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

// Fold adds the new labels to the loaded saved state without another fit. It is answered
// with Fitted.
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

// Pairs asks for a piece of the matrix of Cohen's κ between workers. Workers are ordered by
// their number of labels, most first.
type Pairs struct {
	Row    int `json:"row"`    // the first row
	Column int `json:"column"` // the first column
	Count  int `json:"count"`  // of rows and of columns; at most 50
}

// Export asks for a download.
type Export struct {
	What string `json:"what"`           // see Downloads
	Of   string `json:"of,omitempty"`   // of FileProblems: the role of the file whose rows were left out; empty: the file that was read last
	As   string `json:"as,omitempty"`   // of FileLabels: another shape than CSV (see Shapes)
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
	// Keep makes a fit stop after its step and answer with what it has, instead of a Fault.
	Keep bool `json:"keep,omitempty"`
}
