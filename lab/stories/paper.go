package stories

import (
	"concord/app/model"
	"concord/core/api"
)

// paper has what a paper takes over, open for copying.
func paper() model.State {
	text := "A total of 164 workers gave 8,000 labels to 800 tasks (10 per task; median 20, range 20 to 800 per worker); each label was one " +
		"of 2 classes (“does not” and “entails”).\n\nAgreement between workers was measured by Krippendorff’s α for nominal data " +
		"(Krippendorff, 2011), which was 0.26 (95% CI 0.23 to 0.28) over the 800 tasks with two or more labels.\n"
	return answer(done(), model.OpenPaper{Open: true}, api.Reply{Paper: &api.Paper{Parts: []api.Part{
		{Name: "methods", Title: "Methods paragraph", File: "methods.txt", Text: text}, {Name: "latex", Title: "LaTeX", File: "paper.tex"},
		{Name: "markdown", Title: "Markdown", File: "paper.md"}, {Name: "csv", Title: "CSV", File: "tables.csv"},
		{Name: "bibtex", Title: "BibTeX", File: "references.bib"},
	}}})
}
