package main

import (
	"cmp"
	"errors"
	"flag"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/fit"
	"concord/core/parse"
	"concord/core/sidefile"
)

// options are the flags of all commands; each command has some of them.
type options struct {
	files []string        // of labels
	given map[string]bool // flags that were set
	// answering are those on which the answers depend, with their dashes.
	answering []string

	api.Fit // what is asked for, unless the earlier fit is only folded into

	side  map[string]string // files beside the labels, by flag
	words api.Words

	reading                map[string]string // choices of how files are read, by flag
	sets, order, roles     string
	weights                string // of ordered classes that are near
	mergeAlike             bool
	merges                 []api.Merge
	state, saveState, save string
	recipePath             string
	json, exact, bare      bool
	out, as                string
	sample, checks         int // tasks to check: of all, and of those on which the methods differ
	tiers                  bool
	methods                string
	table                  string // of the methods compared
	paper, key             string // what a paper takes over; whom its pseudonyms stand for
	names                  bool   // a report names the workers
	heldOut                bool
	quick                  bool // advice: why the default
	plan                   api.Plan
	prices                 api.Prices
	rate                   api.Rate
	length                 string // the column that tells how long what judges judge is
}

func newOptions() *options {
	return &options{given: map[string]bool{}, Fit: api.Fit{Values: map[string]string{}}, side: map[string]string{},
		reading: map[string]string{}}
}

// methodFlags adds the flags that say which method is fitted, and how.
func (o *options) methodFlags(f *flag.FlagSet) {
	f.StringVar(&o.Method, "method", "",
		"the `NAME` of the method; concord methods lists them (default: the one that suits the data, "+api.MethodDefault+" for most classes)")
	o.settingFlags(f)
	f.IntVar(&o.Parts, "parts", 0, "the `NUMBER` of processors that a step may use (default all)")
}

// settingFlags adds the settings of the method.
func (o *options) settingFlags(f *flag.FlagSet) {
	f.Func("set", "a setting of the method, `KEY=VALUE`; may be repeated", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("it needs KEY=VALUE")
		}
		o.Values[key] = value
		return nil
	})
	f.Float64Var(&o.Gain, "gain", 0, "stop when the objective rises by less than this `NUMBER`; 0: never")
}

// stopFlags adds when fits end.
func (o *options) stopFlags(f *flag.FlagSet) {
	f.IntVar(&o.MaxSteps, "max-steps", 0, "stop after this `NUMBER` of steps (default "+strconv.Itoa(fit.DefaultMaxSteps)+")")
	f.StringVar(&o.Stop, "stop", "", "when a fit has converged, by `RULE`: settled (when its labels have settled, or more steps "+
		"predict held-out labels no better) or paper (when the parameters move by less than --tolerance) (default settled, or paper with "+
		"--tolerance)")
	f.Float64Var(&o.Tolerance, "tolerance", 0,
		"stop when the parameters move by less than this `NUMBER`; negative: never (default 1e-4, with --stop paper)")
}

func (o *options) jsonFlag(f *flag.FlagSet) { f.BoolVar(&o.json, "json", false, "print JSON") }

func (o *options) exactFlag(f *flag.FlagSet) {
	f.BoolVar(&o.exact, "exact", false, "write names that a spreadsheet would run as formulas as they are, without an apostrophe before them")
}

// sideFlags adds the files that stand beside the labels, and how they are read.
func (o *options) sideFlags(f *flag.FlagSet) {
	for _, r := range api.Roles() {
		for _, side := range r.Flags {
			f.Func(side.Name, side.Usage, func(path string) error {
				o.side[side.Name] = path
				return nil
			})
		}
	}
	o.optionFlags(f, func(x *api.Option) bool { return x.Of == api.RoleText || x.Of == api.RoleConfusion })
}

// optionFlags adds the flags of some of the choices of how files are read.
func (o *options) optionFlags(f *flag.FlagSet, of func(*api.Option) bool) {
	for _, x := range api.Options() {
		if x.Flag == "" || !of(&x) {
			continue
		}
		switch x.Flag { // what other packages know
		case "language":
			x.Usage += strings.Join(sidefile.Languages(), ", ")
		case "missing":
			x.Usage += " (default: " + strings.Join(parse.Missing(), ",") + ")"
		}
		switch x.Field(&api.Choices{}).(type) {
		case *bool:
			if x.Asks {
				f.String(x.Flag, "", x.Usage)
			} else {
				f.Bool(x.Flag, false, x.Usage)
			}
		case *int:
			f.Int(x.Flag, 0, x.Usage)
		case *float64:
			f.Float64(x.Flag, 0, x.Usage)
		case *[]api.Condition:
			f.Var(new(conditions), x.Flag, x.Usage)
		default:
			f.String(x.Flag, x.Usual, x.Usage)
		}
	}
}

