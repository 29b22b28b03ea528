/**
 * The verifier as a part of a page: fetches the file of a match, or takes one, and says in words what holds and what is not
 * checked here.
 *
 * @typedef {import("./report.js").Report} Report
 * @typedef {import("./report.js").Flaw} Flaw
 * @typedef {import("./report.js").Check} Check
 * @typedef {import("../words.js").Words["verify"]} Said
 * @typedef {{ words: import("../words.js").Words, redraw: () => void }} App
 */
import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../api.js";
import { NotAMatchFile, TooLarge, worst } from "./report.js";
import { canVerify, verify } from "./verifier.js";
import { route } from "../paths.js";

/** @type {Check[]} */
const CHECKS = ["chain", "seals", "chance"];

/**
 * @param {object} given
 * @param {App} given.app
 * @param {string} given.match
 * @param {(version: number) => void} given.jump
 */
export function panel({ app, match, jump }) {
  /** @type {{ is: "idle" | "working" | "tooLarge" | "unreadable" } | { is: "refused", flaw: Flaw } | { is: "done", report: Report, kept: boolean, own: boolean }} */
  let found = { is: "idle" };
  let head = "";

  /**
   * @param {boolean} own whether it is the file of the match that is shown
   * @param {() => Promise<ArrayBuffer>} fetched
   */
  async function check(own, fetched) {
    found = { is: "working" };
    app.redraw();
    try {
      const kept = head.trim().toLowerCase() || null;
      found = { is: "done", report: await verify(new Uint8Array(await fetched()), kept), kept: kept !== null, own };
    } catch (error) {
      if (error instanceof NotAMatchFile) found = { is: "refused", flaw: error.flaw };
      else found = { is: error instanceof TooLarge ? "tooLarge" : "unreadable" };
    }
    app.redraw();
  }

  const fetched = async () => {
    const answer = await ask(route`/matches/${match}/export`);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.arrayBuffer();
  };
  const taken = (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) void check(false, () => file.arrayBuffer());
  };

  return {
    draw() {
      const said = app.words.verify;
      if (!canVerify()) return html`<p>${said.noCrypto}</p>${command()}`;
      return html`<p>${said.intro}</p>
        <label class="field"><span>${said.head}</span><input type="text" dir="ltr" autocomplete="off" spellcheck="false" maxlength="64"
          @input=${(/** @type {Event} */ event) => { head = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
        <div class="controls"><button type="button" ?disabled=${found.is === "working"} @click=${() => check(true, fetched)}>${said.checkMatch}</button>
          <label class="button">${said.checkFile}<input class="unseen" type="file" accept=".ndjson" ?disabled=${found.is === "working"} @change=${taken}></label></div>
        <div role="status">${told(said)}</div>`;
    },
  };

  /** @param {Said} said */
  function told(said) {
    switch (found.is) {
      case "idle": return nothing;
      case "refused": return refused(said, found.flaw);
      case "done": return done(said, found.report, found);
      default: return html`<p>${said[found.is]}</p>`;
    }
  }

  /**
   * @param {Said} said
   * @param {Report} report
   * @param {{ kept: boolean, own: boolean }} how
   */
  function done(said, report, { kept, own }) {
    const flaw = worst(report);
    return html`
      ${flaw ? refused(said, flaw, own) : html`<p class="holds"><strong>✓ ${report.seals > report.opened ? said.holdsSoFar : said.holds}</strong></p>`}
      <p class="faint" dir="auto">${filled(said.about, report)}</p>
      <dl>${CHECKS.map((check) => html`<dt>${mark(report.checks[check])} ${said[check]}</dt><dd>${verdict(said, report, check, kept)}</dd>`)}</dl>
      <p>${said.hash}: <code class="hash" dir="ltr">${report.head}</code></p>
      <p>${said.notHere}</p>${command()}<p class="faint">${said.notProved}</p>`;
  }

  /**
   * @param {Said} said
   * @param {Flaw} flaw
   * @param {boolean} [own]
   */
  function refused(said, flaw, own = false) {
    const text = filled(flaw.version ? said.broken : said.brokenAtStart, { version: flaw.version, reason: reason(said, flaw) });
    return html`<p class="broken"><strong>✗ ${text}</strong>
      ${own && flaw.version ? html`<button type="button" class="plain" @click=${() => jump(flaw.version)}>${said.toEvent}</button>` : nothing}</p>`;
  }
}

const command = () => html`<p><code dir="ltr">python -m games.verify match.ndjson</code></p>`;

/** @param {"ok" | "sealed" | Flaw} found */
const mark = (found) => (typeof found === "object" ? "✗" : "✓");

/**
 * @param {Said} said
 * @param {Report} report
 * @param {Check} check
 * @param {boolean} kept
 */
function verdict(said, report, check, kept) {
  const found = report.checks[check];
  if (typeof found === "object") return filled(found.version ? said.broken : said.brokenAtStart, { version: found.version, reason: reason(said, found) });
  if (check === "chain") return kept ? `${said.chainOk} ${said.headOk}` : said.chainOk;
  if (check === "seals") return filled(found === "ok" ? said.sealsOk : said.sealsSealed, report);
  return filled(found === "ok" ? said.chanceOk : said.chanceSealed, report);
}

/**
 * @param {Said} said
 * @param {Flaw} flaw
 */
const reason = (said, { reason, value }) => filled(said.reasons[reason], { value });

/**
 * A text with its braces filled in.
 * @param {string} text
 * @param {object} values
 */
export const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => String(/** @type {Record<string, unknown>} */ (values)[name] ?? whole));
