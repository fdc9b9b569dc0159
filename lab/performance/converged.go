package main

import "fmt"

// converged measures whole fits, to labels that have settled.
func (r *report) converged() error {
	f, err := bench(native, "./core/catalog", "^BenchmarkConverged$", "-benchtime=1x", runs)
	if err != nil {
		return err
	}
	r.line("## To labels that have settled")
	r.line("")
	r.line("Seconds of whole fits natively on one thread, with their steps, five labels a task and a thousand a worker; the best of three.")
	r.line("DS by the paper's rule ends sooner, with labels that still change.")
	r.line("")
	r.line("| labels | classes | DS by the paper's rule | DS | the consensus | the consensus, of DS |")
	r.line("|---|---|---|---|---|---|")
	for _, labels := range []int{100_000, 1_000_000} {
		for _, classes := range []int{2, 4} {
			took := func(method, stop string) (float64, float64) {
				name := fmt.Sprintf("BenchmarkConverged/method=%s/stop=%s/classes=%d/labels=%d", method, stop, classes, labels)
				return f.best(name, "ns/op") / 1e9, f.best(name, "steps")
			}
			paper, few := took("ds", "paper")
			ds, more := took("ds", "settled")
			all, most := took("consensus", "settled")
			r.line("| %s | %d | %s in %.0f steps | %s in %.0f | %s in %.0f | %.1f × |", grouped(fmt.Sprint(labels)), classes,
				seconds(paper), few, seconds(ds), more, seconds(all), most, all/ds)
		}
	}
	r.line("")
	return nil
}

// seconds writes two significant digits, or all before the point.
func seconds(s float64) string {
	decimals := 0
	for most := 10.0; s < most && decimals < 4; most /= 10 {
		decimals++
	}
	return fmt.Sprintf("%.*f", decimals, s)
}
