package sql

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Client hands statements to a client program, and every line that it prints to line. It returns what
// the program wrote to standard error; an error, which does not repeat that, if it failed. Each statement ends with ";\n", which none holds
// before its end.
type Client func(sql string, line func(line []byte) error) (said string, err error)

// Whatever a client draws around rows, each row asked for is one text: concord:KIND,FIELD,…; with
// texts in hexadecimal. So no format has to be agreed on, and no name can break it.
const begins, ends = "concord:", ';'

// next returns the first row in a line that a client printed, and what follows it; false: there is none.
func next(line []byte) (row, rest []byte, ok bool) {
	for {
		_, after, found := bytes.Cut(line, []byte(begins))
		if !found {
			return nil, nil, false
		}
		end := 0
		for end < len(after) && part[after[end]] {
			end++
		}
		if end < len(after) && after[end] == ends {
			return after[:end], after[end+1:], true
		}
		line = after
	}
}

// part are the bytes that a row has.
var part = func() (all [256]bool) {
	for _, c := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,+-" {
		all[c] = true
	}
	return all
}()

// hexed marks a column of text.
type hexed string

// arguments is how many texts CONCAT joins: PostgreSQL takes 100.
const arguments = 90

// asks is how a query begins that asks for rows; their kind follows.
const asks = "SELECT CONCAT('concord:"

// rows asks for these columns of the rows of a query, in the order of one of them unless that is empty.
func (d *Dialect) rows(kind, query, order string, columns ...any) string {
	var parts []string
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
	parts = append(parts, "';'")
	if len(parts) > arguments {
		var joined []string
		for some := range slices.Chunk(parts, arguments) {
			joined = append(joined, "CONCAT("+strings.Join(some, ", ")+", '')")
		}
		parts = joined
	}
	return asks + kind + ",', " + strings.Join(parts, ", ") + ") AS concord FROM (" + query + ") x" + order + ";\n"
}

// end is the last row of every call.
const end = "end"

// End is how it is printed.
const End = "concord:end,1;"

// Probe is SQL that is answered by End.
func (d *Dialect) Probe() string { return d.rows(end, "SELECT 1 AS n", "", "n") }

// Told is printed where Again is asked, after all that came before.
const Told = "concord:again,1;"

// Again is SQL that is answered by Told.
func (d *Dialect) Again() string { return d.rows("again", "SELECT 1 AS n", "", "n") }

// made is the row that shows that a table is there, or is not there any more.
const made = "made"

// proof asks for the row that shows that a table is there, and has all rows if their number is known, ≥ 0.
func (d *Dialect) proof(table Name, rows int) string {
	count := "SELECT COUNT(*) AS n FROM " + d.table(table)
	if rows >= 0 {
		count = fmt.Sprintf("SELECT n FROM (%s) u WHERE n = %d", count, rows)
	}
	return d.rows(made, count, "", "n")
}

// listed finds names of tables in whatever a client draws, if the statements have it list tables by one that is no query; nil: they don't.
// Engines that have such a statement write names in small letters.
func (s *Source) listed(sql string) *regexp.Regexp {
	if show := s.job.Dialect.show; show == "" || !strings.Contains(sql, show) {
		return nil
	}
	ours, answers := regexp.QuoteMeta(s.job.Prefix.last()), regexp.QuoteMeta(s.job.into().last())
	return regexp.MustCompile(`(?i)\b(` + ours + "|" + answers + `)[0-9a-z_]+\b`)
}

// keep makes a table, or leaves that which is there, and asks for proof. Its columns are of these types, and its rows lie in the order of
// one of them, as statement.kept has it.
func (s *Source) keep(one statement, types, by string) string {
	return one.kept(s.job.Dialect, types, by) + s.job.Dialect.proof(one.table, -1)
}

// reply is the rows of a call, by kind.
type reply map[string][][]string

// ask has the client run statements, and needs a row of each of some kinds.
func (s *Source) ask(what, sql string, needs ...string) (reply, error) {
	all := reply{}
	err := s.stream(what, sql, needs, func(kind string, fields []string) error {
		all[kind] = append(all[kind], fields)
		return nil
	})
	return all, err
}

// refusal is an error of whoever takes the answers: the client did what it was asked.
type refusal struct{ error }

// journal is what a fit knows of its calls, whatever the labels that they are about.
type journal struct {
	statements int      // that the client was given
	failure    *Failure // the first
}

// asked is a kind of row that a call asks for, and the statement that is to blame where none comes.
type asked struct {
	kind      string
	statement int
}

