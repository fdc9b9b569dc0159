package main

import (
	"slices"
	"strconv"
	"strings"

	"concord/core/wire"
)

// onlyLabel is the column of the labels, -1 where there is none or several are.
func onlyLabel(roles []string) int {
	at := slices.Index(roles, "label")
	if at >= 0 && slices.Contains(roles[at+1:], "label") {
		return -1
	}
	return at
}

// settled reports whether roles that the user chose leave nothing to confirm.
func settled(chosen []string, seen *wire.Opened) bool {
	need := []string{"task", "worker", "label"}
	if seen.Read.ByFile || slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, seen.Format) {
		need = []string{"task"}
	}
	return !slices.ContainsFunc(need, func(role string) bool { return !slices.Contains(chosen, role) })
}

// chooseRoles puts the roles that the user chose in place of those detected, which
// else stay.
func chooseRoles(read *wire.Read, chosen []string) {
	has := func(role string) bool { return slices.Contains(chosen, role) }
	counts := len(slices.DeleteFunc(slices.Clone(chosen), func(r string) bool { return r != "count" }))
	for n, role := range read.Roles {
		if has(role) || role == "count" && has("label") || role == "label" && counts > 1 ||
			(role == "truth" || role == "gold") && (has("truth") || has("gold")) {
			read.Roles[n] = ""
		}
		if chosen[n] != "" {
			read.Roles[n] = chosen[n]
		}
	}
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
	flag := strings.Join(out, ",")
	if strings.ContainsAny(flag, " \t\r\n'\"`$\\|&;<>()*?[]{}!#~") { // which mean something to a shell
		flag = "'" + strings.ReplaceAll(flag, "'", `'\''`) + "'"
	}
	return flag
}
