package export

import "concord/core/sheet"

// Formulas returns how many names a spreadsheet would run as a formula, and the first of
// them. pause is called from time to time; its error is returned.
func Formulas(n Named, pause func() error) (count int, first string, err error) {
	tasks, classes := n.Tasks, n.Classes
	if n.Sets != nil {
		tasks, classes = n.Sets.Tasks, n.Sets.Classes
	}
	var name []byte
	for _, names := range []sheet.Names{classes, n.Workers, tasks} {
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
