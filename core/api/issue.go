package api

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Issue is something about a file, or about what a fit found in it, that a person may want to settle. The page asks, the shell warns,
// report and run record say so: all from here.
type Issue struct {
	Kind     string   `json:"kind"`               // one of the kinds below
	Of       string   `json:"of,omitempty"`       // of names alike: of what (Merge.Of); of what is unused: its role; of an offer: the method
	Text     string   `json:"text"`               // what was found, in sentences
	Short    string   `json:"short,omitempty"`    // in a few words, for the reason of a verdict; empty: labels are no worse for it
	Effect   string   `json:"effect,omitempty"`   // what the first remedy changes: 12 → 3 classes
	Flag     string   `json:"flag,omitempty"`     // what the shell offers in place of remedies, a sentence
	Classes  bool     `json:"classes,omitempty"`  // it decides what the classes are: no fit starts by itself before it is settled
	Settled  bool     `json:"settled,omitempty"`  // by a choice: there is nothing to ask
	Remedies []Remedy `json:"remedies,omitempty"` // the best first
}

// Remedy is one way to settle an Issue.
type Remedy struct {
	Do    string `json:"do"`             // one of the remedies below
	With  string `json:"with,omitempty"` // with which value
	Title string `json:"title"`          // of its button
}

// The kinds of issues.
const (
	IssueRoles    = "roles"    // the roles of the columns are a guess
	IssueAlike    = "alike"    // names look alike, or seem misspelt
	IssueNone     = "none"     // labels may mean that there is no answer
	IssueSeveral  = "several"  // cells seem to hold several labels
	IssueAgain    = "again"    // workers labelled tasks more than once
	IssueScale    = "scale"    // numbers, or steps of a scale, are read as names
	IssueRejected = "rejected" // labels that the platform rejected count
	IssueHuman    = "human"    // a worker may be the person whose labels are the truth
	IssueLeftOut  = "left-out" // rows are left out
	IssueColumns  = "columns"  // columns are not read that could be
	IssueEncoding = "encoding" // the text is not valid in its encoding
	IssueFile     = "file"     // something else about the file
	IssueCopies   = "copies"   // workers answer alike, mistakes included
	IssueGold     = "gold"     // how gold weighs the workers
	IssueUnused   = "unused"   // the method makes no use of something that is open
	IssueLearner  = "learner"  // another method learns from the features or texts that are open, or ranks the items
)

// The remedies.
const (
	DoConfirm  = "confirm"   // the roles are right
	DoMerge    = "merge"     // make one name of each group
	DoNone     = "none"      // take these labels for no answer
	DoSets     = KindSets    // a task may have several labels; with: what divides them in a cell, empty: one row each
	DoAgain    = "again"     // with: which of the labels count (Choices.Again)
	DoNumbers  = KindNumbers // labels are numbers on a scale
	DoOrder    = "order"     // put the classes in the order that their names suggest
	DoDrop     = "drop"      // leave out what the platform rejected
	DoHuman    = "human"     // with: the worker whose labels are the truth
	DoEncoding = "encoding"  // with: the encoding
	DoWorker   = "worker"    // with: which column, from 1, is read as a worker of a wide table
	DoAsIs     = "as-is"     // mend nothing
	DoList     = "list"      // download the list of problems
	DoData     = "data"      // look at how the file is read
	DoWorkers  = "workers"   // look at the workers
	DoEach     = "each"      // fit again with everybody a voice of their own
	DoRun      = "run"       // run a method; with: its name
	DoKeep     = "keep"      // leave it as it is
)

// Key tells issues of a file apart (Choices.Kept).
func (i *Issue) Key() string {
	switch {
	case i.Of != "":
		return i.Kind + "-" + i.Of
	case i.Kind == IssueFile || i.Kind == IssueUnused: // there may be several
		h := fnv.New32a()
		h.Write([]byte(i.Text))
		return i.Kind + "-" + strconv.FormatUint(uint64(h.Sum32()), 36)
	}
	return i.Kind
}

// OpenIssues returns the issues that are to be settled yet, in order: not those that a person left as they are, whose keys are kept.
func OpenIssues(all []Issue, kept []string) []Issue {
	return slices.DeleteFunc(slices.Clone(all), func(i Issue) bool { return i.Settled || slices.Contains(kept, i.Key()) })
}

// UseOf returns the verdict on labels, and the reason: what they show by themselves, and what about them is open. Classes that are
// in doubt have to be checked first, however well workers agree.
func UseOf(e *Expected, open []Issue) (use Use, reason string) {
	var messy []string
	use = e.Verdict
	for _, i := range open {
		if i.Short != "" {
			messy = append(messy, i.Short)
		}
		if i.Classes && use == Usable {
			use = CheckFirst
		}
	}
	if messy == nil {
		return use, e.Reason
	}
	return use, strings.TrimSpace(e.Reason + " To settle: " + strings.Join(messy, "; ") + ".")
}

// Says are the texts of issues, as warnings about a file of that name. Roles that are a guess are no warning: somebody confirms them.
func Says(file string, all []Issue) (texts []string) {
	for _, i := range all {
		if i.Kind != IssueRoles {
			texts = append(texts, About(file, i.Text))
		}
	}
	return texts
}

// About begins a sentence with the name of the file that it is about.
func About(file, text string) string {
	if rest, ok := strings.CutPrefix(text, "Line "); ok {
		return file + ", line " + rest
	}
	first, size := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[size:]); unicode.IsLower(next) {
		first = unicode.ToLower(first)
	}
	return file + ": " + string(first) + text[size:]
}
