// Command concord finds the most probable label of every task and the reliability of every
// worker, from a file of labels given by a crowd. It is the page for scripts: the same
// engine, the same answers.
//
//	concord fit --method ds --out answers labels.csv
//
// It exits with 2 and one line on standard error if the command or the input is wrong, and
// with 1 if the machine fails.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"concord/core/api"
	"concord/internal/revision"
)

// command is a command: one that reads labels, which has readFlags and --seed; one that is plain; or one of
// dispatch's own.
type command struct {
	name    string
	args    string // what follows the name
	summary string
	run     func(*session) error
	plain   func(args []string, stdout io.Writer) error
	flags   groups
	aside   bool // what is said of the run goes to standard error: standard output is for its answer
}

// group is flags that belong together, below a title of the manual.
type group struct {
	title string
	add   func(*options, *flag.FlagSet)
}

type groups = []group

// The titles of groups, in the order of the manual, and those groups that several commands have.
const (
	ownFlags     = "FLAGS"
	methodTitle  = "METHOD"
	sideTitle    = "FILES BESIDE THE LABELS"
	readingTitle = "HOW LABELS ARE READ"
)

var (
	theMethod  = group{methodTitle, (*options).methodFlags}
	theStop    = group{methodTitle, (*options).stopFlags}
	beside     = group{sideTitle, (*options).sideFlags}
	exactNames = group{ownFlags, (*options).exactFlag}
	asJSON     = group{ownFlags, (*options).jsonFlag}
)

// commands are all commands, in the order in which they are listed.
var commands = []command{
	{name: "fit", summary: "find the labels, and how far to trust each worker", run: runFit, aside: true,
		flags: groups{theMethod, theStop, beside, exactNames, {ownFlags, saveFlags}}},
	{name: "agree", summary: "measure how far the workers agree", run: runAgree,
		flags: groups{asJSON, exactNames, {ownFlags, agreeFlags}}},
	{name: "adjudicate", summary: "list what two reviewers disagree on, and merge what they agree on", run: runAdjudicate,
		flags: groups{exactNames, {ownFlags, adjudicateFlags}}},
	{name: "compare", summary: "run methods side by side", run: runCompare,
		flags: groups{theStop, beside, asJSON, exactNames, {ownFlags, compareFlags}}},
	{name: "advise", summary: "recommend a method, or the labels to get next", run: runAdvise,
		flags: groups{theStop, beside, asJSON, exactNames, {ownFlags, adviseFlags}}},
	{name: "need", summary: "tell how many labels a task needs", run: runNeed,
		flags: groups{theMethod, theStop, beside, asJSON, exactNames, {ownFlags, needFlags}}},
	{name: "panel", summary: "tell how far to trust judges: models, or few people", run: runPanel,
		flags: groups{theMethod, theStop, beside, asJSON, exactNames, {ownFlags, panelFlags}}},
	{name: "report", summary: "write a report, one HTML file", run: runReport, aside: true,
		flags: groups{theMethod, theStop, beside, {ownFlags, reportFlags}}},
	{name: "sql", args: "--dialect NAME --table TABLE [flags]", summary: "fit in a warehouse: a script, or run by your own client"},
	{name: "simulate", args: "[flags] > LABELS.csv", summary: "write the labels of a crowd that you describe, or a sample"},
	{name: "methods", args: "[--json]", summary: "list the methods and their settings", plain: listMethods},
	{name: "completion", args: "bash|zsh|fish", summary: "print a script with which a shell completes commands"},
	{name: "version", summary: "print the version, and the commit it was built from", plain: version},
	{name: "help", args: "[COMMAND]", summary: "print this, or the manual of a command: concord help fit"},
}

func main() {
	// Nearly all memory is in a few large arrays without pointers, so collecting often is
	// cheap, and a hundred million labels fit into 3 GB.
	debug.SetGCPercent(25)
	ballast := make([]byte, 64<<20) // never touched, so it takes no memory; without it, little data are collected every megabyte
	defer runtime.KeepAlive(ballast)
	ctx, cancel := context.WithCancel(context.Background())
	ends := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, hangup} {
		if runtime.GOOS == "js" || !signal.Ignored(s) { // as after nohup; WebAssembly can't tell
			signal.Notify(ends, s)
		}
	}
	go func() {
		<-ends
		cancel()
		signal.Reset(os.Interrupt) // a second one ends the program at once; the others may come twice when a terminal is closed
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// mistake is an error of the user's: bad usage or bad input.
type mistake struct{ text string }

func (m mistake) Error() string { return m.text }

func mistakef(format string, args ...any) error { return mistake{fmt.Sprintf(format, args...)} }

// run runs a command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	stderr = visible{stderr}
	err := dispatch(ctx, args, stdin, stdout, stderr)
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "concord: %v\n", err)
	if errors.As(err, new(mistake)) {
		return 2
	}
	return 1
}

func dispatch(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return help(nil, stdout)
	}
	name, args := args[0], args[1:]
	switch name {
	case "help", "-h", "-help", "--help":
		return help(args, stdout)
	case "-v", "-version", "--version":
		name = "version"
	}
	c, err := named(name)
	if err != nil {
		return err
	}
	if err = c.start(ctx, args, stdin, stdout, stderr); errors.Is(err, flag.ErrHelp) {
		return c.manual(stdout)
	}
	return err
}

// version prints the version and, if it is known, the commit that the program was built from.
func version(args []string, stdout io.Writer) error {
	if err := only(newFlags("version"), args, "concord version"); err != nil {
		return err
	}
	text := "concord " + api.Version
	if of := revision.Of(); of != "" {
		text += " (" + of + ")"
	}
	_, err := fmt.Fprintln(stdout, text)
	return err
}

// start runs a command. The error is flag.ErrHelp where help was asked for.
func (c *command) start(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	switch {
	case c.plain != nil:
		return c.plain(args, stdout)
	case c.name == "simulate":
		return runSimulate(ctx, args, stdout, stderr)
	case c.name == "sql":
		return runSQL(ctx, args, stdin, stdout, stderr)
	case c.run == nil:
		return completion(args, stdout)
	}
	o, err := c.parse(args, stdin)
	if err != nil {
		return err
	}
	if o.reading["question"] == everyQuestion {
		return c.each(ctx, o, stdin, stdout, stderr)
	}
	s := newSession(ctx, o, stdin, stdout, stderr, c.prose(stdout, stderr))
	defer s.close()
	return c.run(s)
}

// prose is where a command says what it found.
func (c *command) prose(stdout, stderr io.Writer) io.Writer {
	if c.aside {
		return stderr
	}
	return visible{stdout}
}

// newFlags is a set without flags. What is wrong with a command line is said by run.
func newFlags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return f
}
