package shard_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"regexp"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/shard"
	"concord/core/transport"
)

// few is a crowd of two shards.
func few() *crowd.Dataset {
	return &crowd.Dataset{
		Labels: crowd.NewLabels(4, 2, 2, []int32{0, 0, 1, 1, 2, 2, 3, 3}, []int32{0, 1, 0, 1, 0, 1, 0, 1}, []int32{0, 0, 1, 0, 1, 1, 0, 1}),
		Gold:   []int32{crowd.Unknown, 1, crowd.Unknown, crowd.Unknown},
	}
}

// FuzzDirectory puts anything in the place of a file in a directory of shards, under a name and a checksum that are right: each command
// refuses it, or does its work.
func FuzzDirectory(f *testing.F) {
	d, whole := few(), memory{}
	methods := []transport.Splitter{&dawidskene.DS{}, &dawidskene.DS{Assign: dawidskene.Hard}, &dawidskene.DS{Tie: fit.TieRow}}
	made, err := shard.Plan(whole, shard.Manifest{Concord: "1", Session: []byte("{}")}, methods[0], d, 2)
	if err == nil {
		err = made.Write(d, func() error { return nil })
	}
	for _, do := range []func() error{
		func() error { _, err := made.Pass(0, 0); return err },
		func() error { _, err := made.Pass(0, 1); return err },
		func() error { _, err := made.Sum(0); return err },
		func() error { _, err := made.Pass(1, 0); return err },
	} {
		if err == nil {
			err = do()
		}
	}
	if err != nil {
		f.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(whole))
	for n, name := range names {
		text := whole[name]
		if name != "shards.json" {
			_, text, _ = bytes.Cut(text, []byte{'\n'})
			text = text[:len(text)-crc32.Size]
		}
		f.Add(text, uint8(n), uint8(0))
		f.Add(text[:len(text)/2], uint8(n), uint8(1))
		f.Add(regexp.MustCompile(`:[0-9]+([,}])`).ReplaceAll(text, []byte(":60000$1")), uint8(n), uint8(0)) // more than there can be
	}
	f.Fuzz(func(t *testing.T, text []byte, which, how uint8) {
		dir, name := maps.Clone(whole), names[int(which)%len(names)]
		if dir[name] = signed(made.ID, name, text); name == "shards.json" {
			dir[name] = identified(text)
		}
		about, err := shard.Look(dir, "1")
		if err != nil {
			return
		}
		m := methods[int(how)%len(methods)]
		for _, step := range []int{0, 1, 2} {
			for n := range about.Shards[:min(len(about.Shards), 4)] {
				_, _ = shard.Open(dir, about, m).Pass(step, n)
			}
			sum, err := shard.Open(dir, about, m).Sum(step)
			if err != nil || !sum.Ended {
				continue
			}
			recorded, err := shard.Open(dir, about, m).Recorded()
			if err != nil {
				t.Fatalf("a fit that has just ended: %v", err)
			}
			_, _ = fit.Run(d, recorded, fit.Settings{})
		}
	})
}

// signed is a file with a first line and a checksum that are right.
func signed(id, name string, body []byte) []byte {
	line := fmt.Appendf(nil, `{"of":%q,"file":%q,"bytes":%d}`+"\n", id, name, len(body))
	sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
	return binary.LittleEndian.AppendUint32(append(line, body...), sum)
}

// identified is a manifest with the ID that goes with the rest, as it is if it can't have one.
func identified(text []byte) []byte {
	var m shard.Manifest
	if json.Unmarshal(text, &m) != nil {
		return text
	}
	m.ID = ""
	var session any
	if json.Unmarshal(m.Session, &session) == nil {
		m.Session, _ = json.Marshal(session)
	}
	plain, err := json.Marshal(m)
	if err != nil {
		return text
	}
	sum := sha256.Sum256(plain)
	m.ID = hex.EncodeToString(sum[:8])
	if whole, err := json.Marshal(m); err == nil {
		return whole
	}
	return text
}
