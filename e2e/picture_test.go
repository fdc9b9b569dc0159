package e2e

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// texts are those of an SVG, which must be sound XML.
func texts(t testing.TB, svg []byte) string {
	t.Helper()
	var all strings.Builder
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all.String()
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if text, ok := token.(xml.CharData); ok {
			all.WriteString(string(text) + " ")
		}
	}
}

// Charts are saved as self-contained pictures: in the light theme's colours, whatever the
// theme of the page.
func TestPictures(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.choose("#theme", "dark")
	v.drop("labels", write(t, "animals.csv", animals))
	v.fit("ds")
	save := func(within, kind string) []byte {
		t.Helper()
		name, content := v.download(within + " [data-save=" + kind + "]")
		if !strings.HasPrefix(name, "animals-ds-") || !strings.HasSuffix(name, "."+kind) {
			t.Errorf("the picture is called %s", name)
		}
		if dir := os.Getenv("PICTURES"); dir != "" { // for whoever wants to look at them
			os.WriteFile(dir+"/"+name, content, 0o644)
		}
		return content
	}

	look := func(within, says string) {
		t.Helper()
		svg := save(within, "svg")
		if got := strings.Join(strings.Fields(texts(t, svg)), " "); !strings.Contains(got, says) {
			t.Errorf("%s: the picture says %q, want %q in it", within, got, says)
		}
		if found := regexp.MustCompile(` class=| style=|var\(|light-dark|<script|href=`).Find(svg); found != nil {
			t.Errorf("%s: the picture has %s", within, found)
		}
		if !bytes.Contains(svg, []byte(`fill="rgb(255, 255, 255)"`)) || !bytes.Contains(svg, []byte(`"rgb(29, 95, 174)"`)) &&
			within != "#detail" {
			t.Errorf("%s: the colours are not those of the light theme:\n%.900s", within, svg)
		}
	}
	look(".charts figure:first-child", "Label distribution dog")
	v.turn("data")
	look(".overview figure:nth-child(5)", "is the most common of 2 classes")

	v.click("#about-answer summary")
	look("#trace", "Log-likelihood by step")
	picture, err := png.Decode(bytes.NewReader(save("#trace", "png")))
	if err != nil {
		t.Fatal(err)
	}
	b := picture.Bounds()
	accent := 0
	for y := range b.Dy() {
		for x := range b.Dx() {
			if r, g, b, _ := picture.At(x, y).RGBA(); r>>8 == 29 && g>>8 == 95 && b>>8 == 174 {
				accent++
			}
		}
	}
	if b.Dx() < 800 || accent < 500 {
		t.Errorf("got %v with %d pixels of the line", b, accent)
	}
	v.await("document.querySelector('#status').textContent.includes('.png is saved')")

	v.turn("workers")
	v.click("#workers-2")
	look("#detail", "Confusion matrix of eve")
}
