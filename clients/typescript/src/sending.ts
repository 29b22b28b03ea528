// How a call is sent, and when it is sent again. `exchange` knows no connection and no clock: it is given both.
import { BY_CODE } from "./problems.js";
import { Problem, Unanswered, type ProblemDocument } from "./problem.js";

const PATH = "/api/v1";
// Longer than the longest `wait` of a call for events.
const TIMEOUT_SECONDS = 45;
// What passes by itself: nothing was recorded, or the answer to the same key will be the same.
export const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/**
 * How often a call is tried, and how long one waits in between, in seconds.
 *
 * The wait doubles, is spread by chance, and is what the service says where it says so (`Retry-After`, `RateLimit`).
 * What would take longer than `longest` is thrown instead.
 */
export interface Retrying {
  readonly attempts: number;
  readonly first: number;
  readonly longest: number;
}

export const PATIENT: Retrying = { attempts: 6, first: 0.25, longest: 60 };

/** What every call takes: a signal that gives it up. */
export interface Given {
  readonly signal?: AbortSignal | undefined;
}

/** A call as it is sent. */
export interface Outgoing {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly text: string;
}

/** The world of an exchange: a connection that gives a reply or null for a lost one, a clock, and chance. */
export interface World {
  send(call: Outgoing): Promise<Reply | null>;
  pause(seconds: number): Promise<void>;
  chance(): number;
}

/** A fresh Idempotency-Key. */
export function newKey(): string {
  return crypto.randomUUID();
}

/** What a caller gives, as a part of a path. */
export function part(value: string | number): string {
  return encodeURIComponent(value);
}

/**
 * The reply to a call, sent until it is answered. Throws `Problem` for what the service refuses, and `Unanswered`.
 *
 * A POST without a key is not sent again once it may have been carried out.
 */
export async function exchange(call: Outgoing, retrying: Retrying, world: World): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await world.send(call);
    if (reply !== null && reply.status < 400) return reply;
    const problem = reply === null ? null : problemOf(reply);
    const isPassing = reply === null || PASSING.has(reply.status);
    const doubled = Math.min(retrying.first * 2 ** (attempt - 1), retrying.longest);
    const wait = Math.max(doubled * (0.5 + world.chance() / 2), problem?.retryAfter ?? 0);
    const mayRepeat = isPassing && isSafe(call, problem);
    if (!mayRepeat || attempt >= retrying.attempts || wait > retrying.longest) {
      throw problem ?? new Unanswered(`${call.method} ${call.address.split("?")[0]}`);
    }
    await world.pause(wait);
  }
}

/** Whether a call takes effect once however often it is sent, or has had none yet. */
function isSafe(call: Outgoing, problem: Problem | null): boolean {
  if (call.method !== "POST" || "Idempotency-Key" in call.headers) return true;
  // A proxy's own 502 or 504 has no code, and says nothing of what became of the call.
  return problem !== null && ([408, 429].includes(problem.status) || problem.code === "too_busy");
}

/** The refusal that a reply holds, as the class of its code. */
export function problemOf(reply: Reply): Problem {
  const document = documentOf(reply.text);
  const kinds: Readonly<Record<string, typeof Problem>> = BY_CODE;
  const kind = Object.hasOwn(kinds, document.code ?? "") ? kinds[document.code ?? ""] : undefined;
  return new (kind ?? Problem)(reply.status, document, retryAfter(reply.headers));
}

function documentOf(text: string): ProblemDocument {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === "object" && document !== null ? document : {};
  } catch {
    return {};
  }
}

/** In how many seconds the service wants to be asked again: by `Retry-After`, else by what is left of a quota. */
function retryAfter(headers: Pick<Headers, "get">): number | null {
  const said = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(said)) return Number(said);
  const parts = (headers.get("RateLimit") ?? "").split(";").map((one) => one.trim().split("="));
  const fields = new Map(parts.map(([name, value]) => [name, value ?? ""]));
  const seconds = fields.get("t") ?? "";
  return fields.get("r") === "0" && /^\d+$/.test(seconds) ? Number(seconds) : null;
}

/** A player's token; one that runs out is a function, which is asked for it before each call (`deviceLogin`). */
export type Token = string | (() => Promise<string>);

/** Who calls which service, and how. */
export interface Settings {
  /** In which language texts come: `en`, `he` or `pl`. */
  readonly language?: string | undefined;
  readonly retrying?: Partial<Retrying> | undefined;
  /** Another `fetch`, for tests say. */
  readonly fetch?: typeof fetch | undefined;
}

