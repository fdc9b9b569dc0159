package main

import (
	"errors"
	"flag"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/export"
	"concord/core/fit"
	"concord/core/intake"
	"concord/core/method"
	"concord/core/wire"
)

// options are the flags of all commands; each command has some of them.
type options struct {
	method           string
	values           map[string]string
	seed             uint64
	maxSteps, parts  int
	tolerance, gain  float64
	truth, gold      string
	confusion, mode  string
	costs            string
	sets             string
	features         string
	texts, bags      string
	words            wire.Words
	predict          string
	testTruth        string
	state, saveState string
	save             string
	refit            bool
	given            map[string]bool // flags that were set
	out              string
	as               string
	json, exact      bool
	skip, manyLabels bool
	roles, numeric   string
	order            string
	delimiter        string
	header           string
	headerLine       int
	anonymous        bool
	encoding, sheet  string
	missing          *string
	mergeAlike       bool
	merges           []wire.Merge
	files            []string // of labels
	again            string
	drop             bool
	methods          string
	budget           int
	most             mostLabels
	suspects         bool
	replay           wire.Replay
}

func newFlags(command string) *flag.FlagSet {
	f := flag.NewFlagSet(command, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}

// flags are those of concord fit.
func (o *options) flags() *flag.FlagSet {
	f := newFlags("fit")
	o.fitting(f)
	o.reading(f)
	o.learning(f)
	f.StringVar(&o.state, "state", "", "a saved state, a `FILE`: the labels are those that came since, and are folded in")
	f.BoolVar(&o.refit, "refit", false, "with -state: fit all labels again, starting from the state")
	f.StringVar(&o.saveState, "save-state", "", "save the fitted state to this `FILE`, for -state")
	f.StringVar(&o.save, "save", "", "save everything to this `FILE`, best called something.concord: concord report opens it")
	f.StringVar(&o.out, "out", "", "the `DIR` for the answers: labels.csv, posteriors.csv, workers.csv, confusion.csv, run.json …")
	f.StringVar(&o.as, "as", "", "with -out: write the labels in this `SHAPE` too: "+strings.Join(export.Shapes(), ", ")+"; several with commas")
	f.BoolVar(&o.json, "json", false, "print run.json, and nothing else")
	f.BoolVar(&o.exact, "exact", false, "write names that a spreadsheet would run as formulas as they are, without an apostrophe before them")
	return f
}

// fitting adds the flags that say which method is fitted, and how.
func (o *options) fitting(f *flag.FlagSet) {
	f.StringVar(&o.method, "method", method.Default, "the `NAME` of the method; concord methods lists them")
	f.Func("set", "a setting of the method, `KEY=VALUE`; may be repeated", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("it needs KEY=VALUE")
		}
		o.values[key] = value
		return nil
	})
	o.stopping(f)
	f.Float64Var(&o.gain, "gain", 0, "stop when the objective rises by less than this `NUMBER`; 0: never")
	f.IntVar(&o.parts, "parts", 0, "the `NUMBER` of goroutines that a step may use (default 1)")
}

// stopping adds the seed and when fits end.
func (o *options) stopping(f *flag.FlagSet) {
	o.seeding(f)
	f.IntVar(&o.maxSteps, "max-steps", 0, "stop after this `NUMBER` of steps (default "+strconv.Itoa(fit.DefaultMaxSteps)+")")
	f.Float64Var(&o.tolerance, "tolerance", 0, "stop when the parameters move by less than this `NUMBER`; negative: never (default 1e-4)")
}

func (o *options) seeding(f *flag.FlagSet) {
	f.Uint64Var(&o.seed, "seed", 1, "breaks ties and draws what is random")
}

// learning adds the files that stand beside the labels.
func (o *options) learning(f *flag.FlagSet) {
	f.StringVar(&o.truth, "truth", "", "a `FILE` of known true labels to compare with: task, label")
	f.StringVar(&o.gold, "gold", "", "a `FILE` of known true labels that the method is given: task, label")
	f.StringVar(&o.confusion, "confusion", "", "a `FILE` of confusion matrices to begin with: worker, truth, label, and probability or count; without worker and label: how common the truth is")
	f.StringVar(&o.costs, "costs", "", "a `FILE` of what wrong labels cost: truth, label, cost; adds the label of least expected cost, and what each worker saves")
	f.StringVar(&o.features, "features", "", "a `FILE` of features: task, and a number in every other column; tasks without labels are predicted")
	f.StringVar(&o.predict, "predict", "", "with -features, -text or -bow: a `FILE` of further tasks to predict, described alike, for predictions.csv")
	f.StringVar(&o.testTruth, "test-truth", "", "with -features, -text or -bow: a `FILE` of known true labels of predicted tasks to compare with")
	f.StringVar(&o.texts, "text", "", "a `FILE` of texts: task, text (or tokens, with spaces between them); tasks without labels are predicted")
	f.StringVar(&o.bags, "bow", "", "in place of -text: a `FILE` of bags of words: task, term, count")
	f.StringVar(&o.words.Language, "language", "", "of the texts, whose stop words are left out and whose words are cut to their stems: a `NAME` of "+strings.Join(intake.Languages(), ", "))
	f.BoolVar(&o.words.KeepStop, "keep-stop-words", false, "with -language: keep them")
	f.BoolVar(&o.words.KeepEndings, "keep-endings", false, "with -language: leave words as they are")
	f.IntVar(&o.words.MinDocuments, "min-documents", 0, "leave out words that fewer texts have (default: 2 of -text, 1 of -bow)")
	f.Float64Var(&o.words.MaxShare, "max-share", 0, "leave out words that more than this share of the texts have (default: 0.5 of -text, 1 of -bow)")
	f.IntVar(&o.words.Vocabulary, "vocabulary", 0, "keep so many words at most, those of the most texts (default: 1,000,000)")
	f.StringVar(&o.mode, "confusion-mode", "assign", "how they enter: assign replaces the first step's, addition is added to its counts, prior to those of every step")
}

