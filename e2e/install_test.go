package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// What browsers do with apps that can be installed: the page passes their offer on, and opens the files that the system hands to an
// installed app.
func TestInstalledApp(t *testing.T) {
	v := open(t, serve(t), "/licenses.txt")
	v.allow("favicon.ico") // of the page of plain text
	v.before(`Object.defineProperty(window, "launchQueue", {value: {setConsumer: (take) => { globalThis.launch = take; }}})`)
	v.navigate("/")
	v.state("empty")
	eval[bool](v, `(() => {
		const offer = new Event("beforeinstallprompt", {cancelable: true});
		offer.prompt = () => { globalThis.prompted = true; };
		offer.userChoice = Promise.resolve({outcome: "accepted"});
		dispatchEvent(offer);
		return offer.defaultPrevented;
	})()`)
	v.await("document.querySelector('#install')")
	v.click("#install")
	v.await("globalThis.prompted && !document.querySelector('#install')")
	eval[bool](v, fmt.Sprintf(`(launch({files: [{getFile: async () => new File([%q], "animals.csv")}]}), true)`, animals))
	v.state("ready")
	if got := eval[string](v, "document.querySelector('#data').innerText"); !strings.Contains(got, "animals.csv") {
		t.Errorf("got %q, want the file that was handed over", got)
	}
}
