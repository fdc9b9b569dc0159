package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

func today() string { return time.Now().UTC().Format(time.DateOnly) }

// compare makes a sample of a long section's runs again. If all have the figures that are published, the section is written from
// these, and its record renewed. A short section is made again.
func (o options) compare(s section, b *base, parts string) error {
	if !s.long {
		return o.remake(s, b, parts)
	}
	count := o.page(s, b, parts)
	count.published, count.counting = true, true
	if err := s.make(count, o.data); err != nil {
		return err
	}
	if count.book.missing > 0 {
		return fmt.Errorf("%d of %d runs aren't published: make reproduce ONLY=%s", count.book.missing, len(count.book.used), s.name)
	}
	p := o.page(s, b, parts)
	p.published, p.anew = true, count.book.sample()
	if err := s.make(p, o.data); err != nil {
		return err
	}
	done := len(p.book.done)
	if off := p.book.off; len(off) > 0 {
		return fmt.Errorf("%d figures of %s differ from those published:\n  %s\nmake reproduce ONLY=%s FRESH=1", len(off),
			count2(done, "run", "runs"), strings.Join(off, "\n  "), s.name)
	}
	if err := os.WriteFile(filepath.Join(parts, s.name+".md"), []byte(p.text()), 0o644); err != nil {
		return err
	}
	how := fmt.Sprintf("checked by %d of %d runs", done, len(p.book.used))
	log.Printf("%s: %s", s.name, how)
	return record{s.name, how, today(), b.inputs, b.code}.keep(parts)
}

// remake makes a short section again, and says what it prints that isn't as published.
func (o options) remake(s section, b *base, parts string) error {
	dir, err := os.MkdirTemp("", s.name)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p := o.page(s, b, dir)
	if err := s.make(p, o.data); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, s.name+".md"), []byte(p.text()), 0o644); err != nil {
		return err
	}
	was, err := os.ReadFile(filepath.Join(parts, s.name+".md"))
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	differ := differences(string(was), p.String())
	made, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range made {
		moved, err := replace(filepath.Join(dir, e.Name()), filepath.Join(parts, e.Name()))
		if err != nil {
			return err
		}
		if moved && strings.HasSuffix(e.Name(), ".svg") && !isTime(e.Name()) {
			differ = append(differ, e.Name()+" is another picture")
		}
	}
	for _, d := range differ {
		log.Printf("%s: %s", s.name, d)
	}
	if len(differ) == 0 {
		log.Printf("%s: every figure is as published", s.name)
	}
	return record{s.name, "made", today(), b.inputs, b.code}.keep(parts)
}

// replace puts a file in the place of another, and reports whether that was different.
func replace(from, to string) (bool, error) {
	now, err := os.ReadFile(from)
	if err != nil {
		return false, err
	}
	was, err := os.ReadFile(to)
	if err == nil && string(was) == string(now) {
		return false, nil
	}
	if err != nil && !os.IsNotExist(err) {
		return false, err
	}
	return true, os.WriteFile(to, now, 0o644)
}

// agree is by how much ratios of times may differ between two runs.
const agree = 1.25

var firstNumber = regexp.MustCompile(`-?[0-9]+(\.[0-9]+)?`)

// differences compares a published section, line by line, with one just made, in which times are marked: seconds may be any,
// ratios may differ by a quarter.
func differences(published, made string) (out []string) {
	was := map[string]int{} // how often a line stands there, and nothing new is like it yet
	var lines []string
	for _, line := range strings.Split(published, "\n") {
		if was[line]++; was[line] == 1 {
			lines = append(lines, line)
		}
	}
	for _, line := range strings.Split(made, "\n") {
		pattern, plain := marked(line)
		if pattern == nil {
			if was[plain] == 0 && plain != "" {
				out = append(out, "now: "+plain)
			}
			was[plain]--
			continue
		}
		found := false
		for _, old := range lines {
			m := pattern.FindStringSubmatch(old)
			if m == nil || was[old] <= 0 {
				continue
			}
			was[old]--
			found = true
			for n, now := range ratios(line) {
				if a, b := number(m[n+1]), number(now); a > agree*b || b > agree*a {
					out = append(out, fmt.Sprintf("ratio of times %s, was %s, in: %s", now, m[n+1], plain))
				}
			}
			break
		}
		if !found {
			out = append(out, "now: "+plain)
		}
	}
	for _, line := range lines {
		if was[line] > 0 && line != "" {
			out = append(out, "was: "+line)
		}
	}
	return out
}

var (
	times      = regexp.MustCompile(secondsFrom + "([^" + secondsTo + "]*)" + secondsTo + "|" + ratioFrom + "([^" + ratioTo + "]*)" + ratioTo)
	timeRatios = regexp.MustCompile(ratioFrom + "([^" + ratioTo + "]*)" + ratioTo)
)

// marked returns what lines like this one match, whatever the times: nil if there are none in it; and the line without marks.
func marked(line string) (pattern *regexp.Regexp, plain string) {
	var b strings.Builder
	at := 0
	for _, m := range times.FindAllStringSubmatchIndex(line, -1) {
		b.WriteString(regexp.QuoteMeta(line[at:m[0]]))
		plain += line[at:m[0]]
		if m[2] >= 0 {
			b.WriteString(".*?")
			plain += line[m[2]:m[3]]
		} else {
			b.WriteString("(.*?)")
			plain += line[m[4]:m[5]]
		}
		at = m[1]
	}
	plain += line[at:]
	if at == 0 {
		return nil, plain
	}
	return regexp.MustCompile("^" + b.String() + regexp.QuoteMeta(line[at:]) + "$"), plain
}

// ratios are the ratios of times in a line.
func ratios(line string) (out []string) {
	for _, m := range timeRatios.FindAllStringSubmatch(line, -1) {
		out = append(out, m[1])
	}
	return out
}

// number is the first in a text, before its ±.
func number(text string) float64 {
	x, _ := strconv.ParseFloat(firstNumber.FindString(text), 64) // none: 0, which agrees with nothing but 0
	return x
}
