/**
 * What is wrong with a form, told at its fields in plain words: a problem document points at each.
 *
 * @typedef {import("../types.js").Problem} Problem
 * @typedef {import("../words.js").Words} Words
 */

/**
 * Say at each field that the problem names what is wrong there, and go to the first; whether there is such a field.
 * @param {HTMLFormElement} form @param {Problem} problem @param {Words} said
 */
export function tellAtFields(form, problem, said) {
  const found = faults(problem, said).flatMap(([name, text]) => {
    const field = form.elements.namedItem(name);
    return isWritten(field) ? [{ field, text }] : [];
  });
  for (const { field, text } of found) tellAt(field, text);
  found[0]?.field.focus();
  return found.length > 0;
}

/**
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Written
 * @param {unknown} field @returns {field is Written}
 */
const isWritten = (field) =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;

/** Names of fields, each with what is wrong there. @param {Problem} problem @param {Words} said @returns {[string, string][]} */
export function faults({ code, detail, errors = [] }, said) {
  if (code === "handle_taken") return [["handle", detail]];
  const texts = /** @type {Record<string, string>} */ (said.faults);
  return errors.map((one) => {
    // A field within another is named alone in a form, and one of a list by the list. Django names what is wrong with a password:
    // password_too_short, password_too_common, password_entirely_numeric.
    const name = one.pointer.split("/").filter((part) => !/^\d+$/.test(part)).at(-1) ?? "";
    const isKnown = ["handle", "email", "redirect_uris"].includes(name);
    return [name, texts[isKnown ? name : one.code] ?? said.faults.other];
  });
}

/** Until something else is written there. @param {Written} field @param {string} text */
function tellAt(field, text) {
  const id = `wrong-${crypto.randomUUID()}`;
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.remove();
  field.closest("label")?.append(Object.assign(document.createElement("small"), { className: "wrong", id, textContent: text }));
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  field.addEventListener("input", () => {
    document.getElementById(id)?.remove();
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }, { once: true });
}
