//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"concord/internal/race"
)

// fresh is the folder into which make packages-test has installed the packages; without it, tests run their sources.
const fresh = "CONCORD_FRESH"

// found is the path of a program, without which a test is skipped, and fails in CI.
func found(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatal(err)
	default:
		t.Skipf("skipped: %v", err)
	}
	return path
}

// language runs programs that use a package, in a folder with the data of the documents.
type language struct {
	kind   string // of the blocks of a document
	say    string // prints what follows it
	guide  string // its document
	script string // prints the files of a fit and the figures of agreement as JSON, {"files": {NAME: TEXT}, "agreement": …}
	run    func(t *testing.T, program string) string
}

// follows runs the programs of a document, one after the other, and checks what they print.
func (l *language) follows(t *testing.T) {
	path := filepath.Join(root, l.guide)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const mark = "-- what the next block prints --"
	var program strings.Builder
	var ran []*block
	all, _ := blocks(string(text))
	for _, b := range all {
		if b.kind == l.kind {
			program.WriteString(l.say + `("` + mark + "\")\n" + b.text())
			ran = append(ran, b)
		}
	}
	printed := strings.Split(l.run(t, program.String()), mark+"\n")[1:]
	if fixed := prints(t, string(text), ran, printed); *update && fixed != string(text) {
		if err := os.WriteFile(path, []byte(fixed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// agrees compares what a package finds with what the command does.
func (l *language) agrees(t *testing.T) {
	var got struct {
		Files     map[string]string
		Agreement map[string]any
	}
	if err := json.Unmarshal([]byte(l.run(t, l.script)), &got); err != nil {
		t.Fatal(err)
	}
	data, dir := filepath.Join(root, "docs/data"), t.TempDir()
	labels := filepath.Join(data, "tickets.csv")
	const roles = "-roles=task=Ticket,worker=Agent,label=Category"
	invoke(t, "fit", "-exact", "-method=ds", "-seed=3", "-skip", "-missing=skipped", roles, "-truth="+filepath.Join(data, "tickets-truth.csv"),
		"-out="+dir, labels)
	want := filesOf(t, dir)
	// A recipe also says which choices nobody made, which flags and options name in ways of their own.
	choices := regexp.MustCompile(`(?s)"choices": \{.*?\n {6}\}`)
	for _, files := range []map[string]string{got.Files, want} {
		files["run.json"] = choices.ReplaceAllString(files["run.json"], "")
	}
	for name := range want {
		if got := timing.ReplaceAllString(got.Files[name], `"$1": 0`); got != want[name] {
			t.Errorf("%s: got\n%.600s\nwant\n%.600s", name, got, want[name])
		}
	}
	if len(got.Files) != len(want) {
		t.Errorf("got %d files, want %d", len(got.Files), len(want))
	}
	var agreement map[string]any
	if err := json.Unmarshal([]byte(invoke(t, "agree", "-json", roles, labels)), &agreement); err != nil {
		t.Fatal(err)
	}
	figure := func(of map[string]any, path ...string) (value any) {
		value = of
		for _, name := range append(path, "value") {
			value = value.(map[string]any)[name]
		}
		return value
	}
	for _, path := range [][]string{{"percent"}, {"fleiss"}, {"alpha", "nominal"}, {"ac1"}} {
		if got, want := figure(got.Agreement, path...), figure(agreement, path...); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: got %v, want %v", path, got, want)
		}
	}
}

// inData runs a program in a folder with the data of the documents and, perhaps, a package.
func inData(t *testing.T, name, program string, prepare func(dir string), command ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "docs/data"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	prepare(dir)
	cmd := exec.Command(command[0], append(command[1:], name)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asConcord+"=1", "PYTHONWARNINGS=ignore", "NODE_NO_WARNINGS=1")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	got, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, got, &complaints)
	}
	return string(got)
}

// The Python module returns what the command writes, and does what docs/howto/python.md says.
func TestPython(t *testing.T) {
	race.Skip(t)
	python := "python3"
	installed := os.Getenv(fresh) != ""
	if installed {
		python = filepath.Join(os.Getenv(fresh), "python/bin/python")
	}
	python = found(t, python)
	prepare := func(dir string) {
		if !installed {
			stageModule(t, dir)
		}
	}
	l := language{kind: "python", say: "print", guide: "docs/howto/python.md", script: `
import concord, json
roles = {"task": "Ticket", "worker": "Agent", "label": "Category"}
result = concord.fit("tickets.csv", "ds", roles=roles, truth="tickets-truth.csv", seed=3, skip=True, missing=["skipped"])
files = {name: content.decode() for name, content in result.files.items()}
print(json.dumps({"files": files, "agreement": concord.agreement("tickets.csv", roles=roles)}))
`}
	l.run = func(t *testing.T, program string) string { return inData(t, "program.py", program, prepare, python) }
	t.Run("same", l.agrees)
	t.Run("guide", func(t *testing.T) {
		if !installed && exec.Command(python, "-c", "import pandas").Run() != nil {
			t.Skip("skipped: pandas is not installed (make packages-test installs it)")
		}
		l.follows(t)
	})
}

// stageModule puts the Python module into a folder, with this program as its command.
func stageModule(t *testing.T, dir string) {
	t.Helper()
	self, err := os.Executable()
	if err == nil {
		err = os.CopyFS(filepath.Join(dir, "concord"), os.DirFS("python/concord"))
	}
	if err == nil {
		err = os.Symlink(self, filepath.Join(dir, "concord/concord"))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The Python module fits labels that stay in DuckDB, PostgreSQL and Spark, and does what docs/howto/engines.md says.
func TestPythonInEngines(t *testing.T) {
	race.Skip(t)
	python, err := filepath.Abs(filepath.Join(root, ".venv/engines/bin/python"))
	if err != nil {
		t.Fatal(err)
	}
	if exec.Command(python, "-c", "import duckdb, psycopg, pyspark, pandas").Run() != nil {
		t.Skip("skipped: the engines are not installed (make engines installs them)")
	}
	if _, err := exec.LookPath("java"); err != nil {
		t.Skipf("skipped: no Java, which Spark runs on: %v", err)
	}
	db := served(t, "postgres")
	if _, err := db.Run("DROP DATABASE IF EXISTS crowd;\nCREATE DATABASE crowd;\n"); err != nil {
		t.Fatal(err)
	}
	for _, one := range db.Environment() {
		name, value, _ := strings.Cut(one, "=")
		t.Setenv(name, value)
	}
	l := language{kind: "python", say: "print", guide: "docs/howto/engines.md"}
	text, err := os.ReadFile(filepath.Join(root, l.guide))
	if err != nil {
		t.Fatal(err)
	}
	all, _ := blocks(string(text))
	prepare := func(dir string) {
		stageModule(t, dir)
		for _, b := range all {
			if b.kind == "sh" {
				c := exec.Command("sh", "-c", b.text())
				c.Dir = dir
				c.Env = append(os.Environ(), asConcord+"=1", "PATH="+filepath.Join(dir, "concord")+":"+os.Getenv("PATH"))
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
		}
	}
	l.run = func(t *testing.T, program string) string { return inData(t, "program.py", program, prepare, python) }
	t.Run("guide", l.follows)
	t.Run("trouble", func(t *testing.T) {
		const want = "KeyboardInterrupt\n4\nTrue\non notice\n[('labels',)]\nasynchronous\n" +
			"UndefinedColumn\ndialect\nno connection\nno method\nstay where they are\n[('labels',)]\n"
		if got := l.run(t, engineTrouble); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// engineTrouble interrupts a fit in a transaction that is rolled back, and one that goes on; and has connections that can't be used.
const engineTrouble = `
import asyncio, sqlite3
import concord, psycopg
from psycopg.rows import dict_row

class Interrupted(psycopg.Cursor):
    left = 60
    def execute(self, *args):
        Interrupted.left -= 1
        if Interrupted.left == 0:
            raise KeyboardInterrupt
        return super().execute(*args)

def tables(connection):
    return connection.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'").fetchall()

own = psycopg.connect("dbname=crowd", autocommit=True, row_factory=dict_row)
own.execute("DROP TABLE IF EXISTS ratings, labels")
own.execute("CREATE TABLE labels (task text, worker text, label text)")
with own.cursor().copy("COPY labels FROM STDIN CSV HEADER") as copy:
    copy.write(open("labels.csv").read())
try:
    concord.fit_in(psycopg.connect("dbname=crowd", autocommit=True, cursor_factory=Interrupted), "labels", method="fds")
except KeyboardInterrupt as error:
    print(type(error).__name__)
result = concord.fit_in(own, "labels", method="fds")
print(len(result._tables))
alone = concord.fit("labels.csv", "fds", seed=0).labels["label"]
print((result.labels["label"].reindex(alone.index) == alone).all())
result.drop()
with psycopg.connect("dbname=crowd") as transaction:
    concord.fit_in(transaction, "labels", method="majority")
    print(*(transaction.execute("SHOW " + name).fetchone()[0] for name in ("jit", "client_min_messages")))
    transaction.rollback()
    print(tables(transaction))

async def asynchronous():
    async with await psycopg.AsyncConnection.connect("dbname=crowd") as connection:
        concord.fit_in(connection, "labels")

def refused(act, *words):
    try:
        act()
    except concord.ConcordError as error:
        print(*(word for word in words if word in str(error)), *([type(error.__cause__).__name__] if error.__cause__ else []))

refused(lambda: asyncio.run(asynchronous()), "asynchronous")
refused(lambda: concord.fit_in(own, "labels", worker="nobody"))
refused(lambda: concord.fit_in(sqlite3.connect(":memory:"), "labels"), "dialect")
refused(lambda: concord.fit_in("labels", "labels"), "no connection")
refused(lambda: concord.fit_in(own, "labels", method="nosuch"), "no method")
refused(lambda: concord.fit_in(own, "labels", method="glad"), "stay where they are")
print(tables(psycopg.connect("dbname=crowd")))
`

// The package for JavaScript, in Node, returns what the command writes, and does what docs/howto/javascript.md says.
func TestJavaScript(t *testing.T) {
	race.Skip(t)
	node := found(t, "node")
	modules := filepath.Join(os.Getenv(fresh), "node/node_modules")
	if os.Getenv(fresh) == "" {
		modules = t.TempDir()
		stage(t, filepath.Join(modules, "concord-labels"))
	}
	prepare := func(dir string) {
		if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
	}
	l := language{kind: "js", say: "console.log", guide: "docs/howto/javascript.md", script: `
import { open } from "concord-labels";
const roles = { task: "Ticket", worker: "Agent", label: "Category" };
const crowd = await open("tickets.csv", { roles, truth: "tickets-truth.csv", seed: 3, skip: true, missing: ["skipped"] });
const result = await crowd.aggregate({ method: "ds" });
crowd.close();
const files = {};
for (const [name, blob] of Object.entries(result.files)) files[name] = await blob.text();
const all = await open("tickets.csv", { roles });
console.log(JSON.stringify({ files, agreement: await all.agree() }));
all.close();
`}
	l.run = func(t *testing.T, program string) string { return inData(t, "program.mjs", program, prepare, node) }
	t.Run("same", l.agrees)
	t.Run("guide", l.follows)
	if os.Getenv(fresh) != "" {
		t.Run("types", func(t *testing.T) { typechecks(t, prepare) })
	}
	t.Run("trouble", func(t *testing.T) {
		const want = "AbortError\n2\nclosed\nfalse 3\ntrue\n"
		if got := l.run(t, trouble); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// typechecks has TypeScript check the programs of the guide.
func typechecks(t *testing.T, prepare func(dir string)) {
	text, err := os.ReadFile(filepath.Join(root, "docs/howto/javascript.md"))
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	all, _ := blocks(string(text))
	for _, b := range all {
		if b.kind == "js" {
			program.WriteString(b.text())
		}
	}
	inData(t, "program.mts", program.String(), prepare, filepath.Join(os.Getenv(fresh), "node/node_modules/.bin/tsc"), "--strict", "--noEmit",
		"--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom,dom.asynciterable")
}

// The same sources make the same wheel.
func TestWheelsAreReproducible(t *testing.T) {
	if os.Getenv(fresh) == "" {
		t.Skip("skipped: builds the command anew; make packages-test does")
	}
	dir := t.TempDir()
	if out, err := exec.Command("python3", "python/wheel.py", dir, runtime.GOOS+"/"+runtime.GOARCH).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err != nil || len(list) != 1 {
		t.Fatalf("got %v, %v, want one wheel", list, err)
	}
	got, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(root, "bin/packages", filepath.Base(list[0])))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s: the bytes differ: %v", filepath.Base(list[0]), err)
	}
}

// trouble cancels a fit that would never end, asks what is closed, and opens what can't be read.
const trouble = `
import { aggregate, open } from "concord-labels";
const rows = ["1ax", "1by", "2ax"].map(([task, worker, label]) => ({ task, worker, label }));
const crowd = await open(rows);
const controller = new AbortController();
const { signal } = controller;
const onProgress = ({ step }) => step && controller.abort();
const endless = { method: "ds", maxSteps: 1e9, tolerance: -1, signal, onProgress };
await crowd.aggregate(endless).catch((error) => console.log(error.name));
console.log((await crowd.aggregate({ method: "majority" })).labels.length);
crowd.close();
await crowd.agree().catch((error) => console.log(/closed/.test(error.message) ? "closed" : error));
await aggregate("task,worker,label\na,b,c\na\n").catch((error) => console.log(error.broken, error.line));
await aggregate(42).catch((error) => console.log(error instanceof TypeError));
`

// stage puts the package together, as make packages does.
func stage(t *testing.T, dir string) {
	t.Helper()
	from, web := filepath.Join(root, "wasm/npm"), filepath.Join(root, "web")
	program, err := filepath.Abs(filepath.Join(root, "bin/worker.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("skipped: %v; make build makes it", err)
	}
	var script []byte
	for _, name := range []string{"wasm_exec.js", "worker.js"} {
		text, err := os.ReadFile(filepath.Join(web, name))
		if err != nil {
			t.Fatal(err)
		}
		script = append(script, text...)
	}
	err = os.CopyFS(dir, os.DirFS(from))
	if err == nil {
		err = os.Symlink(program, filepath.Join(dir, "worker.wasm"))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "worker.js"), script, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
