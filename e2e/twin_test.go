package e2e

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"concord/app/client/native"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui"
	"concord/core/api"
)

// twin is the page without a browser: the same model, and the engine as a native program. What happens to a page
// happens to its twin, too, and then both must show the same.
type twin struct {
	testing.TB
	client *native.Client
	state  model.State
	tell   chan model.Msg
	under  map[int]bool // requests without a final reply
	past   []string     // the fragments in the browser's history, the present one last
}

func newTwin(t testing.TB) *twin {
	w := &twin{TB: t, client: native.New(), state: model.New(), tell: make(chan model.Msg, 1024), under: map[int]bool{}, past: []string{""}}
	w.client.Listen(func(m model.Msg) { w.tell <- m })
	w.do(model.Started{Auto: "off"})
	w.do(model.Offline{Ready: true})
	return w
}

// do lets something happen, and waits until nothing more comes of it.
func (w *twin) do(m model.Msg) {
	w.Helper()
	w.update(m)
	for len(w.under) > 0 {
		select {
		case m := <-w.tell:
			if r, ok := m.(model.Replied); ok && r.Reply.Final() {
				delete(w.under, r.Reply.ID)
			}
			w.update(m)
		case <-time.After(patience):
			w.Fatalf("waited in vain for the engine; the state is %q: %q", w.state.Phase(), w.state.Status())
		}
	}
}

func (w *twin) update(m model.Msg) {
	var cmds []model.Cmd
	w.state, cmds = model.Update(w.state, m)
	for _, c := range cmds {
		switch c := c.(type) {
		case model.Send:
			if c.Request.Cancel == nil {
				w.under[c.Request.ID] = true
			}
			w.client.Send(c.Request, c.File)
		case model.Fragment:
			if c.Push {
				w.past = append(w.past, "")
			}
			w.past[len(w.past)-1] = c.Text
		case model.GoBack:
			w.past = w.past[:len(w.past)-1]
			w.update(model.Address{Fragment: w.past[len(w.past)-1]})
		}
	}
}

// pick is what the page is told of a file that was chosen.
func pick(t testing.TB, file string) model.Msg {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	return model.Pick{Role: api.RoleLabels, File: files.File{Name: filepath.Base(file), Size: info.Size(), Handle: file}}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// text is what the page should show.
func (w *twin) text() string {
	return plain(html.UnescapeString(tags.ReplaceAllString(ui.HTML(ui.View(w.state)), " ")))
}

// durations are what no two runs agree on, in the past or foretold.
var durations = regexp.MustCompile(`((about|under) )?[0-9][0-9.,]* ?(ms|s|min|h|seconds?|minutes?)\b`)

// plain is a text without white space and durations.
func plain(text string) string {
	return strings.Join(strings.Fields(durations.ReplaceAllString(text, "T")), "")
}

// differ says where two texts begin to differ, "" if they don't.
func differ(got, want string) string {
	if got == want {
		return ""
	}
	n := 0
	for n < len(got) && n < len(want) && got[n] == want[n] {
		n++
	}
	near := func(s string) string { return strings.ToValidUTF8(s[max(0, n-60):min(len(s), n+100)], "") }
	return "the page shows … " + near(got) + " …, its twin … " + near(want) + " …"
}
