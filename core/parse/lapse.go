package parse

import (
	"bytes"
	"slices"
	"strings"
)

// Lapse is why a judge gave no verdict.
type Lapse int

const (
	NoLapse   Lapse = iota
	Failed          // the program, or its answer could not be understood
	Abstained       // the judge could not tell, or was not to
	Refused         // the judge declined: of what is judged, this may be a verdict
)

// lapses are what judges and the programs around them write in place of a verdict, without case, spaces and punctuation.
var lapses = lapseWords(map[Lapse]string{
	Failed: `error errored timeout timedout requesttimedout apierror apifailure apitimeout parseerror parsingerror
		parsefailed parsefailure failedtoparse couldnotparse unparsed unparseable unparsable jsonerror jsondecodeerror invalidjson
		invalidresponse invalidoutput malformedresponse ratelimit ratelimited ratelimiterror judgeerror gradererror evalerror
		evaluationerror modelerror internalerror servererror`,
	Abstained: `na notapplicable abstain abstained abstains abstention noanswer noverdict nojudgment nojudgement nodecision unabletojudge
		unabletodetermine unabletoevaluate unabletoassess unabletodecide unabletotell cannotjudge cannotdetermine cannotevaluate
		cannotassess cannotdecide cannottell cantjudge cantdetermine cantevaluate cantassess cantdecide canttell couldnotdetermine
		undetermined skip skipped prefernottosay`,
	Refused: `refuse refused refuses refusal decline declined declines declinedtoanswer declinedtojudge refusedtoanswer refusedtojudge`,
})

// failures are how messages of failed programs begin.
var failures = []string{"error:", "error code", "errorcode", "api error", "api call error", "apierror:", "could not extract json",
	"could not parse", "couldn't parse", "failed to parse", "unable to parse", "grade not found", "traceback (most recent",
	"request timed out", "request failed", "rate limit", "connection error", "internal server error", "exception:"}

func lapseWords(lists map[Lapse]string) map[string]Lapse {
	all := make(map[string]Lapse)
	for why, list := range lists {
		for word := range strings.FieldsSeq(list) {
			all[word] = why
		}
	}
	return all
}

// LapseOf says why a cell holds no verdict of a judge; NoLapse: it may hold one.
func LapseOf(cell []byte) Lapse {
	const longest = 32 // of the words, and of the names of exceptions
	if len(cell) < 2 || cell[0] >= '0' && cell[0] <= '9' {
		return NoLapse
	}
	var word [longest]byte
	n := 0
	for _, c := range cell {
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c >= 'a' && c <= 'z':
		case c < 0x80 && (c < '0' || c > '9'):
			continue
		default: // of another language, or a number
			n = longest
		}
		if n == longest {
			break
		}
		word[n] = c
		n++
	}
	if why := lapses[string(word[:n])]; why != NoLapse {
		return why
	}
	if isFailure(cell) {
		return Failed
	}
	return NoLapse
}

// isFailure reports whether a text is the message of a program that failed, as “json.JSONDecodeError: Expecting value”.
func isFailure(text []byte) bool {
	text = bytes.ToLower(text[:min(len(text), 80)])
	for _, begin := range failures {
		if bytes.HasPrefix(text, []byte(begin)) {
			return true
		}
	}
	name, _, ok := bytes.Cut(text, []byte(":"))
	return ok && !bytes.ContainsAny(name, " \t") && (bytes.HasSuffix(name, []byte("error")) || bytes.HasSuffix(name, []byte("exception")))
}

// graded are verdicts beside those that pass and fail.
const graded = ` partial partially tie both neither better worse same equal win lose loss relevant irrelevant safe unsafe faithful
	unfaithful acceptable unacceptable accepted rejected `

// IsPlainVerdict reports whether a cell is a verdict that says nothing of refusals: pass, no, A, 4.
func IsPlainVerdict(cell string) bool {
	if _, err := Number([]byte(cell)); err == nil {
		return true
	}
	return len(cell) == 1 || slices.Contains(strings.Fields(passes+fails+graded), strings.ToLower(cell))
}
