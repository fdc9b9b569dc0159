package export

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/catalog"
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
	if err := (&Project{State: s}).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func readState(r io.Reader) (*State, error) {
	s, err := ReadProject(r)
	if err != nil {
		return nil, err
	}
	return s.State, nil
}

func TestStateSurvivesTheFile(t *testing.T) {
	for _, labels := range []bool{false, true} {
		for _, gold := range []bool{false, true} {
			s := someState(labels, gold)
			text := encode(t, s)
			got, err := readState(bytes.NewReader(text))
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

// doubles are numbers as a saved file holds them.
func doubles(x ...float64) string {
	text, _ := binary.Append(nil, binary.LittleEndian, x)
	return string(text)
}

// packed replaces text in what a state file holds; its checksum, too, if it is to fit.
func packed(t *testing.T, whole io.Reader, old, new string, fit bool) []byte {
	t.Helper()
	z, err := gzip.NewReader(whole)
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
	text = bytes.Replace(text, []byte(old), []byte(new), 1)
	if fit {
		sum := sha256.Sum256(text[:len(text)-sha256.Size])
		copy(text[len(text)-sha256.Size:], sum[:])
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func TestWhatIsNoSoundStateIsRefused(t *testing.T) {
	whole := encode(t, someState(true, true))
	now := func(old, new string) []byte { return packed(t, bytes.NewReader(whole), old, new, false) }
	sound := func(old, new string) []byte { return packed(t, bytes.NewReader(whole), old, new, true) }
	before := func(old, new string) []byte {
		return packed(t, older(t, "labels-true-gold-true-state.gz"), old, new, false)
	}
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
		{"empty", nil, ErrNotSaved, ""},
		{"a table", []byte("task,worker,label\na,b,c\n"), ErrNotSaved, ""},
		{"a packed table", other("task,worker,label\na,b,c\n"), ErrNotSaved, ""},
		{"other JSON", other("{\"format\":\"concord waltz\",\"version\":1}\n"), ErrNotSaved, ""},
		{"newer", now(`"version":2`, `"version":3`), ErrNewer, "Concord " + api.Version + "; this is " + api.Version},
		{"cut off", whole[:len(whole)-20], ErrDamaged, "it ends too early"},
		{"with a tail", append(slices.Clone(whole), "tail"...), ErrDamaged, "something after the end"},
		{"changed", now("\x00t1", "\x00t2"), ErrDamaged, "its checksum is wrong"},
		{"longer", now(`"tasks","n":3`, `"tasks","n":4`), ErrDamaged, ""},
		{"absurd", now(`"tasks","n":3`, `"tasks","n":300000000000`), ErrDamaged, ""},
		{"negative", now(`"tasks","n":3`, `"tasks","n":-3`), ErrDamaged, "tasks has -3 items"},
		{"of a kind unknown", now(`"of":"uint16"`, `"of":"uint17"`), ErrDamaged, "unknown"},
		{"a long name", now("\x02\x00\x00\x00t1", "\xff\xff\xff\xfft1"), ErrDamaged, "a name has 4294967295 bytes"},
		{"a task without a class", sound(doubles(.75, .25), doubles(0, 0)), ErrDamaged, "don't sum to one"},
		{"a task with more than a class", sound(doubles(0, 1, 1./3), doubles(1, 1, 1./3)), ErrDamaged, "don't sum to one"},
		{"a task of huge probability", sound(doubles(.75, .25), doubles(5e300, 5e300)), ErrDamaged, "holds 5e+300"},
		{"a task of no number", sound(doubles(.75, .25), doubles(math.NaN(), 1)), ErrDamaged, "holds NaN"},
		{"a prior of 0", sound(doubles(.25, .75), doubles(0, 0)), ErrDamaged, "don't sum to one"},
		{"more labels than can be counted", sound(doubles(1, 2, 1, 0), doubles(1, 2, 1e17, 0)), ErrDamaged, "holds 1e+17"},
		{"smoothed beyond all labels", sound(`"Wrong":0.5`, `"Wrong":1e300`), ErrDamaged, "holds 1e+300"},
		{"older and newer", before(`"version":1`, `"version":2`), ErrNewer, "Concord " + api.Version + "; this is " + api.Version},
		{"older, changed", before("t1", "t2"), ErrDamaged, "its checksum is wrong"},
		{"older, longer", before(`"tasks":3`, `"tasks":4`), ErrDamaged, ""},
		{"older, absurd", before(`"tasks":3`, `"tasks":300000000000`), ErrDamaged, "it speaks of 300000000000 tasks"},
		{"older, huge", before(`"tasks":3`, `"tasks":100000000`), ErrDamaged, ""},
		{"older, more labels", before(`"labels":4`, `"labels":5`), ErrDamaged, ""},
	} {
		_, err := readState(bytes.NewReader(test.text))
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want %v … %s", test.name, err, test.want, test.says)
		}
	}
}

// FuzzReadState opens anything as an earlier fit. One that is taken is whole: it survives being saved again, and further labels can be
// added to it.
func FuzzReadState(f *testing.F) {
	// The fuzzer works on what is in the gzip but the checksum, which is made to fit.
	for _, text := range []io.Reader{
		bytes.NewReader(encode(f, someState(false, false))), bytes.NewReader(encode(f, someState(true, true))),
		older(f, "labels-false-gold-false-state.gz"), older(f, "labels-true-gold-true-state.gz"),
	} {
		z, _ := gzip.NewReader(text)
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
		s, err := readState(&b)
		if err == nil && s != nil {
			saved := encode(t, s)
			if again, err := readState(bytes.NewReader(saved)); err != nil || !bytes.Equal(encode(t, again), saved) {
				t.Errorf("saved again: got %+v, %v, want %+v", again, err, s)
			}
			resume(t, s)
		} else if err == nil {
			return // it has none
		} else if !errors.Is(err, ErrNotSaved) && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNewer) && !errors.Is(err, ErrTrap) {
			t.Errorf("an error of another kind: %v", err)
		}
	})
}

// resume adds a label of a new worker to the first task of a state and to a new one.
func resume(t *testing.T, s *State) {
	i, j := int32(len(s.Tasks)), int32(len(s.Workers))
	d := &crowd.Dataset{Labels: crowd.NewLabels(int(i)+1, int(j)+1, len(s.Classes), []int32{0, i}, []int32{j, j}, []int32{0, 0})}
	r, next, err := catalog.Fold(s.Model, d, fit.Settings{Seed: s.Seed, MaxSteps: 3})
	if err == nil {
		err = next.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.Tasks {
		sum := 0.0
		for _, q := range r.Row(i, d.Classes) {
			sum += q
		}
		if !(math.Abs(sum-1) < 1e-9) {
			t.Errorf("task %d: got probabilities %v, want a sum of 1", i, r.Row(i, d.Classes))
		}
	}
}
