package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/model"
)

// listenToWindow tells of keys and of files dragged over the window, until release is called. web/boot.js catches
// drops, since it runs before this program.
func listenToWindow(tell func(model.Msg)) (release func()) {
	listeners := map[string]app.Func{}
	on := func(event string, do func(e app.Value)) {
		f := app.FuncOf(func(_ app.Value, args []app.Value) any {
			do(args[0])
			return nil
		})
		listeners[event] = f
		app.Window().Call("addEventListener", event, f)
	}

	over := false
	drag := func(now bool) {
		if now != over {
			over = now
			tell(model.Drag{Over: now})
		}
	}
	enter := func(e app.Value) { drag(carriesFiles(e)) }
	on("dragenter", enter)
	on("dragover", enter) // repeats, also after a dragleave that did not leave
	on("dragleave", func(e app.Value) {
		if e.Get("relatedTarget").IsNull() { // out of the window
			drag(false)
		}
	})
	on("drop", func(app.Value) { drag(false) })
	on("keydown", func(e app.Value) {
		if e.Get("defaultPrevented").Bool() || e.Get("altKey").Bool() || e.Get("isComposing").Bool() {
			return
		}
		k := model.Key{
			Key:     e.Get("key").String(),
			Ctrl:    e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(),
			Editing: isField(e.Get("target")),
			Modal:   has("dialog:modal"),
		}
		if k.Key == "/" && !k.Editing && !k.Ctrl && !k.Modal {
			e.Call("preventDefault") // or the slash is typed into the field that is then in focus
		}
		if (k.Key == "n" || k.Key == "N") && k.Modal && !k.Editing && !k.Ctrl && has("#note") {
			e.Call("preventDefault") // or it is typed into the note
		}
		if k.Key == "Escape" && k.Modal && has("#verdict-asks:not(:empty)") {
			e.Call("preventDefault") // it withdraws the question: the dialog stays
		}
		tell(k)
	})
	return func() {
		for event, f := range listeners {
			app.Window().Call("removeEventListener", event, f)
			f.Release()
		}
	}
}

// has reports whether the page has an element.
func has(selector string) bool {
	return app.Window().Get("document").Call("querySelector", selector).Truthy()
}

func carriesFiles(e app.Value) bool {
	transfer := e.Get("dataTransfer")
	return transfer.Truthy() && transfer.Get("types").Call("includes", "Files").Bool()
}

// guardLeaving has the browser ask before it leaves the page. The handler is set only while needed: some browsers
// don't cache pages that have one.
func guardLeaving(on bool) {
	var handler any
	if on {
		handler = leaving
	}
	app.Window().Set("onbeforeunload", handler)
}

var leaving = app.FuncOf(func(_ app.Value, args []app.Value) any {
	args[0].Call("preventDefault")
	args[0].Set("returnValue", true) // for browsers that don't know the other yet
	return nil
})

// isField reports whether an element takes what is typed.
func isField(target app.Value) bool {
	switch target.Get("tagName").String() {
	case "TEXTAREA", "SELECT":
		return true
	case "INPUT":
		switch target.Get("type").String() {
		case "checkbox", "radio", "file", "button":
			return false
		}
		return true
	}
	return false
}

// revealTab scrolls the tabs, where they have not all room, so that the one of that view is in the middle.
func revealTab(view string) {
	tab := app.Window().GetElementByID("tab-" + view)
	if !tab.Truthy() {
		return
	}
	tabs := tab.Get("parentElement")
	tabs.Set("scrollLeft", tab.Get("offsetLeft").Int()+(tab.Get("offsetWidth").Int()-tabs.Get("clientWidth").Int())/2)
}

func empty(ids []string) {
	for _, id := range ids {
		if e := app.Window().GetElementByID(id); e.Truthy() {
			e.Set("value", "")
		}
	}
}

// copyText selects the text of an element and copies it, without the permission that the newer interface asks for.
func copyText(id string) {
	if e := app.Window().GetElementByID(id); e.Truthy() {
		app.Window().Call("getSelection").Call("selectAllChildren", e)
		app.Window().Get("document").Call("execCommand", "copy")
	}
}

// showPhase shows the phase to scripts and styles. What web/fatal.js has said stays.
func showPhase(phase string) {
	if root := app.Window().Get("document").Get("documentElement"); root.Get("dataset").Get("program").String() == "dead" {
		return
	}
	app.Window().Get("document").Get("body").Call("setAttribute", "data-state", phase)
}

func showTheme(name string) {
	root := app.Window().Get("document").Get("documentElement")
	if name == "" {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Call("setAttribute", "data-theme", name)
	}
}

// showFragment changes the fragment of the page's address, with or without an entry of its own in the history.
func showFragment(text string, push bool) {
	location, how := app.Window().Get("location"), "replaceState"
	if push {
		how = "pushState"
	}
	if text != "" {
		text = "#" + text
	}
	app.Window().Get("history").Call(how, nil, "", location.Get("pathname").String()+location.Get("search").String()+text)
}

// storage is the browser's local storage, or what boot.js put in its place.
func storage() app.Value { return app.Window().Get("localStorage") }

// kept returns a word that was kept on an earlier visit, or "".
func kept(key string) string {
	if v := storage().Call("getItem", key); v.Truthy() {
		return v.String()
	}
	return ""
}

// keep keeps a word for the next visit, if the browser has room.
func keep(key, word string) {
	defer func() { _ = recover() }()
	if word == "" {
		storage().Call("removeItem", key)
	} else {
		storage().Call("setItem", key, word)
	}
}
