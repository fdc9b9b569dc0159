package sql

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Dialect is how an engine differs from the others.
type Dialect struct {
	Name  string // of the flag
	Title string
	Ran   string // the versions that its scripts ran on, in tests or by hand; empty: never

	// Starts is how many seconds a client may take to start and to answer the first question.
	Starts int

	text, double string // types
	null         string // the type of a number that may be NULL; empty: double
	quote        string // around identifiers
	escape       string // of a quote in an identifier; with a backslash, backslashes are doubled too
	begin        string // before everything else
	create       string // before the name of a table; %s is the name
	engine       string // after the name and the columns of a table: how it is kept; %s is what its rows are sorted by
	apart        bool   // a table is made before it is filled: files that a killed statement left are in the way of one that does both
	analyze      string // after it was made: what a planner needs to know of it; %s is the name; empty: nothing
	fromHex      string // %s are digits: text
	toHex        string // %s is a text
	trim         string // %s is a text, and what is cut from both of its ends
	trimAll      string // likewise, where trim takes no characters beyond ASCII; %s is a class of a regular expression
	compose      string // %[1]s is a text: with letters and accents composed (NFC); empty: no way
	hash         string // %s is a text: a whole number of 64 bits that is the same for the same text
	order        string // after a query, so that the rows of its table lie in this order; %s is a column; empty: no way
	list         string // the column of a row for each of some numbers, %s, of type %s; empty: they are sent as VALUES
	fence        string // after a query in another's FROM: its expressions are made once, not where they are used; empty: they are anyway
	binary       string // after a text that is sorted: by its bytes, whatever the locale
	encoding     string // a query for the encoding of the database, in which there is NFC and all white space only if it is UTF8; empty: it is
	narrow       bool   // it is another one
	there        string // a query for the names of the tables of schema %s; empty: see tables
	schema       string // the current schema
	show         string // a statement, which is no query, that lists the tables; %s is the schema, if there is one
}

