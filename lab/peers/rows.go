//go:build linux

package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/dataset"
)

// row is something that Concord and others can do. Its name is that in peer.py.
type row struct {
	name, title string
	method      string // ours; "" is agreement
	values      catalog.Values
	steps       int // that all make; 0: as many as each makes by itself, and only these are measured for accuracy
	peers       []string
}

var rows = []row{
	{"read", "The default; pandas only reads the file", "consensus", nil, 0, []string{"pandas"}},
	{"majority", "Majority vote", "majority", nil, 0, []string{"pandas", "polars", "DuckDB", "crowd-kit"}},
	{"consensus", "The default; a consensus with the quality of each label", "consensus", nil, 0, []string{"cleanlab"}},
	{"ds", "Dawid–Skene", "ds", nil, 0, []string{"crowd-kit"}},
	{"ds10", "Dawid–Skene, ten steps", "ds", catalog.Values{"acceleration": "off"}, 10, []string{"crowd-kit"}},
	{"onecoin", "One-coin", "onecoin", nil, 0, []string{"crowd-kit"}},
	{"onecoin10", "One-coin, ten steps", "onecoin", catalog.Values{"acceleration": "off", "prior": "estimated"}, 10, []string{"crowd-kit"}},
	{"mace", "MACE, ten starts", "mace", nil, 0, []string{"crowd-kit"}},
	{"mace10", "MACE, one start, ten steps", "mace", catalog.Values{"restarts": "1"}, 10, []string{"crowd-kit"}},
	{"glad", "GLAD", "glad", nil, 0, []string{"crowd-kit"}},
	{"glad2", "GLAD, two steps (ours have two of EM each)", "glad", nil, 2, []string{"crowd-kit"}},
	{"wawa", "Wawa", "wawa", nil, 0, []string{"crowd-kit"}},
	{"zbs", "Zero-based skill", "zbs", nil, 0, []string{"crowd-kit"}},
	{"agree", "Krippendorff’s α; ours with the other coefficients", "", nil, 0, []string{"krippendorff"}},
}

// public are the public data sets.
const public = "bluebird,rte,adult2,music,web,zencrowd,sp,trec2011,trec2010"

// scored says whether the answers are compared with the truth: those that programs come to by themselves.
func (w row) scored() bool { return w.method != "" && w.steps == 0 && w.name != "read" }

// args are those of our shell for the row.
func (w row) args() []string {
	if w.method == "" {
		return []string{"agree"}
	}
	all := []string{"fit", "--method", w.method}
	for _, key := range slices.Sorted(maps.Keys(w.values)) {
		all = append(all, "--set", key+"="+w.values[key])
	}
	if w.steps > 0 {
		all = append(all, "--max-steps", strconv.Itoa(w.steps), "--tolerance", "-1")
	}
	return all
}

// alone returns what our program does between reading and writing.
func (w row) alone(s *dataset.Set) (func() error, error) {
	if w.method == "" {
		return func() error {
			_, err := metric.Agree(&s.Data.Labels, metric.Scale{Nominal: true, Seed: 1}, nil)
			return err
		}, nil
	}
	entry, err := catalog.Find(w.method)
	if err != nil {
		return nil, err
	}
	method, _, err := entry.Method(w.values)
	if err != nil {
		return nil, err
	}
	settings := fit.Settings{Seed: 1}
	if w.steps > 0 {
		settings.MaxSteps, settings.Tolerance = w.steps, -1
	}
	return func() error {
		if _, err := fit.Run(s.Data, method, settings); err != nil {
			return fmt.Errorf("%s: %w", w.method, err)
		}
		return nil
	}, nil
}
