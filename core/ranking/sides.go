package ranking

import "concord/core/crowd"

// Sides is what votes say of the pull of a side, which has voters choose what stands there whatever it is.
type Sides struct {
	Left, Right int // decided votes for the item on each side
	// Absorbed says that scores can make up for any pull: some numbers of the items differ by one, the left item's from the right one's,
	// in every vote. So it is where one item is always on the left of all others, or pairs that are shown in one order make no circle.
	Absorbed bool
}

// SidesOf returns what the votes say of the pull of a side; zero: nobody knows what stood where.
func SidesOf(d *crowd.Dataset) (s Sides) {
	if d.Swapped == nil {
		return s
	}
	h := newHeights(d.Comparisons.Items)
	s.Absorbed = len(d.Class) > 0
	for i := range d.Tasks {
		first, second := d.Comparisons.First[i], d.Comparisons.Second[i]
		for from, to := d.Of(i); from < to; from++ {
			side := sideOf(d, from)
			s.Absorbed = s.Absorbed && h.put(first, second, int32(side))
			switch {
			case d.Class[from] == crowd.Tied:
			case (d.Class[from] == crowd.FirstWins) == (side > 0):
				s.Left++
			default:
				s.Right++
			}
		}
	}
	return s
}

// heights are numbers of items of which differences are known. They are trees, in which each item has its height above its parent.
type heights struct{ parent, above []int32 }

func newHeights(items int) *heights {
	h := &heights{make([]int32, items), make([]int32, items)}
	for i := range h.parent {
		h.parent[i] = int32(i)
	}
	return h
}

// put says how much higher a is than b, and reports whether that agrees with what was said before.
func (h *heights) put(a, b, higher int32) bool {
	rootA, aboveA := h.root(a)
	rootB, aboveB := h.root(b)
	if rootA == rootB {
		return aboveA-aboveB == higher
	}
	h.parent[rootA], h.above[rootA] = rootB, higher+aboveB-aboveA
	return true
}

// root returns the root of an item's tree, and the height of the item above it.
func (h *heights) root(i int32) (root, above int32) {
	for h.parent[i] != i {
		p := h.parent[i]
		h.parent[i] = h.parent[p]
		h.above[i] += h.above[p]
		above += h.above[i]
		i = h.parent[i]
	}
	return i, above
}
