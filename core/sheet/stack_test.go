package sheet

import (
	"strings"
	"testing"
)

// Rows of several tables are below each other, columns of one name are one, and what a table does not have is empty.
func TestStack(t *testing.T) {
	column := func(name string, cells ...string) *Column {
		return Text(name, "", func(i int) string { return cells[i] }, nil)
	}
	one := &Table{Size: 2, Columns: []*Column{column("task", "a", "b"), column("label", "x", "y")}}
	other := &Table{Size: 1, Columns: []*Column{column("task", "a"), column("value", "3"), column("label", "z")}}
	var got strings.Builder
	stack := Stack("all", "question", []string{"mood", "=age"}, []*Table{one, other})
	if err := stack.WriteCSV(&got, true); err != nil {
		t.Fatal(err)
	}
	want := "question,task,label,value\nmood,a,x,\nmood,b,y,\n'=age,a,z,3\n"
	if got.String() != want || stack.Size != 3 {
		t.Errorf("got %d rows\n%swant 3\n%s", stack.Size, &got, want)
	}
}
