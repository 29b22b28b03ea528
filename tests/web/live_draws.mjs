// Opened draws held against match files by the page's code: [{file, opened}] on the standard input, what it finds on the output.
import { readFileSync } from "node:fs";
import { check } from "../../web/verify/opendraws.js";
import { verify } from "../../web/verify/verifier.js";

const { reasons } = JSON.parse(readFileSync(new URL("../../web/texts/en.json", import.meta.url), "utf8"));

async function found({ file, opened }) {
  const told = await check(await verify(new Uint8Array(readFileSync(file))), opened);
  if (told.is === "wrong") return [told.flaw.version, reasons[told.flaw.reason].replace("{value}", told.flaw.value)];
  return { proved: told.proved, public: told.all, missing: told.missing && told.missing.number };
}

const all = [];
for (const one of JSON.parse(readFileSync(0, "utf-8"))) all.push(await found(one));
console.log(JSON.stringify(all));
