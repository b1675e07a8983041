// Searches a book's own words or, on the pages over all books, those of all books. The box is made
// here, so that nothing shows where scripts do not run; the sections are fetched on first use.
"use strict";

{
  const books = window.padmaBooks;
  const say = window.padmaSay;
  const MOST = books ? 20 : 12;
  const AROUND = 80;
  // The worth of a word by its place: in a page's title, in a heading, in the page title above
  // that, in the text.
  const PLACES = { page: 40, heading: 20, above: 5, text: 1 };
  // The bonus if the sought words themselves follow one another in the text: more than a title
  // with a synonym of one is worth.
  const TOGETHER = 35;
  // The bonus for the section of the rules of play that lists what the game lacks: it answers a question such as
  // "is there castling?".
  const DENIED = 30;
  const ABSENT = "rules-of-play.html#absent";
  // The factor for how well a word matches: the same word, a cell with a piece's letter before it,
  // another form of the word, a synonym, a longer word, a misspelt one.
  const MATCH = { same: 1, cell: 0.9, stem: 0.8, synonym: 0.6, start: 0.5, slip: 0.4 };
  const SHORTEST_MISSPELT = 4;
  // Words of questions that say nothing about what is sought.
  const IDLE = new Set(
    ("a an and are at be by can could did do does for from how i in is it its may me must my of on or should the there they " +
      "this to was were what when where which who why will with would you your").split(" "),
  );
  // Groups of words that players use for one thing.
  const SYNONYMS = [
    ["setup", "start", "begin", "initial"],
    ["win", "goal", "end", "mate", "checkmate", "victory"],
    ["castle", "castling"],
    ["capture", "take"],
    ["slip", "error", "erratum", "errata"],
    ["question", "reading"],
  ];
  // In a single-file book this script has no address, and its data is in the page.
  const shared = document.currentScript.src;
  const isAlone = !shared;
  // The folder of the book, or of the pages over all books.
  const root = new URL(document.documentElement.dataset.root ?? "", document.baseURI);
  const isEnglish = /^en\b/.test(document.documentElement.lang);
  const contents = document.getElementById("Contents");

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const input = make("input", {
    type: "search",
    placeholder: say("search-hint", { all: Boolean(books) }),
    "aria-label": say("search", { all: Boolean(books) }),
    autocomplete: "off",
    spellcheck: "false",
  });
  const tally = make("p", { role: "status", class: "tally" });
  const found = make("ol", { class: "found" });
  // The link to what other books have.
  const further = make("p", { class: "further" });
  const answers = make("div", { class: "answers" }, tally, found, ...(books || isAlone ? [] : [further]));
  // The script's own words are English, whatever the language of the page.
  const box = make("search", { class: "search", ...window.padmaSay.ours }, input, answers);
  // If the contents are beside the text, the box is with them; if they are at the end, it is at
  // the head of the page.
  const isBeside = matchMedia("(min-width: 64rem)");
  const besideText = contents?.querySelector(".search-place");
  // A page of a book's own template may have no room for it.
  const atHead = document.getElementById("Search") ?? contents ?? document.body;
  const settle = () => (besideText && isBeside.matches ? besideText : atHead).append(box);
  settle();
  isBeside.addEventListener("change", settle);
  answers.hidden = true;

  // Returns a word for comparison: without case, accents and differences between quotes.
  const fold = (word) =>
    word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[’‘ʼ′`´]/g, "'").replace(/'s$/, "");

  // Returns the words of a text with their places. A stroke after a cell's name is part of it; any
  // other is a quote.
  const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ′][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*['’ʼ′`´]?/gu;
  const words = (text) =>
    [...text.matchAll(WORD)].map(({ 0: word, index }) => {
      const key = fold(word);
      const bare = /^[a-z]\d+'$/.test(key) ? key : key.replace(/'$/, "");
      return { key: bare, start: index, end: index + word.length - (key.length - bare.length) };
    });

  // Returns what is compared of a word: itself, its stem, and the cell of a move such as Pe3.
  // "Castling" is not reduced to a stem: it is what a King does, and a Castle may be a piece.
  const term = (key) => ({
    key,
    stem: isEnglish && key !== "castling" ? window.padmaStem(key) : key,
    cell: /^[a-z]{1,2}([a-z]\d+'?)$/.exec(key)?.[1],
  });

  const read = (address) =>
    new Promise((resolve, reject) => {
      const script = make("script", { src: address });
      script.onload = resolve;
      script.onerror = () => reject(new Error(address));
      document.head.append(script);
    });

  // The places to search: the book itself, or all books in the folders beside this one. Each
  // script puts its sections in the same variable, so they are loaded one after the other. One of
  // several books that cannot be loaded is left out.
  const places = books
    ? books.map(({ title, folder }) => ({ title, at: new URL(`../${folder}/`, root) }))
    : [{ title: "", at: root, sections: window.padmaSections }];
  const sectionsOf = async ({ title, at, sections }) => {
    if (!sections) {
      delete window.padmaSections;
      await read(new URL("search-index.js", at));
    }
    return (sections ?? window.padmaSections).map((section) => ({ ...section, book: title, at }));
  };
  const readAll = async () => {
    const [all, unread] = [[], []];
    for (const place of places) {
      try {
        all.push(...(await sectionsOf(place)));
      } catch (error) {
        if (places.length === 1) throw error;
        unread.push(place.title);
      }
    }
    return { all, unread: unread.filter((title) => title !== "") };
  };

  // Loads the sections; their words are numbers in one list of terms.
  let loading;
  const load = () => {
    const stem = window.padmaStem ?? read(new URL("stem.js", shared));
    loading ??= Promise.all([readAll(), stem]).then(([{ all, unread }]) => {
      const terms = [];
      const numbers = new Map();
      const number = (key) => {
        if (!numbers.has(key)) numbers.set(key, terms.push(term(key)) - 1);
        return numbers.get(key);
      };
      const sections = all.map((section) => {
        const fields = [section.page, section.heading, section.text];
        const places = fields.map((text) => words(text).map((word) => ({ ...word, term: number(word.key) })));
        return { ...section, places };
      });
      return { terms, sections, unread };
    });
    // A failed load may succeed when it is tried again.
    loading.catch(() => (loading = undefined));
    return loading;
  };

  // Whether one typing error turns one word into the other: a letter wrong, missing or added, or
  // two exchanged.
  const isSlip = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let start = 0;
    while (start < a.length && a[start] === b[start]) start += 1;
    let end = 0;
    while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
    const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
    return Math.max(x.length, y.length) < 2 || (x.length === 2 && x === y[1] + y[0]);
  };

  // Whether a word has the same root, judged by its beginning: "rotary" and "rotate".
  const ROOT = 4;
  const isAkin = (key, { stem }) => stem.length > ROOT && key.startsWith(stem.slice(0, -1));

  // Returns the stems of the words with the same meaning.
  const synonyms = (sought) => {
    const groups = SYNONYMS.map((group) => group.map((word) => term(word).stem));
    return groups.filter((group) => group.includes(sought.stem)).flat();
  };

  // Returns how well each term matches a sought word. Misspelt and related terms count only if no
  // other matches.
  const match = (terms, word) => {
    const sought = term(word);
    const kin = isEnglish ? synonyms(sought) : [];
    const exact = terms.map(({ key, stem, cell }) => {
      if (key === sought.key) return MATCH.same;
      if (cell === sought.key) return MATCH.cell;
      if (stem === sought.stem) return MATCH.stem;
      if (kin.includes(stem)) return MATCH.synonym;
      return key.startsWith(sought.key) ? MATCH.start : 0;
    });
    if (exact.some((worth) => worth > 0)) return { worth: exact };
    if (word.length < SHORTEST_MISSPELT || /\d/.test(word)) return { worth: exact };
    const near = ({ key }) => key.length >= SHORTEST_MISSPELT && (isSlip(key, word) || isAkin(key, sought));
    const meant = terms.filter(near);
    return { worth: terms.map((one) => (meant.includes(one) ? MATCH.slip : 0)), meant: meant.map(({ key }) => key) };
  };

  // Returns what is sought: single words, and phrases, which are in quotes or joined as in e3-e5.
  // A question loses its words in `IDLE`.
  const phrases = (query) => {
    const all = query
      .replace(/[“”„«»]/g, '"')
      .replace(/\bset(?:ting)?[\s-]+up\b/giu, "setup")
      .split(/"([^"]*)"|\s+/)
      .map((part) => words(part ?? "").map(({ key }) => key))
      .filter((phrase) => phrase.length > 0);
    const telling = all.filter((phrase) => phrase.length > 1 || !IDLE.has(phrase[0]));
    return isEnglish && telling.length > 0 ? telling : all;
  };

  // Returns the places of a phrase among a field's words, and how well the words match.
  const occurrences = (places, phrase) => {
    const here = [];
    for (let at = 0; at + phrase.length <= places.length; at += 1) {
      const worth = phrase.map(({ worth }, next) => worth[places[at + next].term]);
      if (!worth.includes(0)) {
        const isDenied = places[at - 1]?.key === "no";
        here.push({ start: places[at].start, end: places[at + phrase.length - 1].end, worth: Math.min(...worth), isDenied });
      }
    }
    return here;
  };

  // Returns how well a section matches: how many of the phrases it has, and what they are worth
  // there.
  const rate = (section, sought) => {
    const weights = [section.heading ? PLACES.above : PLACES.page, PLACES.heading, PLACES.text];
    const marks = [];
    let [has, score] = [0, 0];
    for (const phrase of sought) {
      const fields = section.places.map((places) => occurrences(places, phrase));
      if (fields.some((field) => field.length > 0)) has += 1;
      fields.forEach((field, index) => {
        const best = Math.max(0, ...field.map(({ worth }) => worth));
        score += weights[index] * best * Math.log2(1 + field.length);
      });
      marks.push(...fields[2]);
    }
    const [, , text] = section.places;
    const together = occurrences(text, sought.flat()).some(({ worth }) => worth >= MATCH.stem);
    if (sought.length > 1 && together) score += TOGETHER;
    if (section.url === ABSENT && marks.some(({ isDenied }) => isDenied)) score += DENIED;
    return { section, has, score, marks: marks.sort((a, b) => a.start - b.start) };
  };

  const excerpt = ({ section: { text }, marks }) => {
    const first = marks[0]?.start ?? 0;
    const from = first > AROUND ? text.lastIndexOf(" ", first - AROUND) + 1 : 0;
    const space = text.indexOf(" ", first + AROUND);
    const to = space < 0 ? text.length : space;
    const parts = [from > 0 ? "… " : ""];
    let done = from;
    for (const { start, end } of marks) {
      if (start < done || end > to) continue;
      parts.push(text.slice(done, start), make("mark", {}, text.slice(start, end)));
      done = end;
    }
    return [...parts, text.slice(done, to), to < text.length ? " …" : ""];
  };

  const summary = (hits, sought) => {
    if (hits.length === 0) return say("nothing-found");
    const count = hits.length;
    const meant = sought.flat().flatMap((word) => word.meant ?? []);
    const quoted = meant.map((word) => say("quoted", { word }));
    const words = quoted.length > 0 ? quoted.reduce((one, other) => say("either", { one, other })) : "";
    return say("found", { whole: hits[0].has === sought.length, more: count > MOST, most: MOST, count, words });
  };

  const show = async () => {
    const query = input.value;
    answers.hidden = query.trim() === "";
    if (answers.hidden) return found.replaceChildren(), (tally.textContent = "");
    const elsewhere = new URL(`../index.html#${new URLSearchParams({ search: query.trim() })}`, root);
    further.replaceChildren(make("a", { href: elsewhere }, say("search-elsewhere")));
    let index;
    try {
      index = await load();
    } catch {
      found.replaceChildren();
      tally.textContent = say("book-not-loaded", { all: Boolean(books) });
      return;
    }
    if (query !== input.value) return;
    const sought = phrases(query).map((phrase) => phrase.map((word) => match(index.terms, word)));
    const rated = index.sections.map((section) => rate(section, sought));
    const most = Math.max(1, ...rated.map(({ has }) => has));
    const hits = rated.filter(({ has }) => has === most).sort((a, b) => b.score - a.score);
    const rows = hits.slice(0, MOST).map((hit) => {
      const { page, heading, url, book, at } = hit.section;
      const title = heading ? `${page}: ${heading}` : page;
      const link = make("a", { href: new URL(url, at) }, book && book !== page ? `${title} (${book})` : title);
      return make("li", {}, link, make("p", {}, ...excerpt(hit)));
    });
    found.replaceChildren(...rows);
    answers.scrollTop = 0;
    const { unread } = index;
    const unreadBooks = unread.length > 0 && unread.reduce((one, other) => say("both", { one, other }));
    const missing = unreadBooks ? [say("index-not-loaded", { books: unreadBooks })] : [];
    tally.textContent = [summary(hits, sought), ...missing].join(" ");
  };

  const step = (by) => {
    const stops = [input, ...answers.querySelectorAll("a")];
    stops[stops.indexOf(document.activeElement) + by]?.focus();
  };

  input.addEventListener("focus", () => load().catch(() => {}), { once: true });
  for (const event of ["input", "focus"]) input.addEventListener(event, show);
  box.addEventListener("keydown", (event) => {
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
  // A click or focus elsewhere closes the answers.
  for (const event of ["pointerdown", "focusin"]) {
    addEventListener(event, ({ target }) => {
      if (!box.contains(target)) answers.hidden = true;
    });
  }
  found.addEventListener("click", () => (answers.hidden = true));
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });

  // A search in all books that begins in a book is passed in the address.
  const asked = () => {
    const query = new URLSearchParams(location.hash.slice(1)).get("search");
    if (!books || query === null) return;
    input.value = query;
    input.focus();
    show();
  };
  asked();
  addEventListener("hashchange", asked);

  // Scrolls a long list of contents to the current page.
  const list = contents?.querySelector(".toc");
  const current = list?.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}
