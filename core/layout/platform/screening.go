package platform

import (
	"bytes"
	"slices"
	"strconv"

	"concord/core/layout/heading"
)

// Programs for screening articles, and for coding them.

// Rayyan writes all decisions on an article into one cell of its notes: RAYYAN-INCLUSION: {"Ann"=>"Included", "Bob"=>"Excluded"}.
var rayyan = Platform{
	Name:  "Rayyan",
	Match: func(h Header) bool { return h.Has("key", "title", "notes", "reviewer", "inclusion") },
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("key"), Worker: t.Column("reviewer"), Answers: []int{t.Column("inclusion")},
			Content: []int{t.Column("title"), t.Column("abstract")}}
	},
	Packed: func(h Header) int {
		if !h.Has("key", "title") {
			return -1
		}
		return h.Column("notes")
	},
	Unpack: unpackRayyan,
	Members: func(names []string) []string {
		if !slices.Contains(names, "articles.csv") || !slices.Contains(names, "customizations_log.csv") {
			return nil
		}
		return []string{"articles.csv"}
	},
}

// unpackRayyan makes a row of each decision in the notes; of an article without any, one row.
func unpackRayyan(s *Sheet, r Record) bool {
	_, notes, ok := bytes.Cut(r.Cells[r.Column], []byte("RAYYAN-INCLUSION:"))
	if !ok {
		s.Row()
		return true
	}
	notes, ok = bytes.CutPrefix(bytes.TrimSpace(notes), []byte{'{'})
	for ok && !bytes.HasPrefix(notes, []byte{'}'}) {
		var reviewer, inclusion string
		if reviewer, notes, ok = quoted(notes); !ok {
			return false
		}
		if notes, ok = bytes.CutPrefix(notes, []byte("=>")); !ok {
			return false
		}
		if inclusion, notes, ok = quoted(notes); !ok {
			return false
		}
		s.Row()
		s.Put("reviewer", []byte(reviewer))
		s.Put("inclusion", []byte(inclusion))
		notes = bytes.TrimLeft(notes, ", ")
	}
	return ok
}

// quoted takes a text in quotes from the beginning of another.
func quoted(b []byte) (text string, rest []byte, ok bool) {
	b = bytes.TrimSpace(b)
	prefix, err := strconv.QuotedPrefix(string(b))
	if err != nil {
		return "", nil, false
	}
	text, err = strconv.Unquote(prefix)
	return text, bytes.TrimSpace(b[len(prefix):]), err == nil
}

// ASReview writes the articles with the decisions of one screener.
var asReview = Platform{
	Name:  "ASReview",
	Match: func(h Header) bool { return h.Has("asreview_label") || h.Has("included", "asreview_ranking") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: -1, Worker: -1, Answers: []int{t.Column("asreview_label"), t.Column("included")}}
		if c.Answers[0] >= 0 {
			c.Answers = c.Answers[:1]
		}
		for _, name := range []string{"record_id", "doi", "title"} {
			if n := t.Column(name); c.Task < 0 && n >= 0 && t.Filled[n] > 0 {
				c.Task = n
			}
		}
		return c
	},
	UserFile: func(string) bool { return true },
}

// Covidence writes what each reviewer extracted from a study, a variable a column.
var covidence = Platform{
	Name:  "Covidence",
	Match: func(h Header) bool { return h.Has("Covidence #", "Reviewer Name") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("Covidence #"), Worker: t.Column("Reviewer Name"),
			Doubt: t.doubt("Reviewer Name", "Consensus", "of the consensus, which is no reviewer's")}
		for n, name := range t.Header {
			if n != c.Task && n != c.Worker && name != "studyid" && !heading.Contents.Has(name) {
				c.Answers = append(c.Answers, n)
			}
		}
		return c
	},
	Explain: func(h Header) (what, do string) {
		if !h.Has("Covidence #") || h.Has("Reviewer Name") {
			return "", ""
		}
		return "this is a list of references of Covidence, which does not say who decided what",
			"Export the data extraction instead, with the column Reviewer Name"
	},
}
