package files

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui/kit"
	"concord/core/api"
)

// described shows what was made of a file that describes tasks.
func (b *besideView) described() app.UI {
	o := b.Source.Opened
	if o == nil || o.Described == nil {
		return app.Div()
	}
	if b.Source.Role == api.RoleText {
		return b.texts(o)
	}
	return b.features(o)
}

// missingText says what becomes of labelled tasks that the file does not have.
func missingText(d *api.Described) string {
	if d.Without == 0 {
		return "covers every labelled task"
	}
	return format.Count(d.Without) + " missing: their labels alone decide"
}

func (b *besideView) features(o *api.Opened) app.UI {
	d := o.Described
	filled := "no missing cells"
	if d.Filled > 0 {
		filled = format.Plural(d.Filled, "missing cell") + " filled with the column mean"
	}
	locked := b.Running || b.Source.Reading != nil
	scale := "each standardised;  "
	known, fate := kit.Tile(format.Count(o.Known), "Tasks described", missingText(d)),
		kit.Tile(format.Count(d.Unlabelled), "Without labels", "tasks to be predicted")
	if b.Kind.Items {
		covers := "covers every item"
		if d.Without > 0 {
			covers = format.Count(d.Without) + " missing: they count as average"
		}
		scale, known, fate = "", kit.Tile(format.Count(o.Known), "Items described", covers), app.Div().Hidden(true)
	}
	return app.Div().ID("features-described").Body(
		app.Dl().Class("tiles").Body(
			known,
			kit.Tile(format.Count(d.Count), "Columns used", scale+filled),
			kit.Tile(format.Count(len(d.Left)), "Columns left out",
				kit.Either(len(d.Left) == 0, "every column is used", "listed below")),
			fate,
		),
		app.If(len(d.Leakage) > 0, func() app.UI {
			return app.Div().Class("columns-odd").Body(
				kit.Warning("Does a feature give away the answer? A method that learns from it will look better than it is."),
				columnTable("leaks", "Columns that look like the answer", "leave-out", "Exclude it", d.Leakage, locked),
			)
		}),
		app.If(len(d.Left) > 0, func() app.UI {
			return columnTable("left", "Columns that are left out", "feature", "Use it anyway", d.Left, locked)
		}),
		kit.Fold("beside-file", "Names of the columns used", app.P().Class("muted names").Text(namesText(d))),
	)
}

func namesText(d *api.Described) string {
	text := strings.Join(d.Used, ", ")
	if d.Count > len(d.Used) {
		text += " … and " + format.Count(d.Count-len(d.Used)) + " more"
	}
	return text
}

// maxOdd is how many columns are named in a table of them.
const maxOdd = 50

// columnTable lists columns with a reason to look at them, and a button that gives each of them a role.
func columnTable(id, title, role, does string, columns []api.LeftOut, locked bool) app.UI {
	var rows []app.UI
	for _, l := range columns[:min(len(columns), maxOdd)] {
		set := model.SetRole{Of: api.RoleFeatures, Column: l.Column, Role: role}
		button := kit.Button(fmt.Sprintf("%s-%d", id, l.Column), "small", "", does, set).Disabled(locked).Aria("label", does+": "+l.Name)
		rows = append(rows, kit.Row(kit.RowHead(l.Name), kit.Cell("It "+l.Why+".").Class("wraps"), app.Td().Body(kit.When(l.Keep, button))))
	}
	heading := title
	if len(columns) > maxOdd {
		heading += ", the first " + format.Count(maxOdd) + " of " + format.Count(len(columns))
	}
	return app.Div().Class("columns-odd").Body(
		app.H4().Text(heading),
		kit.FigureTable(id+"-columns", title, append(kit.Heads("Column", "Why"), kit.HiddenHead("Change")), rows),
	)
}

func (b *besideView) texts(o *api.Opened) app.UI {
	d := o.Described
	empty := "no text is empty"
	if d.Empty > 0 {
		empty = format.Plural(d.Empty, "text") + " without usable words"
	}
	return app.Div().ID("texts-described").Body(
		app.Dl().Class("tiles").Body(
			kit.Tile(format.Count(o.Known), "Tasks with a text", missingText(d)),
			kit.Tile(format.Count(d.Vocabulary), "Different words", kit.Either(b.words().Ngrams > 1, "and phrases, ", "")+"to learn from"),
			kit.Tile(format.Count(d.Words), "Words in all", empty),
			kit.Tile(format.Count(d.Unlabelled), "Without labels", "texts to be predicted"),
		),
		kit.When(d.Vocabulary == 0, kit.Warning("No words are left. Loosen the limits below.")),
		b.wordChoices(o),
		wordEffects(o),
		app.If(len(d.Common) > 0, func() app.UI {
			return app.P().Class("muted names").Text("Most common: " + strings.Join(d.Common, ", ") + ".")
		}),
	)
}

