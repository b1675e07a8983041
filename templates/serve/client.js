// Keeps an open page up to date while its book is being written: changes are put in place without
// moving the reader, and errors are listed and marked. It runs before all other scripts, so that
// it sees the page as it was sent.
"use strict";

{
  const EVENTS = "/.padma/events";
  const KEPT = "padma-serve";
  // Maximum size of a comparison of changed nodes; larger ones are matched by place alone.
  const MOST_COMPARED = 10_000;
  // Elements that are replaced whole, because scripts change their content.
  const WHOLE = "svg, figure, script, textarea, select";
  // Elements that scripts change so much that only a reload can update them.
  const KNOTTED = ".game, .folds";

  let { seen } = document.currentScript.dataset;
  let printed = null;
  // For each node of the page as it was sent, the node that the reader sees.
  const shown = new WeakMap();

  const pair = (sent, node) => {
    shown.set(sent, node);
    sent.childNodes.forEach((child, index) => pair(child, node.childNodes[index]));
  };
  const pass = (old, fresh) => {
    shown.set(fresh, shown.get(old));
    fresh.childNodes.forEach((child, index) => pass(old.childNodes[index], child));
  };

  // Thrown where the page cannot be patched.
  class Stuck extends Error {}

  const place = (sent) => {
    const node = shown.get(sent);
    if (!node?.isConnected) throw new Stuck();
    return node;
  };
  const made = (fresh) => {
    if (fresh.matches?.(KNOTTED) || fresh.querySelector?.(KNOTTED)) throw new Stuck();
    const node = document.importNode(fresh, true);
    pair(fresh, node);
    return node;
  };

  const patchAttributes = (old, fresh, node) => {
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name)) node.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) node.setAttribute(name, value);
    }
  };

  const enliven = (node) => {
    const LIVE = "figure:has(script.live)";
    const figures = node.matches?.(LIVE) ? [node] : [...(node.querySelectorAll?.(LIVE) ?? [])];
    for (const figure of figures) dispatchEvent(new CustomEvent("padma-figure", { detail: figure }));
  };

  // What the reader has opened stays open.
  const folds = (root) => [...(root.querySelectorAll?.("details") ?? [])];
  const openness = (root) => folds(root).map((part) => part.open);
  const unfold = (root, open) => folds(root).forEach((part, index) => (part.open = open[index] ?? part.open));

  const replace = (old, fresh) => {
    const [was, node] = [place(old), made(fresh)];
    unfold(node, openness(was));
    const { id } = document.activeElement ?? {};
    const hadFocus = was.contains(document.activeElement);
    was.replaceWith(node);
    enliven(node);
    if (!hadFocus) return;
    const heir = (id && document.getElementById(id)) || node.querySelector?.("[tabindex], a, button");
    heir?.focus({ preventScroll: true });
  };

  const patch = (old, fresh) => {
    if (old.isEqualNode(fresh)) return pass(old, fresh);
    if (old.nodeType === Node.TEXT_NODE && fresh.nodeType === Node.TEXT_NODE) {
      const node = place(old);
      node.data = fresh.data;
      shown.set(fresh, node);
      return undefined;
    }
    const isAlike = old.nodeType === Node.ELEMENT_NODE && old.nodeName === fresh.nodeName && old.id === fresh.id;
    if (!isAlike || old.matches(WHOLE)) return replace(old, fresh);
    if (old.matches(KNOTTED)) throw new Stuck();
    const node = place(old);
    patchAttributes(old, fresh, node);
    shown.set(fresh, node);
    return patchChildren([...old.childNodes], [...fresh.childNodes], node);
  };

  const patchChildren = (old, fresh, parent) => {
    let start = 0;
    while (start < Math.min(old.length, fresh.length) && old[start].isEqualNode(fresh[start])) {
      pass(old[start], fresh[start]);
      start += 1;
    }
    let [oldEnd, freshEnd] = [old.length, fresh.length];
    while (oldEnd > start && freshEnd > start && old[oldEnd - 1].isEqualNode(fresh[freshEnd - 1])) {
      oldEnd -= 1;
      freshEnd -= 1;
      pass(old[oldEnd], fresh[freshEnd]);
    }
    const next = old[oldEnd];
    const before = old[start - 1];
    let last = before ? place(before) : null;
    const insert = (sent) => {
      const node = made(sent);
      if (last) last.after(node);
      else if (next) place(next).before(node);
      else parent.prepend(node);
      enliven(node);
      return node;
    };
    for (const [was, is] of matched(old.slice(start, oldEnd), fresh.slice(start, freshEnd))) {
      if (was && is) {
        patch(was, is);
        last = shown.get(is);
      } else if (is) {
        last = insert(is);
      } else {
        place(was).remove();
      }
    }
  };

  // Pairs nodes in order: equal ones first, then, between those, an old node with the new one that may have replaced
  // it.
  const matched = (old, fresh) => {
    const same = old.length * fresh.length > MOST_COMPARED ? [] : common(old, fresh);
    const pairs = [];
    let [oldAt, freshAt] = [0, 0];
    for (const [i, j] of [...same, [old.length, fresh.length]]) {
      const [gone, come] = [old.slice(oldAt, i), fresh.slice(freshAt, j)];
      for (const is of come) {
        const at = gone.findIndex((was) => was.nodeName === is.nodeName);
        for (const was of gone.splice(0, at < 0 ? 0 : at)) pairs.push([was, null]);
        pairs.push([at < 0 ? null : gone.shift(), is]);
      }
      for (const was of gone) pairs.push([was, null]);
      if (i < old.length) pairs.push([old[i], fresh[j]]);
      [oldAt, freshAt] = [i + 1, j + 1];
    }
    return pairs;
  };

  // Returns the places of the longest common subsequence of equal nodes.
  const common = (old, fresh) => {
    const equal = old.map((was) => fresh.map((is) => was.isEqualNode(is)));
    const lengths = Array.from({ length: old.length + 1 }, () => new Array(fresh.length + 1).fill(0));
    for (let i = old.length - 1; i >= 0; i -= 1) {
      for (let j = fresh.length - 1; j >= 0; j -= 1) {
        lengths[i][j] = equal[i][j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    const places = [];
    for (let i = 0, j = 0; i < old.length && j < fresh.length; ) {
      if (equal[i][j]) places.push([i++, j++]);
      else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
      else j += 1;
    }
    return places;
  };

  // Returns the scripts and style sheets of the head; a difference needs a reload.
  const wanted = (page) =>
    [...page.head.querySelectorAll("script[src], link[rel=stylesheet]")]
      .map((element) => element.getAttribute("src") ?? element.getAttribute("href"))
      .filter((address) => !address.startsWith("/.padma/"))
      .join(" ");

  const asked = wanted(document);

  // Adds rules for boards of a width that the style sheet does not know.
  const widths = document.createElement("style");
  const learnWidths = (text) => {
    const all = new Set([...text.matchAll(/class="b-board b-w(\d+)/g)].map(([, width]) => width));
    widths.textContent = [...all].map((width) => `.b-w${width}{--b-sides:${width / 100}}`).join("");
  };

  const show = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (wanted(page) !== asked) throw new Stuck();
    unmark();
    document.title = page.title;
    patchAttributes(printed.parentNode, page.documentElement, document.documentElement);
    learnWidths(text);
    patch(printed, page.body);
    printed = page.body;
  };

  // Saves the reader's place on the page, and reloads.
  const reload = () => {
    const open = openness(document);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, top: scrollY, open }));
    } catch {
      // The browser forbids storage: the page begins at its top.
    }
    location.reload();
  };
  const stand = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEPT));
      sessionStorage.removeItem(KEPT);
      if (kept?.path !== location.pathname) return;
      unfold(document, kept.open);
      scrollTo({ top: kept.top, behavior: "instant" });
    } catch {
      // As above.
    }
  };

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children.filter((child) => child !== ""));
    return element;
  };

  const STYLE = `
    .padma-flaw{background:none;color:inherit;text-decoration:underline wavy #b3261e 2px;text-underline-offset:.2em;scroll-margin:5rem}
    .padma-flaw.warning{text-decoration-color:#9a6700}
    .padma-note{display:block;margin:.2rem 0 1rem;padding:.45rem .8rem;border-left:3px solid #b3261e;background:#b3261e14;
      font:.8rem/1.5 Inter,system-ui,sans-serif;text-align:left;hyphens:none}
    .padma-note.warning{border-color:#9a6700;background:#9a670014}
    .padma-note b{font-weight:600}
    .padma-note span{display:block;opacity:.85}
    @media print{.padma-note{display:none}.padma-flaw{text-decoration:none}}`;
  const BAR = `
    :host{all:initial}
    section{position:fixed;z-index:99;inset:auto 0 0;max-height:32vh;overflow:auto;font:14px/1.5 Inter,system-ui,sans-serif;
      background:#fff8f6;color:#2b1512;border-top:3px solid #b3261e;box-shadow:0 -4px 24px rgb(0 0 0/.18)}
    section.warning{border-color:#9a6700;background:#fffaf0;color:#2a2110}
    section.calm{border-color:#3b6ea5;background:#f6f9fc;color:#14202b}
    @media (prefers-color-scheme:dark){section{background:#2a1613;color:#f6e3df}section.warning{background:#261e0e;color:#f3e9d2}
      section.calm{background:#131c25;color:#dfe9f3}}
    @media print{:host{display:none}}
    details{max-width:61rem;margin:0 auto;padding:.5rem 1.5rem}
    summary{cursor:pointer;font-weight:600}
    ol{margin:.4rem 0 .2rem;padding:0;list-style:none}
    li,dt{padding:.35rem 0;border-top:1px solid rgb(128 128 128/.25);overflow-wrap:anywhere}
    dl,p{margin:.4rem 0}
    dd{margin:0 0 .35rem 1.5rem;overflow-wrap:anywhere}
    a,code{font:12px/1.5 ui-monospace,monospace;color:inherit}
    :is(li,dt,dd) span{display:block;opacity:.85}
    :focus-visible{outline:2px solid currentColor;outline-offset:2px}`;

  const host = make("aside", { id: "padma-serve", "aria-label": "About this book" });
  const bar = host.attachShadow({ mode: "open" });
  let isFolded = false;
  let isUnfolded = false;
  // What was last said about the book, and the claims proposed for the page.
  let [flaws, proposals] = [[], []];

  // Splits a text into words and, between backquotes, code.
  const words = (text) => text.split("`").map((part, index) => (index % 2 === 1 && part ? make("code", {}, part) : part));
  const counted = (count, what) => (count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`);

  const unmark = () => document.querySelectorAll(".padma-note").forEach((note) => note.remove());
  const mark = (flaw) => {
    const marks = document.querySelectorAll(`.padma-flaw[data-flaw="${flaw.number}"]`);
    const [word] = marks;
    if (!word) return;
    word.id = `padma-flaw-${flaw.number}`;
    for (const mark of marks) mark.classList.add(flaw.severity);
    const block = word.closest("p, li, td, th, h1, h2, h3, h4, h5, h6, pre, blockquote, figure") ?? word;
    const helps = flaw.help.map((text) => make("span", {}, ...words(text)));
    const note = make("div", { class: `padma-note ${flaw.severity}` }, make("b", {}, ...words(flaw.message)), ...helps);
    if (block.matches("li, td, th, blockquote")) {
      block.append(note);
    } else {
      let last = block;
      while (last.nextElementSibling?.matches(".padma-note")) last = last.nextElementSibling;
      last.after(note);
    }
  };
  const entry = (flaw) => {
    const isHere = flaw.page && decodeURI(flaw.page) === decodeURI(whole(location.pathname));
    const address = isHere ? `#padma-flaw-${flaw.number}` : `${flaw.page}#padma-flaw-${flaw.number}`;
    const place = !flaw.place ? "" : flaw.page ? make("a", { href: address }, flaw.place) : make("code", {}, flaw.place);
    const helps = [flaw.label, ...flaw.help].filter(Boolean).map((text) => make("span", {}, ...words(text)));
    return make("li", {}, place, " ", `${flaw.severity}: `, ...words(flaw.message), ...helps);
  };
  // Finds the block with a sentence, whatever stands between its words in the source.
  const letters = (text) => text.replace(/[\s|]+/g, "");
  const blockOf = (sentence) => {
    const blocks = [...document.querySelectorAll("main :is(p, li, tr, h1, h2, h3, h4, h5, h6, figcaption, blockquote)")];
    return blocks.findLast((block) => letters(block.textContent).includes(letters(sentence)));
  };
  const fact = ({ place, text, sentence, candidates }) => {
    const link = make("a", { href: "#" }, place);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const block = blockOf(sentence);
      block?.scrollIntoView({ block: "center" });
      block?.animate([{ background: "#3b6ea555" }, { background: "transparent" }], 2500);
    });
    const claims = candidates.map(({ expression, outcome, says, bound_by: bound }) =>
      make("dd", {}, make("code", {}, expression), ` ${outcome}`, make("span", {}, ...words(says)), make("span", {}, `bound by ${bound}`)),
    );
    return [make("dt", {}, link, " ", make("b", {}, text), make("span", {}, sentence)), ...claims];
  };
  const facts = () => {
    const disagree = proposals.filter(({ disagrees }) => disagrees).length;
    const against = disagree === 0 ? "" : `, ${disagree} ${disagree === 1 ? "disagrees" : "disagree"} with the rules`;
    const says = `${counted(proposals.length, "fact")} without a claim${against}`;
    const hint = "A claim is written by `padma propose`, or in an editor.";
    const all = make("details", {}, make("summary", {}, says), make("p", {}, ...words(hint)), make("dl", {}, ...proposals.flatMap(fact)));
    all.open = isUnfolded;
    all.addEventListener("toggle", () => (isUnfolded = all.open));
    return all;
  };
  const list = () => {
    unmark();
    flaws.forEach(mark);
    const count = (severity) => flaws.filter((flaw) => flaw.severity === severity).length;
    const errors = count("error");
    host.hidden = flaws.length + proposals.length === 0;
    if (host.hidden) return bar.replaceChildren();
    const says = [counted(errors, "error"), counted(count("warning"), "warning"), counted(count("note"), "note")];
    const all = make("details", {}, make("summary", {}, says.filter(Boolean).join(", ")), make("ol", {}, ...flaws.map(entry)));
    all.open = errors > 0 && !isFolded;
    all.addEventListener("toggle", () => (isFolded = !all.open));
    const parts = [flaws.length > 0 ? all : "", proposals.length > 0 ? facts() : ""];
    const kind = errors > 0 ? "error" : flaws.length > 0 ? "warning" : "calm";
    const section = make("section", { role: "status", class: kind }, ...parts);
    return bar.replaceChildren(make("style", {}, BAR), section);
  };
  const whole = (path) => (path.endsWith("/") ? `${path}index.html` : path);

  const take = (news) => {
    if (news.anew) return reload();
    if (news.proposals) {
      ({ proposals } = news);
      return list();
    }
    if (news.page !== null) {
      try {
        show(news.page);
      } catch (error) {
        if (!(error instanceof Stuck)) console.error(error);
        return reload();
      }
    }
    ({ seen, flaws } = news);
    if (news.first) proposals = [];
    list();
    if (location.hash.startsWith("#padma-flaw-")) document.querySelector(location.hash)?.scrollIntoView();
    return dispatchEvent(new CustomEvent("padma-shown"));
  };

  // Browsers open few connections to one site, so only visible pages keep one.
  let source = null;
  const listen = () => {
    source?.close();
    source = null;
    if (document.hidden) return;
    const query = new URLSearchParams({ path: decodeURI(location.pathname), seen });
    const own = new EventSource(`${EVENTS}?${query}`);
    source = own;
    own.onmessage = ({ data }) => source === own && take(JSON.parse(data));
    own.onerror = () => {
      if (source !== own) return;
      own.close();
      // The server may have been restarted, or may have dropped a page that slept.
      setTimeout(listen, 1000);
    };
  };

  document.head.append(make("style", {}, STYLE), widths);
  printed = document.body.cloneNode(true);
  pair(printed, document.body);
  const root = document.implementation.createHTMLDocument("");
  for (const { name, value } of document.documentElement.attributes) {
    // Data attributes belong to other scripts, not to the page.
    if (!name.startsWith("data-")) root.documentElement.setAttribute(name, value);
  }
  root.body.replaceWith(printed);
  host.hidden = true;
  document.documentElement.append(host);
  addEventListener("visibilitychange", listen);
  addEventListener("load", stand);
  listen();
}
