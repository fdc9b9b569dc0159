package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"concord/core/api"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// What is said of items that were compared.

const (
	mostDrawn = 40 // items of the leaderboard
	mostMet   = 12 // items of who beats whom
)

// ranked describes the votes.
func (f *Found) ranked() (p prose) {
	n := f.Counts
	votes, items, pairs := humanize.Count(n.Labels, "vote"), humanize.Count(n.Items, "item"), humanize.Count(n.Tasks, "pair")
	if n.Anonymous {
		p.say("A total of %s compared %s of %s (%s per pair); nobody knows who gave which", votes, pairs, items, spread(n.PerTask))
	} else {
		p.say("A total of %s compared %s in %s on %s (%s per pair; %s per voter)", humanize.Count(n.Workers, "voter"), items, votes, pairs,
			spread(n.PerTask), spread(n.PerWorker))
	}
	if r := f.Ranking; r != nil && r.Ties > 0 {
		p.say("; %.1f%% of the votes were ties.", 100*r.Ties)
	} else {
		p.say(".")
	}
	return p
}

// positions says what the scores are.
func (f *Found) positions() (p prose) {
	r := f.Ranking
	if r == nil {
		p.say("The method labels pairs one by one and ranks no items.")
		return p
	}
	p.say("%s", r.Sentence())
	if len(r.Items) > 0 && r.Items[0].Score.Interval {
		p.say(" Intervals are at 95%%.")
	}
	if t := r.Triples; t != nil && t.Decided > 0 {
		p.say(" %s", t.Sentence())
	}
	return p
}

// standing says in a few words who leads, and in sentences how sure that is.
func (f *Found) standing() (title, text string) {
	r := f.Ranking
	if r == nil || len(r.Items) == 0 {
		return humanize.Count(f.Counts.Tasks, "pair") + " labelled", f.ranked().plain(asIs)
	}
	title = "“" + r.Items[0].Name + "” is first of "
	if r.Alike {
		title = "No leader among "
	}
	return title + humanize.Count(r.Count, "item"), r.Sentence()
}

// meetings is who beats whom: the share of votes for the item of the row, with that which the ranking foretells.
func (f *Found) meetings() (l sheet.Listing) {
	m := f.Ranking.Meetings
	n := min(len(m.Items), mostMet)
	l.Header, l.Digits = []string{"Item"}, []bool{false}
	for c := range n {
		l.Header, l.Digits = append(l.Header, fmt.Sprint(c+1)), append(l.Digits, true)
	}
	for r := range n {
		row := []string{fmt.Sprintf("%d. %s", r+1, m.Names[r])}
		for c := range n {
			cell := ""
			if votes := m.Votes[r][c]; votes > 0 {
				cell = humanize.Percent(m.Wins[r][c] / float64(votes))
			}
			row = append(row, cell)
		}
		l.Rows = append(l.Rows, row)
	}
	l.Of = len(m.Items)
	return l
}

// leaderboard draws items with the intervals of their scores.
func (m *markup) leaderboard(items []api.RankedItem, width float64) {
	const left, right, top, row, foot = 10.0, 10.0, 8.0, 30.0, 24.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, it := range items {
		low, high = min(low, it.Score.Low), max(high, it.Score.High)
	}
	if !(high > low) {
		low, high = low-1, low+1
	}
	bottom := top + row*float64(len(items))
	x := func(score float64) float64 { return left + (width-left-right)*(score-low)/(high-low) }
	m.svg("Scores of items with their 95 % intervals", width, bottom+foot)
	for part := range 5 {
		score := low + (high-low)*float64(part)/4
		m.shape(`line class="grid"`, "x1 y1 x2 y2", x(score), top, x(score), bottom)
		m.label(x(score), bottom+16, [...]string{"start", "middle", "middle", "middle", "end"}[part], decimals(score))
	}
	m.raw("\n")
	for n, it := range items {
		y := top + row*float64(n)
		name := fmt.Sprintf("%d. %s", it.Rank, humanize.Short(it.Name, 44))
		if ranks := it.Ranks(); ranks != "" && ranks != fmt.Sprint(it.Rank) {
			name += " (" + ranks + ")"
		}
		m.label(left, y+12, "start", name)
		if it.Score.Interval {
			m.shape(`line class="line"`, "x1 y1 x2 y2", x(it.Score.Low), y+20, x(it.Score.High), y+20)
		}
		m.shape(`circle class="dot" r="4"`, "cx cy", x(it.Score.Value), y+20)
		m.raw("\n")
	}
	m.raw("</svg>\n")
}

const leaderboardStyle tag = `<style>svg{font:12px system-ui,sans-serif;background:#fff}text{fill:#1b1f24}.dot{fill:#0a66c2}` +
	`.line{stroke:#0a66c2;stroke-width:2}.grid{stroke:#d0d7de}</style>`

// WriteLeaderboard writes the ranking as a picture of its own, of the first items.
func WriteLeaderboard(w io.Writer, r *api.Ranking) error {
	m := &markup{}
	m.leaderboard(r.Items[:min(len(r.Items), api.MostRanked)], 640)
	text := strings.Replace(string(m.buf), "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1)
	text = strings.Replace(text, "</title>\n", "</title>\n"+string(leaderboardStyle)+"\n", 1)
	_, err := io.WriteString(w, text)
	return err
}

// ranking writes the section of the ranking.
func (m *markup) ranking(r *Report) {
	if len(r.Leaders) == 0 {
		return
	}
	m.in("h2", "Ranking")
	m.raw("<figure class=tall>")
	m.leaderboard(r.Leaders, figureWidth)
	caption := "Scores with their 95 % intervals; in brackets the ranks that an item may have."
	if len(r.Leaders) < r.Items.Of {
		caption = fmt.Sprintf("The first %d of %s. ", len(r.Leaders), humanize.Count(r.Items.Of, "item")) + caption
	}
	m.in("figcaption", caption)
	m.raw("</figure>\n")
	m.items(r.Ranking)
	m.section("Items", &r.Items, 0)
	m.section("Who beats whom", &r.Meetings, 0)
	if len(r.Meetings.Rows) > 0 {
		m.in("p class=soft", "The share of votes for the item of the row against that of the column, a tie as half a vote; empty where "+
			"nobody compared the two.")
	}
}
