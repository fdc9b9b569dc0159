package api

import (
	"slices"
	"strconv"
	"strings"
)

// Option is a choice of how a file is read. It is declared here, and nowhere else: the shell makes its flag of this, the page its control
// (but for words of texts, which have a form of their own there).
type Option struct {
	Name   string // tells options apart
	Of     string // the role of the files that have it; empty: any
	Flag   string // of the shell; empty: it has none
	FlagOf string // the role of the files that the flag is about; empty: Of
	Usage  string // of the flag
	Asks   bool   // the flag says yes or no, since either may be detected
	Usual  string // what the flag calls the zero value; empty: it may not
	First  bool   // nothing of the file can be told before …
	Shapes bool   // … or the columns depend on it: the shell looks at the file with it first
	Keeps  string // the issue that is settled once the flag is given
	Title  string // of its control on the page; empty: the page has none
	Help   string // below the control
	Seldom bool   // it is among the options that few want
	Values []OptionValue

	Applies func(*Choices) bool // whether a file that is read so has it; nil: always
	Spelt   func(string) string // what a person means by a text; nil: the text itself
	Field   func(*Choices) any  // a pointer to a bool, int, float64, string, []string or []Condition
}

// OptionValue is one of the values of an option.
type OptionValue struct{ Name, Title, Help string }

