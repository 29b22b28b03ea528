/**
 * What happens while the page is open. One account stream a browser, held by whichever tab has the lock, shared with the others
 * by a channel: it tells the matches on the screens of all of them in full. And the moves that wait to be sent, which no closed
 * tab and no lost connection loses.
 *
 * @typedef {import("./types.js").Fields} Fields
 * @typedef {{ type: string, data: any }} Message
 * @typedef {{ key: string, player: string | null, match: string, move: Fields }} Unsent
 */
import { ask, headers, Offline, post, Refused, whenAnswered } from "./api.js";
import { Followed } from "./followed.js";
import { route } from "./paths.js";

/** A stream that says nothing for so long is dead: it has a sign of life every 15 seconds. */
const SILENCE = 40_000;
const MY_STREAM = "/me/stream";
const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** Another connection waits for the wishes of whoever goes from table to table; one that tells too much can wait, in milliseconds. */
const ASKED_ANEW = 50, TOO_MUCH = 10_000;

const channel = new BroadcastChannel("tabularium");
/** @type {Set<(message: Message) => void>} */
const listeners = new Set();
/** @type {AbortController | null} */
let following = null;
/** @type {string | null} */
let whose = null;
/** What the stream is to tell, where this tab holds it. @type {Followed | null} */
let held = null;
/** Ends the connection for one that tells other matches. */
let anew = new AbortController();
let renewal = 0;
/** The connection was lost, and what happened meanwhile may not be told. */
let isBack = false;
/** The matches on this tab's screen, with the version that is shown. @type {import("./followed.js").Versions} */
const shown = {};
const TAB = crypto.randomUUID();
const NOTHING = { language: "", versions: /** @type {import("./followed.js").Versions} */ ({}) };

/**
 * Whether there is a connection, and from when is what is shown; which matches the stream tells in full, how far it has told
 * each, and in which language.
 */
export const state = {
  isOnline: navigator.onLine, seen: new Date(), told: NOTHING,
};
whenAnswered((isOnline, seen = new Date()) => {
  if (isOnline || seen < state.seen) state.seen = seen;
  if (isOnline !== state.isOnline) hear({ type: "online", data: isOnline });
});

channel.onmessage = (/** @type {MessageEvent<Message>} */ event) => hear(event.data);

/** @param {Message} message */
function hear(message) {
  // Between the tabs alone: which matches each shows.
  if (message.type === "roll") return wish();
  if (message.type === "wish") return take(message.data);
  if (message.type === "online") state.isOnline = message.data;
  if (message.type === "told") state.told = { ...message.data };
  for (const listener of [...listeners]) listener(message);
}

/**
 * Tell this tab and all others.
 * @param {Message} message
 */
export function tell(message) {
  hear(message);
  channel.postMessage(message);
}

/**
 * Tell the other tabs alone.
 * @param {Message} message
 */
export const share = (message) => channel.postMessage(message);

/**
 * Be told of everything until what is returned is called.
 * @param {(message: Message) => void} listener
 */
export function listen(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Follow all that concerns the player, from now on; null: nobody.
 * @param {string | null} player
 * @param {Promise<unknown>} [opening] the room that says which matches it shows
 */
export function follow(player, opening) {
  following?.abort();
  whose = player;
  following = player ? new AbortController() : null;
  held = null;
  hear({ type: "told", data: NOTHING });
  if (!player || !following) return;
  const { signal } = following;
  navigator.locks.request(`stream ${player}`, { signal }, async () => {
    await opening;
    await hold(player, signal);
  }).catch(() => {});
  // Whoever holds it says what it tells.
  wish();
}

/**
 * Have a match told in full while it is on the screen, until what is returned is called.
 * @param {string} match
 * @param {number} version from which it is to be told
 */
export function show(match, version) {
  shown[match] = version;
  wish();
  return () => {
    delete shown[match];
    wish();
  };
}

/** Whether the stream tells a match in full, in the language of this tab. @param {string} match */
export const tells = (match) => match in state.told.versions && isOurLanguage();

/** Whether what the stream says is said in the language of this tab. */
export const isOurLanguage = () => state.told.language === headers()["Accept-Language"];

/** Say which matches this tab shows. */
function wish() {
  const wished = { tab: TAB, matches: { ...shown } };
  take(wished);
  channel.postMessage({ type: "wish", data: wished });
}

/** @param {{ tab: string, matches: import("./followed.js").Versions }} wished by a tab of the browser */
function take({ tab, matches }) {
  if (!held) return;
  held.wish(tab, matches);
  clearTimeout(renewal);
  if (held.isMissing || held.isTooMuch) renewal = setTimeout(renew, held.isMissing ? ASKED_ANEW : TOO_MUCH);
  share({ type: "told", data: state.told });
}

/** Connect anew: what the stream is to tell, or in which language, is not what it was. */
export const renew = () => anew.abort();

/**
 * Hold the stream, and come back whenever it ends; no other tab does while this one lives.
 * @param {string} player
 * @param {AbortSignal} signal
 */
async function hold(player, signal) {
  let wait = SHORTEST_WAIT;
  held = new Followed();
  share({ type: "roll", data: null });
  wish();
  while (!signal.aborted) {
    const began = Date.now();
    anew = new AbortController();
    const resting = await once(player, held, signal).catch(() => null);
    if (signal.aborted) return;
    if (resting === "gone") {
      held = null;
      tell({ type: "told", data: NOTHING });
      return tell({ type: "gone", data: null });
    }
    if (anew.signal.aborted) continue;
    if (Date.now() - began > SILENCE) wait = SHORTEST_WAIT;
    isBack = true;
    tell({ type: "told", data: NOTHING });
    tell({ type: "online", data: resting !== null });
    await sleep(typeof resting === "number" ? Math.max(resting, SHORTEST_WAIT) : wait);
    wait = resting === null ? Math.min(wait * 2, LONGEST_WAIT) : SHORTEST_WAIT;
  }
}

/**
 * One connection, from its beginning to its end: how many milliseconds to wait, or "gone" where the session is no more.
 * @param {string} player
 * @param {Followed} followed
 * @param {AbortSignal} signal
 * @returns {Promise<number | "gone">}
 */
async function once(player, followed, signal) {
  const notices = `stream ${player}`, silence = new AbortController(), spoken = headers()["Accept-Language"];
  const asked = followed.begin(), place = followed.place(localStorage.getItem(notices) ?? "");
  const answer = await ask(MY_STREAM + asked, {
    signal: AbortSignal.any([signal, anew.signal, silence.signal]),
    headers: { Accept: "application/x-ndjson", ...(place ? { "Last-Event-ID": place } : {}) },
  });
  if (answer.status === 401) return "gone";
  if (!answer.ok || !answer.body) return refused(answer, followed, notices);
  tell({ type: "told", data: { language: spoken, versions: followed.versions } });
  tell({ type: "online", data: true });
  // What has ended meanwhile is not told.
  if (isBack) tell({ type: "back", data: null });
  isBack = false;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return SHORTEST_WAIT;
    const lines = (left + value).split("\n");
    left = lines.pop() ?? "";
    for (const line of lines.filter(Boolean)) {
      const said = JSON.parse(line), [notice] = (said.id ?? "").split("-");
      if (notice) localStorage.setItem(notices, notice);
      if (said.type === "end") return said.data.reason === "token_revoked" ? "gone" : said.data.retry_ms ?? 5_000;
      tell(followed.hear(said));
      state.told.versions = followed.versions;
      if (said.type === "match_end") share({ type: "told", data: state.told });
    }
  }
}

