/**
 * A match as a short film, a video to send to friends: pictures of the board at the ends of its turns, one after another.
 *
 * @typedef {import("../../types.js").MatchEvent} MatchEvent
 * @typedef {import("../../rooms/table/state.js").TableState} TableState
 */
import { html, render } from "../../vendor/lit-html.js";
import { get } from "../../api.js";
import { imageOf } from "../board/still.js";
import { give } from "../files.js";
import { told } from "../board/told.js";
import { ends } from "../history/stories.js";

/** So many pictures, each for so many milliseconds, repainted so often meanwhile: what does not change is not recorded. */
const MOST = 20, LONG = 600, TIMES = 6;
const WIDE = 720, LINE = 64;
/** The first that the browser records. */
const KINDS = ["video/mp4;codecs=avc1.42E01F", "video/webm;codecs=vp9", "video/webm"];

/** @param {{ state: TableState, events: MatchEvent[], progress: (part: number) => void }} given `progress` goes from 0 to 1 */
export async function film({ state, events, progress }) {
  const pictures = await painted(state, events, (part) => progress(part / 2));
  const kind = KINDS.find((one) => MediaRecorder.isTypeSupported(one)) ?? "";
  const video = await recorded(pictures, kind, (part) => progress((1 + part) / 2));
  give(video, `${state.match.game}-${state.match.id.slice(-8)}.${kind.startsWith("video/mp4") ? "mp4" : "webm"}`);
}

/**
 * The board at some versions, evenly apart, the last among them, with what led there.
 * @param {TableState} state @param {MatchEvent[]} events @param {(part: number) => void} progress
 */
async function painted({ match, path, picture, content, app }, events, progress) {
  const started = events.find(({ type }) => type === "match_started")?.version ?? 1;
  const all = ends(match.game, events).filter((version) => version > started), step = Math.max(1, all.length / MOST);
  const versions = all.filter((_, at) => Math.floor((at + 1) / step) > Math.floor(at / step));
  const room = document.body.appendChild(Object.assign(document.createElement("div"), { className: "filming" }));
  room.setAttribute("aria-hidden", "true");
  const pictures = [];
  try {
    for (const version of versions) {
      const view = await get(`${path}/view?at=${version}`);
      if (!view.state || !content) continue;
      const shown = told({ match, view, content, language: app.language, motion: false });
      render(html`<div class="board still" dir="ltr">${picture(shown)}</div>`, room);
      const text = shown.plain(events[version - 1]?.text ?? []);
      pictures.push({ image: await imageOf(/** @type {Element} */ (room.firstElementChild)), text });
      progress(pictures.length / versions.length);
    }
  } finally {
    room.remove();
  }
  return pictures;
}

/**
 * @param {{ image: HTMLImageElement, text: string }[]} pictures @param {string} kind @param {(part: number) => void} progress
 * @returns {Promise<Blob>}
 */
async function recorded(pictures, kind, progress) {
  const high = Math.max(...pictures.map(({ image }) => (image.height * WIDE) / image.width));
  // Encoders want even numbers.
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: 2 * Math.ceil((high + LINE) / 2) });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: kind, videoBitsPerSecond: 2_500_000 });
  const parts = /** @type {Blob[]} */ ([]);
  const over = new Promise((done) => { recorder.onstop = done; });
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  for (const [at, one] of pictures.entries()) {
    // The last is looked at longer.
    for (let time = 0; time < (at === pictures.length - 1 ? 3 : 1) * TIMES; time += 1) {
      paint(pen, one);
      await new Promise((done) => setTimeout(done, LONG / TIMES));
    }
    progress((at + 1) / pictures.length);
  }
  recorder.stop();
  await over;
  return new Blob(parts, { type: kind.split(";")[0] ?? kind });
}

/** @param {CanvasRenderingContext2D} pen @param {{ image: HTMLImageElement, text: string }} shown */
function paint(pen, { image, text }) {
  const { width, height } = pen.canvas, { color, backgroundColor } = getComputedStyle(document.body);
  Object.assign(pen, { fillStyle: backgroundColor });
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, (image.height * width) / image.width);
  const { dir } = document.documentElement;
  Object.assign(pen, { fillStyle: color, font: "22px system-ui, sans-serif", textAlign: "center", direction: dir });
  pen.fillText(text, width / 2, height - LINE / 2 + 8, width - 24);
}
