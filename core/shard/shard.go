// Package shard splits a fit among processes that share nothing but a directory, so that any scheduler can run it: passes over
// parts of the labels, which may run anywhere at the same time, and between two passes a sum in one place.
//
//	Plan, Fit.Write           shard-*, model-0000, lead-0000, shards.json
//	Fit.Pass(step, shard)     model-STEP, class-(STEP−1)-SHARD  →  class-STEP-SHARD, counts-STEP-SHARD
//	Fit.Sum(step)             lead-STEP, counts-STEP-*          →  lead-(STEP+1), model-(STEP+1), or done once the fit has ended
//	Fit.Recorded              the last lead                     →  the fit as if it had run here
//
// Step 0 counts the votes; its pass reads lead-0000 too, to see that the manifest's numbers can be true. A step of an
// accelerated fit may take two passes, so a fit may have fewer steps than were summed.
//
// The answers are those of a fit in one process, bit for bit: shards are made of the parts that such a fit adds up, and counts
// are added up in the same order, in pairs of pairs. More shards than it has parts are sums of their own (fit.Settings.Sums).
//
// Every command may be run again, at any time and several times at once: it reads only files that never change, gives the same
// bytes, and makes whole files or none. Sums remove files that nobody needs any more; a pass or a sum whose step is over does
// nothing. Counts are what workers in a browser exchange (package transport).
//
// A file is a line of JSON, its bytes, and their CRC-32C. The line names the file and the fit, so that a file that is
// damaged, renamed or from elsewhere is refused.
package shard

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
	"concord/core/wire"
	"concord/internal/humanize"
)

// Again is what brings back a file that concord shard has made.
const Again = "Run concord shard again with the same labels and flags."

// Max is the largest number of shards.
const Max = 1 << 12

// Dir is a directory. Its errors say which file they are about; fs.ErrNotExist: there is none of that name.
type Dir interface {
	fmt.Stringer
	// Read returns the content of a file.
	Read(name string) ([]byte, error)
	// Create begins a file that is there, whole, once it is closed; unless it is aborted first.
	Create(name string) (File, error)
	Names() ([]string, error)
	Remove(name string) error
}

// File is a file being written.
type File interface {
	io.WriteCloser
	Abort()
}

// Manifest says what a directory is about. Two with the same ID are about the same fit of the same labels.
type Manifest struct {
	Concord string          `json:"concord"` // the version that made it
	ID      string          `json:"id"`      // of all else
	Fit     wire.Fit        `json:"fit"`     // the request, with all values of the method
	Tasks   int             `json:"tasks"`
	Workers int             `json:"workers"`
	Labels  int             `json:"labels"`
	Classes int             `json:"classes"`
	Shards  []Share         `json:"shards"`
	Files   []Input         `json:"files"`   // that were read
	Session json.RawMessage `json:"session"` // how, as whoever reads them wants to know
}

// Share is what one shard holds.
type Share struct {
	First  int   `json:"first"`  // task
	Tasks  int   `json:"tasks"`  // so many
	Labels int   `json:"labels"` // of these
	Cuts   []int `json:"cuts"`   // the first task of each of its parts, from its own first, and their number
}

