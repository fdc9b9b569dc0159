// SPDX-License-Identifier: Apache-2.0

// What must work before anything is drawn: the theme is set, and files that are dropped or
// chosen are kept until the page's program is here.
//
// concordEarly.tell(kind, value) tells whoever called listen (app/client), what happened
// earlier included; waiting(f) calls f with what nobody has heard yet, now and whenever
// there is more; hush() ends it all.
"use strict";

globalThis.concordEarly = (() => {
  // --- What happened, and who is told --------------------------------------

  const past = [];
  let show = () => {};
  let hear = (kind, value) => {
    past.push([kind, value]);
    show(past);
  };
  const tell = (kind, value) => hear(kind, value);
  const listen = (f) => {
    hear = f;
    for (const [kind, value] of past.splice(0)) f(kind, value);
  };
  const waiting = (f) => {
    show = f;
    f(past);
  };
  const hush = () => {
    hear = () => {};
  };

  // --- Storage, which a browser may forbid --------------------------------------

  // To look at it throws then, in the middle of the page's program, too. What
  // takes its place forgets all with the page.
  const forgetful = () => {
    const words = new Map();
    return {
      get length() {
        return words.size;
      },
      key: (n) => [...words.keys()][n] ?? null,
      getItem: (key) => words.get(String(key)) ?? null,
      setItem: (key, word) => void words.set(String(key), String(word)),
      removeItem: (key) => void words.delete(String(key)),
      clear: () => words.clear(),
    };
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      globalThis[name].getItem("theme");
    } catch {
      Object.defineProperty(globalThis, name, { value: forgetful(), configurable: true });
    }
  }

  // The theme chosen on an earlier visit, before anything is drawn in another.
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;

  // --- Files ----------------------------------------------------------------

  // Images stay here: the program shows them by addresses that mean something to this page only.
  const isImage = (file) => file.type.startsWith("image/");
  const take = (role, files, texts = []) => {
    const images = files.filter(isImage).map((f) => ({ name: f.name, address: URL.createObjectURL(f) }));
    const others = files.filter((f) => !isImage(f));
    if (!others.length || images.length || texts.length) tell("images", [...images, ...texts]);
    if (others.length) tell("files", { role, files: others });
  };
  // In a folder, texts are tasks, as images are. Elsewhere one is a table.
  const isText = (file) => /\.txt$/i.test(file.name);
  const longest = 1 << 16; // bytes of a text that are shown: more than anybody reads of a task
  const takeFolder = async (role, all) => {
    const texts = await Promise.all(all.filter(isText).map(async (f) => ({ name: f.name, text: await f.slice(0, longest).text() })));
    const rest = all.filter((f) => isImage(f) || /\.(csv|tsv|jsonl?|ndjson|xlsx|zip|eval|gz|zst)$/i.test(f.name));
    // Files of one name, as in a folder for each worker, are told apart by their paths.
    for (const f of rest) if (!rest.some((g) => g !== f && g.name === f.name)) delete f.path;
    take(role, rest, texts);
  };
  const walk = async (entry) => {
    if (entry.name.startsWith(".")) return []; // of the system: .DS_Store
    if (entry.isFile) {
      const file = await new Promise((yes, no) => entry.file(yes, no));
      return [Object.assign(file, { path: entry.fullPath.slice(1) })];
    }
    const reader = entry.createReader();
    const all = [];
    for (;;) {
      const some = await new Promise((yes, no) => reader.readEntries(yes, no)); // a hundred at a time, then none
      if (!some.length) return all;
      for (const e of some) all.push(...(await walk(e)));
    }
  };

  // Without these a file dropped beside a drop zone, or at once after a zone appeared below it, would replace the page.
  for (const event of ["dragenter", "dragover"]) addEventListener(event, (e) => e.preventDefault());
  addEventListener("drop", (e) => {
    e.preventDefault();
    const zone = e.target instanceof Element && e.target.closest("[data-drop]");
    const role = zone ? zone.dataset.drop : "labels";
    const files = [...(e.dataTransfer?.files ?? [])];
    const entries = [...(e.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.some((entry) => entry.isDirectory)) take(role, files);
    else {
      Promise.all(entries.map(walk))
        .then((all) => takeFolder(role, all.flat()))
        .catch((error) => console.warn("The folder could not be read:", error));
    }
  });
  addEventListener("change", (e) => {
    const input = e.target;
    if (!(input instanceof HTMLInputElement) || input.type !== "file" || !input.files.length) return;
    take(input.dataset.drop ?? "labels", [...input.files]);
    input.value = ""; // so that the same file can be chosen again
  });
  addEventListener("click", (e) => {
    const button = e.target instanceof Element && e.target.closest("[data-choose]");
    if (button) document.getElementById(`${button.dataset.choose}-file`).click();
  });
  if ("launchQueue" in window) {
    launchQueue.setConsumer(async ({ files }) => {
      if (files.length) tell("files", { role: "labels", files: await Promise.all(files.map((f) => f.getFile())) });
    });
  }

  return { tell, listen, waiting, hush };
})();
