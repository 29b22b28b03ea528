/**
 * Calls of the public API: problems, keys, tags, languages. On the page's own server by the session's cookie, at the address
 * of another one (`<meta name="api">`) by a token.
 *
 * @typedef {import("./types.js").Problem} Problem
 */
import { ROOT } from "./paths.js";
import * as saved from "./saved.js";

export { ROOT };

/** Where the API is: of our own server, unless the document names another. */
const NAMED = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="api"]'))?.content;
export const isElsewhere = Boolean(NAMED);
const API = NAMED ? NAMED.replace(/\/$/, "") : `${ROOT}api/v1`;
const TOKEN = "token", PLAYER = "player", RENEWED = "renewed";
/** Browsers keep a session for 400 days. */
const BETWEEN_RENEWALS = 30 * 86_400_000;
/** Within a page of others it is a stranger's, whoever is logged in: nothing there can be clicked in somebody's name. */
export const isFramed = location.pathname.startsWith(`${ROOT}embed/`);

/** The service has refused: a problem document. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {Problem} problem
   * @param {number} seconds when to come back
   */
  constructor(status, problem, seconds) {
    super(problem.detail || problem.title);
    this.status = status;
    this.problem = problem;
    this.code = problem.code;
    this.seconds = seconds;
  }

  /** Whether the same call may be taken later. */
  get isPassing() {
    return this.status === 429 || this.status === 408 || this.status >= 500;
  }
}

/** There was no answer. */
export class Offline extends Error {}

const told = {
  language: "en",
  /** For caches, so that none takes an answer for another session's. */
  player: "-",
};

/** Who wants to know whether there is an answer; where there is none, from when is what is shown instead. */
let told_of = /** @type {(isOnline: boolean, seen?: Date) => void} */ (() => {});

/** @param {typeof told_of} listener */
export function whenAnswered(listener) {
  told_of = listener;
}

/**
 * The answers that came last, by path: a long evening, or a replay, asks for thousands.
 * @type {Map<string, { tag: string, answer: any }>}
 */
const kept = new Map();
const MOST_KEPT = 60;
/** What was asked for before anybody has needed it, by path. @type {Map<string, Promise<any>>} */
const ahead = new Map();

/**
 * What every call says from now on.
 * @param {{ language?: string, player?: string | null }} more
 */
export function tell({ language, player }) {
  if (language) told.language = language;
  if (isFramed) return kept.clear();
  if (player) localStorage.setItem(PLAYER, told.player = player);
  if (player === null) {
    told.player = "-";
    localStorage.removeItem(PLAYER);
  }
  kept.clear();
  if (player === undefined) return;
  // Whom no call has shown yet is asked for, so that a page without a connection knows whose it is.
  void saved.own(told.player).then((isKnown) => isKnown || !player || get("/me")).catch(() => {});
}

/** @param {string} path what a call is made to: below /api/v1, or a link of the API's */
export const address = (path) => (path.startsWith("/api/v1/") ? `${API.replace(/\/api\/v1$/, "")}${path}` : `${API}${path}`);

