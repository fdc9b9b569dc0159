//go:build !js

package client_test

import (
	"strings"
	"testing"
	"time"

	"concord/app/client/native"
	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// page is the page without a browser: the model, and the engine behind a client.
type page struct {
	*testing.T
	client *native.Client
	state  model.State
	tell   chan model.Msg
}

func newPage(t *testing.T) *page {
	p := &page{T: t, client: native.New(), state: manual(), tell: make(chan model.Msg, 1024)}
	p.client.Listen(func(m model.Msg) { p.tell <- m })
	p.do(model.Started{})
	return p
}

// do lets something happen and carries out what follows.
func (p *page) do(m model.Msg) {
	var cmds []model.Cmd
	p.state, cmds = model.Update(p.state, m)
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok {
			p.client.Send(send.Request, send.File)
		}
	}
}

// until lets the client tell things until done.
func (p *page) until(what string, done func() bool) {
	p.Helper()
	patience := time.After(30 * time.Second)
	for !done() {
		select {
		case m := <-p.tell:
			p.do(m)
		case <-patience:
			p.Fatalf("waited in vain for %s; the page says %q: %q", what, p.state.Phase(), p.state.Status())
		}
	}
}

// manual is a page on which fits start when a test asks for them.
func manual() model.State {
	s, _ := model.Update(model.New(), model.SetAuto{})
	return s
}

func (p *page) phase(want string) {
	p.Helper()
	p.until(want, func() bool { return p.state.Phase() == want })
}

func (p *page) paste(text string) {
	p.do(model.Pick{Role: api.RoleLabels, File: files.File{Name: "pasted.csv", Size: int64(len(text)), Handle: []byte(text)}})
}

const labels = "task,worker,label\n1,a,x\n1,b,x\n1,c,y\n2,a,y\n2,b,y\n2,c,y\n"

// The page and the engine understand each other, without a browser.
func TestWholeSession(t *testing.T) {
	p := newPage(t)
	p.paste(labels)
	p.phase(model.Ready)
	p.do(model.SetMethod{Name: "majority"})
	p.do(model.StartRun{})
	p.phase(model.Done)
	p.do(model.Download{What: "labels"})
	p.until("the download", func() bool { return len(p.state.Saves) > 0 && p.state.Saves[0].Name != "" })
	got, ok := p.client.Download(p.state.Saves[0].Name)
	want := "task,label,probability,votes,majority,agreement,tie,posterior\n" +
		"1,x,,2 of 3,x,0.333333,false,0.666667\n2,y,,3 of 3,y,1,false,1\n"
	if !ok || string(got) != want {
		t.Errorf("%s: got %q, want %q", p.state.Saves[0].Name, got, want)
	}

	p.paste("task,worker,label\n1,a\n")
	p.phase(model.Error)
	p.do(model.Dismiss{})
	p.phase(model.Done) // the result is still there
}

// Why the default suits comes by itself after a result, however often it has to give way.
func TestAdviceGivesWay(t *testing.T) {
	p := newPage(t)
	p.do(model.PickSample{Name: "moderation"})
	p.phase(model.Ready)
	p.do(model.StartRun{})
	p.phase(model.Done)
	for _, text := range []string{"a", "ab", "abc"} {
		p.do(model.Filter{Table: model.ViewTasks, Text: text})
	}
	p.do(model.StartRun{})
	p.phase(model.Done)
	p.until("the advice", func() bool { return p.state.Quick.Advised != nil })
	if got := p.state.Quick.Advised.Sentence; !strings.HasPrefix(got, "Consensus is the default here.") || p.state.Failure != nil {
		t.Errorf("got %q, failure %+v", got, p.state.Failure)
	}
}

func TestCancelledRequestSaysSo(t *testing.T) {
	d := native.New()
	replies := make(chan api.Reply, 16)
	d.Send(api.Request{ID: 1, Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: "a.csv"}}},
		files.File{Name: "a.csv", Handle: []byte(labels)})
	d.Send(api.Request{ID: 2, Cancel: &api.Cancel{ID: 1}}, files.File{})
	d.Listen(func(m model.Msg) { replies <- m.(model.Replied).Reply })
	for r := range replies {
		if r.ID == 1 && r.Final() {
			if r.Fault == nil || !r.Fault.Cancelled {
				t.Errorf("got %+v, want it cancelled", r)
			}
			return
		}
	}
}

func TestFileThatIsGone(t *testing.T) {
	p := newPage(t)
	p.do(model.Pick{Role: api.RoleLabels, File: files.File{Name: "gone.csv", Size: 10, Handle: t.TempDir() + "/gone.csv"}})
	p.phase(model.Error)
	if !strings.Contains(p.state.Labels.Fault.Message, "gone.csv") {
		t.Errorf("got %q", p.state.Labels.Fault.Message)
	}
}
