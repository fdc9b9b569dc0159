package main

import (
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

// stated are the roles that --roles takes: those that the page offers, and none, which takes a role away.
var stated = func() (all []string) {
	for n, role := range api.RoleOf(api.RoleLabels).Columns {
		if n%2 == 0 && role != "" && role != api.TaskPart { // a word for it follows each
			all = append(all, role)
		}
	}
	return append(all, "none")
}()

// byForm reports whether the form of a file determines its columns, except for the task.
func byForm(read *api.Choices) bool {
	return slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, read.Format)
}

// complete reports whether enough columns have roles for the file to be read.
func complete(read *api.Choices) bool {
	has := func(role string) bool { return slices.Contains(read.Roles, role) }
	return has("task") && has("worker") && has("label") || byForm(read) || read.Compares()
}

// confirmed reports whether the roles that the user chose leave nothing to confirm.
func confirmed(chosen []string, read *api.Choices) bool {
	need := []string{"task", "worker", "label"}
	if named := (api.Choices{Roles: chosen}); named.Compares() {
		return true
	}
	if read.ByFile || byForm(read) {
		need = []string{"task"}
	}
	return !slices.ContainsFunc(need, func(role string) bool { return !slices.Contains(chosen, role) })
}

// chooseRoles replaces detected roles by chosen ones. A column loses a role that another
// one now has; the remaining roles are detected again.
func chooseRoles(read *api.Choices, chosen []string) {
	has := func(role string) bool { return slices.Contains(chosen, role) }
	roles, stand := slices.Clone(chosen), make([]bool, len(chosen))
	for n, role := range read.Roles {
		truth := (role == "truth" || role == "gold") && (has("truth") || has("gold"))
		if stand[n] = chosen[n] != "" || role != "" && has(role) || truth; !stand[n] {
			roles[n] = role
		}
		if roles[n] == "none" {
			roles[n] = ""
		}
	}
	read.Roles, read.Chosen = roles, stand
}

// parseRoles parses --roles task=COL,worker=COL,label=COL: the role of each column, or "".
func (s *session) parseRoles(columns []api.Column) ([]string, error) {
	roles := make([]string, len(columns))
	for _, one := range api.Split(s.roles, ',') {
		role, names, ok := api.Cut(one, '=')
		if !ok || !slices.Contains(stated, role) {
			return nil, mistakef("--roles has %q; it needs task=COL,worker=COL,label=COL; the roles are %s", one, strings.Join(stated, ", "))
		}
		all := []string{names}
		if _, err := columnOf(columns, names); err != nil && role == "task" {
			all = api.Split(names, '+')
		}
		for _, name := range all {
			at, err := columnOf(columns, name)
			if err != nil {
				return nil, err
			}
			if roles[at] != "" {
				return nil, mistakef("--roles gives the column %q two roles", columns[at].Name)
			}
			roles[at] = role
		}
	}
	if s.reading["anonymous"] == "true" && slices.Contains(roles, "worker") {
		return nil, mistakef("--anonymous says that nobody knows the workers, and --roles which column holds them")
	}
	return roles, nil
}

// columnOf finds a column by its name, escaped or not, or by its number.
func columnOf(columns []api.Column, name string) (int, error) {
	for _, called := range []string{name, api.Unescape(name)} {
		is := func(c api.Column) bool { return c.Name == called }
		at := slices.IndexFunc(columns, is)
		if at >= 0 && slices.ContainsFunc(columns[at+1:], is) {
			return 0, mistakef("--roles: several columns are called %q; say which by its number, the first of them is %d", called, at+1)
		}
		if at >= 0 {
			return at, nil
		}
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > len(columns) {
		var names []string
		for _, c := range columns {
			names = append(names, c.Name)
		}
		return 0, mistakef("--roles: there is no column %q; there are %s", api.Unescape(name), strings.Join(names, ", "))
	}
	return n - 1, nil
}

// rolesFlag writes roles as --roles takes them: columns by number, unless another column's
// name is that number.
func rolesFlag(read *api.Choices, columns []api.Column) string {
	named := map[string]int{}
	for _, c := range columns {
		named[c.Name]++
	}
	var out []string
	task := -1 // where it stands in out
	for n, role := range read.Roles {
		if !slices.Contains(stated, role) {
			continue
		}
		column := strconv.Itoa(n + 1)
		if name := columns[n].Name; named[column] > 0 && named[name] == 1 {
			column = api.Escape(name)
		}
		if role == "task" && task >= 0 {
			out[task] += "+" + column
			continue
		}
		if role == "task" {
			task = len(out)
		}
		out = append(out, role+"="+column)
	}
	return humanize.Typed(strings.Join(out, ","))
}
