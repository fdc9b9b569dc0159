package client

import (
	"strings"
	"syscall/js"

	"concord/app/model"
	"concord/app/model/files"
	"concord/app/model/job"
	"concord/app/model/verdict"
	"concord/core/api"
)

// cancelAfter is how many milliseconds a worker has to answer a Cancel before it is ended.
const cancelAfter = 100

// client is the page's side of web/boot.js and web/worker.js.
type client struct {
	boot   js.Value
	tell   func(model.Msg)
	ready  bool          // the worker takes messages
	queue  []js.Value    // messages for when it does
	under  []api.Request // requests without a final reply, in the order sent
	waits  bool          // for the rest of the worker's program
	saving int           // the request whose file is kept in the browser
	slot   files.Slot    // … where
}

// New returns the client of this page, whose worker boot.js begins.
func New() model.Client { return &client{boot: js.Global().Get("concord")} }

func (d *client) Listen(tell func(model.Msg)) {
	d.tell = tell
	d.boot.Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		value := args[1]
		switch args[0].String() {
		case "worker":
			d.receive(value)
		case "files":
			tell(pick(value))
		case "images":
			tell(images(value))
		case "offline":
			tell(model.Offline{Ready: value.Bool()})
		case "update":
			tell(model.UpdateReady{})
		case "installable":
			tell(model.Installable{Yes: value.Bool()})
		case "picture":
			tell(model.Pictured{Name: value.String()})
		case "slots":
			tell(slots(value))
		case "program":
			tell(model.Arrived{Program: job.Program{Name: value.Get("name").String(), Address: value.Get("address").String(),
				Size: int64(value.Get("size").Float()), Sum: value.Get("sum").String()}})
		}
		return nil
	}))
}

// images makes a message of the images and texts that were dropped or chosen.
func images(list js.Value) model.Msg {
	var m model.DropImages
	for n := range list.Length() {
		one := list.Index(n)
		f := verdict.Exhibit{Name: one.Get("name").String()}
		if text := one.Get("text"); text.IsUndefined() {
			f.Address = one.Get("address").String()
		} else {
			f.Text = text.String()
		}
		m.Files = append(m.Files, f)
	}
	return m
}

// slots makes a message of what is kept in the browser.
func slots(told js.Value) model.Msg {
	m := model.SlotsTold{Kept: told.Get("kept").String(), Why: told.Get("why").String()}
	list := told.Get("slots")
	if list.IsUndefined() {
		return m
	}
	m.Listed = true
	for n := range list.Length() {
		slot := list.Index(n)
		m.Slots = append(m.Slots, files.Slot{
			Key: slot.Get("key").String(), Name: slot.Get("name").String(), Size: int64(slot.Get("size").Float()),
			When: slot.Get("when").String(), Sample: slot.Get("sample").Bool(),
			Own: slot.Get("own").Bool(),
		})
	}
	return m
}

// pick makes a message of the files that were dropped or chosen.
func pick(dropped js.Value) model.Msg {
	var picked []files.File
	list, slot := dropped.Get("files"), ""
	if s := dropped.Get("slot"); s.Truthy() {
		slot = s.String()
	}
	for n := range list.Length() {
		file := list.Index(n)
		name := file.Get("name")
		if path := file.Get("path"); path.Truthy() {
			name = path
		}
		picked = append(picked, files.File{
			Name:   name.String(),
			Size:   int64(file.Get("size").Float()),
			Handle: file,
			Slot:   slot,
		})
	}
	if len(picked) > 1 {
		return model.PickMany{Files: picked}
	}
	return model.Pick{Role: dropped.Get("role").String(), File: picked[0]}
}

func (d *client) Do(c model.Cmd) {
	switch c := c.(type) {
	case model.Send:
		d.send(c.Request, c.File)
	case model.Reload:
		d.boot.Call("update")
	case model.SaveSlot:
		d.saving, d.slot = c.Request.ID, c.In
		d.send(c.Request, files.File{})
	case model.LoadSlot:
		d.boot.Call("loadSlot", c.Key)
	case model.ClearSlot:
		d.boot.Call("clearSlot", c.Key)
	case model.Prompt:
		d.boot.Call("install")
	}
}

func (d *client) send(r api.Request, f files.File) {
	if r.Drop != nil && r.Drop.Role == api.RoleLabels {
		d.after(0, func() { d.drop(r) })
		return
	}
	text, err := api.Encode(r)
	if err != nil {
		panic(err) // a Request holds nothing that JSON can't
	}
	message := js.ValueOf(map[string]any{"request": string(text)})
	if f.Handle != nil {
		message.Set("file", contentOf(f))
	}
	if r.Cancel == nil {
		d.under = append(d.under, r)
	}
	if d.ready {
		d.boot.Call("post", message)
	} else {
		d.queue = append(d.queue, message)
		d.boot.Call("begin") // the last worker may not even have begun; perhaps this one does
	}
	if r.Cancel != nil && !r.Cancel.Keep {
		d.after(cancelAfter, func() { d.insist(r.Cancel.ID) })
	}
}

