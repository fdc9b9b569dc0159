package kernelgen

import (
	"bytes"
	"fmt"
	"strings"
	"text/template"
)

// Assembly is the name of the kernels in WebAssembly.
const Assembly = "kernel_wasm.s"

// registers are how many of the classes have their prior in a register: there are
// sixteen for numbers.
const registers = 4

// An assembly is the kernels of a number of classes.
type assembly struct{ Soft, Hard, Posterior, Count kernel }

// WebAssembly returns the text of the kernels in WebAssembly.
func WebAssembly() ([]byte, error) {
	t, err := template.New("assembly").Parse(wasm + generalText)
	if err != nil {
		return nil, err
	}
	var all []assembly
	for _, k := range Classes {
		all = append(all, assembly{kernel{"soft", k}, kernel{"hard", k}, kernel{"posterior", k}, kernel{"count", k}})
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		All    []assembly
		Kinds  []kernel
		Groups []kernel
	}{all, generals, groups})
	return b.Bytes(), err
}

// Product multiplies each class's prior with what all labels say.
func (f kernel) Product() string {
	first := f.row(func(c int) string {
		return fmt.Sprintf("\t%s; Get row; F64Load $%d; F64Mul; Set a%d\n", prior(c), 8*c, c)
	})
	return f.walk("table", first, f.times())
}

// Multiply multiplies the scores by what all labels say.
func (f kernel) Multiply() string {
	return f.walk("table", f.times(), f.times())
}

// times multiplies the scores by what one label says.
func (f kernel) times() string { return f.Line("Get a%; Get row; F64Load $%8; F64Mul; Set a%") }

// Bytes is the room of a number for each class.
func (f kernel) Bytes() int { return 8 * f.K }

// Count adds each class's posterior to the counts of all labels. What is loaded
// stands last, where the machine's addition takes it straight from memory.
func (f kernel) Count() string {
	add := f.row(func(c int) string {
		return fmt.Sprintf("\tGet row; Get a%d; Get row; F64Load $%d; F64Add; F64Store $%d\n", c, 8*c, 8*c)
	})
	return f.walk("counts", add, add)
}

// row does something for every class.
func (f kernel) row(do func(c int) string) string {
	var b strings.Builder
	for c := range f.K {
		b.WriteString(do(c))
	}
	return b.String()
}

// walk goes through the rows of an array that belong to a task's labels.
func (f kernel) walk(array, first, next string) string {
	var b strings.Builder
	b.WriteString("\tBlock\n")
	for n, do := 0, first; n < f.Most(); n, do = n+1, next {
		fmt.Fprintf(&b, "\tGet %s; I32WrapI64; Get key; I32WrapI64; I32Load $%d; I32Add; Set row\n", array, 4*n)
		b.WriteString(do)
		fmt.Fprintf(&b, "\tGet size; I64Const $%d; I64Eq; BrIf $0\n", 4*n+4)
	}
	fmt.Fprintf(&b, "\tI64Const $%d; Set n\n\tLoop\n", 4*f.Most())
	fmt.Fprintf(&b, "\tGet %s; I32WrapI64; Get key; Get n; I64Add; I32WrapI64; I32Load $0; I32Add; Set row\n", array)
	b.WriteString(next)
	b.WriteString("\tGet n; I64Const $4; I64Add; Tee n; Get size; I64LtU; BrIf $0\n\tEnd\n\tEnd")
	return b.String()
}

// Line is Each with a line for every class.
func (f kernel) Line(text string) string {
	return f.row(func(c int) string {
		text := strings.ReplaceAll(text, "%8", fmt.Sprint(8*c))
		return "\t" + strings.ReplaceAll(text, "%", fmt.Sprint(c)) + "\n"
	})
}

// Priors has the priors of the classes that have a register for it.
func (f kernel) Priors() string {
	f.K = min(f.K, registers)
	return f.Line("Get base; I32WrapI64; F64Load $(block_prior+%8); Set p%")
}

// Begin has the scores be the priors.
func (f kernel) Begin() string {
	return f.row(func(c int) string { return fmt.Sprintf("\t%s; Set a%d\n", prior(c), c) })
}

// prior gets the prior of class c, which may have a register for it.
func prior(c int) string {
	if c < registers {
		return fmt.Sprintf("Get p%d", c)
	}
	return fmt.Sprintf("Get base; I32WrapI64; F64Load $(block_prior+%d)", 8*c)
}

// Largest is the largest score.
func (f kernel) Largest() string { return f.chain("F64Max") }

// InOrder adds the scores one after the other.
func (f kernel) InOrder() string { return f.chain("F64Add") }

