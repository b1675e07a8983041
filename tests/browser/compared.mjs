// Puts pieces side by side on pages of comparison, and prints, one a line as JSON, where anything else is shown than
// the questions expect; the last line counts them.
//
//     node compared.mjs SITE QUESTIONS
//
// Each line of QUESTIONS is a page with the cells that its pickers offer, and with choices: the `hash` in the address,
// what is said, and for each piece its caption, what its picture says and the cells it marks.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const [site, questions] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));

// Sent to the browser by itself.
async function drive(choices) {
  const wrong = [];
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const choose = (hash) =>
    new Promise((resolve) => {
      addEventListener("hashchange", resolve, { once: true });
      location.hash = hash;
    });
  const firstBoard = JSON.parse(document.querySelector("#comparer-data").textContent)[0].id;
  for (const { hash, ...wanted } of choices) {
    await choose(hash);
    // The page loads the program and the rules when a reader makes a choice of his own.
    await window.padmaAsk.variant(hash.includes("/") ? hash.slice(1).split("/")[0] : firstBoard);
    const shown = {
      says: [...document.querySelectorAll("#comparer-says p")].map((words) => words.textContent).join(" "),
      cells: all("#comparer-cell option").map((option) => option.textContent),
      boards: all("#comparer-boards figure").map((figure) => ({
        caption: figure.querySelector("figcaption").textContent,
        said: figure.querySelector("desc").textContent,
        drawn: all("svg [data-cell]", figure).map((shape) => shape.dataset.cell).sort(),
        marked: all("svg [class^=b-t][data-cell]", figure).map((shape) => shape.dataset.cell).sort(),
      })),
    };
    for (const key of ["says", "cells"]) {
      const [own, other] = [shown[key], wanted[key]].map((value) => JSON.stringify(value));
      if (own !== other) wrong.push({ hash, key, shown: own, wanted: other });
    }
    if (shown.boards.length !== wanted.boards.length) wrong.push({ hash, shown: shown.boards.length });
    wanted.boards.forEach((board, index) => {
      const expected = { ...board, drawn: [...wanted.cells].sort(), marked: [...board.marked].sort() };
      for (const key of ["caption", "said", "drawn", "marked"]) {
        const [own, other] = [shown.boards[index]?.[key], expected[key]].map((value) => JSON.stringify(value));
        if (own !== other) wrong.push({ hash, key, shown: own, wanted: other });
      }
    });
  }
  return wrong;
}

let count = 0;
for (const line of readFileSync(questions, "utf8").trim().split("\n")) {
  const { path, choices } = JSON.parse(line);
  await page.goto(pathToFileURL(join(site, path)).href);
  await page.locator("#comparer-boards [class^=b-t]").first().waitFor();
  for (const wrong of await page.evaluate(drive, choices)) console.log(JSON.stringify({ path, ...wrong }));
  count += choices.length;
}
console.log(JSON.stringify({ count, complaints }));
await browser.close();
