/**
 * The options of a game in words: for a form, and those that a match was made with.
 *
 * @typedef {import("../types.js").Match} Match
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Schema} Schema
 * @typedef {import("../app.js").App} App
 */
import { html, nothing } from "../vendor/lit-html.js";
import { readable } from "./forms.js";

/**
 * The options of a game as a form tells them: their schema with titles and descriptions in a language, and what their values are called.
 * @param {Game} game
 * @param {import("../types.js").Language} language
 */
export function optionsOf(game, language) {
  const schema = /** @type {Schema} */ (/** @type {unknown} */ (game.options_schema)), texts = Object.entries(game.option_texts);
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const { title, description } = game.option_texts[name] ?? {};
    return [name, { ...one, ...(title && { title: title[language] }), ...(description && { description: description[language] }) }];
  }));
  /** @type {Record<string, string>} */
  const terms = Object.fromEntries(texts.flatMap(([, { values }]) => Object.entries(values).map(([id, names]) => [id, names[language]])));
  return { schema: { ...schema, properties }, terms };
}

/**
 * The options of a match that are not the usual ones, each with its value; a sentence where there are none.
 * @param {App} app @param {Match} match @param {Game} game
 */
export function chosen(app, match, game) {
  const said = app.words, { schema, terms } = optionsOf(game, app.language);
  const options = /** @type {Record<string, unknown>} */ (match.options);
  const unusual = Object.entries(readable(schema).properties ?? {}).filter(([name, { default: usual }]) =>
    options[name] !== undefined && JSON.stringify(options[name]) !== JSON.stringify(usual ?? null));
  if (!unusual.length) return html`<span>${said.threshold.usual}</span>`;
  const value = (/** @type {unknown} */ one) => (typeof one === "boolean" ? said.threshold[one ? "yes" : "no"]
    : one === null ? said.none : terms[String(one)] ?? String(one).replaceAll("_", " "));
  return unusual.map(([name, { title, description }]) => html`<span class="option">${title ?? name.replaceAll("_", " ")}:
    <strong>${value(options[name])}</strong>${description ? html` <small>${description}</small>` : nothing}</span>`);
}