func (f kernel) chain(operation string) string {
	terms := strings.Split(f.Each("Get a%", "|"), "|")
	return terms[0] + "; " + strings.Join(terms[1:], "; "+operation+"; ") + "; " + operation
}

// Total adds the scores as Sum does.
func (f kernel) Total() string {
	terms := strings.Split(f.Each("Get a%", "|"), "|")
	for len(terms) > 1 {
		var next []string
		for n := 0; n+1 < len(terms); n += 2 {
			next = append(next, terms[n]+"; "+terms[n+1]+"; F64Add")
		}
		if len(terms)%2 == 1 {
			next = append(next, terms[len(terms)-1])
		}
		terms = next
	}
	return terms[0]
}

// Faint leaves a block if a score may be faint. It asks two at a time: none is much
// more than lift, so that their product is more than twice faint times lift unless
// one of them is faint.
func (f kernel) Faint() string {
	var b strings.Builder
	for c := 0; c < f.K; c += 2 {
		what, limit := fmt.Sprintf("Get a%d; Get a%d; F64Mul", c, c+1), "block_faint2"
		if c+1 == f.K {
			what, limit = fmt.Sprintf("Get a%d", c), "block_faint"
		}
		fmt.Fprintf(&b, "\t%s; Get base; I32WrapI64; F64Load $%s; F64Ge; I32Eqz; BrIf $0\n", what, limit)
	}
	return b.String()
}

