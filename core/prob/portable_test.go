package prob

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

// ulps returns how many units in the last place of want got lies away from it.
func ulps(got, want float64) float64 {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return 0
	}
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

func TestExpAndLogAgainstMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		x := r.Float64()*1400 - 700
		if d := ulps(Exp(x), math.Exp(x)); d > 2 {
			t.Fatalf("Exp(%v): got %v, want %v", x, Exp(x), math.Exp(x))
		}
		y := math.Exp(x)
		if d := ulps(Log(y), math.Log(y)); d > 2 {
			t.Fatalf("Log(%v): got %v, want %v", y, Log(y), math.Log(y))
		}
		y = 1 + (r.Float64()-.5)/8 // where the logarithm nearly vanishes
		if d := ulps(Log(y), math.Log(y)); d > 2 {
			t.Fatalf("Log(%v): got %v, want %v", y, Log(y), math.Log(y))
		}
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), -745, -746, 709.7, 710, 1e-300,
		-1e-300} {
		if d := ulps(Exp(x), math.Exp(x)); d > 1 {
			t.Errorf("Exp(%v): got %v, want %v", x, Exp(x), math.Exp(x))
		}
		if d := ulps(Log(x), math.Log(x)); d > 1 {
			t.Errorf("Log(%v): got %v, want %v", x, Log(x), math.Log(x))
		}
	}
}

// Of many, exponentials have the same bits as of one.
func TestExpAll(t *testing.T) {
	x := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), -745, -746, 709.7, 710, 600, -600, 1e-300}
	r := rand.New(rand.NewPCG(1, 3))
	for range 10_000 {
		x = append(x, r.Float64()*1500-750)
	}
	got := slices.Clone(x)
	ExpAll(got)
	for n, v := range x {
		if want := Exp(v); got[n] != want && !(math.IsNaN(got[n]) && math.IsNaN(want)) {
			t.Fatalf("of %v: got %v, want %v", v, got[n], want)
		}
	}
}

// The same bits on every platform that does not fuse multiplication and addition
// (amd64 and WebAssembly do not): this test runs on both.
func TestExpAndLogAreTheSameEverywhere(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "wasm" {
		t.Skipf("skipped: %s may fuse multiplication and addition", runtime.GOARCH)
	}
	r := rand.New(rand.NewPCG(3, 4))
	h := fnv.New64a()
	for range 100_000 {
		x := Exp(r.Float64()*1400 - 700)
		binary.Write(h, binary.LittleEndian, x)
		binary.Write(h, binary.LittleEndian, Log(x))
	}
	const want = 0x41ca16bffd161182
	if got := h.Sum64(); got != want {
		t.Errorf("got %#x, want %#x", got, uint64(want))
	}
}
