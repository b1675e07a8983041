// Offers a playground, and opens it when a reader asks for it or the address holds an edit:
// #playground=waterloo/rook@e3/TEXT, with the piece and its cell, and the text where it is not that of the
// book. Needs `ask.js`; nothing else is fetched before that.
"use strict";

{
  const SCRIPTS = ["picture.js", "try-board.js", "playground.js"];
  // Limits of an address.
  const MOST_LETTERS = 16000;

  const fetchAll = async (variant) => {
    await window.padmaAsk.scripts([...SCRIPTS, `play/${variant}.js`]);
    return { rules: await window.padmaAsk.variant(variant), ask: await window.padmaAsk.engine() };
  };

  // Returns the edit that an address holds for a playground; null if it holds none.
  const editIn = (hash, { variant, piece = "" }) => {
    const found = /^#playground=([^/]+)\/([^@/]+)@([^/]+)(?:\/(.*))?$/u.exec(hash);
    if (!found || hash.length > MOST_LETTERS) return null;
    try {
      const [of, kind, cell, text] = found.slice(1).map((part) => decodeURIComponent(part ?? ""));
      return of === variant && (piece === "" || piece === kind) ? { kind, cell, text } : null;
    } catch {
      return null;
    }
  };

  const offer = (section) => {
    const label = section.dataset.piece ? window.padmaSay("try-another") : window.padmaSay("open-playground");
    const begin = window.padmaAsk.offer(section, label, async () => {
      const program = await fetchAll(section.dataset.variant);
      const playground = new window.padmaPlayground(section, program);
      playground.show();
      return playground;
    });
    const edit = editIn(location.hash, section.dataset);
    if (edit) {
      begin().then((playground) => {
        playground?.follow(edit);
        section.scrollIntoView();
      });
    }
  };

  // A page with several pieces has this script several times.
  document.querySelectorAll(".playground:not(:has(button))").forEach(offer);
}
