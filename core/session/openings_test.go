package session_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
)

// counted is a file that counts how often it is opened.
type counted struct {
	name, text string
	opened     int
}

func (c *counted) Name() string { return c.name }
func (c *counted) Size() int64  { return int64(len(c.text)) }
func (c *counted) Open() (io.ReadCloser, error) {
	c.opened++
	return io.NopCloser(bytes.NewReader([]byte(c.text))), nil
}

// still is a host without a clock.
var still = &job.Host{Seconds: func() float64 { return 0 }}

// What was looked at is read as it was shown: a file is opened to be looked at, and to be read. Only a choice that voids what was found
// opens it once more.
func TestOpenings(t *testing.T) {
	const plain = "task,worker,label,mood\nt1,ann,yes,sad\nt1,bob,no,sad\nt2,ann,yes,glad\nt2,bob,yes,sad\nt3,ann,no,glad\nt3,bob,no,glad\n"
	const gold = "task,worker,label,label_gold\nt1,ann,yes,yes\nt1,bob,no,yes\nt2,ann,yes,\nt2,bob,yes,\nt3,ann,no,no\nt3,bob,no,no\n"
	for _, test := range []struct {
		name, file string
		change     func(*api.Choices)
		want       int
	}{
		{"as detected", plain, func(*api.Choices) {}, 2},
		{"what a cell means", plain, func(c *api.Choices) { c.Missing, c.Again, c.Skip = []string{"no"}, "last", true }, 2},
		{"no workers", plain, func(c *api.Choices) { c.Anonymous, c.Roles[1] = true, "" }, 2},
		{"another question", plain, func(c *api.Choices) { c.Roles[2], c.Roles[3] = "", "label" }, 3},
		{"roles chosen", plain, func(c *api.Choices) { c.Chosen = []bool{false, false, false, true} }, 3},
		{"no header", plain, func(c *api.Choices) { c.Header = false }, 3},
		{"another encoding", plain, func(c *api.Choices) { c.Encoding = "windows-1252" }, 3},
		{"another delimiter", plain, func(c *api.Choices) { *c = api.Choices{Delimiter: ",", Header: true} }, 3},
		{"with a column of truth", gold, func(*api.Choices) {}, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := job.New(context.Background(), still, 0, func(api.Reply) {})
			file := &counted{name: "labels.csv", text: test.file}
			seen, err := new(session.Session).Look(c, api.RoleLabels, file, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			read := throughText(t, seen.Read)
			test.change(&read)
			s, opened, err := new(session.Session).With(c, api.RoleLabels, file, nil, &read)
			if err != nil {
				t.Fatal(err)
			}
			for _, held := range opened.Embedded {
				if s, _, err = s.With(c, held.Role, file, nil, &held.Read); err != nil {
					t.Fatal(err)
				}
			}
			if file.opened != test.want {
				t.Errorf("got %d openings, want %d", file.opened, test.want)
			}
			if is := s.Truth != nil; is != (test.file == gold) {
				t.Errorf("got a truth: %v", is)
			}
		})
	}
}

// throughText returns choices as the page hands them back.
func throughText(t *testing.T, c api.Choices) api.Choices {
	t.Helper()
	text, err := api.Encode(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: c}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := api.DecodeRequest(text)
	if err != nil {
		t.Fatal(err)
	}
	return r.Reread.Choices
}

// A file that is handed back says of itself what it said when it was shown.
func TestHandedBack(t *testing.T) {
	c := job.New(context.Background(), still, 0, func(api.Reply) {})
	for name, text := range map[string]string{
		"long.csv":   "task;worker;label;why\nt1;ann;yes;a\nt1;bob;no;b\nt2;ann;yes;c\nt2;bob;yes;d\n",
		"wide.csv":   "item,ann,bob,eve\ni1,a,b,a\ni2,b,b,a\ni3,a,a,a\ni4,b,a,b\n",
		"lines.json": `{"task":"t1","worker":"ann","label":"x"}` + "\n" + `{"task":"t1","worker":"bob","label":"y"}` + "\n",
		"bare.txt":   "1 2 1\n2 2 1\n1 1 1\n2 1 2\n",
	} {
		t.Run(name, func(t *testing.T) {
			file := &counted{name: name, text: text}
			seen, err := new(session.Session).Look(c, api.RoleLabels, file, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := api.Encode(api.Reply{Opened: seen})
			read := throughText(t, seen.Read)
			before := file.opened
			again, err := new(session.Session).Look(c, api.RoleLabels, file, nil, &read)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := api.Encode(api.Reply{Opened: again}); !bytes.Equal(got, want) {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if file.opened != before {
				t.Errorf("got %d further openings", file.opened-before)
			}
			read.Form = []byte(`{"Least":9,"By":{}}`) // of nobody: what it says is found again
			again, err = new(session.Session).Look(c, api.RoleLabels, file, nil, &read)
			if err != nil || !slices.Equal(again.Read.Roles, seen.Read.Roles) || file.opened == before {
				t.Errorf("of another form: got %v, %v", again, err)
			}
		})
	}
}
