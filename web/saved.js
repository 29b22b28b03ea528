/**
 * What was seen last, for when there is no connection: the answers of matches, replays and games, in this browser, for one player.
 * With them lie the hands that this player sees, and nobody else's: whoever is there next finds none of it.
 */
const STATE = "state ";
/** Positions of a replay are an answer each. */
const MOST = 600, BETWEEN_LOOKS = 50;
/** Neither addresses of webhooks nor tokens, and nothing that is waited for. */
const KEPT = /^(\/api\/v1)?\/(me|me\/notices|matches|games|players)([/?]|$)/, NOT_KEPT = /^(\/api\/v1)?\/me\/(?!notices)|[?&]wait=/;
const SEEN = "Seen";

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
  const mine = STATE + player;
  const before = await caches.keys().catch(() => /** @type {string[]} */ ([]));
  cache = caches.open(mine).catch(() => null);
  await Promise.all(before.filter((name) => name.startsWith(STATE) && name !== mine).map((name) => caches.delete(name)));
  return before.includes(mine);
}

/**
 * An answer came, or one that is known still holds.
 * @param {string} path
 * @param {unknown} answer
 */
export async function keep(path, answer) {
  const found = KEPT.test(path) && !NOT_KEPT.test(path) ? await cache : null;
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

/** @param {string} path */
const key = (path) => new URL(`saved${path}`, location.origin);
