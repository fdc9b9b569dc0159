package sheet

import (
	"fmt"
	"strings"
	"unicode"
)

// longest is how many rows a table of LaTeX has on one page at most; longer ones are broken.
const longest = 40

// LaTeX writes the listing as a table with the rules of booktabs, in a longtable if it is longer than a page.
func (l *Listing) LaTeX(caption, label string) string {
	var b strings.Builder
	align := ""
	for _, digits := range l.Digits {
		align += map[bool]string{false: "l", true: "r"}[digits]
	}
	row := func(cells []string) {
		for n, cell := range cells {
			if n > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(TeX(cell))
		}
		b.WriteString(" \\\\\n")
	}
	long := len(l.Rows) > longest
	head := fmt.Sprintf("\\caption{%s}\n\\label{%s}", TeX(caption), label)
	if long {
		fmt.Fprintf(&b, "\\begin{longtable}{%s}\n%s\\\\\n\\toprule\n", align, head)
	} else {
		fmt.Fprintf(&b, "\\begin{table}\n\\centering\n%s\n\\begin{tabular}{%s}\n\\toprule\n", head, align)
	}
	row(l.Header)
	b.WriteString("\\midrule\n")
	if long {
		b.WriteString("\\endhead\n\\bottomrule\n\\endfoot\n")
	}
	for _, cells := range l.Rows {
		row(cells)
	}
	if long {
		b.WriteString("\\end{longtable}\n")
	} else {
		b.WriteString("\\bottomrule\n\\end{tabular}\n\\end{table}\n")
	}
	return b.String()
}

// Markdown writes the listing as a table of GitHub's Markdown.
func (l *Listing) Markdown() string {
	var b strings.Builder
	row := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + Markdown(cell) + " ")
		}
		b.WriteString("|\n")
	}
	row(l.Header)
	for _, digits := range l.Digits {
		b.WriteString(map[bool]string{false: "|---", true: "|--:"}[digits])
	}
	b.WriteString("|\n")
	for _, cells := range l.Rows {
		row(cells)
	}
	return b.String()
}

// Markdown escapes what Markdown would take for markup. The text becomes one line.
func Markdown(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("\\`*_{}[]<>#|~$&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// inTeX is what stands for characters that TeX takes for something else, or that not every engine of it has.
var inTeX = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`, '~': `\textasciitilde{}`,
	'^': `\textasciicircum{}`, '<': `\textless{}`, '>': `\textgreater{}`, '|': `\textbar{}`, '"': `\textquotedbl{}`,
	'`': `\textasciigrave{}`, '[': `{[}`, ']': `{]}`, '*': `{*}`,
	'“': "``", '”': `''`, '‘': "`", '’': `'`, '–': `--`, '—': `---`, '…': `\dots{}`, '\u00a0': `~`,
	'±': `\ensuremath{\pm}`, '×': `\ensuremath{\times}`, '−': `\ensuremath{-}`, '≤': `\ensuremath{\leq}`, '≥': `\ensuremath{\geq}`,
	'²': `\textsuperscript{2}`, '³': `\textsuperscript{3}`, '₁': `\textsubscript{1}`, '₂': `\textsubscript{2}`,
	'α': `\ensuremath{\alpha}`, 'κ': `\ensuremath{\kappa}`, 'ρ': `\ensuremath{\rho}`, 'τ': `\ensuremath{\tau}`, 'π': `\ensuremath{\pi}`,
	'\ufffd': "?",
}

// Script is the macro in which TeX writes letters of other scripts than Latin: the first argument where the engine knows them, else their
// code points, which pdfLaTeX can print.
const Script = `\providecommand{\otherscript}[2]{\ifdefined\directlua#1\else\ifdefined\XeTeXversion#1\else\texttt{[#2]}\fi\fi}`

// TeX escapes what LaTeX would take for commands, and writes letters that pdfLaTeX lacks by the macro Script. The text becomes one line.
func TeX(text string) string {
	var b strings.Builder
	var other []rune
	end := func() {
		if len(other) == 0 {
			return
		}
		var codes []string
		for _, r := range other {
			codes = append(codes, fmt.Sprintf("%04X", r))
		}
		fmt.Fprintf(&b, "\\otherscript{%s}{%s}", string(other), strings.Join(codes, " "))
		other = nil
	}
	last := rune(0)
	for _, r := range oneLine(text) {
		s, special := inTeX[r]
		if r == last && strings.ContainsRune("-,'’‘", r) {
			b.WriteString("{}") // two of them would be another character
		}
		last = r
		switch {
		case special:
		case r < 0x7f || latin(r):
			s = string(r)
		default:
			other = append(other, r)
			continue
		}
		end()
		b.WriteString(s)
	}
	end()
	return b.String()
}

// latin reports whether pdfLaTeX has a letter with the encodings utf8 and T1.
func latin(r rune) bool {
	return r >= 0xa1 && r <= 0x17e && unicode.IsLetter(r) && !strings.ContainsRune("ªºµĦħĸĿŀŉŦŧ", r)
}

// oneLine replaces line ends and other controls by spaces, and drops characters that only steer how others are shown.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
}
