// Searches all books as a reader with a keyboard does, and prints what comes of each query as JSON, one a line: the sections
// found, and the page that Enter leads to. The last line says where a book's own search leads on to, and what else is wrong.
//
//     node shelf.mjs SITE (PAGE QUERY)…

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOfAnIcon, launch } from "./chromium.mjs";
import { AXE, police } from "./visit.mjs";

const [site, ...asked] = process.argv.slice(2);
const urlOf = (name) => pathToFileURL(join(site, name)).href;
const under = (page) => page.url().slice(urlOf("").length + 1);
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
  const found = await page.locator(".found a").allInnerTexts();
  await page.keyboard.press("ArrowDown");
  const stop = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL((there) => there.href !== url, { timeout: 9000 }).catch(() => {});
  console.log(JSON.stringify({ query, found, stop, landed: under(page) }));
}

// The last stop of a book's answers is the way to all books.
await page.goto(urlOf("lotus-39/index.html"));
await search(page, "zugzwang joker");
await page.keyboard.press("ArrowUp");
await page.locator(".further a").focus();
await page.keyboard.press("Enter");
await page.locator(".tally:not(:empty)").waitFor();
const further = under(page);
const words = await page.locator(".search input").inputValue();

await page.evaluate(AXE);
const faults = await page.evaluate(async () => {
  const { violations, incomplete } = await window.axe.run(".search", { preload: false });
  return [...violations, ...incomplete].flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${html}: ${help}`));
});

const broken = await browser.newPage();
await broken.route("**/turtle/search-index.js", (route) => route.abort());
await broken.goto(urlOf("index.html"));
await search(broken, "king");
const unread = await broken.locator(".tally").innerText();
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(urlOf("index.html"));
const boxes = await plain.locator("input").count();
console.log(JSON.stringify({ further, asked: words, faults: [...faults, ...complaints], unread, boxes_without_scripts: boxes }));
await browser.close();
