// Asks the program compiled for web pages what a file of questions asks, and prints those that it answers otherwise, one a line as
// JSON; the last line counts them all.
//
//     node engine.mjs SCRIPT QUESTIONS
//
// Each line of QUESTIONS is a question with its answer, byte for byte; or `["step", NUMBER]` or `["back"]`, with the cells that each
// legal move leaves and goes to, or null.

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createContext, runInContext } from "node:vm";
import { gunzipSync } from "node:zlib";

const [script, questions] = process.argv.slice(2);
const world = createContext({});
world.window = world;
runInContext(readFileSync(script, "utf8"), world);
const { instance } = await WebAssembly.instantiate(gunzipSync(Buffer.from(world.padmaEngine, "base64")));
const { memory, padma_ask: answer, padma_answer: place, padma_buffer: room, padma_moves: ends, padma_step: step, padma_back: back } = instance.exports;

function ask(question) {
  const bytes = Buffer.from(question);
  const start = room(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const length = answer();
  return Buffer.from(memory.buffer, place(), length).toString();
}

// Walks on, and returns the legal moves as the file has them.
function walk([verb, number]) {
  const count = verb === "step" ? step(number) : back();
  if (count < 0) return "null";
  const cells = new Uint16Array(memory.buffer, ends(), 2 * count);
  return JSON.stringify(Array.from({ length: count }, (_, at) => [cells[2 * at], cells[2 * at + 1]]));
}

let asked = 0;
for await (const line of createInterface({ input: createReadStream(questions) })) {
  const [question, wanted] = JSON.parse(line);
  asked += 1;
  let found;
  try {
    found = Array.isArray(question) ? walk(question) : ask(question);
  } catch (error) {
    // Nothing can be asked of it any more.
    console.log(JSON.stringify({ question, wanted, error: String(error.stack) }));
    break;
  }
  if (found !== wanted) console.log(JSON.stringify({ question, wanted, found }));
}
console.log(JSON.stringify({ asked }));
