package catalog

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/method/gp"
)

// takes is how long a fit takes, and which method is like it and quicker.
type takes struct {
	// grows is the time in nanoseconds on the machine of BenchmarkTime, all steps of a typical fit
	// together. Steps differ by data set, so a fit may well take a fifth or five times as long.
	grows func(crowd.Parts) float64
	fast  string // the method that is quicker, if not on all data; empty: there is none
}

// Seconds is about how long a fit of the method, with its defaults, takes on the machine of
// BenchmarkTime for data with those parts.
func (e Entry) Seconds(has crowd.Parts) float64 {
	if t, ok := times()[e.Name]; ok {
		return t.grows(has) * 1e-9
	}
	return 0
}

// Fast is the name of a method like this one that is much quicker on most data, or "".
func (e Entry) Fast() string { return times()[e.Name].fast }

// Within returns the methods named in keep and the quickest of the others, in their order: one fit each of these others takes no longer
// together than so many seconds.
func (l List) Within(has crowd.Parts, seconds float64, keep ...string) List {
	kept := func(e Entry) bool { return slices.Contains(keep, e.Name) }
	quick := slices.DeleteFunc(slices.Clone(l), kept)
	slices.SortStableFunc(quick, func(a, b Entry) int { return cmp.Compare(a.Seconds(has), b.Seconds(has)) })
	n := 0
	for took := 0.0; n < len(quick); n++ {
		if took += quick[n].Seconds(has); took > seconds {
			break
		}
	}
	return slices.DeleteFunc(slices.Clone(l), func(e Entry) bool { return !kept(e) && !quick[:n].Has(e.Name) })
}

// cells grows with what most methods go through in each step: the probability of each label under
// each class, and the cells of all confusion matrices.
func cells(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 {
		k := float64(has.Classes)
		return ns * k * (float64(has.Labels) + float64(has.Workers)*k)
	}
}

// sparse is cells, but from a hundred classes on these methods go through those cells alone that a label may be in: several times as many
// labels then, and more with more classes. The root is what was measured, from 100 classes to 1,000.
func sparse(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 {
		if has.Classes < 100 || has.Confusion {
			return cells(ns)(has)
		}
		return 1.2 * ns * float64(has.Labels) * math.Sqrt(float64(has.Classes))
	}
}

// each grows with the labels alone.
func each(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 { return ns * float64(has.Labels) }
}

// linear grows with the numbers, or words, that describe all tasks, and the classes.
func linear(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 {
		return ns * (float64(has.Tasks)*float64(has.Dimensions) + float64(has.Entries)) * float64(max(1, has.Classes))
	}
}

// ridged grows as linear does, with more for each word: there are many more weights.
func ridged(has crowd.Parts) float64 { return linear(2000)(has) + words(14_000)(has) }

// squared grows as f does, and once more with the classes: the more there are, the more steps it takes.
func squared(f func(crowd.Parts) float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 { return f(has) * float64(max(1, has.Classes)) }
}

// words grows with the words of all texts.
func words(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 { return ns * float64(has.Entries) }
}

// lengths grows with the words of all texts, and those of a text: where texts are longer, held-out labels stop a fit later.
func lengths(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 {
		return words(ns)(has) * float64(has.Entries) / float64(max(1, has.Tasks))
	}
}

// supervised grows as lengths does, and with the root of the classes.
func supervised(has crowd.Parts) float64 {
	return lengths(640)(has) * math.Sqrt(float64(max(1, has.Classes)))
}

// regressed grows with the words and the texts.
func regressed(has crowd.Parts) float64 { return words(9000)(has) + 960_000*float64(has.Tasks) }

// moments grows with the labels, and with the fourth power of the classes, as the tensor power method does. From eight classes on fewer
// partitions are tried, down to a quarter.
func moments(has crowd.Parts) float64 {
	const few = 8 * 8 * 8 * 8
	k := float64(has.Classes)
	tensor := k * k * k * k
	return squared(cells(1100))(has) + 300_000*max(min(tensor, few), tensor/4)
}

