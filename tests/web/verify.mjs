// The page's verifier over files: [{file, head}] on the standard input, what it finds of each on the output.
import { readFileSync } from "node:fs";
import { isWhole } from "../../web/verify/report.js";
import { verify } from "../../web/verify/verifier.js";

const { reasons } = JSON.parse(readFileSync(new URL("../../web/texts/en.json", import.meta.url), "utf8"));

function told(found) {
  return typeof found === "string" ? found : [found.version, reasons[found.reason].replace("{value}", found.value)];
}

async function verdict({ file, head }) {
  try {
    const report = await verify(new Uint8Array(readFileSync(file)), head);
    const { checks, draws, redrawn, isKept, event, ...rest } = report;
    const whole = Object.keys(checks).filter((check) => isWhole(report, check));
    return { checks: Object.fromEntries(Object.entries(checks).map(([check, found]) => [check, told(found)])), draws, redrawn, whole, ...rest };
  } catch (error) {
    return error.flaw ? { refused: told(error.flaw) } : { failed: String(error) };
  }
}

const asked = JSON.parse(readFileSync(0, "utf-8"));
const found = [];
for (const one of asked) found.push(await verdict(one));
console.log(JSON.stringify(found));
