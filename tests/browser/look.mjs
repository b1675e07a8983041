// Chooses how pages look and unfolds long ones, as a reader does, and prints what shows after each step as JSON, one a line.
//
//     node look.mjs SITE

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOfAnIcon, launch } from "./chromium.mjs";
import { police } from "./visit.mjs";

const site = process.argv[2];
const urlOf = (name) => pathToFileURL(join(site, name)).href;
const complaints = [];
const print = (step, what) => console.log(JSON.stringify({ step, ...what }));
const browser = await launch();

// A page with a store of its own.
async function open(options = {}, { forbidden = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, colorScheme: "light", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => isOfAnIcon(message.text()) || complaints.push(message.text()));
  if (options.javaScriptEnabled !== false) await police(page);
  if (forbidden) {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("forbidden", "SecurityError"); } });
    });
  }
  return page;
}

// Whether the paper is dark and the ticks of claims show. Sent to the browser by itself.
function shown() {
  const [red] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g);
  const tick = getComputedStyle(document.querySelector(".tick")).display;
  return { dark: Number(red) < 128, ticks: tick !== "none", cookies: document.cookie, controls: document.querySelectorAll(".look").length };
}

const KING = urlOf("lotus-39/pieces/king.html");
const choose = async (page, label) => {
  if (!(await page.locator(".look").evaluate((control) => control.open))) await page.locator(".look summary").click();
  await page.getByLabel(label, { exact: true }).check();
};
const look = async (step, page) => print(step, await page.evaluate(shown));

const page = await open();
await page.goto(KING);
await look("at first", page);
await choose(page, "Dark");
await look("dark", page);
await choose(page, "Hide");
await look("hidden", page);
await page.goto(urlOf("waterloo/index.html"));
await look("another book", page);
await choose(page, "Light");
await page.emulateMedia({ colorScheme: "dark" });
await page.reload();
await look("light by night", page);
await choose(page, "System");
await choose(page, "Show");
await look("as the system", page);

const shy = await open({}, { forbidden: true });
await shy.goto(KING);
await choose(shy, "Dark");
await look("nothing kept", shy);
const plain = await open({ javaScriptEnabled: false, colorScheme: "dark" });
await plain.goto(KING);
await look("without scripts", plain);

// What of a long list shows. Sent to the browser by itself.
function folded() {
  const parts = [...document.querySelectorAll(".folds > details")];
  const rows = [...document.querySelectorAll(".folds > details li")];
  const wide = [...document.querySelectorAll(".folds")].some((list) => list.scrollWidth > list.clientWidth);
  return {
    parts: parts.filter((part) => part.checkVisibility()).length,
    open: parts.filter((part) => part.open).length,
    rows: rows.filter((row) => row.checkVisibility()).length,
    height: document.documentElement.scrollHeight,
    wide,
  };
}
const fold = async (step, page) => print(step, await page.evaluate(folded));

const CHECKS = urlOf("lotus-39/checks.html");
await page.goto(CHECKS);
await fold("checks", page);
await page.getByLabel("erratum", { exact: false }).check();
await fold("errata", page);
await page.getByLabel("all", { exact: true }).check();
await page.locator(".folds-bar input").fill("haxxaba axis");
await fold("words", page);
const shownRows = await page.locator(".rows li:visible").allTextContents();
print("strangers", { rows: shownRows.filter((text) => !/haxxaba/i.test(text) || !/axis/i.test(text)).length });
await page.locator(".folds-bar input").fill("");
await page.locator(".folds-bar button").click();
await fold("opened", page);
await page.locator(".folds-bar button").click();
await fold("closed", page);
for (const [step, browserPage] of [["address", page], ["address without scripts", plain]]) {
  await browserPage.goto("about:blank");
  await browserPage.goto(`${CHECKS}#page.pieces_2f_haxxaba_2e_md`);
  await fold(step, browserPage);
}
for (const name of ["turtle/compare.html", "lotus-39/compare.html", "lotus-39/checks.html", "turtle/checks.html", "lotus-39/atlas.html"]) {
  for (const width of [360, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(urlOf(name));
    await fold(`${name} ${width}`, page);
  }
}
await page.setViewportSize({ width: 360, height: 900 });
await page.goto(urlOf("lotus-39/compare.html"));
await page.locator("summary", { hasText: "stronger than" }).first().click();
await page.locator(".folds-bar button").first().click();
await fold("relations 360", page);
// The first figure of a page says how all are used, and the end of the page what its ticks mean.
await page.goto(urlOf("shogi/pieces.html"));
print("hints", await page.evaluate(() => {
  const ticks = new Set([...document.querySelectorAll("a.tick")].map((tick) => getComputedStyle(tick, "::before").content));
  const keys = [...document.querySelectorAll(".tick-keys i")].map((key) => getComputedStyle(key, "::before").content);
  return {
    figures: document.querySelectorAll("figure .live-tools").length,
    hints: [...document.querySelectorAll(".live-tools span")].filter((hint) => hint.checkVisibility()).length,
    keyless: [...ticks].filter((tick) => !keys.includes(tick)),
    keys: keys.length,
  };
}));
print("end", { complaints });
await browser.close();
