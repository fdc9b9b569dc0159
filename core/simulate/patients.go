package simulate

import (
	_ "embed"
	"fmt"
	"strings"
)

// table1 is Table 1 of Dawid & Skene 1979, a patient a line: the three
// judgements of observer 1, then those of observers 2 to 5.
//
//go:embed patients.txt
var table1 string

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
