// Thinks about moves apart from the page, which stays live: the program runs a second time in a worker.
// Needs `ask.js`, which has fetched the program and the rules.
"use strict";

window.padmaThink ??= (() => {
  let worker = null;
  const waiting = new Map();
  let asked = 0;

  // The worker is made of texts of the page, since a page that was opened from a file may fetch none.
  const source = ({ unpack, ask }) => `"use strict";
const unpack = ${unpack};
const ask = ${ask};
let exports = null;
const loaded = new Set();
onmessage = async ({ data: { number, engine, variant, rules, fields } }) => {
  try {
    if (engine) exports = unpack(engine).then((bytes) => WebAssembly.instantiate(bytes)).then(({ instance }) => instance.exports);
    const program = await exports;
    if (!loaded.has(variant)) ask(program, ["load", variant, rules]);
    loaded.add(variant);
    postMessage({ number, found: ask(program, ["best", variant, ...fields]) });
  } catch (error) {
    postMessage({ number, fault: error.message });
  }
};`;

  const begin = () => {
    const text = source(window.padmaAsk.parts);
    const made = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    made.addEventListener("message", ({ data: { number, found, fault } }) => {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (fault) reject(new Error(fault));
      else resolve(found);
    });
    return made;
  };

  return {
    // Returns the promise of the best move after some moves of a variant's game: its `text`, and how well the side is off.
    best: (variant, { nodes, seed }, texts) => new Promise((resolve, reject) => {
      const isFirst = worker === null;
      worker ??= begin();
      asked += 1;
      waiting.set(asked, { resolve, reject });
      const engine = isFirst ? window.padmaEngine : null;
      worker.postMessage({ number: asked, engine, variant, rules: window.padmaTexts[variant], fields: ["", nodes, 60, seed, ...texts] });
    }),
  };
})();
