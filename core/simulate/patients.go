package simulate

import (
	"bufio"
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
func patients(to, _ *bufio.Writer) error {
	for i, line := range strings.Split(strings.TrimSpace(table1), "\n") {
		for j, labels := range strings.Fields(line) {
			for _, label := range labels {
				row(to, fmt.Sprintf("patient-%02d", i+1), fmt.Sprintf("observer-%d", j+1), string(label))
			}
		}
	}
	return nil
}
