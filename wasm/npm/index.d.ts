// SPDX-License-Identifier: Apache-2.0

/** A file: in Node text without a line break is a path, as is a URL; text with one is the content. */
export type Content =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | readonly Readonly<Record<string, unknown>>[];

/** What a column holds: task, worker, label, truth, gold, count, content, time, seconds, question, or none. */
export type Role =
  | "task" | "worker" | "label" | "truth" | "gold" | "count" | "content" | "time" | "seconds" | "question" | "none";

/** How files are read. What is left out is detected. */
export interface Reading {
  /** The names of the columns, by what they hold; several where together they name the task. */
  roles?: { [role in Role]?: string | readonly string[] };
  name?: string;
  delimiter?: string;
  header?: boolean;
  headerLine?: number;
  asIs?: boolean;
  encoding?: string;
  sheet?: string;
  layout?: "rows" | "items" | "people" | "counts";
  question?: string;
  where?: readonly { column: string; values: readonly string[] }[];
  anonymous?: boolean;
  skip?: boolean;
  numeric?: boolean;
  sets?: boolean;
  separator?: string;
  drop?: boolean;
  again?: "" | "first" | "last" | "majority";
  missing?: readonly string[];
  merge?: readonly { of: "label" | "worker" | "task"; from: readonly string[]; to: string }[];
  manyClasses?: boolean;
  confirmed?: boolean;
  /** The classes from the lowest to the highest, if they are steps of a scale. */
  order?: readonly string[];
}

/** Files beside the labels. */
export interface Beside {
  truth?: Content;
  gold?: Content;
  confusion?: Content;
  costs?: Content;
  features?: Content;
  text?: Content;
  predict?: Content;
  testTruth?: Content;
  /** What is known of workers is a prior, is added to their labels, or takes their place. */
  mode?: "prior" | "addition" | "assign";
}

export interface Settings {
  seed?: number;
  maxSteps?: number;
  stop?: "settled" | "paper";
  tolerance?: number;
  gain?: number;
  parts?: number;
}

export interface FitOptions extends Settings {
  /** One of the names in docs/methods.md; left out, the one that suits the data. */
  method?: string;
  /** Settings of the method. */
  values?: Record<string, string>;
}

export interface CompareOptions extends Settings {
  methods?: readonly string[];
  values?: Record<string, Record<string, string>>;
  heldOut?: boolean;
  reference?: string;
}

export interface AgreeOptions {
  seed?: number;
  /** How much near labels of ordered classes agree: ordinal, linear, quadratic, or a number for each distance. */
  weights?: string;
}

export interface Running {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export type OpenOptions = Reading & Beside & Running & {
  /** In browsers, the address of the folder with worker.js and worker.wasm; left out, that of the package. */
  files?: string | URL;
  /** False: an apostrophe stands before names that a spreadsheet would run as formulas. */
  exact?: boolean;
};


export interface Progress {
  phase: "read" | "fit" | "think" | "write";
  method?: string;
  at?: number;
  of?: number;
  bytes: number;
  total: number;
  rows: number;
  allRows?: number;
  step?: { n: number; flips: number; [figure: string]: unknown };
  seconds: number;
}

/** A task: a row of labels.csv. */
export interface Label {
  task: string;
  /** The label; where a task may have several, see labels; where labels are numbers, see value. */
  label?: string;
  labels?: string[];
  value?: number;
  /** Null: nothing shows how right labels are. */
  probability?: number | null;
  votes: number;
  tie?: boolean;
  probabilities?: Record<string, number>;
  [column: string]: unknown;
}

/** A worker: a row of workers.csv. */
export interface Worker {
  worker: string;
  labels: number;
  verdict?: string;
  evidence?: string;
  [column: string]: unknown;
}

export interface Fitted {
  method: string;
  title: string;
  status: string;
  steps: number;
  seconds: number;
  ties: number;
  files: string[];
  [more: string]: unknown;
}

export interface Result {
  labels: Label[];
  workers: Worker[];
  /** labels.csv, posteriors.csv, workers.csv, run.json …: byte for byte what the command writes. */
  files: Record<string, Blob>;
  fitted: Fitted;
  warnings: string[];
}

/** A number with its 95 % interval, or the reason why it is not defined. */
export interface Figure {
  value: number;
  low: number;
  high: number;
  why?: string;
  n?: number;
  interval?: boolean;
}

export interface Agreement {
  tasks: number;
  labels: number;
  workers?: number;
  percent: Figure;
  fleiss: Figure;
  alpha: { nominal: Figure; ordinal: Figure; interval: Figure; ratio: Figure };
  ac1: Figure;
  [more: string]: unknown;
}

/** Of labels whose truth is known, with its 95 % interval. */
export interface Accuracy {
  evaluated: number;
  wrong: number;
  accuracy: number;
  low: number;
  high: number;
}

export interface Compared {
  tasks: number;
  differ: number;
  methods: { name: string; title: string; why?: string; status: string; steps: number; accuracy?: Accuracy; [more: string]: unknown }[];
  pairs: { a: number; b: number; differ: number; same: number; kappa: number | null; [more: string]: unknown }[];
  finding?: string;
  best?: string;
  [more: string]: unknown;
}

/** Labels that are open in a worker of their own, until it is closed. What is given with an operation counts for it alone. */
export interface Session {
  aggregate(options?: FitOptions & Running): Promise<Result>;
  agree(options?: AgreeOptions & Running): Promise<Agreement>;
  compare(options?: CompareOptions & Running): Promise<Compared>;
  /** The report, one HTML file. */
  report(options?: FitOptions & Running): Promise<Blob>;
  /** Another file of the last result, such as "all" or, as "xlsx", "labels". */
  download(what: string, options?: { as?: string; tasks?: number; name?: string } & Running): Promise<Blob>;
  /** Ends the worker. */
  close(): void;
}

/** Why something failed, in a sentence that says where and what to do. */
export class ConcordError extends Error {
  /** Where, from 1: the line and the name of the column of the first problem. */
  line?: number;
  column?: string;
  /** Options with which it goes on, if there are some. */
  remedy?: Partial<OpenOptions>;
  problems: { file: string; line?: number; column?: string; text?: string; what: string; do?: string }[];
  /** It is the fault of Concord or of the machine. */
  broken: boolean;
}

export function open(labels: Content, options?: OpenOptions & FitOptions): Promise<Session>;
export function aggregate(labels: Content, options?: OpenOptions & FitOptions): Promise<Result>;
export function agree(labels: Content, options?: OpenOptions & AgreeOptions): Promise<Agreement>;
export function compare(labels: Content, options?: OpenOptions & CompareOptions): Promise<Compared>;
export function report(labels: Content, options?: OpenOptions & FitOptions): Promise<Blob>;
