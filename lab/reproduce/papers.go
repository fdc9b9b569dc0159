package main

import (
	"fmt"
	"strings"
)

// outcome of a table or figure of a paper.
const (
	reproduced = "reproduced" // from the paper's data, or the same protocol
	explained  = "explained"  // the paper's data or figure can't be had: a stand-in, and what was measured on it
	impossible = "impossible"
)

// exhibit is a table or figure of a paper.
type exhibit struct {
	paper, name, shows string
	came               string
	heading            string   // of the report, where it is shown
	rows               []string // of the paper: rows of a table, panels or lines of a figure; each begins a row of the report
	why                string   // it is explained, or impossible
}

// papers are the five, by the names that their headings here have.
const (
	fds      = "Fast Dawid-Skene (Sinha et al. 2018)"
	meetEM   = "Spectral Methods meet EM (Zhang et al. 2014)"
	gpcMA    = "Gaussian processes (Rodrigues et al. 2014)"
	maSLDA   = "MA-sLDA (Rodrigues et al. 2017)"
	blogGold = "Dawid-Skene with gold and priors (2024)"
)

// exhibits are all tables and figures of the papers, as they are numbered there.
func exhibits() []exhibit {
	fastNames := []string{"Adult2", "BM", "TREC2010", "DAiSEE", "LabelMe", "RTE", "SP"}
	genres := []string{"blues", "classical", "country", "disco", "hiphop", "jazz", "metal", "pop", "reggae", "rock"}
	uci := []string{"ionosphere", "pima", "parkinsons", "bupa", "breast", "tictactoe"}
	topicMethods := []string{"MA-sLDAc, mini-batches", "MA-sLDAc, batch", "sLDA (majority)", "LDA + Raykar",
		"LDA + Rodrigues", "LDA + LogReg", "LDA + SVM"}
	numberMethods := []string{"MA-sLDAr", "sLDA (mean)", "LDA + LinReg (mean)"}
	const drawing = "a drawing, nothing is measured"
	const daisee = "six of seven data sets; DAiSEE's single votes are not public"
	const noWords = "the paper's documents are not public with their crowd labels: texts of the same collection, and workers simulated from " +
		"the confusion matrices of the real ones"
	const noBags = "the paper's visual words are not public: a bag made from VGG16 features"
	return []exhibit{
		{fds, "Table 1", "the data, and speed-up of FDS and Hybrid", reproduced, "### Table 1: speed-up", fastNames, daisee},
		{fds, "Table 2", "negative log-likelihood of FDS, DS and Hybrid", reproduced, "### Table 2: negative log-likelihood", fastNames, daisee},
		{fds, "Figure 1", "accuracy, time and steps by number of labels", reproduced, "### Figure 1: accuracy in %, and", fastNames, daisee},
		{fds, "Table 3", "online aggregation on SP", reproduced, "### Table 3: online", []string{"accuracy", "seconds", "steps"}, ""},
		{fds, "Table 4", "online against offline FDS on SP", reproduced, "### Table 4: online against", []string{"2", "3", "4", "5"}, ""},
		{fds, "Table 5", "several right answers a task", explained, "### Table 5: several right", []string{"ds", "fds", "hybrid"},
			"the votes of AffectAnnotation were not found: another set of the kind"},

		{meetEM, "Table 1", "the data", reproduced, "### Table 1: the data, paper", []string{"Bird", "RTE", "TREC", "Dog", "Web"}, ""},
		{meetEM, "Table 2", "error rates", reproduced, "### Table 2: error in %", []string{"Opt-D&S", "MV-D&S", "Majority vote", "KOS (SVD)",
			"Ghosh-SVD", "EigenRatio"}, "some printed figures are no whole number of tasks"},
		{meetEM, "Figure 1", "error by Δ, after one step and converged", reproduced, "### Figure 1: Opt-D&S by threshold", []string{"RTE", "Dog",
			"Web"}, "the paper's is a picture"},

		{gpcMA, "Table 1", "UCI data, simulated workers", explained, "### Table 1: six UCI sets", uci,
			"its figures come back only with the truth among the features"},
		{gpcMA, "Table 2", "times", reproduced, "### Table 2: processor time", uci, "as ratios"},
		{gpcMA, "Figure 1", "log marginal likelihood by iteration", explained, "### Figure 1: −log Z",
			[]string{"ionosphere", "pima", "breast", "bupa"}, "the paper's values lie below what seven such workers' labels can cost"},
		{gpcMA, "Table 3", "sentiment polarity", explained, "### Table 3: sentiment", []string{"GOLD", "MV", "MA"},
			"features and test sentences are not public: others of the same collection"},
		{gpcMA, "Table 4", "music genres", reproduced, "### Table 4: music", []string{"GOLD", "CONC", "MV", "MA"}, ""},
		{gpcMA, "Figure 2", "active learning on music", reproduced, "### Figure 2: active learning", genres, ""},

		{maSLDA, "Figure 1", "the model for classes", impossible, "", nil, drawing},
		{maSLDA, "Table 1", "symbols of the approximation", impossible, "", nil, "a list of symbols, nothing is measured"},
		{maSLDA, "Figure 2", "workers of different bias and precision", impossible, "", nil, drawing},
		{maSLDA, "Figure 3", "the model for numbers", impossible, "", nil, drawing},
		{maSLDA, "Table 2", "the data with classes", reproduced, "### Table 2: the data with classes", []string{"20 Newsgroups", "Reuters-21578",
			"LabelMe"}, "Reuters' words are not public"},
		{maSLDA, "Figure 4", "20-Newsgroups by number of topics", reproduced, "## MA-sLDA: 20-Newsgroups", topicMethods,
			"the paper's is a picture; its workers' confusion matrices are not printed"},
		{maSLDA, "Figure 5", "bound of mini-batches and batch", reproduced, "### Figure 5: the bound",
			[]string{"MA-sLDAc, batch", "MA-sLDAc, mini-batches"}, "the paper's is a picture"},
		{maSLDA, "Figure 6", "Reuters: labels and accuracy by worker", reproduced, "### Figure 6: Reuters", []string{"Labels", "True accuracy"},
			"the paper's is a picture"},
		{maSLDA, "Figure 7", "Reuters by number of topics", explained, "## MA-sLDA: Reuters", topicMethods, noWords},
		{maSLDA, "Figure 8", "LabelMe: labels and accuracy by worker", reproduced, "### Figure 8: LabelMe", []string{"Labels", "True accuracy"},
			"the paper's is a picture"},
		{maSLDA, "Figure 9", "LabelMe by number of topics", explained, "## MA-sLDA: LabelMe", append(topicMethods, "Bosch 2006"), noBags},
		{maSLDA, "Figure 10", "Reuters: true and estimated confusion matrices", explained, "### Figure 10: Reuters", []string{"mean of all"},
			noWords},
		{maSLDA, "Table 3", "four images, their labels and the answer", reproduced, "### Table 3: four images", []string{"1", "2", "3", "4"},
			"the paper's images, with other visual words"},
		{maSLDA, "Table 4", "the data with numbers", reproduced, "### Table 4: the data with numbers", []string{"we8there", "movie reviews"},
			"of the paper's table what its text repeats"},
		{maSLDA, "Figure 11", "we8there by number of topics", reproduced, "## MA-sLDA: we8there", numberMethods, "the paper's is a picture"},
		{maSLDA, "Figure 12", "movie reviews: labels, bias and variance by worker", reproduced, "### Figure 12: movie reviews", []string{"Labels",
			"True bias", "True variance"}, "the paper's is a picture"},
		{maSLDA, "Figure 13", "movie reviews by number of topics", reproduced, "## MA-sLDA: movie reviews", numberMethods,
			"the paper's is a picture"},
		{maSLDA, "Figure 14", "movie reviews: true and estimated workers", reproduced, "### Figure 14", nil, "the paper's is a picture"},

		{blogGold, "Picture 1", "where the method stands among others", impossible, "", nil, drawing},
		{blogGold, "Picture 2", "the model", impossible, "", nil, drawing},
	}
}

