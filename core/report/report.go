// Package report writes what was found as one HTML document.
package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Report is what the report says: one HTML file that stands alone, without
// scripts, to be read, printed and sent. The same report gives the same bytes:
// there is neither a date nor a duration in it.
type Report struct {
	Name      string        `json:"name"`    // of the data
	Summary   string        `json:"summary"` // one sentence
	Data      []Fact        `json:"data"`
	Classes   []Bar         `json:"classes"` // how the answers fall on the classes
	Method    []Fact        `json:"method"`
	Objective string        `json:"objective"` // what the record's trace is of
	Agreement []Fact        `json:"agreement"`
	Truth     []Fact        `json:"truth"` // the comparison with a known truth; nil: none
	Bins      []Reliable    `json:"bins"`
	Methods   sheet.Listing `json:"methods,omitzero"` // compared, the best first; empty: none were
	Workers   sheet.Listing `json:"workers"`

	Boxes   []api.Box    `json:"boxes,omitempty"`   // how the workers differ
	Against *api.Against `json:"against,omitempty"` // what is estimated of them, compared with the truth

	Tasks      sheet.Listing  `json:"tasks"` // those most in need of review
	Caveats    []string       `json:"caveats"`
	Record     *export.Record `json:"record"`
	References []string       `json:"references"`
}

// Fact is a name and what is to be said of it.
type Fact struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

const reportStyle tag = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--paper:#fff;--rule:#d0d7de;--bar:#0a66c2}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--rule:#30363d;--bar:#6cb6ff}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:52rem;` +
	`margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.2rem;margin-top:2.2rem;border-bottom:1px solid var(--rule)}
dl{display:grid;grid-template-columns:minmax(9rem,15rem) 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0}
.wide{overflow-x:auto;overflow-wrap:normal}tbody th{overflow-wrap:anywhere;min-width:6rem}table{border-collapse:collapse;font-size:.9rem;` +
	`width:100%}caption{text-align:left;color:var(--soft)}
th,td{text-align:left;font-weight:normal;padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--rule);vertical-align:top}
thead th{color:var(--soft)}.n{text-align:right;font-variant-numeric:tabular-nums}
svg{max-width:100%;height:auto;font:13px system-ui,sans-serif}text{fill:var(--ink)}.bar{fill:var(--bar)}
.box{fill:var(--paper);stroke:var(--bar);stroke-width:1.5}
.line{fill:none;stroke:var(--bar);stroke-width:2}.axis{stroke:var(--soft);stroke-dasharray:4 4}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media print{:root{--ink:#000;--soft:#444;--paper:#fff;--rule:#999;--bar:#335}body{max-width:none;margin:0;font-size:11pt}
h2{break-after:avoid}tr,svg,dl{break-inside:avoid}thead{display:table-header-group}}
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
	m.in("p", r.Summary)
	m.in("h2", "Data")
	m.facts(r.Data)
	if len(r.Classes) > 0 {
		m.in("h2", "Answers")
		m.bars("How the answers fall on the classes", r.Classes)
	}
	m.in("h2", "Method")
	m.facts(r.Method)
	if r.Objective != "" {
		var trace []float64
		for _, s := range r.Record.Trace {
			trace = append(trace, s.Objective)
		}
		m.line("The "+r.Objective+", step by step", trace)
	}
	m.in("h2", "Agreement between workers")
	m.facts(r.Agreement)
	if r.Truth != nil {
		m.in("h2", "Compared with the known truth")
		m.facts(r.Truth)
		m.calibration(r.Bins)
	}
	m.listing("Methods compared", "methods", &r.Methods)
	if c := r.Record.Compared; c != nil {
		m.in("p", strings.Join(append([]string{c.Finding}, c.Says...), " "))
	}
	m.listing("Workers", "workers", &r.Workers)
	m.boxes("How the workers differ", r.Boxes)
	if r.Against != nil {
		m.in("p", r.Against.Sentence)
	}
	m.listing("Tasks most in need of review", "tasks", &r.Tasks)
	m.in("h2", "Caveats")
	m.items(r.Caveats)
	m.in("h2", "Recipe")
	m.facts(recordFacts(r.Record))
	if len(r.References) > 0 {
		m.in("h2", "References")
		m.items(r.References)
	}
	m.in("footer", fmt.Sprintf("Written by Concord %s.", r.Record.Version))
	m.raw("</body>\n</html>\n")
	_, err := w.Write(m.buf)
	return err
}

// WriteJSON writes the same as JSON; the record in it says how long things took.
func (r *Report) WriteJSON(w io.Writer) error { return export.WriteJSON(w, r) }

// calibration shows how often answers of each probability are right.
func (m *markup) calibration(bins []Reliable) {
	var rows [][]string
	for _, b := range bins {
		if b.Count > 0 {
			rows = append(rows, []string{
				fmt.Sprintf("%.0f to %.0f %%", 100*b.Low, 100*b.High), humanize.Number(b.Count),
				fmt.Sprintf("%.1f %%", 100*b.Confidence), fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*b.Right.Value, 100*b.Right.Low, 100*b.Right.High),
			})
		}
	}
	if rows == nil {
		return
	}
	m.reliability("How often answers of each probability are right", bins)
	m.table("Answers by their probability: on the dashed line they are as often right as they claim.",
		[]string{"Probability", "Answers", "Mean", "Right (95 % interval)"}, []bool{false, true, true, true}, rows)
}

func (m *markup) listing(title, what string, l *sheet.Listing) {
	if len(l.Rows) == 0 {
		return
	}
	m.in("h2", title)
	caption := ""
	if len(l.Rows) < l.Of {
		caption = fmt.Sprintf("%s of %s %s.", humanize.Number(len(l.Rows)), humanize.Number(l.Of), what)
	}
	m.table(caption, l.Header, l.Numeric, l.Rows)
}

// recordFacts puts the record in words. How long things took is left out.
func recordFacts(r *export.Record) []Fact {
	list := []Fact{
		{"Concord", r.Version},
		{"Rows", fmt.Sprintf("%s, of them left out %s", humanize.Number(r.Rows), humanize.Number(r.Skipped))},
	}
	for _, f := range r.Files {
		list = append(list, Fact{"File of " + f.Role, fmt.Sprintf("%s, %s", f.Name, humanize.Count(int(f.Bytes), "byte"))},
			Fact{"SHA-256", f.SHA256})
	}
	read := r.Files[0].Choices
	for _, is := range read.Where {
		list = append(list, Fact{"Only rows with", is.Column + " = " + strings.Join(is.Values, ", ")})
	}
	if read.Question != "" {
		list = append(list, Fact{"Question", read.Question})
	}
	list = append(list, Fact{"Method", r.Method}, Fact{"Seed", strconv.FormatUint(r.Seed, 10)})
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		list = append(list, Fact{name, r.Values[name]})
	}
	if len(r.Excluded) > 0 {
		list = append(list, Fact{"Workers left out", humanize.Number(len(r.Excluded))})
		for _, name := range r.Excluded {
			list = append(list, Fact{"", name})
		}
	}
	if len(r.Reviewed) > 0 {
		list = append(list, Fact{"Tasks reviewed", humanize.Number(len(r.Reviewed))})
		for _, v := range r.Reviewed {
			list = append(list, Fact{v.Task, v.Label})
		}
	}
	return append(list, Fact{"Steps", fmt.Sprintf("%s, %s", humanize.Number(r.Steps), r.Status) + api.Ending(r.Trace)})
}
