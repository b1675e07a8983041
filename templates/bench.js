// Offers a workbench, and opens it when a reader asks for it or the address holds an edit:
// #bench=waterloo/rook@e3/TEXT, with the piece and its cell, and the text where it is not that of the
// book. Needs `ask.js`; nothing else is fetched before that.
"use strict";

{
  const SCRIPTS = ["picture.js", "try-board.js", "workbench.js"];
  // Limits of an address.
  const MOST_LETTERS = 16000;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const fetchAll = async (variant) => {
    await window.padmaAsk.scripts([...SCRIPTS, `play/${variant}.js`]);
    return { rules: await window.padmaAsk.variant(variant), ask: await window.padmaAsk.engine() };
  };

  // Returns the edit that an address holds for a bench; null if it holds none.
  const editIn = (hash, { variant, piece = "" }) => {
    const found = /^#bench=([^/]+)\/([^@/]+)@([^/]+)(?:\/(.*))?$/u.exec(hash);
    if (!found || hash.length > MOST_LETTERS) return null;
    try {
      const [of, kind, cell, text] = found.slice(1).map((part) => decodeURIComponent(part ?? ""));
      return of === variant && (piece === "" || piece === kind) ? { kind, cell, text } : null;
    } catch {
      return null;
    }
  };

  const offer = (section) => {
    const button = make("button", { type: "button", class: "try-begin" }, section.dataset.piece ? "Try another movement" : "Open the workbench");
    const begin = async () => {
      button.disabled = true;
      try {
        const program = await fetchAll(section.dataset.variant);
        const bench = new window.padmaBench(section, program);
        section.classList.add("try-open");
        bench.show();
        return bench;
      } catch (error) {
        button.disabled = false;
        button.after(make("p", { class: "try-not", role: "status" }, `The rules could not be loaded: ${error.message}.`));
        return null;
      }
    };
    button.addEventListener("click", async () => (await begin())?.focus());
    section.append(button);
    const edit = editIn(location.hash, section.dataset);
    if (edit) {
      begin().then((bench) => {
        bench?.follow(edit);
        section.scrollIntoView();
      });
    }
  };

  // A page with several pieces has this script several times.
  document.querySelectorAll(".bench:not(:has(button))").forEach(offer);
}
