/**
 * What happens while the page is open. One account stream a browser, held by whichever tab has the lock, shared with the others
 * by a channel; and the moves that wait to be sent, which no closed tab and no lost connection loses.
 *
 * @typedef {import("./types.js").Fields} Fields
 * @typedef {{ type: string, data: any }} Message
 * @typedef {{ key: string, player: string | null, match: string, move: Fields }} Unsent
 */
import { ask, Offline, post, Refused, whenAnswered } from "./api.js";
import { route } from "./paths.js";

/** A stream that says nothing for so long is dead: it has a sign of life every 15 seconds. */
const SILENCE = 40_000;
const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

const channel = new BroadcastChannel("tabularium");
/** @type {Set<(message: Message) => void>} */
const listeners = new Set();
/** @type {AbortController | null} */
let following = null;
/** @type {string | null} */
let whose = null;

/** Whether there is a connection, and from when is what is shown. */
export const state = { isOnline: navigator.onLine, seen: new Date() };
whenAnswered((isOnline, seen = new Date()) => {
  if (isOnline || seen < state.seen) state.seen = seen;
  if (isOnline !== state.isOnline) hear({ type: "online", data: isOnline });
});

channel.onmessage = (/** @type {MessageEvent<Message>} */ event) => hear(event.data);

/** @param {Message} message */
function hear(message) {
  if (message.type === "online") state.isOnline = message.data;
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
 */
export function follow(player) {
  following?.abort();
  whose = player;
  following = player ? new AbortController() : null;
  if (!player || !following) return;
  const { signal } = following;
  navigator.locks.request(`stream ${player}`, { signal }, () => hold(player, signal)).catch(() => {});
}

/**
 * Hold the stream, and come back whenever it ends; no other tab does while this one lives.
 * @param {string} player
 * @param {AbortSignal} signal
 */
async function hold(player, signal) {
  let wait = SHORTEST_WAIT;
  while (!signal.aborted) {
    const began = Date.now();
    const resting = await once(player, signal).catch(() => null);
    if (signal.aborted) return;
    if (resting === "gone") return tell({ type: "gone", data: null });
    if (Date.now() - began > SILENCE) wait = SHORTEST_WAIT;
    tell({ type: "online", data: resting !== null });
    await sleep(typeof resting === "number" ? Math.max(resting, SHORTEST_WAIT) : wait);
    wait = resting === null ? Math.min(wait * 2, LONGEST_WAIT) : SHORTEST_WAIT;
  }
}

/**
 * One connection, from its beginning to its end: how many milliseconds to wait, or "gone" where the session is no more.
 * @param {string} player
 * @param {AbortSignal} signal
 * @returns {Promise<number | "gone">}
 */
async function once(player, signal) {
  const place = `stream ${player}`, last = localStorage.getItem(place);
  const silence = new AbortController();
  const answer = await ask(`/me/stream`, {
    signal: AbortSignal.any([signal, silence.signal]),
    headers: { Accept: "application/x-ndjson", ...(last ? { "Last-Event-ID": last } : {}) },
  });
  if (answer.status === 401) return "gone";
  // A place that the service does not know any more.
  if (answer.status === 400) localStorage.removeItem(place);
  if (!answer.ok || !answer.body) return Number(answer.headers.get("Retry-After") ?? 5) * 1000;
  tell({ type: "online", data: true });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return SHORTEST_WAIT;
    const lines = (left + value).split("\n");
    left = lines.pop() ?? "";
    for (const line of lines.filter(Boolean)) {
      const message = JSON.parse(line);
      if (message.id) localStorage.setItem(place, message.id);
      if (message.type === "end") return message.data.reason === "token_revoked" ? "gone" : message.data.retry_ms ?? 5_000;
      tell(message);
    }
  }
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
        tell({ type: "refused", data: { match: one.match, said: error instanceof Error ? error.message : String(error) } });
      }
    }
  });
}

/** @param {Unsent} sent */
const drop = (sent) => keep(everyUnsent().filter((one) => one.key !== sent.key));

addEventListener("online", () => void flush());
addEventListener("offline", () => tell({ type: "online", data: false }));
