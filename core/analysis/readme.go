package analysis

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
	"concord/internal/revision"
)

// Readme returns README.txt as a download: what the files beside it are, and how they are made again.
func (r *Written) Readme(files []export.File) *export.File {
	return export.NewFile(api.FileReadme, func(w io.Writer) error {
		_, err := io.WriteString(w, r.readme(files))
		return err
	})
}

func (r *Written) readme(files []export.File) string {
	var b strings.Builder
	version := "Concord " + api.Version
	if of := revision.Of(); of != "" {
		version += " (" + of + ")"
	}
	names := []string{r.Of.Source.Name()}
	if several := r.Of.Choices().Files; len(several) > 0 {
		names = nil
		for _, f := range several {
			names = append(names, f.Name)
		}
	}
	for n, name := range names {
		names[n] = api.Printable(name)
	}
	data := r.Of.Set.Data
	read := humanize.Count(data.Len(), "label") + " on " + humanize.Count(r.Answers.Len(), "task")
	if n := r.Of.Counts; n.Kind.Items {
		read = humanize.Count(n.Labels, "vote") + " on " + humanize.Count(n.Tasks, "pair") + " of " + humanize.Count(n.Items, "item")
	}
	fmt.Fprintf(&b, "%s, from %s: %s.\nMethod: %s (%s), seed %d. run.json has all settings, and the name and SHA-256 of every file.\n",
		version, strings.Join(names, ", "), read, r.Entry.Title, r.Entry.Name, r.settings.Seed)
	for _, f := range files {
		says := saysOf(f.What)
		if f.Table != nil {
			says = cmp.Or(f.Table.Says, says)
		}
		fmt.Fprintf(&b, "\n%s\n  %s\n", f.Name, says)
		if f.What == api.FilePosteriors {
			fmt.Fprintf(&b, "  %s\n", r.Answers.Belief())
		}
		if f.Table == nil {
			continue
		}
		for _, c := range f.Table.Columns {
			if c.In&sheet.Files != 0 && c.Says != "" {
				fmt.Fprintf(&b, "  - %s: %s\n", api.Printable(cmp.Or(c.File, c.Name)), c.Says)
			}
		}
	}
	b.WriteString("\nAll text is UTF-8. An empty cell means that something is unknown.\n")
	if r.safe && r.Of.Counts.Formulas > 0 {
		b.WriteString("Names that a spreadsheet would run as formulas have an apostrophe before them.\n")
	}
	b.WriteString("\nTo make these files again, put run.json beside the files that it names, and drop all of them on the page or run\n\n" +
		"    concord fit --recipe run.json --out again\n")
	return b.String()
}

// saysOf is what is said of a download.
func saysOf(what string) string {
	for _, d := range api.Downloads() {
		if d.What == what {
			return d.Says
		}
	}
	return ""
}
