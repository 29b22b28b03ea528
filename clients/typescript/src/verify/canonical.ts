// Canonical JSON: RFC 8785 with integers of 53 bits and ASCII keys (docs/format.md, "Words").
import { Broken, need, type Json } from "./claims.js";

const MOST_DEEP = 254;
const LONE_SURROGATE = /\p{Surrogate}/u;
const NOT_ASCII = /[^\0-\x7f]/;
const read = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const write = new TextEncoder();

/** The one text of a value; `Broken` for what is no canonical JSON. */
export function canon(value: Json, deep = 0): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    need(Number.isSafeInteger(value) && !Object.is(value, -0), "a number is no integer of 53 bits", "chain");
    return String(value);
  }
  if (typeof value === "string") {
    need(!LONE_SURROGATE.test(value), "a text holds half a character", "chain");
    return JSON.stringify(value);
  }
  need(deep < MOST_DEEP, "a value nests too deep", "chain");
  if (Array.isArray(value)) return `[${value.map((one) => canon(one, deep + 1)).join(",")}]`;
  const names = Object.keys(value).sort();
  need(!names.some((name) => NOT_ASCII.test(name)), "a key is not ASCII", "chain");
  return `{${names.map((name) => `${JSON.stringify(name)}:${canon(value[name] as Json, deep + 1)}`).join(",")}}`;
}

export const canonBytes = (value: Json): Uint8Array<ArrayBuffer> => write.encode(canon(value));

/** The value of a line that is in its canonical form; `Broken` where it is not. */
export function fromCanonical(line: Uint8Array): Json {
  let text: string, value: Json;
  try {
    text = read.decode(line);
    value = JSON.parse(text) as Json;
  } catch {
    throw new Broken("the line is not canonical JSON", "chain");
  }
  need(canon(value) === text, "the line is not in its canonical form", "chain");
  return value;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export const isSame = (one: Json, other: Json): boolean => canon(one) === canon(other);
