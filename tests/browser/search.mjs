// Searches a built book from one of its pages, as a reader with a keyboard does, and prints what comes of
// each query as JSON, one a line: the sections found, and the page that Enter leads to. The last line says
// what is wrong with the page while it shows results, and whether it has a search box without scripts.
//
//     node search.mjs PAGE QUERY…

import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { AXE } from "./visit.mjs";
import * as inside from "./inside.mjs";

const [path, ...queries] = process.argv.slice(2);
const url = pathToFileURL(path).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
for (const query of queries) {
  await page.goto(url);
  await page.keyboard.press("/");
  await page.keyboard.type(query);
  await page.locator(".tally:not(:empty)").waitFor();
  const told = await page.locator(".tally").innerText();
  const found = await page.locator(".found a").allInnerTexts();
  await page.keyboard.press("ArrowDown");
  const stop = await page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  if (found.length > 0) await page.waitForURL((there) => there.href !== url);
  console.log(JSON.stringify({ query, told, found, stop, landed: page.url().split("/").slice(-2).join("/") }));
}
await page.goto(url);
await page.evaluate(AXE);
await page.keyboard.press("/");
await page.keyboard.type(queries[0]);
await page.locator(".found a").first().waitFor();
const faults = (await page.evaluate(inside.axe)).map((fault) => fault.join(": "));
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(url);
console.log(JSON.stringify({ faults, boxes_without_scripts: await plain.locator("input").count() }));
await browser.close();
