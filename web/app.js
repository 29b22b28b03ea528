/**
 * The page begins here: who is there, which language, which room an address opens, and the frame around every room.
 *
 * @typedef {import("./types.js").Language} Language
 * @typedef {import("./types.js").Me} Me
 * @typedef {{ title: string, isCalling?: boolean, draw: () => unknown, close?: () => void,
 *             hear?: (message: import("./live.js").Message) => void, key?: (event: KeyboardEvent) => void }} Room
 * @typedef {{ app: App, parts: string[], query: URLSearchParams, isEmbedded: boolean }} At
 * @typedef {(at: At) => Promise<Room> | Room} Opening
 * @typedef {{ open: Opening, needs?: (at: At) => string[] }} Door `needs` says what `open` will ask for first
 */
import { html, nothing, render } from "./vendor/lit-html.js";
import { askAhead, forgetAhead, get, isFramed, isKnown, logOut, Offline, Refused, ROOT, tell, whoAmI } from "./api.js";
import * as installed from "./installed.js";
import * as live from "./live.js";
import { badge, call } from "./parts/calling.js";
import { tellAtFields } from "./parts/faults.js";
import { brand, wishes } from "./parts/head.js";
import { instant } from "./parts/instants.js";
import { dress } from "./parts/preferences.js";
import { follow } from "./parts/board/sight.js";
import { isMyTurn } from "./parts/turns.js";
import { partsOf } from "./paths.js";
import { direction, isLoaded, load, ownNames, words } from "./words.js";

/** @type {Record<string, () => Promise<Door>>} */
const ROOMS = {
  "": () => import("./rooms/home.js"),
  lobby: () => import("./rooms/lobby.js"),
  join: () => import("./rooms/lobby.js"),
  login: () => import("./rooms/login.js"),
  me: () => import("./rooms/profile.js"),
  matches: () => import("./rooms/table.js"),
  replay: () => import("./rooms/replay.js"),
  players: () => import("./rooms/player.js"),
  cups: () => import("./rooms/cups.js"),
  leaderboards: () => import("./rooms/leaders.js"),
  luck: () => import("./rooms/luck.js"),
  oauth: () => import("./rooms/consent.js"),
  device: () => import("./rooms/consent.js"),
  unknown: () => import("./rooms/unknown.js"),
};

/** So much of what was said last is still there for a screen reader. */
const MOST_SAID = 8;

/** What rooms share. */
export class App {
  /** @type {Language} */
  language = "en";
  /** @type {Me | null} */
  me = null;
  /** How many matches wait for the player. */
  waiting = /** @type {string[]} */ ([]);
  trouble = "";
  isBusy = false;
  /** The session has ended, and its player has not wished so. */
  isLost = false;
  /** What the player waits for, once somebody has asked. @type {import("./parts/seats/queue.js").Queue | null} */
  queue = null;
  /** @type {Room | null} */
  #room = null;
  #opened = 0;
  /** @type {Language | null} */
  #wished = null;

  get words() {
    return words(this.language);
  }

