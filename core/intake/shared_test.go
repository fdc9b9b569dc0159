package intake_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"concord/core/intake"
	"concord/core/internal/shared"
)

// head is as much of a file as Detect may see.
func head(b []byte) []byte { return b[:min(len(b), 1<<20)] }

func load(t *testing.T, name string, file []byte, o intake.Options) *intake.Set {
	t.Helper()
	g, err := intake.Detect(name, head(file))
	if err != nil {
		t.Fatalf("%s: Detect: %v", name, err)
	}
	set, err := intake.Labels(name, bytes.NewReader(file), g, o)
	if err != nil {
		t.Fatalf("%s: Labels: %v", name, err)
	}
	return set
}

func TestShared(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared.Dir(t), "data", "*", "labels*.csv"))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		set := load(t, f, b, intake.Options{})
		fmt.Println(f, set.Tasks.Len(), set.Workers.Len(), set.Data.Len(), set.Classes.Len(), set.Data.Numeric(), set.Repeats, set.Skipped)
	}
}
