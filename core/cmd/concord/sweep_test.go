package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"concord/core/api"
	"concord/core/catalog"
	"concord/internal/race"
	"concord/internal/shared"
)

// sweeps has every cell of the table run, to the end where that is bearable: make
// sweep. Without it each method runs on one data set, and on each data set one
// method does, a few steps of each. Texts are left to TestDescriptionsThatTellNothing:
// a step over those of a data set takes seconds.
const sweeps = "CONCORD_SWEEP"

const fewSteps = 2

// slow are methods and data sets that take minutes for a few steps: Gaussian
// processes over a thousand tasks, each compared with all others.
var slow = []string{"gpc-mv on labelme", "gpc-conc on labelme", "gpc-mv on music", "gpc-conc on music", "gpc-mv on sp", "gpc-conc on sp"}

// crowds are the data sets with labels of a crowd, the smallest first. The others
// have features or texts and truth alone: nothing can be aggregated there.
var crowds = []struct {
	name string
	args []string
}{
	{"wordsim", []string{"-numeric", "yes"}},
	{"ds1979", nil},
	{"iris", []string{"-features", "features.csv"}},
	{"labelme", []string{"-features", "features.csv.gz", "-bow", "derived_bow.csv.gz"}},
	{"music", []string{"-features", "features.csv"}},
	{"bluebird", nil},
	{"temporal", nil},
	{"bm", nil},
	{"reuters_amt", nil},
	{"dog", nil},
	{"moviereviews", []string{"-bow", "bow.csv.gz"}},
	{"rte", nil},
	{"sp_amt", nil},
	{"web", nil},
	{"medical_relations", []string{"-multilabel", "rows"}},
	{"zencrowd", nil},
	{"we8there", []string{"-bow", "bow.csv.gz"}},
	{"sp", []string{"-features", "features.csv.gz", "-text", "tokens.csv"}},
	{"duchenne", nil},
	{"trec2011", nil},
	{"adult2", nil},
	{"trec2010", nil},
	{"fact_eval", nil},
}

// outcomes are what became of the methods on a data set: "" or why not, by method.
type outcomes map[string]string

// table writes the outcomes of a data set: who runs, and who does not and why.
func (o outcomes) table(name string) string {
	var b strings.Builder
	fmt.Fprintln(&b, name)
	reasons := []string{""}
	by := map[string][]string{}
	for _, e := range catalog.All() {
		why, ok := o[e.Name]
		if !ok {
			continue
		}
		if !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
		by[why] = append(by[why], e.Name)
	}
	for _, why := range reasons {
		head := "runs"
		if why != "" {
			head = why
		}
		fmt.Fprintf(&b, "  %s\n    %s\n", head, strings.Join(by[why], " "))
	}
	return b.String()
}

// untable reads what table wrote.
func untable(text string) map[string]outcomes {
	all := map[string]outcomes{}
	var o outcomes
	why := ""
	for line := range strings.Lines(text) {
		switch line = strings.TrimSuffix(line, "\n"); {
		case strings.HasPrefix(line, "    "):
			for name := range strings.FieldsSeq(line) {
				o[name] = why
			}
		case strings.HasPrefix(line, "  "):
			if why = line[2:]; why == "runs" {
				why = ""
			}
		default:
			o = outcomes{}
			all[line] = o
		}
	}
	return all
}

