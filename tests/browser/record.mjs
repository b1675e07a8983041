// Plays a recorded game over as a reader does, and prints what the page shows after each step as JSON, one a line.
//
//     node record.mjs PAGE GAME MOVE…
//
// GAME is the game's anchor, and a MOVE what its link says. Of three windows the first lines say which moves cannot be
// tapped with most of the board in sight.

import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const [path, id, ...moves] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage();
const complaints = [];
page.on("pageerror", (error) => complaints.push(String(error)));
await page.goto(pathToFileURL(path).href);
const game = page.locator(`[id="${id}"]`);

// Scrolls to each move as a reader does who wants to tap it. Sent to the browser by itself.
function hidden(section) {
  const board = section.querySelector(".here .board");
  const links = [...section.querySelectorAll(".moves a")];
  const isInReach = (link) => (block) => {
    link.scrollIntoView({ block });
    const { left, top, width, height } = link.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const seen = board.getBoundingClientRect();
    const share = (Math.min(seen.bottom, innerHeight) - Math.max(seen.top, 0)) / seen.height;
    return there === link && share > 0.9;
  };
  const out = links.filter((link) => !["center", "start"].some(isInReach(link)));
  const wide = document.documentElement.scrollWidth - innerWidth;
  return { links: links.length, hidden: out.map((link) => link.textContent), wide };
}
for (const [width, height] of [[360, 740], [800, 900], [1400, 900]]) {
  await page.setViewportSize({ width, height });
  console.log(JSON.stringify({ width, ...(await game.evaluate(hidden)) }));
}

// Sent to the browser by itself.
function shown(section) {
  const here = section.querySelectorAll(".at.here");
  const count = (what) => here[0].querySelectorAll(what).length;
  return {
    hash: location.hash,
    positions: here.length,
    name: here[0].querySelector(".step b").textContent,
    current: section.querySelector(".moves [aria-current]")?.textContent ?? "",
    from: count("use[href$='.f']"),
    to: count("use[href$='.m']"),
    arrows: count(".way"),
    beside: [...here[0].querySelectorAll(".heap")].map((heap) => heap.ariaLabel),
    undrawn: [...here[0].querySelectorAll(".heap use")].filter((use) => use.getBBox().width === 0).length,
  };
}
const look = async (step) => console.log(JSON.stringify({ step, ...(await game.evaluate(shown)) }));

await look("first");
for (const move of moves) {
  await game.locator(".moves a", { hasText: move }).first().click();
  await look(move);
}
for (const step of ["back", "forward", "ArrowRight", "ArrowLeft", "Home", "End", "back"]) {
  if (step === "back") await page.goBack();
  else if (step === "forward") await page.goForward();
  else if (["Home", "End"].includes(step)) await game.locator(".here .board").press(step);
  else await page.keyboard.press(step);
  await look(step);
}
for (let left = moves.length + 3; left > 0; left -= 1) await page.goBack();
await look("begin");
// Without scripts: the positions that show at the addresses of the page, of its first position and of one between.
const plain = [];
for (const position of ["", `${id}_0`, `${id}_2w`]) {
  const still = await browser.newPage({ javaScriptEnabled: false });
  await still.goto(`${pathToFileURL(path).href}#${position}`);
  const shows = await still.locator(`[id="${id}"] .at:visible`).all();
  plain.push(await Promise.all(shows.map((element) => element.getAttribute("id"))));
  await still.close();
}
console.log(JSON.stringify({ complaints, plain }));
await browser.close();
