/** The languages for scripts that run without a service: what it serves for each, put together of the same files. */
import { readdirSync, readFileSync } from "node:fs";

import { learn } from "../../web/words.js";

const ROOT = new URL("../../", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, ROOT), "utf8"));

export const LANGUAGES = readdirSync(new URL("languages/", ROOT)).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));

/** Have the page know all languages. */
export function learnAll() {
  for (const code of LANGUAGES) learn({ language: { code, ...read(`languages/${code}.json`) }, texts: read(`web/texts/${code}.json`) });
}
