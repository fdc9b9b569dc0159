//go:build unix && !js

package sql_test

import (
	"regexp"
	"strings"
	"testing"

	"concord/core/fit"
	"concord/core/sql"
)

// FuzzClient has a client print anything for what it is asked: a fit goes to its end, or an error says why not.
func FuzzClient(f *testing.F) {
	d, err := sql.FindDialect("duckdb")
	if err != nil {
		f.Fatal(err)
	}
	const whole = "label,796573,1,1,1;label,6e6f,2,1,1;spelt,3;worker,61;worker,62;voted,3;labels,3;" +
		"tasks,2,2;names,2;given,0,2;given,3,1;cell,0,2,0,0,0,0;" +
		"cell,3,0,1,0,0,0;cell,-2,1,1,-1.5,-1.5,0;cells,3;bundled,3;twice,0;vote,1,0;vote,1,3;vote,2,0;name,1,7431;name,2,7432;" +
		"task,7431,0,3,1,1,0.5,0.5;task,7432,0,0,1,0,1,0;"
	f.Add(whole, uint8(0))
	f.Add(whole, uint8(1))
	f.Add(whole, uint8(2))
	f.Add(strings.Replace(whole, "tasks,2,2", "tasks,2", 1), uint8(0))
	f.Add(strings.Replace(whole, "cell,-2,1,1", "cell,-9,1", 1), uint8(0))
	f.Add(strings.Replace(whole, "label,796573,1,1,1", "label", 1), uint8(0))
	f.Add(strings.Replace(whole, "cells,3", "cells,", 1), uint8(1))
	f.Add("table,705f73657474696e6773;setting,00;"+whole, uint8(0))
	f.Add("table,705f7265616479;table,705f73657474696e6773;"+whole, uint8(128))
	f.Fuzz(func(t *testing.T, printed string, how uint8) {
		rows := strings.SplitAfter(printed, ";")
		client := func(text string, line func([]byte) error) (string, error) {
			for _, asked := range asks.FindAllStringSubmatch(text, -1) {
				if kind := asked[1]; strings.HasPrefix(kind, "made") || kind == "end" {
					if err := line([]byte("concord:" + kind + ",1;")); err != nil {
						return "", err
					}
				}
				for _, row := range rows {
					kind, _, _ := strings.Cut(row, ",")
					if kind == asked[1] {
						if err := line([]byte("concord:" + row)); err != nil {
							return "", err
						}
					}
				}
			}
			return "", nil
		}
		j := jobOf(d, []string{"ds", "fds", "majority"}[how%3], [6]string{"t", "p_", "a", "b", "c", "no"})
		from, err := sql.Open(j, client, sql.Options{Fresh: how&128 > 0})
		if err != nil {
			return
		}
		if _, err := from.Sample(0); err != nil {
			return
		}
		set := fit.Settings{MaxSteps: 3}.WithDefaults()
		fitted, err := remote(j.Method).StartRemote(from, set)
		if err != nil {
			return
		}
		for range fit.Drive(fitted, from.Shape().Tasks, set).Steps() {
		}
		if from.Posteriors(fitted) == nil {
			_ = from.EachTask(func(task *sql.Task) error {
				if task.Class < 0 || task.Class >= len(j.Classes) {
					t.Errorf("got class %d of %d", task.Class, len(j.Classes))
				}
				return nil
			})
		}
		_ = from.Clean(true)
	})
}

// asks finds what statements ask for.
var asks = regexp.MustCompile(`'concord:([a-z0-9]+),'`)