// stream is ask row by row. A client may go on after an error, and come to the end too, so tables that were not made and rows that are
// needed count as well.
func (s *Source) stream(what, sql string, needs []string, take func(kind string, fields []string) error) error {
	text, all := s.numbered(sql)
	seen := map[string]bool{}
	names := s.listed(sql)
	said, err := s.client(text, func(line []byte) error {
		if names != nil && !bytes.Contains(line, []byte(begins)) {
			for _, found := range names.FindAll(line, -1) {
				name := hex.EncodeToString(bytes.ToLower(found))
				if err := errors.Join(take("table", []string{name}), take("answer", []string{name})); err != nil {
					return err
				}
			}
		}
		for row, line, ok := next(line); ok; row, line, ok = next(line) {
			kind, rest, _ := strings.Cut(string(row), ",")
			seen[kind] = true
			if err := take(kind, strings.Split(rest, ",")); err != nil {
				return err
			}
		}
		return nil
	})
	if r := (refusal{}); errors.As(err, &r) {
		return r.error
	}
	missing, first := false, asked{}
	for _, one := range all {
		if seen[one.kind] {
			continue
		}
		if first.statement == 0 {
			first = one
		}
		missing = missing || one.kind == end || strings.HasPrefix(one.kind, made) || slices.Contains(needs, one.kind)
	}
	if err == nil && !missing {
		return nil
	}
	if err == nil && said == "" { // what it says may come after what it prints
		said, _ = s.client(s.job.Dialect.Probe(), func([]byte) error { return nil })
	}
	f := &Failure{
		What: what, Statement: first.statement, Statements: text, said: firstError(said), makes: strings.HasPrefix(first.kind, made), cause: err,
	}
	if s.journal.failure == nil {
		s.journal.failure = f
	}
	return f
}

// numbered writes the number of each statement before it, and lists what they ask for.
func (s *Source) numbered(sql string) (text string, all []asked) {
	d := s.job.Dialect
	var b strings.Builder
	b.WriteString(d.begin)
	blamed, since := 0, 0
	for one := range strings.SplitAfterSeq(sql+d.Probe(), ";\n") {
		if one == "" {
			continue
		}
		s.journal.statements++
		n := s.journal.statements
		if since == 0 {
			since = n
		}
		if blamed == 0 && !strings.HasPrefix(one, "DROP") {
			blamed = n
		}
		if rest, ok := strings.CutPrefix(one, asks); ok {
			kind, rest, _ := strings.Cut(rest, ",")
			if kind == made {
				kind += strconv.Itoa(n)
				if blamed == n { // tables were dropped
					blamed = since
				}
			}
			one = asks + kind + "," + rest
			all = append(all, asked{kind, blamed})
			blamed, since = 0, 0
		}
		fmt.Fprintf(&b, "-- %d\n%s", n, one)
	}
	return b.String(), all
}

// Failure is a call that the client did not answer.
type Failure struct {
	What       string // what it was made for
	Statement  int    // the number of the first statement that shows no effect; 0: all do
	Statements string // of the call, each below a comment with its number

	said  string
	makes bool  // it was to make a table
	cause error // nil: the client did not fail, and did not print what it was asked for
}

// refuses is what engines say to whoever may not make tables.
var refuses = regexp.MustCompile(`(?i)permission|denied|privilege|read.?only|not authori[sz]ed|not allowed`)

func (f *Failure) Error() string {
	text := f.What
	if f.Statement > 0 {
		text += ", statement " + strconv.Itoa(f.Statement)
	}
	switch {
	case f.cause != nil && f.said != "":
		text += fmt.Sprintf(": %v: %s", f.cause, f.said)
	case f.cause != nil:
		text += fmt.Sprintf(": %v", f.cause)
	case f.said != "":
		text += ": the client says: " + f.said
	default:
		text += ": the client does not print what is asked of it, and says nothing about it; it has to read SQL from its standard input " +
			"and to print rows"
	}
	if f.makes && refuses.MatchString(f.said) {
		text += " (if you may make no tables there, --prefix names a schema where you may, such as scratch.concord_)"
	}
	return text
}

func (f *Failure) Unwrap() error { return f.cause }

// Failure returns the first call that the client did not answer; nil: it answered all.
func (s *Source) Failure() error {
	if s.journal.failure == nil {
		return nil
	}
	return s.journal.failure
}

var (
	errorLine = regexp.MustCompile(`(?i)^.{0,40}\b(error|fatal|exception)\b`)
	pointing  = regexp.MustCompile(`^LINE \d+:|^\s*\^\s*$`) // at a place in a statement
)

// firstError is the first error that a client told, on one line: the others follow from it.
func firstError(said string) string {
	lines := strings.Split(said, "\n")
	if n := slices.IndexFunc(lines, errorLine.MatchString); n >= 0 {
		lines = lines[n:]
		if n := slices.IndexFunc(lines[1:], errorLine.MatchString); n >= 0 {
			lines = lines[:n+1]
		}
	}
	lines = slices.DeleteFunc(lines, pointing.MatchString)
	const most = 300
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most]+" …", "")
	}
	return text
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
