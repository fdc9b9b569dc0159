//go:build unix

// Package warehouse starts the databases on which tests run SQL: a private cluster of PostgreSQL (Debian's
// package postgresql), DuckDB in Node (the npm package @duckdb/node-api), and, of the virtual environment
// that make engines makes, ClickHouse embedded in Python and Spark on this machine. Only tests and lab use it.
package warehouse

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"concord/internal/race"
)

// Database is one for a test, which nobody else sees.
type Database struct {
	Dialect string // as concord sql names it
	Command string // of the shell: a client that reads SQL from its standard input
	dir     string
	data    string // of PostgreSQL: its files
	stop    func()
}

// Dialects lists the databases there may be.
func Dialects() []string { return []string{"postgres", "duckdb", "clickhouse", "spark"} }

// Missing returns why there is no such database here, and which target of make installs it; nil: there is one.
func Missing(dialect string) (err error) {
	target := "tools"
	switch dialect {
	case "postgres":
		_, err = postgres("initdb")
	case "duckdb":
		_, err = duckdb()
	default:
		target = "engines"
		_, err = Python()
		if _, java := exec.LookPath("java"); err == nil && dialect == "spark" && java != nil {
			err = fmt.Errorf("no Java for Spark: %w", java)
		}
	}
	if err != nil {
		err = fmt.Errorf("%w; make %s installs it", err, target)
	}
	return err
}

// Pool starts each database once, for all tests of a package. Its zero value has none; TestMain ends what it started.
type Pool struct {
	mutex   sync.Mutex
	started map[string]*Database
}

