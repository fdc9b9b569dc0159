package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The same source makes the same programs, byte by byte, in whatever folder it lies. What depends on no folder is compiled once only, but
// with CONCORD_CLEAN set (make reproducible) nothing is taken over from the first build.
func TestBuildsAreReproducible(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "somewhere", "else")
	for _, part := range []string{".ci", "app", "core", "internal", "wasm"} {
		if err := os.CopyFS(filepath.Join(dir, part), os.DirFS(filepath.Join("..", part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"Makefile", "go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "web"), 0o755); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("make", "build")
	build.Dir, build.Env = dir, os.Environ()
	if os.Getenv("CONCORD_CLEAN") != "" {
		build.Env = append(build.Env, "GOCACHE="+t.TempDir())
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	for _, name := range []string{"app.wasm", "worker.wasm", "rest.wasm"} {
		here, err := os.ReadFile(filepath.Join("..", "web", name))
		if err != nil {
			t.Fatal(err)
		}
		there, err := os.ReadFile(filepath.Join(dir, "web", name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(here, there) {
			t.Logf("reproducible: %s: the same %d bytes", name, len(here))
		} else {
			t.Errorf("%s: got %d bytes and, in another folder, %d other ones (is web/ up to date? make build)", name, len(here), len(there))
		}
	}
}
