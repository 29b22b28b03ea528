/**
 * The verifier as a part of a page: fetches the file of a match, or takes one, and says in words what holds and what is not
 * checked here.
 *
 * @typedef {import("./report.js").Report} Report
 * @typedef {import("./report.js").Flaw} Flaw
 * @typedef {import("./report.js").Check} Check
 * @typedef {import("../words.js").Words} Words
 * @typedef {Words["verify"] & { reasons: Words["reasons"], spoken: import("../types.js").Spoken }} Said
 *   the texts of the panel, and what is to be known of their language
 * @typedef {Pick<import("../app.js").App, "words" | "language" | "redraw" | "fail">} App
 * @typedef {{ app: App, match: string, jump: (version: number) => void }} Given
 *   `match` is the one that is shown; `jump` goes to one of its events
 */
import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../api.js";
import { filled } from "../messages.js";
import { isObject } from "./matchfile.js";
import { isWhole, worst } from "./report.js";
import { canVerify, judged } from "./verifier.js";
import { route } from "../paths.js";
import { PROOF, isLoaded, load, spokenIn } from "../words.js";

/** @type {Check[]} */
const CHECKS = ["chain", "seals", "chance", "replay"];
/** @type {Record<Check, "chainShare" | "sealsShare" | "chanceShare" | "replayShare">} */
const SHARES = { chain: "chainShare", seals: "sealsShare", chance: "chanceShare", replay: "replayShare" };
/** @type {Record<"all" | "part" | "fails" | "unchecked", [string, "all" | "part" | "fails" | "unchecked"]>} */
const MARKS = { all: ["✓", "all"], part: ["◐", "part"], fails: ["✗", "fails"], unchecked: ["–", "unchecked"] };
/** How much of an event is shown, in characters: one of a forger's may have a million. */
const MOST_SHOWN = 20_000;
/** Control and format characters, ends of lines but for the plain one. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu;

/** @param {Given} given */
export const panel = (given) => new Panel(given);

class Panel {
  /** @type {{ is: "idle" | "working" | "unreadable" } | import("./verifier.js").Answer} */
  #found = { is: "idle" };
  /** A hash of the match that was kept elsewhere. */
  #head = "";
  /** What the log of all heads says of the file, once the file itself holds. @type {import("./logpanel.js").LogPanel | null} */
  #log = null;
  /** What became of the draws that are open while the match runs. @type {import("./drawpanel.js").DrawPanel | null} */
  #draws = null;

  /** @param {Given} given */
  constructor({ app, match, jump }) {
    this.app = app;
    this.match = match;
    this.jump = jump;
  }

