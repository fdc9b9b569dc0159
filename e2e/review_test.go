package e2e

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// doubts are labels 0 to 3 of tasks on which workers disagree; nobody gives 3 to the
// first two.
const doubts = `task,worker,label
t1,ann,1
t1,bob,2
t2,ann,0
t2,bob,2
t3,ann,3
t3,bob,3
t4,ann,1
t4,bob,1
`

// opened returns the open task, or "".
const opened = `(document.querySelector("#verdict") ? document.querySelector("#detail-title").textContent : "")`

// Each key gives the label that it shows, even if labels are digits from 0. Improbable
// verdicts need confirmation, and one key brings the task back.
func TestReviewKeys(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	file := doubts
	for i := range 40 { // enough to show how improbable a label is
		file += fmt.Sprintf("u%d,ann,%[2]d\nu%[1]d,bob,%[2]d\n", i, 1+i%3)
	}
	v.drop("labels", write(t, "doubts.csv", file))
	v.fit("majority")
	v.click("#review")
	judged := func(text string) {
		t.Helper()
		v.await(fmt.Sprintf(`document.body.dataset.state === "done" && (document.querySelector("#amended")?.innerText ?? "").includes(%q)`, text))
	}
	v.await(opened)
	first := eval[string](v, opened)
	for place, label := range []string{"0", "1", "2", "3"} {
		button := fmt.Sprintf(`[...document.querySelectorAll("#verdict button")].find((b) => b.innerText.includes("“%s”"))`, label)
		keys := eval[string](v, button+`.getAttribute("aria-keyshortcuts")`)
		shown := eval[string](v, `[...`+button+`.querySelectorAll("kbd")].map((k) => k.textContent).join(" ")`)
		if keys != shown || !strings.Contains(keys, label) {
			t.Errorf("label %s at place %d: the key is %q, the button shows %q", label, place, keys, shown)
		}
	}

	v.press("2")
	judged("1 task reviewed by you")
	v.await(opened + " && " + opened + fmt.Sprintf(" !== %q", first))
	v.press("u")
	v.await(fmt.Sprintf("%s === %q", opened, first))
	v.await(`document.body.dataset.state === "done" && !document.querySelector("#amended")`)

	const asks = `document.querySelector("#verdict-asks").textContent`
	v.press("3")
	v.await(asks + `.includes("“3”")`)
	if live := eval[string](v, `document.querySelector("#verdict-asks").getAttribute("aria-live")`); live != "assertive" {
		t.Errorf("the question is said %q", live)
	}
	v.press(kb.Escape)
	v.await(asks + ` === ""`)
	if now := eval[string](v, opened); now != first {
		t.Fatalf("Escape closed the task: got %q", now)
	}
	v.press("3")
	v.await(asks + `.includes("“3”")`)
	v.press("2") // another choice withdraws it
	judged("1 task reviewed by you")
	v.await(opened + " && " + opened + fmt.Sprintf(" !== %q", first))
	second := eval[string](v, opened)
	v.press("3")
	v.await(asks + `.includes("“3”")`)
	v.press("3")
	judged("2 tasks reviewed by you")
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	_, labels := v.download("#download-labels")
	for task, label := range map[string]string{first: "2", second: "3"} {
		if !strings.Contains(string(labels), "\n"+task+","+label+",") {
			t.Errorf("task %s: got %s, want the label %s", task, labels, label)
		}
	}
}

// tweets are labels with what the workers saw: four tweets of which workers disagree, two on which they agree.
const tweets = `task,worker,label,tweet,url
t1,ann,joy,What a day! 😀,https://example.org/1
t1,bob,anger,What a day! 😀,https://example.org/1
t2,ann,joy,"Oh, great. Another delay.",https://example.org/2
t2,bob,anger,"Oh, great. Another delay.",https://example.org/2
t3,ann,joy,Rain again,https://example.org/3
t3,bob,fear,Rain again,https://example.org/3
t4,ann,fear,Who is at the door?,https://example.org/4
t4,bob,anger,Who is at the door?,https://example.org/4
t5,ann,joy,Hooray,https://example.org/5
t5,bob,joy,Hooray,https://example.org/5
t6,ann,anger,Enough!,https://example.org/6
t6,bob,anger,Enough!,https://example.org/6
`

