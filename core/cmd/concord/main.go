// Command concord finds the most probable true label of every task and the
// reliability of every worker, from a file of labels that a crowd gave. It is
// the page's twin for scripts: the same engine, the same answers.
//
//	concord fit -method ds -out answers labels.csv
//
// It exits with 2 and one line on standard error where the command or the input
// is at fault, with 1 where the machine is.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"concord/core/export"
)

const usage = `Concord: true labels from crowds.

	concord fit [flags] LABELS.csv    find the labels; concord fit -help lists the flags
	concord agree [flags] LABELS.csv  measure how far the workers agree
	concord compare -methods A,B LABELS.csv
	                                  run methods side by side
	concord advise [flags] LABELS.csv recommend a method; with -budget, the labels to get next
	concord replay -features FILE [flags] LABELS.csv
	                                  tell how many of the labels would have been enough
	concord report [flags] LABELS.csv write a report, one HTML file
	concord methods [-json]           list the methods and their settings
	concord version                   print the version
	concord help                      print this

LABELS.csv has one label a row: task, worker, label (header; CSV, TSV or
semicolons; gzip or zstd too). A dash reads standard input.
`

func main() {
	// Nearly all memory is in a few large arrays without pointers: the collector
	// costs little when it runs often, and a hundred million labels fit into 3 GB.
	debug.SetGCPercent(25)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the program at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	os.Exit(code)
}

// mistake is an error of the user's: bad usage or bad input.
type mistake struct{ text string }

func (m mistake) Error() string { return m.text }

func mistakef(format string, args ...any) error { return mistake{fmt.Sprintf(format, args...)} }

// run runs a command line and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := command(ctx, args, stdin, stdout, stderr)
	var m mistake
	switch {
	case err == nil:
		return 0
	case errors.As(err, &m):
		fmt.Fprintf(stderr, "concord: %v\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "concord: %v\n", err)
	return 1
}

func command(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return mistakef("no command; concord help lists them")
	}
	name, args := args[0], args[1:]
	switch name {
	case "fit":
		return fitCommand(ctx, args, stdin, stdout, stderr)
	case "agree":
		return agreeCommand(ctx, args, stdin, stdout, stderr)
	case "compare":
		return compareCommand(ctx, args, stdin, stdout, stderr)
	case "advise":
		return adviseCommand(ctx, args, stdin, stdout, stderr)
	case "report":
		return reportCommand(ctx, args, stdin, stdout, stderr)
	case "replay":
		return replayCommand(ctx, args, stdin, stdout, stderr)
	case "methods":
		return methodsCommand(args, stdout)
	case "version", "-version", "--version":
		_, err := fmt.Fprintln(stdout, "concord", export.Version)
		return err
	case "help", "-h", "-help", "--help":
		_, err := fmt.Fprint(stdout, usage)
		return err
	}
	return mistakef("no command %q; there are fit, agree, compare, advise, replay, report, methods, version and help", name)
}
