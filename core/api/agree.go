package api

// Agreement is how far the workers agree with each other. The observed agreement and every
// α leave out singletons, tasks with one label.
//
// High agreement with a low chance-corrected coefficient is the κ paradox of Feinstein &
// Cicchetti 1990: if nearly all labels name one class, chance alone agrees nearly always.
// AC1 suffers less from it.
type Agreement struct {
	Tasks  int `json:"tasks"`  // with at least one label
	Paired int `json:"paired"` // with at least two: N of every figure
	Labels int `json:"labels"`

	Percent Figure `json:"percent"` // two labels of a task chosen at random are the same
	Fleiss  Figure `json:"fleiss"`  // Fleiss 1971; Scott's π where there are two workers
	Alpha   Alpha  `json:"alpha"`
	AC1     Figure `json:"ac1"`     // Gwet 2008
	AC2     Figure `json:"ac2"`     // Gwet 2014, chapter 4: AC1 with part agreement between classes
	Entropy Figure `json:"entropy"` // bits: mean entropy of the shares of a task's labels

	Classes []ClassAgreement `json:"classes,omitempty"` // all K; once they have names, the first 100

	Of      int  `json:"of,omitempty"`      // how many classes there are in all
	Workers int  `json:"workers,omitempty"` // for Pairs; 0: there are no pairs to ask for
	Ordered bool `json:"ordered,omitempty"` // the classes are steps of a scale: AC2 counts near ones as part agreement
}

// Alpha are Krippendorff's coefficients, one for each kind of scale.
type Alpha struct {
	Nominal  Figure `json:"nominal"`
	Ordinal  Figure `json:"ordinal"` // in the order of the classes
	Interval Figure `json:"interval"`
	Ratio    Figure `json:"ratio"`
}

// ClassAgreement is the agreement on one class against all others.
type ClassAgreement struct {
	Class    string `json:"class"`
	Labels   int    `json:"labels"`   // that name the class, singletons too
	Specific Figure `json:"specific"` // if one label of a task names it, so does another (Cicchetti & Feinstein 1990)
	Alpha    Figure `json:"alpha"`    // nominal α of this class against the rest
}

// Coefficient is a measure of agreement with its title.
type Coefficient struct {
	Name  string
	Title string
	Figure
}

// Figures lists the measures in the order in which they are shown.
func (a *Agreement) Figures() []Coefficient {
	ac2 := "Gwet’s AC2"
	if a.Ordered {
		ac2 = "Gwet’s AC2, by distance of classes"
	}
	return []Coefficient{
		{"percent", "Percent agreement", a.Percent},
		{"fleiss", "Fleiss’ κ", a.Fleiss},
		{"alpha-nominal", "Krippendorff’s α", a.Alpha.Nominal},
		{"alpha-ordinal", "Krippendorff’s α, ordered classes", a.Alpha.Ordinal},
		{"alpha-interval", "Krippendorff’s α, interval scale", a.Alpha.Interval},
		{"alpha-ratio", "Krippendorff’s α, ratio scale", a.Alpha.Ratio},
		{"ac1", "Gwet’s AC1", a.AC1},
		{"ac2", ac2, a.AC2},
		{"entropy", "Entropy of a task’s labels, in bits", a.Entropy},
	}
}

// Paired is a piece of the matrix of workers.
type Paired struct {
	Of      int      `json:"of"` // workers in all
	Rows    []Person `json:"rows"`
	Columns []Person `json:"columns"`
	Cells   [][]Pair `json:"cells"`
}

// Person is a worker among the rows or columns of a matrix.
type Person struct {
	Index  int    `json:"index"`
	Name   string `json:"name"`
	Labels int    `json:"labels"`
}

// Pair is the agreement of two workers.
type Pair struct {
	Tasks int `json:"tasks"` // that both labelled
	Match
}

// Match is how far two sets of labels are the same.
type Match struct {
	Same  float64  `json:"same"`  // share of tasks with the same label
	Kappa *float64 `json:"kappa"` // Cohen's; nil: not defined
	// Weighted is κ with part agreement of near classes; nil: undefined, or no order.
	Weighted *float64 `json:"weighted,omitempty"`
}
