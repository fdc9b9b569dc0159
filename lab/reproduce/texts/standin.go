package texts

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"concord/core/crowd"
	"concord/lab/dataset"
)

// StandIn draws documents to learn from, and their labels.
func StandIn(dir string, real *dataset.Set, seed uint64) (*Library, error) {
	const learn = 1800
	var tokens, truth [][]string
	for _, part := range []string{"", "test_"} {
		t, err := dataset.Records(filepath.Join(dir, part+"tokens.csv"))
		if err != nil {
			return nil, err
		}
		z, err := dataset.Records(filepath.Join(dir, part+"truth.csv"))
		if err != nil {
			return nil, err
		}
		tokens, truth = append(tokens, t...), append(truth, z...)
	}
	class := map[string]string{}
	size := map[string]int{}
	for _, row := range truth {
		class[row[0]] = row[1]
		size[row[1]]++
	}
	var names []string
	for name := range size {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(size[b]-size[a], cmp.Compare(a, b)) })
	of := bySize(real)
	cell := confusion(real)
	src := rand.New(rand.NewPCG(seed, 0x72657574657273))
	src.Shuffle(len(tokens), func(a, b int) { tokens[a], tokens[b] = tokens[b], tokens[a] })
	votes := [][]string{{"task", "worker", "label"}}
	k := len(names)
	for _, row := range tokens[:learn] {
		z := of[slices.Index(names, class[row[0]])]
		from, to := real.Data.Of(src.IntN(real.Data.Tasks))
		for _, j := range real.Data.Worker[from:to] {
			at := src.Float64()
			l := 0
			for ; l < k-1; l++ {
				if at -= cell[(int(j)*k+z)*k+l]; at < 0 {
					break
				}
			}
			votes = append(votes, []string{row[0], fmt.Sprint("w", j), names[slices.Index(of, l)]})
		}
	}
	head := []string{"task", "tokens"}
	return bind(written(votes), written(slices.Concat([][]string{head}, tokens[:learn])),
		written(slices.Concat([][]string{head}, tokens[learn:])), class, class)
}

func written(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.WriteAll(rows) // a buffer takes everything
	return b.Bytes()
}

// bySize are the classes, that with most tasks first.
func bySize(s *dataset.Set) []int {
	size, order := make([]int, s.Data.Classes), make([]int, s.Data.Classes)
	for k := range order {
		order[k] = k
	}
	for _, z := range s.Truth {
		if z != crowd.Unknown {
			size[z]++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return size[b] - size[a] })
	return order
}

// confusion are the workers' matrices against the truth, with one more label of the whole crowd's
// row in each: a worker may not have met a class.
func confusion(s *dataset.Set) []float64 {
	d, k := s.Data, s.Data.Classes
	all := make([]float64, k*k)
	cell := make([]float64, d.Workers*k*k)
	for n, i := range d.TaskOf() {
		if z := int(s.Truth[i]); z >= 0 {
			all[z*k+int(d.Class[n])]++
			cell[(int(d.Worker[n])*k+z)*k+int(d.Class[n])]++
		}
	}
	for at := 0; at < len(all); at += k {
		share(all[at : at+k])
	}
	for at := 0; at < len(cell); at += k {
		row := cell[at : at+k]
		for l := range row {
			row[l] += all[at%(k*k)+l]
		}
		share(row)
	}
	return cell
}

func share(row []float64) {
	var sum float64
	for _, v := range row {
		sum += v
	}
	for l := range row {
		row[l] /= max(sum, 1e-300)
	}
}
