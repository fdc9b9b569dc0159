package parse

import (
	"bytes"
	"math"
)

// Time parses a time into seconds since 1970: seconds, milli-, micro- or nanoseconds; RFC 3339 and
// variants (2019-11-02T17:11:12Z, 2019-11-02 17:11:12, 2019-11-02); 11/2/2019 17:11:12, the month
// first; and Sat Nov 02 10:11:12 PDT 2019. Times without a zone are UTC.
func Time(b []byte) (seconds int64, ok bool) {
	b = bytes.Trim(b, " \"'")
	t := timeReader{b: b}
	switch {
	case len(b) < 8:
		return 0, false
	case b[0] >= 'A':
		return t.words()
	case bytes.IndexByte(b[:3], '/') > 0:
		month, day, year := t.number(2), t.after('/').number(2), t.after('/').number(4)
		return t.rest(year, month, day)
	case b[4] == '-' || b[4] == '/':
		year, month, day := t.number(4), t.after(b[4]).number(2), t.after(b[4]).number(2)
		return t.rest(year, month, day)
	}
	x, err := Number(b)
	for unit := 1.0; err == nil && unit <= 1e9; unit *= 1000 {
		if s := x / unit; s >= 9e8 && s <= math.MaxUint32 {
			return int64(s), true
		}
	}
	return 0, false
}

// timeReader parses a time from left to right.
type timeReader struct {
	b   []byte
	bad bool
}

// number parses a number of at most this many digits.
func (t *timeReader) number(most int) int {
	n, x := 0, 0
	for n < len(t.b) && n < most && '0' <= t.b[n] && t.b[n] <= '9' {
		x = 10*x + int(t.b[n]-'0')
		n++
	}
	t.bad = t.bad || n == 0
	t.b = t.b[n:]
	return x
}

// after skips a character, which must be there.
func (t *timeReader) after(c byte) *timeReader {
	t.bad = !t.has(c) || t.bad
	return t
}

// has skips a character if it is there.
func (t *timeReader) has(c byte) bool {
	if len(t.b) == 0 || t.b[0] != c {
		return false
	}
	t.b = t.b[1:]
	return true
}

// clock parses 17:11, 17:11:12 or 17:11:12.345.
func (t *timeReader) clock() (seconds int) {
	hour, minute, second := t.number(2), t.after(':').number(2), 0
	if t.has(':') {
		if second = t.number(2); t.has('.') || t.has(',') {
			t.number(9)
		}
	}
	if t.has(' ') {
		switch half := bytes.ToUpper(t.b); {
		case bytes.HasPrefix(half, []byte("PM")) && hour <= 12:
			hour = hour%12 + 12
			t.b = t.b[2:]
		case bytes.HasPrefix(half, []byte("AM")) && hour <= 12:
			hour %= 12
			t.b = t.b[2:]
		}
	}
	t.bad = t.bad || hour > 23 || minute > 59 || second > 60
	return hour*3600 + minute*60 + second
}

// zone parses Z, UTC, +02:00 or the name of a zone, and returns its offset.
func (t *timeReader) zone() (seconds int) {
	t.has(' ')
	sign := 0
	switch {
	case t.has('+'):
		sign = 1
	case t.has('-'):
		sign = -1
	default:
		n := 0
		for n < len(t.b) && 'A' <= t.b[n] && t.b[n] <= 'Z' {
			n++
		}
		name := t.b[:n]
		t.b = t.b[n:]
		hours, known := map[string]int{
			"": 0, "Z": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
		}[string(name)]
		t.bad = t.bad || !known
		return hours * 3600
	}
	hours := t.number(2)
	t.has(':')
	minutes := 0
	if len(t.b) > 0 {
		minutes = t.number(2)
	}
	return sign * (hours*3600 + minutes*60)
}

// rest parses what follows a date: nothing, or a clock and perhaps a zone.
func (t *timeReader) rest(year, month, day int) (int64, bool) {
	seconds := 0
	if len(t.b) > 0 {
		if !t.has('T') && !t.has(' ') {
			return 0, false
		}
		seconds = t.clock()
		seconds -= t.zone()
	}
	return t.end(year, month, day, seconds)
}

// words parses Sat Nov 02 10:11:12 PDT 2019.
func (t *timeReader) words() (int64, bool) {
	f := bytes.Fields(t.b)
	if len(f) < 5 || len(f) > 6 || len(f[1]) != 3 {
		return 0, false
	}
	month := bytes.Index([]byte("JanFebMarAprMayJunJulAugSepOctNovDec"), f[1])
	if month < 0 || month%3 != 0 {
		return 0, false
	}
	part := func(n int) *timeReader { return &timeReader{b: f[n]} }
	day, clock, year := part(2), part(3), part(len(f)-1)
	d, s, y := day.number(2), clock.clock(), year.number(4)
	if len(f) == 6 {
		zone := part(4)
		s -= zone.zone()
		t.bad = zone.bad || len(zone.b) > 0
	}
	t.bad = t.bad || day.bad || clock.bad || year.bad || len(day.b)+len(clock.b)+len(year.b) > 0
	t.b = nil
	return t.end(y, month/3+1, d, s)
}

// end converts a day and the seconds of it to seconds since 1970.
func (t *timeReader) end(year, month, day, seconds int) (int64, bool) {
	if t.bad || len(t.b) > 0 || year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0, false
	}
	// Days since 1970 in the Gregorian calendar, with years that begin in March (Hinnant's days_from_civil).
	if month <= 2 {
		year--
		month += 12
	}
	days := 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 1 - 719468
	return int64(days)*86400 + int64(seconds), true
}