// contentOf is a file as the browser has it. Several in one are put together without being read.
func contentOf(f files.File) js.Value {
	switch content := f.Handle.(type) {
	case []byte:
		return fileOf(f.Name, content)
	case []files.File:
		parts := js.Global().Get("Array").New()
		for _, one := range content {
			parts.Call("push", contentOf(one))
		}
		return js.Global().Get("File").New(parts, f.Name)
	default:
		return content.(js.Value)
	}
}

// insist ends a worker that has not obeyed a Cancel.
func (d *client) insist(id int) {
	for _, r := range d.under {
		if r.ID == id {
			d.end("", id)
			return
		}
	}
}

// end ends the worker, tells so, and answers all its requests. why is what it died of, "" if it is ended to cancel
// the request with that ID.
func (d *client) end(why string, cancelled int) {
	under := d.stop()
	lost := model.Lost{Why: why}
	if len(under) > 0 {
		lost.Of = under[0].ID // the worker takes one after the other
	}
	d.tell(lost)
	if why == "" {
		why = "The worker was ended to cancel another request."
	}
	for _, r := range under {
		fault := &api.Fault{Cancelled: r.ID == cancelled, Message: why}
		d.tell(model.Replied{Reply: api.Reply{ID: r.ID, Fault: fault}})
	}
}

// drop ends the worker that holds the labels and all that follows from them: nothing else gives its memory back.
func (d *client) drop(r api.Request) {
	for _, u := range d.stop() {
		d.tell(model.Replied{Reply: api.Reply{ID: u.ID, Fault: &api.Fault{Cancelled: true, Message: "The file was closed."}}})
	}
	d.tell(model.Replied{Reply: api.Reply{ID: r.ID, Dropped: r.Drop}})
}

// stop ends the worker and returns what was asked of it and not answered.
func (d *client) stop() (under []api.Request) {
	d.boot.Call("end")
	under, lived := d.under, d.ready
	d.queue, d.under, d.ready = nil, nil, false
	d.wait(false)
	if lived {
		d.boot.Call("begin") // at once, since it takes a moment
	}
	return under
}

func (d *client) receive(data js.Value) {
	switch {
	case data.Get("reply").Truthy():
		d.reply(data)
	case data.Get("ready").Truthy():
		d.ready = true
		for _, message := range d.queue {
			d.boot.Call("post", message)
		}
		d.queue = nil
	case data.Get("missing").Truthy():
		d.wait(true)
	case data.Get("died").Truthy():
		d.died(data.Get("died").String())
	}
}

// wait tells whether the worker's program waits for the rest of itself.
func (d *client) wait(yes bool) {
	if yes != d.waits {
		d.waits = yes
		d.tell(model.Waiting{Yes: yes})
	}
}

func (d *client) reply(data js.Value) {
	r, err := api.DecodeReply([]byte(data.Get("reply").String()))
	if err != nil {
		panic(err) // the worker is of the same build
	}
	d.wait(false)
	if r.Final() {
		for n, u := range d.under {
			if u.ID == r.ID {
				d.under = append(d.under[:n:n], d.under[n+1:]...)
				break
			}
		}
	}
	switch {
	case r.Exported != nil && d.saving == r.ID:
		d.boot.Call("saveSlot", d.slot.Key, r.Exported.Name, data.Get("blob"), d.slot.Sample)
	case r.Exported != nil:
		d.boot.Call("save", r.Exported.Name, data.Get("blob"))
	}
	d.tell(model.Replied{Reply: r})
}

// died tells that the worker ended by itself, with its last words.
func (d *client) died(words string) {
	switch {
	case isFull(words):
		d.end("The browser has no more memory for this. Close other tabs, or use the shell program, which can use all memory of the "+
			"machine: concord fit.", 0)
	case strings.HasPrefix(words, rest):
		d.end("The part of Concord that this needs is not here: "+words+". Reload the page when you are online.", 0)
	case !d.ready:
		d.end("The part of Concord that does the work could not be started in this browser ("+firstLine(words)+"). Reload the page, or "+
			"try a current Firefox, Chrome, Edge or Safari.", 0)
	case words == byBrowser:
		d.end("The browser ended the part of Concord that does the work, as browsers do where memory is short. If it happens again, close "+
			"other tabs. Nothing on your disk was changed.", 0)
	default:
		d.end("Concord broke down: this is an error in the program, please report it ("+firstLine(words)+"). "+
			"Nothing on your disk was changed.", 0)
	}
}

// rest is the program without which a worker may end, and what its last words begin with then (web/boot.js).
const rest = "rest.wasm"

// byBrowser are the last words of a worker that had none (web/boot.js).
const byBrowser = "ended by the browser"

// isFull reports whether last words are those of a program, or a browser, without memory.
func isFull(words string) bool {
	words = strings.ToLower(words)
	return strings.Contains(words, "out of memory") || strings.Contains(words, "cannot allocate") ||
		strings.Contains(words, "allocation failed")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

func (d *client) after(milliseconds int, do func()) {
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		f.Release()
		do()
		return nil
	})
	js.Global().Call("setTimeout", f, milliseconds)
}

// fileOf makes a File of text that was pasted.
func fileOf(name string, content []byte) js.Value {
	bytes := js.Global().Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(bytes, content)
	return js.Global().Get("File").New([]any{bytes}, name)
}
