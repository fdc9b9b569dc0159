// Package cite is what to cite: the sources of the methods and of the figures, in BibTeX.
package cite

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed references.bib
var references string

// Work is an entry of references.bib.
type Work struct {
	Key    string
	BibTeX string // the entry as it stands there
	fields map[string]string
}

// All returns all works, in the order of the file.
func All() (all []Work) {
	// The parts of TeX in names and titles of the file.
	plain := strings.NewReplacer(`{\c c}`, "ç", `{\"a}`, "ä", `{\'e}`, "é", `{\'i}`, "í", `\&`, "&", "{", "", "}", "", "--", "–")
	for _, entry := range strings.SplitAfter(references, "\n}\n") {
		head, body, ok := strings.Cut(strings.TrimSpace(entry), "{")
		if at := strings.LastIndex(head, "@"); !ok || at < 0 {
			continue
		}
		key, body, _ := strings.Cut(body, ",\n")
		w := Work{Key: key, BibTeX: entry[strings.Index(entry, "@"):], fields: map[string]string{}}
		for line := range strings.Lines(body) {
			if name, value, ok := strings.Cut(line, "= {"); ok {
				w.fields[strings.TrimSpace(name)] = plain.Replace(value[:strings.LastIndex(value, "}")])
			}
		}
		all = append(all, w)
	}
	return all
}

// Of returns the works of some keys, in the order of the keys. Every key must be there.
func Of(keys ...string) (list []Work) {
	all := All()
	for _, key := range keys {
		for _, w := range all {
			if w.Key == key {
				list = append(list, w)
			}
		}
	}
	return list
}

// Name names the one of some works that has a key as a person reads it.
func Name(works []Work, key string) string {
	for _, w := range works {
		if w.Key == key {
			return w.String()
		}
	}
	return ""
}

// BibTeX joins the entries of works.
func BibTeX(works []Work) string {
	var all []string
	for _, w := range works {
		all = append(all, w.BibTeX)
	}
	return strings.Join(all, "\n")
}

// List names works as a person reads them.
func List(works []Work) string {
	var all []string
	for _, w := range works {
		all = append(all, w.String())
	}
	return strings.Join(all, "; ")
}

// String names the work: authors, year, title, where it appeared.
func (w Work) String() string {
	f := w.fields
	where := f["journal"] + f["booktitle"] + f["publisher"] + f["institution"] + f["howpublished"]
	if f["eprint"] != "" {
		where = f["archiveprefix"] + ":" + f["eprint"]
	}
	return fmt.Sprintf("%s (%s), %s, %s", w.authors(false), f["year"], f["title"], where)
}

// Short is how a sentence cites the work in parentheses: Dawid and Skene, 1979.
func (w Work) Short() string { return w.authors(true) + ", " + w.fields["year"] }

func (w Work) authors(last bool) string {
	names := strings.Split(w.fields["author"], " and ")
	if last {
		for n, name := range names {
			names[n] = name[strings.LastIndex(name, " ")+1:]
		}
	}
	switch len(names) {
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	}
	return names[0] + " et al."
}
