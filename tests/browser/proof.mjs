// Opens the proof of each claim named, by its words, and prints as JSON, one a line, what it shows: its words and its boards.
//
//     node proof.mjs PAGE CLAIM…
//
// The last line says where the proof stands in a wide window and in a small one, and what shows without scripts.

import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";
import { police } from "./visit.mjs";

const [path, ...claims] = process.argv.slice(2);
const url = pathToFileURL(path).href;
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
await police(page);
await page.goto(url);
const proof = page.locator(".proof.open");
for (const claim of claims) {
  const words = page.locator(`[id="c.${claim}"]`);
  // An answer is folded at first.
  await words.evaluate((element) => element.closest("details")?.setAttribute("open", ""));
  await words.click();
  await proof.locator("p").last().waitFor();
  // The boards come when the program has answered.
  await page.locator(".proof.open:not([aria-busy])").waitFor();
  const boards = await proof.locator(".proof-board").evaluateAll((all) =>
    all.map((board) => {
      const pieces = () => [...board.querySelectorAll(".try-pieces use")].map((use) => use.textContent);
      const steps = board.nextElementSibling?.matches(".proof-line") ? [...board.nextElementSibling.children] : [];
      return {
        pieces: pieces(),
        cells: board.querySelectorAll(".try-goes, .try-takes").length,
        ways: board.querySelectorAll(".moved").length,
        // The line of a problem, with the board after each move.
        line: steps.map((step) => {
          step.click();
          return [step.textContent, step.ariaPressed, ...pieces()];
        }),
      };
    }),
  );
  const lit = await page.locator(".claim.shown").allInnerTexts();
  const says = await proof.locator("b").first().innerText();
  if (claim !== claims.at(-1)) await page.keyboard.press("Escape");
  console.log(JSON.stringify({ claim, says, boards, lit }));
}
const place = () =>
  proof.evaluate((element) => {
    const own = element.getBoundingClientRect();
    const words = [...document.querySelectorAll(".claim.shown")].flatMap((claim) => [...claim.getClientRects()]);
    const isOver = getComputedStyle(element).position === "absolute";
    return {
      isOver,
      isWithin: own.left >= 0 && own.right <= innerWidth && (!isOver || (own.top >= 0 && own.bottom <= innerHeight)),
      isWide: own.width >= Math.min(360, innerWidth - 40),
      hidesWords: words.some((word) => word.bottom > own.top + 1 && word.top < own.bottom - 1),
    };
  });
const wide = await place();
await page.locator("main h1").click();
const leaves = (await proof.count()) === 0;
await page.locator(`[id="c.${claims.at(-1)}"]`).click();
await page.setViewportSize({ width: 390, height: 800 });
const narrow = await place();
const id = await proof.getAttribute("id");
await page.keyboard.press("Escape");
const closed = (await proof.count()) === 0;
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(`${url}#${id}`);
const unscripted = await plain.locator(`[id="${id}"]`).isVisible();
console.log(JSON.stringify({ wide, leaves, narrow, closed, unscripted, complaints }));
await browser.close();