/** The headers of every call. */
export function headers() {
  const token = isElsewhere && localStorage.getItem(TOKEN);
  return {
    "Accept-Language": told.language,
    ...(isElsewhere || isFramed ? {} : { "Tabularium-Page": told.player }),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

/**
 * A call as the browser makes it.
 * @param {string} path
 * @param {RequestInit} [wishes]
 */
export async function ask(path, wishes = {}) {
  try {
    return await fetch(address(path),
      { credentials: isFramed ? "omit" : "same-origin", ...wishes, headers: { ...headers(), ...wishes.headers } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Offline(path);
  }
}

/**
 * The answer to a call; `Refused`, `Offline`.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ key?: string, signal?: AbortSignal }} [more]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, { key, signal } = {}) {
  const isRead = method === "GET";
  try {
    const sooner = isRead ? ahead.get(path) : undefined;
    ahead.delete(path);
    const ask = () => exchange(method, path, body, { key, signal });
    const said = await (sooner ? sooner.catch(ask) : ask());
    if (isRead) void saved.keep(path, said).catch(() => {});
    return said;
  } catch (error) {
    const found = isRead && error instanceof Offline ? await saved.find(path).catch(() => null) : null;
    if (error instanceof Offline) told_of(false, found?.seen);
    if (found) return found.answer;
    throw error;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {{ key?: string | undefined, signal?: AbortSignal | undefined }} more
 * @returns {Promise<any>}
 */
async function exchange(method, path, body, { key, signal }) {
  const known = method === "GET" ? kept.get(path) : undefined;
  const answer = await ask(path, {
    method,
    ...(signal ? { signal } : {}),
    headers: {
      ...(method === "GET" ? {} : { "Content-Type": "application/json" }),
      ...(key ? { "Idempotency-Key": key } : {}),
      ...(known ? { "If-None-Match": known.tag } : {}),
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const said = timed(answer.status === 304 && known ? known.answer : answer.status === 204 ? null : await read(answer), answer);
  // What a cache of the browser's answers shows no connection.
  if (!answer.headers.get("Cache-Control")?.startsWith("public")) told_of(true);
  if (answer.status === 304) return said;
  if (!answer.ok) throw new Refused(answer.status, said, Number(answer.headers.get("Retry-After") ?? 2));
  const tag = answer.headers.get("ETag");
  if (method === "GET" && tag) keep(path, { tag, answer: said });
  return said;
}

/**
 * An answer with the service's time of now: where nothing else has changed, what was kept, here or by the browser, has the time
 * at which it was first given. `Date` is renewed with each answer, in whole seconds.
 * @param {any} said @param {Response} answer
 */
function timed(said, answer) {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  return typeof said?.now === "string" && date > Date.parse(said.now) ? { ...said, now: new Date(date).toISOString() } : said;
}

/** @param {string} path @param {{ tag: string, answer: any }} answer */
function keep(path, answer) {
  kept.delete(path);
  kept.set(path, answer);
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
}

/** A file of the service's; `Refused`, `Offline`. @param {string} path */
export async function file(path) {
  const answer = await ask(path);
  if (!answer.ok) throw new Refused(answer.status, await read(answer), 2);
  return answer.blob();
}

/** @param {Response} answer */
async function read(answer) {
  try {
    return await answer.json();
  } catch {
    // Whatever stands before the service has answered in its place.
    throw new Offline(answer.url);
  }
}

/** @param {string} path @param {{ signal?: AbortSignal }} [more] */
export const get = (path, more) => call("GET", path, undefined, more);

/**
 * Counts once, however often it is sent.
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [key]
 */
export async function post(path, body, key = crypto.randomUUID()) {
  try {
    return await call("POST", path, body, { key });
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    return call("POST", path, body, { key });
  }
}

/** @param {{ handle: string, password?: string, email?: string, locale: string }} wish */
export async function signUp(wish) {
  if (!isElsewhere) return post("/session/players", wish);
  localStorage.setItem(TOKEN, (await post("/players", wish)).token);
  return get("/me");
}

/** @param {{ handle: string, password: string }} known */
export async function logIn(known) {
  if (!isElsewhere) return call("POST", "/session", known);
  const wish = { ...known, label: "browser", scopes: ["read", "play", "host", "account"] };
  localStorage.setItem(TOKEN, (await post("/tokens", wish)).token);
  return get("/me");
}

export async function logOut() {
  if (!isElsewhere) return call("DELETE", "/session");
  return localStorage.removeItem(TOKEN);
}

/**
 * Ask for what a room will ask for, while the page does not know yet who is there.
 * @param {string[]} paths
 */
export function askAhead(paths) {
  for (const path of paths) {
    const answer = exchange("GET", path, undefined, {});
    // The room asks again, and is told then why not.
    answer.catch(() => {});
    ahead.set(path, answer);
  }
}

/** Nothing is answered any more by what was asked ahead. */
export const forgetAhead = () => ahead.clear();

/** Whether somebody is logged in here: no script can see whether there is a cookie, so it is remembered. */
export const isKnown = () => whose() !== null;
const whose = () => (isFramed ? null : localStorage.getItem(PLAYER));

/** Whom the session stands for; null for a stranger. */
export async function whoAmI() {
  const player = whose();
  if (!player) return null;
  told.player = player;
  void saved.own(player);
  try {
    const me = await get("/me");
    void renew().catch(() => {});
    return me;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    // One that was revoked elsewhere would have every call refused.
    if (error.code === "invalid_token") await logOut();
    return null;
  }
}

/** Stay logged in: what a browser keeps of a session runs out. */
async function renew() {
  if (isElsewhere || Date.now() - Number(localStorage.getItem(RENEWED)) < BETWEEN_RENEWALS) return;
  await call("PUT", "/session");
  localStorage.setItem(RENEWED, String(Date.now()));
}
