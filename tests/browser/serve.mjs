// Opens a page that `padma serve` shows, changes its files as an author does, and prints as JSON, one a line, what a reader
// sees of it.
//
//     node serve.mjs ADDRESS FOLDER PAGE STEP…
//
// ADDRESS is that of the book, FOLDER where its files are, PAGE a page's path without its ending. A step is
// `put:FILE:OLD:NEW`, an edit, after which the page must change, and `see:SELECTOR`, what it shows.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "./chromium.mjs";

const [address, folder, name, ...steps] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
// How often the page was told what has become of it, over all its loads.
await page.addInitScript(() => {
  addEventListener("padma-shown", () => (sessionStorage.shown = Number(sessionStorage.shown ?? 0) + 1));
});
const count = () => page.evaluate(() => Number(sessionStorage.shown ?? 0));
let loads = 0;
page.on("load", () => (loads += 1));
await page.goto(new URL(`${name}.html`, address).href);
// The reader is in the middle of the page, has opened what is folded, and has the focus somewhere.
await page.evaluate(() => {
  for (const part of document.querySelectorAll("details")) part.open = true;
  const ticks = [...document.querySelectorAll("main .tick")];
  const middle = ticks[Math.floor(ticks.length / 2)];
  middle.focus();
  middle.scrollIntoView({ block: "center", behavior: "instant" });
  window.isTheSame = true;
});
await page.waitForFunction(() => Number(sessionStorage.shown) > 0);
await page.waitForTimeout(300);

const state = () =>
  page.evaluate(() => {
    const focus = document.activeElement;
    const bar = document.querySelector("#padma-serve").shadowRoot;
    return {
      isTheSame: window.isTheSame === true,
      top: Math.round(focus.getBoundingClientRect().top),
      focus: focus.getAttribute("href"),
      folds: [...document.querySelectorAll("details:not(.proof details)")].every((part) => part.open),
      bar: [...bar.querySelectorAll("li")].map((entry) => entry.textContent),
      notes: [...document.querySelectorAll(".padma-note")].map((note) => note.previousElementSibling?.textContent ?? ""),
      says: [...document.querySelectorAll(".padma-note")].map((note) => note.textContent),
      marked: [...document.querySelectorAll(".padma-flaw")].map((flaw) => flaw.textContent),
    };
  });

// How the typeface of the text was fetched, each time that it was.
const typefaces = await page.evaluate(() => {
  const files = performance.getEntriesByType("resource").filter(({ name }) => name.includes("libertinus-serif-400.woff2"));
  return files.map(({ initiatorType }) => initiatorType);
});
console.log(JSON.stringify({ step: "open", ...(await state()), loads, typefaces }));
for (const step of steps) {
  const [what, file, from, to] = step.split("␟");
  if (what === "put") {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no “${from}”`);
    const before = await count();
    writeFileSync(path, text.replace(from, to));
    await page.waitForFunction((count) => Number(sessionStorage.shown) > count, before);
    console.log(JSON.stringify({ step, ...(await state()), loads }));
  } else if (what === "see") {
    console.log(JSON.stringify({ step, sees: await page.locator(file).first().evaluate((one) => one.outerHTML) }));
  } else if (what === "do") {
    console.log(JSON.stringify({ step, did: await page.evaluate(file) }));
  } else if (what === "shot") {
    await page.screenshot({ path: file });
    console.log(JSON.stringify({ step }));
  }
}
console.log(JSON.stringify({ complaints }));
await browser.close();
