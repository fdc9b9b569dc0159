// What must work before the program has arrived: files dropped early are kept,
// the service worker is registered, the download is shown, and then the two
// programs are started. Everything it learns it tells to whoever calls
// concord.listen (app/desk), what happened earlier included.
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

  // --- The theme chosen on an earlier visit, before anything is drawn in another

  try {
    const theme = localStorage.getItem("theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // storage is forbidden: the theme is that of the system
  }

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

  const shelf = (mode, act) =>
    new Promise((done, fail) => {
      const open = indexedDB.open(`concord ${url(".")}`, 1);
      open.onupgradeneeded = () => open.result.createObjectStore("work");
      open.onerror = () => fail(open.error);
      open.onsuccess = () => {
        const deal = open.result.transaction("work", mode);
        const asked = act(deal.objectStore("work"));
        deal.oncomplete = () => {
          open.result.close();
          done(asked.result);
        };
        deal.onabort = () => {
          open.result.close();
          fail(deal.error);
        };
      };
    });
  const shelved = "shelved"; // the word in the local storage that there is something
  const day = (ms) => {
    const t = new Date(ms);
    return new Date(ms - t.getTimezoneOffset() * 60000).toISOString().slice(0, 16).replace("T", " ");
  };
  const kept = (work) => tell("shelf", work ? { name: work.name, size: work.blob.size, when: day(work.when), why: "" } : { name: "", size: 0, when: "", why: "" });
  const unkept = (error) => tell("shelf", { name: "", size: 0, when: "", why: error?.name === "QuotaExceededError" ? "the browser has no room for it" : `the browser refuses (${error?.message ?? error})` });
  const shelve = async (name, blob) => {
    try {
      const work = { name, blob, when: Date.now() };
      localStorage.setItem(shelved, "yes");
      await shelf("readwrite", (s) => s.put(work, "work"));
      kept(work);
    } catch (error) {
      unkept(error);
    }
  };
  const unshelve = async () => {
    try {
      const work = await shelf("readonly", (s) => s.get("work"));
      if (work) tell("files", { role: "workspace", files: [new File([work.blob], work.name)] });
      else kept();
    } catch (error) {
      unkept(error);
    }
  };
  const clearShelf = async () => {
    try {
      await shelf("readwrite", (s) => s.clear());
      localStorage.removeItem(shelved);
      kept();
    } catch (error) {
      unkept(error);
    }
  };
  const lookAtShelf = async () => {
    try {
      if (!localStorage.getItem(shelved)) return; // so that nothing is made for those who never asked for it
      kept(await shelf("readonly", (s) => s.get("work")));
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
    const answer = await fetch(url(name));
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    const counted = answer.body.pipeThrough(
      new TransformStream({
        transform(chunk, out) {
          more(chunk.byteLength);
          out.enqueue(chunk);
        },
      }),
    );
    return WebAssembly.compileStreaming(new Response(counted, { headers: { "Content-Type": "application/wasm" } }));
  };
  const failed = (error) => {
    console.error(error);
    document.body.dataset.state = "error";
    if (label) label.textContent = `Concord could not be loaded (${error.message}). Reload the page; if that does not help, try a current Firefox, Chrome, Edge or Safari.`;
  };

  const program = compile("worker.wasm");
  program.catch(failed);
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
    try {
      const go = new Go();
      const page = await WebAssembly.instantiate(await compile("app.wasm"), go.importObject);
      const ended = go.run(page); // draws the page before it returns
      document.getElementById("boot")?.remove();
      await ended;
      throw new Error("the page's program ended");
    } catch (error) {
      failed(error);
    }
  };
  start();

  return { listen, update, install, worker, shelve, unshelve, clearShelf };
})();
