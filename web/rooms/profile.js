/**
 * Profile and settings: handle, language, colours, confirmation, quiet hours, vacation, notices by mail, webhooks, tokens, deletion.
 *
 * @typedef {import("../types.js").Me} Me
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../types.js").Language} Language
 * @typedef {import("../types.js").PushSubscriptions} PushSubscriptions
 * @typedef {{ id: string, url: string }} Webhook
 * @typedef {import("../app.js").App} App
 * @typedef {import("../app.js").At} At
 * @typedef {{ me: Me, tokens: Token[], notices: { mail: string[] }, hooks: Webhook[], browsers: PushSubscriptions,
 *             here: string | null, away: Circle, mutes: Circle, sanctions: Sanctions,
 *             apps: Apps, ownApps: OwnApps }} Known `here` is where messages to this browser go
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get, isElsewhere, post, ROOT } from "../api.js";
import * as installed from "../installed.js";
import { filled, input } from "../parts/forms.js";
import { instant } from "../parts/instants.js";
import {
  confirmBy, confirming, dressIn, pace, paceBy, soundBy, sounds, theme, THEMES, vibrateBy, vibrates, WAYS,
} from "../parts/preferences.js";
import { ownNames } from "../words.js";
import { route } from "../paths.js";
import { Apps, WITH_ACCESS } from "./profile/apps.js";
import { Circle, CIRCLES } from "./profile/circles.js";
import { OWN_APPS, OwnApps } from "./profile/own_apps.js";
import { Sanctions } from "./profile/sanctions.js";

const DAY = 86_400;
const KINDS = /** @type {const} */ (["your_turn", "deadline_near", "timed_out", "match_started", "match_ended", "invited",
  "seat_taken_over", "eliminated", "rematch", "called"]);

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open({ app }) {
  if (!app.me) return stranger(app);
  const [me, tokens, notices, hooks, browsers, here, away, mutes, sanctions, apps, ownApps] = await Promise.all([
    get("/me"), get("/me/tokens").then((page) => page.items), get("/me/notice-settings"), get("/me/webhooks").then((page) => page.items),
    get("/me/push-subscriptions"), installed.canPush() ? installed.pushedTo().catch(() => null) : null,
    ...[CIRCLES.away, CIRCLES.mutes, "/me/sanctions", WITH_ACCESS, OWN_APPS].map((path) => get(path).then((list) => list.items)),
  ]);
  return new Profile(app, { me, tokens, notices, hooks, browsers, here, away: new Circle(app, "away", away),
    mutes: new Circle(app, "mutes", mutes), sanctions: new Sanctions(app, sanctions),
    apps: new Apps(app, apps), ownApps: new OwnApps(app, ownApps) });
}

/** @param {App} app */
const stranger = (app) => ({
  title: app.words.profile,
  draw: () => html`<h1 tabindex="-1">${app.words.profile}</h1><a class="button" href="${ROOT}login?next=me">${app.words.login}</a>`,
});

class Profile {
  /** Of a webhook that was just made: it is told once. */
  #secret = "";

  /** @param {App} app @param {Known} known */
  constructor(app, { me, tokens, notices, hooks, browsers, here, away, mutes, sanctions, apps, ownApps }) {
    this.app = app;
    this.title = app.words.profile;
    this.me = me;
    this.tokens = tokens;
    this.notices = notices;
    this.hooks = hooks;
    this.browsers = browsers;
    this.here = here;
    this.away = away;
    this.mutes = mutes;
    this.sanctions = sanctions;
    this.apps = apps;
    this.ownApps = ownApps;
  }

