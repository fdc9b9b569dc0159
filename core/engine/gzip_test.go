package engine

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"concord/core/api"
)

// A compressed download is the file itself, packed; what is packed already stays.
func TestDownloadsCompressed(t *testing.T) {
	v := newVisit(t)
	v.open("labels", tiny)
	v.fit("ds")
	for _, what := range []string{"labels", "posteriors", "run"} {
		plain := v.File(what)
		f := v.must(api.Request{Export: &api.Export{What: what, Safe: true, Gzip: true}}, nil).Exported
		z, err := gzip.NewReader(strings.NewReader(v.files[f.Name]))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		got, err := io.ReadAll(z)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if what == "run" { // it says how long the files before took
			got, plain = got[:100], plain[:100]
		}
		if string(got) != plain || !strings.HasSuffix(f.Name, ".gz") || f.Size != int64(len(v.files[f.Name])) {
			t.Errorf("%s holds %q, want %q", f.Name, got, plain)
		}
	}
	f := v.must(api.Request{Export: &api.Export{What: "all", Gzip: true}}, nil).Exported
	if !strings.HasSuffix(f.Name, ".zip") {
		t.Errorf("everything is in %s", f.Name)
	}
}
