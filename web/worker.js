// SPDX-License-Identifier: Apache-2.0

// The worker's side of the glue: it runs worker.wasm, which then takes over
// onmessage and says {ready: true}. The first message is the compiled program,
// so that a worker that had to be ended can be followed by another without
// compiling it again. boot.js puts wasm_exec.js before it.
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
  addEventListener("message", ({ data }) => {
    if (data.alive) postMessage({ alive: true });
  });
  globalThis.program = program;
  const died = () => postMessage({ died: words || "the program ended" });
  // Of an error the page hears by itself, but not where the program was called with
  // what a promise came to.
  addEventListener("unhandledrejection", ({ reason }) => {
    if (!/wasm/.test(reason?.stack)) return;
    words ||= String(reason);
    died();
  });
  try {
    const go = new Go();
    const instance = await WebAssembly.instantiate(program, go.importObject);
    globalThis.memory = instance.exports.mem; // for whoever measures it (e2e)
    await go.run(instance);
  } catch (error) {
    words += error;
  }
  died();
};
