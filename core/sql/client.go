package sql

import (
	"bytes"
	"encoding/hex"
	"fmt"
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

// End is how it is printed.
const End = "concord:end,1;"

// Probe is SQL that is answered by End.
func (d *Dialect) Probe() string { return d.rows(end, "SELECT 1 AS n", "", "n") }

// reply is the rows of a call, by kind.
type reply map[string][][]string

// ask has the client run statements, and needs a row of each of some kinds: a client that goes on after an error comes to the end, too.
func (s *Source) ask(what, sql string, needs ...string) (reply, error) {
	all := reply{}
	said, err := s.stream(what, sql, func(kind string, fields []string) error {
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
func (s *Source) stream(what, sql string, take func(kind string, fields []string) error) (said string, err error) {
	ended := false
	names := s.named(sql)
	said, err = s.client(s.job.Dialect.begin+sql+s.job.Dialect.rows(end, "SELECT 1 AS n", "", "n"), func(line []byte) error {
		if names != nil && !bytes.Contains(line, []byte("concord:")) {
			for _, found := range names.FindAllSubmatch(line, -1) {
				name := s.job.Prefix.last() + strings.ToLower(string(found[1]))
				if err := take("table", []string{hex.EncodeToString([]byte(name))}); err != nil {
					return err
				}
			}
		}
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

// named finds names of tables that begin with the prefix in whatever a client draws, if the statements have it list tables by one that is
// no query; nil: they don't. Engines that have none write names in small letters.
func (s *Source) named(sql string) *regexp.Regexp {
	if show := s.job.Dialect.show; show == "" || !strings.Contains(sql, show) {
		return nil
	}
	return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(s.job.Prefix.last()) + `([0-9a-z_]+)\b`)
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
