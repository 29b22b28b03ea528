/**
 * What was seen last, for when there is no connection: the answers of matches, replays and games, in this browser, for one player.
 * With them lie the hands that this player sees, and nobody else's: whoever is there next finds none of it.
 */
const STATE = "state ";
/** Positions of a replay are an answer each. */
const MOST = 600, BETWEEN_LOOKS = 50;
/** Neither addresses of webhooks nor tokens, and nothing that is waited for. */
const KEPT = /^(\/api\/v1)?\/(me|me\/(notices|follows|blocks|chat\/unread)|matches|games|players|leaderboards|cups)([/?]|$)/;
const NOT_KEPT = /^(\/api\/v1)?\/me\/(?!notices|follows|blocks|chat\/unread)|[?&]wait=/;
const SEEN = "Seen";
/** In milliseconds: whoever closes the page sooner sees what was there before. */
const LONGEST_WAIT = 1_000;

/** Browsers have no caches on pages without TLS, nor in frames of others that may keep nothing. */
const can = "caches" in globalThis;
/** @type {Promise<Cache | null>} */
let cache = Promise.resolve(null);
let count = 0;

/**
 * From now on it is this player's; "-" is a stranger. What lies here of others is thrown away.
 * @param {string} player
 * @returns {Promise<boolean>} whether something of theirs was here
 */
export async function own(player) {
  if (!can) return false;
  const mine = STATE + player, before = caches.keys().catch(() => /** @type {string[]} */ ([]));
  // Whoever asks meanwhile waits.
  cache = before.then(() => caches.open(mine)).catch(() => null);
  const others = (await before).filter((name) => name.startsWith(STATE) && name !== mine);
  await Promise.all(others.map((name) => caches.delete(name)));
  return (await before).includes(mine);
}

/**
 * An answer came, or one that is known still holds.
 * @param {string} path
 * @param {unknown} answer
 */
export async function keep(path, answer) {
  if (!KEPT.test(path) || NOT_KEPT.test(path)) return;
  const keeping = cache;
  // What is shown comes first.
  await idle();
  const found = await keeping;
  if (!found) return;
  await found.put(key(path), new Response(JSON.stringify(answer), { headers: { [SEEN]: new Date().toISOString() } }));
  if (++count % BETWEEN_LOOKS) return;
  // The oldest stand first.
  const keys = await found.keys();
  await Promise.all(keys.slice(0, Math.max(keys.length - MOST, 0)).map((one) => found.delete(one)));
}

/**
 * What was seen last, and when.
 * @param {string} path
 * @returns {Promise<{ answer: any, seen: Date } | null>}
 */
export async function find(path) {
  const found = await (await cache)?.match(key(path));
  return found ? { answer: await found.json(), seen: new Date(found.headers.get(SEEN) ?? 0) } : null;
}

/** Not every browser says when it is idle. */
const idle = () => new Promise((done) =>
  ("requestIdleCallback" in globalThis ? requestIdleCallback(done, { timeout: LONGEST_WAIT }) : setTimeout(done, 0)));

/** @param {string} path */
const key = (path) => new URL(`saved${path}`, location.origin);
