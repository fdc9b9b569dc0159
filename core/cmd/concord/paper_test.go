package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hostileNames break LaTeX, Markdown or both where they are not escaped, or are in scripts that pdfLaTeX lacks.
var hostileNames = []string{
	`100% & more_or_less #1 $5 {x} ~ ^ \end{document}`, "[a] * -- --- ,, << >> ?` !` '' \"q\"", "`code` | a|b | <b>&amp;</b> [x](y)",
	"Zoë Łukasz Ñandú ŉ µ", "王小明 ラーメン", "عمر \u202e الخيام", "e\u0301 🎉 \u200b\u202e", "a\nb\r\nc\td", "α κ β ₃ ≤ ² №", "\\input{x}^^M%",
}

// hostilePaper writes what a paper takes over from labels whose tasks, workers and classes have hostile names.
func hostilePaper(t *testing.T) (dir string) {
	dir = t.TempDir()
	file, err := os.Create(filepath.Join(dir, "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}
	w := csv.NewWriter(file)
	w.Write([]string{"task", "worker", "label"})
	for i := range 60 {
		for j, name := range hostileNames {
			w.Write([]string{fmt.Sprintf("%d %s", i, name), name, hostileNames[(i+i*j%7/6)%4]})
		}
		for j := range 5 {
			w.Write([]string{fmt.Sprint(i), fmt.Sprintf("w_%d", j*i%50), hostileNames[i%4]})
		}
	}
	w.Flush()
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	invoke(t, "report", "-method", "ds", "-worker-names", "-paper", dir, "-out", filepath.Join(dir, "report.html"), file.Name())
	return dir
}

// A paper has five files, beside the report if that is named, and its tables are tables whatever the names are.
func TestPaperFiles(t *testing.T) {
	dir := hostilePaper(t)
	for _, name := range []string{"methods.txt", "paper.tex", "paper.md", "tables.csv", "references.bib", "report.html"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(text) == 0 {
			t.Errorf("%s: got %d bytes, %v", name, len(text), err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "paper.md"))
	if err != nil {
		t.Fatal(err)
	}
	columns := 0 // of the table at hand
	for n, line := range strings.Split(string(text), "\n") {
		cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		switch {
		case !strings.HasPrefix(line, "|"):
			columns = 0
		case columns == 0:
			columns = cells
		case cells != columns:
			t.Errorf("paper.md:%d: got %d columns, want %d: %s", n+1, cells-1, columns-1, line)
		}
	}
}

// What a paper takes over compiles, with hostile names, with both engines, and every reference is found. make latex runs it.
func TestLaTeX(t *testing.T) {
	for _, program := range []string{"pdflatex", "lualatex", "bibtex"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s; Debian has it: texlive-latex-base, -latex-recommended, -fonts-recommended, -luatex, lmodern", program)
		}
	}
	dir := hostilePaper(t)
	const document = `\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage{booktabs}
\usepackage{longtable}
\begin{document}
\input{paper.tex}
Tables~\ref{tab:agreement}, \ref{tab:workers} and~\ref{tab:classes}.
\bibliographystyle{plain}
\bibliography{references}
\end{document}
`
	if err := os.WriteFile(filepath.Join(dir, "main.tex"), []byte(document), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []string{"pdflatex", "lualatex"} {
		for _, command := range [][]string{{engine, "-interaction=nonstopmode", "-halt-on-error", "main"}, {"bibtex", "main"},
			{engine, "-interaction=nonstopmode", "main"}, {engine, "-interaction=nonstopmode", "-halt-on-error", "main"}} {
			c := exec.Command(command[0], command[1:]...)
			c.Dir = dir
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", command[0], err, out[max(0, len(out)-3000):])
			}
		}
		log, err := os.ReadFile(filepath.Join(dir, "main.log"))
		if err != nil {
			t.Fatal(err)
		}
		bib, err := os.ReadFile(filepath.Join(dir, "main.blg"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range slices.Concat(strings.Split(string(log), "\n"), strings.Split(string(bib), "\n")) {
			if strings.HasPrefix(line, "! ") || strings.Contains(line, "undefined") || strings.HasPrefix(line, "Warning--") {
				t.Errorf("%s: %s", engine, line)
			}
		}
		if !strings.Contains(string(log), "Output written on main.pdf") {
			t.Errorf("%s: no PDF", engine)
		}
	}
}
