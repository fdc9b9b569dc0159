package synth

import (
	"fmt"
	"strings"
)

// table1 is Table 1 of Dawid & Skene 1979, a patient a line: the three
// judgements of observer 1, then those of observers 2 to 5.
const table1 = `
111 1 1 1 1
333 4 3 3 4
112 2 1 2 2
222 3 1 2 1
222 3 2 2 2
222 3 3 2 2
122 2 1 1 1
333 3 4 3 3
222 2 2 2 3
232 2 2 2 3
444 4 4 4 4
222 3 3 4 3
111 1 1 1 1
222 3 2 1 2
121 1 1 1 1
111 2 1 1 1
111 1 1 1 1
111 1 1 1 1
222 2 2 2 1
222 1 3 2 2
222 2 2 2 2
222 2 2 2 1
222 3 2 2 2
221 2 2 2 2
111 1 1 1 1
111 1 1 1 1
232 2 2 2 2
111 1 1 1 1
111 1 1 1 1
112 1 1 2 1
111 1 1 1 1
333 3 2 3 3
111 1 1 1 1
222 2 2 2 2
222 3 2 3 2
433 4 3 4 3
221 2 2 3 2
232 3 2 3 3
333 3 4 3 2
111 1 1 1 1
111 1 1 1 1
121 2 1 1 1
232 2 2 2 2
121 1 1 1 1
222 2 2 2 2
`

// patients writes table1 as labels.
func patients() []byte {
	var b strings.Builder
	b.WriteString(header)
	for i, line := range strings.Split(strings.TrimSpace(table1), "\n") {
		for j, labels := range strings.Fields(line) {
			for _, label := range labels {
				fmt.Fprintf(&b, "patient-%02d,observer-%d,%c\n", i+1, j+1, label)
			}
		}
	}
	return []byte(b.String())
}
