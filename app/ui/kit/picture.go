package kit

import (
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/chart"
	"concord/app/model"
)

// A chart is saved as it would look in the light theme, in a box of its own: its
// texts, its SVG elements and the grounds of its cells, each with its colours
// written out, so that the picture needs no style sheet.

// saveChart offers the picture of the figure that it stands in. name becomes a
// part of the file's.
func SaveButtons(name string) app.UI {
	button := func(kind, text string) app.UI {
		return app.Button().Type("button").Class("button button-small button-quiet").DataSet("save", kind).DataSet("name", name).
			Aria("label", "Save this chart as "+text).OnClick(saveClicked).Text(text)
	}
	return app.Div().Class("chart-save").Body(
		app.Span().Aria("hidden", "true").Text("Save as"), button("svg", "SVG"), button("png", "PNG"),
	)
}

// pictureScale is how many pixels of a PNG a unit of the picture is wide.
const pictureScale = 2

// saveClicked saves the picture of the figure around the button.
func saveClicked(ctx app.Context, e app.Event) {
	defer func() {
		if recover() != nil { // an old browser lacks something
			Send(ctx, model.Pictured{})
		}
	}()
	button := ctx.JSSrc()
	figure := button.Call("closest", "figure")
	if !figure.Truthy() {
		return
	}
	kind := button.Get("dataset").Get("save").String()
	stem := app.Window().GetElementByID("app").Get("dataset").Get("stem").String()
	day := app.Window().Get("Date").New().Call("toISOString").String()[:10]
	name := stem + "-" + day + "-" + button.Get("dataset").Get("name").String() + "." + kind
	p := newPicture(figure)
	text := app.Window().Get("XMLSerializer").New().Call("serializeToString", p.root).String()
	blob := app.Window().Get("Blob").New([]any{text}, map[string]any{"type": "image/svg+xml"})
	if kind == "svg" {
		saveBlob(ctx, name, blob)
		return
	}
	rasterise(ctx, blob, p.w, p.h, func(png app.Value) { saveBlob(ctx, name, png) })
}

// rasterise draws an SVG and hands over a PNG of it.
func rasterise(ctx app.Context, svg app.Value, w, h float64, done func(png app.Value)) {
	urls := app.Window().Get("URL")
	url := urls.Call("createObjectURL", svg)
	image := app.Window().Get("Image").New()
	var loaded, failed, drawn app.Func
	end := func(png app.Value) {
		urls.Call("revokeObjectURL", url)
		loaded.Release()
		failed.Release()
		if drawn != nil {
			drawn.Release()
		}
		if png == nil || !png.Truthy() {
			Send(ctx, model.Pictured{})
			return
		}
		done(png)
	}
	loaded = app.FuncOf(func(app.Value, []app.Value) any {
		canvas := app.Window().Get("document").Call("createElement", "canvas")
		canvas.Set("width", math.Ceil(w*pictureScale))
		canvas.Set("height", math.Ceil(h*pictureScale))
		brush := canvas.Call("getContext", "2d")
		brush.Call("scale", pictureScale, pictureScale)
		brush.Call("drawImage", image, 0, 0, w, h)
		drawn = app.FuncOf(func(_ app.Value, args []app.Value) any {
			end(args[0])
			return nil
		})
		canvas.Call("toBlob", drawn, "image/png")
		return nil
	})
	failed = app.FuncOf(func(app.Value, []app.Value) any {
		end(nil)
		return nil
	})
	image.Set("onload", loaded)
	image.Set("onerror", failed)
	image.Set("src", url)
}

// saveBlob offers a Blob to the user as a download.
func saveBlob(ctx app.Context, name string, blob app.Value) {
	urls := app.Window().Get("URL")
	url := urls.Call("createObjectURL", blob)
	a := app.Window().Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	var later app.Func
	later = app.FuncOf(func(app.Value, []app.Value) any { // some browsers read the URL only after a while
		urls.Call("revokeObjectURL", url)
		later.Release()
		return nil
	})
	app.Window().Call("setTimeout", later, 60_000)
	Send(ctx, model.Pictured{Name: name})
}

// picture is an SVG in the making.
type picture struct {
	root      app.Value
	w, h      float64
	left, top float64 // of its box in the window
}

const pictureMargin = 16

// newPicture draws what a figure shows.
func newPicture(figure app.Value) *picture {
	document := app.Window().Get("document")
	host := document.Call("createElement", "div") // laid out beside the window, in the light theme
	host.Call("setAttribute", "data-picture", "")
	copied := figure.Call("cloneNode", true)
	if caption := copied.Call("querySelector", "figcaption.hidden"); caption.Truthy() {
		caption.Set("className", "card-title") // the page needs it for the ear only, a picture for the eye too
	}
	for _, selector := range []string{".chart-save", ".hidden", ".icon", "details", "[hidden]"} {
		all := copied.Call("querySelectorAll", selector)
		for i := range all.Length() {
			all.Index(i).Call("remove")
		}
	}
	host.Call("appendChild", copied)
	document.Get("body").Call("appendChild", host)
	defer host.Call("remove")

	box := copied.Call("getBoundingClientRect")
	p := &picture{
		w:    math.Ceil(max(box.Get("width").Float(), copied.Get("scrollWidth").Float())) + 2*pictureMargin,
		h:    math.Ceil(box.Get("height").Float()) + 2*pictureMargin,
		left: box.Get("left").Float() - pictureMargin, top: box.Get("top").Float() - pictureMargin,
	}
	ground := style(host)
	p.root = element("svg", "xmlns", svgNamespace, "width", chart.Attr(p.w), "height", chart.Attr(p.h),
		"viewBox", "0 0 "+chart.Attr(p.w)+" "+chart.Attr(p.h), "font-family", ground("font-family"))
	title := element("title")
	if caption := figure.Call("querySelector", "figcaption"); caption.Truthy() {
		title.Set("textContent", caption.Get("textContent"))
	}
	p.root.Call("appendChild", title)
	p.root.Call("appendChild", element("rect", "width", chart.Attr(p.w), "height", chart.Attr(p.h), "fill", ground("background-color")))
	p.walk(copied)
	return p
}

