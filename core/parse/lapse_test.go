package parse_test

import (
	"testing"

	"concord/core/parse"
)

// What judges write in place of a verdict is told from verdicts, whatever its case and punctuation.
func TestLapseOf(t *testing.T) {
	for why, cells := range map[parse.Lapse][]string{
		parse.Failed: {"ERROR", "error", "Timed out", "API_ERROR", "parse-error", "Error: 429 Too Many Requests",
			"TimeoutError: no answer after 60 s",
			"json.decoder.JSONDecodeError: Expecting value", "Could not extract JSON from llm-rubric response",
			"Failed to parse the judge's answer"},
		parse.Abstained: {"abstain", "ABSTAINED", "N/A", "unable to judge", "Unable_To_Judge", "cannot determine", "can't tell", "no answer",
			"Prefer not to say."},
		parse.Refused: {"refused", "Refusal", "declined to answer"},
		parse.NoLapse: {"", "pass", "fail", "failure", "tie", "1", "-1", "4.5", "A", "N", "no", "none", "minor error", "no error", "erroneous",
			"error in the second step", "unknown", "unsure", "refused politely", "abstract", "timeouts are fine",
			"Ошибка", "a text that is longer than any of the words that judges use"},
	} {
		for _, cell := range cells {
			if got := parse.LapseOf([]byte(cell)); got != why {
				t.Errorf("%q: got %d, want %d", cell, got, why)
			}
		}
	}
}

// A set of tokens takes lapses for no answers where its cells are of judges, and nowhere else.
func TestTokensOfJudges(t *testing.T) {
	plain := parse.NewTokens(parse.Missing())
	judged := plain
	judged.Judged = true
	for cell, want := range map[string][2]bool{"": {true, true}, "NA": {true, true}, "ERROR": {false, true}, "pass": {false, false}} {
		if got := [2]bool{plain.Has([]byte(cell)), judged.Has([]byte(cell))}; got != want {
			t.Errorf("%q: got %v, want %v", cell, got, want)
		}
	}
}
