// SPDX-License-Identifier: Apache-2.0

import * as fs from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { concord, ConcordError, fileFrom } from "./session.js";

let program; // compiled once

async function start(_, tell) {
  program ??= fs.promises.readFile(new URL("./worker.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
  const compiled = await program;
  const worker = new Worker(new URL("./thread.js", import.meta.url));
  worker.on("message", tell);
  worker.on("error", (error) => tell({ died: String(error) }));
  worker.postMessage({ program: compiled });
  return worker;
}

// A path, as a URL or as text without a line break, is opened by the thread.
async function fileOf(content, name) {
  const path = content instanceof URL ? fileURLToPath(content) : content;
  if (typeof path !== "string" || /[\r\n]/.test(path)) return fileFrom(content, name);
  try {
    const { size } = await fs.promises.stat(path);
    return { name: basename(path), content: { path, size } };
  } catch (error) {
    throw new ConcordError({ message: `${path} can't be read: ${error.message}. A path has no line break, and text has one.` });
  }
}

export const { open, aggregate, agree, compare, report } = concord({ start, fileOf });
export { ConcordError };
