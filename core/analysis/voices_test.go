package analysis_test

import (
	"strings"
	"testing"

	"concord/core/api"
)

// Who counts as one voice is named with the evidence, and one setting undoes it.
func TestVoicesAreNamed(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, copied())
	const says = "“amy” and “zoe” give the same label on "
	merged := v.fit("consensus")
	if len(merged.Alike) != 1 {
		t.Fatalf("got %+v, want one group", merged.Alike)
	}
	g := merged.Alike[0]
	if len(g.Workers) != 2 || g.Workers[0].Name != "amy" || g.Workers[1].Name != "zoe" || g.Workers[1].Labels == 0 || g.Evidence < 5 ||
		!strings.HasPrefix(g.Says, says) {
		t.Errorf("got %+v", g)
	}
	warning := said(merged)
	what := "2 workers seem to copy from each other, mistakes included, so they count as one voice: “amy”, “zoe” (" + says
	if !g.Copy || !strings.Contains(warning, what) || !strings.Contains(v.file("run"), what) {
		t.Errorf("got %v, %q", g.Copy, warning)
	}
	kept := v.run(api.Fit{Method: "consensus", Settings: api.Settings{Seed: 1}, Values: map[string]string{"copies": "keep"}})
	if len(kept.Alike) > 0 || strings.Contains(said(kept), "voice") {
		t.Errorf("everybody counts: got %+v, %+v", kept.Alike, kept.Issues)
	}
}

// said is all that a fit wants settled.
func said(f *api.Fitted) string {
	var all []string
	for _, i := range f.Issues {
		all = append(all, i.Text)
	}
	return strings.Join(all, "\n")
}
