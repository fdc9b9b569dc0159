// SPDX-License-Identifier: Apache-2.0

// A thread of Node as worker.js knows a worker of a browser.

import { webcrypto } from "node:crypto";
import * as fs from "node:fs";
import { parentPort } from "node:worker_threads";

// A Blob of a file, read piece by piece where Node can (since 19.8), can't be sent from thread to thread.
const blobAt = async (path) => (fs.openAsBlob ? fs.openAsBlob(path) : new Blob([await fs.promises.readFile(path)]));

const listeners = [];
globalThis.crypto ??= webcrypto;
globalThis.navigator ??= {};
globalThis.onmessage = null;
globalThis.postMessage = (data) => parentPort.postMessage(data);
globalThis.addEventListener = (event, listener) => event === "message" && listeners.push(listener);
// The program sends itself a message to let others come first. Node hands a port up to a thousand in a row before it looks at
// another, so that Cancel would wait for half a minute.
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
};
await import("./worker.js");
let last = Promise.resolve(); // one after the other
parentPort.on("message", (data) => {
  last = last.then(async () => {
    if (data.file?.path) data.file = await blobAt(data.file.path);
    globalThis.onmessage?.({ data });
    for (const listener of listeners) listener({ data });
  });
});