// A reviewer sees the text and the address of each task that needs a look, and judges, notes, skips and goes back by keys alone.
// Nothing outside is fetched. The labels say what was reviewed, what the method had said, and why.
func TestReviewer(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "tweets.csv", tweets))
	v.fit("majority")
	const content = `(document.querySelector("#content")?.innerText ?? "")`
	const place = `(document.querySelector("#review-progress")?.innerText ?? "")`
	at := func(n int) { v.await(fmt.Sprintf(`%s.includes("%d of 4") && %s`, place, n, opened)) }
	v.press("r")
	at(1)
	first := eval[string](v, opened)
	links := `[...document.querySelectorAll("#content a")].map((a) => [a.href, a.target, a.rel].join(" ")).join()`
	if got, want := eval[string](v, links), "https://example.org/"+first[1:]+" _blank noopener noreferrer"; got != want {
		t.Errorf("got the link %q, want %q", got, want)
	}
	if got := eval[string](v, content); !strings.Contains(got, "What a day! 😀") || !strings.Contains(got, "opens outside") {
		t.Errorf("the task shows %q", got)
	}
	v.picture("task")
	eval[bool](v, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "n", bubbles: true, cancelable: true})) || true`)
	v.has("#note") // a key of chromedp's is typed even if the page prevents that
	for _, c := range "Not 2 but 1, b" {
		v.press(string(c))
	}
	v.press(kb.Enter)
	v.await(`document.activeElement.id !== "note" && document.querySelector("#note").value === "Not 2 but 1, b"`)
	key := func(label string) string {
		return eval[string](v, fmt.Sprintf(`[...document.querySelectorAll("#verdict button")].find((b) => b.innerText.includes("“%s”")).
			getAttribute("aria-keyshortcuts").split(" ").pop()`, label))
	}
	v.press(key("anger"))
	second := ""
	for second == "" { // the answer that follows the verdict draws the task anew
		at(2)
		second = eval[string](v, opened)
	}
	v.press("s")
	at(3)
	v.press("b")
	at(2)
	v.await(fmt.Sprintf("%s === %q", opened, second))
	v.press("a")
	at(3)
	v.press("s")
	at(4)
	v.press("s")
	v.await(`!document.querySelector("#detail") && document.querySelector("#status").textContent.includes("reviewed 2 tasks and skipped 2")`)
	v.press("r") // those that still need a look
	v.await(place + `.includes("1 of 2")`)
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)
	_, labels := v.download("#download-labels")
	all, err := csv.NewReader(bytes.NewReader(labels)).ReadAll()
	v.must(err)
	rows := map[string]map[string]string{}
	for _, row := range all[1:] {
		cells := map[string]string{}
		for c, name := range all[0] {
			cells[name] = row[c]
		}
		rows[row[0]] = cells
	}
	if r := rows[first]; r["label"] != "anger" || r["reviewed"] != "true" || r["method_label"] == "" || r["note"] != "Not 2 but 1, b" {
		t.Errorf("the first task has the row %q", r)
	}
	if r := rows[second]; r["label"] != r["method_label"] || r["reviewed"] != "true" || r["note"] != "" {
		t.Errorf("the second task, whose label was kept, has the row %q", r)
	}
	if r := rows["t6"]; r["reviewed"] != "false" || r["method_label"] != "" {
		t.Errorf("a task that was not reviewed has the row %q", r)
	}
}

// pictured writes a folder with a square of one colour for each name, and a table and a hidden file among them.
func pictured(t *testing.T, names map[string]color.Color) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "pictures")
	for name, c := range names {
		square := image.NewRGBA(image.Rect(0, 0, 40, 30))
		draw.Draw(square, square.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
		var file bytes.Buffer
		if err := cmp.Or(png.Encode(&file, square), os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755),
			os.WriteFile(filepath.Join(folder, name), file.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, ".DS_Store"), []byte("nothing"), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// Images of a folder that is dropped show with the tasks that are named like their files, or whose content names them; nothing else
// is fetched, and what is dropped leaves all else as it is.
func TestFolderOfImages(t *testing.T) {
	folder := pictured(t, map[string]color.Color{"cat.png": color.RGBA{255, 0, 0, 255}, "more/dog 2.png": color.RGBA{0, 0, 255, 255}})
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", "task,worker,label,image\ncat,a,x,\ncat,b,y,\nt2,a,x,https://example.org/dog 2.png\n"+
		"t2,b,y,https://example.org/dog 2.png\nt3,a,x,https://example.org/bird.png\nt3,b,x,https://example.org/bird.png\n"))
	v.fit("majority")
	v.drop("labels", folder)
	v.await(`document.querySelector("#status").textContent.includes("2 images added")`)
	v.state("done")
	v.press("r")
	const shown = `document.querySelector("#content img")`
	for _, want := range []string{"255,0,0", "0,0,255"} {
		v.await(fmt.Sprintf(`%s?.complete && %[1]s.naturalWidth === 40 && (() => {
			const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
			canvas.drawImage(%[1]s, 0, 0);
			return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).join() === %[2]q;
		})()`, shown, want))
		if got := eval[string](v, shown+`.src`); !strings.HasPrefix(got, "blob:") {
			t.Errorf("the image is from %s", got)
		}
		v.picture("image")
		v.press("s")
	}
	v.await(`!document.querySelector("#detail")`)
}

// Whoever reviews can label tasks that nobody labelled, by keys alone: as one more worker, or as gold. The result follows, and the
// verdicts that were given before stay.
func TestLabelling(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "tweets.csv", tweets))
	v.fit("majority")
	v.drop("labels", pictured(t, map[string]color.Color{"t1.png": color.Black, "t7.png": color.White, "t8.png": color.Black,
		"t9.png": color.White}))
	v.await(`document.querySelector("#status").textContent.includes("4 images added")`)
	v.press("r")
	v.await(opened)
	v.press("a")
	v.await(`document.querySelector("#review-progress")?.innerText.includes("2 of")`)
	v.press(kb.Escape)
	v.await(`!document.querySelector("#detail")`)

	title := func(want string) {
		v.await(fmt.Sprintf(`document.querySelector("#labelling-title")?.textContent === %q`, want))
	}
	v.click("#label-more")
	title("t7")
	v.await(`document.querySelector("#content img")?.naturalWidth === 40`)
	key := func(label string) string {
		return eval[string](v, fmt.Sprintf(`[...document.querySelectorAll("#labelling button")].find((b) => b.innerText.includes("“%s”")).
			getAttribute("aria-keyshortcuts")`, label))
	}
	v.press(key("fear"))
	title("t8")
	v.press("s")
	title("t9")
	v.press("b")
	title("t8")
	v.press(key("joy"))
	title("t9")
	v.click("#own-gold")
	v.picture("own")
	v.click("#use-labels")
	v.await(`!document.querySelector("#labelling") && document.body.dataset.state === "done" &&
		document.querySelector("#amended")?.innerText.includes("3 tasks")`)
	_, labels := v.download("#download-labels")
	for _, want := range []string{"\nt7,,,fear,1,1 of 1,", "\nt8,,,joy,1,1 of 1,"} {
		if !strings.Contains(string(labels), want) {
			t.Errorf("got %s, want %q", labels, want)
		}
	}
	_, workers := v.download("#download-workers")
	if !strings.Contains(string(workers), "\nyou,2,") {
		t.Errorf("got %s, want the worker “you” with two labels", workers)
	}
	v.click("#label-more") // one is left
	title("t9")
	v.press(kb.Escape)
	v.await(`!document.querySelector("#labelling")`)
}

// Images and texts of a folder that nobody labelled are labelled from nothing, and the answer follows. Texts show as they are.
func TestLabellingFromNothing(t *testing.T) {
	folder := pictured(t, map[string]color.Color{"a.png": color.Black, "b.png": color.White})
	v := open(t, serve(t), "/")
	v.must(os.WriteFile(filepath.Join(folder, "c.txt"), []byte("What a day! 😀"), 0o644))
	v.state("empty")
	v.drop("labels", folder)
	v.await(`document.querySelector("#status").textContent.includes("2 images and 1 text added")`)
	v.click("#own-classes")
	v.must(chromedp.Do(v.ctx, chromedp.KeyEvent("joy, anger"+kb.Enter)))
	for _, task := range []struct{ name, shows, key string }{
		{"a", `img`, "2"}, {"b", `img`, "s"}, {"c", `.content-text`, "1"},
	} {
		v.await(fmt.Sprintf(`document.querySelector("#labelling-title")?.textContent === %q && document.querySelector("#content %s")`, task.name,
			task.shows))
		if text := eval[string](v, `document.querySelector("#content").innerText`); task.name == "c" && text != "What a day! 😀" {
			t.Errorf("the text shows as %q", text)
		}
		v.press(task.key)
	}
	v.click("#use-labels")
	v.state("ready")
	v.fit("majority")
	_, labels := v.download("#download-labels")
	for _, want := range []string{"\na,anger,", "\nc,joy,"} {
		if !strings.Contains(string(labels), want) {
			t.Errorf("got %s, want %q", labels, want)
		}
	}
}