// TestSweep runs every method on every data set, and has testdata/sweep.golden say
// which of them can't and why. Nothing else may go wrong.
func TestSweep(t *testing.T) {
	race.Skip(t)
	data := filepath.Join(shared.Dir(t), "data")
	golden := filepath.Join("testdata", "sweep.golden")
	text, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	full, want := os.Getenv(sweeps) != "", untable(string(text))
	ran := map[string]int{} // data sets by method
	fits, refused := 0, 0
	var got strings.Builder
	methods := catalog.All()
	for _, c := range crowds {
		methods = slices.Concat(methods[5:], methods[:5]) // others are the first two
		s, tasks, err := crowdOf(t, filepath.Join(data, c.name), c.args)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		o := outcomes{}
		texts := slices.Contains(c.args, "-bow") || slices.Contains(c.args, "-text")
		here := 0
		for _, e := range methods {
			why, known := want[c.name][e.Name]
			if known && why == "" && !full {
				if slices.Contains(slow, e.Name+" on "+c.name) || ran[e.Name] > 0 && (here > 0 || described(e.Name)) || described(e.Name) && texts {
					o[e.Name] = why
					continue
				}
				ran[e.Name]++
				here++
			}
			began := time.Now()
			o[e.Name], err = s.sweep(t, e.Name, tasks, !full || described(e.Name))
			if took := time.Since(began); took > time.Second {
				t.Logf("%s, %s: %.1f s", c.name, e.Name, took.Seconds())
			}
			switch {
			case err != nil:
				t.Errorf("%s, %s: %v", c.name, e.Name, err)
			case o[e.Name] == "":
				fits++
			default:
				refused++
			}
			if why != o[e.Name] && !*update {
				t.Errorf("%s, %s: got %q, want %q", c.name, e.Name, o[e.Name], why)
			}
		}
		s.close()
		got.WriteString(o.table(c.name))
	}
	t.Logf("sweep: in the shell %d fits, of %d methods on %d data sets, end well; %d pairs that do not go together are refused, as expected",
		fits, len(methods), len(crowds), refused)
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// described reports whether a method learns from features or texts. A step of such
// a method over thousands of tasks may take minutes, and they take many: of these a
// few are run, which go through all of its code.
func described(method string) bool {
	family := func(method string) string {
		e, err := catalog.Find(method)
		if err != nil {
			panic(err)
		}
		return e.Family
	}
	return slices.Contains([]string{family("logreg"), family("slda")}, family(method))
}

// crowdOf is a session in which a data set is open, with all that it has.
func crowdOf(t *testing.T, dir string, args []string) (s *session, tasks int, err error) {
	t.Helper()
	args = slices.Clone(args)
	for n, arg := range args {
		if strings.Contains(arg, ".") {
			args[n] = filepath.Join(dir, arg)
		}
	}
	if truth := filepath.Join(dir, "truth.csv"); exists(truth) {
		args = append(args, "-truth", truth)
	}
	o, err := commands[0].parse(append(args, filepath.Join(dir, "labels.csv")), nil)
	if err != nil {
		return nil, 0, err
	}
	s = newSession(t.Context(), o, strings.NewReader(""), io.Discard, io.Discard, io.Discard)
	if err := s.openAll(); err != nil {
		return nil, 0, err
	}
	return s, s.labels.Counts.Tasks, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// sweep fits a method and writes all that there is of the result. why is the reason
// where the method does not go with the data; err is what must not be.
func (s *session) sweep(t *testing.T, method string, tasks int, few bool) (why string, err error) {
	s.Seed, s.Method, s.MaxSteps = 1, method, 0
	if few {
		s.MaxSteps = fewSteps
	}
	fitted, err := s.fit()
	var m mistake
	switch {
	case errors.As(err, &m):
		_, why, _ = strings.Cut(m.text, " can't run on these data: ")
		if why == "" {
			return "", err
		}
		return strings.TrimSuffix(why, "."), nil
	case err != nil:
		return "", err
	}
	s.out = t.TempDir()
	s.host.dir = s.out
	if err := cmp.Or(s.write(fitted), s.host.commit()); err != nil {
		return "", err
	}
	for _, name := range []string{"labels.csv", "posteriors.csv", "workers.csv"} {
		text, err := os.ReadFile(filepath.Join(s.out, name))
		if name == "posteriors.csv" && errors.Is(err, os.ErrNotExist) {
			continue // of numbers
		}
		if err != nil {
			return "", err
		}
		if bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Inf")) {
			return "", fmt.Errorf("%s has a figure that is no number", name)
		}
		if rows := bytes.Count(text, []byte("\n")) - 1; name == "labels.csv" && rows != tasks {
			return "", fmt.Errorf("%s has %d rows for %d tasks", name, rows, tasks)
		}
	}
	_, err = s.do(api.Request{Export: &api.Export{What: "report", Name: "report.html"}}, nil)
	return "", err
}