// Options returns all choices that are one value each, in the order in which the page has them.
func Options() []Option {
	words := func(field func(*Words) any) func(*Choices) any {
		return func(c *Choices) any {
			if c.Words == nil {
				c.Words = &Words{}
			}
			return field(c.Words)
		}
	}
	return []Option{
		{Name: "sheet", Flag: "sheet", FlagOf: RoleLabels, First: true, Title: "Sheet",
			Usage: "of a workbook, the `NAME` of the sheet with the labels (default: the first that looks like labels)",
			Field: func(c *Choices) any { return &c.Sheet }},
		{Name: "delimiter", Flag: "delimiter", FlagOf: RoleLabels, Shapes: true, Title: "Delimiter",
			Usage: "the `CHARACTER`, or the few, between cells; tab, space, comma, semicolon and bar are names of such (default: as detected)",
			Values: []OptionValue{{Name: ",", Title: "comma"}, {Name: ";", Title: "semicolon"}, {Name: "\t", Title: "tab"},
				{Name: "|", Title: "bar"}, {Name: " ", Title: "space"}},
			Spelt: Delimiter, Field: func(c *Choices) any { return &c.Delimiter }},
		{Name: "header", Flag: "header", FlagOf: RoleLabels, Asks: true, Shapes: true, Title: "First row is a header",
			Usage: "whether the first row names the columns, `yes or no` (default: as detected)",
			Field: func(c *Choices) any { return &c.Header }},
		{Name: "layout", Of: RoleLabels, Flag: "layout", Shapes: true, Title: "Each row is",
			Usage: "how the table is laid out, a `NAME`: rows (a row for each answer), items (a row for each task, a column for each worker), " +
				"people (a row for each worker, a column for each task) or counts (how often each label was given) (default: as detected)",
			Values: []OptionValue{{LayoutRows, "one answer", "task, worker, label"}, {LayoutItems, "an item", "people are columns"},
				{LayoutPeople, "a person", "items are columns"}, {LayoutCounts, "an item, counted", "how often each label was given"}},
			Field: func(c *Choices) any { return &c.TableLayout }},
		{Name: "question", Of: RoleLabels, Flag: "question", Shapes: true, Title: "Question",
			Usage: "of a file with answers to several questions, the `NAME` of the one to read, or all to do it with each of them in turn",
			Field: func(c *Choices) any { return &c.Question }},
		{Name: "where", Of: RoleLabels, Flag: "where", Shapes: true, Title: "Only rows with",
			Usage: "read only rows with a value in a column, `COL=VALUE`; may be repeated: other columns narrow it down, other values of " +
				"the same column add to it",
			Help:  "Write column=value. Other columns narrow it down; other values of the same column add to it.",
			Field: func(c *Choices) any { return &c.Where }},
		{Name: "numeric", Of: RoleLabels, Flag: "numeric", Asks: true, Keeps: IssueScale,
			Usage: "whether labels are numbers on a scale, `yes or no` (default: as detected)",
			Field: func(c *Choices) any { return &c.Numeric }},
		{Name: "reversed", Of: RoleLabels, Flag: "reversed", Title: "The other way round",
			Usage:   "read comparisons the other way round: of a ranking the last is the best, of numbers the other end means the left item",
			Help:    "Of a ranking the last is the best; of numbers the other end means the left item.",
			Applies: func(c *Choices) bool { return c.Compares() },
			Field:   func(c *Choices) any { return &c.Reversed }},
		{Name: "style", Of: RoleLabels, Flag: "style", Shapes: true, Title: "Correct for length and format",
			Usage: "of comparisons of answers, let their length and format explain votes too: columns such as len_a and len_b, or else the " +
				"texts of the answers",
			Help:    "A longer answer may win for its length alone. This tells that apart from how good the item is.",
			Applies: func(c *Choices) bool { return c.Style || c.Lengths != nil },
			Field:   func(c *Choices) any { return &c.Style }},
		{Name: "separator", Title: "Separator within a cell",
			Values: []OptionValue{{Title: "none: one row per label"}, {Name: "|", Title: "bar: a|b"}, {Name: ";", Title: "semicolon: a;b"},
				{Name: ",", Title: "comma: a,b"}, {Name: " ", Title: "space: a b"}, {Name: "/", Title: "slash: a/b"}},
			Field: func(c *Choices) any { return &c.Separator }},
		{Name: "by-file", Of: RoleLabels, Title: "Each file is one worker", Field: func(c *Choices) any { return &c.ByFile },
			Applies: func(c *Choices) bool { return len(c.Files) > 1 }},
		{Name: "anonymous", Of: RoleLabels, Flag: "anonymous", Title: "Workers are unknown",
			Usage:   "no column says who gave a label: take each row as another worker's, for a majority vote and figures of agreement",
			Applies: func(c *Choices) bool { return c.Anonymous },
			Field:   func(c *Choices) any { return &c.Anonymous }},
		{Name: "human", Of: RoleLabels, Flag: "human", Keeps: IssueHuman, Title: "Whose labels are the truth", Seldom: true,
			Usage:   "the `WORKER` whose labels are the truth of the tasks that it labelled, as of a person beside models that judge",
			Help:    "The name of a worker, such as a person beside models that judge.",
			Applies: func(c *Choices) bool { return c.Human != "" || slices.Contains(c.Roles, "worker") },
			Field:   func(c *Choices) any { return &c.Human }},
		{Name: "drop", Of: RoleLabels, Flag: "drop", Title: "Exclude labels",
			Usage:   "leave out labels that the platform itself holds to be worthless: rejected assignments, tainted workers",
			Applies: func(c *Choices) bool { return c.Doubtful != "" },
			Field:   func(c *Choices) any { return &c.Drop }},
		{Name: "again", Of: RoleLabels, Flag: "again", Usual: "all", Keeps: IssueAgain, Title: "If a worker labels a task twice, count",
			Usage: "which labels count of a worker who labels a task again, `WHICH`: all, first, last or majority " +
				"(the one given most often; of numbers the mean)",
			Values: []OptionValue{{Title: "all of them"}, {Name: AgainFirst, Title: "the first"}, {Name: AgainLast, Title: "the last"},
				{Name: AgainMajority, Title: "the one given most often"}},
			Field: func(c *Choices) any { return &c.Again }},
		{Name: "encoding", Flag: "encoding", FlagOf: RoleLabels, Shapes: true, Keeps: IssueEncoding, Title: "Encoding", Seldom: true,
			Usage:   "the `NAME` of the encoding: utf-8, utf-16le, utf-16be, windows-1252, windows-1251 (default: as detected)",
			Values:  encodings(),
			Applies: func(c *Choices) bool { return c.Sheets == nil && EncodingTitle(c.Encoding) != "" },
			Field:   func(c *Choices) any { return &c.Encoding }},
		{Name: "header-line", Flag: "header-line", FlagOf: RoleLabels, First: true, Title: "The table starts on line", Seldom: true,
			Usage:   "the `LINE` of the file that names the columns, where a title stands above it (default: as detected)",
			Applies: func(c *Choices) bool { return c.Delimiter != "" || c.Sheets != nil },
			Field:   func(c *Choices) any { return &c.HeaderLine }},
		{Name: "as-is", Flag: "as-is", FlagOf: RoleLabels, First: true, Title: "Read the file as it stands", Seldom: true,
			Usage: "read the file as it stands: leave no title above the table and no total below it out, fill no merged cells, and " +
				"take errors and abstentions of judges for labels",
			Applies: func(c *Choices) bool { return c.Delimiter != "" || c.Sheets != nil || c.AsIs },
			Field:   func(c *Choices) any { return &c.AsIs }},
		{Name: "missing", Flag: "missing", FlagOf: RoleLabels, Keeps: IssueNone, Title: "Treat as no answer", Seldom: true,
			Usage: "the `CELLS` that mean \"no answer\", with commas between them, as in NA,-1",
			Help:  "Separate with commas. Empty cells never count as an answer.",
			Field: func(c *Choices) any { return &c.Missing }},
		{Name: "skip", Flag: "skip", Usage: "leave bad rows out", Field: func(c *Choices) any { return &c.Skip }},
		{Name: "many-labels", Flag: "many-labels", Usage: "take more than 1,000 different labels for what they are",
			Field: func(c *Choices) any { return &c.ManyClasses }},

		{Name: "mode", Of: RoleConfusion, Flag: "confusion-mode", Usual: "prior", Title: "How to use them",
			Usage: "how they enter, a `MODE`: prior is added to the counts of every step, addition to those " +
				"of the first, assign replaces its matrices",
			Values: []OptionValue{
				{"prior", "Keep them as a prior", "Their counts are added to every step, as if the worker had given those labels on other " +
					"tasks. Where there are few, what these workers usually do is added."},
				{"addition", "Add them to the first step", "Their counts are added to the first step; after that, the labels decide."},
				{"assign", "Start from them", "The first step uses them for every worker; after that, the labels decide."},
			},
			Field: func(c *Choices) any { return &c.Mode }},

		{Name: "language", Of: RoleText, Flag: "language",
			Usage: "of the texts, whose stop words are left out and whose words are cut to their stems: a `NAME` of ",
			Field: words(func(w *Words) any { return &w.Language })},
		{Name: "keep-stop-words", Of: RoleText, Flag: "keep-stop-words", Usage: "with --language: keep them",
			Field: words(func(w *Words) any { return &w.KeepStop })},
		{Name: "keep-endings", Of: RoleText, Flag: "keep-endings", Usage: "with --language: leave words as they are",
			Field: words(func(w *Words) any { return &w.KeepEndings })},
		{Name: "min-documents", Of: RoleText, Flag: "min-documents",
			Usage: "leave out words that fewer texts have (default: 2 of --text, 1 of --bow)",
			Field: words(func(w *Words) any { return &w.MinDocuments })},
		{Name: "max-share", Of: RoleText, Flag: "max-share",
			Usage: "leave out words that more than this share of the texts have (default: 0.5 of --text, 1 of --bow)",
			Field: words(func(w *Words) any { return &w.MaxShare })},
		{Name: "vocabulary", Of: RoleText, Flag: "vocabulary",
			Usage: "keep so many words at most, those of the most texts (default: 1,000,000)",
			Field: words(func(w *Words) any { return &w.Vocabulary })},
		{Name: "ngrams", Of: RoleText, Flag: "ngrams",
			Usage: "with --text: also count phrases of up to `N` neighbouring words, from 1 to 5; --min-documents keeps the frequent ones " +
				"(default: 1)",
			Field: words(func(w *Words) any { return &w.Ngrams })},
	}
}

