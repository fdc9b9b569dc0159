package engine

import (
	"context"
	"strings"
	"testing"

	"concord/core/wire"
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
		`{"id":1,"needed":{}}`, `{"id":1,"advise":{"quick":true}}`, `{"id":1,"open":{"role":"truth","sample":"x"}}`, `{"id":1,"picture":{}}`,
	} {
		f.Add([]byte(text), tiny)
	}
	f.Fuzz(func(t *testing.T, request []byte, file string) {
		r, err := wire.DecodeRequest(request)
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
		v.Do(ctx, r, memory{"other.csv", []byte(file)}, func(reply wire.Reply) {
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

// FuzzWorkspaces opens saved files of which anything may be changed, and which still have the right checksum.
func FuzzWorkspaces(f *testing.F) {
	v := newVisit(&testing.T{})
	v.Do(context.Background(), openText("labels", tiny), text2("labels", tiny), func(wire.Reply) {})
	v.Do(context.Background(), wire.Request{Fit: &wire.Fit{Method: "ds", Seed: 1}}, nil, func(wire.Reply) {})
	v.Do(context.Background(), wire.Request{Export: &wire.Export{What: "workspace", Name: "w"}}, nil, func(wire.Reply) {})
	saved := memory{"w", []byte(v.files["w"])}
	var whole []byte
	repack(saved, true, func(b []byte) []byte { whole = b; return b })
	f.Add(whole)
	f.Fuzz(func(t *testing.T, body []byte) {
		v := newVisit(t)
		v.open("labels", tiny)
		var ctx context.Context
		ctx, v.cancel = context.WithCancel(t.Context())
		defer v.cancel()
		v.turns, v.cancelAt = 0, 200
		from := repack(saved, true, func([]byte) []byte { return body })
		v.Do(ctx, openWorkspace(from), from, func(reply wire.Reply) {
			if reply.Fault != nil && strings.Contains(reply.Fault.Message, "an error in Concord itself") {
				t.Errorf("%s", reply.Fault.Message)
			}
		})
		if v.session.Labels == nil {
			t.Error("the labels are lost")
		}
		v.cancelAt = 0
		v.Do(t.Context(), wire.Request{Export: &wire.Export{What: "workspace", Name: "w"}}, nil, func(reply wire.Reply) {
			if reply.Fault != nil && reply.Fault.Broken {
				t.Errorf("what was opened can't be saved: %s", reply.Fault.Message)
			}
		})
	})
}