// conditions are those of a flag that may be repeated, one a line.
type conditions string

func (c *conditions) String() string { return string(*c) }

func (c *conditions) Set(s string) error {
	if column, _, ok := api.Cut(s, '='); !ok || column == "" {
		return errors.New("it needs COL=VALUE")
	}
	*c += conditions(s + "\n")
	return nil
}

// apply makes the choices that flags say about a file in a role, those on which its columns depend or the others.
func (o *options) apply(role string, shapes bool, read *api.Choices) error {
	for _, x := range api.Options() {
		text, given := o.reading[x.Flag]
		switch {
		case !given || x.First || x.Shapes != shapes || !slices.Contains([]string{"", role}, cmp.Or(x.FlagOf, x.Of)):
		case (x.Asks || x.Shapes) && text == "": // as detected
		case x.Asks && text != "yes" && text != "no":
			return mistakef("--%s is yes or no, not %q", x.Flag, text)
		case x.Name == "layout" && !slices.ContainsFunc(x.Values, func(v api.OptionValue) bool { return v.Name == text }):
			return mistakef("--layout is rows, items, people or counts, not %q", text)
		default:
			x.Set(read, text) // the flag has understood it
		}
	}
	return nil
}

// named are the flags that name files of such roles.
func (o *options) named(is func(api.Role) bool) (flags []string) {
	for _, r := range api.Roles() {
		for _, side := range r.Flags {
			if is(r) && o.side[side.Name] != "" {
				flags = append(flags, side.Name)
			}
		}
	}
	return flags
}

// readFlags adds the flags that say how the file of labels is read.
func (o *options) readFlags(f *flag.FlagSet) {
	f.StringVar(&o.sets, "multilabel", "",
		"a task may have several labels, with the `SEPARATOR` between them in a cell, or, where it is the word rows, in one row each")
	f.StringVar(&o.order, "order", "", "the classes are steps of a scale: all of them, from the lowest to the highest, `CLASS,CLASS,…`; "+
		"steps that no label names may stand among them")
	f.BoolVar(&o.mergeAlike, "merge-alike", false,
		"make one of labels, workers or tasks whose names look alike, as Yes and yes, or 1 and 1.0: the one that has most labels")
	f.Func("merge", "count a label as another one, `LABEL=OTHER`; may be repeated", func(s string) error {
		from, to, ok := strings.Cut(s, "=")
		if !ok || from == "" || to == "" || from == to {
			return errors.New("it needs LABEL=OTHER")
		}
		o.merges = append(o.merges, api.Merge{Of: "label", From: []string{from}, To: to})
		return nil
	})
	f.StringVar(&o.roles, "roles", "", "which columns to read, `task=COL,worker=COL,label=COL`, by name or number, and perhaps time=COL, "+
		"seconds=COL (that each label took), content=COL (what workers saw), truth=COL (to compare with), gold=COL (to learn from), "+
		"question=COL (which question a row answers) or, of labels that are counted, count=COL; of comparisons item=COL (twice, or "+
		"more often), best=COL, worst=COL, rank=COL or ranking=COL; task=COL+COL where several columns name the task together, "+
		"none=COL where a column is nothing of all this; a backslash stands before a comma, a plus or an equals sign in a name "+
		"(default: as detected, also those that are not named here)")
	o.optionFlags(f, func(x *api.Option) bool { return x.Of == api.RoleLabels || x.Of == "" })
}

// flagSet has the flags of a command: all of them, or those below a title of the manual.
func (c *command) flagSet(o *options, title string) *flag.FlagSet {
	f := newFlags(c.name)
	all := append(groups{
		{ownFlags, func(o *options, f *flag.FlagSet) {
			f.Uint64Var(&o.Seed, "seed", 1, "a `NUMBER` that breaks ties (0: for the first class) and draws what is random")
		}},
		{readingTitle, (*options).readFlags},
	}, c.flags...)
	for _, g := range all {
		if title == "" || title == g.title {
			g.add(o, f)
		}
	}
	return f
}

