package intake

import "concord/core/parse"

// cell returns what a cell says: without white space around it, and with each
// letter and its accents as one character where there is one (NFC), since the
// two ways of writing it can't be told apart by eye.
func (rs *rows) cell(c int) []byte { return parse.Tidy(rs.t.Cell(c)) }

// cells3 is cell for three columns. A call costs more in wasm than what cell does
// for most cells, which is nothing.
func (rs *rows) cells3(c1, c2, c3 int) (b1, b2, b3 []byte) {
	if rs.text == nil {
		return rs.cell(c1), rs.cell(c2), rs.cell(c3)
	}
	b1, b2, b3 = rs.text.Cell(c1), rs.text.Cell(c2), rs.text.Cell(c3)
	if rs.text.ASCII() && parse.Trimmed(b1) && parse.Trimmed(b2) && parse.Trimmed(b3) {
		return b1, b2, b3
	}
	return parse.Tidy(b1), parse.Tidy(b2), parse.Tidy(b3)
}
