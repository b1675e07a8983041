// Search in the book's own words. The box is made here, so that nothing shows where scripts do not run; the
// sections to search are fetched when it is first used.
"use strict";

{
  const MOST = 12;
  const AROUND = 60;
  const root = new URL(".", document.currentScript.src);
  const contents = document.getElementById("_contents");

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const input = make("input", {
    type: "search",
    placeholder: "Search ( / )",
    "aria-label": "Search the book",
    autocomplete: "off",
    spellcheck: "false",
  });
  const tally = make("p", { role: "status", class: "tally" });
  const found = make("ol", { class: "found" });
  contents.querySelector("h2").after(make("div", { role: "search", class: "search" }, input, tally, found));

  let loading;
  const load = () =>
    (loading ??= new Promise((resolve) => {
      const script = make("script", { src: new URL("search-index.js", root) });
      const plain = (section) => ({ ...section, at: fold(`${section.page}\n${section.heading}\n${section.text}`) });
      script.onload = () => resolve(window.padmaSections.map(plain));
      script.onerror = () => resolve([]);
      document.head.append(script);
    }));

  // Letters without case and accents, one for one, so that places in the folded text are places in the text.
  const fold = (text) =>
    [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase().padEnd(letter.length)).join("");

  // The places where a word begins with the one sought.
  const places = (text, word) => {
    const starts = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) starts.push(at);
    }
    return starts;
  };

  // How well a section answers, or nothing if it lacks a word: titles weigh most.
  const rate = (section, words) => {
    const title = section.page.length;
    const heading = title + 1 + section.heading.length;
    let score = 0;
    let first = Infinity;
    for (const word of words) {
      const starts = places(section.at, word);
      if (starts.length === 0) return null;
      for (const at of starts) score += at < title ? (section.heading ? 5 : 40) : at < heading ? 20 : 1;
      const inText = starts.find((at) => at > heading);
      if (inText !== undefined) first = Math.min(first, inText - heading - 1);
    }
    return { section, score, first };
  };

  const excerpt = ({ section, first }, words) => {
    const { text } = section;
    const from = first === Infinity ? 0 : text.lastIndexOf(" ", Math.max(0, first - AROUND)) + 1;
    const end = text.indexOf(" ", (first === Infinity ? 0 : first) + AROUND);
    const to = end < 0 ? text.length : end;
    const shown = text.slice(from, to);
    const folded = fold(shown);
    const marks = words
      .flatMap((word) => places(folded, word).map((at) => [at, at + word.length]))
      .sort(([a], [b]) => a - b);
    const parts = [from > 0 ? "… " : ""];
    let done = 0;
    for (const [start, stop] of marks) {
      if (start < done) continue;
      parts.push(shown.slice(done, start), make("mark", {}, shown.slice(start, stop)));
      done = stop;
    }
    return [...parts, shown.slice(done), to < text.length ? " …" : ""];
  };

  const show = async () => {
    const sections = await load();
    const words = fold(input.value).split(/\s+/).filter((word) => word !== "");
    const rated = words.length === 0 ? [] : sections.map((section) => rate(section, words)).filter(Boolean);
    rated.sort((a, b) => b.score - a.score);
    const rows = rated.slice(0, MOST).map((hit) => {
      const { page, heading, url } = hit.section;
      const link = make("a", { href: new URL(url, root) }, heading ? `${page}: ${heading}` : page);
      return make("li", {}, link, make("p", {}, ...excerpt(hit, words)));
    });
    found.replaceChildren(...rows);
    const many = rated.length > MOST ? `the best ${MOST} of ${rated.length} sections` : `${rated.length} sections`;
    const told = rated.length === 1 ? "1 section" : many;
    tally.textContent = words.length === 0 ? "" : rated.length === 0 ? "Nothing found." : `Found: ${told}.`;
  };

  const step = (by) => {
    const stops = [input, ...found.querySelectorAll("a")];
    stops[stops.indexOf(document.activeElement) + by]?.focus();
  };

  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", show);
  input.parentElement.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      step(steps[event.key]);
    } else if (event.key === "Enter" && event.target === input) {
      found.querySelector("a")?.click();
    } else if (event.key === "Escape") {
      event.preventDefault();
      input.value = "";
      show();
      input.focus();
    }
  });
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}
