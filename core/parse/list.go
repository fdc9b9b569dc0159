package parse

import (
	"bytes"
	"slices"

	"concord/core/table"
)

// List returns the elements of a cell that is a list in JSON or Python, or the choices of Label Studio.
func List(cell []byte) (all [][]byte, ok bool) {
	if all, ok := pythonList(cell); ok {
		return all, true
	}
	v, ok := table.Parse(cell)
	if v.Type() == table.Object {
		v = v.Get("choices")
	}
	if !ok || v.Type() != table.Array {
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

// pythonList parses a list of strings as Python writes it: ['a', 'b'].
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
		all = append(all, Tidy(text))
		if rest = bytes.TrimSpace(rest[at+1:]); len(rest) == 0 {
			return all, true
		}
		if rest[0] != ',' {
			return nil, false
		}
		rest = rest[1:]
	}
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
