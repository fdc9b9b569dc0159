package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"concord/core/api"
	"concord/internal/humanize"
)

// itemsPrinted is how many items of a ranking are printed.
const itemsPrinted = 10

// ranks reports whether a fit ranks the items that were compared.
func ranks(f *api.Fitted) bool { return slices.Contains(f.Files, api.FileItems) }

// rank finds out how the items stand, if the fit says it.
func (s *session) rank(f *api.Fitted) error {
	if !ranks(f) {
		return nil
	}
	reply, err := s.do(api.Request{Ranking: &api.RankItems{}}, nil)
	s.ranking = reply.Ranking
	return err
}

// rankingText says which items are best.
func rankingText(r *api.Ranking) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Sentence())
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	group, title := func(*api.RankedItem) string { return "" }, ""
	if r.Groups > 1 {
		group, title = func(it *api.RankedItem) string { return strconv.Itoa(it.Group) + "\t" }, "group\t"
	}
	fmt.Fprintf(table, "  %srank\tranks\tscore\t95 %% interval\titem\n", title)
	shown := r.Items[:min(itemsPrinted, len(r.Items))]
	for n := range shown {
		it := &shown[n]
		between, interval := "", ""
		if it.RankLow > 0 {
			between = fmt.Sprintf("%d to %d", it.RankLow, it.RankHigh)
		}
		if it.Score.Interval {
			interval = fmt.Sprintf("%.3f to %.3f", it.Score.Low, it.Score.High)
		}
		fmt.Fprintf(table, "  %s%d\t%s\t%.3f\t%s\t%s\n", group(it), it.Rank, between, it.Score.Value, interval, it.Name)
	}
	table.Flush()
	if more := r.Count - len(shown); more > 0 {
		fmt.Fprintf(&b, "  and %s\n", humanize.Count(more, "more item"))
	}
	if t := r.Triples; t != nil && t.Decided > 0 {
		fmt.Fprintf(&b, "Circular triples (a beats b, b beats c, c beats a): %s of %s\n", humanize.Number(t.Circular), humanize.Number(t.Decided))
	}
	for _, note := range r.Notes {
		fmt.Fprintln(&b, note)
	}
	return b.String()
}

// rankingJSON adds the ranking to what run.json holds.
func rankingJSON(record string, r *api.Ranking) (string, error) {
	text, err := json.MarshalIndent(r, "  ", "  ")
	return strings.TrimSuffix(record, "\n}\n") + ",\n  \"ranking\": " + string(text) + "\n}\n", err
}

// foretell compares methods by how well they predict votes that are hidden from them.
func (s *session) foretell(methods []string) (*api.Ranking, error) {
	if _, err := s.fit(); err != nil {
		return nil, err
	}
	reply, err := s.do(api.Request{Ranking: &api.RankItems{Held: true, Methods: methods}}, nil)
	return reply.Ranking, err
}

// foretoldText is how well they do.
func foretoldText(held []api.HeldOut) string {
	var b strings.Builder
	b.WriteString("How well each method predicts votes hidden from it, the best first:\n")
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  method\taccuracy\tlog loss\tbehind the best")
	for n, m := range held {
		if !m.Accuracy.Defined() {
			fmt.Fprintf(table, "  %s\t%s\n", m.Method, m.Accuracy.Why)
			continue
		}
		loss, behind := "none", ""
		if m.LogLoss.Defined() {
			loss = fmt.Sprintf("%.4f ± %.4f", m.LogLoss.Value, m.LogLoss.SE)
		}
		if m.Behind.Defined() && n > 0 {
			behind = fmt.Sprintf("%.4f ± %.4f", m.Behind.Value, m.Behind.SE)
		}
		fmt.Fprintf(table, "  %s\t%.4f\t%s\t%s\n", m.Method, m.Accuracy.Value, loss, behind)
	}
	table.Flush()
	fmt.Fprintln(&b, api.Foretells(held))
	return b.String()
}

// adviseRanking says which method predicts votes best, and which pairs to compare next.
func (s *session) adviseRanking() error {
	if s.quick || s.given["most"] || s.plan.Suspects {
		return mistakef("--quick, --most and --suspects are about labels of tasks, and these are comparisons of items")
	}
	var r *api.Ranking
	text := ""
	if s.Method == "" {
		var names []string
		if s.methods != "" {
			names = strings.Split(s.methods, ",")
		}
		var err error
		if r, err = s.foretell(names); err != nil {
			return err
		}
		text = foretoldText(r.Held)
		s.Method = r.Held[0].Method
	}
	if s.plan.Budget > 0 {
		if _, err := s.fit(); err != nil {
			return err
		}
		reply, err := s.do(api.Request{Ranking: &api.RankItems{Pairs: s.plan.Budget}}, nil)
		if err != nil {
			return err
		}
		if err := s.export(api.FileNextPairs, s.out); err != nil {
			return err
		}
		if r != nil {
			reply.Ranking.Held = r.Held
		}
		r = reply.Ranking
		text += nextText(s.Method, r.Next)
	}
	return s.print(r, text)
}

// nextText says which pairs to compare next.
func nextText(method string, next []api.NextPair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "By %s, ask for these votes next:\n", method)
	for _, p := range next[:min(shownAsks, len(next))] {
		fmt.Fprintf(&b, "  %s on %s and %s: %s\n", humanize.Count(p.Votes, "vote"), p.First, p.Second, p.Why)
	}
	if more := len(next) - shownAsks; more > 0 {
		fmt.Fprintf(&b, "  and votes on %s; --out FILE lists all\n", humanize.Count(more, "more pair"))
	}
	return b.String()
}