// Dialects lists the dialects, those first that tests run.
func Dialects() []*Dialect {
	const (
		plain  = "CREATE TABLE IF NOT EXISTS %s"
		tables = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = %s"
		starts = 20
	)
	// Spark has tables written at once, so no plan grows from step to step.
	spark := Dialect{
		Name: "spark", Title: "Spark", Ran: "Spark 4.3", Starts: 120, text: "STRING", double: "DOUBLE", quote: "`", escape: "``",
		create: plain, apart: true, fromHex: "CAST(X'%s' AS STRING)", toHex: "HEX(ENCODE(%s, 'UTF-8'))", trim: "BTRIM(%s, %s)",
		compose: "CASE WHEN LENGTH(%[1]s) < OCTET_LENGTH(%[1]s) THEN REFLECT('com.ibm.icu.text.Normalizer', 'compose', %[1]s, false) " +
			"ELSE %[1]s END",
		hash: "XXHASH64(%s)", order: "\nCLUSTER BY %s", show: "SHOW TABLES",
	}
	databricks := spark // whose compute may be forbidden to call classes
	databricks.Name, databricks.Title, databricks.Ran, databricks.compose = "databricks", "Databricks", "", ""
	return []*Dialect{{
		Name: "postgres", Title: "PostgreSQL", Ran: "PostgreSQL 15", Starts: starts, text: "TEXT", double: "DOUBLE PRECISION", quote: `"`,
		escape: `""`, create: plain, fromHex: "CONVERT_FROM(DECODE('%s', 'hex'), 'UTF8')", toHex: "ENCODE(CONVERT_TO(%s, 'UTF8'), 'hex')",
		begin:   "-- compiling these wide queries takes longer than running them\nSET jit = off;\nSET client_min_messages = warning;\n",
		analyze: "ANALYZE %s;\n", trim: "BTRIM(%s, %s)", compose: "NORMALIZE(%[1]s, NFC)", encoding: "SELECT GETDATABASEENCODING() AS name",
		hash: "HASHTEXTEXTENDED(%s, 0)", order: "\nORDER BY %s",
		list: "UNNEST(CAST('{%s}' AS %s[]))", fence: " OFFSET 0",
		binary: ` COLLATE "C"`, there: tables, schema: "CURRENT_SCHEMA()",
	}, {
		Name: "duckdb", Title: "DuckDB", Ran: "DuckDB 1.5", Starts: starts, text: "VARCHAR", double: "DOUBLE", quote: `"`, escape: `""`,
		create: plain, fromHex: "DECODE(UNHEX('%s'))", toHex: "HEX(%s)", trim: "TRIM(%s, %s)", compose: "NFC_NORMALIZE(%[1]s)",
		hash: "CAST(HASH(%s) // 2 AS BIGINT)", order: "\nORDER BY %s",
		list: "UNNEST(CAST('[%s]' AS %s[]))", there: tables + " AND table_catalog = CURRENT_DATABASE()", schema: "CURRENT_SCHEMA()",
	}, {
		Name: "clickhouse", Title: "ClickHouse", Ran: "ClickHouse 26.9", Starts: starts, text: "Nullable(String)", double: "Float64",
		null: "Nullable(Float64)", quote: "`", escape: "\\`",
		begin: "-- a name is that of a column before it is that of a result, an outer join has NULL where there is nothing, and digits count\n" +
			"SET prefer_column_name_to_alias = 1;\nSET join_use_nulls = 1;\nSET precise_float_parsing = 1;\n",
		create: "CREATE OR REPLACE TABLE %s", engine: " ENGINE = MergeTree ORDER BY %s", fromHex: "unhex('%s')", toHex: "hex(%s)",
		trim: "trimBoth(%s, %s)", trimAll: "replaceRegexpAll(%[1]s, concat('^[', %[2]s, ']+|[', %[2]s, ']+$'), '')",
		compose: "normalizeUTF8NFC(%[1]s)", hash: "reinterpretAsInt64(sipHash64(assumeNotNull(%s)))",
		there: "SELECT name FROM system.tables WHERE database = %s", schema: "currentDatabase()",
	}, &spark, {
		Name: "bigquery", Title: "BigQuery", Starts: starts, text: "STRING", double: "FLOAT64", quote: "`", escape: "\\`",
		create: plain, fromHex: "SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX('%s'))", toHex: "TO_HEX(CAST(%s AS BYTES))",
		trim: "TRIM(%s, %s)", compose: "NORMALIZE(%[1]s, NFC)", hash: "FARM_FINGERPRINT(%s)",
	}, {
		Name: "snowflake", Title: "Snowflake", Starts: starts, text: "VARCHAR", double: "DOUBLE", quote: `"`, escape: `""`,
		create: plain, fromHex: "HEX_DECODE_STRING('%s')", toHex: "HEX_ENCODE(%s)", trim: "TRIM(%s, %s)", hash: "HASH(%s)",
		order: "\nORDER BY %s",
		there: tables, schema: "CURRENT_SCHEMA()",
	}, &databricks, {
		Name: "trino", Title: "Trino", Starts: starts, text: "VARCHAR", double: "DOUBLE", quote: `"`, escape: `""`,
		create: plain, fromHex: "FROM_UTF8(FROM_HEX('%s'))", toHex: "TO_HEX(TO_UTF8(%s))",
		trim:    "REGEXP_REPLACE(%[1]s, CONCAT('^[', %[2]s, ']+|[', %[2]s, ']+$'))",
		compose: "NORMALIZE(%[1]s, NFC)", hash: "FROM_BIG_ENDIAN_64(XXHASH64(TO_UTF8(%s)))", there: tables, schema: "CURRENT_SCHEMA",
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

// trimmed cuts the white space around a text that every encoding has.
func (d *Dialect) trimmed(text string) string {
	return fmt.Sprintf(d.trim, text, d.literal(" \t\n\v\f\r"))
}

// tidy is the content of a cell as parse.Tidy has it: without white space around it, and composed where the engine can.
func (d *Dialect) tidy(text string) string {
	if d.narrow {
		return d.trimmed(text)
	}
	text = fmt.Sprintf(cmp.Or(d.trimAll, d.trim), text, d.literal(white()))
	if d.compose != "" {
		text = fmt.Sprintf(d.compose, text)
	}
	return text
}

// white is the white space that parse.Tidy cuts.
var white = sync.OnceValue(func() string {
	var all []rune
	for r := range rune(unicode.MaxRune) {
		if unicode.IsSpace(r) {
			all = append(all, r)
		}
	}
	return string(all)
})

// composes reports whether tidy is parse.Tidy.
func (d *Dialect) composes() bool { return d.compose != "" && !d.narrow }

func (d *Dialect) asText(expression string) string {
	return "CAST(" + expression + " AS " + d.text + ")"
}

// noNumber is NULL where other rows have a number.
func (d *Dialect) noNumber() string {
	return "CAST(NULL AS " + cmp.Or(d.null, d.double) + ")"
}

func (d *Dialect) asDouble(expression string) string {
	return "CAST(" + expression + " AS " + d.double + ")"
}

// made begins a table, with columns of these types unless there are none, whose rows are sorted by one of them unless it is empty.
func (d *Dialect) made(table Name, types, by string) string {
	text := fmt.Sprintf(d.create, d.table(table))
	if types != "" {
		text += " (" + strings.NewReplacer("TEXT", d.text, "DOUBLE", d.double).Replace(types) + ")"
	}
	if d.engine != "" {
		text += fmt.Sprintf(d.engine, cmp.Or(by, "tuple()"))
	}
	return text
}

// clustered is what has the rows of a table lie in the order of a column.
func (d *Dialect) clustered(column string) string {
	if d.order == "" || column == "" {
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
		types[n] = "DOUBLE"
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
		selected[n] = fmt.Sprintf(d.list, strings.Join(all, ","), strings.ReplaceAll(types[n], "DOUBLE", d.double)) + " AS " + name
	}
	sql := fmt.Sprintf("DROP TABLE IF EXISTS %s;\n%s AS\nSELECT %s;\n", d.table(table), d.made(table, "", ""), strings.Join(selected, ",\n  "))
	if d.analyze != "" {
		sql += fmt.Sprintf(d.analyze, d.table(table))
	}
	return sql
}

// uploadTexts makes a table of a whole number and a text each.
func (d *Dialect) uploadTexts(table Name, columns []string, rows [][]string) string {
	return d.fill(table, columns, []string{"INTEGER", "TEXT"}, rows)
}

// fill makes a table and fills it.
func (d *Dialect) fill(table Name, columns, types []string, rows [][]string) string {
	var b strings.Builder
	var typed []string
	for n, c := range columns {
		typed = append(typed, c+" "+types[n])
	}
	fmt.Fprintf(&b, "DROP TABLE IF EXISTS %s;\n%s;\n", d.table(table), d.made(table, strings.Join(typed, ", "), ""))
	for n := 0; n < len(rows); n += chunk {
		fmt.Fprintf(&b, "INSERT INTO %s (%s) VALUES\n", d.table(table), strings.Join(columns, ", "))
		for m, row := range rows[n:min(n+chunk, len(rows))] {
			if m > 0 {
				b.WriteString(",\n")
			}
			b.WriteString("(" + strings.Join(row, ", ") + ")")
		}
		b.WriteString(";\n")
	}
	if d.analyze != "" {
		fmt.Fprintf(&b, d.analyze, d.table(table))
	}
	b.WriteString(d.proof(table, len(rows)))
	return b.String()
}
