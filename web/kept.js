// SPDX-License-Identifier: Apache-2.0

// The work that is kept in this browser, where the user wants it: slots of one
// IndexedDB. boot.js calls this once with the address of the app, which is that of all
// its versions, and with the function that is told what is kept.
"use strict";

globalThis.concordKept = (home, tell) => {
  // Each piece of work has a slot. A tab writes to that of what it has open as long
  // as no other tab has written there since; then it takes another slot. Nothing is
  // deleted to make room: that is up to the user.
  const mostSlots = 10, mostBytes = 500e6;
  const database = `concord ${home}`;
  const mark = "shelved"; // in the local storage: something is kept
  const seen = new Map(); // by key: when what this tab wrote or read there was written
  const own = (w) => w.when === seen.get(w.key); // no other tab has written there since
  const asked = (request) =>
    new Promise((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const transact = async (mode, act, name = database) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("work");
    const db = await asked(opening);
    try {
      const transaction = db.transaction("work", mode);
      const end = new Promise((done, fail) => {
        transaction.oncomplete = done;
        transaction.onabort = () => fail(transaction.error ?? new Error("it broke off"));
      });
      end.catch(() => {}); // act says why, then
      let found;
      try {
        found = await act(transaction.objectStore("work"));
      } catch (error) {
        try {
          transaction.abort();
        } catch {
          // it broke off by itself
        }
        throw error;
      }
      await end; // not before is anything kept
      return found;
    } finally {
      db.close();
    }
  };
  // A damaged entry is passed over, so that it does not hide the others.
  const sound = (w) => typeof w.name === "string" && w.blob instanceof Blob && Math.abs(w.when) < 8e15; // all dates there are
  const slots = async (store) => {
    const [keys, works] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
    const all = keys.map((key, n) => ({ ...works[n], key: String(key) }));
    return all.filter(sound).sort((a, b) => b.when - a.when); // the newest first
  };
  const day = (ms) => {
    const t = new Date(ms);
    return new Date(ms - t.getTimezoneOffset() * 60000).toISOString().slice(0, 16).replace("T", " ");
  };
  let said = false; // what is kept
  const say = (all, { kept = "", why = "" } = {}) => {
    said = true;
    const list = all?.map((w) => ({ key: w.key, name: w.name, size: w.blob.size, when: day(w.when), sample: !!w.sample, own: own(w) }));
    tell("slots", { slots: list, kept, why });
  };
  const list = () => transact("readonly", slots);
  const others = "BroadcastChannel" in globalThis ? new BroadcastChannel(database) : undefined; // tabs
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
    if (!globalThis.indexedDB) why = "this browser has no storage for it, or has it switched off";
    if (error?.name === "QuotaExceededError") why = "the browser has no room for it";
    if (error?.full) why = error.message;
    say(await list().catch(() => undefined), { why: `${what}: ${why}` });
  };
  const put = (key, name, blob, sample) =>
    transact("readwrite", async (store) => {
      let all = await slots(store);
      if (!all.some((w) => w.key === key && own(w))) key = `${Date.now()} ${Math.random()}`;
      all = all.filter((w) => w.key !== key);
      const bytes = all.reduce((sum, w) => sum + w.blob.size, 0);
      if (all.length >= mostSlots || bytes + blob.size > mostBytes) {
        const much = all.length >= mostSlots ? `${all.length} pieces of work` : `${Math.round(bytes / 1e6)} MB of work`;
        throw Object.assign(new Error(`${much} are kept already; delete what you no longer need`), { full: true });
      }
      const work = { name, blob, sample, when: Date.now() };
      await asked(store.put(work, key));
      return { all: [{ key, ...work }, ...all], kept: key };
    });
  const saveSlot = async (key, name, blob, sample) => {
    try {
      const work = await put(key, name, blob, sample);
      seen.set(work.kept, work.all[0].when);
      localStorage.setItem(mark, "yes");
      changed(work.all, work);
      navigator.storage?.persist?.().catch(() => {}); // a browser short of space spares it then
    } catch (error) {
      refused("This is not kept", error);
    }
  };
  const loadSlot = async (key) => {
    try {
      const all = await list();
      const work = all.find((w) => w.key === key);
      if (!work) return say(all, { why: "It could not be opened: it is not there any more" });
      seen.set(key, work.when);
      say(all);
      tell("files", { role: "project", files: [new File([work.blob], work.name)], slot: key });
    } catch (error) {
      refused("It could not be opened", error);
    }
  };
  const clearSlot = async (key) => {
    try {
      const left = await transact("readwrite", async (store) => {
        await asked(store.delete(key));
        const left = await slots(store);
        if (!left.length) await asked(store.clear()); // what is damaged, too
        return left;
      });
      if (!left.length) localStorage.removeItem(mark);
      changed(left);
    } catch (error) {
      refused("It could not be deleted", error);
    }
  };
  // Earlier versions kept one piece of work each, under an address of their own.
  const adopt = async () => {
    for (const { name } of (await indexedDB.databases?.()) ?? []) {
      if (!name.startsWith(`${database}v/`)) continue;
      const work = await transact("readonly", (store) => asked(store.get("work")), name);
      if (work) await transact("readwrite", (store) => asked(store.put(work, `${name} ${work.when}`)));
      indexedDB.deleteDatabase(name); // later, where a tab of that version has it open
    }
  };
  const look = async () => {
    try {
      const before = async () => (await indexedDB.databases?.())?.some(({ name }) => name === database);
      if (!localStorage.getItem(mark) && !said && !(await before())) return; // nothing is made for those who never asked for it
      await adopt().catch((error) => console.warn("Work of an earlier version was not found:", error));
      say(await list());
    } catch {
      // storage is forbidden: nothing is kept
    }
  };
  look();

  return { look, saveSlot, loadSlot, clearSlot, anything: () => !!localStorage.getItem(mark) };
};
