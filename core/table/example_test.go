package table_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"concord/core/table"
)

func ExampleReader() {
	text := "a,\"b, c\"\n\nd,e\"f\ng,\"h\"\"i\"\n"
	r := table.NewReader(strings.NewReader(text), ",", table.Limits{})
	for {
		err := r.Next()
		if err == io.EOF {
			return
		}
		var bad *table.Error
		if errors.As(err, &bad) && !bad.Fatal {
			fmt.Println(err)
			continue
		}
		fmt.Printf("line %d:", r.Line())
		for c := range r.Len() {
			fmt.Printf(" [%s]", r.Cell(c))
		}
		fmt.Println()
	}
	// Output:
	// line 1: [a] [b, c]
	// line 3, column 2: a quote inside a cell that does not begin with one: "e\"f"
	// line 4: [g] [h"i]
}
