/**
 * An app of somebody else's asks to act for the player: by an address to which it has sent them, or by a code that a device shows.
 * Who asks, for what, and where one goes back to; nothing is given before the player says so.
 *
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 * @typedef {import("../types.js").ConsentQuestion} Question
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, isElsewhere, isFramed, ROOT } from "../api.js";
import { filled } from "../parts/forms.js";
import { instant } from "../parts/instants.js";
import { handleOf } from "../parts/seats/people.js";

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open({ app, parts, isEmbedded }) {
  // Nobody's page may lie over this one, nor does a session of another server's page count here.
  if (isFramed || isEmbedded || isElsewhere) return elsewhere(app);
  if (!app.me) return stranger(app);
  if (parts[0] === "device") return new Device(app);
  const query = location.search.slice(1);
  return new Consent(app, query, await call("POST", "/session/authorization-question", { query }));
}

/** @param {App} app */
const elsewhere = (app) => ({
  title: app.words.consent.title,
  draw: () => html`<h1 tabindex="-1">${app.words.consent.title}</h1><p>${app.words.consent.framed}</p>`,
});

/** @param {App} app */
function stranger(app) {
  const here = location.pathname.slice(ROOT.length) + location.search;
  return {
    title: app.words.consent.title,
    draw: () => html`<h1 tabindex="-1">${app.words.consent.title}</h1><p>${app.words.consent.login_first}</p>
      <a class="button" href="${ROOT}login?next=${encodeURIComponent(here)}">${app.words.login}</a>`,
  };
}

/** A program on the player's own machine takes the answer. */
const THIS_DEVICE = /^http:\/\//;

/** What everybody is told before they answer. @param {App} app @param {Question} question @param {(accept: boolean) => unknown} answer */
function sheet(app, { app: asking, scopes, redirect_uri }, answer) {
  /** @type {Record<string, string>} */
  const inWords = app.words.app_scopes;
  const said = app.words.consent, name = html`<bdi>${asking.name}</bdi>`;
  return html`<section class="sheet consent"><h2>${name}</h2>
    <p class="faint">${said.registered} <a href="${ROOT}players/${asking.registered_by.id}"><bdi>${
      handleOf(asking.registered_by, app.words)}</bdi></a>, ${instant(asking.created_at, app.language, "day")}</p>
    <h3>${said.may}</h3><ul>${scopes.map((one) => html`<li>${inWords[one]}</li>`)}</ul>
    <p>${said.may_not}</p>
    <dl><dt>${said.acts_for}</dt><dd><bdi>${app.me?.handle}</bdi></dd>
      ${redirect_uri ? html`<dt>${said.back_to}</dt><dd><bdi dir="ltr" class="address">${placeOf(redirect_uri)}</bdi>${
        THIS_DEVICE.test(redirect_uri) ? html` <small>${said.here}</small>` : nothing}</dd>` : nothing}</dl>
    <p class="banner">${redirect_uri ? said.unknown : said.device_warning}</p>
    <div class="choices"><button type="button" class="main" @click=${() => answer(true)}>${said.allow}</button>
      <button type="button" @click=${() => answer(false)}>${said.refuse}</button></div></section>`;
}

/** Where an address leads, without what is said there: a host, or the scheme of a program. @param {string} address */
function placeOf(address) {
  const { protocol, host } = new URL(address);
  return host ? `${protocol}//${host}` : protocol;
}

class Consent {
  #isAnswered = false;

  /** @param {App} app @param {string} query @param {Question} question */
  constructor(app, query, question) {
    this.app = app;
    this.query = query;
    this.question = question;
  }

  get title() {
    return this.app.words.consent.title;
  }

  draw() {
    const said = this.app.words.consent, { refusal, app: { name } } = this.question;
    if (this.#isAnswered) return html`<h1 tabindex="-1">${said.title}</h1><p role="status">${said.close}</p>`;
    if (refusal !== null) {
      return html`<h1 tabindex="-1">${said.title}</h1><p><bdi>${name}</bdi>: ${said.cannot}</p>
        <div class="choices"><button type="button" @click=${() => this.#leave(refusal)}>${said.back}</button>
        <a class="button" href=${ROOT}>${this.app.words.home}</a></div>`;
    }
    return html`<h1 tabindex="-1">${said.title}</h1>${sheet(this.app, this.question, this.#answer)}`;
  }

  #answer = (/** @type {boolean} */ accept) => this.app.attempt(async () => {
    const { redirect_uri } = await call("POST", "/session/authorization", { query: this.query, accept });
    this.#leave(redirect_uri);
  });

  /** @param {string} address one that the app has registered: the service has looked */
  #leave(address) {
    this.#isAnswered = true;
    this.app.redraw();
    location.assign(address);
  }
}

class Device {
  #code = "";
  /** @type {Question | null} */
  #question = null;
  /** @type {boolean | null} */
  #answer = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  get title() {
    return this.app.words.consent.device;
  }

  draw() {
    const said = this.app.words.consent, question = this.#question;
    if (this.#answer !== null) {
      return html`<h1 tabindex="-1">${said.device}</h1><p role="status">${this.#answer ? said.device_done : said.device_refused}</p>
        <a class="button" href=${ROOT}>${this.app.words.home}</a>`;
    }
    if (question) return html`<h1 tabindex="-1">${said.device}</h1>${sheet(this.app, question, this.#say)}`;
    return html`<h1 tabindex="-1">${said.device}</h1><section class="sheet consent"><p>${said.device_more}</p>
      <p class="banner">${said.device_warning}</p>
      <form class="line" @submit=${this.#ask}><label class="field"><span>${said.code}</span><input name="code" class="code" dir="ltr"
        required maxlength="32" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="WDJB-MJHT"></label>
        <button type="submit" class="main">${said.next}</button></form></section>`;
  }

  #ask = (/** @type {SubmitEvent} */ event) => {
    const { code = "" } = filled(event);
    return this.app.attempt(async () => {
      this.#question = await call("POST", "/session/device-question", { user_code: code });
      this.#code = code;
    });
  };

  #say = (/** @type {boolean} */ accept) => this.app.attempt(async () => {
    await call("POST", "/session/device-authorization", { user_code: this.#code, accept });
    this.#answer = accept;
  });
}
