package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// help prints the list of commands, or the manual of one.
func help(args []string, stdout io.Writer) error {
	if len(args) > 0 {
		c, err := named(args[0])
		if err != nil {
			return err
		}
		return c.manual(stdout)
	}
	var b strings.Builder
	b.WriteString("Concord finds the most probable label of every task, and how far to trust it.\n\n" +
		"usage: concord COMMAND [flags] LABELS.csv …\n\n")
	for _, c := range commands {
		if c.sharded { // the manual of shard names it
			continue
		}
		fmt.Fprintf(&b, "  %-11s %s\n", c.name, c.summary)
	}
	b.WriteString(`
LABELS.csv has one label a row: task, worker, label. CSV, JSON, Excel and what
platforms export are recognised, packed too. A dash reads standard input.

  concord fit -out answers labels.csv    writes answers/labels.csv and more
`)
	_, err := io.WriteString(stdout, b.String())
	return err
}

// columns is the width of a manual.
const columns = 79

// manual prints the manual of a command: what it does, its flags, examples.
func (c *command) manual(stdout io.Writer) error {
	var b strings.Builder
	args := c.args
	if c.run != nil && !c.sharded {
		args = "[flags] LABELS.csv …"
	}
	fmt.Fprintf(&b, "NAME\n    concord %s - %s\n\nUSAGE\n    %s\n", c.name, c.summary, strings.TrimSpace("concord "+c.name+" "+args))
	m := manuals[c.name]
	if m.about != "" {
		b.WriteString("\nDESCRIPTION\n")
		for i, paragraph := range strings.Split(m.about, "\n\n") {
			if i > 0 {
				b.WriteByte('\n')
			}
			wrap(&b, "    ", paragraph)
		}
	}
	if m.examples != nil {
		b.WriteString("\nEXAMPLES\n")
		for _, e := range m.examples {
			fmt.Fprintf(&b, "    %s\n", e.line)
			wrap(&b, "        ", e.does)
		}
	}
	for _, s := range c.sections() {
		fmt.Fprintf(&b, "\n%s\n", s.Name())
		s.VisitAll(func(f *flag.Flag) {
			value, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(&b, "    %s\n", strings.TrimSpace("-"+f.Name+" "+value))
			if !slices.Contains([]string{"", "0", "false"}, f.DefValue) {
				usage += " (default " + f.DefValue + ")"
			}
			wrap(&b, "        ", usage)
		})
	}
	if c.run != nil {
		b.WriteString("\nEXIT STATUS\n")
		wrap(&b, "    ", "0: done. 1: the machine failed (a full disk, say). 2: the command or a file is wrong; "+
			"one line on standard error says how.")
	}
	_, err := io.WriteString(stdout, b.String())
	return err
}

// sections are the flags of a command as the manual divides them; the name of each is its title.
func (c *command) sections() (all []*flag.FlagSet) {
	of := func(title string, f *flag.FlagSet) {
		f.Init(title, flag.ContinueOnError)
		f.VisitAll(func(*flag.Flag) {
			if len(all) == 0 || all[len(all)-1] != f {
				all = append(all, f)
			}
		})
	}
	switch {
	case c.run != nil:
		for _, title := range []string{ownFlags, methodTitle, sideTitle, readingTitle} {
			of(title, c.flagSet(newOptions(), title))
		}
	case c.name == "sql":
		f, _ := new(sqlCommand).flags()
		of(ownFlags, f)
	case c.name == "simulate":
		of(ownFlags, new(simulated).flags())
	case c.name == "methods":
		of(ownFlags, methodsFlags(new(bool)))
	}
	return all
}

// wrap writes text as lines of at most so many columns, each after an indent.
func wrap(b *strings.Builder, indent, text string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && len([]rune(line))+len([]rune(word)) > columns {
			fmt.Fprintln(b, strings.TrimRight(line, " "))
			line = indent
		}
		line += word + " "
	}
	fmt.Fprintln(b, strings.TrimRight(line, " "))
}
