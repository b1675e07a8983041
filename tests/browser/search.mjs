// Searches built books as a reader with a keyboard does, and prints what comes of each query as JSON, one a line: the
// sections found, and the page that Enter leads to. The last line says what else is wrong with a page that shows results.
//
//     node search.mjs SITE (PAGE QUERY)…

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOfAnIcon, launch } from "./chromium.mjs";
import { AXE, police } from "./visit.mjs";

const [site, ...asked] = process.argv.slice(2);
const urlOf = (name) => pathToFileURL(join(site, name)).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });

const complaints = [];
page.on("console", (message) => isOfAnIcon(message.text()) || complaints.push(message.text()));
await police(page);

async function search(on, query) {
  await on.keyboard.press("/");
  await on.keyboard.type(query);
  await on.locator(".tally:not(:empty)").waitFor();
}

for (let at = 0; at < asked.length; at += 2) {
  const [url, query] = [urlOf(asked[at]), asked[at + 1]];
  await page.goto("about:blank");
  await page.goto(url);
  await search(page, query);
  const told = await page.locator(".tally").innerText();
  const found = await page.locator(".found a").allInnerTexts();
  await page.keyboard.press("ArrowDown");
  const stop = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  if (found.length > 0) await page.waitForURL((there) => there.href !== url, { timeout: 9000 }).catch(() => {});
  console.log(JSON.stringify({ query, told, found, stop, landed: page.url().slice(urlOf("").length + 1) }));
}

const url = urlOf(asked[0]);
await page.goto("about:blank");
await page.goto(url);
await page.evaluate(AXE);
await search(page, "king");
const faults = await page.evaluate(async () => {
  // What lies below the answers is looked at where they do not lie over it.
  const { violations, incomplete } = await window.axe.run(".search", { preload: false });
  return [...violations, ...incomplete].flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${html}: ${help}`));
});

// Whether what was found looks like a list of contents: numbered as pages are, or with a word to a line.
const lists = [];
for (const width of [360, 1400]) {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(url);
  await search(page, "king");
  const list = await page.evaluate(() => {
    const rows = [...document.querySelectorAll(".found li")];
    const numbers = [...document.querySelectorAll(".contents li")]
      .filter((row) => getComputedStyle(row).counterIncrement !== "none" || getComputedStyle(row, "::after").content !== "none");
    const lines = (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight);
    return {
      rows: rows.length,
      numbered: numbers.filter((row) => rows.includes(row)).length,
      pages: numbers.length,
      links: document.querySelectorAll(".toc a").length,
      tallest: Math.max(...rows.map((row) => lines(row.querySelector("a")))),
    };
  });
  lists.push({ width, ...list });
}

// Where the contents stand on pages of each sort, and whether they show the page that is open in a low window.
await page.setViewportSize({ width: 1400, height: 500 });
const places = [];
for (const name of ["index.html", "compare.html", "atlas.html", "ledger.html", "errata.html"]) {
  await page.goto(new URL(name, urlOf("lotus-39/")).href);
  places.push(
    await page.evaluate(() => {
      const left = (selector) => document.querySelector(selector).getBoundingClientRect().left;
      const inner = document.querySelector(".toc").getBoundingClientRect();
      const current = document.querySelector(".toc [aria-current]").getBoundingClientRect();
      return { contents: left(".contents"), text: left("main"), shown: current.top >= inner.top && current.bottom <= inner.bottom };
    }),
  );
}

const broken = await browser.newPage();
await broken.route("**/search-index.js", (route) => route.abort());
await broken.goto(url);
await search(broken, "king");
const unread = await broken.locator(".tally").innerText();
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(url);
const boxes = await plain.locator("input").count();
console.log(JSON.stringify({ faults: [...faults, ...complaints], lists, places, unread, boxes_without_scripts: boxes }));
await browser.close();
