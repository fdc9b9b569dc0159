package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"concord/core/catalog"
	"concord/lab/dataset"
	"concord/lab/reproduce/code"
)

// record says of a published section which code and data it rests on.
type record struct {
	section, made string            // how it was made
	day           string            // when
	data          string            // digest
	code          map[string]string // digests, by folder
}

// recordFile is where they are, beside the sections.
const recordFile = "digests.csv"

// readRecords returns those there are, by section.
func readRecords(parts string) (map[string]record, error) {
	f, err := os.Open(filepath.Join(parts, recordFile))
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]record{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	out := map[string]record{}
	for _, row := range rows[min(1, len(rows)):] {
		r := record{row[0], row[1], row[2], row[3], map[string]string{}}
		for _, cell := range strings.Fields(row[4]) {
			folder, digest, _ := strings.Cut(cell, ":")
			r.code[folder] = digest
		}
		out[r.section] = r
	}
	return out, nil
}

// keep writes a section's record among the others.
func (r record) keep(parts string) error {
	all, err := readRecords(parts)
	if err != nil {
		return err
	}
	all[r.section] = r
	rows := [][]string{{"section", "made", "day", "data", "code"}}
	for _, s := range sections() {
		if r, ok := all[s.name]; ok {
			rows = append(rows, []string{r.section, r.made, r.day, r.data, codeCell(r.code)})
		}
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(parts, recordFile), []byte(b.String()), 0o644)
}

func codeCell(code map[string]string) string {
	var out []string
	for _, folder := range slices.Sorted(maps.Keys(code)) {
		out = append(out, folder+":"+code[folder])
	}
	return strings.Join(out, " ")
}

// here is the folder of this program.
const here = "lab/reproduce"

// neutral are the packages, with those below them where the name ends in /, that can't change a figure: they read files, which
// has goldens of its own (core/labels), word, draw or send what was found, or are about memory and processors.
var neutral = []string{"core/labels", "core/layout/", "core/scan", "core/sidefile", "core/kind/", "core/table", "core/api",
	"core/parse", "core/export", "core/sheet", "core/cache", "core/job", "core/catalog", "core/yield", "internal/humanize"}

func isNeutral(folder string) bool {
	for _, n := range neutral {
		if folder == strings.TrimSuffix(n, "/") || strings.HasSuffix(n, "/") && strings.HasPrefix(folder, n) {
			return true
		}
	}
	return false
}

// sources returns the digests of the code that a section rests on, by folder: what it names of this program, the packages it
// imports and those they import, and the methods of the catalog that it names, with their settings.
func sources(t *code.Tree, s section) (map[string]string, error) {
	name := runtime.FuncForPC(reflect.ValueOf(s.make).Pointer()).Name()
	r, err := t.Reach(here, name[strings.LastIndexByte(name, '.')+1:], "ledger.go")
	if err != nil {
		return nil, err
	}
	imports, settings := r.Imports, ""
	for _, word := range r.Words {
		if word == "" {
			continue
		}
		entry, err := catalog.Find(word)
		if err != nil {
			continue // no method
		}
		m, _, err := entry.Method(nil)
		if err != nil {
			return nil, err
		}
		var said strings.Builder
		imports = append(imports, describe(&said, reflect.ValueOf(m))...)
		settings += word + said.String()
	}
	out, err := t.Closure(imports, isNeutral)
	if err != nil {
		return nil, err
	}
	out[here] = r.Digest
	if settings != "" {
		out["settings"] = dataset.Digest(settings)[:8]
	}
	return out, nil
}

// describe writes the values of a method's settings, and returns the packages of its types.
func describe(b *strings.Builder, v reflect.Value) (packages []string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			packages = describe(b, v.Elem())
		}
	case reflect.Struct:
		if path := v.Type().PkgPath(); strings.Contains(path, "/core/method/") {
			packages = append(packages, path)
		}
		for n := range v.NumField() {
			fmt.Fprintf(b, " %s=", v.Type().Field(n).Name)
			packages = append(packages, describe(b, v.Field(n))...)
		}
	case reflect.Slice, reflect.Array:
		for n := range v.Len() {
			b.WriteByte(',')
			packages = append(packages, describe(b, v.Index(n))...)
		}
	case reflect.Func, reflect.Map, reflect.Chan: // no setting
	default:
		fmt.Fprint(b, v)
	}
	return packages
}

// stale says which code a section was made with that is another now; none if it is as it should be.
func (r record) stale(now map[string]string) (changed []string) {
	for folder, digest := range now {
		if r.code[folder] != digest {
			changed = append(changed, folder)
		}
	}
	for folder := range r.code {
		if _, ok := now[folder]; !ok {
			changed = append(changed, folder)
		}
	}
	slices.Sort(changed)
	return changed
}
