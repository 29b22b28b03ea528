// What the kit's verifier makes of tests/vectors/format.json, given on the standard input; the first word is the kit's folder.
import { readFileSync } from "node:fs";

const from = (name) => import(`${process.argv[2]}/built/src/verify/${name}.js`);
const { canonBytes } = await from("canonical");
const { Chance, keyOf, rootOf, secretsOf } = await from("chance");
const { fromHex, hex, prefixed, sha256, utf8 } = await from("digests");

const { canon, seal, event, chance, open_draws: open } = JSON.parse(readFileSync(0, "utf-8"));
const digest = async (...parts) => hex(await sha256(prefixed(...parts)));
const sealed = ({ match, version, index, audience, part, salt_hex: salt }) =>
  digest(utf8("tabularium/seal/1"), fromHex(salt), canonBytes([match, version, index, audience, part]));
const hashed = ({ previous_hex: previous, envelope }) =>
  digest(utf8("tabularium/event/1"), fromHex(previous), canonBytes(envelope));

const key = await keyOf(chance.seed_hex, chance.match, chance.entropies, undefined);
const draws = [];
// A number of JavaScript has too few bits for some of these; they come as texts.
for (const { draw, n } of chance.below) draws.push(String(await new Chance(key, draw, []).belowLarge(BigInt(n))));
const secrets = await secretsOf(open.seed_hex, open.match);
const openly = async (below, beacon) => {
  const keys = await keyOf(open.seed_hex, open.match, open.entropies, beacon, true);
  return Promise.all(below.map(async ({ draw, n }) => String(await new Chance(keys, draw, []).belowLarge(BigInt(n)))));
};
console.log(
  JSON.stringify({
    canon: canon.map(({ value }) => hex(canonBytes(value))),
    seal: await Promise.all(seal.map(sealed)),
    event: await Promise.all(event.map(hashed)),
    commitment: hex(await sha256(fromHex(chance.seed_hex))),
    draws,
    root: hex(await rootOf(secrets)),
    opened: open.opened.map(({ draw }) => hex(secrets[draw])),
    open: [await openly(open.below, undefined), await openly(open.below_with_beacon, open.beacon_hex)],
  }),
);
