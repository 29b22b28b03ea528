// A verifier of match files, written from docs/format.md alone. It needs WebCrypto and BigInt, and nothing else.
export { QUICKNET, readChain, type BeaconChain, type Signed } from "./beacons.js";
export type { Check, Fault } from "./claims.js";
export { LARGEST, type MatchFile } from "./matchfile.js";
export { told } from "./telling.js";
export { verify, type Asked, type Report, type Status } from "./verifier.js";
