package crowd

// Topics are what a model found the texts of a data set to be about. Row-major.
type Topics struct {
	K      int       // how many
	Terms  int       // size of the vocabulary
	Word   []float64 // Terms×K: probability of each word in each topic; columns sum to one
	Share  []float64 // N×K: share of each topic in each document; rows sum to one
	Weight []float64 // by which a topic speaks for each class, Classes×K, or for the number, K; nil: it has none
}
