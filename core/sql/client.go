package sql

import (
	"encoding/hex"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Client hands statements to a client program, and every line that it prints to line. It returns what
// the program wrote to standard error; an error if it failed.
type Client func(sql string, line func(line []byte) error) (said string, err error)

// Whatever a client draws around rows, each row asked for is one text: concord:KIND,FIELD,…; with
// texts in hexadecimal. So no format has to be agreed on, and no name can break it.
var row = regexp.MustCompile(`concord:([0-9A-Za-z.,+-]*);`)

// hexed marks a column of text.
type hexed string

// rows asks for these columns of the rows of a query, in the order of one of them unless that is empty.
func (d *Dialect) rows(kind, query, order string, columns ...any) string {
	parts := []string{"'concord:" + kind + ",'"}
	for n, c := range columns {
		if n > 0 {
			parts = append(parts, "','")
		}
		switch c := c.(type) {
		case hexed:
			parts = append(parts, "COALESCE("+fmt.Sprintf(d.toHex, d.asText(string(c)))+", '')")
		case string:
			parts = append(parts, "COALESCE("+d.asText(c)+", '')")
		}
	}
	if order != "" {
		order = " ORDER BY " + order
	}
	return "SELECT CONCAT(" + strings.Join(append(parts, "';'"), ", ") + ") AS concord FROM (" + query + ") x" + order + ";\n"
}

// end is the last row of every call.
const end = "end"

// reply is the rows of a call, by kind.
type reply map[string][][]string

// ask has the client run statements, and needs a row of each of some kinds: a client that goes on after an error comes to the end, too.
func (f *Fit) ask(what, sql string, needs ...string) (reply, error) {
	all := reply{}
	said, err := f.stream(what, sql, func(kind string, fields []string) error {
		all[kind] = append(all[kind], fields)
		return nil
	})
	for _, kind := range needs {
		if err == nil && all[kind] == nil {
			err = silent(what, said)
		}
	}
	return all, err
}

// stream is ask row by row.
func (f *Fit) stream(what, sql string, take func(kind string, fields []string) error) (said string, err error) {
	ended := false
	said, err = f.client(f.job.Dialect.begin+sql+f.job.Dialect.rows(end, "SELECT 1 AS n", "", "n"), func(line []byte) error {
		for _, found := range row.FindAllSubmatch(line, -1) {
			kind, rest, _ := strings.Cut(string(found[1]), ",")
			ended = ended || kind == end
			if err := take(kind, strings.Split(rest, ",")); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return said, fmt.Errorf("%s: %w", what, err)
	case !ended:
		return said, silent(what, said)
	}
	return said, nil
}

// silent is the error that the client did not print what was asked for.
func silent(what, said string) error {
	if said == "" {
		said = "and says nothing about it; it has to read SQL from its standard input and to print rows"
	} else {
		said = "and says: " + said
	}
	return fmt.Errorf("%s: the client does not print what is asked of it, %s", what, said)
}

// number is that of the only row of a kind, 0 if it is none.
func (r reply) number(kind string) int {
	if len(r[kind]) != 1 {
		return 0
	}
	n, _ := strconv.Atoi(r[kind][0][0])
	return n
}

// texts are the first fields of the rows of a kind.
func (r reply) texts(kind string) (all []string) {
	for _, row := range r[kind] {
		if s, err := text(row[0]); err == nil {
			all = append(all, s)
		}
	}
	return all
}

// checkFields returns an error unless a row has so many fields: it is cut off, or not ours.
func checkFields(row []string, fields int) error {
	if len(row) == fields {
		return nil
	}
	return fmt.Errorf("the client printed %q, where a row of %d fields is expected", strings.Join(row, ","), fields)
}

// text reads a field of hexadecimal digits.
func text(field string) (string, error) {
	b, err := hex.DecodeString(field)
	if err != nil {
		return "", fmt.Errorf("the client printed %q for a text in hexadecimal", field)
	}
	return string(b), nil
}

// Label is a row of the answers: a task.
type Label struct {
	Task, Label string
	Votes       int
	Tie         bool
	Posterior   float64 // of the label, rounded as figures are that engines add in an order of their own
}

// EachLabel fetches the labels, in the order of the names of the tasks.
func (f *Fit) EachLabel(take func(Label) error) error {
	d, n := f.job.Dialect, 0
	said, err := f.stream("fetching the labels", d.rows("label", "SELECT task, label, votes, tie, posterior FROM "+f.job.of("labels"),
		"task"+d.binary, hexed("task"), hexed("label"), "votes", "tie", "posterior"), func(kind string, row []string) error {
		if kind != "label" {
			return nil
		}
		n++
		err := checkFields(row, 5)
		if err != nil {
			return err
		}
		l := Label{Tie: row[3] == "1"}
		if l.Task, err = text(row[0]); err != nil {
			return err
		}
		if l.Label, err = text(row[1]); err != nil {
			return err
		}
		if l.Votes, err = strconv.Atoi(row[2]); err != nil {
			return err
		}
		if l.Posterior, err = figure(row[4]); err != nil {
			return err
		}
		return take(l)
	})
	if err == nil && n != f.Tasks {
		err = silent(fmt.Sprintf("fetching the labels, of which %d of %d came", n, f.Tasks), said)
	}
	return err
}

// Worker is a row of the answers: a worker.
type Worker struct {
	Worker    string
	Labels    int
	Agreement float64 // the mean posterior of the worker's labels, rounded likewise
}

// EachWorker fetches the workers, in the order of their names.
func (f *Fit) EachWorker(take func(Worker) error) error {
	d, n := f.job.Dialect, 0
	said, err := f.stream("fetching the workers", d.rows("worker", "SELECT worker, labels, agreement FROM "+f.job.of("workers"),
		"worker"+d.binary, hexed("worker"), "labels", "agreement"), func(kind string, row []string) error {
		if kind != "worker" {
			return nil
		}
		n++
		err := checkFields(row, 3)
		if err != nil {
			return err
		}
		var w Worker
		if w.Worker, err = text(row[0]); err != nil {
			return err
		}
		if w.Labels, err = strconv.Atoi(row[1]); err != nil {
			return err
		}
		if w.Agreement, err = figure(row[2]); err != nil {
			return err
		}
		return take(w)
	})
	if err == nil && n != f.Workers {
		err = silent(fmt.Sprintf("fetching the workers, of whom %d of %d came", n, f.Workers), said)
	}
	return err
}

// figure reads a probability. Its last digits differ from run to run where an engine adds in any order.
func figure(field string) (float64, error) {
	x, err := strconv.ParseFloat(field, 64)
	if err != nil {
		return 0, fmt.Errorf("the client printed %q for a number", field)
	}
	return math.Round(x*1e6) / 1e6, nil
}
