// SPDX-License-Identifier: Apache-2.0

// What Node and browsers have in common: the requests that the worker program is asked (core/api), in the order in which the
// shell asks them.

/** Why something failed, in a sentence that says where and what to do. */
export class ConcordError extends Error {
  constructor(fault) {
    const { line, column } = fault.problems?.[0] ?? {};
    const remedy = fault.remedy ?? remedyOf(fault);
    super(fault.message + (remedy ? ` With these options it goes on: ${JSON.stringify(remedy)}.` : ""));
    this.name = "ConcordError";
    Object.assign(this, { line, column, remedy, problems: fault.problems ?? [], broken: !!fault.broken });
  }
}

// remedyOf is the option that settles what is wrong with a file.
const remedyOf = (fault) =>
  fault.canSkip ? { skip: true }
  : fault.many ? { manyClasses: true }
  : fault.noWorker ? { anonymous: true }
  : fault.several ? { sets: true }
  : fault.headerLine ? { headerLine: fault.headerLine }
  : undefined;

// The roles of files beside the labels, in the order in which they are opened, by their options.
const beside = {
  truth: "truth", gold: "gold", confusion: "confusion", costs: "costs", features: "features", text: "text", predict: "predict",
  testTruth: "test-truth",
};
const settings = ["seed", "maxSteps", "stop", "tolerance", "gain", "parts"];
const first = ["delimiter", "header", "headerLine", "asIs"]; // without these a file may make no sense
const shaping = ["delimiter", "header", "layout", "question", "where", "encoding"]; // the columns depend on them
const reading = [
  ...shaping, "headerLine", "asIs", "anonymous", "skip", "numeric", "drop", "again", "missing", "merge", "manyClasses", "sets",
  "separator", "confirmed", "sheet", "mode",
];

const pick = (options, names) => Object.fromEntries(names.filter((n) => options[n] !== undefined).map((n) => [n, options[n]]));
const listed = (x) => (Array.isArray(x) ? x : [x]);

