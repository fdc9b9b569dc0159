package ranking

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/yield"
)

// Matrix is who beats whom among some items.
type Matrix struct {
	Items []int32   // in the order asked for
	Cells []Meeting // of each item with each, row by row; without votes where they did not meet
}

// Meeting is what the votes about two items say, seen from the one of the row.
type Meeting struct {
	Wins, Losses, Ties int
	Expected           float64 // share of an average worker's votes that the item of the row wins, a tie being half a win
	Z                  float64 // by how many standard deviations Share is above Expected; 0 without votes
}

// Votes is how many there are.
func (m Meeting) Votes() int { return m.Wins + m.Losses + m.Ties }

// Share is that of the votes which the item of the row wins, a tie being half a win; NaN without votes.
func (m Meeting) Share() float64 { return (float64(m.Wins) + float64(m.Ties)/2) / float64(m.Votes()) }

// At returns the meeting of the items of a row and a column.
func (m *Matrix) At(row, column int) Meeting { return m.Cells[row*len(m.Items)+column] }

// Meet counts who beats whom among some items, each named once. pause is called from time to time (nil: never); its error is returned.
func Meet(d *crowd.Dataset, f fit.Ranker, items []int32, pause func() error) (*Matrix, error) {
	m := &Matrix{Items: items, Cells: make([]Meeting, len(items)*len(items))}
	place := make([]int, d.Comparisons.Items)
	for at, item := range items {
		place[item] = at + 1
	}
	work := yield.New(pause)
	var row [3]float64
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !work.Continue(1 + to - from) {
			return nil, work.Err()
		}
		a, b := d.Comparisons.First[i], d.Comparisons.Second[i]
		p, q := place[a]-1, place[b]-1
		if p < 0 || q < 0 || from == to {
			continue
		}
		c := &m.Cells[p*len(items)+q]
		for _, class := range d.Class[from:to] {
			switch class {
			case crowd.FirstWins:
				c.Wins++
			case crowd.SecondWins:
				c.Losses++
			default:
				c.Ties++
			}
		}
		f.Answer(int(a), int(b), -1, 0, row[:d.Classes])
		mean, spread := moments(row)
		c.Expected = mean
		if n := float64(c.Votes()); spread > 0 {
			c.Z = (c.Share() - mean) * math.Sqrt(n/spread)
		}
		m.Cells[q*len(items)+p] = Meeting{Wins: c.Losses, Losses: c.Wins, Ties: c.Ties, Expected: 1 - mean, Z: -c.Z}
	}
	return m, work.Err()
}

// moments are mean and variance of what a vote is worth for the first of a pair: 1, ½ or 0.
func moments(row [3]float64) (mean, variance float64) {
	first, tie := row[crowd.FirstWins], row[crowd.Tied]
	mean = first + tie/2
	return mean, max(0, first+tie/4-mean*mean)
}
