/**
 * Documents as patches change them: RFC 6902, of which the service uses these three operations.
 *
 * @typedef {{ op: "add" | "remove" | "replace", path: string, value?: unknown }} Operation
 */

/**
 * What a document is after a patch; the document itself stays as it is. Throws where the patch is of another one.
 * @param {unknown} document
 * @param {Operation[]} patch
 */
export const patched = (document, patch) => patch.reduce((so, one) => changed(so, namesOf(one.path), one), document);

/** A JSON Pointer, part by part. @param {string} path */
const namesOf = (path) => path.split("/").slice(1).map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));

/**
 * @param {unknown} whole
 * @param {string[]} names where in it, from outside
 * @param {Operation} operation
 * @returns {unknown}
 */
function changed(whole, [name, ...deeper], operation) {
  if (name === undefined) return operation.value;
  if (typeof whole !== "object" || whole === null) throw new TypeError(`nothing is at ${operation.path}`);
  const isNew = operation.op === "add" && !deeper.length;
  if (!isNew && !Object.hasOwn(whole, name)) throw new TypeError(`nothing is at ${operation.path}`);
  const value = deeper.length ? changed(Reflect.get(whole, name), deeper, operation) : operation.value;
  const isRemoved = operation.op === "remove" && !deeper.length;
  if (Array.isArray(whole)) {
    const place = Number(name);
    return [...whole.slice(0, place), ...(isRemoved ? [] : [value]), ...whole.slice(isNew ? place : place + 1)];
  }
  const { [name]: before, ...others } = /** @type {Record<string, unknown>} */ (whole);
  return isRemoved ? others : { ...whole, [name]: value };
}
