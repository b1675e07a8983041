// Asks the program about a variant's rules. The program is in `engine.js`, compiled for the page,
// and a variant's rules are in a script of the folder `rules`, as `padma show` prints them. Both
// are fetched when they are first needed, so a page that nobody touches fetches neither.
// `docs/reference/templates.md` lists the questions.
"use strict";

window.padmaAsk ??= (() => {
  // In a file with all pages this script has no address, and the file contains every script.
  const SHARED = (document.currentScript?.src ?? "").replace(/[^/]*$/u, "");
  const BOOK = SHARED && new URL(`${document.documentElement.dataset.root}.`, document.baseURI).href;
  // What a server sends for `engine.js`.
  const WEIGHT = "1.0";
  const say = window.padmaSay;
  const facts = new Map();
  let engine = null;

  // Runs a script once: one in a folder of the book, or one that all books share. One that the page contains has run already.
  const fetched = new Map();
  const fetchScript = (path) => {
    if (SHARED === "") return Promise.resolve();
    const address = (path.includes("/") ? BOOK : SHARED) + path;
    const isOnPage = [...document.scripts].some(({ src }) => src === address);
    if (!fetched.has(path) && isOnPage) fetched.set(path, Promise.resolve());
    if (!fetched.has(path)) {
      const loaded = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.addEventListener("load", resolve);
        script.addEventListener("error", () => reject(new Error(say("is-missing", { path }))));
        document.head.append(script);
      });
      fetched.set(path, loaded);
    }
    return fetched.get(path);
  };

  const unpack = async (text) => {
    const packed = atob(text);
    const bytes = new Uint8Array(packed.length);
    // A function called for each of half a million characters would take ten times as long.
    for (let at = 0; at < packed.length; at += 1) bytes[at] = packed.charCodeAt(at);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).arrayBuffer();
  };

  const begin = async () => {
    if (!window.padmaEngine) await fetchScript("engine.js");
    const { instance } = await WebAssembly.instantiate(await unpack(window.padmaEngine));
    return instance.exports;
  };

  // Returns the answer to a question. The engine must have been started. NUL separates the fields, so U+FFFD
  // replaces a NUL within a field.
  const ask = (exports, fields) => {
    const readable = fields.map((field) => String(field).replaceAll("\0", "\uFFFD"));
    const question = new TextEncoder().encode(readable.join("\0"));
    const start = exports.padma_buffer(question.length);
    new Uint8Array(exports.memory.buffer, start, question.length).set(question);
    const length = exports.padma_ask();
    const answer = new Uint8Array(exports.memory.buffer, exports.padma_answer(), length);
    const found = JSON.parse(new TextDecoder().decode(answer));
    if (found.fault) throw new Error(found.fault);
    return found;
  };

  return {
    // What a worker needs to run the program by itself.
    parts: { unpack, ask },

    // Returns the printed position of a figure, from its data, as the program reads it.
    position({ rest, pieces }) {
      const line = ({ side, label, kind, cell, unmoved }) =>
        [["white", "black"][side], label, kind, cell, ...(unmoved ? ["unmoved"] : [])].join("\t");
      return [...rest, ...pieces.map(line)].join("\n");
    },

    // What is said while the program is fetched.
    get loading() {
      return say("loading", { fetched: SHARED !== "" && !window.padmaEngine, weight: WEIGHT });
    },

    // Puts a button into a section. It calls `open` and shows that it is loading until the promise of `open` resolves.
    // Returns a function that does the same as the button; its promise gives null if the rules cannot be loaded.
    offer(section, label, open) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "try-begin", textContent: label });
      const begin = async () => {
        if (button.ariaBusy) return null;
        Object.assign(button, { ariaBusy: "true", textContent: this.loading });
        section.querySelector("[role=status]")?.remove();
        // The words are painted before the program is unpacked.
        await new Promise((resolve) => { setTimeout(resolve); });
        try {
          const opened = await open();
          section.classList.add("try-open");
          return opened;
        } catch (error) {
          Object.assign(button, { ariaBusy: null, textContent: label });
          const says = document.createElement("p");
          Object.assign(says, { className: "try-not", role: "status", textContent: say("rules-not-loaded", { reason: error.message }) });
          button.after(says);
          return null;
        }
      };
      button.addEventListener("click", async () => (await begin())?.focus());
      section.append(button);
      return begin;
    },

    // Fetches scripts, one after the other.
    async scripts(paths) {
      for (const path of paths) await fetchScript(path);
    },

    // Returns a function that answers questions about any text of rules: `(verb, ...fields)`. Its `step` and `back` walk
    // through the moves of a game.
    engine: async () => {
      engine ??= begin();
      const exports = await engine;
      const moves = (count) => count < 0 ? null : new Uint16Array(exports.memory.buffer, exports.padma_moves(), 2 * count);
      return Object.assign((...fields) => ask(exports, fields), {
        step: (number) => moves(exports.padma_step(number)),
        back: () => moves(exports.padma_back()),
      });
    },

    // Loads a variant, and returns the facts about it, with a function `ask` that answers
    // questions about it.
    async variant(id) {
      const asked = await this.engine();
      if (!facts.has(id)) {
        if (!window.padmaTexts?.[id]) await fetchScript(`rules/${id}.js`);
        const { variant, mistakes } = asked("load", id, window.padmaTexts[id]);
        if (!variant) throw new Error(mistakes[0].message);
        facts.set(id, { ...variant, ask: (verb, ...fields) => asked(verb, id, ...fields) });
      }
      return facts.get(id);
    },
  };
})();