// words are how words are made of the texts.
func (b *besideView) words() (w api.Words) {
	if b.Source.Draft.Words != nil {
		w = *b.Source.Draft.Words
	}
	return w
}

// wordChoices ask how words are made of the texts.
func (b *besideView) wordChoices(o *api.Opened) app.UI {
	w, d := b.words(), o.Described
	locked := b.Running || b.Source.Reading != nil
	ask := func(what, title, value string, pairs ...string) app.UI {
		if !slices.Contains(pairs, value) {
			pairs = append(pairs, value, value)
		}
		id := "words-" + what
		return app.Div().Class("field").Body(
			app.Label().For(id).Class("field-label").Text(title),
			kit.Select(id, value, pairs, func(v string) model.Msg { return model.SetWords{What: what, Text: v} }).Disabled(locked),
		)
	}
	yesNo := func(on bool) string { return kit.Either(on, "yes", "no") }
	var fields []app.UI
	if !d.AsIs {
		languages := []string{"", "not set: words as they are"}
		for _, l := range d.Languages {
			languages = append(languages, l, kit.UpperFirst(l))
		}
		fields = append(fields, ask(files.WordsLanguage, "Language", w.Language, languages...))
		if w.Language != "" {
			fields = append(fields,
				ask(files.WordsStop, "Stop words (the, of, and)", yesNo(!w.KeepStop), "yes", "remove", "no", "keep"),
				ask(files.WordsStems, "Word endings (works, working)", yesNo(!w.KeepEndings), "yes", "remove: one word", "no", "keep: different words"))
		}
		fields = append(fields, ask(files.WordsMarkup, "HTML tags", yesNo(w.Markup), "yes", "remove", "no", "keep"))
	}
	if !d.Bags {
		lengths := []string{"1", "1 word (no phrases)"}
		for n := 2; n <= api.MostNgrams; n++ {
			lengths = append(lengths, strconv.Itoa(n), format.Count(n)+" words")
		}
		fields = append(fields, ask(files.WordsNgrams, "Phrases of up to", strconv.Itoa(max(w.Ngrams, 1)), lengths...))
	}
	share := 100
	if w.MaxShare > 0 {
		share = int(100*w.MaxShare + 0.5)
	}
	fields = append(fields,
		ask(files.WordsLeast, "Keep words found in", strconv.Itoa(max(w.MinDocuments, 1)),
			"1", "any text", "2", "2 texts or more", "3", "3 texts or more", "5", "5 texts or more",
			"10", "10 texts or more", "20", "20 texts or more", "50", "50 texts or more"),
		ask(files.WordsShare, "… and in at most", strconv.Itoa(share),
			"100", "all texts", "90", "90 % of the texts", "70", "70 % of the texts",
			"50", "half of the texts", "30", "30 % of the texts", "10", "10 % of the texts"),
		ask(files.WordsMost, "Vocabulary limit", strconv.Itoa(w.Vocabulary),
			"0", "no limit", "50000", "50,000", "20000", "20,000", "10000", "10,000", "5000", "5,000", "2000", "2,000", "1000", "1,000"),
	)
	note := app.UI(app.Div())
	if d.AsIs {
		note = kit.Muted("The file already lists words; they are used as they are." +
			kit.Either(d.Bags, " It doesn’t say which words are neighbours, so there are no phrases.", ""))
	}
	return app.Div().Body(app.H4().Text("Text processing"), note, app.Div().Class("params params-words").Body(fields...))
}

// wordEffects shows what each choice left.
func wordEffects(o *api.Opened) app.UI {
	if len(o.Words) == 0 {
		return app.Div()
	}
	var rows []app.UI
	most := 0
	for _, c := range o.Words {
		most = max(most, c.Vocabulary)
	}
	for i, c := range o.Words {
		dropped := "–"
		if i > 0 && c.Vocabulary <= o.Words[i-1].Vocabulary { // phrases come in
			dropped = format.Count(o.Words[i-1].Vocabulary - c.Vocabulary)
		}
		rows = append(rows, kit.BarRow(kit.RowHead(choiceText(i, c.Name)).Class("bar-name"), kit.Share(c.Vocabulary, most),
			format.Count(c.Vocabulary), dropped, format.Count(c.Words)))
	}
	heads := append([]app.UI{kit.Head("After").Class("bar-name"), kit.HiddenHead("Share")},
		kit.Heads("#Different words", "#Dropped", "#Words in all")...)
	return kit.Scroll("Vocabulary after each step",
		kit.Table("bars words-left", "words-left", "Vocabulary after each step", heads, rows))
}

// choiceText names a choice as a row of the table.
func choiceText(i int, name string) string {
	if i == 0 {
		return "As in the file"
	}
	switch {
	case strings.HasPrefix(name, "stop words"):
		return "Without stop words"
	case name == "stems":
		return "Without word endings"
	}
	return kit.UpperFirst(strings.Replace(name, "documents", "texts", 1))
}
