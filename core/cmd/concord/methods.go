package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/export"
	"concord/internal/humanize"
)

func methodsFlags(asJSON *bool) *flag.FlagSet {
	f := newFlags("methods")
	f.BoolVar(asJSON, "json", false, "print JSON")
	return f
}

// listMethods lists the catalog.
func listMethods(args []string, stdout io.Writer) error {
	var asJSON bool
	if err := only(methodsFlags(&asJSON), args, "concord methods [--json]"); err != nil {
		return err
	}
	if asJSON {
		var list []api.Method
		for _, e := range catalog.All() {
			list = append(list, e.Info)
		}
		return export.WriteJSON(stdout, list)
	}
	var b strings.Builder
	heading := ""
	for _, e := range catalog.All() {
		if e.Heading() != heading {
			heading = e.Heading()
			fmt.Fprintf(&b, "%s\n", heading)
		}
		fmt.Fprintf(&b, "  %-14s %s. %s\n", e.Name, e.Title, e.Advice)
		for _, p := range e.Params {
			fmt.Fprintf(&b, "  %14s --set %s=%s  %s. %s%s\n", "", p.Name, p.Default, p.Title, p.Help, values(p))
		}
	}
	_, err := io.WriteString(stdout, b.String())
	return err
}

// values says which values a parameter may have.
func values(p catalog.Param) string {
	if p.Choices != nil {
		return " One of " + strings.Join(p.Choices, ", ") + "."
	}
	return " From " + humanize.Plain(p.Min) + " to " + humanize.Plain(p.Max) + "."
}
