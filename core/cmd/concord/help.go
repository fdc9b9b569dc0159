package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/catalog"
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
		fmt.Fprintf(&b, "  %-11s %s\n", c.name, c.summary)
	}
	b.WriteString(`
LABELS.csv has rows of task, worker, label; JSON, Excel and exports work, too.

  concord fit labels.csv > answers.csv    the label of every task
  concord fit -o answers labels.csv       the folder answers, with all tables
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
	if c.run != nil {
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
		for _, f := range inOrder(s) {
			value, usage := flag.UnquoteUsage(f)
			name := "--" + f.Name
			for short, long := range letter {
				if long == f.Name {
					name = "-" + short + ", " + name
				}
			}
			fmt.Fprintf(&b, "    %s\n", strings.TrimSpace(name+" "+value))
			if !slices.Contains([]string{"", "0", "false"}, f.DefValue) {
				usage += " (default " + f.DefValue + ")"
			}
			wrap(&b, "        ", usage)
		}
	}
	if c.run != nil {
		b.WriteString("\nEXIT STATUS\n")
		wrap(&b, "    ", "0: done. 1: the machine failed (a full disk, say). 2: the command or a file is wrong; "+
			"one line on standard error says how.")
	}
	_, err := io.WriteString(stdout, b.String())
	return err
}

// needed are the flags that most people look for, in the order in which the manual has them; the others follow by name.
var needed = []string{"dialect", "table", "out", "json", "as", "truth-sample", "save", "method", "methods", "set",
	"roles", "layout", "sheet", "delimiter", "header-line", "missing", "skip", "truth", "gold", "tasks", "workers", "classes", "labels"}

// inOrder are the flags of a section, in the order of the manual.
func inOrder(section *flag.FlagSet) (all []*flag.Flag) {
	place := func(f *flag.Flag) int {
		if at := slices.Index(needed, f.Name); at >= 0 {
			return at
		}
		return len(needed)
	}
	section.VisitAll(func(f *flag.Flag) { all = append(all, f) })
	slices.SortStableFunc(all, func(a, b *flag.Flag) int { return place(a) - place(b) })
	return all
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
		for _, title := range []string{ownFlags, methodTitle, readingTitle, sideTitle} {
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

// completion prints a script with which a shell completes commands, flags and names of methods; files are left to the shell.
func completion(args []string, stdout io.Writer) error {
	shells, err := arguments(newFlags("completion"), args)
	if err != nil {
		return err
	}
	var script string
	switch strings.Join(shells, " ") {
	case "bash":
		script = bash()
	case "zsh":
		script = "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n" + bash()
	case "fish":
		script = fish()
	default:
		return mistakef("usage: concord completion bash, zsh or fish")
	}
	_, err = io.WriteString(stdout, script)
	return err
}

// bash is a script for bash, and for zsh, which can play bash.
func bash() string {
	var b strings.Builder
	fmt.Fprintf(&b, `_concord() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
  case $COMP_CWORD:$before in
  1:*|2:help) words=%q ;;
  2:completion) words="bash zsh fish" ;;
  *:--method|*:-method) words=%q ;;
  *) case ${COMP_WORDS[1]} in
`, strings.Join(names(), " "), strings.Join(methods(), " "))
	for _, c := range commands {
		var all []string
		c.eachFlag(func(f *flag.Flag) { all = append(all, "--"+f.Name) })
		if all != nil {
			fmt.Fprintf(&b, "    %s) words=%q ;;\n", c.name, strings.Join(all, " "))
		}
	}
	b.WriteString(`    esac
    [[ $word == -* ]] || words= ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _concord concord
`)
	return b.String()
}

func fish() string {
	var b strings.Builder
	const of = "complete -c concord -n '__fish_seen_subcommand_from %s' "
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c concord -n __fish_use_subcommand -f -a %s -d %s\n", c.name, fishQuoted(c.summary))
		c.eachFlag(func(f *flag.Flag) {
			value, usage := flag.UnquoteUsage(f)
			fmt.Fprintf(&b, of+"-l %s -d %s", c.name, f.Name, fishQuoted(usage))
			switch {
			case f.Name == "method":
				fmt.Fprintf(&b, " -xa '%s'", strings.Join(methods(), " "))
			case value != "":
				b.WriteString(" -r")
			}
			b.WriteByte('\n')
		})
	}
	fmt.Fprintf(&b, of+"-f -a '%s'\n", "help", strings.Join(names(), " "))
	fmt.Fprintf(&b, of+"-f -a 'bash zsh fish'\n", "completion")
	return b.String()
}

// fishQuoted writes text so that fish takes it as it is.
func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

// methods are the names of all methods.
func methods() (all []string) {
	for _, e := range catalog.All() {
		all = append(all, e.Name)
	}
	return all
}

// eachFlag visits the flags of a command.
func (c *command) eachFlag(visit func(*flag.Flag)) {
	for _, s := range c.sections() {
		s.VisitAll(visit)
	}
}
