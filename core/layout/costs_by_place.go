package layout

// byPlace gives a file of costs its roles where no name says them: in the order
// of Get-Another-Label.
func (g *Layout) byPlace() {
	order := []Role{True, Label, Value}
	if len(g.Columns) != len(order) {
		return
	}
	for _, c := range g.Columns {
		if c.Role != Ignore {
			return
		}
	}
	for n, r := range order {
		g.Columns[n].Role, g.Columns[n].Why = r, "by its place"
	}
}