// element makes an SVG element of a document that nobody sees.
func element(tag string, attributes ...string) app.Value {
	e := app.Window().Get("document").Call("createElementNS", svgNamespace, tag)
	for i := 0; i < len(attributes); i += 2 {
		e.Call("setAttribute", attributes[i], attributes[i+1])
	}
	return e
}

// style returns what an element's properties come to.
func style(e app.Value) func(name string) string {
	computed := app.Window().Call("getComputedStyle", e)
	return func(name string) string { return computed.Call("getPropertyValue", name).String() }
}

// walk draws what is within a node.
func (p *picture) walk(node app.Value) {
	const isElement, isText = 1, 3
	children := node.Get("childNodes")
	for i := range children.Length() {
		child := children.Index(i)
		switch child.Get("nodeType").Int() {
		case isText:
			p.text(node, child)
		case isElement:
			if child.Get("namespaceURI").String() == svgNamespace {
				p.drawing(child)
				continue
			}
			p.ground(child)
			p.walk(child)
		}
	}
}

// ground draws the ground of an element that has one.
func (p *picture) ground(e app.Value) {
	of := style(e)
	colour := of("background-color")
	if colour == "transparent" || strings.HasPrefix(colour, "rgba(0, 0, 0, 0") {
		return
	}
	box := e.Call("getBoundingClientRect")
	p.root.Call("appendChild", element("rect",
		"x", chart.Attr(box.Get("left").Float()-p.left), "y", chart.Attr(box.Get("top").Float()-p.top),
		"width", chart.Attr(box.Get("width").Float()), "height", chart.Attr(box.Get("height").Float()),
		"rx", strings.TrimSuffix(of("border-top-left-radius"), "px"), "fill", colour))
}

// text draws a text line by line: words at the same height are one line.
func (p *picture) text(parent, node app.Value) {
	text := []rune(node.Get("data").String())
	if strings.TrimSpace(string(text)) == "" {
		return
	}
	of := style(parent)
	size := 16.0
	if x := app.Window().Call("parseFloat", of("font-size")); x.Truthy() {
		size = x.Float()
	}
	span := app.Window().Get("document").Call("createRange")
	line, top, left := "", math.Inf(-1), 0.0
	flush := func() {
		if line == "" {
			return
		}
		t := element("text", "x", chart.Attr(left-p.left), "y", chart.Attr(top-p.top+0.36*size), "fill", of("color"),
			"font-size", chart.Attr(size), "font-weight", of("font-weight"), "font-style", of("font-style"))
		t.Set("textContent", line)
		p.root.Call("appendChild", t)
		line = ""
	}
	units := 0 // JavaScript counts in UTF-16
	for from := 0; from < len(text); {
		to, wide := from, 0
		for to < len(text) && text[to] != ' ' && text[to] != '\n' {
			wide += utf16Units(text[to])
			to++
		}
		if to > from {
			span.Call("setStart", node, units)
			span.Call("setEnd", node, units+wide)
			box := span.Call("getBoundingClientRect")
			middle := box.Get("top").Float() + box.Get("height").Float()/2
			if math.Abs(middle-top) > size/2 {
				flush()
				top, left = middle, box.Get("left").Float()
			}
			if line != "" {
				line += " "
			}
			line += string(text[from:to])
		}
		units += wide + 1 // the space
		from = to + 1
	}
	flush()
}

func utf16Units(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// looks are the properties that say what a shape, or a text, looks like.
var (
	shapeLooks = []string{"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity"}
	textLooks  = []string{"fill", "stroke", "stroke-width", "paint-order", "font-size", "font-weight", "font-style", "text-anchor"}
)

// drawing copies an SVG element that stands in the figure.
func (p *picture) drawing(svg app.Value) {
	copied := svg.Call("cloneNode", true)
	write := func(from, to app.Value) {
		looks := shapeLooks
		switch from.Get("tagName").String() {
		case "svg", "defs", "title", "desc", "g":
			looks = nil
		case "text":
			looks = textLooks
		}
		if looks != nil {
			of := style(from)
			for _, name := range looks {
				to.Call("setAttribute", name, strings.ReplaceAll(of(name), `"`, ""))
			}
		}
		for _, name := range []string{"class", "tabindex", "role", "aria-label", "aria-hidden"} {
			to.Call("removeAttribute", name)
		}
	}
	before, after := svg.Call("querySelectorAll", "*"), copied.Call("querySelectorAll", "*")
	write(svg, copied)
	for i := range before.Length() {
		write(before.Index(i), after.Index(i))
	}
	box := svg.Call("getBoundingClientRect")
	for _, x := range []struct {
		name string
		at   float64
	}{
		{"x", box.Get("left").Float() - p.left}, {"y", box.Get("top").Float() - p.top},
		{"width", box.Get("width").Float()}, {"height", box.Get("height").Float()},
	} {
		copied.Call("setAttribute", x.name, chart.Attr(x.at))
	}
	p.root.Call("appendChild", copied)
}
