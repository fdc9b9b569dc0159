package api

import (
	"encoding/json"
)

// Choices are how a file is read. Detection fills them in, the user may change each of them, and then they are handed back whole: the file
// is read as they say. What was Detected is detected again only if a choice changed that it depends on.
type Choices struct {
	Delimiter string `json:"delimiter"` // one character or a few; "" if the format has none
	Header    bool   `json:"header"`    // the first row names the columns
	// Roles are the roles of the columns, one each (see the constants of package layout).
	Roles []string `json:"roles"`
	// Chosen marks the columns whose role the user chose, even that of none. The other
	// roles follow from those; what Roles says of them is only a fallback. Nil: Roles
	// stand as they are.
	Chosen []bool `json:"chosen,omitempty"`
	// TableLayout is how the table is laid out: one of the constants below. Empty: as detected.
	TableLayout string `json:"layout,omitempty"`
	// Where says which rows count: those that meet the conditions on all columns named here. Nil: all.
	Where []Condition `json:"where,omitempty"`
	// Question is the one whose answers are the labels, where the file has answers to several (Detected.Questions).
	Question string `json:"question,omitempty"`
	// HeaderLine is the line on which the table begins, if something else stands above it; 0: the first.
	HeaderLine int `json:"headerLine,omitempty"`
	// AsIs reads the file as it stands: titles above the table, totals below it and merged cells are neither left out nor mended,
	// and errors and abstentions of judges are labels.
	AsIs bool `json:"asIs,omitempty"`
	// Human is the worker whose labels are no labels but the truth of the tasks that it labelled; empty: there is none.
	Human string `json:"human,omitempty"`
	// Anonymous says that nobody knows who gave which label: each row counts as another worker's.
	Anonymous bool   `json:"anonymous,omitempty"`
	Skip      bool   `json:"skip"`               // leave bad rows out
	Numeric   bool   `json:"numeric"`            // labels are numbers on a scale rather than classes
	Encoding  string `json:"encoding,omitempty"` // one that table.Open knows; "": as detected
	// Reversed reads comparisons the other way round than detected: the other end of numbers means the left item, the other end of a ranking
	// is the best, or the column of a matrix of wins has won against the row.
	Reversed bool `json:"reversed,omitempty"`
	// Style has the columns of Lengths explain votes on two items, beside the items: the longer answer may win for its length.
	Style bool `json:"style,omitempty"`
	// Drop leaves out labels that the platform itself marks as worthless: those of rejected assignments, or of workers who failed its tests.
	Drop bool `json:"drop,omitempty"`
	// Again says which labels count if a worker labels a task again: one of the constants below.
	Again string `json:"again,omitempty"`
	// Missing are the cells that mean "no answer", beside the empty one; nil: the usual ones.
	Missing []string `json:"missing"`
	Merge   []Merge  `json:"merge,omitempty"`
	// Own are labels that the user gave in the page; they come after those of the file.
	Own []Own `json:"own,omitempty"`
	// Files are the files of which this one is the concatenation, if there are several.
	// ByFile says that each holds the labels of one worker, who is named like the file.
	Files  []File `json:"files,omitempty"`
	ByFile bool   `json:"byFile,omitempty"`
	// ManyClasses accepts more than 1,000 different labels, which usually mean that the wrong column was taken for the label.
	ManyClasses bool `json:"manyClasses,omitempty"`
	// Sets says that a task may have several labels: in one cell, divided by Separator as in "a|b", or in one row each.
	Sets      bool   `json:"sets,omitempty"`
	Separator string `json:"separator,omitempty"`
	Words     *Words `json:"words,omitempty"` // how texts become words; nil: the engine decides
	// Confirmed says that the user has checked roles that were in doubt.
	Confirmed bool `json:"confirmed,omitempty"`
	// Kept are the issues that the user left as they are, by their keys (api.Issue.Key).
	Kept []string `json:"kept,omitempty"`
	// Sheet is the name of the sheet of a workbook; "": as detected. If neither Encoding nor Roles is set beside it, all else is detected too.
	Sheet string `json:"sheet,omitempty"`
	Mode  string `json:"mode,omitempty"` // of a history of the workers: "prior" (also ""), "addition" or "assign"

	Detected `json:"detected,omitzero"`
}

// Detected is what detection found out about a file, beside the choices. The zero value: nothing yet.
type Detected struct {
	Format   string     `json:"format"`            // "long" … (a row of formats.md)
	Packing  string     `json:"packing,omitempty"` // its compression: "gzip", "zstd" …
	Columns  []Column   `json:"columns"`
	Preview  [][]string `json:"preview"`            // the first rows, without the header, made printable
	Title    string     `json:"title,omitempty"`    // what stands above the table, if its line was found
	Confirm  string     `json:"confirm,omitempty"`  // why a person should confirm the roles before anything is computed; empty: no need
	Unused   []LeftOut  `json:"unused,omitempty"`   // columns without a role that could have one, and why they have none
	Offer    string     `json:"offer,omitempty"`    // an encoding worth trying, where the text is not valid in Encoding
	Guessed  string     `json:"guessed,omitempty"`  // the encoding that Encoding was, by the words of the text, when this was detected
	Sheets   []Sheet    `json:"sheets,omitempty"`   // of a workbook: those that can be read
	SheetWhy string     `json:"sheetWhy,omitempty"` // why Sheet was chosen, if there are several
	Names    bool       `json:"names,omitempty"`    // columns have names without a header row, so Header is no choice
	Lengths  []string   `json:"lengths,omitempty"`  // columns that say how long or how formatted the two answers of a vote are, or hold them
	Doubtful string     `json:"doubtful,omitempty"` // what Drop leaves out, in words; empty: nothing
	// First are the first few answers of the file, as they are understood.
	First []Answer `json:"first,omitempty"`
	// Questions are those that the file has answers to, if there are several: one of them can be chosen.
	Questions []string `json:"questions,omitempty"`

	// Form is how the file becomes rows, and the choices that all this was found by. Only package layout reads it.
	Form json.RawMessage `json:"form,omitempty"`
}

