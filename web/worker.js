// The worker's side of the glue: it runs worker.wasm, which then takes over
// onmessage and says {ready: true}. The first message is the compiled program,
// so that a worker that had to be ended can be followed by another without
// compiling it again.
"use strict";

importScripts("wasm_exec.js");

// What the program prints before it dies (out of memory, a panic) goes to the
// page, which tells the user.
let words = "";
const write = globalThis.fs.writeSync;
globalThis.fs.writeSync = (fd, bytes) => {
  words = (words + new TextDecoder().decode(bytes)).slice(0, 2000);
  return write(fd, bytes);
};

onmessage = async ({ data: program }) => {
  onmessage = null;
  // A helper is a worker of this one. What it dies of is no death of this one: an
  // error that nobody prevents would go on to the page.
  globalThis.program = program;
  globalThis.startHelper = () => {
    const helper = new Worker(location.href, { name: "helper" });
    helper.onerror = (e) => e.preventDefault();
    helper.postMessage(program);
    return helper;
  };
  try {
    const go = new Go();
    const instance = await WebAssembly.instantiate(program, go.importObject);
    globalThis.memory = instance.exports.mem; // for whoever measures it (e2e)
    await go.run(instance);
  } catch (error) {
    words += error;
  }
  postMessage({ died: words || "the program ended" });
};
