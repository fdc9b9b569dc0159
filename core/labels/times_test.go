package labels

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

func TestParseTime(t *testing.T) {
	want := time.Date(2019, 11, 2, 17, 11, 12, 0, time.UTC).Unix()
	day := time.Date(2019, 11, 2, 0, 0, 0, 0, time.UTC).Unix()
	for text, want := range map[string]int64{
		"2019-11-02T17:11:12Z": want, "2019-11-02T17:11:12.345Z": want, "2019-11-02T19:11:12+02:00": want,
		"2019-11-02 17:11:12": want, "2019-11-02 17:11:12 UTC": want, "2019-11-02 13:11:12-0400": want, "2019/11/02 17:11:12": want,
		"2019-11-02 17:11": want - 12, "2019-11-02": day, "11/2/2019 17:11:12": want, "11/02/2019 05:11:12 PM": want, "11/2/2019": day,
		"Sat Nov 02 10:11:12 PDT 2019": want, "Sat Nov 2 17:11:12 2019": want, "Sat Nov 02 17:11:12 UTC 2019": want,
		"1572714672": want, "1572714672.9": want, "1572714672345": want, "1572714672345678": want, "1572714672345678901": want,
	} {
		if got, ok := parse.Time([]byte(text)); !ok || got != want {
			t.Errorf("%q: got %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "12", "yesterday", "2019-13-02", "2019-11-02T", "2019-11-02 25:00", "2019-11-02 17:11:12 XYZ", "12.5",
		"99999999",
		"31/12/2019 10:00", "Sat Nov 02 10:11:12 ABC 2019", "Sat Foo 02 10:11:12 PDT 2019", "1900-01-01", "2019-11-02 17:11:12Z and more"} {
		if got, ok := parse.Time([]byte(text)); ok {
			t.Errorf("%q: got %d", text, got)
		}
	}
	// Every day of some years, leap years and those that are none, as package time has them.
	for d := time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC); d.Year() < 2005; d = d.AddDate(0, 0, 1) {
		if got, ok := parse.Time([]byte(d.Format(time.DateOnly))); !ok || got != d.Unix() {
			t.Fatalf("%v: got %d", d, got)
		}
	}
}

func FuzzParseTime(f *testing.F) {
	f.Add("Sat Nov 02 10:11:12 PDT 2019")
	f.Add("2019-11-02T17:11:12+02:00")
	f.Add("11/2/2019 5:11 PM")
	f.Fuzz(func(_ *testing.T, text string) { parse.Time([]byte(text)) })
}

// The times are those of the labels, whatever rows are left out and however the
// rows are sorted.
func TestTimes(t *testing.T) {
	text := "when,task,worker,label,submit_time\n" +
		"x,b,ann,yes,2019-11-02 10:00:00\n" +
		"x,a,bob,no,2019-11-02 10:00:01\n" +
		"x,b,bob,,2019-11-02 10:00:02\n" + // no answer
		"x,a,ann,yes,2019-11-02 10:00:03\n" +
		"x,b,eve,no,later\n" +
		"x,,eve,no,2019-11-02 10:00:05\n" + // bad
		"x,a,eve,yes,2019-11-02 10:00:06\n" +
		"x,c,ann,yes,2019-11-02 10:00:07\n"
	guess, err := layout.Detect("labels.csv", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	guess.Roles[4] = layout.Time // one of seven is none, so that it is not taken for times by itself
	guess.Skip = true
	read := scan.Options{}
	set, err := Read("labels.csv", strings.NewReader(text), &guess.Layout, read)
	if err != nil {
		t.Fatal(err)
	}
	times, unread, err := Times("labels.csv", strings.NewReader(text), &guess.Layout, read, set)
	if err != nil || unread != 1 {
		t.Fatalf("got %d without a time, %v", unread, err)
	}
	var got []string
	for i := range set.Data.Tasks {
		from, to := set.Data.Of(i)
		for n := from; n < to; n++ {
			second := int64(-1)
			if times[n] > 0 {
				second = int64(times[n]) - time.Date(2019, 11, 2, 10, 0, 0, 0, time.UTC).Unix()
			}
			got = append(got, fmt.Sprint(set.Tasks.At(i), set.Workers.At(int(set.Data.Worker[n])), second))
		}
	}
	if want := "[bann0 beve-1 abob1 aann3 aeve6 cann7]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	shorter := strings.NewReader(strings.Replace(text, "x,c,ann,yes,2019-11-02 10:00:07\n", "", 1))
	if _, _, err := Times("labels.csv", shorter, &guess.Layout, read,
		set); err == nil {
		t.Error("a file that has changed is taken for the one that was read")
	}
	guess.Roles[4] = layout.Ignore
	if times, _, err := Times("labels.csv", strings.NewReader(text), &guess.Layout, read, set); times != nil || err != nil {
		t.Errorf("without a column of times: got %v, %v", times, err)
	}
}

// Many labels of tasks in no order: batches and chunks do not mix up the times.
func TestTimesOfManyLabels(t *testing.T) {
	var b strings.Builder
	b.WriteString("task,worker,label,timestamp\n")
	const base = 1_500_000_000
	for n := range 100_000 {
		fmt.Fprintf(&b, "t%d,w%d,%d,%d\n", n*7919%3001, n%97, n%3, base+n)
	}
	text := b.String()
	guess, err := layout.Detect("labels.csv", []byte(text[:1<<16]))
	if err != nil {
		t.Fatal(err)
	}
	set, err := Read("labels.csv", strings.NewReader(text), &guess.Layout, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	times, unread, err := Times("labels.csv", strings.NewReader(text), &guess.Layout, scan.Options{}, set)
	if err != nil || unread > 0 {
		t.Fatal(unread, err)
	}
	for i := range set.Data.Tasks {
		from, to := set.Data.Of(i)
		for n := from; n < to; n++ {
			at := int(times[n] - base)
			if set.Tasks.At(i) != fmt.Sprintf("t%d", at*7919%3001) || set.Workers.At(int(set.Data.Worker[n])) != fmt.Sprintf("w%d", at%97) {
				t.Fatalf("label %d has the time of row %d", n, at)
			}
		}
	}
}

// A duration is no time, nor is a column that mostly holds something else.
func TestColumnsOfTimes(t *testing.T) {
	for text, want := range map[string]layout.Role{
		"task,worker,label,time\na,x,1,12.5\nb,x,2,8.1\na,y,1,9.0\nb,y,1,3\n":                                   layout.Ignore,
		"task,worker,label,timestamp\na,x,1,1572714672\nb,x,2,1572714679\na,y,1,1572714690\nb,y,1,1572714691\n": layout.Time,
		"task,worker,label,note\na,x,1,2019-11-02\nb,x,2,2019-11-02\na,y,1,2019-11-02\nb,y,1,2019-11-03\n":      layout.Ignore,
		"HITId,WorkerId,Answer.label,SubmitTime\na,x,1,Sat Nov 02 10:11:12 PDT 2019\nb,x,2,Sat Nov 02 10:12:12 PDT 2019\na,y,1,Sat Nov 02 " +
			"10:13:12 PDT 2019\n": layout.Time,
	} {
		guess, err := layout.Detect("labels.csv", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := guess.Roles[3]; got != want {
			t.Errorf("%s: got %q, want %q", guess.Columns[3].Name, got, want)
		}
	}
}
