// Edits a piece on its page as a reader does, and prints as JSON, one a line, what the playground says after each step.
//
//     node playground.mjs PAGE STEP…
//
// A step is `open`, `address:HASH` (on a new page), `text:TEXT` (the whole text of the piece), `ask:QUESTION`, `cell:NAME` (from the list), `click:CELL`, `puts:LABEL`
// or `again`, which opens the address on a new page. The last line says what is wrong with the page meanwhile, how it fits a narrow window, and what
// is there on paper.

import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { AXE, police } from "./visit.mjs";

const [path, ...steps] = process.argv.slice(2);
const browser = await launch();
const complaints = [];
async function open(url) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await police(page);
  await page.goto(url);
  return page;
}
let page = await open(pathToFileURL(path).href);
const playground = () => page.locator(".playground");

async function take(step) {
  const at = step.indexOf(":");
  const [what, rest] = at < 0 ? [step, ""] : [step.slice(0, at), step.slice(at + 1)];
  if (what === "open") await playground().getByRole("button", { name: "Try another movement" }).click();
  if (what === "text") await playground().locator("textarea").fill(rest);
  if (what === "ask") await playground().getByLabel("Question").fill(rest);
  if (what === "cell") await playground().getByLabel("Cell of the piece").selectOption(rest);
  if (what === "puts") await playground().getByLabel("A click puts down").selectOption(rest);
  if (what === "click") await playground().locator(`.try-board [data-cell="${rest}"]`).last().click();
  if (what === "again") page = await open(page.url());
  if (what === "address") page = await open(pathToFileURL(path).href + rest);
}

for (const step of steps) {
  await take(step);
  await playground().locator("textarea").waitFor();
  await page.waitForTimeout(100);
  console.log(
    JSON.stringify({
      step,
      says: await playground().locator(".try-says").innerText(),
      text: await playground().locator("textarea").inputValue(),
      hash: decodeURIComponent(await page.evaluate(() => location.hash)),
      goes: await playground().locator(".try-goes, .try-takes").count(),
      told: await playground().locator(".playground-complaints li").allInnerTexts(),
      wrong: await playground().locator(".playground-complaints mark").allInnerTexts(),
    }),
  );
}
const faults = [];
await page.evaluate(AXE);
const judge = async () => {
  const found = await page.evaluate(async () => (await window.axe.run(".playground")).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
  faults.push(...found);
};
await judge();
await page.emulateMedia({ colorScheme: "dark" });
await judge();
await page.setViewportSize({ width: 360, height: 740 });
const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
await page.emulateMedia({ media: "print" });
const onPaper = await playground().isVisible();
console.log(JSON.stringify({ faults, complaints, wide, onPaper }));
await browser.close();
