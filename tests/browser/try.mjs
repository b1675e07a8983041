// Plays on a page as two readers do, and prints as JSON, one a line, what the page says after each step.
//
//     node try.mjs PAGE VARIANT STEP…
//
// A step is a key, `click:CELL`, `tap:CELL` (with a finger), `press:LABEL` (a button), `choose:TEXT` (of the dialog), `open:TEXTS` (an address with these moves),
// `ply:TEXT` (a link of the list) `plays:SIDE` (the program
// does), `ask:LABEL` (a button that makes it think) or `paste:RECORD`. The last line says what is wrong with the page meanwhile, how it fits a narrow
// window, and what is there on paper and without scripts.

import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { AXE, police } from "./visit.mjs";

const [path, variant, ...steps] = process.argv.slice(2);
const url = pathToFileURL(path).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, hasTouch: true });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
await police(page);
await page.goto(url);
const section = page.locator(`[id="try.${variant}"]`);
const board = section.locator(".try-board");

// Where a reader's hand aims, whatever lies on the cell.
async function middle(cell) {
  const shape = board.locator(`[data-cell="${cell}"]`).first();
  await shape.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await shape.boundingBox();
  return [x + width / 2, y + height / 2];
}

async function take(step) {
  const at = step.indexOf(":");
  const [what, rest] = at < 0 ? [step, ""] : [step.slice(0, at), step.slice(at + 1)];
  if (what === "click") return page.mouse.click(...(await middle(rest)));
  if (what === "tap") return page.touchscreen.tap(...(await middle(rest)));
  if (what === "press") return section.getByRole("button", { name: rest, disabled: false }).first().click();
  if (what === "choose") return section.locator("dialog li button", { has: page.locator(`b:text-is("${rest}")`) }).first().click();
  if (what === "ply") return section.locator(".moves a", { hasText: rest }).first().click();
  if (what === "open") return page.evaluate((hash) => { location.hash = hash; }, rest);
  if (what === "plays") {
    await section.locator(".try-opponent select").first().selectOption(rest);
    await page.waitForTimeout(100);
  }
  // The time that a search takes is not known.
  const thinks = async () => section.locator(".is-thinking").waitFor({ state: "detached" });
  if (what === "plays") return thinks();
  if (what === "ask") {
    await section.getByRole("button", { name: rest }).click();
    return thinks();
  }
  if (what === "paste") {
    await section.locator("details").evaluate((details) => { details.open = true; });
    await section.locator("textarea").fill(rest);
    return section.getByRole("button", { name: "Play this record" }).click();
  }
  return page.keyboard.press(step);
}

const faults = [];
await page.evaluate(AXE);
const judge = async () => {
  const found = await page.evaluate(async () => (await window.axe.run(".try")).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
  faults.push(...found);
};
for (const step of steps) {
  await take(step);
  await page.waitForTimeout(step.startsWith("open") || step.startsWith("press:Play here") ? 700 : 60);
  const words = async (where) => ((await section.locator(where).count()) > 0 ? (await section.locator(where).first().innerText()).replace(/\s+/gu, " ") : "");
  console.log(
    JSON.stringify({
      step,
      says: await words(".try-says"),
      thinks: await words(".try-thinks"),
      whispers: await words(".unseen[aria-live]"),
      hash: await page.evaluate(() => location.hash),
      moves: await section.locator(".moves a").allInnerTexts(),
      goes: await board.locator(".try-goes, .try-takes").count(),
      passes: await board.locator(".try-passes").count(),
      choices: await section.locator("dialog[open] li b").allInnerTexts(),
      beside: await section.locator(".try-beside").allInnerTexts(),
      taken: await section.locator(".heap svg").count(),
      record: (await section.locator("textarea").count()) > 0 ? await section.locator("textarea").inputValue() : "",
    }),
  );
}
await judge();
await page.emulateMedia({ colorScheme: "dark" });
await judge();
await page.setViewportSize({ width: 360, height: 740 });
const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
await page.emulateMedia({ media: "print" });
const onPaper = await section.isVisible();
// What the button says while the program is on its way.
const slow = await browser.newPage();
await slow.route("**/engine.js", async (route) => {
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  await route.continue();
});
await slow.goto(url);
const button = slow.locator(`[id="try.${variant}"] .try-begin`);
await button.click();
await slow.waitForTimeout(200);
const waits = { says: await button.innerText(), isBusy: await button.getAttribute("aria-busy") };
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(url);
const unscripted = await plain.locator(`[id="try.${variant}"]`).innerText();
console.log(JSON.stringify({ faults, complaints, wide, onPaper, unscripted, waits }));
await browser.close();
