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
	warning := said(merged)
	what := "2 workers seem to copy from each other, mistakes included, so they count as one voice: “amy”, “zoe” (" + says
	if !strings.Contains(warning, what) || !strings.Contains(v.file("run"), what) {
		t.Errorf("got %q", warning)
	}
	kept := v.run(api.Fit{Method: "consensus", Settings: api.Settings{Seed: 1}, Values: map[string]string{"copies": "keep"}})
	if strings.Contains(said(kept), "voice") {
		t.Errorf("everybody counts: got %+v", kept.Issues)
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
