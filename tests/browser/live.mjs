// Plays with a diagram as a reader does and prints, one a line as JSON, what the page says after each step.
//
//     node live.mjs PAGE FIGURE STEP…
//
// A step is a key, or `click:CELL`. The last line tells what is wrong with
// the page meanwhile, whether paper and the reset show the printed picture, and what is there without scripts.

import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { AXE } from "./visit.mjs";
import * as inside from "./inside.mjs";

const [path, id, ...steps] = process.argv.slice(2);
const url = pathToFileURL(path).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
await page.goto(url);
await page.evaluate(AXE);
const figure = page.locator(`#${id}`);
const board = figure.locator(".board");
const picture = () => board.locator("svg").evaluate((svg) => svg.innerHTML);
const printed = await picture();
const faults = [];

// As a reader's hand clicks, whatever lies on the cell.
async function click(cell) {
  const shape = board.locator(`[data-cell="${cell}"]`).first();
  await shape.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await shape.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
}

for (const step of steps) {
  if (step.startsWith("click:")) await click(step.slice(6));
  else await page.keyboard.press(step);
  const says = await figure.locator(".live-says").innerText();
  const told = await board.locator("desc").textContent();
  const marked = await figure.evaluate((element) => element.classList.contains("own-position"));
  console.log(JSON.stringify({ step, says, told, marked, tabStops: await board.locator("[tabindex]").count() }));
}
for (const colorScheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme });
  for (const fault of await page.evaluate(inside.axe)) faults.push(fault.join(": "));
}
await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
const onPaper = (await picture()) === printed;
await page.evaluate(() => dispatchEvent(new Event("afterprint")));
const after = (await picture()) !== printed;
await figure.locator(".live-reset").press("Enter");
const focused = await board.evaluate((element) => element === document.activeElement);
await board.blur();
const restored = (await picture()) === printed && (await figure.locator(".live-says").innerText()) === "";
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(url);
const there = plain.locator(`#${id}`);
const unscripted = (await there.locator("svg").evaluate((svg) => svg.innerHTML)) === printed;
const controls = await there.locator("button, [tabindex], [role=status]").count();
console.log(JSON.stringify({ faults, complaints, onPaper, after, focused, restored, unscripted, controls }));
await browser.close();