const wasm = `// Code generated by internal/kernelgen; DO NOT EDIT.

#include "go_asm.h"
#include "textflag.h"

// The kernels for tasks of any number of labels, the same as those in Go but for
// what a jump costs: here it is one, where the compiler sends every jump through a
// table with all variables in hand.
//
// Addresses are those of the 32 bits that WebAssembly has, in registers of 64:
// row alone, which is used most, is in one of 32, that of a block to resume at.

#define base    R0  // of the block
#define table   R1
#define counts  R2
#define keys    R3
#define ends    R4  // where the end of a task's labels is written
#define last    R5  // what ends is after the last task
#define classes R6
#define sums    R7
#define mosts   R8
#define score   R9  // of one task
#define key     R10 // a task's first key
#define size    R11 // of its keys, in bytes
#define n       R12 // a key's place among them
#define prior   R13
#define shares  R14 // how many tasks each class counts for
#define left    R15 // classes
#define row     PC_B

#define a0 F16 // scores, then the posterior of a task
#define a1 F17
#define a2 F18
#define a3 F19
#define a4 F20
#define t0 F21 // the sum of posteriors
#define t1 F22
#define t2 F23
#define t3 F24
#define t4 F25
#define p0 F26 // the prior
#define p1 F27
#define p2 F28
#define p3 F29
#define most F30 // the score of the most probable class so far
#define s    F31 // the sum of scores
{{range .All}}
{{- with .Soft}}
// func ownSoft{{.K}}(b *block) (done int)
TEXT ·ownSoft{{.K}}(SB), NOSPLIT, $0-16
{{template "begin" .}}
{{template "score" .}}
	// if careful, leave the task when a score is below s·subnormal but not nothing
	Block
	Get base; I32WrapI64; I64Load $block_careful; I64Eqz; BrIf $0
	Block
{{.Faint}}	Br $1
	End
{{.Line "Get a%; Get s; Get base; I32WrapI64; F64Load $block_subnormal; F64Mul; F64Lt; If; ` +
	`Get a%; Get s; Get base; I32WrapI64; F64Load $block_subnormal; F64Mul; ` +
	`Get base; I32WrapI64; F64Load $block_nothing; F64Mul; F64Gt; BrIf $3; End"}}	End

	// divide and count
	F64Const $(1.0); Get s; F64Div; Set s
{{.Line "Get a%; Get s; F64Mul; Set a%"}}
{{- .Line "Get a%; Get t%; F64Add; Set t%"}}
{{- .Count}}
{{template "next" .}}
{{.Line "Get base; I32WrapI64; Get t%; F64Store $(block_total+%8)"}}
{{- template "return"}}
{{end}}
{{- with .Hard}}
// func ownHard{{.K}}(b *block) (done int)
TEXT ·ownHard{{.K}}(SB), NOSPLIT, $0-16
{{template "begin" .}}
{{template "score" .}}
	Get mosts; I32WrapI64; Get most; F64Store $0
	Get mosts; I64Const $8; I64Add; Set mosts
{{template "next" .}}
{{template "return"}}
{{end}}
{{- with .Posterior}}
// func ownPosterior{{.K}}(b *block)
TEXT ·ownPosterior{{.K}}(SB), NOSPLIT, $0-8
{{template "arrays" .}}
	Get base; I32WrapI64; I64Load $block_table; Set table
	Get base; I32WrapI64; I64Load $block_score; Set score
{{.Priors}}
{{template "tasks"}}
{{.Begin}}	Block
	Get size; I64Eqz; BrIf $0
{{.Multiply}}
	End
	Get sums; I32WrapI64; {{.Total}}; F64Store $0

	// divide by the largest and then by the sum, as share does
	{{.Largest}}; Set most
{{.Line "Get a%; Get most; F64Div; Set a%"}}	{{.InOrder}}; Set s
{{.Line "Get score; I32WrapI64; Get a%; Get s; F64Div; F64Store $%8"}}
{{- template "row" .}}
{{template "next" .}}
	RET
{{end}}
{{- with .Count}}
// func ownCount{{.K}}(b *block)
TEXT ·ownCount{{.K}}(SB), NOSPLIT, $0-8
{{template "arrays" .}}
	Get base; I32WrapI64; I64Load $block_counts; Set counts
	Get base; I32WrapI64; I64Load $block_score; Set score
{{.Line "Get base; I32WrapI64; F64Load $(block_total+%8); Set t%"}}
{{template "tasks"}}
{{.Line "Get score; I32WrapI64; F64Load $%8; Tee a%; Get t%; F64Add; Set t%"}}	Block
	Get size; I64Eqz; BrIf $0
{{.Count}}
	End
{{template "row" .}}
{{template "next" .}}
{{.Line "Get base; I32WrapI64; Get t%; F64Store $(block_total+%8)"}}	RET
{{end}}{{end}}
// For any number of classes: four at a time, and then one by one what is left.
{{template "general" .}}
{{- define "begin"}}{{template "arrays" .}}
	Get base; I32WrapI64; I64Load $block_table; Set table
	{{- if not .Hard}}
	Get base; I32WrapI64; I64Load $block_counts; Set counts{{end}}
	Get base; I32WrapI64; I64Load $block_score; Set score
{{.Priors}}
{{template "tasks"}}
	Get size; I64Eqz; BrIf $1
{{.Product}}
{{- end}}
{{- define "tasks"}}	Block
	Loop
	Get ends; Get last; I64GeU; BrIf $1
	Get keys; Get ends; I32WrapI64; I64Load32U $0; I64Const $2; I64Shl; I64Add
	Get key; I64Sub; Set size{{end}}
{{- define "row"}}	Get score; I64Const ${{.Bytes}}; I64Add; Set score{{end}}
{{- define "arrays"}}	MOVD b+0(FP), base
	Get base; I32WrapI64; I64Load $block_keys; Tee keys
	Get base; I32WrapI64; I64Load $block_from; I64Const $2; I64Shl; I64Add; Set key
	Get base; I32WrapI64; I64Load $block_ends; Tee ends
	Get base; I32WrapI64; I64Load $block_tasks; I64Const $2; I64Shl; I64Add; Set last
	Get base; I32WrapI64; I64Load $block_classes; Set classes
	Get base; I32WrapI64; I64Load $block_sums; Set sums
	{{- if .Hard}}
	Get base; I32WrapI64; I64Load $block_mosts; Set mosts{{end}}
{{- end}}
{{- define "score"}}
	// leave the task if it is vague or if another class's score is higher, as it can't
	// be where that of this class is half of all
{{.Line "Get score; I32WrapI64; Get a%; F64Store $%8"}}	Get sums; I32WrapI64; {{.Total}}; Tee s; F64Store $0
	Get score; I32WrapI64; {{template "most"}}
	Get most; Get most; F64Add; Get s; F64Lt
	If
{{.Line "Get a%; Get most; Get base; I32WrapI64; F64Load $block_tie; F64Mul; F64Gt; BrIf $2"}}	End
{{- end}}
{{- define "most"}}Get classes; I32WrapI64; I32Load16U $0; I32Const $3; I32Shl; I32Add; F64Load $0; Tee most
	Get base; I32WrapI64; F64Load $block_vague; F64Ge; I32Eqz; BrIf $1
{{- end}}
{{- define "next"}}
	Get key; Get size; I64Add; Set key
	Get ends; I64Const $4; I64Add; Set ends
	Get classes; I64Const $2; I64Add; Set classes
	Get sums; I64Const $8; I64Add; Set sums
	Br $0
	End
	End
{{end}}
{{- define "return"}}
	Get SP
	Get sums; Get base; I32WrapI64; I64Load $block_sums; I64Sub; I64Const $3; I64ShrU
	I64Store done+8(FP)
	RET
{{end}}`
