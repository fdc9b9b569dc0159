package export

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// The files in testdata/saved were written by Concord 0.1.0, when earlier fits and
// projects were two formats, both of version 1.

func older(t testing.TB, name string) *bytes.Reader {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "saved", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(text)
}

func TestOlderStates(t *testing.T) {
	for _, labels := range []bool{false, true} {
		for _, gold := range []bool{false, true} {
			got, err := readState(older(t, fmt.Sprintf("labels-%v-gold-%v-state.gz", labels, gold)))
			if err != nil {
				t.Fatal(err)
			}
			if want := someState(labels, gold); !reflect.DeepEqual(got, want) {
				t.Errorf("labels %v, gold %v: got %+v %+v, want %+v %+v", labels, gold, got, got.Model, want, want.Model)
			}
		}
	}
}

func TestOlderProject(t *testing.T) {
	got, err := ReadProject(older(t, "all.concord"))
	if err != nil {
		t.Fatal(err)
	}
	if want := pack(t, aProject()); !bytes.Equal(pack(t, got), want) {
		t.Errorf("got %+v", got)
	}
}