  /** @returns {Said} */
  get #said() {
    const { verify, reasons } = this.app.words;
    return { ...verify, reasons, spoken: spokenIn(this.app.language) };
  }

  draw() {
    if (!isLoaded(this.app.language, PROOF)) return this.#fetchTexts();
    const said = this.#said, isWorking = this.#found.is === "working";
    if (!canVerify()) return html`<p>${said.noCrypto}</p>${command()}`;
    return html`<p>${said.intro}</p>
      <label class="field"><span>${said.head}</span><input type="text" dir="ltr" autocomplete="off" spellcheck="false" maxlength="64"
        @input=${(/** @type {Event} */ event) => { this.#head = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
      <div class="controls"><button type="button" ?disabled=${isWorking}
        @click=${() => this.#check(this.#fetched)}>${said.checkMatch}</button>
        <label class="button">${said.checkFile}<input class="unseen" type="file" accept=".ndjson" ?disabled=${isWorking}
          @change=${this.#take}></label></div>
      <div role="status">${this.#told(said)}</div>`;
  }

  /** The texts of proofs in a language that the page has begun to speak. */
  #fetchTexts() {
    void load(this.app.language, PROOF).then(this.app.redraw, (error) => this.app.fail(error));
    return nothing;
  }

  /** @param {() => Promise<ArrayBuffer>} fetched */
  async #check(fetched) {
    this.#found = { is: "working" };
    this.#log = null;
    this.#draws = null;
    this.app.redraw();
    const bytes = await fetched().catch(() => null), head = this.#head.trim().toLowerCase() || null;
    this.#found = bytes === null ? { is: "unreadable" } : await judged(new Uint8Array(bytes), head);
    this.app.redraw();
    if (this.#found.is === "done" && this.#found.report.checks.chain === "ok") await this.#look(this.#found.report);
  }

  /** Holds the draws that are open against the file, and looks the match up in the log of all heads. @param {Report} report */
  async #look(report) {
    const { data } = report.event(1);
    if (report.match === this.match && isObject(data) && data.open_draws !== undefined) {
      const { DrawPanel } = await import("./drawpanel.js");
      const fault = (/** @type {Flaw} */ flaw) => this.#fault(this.#said, report, flaw, true);
      this.#draws = new DrawPanel({ app: this.app, match: report, fault });
    }
    const { LogPanel } = await import("./logpanel.js");
    this.#log = new LogPanel({ app: this.app, match: report, jump: this.jump, isOurs: report.match === this.match, plain });
  }

  #fetched = async () => {
    const answer = await ask(route`/matches/${this.match}/export`);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.arrayBuffer();
  };

  #take = (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file) void this.#check(() => file.arrayBuffer());
  };

  /** @param {Said} said */
  #told(said) {
    const found = this.#found;
    switch (found.is) {
      case "idle": return nothing;
      case "refused": return html`<p class="broken"><strong>✗ ${said.noFile}</strong> ${inWords(said, found.flaw)}</p>`;
      case "done": return this.#done(said, found.report, found.kept);
      case "gaveUp": return html`<p class="broken"><strong>✗ ${said.gaveUp}</strong></p>${command()}`;
      default: return html`<p>${said[found.is]}</p>`;
    }
  }

  /**
   * @param {Said} said
   * @param {Report} report
   * @param {boolean} kept
   */
  #done(said, report, kept) {
    const flaw = worst(report), isOpen = report.seals === report.opened;
    return html`
      ${flaw ? html`<p class="broken"><strong>✗ ${said.broken}</strong>
          ${flaw.version ? fill(said, "firstAt", { version: flaw.version }) : nothing}</p>`
        : html`<p class="holds"><strong>✓ ${kept ? said.whole : isOpen ? said.fits : said.fitsSoFar}</strong> ${said.notRules}</p>`}
      <p class="faint" dir="auto">${fill(said, "about", report)}</p>
      <dl>${CHECKS.map((check) => this.#row(said, report, check, kept))}</dl>
      ${this.#draws?.draw() ?? nothing}
      ${this.#log?.draw() ?? nothing}
      <h3>${said.notShown}</h3>
      <ul>${kept && !flaw ? nothing : html`<li>${said.notAnew}</li>`}<li>${said.notWho}</li></ul>
      <p>${said.hash}: <code class="hash" dir="ltr">${plain(report.head)}</code></p>`;
  }

  /**
   * What became of a check: a mark, its share of all that there is, and what that means.
   * @param {Said} said
   * @param {Report} report
   * @param {Check} check
   * @param {boolean} kept
   */
  #row(said, report, check, kept) {
    const found = report.checks[check], isFlaw = typeof found === "object";
    const [sign, means] = MARKS[isFlaw ? "fails" : found === "unchecked" ? "unchecked" : isWhole(report, check) ? "all" : "part"];
    const share = isFlaw ? nothing : `: ${fill(said, SHARES[check], report)}`;
    return html`<dt><span role="img" aria-label=${said[means]}>${sign}</span> ${said[check]}${share}</dt>
      <dd>${isFlaw ? this.#fault(said, report, found) : verdict(said, report, check, kept)}
        ${check === "chance" && !isFlaw && report.beacon ? ofBeacon(said, report.beacon) : nothing}
        ${check === "replay" && !isFlaw && report.signed?.keys ? ofSigned(said, report.signed) : nothing}</dd>`;
  }

  /**
   * The event that fails a check, and the way to it: in the replay where it is of this match, and as the file has it.
   * @param {Said} said
   * @param {Report} report
   * @param {Flaw} flaw
   * @param {boolean} [isWritten] whether the event is shown in any case
   */
  #fault(said, report, flaw, isWritten = false) {
    const { version } = flaw;
    if (!version) return inWords(said, flaw);
    const isOurs = report.match === this.match;
    return html`${inWords(said, flaw)}
      ${isOurs ? html`<button type="button" class="plain" @click=${() => this.jump(version)}>${said.toEvent}</button>` : nothing}
      ${isWritten || isFirstOf(report, flaw) ? asWritten(said, report, version) : nothing}`;
  }
}

