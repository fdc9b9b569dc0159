package export

import "concord/core/sheet"

// Formulas returns how many names a spreadsheet would run as a formula, and the first of
// them. pause is called from time to time; its error is returned.
func Formulas(n Named, pause func() error) (count int, first string, err error) {
	var name []byte
	for _, names := range []sheet.Names{n.LabelNames(), n.Workers, n.TaskNames()} {
		for i := range names.Len() {
			if i%block == 0 {
				if err := pause(); err != nil {
					return 0, "", err
				}
			}
			name = names.Append(name[:0], i)
			if sheet.Formula(name) {
				if count == 0 {
					first = string(name)
				}
				count++
			}
		}
	}
	return count, first, nil
}
