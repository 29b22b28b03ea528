/**
 * Forms made from a JSON Schema: options of a game, and moves of which not all are listed.
 *
 * @typedef {import("../types.js").Schema} Schema
 * @typedef {import("../types.js").Fields} Fields
 * @typedef {import("../types.js").Json} Json
 * @typedef {import("../words.js").Words} Words
 * @typedef {{ said: Words, term: (id: string) => string, value: Fields, set: (field: string, value: Json | undefined) => void }} Filling
 */
import { html, nothing } from "../vendor/lit-html.js";

/** The clauses behind a sentence, which are for who reads rules. */
const CLAUSES = /\s*\([A-Z]{2,}-R?\d[\w.]*(?:, [A-Z]{2,}-R?\d[\w.]*)*\)/g;
const HASH = /^[0-9a-f]{32,}$/;

/**
 * The options that a person can choose something by, told without the clauses behind them: not by the hash of a list of words,
 * and not where there is one choice.
 * @param {Schema} schema
 * @returns {Schema}
 */
export function readable(schema) {
  const kept = Object.entries(schema.properties ?? {}).filter(([, { enum: choices }]) => !choices || choices.length > 1
    && !choices.every((one) => typeof one === "string" && HASH.test(one)));
  return { ...schema, properties: Object.fromEntries(kept.map(([name, one]) => [name,
    one.description ? { ...one, description: one.description.replace(CLAUSES, "") } : one])) };
}

/**
 * A field for each property that a person fills in.
 * @param {Schema} schema
 * @param {Filling} filling
 */
export function fields(schema, filling) {
  return Object.entries(schema.properties ?? {})
    .filter(([, one]) => one.const === undefined)
    .map(([name, one]) => field(name, one, schema.required?.includes(name) ?? false, filling));
}

/** Whether all that is required is there. @param {Schema} schema @param {Fields} value */
export const isComplete = (schema, value) =>
  (schema.required ?? []).every((name) => schema.properties?.[name]?.const !== undefined
    || ![undefined, ""].includes(/** @type {any} */ (value[name])));

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {boolean} isRequired
 * @param {Filling} filling
 */
function field(name, schema, isRequired, filling) {
  const types = [schema.type ?? []].flat();
  const title = schema.title ?? filling.term(name).replaceAll("_", " ");
  const help = schema.description ? html`<small>${schema.description}</small>` : nothing;
  if (schema.enum) return html`<label class="field"><span>${title}</span>${choice(name, schema, isRequired, filling)}${help}</label>`;
  if (types.includes("boolean"))
    return html`<label class="field check"><input type="checkbox" .checked=${Boolean(filling.value[name] ?? schema.default)}
    @change=${(/** @type {Event} */ event) => filling.set(name, input(event).checked)}><span>${title}</span>${help}</label>`;
  if (types.includes("integer") || types.includes("number")) return html`<label class="field"><span>${title}</span>
    <input type="number" .value=${String(filling.value[name] ?? schema.default ?? "")} min=${schema.minimum ?? nothing}
      max=${schema.maximum ?? nothing}
      ?required=${isRequired} @change=${(/** @type {Event} */ event) =>
        filling.set(name, input(event).value === "" ? undefined : Number(input(event).value))}>${help}</label>`;
  if (types.includes("string")) return html`<label class="field"><span>${title}</span>
    <input type="text" dir="auto" autocomplete="off" .value=${String(filling.value[name] ?? "")} maxlength=${schema.maxLength ?? nothing}
      ?required=${isRequired}
      @input=${(/** @type {Event} */ event) => filling.set(name, input(event).value || undefined)}>${help}</label>`;
  // Lists are chosen in the picture, or left to the service.
  return nothing;
}

/** @param {string} name @param {Schema} schema @param {boolean} isRequired @param {Filling} filling */
function choice(name, schema, isRequired, { said, term, value, set }) {
  const now = JSON.stringify(value[name] ?? schema.default ?? null);
  const absent = schema.default === null ? said.as_usual : said.none;
  const shown = (/** @type {Json} */ one) =>
    (one === null ? absent : typeof one === "string" ? term(one).replaceAll("_", " ") : String(one));
  return html`<select ?required=${isRequired} @change=${(/** @type {Event} */ event) => set(name, JSON.parse(input(event).value))}>
    ${schema.enum?.map((one) =>
      html`<option value=${JSON.stringify(one)} ?selected=${JSON.stringify(one) === now}>${shown(one)}</option>`)}</select>`;
}

/** @param {Event} event */
export const input = (event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * What a form holds, by name of the field.
 * @param {SubmitEvent} event
 * @returns {Record<string, string>}
 */
export function filled(event) {
  event.preventDefault();
  return /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target))));
}
