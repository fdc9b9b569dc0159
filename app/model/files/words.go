package files

import (
	"strconv"

	"concord/core/api"
)

// The choices by which words are made of texts.
const (
	WordsLanguage = "language"
	WordsStop     = "stop"   // leave stop words out: "yes" or "no"
	WordsStems    = "stems"  // cut words to their stems
	WordsMarkup   = "markup" // strip tags
	WordsLeast    = "least"  // documents that have the word, at least
	WordsShare    = "share"  // … at most, in percent
	WordsMost     = "most"   // words that are kept
	WordsNgrams   = "ngrams" // neighbouring words that may count as one
)

// SetWords changes one of these choices to what the user chose.
func SetWords(r *api.Choices, what, text string) {
	var w api.Words
	if r.Words != nil {
		w = *r.Words
	}
	number, _ := strconv.Atoi(text)
	switch what {
	case WordsLanguage:
		w.Language = text
	case WordsStop:
		w.KeepStop = text == "no"
	case WordsStems:
		w.KeepEndings = text == "no"
	case WordsMarkup:
		w.Markup = text == "yes"
	case WordsLeast:
		w.MinDocuments = max(number, 0)
	case WordsShare:
		w.MaxShare = float64(max(number, 0)) / 100
	case WordsMost:
		w.Vocabulary = max(number, 0)
	case WordsNgrams:
		w.Ngrams = number
	}
	r.Words = &w
}
