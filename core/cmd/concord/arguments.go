package main

import (
	"flag"
	"slices"
	"strings"

	"concord/internal/humanize"
)

// letter has the flags that a letter stands for, too.
var letter = map[string]string{"o": "out"}

// arguments sets the flags of a command line, each with one dash or two, and returns what else there is. The error is flag.ErrHelp where
// help was asked for.
func arguments(f *flag.FlagSet, args []string) (rest []string, err error) {
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		if word == "--" {
			return append(rest, args...), nil
		}
		if len(word) < 2 || word[0] != '-' {
			rest = append(rest, word)
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
		if name == "h" || name == "help" {
			return nil, flag.ErrHelp
		}
		if long := letter[name]; long != "" {
			name = long
		}
		is := f.Lookup(name)
		if is == nil {
			return nil, unknownFlag(f, name)
		}
		switch {
		case given:
		case isSwitch(is):
			value = "true"
		case len(args) == 0:
			what, _ := flag.UnquoteUsage(is)
			return nil, mistakef("--%s needs a value: %s", name, what)
		default:
			value, args = args[0], args[1:]
		}
		if err := f.Set(name, value); err != nil {
			return nil, wrongValue(is, value, err)
		}
	}
	return rest, nil
}

// isSwitch reports whether a flag needs no value.
func isSwitch(f *flag.Flag) bool {
	is, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && is.IsBoolFlag()
}

// unknownFlag says that there is no such flag, and which was probably meant.
func unknownFlag(f *flag.FlagSet, name string) error {
	var names []string
	f.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	list := strings.TrimSpace("concord "+f.Name()) + " --help lists the flags"
	if near := humanize.Near(name, names); near >= 0 {
		return mistakef("there is no flag --%s. Did you mean --%s? %s", name, names[near], list)
	}
	return mistakef("there is no flag --%s; %s", name, list)
}

// wrongValue says what is wrong with the value of a flag.
func wrongValue(f *flag.Flag, value string, err error) error {
	get, ok := f.Value.(flag.Getter)
	if !ok { // a flag of ours, which says itself what it takes
		return mistakef("--%s is %q: %v", f.Name, value, err)
	}
	takes := "a number"
	switch get.Get().(type) {
	case bool:
		takes = "true or false"
	case int:
		takes = "a whole number"
	case uint64:
		takes = "a whole number that is not negative"
	}
	return mistakef("--%s is %q; it must be %s", f.Name, value, takes)
}

// only sets the flags of a command that takes nothing else.
func only(f *flag.FlagSet, args []string, usage string) error {
	rest, err := arguments(f, args)
	if err == nil && len(rest) > 0 {
		return mistakef("usage: %s", usage)
	}
	return err
}

// named is the command of that name.
func named(name string) (*command, error) {
	if i := slices.IndexFunc(commands, func(c command) bool { return c.name == name }); i >= 0 {
		return &commands[i], nil
	}
	if near := humanize.Near(name, names()); near >= 0 {
		return nil, mistakef("there is no command %q. Did you mean %s? concord help lists all", name, commands[near].name)
	}
	return nil, mistakef("there is no command %q; concord help lists all", name)
}

// names are the names of all commands.
func names() (all []string) {
	for _, c := range commands {
		all = append(all, c.name)
	}
	return all
}
