package kernelgen

// Both kinds of kernels for any number of classes, in WebAssembly.
var generals = []kernel{{Kind: "soft"}, {Kind: "hard"}}

// groups are some classes that go through a task's labels together, so that what they
// gather stays in registers: four at a time, and then one at a time what is left.
var groups = []kernel{{K: 4}, {K: 1}}

const generalText = `
{{- define "general"}}
{{- range $f := .Kinds}}
// func own{{if .Hard}}Hard{{else}}Soft{{end}}Any(b *generalBlock) (done int)
TEXT ·own{{if .Hard}}Hard{{else}}Soft{{end}}Any(SB), NOSPLIT, $0-16
{{template "arrays" .}}
{{template "tasks"}}

	Get base; I32WrapI64; I64Load $block_table; Set table
	Get base; I32WrapI64; I64Load $generalBlock_priors; Set prior
	{{template "classes"}}
	F64Const $(0.0); Set s
{{range $.Groups}}	Block
	Loop
	Get left; I64Const ${{.K}}; I64LtU; BrIf $1
{{.Line "Get prior; I32WrapI64; F64Load $%8; Set a%"}}	Block
	Get size; I64Eqz; BrIf $0
{{.Multiply}}
	End
{{.Line "Get score; I32WrapI64; Get a%; F64Store $%8"}}	Get s; {{.Total}}; F64Add; Set s
	Get table; I64Const ${{.Bytes}}; I64Add; Set table
	Get prior; I64Const ${{.Bytes}}; I64Add; Set prior
	{{template "forward" .}}
	Br $0
	End
	End
{{end}}
	Get sums; I32WrapI64; Get s; F64Store $0
	Get base; I32WrapI64; I64Load $block_score; I32WrapI64; {{template "most"}}
	Get most; Get most; F64Add; Get s; F64Lt
	If
	{{template "classes"}}
	Loop
	Get score; I32WrapI64; F64Load $0; Get most; Get base; I32WrapI64; F64Load $block_tie; F64Mul; F64Gt; BrIf $3
	{{template "forward" index $.Groups 1}}
	Get left; I64Eqz; I32Eqz; BrIf $0
	End
	End
{{if .Hard}}
	Get mosts; I32WrapI64; Get most; F64Store $0
	Get mosts; I64Const $8; I64Add; Set mosts
{{else}}
	Block
	Get base; I32WrapI64; I64Load $block_careful; I64Eqz; BrIf $0
	{{template "classes"}}
	Loop
	Get score; I32WrapI64; F64Load $0; Tee a0; Get s; Get base; I32WrapI64; F64Load $block_subnormal; F64Mul; F64Lt
	If
	Get a0; Get s; Get base; I32WrapI64; F64Load $block_subnormal; F64Mul; Get base; I32WrapI64; F64Load $block_nothing; F64Mul; F64Gt; BrIf $4
	End
	{{template "forward" index $.Groups 1}}
	Get left; I64Eqz; I32Eqz; BrIf $0
	End
	End

	F64Const $(1.0); Get s; F64Div; Set s
	Get base; I32WrapI64; I64Load $block_counts; Set counts
	Get base; I32WrapI64; I64Load $generalBlock_shares; Set shares
	{{template "classes"}}
{{range $.Groups}}	Block
	Loop
	Get left; I64Const ${{.K}}; I64LtU; BrIf $1
{{.Line "Get score; I32WrapI64; F64Load $%8; Get s; F64Mul; Set a%"}}	Block
	Get size; I64Eqz; BrIf $0
{{.Count}}
	End
{{.Line "Get shares; I32WrapI64; Get a%; Get shares; I32WrapI64; F64Load $%8; F64Add; F64Store $%8"}}` +
	`	Get counts; I64Const ${{.Bytes}}; I64Add; Set counts
	Get shares; I64Const ${{.Bytes}}; I64Add; Set shares
	{{template "forward" .}}
	Br $0
	End
	End
{{end}}{{end}}
{{template "next" .}}
{{template "return"}}
{{end}}{{end}}

{{- define "classes"}}Get base; I32WrapI64; I64Load $block_score; Set score
	Get base; I32WrapI64; I64Load $generalBlock_k; Set left{{end}}
{{- define "forward"}}Get score; I64Const ${{.Bytes}}; I64Add; Set score
	Get left; I64Const ${{.K}}; I64Sub; Set left{{end}}`
