// A report in words, as the command prints it.
import type { Check, Fault } from "./claims.js";
import type { Report } from "./verifier.js";

const CHECKS: readonly Check[] = ["chain", "seals", "chance", "replay"];
const STILL_SEALED: readonly (readonly [Check, string])[] = [["chance", "the seed"], ["replay", "the moves"]];

/** What became of a file, one line each; `kept` says whether a head was held against it. */
export function told(report: Report, kept = false): string {
  const { fault, file, checks } = report;
  if (fault || !file || !checks) return refuted(fault as Fault);
  const held = CHECKS.filter((check) => checks[check] === "ok").join(", ");
  const lines = [
    report.verdict === "in part" ? "valid in part: not everything that is open was judged" : "valid",
    `match   ${file.match}, ${file.game}, rules ${file.rules}, ${file.complete ? "complete" : "still running"}`,
    `version ${file.entries.length}`,
    `head    ${file.head}`,
    `checked ${held}${kept ? ", the head that was kept" : ""}`,
  ];
  if (report.beacon) lines.push(`beacon  ${report.beacon}`);
  for (const { seat, key, version, isVouched, moves } of report.keys) {
    const told = `signed  seat ${seat}: ${moves} moves by key ${key.slice(0, 16)}…, bound at version ${version}`;
    lines.push(isVouched === false ? `${told}, for which no earlier key vouches` : told);
  }
  for (const [seat, version] of report.handedOn) {
    lines.push(`signed  seat ${seat} got another player at version ${version}: what signed for it before ends there`);
  }
  if (report.seals > report.opened) {
    const hidden = STILL_SEALED.filter(([check]) => checks[check] === "sealed").map(([, name]) => `, ${name}`);
    lines.push(`sealed  ${report.seals - report.opened} of ${report.seals} parts${hidden.join("")}`);
  }
  if (report.unjudged > 0) lines.push(`bots    ${report.unjudged} moves not re-judged: legal`);
  for (const [version, moves] of [...report.otherBots].sort()) {
    const who = version === "unknown" ? "bots that name no version" : `version ${version} of the bots (gone)`;
    lines.push(`bots    ${moves} moves not re-judged: legal, picked by ${who}`);
  }
  for (const unchecked of report.unchecked) lines.push(`not checked: ${unchecked}`);
  return `${lines.join("\n")}\n`;
}

function refuted({ version, reason, check }: Fault): string {
  // A reason may quote the file: nothing in it may write lines of its own, or break a terminal.
  const plain = reason.replace(/[^ -~]/g, (sign) => `\\u${(sign.codePointAt(0) as number).toString(16).padStart(4, "0")}`);
  return `not valid at version ${version}: ${plain} (${check})\n`;
}
