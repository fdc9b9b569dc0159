package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// page builds a section: Markdown, and pictures beside it.
type page struct {
	strings.Builder
	dir, name string
	cache     string          // folder of what is kept
	inputs    string          // digest of the data
	code      string          // and of the code
	repeats   int             // asked for; 0: as many as the experiment is worth
	fresh     bool            // throw away the runs that are kept
	there     bool            // make do with them
	counting  bool            // make no runs, only count those that are missing
	missing   int             // as counted
	published bool            // the runs are those that are published,
	anew      map[string]bool // and of these some are made again to compare
	book      *ledger
}

// Times are put between these while a section is made, so that those of another run can be told from its figures: seconds
// belong to a machine, ratios hold for others too, within a quarter.
const (
	secondsFrom, secondsTo = "\ue000", "\ue001"
	ratioFrom, ratioTo     = "\ue002", "\ue003"
)

func seconds(text string) string { return secondsFrom + text + secondsTo }
func ratio(text string) string   { return ratioFrom + text + ratioTo }

// text is the section as it is published.
func (p *page) text() string {
	return strings.NewReplacer(secondsFrom, "", secondsTo, "", ratioFrom, "", ratioTo, "").Replace(p.String())
}

// say writes a paragraph or a heading.
func (p *page) say(format string, args ...any) {
	fmt.Fprintf(p, format+"\n\n", args...)
}

// table writes a table; the first row is its heading.
func (p *page) table(rows [][]string) {
	for n, row := range rows {
		fmt.Fprintf(p, "| %s |\n", strings.Join(row, " | "))
		if n == 0 {
			fmt.Fprintf(p, "|%s\n", strings.Repeat("---|", len(row)))
		}
	}
	p.WriteString("\n")
}

// picture writes an SVG file and shows it.
func (p *page) picture(name, alt, svg string) error {
	file := p.name + "-" + name + ".svg"
	fmt.Fprintf(p, "![%s](%s)\n\n", alt, file)
	if p.counting {
		return nil
	}
	return os.WriteFile(filepath.Join(p.dir, file), []byte(svg), 0o644)
}

// series is one line of a chart; Y may hold NaN where there is no value.
type series struct {
	Name string
	X, Y []float64
}

// percent is a share as in the papers' tables; a half is rounded up.
func percent(x float64) string { return fmt.Sprintf("%.2f", math.Floor(1e4*x+0.5+1e-7)/100) }