/** Whether no check before tells the same: chance and moves may fail for one reason. @param {Report} report @param {Flaw} flaw */
const isFirstOf = (report, flaw) =>
  CHECKS.map((check) => report.checks[check]).find((found) => typeof found === "object" && found.version === flaw.version) === flaw;

/** @param {Said} said @param {Report} report @param {number} version */
const asWritten = (said, report, version) => html`<details>
  <summary>${fill(said, "eventInFile", { version, line: version + 1 })}</summary>
  <pre dir="ltr">${plain(JSON.stringify(report.event(version), null, 1)).slice(0, MOST_SHOWN)}</pre></details>`;

/** @type {Record<import("./beacons.js").Beacon["is"], "beaconMixed" | "beaconMissed" | "beaconAwaited" | "beaconUnknown">} */
const BEACONS = { mixed: "beaconMixed", missed: "beaconMissed", awaited: "beaconAwaited", unknown: "beaconUnknown" };

/** @param {Said} said @param {import("./beacons.js").Beacon} beacon */
const ofBeacon = (said, { round, name, is }) => fill(said, BEACONS[is], { round, name });

/** @param {Said} said @param {import("./signatures.js").Signed} signed */
const ofSigned = (said, signed) => html`<p>${signed.isChecked ? fill(said, "signed", signed) : said.signedUnchecked}
  ${signed.strange ? fill(said, "signedStrange", signed) : nothing} ${signed.unsigned ? fill(said, "signedNot", signed) : nothing}
  ${signed.handed ? fill(said, "signedHanded", signed) : nothing}</p>`;

const command = () => html`<p><code dir="ltr">python -m games.verify match.ndjson</code></p>`;

/**
 * @param {Said} said
 * @param {Flaw} flaw
 */
const inWords = (said, { version, reason, value }) =>
  fill(said, version ? "at" : "atStart", { version, reason: filled(said.reasons[reason], clean({ value }), said.spoken) });

/**
 * @param {Said} said
 * @param {Report} report
 * @param {Check} check
 * @param {boolean} kept
 */
function verdict(said, report, check, kept) {
  const found = report.checks[check], told = typeof report.checks.chain === "object" && found !== "unchecked" ? `${said.asItIs} ` : "";
  if (check === "chain") return kept ? `${said.chainOk} ${said.headOk}` : said.chainOk;
  if (check === "seals") return told + (found === "ok" ? said.sealsOk : said.sealsSealed);
  if (check === "replay") return html`${said.replayUnchecked}${command()}`;
  if (found === "sealed") return told + said.chanceSealed;
  return `${told}${said.chanceOk} ${report.isStarted ? said.chancePart : said.chanceNone}`;
}

/**
 * A text of a file, which may be anybody's: nothing in it turns the direction of what stands beside it, or stays unseen.
 * @param {string} text
 */
const plain = (text) => text.replace(UNSEEN, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);

/** Values of a file, its texts made harmless. @param {object} values */
const clean = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? plain(value) : value]));

/**
 * A text of the panel with its places filled in.
 * @param {Said} said
 * @param {"firstAt" | "about" | "eventInFile" | "at" | "atStart" | typeof SHARES[Check] | typeof BEACONS[keyof typeof BEACONS]
 *   | "signed" | "signedStrange" | "signedNot" | "signedHanded"} key
 * @param {object} values
 */
const fill = (said, key, values) => filled(said[key], clean(values), said.spoken);