/**
 * What the service refuses is not asked for again: tables, where it is older than the page; a match that may not be seen; a place
 * that it does not know any more. How many milliseconds to wait before something else is asked for.
 * @param {Response} answer
 * @param {Followed} followed
 * @param {string} notices
 */
async function refused(answer, followed, notices) {
  const wait = Number(answer.headers.get("Retry-After") ?? 5) * 1000;
  const { errors = [] } = answer.status === 400 ? await answer.json() : {};
  const isOlder = errors.some((/** @type {{ pointer: string }} */ one) => one.pointer === "/query/table");
  if (isOlder) followed.canTell = false;
  else if (answer.status === 404) followed.forsake();
  else if (answer.status === 400) localStorage.removeItem(notices);
  // Another connection can be had at once.
  if (isOlder || answer.status === 404) renew();
  return wait;
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((done) => {
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      done(null);
    }
    addEventListener("online", end);
  });
}

const UNSENT = "unsent";

/** The player's own: whoever was here before sends theirs when they are here again. @returns {Unsent[]} */
export const unsent = () => everyUnsent().filter((one) => one.player === whose);

/** @returns {Unsent[]} */
function everyUnsent() {
  return JSON.parse(localStorage.getItem(UNSENT) ?? "[]");
}

/** @param {Unsent[]} moves */
function keep(moves) {
  localStorage.setItem(UNSENT, JSON.stringify(moves));
  tell({ type: "unsent", data: null });
}

/**
 * Send a move, once, whatever happens: it is kept under its key until the service has taken or refused it.
 * @param {string} match
 * @param {Fields} move
 */
export async function send(match, move) {
  // A second tap on the same question changes nothing while the first is on its way.
  if (!unsent().some((one) => one.match === match && one.move.prompt === move.prompt)) {
    keep([...everyUnsent(), { key: crypto.randomUUID(), player: whose, match, move }]);
  }
  return flush();
}

let waiting = SHORTEST_WAIT;

/** Send what was kept, in order, from one tab at a time. */
export function flush() {
  return navigator.locks.request("unsent", async () => {
    for (const one of unsent()) {
      try {
        const answer = await post(route`/matches/${one.match}/moves`, one.move, one.key);
        drop(one);
        waiting = SHORTEST_WAIT;
        tell({ type: "sent", data: { match: one.match, answer } });
      } catch (error) {
        if (error instanceof Offline || (error instanceof Refused && error.isPassing)) {
          setTimeout(flush, error instanceof Refused ? error.seconds * 1000 : waiting);
          waiting = Math.min(waiting * 2, LONGEST_WAIT);
          return tell({ type: "online", data: !(error instanceof Offline) });
        }
        // The session is over, the move is not: it waits until its player is here again.
        if (error instanceof Refused && error.status === 401) return tell({ type: "gone", data: null });
        drop(one);
        tell({ type: "refused", data: { match: one.match, move: one.move, said: error instanceof Error ? error.message : String(error) } });
      }
    }
  });
}

/** @param {Unsent} sent */
const drop = (sent) => keep(everyUnsent().filter((one) => one.key !== sent.key));

addEventListener("online", () => void flush());
addEventListener("pagehide", () => channel.postMessage({ type: "wish", data: { tab: TAB, matches: {} } }));
addEventListener("pageshow", wish);
addEventListener("offline", () => tell({ type: "online", data: false }));
