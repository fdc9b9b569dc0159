package result

// Compared answers Compare.
type Compared struct {
	Tasks    int          `json:"tasks"`
	Differ   int          `json:"differ"`   // tasks on which the methods do not all agree; 0 where labels are numbers
	Known    int          `json:"known"`    // tasks whose truth is known
	Disputed int          `json:"disputed"` // of those, tasks on which the methods do not all agree
	Methods  []Contender  `json:"methods"`
	Pairs    []Contrasted `json:"pairs"` // of those that ran, each pair once: 0–1, 0–2, 1–2, 0–3 …
	Seconds  float64      `json:"seconds"`
}

// Ran is how many of the methods did run.
func (c *Compared) Ran() int {
	n := 0
	for _, m := range c.Methods {
		if m.Why == "" {
			n++
		}
	}
	return n
}

// Contender is one of the methods compared.
type Contender struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Why      string   `json:"why,omitempty"` // why it did not run; the rest is empty then
	Status   string   `json:"status"`
	Steps    int      `json:"steps"`
	Seconds  float64  `json:"seconds"`
	Ties     int      `json:"ties"`
	Warnings []string `json:"warnings,omitempty"`
	Majority int      `json:"majority"` // labels that differ from the majority vote

	// With a known truth.
	Accuracy *Accuracy `json:"accuracy,omitempty"`
	Numbers  *Numbers  `json:"numbers,omitempty"` // in its place, where labels are numbers
	*Quality           // nil where labels are numbers or classes are very many
}

// Contrasted sets two methods against each other.
type Contrasted struct {
	A      int `json:"a"` // indices into Compared.Methods
	B      int `json:"b"`
	Differ int `json:"differ"` // labels; 0 where labels are numbers
	Match
	McNemar *McNemar `json:"mcNemar,omitempty"`
	Spread  *float64 `json:"spread,omitempty"` // root mean square of the differences, where labels are numbers
}
