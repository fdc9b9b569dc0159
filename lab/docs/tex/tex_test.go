package tex

import (
	"strings"
	"testing"
)

func TestBlock(t *testing.T) {
	for tex, want := range map[string]string{
		`x`:                    `<mi>x</mi>`,
		`12`:                   `<mn>12</mn>`,
		`q_{ik}`:               `<msub><mi>q</mi><mrow><mi>i</mi><mi>k</mi></mrow></msub>`,
		`x^2_i`:                `<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`,
		`l'`:                   `<msup><mi>l</mi><mo>′</mo></msup>`,
		`\frac{1}{N}`:          `<mfrac><mn>1</mn><mi>N</mi></mfrac>`,
		`\sum_j w_j`:           `<mrow><munder><mo>∑</mo><mi>j</mi></munder><msub><mi>w</mi><mi>j</mi></msub></mrow>`,
		`a < b`:                `<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>`,
		`\hat z_i`:             `<msub><mover accent="true"><mi>z</mi><mo>^</mo></mover><mi>i</mi></msub>`,
		`\operatorname{Dir} x`: `<mrow><mi mathvariant="normal">Dir</mi><mo>&#x2061;</mo><mspace width="0.17em"></mspace><mi>x</mi></mrow>`,
		`\left(x\right)`:       `<mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>`,
		`\mathcal{N}`:          `<mi>𝒩</mi>`,
	} {
		got, err := Block(tex)
		if want := `<math display="block">` + want + "</math>"; err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", tex, got, err, want)
		}
	}
}

// What is no TeX, or TeX beyond what is known, is said.
func TestErrors(t *testing.T) {
	for tex, want := range map[string]string{
		`\begin{x}`: `\begin is not known`, `x_`: "too early", `{x`: `"}" is missing`, `x}`: "nothing opens it", `\frac{1}`: "too early",
		`\left(x`: "is missing", `\text x`: "in braces", `x & y`: "has no place", `\`: `ends in \`,
	} {
		if got, err := Block(tex); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %s, %v, want an error about %s", tex, got, err, want)
		}
	}
}
