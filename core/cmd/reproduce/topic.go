package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/intake"
	"concord/core/metric"
)

// library are labelled texts and others to test on, through the ordinary intake.
type library struct {
	*intake.Set
	test    *crowd.Dataset
	truth   []int32 // by task, and of the test texts
	want    []int32
	number  []float64 // in place of these, where labels are numbers
	wanted  []float64
	biasOf  map[string]float64 // of workers, where known
	spreads map[string]float64 // the variances
}

// shelve reads the labels, which may be made up, and the texts of a data set.
func shelve(dir string, labels []byte, bow, testBow string, numeric bool) (*library, error) {
	l := &library{}
	guess, err := intake.Detect("labels.csv", labels)
	if err != nil {
		return nil, err
	}
	guess.Numeric = numeric
	if l.Set, err = intake.Labels("labels.csv", bytes.NewReader(labels), guess, intake.Options{Skip: true}); err != nil {
		return nil, err
	}
	raw, guess, err := open(filepath.Join(dir, bow))
	if err != nil {
		return nil, err
	}
	texts, err := intake.Texts(bow, bytes.NewReader(raw), guess, l.Set, intake.TextOptions{}, intake.Options{})
	if err != nil {
		return nil, err
	}
	l.Data.Words = texts.Words
	if raw, guess, err = open(filepath.Join(dir, testBow)); err != nil {
		return nil, err
	}
	tasks, words, _, _, err := texts.MoreTexts(testBow, bytes.NewReader(raw), guess, intake.Options{})
	if err != nil {
		return nil, err
	}
	l.test = &crowd.Dataset{Labels: crowd.Labels{Tasks: len(tasks), Classes: l.Data.Classes, Start: make([]int32, len(tasks)+1)}, Words: words}
	names := make([]string, l.Data.Tasks)
	for i := range names {
		names[i] = l.Tasks.At(i)
	}
	if l.truth, l.number, err = l.known(filepath.Join(dir, "truth.csv"), names, numeric); err != nil {
		return nil, err
	}
	l.want, l.wanted, err = l.known(filepath.Join(dir, "test_truth.csv"), tasks, numeric)
	return l, err
}

// known reads the truth of tasks.
func (l *library) known(path string, tasks []string, numeric bool) (class []int32, value []float64, err error) {
	rows, err := records(path)
	if err != nil {
		return nil, nil, err
	}
	cell := map[string]string{}
	for _, row := range rows {
		cell[row[0]] = row[1]
	}
	for _, name := range tasks {
		if numeric {
			x, err := strconv.ParseFloat(cell[name], 64)
			if err != nil {
				x = math.NaN()
			}
			value = append(value, x)
			continue
		}
		k, ok := l.Classes.Find(cell[name])
		if !ok {
			k = crowd.Unknown
		}
		class = append(class, int32(k))
	}
	return class, value, nil
}

// crowdOf makes up labels of texts: one worker each, who is right with their
// accuracy and else names another class at random.
func crowdOf(dir string, accuracy []float64, seed uint64) ([]byte, error) {
	rows, err := records(filepath.Join(dir, "truth.csv"))
	if err != nil {
		return nil, err
	}
	var classes []string
	for _, row := range rows {
		if !slices.Contains(classes, row[1]) {
			classes = append(classes, row[1])
		}
	}
	src := rand.New(rand.NewPCG(seed, 5))
	var b bytes.Buffer
	b.WriteString("task,worker,label\n")
	for _, row := range rows {
		j, k := src.IntN(len(accuracy)), slices.Index(classes, row[1])
		if src.Float64() > accuracy[j] {
			k = (k + 1 + src.IntN(len(classes)-1)) % len(classes)
		}
		fmt.Fprintf(&b, "%s,w%d,%s\n", row[0], j, classes[k])
	}
	return b.Bytes(), nil
}

// reading is what one fit to texts came to.
type reading struct {
	*fit.Result
	test    float64 // accuracy, or R²
	train   float64
	seconds float64
	bound   []float64 // by step
}

