package engine

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/export"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"

	"gonum.org/v1/gonum/floats"
)

// foretold is a visit whose result has predictions, suggestions and columns of its own: tasks a* are labelled, b* are not.
func foretold(t testing.TB) *visit {
	labels, features := "task,worker,label\n", "task,x,y\n"
	for i := range 6 {
		for j := range 2 {
			labels += fmt.Sprintf("a%d,w%d,%s\n", i, j, []string{"no", "yes"}[i%2])
		}
		features += fmt.Sprintf("a%d,%g,%d\n", i, float64(i%2*2-1)+float64(i*7%5-2)/10, i*i%7)
	}
	v := newVisit(t)
	v.open("labels", labels)
	v.open("features", features+"b1,1,3\nb2,-1,4\n")
	v.fit("gpc-ma")
	return v
}

// folded is a visit whose result is a fold, with the state that the labels were folded into.
func folded(t testing.TB) (v *visit, state session.Source) {
	first := newVisit(t)
	first.open("labels", tiny)
	first.fit("ds")
	state = save(t, first)
	v = newVisit(t)
	v.must(openState(v, state), state)
	v.open("labels", "task,worker,label\nt1,w4,yes\nt11,w1,yes\n")
	v.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, nil)
	return v, state
}

// doubles are numbers as a saved file holds them.
func doubles(x ...float64) []byte {
	text, _ := binary.Append(nil, binary.LittleEndian, x)
	return text
}

// instead replaces numbers in a saved file by as many others.
func instead(t testing.TB, s session.Source, was, is []float64) session.Source {
	t.Helper()
	return repack(s, true, func(b []byte) []byte {
		if len(was) == 0 || !bytes.Contains(b, doubles(was...)) {
			t.Fatalf("there are no numbers %v in it", was)
		}
		return bytes.Replace(b, doubles(was...), doubles(is...), 1)
	})
}

// noting changes what a project notes of its result.
func noting(t testing.TB, s session.Source, change func(result map[string]any)) session.Source {
	t.Helper()
	return repack(s, true, func(b []byte) []byte {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		var header map[string]any
		if err := json.Unmarshal(line, &header); err != nil {
			t.Fatal(err)
		}
		change(header["note"].(map[string]any)["result"].(map[string]any))
		return append(append(must(json.Marshal(header)), '\n'), rest...)
	})
}

// changed saves a project after a change of it.
func (v *visit) changed(change func(*export.Project)) session.Source {
	w := must(session.ReadSaved(job.New(v.t.Context(), v.Engine.host, 1, nil), v.save(""), api.RoleProject))
	change(w)
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		v.t.Fatal(err)
	}
	return memory{"other.concord", b.Bytes()}
}

// with replaces the state in a project.
func (v *visit) with(state session.Source) session.Source {
	return v.changed(func(w *export.Project) {
		for n := range w.Files {
			if f := &w.Files[n]; f.Role == api.RoleState {
				f.Size, f.Open = state.Size(), state.Open
			}
		}
	})
}

// suggesting changes the first suggestion in what a project notes of its result.
func suggesting(what string, is any) func(map[string]any) {
	return func(r map[string]any) { r["next"].([]any)[0].(map[string]any)[what] = is }
}

