package model

import (
	"testing"

	"concord/core/api"
)

// byItself is a page on which fits start by themselves, with labels just opened.
func byItself(t *testing.T, o *api.Opened) *world {
	w := &world{T: t, State: New()}
	w.do(Pick{api.RoleLabels, file})
	w.reply(w.only().ID, api.Reply{Opened: o})
	return w
}

// fitted replies to the fit that the last message caused.
func (w *world) fitted() {
	w.Helper()
	fit := w.only()
	if fit.Fit == nil {
		w.Fatalf("got %+v, want a fit", fit)
	}
	w.reply(fit.ID, api.Reply{Fitted: &api.Fitted{Method: fit.Fit.Method, Title: "M", Steps: 3}})
	w.phase(Done)
}

func TestFitsStartByThemselves(t *testing.T) {
	w := byItself(t, openedLabels())
	w.phase(Running)
	w.fitted()

	// The result follows a choice, and the user goes on with what led to it.
	w.do(Show{ViewWorkers}, SetMethod{"majority"})
	w.fitted()
	if w.View != ViewWorkers || w.focused() != "" {
		t.Errorf("got view %q and focus %q, want them left alone", w.View, w.focused())
	}

	// What is being typed waits until it is typed.
	w.do(SetSeed{"1"}, SetSeed{"12"})
	if w.State.Run != nil {
		t.Fatal("a fit began in the middle of a number")
	}
	w.do(Typed{})
	w.fitted()

	// What was cancelled does not begin again by itself.
	w.do(SetMethod{"ds"})
	fit := w.only()
	w.do(Cancel{})
	w.reply(fit.ID, api.Reply{Fault: &api.Fault{Cancelled: true}})
	if w.do(Show{ViewTasks}); w.State.Run != nil {
		t.Error("a cancelled fit began again")
	}
}

func TestFitsWait(t *testing.T) {
	slow := openedLabels()
	slow.Methods[1].Seconds = 9
	for name, o := range map[string]*api.Opened{"a guess": doubtfulLabels(), "a slow method": slow} {
		w := byItself(t, o)
		w.phase(Ready)
		if w.Waits() == "" {
			t.Errorf("%s: nothing says why the fit waits", name)
		}
		if name == "a guess" {
			w.do(ConfirmRoles{})
		} else {
			w.do(StartRun{})
		}
		w.fitted()
	}

	w := byItself(t, openedLabels())
	w.fitted()
	w.do(SetAuto{}, SetMethod{"majority"})
	if w.State.Run != nil || !w.Stale() {
		t.Error("a fit began though the user wants to start it")
	}
	w.do(SetAuto{On: true})
	w.fitted()
}

// Views and what is open have addresses; Back and Forward move between them.
func TestAddresses(t *testing.T) {
	fragment := func(w *world) (f Fragment) {
		for _, c := range w.cmds {
			if c, ok := c.(Fragment); ok {
				f = c
			}
		}
		return f
	}
	w := newWorld(t)
	w.do(Address{"view=workers&auto=off"})
	w.Open()
	w.fit()
	if w.Showing() != ViewWorkers {
		t.Fatalf("got view %q, want that of the address", w.Showing())
	}
	w.do(Show{ViewTasks})
	if got, want := fragment(w), (Fragment{"", true}); got != want {
		t.Errorf("another view: got %+v, want %+v", got, want)
	}
	w.do(Open{Kind: ViewTasks, Index: 3})
	if got, want := fragment(w), (Fragment{"open=tasks-3", true}); got != want {
		t.Errorf("a task: got %+v, want %+v", got, want)
	}
	w.do(Close{})
	if len(w.cmds) == 0 || w.cmds[len(w.cmds)-1] != Cmd(GoBack{}) {
		t.Errorf("closed: got %+v, want the entry of the task left", w.cmds)
	}
	w.do(Address{""}, Address{"open=tasks-3"})
	if d := w.Detail(); d == nil || d.Index != 3 {
		t.Errorf("forward: got %+v, want the task", d)
	}
	w.do(Address{"view=workers"})
	if w.Detail() != nil || w.View != ViewWorkers {
		t.Errorf("back: got %+v, %q", w.Detail(), w.View)
	}
	w.do(Address{"view=nonsense&open=tasks--1"})
	if w.Detail() != nil || w.View != ViewTasks {
		t.Errorf("nonsense: got %+v, %q", w.Detail(), w.View)
	}
}