  get #said() {
    return this.app.words;
  }

  draw() {
    return html`<h1 tabindex="-1"><bdi>${this.me.handle}</bdi></h1><div class="columns packed">${this.sanctions.draw()}
      <section class="sheet"><h2>${this.#said.profile}</h2>${this.me.kind === "guest" ? this.#guest() : this.#account()}
        ${this.#record()}<button type="button" @click=${this.app.leave}>${this.#said.logout}</button></section>
      ${this.#likes()}
      <section class="sheet">${this.#quietHours()}${this.#vacation()}</section>
      <section class="sheet">${this.#mail()}${this.#push()}${this.#webhooks()}</section>
      <section class="sheet">${this.away.draw()}${this.mutes.draw()}</section>
      <section class="sheet">${this.apps.draw()}${this.#tokens()}${this.#ownData()}${this.#deletion()}</section>
      ${this.me.kind === "guest" ? nothing : html`<section class="sheet">${this.ownApps.draw()}</section>`}</div>`;
  }

  /** Save a change of the player's own. @param {Record<string, unknown>} wish @param {() => Promise<void>} [first] */
  #save(wish, first, form = /** @type {EventTarget | null} */ (null)) {
    return this.#change(async () => {
      await first?.();
      this.app.me = this.me = await call("PATCH", "/me", wish);
    }, form);
  }

  /** @param {() => Promise<unknown>} work @param {EventTarget | null} [form] */
  #change(work, form) {
    return this.app.attempt(async () => {
      await work();
      this.app.say(this.#said.saved);
    }, form);
  }

  #handle() {
    return html`<label class="field"><span>${this.#said.handle}</span><input name="handle" autocomplete="username" dir="auto" required
      .value=${this.me.handle ?? ""}></label>`;
  }

  /** What others are shown of the player's matches. */
  #record() {
    const said = this.#said.record;
    return html`<label class="field check"><input type="checkbox" name="record" .checked=${this.me.shows_record} @change=${
      (/** @type {Event} */ event) => this.#save({ shows_record: input(event).checked })}><span>${said.show}</span></label>
      ${this.#takeBacks()}
      <p class="line"><a class="button" href="${ROOT}players/${this.me.id}">${said.page}</a></p>`;
  }

  /** Whether others may ask the player to let them take moves back. */
  #takeBacks() {
    const said = this.#said.take_backs;
    return html`<label class="field"><span>${said.let}</span><select name="take_backs" @change=${(/** @type {Event} */ event) =>
      this.#save({ take_backs: input(event).value })}>${/** @type {const} */ (["always", "unrated", "never"]).map((one) =>
      html`<option value=${one} ?selected=${one === this.me.take_backs}>${said[one]}</option>`)}</select></label>`;
  }

  #guest() {
    const said = this.#said;
    return html`<p class="banner">${said.is_guest}</p><form @submit=${this.#upgrade}>${this.#handle()}
      <label class="field"><span>${said.password}</span><input name="password" type="password" autocomplete="new-password"
        minlength="8" required></label>
      <label class="field"><span>${said.email}</span><input name="email" type="email" autocomplete="email" dir="ltr"></label>
      <button type="submit" class="main">${said.upgrade}</button></form>`;
  }

  #upgrade = (/** @type {SubmitEvent} */ event) => {
    const { password, email, handle } = filled(event);
    return this.#change(async () => {
      this.app.me = this.me = await post("/me/upgrade", { password, handle, ...(email ? { email } : {}) });
    }, event.target);
  };

  #account() {
    const said = this.#said, { me } = this;
    const submit = (/** @type {SubmitEvent} */ event) => {
      const { handle, email } = filled(event);
      return this.#save({ handle, email: email || null }, undefined, event.target);
    };
    const confirm = () => this.#change(() => post("/me/email-confirmations"));
    return html`<form @submit=${submit}>${this.#handle()}
      <label class="field"><span>${said.email}</span><input name="email" type="email" autocomplete="email" dir="ltr"
        .value=${me.email ?? ""}></label>
      <button type="submit">${said.save}</button></form>
      ${me.email && !me.email_confirmed ? html`<p>${said.mail_needs}
        <button type="button" @click=${confirm}>${said.confirm_mail}</button></p>` : nothing}`;
  }

  #likes() {
    const said = this.#said;
    return html`<section class="sheet"><h2>${said.settings}</h2>
      <label class="field"><span>${said.language}</span><select @change=${this.#speak}>${Object.entries(ownNames()).map(([one, name]) =>
        html`<option value=${one} lang=${one} ?selected=${one === this.app.language}>${name}</option>`)}</select></label>
      <label class="field"><span>${said.theme}</span><select @change=${this.#colour}>${THEMES.map((one) =>
        html`<option value=${one} ?selected=${one === theme()}>${said.themes[one]}</option>`)}</select></label>
      <label class="field"><span>${said.confirming}</span>
        <select @change=${(/** @type {Event} */ event) => confirmBy(input(event).value)}>${WAYS.map((one) =>
          html`<option value=${one} ?selected=${one === confirming()}>${said.confirmations[one]}</option>`)}</select></label>
      <label class="field"><span>${said.stage.pace}</span>
        <select @change=${(/** @type {Event} */ event) => paceBy(input(event).value)}>${Object.entries(said.paces).map(([one, name]) =>
          html`<option value=${one} ?selected=${one === pace()}>${name}</option>`)}</select></label>
      ${this.#calls()}</section>`;
  }

  /** How one's turn calls. */
  #calls() {
    const said = this.#said.calling;
    const wish = (/** @type {string} */ text, /** @type {boolean} */ is, /** @type {(wish: boolean) => void} */ by) =>
      html`<label class="field check"><input type="checkbox" .checked=${is}
        @change=${(/** @type {Event} */ event) => by(input(event).checked)}><span>${text}</span></label>`;
    return html`${wish(said.sounds, sounds(), soundBy)}
      ${"vibrate" in navigator ? wish(said.vibration, vibrates(), vibrateBy) : nothing}`;
  }

  #speak = (/** @type {Event} */ event) => {
    const language = /** @type {Language} */ (input(event).value);
    return this.#save({ locale: language }, () => this.app.speak(language));
  };

  #colour = (/** @type {Event} */ event) => {
    dressIn(input(event).value);
    this.app.redraw();
  };

  #quietHours() {
    const said = this.#said, { quiet_hours: quiet } = this.me;
    const zones = Intl.supportedValuesOf("timeZone"), mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const submit = (/** @type {SubmitEvent} */ event) => {
      const { zone, from, to } = filled(event);
      return this.#save({ quiet_hours: { zone, from, to } });
    };
    return html`<h2>${said.quiet_hours}</h2><p class="faint">${said.quiet_more}</p>
      <form @submit=${submit}>
        <label class="field"><span>${said.zone}</span><input name="zone" list="zones" dir="ltr" required
          .value=${quiet?.zone ?? mine}></label>
        <datalist id="zones">${zones.map((zone) => html`<option value=${zone}></option>`)}</datalist>
        <label class="field"><span>${said.from}</span><input name="from" type="time" required .value=${quiet?.from ?? "22:00"}></label>
        <label class="field"><span>${said.to}</span><input name="to" type="time" required .value=${quiet?.to ?? "07:00"}></label>
        <div class="choices"><button type="submit">${said.save}</button>
        ${quiet ? html`<button type="button" @click=${() => this.#save({ quiet_hours: null })}>${said.remove}</button>`
          : nothing}</div></form>`;
  }

  #vacation() {
    const said = this.#said, { vacation, vacation_seconds_left: left } = this.me;
    const submit = (/** @type {SubmitEvent} */ event) =>
      this.#save({ vacation: { ends_at: new Date(filled(event).ends_at ?? "").toISOString() } });
    return html`<h2>${said.vacation}</h2><p class="faint">${said.vacation_left}: ${Math.floor(left / DAY)}</p>
      ${vacation ? html`<p>${said.until} ${instant(vacation.ends_at, this.app.language)}
          <button type="button" @click=${() => this.#save({ vacation: null })}>${said.end}</button></p>`
        : html`<form class="line" @submit=${submit}>
          <label class="field"><span>${said.until}</span><input name="ends_at" type="datetime-local" required></label><button
          type="submit">${said.begin}</button></form>`}`;
  }

  /** Which notices come by mail. */
  #mail() {
    const said = this.#said, { me, notices } = this;
    return html`<h2>${said.notices}</h2><fieldset><legend>${said.by_mail}</legend>
      <p class="faint">${me.email_confirmed ? me.email : said.mail_needs}</p>
      ${KINDS.map((kind) => html`<label class="field check"><input type="checkbox" .checked=${notices.mail.includes(kind)}
        @change=${(/** @type {Event} */ event) => this.#wish(kind, input(event).checked)}><span>${said.notice_kinds[kind]}</span></label>`)}
      </fieldset>`;
  }

  /** @param {string} kind of notices @param {boolean} isWished */
  #wish(kind, isWished) {
    return this.#change(async () => {
      const { mail } = this.notices;
      const wish = { mail: isWished ? [...mail, kind] : mail.filter((one) => one !== kind) };
      this.notices = await call("PATCH", "/me/notice-settings", wish);
    });
  }

  #push() {
    const said = this.#said, { browsers, here } = this;
    if (!browsers.key || isElsewhere) return nothing;
    const mine = browsers.items.find((one) => one.endpoint === here);
    return html`<h2>${said.by_push}</h2><p class="faint">${installed.canPush() ? said.push_more : said.no_push}</p>
      ${mine || !installed.canPush() ? nothing : html`<button type="button" @click=${this.#subscribe}>${said.push_here}</button>`}
      <ul class="plain-list">${browsers.items.map((one) =>
        html`<li class="line"><span>${one === mine ? said.this_browser : said.other_browser}
        <small>${instant(one.created_at, this.app.language)}</small></span>
        <button type="button" @click=${() => this.#unsubscribe(one.id, one === mine)}>${said.remove}</button></li>`)}</ul>`;
  }

  #subscribe = () => this.#change(async () => {
    const made = await installed.subscribe(this.browsers.key ?? "");
    if (!made) { this.app.trouble = this.#said.push_refused; return; }
    this.here = (await post("/me/push-subscriptions", made)).endpoint;
    this.browsers = await get("/me/push-subscriptions");
  });

  /** @param {string} id @param {boolean} isMine of this browser */
  #unsubscribe(id, isMine) {
    return this.#change(async () => {
      await call("DELETE", route`/me/push-subscriptions/${id}`);
      if (isMine) await installed.unsubscribe();
      this.browsers = await get("/me/push-subscriptions");
    });
  }

  #webhooks() {
    const said = this.#said;
    return html`<h2>${said.webhooks}</h2><ul class="plain-list">${this.hooks.map((one) =>
      html`<li class="line"><bdi dir="ltr">${one.url}</bdi>
      <button type="button" @click=${() => this.#change(() => post(route`/me/webhooks/${one.id}/test`))}>${said.test}</button>
      <button type="button" @click=${() => this.#unhook(one)}>${said.remove}</button></li>`)}</ul>
      ${this.#secret ? html`<p>${said.secret_once} <code>${this.#secret}</code></p>` : nothing}
      <form class="line" @submit=${this.#hook}><label class="field"><span>${said.address}</span><input name="url" type="url" dir="ltr"
        required
        placeholder="https://"></label><button type="submit">${said.add}</button></form>`;
  }

  #hook = (/** @type {SubmitEvent} */ event) => {
    const { url } = filled(event);
    return this.#change(async () => {
      const made = await post("/me/webhooks", { url });
      [this.#secret, this.hooks] = [made.secret, [...this.hooks, made]];
    }, event.target);
  };

  /** @param {Webhook} hook */
  #unhook(hook) {
    return this.#change(async () => {
      await call("DELETE", route`/me/webhooks/${hook.id}`);
      this.hooks = this.hooks.filter((one) => one !== hook);
    });
  }

  #tokens() {
    const said = this.#said, { tokens } = this;
    return html`<h2>${said.tokens}</h2><p class="faint">${said.this_one}</p>
      <ul class="plain-list">${tokens.map((one) => html`<li class="line"><span><bdi>${one.label}</bdi>
        <small>${instant(one.created_at, this.app.language)}${one.last_used_on ? html` · ${said.last_used}
        ${instant(one.last_used_on, this.app.language, "day")}` : nothing}${one.expires_at ? html` · ${said.expires}
        ${instant(one.expires_at, this.app.language)}` : nothing}</small></span>
        <button type="button" @click=${() => this.#revoke(one)}>${said.revoke}</button></li>`)}</ul>
      ${tokens.length > 1 ? html`<p><button type="button" @click=${this.#revokeOthers}>${said.revoke_others}</button></p>` : nothing}`;
  }

  /** @param {Token} token */
  #revoke(token) {
    return this.#change(async () => {
      await call("DELETE", route`/me/tokens/${token.id}`);
      this.tokens = this.tokens.filter((one) => one !== token);
    });
  }

  #revokeOthers = () => this.#change(async () => {
    await call("DELETE", "/me/tokens");
    this.tokens = (await get("/me/tokens")).items;
    this.apps.apps = [];
  });

  #ownData() {
    const said = this.#said;
    const get = () => this.app.attempt(async () =>
      (await import("../parts/files.js")).handOut("/me/archive", `tabularium-${this.me.id}.ndjson`));
    return html`<h2>${said.my_data}</h2><p class="faint">${said.my_data_more}</p>
      <p><button type="button" @click=${get}>${said.my_data_get}</button></p>`;
  }

  #deletion() {
    const said = this.#said;
    return html`<details><summary>${said.delete_me}</summary><p>${said.delete_more}</p><form class="line" @submit=${this.#delete}>
      <label class="field"><span>${said.handle}</span><input name="handle" dir="auto" autocomplete="off" required></label><button
      type="submit" class="danger">${said.delete_me}</button></form></details>`;
  }

  #delete = (/** @type {SubmitEvent} */ event) => {
    if (filled(event).handle !== this.me.handle) return undefined;
    return this.app.attempt(async () => {
      await call("DELETE", "/me");
      await this.app.leave();
    });
  };
}
