package sql

import (
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Dialect is how an engine differs from the others.
type Dialect struct {
	Name  string // of the flag
	Title string
	Ran   string // the versions that its scripts ran on, in tests or by hand; empty: never

	text, double string // types
	quote        string // around identifiers
	escape       string // of a quote in an identifier; with a backslash, backslashes are doubled too
	begin        string // before everything else
	create       string // before the name of a table; %s is the name
	analyze      string // after it was made: what a planner needs to know of it; %s is the name; empty: nothing
	fromHex      string // %s are digits: text
	toHex        string // %s is a text
	trim         string // %s is a text, and what is cut from both of its ends
	hash         string // %s is a text: a whole number of 64 bits that is the same for the same text
	order        string // after a query, so that the rows of its table lie in this order; %s is a column; empty: no way
	list         string // the column of a row for each of some numbers, %s, of type %s; empty: they are sent as VALUES
	fence        string // after a query in another's FROM: its expressions are made once, not where they are used; empty: they are anyway
	binary       string // after a text that is sorted: by its bytes, whatever the locale
	there        string // a query for the names of the tables of schema %s; empty: see tables
	schema       string // the current schema
}

// Dialects lists the dialects, those first that tests run.
func Dialects() []*Dialect {
	const (
		plain  = "CREATE TABLE IF NOT EXISTS %s AS"
		tables = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = %s"
	)
	return []*Dialect{{
		Name: "postgres", Title: "PostgreSQL", Ran: "PostgreSQL 15", text: "TEXT", double: "DOUBLE PRECISION", quote: `"`, escape: `""`,
		create: plain, fromHex: "CONVERT_FROM(DECODE('%s', 'hex'), 'UTF8')", toHex: "ENCODE(CONVERT_TO(%s, 'UTF8'), 'hex')",
		begin:   "-- compiling these wide queries takes longer than running them\nSET jit = off;\nSET client_min_messages = warning;\n",
		analyze: "ANALYZE %s;\n", trim: "BTRIM(%s, %s)", hash: "HASHTEXTEXTENDED(%s, 0)", order: "\nORDER BY %s",
		list: "UNNEST(CAST('{%s}' AS %s[]))", fence: " OFFSET 0",
		binary: ` COLLATE "C"`, there: tables, schema: "CURRENT_SCHEMA()",
	}, {
		Name: "duckdb", Title: "DuckDB", Ran: "DuckDB 1.5", text: "VARCHAR", double: "DOUBLE", quote: `"`, escape: `""`,
		create: plain, fromHex: "DECODE(UNHEX('%s'))", toHex: "HEX(%s)", trim: "TRIM(%s, %s)",
		hash: "CAST(HASH(%s) // 2 AS BIGINT)", order: "\nORDER BY %s",
		list: "UNNEST(CAST('[%s]' AS %s[]))", there: tables + " AND table_catalog = CURRENT_DATABASE()", schema: "CURRENT_SCHEMA()",
	}, {
		Name: "clickhouse", Title: "ClickHouse", text: "Nullable(String)", double: "Float64", quote: "`", escape: "\\`",
		create: "CREATE OR REPLACE TABLE %s ENGINE = MergeTree ORDER BY tuple() AS", fromHex: "unhex('%s')", toHex: "hex(%s)",
		trim:  "trimBoth(%s, %s)",
		there: "SELECT name FROM system.tables WHERE database = %s", schema: "currentDatabase()",
	}, {
		Name: "bigquery", Title: "BigQuery", text: "STRING", double: "FLOAT64", quote: "`", escape: "\\`",
		create: plain, fromHex: "SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX('%s'))", toHex: "TO_HEX(CAST(%s AS BYTES))",
		trim: "TRIM(%s, %s)",
	}, {
		Name: "snowflake", Title: "Snowflake", text: "VARCHAR", double: "DOUBLE", quote: `"`, escape: `""`,
		create: plain, fromHex: "HEX_DECODE_STRING('%s')", toHex: "HEX_ENCODE(%s)", trim: "TRIM(%s, %s)",
		there: tables, schema: "CURRENT_SCHEMA()",
	}, {
		Name: "databricks", Title: "Databricks", text: "STRING", double: "DOUBLE", quote: "`", escape: "``",
		create: plain, fromHex: "DECODE(UNHEX('%s'), 'UTF-8')", toHex: "HEX(ENCODE(%s, 'UTF-8'))", trim: "BTRIM(%s, %s)",
		there: tables, schema: "CURRENT_SCHEMA()",
	}}
}

// FindDialect returns the dialect of that name.
func FindDialect(name string) (*Dialect, error) {
	var names []string
	for _, d := range Dialects() {
		if d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	return nil, fmt.Errorf("there is no dialect %q; there are %s", name, strings.Join(names, ", "))
}

// check returns why an identifier can't be one.
func (d *Dialect) check(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("a table or a column has no name")
	case !utf8.ValidString(name):
		return fmt.Errorf("the name %q is not UTF-8", name)
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return fmt.Errorf("the name %q holds a control character; rename it, or make a view", name)
	}
	return nil
}

// identifier quotes a name, so that whatever it holds is nothing but a name.
func (d *Dialect) identifier(name string) string {
	if strings.HasPrefix(d.escape, `\`) {
		name = strings.ReplaceAll(name, `\`, `\\`)
	}
	return d.quote + strings.ReplaceAll(name, d.quote, d.escape) + d.quote
}

// table quotes the name of a table.
func (d *Dialect) table(n Name) string {
	var parts []string
	for _, p := range n {
		parts = append(parts, d.identifier(p))
	}
	return strings.Join(parts, ".")
}

// literal writes a text. What holds more than letters, digits and harmless signs is written in hexadecimal, since engines, and their
// settings, differ in what a backslash or a second quote means.
func (d *Dialect) literal(s string) string {
	if s == "" {
		return "''"
	}
	if plain(s) {
		return "'" + s + "'"
	}
	return fmt.Sprintf(d.fromHex, hex.EncodeToString([]byte(s)))
}

// plain reports whether a text means the same between quotes everywhere.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune(" _.,-+=/()<>#", r)
	})
}

// tables is a query for the names of the tables in the schema of n.
func (d *Dialect) tables(n Name) string {
	if d.there == "" { // BigQuery has them in each data set
		return "SELECT table_name AS name FROM " + d.table(append(n[:len(n)-1:len(n)-1], "INFORMATION_SCHEMA", "TABLES"))
	}
	schema := d.schema
	if len(n) > 1 {
		schema = d.literal(n[len(n)-2])
	}
	return fmt.Sprintf(d.there, schema)
}

// trimmed cuts the white space around a text that every encoding has, as concord fit does.
func (d *Dialect) trimmed(text string) string {
	return fmt.Sprintf(d.trim, text, d.literal(" \t\n\v\f\r"))
}

func (d *Dialect) asText(expression string) string {
	return "CAST(" + expression + " AS " + d.text + ")"
}

func (d *Dialect) asDouble(expression string) string {
	return "CAST(" + expression + " AS " + d.double + ")"
}

// clustered is what has the rows of a table lie in the order of a column.
func (d *Dialect) clustered(column string) string {
	if d.order == "" {
		return ""
	}
	return fmt.Sprintf(d.order, column)
}

// chunk is how many rows a statement takes.
const chunk = 2000

// upload makes a table of numbers, the first of each row whole.
func (d *Dialect) upload(table Name, columns []string, rows [][]string) string {
	types := make([]string, len(columns))
	for n := range types {
		types[n] = d.double
	}
	types[0] = "INTEGER"
	if columns[len(columns)-1] == "voice" {
		types[1] = "INTEGER"
	}
	if d.list != "" {
		return d.lists(table, columns, types, rows)
	}
	return d.fill(table, columns, types, rows)
}

// lists is fill for numbers, with a list for each column: engines read one text much faster than a row each.
func (d *Dialect) lists(table Name, columns, types []string, rows [][]string) string {
	selected := make([]string, len(columns))
	for n, name := range columns {
		all := make([]string, len(rows))
		for m, row := range rows {
			all[m] = row[n]
		}
		selected[n] = fmt.Sprintf(d.list, strings.Join(all, ","), types[n]) + " AS " + name
	}
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\n"+d.create+"\nSELECT %s;\n", d.table(table), d.table(table), strings.Join(selected, ",\n  "))
	if d.analyze != "" {
		sql += fmt.Sprintf(d.analyze, d.table(table))
	}
	return sql
}

// uploadTexts makes a table of a whole number and a text each.
func (d *Dialect) uploadTexts(table Name, columns []string, rows [][]string) string {
	return d.fill(table, columns, []string{"INTEGER", d.text}, rows)
}

// fill makes a table and fills it.
func (d *Dialect) fill(table Name, columns, types []string, rows [][]string) string {
	var b strings.Builder
	var cast []string
	for n, c := range columns {
		cast = append(cast, "CAST("+c+" AS "+types[n]+") AS "+c)
	}
	for n := 0; n < len(rows); n += chunk {
		if n == 0 {
			fmt.Fprintf(&b, "DROP TABLE IF EXISTS %s;\n"+d.create+"\n", d.table(table), d.table(table))
		} else {
			fmt.Fprintf(&b, "INSERT INTO %s\n", d.table(table))
		}
		fmt.Fprintf(&b, "SELECT %s FROM (VALUES\n", strings.Join(cast, ", "))
		for m, row := range rows[n:min(n+chunk, len(rows))] {
			if m > 0 {
				b.WriteString(",\n")
			}
			b.WriteString("(" + strings.Join(row, ", ") + ")")
		}
		fmt.Fprintf(&b, ") t(%s);\n", strings.Join(columns, ", "))
	}
	if d.analyze != "" {
		fmt.Fprintf(&b, d.analyze, d.table(table))
	}
	b.WriteString(d.proof(table, len(rows)))
	return b.String()
}
