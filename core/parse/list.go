package parse

import (
	"bytes"
	"slices"

	"concord/core/table"
)

// List returns the elements of a cell that is a list in JSON, Python or numpy, or the choices of Label Studio.
func List(cell []byte) (all [][]byte, ok bool) {
	v, ok := table.Parse(cell)
	if !ok {
		return pythonList(cell)
	}
	if v.Type() == table.Object {
		v = v.Get("choices")
	}
	if v.Type() != table.Array {
		return nil, false
	}
	for e := range v.Each() {
		if !e.Scalar() {
			return nil, false
		}
		all = append(all, Tidy(e.Text()))
	}
	return all, true
}

// pythonList parses a list as Python writes it, ['a', None, 2], or as numpy does, ['a' 'b']: of strings and of numbers, truth values and
// None. Between square brackets there must be one in quotes, or a number.
func pythonList(cell []byte) (all [][]byte, ok bool) {
	rest, ok := bytes.CutPrefix(cell, []byte("["))
	if !ok || !bytes.HasSuffix(rest, []byte("]")) {
		return nil, false
	}
	commas, spaces, told := 0, 0, false
	for rest = bytes.TrimSpace(rest[:len(rest)-1]); len(rest) > 0; {
		var text []byte
		size, quoted := 0, rest[0] == '\'' || rest[0] == '"'
		if quoted {
			text, size = pythonString(rest)
		} else {
			size = bytes.IndexAny(rest, ", \n")
			if size < 0 {
				size = len(rest)
			}
			text = rest[:size]
		}
		_, err := Number(text)
		constant := slices.Contains([]string{"None", "nan", "True", "False"}, string(text))
		if size == 0 || !quoted && err != nil && !constant {
			return nil, false
		}
		if told = told || quoted || err == nil; !quoted && string(text) == "None" {
			text = nil
		}
		all = append(all, Tidy(text))
		after := bytes.TrimSpace(rest[size:])
		switch comma := len(after) > 0 && after[0] == ','; {
		case comma:
			commas++
			after = bytes.TrimSpace(after[1:])
		case len(after) > 0 && len(after) == len(rest)-size: // nothing stands between them
			return nil, false
		case len(after) > 0:
			spaces++
		}
		rest = after
	}
	return all, told && (commas == 0 || spaces == 0)
}

// pythonString returns the string that text begins with, and how many bytes that takes; 0: it is none.
func pythonString(text []byte) (s []byte, size int) {
	for at := 1; at < len(text); at++ {
		switch {
		case text[at] == text[0]:
			return s, at + 1
		case text[at] == '\\':
			if at++; at == len(text) || text[at] != '\'' && text[at] != '"' && text[at] != '\\' {
				return nil, 0
			}
		}
		s = append(s, text[at])
	}
	return nil, 0
}

// Answers returns the distinct answers in a cell, the elements of a list or its lines, without those that mean "no answer".
func Answers(cell []byte, missing Tokens) (answers []string) {
	all, ok := [][]byte(nil), false
	if len(cell) > 0 && (cell[0] == '[' || cell[0] == '{') {
		all, ok = List(cell)
	}
	if !ok {
		all = bytes.Split(cell, []byte("\n"))
	}
	for _, one := range all {
		if one = bytes.TrimSpace(one); !missing.Has(one) && !slices.Contains(answers, string(one)) {
			answers = append(answers, string(one))
		}
	}
	return answers
}