// reading adds the flags that say how the file of labels is read.
func (o *options) reading(f *flag.FlagSet) {
	f.StringVar(&o.sets, "multilabel", "", "a task may have several labels, with the `SEPARATOR` between them in a cell, or, where it is the word rows, in one row each")
	f.BoolVar(&o.skip, "skip", false, "leave bad rows out")
	f.BoolVar(&o.manyLabels, "many-labels", false, "take more than 1,000 different labels for what they are")
	f.StringVar(&o.order, "order", "", "the classes are steps of a scale: all of them, from the lowest to the highest, `CLASS,CLASS,…`")
	f.BoolVar(&o.drop, "drop", false, "leave out labels that the platform itself holds to be worthless: rejected assignments, tainted workers")
	f.BoolVar(&o.mergeAlike, "merge-alike", false, "make one of labels, workers or tasks whose names look alike, as Yes and yes, or 1 and 1.0: the one that has most labels")
	f.Func("merge", "count a label as another one, `LABEL=OTHER`; may be repeated", func(s string) error {
		from, to, ok := strings.Cut(s, "=")
		if !ok || from == "" || to == "" || from == to {
			return errors.New("it needs LABEL=OTHER")
		}
		o.merges = append(o.merges, wire.Merge{Of: "label", From: []string{from}, To: to})
		return nil
	})
	f.StringVar(&o.again, "again", "all", "which labels count of a worker who labels a task again: all, first, last or majority (the one given most often; of numbers the mean)")
	f.Func("missing", "the `CELLS` that mean \"no answer\", with commas between them, as in NA,-1 (default: "+strings.Join(intake.Missing(), ",")+")", func(s string) error {
		o.missing = &s
		return nil
	})
	f.StringVar(&o.roles, "roles", "", "which columns to read, `task=COL,worker=COL,label=COL`, by name or number, and perhaps time=COL, seconds=COL (that each label took), truth=COL (to compare with), gold=COL (to learn from) or, of labels that are counted, count=COL (default: as detected, also those that are not named here)")
	f.StringVar(&o.numeric, "numeric", "", "whether labels are numbers on a scale, `yes or no` (default: as detected)")
	f.StringVar(&o.header, "header", "", "whether the first row names the columns, `yes or no` (default: as detected)")
	f.IntVar(&o.headerLine, "header-line", 0, "the `LINE` of the file that names the columns, where a title stands above it (default: 1)")
	f.StringVar(&o.delimiter, "delimiter", "", "the `CHARACTER`, or the few, between cells; tab, space, comma, semicolon and bar are names of such (default: as detected)")
	f.BoolVar(&o.anonymous, "anonymous", false, "no column says who gave a label: take each row as another worker's, for a majority vote and figures of agreement")
	f.StringVar(&o.sheet, "sheet", "", "of a workbook, the `NAME` of the sheet with the labels (default: the first with everything that is needed)")
	f.StringVar(&o.encoding, "encoding", "", "the `NAME` of the encoding: utf-8, utf-16le, utf-16be, windows-1252, windows-1251 (default: as detected)")
}

// parse reads the flags, which may stand before and after the file.
func (o *options) parse(flags func() *flag.FlagSet, args []string) (labels string, help bool, err error) {
	o.values = map[string]string{}
	f := flags()
	var files []string
	for {
		if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
			return "", true, nil
		} else if err != nil {
			return "", false, mistakef("%v; concord %s -help lists the flags", err, f.Name())
		}
		if f.NArg() == 0 {
			break
		}
		files = append(files, f.Arg(0))
		args = f.Args()[1:]
	}
	o.given = map[string]bool{}
	f.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	switch {
	case o.features+o.texts+o.bags == "" && (o.predict != "" || o.testTruth != ""):
		return "", false, mistakef("-predict and -test-truth go with -features, -text or -bow")
	case o.texts != "" && o.bags != "":
		return "", false, mistakef("-text or -bow, please, not both")
	case o.as != "" && o.out == "":
		return "", false, mistakef("-as goes with -out")
	case o.as != "" && slices.ContainsFunc(strings.Split(o.as, ","), func(s string) bool { return export.ShapeFile(s) == "" }):
		return "", false, mistakef("-as has %q; the shapes are %s", o.as, strings.Join(export.Shapes(), ", "))
	case o.refit && o.state == "":
		return "", false, mistakef("-refit goes with -state")
	case len(files) == 0:
		return "", false, mistakef("no file of labels; usage: concord %s [flags] LABELS.csv", f.Name())
	case len(slices.DeleteFunc(append(slices.Clone(files), o.truth, o.gold, o.confusion, o.costs, o.state, o.features, o.texts, o.bags, o.predict, o.testTruth), func(f string) bool { return !isStdin(f) })) > 1:
		return "", false, mistakef("only one file can come from standard input")
	case o.budget < 0:
		return "", false, mistakef("-budget can't be negative")
	case !finite(o.tolerance, o.gain, o.words.MaxShare):
		return "", false, mistakef("-tolerance, -gain and -max-share take a number that is neither infinite nor NaN")
	case o.headerLine < 0:
		return "", false, mistakef("-header-line is the number of a line, from 1")
	case o.maxSteps < 0 || o.parts < 0 || o.gain < 0:
		return "", false, mistakef("-max-steps, -parts and -gain can't be negative")
	}
	o.files = files
	return files[0], false, nil
}

// finite reports whether all of x are numbers: flags take NaN and Inf for some.
func finite(x ...float64) bool {
	return !slices.ContainsFunc(x, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}
