// Searches built books as a reader with a keyboard does, and prints what comes of each query as JSON, one a line: the
// sections found, and the page that Enter leads to. The last line says what else is wrong with a page that shows results.
//
//     node search.mjs SITE (PAGE QUERY)…

import { answer, browser, complaints, faults, page, queries, search, urlOf, without } from "./searching.mjs";

for (const [url, query] of queries) console.log(JSON.stringify(await answer(url, query)));

const [[url]] = queries;
await page.goto("about:blank");
await page.goto(url);
await search(page, "king");
const wrong = await faults();

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
for (const name of ["index.html", "compare.html", "atlas.html", "checks.html", "errata.html"]) {
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

const rest = await without("**/search-index.js", url);
console.log(JSON.stringify({ faults: [...wrong, ...complaints], lists, places, ...rest }));
await browser.close();
