package model

import (
	"strings"
	"testing"

	"concord/app/model/files"
	"concord/app/model/setup"
	"concord/core/api"
)

func TestSettings(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetMethod{"ds"})
	for _, c := range []struct {
		msg   Msg
		what  string
		wrong string // part of what is said; empty: nothing is wrong
	}{
		{SetSeed{"7"}, setup.SettingSeed, ""},
		{SetSeed{" 18446744073709551615 "}, setup.SettingSeed, ""},
		{SetSeed{"-1"}, setup.SettingSeed, "whole number"},
		{SetSeed{""}, setup.SettingSeed, "whole number"},
		{SetSeed{"1.5"}, setup.SettingSeed, "whole number"},
		{SetSeed{"1"}, setup.SettingSeed, ""},
		{SetStop{setup.StopSteps, "0"}, setup.StopSteps, "1 or more"},
		{SetStop{setup.StopSteps, "many"}, setup.StopSteps, "1 or more"},
		{SetStop{setup.StopSteps, "200"}, setup.StopSteps, ""},
		{SetStop{setup.StopTolerance, "0"}, setup.StopTolerance, "above 0"},
		{SetStop{setup.StopTolerance, "NaN"}, setup.StopTolerance, "above 0"},
		{SetStop{setup.StopTolerance, "1e-6"}, setup.StopTolerance, ""},
		{SetStop{setup.StopGain, "-2"}, setup.StopGain, "above 0"},
		{SetStop{setup.StopGain, ""}, setup.StopGain, ""},
		{SetValue{"smoothing", "11"}, "smoothing", "from 0 to 10"},
		{SetValue{"smoothing", "a"}, "smoothing", "number"},
		{SetValue{"smoothing", "NaN"}, "smoothing", "from"},
		{SetValue{"smoothing", "0.1"}, "smoothing", ""},
	} {
		w.do(c.msg)
		m, _ := w.Method()
		got := w.Setup.Wrong(m, c.what)
		if (c.wrong == "") != (got == "") || !strings.Contains(got, c.wrong) {
			t.Errorf("%+v: got %q, want %q", c.msg, got, c.wrong)
		}
		if blocked := w.Blocked() != ""; blocked != (c.wrong != "") {
			t.Errorf("%+v: blocked is %v", c.msg, blocked)
		}
	}
	w.do(StartRun{})
	fit := w.only().Fit
	if fit.Seed != 1 || fit.MaxSteps != 200 || fit.Tolerance != 1e-6 || fit.Gain != 0 || fit.Values["smoothing"] != "0.1" {
		t.Errorf("got %+v", fit)
	}
}

func TestMethodThatCannotRun(t *testing.T) {
	w := newWorld(t)
	w.do(Address{"method=median"})
	w.Open()
	if w.Setup.Method != "consensus" {
		t.Errorf("method: got %s, want the default where the chosen one can't run", w.Setup.Method)
	}
	w.do(SetMethod{"median"})
	if got := w.Blocked(); !strings.Contains(got, "labels are no numbers") {
		t.Errorf("blocked: got %q, want the reason", got)
	}
	w.do(StartRun{})
	if len(w.sent()) != 0 {
		t.Error("a method that can't run was run")
	}

	// Without the default, the first that can run.
	o := openedLabels()
	o.Methods = o.Methods[:1]
	w.do(Pick{api.RoleLabels, files.File{Name: "b.csv"}})
	w.reply(w.only().ID, api.Reply{Opened: o})
	if w.Setup.Method != "majority" {
		t.Errorf("method: got %s, want majority", w.Setup.Method)
	}
}

func TestValuesBelongToTheirMethod(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.do(SetMethod{"ds"}, SetValue{"smoothing", "2"}, SetMethod{"majority"}, StartRun{})
	if v := w.only().Fit.Values; len(v) != 0 {
		t.Errorf("got %v, want none of another method's settings", v)
	}
}

func TestStale(t *testing.T) {
	w := newWorld(t)
	w.Open()
	w.fit()
	if w.Stale() {
		t.Fatal("nothing has changed since")
	}
	w.do(SetSeed{"2"})
	if !w.Stale() {
		t.Error("another seed makes another result")
	}
	w.do(SetSeed{"1"}, SetMethod{"majority"}, SetValue{"x", "1"}, SetMethod{"consensus"})
	if w.Stale() {
		t.Error("the settings are as they were")
	}
}

func TestFragment(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", "method=consensus"},
		{"#method=fds", "method=fds"},
		{"seed=7&method=fds", "method=fds&seed=7"},
		{"method=ds&set.smoothing=0.1&steps=50&tolerance=1e-6&gain=0.5", "method=ds&set.smoothing=0.1&steps=50&tolerance=1e-6&gain=0.5"},
		{"method=ds&set.b=2&set.a=1", "method=ds&set.a=1&set.b=2"},
		{"method=ds&set.word=%26%3D%20x", "method=ds&set.word=%26%3D+x"},
		{"%zz", "method=consensus"},
		{"method=&seed=&steps=", "method=consensus"},
		{"file=secret.csv", "method=consensus"}, // never data
	} {
		settings, _ := setup.Parse(c.in, New().Setup)
		got := settings.Fragment()
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
		if settings, note := setup.Parse(got, New().Setup); settings.Fragment() != got || note != "" {
			t.Errorf("%q: read again it is %q, note %q", got, settings.Fragment(), note)
		}
	}
}

// What is no setting is left out of the address, and the page says so.
func TestNoteOfTheAddress(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"method=fds&seed=7&set.smoothing=1&steps=9&tolerance=1e-6&gain=1", ""},
		{"%", "can’t be read"},
		{"%25", "“%”"}, // as web/boot.js mends it
		{"a;b", "can’t be read"},
		{"results&method=fds&top", "“results”, “top”"},
	} {
		w := newWorld(t)
		w.do(Address{c.in})
		if got := w.Status(); !strings.Contains(got, c.want) || (c.want == "") != strings.HasPrefix(got, "Ready") {
			t.Errorf("#%s: the page says %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSettingsGoIntoTheAddress(t *testing.T) {
	w := newWorld(t)
	w.do(SetSeed{"9"})
	if want := (Fragment{Text: "seed=9"}); len(w.cmds) != 1 || w.cmds[0] != Cmd(want) {
		t.Errorf("got %v, want %v", w.cmds, want)
	}
	w.do(SetStop{setup.StopSteps, "5"}, Defaults{})
	if want := (Fragment{}); w.cmds[len(w.cmds)-1] != Cmd(want) || w.Setup.MaxSteps != "" {
		t.Errorf("got %v, want %v", w.cmds, want)
	}
}

func TestStatusFollowsThePhase(t *testing.T) {
	w := newWorld(t)
	says := func(want string) {
		t.Helper()
		if !strings.Contains(w.Status(), want) {
			t.Errorf("status: got %q, want %q in it", w.Status(), want)
		}
	}
	says("Open a file")
	w.do(Pick{api.RoleLabels, file})
	says("Reading labels.csv")
	w.reply(w.only().ID, api.Reply{Opened: openedLabels()})
	says("6 labels")
	w.do(StartRun{})
	says("Running Consensus")
	w.do(Cancel{})
	says("Cancelling")
	w.reply(w.State.Run.ID, api.Reply{Fault: &api.Fault{Message: "out of memory"}})
	says("out of memory")
}
