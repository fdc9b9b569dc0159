// Fuzz runs all fuzz targets one after the other, and may add up how often each was executed.
//
//	fuzz -for 10m -count docs/fuzzing.csv
//	fuzz -for 2s -fresh
//	fuzz -for 15s -fresh -own -keep 10
//
// It fails if a target does. go test alone would link a program for each target; and where the machine is busy, it fails
// now and then because the time is up, which is no failure of a target.
package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const module = "concord/"

func main() {
	each := flag.Duration("for", 15*time.Second, "how long each target runs")
	count := flag.String("count", "", "a CSV `file` to add the executions of each target to")
	fresh := flag.Bool("fresh", false, "begin with the inputs in testdata/fuzz, without what earlier runs found")
	own := flag.Bool("own", false, "look for new paths in our own packages only, not in Go's library: twice as fast")
	only := flag.String("only", "", "a `regexp`: run the targets whose package and name it finds")
	keep := flag.Int("keep", 0, "copy the smallest inputs that reached something new to testdata/fuzz of the package, until each target has "+
		"this `NUMBER`; with -fresh, since older ones may be of a target that has changed")
	flag.Parse()
	if err := run(".", []string{"./core/...", "./app/...", "./server/..."}, *each, *count, *only, *fresh, *own, *keep); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

// run runs the targets of packages, in the module of a folder.
func run(root string, packages []string, each time.Duration, count, only string, fresh, own bool, most int) error {
	which, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "concord-fuzz")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	found := tmp // inputs that reached something new
	if !fresh {
		cache, err := goCommand(root, "env", "GOCACHE")
		if err != nil {
			return err
		}
		found = filepath.Join(strings.TrimSpace(cache), "fuzz") // where go test keeps them, too
	}
	list, err := goCommand(root, append([]string{"list", "-f", "{{.ImportPath}} {{.Dir}}"}, packages...)...)
	if err != nil {
		return err
	}
	instrument := []string{"test", "-c", "-vet=off", "-fuzz", "."}
	if own {
		instrument = []string{"test", "-c", "-vet=off", "-gcflags=" + module + "...=-d=libfuzzer"} // what -fuzz does to all packages
	}
	var failed []string
	for line := range strings.Lines(list) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		name := strings.TrimPrefix(path, module)
		targets, err := declared(dir)
		if err != nil {
			return err
		}
		targets = slices.DeleteFunc(targets, func(f string) bool { return !which.MatchString(name + " " + f) })
		if len(targets) == 0 {
			continue
		}
		program := filepath.Join(tmp, "fuzz.test")
		if _, err := goCommand(root, append(slices.Clip(instrument), "-o", program, path)...); err != nil {
			return err
		}
		for _, f := range targets {
			out, err := fuzz(program, dir, f, filepath.Join(found, path), each)
			n := executions(out)
			fmt.Printf("%s %s: %d executions\n", name, f, n)
			if err != nil && !timeIsUp(out) {
				fmt.Printf("%s%v\n", out, err)
				failed = append(failed, name+" "+f)
			}
			if count != "" {
				if err := add(count, name, f, n); err != nil {
					return err
				}
			}
			if err := keep(filepath.Join(found, path, f), filepath.Join(dir, "testdata", "fuzz", f), most); err != nil {
				return err
			}
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("these fail: %s; what fails is now in testdata/fuzz of the package", strings.Join(failed, ", "))
	}
	return nil
}

// goCommand returns what the go command prints in a folder.
func goCommand(dir string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

var target = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)

// declared returns the fuzz targets of the package in a folder.
func declared(dir string) (targets []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, m := range target.FindAllSubmatch(source, -1) {
			targets = append(targets, string(m[1]))
		}
	}
	return targets, nil
}

// fuzz runs one target and returns what it prints. Without a bound it would spend minutes on making inputs smaller that
// are of no interest.
func fuzz(program, dir, name, found string, each time.Duration) (string, error) {
	cmd := exec.Command(program, "-test.run=^$", "-test.fuzz=^"+name+"$", "-test.fuzztime="+each.String(),
		"-test.fuzzminimizetime=10x", "-test.fuzzcachedir="+found)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var executed = regexp.MustCompile(`execs: (\d+)`)

// executions is the last count that a run printed.
func executions(out string) int64 {
	all := executed.FindAllStringSubmatch(out, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(all[len(all)-1][1], 10, 64) // digits; too many are 0
	return n
}

var deadline = regexp.MustCompile(`(?m)^--- FAIL: .*\n\s+context deadline exceeded\nFAIL\n*\z`)

// timeIsUp reports whether a run failed for no other reason than that.
func timeIsUp(out string) bool {
	return deadline.MatchString(out) && !strings.Contains(out, "Failing input written to")
}

// mostKept is the size of the largest input that is kept: larger ones are slow to run and hard to read.
const mostKept = 4 << 10

// keep copies the smallest inputs in a folder to another one, until this has so many. Their names are sums of what they hold.
func keep(from, to string, most int) error {
	found, err := inputs(from)
	if err != nil {
		return err
	}
	had, err := inputs(to)
	if err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b input) int { return cmp.Or(cmp.Compare(a.size, b.size), strings.Compare(a.name, b.name)) })
	for _, in := range found {
		if len(had) >= most || in.size > mostKept {
			break
		}
		if slices.Contains(had, in) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, in.name))
		if err != nil {
			return err
		}
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, in.name), text, 0o644); err != nil {
			return err
		}
		had = append(had, in)
	}
	return nil
}

// input is a file with an input of a target.
type input struct {
	name string
	size int64
}

// inputs lists those in a folder; one that is not there has none.
func inputs(dir string) (all []input, err error) {
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range list {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		all = append(all, input{e.Name(), info.Size()})
	}
	return all, nil
}

// add adds the executions of a target to the file of their sums.
func add(file, dir, name string, n int64) error {
	var rows [][]string
	old, err := os.ReadFile(file)
	if err == nil {
		rows, err = csv.NewReader(bytes.NewReader(old)).ReadAll()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", file, err)
	}
	if len(rows) == 0 {
		rows = [][]string{{"package", "target", "executions"}}
	}
	at := slices.IndexFunc(rows, func(row []string) bool { return row[0] == dir && row[1] == name })
	if at < 0 {
		at = len(rows)
		rows = append(rows, []string{dir, name, "0"})
	}
	before, err := strconv.ParseInt(rows[at][2], 10, 64)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	rows[at][2] = strconv.FormatInt(before+n, 10)
	slices.SortFunc(rows[1:], slices.Compare)
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", b.Bytes(), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
