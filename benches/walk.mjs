// Counts the moves that the program compiled for the page plays in a second, each with the legal moves that follow, in random
// games of 60 plies at most. Prints a line for each variant, whose rules `padma show` prints.
//
//     target/release/padma show chess >chess.toml && node benches/walk.mjs templates/engine.js chess.toml

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gunzipSync } from "node:zlib";

const [script, ...files] = process.argv.slice(2);
const MOST_PLIES = 60;
const MILLISECONDS = 1500;
const world = createContext({});
world.window = world;
runInContext(readFileSync(script, "utf8"), world);
const { instance } = await WebAssembly.instantiate(gunzipSync(Buffer.from(world.padmaEngine, "base64")));
const { memory, padma_ask, padma_answer, padma_buffer, padma_step: step } = instance.exports;

const ask = (...fields) => {
  const question = Buffer.from(fields.join("\0"));
  const start = padma_buffer(question.length);
  new Uint8Array(memory.buffer, start, question.length).set(question);
  const length = padma_ask();
  const answer = JSON.parse(Buffer.from(memory.buffer, padma_answer(), length).toString());
  if (answer.fault) throw new Error(answer.fault);
  return answer;
};

// A linear congruential generator, so that two runs play the same games.
let seed = 7;
const below = (bound) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % bound;
};

const play = (milliseconds) => {
  const start = performance.now();
  let [played, listed] = [0, 0];
  while (performance.now() - start < milliseconds) {
    let { moves } = ask("walk", "played", "");
    for (let ply = 0; ply < MOST_PLIES && moves; ply += 1) {
      moves = step(below(moves));
      played += 1;
      listed += moves;
    }
  }
  return [(1000 * played) / (performance.now() - start), listed / played];
};

for (const file of files) {
  ask("load", "played", readFileSync(file, "utf8"));
  // The browser compiles again what is often run.
  play(MILLISECONDS);
  const [rate, moves] = play(MILLISECONDS);
  console.log(`${basename(file)}: ${rate.toFixed(0)} moves a second, ${moves.toFixed(0)} legal moves after each`);
}
