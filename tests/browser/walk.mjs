// Asks the site's walker what a file of questions asks, one a line as JSON, and prints those it answers otherwise
// than they say; the last line counts them all.
//
//     node walk.mjs BOOK QUESTIONS

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

const [book, path] = process.argv.slice(2);
const world = createContext({});
world.window = world;
const scripts = ["walk.js", ...readdirSync(join(book, "moves")).map((name) => `moves/${name}`)];
for (const script of scripts) runInContext(readFileSync(join(book, script), "utf8"), world);

let asked = 0;
for (const line of readFileSync(path, "utf8").trim().split("\n")) {
  const { variant, kind, side, position, from, unmoved, answers } = JSON.parse(line);
  for (const [question, expected] of Object.entries(answers)) {
    const answer = world.padmaWalk.ask(world.padmaMoves[variant], question, kind, side, position, from, unmoved);
    asked += 1;
    if (JSON.stringify(answer) === JSON.stringify(expected)) continue;
    console.log(JSON.stringify({ variant, kind, side, position, from, unmoved, question, expected, answer }));
  }
}
console.log(JSON.stringify({ asked }));
