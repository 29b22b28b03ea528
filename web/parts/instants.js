/**
 * Times and dates as the reader writes them: in the page's language, and of that in the form of the browser's own region where
 * it is set to one ("en-GB" counts to 24 and puts the day first, "en-US" does not).
 */

/** What is shown of an instant. @type {Record<string, Intl.DateTimeFormatOptions>} */
const SHAPES = {
  time: { hour: "2-digit", minute: "2-digit" },
  whole: { dateStyle: "medium", timeStyle: "short" },
  // Of the service, which counts days by UTC.
  day: { dateStyle: "medium", timeZone: "UTC" },
};

/** One for each locale and shape: to make one takes as long as to draw a line. @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * The reader's own locale of a language: the first that the browser names; else the language itself.
 * @param {string} language @param {readonly string[]} [wished] the browser's, the dearest first
 */
export const localeOf = (language, wished = globalThis.navigator?.languages ?? []) =>
  wished.find((one) => one.toLowerCase().split("-")[0] === language) ?? language;

/**
 * @param {string | number | Date} at @param {string} language of the page @param {keyof typeof SHAPES} [shape]
 * @returns {string}
 */
export function instant(at, language, shape = "whole") {
  const locale = localeOf(language), key = `${locale} ${shape}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, SHAPES[shape]);
  formats.set(key, format);
  return format.format(new Date(at));
}
