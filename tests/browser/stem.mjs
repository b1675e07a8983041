// Prints the stem of each word given, as the site's search has it, as JSON.
//
//     node stem.mjs FOLDER WORD…

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";

const [folder, ...words] = process.argv.slice(2);
const world = createContext({});
world.window = world;
runInContext(readFileSync(join(folder, "stem.js"), "utf8"), world);
for (const word of words) console.log(JSON.stringify(world.padmaStem(word)));
