// Package section replaces one section of a document, which begins with a title "## …" and ends with the next.
package section

import "strings"

// Of returns the section of a title, which is its whole line; "" if there is none.
func Of(document, title string) string {
	from, to := bounds(document, title)
	return document[from:to]
}

// Put returns the document with the section in the place of the one of its title; one that was not there comes first.
func Put(document, section string) string {
	title, _, _ := strings.Cut(section, "\n")
	from, to := bounds(document, title)
	return document[:from] + section + document[to:]
}

// bounds are where the section of a title stands, or would stand.
func bounds(document, title string) (from, to int) {
	from = strings.Index(document, title+"\n")
	if from < 0 {
		from = max(strings.Index(document, "## "), 0)
		return from, from
	}
	if next := strings.Index(document[from+len(title):], "\n## "); next >= 0 {
		return from, from + len(title) + next + 1
	}
	return from, len(document)
}