// OptionOf returns an option by its name; that of an unknown name changes nothing.
func OptionOf(name string) Option {
	all := Options()
	if at := slices.IndexFunc(all, func(o Option) bool { return o.Name == name }); at >= 0 {
		return all[at]
	}
	return Option{Field: func(*Choices) any { return nil }}
}

// Set makes the choice that a person wrote or clicked: yes and no of what may be either, several cells with commas between them, and
// a condition a line.
// What can't be understood leaves the choice as it is.
func (o *Option) Set(c *Choices, text string) {
	if o.Usual != "" && text == o.Usual {
		text = o.zero()
	}
	if o.Spelt != nil {
		text = o.Spelt(text)
	}
	switch to := o.Field(c).(type) {
	case *bool:
		if on, err := strconv.ParseBool(text); err == nil || text == "yes" || text == "no" {
			*to = on || text == "yes"
		}
	case *int:
		if n, err := strconv.Atoi(text); err == nil {
			*to = n
		}
	case *float64:
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			*to = x
		}
	case *string:
		*to = text
	case *[]Condition:
		*to = nil
		for line := range strings.Lines(text) {
			*to = with(*to, strings.TrimRight(line, "\r\n"))
		}
	case *[]string:
		*to = []string{}
		for cell := range strings.SplitSeq(text, ",") {
			if cell = strings.TrimSpace(cell); cell != "" && !slices.Contains(*to, cell) {
				*to = append(*to, cell)
			}
		}
	}
}

// zero is the value that Usual names.
func (o *Option) zero() string {
	if len(o.Values) > 0 {
		return o.Values[0].Name
	}
	return ""
}

// Text is the choice as Set takes it; empty if nothing was chosen.
func (o *Option) Text(c *Choices) string {
	switch of := o.Field(c).(type) {
	case *bool:
		if *of {
			return "yes"
		}
	case *int:
		if *of > 0 {
			return strconv.Itoa(*of)
		}
	case *float64:
		if *of > 0 {
			return strconv.FormatFloat(*of, 'g', -1, 64)
		}
	case *string:
		return *of
	case *[]Condition:
		var lines []string
		for _, c := range *of {
			for _, v := range c.Values {
				lines = append(lines, Escape(c.Column)+"="+v)
			}
		}
		return strings.Join(lines, "\n")
	case *[]string:
		return strings.Join(*of, ", ")
	}
	return ""
}

// encodings are those that a file of text may be in.
func encodings() []OptionValue {
	return []OptionValue{{Name: "utf-8", Title: "UTF-8"}, {Name: "utf-16le", Title: "UTF-16 LE"}, {Name: "utf-16be", Title: "UTF-16 BE"},
		{Name: "windows-1252", Title: "Windows-1252 (Western)"}, {Name: "windows-1251", Title: "Windows-1251 (Cyrillic)"}}
}

// EncodingTitle names an encoding; empty: it is none that can be chosen.
func EncodingTitle(name string) string {
	for _, e := range encodings() {
		if e.Name == name {
			return e.Title
		}
	}
	return ""
}

// EncodingName is how people write the name of an encoding.
func EncodingName(name string) string {
	if rest, ok := strings.CutPrefix(name, "windows"); ok {
		return "Windows" + rest
	}
	return strings.ToUpper(name)
}
