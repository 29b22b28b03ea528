/** Whether `signature` (a compressed point of G1) of `message` is by `key` (a compressed point of G2). */
export function holds(message: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean;
