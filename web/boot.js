// SPDX-License-Identifier: Apache-2.0

// What must work before the program has arrived: files dropped early are kept,
// the service worker is registered, the download is shown, and then the two
// programs are started. Everything it learns it tells to whoever calls
// concord.listen (app/client), what happened earlier included. What keeps a program
// from starting, or ends it, it hands to fatal.js.
"use strict";

globalThis.concord = (() => {
  const here = document.currentScript;
  const url = (name) => new URL(name, here.src).href;

  // --- What happened, and who is told --------------------------------------

  const past = [];
  let tell = (kind, value) => past.push([kind, value]);
  const listen = (f) => {
    tell = f;
    for (const [kind, value] of past.splice(0)) f(kind, value);
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

  // --- The address ----------------------------------------------------------------

  // A % that begins no escape is taken for itself. The page's program would die of
  // it, so this comes before the program hears of a new address.
  const mend = (part) => part.replace(/%(?![0-9a-f]{2})/gi, "%25");
  const mendAddress = () => {
    const { pathname, search, hash } = location;
    const good = mend(pathname) + search + mend(hash);
    if (good !== pathname + search + hash) history.replaceState(history.state, "", good);
  };
  mendAddress();
  addEventListener("popstate", mendAddress);

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
  // A menu closes once something is chosen, or something else is clicked.
  addEventListener("click", (e) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(e.target) || e.target.closest(".menu-item")) menu.open = false;
    }
  });
  addEventListener("keydown", (e) => {
    const menu = e.key === "Escape" && document.activeElement?.closest("details.menu[open]");
    if (!menu) return;
    e.preventDefault();
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  addEventListener("submit", (e) => e.preventDefault()); // forms are for the keyboard, not for a server
  if ("launchQueue" in window) {
    launchQueue.setConsumer(async ({ files }) => {
      if (files.length) tell("files", { role: "labels", files: await Promise.all(files.map((f) => f.getFile())) });
    });
  }

  // --- The work kept in this browser (kept.js) ---------------------------------

  const home = new URL("../../", here.src);
  const { look, saveSlot, loadSlot, clearSlot, anything } = concordKept(home.href, (kind, value) => tell(kind, value));

  // --- Downloads, and pictures of charts (picture.js) ---------------------------

  const save = (name, blob) => {
    const href = URL.createObjectURL(blob);
    Object.assign(document.createElement("a"), { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000); // some browsers read it only after a while
  };
  addEventListener("click", async (e) => {
    const button = e.target instanceof Element && e.target.closest("[data-save]");
    if (!button) return;
    const { save: kind, name } = button.dataset;
    const file = `${document.getElementById("app").dataset.stem}-${new Date().toISOString().slice(0, 10)}-${name}.${kind}`;
    try {
      save(file, await concordPicture(button.closest("figure"), kind));
      tell("picture", file);
    } catch (error) {
      console.warn("No picture of the chart:", error); // an old browser lacks something
      tell("picture", "");
    }
  });

  // --- Offline, update, installation ----------------------------------------

  // As long as a tab holds this lock the service worker keeps the files of its version.
  const version = here.src.split("/").at(-2);
  navigator.locks?.request(`concord-${home.pathname}-${version}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});

  let registration, prompt;
  const ask = async () => {
    // The cache may have been emptied since (browsers do, when space is short), so the
    // service worker is asked what it holds. What it lacks it fetches before it answers.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => tell("offline", data);
    registration.active.postMessage("complete?", [port2]);
  };
  const watch = (worker) => {
    const look = () => {
      if (worker.state === "installed" && registration.active) tell("update", true);
      if (worker.state === "activated") ask();
    };
    worker.addEventListener("statechange", look);
    look();
  };
  const register = async () => {
    try {
      registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
      if (registration.waiting) tell("update", true);
      if (registration.active) watch(registration.active);
      if (registration.installing) watch(registration.installing);
      registration.addEventListener("updatefound", () => watch(registration.installing));
    } catch (error) {
      console.warn("Concord will not work offline:", error);
      tell("offline", false);
    }
  };
  const check = async () => {
    if (!registration) return;
    if (await navigator.serviceWorker.getRegistration()) return registration.active && ask();
    tell("offline", false);
    register();
  };
  if ("serviceWorker" in navigator) register();
  else tell("offline", false);

  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    // Whoever was away may have emptied the storage.
    look();
    check();
  });

  const update = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting?.postMessage("take over");
  };

  addEventListener("beforeinstallprompt", (e) => {
    e.preventDefault();
    prompt = e;
    tell("installable", true);
  });
  addEventListener("appinstalled", () => tell("installable", false));
  const install = async () => {
    if (!prompt) return;
    prompt.prompt();
    await prompt.userChoice;
    prompt = undefined;
    tell("installable", false);
  };

  // --- The programs ----------------------------------------------------------

  const bar = document.getElementById("boot-bar");
  const label = document.getElementById("boot-label");
  const sizes = { "app.wasm": +here.dataset.app, "worker.wasm": +here.dataset.worker };
  const total = sizes["app.wasm"] + sizes["worker.wasm"];
  const megabytes = (n) => (n / 1e6).toFixed(1);
  const patience = 20; // seconds
  let loaded = 0, silence;
  const more = (n) => {
    loaded += n;
    const text = `Loading: ${megabytes(loaded)} of ${megabytes(total)} MB`;
    if (bar) bar.value = loaded / total;
    if (label) label.textContent = text;
    clearTimeout(silence);
    if (loaded >= total) return; // what takes long now is to compile them
    silence = setTimeout(() => {
      if (label) label.textContent = `${text}. Nothing has arrived for ${patience} seconds: check the network, then reload the page.`;
    }, patience * 1000);
  };
  const lost = (name, what) => Object.assign(new Error(`${name} ${what}`), { file: url(name) });
  const request = async (name) => {
    const answer = await fetch(url(name)).catch((error) => {
      throw lost(name, `did not arrive (${error.message})`);
    });
    if (!answer.ok) throw lost(name, `did not arrive (${answer.status} ${answer.statusText})`);
    if (answer.headers.get("Content-Type")?.startsWith("text/html")) {
      throw lost(name, "did not arrive: a web page came in its place, as from a network that wants you to log in first");
    }
    return answer;
  };
  const cutShort = (name, error) => lost(name, `did not arrive whole (${error.message})`);
  // About shows the checksum of the very bytes that run. Without https a browser computes none.
  const checksum = async (name, chunks) => {
    const program = new Blob(chunks);
    let sum = "";
    try {
      const digest = await crypto.subtle.digest("SHA-256", await program.arrayBuffer());
      sum = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    } catch (error) {
      console.info(`No checksum of ${name}:`, error);
    }
    tell("program", { name, address: url(name), size: program.size, sum });
  };
  const compile = async (name) => {
    const answer = await request(name);
    const chunks = [];
    const counted = answer.body.pipeThrough(
      new TransformStream({
        transform(chunk, out) {
          more(chunk.byteLength);
          chunks.push(chunk);
          out.enqueue(chunk);
        },
      }),
    );
    try {
      const program = await WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
      checksum(name, chunks);
      return program;
    } catch (error) {
      throw error instanceof WebAssembly.CompileError ? lost(name, `arrived damaged (${error.message})`) : cutShort(name, error);
    }
  };
  // A worker is under the policy of the page only if its script has no address of its own: else it is under what
  // headers that address answered with, and many hosts send none.
  const scriptOfWorkers = async () => {
    const text = async (name) => {
      const answer = await request(name);
      return answer.text().catch((error) => {
        throw cutShort(name, error);
      });
    };
    const parts = await Promise.all(["wasm_exec.js", "worker.js"].map(text));
    return URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  };
  // All is here: from now on the browser refuses whatever the page, or a worker that it starts, asks for, even of its
  // own origin. Left are what lies in its memory, and what the browser asks for when it pleases.
  const shut = () => {
    const only = (name) => new URL(name, home).href.replace(/[;,]/g, encodeURIComponent); // these would end the policy
    const content =
      "default-src 'none'; script-src 'wasm-unsafe-eval'; " +
      `img-src data: blob: ${only("icons/")}; worker-src blob: ${only("sw.js")}; manifest-src ${only("manifest.webmanifest")}`;
    document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "Content-Security-Policy", content }));
    delete globalThis.RTCPeerConnection; // no policy forbids it
    delete globalThis.webkitRTCPeerConnection;
  };

  // --- The end -------------------------------------------------------------------

  const isFull = (words) => /out of memory|cannot allocate|allocation failed/i.test(words);
  const unstarted = (error) => {
    console.error(error);
    if (isFull(error.message)) return full(error.message);
    concordFatal({
      title: "Concord could not start",
      text:
        "A part of it did not arrive as it should. Check that you are online, then reload the page; " +
        "if that does not help, use a current Firefox, Chrome, Edge or Safari.",
      words: error.message,
      file: error.file,
    });
  };
  const kept = () =>
    anything()
      ? "What was kept in this browser is offered again after the reload. What you did since then has to be done again."
      : "What you have not downloaded has to be done again.";
  const full = (words) =>
    concordFatal({
      title: "Concord has run out of memory",
      text:
        "The browser has no more memory for this page. Close other tabs, then reload the page. " +
        "The files on your disk are as they were.",
      note: kept(),
      words,
    });
  const died = (words) => {
    tell = () => {}; // nobody hears of anything any more
    const last = (/^(panic|fatal error): .+/m.exec(words) ?? /.*/.exec(words))[0];
    if (isFull(words)) return full(last);
    concordFatal({
      title: "Concord has stopped working",
      text:
        "The program of this page broke down: this is an error in Concord, please report it. " +
        "Reload the page to go on. The files on your disk are as they were.",
      note: kept(),
      words: last,
    });
  };

  const { revision } = here.dataset; // of the source, if the server knows it
  globalThis.concordRevision = revision;
  let program, script; // of workers
  // A worker that is ended by the browser says nothing. So it holds a lock as long as it
  // lives, and the page waits for that: no computation is too long for it, and it costs nothing.
  // Where there are no locks it is asked for a sign of life, and given up after a minute without one.
  const outlive = (w, gone) => {
    const lock = `concord worker ${Math.random()}`;
    const given = new AbortController(); // up
    let timer, unanswered = 0;
    const ask = () => {
      if (++unanswered <= 12) return w.postMessage({ alive: "?" });
      clearInterval(timer);
      gone();
    };
    w.addEventListener("message", ({ data }) => {
      unanswered = 0;
      if (!("locked" in data)) return;
      const wait = data.locked && navigator.locks?.request(lock, { signal: given.signal }, gone);
      (wait || Promise.reject()).catch(() => {
        if (!given.signal.aborted) timer = setInterval(ask, 5000);
      });
    });
    const end = w.terminate.bind(w);
    w.terminate = () => {
      given.abort();
      clearInterval(timer);
      end();
    };
    return lock;
  };
  const worker = () => {
    const w = new Worker(script);
    const lock = outlive(w, () => w.dispatchEvent(new MessageEvent("message", { data: { died: "ended by the browser" } })));
    w.postMessage({ program, lock, revision });
    return w;
  };
  const start = async () => {
    let page, go;
    more(0);
    try {
      go = new Go();
      const [drawing, ...rest] = await Promise.all([compile("app.wasm"), compile("worker.wasm"), scriptOfWorkers()]);
      [program, script] = rest;
      page = await WebAssembly.instantiate(drawing, go.importObject);
    } catch (error) {
      unstarted(error);
      return;
    }
    let words = ""; // what it printed last: before it dies it says why, and then where
    const write = globalThis.fs.writeSync;
    globalThis.fs.writeSync = (fd, bytes) => {
      if (!/^(panic|fatal error): .+\n/m.test(words)) words = (words + new TextDecoder().decode(bytes)).slice(-2000);
      return write(fd, bytes);
    };
    // Thrown out of the program, into whatever called it: it is in no state to go on.
    const thrown = (error) => {
      if (/wasm/.test(error?.stack)) died(words || String(error));
    };
    addEventListener("error", (e) => thrown(e.error));
    addEventListener("unhandledrejection", (e) => thrown(e.reason));
    shut();
    if (document.documentElement.dataset.program === "loading") document.documentElement.dataset.program = "running";
    try {
      const ended = go.run(page); // draws the page before it returns
      document.getElementById("boot")?.remove();
      await ended;
      died(words || "the program ended");
    } catch (error) {
      died(words || String(error));
    }
  };
  start();

  return { listen, update, install, worker, save, saveSlot, loadSlot, clearSlot };
})();
