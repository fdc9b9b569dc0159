"use strict";

importScripts("wasm_exec.js");

globalThis.fs.writeSync = (fd, bytes) => {
  postMessage({ text: new TextDecoder().decode(bytes) });
  return bytes.length;
};

onmessage = async ({ data: argv }) => {
  try {
    const go = new Go();
    go.argv = argv;
    go.exit = (code) => postMessage({ exit: code });
    const { instance } = await WebAssembly.instantiateStreaming(fetch("program.wasm"), go.importObject);
    await go.run(instance);
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
