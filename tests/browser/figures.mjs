// Moves the pieces of live figures as readers do, and prints, one a line as JSON, where a figure says or marks
// anything else than the questions expect; the last line counts what was looked at.
//
//     node figures.mjs SITE QUESTIONS
//
// Each line of QUESTIONS is a page with its figures: the cells `printed` as marked, and for each step the cells to
// click on (or `off`, to take off the piece picked up), what is said then, the cells marked, and whether the position
// is the reader's `own`. The last two must come back from their addresses, if the figure has marks.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { wake } from "./inside.mjs";

const [site, questions] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));

// Sent to the browser by itself.
async function drive(figures) {
  // The figure changes when the program has answered, which is before the browser does anything else once the program is loaded.
  const { port1: here, port2: there } = new MessageChannel();
  const settle = () =>
    new Promise((resolve) => {
      here.onmessage = resolve;
      there.postMessage(null);
    });
  const wrong = [];
  const all = document.querySelectorAll("figure");
  let steps = 0;
  for (const { figure, printed, steps: tries } of figures) {
    const element = document.getElementById(figure);
    for (const other of all) other.hidden = other !== element;
    // At each focus the browser lays the page out anew, and there are thousands of steps; `live.mjs` tests the focus.
    element.querySelector(".board").focus = () => {};
    // The rules load when the board is touched.
    element.querySelector(".board").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await window.padmaAsk.variant(JSON.parse(element.querySelector("script.live").textContent).variant);
    await settle();
    const svg = element.querySelector(".board svg");
    const isPlain = !element.querySelector(".legend");
    const click = (cell) => {
      if (cell === "off") return element.querySelector(".live-tools button").click();
      const shape = svg.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
      return shape.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    };
    const reset = () => element.querySelector(".live-reset").click();
    // Each new address costs the browser as much as a whole step; most are only noted.
    let noted = "";
    const note = (_state, _title, address) => {
      noted = address;
    };
    const follow = (hash) =>
      new Promise((resolve) => {
        if (hash === location.hash) return resolve();
        addEventListener("hashchange", resolve, { once: true });
        location.hash = hash;
      });
    const compare = (clicks, expected) => {
      const tinted = [...svg.querySelectorAll(":scope > g > [class^=b-t][data-cell]")];
      const marked = [...new Set(tinted.map((shape) => shape.dataset.cell))].sort();
      const shown = { says: element.querySelector(".live-says")?.textContent.trim(), marked };
      const wanted = { says: expected.says, marked: [...expected.marked].sort() };
      if (JSON.stringify(shown) !== JSON.stringify(wanted)) wrong.push({ figure, clicks, wanted, shown });
    };
    const look = () => [svg, element.querySelector(".legend")].map((part) => part?.innerHTML).join();
    const before = look();
    compare([], { says: "", marked: printed });
    steps += 1;
    for (const [index, { clicks, own, ...expected }] of tries.entries()) {
      const isFollowed = own && !isPlain && index >= tries.length - 2;
      history.replaceState = isFollowed ? History.prototype.replaceState : note;
      noted = "";
      for (const cell of clicks) {
        click(cell);
        await settle();
      }
      compare(clicks, expected);
      steps += 1;
      const hash = isFollowed ? location.hash : noted;
      if (own !== hash.includes("@")) wrong.push({ figure, clicks, shown: hash });
      reset();
      if (look() !== before) wrong.push({ figure, clicks, shown: "the reset leaves something behind" });
      if (!isFollowed) continue;
      await follow(hash);
      await settle();
      compare(hash, expected);
      reset();
      if (location.hash.includes("@")) wrong.push({ figure, clicks, shown: location.hash });
    }
  }
  for (const figure of all) figure.hidden = false;
  return { wrong, steps, live: document.querySelectorAll(".live-board").length };
}

// In a small window: what is too small to read or to touch. Sent to the browser by itself.
async function judgeSizes() {
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // The circle in a polygon whose sides all touch it has twice the area by the outline as its radius.
  const across = (shape) => {
    const corners = [...(shape.points ?? [])];
    if (corners.length === 0) return 2 * shape.r.baseVal.value;
    const next = (index) => corners[(index + 1) % corners.length];
    const area = corners.reduce((sum, { x, y }, index) => sum + x * next(index).y - next(index).x * y, 0) / 2;
    const outline = corners.reduce((sum, { x, y }, index) => sum + Math.hypot(next(index).x - x, next(index).y - y), 0);
    return (4 * Math.abs(area)) / outline;
  };
  await frames();
  const small = [];
  for (const key of document.querySelectorAll(".legend li")) {
    if (parseFloat(getComputedStyle(key).fontSize) < 11) small.push({ key: key.textContent });
  }
  for (const figure of document.querySelectorAll("figure:has(.live-board)")) {
    const svg = figure.querySelector(".board svg");
    const cells = [...svg.querySelectorAll(":is([class^=b-c], [class^=b-t])[data-cell]:is(polygon, circle)")];
    const least = () => Math.min(...cells.map(across)) * svg.getScreenCTM().a;
    // What is far from the window the browser does not lay out, and may then give its old size; a reader sees the board enlarged.
    figure.scrollIntoView();
    await frames();
    const before = least();
    const enlarge = [...figure.querySelectorAll(".live-tools button")].at(-1);
    if (before < 23.9 === enlarge.hidden) small.push({ figure: figure.id, before, offered: !enlarge.hidden });
    if (enlarge.hidden) continue;
    enlarge.click();
    await frames();
    if (least() < 23.9) small.push({ figure: figure.id, enlarged: least() });
    enlarge.click();
    await frames();
    if (Math.abs(least() - before) > 0.5) small.push({ figure: figure.id, back: least(), before });
  }
  return small;
}

let [steps, live] = [0, 0];
for (const line of readFileSync(questions, "utf8").trim().split("\n")) {
  const { path, figures } = JSON.parse(line);
  await page.goto(pathToFileURL(join(site, path)).href);
  await page.evaluate(wake);
  const found = await page.evaluate(drive, figures);
  for (const wrong of found.wrong) console.log(JSON.stringify({ path, ...wrong }));
  steps += found.steps;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const wrong of await page.evaluate(judgeSizes)) console.log(JSON.stringify({ path, ...wrong }));
  await page.setViewportSize({ width: 1400, height: 900 });
  live += found.live;
}
console.log(JSON.stringify({ steps, live, complaints }));
await browser.close();
