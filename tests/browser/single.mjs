// Opens books of one file from the file system and prints, for each, a line of JSON: what was fetched and complained of, which
// links lead nowhere, and whether search, live diagrams and the comparison work.
//
//     node single.mjs FOLDER

import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { wake } from "./inside.mjs";

const folder = realpathSync(process.argv[2]);
const browser = await launch();
for (const name of readdirSync(folder).filter((name) => name.endsWith(".html")).sort()) {
  const own = pathToFileURL(join(folder, name)).href;
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const [fetched, said] = [[], []];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("data:") && url.split("#")[0] !== own) fetched.push(url);
  });
  page.on("pageerror", (error) => said.push(error.message));
  page.on("console", (message) => said.push(message.text()));
  await page.goto(own);
  // The comparison is there when the program runs.
  if ((await page.locator("#comparer").count()) > 0) await page.locator("#comparer-boards [class^=b-t]").first().waitFor();
  await page.evaluate(wake);
  const found = await page.evaluate(() => {
    // A position of a recorded game is on the page while it shows.
    const folded = [...document.querySelectorAll("noscript")].map((element) => new DOMParser().parseFromString(element.textContent, "text/html"));
    const links = [...document.querySelectorAll("a[href]")].map((a) => a.getAttribute("href"));
    // The comparison reads what to compare from such a link.
    const leads = (hash) => [document, ...folded].some((one) => one.getElementById(decodeURIComponent(hash.slice(1)))) || hash.includes("=");
    const dead = links.filter((href) => (href.startsWith("#") ? !leads(href) : !/^(https?|mailto|data):/.test(href)));
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const known = new Set();
    const twice = ids.filter((id) => known.size === known.add(id).size);
    const pages = document.querySelectorAll(".leaf").length;
    const compares = document.querySelectorAll("#comparer-boards svg").length;
    return { links: links.length, dead, twice, pages, compares, live: document.querySelectorAll(".live-board").length };
  });
  await page.getByRole("searchbox", { name: "Search the book" }).fill("king");
  await page.locator(".found a").first().click();
  const sought = await page.evaluate(() => Boolean(document.getElementById(decodeURIComponent(location.hash.slice(1)))));
  const first = page.locator(".live-board").first();
  let moved = "";
  if (found.live > 0) {
    await first.scrollIntoViewIfNeeded();
    await first.focus();
    const before = await first.innerHTML();
    await page.keyboard.press("Enter");
    // The program begins to run at the first touch.
    const changes = (html) => document.querySelector(".live-board").innerHTML !== html;
    moved = await page.waitForFunction(changes, before).then(() => "changed", () => "");
  }
  console.log(JSON.stringify({ name, fetched, said, ...found, sought, moved }));
  await page.close();
}
await browser.close();