/** concord returns the operations on a platform, which can start a worker and make a file of what it is given. */
export function concord({ start, fileOf }) {
  class Session {
    #worker; #died; #last = 0; #waiting = new Map(); #options; #warnings = []; #result;

    constructor(options) {
      this.#options = options;
    }

    static async open(labels, options) {
      const s = new Session(options);
      try {
        await s.#start();
        await s.#openAll(labels);
        return s;
      } catch (error) {
        s.close();
        throw error;
      }
    }

    async #start() {
      this.#options.signal?.throwIfAborted();
      await new Promise((ready, fail) => {
        const die = (words) => {
          this.#died = new ConcordError({ broken: true, message: `Concord's program ended: ${words}` });
          for (const { reject } of this.#waiting.values()) reject(this.#died);
          fail(this.#died);
        };
        start(this.#options.files, (data) => {
          if (data.ready) ready();
          else if (data.died) die(data.died);
          else if (data.reply) this.#receive(JSON.parse(data.reply), data.blob);
        }).then((worker) => (this.#worker = worker), fail);
      });
    }

    #receive(reply, blob) {
      const one = this.#waiting.get(reply.id);
      if (reply.progress) return one?.progress?.(reply.progress);
      this.#waiting.delete(reply.id);
      if (reply.fault) one?.reject(new ConcordError(reply.fault));
      else one?.resolve(blob ?? reply);
    }

    #ask(request, { file, signal = this.#options.signal, onProgress = this.#options.onProgress } = {}) {
      return new Promise((resolve, reject) => {
        if (this.#died) throw this.#died;
        signal?.throwIfAborted();
        const id = ++this.#last;
        const abort = () => {
          if (this.#waiting.delete(id)) this.#post({ id: ++this.#last, cancel: { id } });
          reject(signal.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        const ended = (end) => (value) => {
          signal?.removeEventListener("abort", abort);
          end(value);
        };
        this.#waiting.set(id, { resolve: ended(resolve), reject: ended(reject), progress: onProgress });
        this.#post({ id, ...request }, file);
      });
    }

    #post(request, file) {
      this.#worker.postMessage({ request: JSON.stringify(request), file });
    }

    async #openAll(labels) {
      const options = this.#options;
      const file = await fileOf(labels, options.name ?? "labels");
      const opened = await this.#openLabels(file);
      const embedded = Object.fromEntries((opened.holds ?? []).map((held) => [held.role, held.read]));
      for (const [option, role] of Object.entries(beside)) {
        if (options[option] !== undefined) await this.#open(role, await fileOf(options[option], option));
        else if (embedded[role]) await this.#open(role, file, embedded[role]);
      }
      if (options.order) await this.#ask({ amend: { order: options.order } });
    }

    async #openLabels(file) {
      const options = this.#options;
      const look = async (read) => (await this.#open("labels", file, read, true)).read;
      const early = pick(options, first);
      let read = await look(Object.keys(early).length ? { header: true, ...early } : undefined);
      if (options.sheet) read = await look({ sheet: options.sheet });
      const shape = pick(options, shaping);
      if (Object.keys(shape).length) {
        read = await look({ ...read, layout: "", question: "", ...shape, roles: null, detected: { ...read.detected, form: undefined } });
      }
      if (options.roles) read = await look({ ...read, ...this.#chosen(read) });
      read = { ...read, ...pick(options, reading) };
      if (options.roles) read.confirmed = true;
      if (options.anonymous) read.roles = read.roles.map((role) => (role === "worker" ? "" : role));
      const { confirm, columns } = read.detected;
      if (confirm && !read.confirmed) {
        const roles = {};
        read.roles.forEach((role, n) => role && (roles[role] = role in roles ? [roles[role], columns[n].name].flat() : columns[n].name));
        throw new ConcordError({ message: `${file.name}: ${confirm}.`, remedy: { roles } });
      }
      return this.#open("labels", file, read);
    }

    // #chosen replaces detected roles by those of options.roles. A column loses a role that another one now has; the others are
    // detected again.
    #chosen(read) {
      const roles = this.#options.roles, names = read.detected.columns.map((c) => c.name);
      const chosen = names.map(() => "");
      for (const [role, columns] of Object.entries(roles)) {
        for (const name of listed(columns)) {
          if (!names.includes(name)) {
            throw new ConcordError({ message: `There is no column “${name}” for ${role}; there are ${names.join(", ")}.` });
          }
          chosen[names.indexOf(name)] = role;
        }
      }
      const none = (role) => (role === "none" ? "" : role);
      return {
        roles: read.roles.map((role, n) => (chosen[n] ? none(chosen[n]) : roles[role] ? "" : role)),
        chosen: read.roles.map((role, n) => !!chosen[n] || !!roles[role]),
      };
    }

    async #open(role, file, read, look) {
      const open = { role, look, read, file: { name: file.name, size: file.content.size } };
      const { opened } = await this.#ask({ open }, { file: file.content });
      if (!look) this.#warnings.push(...(opened.issues ?? []).map((issue) => `${file.name}: ${issue.text}`));
      return opened;
    }

    #export(what, more, running) {
      return this.#ask({ export: { what, safe: this.#options.exact === false, ...more } }, running);
    }

    #settings(options) {
      return { seed: 1, ...pick({ ...this.#options, ...options }, settings) };
    }

    // #fit fits a method, unless the result is of that fit.
    async #fit(options) {
      const { method = "", values } = { ...this.#options, ...options };
      const fit = { method, values, ...this.#settings(options) }, asked = JSON.stringify(fit);
      if (this.#result?.asked !== asked) this.#result = { asked, fitted: (await this.#ask({ fit }, options)).fitted };
      return this.#result.fitted;
    }

    async aggregate(options) {
      const fitted = await this.#fit(options);
      const files = {};
      const names = { run: "run.json", readme: "README.txt" };
      for (const what of [...fitted.files, "readme"]) {
        const name = names[what] ?? `${what}.csv`;
        files[name] = await this.#export(what, { name }, options);
      }
      const objects = async (what) => JSON.parse(await (await this.#export(what, { as: "json" }, options)).text());
      return {
        labels: await objects("labels"),
        workers: fitted.files.includes("workers") ? await objects("workers") : [],
        files, fitted,
        warnings: [...this.#warnings, ...(fitted.warnings ?? [])],
      };
    }

    async agree(options) {
      const { seed = 1, weights } = { ...this.#options, ...options };
      return (await this.#ask({ agree: { seed, weights } }, options)).agreed;
    }

    async compare(options) {
      const { methods = ["majority", "ds", "ibcc"], values, heldOut, reference } = { ...this.#options, ...options };
      return (await this.#ask({ compare: { methods, values, heldOut, reference, ...this.#settings(options) } }, options)).compared;
    }

    async report(options) {
      await this.#fit(options);
      return this.#export("report", {}, options);
    }

    download(what, { as, tasks, name, ...running } = {}) {
      return this.#export(what, { as, tasks, name }, running);
    }

    close() {
      this.#died ??= new ConcordError({ message: "This session is closed. Open another one." });
      for (const { reject } of this.#waiting.values()) reject(this.#died);
      this.#waiting.clear();
      this.#worker?.terminate();
    }
  }

  const open = (labels, options = {}) => Session.open(labels, options);
  const once = (operation) => async (labels, options = {}) => {
    const s = await open(labels, options);
    try {
      return await s[operation]();
    } finally {
      s.close();
    }
  };
  return { open, aggregate: once("aggregate"), agree: once("agree"), compare: once("compare"), report: once("report") };
}

/** fileFrom makes a file, a name and a Blob, of what every platform has: text, bytes, records, a Blob or a stream. */
export async function fileFrom(content, name) {
  if (content instanceof Blob) return { name: content.name ?? name, content };
  if (typeof content === "string" || content instanceof ArrayBuffer || ArrayBuffer.isView(content)) {
    return { name: `${name}.csv`, content: new Blob([content]) };
  }
  if (Array.isArray(content)) return { name: `${name}.json`, content: new Blob([JSON.stringify(content)]) };
  if (typeof content?.getReader === "function") return { name: `${name}.csv`, content: await new Response(content).blob() };
  if (content?.[Symbol.asyncIterator]) {
    const parts = [];
    for await (const part of content) parts.push(part);
    return { name: `${name}.csv`, content: new Blob(parts) };
  }
  throw new TypeError(`${name} is no file: give a File, a Blob, bytes, text, a stream, or a list of records`);
}
