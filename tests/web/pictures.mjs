/**
 * Draws every saved position by its picture, in every language, for its seat and for a spectator, with things that the content
 * does not know, and after every tap: node tests/web/pictures.mjs. Nothing is rendered; what a picture hands to lit-html is read.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

// All that lit-html wants of a document before it renders.
globalThis.document = { documentElement: { dir: "ltr" }, createComment: () => ({}), createTreeWalker: () => ({}) };

const SAVED = new URL("saved/", import.meta.url);
const WEB = new URL("../../web/", import.meta.url);
const FOCUSABLE = /<(button|a|input|select|textarea)\b|tabindex|style="/;

const { LANGUAGES, learnAll } = await import(new URL("languages.mjs", import.meta.url).href);
learnAll();
const { told } = await import(new URL("parts/board/told.js", WEB).href);
const { tapped } = await import(new URL("games/choice.js", WEB).href);

const read = (name) => JSON.parse(readFileSync(new URL(name, SAVED), "utf8"));

/** Every template and value below a template, in order. */
function* below(value) {
  if (Array.isArray(value)) for (const one of value) yield* below(one);
  else if (typeof value === "object" && value !== null && "strings" in value) {
    yield { template: value };
    for (const [at, one] of value.values.entries()) {
      yield { value: one, after: value.strings[at] };
      yield* below(one);
    }
  }
}

function check(drawn, name) {
  for (const { template, value, after } of below(drawn)) {
    if (template) assert.doesNotMatch(template.strings.join(""), FOCUSABLE, name);
    else if (typeof value === "string" || typeof value === "number") assert.doesNotMatch(String(value), /NaN|undefined|\[object/, `${name}: ${after}`);
    else assert.notEqual(value, undefined, `${name}: ${after}`);
  }
}

const taps = (drawn) => [...below(drawn)].filter(({ value, after }) => typeof value === "function" && /@click=$/.test(after)).map(({ value }) => value);

/** A position in which the cards and the phase are not known any more. */
function strange(saved) {
  const view = structuredClone(saved.view);
  const state = JSON.parse(JSON.stringify(view.state).replace(/"(phase|step)":"\w+"/, '"$1":"of_tomorrow"')
    .replace(/"(fireball|counterspell|passwall|misty_step|L-[^"]+|FX-[^"]+)"/g, '"card_of_tomorrow"'));
  return { ...saved, view: { ...view, state } };
}

let drawn = 0;
for (const name of readdirSync(SAVED).filter((file) => !file.startsWith("content-"))) {
  const saved = read(name);
  const { picture } = await import(new URL(`games/${saved.view.game}/picture.js`, WEB).href);
  const content = read(`content-${saved.view.game}.json`);
  const draw = (given, chosen = {}, select = () => {}) => {
    const all = told({ language: "en", ...given, content, chosen, select, changes: given.events });
    const result = picture(all);
    check(result, `${name} ${JSON.stringify(chosen)}`);
    drawn += 1;
    return { all, result };
  };
  for (const language of LANGUAGES) draw({ ...saved, language });
  draw({ ...saved, prompts: [], view: { ...saved.view, seat: null } });
  draw(strange(saved));
  const { legal, forms } = draw(saved).all;
  for (const chosen of [{}, ...legal.slice(0, 3)]) {
    let kept = chosen;
    const { result } = draw(saved, chosen, (part) => { kept = tapped(legal, forms, chosen, part); });
    for (const tap of taps(result)) {
      kept = chosen;
      tap();
      draw(saved, kept);
    }
  }
}
console.log(`tabularium: pictures: ${drawn} drawn`);
