package session

import (
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// checkColumns are the columns of a file of checks by which it is known as such: what the default and the majority vote said of each
// task. Its tasks are those on which the two differ, so its truth is no random sample, and nothing is measured by it.
func checkColumns(f *File) (columns [2]int, is bool) {
	if f.Found == nil {
		return columns, false
	}
	for n, name := range []string{api.MethodDefault, api.MethodBaseline} {
		columns[n] = slices.IndexFunc(f.Found.Columns, func(c api.Column) bool { return c.Name == name })
	}
	return columns, columns[0] >= 0 && columns[1] >= 0
}

// decide returns what the truth, if it is one of checks, decides between the default and the majority vote; nil: it is another.
func (l *loader) decide(t *Truth) (*api.Decided, error) {
	columns, is := checkColumns(l.file)
	set := l.s.Labels.Set
	if !is || t.Class == nil || !l.s.Labels.Can(api.AskCheck) || l.file.several() {
		return nil, nil
	}
	said, err := readAll(l.Job, l.file, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (map[int][2]string, error) {
		return sidefile.Said(name, r, g, set, columns, o)
	})
	if err != nil {
		return nil, err
	}
	d := &api.Decided{Method: api.MethodDefault}
	if d.Of = len(said); d.Of >= api.MostChecks {
		d.Of++ // as many as were asked for: there may be more
	}
	for i, truth := range t.Class {
		if truth == crowd.Unknown {
			continue
		}
		name := ""
		if int(truth) < set.Classes.Len() {
			name = set.Classes.At(int(truth))
			d.Told = append(d.Told, api.Reviewed{Task: i, Label: name, Said: said[i][0]})
		}
		right := func(said string) bool { // CSV guards cells
			return name != "" && (said == name || strings.TrimPrefix(said, "'") == name)
		}
		d.Count(right(said[i][0]), right(said[i][1]))
	}
	if d.Votes() {
		d.Method = api.MethodBaseline
	}
	return d, nil
}
