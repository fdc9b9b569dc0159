package e2e

import (
	"fmt"
	"time"
)

// hold has the worker stand still in the next request of a kind ("open", "fit"), when it turns to the browser for the nth time: for a
// part of a file, or to let events in. It stands still until it is asked to cancel, so that a test cancels
// at that moment, however fast the machine is.
func (v *visit) hold(kind string, n int) {
	v.Helper()
	work[bool](v, fmt.Sprintf(`(() => {
		const first = !globalThis.holding, hold = {kind: '"%s":', n: %d, left: Infinity};
		hold.cancelled = new Promise((done) => (hold.end = done));
		globalThis.holding = hold;
		globalThis.held = false;
		if (!first) return true;
		addEventListener("message", ({data}) => {
			if (holding.left === Infinity && data.request?.includes(holding.kind)) holding.left = holding.n;
			if (data.request?.includes('"cancel":')) setTimeout(holding.end); // once the program has heard of it
		});
		for (const [of, name] of [[ReadableStreamBYOBReader, "read"], [MessagePort, "postMessage"]]) {
			const turn = of.prototype[name];
			of.prototype[name] = function (...all) {
				if (--holding.left !== 0) return turn.apply(this, all);
				globalThis.held = true;
				return holding.cancelled.then(() => turn.apply(this, all));
			};
		}
		return true;
	})()`, kind, n))
}

// held waits until the worker stands still.
func (v *visit) held() {
	v.Helper()
	for end := time.Now().Add(v.patience); !work[bool](v, "globalThis.held"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			v.Fatalf("the worker does not come to where it is to stand still; the page says %q", v.status())
		}
	}
}

// lenient has the page give a worker a minute to obey a Cancel before it is ended.
const lenient = "{ const set = setTimeout; setTimeout = (f, ms, ...all) => set(f, ms === 100 ? 60_000 : ms, ...all); }"
