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

// A helper is another worker of the page, which this one has a port to.
const lines = new Map(); // by number: this end of the line
let hired = 0;
globalThis.startHelper = () => {
  const { port1, port2 } = new MessageChannel();
  const number = ++hired;
  lines.set(number, port1);
  port1.terminate = () => {
    lines.delete(number);
    postMessage({ dismiss: number });
  };
  postMessage({ hire: number, port: port2 }, [port2]);
  return port1;
};

onmessage = async ({ data: { program, port, lock } }) => {
  onmessage = null;
  // The page notices the end of this worker by the lock that it holds until then. A browser
  // has no locks without https, or where storage is forbidden; then the page asks.
  const held = () => {
    postMessage({ locked: true });
    return new Promise(() => {});
  };
  (navigator.locks?.request(lock, held) ?? Promise.reject()).catch(() => postMessage({ locked: false }));
  addEventListener("message", ({ data }) => {
    if (data.alive) postMessage({ alive: true });
    lines.get(data.lost)?.dispatchEvent(new Event("error"));
  });
  globalThis.program = program;
  globalThis.port = port; // of a helper, to the worker that it helps
  const died = () => (port ?? globalThis).postMessage({ died: words || "the program ended" });
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
