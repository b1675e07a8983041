// From save to screen: how long it takes from writing a file until a browser shows it, with `padma serve` between them. Prints the
// median of twenty for a word of a page, in Lotus and in a book with a proof that takes long, and for a diagram of Lotus that
// shows another picture.
//
//     cargo build --release && .ci/browser && node benches/serve.mjs
//
// The time runs from before the file is written to the end of the frame in which the page shows it, as the page's own clock and
// this program's say, which are the machine's.

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launch } from "../tests/browser/chromium.mjs";

const ROUNDS = 20;
const PAUSE = 400;
const name = "pieces/rook";
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "padma-bench-"));
cpSync(join(root, "content"), folder, { recursive: true });
const program = process.env.PADMA ?? join(root, "target/release/padma");
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });

// Serves a book, opens a page of it, and hands on the page's file and its text.
async function serve(book, use) {
  const server = spawn(program, ["serve", book, "--no-open", "--content", folder], { stdio: ["ignore", "pipe", "ignore"] });
  const [first] = await new Promise((resolve) => createInterface(server.stdout).once("line", (line) => resolve([line])));
  try {
    await page.goto(new URL(`${name}.html`, first.replace("serving ", "")).href);
    await page.waitForFunction(() => document.querySelector("#padma-serve"));
    await page.waitForTimeout(1000);
    const path = join(folder, book, `${name}.md`);
    await use(path, readFileSync(path, "utf8"));
  } finally {
    server.kill();
  }
}

// When the page says this, or its first figure is another, in the frame after.
const awaited = (text) =>
  page.evaluate(
    (text) =>
      new Promise((resolve) => {
        const picture = () => document.querySelector("figure .board svg")?.innerHTML;
        const before = picture();
        const isThere = () => (text === null ? picture() !== before : document.querySelector("main").textContent.includes(text));
        const look = () => {
          if (!isThere()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    text,
  );

async function measure(what, path, edited, text) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const shown = awaited(text(round));
    await page.waitForTimeout(PAUSE);
    const begun = performance.timeOrigin + performance.now();
    writeFileSync(path, edited(round));
    times.push((await shown) - begun);
  }
  times.sort((a, b) => a - b);
  const [median, worst] = [times[ROUNDS / 2], times[ROUNDS - 1]].map((time) => time.toFixed(1));
  console.log(`${what}: ${median} ms, at worst ${worst} ms`);
}

const word = (round) => `Number ${round} is said.`;
const measureWord = (book, path, original) =>
  measure(`a word of ${book}`, path, (round) => original.replace(/\n\n(?=[A-Z])/, `\n\n${word(round)} `), word);
try {
  await serve("chessma-84", (path, original) => measureWord("chessma-84", path, original));
  await serve("lotus-39", async (path, original) => {
    await measureWord("lotus-39", path, original);
    writeFileSync(path, original);
    await page.waitForTimeout(2 * PAUSE);
    // The piece of the first diagram, now on one cell and now on another.
    const moved = (round) => (round % 2 === 0 ? original.replace("rook g4", "rook e4") : original);
    await measure("a picture of lotus-39", path, moved, () => null);
  });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
