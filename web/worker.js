/**
 * The page without a connection: this edition's files, and the document for whatever address is opened then. Answers of the API
 * are not its business: what was seen last is kept by the page itself (`saved.js`), and moves go past it.
 *
 * It is served at the root (`api/pages/site.py`), which fills in the edition, the root and the files. Another edition is another
 * worker: it fetches its own files, and throws away those of the one before.
 */
const [EDITION, ROOT, FILES] = /** @type {[string, string, string[]]} */ (["", "", []]);
/** Types of workers do not go with those of pages. */
const worker = /** @type {any} */ (self);
const SHELL = "shell ", OURS = SHELL + EDITION;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { pathname, origin } = new URL(event.request.url), path = pathname.slice(ROOT.length);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (event.request.mode === "navigate" && !/^(api|static|embed)(\/|$)/.test(path)) event.respondWith(page(event.request));
  else if (path.startsWith(`static/${EDITION}/`)) event.respondWith(file(event.request));
});
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data));
});

/**
 * One for each match: what is told later takes the place of what was told before.
 * @param {{ text: string, match?: string, url?: string }} said
 */
function show({ text, match = "", url = ROOT }) {
  const icon = `${ROOT}static/${EDITION}/icons/192.png`;
  return worker.registration.showNotification("Tabularium",
    { body: text, tag: match, renotify: Boolean(match), icon, dir: "auto", data: url });
}

/**
 * In a window that is there, loaded anew, because what it shows is older; else in a new one.
 * @param {string} url
 */
async function openAt(url) {
  const [window] = await worker.clients.matchAll({ type: "window" });
  const isOurs = new URL(url, location.origin).origin === location.origin;
  if (!window || !isOurs) return worker.clients.openWindow(url);
  await window.navigate(url);
  return window.focus();
}

async function fetchAll() {
  const document = await fetch(ROOT, { cache: "no-cache", headers: { Accept: "text/html" } });
  // While servers are renewed one by one, another of them may have answered: the next visit tries again.
  if (!document.ok || !(await document.clone().text()).includes(`static/${EDITION}/`)) throw new Error("another edition");
  const shell = await caches.open(OURS);
  await Promise.all([shell.put(ROOT, document), shell.addAll(FILES.map((name) => `${ROOT}static/${EDITION}/${name}`))]);
}

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== OURS);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/**
 * The service's own document wherever there is an answer, so that no old page meets a newer service.
 * @param {Request} request
 */
async function page(request) {
  try {
    const answer = await fetch(request);
    // What stands before a service that is being started says so by these.
    return [502, 503, 504].includes(answer.status) ? (await kept(ROOT)) ?? answer : answer;
  } catch (error) {
    const found = await kept(ROOT);
    if (found) return found;
    throw error;
  }
}

/** @param {Request} request */
const file = async (request) => (await kept(request.url)) ?? fetch(request);

/** @param {string} address */
const kept = (address) => caches.match(address, { cacheName: OURS, ignoreVary: true });
