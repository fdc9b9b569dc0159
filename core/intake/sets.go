package intake

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"concord/core/layout/platform"
	"concord/core/table"
)

// What gives a task several labels at once: a list, or a question with options.

// severalIn reports whether an answer in rows is several labels.
func (g *Guess) severalIn(rows [][]string) bool {
	label := g.role(Label)
	if label < 0 {
		return false
	}
	var options []int
	if q := g.question(label); q >= 0 {
		options = g.Questions[q].Columns
	}
	for _, r := range rows {
		cell, given := r[label], 0
		for _, c := range options {
			if strings.EqualFold(r[c], "true") {
				given++
			}
		}
		if g.lists() && cell != "" && (cell[0] == '[' || cell[0] == '{') {
			list, _ := listOf([]byte(cell))
			given = len(list)
		}
		if g.Lines {
			given = max(given, len(saidIn([]byte(cell), tokens{})))
		}
		if given > 1 {
			return true
		}
	}
	return false
}

// option returns the option of the question that is true; none: the empty one;
// several: a list. It returns false for a row that is bad because several are.
func (l *labelReader) option() (label []byte, ok bool) {
	var given []string
	for n, c := range l.question.Columns {
		if !bytes.EqualFold(l.cell(c), []byte("true")) {
			continue
		}
		if len(given) > 0 && len(l.separator) == 0 && !l.guess.Several {
			l.several(c, fmt.Sprintf("a second answer to the question, beside “%s”", printable(given[0])))
			return nil, false
		}
		given = append(given, l.question.Options[n])
	}
	return platform.ListCell(given), true
}

// listOf returns what a cell says that is a list, or choices of Label Studio.
func listOf(cell []byte) (all [][]byte, ok bool) {
	if all, ok := pythonList(cell); ok {
		return all, true
	}
	v, ok := table.Parse(cell)
	if v.Type() == table.Object {
		v = v.Get("choices")
	}
	if !ok || v.Type() != table.Array || !platform.Scalars(v) {
		return nil, false
	}
	for e := range v.Each() {
		all = append(all, tidy(e.Text()))
	}
	return all, true
}

// pythonList returns what a list of texts says as Python writes it: ['a', 'b'].
func pythonList(cell []byte) (all [][]byte, ok bool) {
	rest, ok := bytes.CutPrefix(cell, []byte("["))
	if !ok || !bytes.HasSuffix(rest, []byte("]")) || bytes.IndexByte(rest, '\'') < 0 {
		return nil, false
	}
	for rest = rest[:len(rest)-1]; ; {
		rest = bytes.TrimSpace(rest)
		if len(rest) == 0 || rest[0] != '\'' && rest[0] != '"' {
			return nil, false
		}
		var text []byte
		at := 1
		for ; at < len(rest) && rest[at] != rest[0]; at++ {
			if rest[at] == '\\' {
				if at++; at == len(rest) || rest[at] != '\'' && rest[at] != '"' && rest[at] != '\\' {
					return nil, false
				}
			}
			text = append(text, rest[at])
		}
		if at >= len(rest) {
			return nil, false
		}
		all = append(all, tidy(text))
		if rest = bytes.TrimSpace(rest[at+1:]); len(rest) == 0 {
			return all, true
		}
		if rest[0] != ',' {
			return nil, false
		}
		rest = rest[1:]
	}
}

// lists reports whether there are lists among the cells of a column, and nothing else
// that begins like one.
func (s *statistics) lists() bool {
	some := false
	for cell := range s.times {
		if cell[0] != '[' && cell[0] != '{' {
			continue
		}
		list, ok := listOf([]byte(cell))
		if !ok {
			return false
		}
		some = some || len(list) > 0
	}
	return some
}

// lists reports whether the cells of the labels may be lists.
func (g *Guess) lists() bool {
	return g.Lists || slices.ContainsFunc(g.Columns, func(c Column) bool { return c.Role == Label && c.Lists })
}

// each takes in what a list says.
func (l *labelReader) each(task, worker []byte, list [][]byte, ok bool) error {
	if !ok {
		l.reject(l.wrong(l.label, "neither a label nor choices", "Choose a column of choices, or go on without the row"))
		return nil
	}
	for n := range list {
		list[n] = bytes.TrimSpace(list[n])
	}
	list = slices.DeleteFunc(list, l.missing.has)
	switch {
	case len(list) == 0:
		l.to.skipped++
		return nil
	case len(list) > 1 && !l.guess.Several && len(l.separator) == 0 || l.to.labels.numeric && len(list) > 1:
		l.several(l.label, "several labels, where one is expected")
		return nil
	case l.to.labels.numeric:
		return l.vote(task, worker, list[0])
	}
	for n, class := range list {
		if !slices.ContainsFunc(list[:n], func(one []byte) bool { return bytes.Equal(one, class) }) {
			if err := l.add(task, worker, class); err != nil {
				return err
			}
		}
	}
	return nil
}

// several rejects a row that has several labels.
func (l *labelReader) several(column int, what string) {
	p := l.wrong(column, what, "Take tasks to have several labels, or go on without the row")
	p.Err = ErrSeveral
	l.reject(p)
}
