/**
 * A board as a picture of its own: an SVG that holds what is drawn and the sheets it is drawn with, or the same as PNG.
 */
import { give } from "../files.js";

const NAMES = { svg: "http://www.w3.org/2000/svg", html: "http://www.w3.org/1999/xhtml" };
const EDGE = 16;
/** Dots for each point of a PNG, so that small letters can be read. */
const SCALE = 2;

/** Every rule of the page, so that the picture looks the same. */
const sheets = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");

/**
 * @param {Element} board
 * @returns {{ text: string, width: number, height: number }}
 */
function drawn(board) {
  const { scrollWidth, scrollHeight } = board;
  const [width, height] = [scrollWidth + 2 * EDGE, scrollHeight + 2 * EDGE];
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches, { theme } = document.documentElement.dataset;
  const svg = document.createElementNS(NAMES.svg, "svg");
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}`, "data-theme": theme === "auto"
    ? (isDark ? "dark" : "light") : theme })) {
    svg.setAttribute(name, String(value));
  }
  const style = svg.appendChild(document.createElementNS(NAMES.svg, "style"));
  style.textContent = `${sheets()}\nbody { padding: ${EDGE}px; block-size: 100%; }\n.board { overflow: visible; }`;
  const room = svg.appendChild(document.createElementNS(NAMES.svg, "foreignObject"));
  room.setAttribute("width", "100%");
  room.setAttribute("height", "100%");
  const body = room.appendChild(document.createElementNS(NAMES.html, "body"));
  body.setAttribute("lang", document.documentElement.lang);
  const copy = /** @type {Element} */ (board.cloneNode(true));
  copy.classList.add("still");
  body.append(copy);
  return { text: new XMLSerializer().serializeToString(svg), width, height };
}

/**
 * Give the picture of a board to the player, as a file of this name.
 * @param {Element} board
 * @param {string} name
 * @param {"svg" | "png"} kind
 */
export async function save(board, name, kind) {
  const picture = drawn(board);
  const file = kind === "svg" ? new Blob([picture.text], { type: "image/svg+xml" }) : await painted(picture);
  give(file, `${name}.${kind}`);
}

/**
 * A board as an image that a canvas can draw.
 * @param {Element} board
 */
export const imageOf = (board) => image(drawn(board));

/** @param {{ text: string, width: number, height: number }} picture */
async function image({ text, width, height }) {
  const found = Object.assign(new Image(), { width, height });
  // Of a blob's address a canvas would give nothing back.
  found.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await found.decode();
  return found;
}

/**
 * @param {{ text: string, width: number, height: number }} picture
 * @returns {Promise<Blob>}
 */
async function painted(picture) {
  const found = await image(picture), { width, height } = picture;
  const canvas = Object.assign(document.createElement("canvas"), { width: width * SCALE, height: height * SCALE });
  const pen = canvas.getContext("2d");
  pen?.drawImage(found, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture")))));
}
