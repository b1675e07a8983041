// A search as a reader with a keyboard does it, on the pages of a built site.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOfAnIcon, launch } from "./chromium.mjs";
import { AXE, police } from "./visit.mjs";

const [site, ...asked] = process.argv.slice(2);
export const urlOf = (name) => pathToFileURL(join(site, name)).href;
export const browser = await launch();
export const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
export const complaints = [];
page.on("console", (message) => isOfAnIcon(message.text()) || complaints.push(message.text()));
await police(page);

// The pages and queries that were asked for.
export const queries = [];
for (let at = 0; at < asked.length; at += 2) queries.push([urlOf(asked[at]), asked[at + 1]]);

// Where the page is, below the site.
export const place = () => page.url().slice(urlOf("").length + 1);

export async function search(on, query) {
  await on.keyboard.press("/");
  await on.keyboard.type(query);
  await on.locator(".tally:not(:empty)").waitFor();
}

// What comes of a query: what the page says of it, the sections found, where the arrow stops, and where Enter leads.
export async function answer(url, query) {
  await page.goto("about:blank");
  await page.goto(url);
  await search(page, query);
  const says = await page.locator(".tally").innerText();
  const found = await page.locator(".found a").allInnerTexts();
  await page.keyboard.press("ArrowDown");
  const stop = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  if (found.length > 0) await page.waitForURL((there) => there.href !== url, { timeout: 9000 }).catch(() => {});
  return { query, says, found, stop, landed: place() };
}

// What is wrong with the answers that show. axe-core decides nothing of words that the window cuts, or that lie over others: the
// window is tall, and what lies below them is hidden; it is looked at where they do not lie over it.
export async function faults() {
  await page.setViewportSize({ width: 1400, height: 2000 });
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    document.body.style.visibility = "hidden";
    document.querySelector(".search").style.visibility = "visible";
    const { violations, incomplete } = await window.axe.run(".search", { preload: false });
    return [...violations, ...incomplete].flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${html}: ${help}`));
  });
}

// What a page says whose index cannot be read, and how many boxes it shows without scripts.
export async function without(index, url) {
  const broken = await browser.newPage();
  await broken.route(index, (route) => route.abort());
  await broken.goto(url);
  await search(broken, "king");
  const unread = await broken.locator(".tally").innerText();
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(url);
  return { unread, boxes_without_scripts: await plain.locator("input").count() };
}