// parse reads the flags, which may stand before and after the files. Where no file is named, the labels are what is piped in. The error is
// flag.ErrHelp where help was asked for.
func (c *command) parse(args []string, stdin io.Reader) (*options, error) {
	o := newOptions()
	f := c.flagSet(o, "")
	var err error
	if o.files, err = arguments(f, args); err != nil {
		return nil, err
	}
	if len(o.files) == 0 && o.recipePath == "" && !isScreen(stdin) {
		o.files = []string{"-"}
	}
	f.Visit(func(f *flag.Flag) {
		o.given[f.Name] = true
		for _, title := range []string{methodTitle, sideTitle, readingTitle} {
			if f.Name == "seed" || c.flagSet(newOptions(), title).Lookup(f.Name) != nil {
				o.answering = append(o.answering, "--"+f.Name)
				break
			}
		}
	})
	for _, x := range api.Options() {
		if o.given[x.Flag] {
			o.reading[x.Flag] = f.Lookup(x.Flag).Value.String()
		}
	}
	texts := api.Choices{Words: &o.words}
	if err := o.apply(api.RoleText, false, &texts); err != nil {
		return nil, err
	}
	return o, o.check(c)
}

// check finds flags that don't go together.
func (o *options) check(c *command) error {
	stdin := 0
	for _, path := range append(slices.Collect(maps.Values(o.side)), append(o.files, o.state, o.recipePath)...) {
		if isStdin(path) {
			stdin++
		}
	}
	described := o.named(func(r api.Role) bool { return r.Describes })
	unknown := slices.IndexFunc(o.shapes(), func(s string) bool { return api.ShapeOf(s).Name == "" })
	switch {
	case len(described) == 0 && o.recipePath == "" && len(o.named(api.Role.Predicts)) > 0:
		return mistakef("--predict and --test-truth go with --features, --text or --bow")
	case o.side["text"] != "" && o.side["bow"] != "":
		return mistakef("--text and --bow can't be combined")
	case o.given["ngrams"] && (o.words.Ngrams < 1 || o.words.Ngrams > api.MostNgrams):
		return mistakef("--ngrams is a number of words, from 1 to %d", api.MostNgrams)
	case o.words.Ngrams > 1 && o.side["bow"] != "":
		return mistakef("--ngrams can't be combined with --bow: bags of words have no order; open the texts with --text")
	case o.words.Ngrams > 1 && o.side["text"] == "":
		return mistakef("--ngrams goes with --text")
	case o.as != "" && o.out == "":
		return mistakef("--as goes with --out")
	case o.tiers && o.out == "":
		return mistakef("--tiers goes with --out")
	case o.sample != 0 && o.out == "":
		return mistakef("--truth-sample goes with --out")
	case o.checks != 0 && o.out == "":
		return mistakef("--check-sample goes with --out")
	case unknown >= 0:
		return mistakef("--as has %q; the shapes are %s", o.as, api.ShapeNames())
	case o.Resume && o.state == "" && o.recipePath == "":
		return mistakef("--refit goes with --state")
	case len(o.files) == 0 && o.recipePath == "":
		return mistakef("no file of labels. Name one, concord %s LABELS.csv, or pipe it in; concord %[1]s --help tells more", c.name)
	case stdin > 1:
		return mistakef("only one file can come from standard input")
	case o.plan.Budget < 0:
		return mistakef("--budget can't be negative")
	case o.prices.Label < 0 || o.prices.Mistake < 0 || !finite(o.prices.Label, o.prices.Mistake):
		return mistakef("--price and --mistake take a number that is not negative")
	case !finite(o.Tolerance, o.Gain, o.words.MaxShare):
		return mistakef("--tolerance, --gain and --max-share take a number that is neither infinite nor NaN")
	case strings.HasPrefix(o.reading["header-line"], "-"):
		return mistakef("--header-line is the number of a line, from 1")
	case o.MaxSteps < 0 || o.Parts < 0 || o.Gain < 0 || o.sample < 0 || o.checks < 0:
		return mistakef("--max-steps, --parts, --gain, --truth-sample and --check-sample can't be negative")
	}
	return nil
}

// finite reports whether all of x are finite: flags accept NaN and Inf, too.
func finite(x ...float64) bool {
	return !slices.ContainsFunc(x, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}
