package engine

import (
	"context"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
)

// FuzzRequests serves a request as it comes over the wire, after labels were opened and fitted: it never panics, is always
// answered, and loses nothing that was loaded.
func FuzzRequests(f *testing.F) {
	for _, text := range []string{
		`{"id":1,"fit":{"method":"ds","values":{"smoothing":"1"},"seed":7,"maxSteps":3}}`, `{"id":1,"fit":{"method":"majority"}}`,
		`{"id":1,"rows":{"table":"tasks","from":1,"count":3,"sort":"task"}}`, `{"id":1,"task":{"index":-1}}`, `{"id":1,"worker":{"index":1}}`,
		`{"id":1,"amend":{"exclude":[0,1],"review":[{"task":0,"class":1}]}}`, `{"id":1,"reread":{"role":"labels","roles":["task","worker"]}}`,
		`{"id":1,"export":{"what":"labels","as":"wide","tasks":-1}}`, `{"id":1,"export":{"what":"all"}}`, `{"id":1,"agree":{}}`,
		`{"id":1,"compare":{"methods":["majority","ds"]}}`, `{"id":1,"plan":{"budget":3,"most":-1}}`, `{"id":1,"drop":{"role":"labels"}}`,
		`{"id":1,"needed":{}}`, `{"id":1,"advise":{"quick":true}}`, `{"id":1,"open":{"role":"truth","sample":"x"}}`,
	} {
		f.Add([]byte(text), tiny)
	}
	f.Fuzz(func(t *testing.T, request []byte, file string) {
		r, err := api.DecodeRequest(request)
		if err != nil {
			return
		}
		v := newVisit(t)
		v.open("labels", tiny)
		v.fit("majority")
		var ctx context.Context
		ctx, v.cancel = context.WithCancel(t.Context())
		defer v.cancel()
		v.turns, v.cancelAt = 0, 200 // or a request may be for hours of work
		var answers int
		v.Do(ctx, r, memory{"other.csv", []byte(file)}, func(reply api.Reply) {
			if reply.Final() {
				answers++
			}
			if reply.Fault != nil && strings.Contains(reply.Fault.Message, "an error in Concord itself") {
				t.Errorf("%s: %s", request, reply.Fault.Message)
			}
		})
		if answers != 1 {
			t.Errorf("%s: %d answers", request, answers)
		}
		if r.Open == nil && r.Drop == nil && r.Reread == nil && v.session.Labels == nil {
			t.Errorf("%s: the labels are lost", request)
		}
	})
}

// FuzzProjects opens saved files of which anything may be changed, and which still have the right checksum: as projects, and
// as states. Whatever is opened could have been saved.
func FuzzProjects(f *testing.F) {
	plain, further := newVisit(f), foretold(f)
	plain.open("labels", tiny)
	plain.fit("ds")
	fold, state := folded(f)
	saved, p, model := plain.save(""), plain.result.Answers.Result.Posterior, fold.session.State.Model
	for _, s := range []session.Source{
		saved, further.save(""), fold.save(""), state,
		// and what is no result, for what is said of it below
		instead(f, saved, p[:2], []float64{0, 0}), noting(f, saved, func(r map[string]any) { r["status"] = 99 }),
		noting(f, saved, func(r map[string]any) { r["seconds"] = -5 }),
		instead(f, further.save(""), further.result.Predicted.Posterior[:2], []float64{0, 0}),
		noting(f, further.save(""), suggesting("Posterior", []float64{5, 5})),
		instead(f, state, model.Posterior[:2], []float64{0, 0}), instead(f, state, model.Prior, []float64{0, 0}),
		fold.with(instead(f, state, model.Posterior[:2], []float64{0, 0})),
	} {
		repack(s, true, func(b []byte) []byte { f.Add(b); return b })
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		from := repack(saved, true, func([]byte) []byte { return body })
		for _, r := range []api.Request{openProject(from), openState(plain, from)} {
			v := newVisit(t)
			v.open("labels", tiny)
			var ctx context.Context
			ctx, v.cancel = context.WithCancel(t.Context())
			defer v.cancel()
			v.turns, v.cancelAt = 0, 200
			v.Do(ctx, r, from, func(reply api.Reply) {
				if reply.Fault != nil && strings.Contains(reply.Fault.Message, "an error in Concord itself") {
					t.Errorf("%s", reply.Fault.Message)
				}
			})
			if v.session.Labels == nil {
				t.Error("the labels are lost")
			}
			if wrong := v.wrong(); wrong != "" {
				t.Errorf("opened as a %s: got %s", r.Open.Role, wrong)
			}
			v.cancelAt = 0
			v.Do(t.Context(), api.Request{Export: &api.Export{What: "project", Name: "w"}}, nil, func(reply api.Reply) {
				if reply.Fault != nil && reply.Fault.Broken {
					t.Errorf("what was opened can't be saved: %s", reply.Fault.Message)
				}
			})
		}
	})
}