  /** Draw anew, once for however many wishes at a time. */
  redraw = () => {
    queueMicrotask(this.#draw);
  };

  #draw = () => {
    // What comes before the texts of the language is drawn with them.
    if (!isLoaded(this.language)) return;
    document.title = this.#title();
    badge(this.waiting.length);
    render(frame(this, this.#room), /** @type {HTMLElement} */ (document.getElementById("page")));
    follow();
  };

  #title() {
    const { title, isCalling } = this.#room ?? {};
    if (this.queue?.isCalling) return `● ${this.words.queue.title} · Tabularium`;
    return [isCalling ? `● ${this.words.calling.move}` : "", title, "Tabularium"].filter(Boolean).join(" · ");
  }

  /**
   * Go to an address of the page.
   * @param {string} to
   * @param {{ replace?: boolean }} [how]
   */
  go = async (to, { replace = false } = {}) => {
    const asked = new URL(to, location.origin + ROOT);
    // Where to go next may stand in an address that somebody else has made.
    const address = asked.origin === location.origin ? asked : new URL(ROOT, location.origin);
    if (isFramed && !address.pathname.startsWith(`${ROOT}embed/`)) return void open(address, "_blank", "noopener");
    if (installed.state.isRenewed) return location.assign(address);
    if (replace || address.href === location.href) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    await this.open();
    scrollTo(0, 0);
    document.querySelector("h1")?.focus();
  };

  /** Open the room that the address names. */
  open = async () => {
    const mine = ++this.#opened;
    const at = where(this);
    this.trouble = "";
    try {
      const room = await (await door(at)).open(at);
      if (mine !== this.#opened) return room?.close?.();
      this.#room?.close?.();
      this.#room = room ?? null;
    } catch (error) {
      if (mine !== this.#opened) return;
      if (isGone(error)) return location.reload();
      this.#room?.close?.();
      this.#room = null;
      this.fail(error);
    }
    this.redraw();
  };

  /**
   * Do something that may be refused, and say so where it is: at the field of a form, where the refusal is about one.
   * @template T
   * @param {() => Promise<T>} work
   * @param {EventTarget | null} [form]
   * @returns {Promise<T | undefined>}
   */
  attempt = async (work, form) => {
    this.trouble = "";
    this.isBusy = true;
    this.redraw();
    try {
      return await work();
    } catch (error) {
      const isTold = form instanceof HTMLFormElement && error instanceof Refused && tellAtFields(form, error.problem, this.words);
      if (!isTold) this.fail(error);
    } finally {
      this.isBusy = false;
      this.redraw();
    }
  };

  /** @param {unknown} error */
  fail(error) {
    if (isGone(error)) return location.reload();
    if (isOver(error) && this.me) return void this.#lose();
    if (error instanceof Refused || error instanceof Offline) {
      this.trouble = error instanceof Offline ? this.words.offline : error.problem.detail || error.message;
    } else {
      this.trouble = this.words.failed;
      console.error(error);
    }
    this.redraw();
  }

  /**
   * Have a screen reader say something, after whatever it still has to say.
   * @param {string} text
   */
  say(text) {
    const voice = /** @type {HTMLElement} */ (document.getElementById("voice"));
    voice.append(Object.assign(document.createElement("p"), { textContent: text }));
    while (voice.childElementCount > MOST_SAID) voice.firstElementChild?.remove();
  }

  /**
   * Speak a language from now on, once its texts are here.
   * @param {Language} language
   */
  async speak(language) {
    this.#wished = language;
    await load(language);
    // Another was wished for meanwhile.
    if (this.#wished !== language) return;
    tell({ language });
    this.language = language;
    document.documentElement.lang = language;
    document.documentElement.dir = direction(language);
    localStorage.setItem("language", language);
    // For the service, which names the texts of this language in the next document.
    document.cookie = `language=${language}; path=${ROOT}; max-age=31536000; samesite=lax`;
    // What the stream says is in it too.
    live.renew();
    this.redraw();
  }

  /**
   * Somebody is there now, or nobody.
   * @param {Me | null} me
   * @param {Promise<unknown>} [opening] the room that opens
   */
  be(me, opening) {
    this.me = me;
    this.isLost = false;
    tell({ player: me?.id ?? null });
    live.follow(me?.id ?? null, opening);
    this.waiting = [];
    this.queue?.close();
    this.queue = null;
    if (!me) return;
    if (localStorage.getItem("queue") === me.id) void this.attend().catch(() => {});
    void this.countTurns();
    void live.flush();
  }

  /** Look at what the player waits for; rooms where nobody waits do without. */
  async attend() {
    const { Queue } = await import("./parts/seats/queue.js");
    this.queue ??= new Queue(this);
    await this.queue.load();
    return this.queue;
  }

  /** Which matches wait for the player, for "next"; from then on the stream tells what changes. */
  async countTurns() {
    try {
      const { items } = await get("/matches?waiting_for=me&limit=100");
      this.waiting = items.map((/** @type {{ id: string }} */ one) => one.id);
      this.redraw();
    } catch {
      // It is counted again when the connection is back.
    }
  }

  /** @param {string} match @param {boolean} isMine whether it waits for the player */
  #count(match, isMine) {
    if (isMine === this.waiting.includes(match)) return;
    if (isMine) call("turn", match);
    this.waiting = isMine ? [...this.waiting, match] : this.waiting.filter((one) => one !== match);
  }

  /** The match that waits for the player after this one. */
  get next() {
    const here = this.waiting.indexOf(where(this).parts[1] ?? "");
    const others = [...this.waiting.slice(here + 1), ...this.waiting.slice(0, Math.max(here, 0))];
    return { match: others[0], count: others.length };
  }

  leave = () => this.attempt(async () => {
    await logOut();
    this.be(null);
    live.share({ type: "session", data: null });
    await this.go("");
  });

  /** The session has ended by itself: the room stays as it is, with what was chosen in it, and says so. */
  async #lose() {
    if (!this.me) return;
    const me = await whoAmI().catch(() => this.me);
    if (me) return void begin();
    [this.me, this.isLost, this.waiting] = [null, true, []];
    tell({ player: null });
    this.redraw();
  }

  /** @param {import("./live.js").Message} message */
  hear = (message) => {
    const { type, data } = message;
    if (type === "gone") return void this.#lose();
    if (type === "session") return void begin();
    if (type === "back") void this.countTurns();
    if (type === "match") this.#count(data.id, isMyTurn(data));
    if (type === "left") this.#count(data.match, false);
    if (this.queue) this.queue.hear(message);
    else if (type === "notice" && data.kind === "called") void this.attend().catch(() => {});
    this.#room?.hear?.(message);
    // What an event has led to is told next.
    if (type !== "event") this.redraw();
  };

  /** @param {KeyboardEvent} event */
  key = (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return;
    if (event.key === "n" && this.next.match) void this.go(`matches/${this.next.match}`);
    else this.#room?.key?.(event);
  };
}

/**
 * @param {App} app
 * @returns {At}
 */
function where(app) {
  const parts = partsOf(location.pathname, ROOT);
  const isEmbedded = parts[0] === "embed";
  return { app, parts: isEmbedded ? parts.slice(1) : parts, query: new URLSearchParams(location.search), isEmbedded };
}

/** What opens the room of an address. @param {At} at @returns {Promise<Door>} */
function door({ parts, query }) {
  const name = parts[0] ?? "";
  const isReplay = name === "matches" && (parts[2] === "replay" || query.has("at"));
  return (ROOMS[isReplay ? "replay" : name] ?? /** @type {() => Promise<Door>} */ (ROOMS.unknown))();
}

/** An edition whose files are gone: the service has been renewed since the page was loaded. @param {unknown} error */
const isGone = (error) => error instanceof TypeError && /import|module/i.test(error.message);

/** What a call is refused with when nobody is logged in any more. */
const OVER = ["not_authenticated", "invalid_token"];

/** @param {unknown} error */
const isOver = (error) => error instanceof Refused && OVER.includes(error.code);

/** @param {App} app */
function lost(app) {
  const said = app.words, here = location.pathname.slice(ROOT.length) + location.search;
  return html`<div class="banner lost" role="alert"><p>${said.lost.ended}</p>${here.startsWith("login") ? nothing
    : html`<a class="button" href="${ROOT}login?next=${encodeURIComponent(here)}">${said.lost.login}</a>`}</div>`;
}

/**
 * @param {App} app
 * @param {Room | null} room
 */
function frame(app, room) {
  const said = app.words;
  const { isEmbedded } = where(app);
  return html`
    <a class="skip" href="#room">${said.skip}</a>
    ${isEmbedded ? nothing : header(app)}
    ${app.isLost && !isEmbedded ? lost(app) : nothing}
    ${live.state.isOnline ? nothing
      : html`<p class="banner offline" role="status">${said.offline} ${said.as_of}
        <time datetime=${live.state.seen.toISOString()}>${instant(live.state.seen, app.language)}</time></p>`}
    ${isEmbedded ? nothing : app.queue?.draw()}
    <main id="room" aria-busy=${app.isBusy}>
      ${isEmbedded ? html`<h1 class="unseen">${room?.title ?? "Tabularium"}</h1>` : nothing}
      ${app.trouble ? html`<p class="trouble" role="alert">${app.trouble}
        <button type="button" class="plain" @click=${() => { app.trouble = ""; app.redraw(); }}>${said.close}</button></p>` : nothing}
      ${room ? room.draw() : app.trouble ? html`<h1 tabindex="-1">Tabularium</h1><div class="choices">
          <button type="button" @click=${() => app.open()}>${said.again}</button> <a class="button" href=${ROOT}>${said.home}</a></div>`
        : html`<p class="faint">${said.loading}</p>`}
    </main>`;
}

/** @param {App} app */
function header(app) {
  const said = app.words;
  const { match, count } = app.next;
  const here = where(app).parts[0] ?? "";
  const link = (/** @type {string} */ to, /** @type {string} */ text) =>
    html`<a href="${ROOT}${to}" aria-current=${here === to ? "page" : nothing}>${text}</a>`;
  return html`<header>
    <nav aria-label=${said.menu}>
      ${brand(app, here === "")} ${link("lobby", said.lobby)}
      ${app.me ? link("me", said.profile) : link("login", said.login)}
      ${match ? html`<a class="next" href="${ROOT}matches/${match}">${said.next_turn} (${count})</a>` : nothing}
    </nav>
    ${wishes(app)}
  </header>`;
}

/** @returns {Language} */
function wished() {
  const asked = new URLSearchParams(location.search).get("language");
  const known = [asked, localStorage.getItem("language"), ...navigator.languages.map((one) => one.slice(0, 2))];
  const spoken = ownNames();
  return /** @type {Language} */ (known.find((one) => one && Object.hasOwn(spoken, one)) ?? "en");
}

const app = new App();

async function begin() {
  dress();
  const language = wished();
  // What is asked ahead is asked in it.
  tell({ language });
  const spoken = app.speak(language);
  const at = where(app), wasKnown = isKnown(), known = whoAmI();
  known.catch(() => {});
  // What the room asks for goes with the question who is there.
  void door(at).then(({ needs }) => askAhead(needs?.(at) ?? [])).catch(() => {});
  try {
    await spoken;
    sessionStorage.removeItem("anew");
  } catch (error) {
    // The document was of another edition than its texts, or the network is away: once more, and no more often.
    if (sessionStorage.getItem("anew")) throw error;
    sessionStorage.setItem("anew", "1");
    return location.reload();
  }
  // The stream is asked for what the room shows.
  let opened = () => {};
  try {
    app.be(await known, new Promise((done) => { opened = () => done(null); }));
    app.isLost = wasKnown && !app.me;
  } catch (error) {
    app.fail(error);
  }
  await app.open();
  opened();
  forgetAhead();
}

live.listen(app.hear);
addEventListener("popstate", () => void app.open());
addEventListener("keydown", app.key);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) app.hear({ type: "awake", data: null });
});
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.("a");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
  if (!link || !isPlain || link.origin !== location.origin || link.target || link.getAttribute("href")?.startsWith("#")
    || link.hasAttribute("download")) return;
  if (/^(api|static)\//.test(link.pathname.slice(ROOT.length))) return;
  event.preventDefault();
  void app.go(link.pathname.slice(ROOT.length) + link.search + link.hash);
});
await begin();
if (!isFramed) installed.install();
