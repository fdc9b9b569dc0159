package book

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// references are the entries of docs/references.bib, as they stand there, by key.
type references map[string]string

func readReferences(root string) (references, error) {
	text, err := os.ReadFile(filepath.Join(root, "docs/references.bib"))
	if err != nil {
		return nil, err
	}
	all := references{}
	for _, m := range regexp.MustCompile(`(?ms)^@\w+\{(\w+),\n.*?^\}\n`).FindAllStringSubmatch(string(text), -1) {
		if all[m[1]] != "" {
			return nil, fmt.Errorf("docs/references.bib has %s twice", m[1])
		}
		all[m[1]] = m[0]
	}
	return all, nil
}

// entries are those of some keys.
func (r references) entries(keys []string) ([]string, error) {
	var all []string
	for _, key := range keys {
		if r[key] == "" {
			return nil, fmt.Errorf("docs/references.bib has no %s", key)
		}
		all = append(all, r[key])
	}
	return all, nil
}

// The parts of TeX in names and titles of the file.
var plain = strings.NewReplacer(`{\c c}`, "ç", `{\"a}`, "ä", `{\'e}`, "é", `{\'i}`, "í", `\&`, "&", "{", "", "}", "", "--", "–")

var field = regexp.MustCompile(`(?m)^  (\w+)\s*= \{(.*)\},?$`)

// line writes entries as a person reads them: authors, title, year.
func (r references) line(keys []string) (string, error) {
	entries, err := r.entries(keys)
	var all []string
	for _, entry := range entries {
		of := map[string]string{}
		for _, m := range field.FindAllStringSubmatch(entry, -1) {
			of[m[1]] = plain.Replace(m[2])
		}
		where := of["journal"] + of["booktitle"] + of["publisher"] + of["institution"] + of["howpublished"]
		if of["eprint"] != "" {
			where = of["archiveprefix"] + ":" + of["eprint"]
		}
		names := strings.Split(of["author"], " and ")
		author := names[0]
		switch len(names) {
		case 1:
		case 2:
			author += " and " + names[1]
		default:
			author += " et al."
		}
		all = append(all, fmt.Sprintf("%s (%s), %s, %s", author, of["year"], of["title"], where))
	}
	return strings.Join(all, "; "), err
}
