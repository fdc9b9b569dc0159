// SPDX-License-Identifier: Apache-2.0

import { concord, ConcordError, fileFrom } from "./session.js";

const programs = new Map(); // compiled, by address

function programAt(address) {
  if (!programs.has(address)) {
    const compiling = fetch(address).then(async (answer) => {
      if (!answer.ok) throw new ConcordError({ broken: true, message: `${address} did not arrive (${answer.status}).` });
      return WebAssembly.compile(await answer.arrayBuffer()); // whatever type the host says it has
    });
    programs.set(address, compiling);
    compiling.catch(() => programs.delete(address)); // so that it can be tried again
  }
  return programs.get(address);
}

async function start(files, tell) {
  const at = (name, bundled) => (files === undefined ? bundled : new URL(name, new URL(files, location.href))).href;
  const program = await programAt(at("worker.wasm", new URL("./worker.wasm", import.meta.url)));
  const worker = files === undefined ? new Worker(new URL("./worker.js", import.meta.url)) : new Worker(at("worker.js"));
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = ({ message }) => tell({ died: message ?? "worker.js did not arrive" });
  worker.postMessage({ program, lock: `concord-labels ${Math.random()}` });
  return worker;
}

export const { open, aggregate, agree, compare, report } = concord({ start, fileOf: fileFrom });
export { ConcordError };
