// Asks the program compiled for web pages what a file of questions asks, and prints those that it answers otherwise, one a line as
// JSON; the last line counts them all.
//
//     node engine.mjs SCRIPT QUESTIONS
//
// Each line of QUESTIONS is a question with its answer, byte for byte.

import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createContext, runInContext } from "node:vm";
import { gunzipSync } from "node:zlib";

const [script, questions] = process.argv.slice(2);
const world = createContext({});
world.window = world;
runInContext(readFileSync(script, "utf8"), world);
const { instance } = await WebAssembly.instantiate(gunzipSync(Buffer.from(world.padmaEngine, "base64")));
const { memory, padma_ask: answer, padma_answer: place, padma_buffer: room } = instance.exports;

function ask(question) {
  const bytes = Buffer.from(question);
  const start = room(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const length = answer();
  return Buffer.from(memory.buffer, place(), length).toString();
}

let asked = 0;
for await (const line of createInterface({ input: createReadStream(questions) })) {
  const [question, wanted] = JSON.parse(line);
  asked += 1;
  let found;
  try {
    found = ask(question);
  } catch (error) {
    // Nothing can be asked of it any more.
    console.log(JSON.stringify({ question, wanted, error: String(error.stack) }));
    break;
  }
  if (found !== wanted) console.log(JSON.stringify({ question, wanted, found }));
}
console.log(JSON.stringify({ asked }));
