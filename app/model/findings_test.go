package model

import (
	"reflect"
	"testing"

	"concord/app/model/verdict"
	"concord/core/api"
)

// pointers calls do with all pointers that a value holds.
func pointers(v reflect.Value, do func(uintptr)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			do(v.Pointer())
			pointers(v.Elem(), do)
		}
	case reflect.Struct:
		for n := range v.NumField() {
			pointers(v.Field(n), do)
		}
	case reflect.Slice:
		if v.Len() > 0 {
			do(v.Pointer())
		}
		for n := range v.Len() {
			pointers(v.Index(n), do)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			pointers(v.MapIndex(key), do)
		}
	}
}

// When there is another result nothing of the earlier one is left.
func TestNothingOfAnEarlierResultIsLeft(t *testing.T) {
	for name, next := range map[string]func(*world){
		"a fit": func(w *world) { w.fit() },
		"a fit by another method": func(w *world) {
			w.do(SetMethod{Name: "majority"})
			w.fit()
		},
		"other labels": func(w *world) { w.Open() },
		"no labels":    func(w *world) { w.do(Forget{api.RoleLabels}) },
		"a lost worker": func(w *world) {
			w.do(Lost{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.Open()
			w.fit()
			for view, table := range w.Tables {
				table.Page = nil // which stays in its place until there are new rows
				w.setTable(view, table)
			}
			w.Crew.Roster, w.Crew.Ticked = &api.Roster{}, []int{1}
			w.Look = Look{Topical: &api.Topical{}}
			w.Plan.Planned = &api.Planned{}
			w.Details = []Detail{{Kind: ViewTasks, Task: &api.Task{}, Worker: &api.Worker{}, Judged: &api.Judged{}}}
			w.Saves = []Save{{What: "labels", Name: "labels.csv"}}
			w.Paper = Paper{Open: true, Texts: &api.Paper{}}
			w.Round = verdict.Round{Queue: []int{1}, Skipped: []int{2}, Trail: []int{3}, Rows: &api.Rows{}}
			old, fields := map[uintptr]bool{}, reflect.ValueOf(w.Findings)
			for n := range fields.NumField() {
				if fields.Field(n).IsZero() {
					t.Fatalf("the test has no %s", fields.Type().Field(n).Name)
				}
			}
			pointers(fields, func(p uintptr) { old[p] = true })
			next(w)
			fields = reflect.ValueOf(w.Findings)
			for n := range fields.NumField() {
				pointers(fields.Field(n), func(p uintptr) {
					if old[p] {
						t.Errorf("%s: something of the earlier result is left", fields.Type().Field(n).Name)
					}
				})
			}
		})
	}
}