/** What a call says besides its method and its path. */
export interface Said extends Given {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly key?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly invitation?: string | undefined;
}

/** Sends calls and waits for their answers. */
export class Sender {
  // A private field is not shown where a client is printed or written as JSON.
  readonly #credential: Token | undefined;
  #token: string | undefined;
  readonly #url: string;
  readonly #settings: Settings;
  readonly #retrying: Retrying;

  constructor(url: string, token?: Token, settings: Settings = {}) {
    this.#url = url.replace(/\/+$/, "");
    this.#credential = token;
    this.#token = typeof token === "string" ? token : undefined;
    this.#settings = settings;
    this.#retrying = { ...PATIENT, ...settings.retrying };
  }

  /** A call to a path of the API, or to an address that an answer has named. */
  outgoing(method: string, path: string, said: Said = {}): Outgoing {
    const named = { "Idempotency-Key": said.key, "If-Match": said.ifMatch, Invitation: said.invitation };
    const headers = { ...this.headers() };
    for (const [name, value] of Object.entries(named)) if (value !== undefined) headers[name] = value;
    if (method !== "GET") headers["Content-Type"] = "application/json";
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(said.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const address = this.address(path) + (query.size > 0 ? `?${query}` : "");
    return { method, address, headers, body: method === "GET" ? null : JSON.stringify(said.body ?? {}) };
  }

  /** Have the token of now, where it is one that runs out. */
  protected async ready(): Promise<void> {
    if (typeof this.#credential === "function") this.#token = await this.#credential();
  }

  /** What every call says. */
  protected headers(accept = "application/json"): Record<string, string> {
    const headers: Record<string, string> = { Accept: accept };
    if (this.#settings.language !== undefined) headers["Accept-Language"] = this.#settings.language;
    if (this.#token !== undefined) headers["Authorization"] = `Bearer ${this.#token}`;
    return headers;
  }

  /** The whole address of a path; `next` of a page begins with the API's own. */
  protected address(path: string): string {
    if (path.includes("://")) return path;
    return this.#url + (path.startsWith(`${PATH}/`) ? "" : PATH) + path;
  }

  protected async ask<Answer>(method: string, path: string, said: Said = {}): Promise<Answer> {
    return JSON.parse(await this.text(method, path, said));
  }

  protected async tell(method: string, path: string, said: Said = {}): Promise<void> {
    await this.text(method, path, said);
  }

  protected async text(method: string, path: string, said: Said = {}): Promise<string> {
    const world: World = {
      send: (call) => this.#send(call, said.signal),
      pause: (seconds) => pause(seconds, said.signal),
      chance: Math.random,
    };
    await this.ready();
    return (await exchange(this.outgoing(method, path, said), this.#retrying, world)).text;
  }

  async #send(call: Outgoing, signal: AbortSignal | undefined): Promise<Reply | null> {
    const { method, headers, body } = call;
    const patience = new Patience(signal);
    try {
      const reading = this.open(call.address, { method, headers, body, signal: patience.signal }).then(readWhole);
      return await patience.within(TIMEOUT_SECONDS, reading);
    } catch {
      // Who gave up the call wants no other attempt; all else is a lost connection.
      signal?.throwIfAborted();
      return null;
    } finally {
      patience.end();
    }
  }

  /** The service is asked by the token alone: no cookie of a browser says who calls. */
  protected open(address: string, init: RequestInit): Promise<Response> {
    const send = this.#settings.fetch ?? globalThis.fetch;
    return send(address, { ...init, credentials: "omit" });
  }
}

/** The reply in an answer, which is read to its end. */
export async function readWhole(answer: Response): Promise<Reply> {
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Gives up a connection that is silent for too long, or that its caller gives up. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #giveUp = (): void => this.#controller.abort(this.given?.reason);

  constructor(private readonly given: AbortSignal | undefined) {
    if (given?.aborted) this.#giveUp();
    given?.addEventListener("abort", this.#giveUp);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What is waited for, unless it takes so many seconds. */
  async within<T>(seconds: number, awaited: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#controller.abort(), seconds * 1000);
    try {
      return await awaited;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Let the connection go. */
  end(): void {
    this.given?.removeEventListener("abort", this.#giveUp);
    this.#controller.abort();
  }
}

/** Wait so many seconds, or until the caller gives up: then what they gave up with is thrown. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((wake, fail) => {
    const stop = (): void => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      wake();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
