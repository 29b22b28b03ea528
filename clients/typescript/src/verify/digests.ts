// SHA-256 and HMAC by the platform's own WebCrypto, and the bytes that go into them.
const encoder = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => encoder.encode(text);

export function hex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

/** The bytes of digits that were found to be hex before. */
export function fromHex(text: string): Bytes {
  return Uint8Array.from({ length: text.length / 2 }, (_, place) => Number.parseInt(text.slice(2 * place, 2 * place + 2), 16));
}

export function joined(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as so many bytes, big-endian. */
export function bigEndian(value: number, length: number): Bytes {
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let place = length - 1; place >= 0; place--) {
    bytes[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

/** `LP(b)`, the length before the bytes, of each. */
export const prefixed = (...parts: Uint8Array[]): Bytes =>
  joined(...parts.flatMap((part) => [bigEndian(part.length, 4), part]));

export const sha256 = async (data: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/** HMAC-SHA256 under one key. */
export class Hmac {
  private readonly key: Promise<CryptoKey>;

  constructor(key: Bytes) {
    this.key = crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    // Whoever asks for a digest gets the refusal of a key.
    this.key.catch(() => undefined);
  }

  async of(data: Bytes): Promise<Bytes> {
    return new Uint8Array(await crypto.subtle.sign("HMAC", await this.key, data));
  }
}