// read fits a method and scores it on the texts it learned from and on the others.
func (l *library) read(method string, values catalog.Values, s fit.Settings) (*reading, error) {
	entry, err := catalog.Find(method)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(values)
	if err != nil {
		return nil, err
	}
	o, began := &reading{}, time.Now()
	session, err := fit.Start(l.Data, m, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	for step := range session.Steps() {
		o.bound = append(o.bound, step.Objective)
	}
	if o.Result, err = session.Result(); err != nil {
		return nil, err
	}
	o.seconds = time.Since(began).Seconds()
	guess, err := session.Fit().(fit.Predictor).Predict(l.test)
	if err != nil {
		return nil, err
	}
	if l.Data.Numeric() {
		o.test = metric.CompareNumbers(guess.Value, l.wanted, 1).R2.Value
		o.train = metric.CompareNumbers(o.Value, l.number, 1).R2.Value
		return o, nil
	}
	o.test = metric.Accuracy(guess.Posterior, l.want, l.Data.Classes, 1).Accuracy.Value
	o.train = metric.Accuracy(o.Posterior, l.truth, l.Data.Classes, 1).Accuracy.Value
	return o, nil
}

// interval is the mean and the 95 % interval of it over runs (Student's t).
func interval(x []float64) string {
	m := mean(x)
	if len(x) < 2 {
		return fmt.Sprintf("%.3f", m)
	}
	var v float64
	for _, y := range x {
		v += (y - m) * (y - m) / float64(len(x)-1)
	}
	t := []float64{12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26}[min(len(x)-2, 8)]
	return fmt.Sprintf("%.3f ± %.3f", m, t*math.Sqrt(v/float64(len(x))))
}

// shelf is a method with settings, as a row of a table.
type shelf struct {
	title, method string
	values        catalog.Values
	steps         int
}

// compare fits each method so often and writes a table.
func (p *page) compare(runs int, shelves []shelf, of func(run int) (*library, error)) error {
	test, train, seconds := make([][]float64, len(shelves)), make([][]float64, len(shelves)), make([][]float64, len(shelves))
	for run := range runs {
		l, err := of(run)
		if err != nil {
			return err
		}
		for n, s := range shelves {
			o, err := l.read(s.method, s.values, fit.Settings{Seed: uint64(run + 1), MaxSteps: s.steps, Tolerance: 1e-3})
			if err != nil {
				return err
			}
			test[n], train[n], seconds[n] = append(test[n], o.test), append(train[n], o.train), append(seconds[n], o.seconds)
		}
	}
	rows := [][]string{{"method", "settings", "steps, at most", "test texts", "training texts", "seconds a fit"}}
	for n, s := range shelves {
		var set []string
		for k, v := range s.values {
			set = append(set, k+"="+v)
		}
		slices.Sort(set)
		rows = append(rows, []string{s.title, strings.Join(set, " "), fmt.Sprint(s.steps), interval(test[n]), interval(train[n]), fmt.Sprintf("%.1f", mean(seconds[n]))})
	}
	p.table(rows)
	return nil
}

// runs is how often an experiment is repeated.
func (p *page) runs(usual int) int {
	if p.repeats > 0 {
		return p.repeats
	}
	return usual
}

// topicsNewsgroups is Figs. 4 and 5 of the MA-sLDA paper.
func topicsNewsgroups(p *page, data string) error {
	p.say("## MA-sLDA (Rodrigues, Lourenço, Ribeiro & Pereira 2017): 20-Newsgroups, Figs. 4 and 5")
	p.say("Four super-classes; five simulated workers with accuracies .737 .468 .284 .278 .260, one label a text (.405 of the labels are right). " +
		"The paper's figure is a picture; it shows MA-sLDAc above every baseline, by mini-batches best of all. 20 topics here; ± is a 95 % interval over runs.")
	dir := filepath.Join(data, "newsgroups4")
	workers := []float64{.737, .468, .284, .278, .260}
	of := func(run int) (*library, error) {
		labels, err := crowdOf(dir, workers, uint64(run+1))
		if err != nil {
			return nil, err
		}
		return shelve(dir, labels, "bow.csv.gz", "test_bow.csv.gz", false)
	}
	mini := catalog.Values{"batch": "500"}
	if err := p.compare(p.runs(5), []shelf{
		{"MA-sLDAc, mini-batches", "ma-sldac", mini, 46},
		{"MA-sLDAc, batch", "ma-sldac", nil, 10},
		{"sLDA (majority)", "slda", mini, 46},
		{"LDA + LogReg (majority)", "lda-logreg", mini, 46},
		{"LDA + Raykar", "lda-raykar", mini, 46},
		{"LDA + Rodrigues", "lda-rodrigues", mini, 46},
		{"LDA + SVM (majority)", "lda-svm", mini, 46},
	}, of); err != nil {
		return err
	}
	l, err := of(0)
	if err != nil {
		return err
	}
	p.say("The bound by documents seen (Fig. 5): of the batch algorithm it never falls; of mini-batches it is estimated from the batch alone. The paper's mini-batches rise faster.")
	batch, err := l.read("ma-sldac", nil, fit.Settings{Seed: 1, MaxSteps: 4, Tolerance: -1})
	if err != nil {
		return err
	}
	svi, err := l.read("ma-sldac", mini, fit.Settings{Seed: 1, MaxSteps: 92, Tolerance: -1})
	if err != nil {
		return err
	}
	lines := []series{{Name: "batch"}, {Name: "mini-batch"}}
	for n, b := range batch.bound {
		lines[0].X, lines[0].Y = append(lines[0].X, float64(n+1)), append(lines[0].Y, b)
	}
	per := (l.Data.Tasks + 499) / 500
	for n := per; n <= len(svi.bound); n += per {
		lines[1].X, lines[1].Y = append(lines[1].X, float64(n/per)), append(lines[1].Y, mean(svi.bound[n-per:n]))
	}
	return p.chart("bound", "newsgroups4", "bound by passes over the texts", lines)
}

// topicsLabelme is Fig. 9.
func topicsLabelme(p *page, data string) error {
	p.say("## MA-sLDA: LabelMe, Fig. 9")
	p.say("The paper's bags of visual words are not to be had: the bag here is derived from VGG16 features, and figures can't be compared. The order of methods can.")
	dir := filepath.Join(data, "labelme")
	raw, _, err := open(filepath.Join(dir, "labels.csv"))
	if err != nil {
		return err
	}
	l, err := shelve(dir, raw, "derived_bow.csv.gz", "test_derived_bow.csv.gz", false)
	if err != nil {
		return err
	}
	if err := p.compare(p.runs(3), []shelf{
		{"MA-sLDAc, batch", "ma-sldac", nil, 20},
		{"MA-sLDAc, mini-batches", "ma-sldac", catalog.Values{"batch": "200"}, 50},
		{"sLDA (majority)", "slda", nil, 20},
		{"LDA + LogReg (majority)", "lda-logreg", nil, 20},
		{"LDA + Raykar", "lda-raykar", nil, 20},
		{"LDA + Rodrigues", "lda-rodrigues", nil, 20},
		{"LDA + SVM (majority)", "lda-svm", nil, 20},
	}, func(int) (*library, error) { return l, nil }); err != nil {
		return err
	}
	o, err := run(l.Data, l.truth, "ds", nil, fit.Settings{Seed: 1}, 1)
	if err != nil {
		return err
	}
	p.say("Labels of the training images by Dawid–Skene, without the images: %.3f.", o.accuracy)
	return nil
}

// numberShelves are the methods for numbers.
func numberShelves(topics string) []shelf {
	mean := catalog.Values{"topics": topics, "alpha": "0.1"}
	return []shelf{
		{"MA-sLDAr", "ma-sldar", mean, 16},
		{"MA-sLDAr, few topics of many words, one step", "ma-sldar", catalog.Values{"topics": "5", "alpha": "1", "tau": "1", "sigma2": "0.03", "centre": "mean"}, 1},
		{"sLDA (mean)", "slda", mean, 16},
		{"LDA + LinReg (mean)", "lda-linreg", mean, 16},
	}
}

// numbers reads a set of texts with numbers.
func numbers(dir string) (*library, error) {
	raw, _, err := open(filepath.Join(dir, "labels.csv"))
	if err != nil {
		return nil, err
	}
	l, err := shelve(dir, raw, "bow.csv.gz", "test_bow.csv.gz", true)
	if err != nil {
		return nil, err
	}
	rows, err := records(filepath.Join(dir, "annotators.csv"))
	if err != nil {
		return nil, err
	}
	l.biasOf, l.spreads = map[string]float64{}, map[string]float64{}
	for _, row := range rows {
		for c, of := range []map[string]float64{l.biasOf, l.spreads} {
			if of[row[0]], err = strconv.ParseFloat(row[c+1], 64); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}

// topicsWe8there is Fig. 11.
func topicsWe8there(p *page, data string) error {
	p.say("## MA-sLDA: we8there, Fig. 11")
	p.say("Restaurant reviews with five simulated workers, biases .1 −.3 −2.5 .1 1. R². The paper's figure is a picture: MA-sLDAr above sLDA above LDA + LinReg. " +
		"The authors' program comes to .012–.059 on the test texts with α = 1, .288 with α = .1, and sLDA on the mean to .146–.226. The mean of the answers has an R² of .798 on the training texts.")
	l, err := numbers(filepath.Join(data, "we8there"))
	if err != nil {
		return err
	}
	shelves := numberShelves("20")
	shelves[1] = shelf{"MA-sLDAr, few topics of many words", "ma-sldar", catalog.Values{"topics": "5", "alpha": "0.1", "tau": "1"}, 16}
	return p.compare(p.runs(3), shelves, func(int) (*library, error) { return l, nil })
}

// topicsMovies is Figs. 13 and 14.
func topicsMovies(p *page, data string) error {
	p.say("## MA-sLDA: movie reviews, Figs. 13 and 14")
	p.say("1,500 reviews with 4.96 answers each by real workers, 3,506 to test on. R². The paper's figure is a picture: MA-sLDAr above sLDA above LDA + LinReg. " +
		"The authors' program comes to .336 on the test texts after 16 steps (307 CPU seconds). The mean of the answers has an R² of .830 on the training texts.")
	l, err := numbers(filepath.Join(data, "moviereviews"))
	if err != nil {
		return err
	}
	shelves := append(numberShelves("20"), shelf{"MA-sLDAr, mean bias 0", "ma-sldar", catalog.Values{"topics": "20", "alpha": "0.1", "centre": "mean"}, 16},
		shelf{"sLDA (mean), few topics of many words, one step", "slda", catalog.Values{"topics": "5", "tau": "1"}, 1},
		shelf{"MA-sLDAr, σ² fixed, for the training texts", "ma-sldar",
			catalog.Values{"topics": "5", "alpha": "1", "tau": "1", "sigma2": "0.03", "centre": "mean"}, 16})
	if err := p.compare(p.runs(3), shelves, func(int) (*library, error) { return l, nil }); err != nil {
		return err
	}
	last := shelves[len(shelves)-1]
	o, err := l.read(last.method, last.values, fit.Settings{Seed: 1, MaxSteps: last.steps})
	if err != nil {
		return err
	}
	var bias, precision []float64
	for _, c := range o.Extra {
		switch c.Name {
		case "bias":
			bias = c.Values
		case "precision":
			precision = c.Values
		}
	}
	labels := make([]int, l.Data.Workers)
	for _, j := range l.Data.Worker {
		labels[j]++
	}
	var trueBias, guessBias []float64
	rows := [][]string{{"worker", "labels", "bias", "estimated", "precision", "estimated"}}
	for j, n := range labels {
		name := l.Workers.At(j)
		if n >= 5 {
			trueBias, guessBias = append(trueBias, l.biasOf[name]), append(guessBias, bias[j])
		}
		if n >= 100 {
			rows = append(rows, []string{name, fmt.Sprint(n), fmt.Sprintf("%.3f", l.biasOf[name]), fmt.Sprintf("%.3f", bias[j]),
				fmt.Sprintf("%.0f", 1/l.spreads[name]), fmt.Sprintf("%.0f", precision[j])})
		}
	}
	p.say("Fig. 14, true against estimated biases and precisions: workers of 100 labels or more. Over the %d workers of 5 labels or more the correlation of true and estimated bias is %.3f.",
		len(trueBias), correlation(trueBias, guessBias))
	p.table(rows)
	return nil
}

// correlation is Pearson's.
func correlation(x, y []float64) float64 {
	a, b := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - a) * (y[i] - b)
		xx += (x[i] - a) * (x[i] - a)
		yy += (y[i] - b) * (y[i] - b)
	}
	return xy / math.Sqrt(xx*yy)
}
