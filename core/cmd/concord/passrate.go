package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"concord/core/api"
	"concord/internal/humanize"
)

// passRateText is a pass rate in words, and by each way to know it.
func passRateText(x *api.PassRate) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", x.Sentence)
	alone := "the panel alone"
	if x.Judge != "" {
		alone = x.Judge + " alone"
	}
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "“%s” passes\tshare\t95 %% interval\n", x.Pass)
	for _, row := range []struct {
		title string
		api.Figure
	}{
		{"prediction-powered", x.All.Powered}, {"corrected by TPR and TNR", x.All.Corrected}, {"labels by hand alone", x.All.Sampled},
		{alone, x.All.Alone}, {"TPR", x.All.TPR}, {"TNR", x.All.TNR},
	} {
		switch {
		case !row.Defined():
			fmt.Fprintf(w, "%s\tnot defined\n", row.title)
		case row.Interval:
			fmt.Fprintf(w, "%s\t%s\t%s to %s\n", row.title, api.Tenths(row.Value), api.Tenths(row.Low), api.Tenths(row.High))
		default:
			fmt.Fprintf(w, "%s\t%s\n", row.title, api.Tenths(row.Value))
		}
	}
	w.Flush()
	if len(x.Groups) > 0 {
		fmt.Fprintf(w, "\n%s\ttasks\tby hand\tprediction-powered\tlabels by hand alone\t%s\n", x.Group, alone)
		for _, g := range x.Groups {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", g.Group, humanize.Number(g.Tasks), humanize.Number(g.Human), brief(g.Powered),
				brief(g.Sampled), api.Tenths(g.Alone.Value))
		}
		w.Flush()
	}
	fmt.Fprintf(&b, "\n%s\n", x.Wanted())
	for _, limit := range x.Limits {
		fmt.Fprintln(&b, limit)
	}
	return b.String()
}

// brief writes a share and its interval, a dash where it is not defined.
func brief(f api.Figure) string {
	if !f.Defined() {
		return "–"
	}
	return fmt.Sprintf("%s (%.1f to %.1f)", api.Tenths(f.Value), 100*f.Low, 100*f.High)
}
