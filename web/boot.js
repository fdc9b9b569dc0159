// SPDX-License-Identifier: Apache-2.0

// Fetches the page's program and the two parts of the worker's, shows how far that is,
// and starts each as soon as it is there. Everything it learns it tells (early.js) to
// whoever calls concord.listen (app/client), also what the worker says. What keeps a
// program from starting, or ends it, it hands to fatal.js.
"use strict";

globalThis.concord = (() => {
  const here = document.currentScript;
  const url = (name) => new URL(name, here.src).href;
  const { tell, listen, waiting, hush } = concordEarly;

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

  // --- Menus and forms ---------------------------------------------------------

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

  // --- The work kept in this browser (kept.js) ---------------------------------

  const home = new URL("../../", here.src);
  const { look, saveSlot, loadSlot, clearSlot, anything } = concordKept(home.href, tell);

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
  const offerOffline = () => {
    if ("serviceWorker" in navigator) register();
    else tell("offline", false);
  };

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

  const box = document.getElementById("boot");
  const bar = document.getElementById("boot-bar");
  const label = document.getElementById("boot-label");
  // Of what the page waits for, bytes once they are unpacked, as they are counted.
  const sizes = { "app.wasm": +here.dataset.app, "worker.wasm": +here.dataset.worker };
  const total = sizes["app.wasm"] + sizes["worker.wasm"];
  const patience = 20; // seconds
  let loaded = 0, silence;
  let early = ""; // words on files that were dropped before the page's program is here
  const show = (more = "") => {
    bar.value = loaded / total;
    label.textContent = (loaded < total ? `Loading: ${Math.floor((100 * loaded) / total)} %` : "Starting") + early + more;
  };
  const more = (n) => {
    loaded += n;
    show();
    clearTimeout(silence);
    if (loaded >= total) return; // what takes long now is to compile them
    silence = setTimeout(
      () => show(`. Nothing has arrived for ${patience} seconds: check the network, then reload the page.`),
      patience * 1000,
    );
  };
  waiting((past) => {
    const files = past.filter(([kind]) => kind === "files").flatMap(([, value]) => value.files);
    const open = files.length === 1 ? `“${files[0].name}” opens` : `${files.length} files open`;
    if (files.length) early = `. ${open} as soon as that is done`;
    show();
  });
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
  // What would take up the network, or a processor, waits until both programs have started.
  let haveStarted;
  const running = new Promise((yes) => (haveStarted = yes));
  running.then(offerOffline);
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
  // A program is compiled while it arrives. One is asked for when the one before has nearly arrived, so that no two share
  // the network, which what comes first needs, and that it does not lie idle until the other begins.
  const nearly = 0.9;
  const compile = async (name, asked = request(name), arrives) => {
    const answer = await asked;
    const chunks = [];
    let size = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream({
        transform(chunk, out) {
          size += chunk.byteLength;
          if (size >= nearly * sizes[name]) arrives?.();
          if (name in sizes) more(chunk.byteLength);
          chunks.push(chunk);
          out.enqueue(chunk);
        },
      }),
    );
    try {
      const program = await WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
      running.then(() => checksum(name, chunks));
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
  // All is here, or was answered, and no worker yet: from now on the browser refuses whatever the page, or a worker that it starts,
  // asks for, even of its own origin. Left are what lies in its memory, and what the browser asks for when it pleases.
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
    hush();
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
    hush();
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

  // --- The worker ----------------------------------------------------------------

  const { revision } = here.dataset; // of the source, if the server knows it
  globalThis.concordRevision = revision;
  let program, script; // of workers
  let rest; // of their program: promised
  let worker; // that takes requests; undefined where none runs
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
  // begin begins a worker unless there is one. Until its program is here there can't be: it begins by itself then.
  const begin = () => {
    if (worker || !program) return;
    const w = (worker = new Worker(script));
    const says = (data) => w === worker && tell("worker", data);
    w.addEventListener("message", ({ data }) => says(data));
    w.addEventListener("error", ({ message }) => says({ died: message || "worker.js did not arrive" }));
    const lock = outlive(w, () => says({ died: "ended by the browser" }));
    w.postMessage({ program, lock, revision });
    rest.then(
      (rest) => w.postMessage({ rest }),
      ({ message }) => w.postMessage({ lost: message }),
    );
  };
  const post = (message) => worker.postMessage(message);
  const end = () => {
    worker?.terminate();
    worker = undefined;
  };

  // --- The start -----------------------------------------------------------------

  let left = 2; // programs that are yet to start
  const started = () => {
    if (--left > 0) return;
    box.remove();
    haveStarted();
  };
  const startWorker = async (drawing) => {
    let arrives;
    const arriving = new Promise((yes) => (arrives = yes));
    const asked = arriving.then(() => request("rest.wasm"));
    rest = compile("rest.wasm", asked);
    rest.catch((error) => console.warn("Some of Concord will not work:", error));
    // A browser may refuse an answer that comes after shut(), but a server that gives none must not keep the page from starting.
    const answered = Promise.race([asked.catch(() => {}), arriving.then(() => new Promise((yes) => setTimeout(yes, 2000)))]);
    [program, script] = await Promise.all([compile("worker.wasm", undefined, arrives), scriptOfWorkers(), answered, drawing]);
    shut();
    begin();
    started();
  };
  const startPage = async (go, drawing) => {
    const page = await WebAssembly.instantiate(await drawing, go.importObject);
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
    if (document.documentElement.dataset.program !== "loading") return; // dead: the worker's program did not arrive
    document.documentElement.dataset.program = "running";
    try {
      const ended = go.run(page); // draws the page before it returns
      started();
      await ended;
      died(words || "the program ended");
    } catch (error) {
      died(words || String(error));
    }
  };
  const start = async () => {
    more(0);
    try {
      const go = new Go();
      let arrives;
      const arriving = new Promise((yes) => (arrives = yes));
      const drawing = compile("app.wasm", undefined, arrives);
      await Promise.all([startPage(go, drawing), arriving.then(() => startWorker(drawing))]);
    } catch (error) {
      unstarted(error);
    }
  };
  start();

  return { listen, update, install, begin, post, end, save, saveSlot, loadSlot, clearSlot };
})();
