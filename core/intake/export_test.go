package intake

// Divisible is for tests.
func Divisible(g *Guess) bool { return g.divisible() }