// For returns these choices for another file, which keeps what it says itself: its delimiter, header, encoding, sheet and roles, and what
// was detected.
func (c Choices) For(file Choices) Choices {
	c.Delimiter, c.Header, c.HeaderLine = file.Delimiter, file.Header, file.HeaderLine
	c.Encoding, c.Sheet, c.Roles, c.Detected = file.Encoding, file.Sheet, file.Roles, file.Detected
	return c
}

// Laid is how the table is laid out, as it was said or detected.
func (c *Choices) Laid() string {
	switch {
	case c.TableLayout != "":
		return c.TableLayout
	case c.Format == "wide" || c.Format == "matrix":
		return LayoutItems
	case c.Format == "counts" || c.Format == "patterns":
		return LayoutCounts
	}
	return LayoutRows
}

// Counted says which of a worker's repeated labels count. Where a task may have several labels, they are not repeats.
func (c *Choices) Counted() string {
	if c.Sets {
		return AgainAll
	}
	return c.Again
}

// The values of Choices.TableLayout.
const (
	LayoutRows   = "rows"   // a row for each answer
	LayoutItems  = "items"  // a row for each task, a column for each worker
	LayoutPeople = "people" // a row for each worker, a column for each task
	LayoutCounts = "counts" // how often each label was given
)

// Tie is the Label of an Answer that prefers neither item.
const Tie = "tie"

// Answer is what a worker said of a task. Where labels are counted, Worker is empty and Times says how often it was given.
type Answer struct {
	Task   string `json:"task"`
	Worker string `json:"worker,omitempty"`
	Label  string `json:"label"`
	Times  int    `json:"times,omitempty"`
}

// Condition is met by rows with one of the values in a column.
type Condition struct {
	Column string   `json:"column"` // its name
	Values []string `json:"values"`
}

// The values of Choices.Again.
const (
	AgainAll      = ""         // each is an answer of its own
	AgainFirst    = "first"    // the first counts
	AgainLast     = "last"     // the last counts
	AgainMajority = "majority" // the most frequent, of several the earliest; of numbers the mean
)

// File is one of the files that are read as one.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
	Next *Next  `json:"next,omitempty"` // of a download: what to do with it; nil: nothing is worth saying
}

// Next says what to do with a download, and what to copy for that.
type Next struct {
	Says string `json:"says"`
	Text string `json:"text"`
}

// Merge makes several names mean one thing.
type Merge struct {
	Of   string   `json:"of"` // the role: "label", "worker" or "task"
	From []string `json:"from"`
	To   string   `json:"to"`
}

// Own is a label of the user's.
type Own struct {
	Task   string `json:"task"`
	Worker string `json:"worker"` // as whom
	Label  string `json:"label"`
}

// Words say how texts become words. The zero value takes every word as it is written, but for its case.
type Words struct {
	Language     string  `json:"language,omitempty"` // whose stop words and endings are removed; "": neither
	KeepStop     bool    `json:"keepStop,omitempty"`
	KeepEndings  bool    `json:"keepEndings,omitempty"`
	Markup       bool    `json:"markup,omitempty"`       // remove HTML tags
	MinDocuments int     `json:"minDocuments,omitempty"` // leave out words of fewer texts
	MaxShare     float64 `json:"maxShare,omitempty"`     // leave out words of more than this share of the texts; 0: none
	Vocabulary   int     `json:"vocabulary,omitempty"`   // keep this many of the commonest words; 0: 1,000,000
	// Ngrams is how many neighbouring words may count as one, from 1 to MostNgrams; 0: 1. Shorter runs count, too.
	Ngrams int `json:"ngrams,omitempty"`
}

// MostNgrams is the largest Words.Ngrams.
const MostNgrams = 5

// WordCount is how many words, and how many different ones, are left after a step of Words.
type WordCount struct {
	Name       string `json:"name"`
	Words      int    `json:"words"`
	Vocabulary int    `json:"vocabulary"`
}

// Sheet is a sheet of a workbook.
type Sheet struct {
	Name   string `json:"name"`
	Hidden bool   `json:"hidden,omitempty"`
}

// Alike is a group of names that may mean the same, such as "Yes", "yes" and "Yes"
// with a zero-width character, or "1" and "1.0". They stay apart unless the user
// merges them.
type Alike struct {
	Of     string   `json:"of"` // the role, as in Merge
	Names  []string `json:"names"`
	Shown  []string `json:"shown"`  // the names made printable: a zero-width space is written \u200b
	Labels []int    `json:"labels"` // how many each name has
	To     string   `json:"to"`     // the name with the most labels
	// Misspelt says that the names differ by a typing error rather than look alike.
	Misspelt bool `json:"misspelt,omitempty"`
}

// NoAnswer is a label that may mean "no answer"; with no Labels, a cell that means so by the user's choice.
type NoAnswer struct {
	Name   string `json:"name"`
	Labels int    `json:"labels,omitempty"`
}
