// Package report writes what was found for people: as one HTML document, and as what a paper takes over.
package report

import (
	"fmt"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Report is what the report says: one HTML file that stands alone, without scripts, to be read, printed and sent: two pages and an
// appendix on paper. The same report gives the same bytes: there is no duration in it, and the date is given.
type Report struct {
	Name    string   `json:"name"` // of the data
	Date    string   `json:"date,omitempty"`
	Verdict string   `json:"verdict"` // in a few words
	Summary string   `json:"summary"` // how right the labels are
	Methods []string `json:"methods"` // paragraphs
	Reading []Fact   `json:"reading"` // what was decided when the file was read

	Leaders  []api.RankedItem `json:"leaders,omitempty"` // that are drawn
	Ranking  []string         `json:"ranking,omitempty"` // what there is to know of it, in sentences
	Items    sheet.Listing    `json:"items,omitzero"`
	Meetings sheet.Listing    `json:"meetings,omitzero"`

	Crew         Crew          `json:"crew"`
	Coefficients []Coefficient `json:"coefficients"`
	Agreement    sheet.Listing `json:"agreement"`
	Over         string        `json:"over"`             // what the agreement is over
	Judges       []string      `json:"judges,omitempty"` // how the judges of a panel stand, in sentences
	Panel        sheet.Listing `json:"panel,omitzero"`
	PassRate     []string      `json:"passRate,omitempty"` // what would pass if a person judged all, in sentences
	Passed       sheet.Listing `json:"passed,omitzero"`
	Accuracy     sheet.Listing `json:"accuracy"`
	Classes      sheet.Listing `json:"classes"`
	Tasks        sheet.Listing `json:"tasks"` // those most in need of review

	// The appendix.
	Workers    sheet.Listing  `json:"workers"`
	Coded      bool           `json:"coded,omitempty"`   // pseudonyms stand for them
	Against    string         `json:"against,omitempty"` // how estimates of workers compare with the truth
	Labels     sheet.Listing  `json:"labels"`            // of all tasks; empty: they are too many
	Compared   sheet.Listing  `json:"compared"`          // methods compared, the best first; empty: none were
	Bins       []Reliable     `json:"bins"`
	Notes      []string       `json:"notes"`
	Settings   []Fact         `json:"settings"`
	Files      sheet.Listing  `json:"files"`
	Record     *export.Record `json:"record"`
	References []string       `json:"references"`
}

// Fact is a name and what is to be said of it.
type Fact struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

const reportStyle tag = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--paper:#fff;--rule:#d0d7de;--bar:#0a66c2;--look:#b35900;--band:#0a66c21f}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--rule:#30363d;--bar:#6cb6ff;--look:#f0883e;` +
	`--band:#6cb6ff26}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:52rem;margin:2rem auto;padding:0 1rem;` +
	`overflow-wrap:break-word}
h1{font-size:1.6rem;line-height:1.25;margin:0}h2{font-size:1.15rem;margin:1.8rem 0 .5rem;border-bottom:1px solid var(--rule)}
h3{font-size:1rem;margin:0 0 .3rem}p{margin:.4rem 0}.soft,caption{color:var(--soft)}
.verdict{border:1px solid var(--rule);border-left:6px solid var(--bar);border-radius:4px;padding:.5rem .9rem;margin:1rem 0}
.verdict strong{font-size:1.15rem}.use{border-left-color:#2a7f3b}.check{border-left-color:#c27c0e}.no{border-left-color:#c0392b}
.pair{display:flex;flex-wrap:wrap;gap:1rem 1.5rem}.pair>figure{flex:1 1 19rem;min-width:0;margin:.6rem 0}
figcaption{font-size:.85rem;color:var(--soft)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.4rem 0;font-size:.9rem}dt{color:var(--soft)}` +
	`dd{margin:0;min-width:0;overflow-wrap:anywhere}
table{border-collapse:collapse;font-size:.875rem;width:100%;margin:.4rem 0}caption{text-align:left}
th,td{text-align:left;font-weight:normal;padding:.2rem .8rem .2rem 0;border-bottom:1px solid var(--rule);vertical-align:top}
th:last-child,td:last-child{padding-right:0}thead th{color:var(--soft);vertical-align:bottom}
.id{white-space:nowrap}.long{overflow-wrap:anywhere}.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap}
svg{max-width:100%;height:auto;display:block;font:12px system-ui,sans-serif}
text{fill:var(--ink);stroke:var(--paper);stroke-width:4;paint-order:stroke}
.dot{fill:var(--bar)}.look{fill:var(--look)}.line{stroke:var(--bar);stroke-width:2}.grid{stroke:var(--rule)}
.axis{stroke:var(--soft);stroke-dasharray:4 4}.funnel{fill:var(--band)}
footer{margin-top:2rem;color:var(--soft);font-size:.85rem}
@media screen and (max-width:640px){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}
thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--rule)}th,td{display:flex;gap:1rem;` +
	`justify-content:space-between;border:0;padding:.05rem 0;text-align:right;overflow-wrap:anywhere;white-space:normal}
tbody th{font-weight:600}td.n{white-space:normal}
[data-of]::before{content:attr(data-of);color:var(--soft);font-weight:normal;text-align:left;flex:none;max-width:45%}}
@page{size:A4;margin:15mm}
@media print{:root{--ink:#000;--soft:#444;--paper:#fff;--rule:#aaa;--bar:#245;--look:#a40;--band:#2451}` +
	`body{max-width:none;margin:0;padding:0;font-size:9.5pt;line-height:1.35}
h1{font-size:15pt}h2{font-size:11.5pt;margin-top:11pt;break-after:avoid}h3{font-size:10pt;break-after:avoid}table,dl{font-size:8.5pt}
figure,tr,.verdict,li{break-inside:avoid}thead{display:table-header-group}.appendix{break-before:page}p{orphans:3;widows:3}
section:has(tr:nth-child(-n+12):last-child){break-inside:avoid}figcaption{font-size:8pt}
svg{max-height:62mm}.tall svg{max-height:240mm}.verdict strong{font-size:11.5pt}}
`

// Write writes the report.
func (r *Report) Write(w io.Writer) error {
	m := &markup{}
	m.raw("<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n",
		`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; `,
		`base-uri 'none'; form-action 'none'">`, "\n",
		`<meta name=viewport content="width=device-width,initial-scale=1">`, "\n")
	m.in("title", r.Name+" — Concord report")
	m.raw("<style>", reportStyle, "</style>\n</head>\n<body>\n")
	m.in("h1", "Report on "+r.Name)
	about := "Concord " + r.Record.Version
	if r.Date != "" {
		about = day(r.Date) + " · " + about
	}
	m.in("p class=soft", about)
	use := tag("")
	if e := r.Record.Expected; e != nil {
		use = tag(" " + e.Verdict)
	}
	m.raw(`<div class="verdict`, use, `">`)
	m.in("strong", r.Verdict)
	m.in("p", r.Summary)
	m.raw("</div>\n")
	m.in("h2", "What was done")
	for _, p := range r.Methods {
		m.in("p", p)
	}
	m.ranking(r)
	m.figures(r)
	m.section("Judges", &r.Panel, 0)
	for _, says := range r.Judges {
		m.in("p", says)
	}
	m.section("Pass rate", &r.Passed, 0)
	for _, says := range r.PassRate {
		m.in("p", says)
	}
	m.in("h2", "How the file was read")
	m.facts(r.Reading)
	m.section("Accuracy", &r.Accuracy, 0)
	m.section("Tasks to look at first", &r.Tasks, 0)
	m.section("Classes", &r.Classes, mostClasses)

	m.raw("<div class=appendix></div>\n")
	m.section("Appendix: "+r.Crew.noun()+"s", &r.Workers, 0)
	if r.Coded {
		m.in("p class=soft", "W… are pseudonyms, in the order of how many "+r.Crew.label()+"s the "+r.Crew.noun()+"s gave. "+
			"The key is a file of its own.")
	}
	if r.Against != "" {
		m.in("p", r.Against)
	}
	m.section("Appendix: agreement", &r.Agreement, 0)
	m.in("p class=soft", r.Over)
	m.calibration(r.Bins)
	m.section("Appendix: methods compared", &r.Compared, 0)
	if c := r.Record.Compared; c != nil {
		m.in("p", strings.Join(append([]string{c.Finding}, c.Says...), " "))
	}
	m.section("Appendix: labels", &r.Labels, 0)
	if len(r.Notes) > 0 {
		m.in("h2", "Appendix: notes")
		m.items(r.Notes)
	}
	m.in("h2", "Appendix: settings and files")
	m.facts(r.Settings)
	m.listing("files", &r.Files, 0)
	m.in("h2", "References")
	m.items(r.References)
	m.raw("</body>\n</html>\n")
	_, err := w.Write(m.buf)
	return err
}

// WriteJSON writes the same as JSON; the record in it says how long things took.
func (r *Report) WriteJSON(w io.Writer) error { return export.WriteJSON(w, r) }

// figures draws workers and agreement.
func (m *markup) figures(r *Report) {
	if len(r.Crew.Dots) == 0 && len(r.Coefficients) == 0 {
		return
	}
	m.raw("<div class=pair>\n")
	if c := &r.Crew; len(c.Dots) > 0 {
		m.raw("<figure>")
		m.in("h3", map[bool]string{false: "Workers", true: "Voters"}[c.Votes])
		m.crew(c.What+" of each "+c.noun()+", by the number of "+c.label()+"s", c)
		caption := c.What + ", a dot for each " + c.noun() + "."
		if c.Average > 0 {
			caption += " The band holds 95 % of workers who are all as accurate as the average (dashed)."
		}
		if c.marked() {
			caption += " Squares stand out."
		}
		m.in("figcaption", caption)
		m.raw("</figure>\n")
	}
	if len(r.Coefficients) > 0 {
		m.raw("<figure>")
		m.in("h3", "Agreement")
		m.coefficients("Coefficients of agreement with their 95 % intervals", r.Coefficients)
		m.in("figcaption", "Coefficients with their 95 % intervals. "+r.Over)
		m.raw("</figure>\n")
	}
	m.raw("</div>\n")
}

// noun is what a worker is called, and label what they gave.
func (c *Crew) noun() string  { return map[bool]string{false: "worker", true: "voter"}[c.Votes] }
func (c *Crew) label() string { return map[bool]string{false: "label", true: "vote"}[c.Votes] }

// marked reports whether a worker stands out.
func (c *Crew) marked() bool {
	for _, d := range c.Dots {
		if d.Look {
			return true
		}
	}
	return false
}

// calibration shows how often answers of each probability are right.
func (m *markup) calibration(bins []Reliable) {
	l := sheet.Listing{
		Header: []string{"Probability", "Answers", "Mean", "Right (95 % interval)"}, Digits: []bool{false, true, true, true},
	}
	for _, b := range bins {
		if b.Count > 0 {
			l.Rows = append(l.Rows, []string{
				fmt.Sprintf("%.0f to %.0f %%", 100*b.Low, 100*b.High), humanize.Number(b.Count),
				fmt.Sprintf("%.1f %%", 100*b.Confidence), fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*b.Right.Value, 100*b.Right.Low, 100*b.Right.High),
			})
		}
	}
	l.Of = len(l.Rows)
	m.section("Appendix: how often answers of each probability are right", &l, 0)
}

// section is a listing under its title, if it has rows.
func (m *markup) section(title string, l *sheet.Listing, most int) {
	if len(l.Rows) > 0 {
		m.raw("<section>")
		m.in("h2", title)
		m.listing("rows", l, most)
		m.raw("</section>\n")
	}
}
