package crowd

// Told are posteriors that are computed when somebody asks for them, where all of them would not fit in memory. It is not for
// concurrent use.
type Told struct {
	tasks, classes int
	tell           func(from, to int, q []float64)
	from, to       int       // the tasks in q
	q              []float64 // (to−from)×K
}

// NewTold returns the posteriors of so many tasks, of which tell writes those of the tasks [from, to) to q, (to−from)×K.
func NewTold(tasks, classes int, tell func(from, to int, q []float64)) *Told {
	return &Told{tasks: tasks, classes: classes, tell: tell}
}

// toldNumbers is how many numbers are computed at a time.
const toldNumbers = 1 << 15

// Row returns the posterior of task i, which is valid until the next call. Asking for tasks in their order is quick.
func (t *Told) Row(i int) []float64 {
	if i < t.from || i >= t.to {
		some := max(1, toldNumbers/t.classes)
		t.from = i - i%some
		t.to = min(t.from+some, t.tasks)
		if t.q == nil {
			t.q = make([]float64, min(some, t.tasks)*t.classes)
		}
		t.tell(t.from, t.to, t.q[:(t.to-t.from)*t.classes])
	}
	at := (i - t.from) * t.classes
	return t.q[at : at+t.classes : at+t.classes]
}

// Row returns the posterior of task i, of so many classes. It is valid until the next call.
func (e *Estimate) Row(i, classes int) []float64 {
	if e.Told != nil {
		return e.Told.Row(i)
	}
	return e.Posterior[i*classes : (i+1)*classes]
}