// overview lists all tables and figures of the papers: what of each could be had, and what became of the claim by it, as the
// sections say.
func overview(parts []string) string {
	var p page
	p.say("## What there is of each paper")
	p.say("Every table and figure of the five papers. **Data and protocol:** “reproduced”: from the paper's data, by its protocol; " +
		"“explained”: the data or the figure can't be had, and what can was measured; “impossible”: nothing is measured there, or nothing of " +
		"it is public. **The claim:** what the paper says by it, and whether that holds of what was measured here.")
	rows := [][]string{{"paper", "", "what it shows", "data and protocol", "", "the paper's claim", "here", "where"}}
	came, became := map[string]int{}, map[string]int{}
	for _, e := range exhibits() {
		c := e.claim(parts)
		says, here := "–", "–"
		if c != nil {
			says, here = c.claim, "**"+c.verdict+":** "+c.figures
			became[c.verdict]++
		}
		came[e.came]++
		rows = append(rows, []string{e.paper, e.name, e.shows, e.came, e.why, says, here, strings.TrimLeft(e.heading, "# ")})
	}
	p.table(rows)
	p.say("%d tables and figures: %d reproduced, %d explained, %d impossible. Of %d claims %d hold, %d hold in part, %d don't, and of %d it "+
		"can't be told.", len(exhibits()), came[reproduced], came[explained], came[impossible],
		became[holds]+became[partly]+became[fails]+became[unknown], became[holds], became[partly], became[fails], became[unknown])
	return p.String()
}

// claim is what the section that shows the exhibit says of its claim; nil where it says nothing.
func (e exhibit) claim(parts []string) *claimed {
	if e.heading == "" {
		return nil
	}
	for _, part := range parts {
		if !strings.Contains("\n"+part, "\n"+e.heading) {
			continue
		}
		for _, c := range claims(part) {
			if c.exhibit == e.name {
				return &c
			}
		}
	}
	return nil
}

// shown reports what of an exhibit a report lacks: its heading, or rows below it.
func (e exhibit) shown(report string) error {
	if e.heading == "" {
		return nil
	}
	at := strings.Index(report, "\n"+e.heading)
	if at < 0 {
		return fmt.Errorf("%s, %s: there is no heading %q", e.paper, e.name, e.heading)
	}
	below := report[at+1:]
	level := strings.Repeat("#", strings.Index(e.heading, " ")) + " "
	if end := strings.Index(below[1:], "\n"+level); end >= 0 {
		below = below[:end+1]
	}
	if end := strings.Index(below[1:], "\n## "); end >= 0 {
		below = below[:end+1]
	}
	for _, row := range e.rows {
		if strings.Contains(e.why, row+"'s") { // the report says why there is none
			continue
		}
		if !strings.Contains(below, "\n| "+row) {
			return fmt.Errorf("%s, %s: below %q no row begins with %q", e.paper, e.name, e.heading, row)
		}
	}
	return nil
}
