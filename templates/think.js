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

  // Where the policy of a site allows no such worker, the page thinks by itself.
  let isAlone = false;
  const onPage = async ({ variant, fields }) => {
    const { ask } = await window.padmaAsk.variant(variant);
    // The words that say so are painted before.
    await new Promise((resolve) => { setTimeout(resolve, 50); });
    return ask("best", ...fields);
  };

  const begin = () => {
    const text = source(window.padmaAsk.parts);
    const made = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    made.addEventListener("message", ({ data: { number, found, fault } }) => {
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      if (fault) reject(new Error(fault));
      else resolve(found);
    });
    made.addEventListener("error", (event) => {
      event.preventDefault();
      isAlone = true;
      for (const { question, resolve, reject } of waiting.values()) onPage(question).then(resolve, reject);
      waiting.clear();
    });
    return made;
  };

  return {
    // Returns the promise of the best move after some moves of a variant's game: its `text`, and how well the side is off.
    best: (variant, { nodes, seed }, texts) => {
      const question = { variant, fields: ["", nodes, 60, seed, ...texts] };
      if (isAlone) return onPage(question);
      const isFirst = worker === null;
      worker ??= begin();
      asked += 1;
      const number = asked;
      worker.postMessage({ number, engine: isFirst ? window.padmaEngine : null, rules: window.padmaTexts[variant], ...question });
      return new Promise((resolve, reject) => { waiting.set(number, { question, resolve, reject }); });
    },
  };
})();