// processes grows as the passes over the matrices of a Gaussian process do, in operations.
func processes(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 {
		return ns * new(gp.GPC).Forecast(has.Tasks, has.Dimensions, has.Classes).Flops
	}
}

// times are the figures of BenchmarkTime, rounded, for all methods. Where steps are many or few by the
// data they are the geometric mean over simulated and real sets, which spread by a factor of about
// three: one that settles at once may take a twentieth, as HDS on fact_eval. Those of methods that stop by
// held-out labels, and of topics-words, are of four real sets (moviereviews, we8there, labelme, sp).
func times() map[string]takes {
	return map[string]takes{
		"consensus":  {sparse(670), "iwmv"},
		"majority":   {cells(2), ""},
		"wawa":       {cells(8), ""},
		"zbs":        {cells(11), ""},
		"iwmv":       {cells(17), ""},
		"mmsr":       {meetings(150), ""},
		"ds":         {sparse(140), "fds"},
		"fds":        {cells(13), ""},
		"hybrid":     {cells(27), ""},
		"onecoin":    {cells(140), ""},
		"classcoin":  {cells(150), ""},
		"ibcc":       {cells(770), "ds"},
		"hds":        {sparse(1100), "ds"},
		"online-fds": {cells(40), ""},
		"ebcc":       {cells(9300), "ibcc"},
		"cbcc":       {cells(2600), "ds"},
		"minimax":    {cells(11000), "ds"},
		"glad":       {each(9300), "bwa"},
		"mace":       {cells(2700), "bwa"},
		"bwa":        {cells(230), ""},
		"ordinal":    {squared(cells(1700)), "ds"},
		"crh":        {each(240), ""},
		"catd":       {each(300), ""},
		"optds":      {moments, "ds"},
		"kos":        {cells(90), ""},
		"kos-svd":    {cells(550), ""},
		"ghosh-svd":  {cells(540), ""},
		"eigenratio": {cells(110), ""},

		"mean":          {each(4), ""},
		"median":        {each(80), ""},
		"biasprecision": {each(300), "mean"},

		"skill":        {each(2700), "davidson"},
		"bradleyterry": {each(800), ""},
		"davidson":     {each(900), ""},
		"raokupper":    {each(900), ""},
		"thurstone":    {each(1100), ""},
		"crowdbt":      {each(2400), "bradleyterry"},
		"noisybt":      {each(2200), "bradleyterry"},
		"plackettluce": {each(800), ""},
		"borda":        {each(20), ""},
		"kemeny":       {each(1400), ""},
		"winrate":      {each(150), ""},
		"elo":          {each(450), ""},

		"gpc-ma":    {processes(0.4), "raykar"},
		"gpc-mv":    {processes(0.16), "logreg"},
		"gpc-conc":  {processes(0.2), "logreg"},
		"raykar":    {squared(linear(520)), ""},
		"rodrigues": {linear(11000), "raykar"},
		"logreg":    {squared(linear(160)), ""},
		"ridge":     {ridged, ""},

		"crowdlab": {cells(100), ""},

		"ma-sldac":      {lengths(1200), "lda-raykar"},
		"ma-sldar":      {regressed, "ridge"},
		"topics-words":  {words(40000), "ridge"},
		"slda":          {supervised, "lda-logreg"},
		"lda-logreg":    {words(28000), ""},
		"lda-linreg":    {words(28000), ""},
		"lda-raykar":    {words(28000), ""},
		"lda-rodrigues": {words(50000), ""},
		"lda-svm":       {words(28000), ""},
		"lda-knn":       {words(28000), ""},
	}
}

// meetings grows with the labels, and with the pairs of workers.
func meetings(ns float64) func(crowd.Parts) float64 {
	return func(has crowd.Parts) float64 {
		m := float64(has.Workers)
		return ns * (float64(has.Labels)*float64(has.Classes) + m*m)
	}
}
