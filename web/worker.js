// SPDX-License-Identifier: Apache-2.0

// The worker's side of the glue: it runs worker.wasm, which then takes over
// onmessage and says {ready: true}. The first message is the compiled program,
// so that a worker that had to be ended can be followed by another without
// compiling it again. boot.js puts wasm_exec.js before it.
//
// The program may be the first of two (wasm/split). Then the page sends {rest: compiled}
// once that has arrived, or {lost: why it did not}. A program that comes to what is not
// there pauses, and says {missing: true}.
"use strict";

// What the program prints before it dies (out of memory, a panic) goes to the
// page, which tells the user.
let words = "";
const write = globalThis.fs.writeSync;
globalThis.fs.writeSync = (fd, bytes) => {
  words = (words + new TextDecoder().decode(bytes)).slice(0, 2000);
  return write(fd, bytes);
};

onmessage = async ({ data: { program, lock, revision } }) => {
  onmessage = null;
  globalThis.concordRevision = revision;
  // The page notices the end of this worker by the lock that it holds until then. A browser
  // has no locks without https, or where storage is forbidden; then the page asks.
  const held = () => {
    postMessage({ locked: true });
    return new Promise(() => {});
  };
  (navigator.locks?.request(lock, held) ?? Promise.reject()).catch(() => postMessage({ locked: false }));
  globalThis.program = program;
  const died = () => postMessage({ died: words || "the program ended" });
  // Of an error the page hears by itself, but not where the program was called with
  // what a promise came to.
  addEventListener("unhandledrejection", ({ reason }) => {
    if (!/wasm/.test(reason?.stack)) return;
    words ||= String(reason);
    died();
  });
  const go = new Go();
  let missed; // events since the program pauses
  let lost; // why there is no rest
  const end = () => {
    if (missed && lost) postMessage({ died: lost });
  };
  const lose = (why) => {
    lost = why;
    end();
  };
  go.importObject.split = {
    missing: (number) => {
      missed = [];
      globalThis.missing = number; // for whoever asks why (e2e)
      postMessage({ missing: true });
      end();
    },
  };
  go._resume = () => {
    if (!missed) return Go.prototype._resume.call(go);
    missed.push(go._pendingEvent);
    go._pendingEvent = null;
    go._scheduledTimeouts.clear(); // or the one that has come asks for ever whether the program took note
  };
  const starting = WebAssembly.instantiate(program, go.importObject);
  const complete = async (rest) => {
    const { exports: first } = await starting;
    try {
      new WebAssembly.Instance(rest, { first }); // it writes itself into the table of the first
    } catch (error) {
      return lose(`rest.wasm could not be started (${error.message})`);
    }
    if (!missed) return;
    const events = missed;
    missed = undefined;
    first.goOn();
    if (go.exited) go._resolveExitPromise();
    for (const event of events) {
      go._pendingEvent = event;
      if (!go.exited) go._resume();
    }
  };
  addEventListener("message", ({ data }) => {
    if (data.alive) postMessage({ alive: true });
    if (data.rest) complete(data.rest);
    if (data.lost) lose(data.lost);
  });
  try {
    const instance = await starting;
    globalThis.memory = instance.exports.mem; // for whoever measures it (e2e)
    await go.run(instance);
  } catch (error) {
    words += error;
  }
  died();
};
