/**
 * The page as a program of its own: its worker, which has the files without a connection (`worker.js`), and what a browser
 * offers besides.
 */
import { ROOT } from "./api.js";

/** Between two questions whether there is a newer edition. */
const BETWEEN_LOOKS = 3_600_000;
const REST = 3_000;

export const state = {
  /** Another edition has come since this page was loaded: the next way through it loads that. */
  isRenewed: false,
};

/** @type {Promise<ServiceWorkerRegistration> | null} */
let registration = null;
let looked = Date.now();

/** Have the worker installed; harmless where there can be none. */
export function install() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  let before = workers.controller;
  workers.addEventListener("controllerchange", () => {
    state.isRenewed = before !== null;
    before = workers.controller;
  });
  // It fetches the whole page, and the person's first tap comes before.
  setTimeout(() => {
    registration = workers.register(/** @type {string} */ (address(`${ROOT}worker.js`)), { scope: ROOT });
    // In a private window there may be none.
    registration.catch(() => {});
  }, REST);
  document.addEventListener("visibilitychange", look);
}

/** A page that stays open for weeks never goes anywhere, so it asks when it is looked at again. */
function look() {
  if (document.hidden || Date.now() - looked < BETWEEN_LOOKS) return;
  looked = Date.now();
  void registration?.then((found) => found.update()).catch(() => {});
}

/** The policy of the page lets only this name run as a worker. @param {string} path @returns {unknown} */
function address(path) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  return types ? types.createPolicy("worker", { createScriptURL: () => path }).createScriptURL("") : path;
}

/** Whether this browser can show notices while the page is closed. */
export const canPush = () => "PushManager" in globalThis && Boolean(navigator.serviceWorker);

/** Where messages to this browser go; null where it shows none. */
export const pushedTo = async () => (await subscription())?.endpoint ?? null;

/**
 * Have this browser show notices; null where the person says no.
 * @param {string} key the service's
 */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key takes nothing of ours.
  const before = await subscription();
  if (before && encoded(before.options.applicationServerKey) !== key) await before.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
}

/** Have it show none. */
export const unsubscribe = async () => void (await (await subscription())?.unsubscribe());

const subscription = async () => (await navigator.serviceWorker.getRegistration(ROOT))?.pushManager.getSubscription();

/** @param {ArrayBuffer | null} key */
const encoded = (key) => btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_")
  .replace(/=+$/, "");
