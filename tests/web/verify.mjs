// The page's verifier over files: [{file, head}] on the standard input, what it finds of each on the output.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isWhole } from "../../web/verify/report.js";
import { verify } from "../../web/verify/verifier.js";

const { reasons } = JSON.parse(readFileSync(new URL("../../web/texts/en.json", import.meta.url), "utf8"));

function told(found) {
  return typeof found === "string" ? found : [found.version, reasons[found.reason].replace("{value}", found.value)];
}

/** What the page finds of the bytes of a file. @param {Uint8Array} data @param {string | null} head */
export async function verdict(data, head) {
  try {
    const report = await verify(data, head);
    const { checks, draws, redrawn, isKept, event, hash, ...rest } = report;
    const whole = Object.keys(checks).filter((check) => isWhole(report, check));
    return { checks: Object.fromEntries(Object.entries(checks).map(([check, found]) => [check, told(found)])), draws, redrawn, whole, ...rest };
  } catch (error) {
    return error.flaw ? { refused: told(error.flaw) } : { failed: String(error) };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = [];
  for (const { file, head } of JSON.parse(readFileSync(0, "utf-8"))) found.push(await verdict(new Uint8Array(readFileSync(file)), head));
  console.log(JSON.stringify(found));
}
