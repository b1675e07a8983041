// Plays with a diagram as a reader does and prints, one a line as JSON, what the page says after each step.
//
//     node live.mjs PAGE FIGURE STEP…
//
// A step is a key, `click:CELL`, `drag:CELL:CELL` or `drag:CELL:away`, `off`, the button that takes a piece off, or `reset`. The last
// line tells what is wrong with the page meanwhile, whether a click below is lost after a key, whether paper and the reset
// show the printed picture, which addresses did harm, what a figure says where the rules cannot be loaded, and what is there
// without scripts.

import { pathToFileURL } from "node:url";
import { isOfAnIcon, launch } from "./chromium.mjs";
import { AXE, police } from "./visit.mjs";
import * as inside from "./inside.mjs";

// Addresses of no position: not written as one, of cells and pieces that are not there, or with two pieces on a cell.
const BAD = ["", "%E0%A4%A", "g4", "g4=", "=e4", "g4=g4=g4", "g4=zz9", "zz9=white", "a4=e4", "g4=e4,e4=black", "e4=red", "g4=e4,g4=e4@"];

const [path, id, ...steps] = process.argv.slice(2);
const url = pathToFileURL(path).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
page.on("console", (message) => isOfAnIcon(message.text()) || complaints.push(message.text()));
await police(page);
await page.goto(url);
// Waits until the program is loaded and has answered.
const settle = (on) =>
  on.evaluate(async (figure) => {
    await window.padmaAsk.variant(JSON.parse(document.querySelector(`[id="${figure}"] script.live`).textContent).variant);
    await new Promise((resolve) => { setTimeout(resolve); });
  }, id);
// A page that nobody has touched has fetched neither the program nor the rules.
const untouched = await page.evaluate(() => !window.padmaEngine && !window.padmaTexts);
await page.evaluate(AXE);
const figure = page.locator(`[id="${id}"]`);
const board = figure.locator(".board");
// A figure wakes when it comes near the window, soon after the page is there.
await figure.locator(".live-board").waitFor();
const picture = () => board.locator("svg").evaluate((svg) => svg.innerHTML);
const printed = await picture();
const faults = [];

async function middle(cell) {
  const shape = board.locator(`[data-cell="${cell}"]`).first();
  await shape.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await shape.boundingBox();
  return [x + width / 2, y + height / 2];
}

// As a reader's hand does it, whatever lies on the cell.
async function drag(from, to) {
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(to === "away" ? [5, 5] : await middle(to)), { steps: 5 });
  await page.mouse.up();
}

async function take(step) {
  const [what, ...cells] = step.split(":");
  if (what === "click") return page.mouse.click(...(await middle(cells[0])));
  if (what === "drag") return drag(...cells);
  if (what === "off") return figure.getByRole("button", { name: /^Take / }).click();
  if (what === "reset") return figure.locator(".live-reset").click();
  return page.keyboard.press(step);
}

for (const step of steps) {
  await take(step);
  await settle(page);
  const says = await figure.locator(".live-says").innerText();
  const told = await board.locator("desc").textContent();
  const marked = await figure.evaluate((element) => element.classList.contains("own-position"));
  const hash = await page.evaluate(() => location.hash);
  console.log(JSON.stringify({ step, says, told, marked, hash, tabStops: await board.locator("[tabindex]").count() }));
}
// A reader who has used keys clicks on something below: it must not move away under the pointer.
await board.focus();
await page.keyboard.press("ArrowLeft");
const claim = page.locator(`[id="${id}"] ~ p .tick`).first();
await claim.scrollIntoViewIfNeeded();
const below = await claim.boundingBox();
await page.mouse.click(below.x + below.width / 2, below.y + below.height / 2);
const stays = JSON.stringify(await claim.boundingBox()) === JSON.stringify(below);
const hits = await claim.evaluate((element) => element === document.activeElement);
await claim.blur();
// Its proof lies over the text, where nothing can be decided of colours.
await page.keyboard.press("Escape");
await page.mouse.move(0, 0);
// The address leads to the same position on a page of its own.
const own = await page.evaluate(() => location.hash);
const shared = await browser.newPage();
await shared.goto(url + own);
await settle(shared);
const look = (svg) => [...svg.querySelectorAll("g[data-cell], [class^=b-t]")].map(({ outerHTML }) => outerHTML).join("");
const [here, there] = [board.locator("svg"), shared.locator(`[id="${id}"] .board svg`)];
await board.blur();
const sharing = (await here.evaluate(look)) === (await there.evaluate(look));
await shared.close();
const harm = [];
for (const hash of BAD) {
  const bad = await browser.newPage();
  bad.on("pageerror", (error) => harm.push([hash, String(error)]));
  await bad.goto(`${url}#${id}@${hash}`);
  await settle(bad);
  const shown = await bad.locator(`[id="${id}"] .board svg`).evaluate((svg) => svg.innerHTML);
  if (shown !== printed) harm.push([hash, "the picture is another"]);
  await bad.close();
}
for (const colorScheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme });
  for (const fault of await page.evaluate(inside.axe, { isNight: false, isWide: true })) faults.push(fault.join(": "));
}
await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
const onPaper = (await picture()) === printed;
await page.evaluate(() => dispatchEvent(new Event("afterprint")));
const after = (await picture()) !== printed;
await figure.locator(".live-reset").press("Enter");
const focused = await board.evaluate((element) => element === document.activeElement);
await board.blur();
const restored = (await picture()) === printed && (await figure.locator(".live-says").innerText()) === "";
// Where the rules cannot be loaded, the figure says so at the first touch, and stays as it is.
const unable = [];
const withoutProgram = {
  "no WebAssembly": (other) => other.addInitScript(() => { delete window.WebAssembly; }),
  "not allowed": (other) => police(other, "'self'"),
  "no program": (other) => other.route("**/engine.js", (route) => route.abort()),
  "no rules": (other) => other.route("**/rules/*.js", (route) => route.abort()),
};
for (const [why, forbid] of Object.entries(withoutProgram)) {
  const other = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  other.on("pageerror", (error) => complaints.push(`${why}: ${error}`));
  await forbid(other);
  await other.goto(url);
  const touched = other.locator(`[id="${id}"]`);
  await touched.locator(".live-board").focus();
  await other.keyboard.press("Enter");
  await touched.locator(".live-says:not(:empty)").waitFor();
  const same = (await touched.locator(".board [data-cell]").count()) === (await board.locator("[data-cell]").count());
  unable.push({ why, says: await touched.locator(".live-says").innerText(), same });
  await other.close();
}
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(url);
const plainly = plain.locator(`[id="${id}"]`);
// What is printed there is what the script has taken apart here.
const whole = await plainly.locator(".board svg").evaluate((svg) => svg.outerHTML);
const taken = await page.evaluate((html) => {
  const place = document.createElement("div");
  place.innerHTML = html;
  window.padmaPicture.unfold(place.firstElementChild);
  return place.firstElementChild.innerHTML;
}, whole);
const unscripted = taken === printed;
const controls = await plainly.locator("button, [tabindex], [role=status]").count();
console.log(JSON.stringify({ faults, complaints, stays, hits, sharing, harm, untouched, unable, onPaper, after, focused, restored, unscripted, controls }));
await browser.close();
