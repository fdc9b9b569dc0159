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

  // Without this a file dropped beside a drop zone would replace the page.
  addEventListener("dragover", (e) => e.preventDefault());
  addEventListener("drop", (e) => {
    e.preventDefault();
    const zone = e.target instanceof Element && e.target.closest("[data-drop]");
    const files = [...(e.dataTransfer?.files ?? [])];
    if (files.length) tell("files", { role: zone ? zone.dataset.drop : "labels", files });
  });
  addEventListener("change", (e) => {
    const input = e.target;
    if (!(input instanceof HTMLInputElement) || input.type !== "file" || !input.files.length) return;
    tell("files", { role: input.dataset.drop ?? "labels", files: [...input.files] });
    input.value = ""; // so that the same file can be chosen again
  });
  addEventListener("submit", (e) => e.preventDefault()); // forms are for the keyboard, not for a server
  if ("launchQueue" in window) {
    launchQueue.setConsumer(async ({ files }) => {
      if (files.length) tell("files", { role: "labels", files: await Promise.all(files.map((f) => f.getFile())) });
    });
  }

  // --- The work kept in this browser, where the user wants it ------------------

  // Each piece of work has a slot. A tab writes to that of what it has open as long
  // as no other tab has written there since; then it takes another slot. Only slots
  // of samples make room by themselves, the oldest first.
  const mostSlots = 10, mostBytes = 500e6;
  const home = new URL("../../", here.src).href; // of all versions of the app
  const shelfName = `concord ${home}`;
  const shelved = "shelved"; // the word in the local storage that there is something
  const seen = new Map(); // by key: when what this tab wrote or read there was written
  const asked = (request) =>
    new Promise((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const shelf = async (mode, act, name = shelfName) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("work");
    const base = await asked(opening);
    try {
      const deal = base.transaction("work", mode);
      const end = new Promise((done, fail) => {
        deal.oncomplete = done;
        deal.onabort = () => fail(deal.error ?? new Error("it broke off"));
      });
      end.catch(() => {}); // act says why, then
      let found;
      try {
        found = await act(deal.objectStore("work"));
      } catch (error) {
        try {
          deal.abort();
        } catch {
          // it broke off by itself
        }
        throw error;
      }
      await end; // not before is anything kept
      return found;
    } finally {
      base.close();
    }
  };
  const slots = async (store) => {
    const [keys, works] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
    return keys.map((key, n) => ({ key: String(key), ...works[n] })).sort((a, b) => b.when - a.when); // the newest first
  };
  const day = (ms) => {
    const t = new Date(ms);
    return new Date(ms - t.getTimezoneOffset() * 60000).toISOString().slice(0, 16).replace("T", " ");
  };
  const say = (all, { kept = "", dropped = [], why = "" } = {}) => {
    const list = all && all.map((w) => ({ key: w.key, name: w.name, size: w.blob.size, when: day(w.when), sample: !!w.sample }));
    tell("shelf", { slots: list, kept, dropped: dropped.join(", "), why });
  };
  const list = () => shelf("readonly", slots);
  const others = "BroadcastChannel" in globalThis ? new BroadcastChannel(shelfName) : undefined; // tabs
  others?.addEventListener("message", async () => {
    try {
      say(await list());
    } catch {
      // this tab goes on with what it knew
    }
  });
  const changed = (all, what) => {
    others?.postMessage("changed");
    say(all, what);
  };
  const refused = async (what, error) => {
    let why = `the browser refuses (${error?.message || error})`;
    if (error?.name === "QuotaExceededError") why = "the browser has no room for it";
    if (error?.full) why = error.message;
    say(await list().catch(() => undefined), { why: `${what}: ${why}` });
  };
  const put = (key, name, blob, sample, spare) =>
    shelf("readwrite", async (store) => {
      let all = await slots(store);
      if (!all.some((w) => w.key === key && w.when === seen.get(key))) key = `${Date.now()} ${Math.random()}`;
      all = all.filter((w) => w.key !== key);
      const dropped = [];
      const bytes = () => all.reduce((sum, w) => sum + w.blob.size, blob.size);
      while (dropped.length < spare || all.length >= mostSlots || bytes() > mostBytes) {
        const oldest = all.filter((w) => w.sample).pop();
        if (!oldest) {
          const much = all.length >= mostSlots ? `${all.length} pieces of work` : `${Math.round((bytes() - blob.size) / 1e6)} MB of work`;
          throw Object.assign(new Error(`${much} are kept already; delete what you no longer need`), { full: true });
        }
        await asked(store.delete(oldest.key));
        all = all.filter((w) => w !== oldest);
        dropped.push(oldest.name);
      }
      const work = { name, blob, sample, when: Date.now() };
      await asked(store.put(work, key));
      return { all: [{ key, ...work }, ...all], kept: key, dropped };
    });
  const shelve = async (key, name, blob, sample) => {
    try {
      localStorage.setItem(shelved, "yes");
      let work, noRoom;
      for (let spare = 0; !work; spare++) {
        try {
          work = await put(key, name, blob, sample, spare);
        } catch (error) {
          if (noRoom && error.full) throw noRoom; // no sample is left that could go
          if (error?.name !== "QuotaExceededError") throw error;
          noRoom = error;
        }
      }
      seen.set(work.kept, work.all[0].when);
      localStorage.setItem(shelved, "yes"); // another tab may have taken away the last of the others
      changed(work.all, work);
    } catch (error) {
      refused("This is not kept", error);
    }
  };
  const unshelve = async (key) => {
    try {
      const work = await shelf("readonly", (store) => asked(store.get(key)));
      if (!work) return say(await list(), { why: "It could not be opened: it is not there any more" });
      seen.set(key, work.when);
      tell("files", { role: "workspace", files: [new File([work.blob], work.name)], slot: key });
    } catch (error) {
      refused("It could not be opened", error);
    }
  };
  const clearSlot = async (key) => {
    try {
      const left = await shelf("readwrite", async (store) => {
        await asked(store.delete(key));
        return slots(store);
      });
      if (!left.length) localStorage.removeItem(shelved);
      changed(left);
    } catch (error) {
      refused("It could not be deleted", error);
    }
  };
  // Earlier versions kept one piece of work each, under an address of their own.
  const adopt = async () => {
    for (const { name } of (await indexedDB.databases?.()) ?? []) {
      if (!name.startsWith(`${shelfName}v/`)) continue;
      const work = await shelf("readonly", (store) => asked(store.get("work")), name);
      if (work) await shelf("readwrite", (store) => asked(store.put(work, `${name} ${work.when}`)));
      indexedDB.deleteDatabase(name); // later, where a tab of that version has it open
    }
  };
  const lookAtShelf = async () => {
    try {
      if (!localStorage.getItem(shelved)) return; // so that nothing is made for those who never asked for it
      await adopt().catch((error) => console.warn("Work of an earlier version was not found:", error));
      say(await list());
    } catch {
      // storage is forbidden: nothing is kept
    }
  };
  lookAtShelf();

  // --- Offline, update, installation ----------------------------------------

  let registration, prompt;
  const ask = async () => {
    // The cache may have been emptied since (browsers do, when space is short),
    // so the service worker is asked what it holds.
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
  if ("serviceWorker" in navigator) register();
  else tell("offline", false);

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
  let loaded = 0;
  const more = (n) => {
    loaded += n;
    if (bar) bar.value = loaded / total;
    if (label) label.textContent = `Loading: ${megabytes(loaded)} of ${megabytes(total)} MB`;
  };
  const compile = async (name) => {
    const file = url(name);
    const lost = (what) => Object.assign(new Error(`${name} ${what}`), { file });
    const answer = await fetch(file).catch((error) => {
      throw lost(`did not arrive (${error.message})`);
    });
    if (!answer.ok) throw lost(`did not arrive (${answer.status} ${answer.statusText})`);
    if (answer.headers.get("Content-Type")?.startsWith("text/html")) {
      throw lost("did not arrive: a web page came in its place, as from a network that wants you to log in first");
    }
    const counted = answer.body.pipeThrough(
      new TransformStream({
        transform(chunk, out) {
          more(chunk.byteLength);
          out.enqueue(chunk);
        },
      }),
    );
    try {
      return await WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
    } catch (error) {
      throw lost(`${error instanceof WebAssembly.CompileError ? "arrived damaged" : "did not arrive whole"} (${error.message})`);
    }
  };

  // --- The end -------------------------------------------------------------------

  const unstarted = (error) => {
    console.error(error);
    concordFatal({
      title: "Concord could not start",
      text: "A part of it did not arrive as it should. Check that you are online, then reload the page; if that does not help, use a current Firefox, Chrome, Edge or Safari.",
      words: error.message,
      file: error.file,
    });
  };
  const died = (words) => {
    tell = () => {}; // nobody hears of anything any more
    const full = /out of memory|cannot allocate/.test(words);
    concordFatal({
      title: full ? "Concord has run out of memory" : "Concord has stopped working",
      text: full
        ? "The browser has no more memory for this page. Close other tabs, then reload the page. The files on your disk are as they were."
        : "The program of this page broke down: this is an error in Concord, please report it. Reload the page to go on. The files on your disk are as they were.",
      note: localStorage.getItem(shelved) ? "Your work is kept in this browser, and is offered again after the reload." : "What you have not downloaded has to be done again.",
      words: (/^(panic|fatal error): .+/m.exec(words) ?? /.*/.exec(words))[0],
    });
  };

  const program = compile("worker.wasm");
  program.catch(unstarted);
  // A worker asks for helpers. They are workers of the page, not of that worker: a
  // browser may keep both when it is ended while a worker of its own begins.
  const worker = () => {
    const w = new Worker(url("worker.js"));
    const helpers = new Map(); // by number
    const hire = (number, port) => {
      const helper = new Worker(url("worker.js"), { name: "helper" });
      helper.onerror = (e) => {
        e.preventDefault();
        w.postMessage({ lost: number });
      };
      helpers.set(number, helper);
      program.then((p) => helper.postMessage({ program: p, port }, [port]));
    };
    const dismiss = (number) => {
      helpers.get(number)?.terminate();
      helpers.delete(number);
    };
    w.addEventListener("message", ({ data }) => {
      if (data.hire) hire(data.hire, data.port);
      if (data.dismiss) dismiss(data.dismiss);
    });
    program.then((p) => w.postMessage({ program: p }));
    const end = w.terminate.bind(w);
    w.terminate = () => {
      end();
      for (const number of helpers.keys()) dismiss(number);
    };
    return w;
  };
  const start = async () => {
    let page, go;
    try {
      go = new Go();
      page = await WebAssembly.instantiate(await compile("app.wasm"), go.importObject);
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

  return { listen, update, install, worker, shelve, unshelve, clearSlot };
})();
