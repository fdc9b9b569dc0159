package export

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

func someState(labels, gold bool) *State {
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 2, 2, []int32{0, 0, 1, 2}, []int32{0, 1, 0, 1}, []int32{0, 0, 1, 0})}
	if gold {
		d.Gold = []int32{crowd.Unknown, 1, crowd.Unknown}
	}
	e := &crowd.Estimate{Posterior: []float64{.75, .25, 0, 1, 1. / 3, 2. / 3}, Prior: []float64{.25, .75}}
	m := fit.SaveAs(fit.CountOptions{Right: 1, Wrong: .5, Hard: true, Tie: fit.TieRow}, d, e, 1)
	if !labels {
		m.Labels = nil
	}
	return &State{
		Method: "ds", Values: map[string]string{"smoothing": "0.5"}, Seed: 1 << 63, Source: "a \"b\".csv",
		Tasks: []string{"t1", "", "t\n3"}, Workers: []string{"w1", "ä"}, Classes: []string{"no", "yes"}, Model: m,
	}
}

func encode(t testing.TB, s *State) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteState(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestStateSurvivesTheFile(t *testing.T) {
	for _, labels := range []bool{false, true} {
		for _, gold := range []bool{false, true} {
			s := someState(labels, gold)
			text := encode(t, s)
			got, err := ReadState(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, s) {
				t.Errorf("labels %v, gold %v: got %+v %+v, want %+v %+v", labels, gold, got, got.Model, s, s.Model)
			}
			if !bytes.Equal(encode(t, got), text) {
				t.Errorf("labels %v, gold %v: written again it has other bytes", labels, gold)
			}
		}
	}
}

// packed replaces text in what a state file holds.
func packed(t *testing.T, old, new string) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(encode(t, someState(true, true))))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("the state does not hold %q", old)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(bytes.Replace(text, []byte(old), []byte(new), 1))
	w.Close()
	return b.Bytes()
}

func TestWhatIsNoSoundStateIsRefused(t *testing.T) {
	whole := encode(t, someState(true, true))
	other := func(text string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		io.WriteString(w, text)
		w.Close()
		return b.Bytes()
	}
	for _, test := range []struct {
		name string
		text []byte
		want error
		says string
	}{
		{"empty", nil, ErrNoState, ""},
		{"a table", []byte("task,worker,label\na,b,c\n"), ErrNoState, ""},
		{"a packed table", other("task,worker,label\na,b,c\n"), ErrNoState, ""},
		{"other JSON", other("{\"format\":\"concord workspace\",\"version\":1}\n"), ErrNoState, ""},
		{"newer", packed(t, `"version":1`, `"version":2`), ErrStateVersion, "its format is 2, this is Concord " + Version + ", which reads 1"},
		{"cut off", whole[:len(whole)-20], ErrStateDamaged, "it ends too early"},
		{"changed", packed(t, "t1", "t2"), ErrStateDamaged, "its checksum is wrong"},
		{"longer", packed(t, `"tasks":3`, `"tasks":4`), ErrStateDamaged, ""},
		{"absurd", packed(t, `"tasks":3`, `"tasks":300000000000`), ErrStateDamaged, "it speaks of 300000000000 tasks"},
		{"huge", packed(t, `"tasks":3`, `"tasks":100000000`), ErrStateDamaged, ""},
		{"more labels", packed(t, `"labels":4`, `"labels":5`), ErrStateDamaged, "fewer labels than it says"},
	} {
		_, err := ReadState(bytes.NewReader(test.text))
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want %v … %s", test.name, err, test.want, test.says)
		}
	}
}

func FuzzReadState(f *testing.F) {
	// The fuzzer works on what is in the gzip but the checksum, which is made to fit.
	for _, s := range []*State{someState(false, false), someState(true, true)} {
		z, _ := gzip.NewReader(bytes.NewReader(encode(f, s)))
		text, _ := io.ReadAll(z)
		f.Add(text[:len(text)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(text)
		sum := sha256.Sum256(text)
		w.Write(sum[:])
		w.Close()
		s, err := ReadState(&b)
		if err == nil {
			encode(t, s)
		} else if !errors.Is(err, ErrNoState) && !errors.Is(err, ErrStateDamaged) && !errors.Is(err, ErrStateVersion) {
			t.Errorf("an error of another kind: %v", err)
		}
	})
}
