package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"concord/internal/race"
	"concord/internal/shared"
)

// offered are the flags that a person is told to confirm a reading with, further those that read a column that is left out.
var (
	offered = regexp.MustCompile(`Confirm what was detected with (.+?), or name other columns\.`)
	further = regexp.MustCompile(`(-roles \S+) reads “`)
)

// Whatever the program offers works as it is printed: it is not asked about again, and the file is read.
func TestOffersAreTakenAsPrinted(t *testing.T) {
	race.Skip(t)
	testOffers(t, 40, "../../layout/testdata/formats/*", "../../layout/testdata/wild/*", "testdata/*")
}

// The same of real exports, and of what strangers had.
func TestOffersOfRealFilesAreTakenAsPrinted(t *testing.T) {
	race.Skip(t)
	dir := shared.Dir(t)
	testOffers(t, 3, filepath.Join(dir, "cases/*/*"), filepath.Join(dir, "platforms/*/*"))
}

func testOffers(t *testing.T, least int, patterns ...string) {
	var files []string
	for _, pattern := range patterns {
		all, err := filepath.Glob(pattern)
		if err != nil || len(all) == 0 {
			t.Fatal("no files", pattern, err)
		}
		files = append(files, all...)
	}
	asked := 0
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.IsDir() || strings.HasSuffix(path, ".golden") {
			continue
		}
		said := typed(t, "agree", path)
		m := offered.FindStringSubmatch(said)
		if m == nil {
			m = further.FindStringSubmatch(said)
		}
		if m == nil {
			continue
		}
		asked++
		t.Run(filepath.Base(path), func(t *testing.T) {
			args := append([]string{"agree"}, unquoted(m[1])...)
			said := typed(t, append(args, "-skip", "-many-labels", path)...)
			if offered.MatchString(said) || strings.Contains(said, "it needs task=COL") || strings.Contains(said, "no column") ||
				strings.Contains(said, "are said to hold") {
				t.Errorf("concord %s: got %q, want it read", strings.Join(args, " "), said)
			}
		})
	}
	if asked < least {
		t.Errorf("got %d files that are asked about, want at least %d", asked, least)
	}
}

// typed runs a command line, and returns all that it says.
func typed(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	run(context.Background(), args, strings.NewReader(""), &out, &out)
	return out.String()
}

// unquoted splits flags as a shell does.
func unquoted(flags string) (args []string) {
	var b strings.Builder
	quote, any := byte(0), false
	for i := 0; i < len(flags); i++ {
		switch c := flags[i]; {
		case quote == 0 && (c == '\'' || c == '"'):
			quote, any = c, true
		case c == quote && quote != 0:
			quote = 0
		case c == ' ' && quote == 0:
			if b.Len() > 0 || any {
				args = append(args, b.String())
			}
			b.Reset()
			any = false
		default:
			b.WriteByte(c)
		}
	}
	return slices.DeleteFunc(append(args, b.String()), func(s string) bool { return s == "" })
}
