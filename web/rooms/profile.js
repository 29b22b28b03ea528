/**
 * Profile and settings: handle, language, colours, confirmation, quiet hours, vacation, notices by mail, webhooks, tokens, deletion.
 *
 * @typedef {import("../types.js").Me} Me
 * @typedef {import("../types.js").Token} Token
 * @typedef {import("../types.js").Language} Language
 * @typedef {import("../types.js").PushSubscriptions} PushSubscriptions
 * @typedef {{ id: string, url: string }} Webhook
 * @typedef {import("../app.js").At} At
 */
import { html, nothing } from "../vendor/lit-html.js";
import { call, get, isElsewhere, post, ROOT } from "../api.js";
import * as installed from "../installed.js";
import { filled, input } from "../parts/forms.js";
import { confirmBy, confirming, WAYS } from "../parts/preferences.js";
import { LANGUAGES, OWN_NAMES } from "../words.js";
import { route } from "../paths.js";

const DAY = 86_400;
const KINDS = /** @type {const} */ (["your_turn", "deadline_near", "timed_out", "match_started", "match_ended", "invited", "seat_taken_over", "eliminated"]);
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @param {At} at @returns {Promise<import("../app.js").Room>} */
export async function open({ app }) {
  if (!app.me) return { title: app.words.profile, draw: () => html`<h1 tabindex="-1">${app.words.profile}</h1><a class="button" href="${ROOT}login?next=me">${app.words.login}</a>` };
  /** @type {[Me, Token[], { mail: string[] }, Webhook[], PushSubscriptions, string | null]} */
  let [me, tokens, notices, hooks, browsers, here] = await Promise.all([
    get("/me"), get("/me/tokens").then((page) => page.items), get("/me/notice-settings"), get("/me/webhooks").then((page) => page.items),
    get("/me/push-subscriptions"), installed.canPush() ? installed.pushedTo().catch(() => null) : null,
  ]);
  let secret = "";

  /** @param {Record<string, unknown>} wish */
  const save = (wish) => app.attempt(async () => {
    me = await call("PATCH", "/me", wish);
    app.me = me;
    app.say(app.words.saved);
  });
  const change = (/** @type {() => Promise<void>} */ work) => app.attempt(async () => {
    await work();
    app.say(app.words.saved);
  });

  function account() {
    const said = app.words;
    return html`<section class="sheet"><h2>${said.profile}</h2>
      ${me.kind === "guest" ? html`<p class="banner">${said.is_guest}</p><form @submit=${(/** @type {SubmitEvent} */ event) => {
        const { password, email, handle } = filled(event);
        return change(async () => { app.me = me = await post("/me/upgrade", { password, handle, ...(email ? { email } : {}) }); });
      }}><label class="field"><span>${said.handle}</span><input name="handle" autocomplete="username" dir="auto" required .value=${me.handle ?? ""}></label>
        <label class="field"><span>${said.password}</span><input name="password" type="password" autocomplete="new-password" minlength="8" required></label>
        <label class="field"><span>${said.email}</span><input name="email" type="email" autocomplete="email" dir="ltr"></label>
        <button type="submit" class="main">${said.upgrade}</button></form>`
      : html`<form @submit=${(/** @type {SubmitEvent} */ event) => { const { handle, email } = filled(event); return save({ handle, email: email || null }); }}>
        <label class="field"><span>${said.handle}</span><input name="handle" autocomplete="username" dir="auto" required .value=${me.handle ?? ""}></label>
        <label class="field"><span>${said.email}</span><input name="email" type="email" autocomplete="email" dir="ltr" .value=${me.email ?? ""}></label>
        <button type="submit">${said.save}</button></form>
        ${me.email && !me.email_confirmed ? html`<p>${said.mail_needs} <button type="button" @click=${() => change(() => post("/me/email-confirmations"))}>${said.confirm_mail}</button></p>` : nothing}`}
      <button type="button" @click=${app.leave}>${said.logout}</button></section>`;
  }

  function likes() {
    const said = app.words;
    return html`<section class="sheet"><h2>${said.settings}</h2>
      <label class="field"><span>${said.language}</span><select @change=${(/** @type {Event} */ event) => {
        app.speak(/** @type {Language} */ (input(event).value));
        return save({ locale: input(event).value });
      }}>${LANGUAGES.map((one) => html`<option value=${one} lang=${one} ?selected=${one === app.language}>${OWN_NAMES[one]}</option>`)}</select></label>
      <label class="field"><span>${said.theme}</span><select @change=${(/** @type {Event} */ event) => {
        localStorage.setItem("theme", document.documentElement.dataset.theme = input(event).value);
      }}>${THEMES.map((one) => html`<option value=${one} ?selected=${one === (localStorage.getItem("theme") ?? "auto")}>${said[`themes_${one}`]}</option>`)}</select></label>
      <label class="field"><span>${said.confirming}</span><select @change=${(/** @type {Event} */ event) => confirmBy(input(event).value)}>
        ${WAYS.map((one) => html`<option value=${one} ?selected=${one === confirming()}>${said[`confirm_${one}`]}</option>`)}</select></label></section>`;
  }

  function times() {
    const said = app.words;
    const zones = Intl.supportedValuesOf("timeZone"), mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return html`<section class="sheet"><h2>${said.quiet_hours}</h2><p class="faint">${said.quiet_more}</p>
      <form @submit=${(/** @type {SubmitEvent} */ event) => { const { zone, from, to } = filled(event); return save({ quiet_hours: { zone, from, to } }); }}>
        <label class="field"><span>${said.zone}</span><input name="zone" list="zones" dir="ltr" required .value=${me.quiet_hours?.zone ?? mine}></label>
        <datalist id="zones">${zones.map((zone) => html`<option value=${zone}></option>`)}</datalist>
        <label class="field"><span>${said.from}</span><input name="from" type="time" required .value=${me.quiet_hours?.from ?? "22:00"}></label>
        <label class="field"><span>${said.to}</span><input name="to" type="time" required .value=${me.quiet_hours?.to ?? "07:00"}></label>
        <div class="choices"><button type="submit">${said.save}</button>
        ${me.quiet_hours ? html`<button type="button" @click=${() => save({ quiet_hours: null })}>${said.remove}</button>` : nothing}</div></form>
      <h2>${said.vacation}</h2><p class="faint">${said.vacation_left}: ${Math.floor(me.vacation_seconds_left / DAY)}</p>
      ${me.vacation ? html`<p>${said.until} ${new Date(me.vacation.ends_at).toLocaleString(app.language)} <button type="button" @click=${() => save({ vacation: null })}>${said.end}</button></p>`
      : html`<form class="line" @submit=${(/** @type {SubmitEvent} */ event) => save({ vacation: { ends_at: new Date(filled(event).ends_at ?? "").toISOString() } })}>
        <label class="field"><span>${said.until}</span><input name="ends_at" type="datetime-local" required></label><button type="submit">${said.begin}</button></form>`}</section>`;
  }

  function told() {
    const said = app.words;
    return html`<section class="sheet"><h2>${said.notices}</h2><fieldset><legend>${said.by_mail}</legend><p class="faint">${me.email_confirmed ? me.email : said.mail_needs}</p>
      ${KINDS.map((kind) => html`<label class="field check"><input type="checkbox" .checked=${notices.mail.includes(kind)} @change=${(/** @type {Event} */ event) => change(async () => {
        const mail = input(event).checked ? [...notices.mail, kind] : notices.mail.filter((one) => one !== kind);
        notices = await call("PATCH", "/me/notice-settings", { mail });
      })}><span>${said[`told_${kind}`]}</span></label>`)}</fieldset>
      ${pushed()}
      <h2>${said.webhooks}</h2><ul class="plain-list">${hooks.map((one) => html`<li class="line"><bdi dir="ltr">${one.url}</bdi>
        <button type="button" @click=${() => change(() => post(route`/me/webhooks/${one.id}/test`))}>${said.test}</button>
        <button type="button" @click=${() => change(async () => { await call("DELETE", route`/me/webhooks/${one.id}`); hooks = hooks.filter((other) => other !== one); })}>${said.remove}</button></li>`)}</ul>
      ${secret ? html`<p>${said.secret_once} <code>${secret}</code></p>` : nothing}
      <form class="line" @submit=${(/** @type {SubmitEvent} */ event) => { const { url } = filled(event); return change(async () => {
        const made = await post("/me/webhooks", { url });
        [secret, hooks] = [made.secret, [...hooks, made]];
      }); }}><label class="field"><span>${said.address}</span><input name="url" type="url" dir="ltr" required placeholder="https://"></label><button type="submit">${said.add}</button></form></section>`;
  }

  function pushed() {
    const said = app.words;
    if (!browsers.key || isElsewhere) return nothing;
    const mine = browsers.items.find((one) => one.endpoint === here);
    const again = async () => { browsers = await get("/me/push-subscriptions"); };
    return html`<h2>${said.by_push}</h2><p class="faint">${installed.canPush() ? said.push_more : said.no_push}</p>
      ${mine || !installed.canPush() ? nothing : html`<button type="button" @click=${() => change(async () => {
        const made = await installed.subscribe(browsers.key ?? "");
        if (!made) { app.trouble = said.push_refused; return; }
        here = (await post("/me/push-subscriptions", made)).endpoint;
        await again();
      })}>${said.push_here}</button>`}
      <ul class="plain-list">${browsers.items.map((one) => html`<li class="line"><span>${one === mine ? said.this_browser : said.other_browser} <small>${new Date(one.created_at).toLocaleString(app.language)}</small></span>
        <button type="button" @click=${() => change(async () => {
          await call("DELETE", route`/me/push-subscriptions/${one.id}`);
          if (one === mine) await installed.unsubscribe();
          await again();
        })}>${said.remove}</button></li>`)}</ul>`;
  }

  function keys() {
    const said = app.words;
    return html`<section class="sheet"><h2>${said.tokens}</h2><p class="faint">${said.this_one}</p>
      <ul class="plain-list">${tokens.map((one) => html`<li class="line"><span><bdi>${one.label}</bdi> <small>${new Date(one.created_at).toLocaleString(app.language)}</small></span>
        <button type="button" @click=${() => change(async () => { await call("DELETE", route`/me/tokens/${one.id}`); tokens = tokens.filter((other) => other !== one); })}>${said.revoke}</button></li>`)}</ul>
      ${tokens.length > 1 ? html`<p><button type="button" @click=${() => change(async () => { await call("DELETE", "/me/tokens"); tokens = (await get("/me/tokens")).items; })}>${said.revoke_others}</button></p>` : nothing}
      <details><summary>${said.delete_me}</summary><p>${said.delete_more}</p><form class="line" @submit=${(/** @type {SubmitEvent} */ event) => {
        if (filled(event).handle !== me.handle) return undefined;
        return app.attempt(async () => { await call("DELETE", "/me"); await app.leave(); });
      }}><label class="field"><span>${said.handle}</span><input name="handle" dir="auto" autocomplete="off" required></label><button type="submit" class="danger">${said.delete_me}</button></form></details></section>`;
  }

  return {
    title: app.words.profile,
    draw: () => html`<h1 tabindex="-1"><bdi>${me.handle}</bdi></h1><div class="columns packed">${account()}${likes()}${times()}${told()}${keys()}</div>`,
  };
}
