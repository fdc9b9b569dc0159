package main

import (
	"concord/internal/humanize"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
)

// byForm reports whether the form of a file determines its columns, except for the task.
func byForm(seen *api.Opened) bool {
	return slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, seen.Read.Format)
}

// complete reports whether enough columns have roles for the file to be read.
func complete(seen *api.Opened) bool {
	found := 0
	for _, role := range seen.Read.Roles {
		if !slices.Contains([]string{"", "time", "seconds", "truth", "gold", "content"}, role) {
			found++
		}
	}
	return found == 3 || byForm(seen)
}

// settled reports whether the roles that the user chose leave nothing to confirm.
func settled(chosen []string, seen *api.Opened) bool {
	need := []string{"task", "worker", "label"}
	if seen.Read.ByFile || byForm(seen) {
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
	}
	read.Roles, read.Chosen = roles, stand
}

// parseRoles parses -roles task=COL,worker=COL,label=COL: the role of each column, or "".
func (s *session) parseRoles(columns []api.Column) ([]string, error) {
	roles := make([]string, len(columns))
	for _, one := range strings.Split(s.roles, ",") {
		role, name, ok := strings.Cut(one, "=")
		if !ok || !slices.Contains([]string{"task", "worker", "label", "time", "seconds", "count", "truth", "gold"}, role) {
			return nil, mistakef("-roles has %q; it needs task=COL,worker=COL,label=COL, "+
				"and may have time=COL, seconds=COL, truth=COL, gold=COL or, of labels that are counted, count=COL", one)
		}
		is := func(c api.Column) bool { return c.Name == name }
		at := slices.IndexFunc(columns, is)
		if at >= 0 && slices.ContainsFunc(columns[at+1:], is) {
			return nil, mistakef("-roles: several columns are called %q; say which by its number, the first of them is %d", name, at+1)
		}
		if at < 0 {
			n, err := strconv.Atoi(name)
			if err != nil || n < 1 || n > len(columns) {
				var names []string
				for _, c := range columns {
					names = append(names, c.Name)
				}
				return nil, mistakef("-roles: there is no column %q; there are %s", name, strings.Join(names, ", "))
			}
			at = n - 1
		}
		if roles[at] != "" {
			return nil, mistakef("-roles gives the column %q two roles", columns[at].Name)
		}
		roles[at] = role
	}
	if s.reading["anonymous"] == "true" && slices.Contains(roles, "worker") {
		return nil, mistakef("-anonymous says that nobody knows the workers, and -roles which column holds them")
	}
	return roles, nil
}

// rolesFlag writes roles as -roles takes them: columns by number, unless another column's
// name is that number.
func rolesFlag(read *api.Choices, columns []api.Column) string {
	named := func(name string) (n int) {
		for _, c := range columns {
			if c.Name == name {
				n++
			}
		}
		return n
	}
	var out []string
	for n, role := range read.Roles {
		if role == "" {
			continue
		}
		column := strconv.Itoa(n + 1)
		if name := columns[n].Name; named(column) > 0 && named(name) == 1 && !strings.Contains(name, ",") {
			column = name
		}
		out = append(out, role+"="+column)
	}
	return humanize.Typed(strings.Join(out, ","))
}
