// Package tex turns the part of TeX that the documents use into MathML, which browsers draw without a script. The documents on a forge
// show the TeX itself. A command it doesn't know is an error.
package tex

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Block returns a formula that stands by itself, Inline one within a line.
func Block(tex string) (string, error) { return math(tex, ` display="block"`) }

// Inline is Block for a formula within a line.
func Inline(tex string) (string, error) { return math(tex, "") }

func math(tex, attributes string) (string, error) {
	p := parser{rest: tex}
	body, err := p.row("")
	if err == nil && p.rest != "" {
		err = fmt.Errorf("%q stands where nothing opens it", p.rest)
	}
	if err != nil {
		return "", fmt.Errorf("TeX %q: %w", tex, err)
	}
	return "<math" + attributes + ">" + body + "</math>", nil
}

// parser reads TeX from the left.
type parser struct{ rest string }

// row reads until end, which it takes off, or to the end of the text if that is empty.
func (p *parser) row(end string) (string, error) {
	var b strings.Builder
	n := 0
	for {
		p.rest = strings.TrimLeft(p.rest, " ")
		switch {
		case p.rest == "" && end != "":
			return "", fmt.Errorf("%q is missing", end)
		case p.rest == "" || end == "" && strings.HasPrefix(p.rest, "}"):
			return one(b.String(), n), nil
		case end != "" && strings.HasPrefix(p.rest, end):
			p.rest = p.rest[len(end):]
			return one(b.String(), n), nil
		}
		item, err := p.scripted()
		if err != nil {
			return "", err
		}
		b.WriteString(item)
		n++
	}
}

// one makes a single element of n of them.
func one(items string, n int) string {
	if n == 1 {
		return items
	}
	return "<mrow>" + items + "</mrow>"
}

// scripted reads an atom with what is below and above it.
func (p *parser) scripted() (string, error) {
	atom, how, err := p.atom()
	if err != nil {
		return "", err
	}
	var low, high string
	for {
		p.rest = strings.TrimLeft(p.rest, " ")
		switch {
		case strings.HasPrefix(p.rest, "_") && low == "":
			low, err = p.argument(1)
		case strings.HasPrefix(p.rest, "^") && high == "":
			high, err = p.argument(1)
		case strings.HasPrefix(p.rest, "'") && high == "":
			high, p.rest = "<mo>′</mo>", p.rest[1:]
		default:
			return script(atom, low, high, how) + p.apart(how), nil
		}
		if err != nil {
			return "", err
		}
	}
}

// kind is how an atom takes its scripts.
type kind int

const (
	common   kind = iota
	limits        // below and above it
	function      // beside it, and what it applies to follows
	extremum      // below it, likewise
)

// apart is the space after the name of a function that applies to what is not in brackets.
func (p *parser) apart(how kind) string {
	if how != function && how != extremum || p.rest == "" || strings.ContainsAny(p.rest[:1], "([") || strings.HasPrefix(p.rest, `\left`) {
		return ""
	}
	return `<mspace width="0.17em"></mspace>`
}

func script(atom, low, high string, how kind) string {
	apply := ""
	if how == function || how == extremum {
		apply = "<mo>&#x2061;</mo>"
	}
	under, over, both := "msub", "msup", "msubsup"
	if how == limits || how == extremum {
		under, over, both = "munder", "mover", "munderover"
	}
	switch {
	case low != "" && high != "":
		atom = element(both, atom+low+high)
	case low != "":
		atom = element(under, atom+low)
	case high != "":
		atom = element(over, atom+high)
	}
	return atom + apply
}

func element(name, body string) string { return "<" + name + ">" + body + "</" + name + ">" }

// argument skips so many bytes and reads a group or a single atom.
func (p *parser) argument(skip int) (string, error) {
	p.rest = strings.TrimLeft(p.rest[skip:], " ")
	if strings.HasPrefix(p.rest, "{") {
		p.rest = p.rest[1:]
		return p.row("}")
	}
	atom, _, err := p.atom()
	return atom, err
}

// words reads a group as a text.
func (p *parser) words() (string, error) {
	rest, opened := strings.CutPrefix(p.rest, "{")
	text, rest, closed := strings.Cut(rest, "}")
	if !opened || !closed {
		return "", fmt.Errorf("a text in braces is missing")
	}
	p.rest = rest
	return text, nil
}

