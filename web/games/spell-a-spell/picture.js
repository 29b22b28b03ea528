/**
 * Not drawn yet: see web/README.md for what a picture is.
 *
 * @type {import("../picture.js").Picture<"spell-a-spell">}
 */
export const picture = (told) => generic(/** @type {any} */ (told));

import { picture as generic } from "../generic.js";
