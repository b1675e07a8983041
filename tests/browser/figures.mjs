// Moves the pieces of live figures as readers do, and prints, one a line as JSON, where a figure says or marks
// anything else than the questions expect; the last line counts what was looked at.
//
//     node figures.mjs SITE QUESTIONS
//
// Each line of QUESTIONS is a page with its figures: the cells `printed` as marked, and for each step the cells to
// click on, what is said then, and the cells marked.

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
function drive(figures) {
  const wrong = [];
  let steps = 0;
  for (const { figure, printed, steps: tries } of figures) {
    const element = document.getElementById(figure);
    const svg = element.querySelector(".board svg");
    const click = (cell) => {
      const shape = svg.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
      shape.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    };
    const compare = (clicks, expected) => {
      const tinted = [...svg.querySelectorAll(":scope > g > [class^=b-t][data-cell]")];
      const marked = [...new Set(tinted.map((shape) => shape.dataset.cell))].sort();
      const shown = { says: element.querySelector(".live-says")?.textContent, marked };
      const wanted = { says: expected.says, marked: [...expected.marked].sort() };
      steps += 1;
      if (JSON.stringify(shown) !== JSON.stringify(wanted)) wrong.push({ figure, clicks, wanted, shown });
    };
    const before = svg.innerHTML;
    compare([], { says: "", marked: printed });
    for (const { clicks, ...expected } of tries) {
      clicks.forEach(click);
      compare(clicks, expected);
      element.querySelector(".live-reset").click();
      document.activeElement.blur();
      if (svg.innerHTML !== before) wrong.push({ figure, clicks, shown: "the reset leaves something behind" });
    }
  }
  return { wrong, steps, live: document.querySelectorAll(".live-board").length };
}

let [steps, live] = [0, 0];
for (const line of readFileSync(questions, "utf8").trim().split("\n")) {
  const { path, figures } = JSON.parse(line);
  await page.goto(pathToFileURL(join(site, path)).href);
  const found = await page.evaluate(drive, figures);
  for (const wrong of found.wrong) console.log(JSON.stringify({ path, ...wrong }));
  steps += found.steps;
  live += found.live;
}
console.log(JSON.stringify({ steps, live, complaints }));
await browser.close();
