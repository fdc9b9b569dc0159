package parse

import (
	"bytes"
	"encoding/json"
	"slices"

	"concord/core/table"
)

// List returns the elements of a cell that is a list in JSON, Python or numpy, or the choices of Label Studio.
func List(cell []byte) (all [][]byte, ok bool) {
	v, ok := table.Parse(cell)
	if !ok && len(cell) > 0 && cell[0] == '{' {
		text, literal := Literal(cell)
		if !literal {
			return nil, false
		}
		v, ok = table.Parse(text)
	}
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

// Literal returns a cell that is a list or an object, in JSON or in Python, as JSON.
func Literal(cell []byte) (text []byte, ok bool) {
	if len(cell) == 0 || cell[0] != '[' && cell[0] != '{' {
		return nil, false
	}
	if _, ok := table.Parse(cell); ok {
		return cell, true
	}
	if text, ok = python(cell); ok {
		_, ok = table.Parse(text)
	}
	return text, ok
}

// python returns a literal of Python as JSON.
func python(cell []byte) (text []byte, ok bool) {
	for at := 0; at < len(cell); {
		c := cell[at]
		from := at
		at++
		switch {
		case c == '\'' || c == '"':
			var s []byte
			for ; at < len(cell) && cell[at] != c; at++ {
				if cell[at] == '\\' {
					if at++; at == len(cell) || cell[at] != '\'' && cell[at] != '"' && cell[at] != '\\' {
						return nil, false
					}
				}
				s = append(s, cell[at])
			}
			if at == len(cell) {
				return nil, false
			}
			at++
			text = append(text, Quoted(s)...)
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			for at < len(cell) && ('a' <= cell[at] && cell[at] <= 'z') {
				at++
			}
			word, known := pythonWords[string(cell[from:at])]
			if !known {
				return nil, false
			}
			text = append(text, word...)
		default:
			text = append(text, c)
		}
	}
	return text, true
}

var pythonWords = map[string]string{"True": "true", "False": "false", "None": "null", "nan": "null"}

// Quoted returns a string as JSON.
func Quoted(s []byte) []byte {
	b, err := json.Marshal(string(s))
	if err != nil {
		panic(err) // strings always can be
	}
	return b
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
