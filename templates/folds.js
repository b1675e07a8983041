// Long lists: a box that filters the entries by the words typed into it, and a button that opens
// all folded parts. Without this script, each part opens by itself, and the browser's own search
// still finds its content.
"use strict";

for (const list of document.querySelectorAll(".folds")) {
  // Maximum number of rows that are shown at once; others are opened part by part.
  const FEW = 80;
  const say = window.padmaSay;
  const { what } = list.dataset;
  const parts = [...list.querySelectorAll("details")];
  const rows = [...list.querySelectorAll("li")];
  const elements = rows.length > 0 ? rows : parts;
  if (elements.length < 2) continue;
  const entries = elements.map((element) => ({ element, part: element.closest("details"), text: null }));
  const bar = document.createElement("p");
  bar.className = "folds-bar";
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder: say("filter", { what }), autocomplete: "off" });
  input.setAttribute("aria-label", say("filter-by-words", { what }));
  const button = document.createElement("button");
  button.type = "button";
  const says = document.createElement("span");
  says.setAttribute("role", "status");
  bar.append(input, ...(parts.length > 0 ? [button] : []), says);
  (parts[0] ?? list.firstElementChild).before(bar);

  const label = () => (button.textContent = parts.every((part) => part.open) ? say("close-all") : say("open-all"));
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘′]/g, "'").toLowerCase();
  const filter = () => {
    const words = plain(input.value).split(/\s+/).filter((word) => word !== "");
    const shown = new Set();
    let count = 0;
    for (const entry of entries) {
      entry.text ??= plain(entry.element.dataset.name ?? entry.element.textContent);
      const has = words.every((word) => entry.text.includes(word));
      entry.element.hidden = !has;
      if (!has) continue;
      shown.add(entry.part);
      count += 1;
    }
    for (const part of parts) {
      part.hidden = !shown.has(part);
      if (words.length > 0 && count <= FEW) part.open = shown.has(part);
    }
    says.textContent = words.length === 0 ? "" : say("shown-of", { count, all: entries.length, what });
    label();
  };
  input.addEventListener("input", filter);
  button.addEventListener("click", () => {
    const open = !parts.every((part) => part.open);
    for (const part of parts) part.open = open;
    label();
  });
  list.addEventListener("toggle", label, true);
  list.addEventListener("change", ({ target }) => {
    if (target.name !== "verdict") return;
    const few = entries.filter(({ element }) => element.classList.contains(target.value)).length <= FEW;
    for (const part of parts) part.open = few && part.classList.contains(target.value);
  });
  label();
}
