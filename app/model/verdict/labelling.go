package verdict

import (
	"bytes"
	"encoding/csv"
	"path"
	"slices"
	"strings"

	"concord/core/api"
)

// You is the worker whose labels are the user's own.
const You = "you"

// Labelling is the labelling of tasks that nobody labelled, one after the other. It is a value: its methods return another.
type Labelling struct {
	Open    bool
	Tasks   []api.Blank // nil: on their way
	Of      int         // how many there are in all, perhaps more than are listed
	At      int         // the task that is open; len(Tasks): all were
	Labels  []string    // of each task; empty: none
	Classes []string    // that there are
	True    bool        // the labels are gold, beside being a worker’s
}

// With returns the labelling of the tasks that were found; nil: it failed.
func (l Labelling) With(found *api.Unlabelled) Labelling {
	if found == nil {
		return Labelling{}
	}
	l.Tasks, l.Of, l.At, l.Labels = found.Tasks, found.Of, 0, make([]string, len(found.Tasks))
	return l
}

// Classes are the names in a text, divided by commas.
func Classes(text string) (classes []string) {
	for _, name := range strings.Split(text, ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(classes, name) {
			classes = append(classes, name)
		}
	}
	return classes
}

// OfFiles returns the labelling of files, each of which shows a task. Tasks are named like their files, without extensions where
// these tell none apart.
func OfFiles(names, classes []string) Labelling {
	l := Labelling{Open: true, Of: len(names), Labels: make([]string, len(names)), Classes: classes}
	stems := map[string]bool{}
	for _, name := range names {
		stems[strings.TrimSuffix(name, path.Ext(name))] = true
	}
	for _, name := range names {
		if len(stems) == len(names) {
			name = strings.TrimSuffix(name, path.Ext(name))
		}
		l.Tasks = append(l.Tasks, api.Blank{Name: name})
	}
	return l
}

// Table is a file of the labels that were given.
func (l Labelling) Table() []byte {
	var file bytes.Buffer
	w := csv.NewWriter(&file)
	w.Write([]string{"task", "worker", "label"})
	for _, x := range l.Own() {
		w.Write([]string{x.Task, x.Worker, x.Label})
	}
	w.Flush()
	return file.Bytes()
}

// Task is the task that is open, nil if none is.
func (l Labelling) Task() *api.Blank {
	if l.At >= len(l.Tasks) {
		return nil
	}
	return &l.Tasks[l.At]
}

// Keys are those of the classes.
func (l Labelling) Keys() []string { return Keys(&api.Task{Classes: l.Classes, Of: len(l.Classes)}) }

// Give labels the task that is open, empty leaves it without a label, and goes on to the next.
func (l Labelling) Give(label string) Labelling {
	if l.At < len(l.Tasks) {
		l.Labels = slices.Clone(l.Labels)
		l.Labels[l.At] = label
		l.At++
	}
	return l
}

// Back goes back to the task before.
func (l Labelling) Back() Labelling {
	l.At = max(0, l.At-1)
	return l
}

// Own are the labels that were given.
func (l Labelling) Own() (own []api.Own) {
	for n, label := range l.Labels {
		if label != "" {
			own = append(own, api.Own{Task: l.Tasks[n].Name, Worker: You, Label: label})
		}
	}
	return own
}

// Gold are the labels as verdicts, if they are to be gold. Their tasks follow the first n.
func (l Labelling) Gold(n int) (all []api.Reviewed) {
	if !l.True {
		return nil
	}
	for i, one := range l.Own() {
		all = append(all, api.Reviewed{Task: n + i, Label: one.Label})
	}
	return all
}

// Key does what a key is for.
func (l Labelling) Key(key string) Labelling {
	switch key = strings.ToLower(key); key {
	case "":
	case "b", "u":
		return l.Back()
	case "s":
		return l.Give("")
	default:
		if n := slices.Index(l.Keys(), key); n >= 0 {
			return l.Give(l.Classes[n])
		}
	}
	return l
}

// Blanks counts the tasks without labels in what describes tasks.
func Blanks(opened ...*api.Opened) (n int) {
	for _, o := range opened {
		switch {
		case o == nil:
		case o.Described != nil:
			n += o.Described.Unlabelled
		default:
			n += o.Known
		}
	}
	return n
}
