package files

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/app/format"
	"concord/core/api"
)

// costsName is the name of the file that a matrix stands for.
const costsName = "costs.csv"

// CostMatrix is the matrix that the page shows: the one under way to the worker, what is loaded, or else 0 and 1. If there
// is none to be filled in, it is nil and why says so.
func (s Sources) CostMatrix(wanted *api.CostMatrix) (m *api.CostMatrix, why string) {
	c := s.Counts()
	switch {
	case c == nil:
		return nil, ""
	case c.Kind.Unused[api.UnusedMatrix] != "":
		return nil, c.Kind.Unused[api.UnusedMatrix]
	case c.Classes > api.MostPriced:
		return nil, fmt.Sprintf("%s classes are too many to enter here. Open a file of costs instead.",
			format.Count(c.Classes))
	case c.Classes < 2:
		return nil, "With only one class, nothing can be wrong."
	case wanted != nil:
		return wanted, ""
	case s.Costs.Opened != nil && s.Costs.Opened.Costs != nil:
		return InOrder(s.Costs.Opened.Costs, c.ClassNames), ""
	}
	return EvenCosts(c.ClassNames), ""
}

// EvenCosts are those by which every wrong label costs 1.
func EvenCosts(classes []string) *api.CostMatrix {
	m := &api.CostMatrix{Classes: classes}
	for k := range classes {
		row := make([]float64, len(classes))
		for l := range row {
			if l != k {
				row[l] = 1
			}
		}
		m.Of = append(m.Of, row)
	}
	return m
}

// InOrder is a matrix with its classes in that order.
func InOrder(m *api.CostMatrix, classes []string) *api.CostMatrix {
	if slices.Equal(m.Classes, classes) {
		return m
	}
	out := EvenCosts(classes)
	for k, truth := range classes {
		for l, label := range classes {
			if a, b := slices.Index(m.Classes, truth), slices.Index(m.Classes, label); a >= 0 && b >= 0 {
				out.Of[k][l] = m.Of[a][b]
			}
		}
	}
	return out
}

// Even reports whether every wrong label of a matrix costs 1, and a right one nothing.
func Even(m *api.CostMatrix) bool {
	for k, row := range m.Of {
		for l, x := range row {
			if k == l && x != 0 || k != l && x != 1 {
				return false
			}
		}
	}
	return true
}

// Cost reads a cost, and says why a text is none.
func Cost(text string) (x float64, why string) {
	text = strings.TrimSpace(text)
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "":
		return 0, "A cost is missing. Enter a number, or 0 for no cost."
	case err != nil || math.IsNaN(x) || math.IsInf(x, 0):
		return 0, fmt.Sprintf("“%s” is not a number. Enter one such as 0, 1 or 2.5.", text)
	case x < 0:
		return 0, "A cost can’t be below 0. Raise the other costs instead."
	case x > 1e12:
		return 0, "This cost is too large. Only relative costs matter: enter smaller ones."
	}
	return x, ""
}

// CostsFile writes a matrix as a file of costs, and says how to read it. Rows about classes that no longer exist are skipped.
func CostsFile(m *api.CostMatrix) Origin {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.Write([]string{"truth", "label", "cost"}) // a buffer takes everything
	for k, row := range m.Of {
		for l, x := range row {
			w.Write([]string{m.Classes[k], m.Classes[l], strconv.FormatFloat(x, 'g', -1, 64)})
		}
	}
	w.Flush()
	read := &api.Choices{
		Delimiter: ",", Header: true, Encoding: "utf-8", Skip: true, Missing: []string{},
		Roles: []string{ColumnTruth, ColumnLabel, ColumnValue},
	}
	return Origin{Name: costsName, File: File{Name: costsName, Size: int64(text.Len()), Handle: text.Bytes()}, Read: read}
}
