package parse

import (
	"bytes"
	"encoding/json"
	"slices"

	"concord/core/table"
)

// List returns the elements of a cell that is a list in JSON or Python, or the choices of Label Studio.
func List(cell []byte) (all [][]byte, ok bool) {
	text, ok := Literal(cell)
	if !ok {
		return nil, false
	}
	v, _ := table.Parse(text)
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
