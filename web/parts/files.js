/** Files that the page gives to whoever sits before it. */
import { file } from "../api.js";

/** Give a file to the player. @param {Blob} content @param {string} name */
export function give(content, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Give a file of the service's to the player. A link would ask for it as a stranger: the session counts for calls alone.
 * @param {string} path @param {string} name
 */
export const handOut = async (path, name) => give(await file(path), name);