// Whatever is a number in a project is one that a fit could have found, or it is not opened.
func TestNumbersThatNoFitFindsAreRefused(t *testing.T) {
	v := foretold(t)
	saved := v.save("")
	note := func(what string, is any) func(map[string]any) { return func(r map[string]any) { r[what] = is } }
	e, p := v.result.Answers.Result, v.result.Predicted
	own := e.Extra[0].Values
	ends := append([]float64{math.Inf(1)}, own[1:]...)
	fold, state := folded(t)
	model := fold.session.State.Model
	for name, bad := range map[string]struct {
		source session.Source
		want   string
	}{
		"predictions of (0, 0)":       {instead(t, saved, p.Posterior[:2], []float64{0, 0}), "predictions do not belong"},
		"predictions of (5e300, …)":   {instead(t, saved, p.Posterior[:2], []float64{5e300, 5e300}), "predictions do not belong"},
		"a column of infinities":      {instead(t, saved, own, ends), "does not belong to its labels"},
		"right above 1":               {noting(t, saved, func(r map[string]any) { r["right"].([]any)[0] = 1.5 }), "suggestions do not belong"},
		"right below 0":               {noting(t, saved, func(r map[string]any) { r["right"].([]any)[0] = -.5 }), "suggestions do not belong"},
		"suggested posteriors (0, 0)": {noting(t, saved, suggesting("Posterior", []float64{0, 0})), "suggestions do not belong"},
		"suggested posteriors (9, -8)": {noting(t, saved, suggesting("Posterior", []float64{9, -8})),
			"suggestions do not belong"},
		"a suggested worker number 9":   {noting(t, saved, suggesting("Worker", 9)), "suggestions do not belong"},
		"a suggestion's chance of 7":    {noting(t, saved, suggesting("Right", 7)), "suggestions do not belong"},
		"a fit of −5 seconds":           {noting(t, saved, note("seconds", -5)), "its fit took -5 seconds"},
		"a fit of 1e300 seconds":        {noting(t, saved, note("seconds", 1e300)), "its fit took 1e+300 seconds"},
		"a fold of −5 seconds":          {noting(t, fold.save(""), note("seconds", -5)), "its fit took -5 seconds"},
		"a fold into a state of (0, 0)": {fold.with(instead(t, state, model.Posterior[:2], []float64{0, 0})), "the earlier fit is damaged"},
		"a fold into a state without prior": {fold.with(instead(t, state, model.Prior, []float64{0, 0})),
			"the earlier fit is damaged"},
	} {
		other := newVisit(t)
		other.open("labels", tiny)
		before := other.state()
		if f := other.fault(openProject(bad.source), bad.source); !strings.Contains(f.Message, bad.want) {
			t.Errorf("%s: got %q, want %q", name, f.Message, bad.want)
		}
		if other.state() != before {
			t.Errorf("%s: the work at hand is lost", name)
		}
	}
	same := noting(t, saved, func(map[string]any) {})
	newVisit(t).must(openProject(same), same)
	same = fold.with(state)
	newVisit(t).must(openProject(same), same)
}

// wrong returns which number of what was opened no fit could have found; "": none.
func (v *visit) wrong() string {
	none := func(what string, p []float64, k int) string {
		for at := 0; at < len(p); at += k {
			if sum := floats.Sum(p[at : at+k]); !(math.Abs(sum-1) < 1e-5) {
				return fmt.Sprintf("%s %d has probabilities that sum to %v", what, at/k, sum)
			}
		}
		return ""
	}
	var all []string
	if s := v.session.State; s != nil {
		m := s.Model
		all = append(all, none("prior of the state", m.Prior, m.Classes), none("task of the state", m.Posterior, m.Classes))
	}
	if r := v.result; r != nil {
		found, k := r.Answers.Result, r.Data.Classes
		if found.Status < fit.Stopped || found.Status > fit.HeldOut {
			all = append(all, fmt.Sprintf("status %d", found.Status))
		}
		if !(r.Seconds >= 0 && r.Seconds < 1e10) {
			all = append(all, fmt.Sprintf("%v seconds", r.Seconds))
		}
		all = append(all, none("task", found.Posterior, k), none("prior", found.Prior, k), none("row of a matrix", found.Confusion, k))
		if r.Predicted != nil {
			all = append(all, none("predicted task", r.Predicted.Posterior, k))
		}
		if slices.Contains(v.fitted().Files, api.FileNext) {
			for _, row := range strings.Split(strings.TrimSpace(v.File(api.FileNext)), "\n")[1:] {
				if right := row[strings.LastIndexByte(row, ',')+1:]; right != "" && !(must(strconv.ParseFloat(right, 64)) < 1.001) {
					all = append(all, "probability of being right "+right)
				}
			}
		}
		for _, c := range found.Extra {
			for _, x := range c.Values {
				if math.IsInf(x, 0) {
					all = append(all, fmt.Sprintf("%s of %v", c.Name, x))
				}
			}
		}
	}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}
