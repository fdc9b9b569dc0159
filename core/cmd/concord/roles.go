package main

import (
	"slices"
	"strconv"
	"strings"

	"concord/core/session"
	"concord/core/wire"
)

// chosen is what is understood of the file where some columns have the roles that the
// flag gives them, and the others follow from those; sure: they leave nothing to confirm.
func (s *session) chosen(role string, from session.Source, seen *wire.Opened) (now *wire.Opened, sure bool, err error) {
	roles, err := parseRoles(s.roles, seen.Columns)
	if err != nil {
		return nil, false, err
	}
	if s.anonymous && slices.Contains(roles, "worker") {
		return nil, false, mistakef("-anonymous says that nobody knows the workers, and -roles which column holds them")
	}
	read := seen.Read
	s.common(role, &read)
	was := slices.Index(read.Roles, "label")
	read.LabelWas = &was
	chooseRoles(&read, roles)
	if now, err = s.look(role, from, &read); err != nil {
		return nil, false, err
	}
	return now, settled(roles, now), nil
}

// settled reports whether roles that the user chose leave nothing to confirm.
func settled(chosen []string, seen *wire.Opened) bool {
	need := []string{"task", "worker", "label"}
	if seen.Read.ByFile || slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, seen.Format) {
		need = []string{"task"}
	}
	return !slices.ContainsFunc(need, func(role string) bool { return !slices.Contains(chosen, role) })
}

// chooseRoles puts the roles that the user chose in place of those detected. Columns
// that had one of them have none; the roles of others follow, and else are as before.
func chooseRoles(read *wire.Read, chosen []string) {
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

// parseRoles reads task=COL,worker=COL,label=COL: the role of each column, empty
// where nothing is said of it.
func parseRoles(text string, columns []wire.Column) ([]string, error) {
	roles := make([]string, len(columns))
	for _, one := range strings.Split(text, ",") {
		role, name, ok := strings.Cut(one, "=")
		if !ok || !slices.Contains([]string{"task", "worker", "label", "time", "seconds", "count", "truth", "gold"}, role) {
			return nil, mistakef("-roles has %q; it needs task=COL,worker=COL,label=COL, and may have time=COL, seconds=COL, truth=COL, gold=COL or, of labels that are counted, count=COL", one)
		}
		is := func(c wire.Column) bool { return c.Name == name }
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
	return roles, nil
}

// rolesFlag writes roles as -roles wants them: columns by their numbers, unless one
// is called like the number of another.
func rolesFlag(read *wire.Read, columns []wire.Column) string {
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
	return typed(strings.Join(out, ","))
}

// typed is an argument as it is typed into a shell.
func typed(s string) string {
	if strings.ContainsAny(s, " \t\r\n'\"`$\\|&;<>()*?[]{}!#~") { // which mean something there
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
