package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
)

// dump writes all that a result holds, and what it points to, but functions, and the session it is of.
func dump(of any) string {
	var b strings.Builder
	seen := map[any]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if v.IsNil() {
				b.WriteString("nil ")
				return
			}
			if v.Kind() == reflect.Pointer {
				at := [2]any{v.Pointer(), v.Type()}
				if seen[at] || strings.HasPrefix(v.Type().Elem().String(), "session.") || strings.HasPrefix(v.Type().Elem().String(), "labels.") {
					fmt.Fprint(&b, at)
					return
				}
				seen[at] = true
			}
			walk(v.Elem())
		case reflect.Struct:
			for n := range v.NumField() {
				fmt.Fprintf(&b, "%s: ", v.Type().Field(n).Name)
				walk(v.Field(n))
			}
			b.WriteString("\n")
		case reflect.Slice, reflect.Array:
			fmt.Fprintf(&b, "%d of ", v.Len())
			for n := range v.Len() {
				walk(v.Index(n))
			}
		case reflect.Map:
			var all []string
			for _, key := range v.MapKeys() {
				all = append(all, fmt.Sprint(key, " = ", v.MapIndex(key)))
			}
			slices.Sort(all)
			fmt.Fprint(&b, all)
		case reflect.Func:
			fmt.Fprint(&b, v.IsNil(), " ")
		default:
			fmt.Fprint(&b, v, " ")
		}
	}
	walk(reflect.ValueOf(of))
	return b.String()
}

// A result never changes, whatever is asked of it, and whatever is opened and amended after it.
func TestResultsAreValues(t *testing.T) {
	export := func(what, as string) api.Request {
		return api.Request{Export: &api.Export{What: what, As: as, Tiers: true}}
	}
	costs := "truth,label,cost\n0,1,3\n1,0,2\n"
	asked := []struct {
		name    string
		request api.Request
		file    session.Source
	}{
		{"judge", api.Request{Judge: &api.Subject{}}, nil},
		{"worker", api.Request{Worker: &api.Subject{}}, nil},
		{"task", api.Request{Task: &api.Subject{}}, nil},
		{"roster", api.Request{Roster: &api.Rank{}}, nil},
		{"tasks", api.Request{Rows: &api.Rows{Table: "tasks", Sort: "probability", Count: 9}}, nil},
		{"workers", api.Request{Rows: &api.Rows{Table: "workers", Sort: "worker", Count: 9}}, nil},
		{"judged", api.Request{Rows: &api.Rows{Table: "judged", Count: 9}}, nil},
		{"tiers", api.Request{Rows: &api.Rows{Table: "tiers", Count: 9}}, nil},
		{"draw", api.Request{Draw: &api.Draw{Count: 3}}, nil},
		{"agree", api.Request{Agree: &api.Agree{}}, nil},
		{"plan", api.Request{Plan: &api.Plan{Budget: 20}}, nil},
		{"needed", api.Request{Needed: &api.Needed{}}, nil},
		{"compare", api.Request{Compare: &api.Compare{Methods: []string{"majority", "ds"}}}, nil},
		{"run.json", export(api.FileRun, ""), nil},
		{"workers.csv", export(api.FileWorkers, ""), nil},
		{"labels.xlsx", export(api.FileLabels, api.XLSX), nil},
		{"report", export(api.FileReport, ""), nil},
		{"all files", export(api.FileAll, ""), nil},
		{"state", export(api.RoleState, ""), nil},
		{"project", export(api.RoleProject, ""), nil},
		{"truth", openText(api.RoleTruth, ""), text2(api.RoleTruth, "task,truth\ntask 1,0\ntask 2,2\ntask 7,1\n")},
		{"costs", openText(api.RoleCosts, ""), text2(api.RoleCosts, costs)},
		{"review", api.Request{Amend: &api.Amend{Review: []api.Reviewed{{Task: 1, Label: "2"}}}}, nil},
		{"check", api.Request{Amend: &api.Amend{Checked: []api.Reviewed{{Task: 3, Label: "1"}}}}, nil},
		{"order", api.Request{Amend: &api.Amend{Order: []string{"2", "0", "1"}}}, nil},
		{"exclude", api.Request{Amend: &api.Amend{Exclude: []int{1}}}, nil},
		{"undo", api.Request{Amend: &api.Amend{}}, nil},
		{"drop", api.Request{Drop: &api.Drop{Role: api.RoleTruth}}, nil},
		{"fit", api.Request{Fit: &api.Fit{Method: "majority"}}, nil},
	}
	for _, method := range []string{"consensus", "majority"} {
		v := newVisit(t)
		v.open(api.RoleLabels, labelled(400))
		v.fit(method)
		for round := range 2 { // of what is there when all else is
			published, before := v.result, dump(v.result)
			for _, x := range asked {
				now, was := v.result, dump(v.result)
				if reply, _ := v.do(x.request, x.file); reply.Fault != nil {
					t.Fatalf("%s, %s: %s", method, x.name, reply.Fault.Message)
				}
				for _, r := range []struct {
					of  any
					was string
				}{{now, was}, {published, before}} {
					if got := dump(r.of); got != r.was {
						at := 0
						for got[:at] == r.was[:at] {
							at++
						}
						at = max(0, at-200)
						t.Fatalf("%s, round %d: %s changed the result from\n…%.400s\nto\n…%.400s", method, round, x.name, r.was[at:], got[at:])
					}
				}
			}
		}
	}
}

// What was found of a result is not computed again: not when it is asked for again, nor after an amendment that was undone.
func TestNothingIsComputedTwice(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, labelled(40_000))
	v.fit("majority")
	// work is how often the engine looks up from thinking, or tells of the fits on parts of the labels.
	work := func(r api.Request) (n int) {
		v.tick = 1 // every look at the clock is due for a turn
		_, progress := v.do(r, nil)
		v.tick = .001
		if r.Needed == nil {
			return v.turns
		}
		for _, p := range progress {
			if p.Phase == "fit" {
				n++
			}
		}
		return n
	}
	for _, x := range []struct {
		name    string
		request api.Request
	}{
		{"judge", api.Request{Judge: &api.Subject{Index: 1}}},
		{"needed", api.Request{Needed: &api.Needed{}}},
	} {
		first := work(x.request)
		if again := work(x.request); first == 0 || 2*again > first {
			t.Errorf("%s: %d steps of work when asked again, %d at first", x.name, again, first)
		}
		v.must(api.Request{Amend: &api.Amend{Exclude: []int{0}}}, nil)
		v.must(api.Request{Amend: &api.Amend{}}, nil)
		if undone := work(x.request); 2*undone > first {
			t.Errorf("%s: %d steps of work after an undo, %d at first", x.name, undone, first)
		}
	}
}
