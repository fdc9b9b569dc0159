package files

import (
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
)

// Choosing returns the change that an option makes to how a file is read, with all that follows from it; nil: the text is no choice.
func Choosing(option, text string) func(*api.Choices) {
	switch option {
	case "sheet":
		return func(r *api.Choices) { *r = OnSheet(*r, text) }
	case "delimiter":
		if text == "" {
			return nil
		}
		return func(r *api.Choices) { *r = Divided(*r, text) }
	case "header-line":
		line, err := strconv.Atoi(text)
		if err != nil || line < 1 {
			return nil
		}
		return func(r *api.Choices) { *r = FromLine(*r, line) }
	case "as-is":
		return func(r *api.Choices) {
			*r = FromLine(*r, 0)
			r.AsIs = text == "yes"
		}
	case "anonymous":
		return func(r *api.Choices) { Anonymous(r, text == "yes") }
	}
	return func(r *api.Choices) {
		o := api.OptionOf(option)
		o.Set(r, text)
	}
}

// Anonymous says that nobody knows the workers, or takes that back.
func Anonymous(r *api.Choices, on bool) {
	r.Anonymous = on
	for n, role := range r.Roles {
		if on && role == ColumnWorker {
			r.Roles[n] = ColumnIgnore
			if n < len(r.Chosen) {
				r.Chosen[n] = false
			}
		}
	}
}

// Chose reports whether a person chose the columns of task, worker and label, so that none of them is a guess.
func Chose(r *api.Choices) bool {
	for n, role := range r.Roles {
		if slices.Contains([]string{ColumnTask, ColumnWorker, ColumnLabel}, role) && (n >= len(r.Chosen) || !r.Chosen[n]) {
			return false
		}
	}
	return true
}

// Assign gives a role to a column. The column that had it takes the other's role in turn, unless several columns
// had it, like the workers of a wide table, or may have it, like counts.
func Assign(r *api.Choices, column int, role string) {
	part := false // of a name that several columns have together
	if column < 0 || column >= len(r.Roles) {
		return
	}
	if role == api.TaskPart {
		role, part = ColumnTask, true
	}
	chosen := func(column int, is bool) {
		if column < len(r.Chosen) {
			r.Chosen[column] = is
		}
	}
	if !part && !slices.Contains([]string{ColumnIgnore, ColumnFeature, ColumnLeaveOut, ColumnCount, ColumnContent, api.ColumnLength}, role) {
		other := slices.Index(r.Roles, role)
		if other >= 0 && !slices.Contains(r.Roles[other+1:], role) {
			r.Roles[other] = r.Roles[column]
			chosen(other, false)
		}
	}
	r.Roles[column] = role
	chosen(column, true)
}

// AssignIn is Assign in a file of that role. In files of labels and truth, the roles that nobody chose are detected anew.
// So is what kind of labels they are, if another column now holds them.
func AssignIn(of string, r *api.Choices, column int, role string) {
	if of != api.RoleLabels && !slices.Contains([]string{api.RoleTruth, api.RoleGold, api.RoleTestTruth}, of) {
		Assign(r, column, role)
		return
	}
	if len(r.Chosen) != len(r.Roles) {
		r.Chosen = make([]bool, len(r.Roles))
	}
	Assign(r, column, role)
	if role == ColumnWorker {
		r.Anonymous = false
	}
}

// OnSheet reads another sheet of a workbook, as if it were the only one.
func OnSheet(r api.Choices, name string) api.Choices {
	return api.Choices{Sheet: name, Files: r.Files, ByFile: r.ByFile, AsIs: r.AsIs, Words: r.Words, Mode: r.Mode}
}

// FromLine begins the table on another line. Its columns change with that, and an encoding that nobody chose is detected again.
func FromLine(r api.Choices, line int) api.Choices {
	is := OnSheet(r, r.Sheet)
	is.HeaderLine, is.Header, is.Delimiter = line, true, r.Delimiter
	if strings.HasPrefix(r.Encoding, "windows") {
		is.Encoding = r.Encoding
	}
	return is
}

// Divided splits the columns at another delimiter. What follows from the columns is detected again, such as whether the
// first row is a header.
func Divided(r api.Choices, delimiter string) api.Choices {
	r.Delimiter, r.Roles, r.Chosen, r.Separator = api.Delimiter(delimiter), nil, nil, ""
	r.Not(api.KindSets)
	if !strings.HasPrefix(r.Encoding, "windows") {
		r.Encoding, r.Header = "", r.HeaderLine > 1
	}
	return r
}

// Tells reports whether a role was chosen from which the missing ones may follow.
func Tells(before, after api.Choices) bool {
	for n, chosen := range after.Chosen {
		if chosen && after.Roles[n] != ColumnIgnore && (n >= len(before.Roles) || before.Roles[n] != after.Roles[n]) {
			return true
		}
	}
	return false
}

// Merged adds a merge to a list. Names merged into one of its names before now merge into the new one.
func Merged(list []api.Merge, m api.Merge) []api.Merge {
	for n := range list {
		if list[n].Of == m.Of && slices.Contains(m.From, list[n].To) {
			m.From = append(m.From, list[n].From...)
			list[n].From = nil
		}
	}
	list = slices.DeleteFunc(list, func(x api.Merge) bool { return x.From == nil })
	for n := range list {
		if list[n].Of == m.Of && list[n].To == m.To {
			list[n].From = append(slices.Clone(list[n].From), m.From...)
			return list
		}
	}
	return append(list, m)
}

// MergedAlike adds the merge of the group at a place of names that look alike; −1: of all groups but those that may be
// misspelt, or with the name of a role of all groups of that role.
func MergedAlike(list []api.Merge, alike []api.Alike, at int, of string) []api.Merge {
	list = slices.Clone(list)
	for n, a := range alike {
		if n == at || at < 0 && (a.Of == of || of == "" && !a.Misspelt) {
			to := a.To
			for _, m := range list { // which is merged itself
				if m.Of == a.Of && slices.Contains(m.From, to) {
					to = m.To
				}
			}
			from := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == to || name == a.To && to != a.To })
			list = Merged(list, api.Merge{Of: a.Of, From: from, To: to})
		}
	}
	return list
}

// NoneID is the id of the check box that says that a cell means no answer.
func NoneID(cell string) string { return "labels-none" + strings.Join(strings.Fields(cell), "_") }
