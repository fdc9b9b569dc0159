// Command concord finds the most probable label of every task and the reliability of every
// worker, from a file of labels given by a crowd. It is the page for scripts: the same
// engine, the same answers.
//
//	concord fit -method ds -out answers labels.csv
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
	"strings"
	"syscall"

	"concord/core/wire"
)

// command is a command that reads labels, and has readFlags and -seed; or one of a directory of shards.
type command struct {
	name    string
	args    string // as the list of commands shows them
	summary string
	run     func(*session) error
	flags   []func(*options, *flag.FlagSet)
	sharded bool
}

// commands are all commands that read labels, in the order in which they are listed.
var commands = []command{
	{"fit", "[flags] LABELS.csv", "find the labels; concord fit -help lists the flags", runFit,
		flags{(*options).methodFlags, (*options).stopFlags, (*options).sideFlags, (*options).exactFlag, saveFlags}, false},
	{"agree", "[flags] LABELS.csv", "measure how far the workers agree", runAgree, flags{(*options).jsonFlag}, false},
	{"compare", "-methods A,B LABELS.csv", "run methods side by side", runCompare,
		flags{(*options).stopFlags, (*options).sideFlags, (*options).jsonFlag, (*options).exactFlag, compareFlags}, false},
	{"advise", "[flags] LABELS.csv", "recommend a method; with -budget, the labels to get next", runAdvise,
		flags{(*options).stopFlags, (*options).sideFlags, (*options).jsonFlag, (*options).exactFlag, adviseFlags}, false},
	{"need", "[flags] LABELS.csv", "tell how many labels a task needs: what more of them would bring", runNeed,
		flags{(*options).methodFlags, (*options).stopFlags, (*options).sideFlags, (*options).jsonFlag, (*options).exactFlag, needFlags}, false},
	{"replay", "-features FILE [flags] LABELS.csv", "tell how many of the labels would have been enough", runReplay,
		flags{(*options).stopFlags, (*options).sideFlags, (*options).jsonFlag, replayFlags}, false},
	{"report", "[flags] LABELS.csv", "write a report, one HTML file", runReport,
		flags{(*options).methodFlags, (*options).stopFlags, (*options).sideFlags, reportFlags}, false},
	{"shard", "-shards N -out DIR LABELS.csv", "split labels for a fit that many processes share", runShard,
		flags{(*options).methodFlags, (*options).stopFlags, shardFlags}, false},
	{"pass", "DIR STEP SHARD", "make the pass of a step over a shard", runPass, nil, true},
	{"sum", "DIR STEP", "add up what the passes of a step counted", runSum, nil, true},
	{"collect", "DIR -out ANSWERS", "write the answers of shards as fit writes them", runCollect,
		flags{(*options).exactFlag, collectFlags}, true},
}

type flags = []func(*options, *flag.FlagSet)

func main() {
	// Nearly all memory is in a few large arrays without pointers, so collecting often is
	// cheap, and a hundred million labels fit into 3 GB.
	debug.SetGCPercent(25)
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
	err := dispatch(ctx, args, stdin, visible{stdout}, stderr)
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
		return mistakef("no command; concord help lists them")
	}
	name, args := args[0], args[1:]
	var names []string
	for _, c := range commands {
		if c.name == name {
			return c.start(ctx, args, stdin, stdout, stderr)
		}
		names = append(names, c.name)
	}
	switch name {
	case "methods":
		return listMethods(args, stdout)
	case "simulate":
		return simulate(args, stdout)
	case "sql":
		return runSQL(ctx, args, stdout, stderr)
	case "version", "-version", "--version":
		_, err := fmt.Fprintln(stdout, "concord", wire.Version)
		return err
	case "help", "-h", "-help", "--help":
		if len(args) > 0 {
			return dispatch(ctx, []string{args[0], "-help"}, stdin, stdout, stderr)
		}
		_, err := io.WriteString(stdout, usage())
		return err
	}
	return mistakef("no command %q; there are %s, sql, simulate, methods, version and help", name, strings.Join(names, ", "))
}

// start parses the flags of a command and runs it, or prints its help.
func (c *command) start(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	o, err := c.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		usage := "[flags] LABELS.csv …"
		if c.sharded {
			usage = c.args
		}
		fmt.Fprintf(stdout, "usage: concord %s %s\n\n", c.name, usage)
		f := c.flagSet(newOptions())
		f.SetOutput(stdout)
		f.PrintDefaults()
		return nil
	}
	if err != nil {
		return err
	}
	s := newSession(ctx, o, stdin, stdout, stderr)
	defer s.close()
	return c.run(s)
}

// usage lists the commands.
func usage() string {
	var b strings.Builder
	b.WriteString("Concord: true labels from crowds.\n\n")
	const column = 33 // of the summaries
	list := func(line, summary string) {
		if len(line) > column {
			fmt.Fprintf(&b, "\t%s\n", line)
			line = ""
		}
		fmt.Fprintf(&b, "\t%-*s %s\n", column, line, summary)
	}
	for _, c := range commands {
		list("concord "+c.name+" "+c.args, c.summary)
	}
	list("concord sql [flags]", "write a fit as SQL, or have your own client run it in a warehouse")
	list("concord simulate [flags]", "write the labels of a crowd that you describe")
	list("concord methods [-json]", "list the methods and their settings")
	list("concord version", "print the version")
	list("concord help", "print this")
	b.WriteString(`
LABELS.csv has one label a row: task, worker, label (header; CSV, TSV or
semicolons; gzip or zstd too). A dash reads standard input.
`)
	return b.String()
}
