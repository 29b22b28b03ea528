// What the page finds in the log of all heads: [{match, answers, known, other}] on the standard input, its findings on the output.
import { readFileSync } from "node:fs";
import { filled } from "../../web/messages.js";
import { check } from "../../web/verify/headlog.js";

const words = JSON.parse(readFileSync(new URL("../../web/texts/en.json", import.meta.url), "utf8")).headlog;
const spoken = { code: "en", plurals: { one: "n = 1" } };
if (process.argv.includes("--without-ed25519")) {
  // As a browser that does not know the curve.
  crypto.subtle.importKey = async () => { throw new DOMException("Unrecognized algorithm name", "NotSupportedError"); };
}
console.error = () => {};

/** The service, as it answers; a list of answers is given one after the other, the last again and again. */
function service({ match, log }) {
  const next = (told) => (Array.isArray(told) ? (told.length > 1 ? told.shift() : told[0]) : told);
  return async (path, from) => {
    const told = path === "match" ? next(match) : next(log[from ?? ""]);
    if (told === undefined) throw new Error(`nobody answers ${path} ${from}`);
    return told;
  };
}

async function finding({ match: { heads, ...match }, answers, known = null, other = "" }) {
  const told = await check({ ...match, hash: (version) => heads[version - 1] }, { fetched: service(answers), known, other });
  if (told.is === "wrong") {
    const { reason, version, values, old, given } = told.wrong;
    return { is: reason, version, says: filled(words[reason], { ...values, version }, spoken), old, given };
  }
  if (told.is !== "found") return { is: told.is };
  const { entry, checkpoint, since, isSigned, isCompared, keys } = told.found;
  return { is: "found", version: entry?.version ?? null, index: entry?.index ?? null, size: checkpoint.size, since: since?.at ?? null,
    isSigned, isCompared, keys };
}

const found = [];
for (const one of JSON.parse(readFileSync(0, "utf-8"))) found.push(await finding(one));
console.log(JSON.stringify(found));