// atom reads one.
func (p *parser) atom() (atom string, how kind, err error) {
	if p.rest == "" {
		return "", common, fmt.Errorf("it ends too early")
	}
	r, size := utf8.DecodeRuneInString(p.rest)
	switch {
	case r == '{':
		atom, err = p.argument(0)
		return atom, common, err
	case r == '\\':
		return p.command()
	case unicode.IsDigit(r) || r == '.' && len(p.rest) > 1 && unicode.IsDigit(rune(p.rest[1])):
		end := strings.IndexFunc(p.rest, func(r rune) bool { return r != '.' && !unicode.IsDigit(r) })
		if end < 0 {
			end = len(p.rest)
		}
		atom, p.rest = element("mn", p.rest[:end]), p.rest[end:]
		return atom, common, nil
	case unicode.IsLetter(r):
		p.rest = p.rest[size:]
		return element("mi", string(r)), common, nil
	case strings.ContainsRune("}_^&$#%~", r):
		return "", common, fmt.Errorf("%q has no place there", r)
	}
	p.rest = p.rest[size:]
	return operator(string(r)), common, nil
}

// operator is a sign; brackets stay as high as the line.
func operator(sign string) string {
	switch {
	case strings.Contains("()[]|‖", sign):
		return `<mo stretchy="false">` + sign + "</mo>"
	case sign == "-":
		sign = "−"
	}
	return element("mo", html.EscapeString(sign))
}

// What commands stand for.
var (
	letters = map[string]string{
		"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "varepsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ",
		"mu": "μ", "nu": "ν",
		"xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "varphi": "φ", "chi": "χ", "omega": "ω", "Phi": "Φ", "Psi": "Ψ", "Delta": "Δ",
		"infty": "∞", "top": "⊤",
	}
	signs = map[string]string{
		"sim": "∼", "mid": "∣", "propto": "∝", "leftarrow": "←", "to": "→", "neq": "≠", "leq": "≤", "geq": "≥", "approx": "≈", "pm": "±",
		"cdot":   "⋅",
		"otimes": "⊗", "Rightarrow": "⇒", "in": "∈", "lVert": "‖", "rVert": "‖", "{": "{", "}": "}", "dots": "…", "times": "×",
	}
	functions = map[string]bool{"log": true, "exp": true, "arg": true}
	accents   = map[string]string{"hat": "^", "bar": "¯", "tilde": "~"}
	spaces    = map[string]string{"quad": "1em", ",": "0.17em", ";": "0.28em"}
)

// command reads a command.
func (p *parser) command() (atom string, how kind, err error) {
	rest := p.rest[1:]
	end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
	switch {
	case end < 0:
		end = len(rest)
	case end == 0: // a sign
		end = 1
	}
	if rest == "" {
		return "", common, fmt.Errorf(`it ends in \`)
	}
	name := rest[:end]
	p.rest = strings.TrimLeft(rest[end:], " ")
	switch {
	case letters[name] != "":
		return element("mi", letters[name]), common, nil
	case signs[name] != "":
		return operator(signs[name]), common, nil
	case functions[name]:
		return element("mi", name), function, nil
	case name == "max" || name == "min":
		return element("mi", name), extremum, nil
	case spaces[name] != "":
		return `<mspace width="` + spaces[name] + `"></mspace>`, common, nil
	case name == "sum":
		return "<mo>∑</mo>", limits, nil
	case name == "prod":
		return "<mo>∏</mo>", limits, nil
	case accents[name] != "":
		body, err := p.argument(0)
		return `<mover accent="true">` + body + "<mo>" + accents[name] + "</mo></mover>", common, err
	}
	switch name {
	case "frac":
		above, err := p.argument(0)
		if err != nil {
			return "", common, err
		}
		below, err := p.argument(0)
		return element("mfrac", above+below), common, err
	case "sqrt":
		body, err := p.argument(0)
		return element("msqrt", body), common, err
	case "text", "operatorname", "mathcal":
		words, err := p.words()
		switch name {
		case "text":
			return element("mtext", strings.ReplaceAll(html.EscapeString(words), " ", "&nbsp;")), common, err
		case "mathcal": // capital letters of the mathematical alphabet
			for _, r := range words {
				atom += string(r - 'A' + '𝒜')
			}
			return element("mi", atom), common, err
		}
		return `<mi mathvariant="normal">` + html.EscapeString(words) + "</mi>", function, err
	case "left":
		return p.between()
	}
	return "", common, fmt.Errorf(`\%s is not known`, name)
}

// between reads what \left and \right enclose: brackets as high as what is between them.
func (p *parser) between() (string, kind, error) {
	if p.rest == "" {
		return "", common, fmt.Errorf(`nothing follows \left`)
	}
	open := p.rest[:1]
	p.rest = p.rest[1:]
	body, err := p.row(`\right`)
	if err == nil && p.rest == "" {
		err = fmt.Errorf(`nothing follows \right`)
	}
	if err != nil {
		return "", common, err
	}
	shut := p.rest[:1]
	p.rest = p.rest[1:]
	return "<mrow><mo>" + open + "</mo>" + body + "<mo>" + shut + "</mo></mrow>", common, nil
}