// Need skips a test where the database is not installed, with a notice that says what installs it.
func (p *Pool) Need(t testing.TB, dialect string) *Database {
	t.Helper()
	race.Skip(t)
	if err := Missing(dialect); err != nil {
		t.Skipf("skipped: %v", err)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if d := p.started[dialect]; d != nil {
		return d
	}
	dir, err := os.MkdirTemp("", "warehouse") // not t.TempDir: the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	d, err := Start(dialect, dir)
	if err != nil {
		os.RemoveAll(dir)
		t.Fatal(err)
	}
	if p.started == nil {
		p.started = map[string]*Database{}
	}
	p.started[dialect] = d
	return d
}

// Stop ends the databases and removes their files.
func (p *Pool) Stop() {
	for _, d := range p.started {
		d.Stop()
		os.RemoveAll(d.dir)
	}
}

// Start starts a database in a folder.
func Start(dialect, dir string) (*Database, error) {
	switch dialect {
	case "postgres":
		return startPostgres(dir)
	case "clickhouse", "spark":
		return embedded(dialect, dir)
	}
	script, err := duckdb()
	if err != nil {
		return nil, err
	}
	return &Database{
		Dialect: "duckdb", Command: fmt.Sprintf("node '%s' '%s'", script, filepath.Join(dir, "crowd.duckdb")), dir: dir, stop: func() {},
	}, nil
}

// Serve has DuckDB stay open between calls of the client, which takes a tenth of the time then, as PostgreSQL does anyway.
func (d *Database) Serve(t testing.TB) {
	t.Helper()
	socket := filepath.Join(d.dir, "socket")
	if _, err := os.Stat(socket); d.Dialect != "duckdb" || err == nil {
		return
	}
	script, err := duckdb()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", script, filepath.Join(d.dir, "crowd.duckdb"), socket)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	d.Command = fmt.Sprintf("node '%s' '%s'", filepath.Join(filepath.Dir(script), "asking.mjs"), socket)
	d.stop = func() {
		c.Process.Kill()
		<-ended
	}
	for {
		if _, err := os.Stat(socket); err == nil {
			return
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("DuckDB does not start: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop ends the database.
func (d *Database) Stop() { d.stop() }

// here is the folder of this file.
func here() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Dir(file)
}

// Python returns the Python of the virtual environment of make engines.
func Python() (string, error) {
	path := filepath.Join(here(), "..", "..", ".venv", "engines", "bin", "python")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no engines for Python: %w", err)
	}
	return path, nil
}

// embedded is an engine inside a client in Python, with its tables in a folder.
func embedded(dialect, dir string) (*Database, error) {
	python, err := Python()
	return &Database{
		Dialect: dialect, dir: dir, stop: func() {},
		Command: fmt.Sprintf("'%s' '%s' '%s'", python, filepath.Join(here(), dialect+".py"), filepath.Join(dir, dialect)),
	}, err
}

// duckdb returns the client of DuckDB.
func duckdb() (string, error) {
	dir := here()
	if _, err := exec.LookPath("node"); err != nil {
		return "", fmt.Errorf("no Node.js: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "..", "node_modules", "@duckdb", "node-api")); err != nil {
		return "", fmt.Errorf("no DuckDB for Node.js: %w", err)
	}
	return filepath.Join(dir, "duckdb.mjs"), nil
}

// postgres returns the path of a program of the newest server there is, which is not on Debian's PATH.
func postgres(program string) (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program)
	if len(found) == 0 {
		if path, err := exec.LookPath(program); err == nil {
			return path, nil
		}
		return "", fmt.Errorf("no PostgreSQL: there is no program %s", program)
	}
	return slices.Max(found), nil
}

// startPostgres starts a cluster that listens on a socket alone. PostgreSQL refuses to run as root, so it is nobody's then.
func startPostgres(dir string) (*Database, error) {
	const nobody = 65534
	run := func(program string, args ...string) error {
		path, err := postgres(program)
		if err != nil {
			return err
		}
		c := exec.Command(path, args...)
		c.Dir = dir
		if os.Getuid() == 0 {
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", program, err, out)
		}
		return nil
	}
	if os.Getuid() == 0 {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(dir, "data")
	if err := run("initdb", "-D", data, "-A", "trust", "-U", "concord", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"); err != nil {
		return nil, err
	}
	options := fmt.Sprintf("-k %s -c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off", dir)
	if err := run("pg_ctl", "-D", data, "-w", "-o", options, "-l", filepath.Join(dir, "log"), "start"); err != nil {
		return nil, err
	}
	return &Database{
		Dialect: "postgres", Command: fmt.Sprintf("psql -XAtq -h '%s' -U concord postgres", dir), dir: dir, data: data,
		stop: func() { run("pg_ctl", "-D", data, "-m", "immediate", "stop") },
	}, nil
}

// Server is the id of the process of the server, of which others are children; 0 where there is no server.
func (d *Database) Server() int {
	if d.data == "" {
		return 0
	}
	pid, _ := os.ReadFile(filepath.Join(d.data, "postmaster.pid"))
	first, _, _ := strings.Cut(string(pid), "\n")
	id, _ := strconv.Atoi(first)
	return id
}

// Environment has clients of PostgreSQL find this database by themselves.
func (d *Database) Environment() []string {
	return []string{"PGHOST=" + d.dir, "PGUSER=concord", "PGDATABASE=postgres"}
}

// Load makes a table, as Table has it.
func (d *Database) Load(table string, columns []string, rows [][]*string) error {
	_, err := d.Run(d.Table(table, columns, rows))
	return err
}

// Table is SQL that makes a table of texts, with columns of these names. Names and cells may be anything without a NUL, but that Spark has
// no tables whose names hold more than letters, digits and _; a nil cell is NULL.
func (d *Database) Table(table string, columns []string, rows [][]*string) string {
	var sql strings.Builder
	var defined []string
	kind, engine := "VARCHAR", ""
	switch d.Dialect {
	case "clickhouse":
		kind, engine = "Nullable(String)", " ENGINE = MergeTree ORDER BY tuple()"
	case "spark":
		kind = "STRING"
	}
	for _, c := range columns {
		defined = append(defined, d.Quote(c)+" "+kind)
	}
	fmt.Fprintf(&sql, "CREATE TABLE %s (%s)%s;\n", d.Quote(table), strings.Join(defined, ", "), engine)
	for n, row := range rows {
		if n%1000 == 0 {
			fmt.Fprintf(&sql, "INSERT INTO %s VALUES\n", d.Quote(table))
		}
		var cells []string
		for _, c := range row {
			if c == nil {
				cells = append(cells, "NULL")
			} else {
				cells = append(cells, d.text(*c))
			}
		}
		end := ","
		if n%1000 == 999 || n == len(rows)-1 {
			end = ";"
		}
		fmt.Fprintf(&sql, "(%s)%s\n", strings.Join(cells, ", "), end)
	}
	return sql.String()
}

// text quotes a text. Where a backslash means something between quotes, it is doubled.
func (d *Database) text(s string) string {
	if d.Dialect == "clickhouse" || d.Dialect == "spark" {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\r", `\r`).Replace(s) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// Quote quotes a name.
func (d *Database) Quote(name string) string {
	switch d.Dialect {
	case "clickhouse":
		return "`" + strings.NewReplacer(`\`, `\\`, "`", "\\`").Replace(name) + "`"
	case "spark":
		return "`" + strings.ReplaceAll(name, "`", "``") + "`"
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// Run runs SQL, and returns what the client prints. PostgreSQL stops at the first error, as DuckDB's client does.
func (d *Database) Run(sql string) (string, error) {
	if d.Dialect == "postgres" {
		sql = "\\set ON_ERROR_STOP 1\n" + sql
	}
	c := exec.Command("sh", "-c", d.Command)
	c.Stdin = strings.NewReader(sql)
	var out, complaints bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaints
	if err := c.Run(); err != nil {
		return out.String(), fmt.Errorf("%w: %s", err, &complaints)
	}
	return out.String(), nil
}

// Session is a client that is started once for many calls.
type Session struct {
	in         io.WriteCloser
	out        *bufio.Reader
	complaints *os.File
	mark       string
	wait       func() error
}

// Session starts a client.
func (d *Database) Session() (*Session, error) {
	c := exec.Command("sh", "-c", d.Command)
	complaints, err := os.CreateTemp(d.dir, "stderr")
	if err != nil {
		return nil, err
	}
	s := &Session{complaints: complaints, mark: "\nSELECT '--eof' AS eof;\n", wait: c.Wait}
	switch d.Dialect {
	case "postgres":
		s.mark = "\n\\echo --eof\n"
	case "duckdb":
		s.mark = "\n--eof\n"
	}
	c.Stderr = complaints
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReader(out)
	if s.in, err = c.StdinPipe(); err != nil {
		return nil, err
	}
	return s, c.Start()
}

// Close ends the client.
func (s *Session) Close() {
	s.in.Close()
	io.Copy(io.Discard, s.out)
	s.wait()
	s.complaints.Close()
}

// Ask is a sql.Client.
func (s *Session) Ask(sql string, line func([]byte) error) (said string, err error) {
	from, err := s.complaints.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	go io.WriteString(s.in, sql+s.mark)
	for {
		one, failed := s.out.ReadBytes('\n')
		if failed != nil {
			return "", fmt.Errorf("the client has ended: %w", failed)
		}
		if string(one) == "--eof\n" {
			break
		}
		if err == nil {
			err = line(one)
		}
	}
	words, _ := io.ReadAll(io.NewSectionReader(s.complaints, from, 1<<20))
	return string(words), err
}