// Input is a file that was read.
type Input struct {
	Role   string `json:"role"`
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

const manifestName = "shards.json"

// Fit is a fit that is split into the shards of a directory.
type Fit struct {
	Manifest
	Pause  func() error // as fit.Settings has it, for passes; nil: none
	dir    Dir
	method transport.Splitter
	set    fit.Settings
}

// Parts returns the shape of the labels.
func (m *Manifest) parts() crowd.Parts {
	return crowd.Parts{Tasks: m.Tasks, Workers: m.Workers, Classes: m.Classes, Labels: m.Labels}
}

// Look reads the manifest of a directory. version is that of the program: another's directory is refused.
func Look(d Dir, version string) (*Manifest, error) {
	text, err := d.Read(manifestName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, wire.Refuse("%s has no %s: concord shard makes it, and has not ended there.", d, manifestName)
	case err != nil:
		return nil, err
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, wire.Refuse("%s: %s can't be understood (%v). Make the shards again in another directory.", d, manifestName, err)
	}
	switch {
	case m.Concord != version:
		return nil, wire.Refuse("%s was made by Concord %s, and this is %s. Use that version, or make the shards again in another directory.", d,
			m.Concord, version)
	case m.ID != m.id() || !m.sound():
		return nil, wire.Refuse("%s: %s has been changed since it was made. Make the shards again in another directory.", d, manifestName)
	}
	return &m, nil
}

// sound reports whether the shards make up the tasks.
func (m *Manifest) sound() bool {
	tasks, labels := 0, 0
	for _, s := range m.Shards {
		if s.First != tasks || s.Labels < 0 || len(s.Cuts) < 2 || s.Cuts[0] != 0 || s.Cuts[len(s.Cuts)-1] != s.Tasks ||
			!slices.IsSorted(s.Cuts) {
			return false
		}
		tasks += s.Tasks
		labels += s.Labels
	}
	n := len(m.Shards)
	return n > 0 && n <= Max && n&(n-1) == 0 && tasks == m.Tasks && labels == m.Labels && m.Workers >= 0 && m.Classes >= 1
}

// credible refuses a manifest whose numbers of workers, classes and parts can't be true, since a file that has all parameters is
// too small for them.
func (f *Fit) credible(name string, content []byte) error {
	parts := 0
	for _, s := range f.Shards {
		parts = max(parts, len(s.Cuts)-1)
	}
	if f.method.Credible(f.parts(), parts, len(content)) {
		return nil
	}
	return wire.Refuse("%s: %s speaks of %s, %s and %s, for which %s is too small. Make the shards again in another directory.", f.dir,
		manifestName, humanize.Count(f.Workers, "worker"), humanize.Count(f.Classes, "class"), humanize.Count(parts, "part"), name)
}

// id is a checksum of all but the ID.
func (m Manifest) id() string {
	m.ID = ""
	var session any
	if json.Unmarshal(m.Session, &session) == nil { // however it is indented
		m.Session, _ = json.Marshal(session)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Open returns the fit in a directory with that manifest, by the method that it names.
func Open(d Dir, m *Manifest, method transport.Splitter) *Fit {
	f := m.Fit
	return &Fit{Manifest: *m, dir: d, method: method, set: fit.Settings{
		MaxSteps: f.MaxSteps, Stop: fit.Stop(f.Stop), Tolerance: f.Tolerance, Gain: f.Gain, Seed: f.Seed, Parts: f.Parts, Sums: f.Sums,
	}.WithDefaults()}
}

// Differs says how a manifest differs from another; nothing: they are the same.
func (m *Manifest) Differs(other *Manifest) string {
	var all []string
	say := func(what, here, there string) {
		if here != there {
			all = append(all, fmt.Sprintf("%s %s there, %s here", what, named(here), named(there)))
		}
	}
	say("version", m.Concord, other.Concord)
	here, there := m.facts(), other.facts()
	for _, name := range slices.Sorted(maps.Keys(union(here, there))) {
		say(name, here[name], there[name])
	}
	if all == nil && m.ID != other.ID {
		all = []string{"how the files are read"}
	}
	return strings.Join(all, "; ")
}

// facts are what people chose, by name.
func (m *Manifest) facts() map[string]string {
	f := m.Fit
	all := map[string]string{
		"-method": f.Method, "-seed": fmt.Sprint(f.Seed), "-max-steps": fmt.Sprint(f.MaxSteps), "-stop": f.Stop,
		"-tolerance": fmt.Sprint(f.Tolerance), "-gain": fmt.Sprint(f.Gain), "-parts": fmt.Sprint(f.Parts), "-shards": fmt.Sprint(len(m.Shards)),
	}
	for name, value := range f.Values {
		all["-set "+name] = value
	}
	for _, file := range m.Files {
		all[file.Role] = file.Name + " (SHA-256 " + file.SHA256[:min(8, len(file.SHA256))] + "…)"
	}
	return all
}

func union(a, b map[string]string) map[string]string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// named is a value as it is said.
func named(value string) string {
	if value == "" {
		return "none"
	}
	return value
}
