package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// The npm package does in a page of somebody else what the shell does, and asks for nothing but its own files.
func TestPackageInAPage(t *testing.T) {
	const labels = "task,worker,label\np1,ann,cat\np1,bob,cat\np1,eve,dog\np2,ann,dog\np2,bob,dog\np2,eve,dog\np3,ann,cat\np3,bob,cat\n"
	files := http.NewServeMux()
	files.Handle("/concord/", http.StripPrefix("/concord/", http.FileServer(http.Dir("../wasm/npm"))))
	files.Handle("/concord/worker.wasm", http.StripPrefix("/concord/", http.FileServer(http.Dir("../bin"))))
	files.HandleFunc("/concord/worker.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		for _, name := range []string{"wasm_exec.js", "worker.js"} {
			text, err := os.ReadFile(filepath.Join("../web", name))
			if err != nil {
				t.Error(err)
			}
			w.Write(text)
		}
	})
	files.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<!doctype html><title>A page</title><link rel="icon" href="data:,">`)
	})
	host := httptest.NewServer(files)
	t.Cleanup(host.Close)

	want, err := os.ReadFile(filepath.Join(shell(t, "-exact", "-method", "ds", write(t, "labels.csv", labels)), "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}

	v := begin(t, &server{url: host.URL})
	v.navigate("/")
	const program = `import("/concord/browser.js").then(async ({ aggregate }) => {
		const text = %q;
		const inputs = [new File([text], "labels.csv"), new TextEncoder().encode(text), new Blob([text]).stream()];
		const all = [];
		for (const input of inputs) {
			const { files } = await aggregate(input, { method: "ds", files: "/concord/" });
			all.push(await files["labels.csv"].text());
		}
		return all;
	})`
	for n, got := range eval[[]string](v, fmt.Sprintf(program, labels)) {
		if got != string(want) {
			t.Errorf("input %d: got\n%s\nwant\n%s", n, got, want)
		}
	}
}
