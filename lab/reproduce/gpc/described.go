// Package gpc makes the fits of the paper on Gaussian processes from crowds (Rodrigues, Pereira & Ribeiro
// 2014): what lab/reproduce reports of them.
package gpc

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"concord/core/crowd"
	"concord/lab/dataset"
)

// Described are tasks with features and their truth.
type Described struct {
	Names []string
	X     [][]float64
	Z     []int32
}

// Describe reads features and truth of the same tasks. Classes are numbered in
// the order of their names.
func Describe(dir, features, truth string) (*Described, error) {
	rows, err := dataset.Records(filepath.Join(dir, truth))
	if err != nil {
		return nil, err
	}
	class := map[string]string{}
	var classes []string
	for _, row := range rows {
		class[row[0]] = row[1]
		if !slices.Contains(classes, row[1]) {
			classes = append(classes, row[1])
		}
	}
	slices.Sort(classes)
	if rows, err = dataset.Records(filepath.Join(dir, features)); err != nil {
		return nil, err
	}
	s := &Described{}
	for _, row := range rows {
		v := make([]float64, len(row)-1)
		for c, cell := range row[1:] {
			if v[c], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, fmt.Errorf("%s: task %s: %w", features, row[0], err)
			}
		}
		s.Names, s.X = append(s.Names, row[0]), append(s.X, v)
		s.Z = append(s.Z, int32(slices.Index(classes, class[row[0]])))
	}
	return s, nil
}

// Standardise scales the columns of all tables by mean and deviation of the first.
func Standardise(tables ...[][]float64) {
	first := tables[0]
	for d := range first[0] {
		var m, s float64
		for _, r := range first {
			m += r[d] / float64(len(first))
		}
		for _, r := range first {
			s += (r[d] - m) * (r[d] - m) / float64(len(first))
		}
		s = math.Sqrt(s)
		if s < 1e-12 {
			s = 1
		}
		for _, table := range tables {
			for _, r := range table {
				r[d] = (r[d] - m) / s
			}
		}
	}
}

func flat(x [][]float64) *crowd.Features {
	f := &crowd.Features{Names: make([]string, len(x[0]))}
	for _, row := range x {
		f.X = append(f.X, row...)
	}
	return f
}
