package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"concord/core/catalog"
)

// completion prints a script with which a shell completes commands, flags and names of methods; files are left to the shell.
func completion(args []string, stdout io.Writer) error {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	if err := f.Parse(args); err != nil {
		return err
	}
	var script string
	switch strings.Join(args, " ") {
	case "bash":
		script = bash()
	case "zsh":
		script = "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n" + bash()
	case "fish":
		script = fish()
	default:
		return mistakef("usage: concord completion bash, zsh or fish")
	}
	_, err := io.WriteString(stdout, script)
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
  *:-method) words=%q ;;
  *) case ${COMP_WORDS[1]} in
`, strings.Join(names(), " "), strings.Join(methods(), " "))
	for _, c := range commands {
		var all []string
		c.eachFlag(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
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
			fmt.Fprintf(&b, of+"-o %s -d %s", c.name, f.Name, fishQuoted(usage))
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
