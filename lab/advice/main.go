// Command advice writes docs/advice.md: how good the advice of core/advise is on
// data whose truth is known. It reads the data sets beside the project:
//
//	go run ./lab/advice -data ../shared/data > docs/advice.md
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	data := flag.String("data", "../shared/data", "folder of the data sets")
	only := flag.String("only", "", `part to write: "default", "method" or "next"; empty: the last two`)
	flag.Uint64Var(&seed, "seed", seed, "seed of the folds")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	err := write(out, *data, *only)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "advice:", err)
		os.Exit(1)
	}
}

func write(w io.Writer, data, only string) error {
	if only == "default" {
		return defaults(w, data)
	}
	fmt.Fprint(w, heading)
	if only != "next" {
		if err := methods(w, data); err != nil {
			return err
		}
	}
	if only != "method" {
		return next(w, data)
	}
	return nil
}

const heading = `# How good is the advice?

For those who ask how far to follow Concord's advice.
Written by ` + "`make advice`" + `; change it there. Everything is seeded: a second run writes the same.
`
