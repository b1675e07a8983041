// Searches all books as a reader with a keyboard does, and prints what comes of each query as JSON, one a line: the sections
// found, and the page that Enter leads to. The last line says where a book's own search leads on to, and what else is wrong.
//
//     node catalogue.mjs SITE (PAGE QUERY)…

import { answer, browser, complaints, faults, page, place, queries, search, urlOf, without } from "./searching.mjs";

for (const [url, query] of queries) console.log(JSON.stringify(await answer(url, query)));

// The last stop of a book's answers is the way to all books.
await page.goto(urlOf("lotus-39/index.html"));
await search(page, "zugzwang joker");
await page.keyboard.press("ArrowUp");
await page.locator(".further a").focus();
await page.keyboard.press("Enter");
await page.locator(".tally:not(:empty)").waitFor();
const further = place();
const words = await page.locator(".search input").inputValue();
const wrong = await faults();
const rest = await without("**/turtle/search-index.js", urlOf("index.html"));
console.log(JSON.stringify({ further, asked: words, faults: [...wrong, ...complaints], ...rest }));
await browser.close();
