// What is looked at from inside a page. Each function is sent to the browser by itself, so it may name
// nothing but the page's own world; each finding is `[check, element, advice]`.

// Makes all figures interactive. For a reader, each becomes so when it comes near the window.
export function wake() {
  document.querySelectorAll("figure:has(script.live)").forEach((figure) => figure.dispatchEvent(new FocusEvent("focusin", { bubbles: true })));
}

// What is there: anchors and links, and how many of each thing, as the page is written: pictures that a script
// copies are counted, and its copies are not.
export function inventory() {
  // The text that only a browser without scripts reads counts too.
  const unread = (element) => new DOMParser().parseFromString(`<main>${element.textContent}</main>`, "text/html");
  const documents = [document, ...[...document.querySelectorAll("noscript")].map(unread)];
  const all = (selector) => documents.flatMap((one) => [...one.querySelectorAll(selector)]);
  const links = all("a[href]").map((a) => ({ html: a.outerHTML, href: a.href }));
  const patterns = all("template").map((template) => template.content.querySelectorAll("svg").length);
  const pictures = patterns.reduce((sum, count) => sum + count, all("svg:not(#comparer-boards svg, .try-piece, body > svg)").length);
  const counts = { links: links.length, claims: all(".claim").length, pictures };
  return { anchors: all("[id]").map((element) => element.id), links, counts };
}

// Headings, pictures and ids, as the page is written.
export function structure() {
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const head = (element) => element.cloneNode(false).outerHTML;
  let level = 0;
  for (const heading of all("h1,h2,h3,h4,h5,h6")) {
    const own = Number(heading.localName[1]);
    if (own > level + 1) found.push(["heading", heading.outerHTML, `it follows a heading of level ${level}`]);
    level = own;
  }
  if (all("h1").length !== 1) found.push(["heading", "", `the page has ${all("h1").length} headings h1`]);
  const told = (svg, attribute) => {
    const ids = (svg.getAttribute(attribute) ?? "").split(" ").filter((id) => id !== "");
    return ids.map((id) => document.getElementById(id)?.textContent.trim() ?? "").join(" ");
  };
  for (const svg of all("svg:not([aria-hidden=true])")) {
    const name = svg.getAttribute("aria-label") || told(svg, "aria-labelledby");
    if (svg.getAttribute("role") !== "img") found.push(["picture", head(svg), "it has no role img"]);
    else if (!name) found.push(["picture", head(svg), "it has no name"]);
    else if (!told(svg, "aria-describedby")) found.push(["picture", head(svg), "nothing says what it shows"]);
  }
  const ids = new Set();
  for (const element of all("[id]")) {
    if (ids.has(element.id)) found.push(["id", head(element), "the page has this id twice"]);
    ids.add(element.id);
  }
  return found;
}

// What is wider than the window.
export function overflow() {
  const width = document.documentElement.clientWidth;
  const over = document.scrollingElement.scrollWidth - width;
  if (over <= 0) return [];
  const scrolls = (element) => element.parentElement.closest(".scroll, .board");
  const sticks = (element) => element.getBoundingClientRect().right > width + 0.5 && !scrolls(element);
  const culprit = [...document.body.querySelectorAll("*")].filter(sticks).at(-1);
  const html = culprit ? culprit.outerHTML.slice(0, 300) : "";
  return [["overflow", html, `the page is ${over} pixels wider than the window`]];
}

// A tick in a table must be a target of 24 pixels whatever the machine's fonts make of its symbol (WCAG 2.5.8): here it has none.
export function targets() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.tick::before { content: "" !important; }');
  document.adoptedStyleSheets.push(sheet);
  const isSmall = (tick) => {
    const { width, height } = tick.getBoundingClientRect();
    return width > 0 && Math.min(width, height) < 24;
  };
  const small = [...document.querySelectorAll(":is(td, th) .tick")].filter(isSmall);
  document.adoptedStyleSheets.pop();
  return small.map((tick) => ["target", tick.outerHTML, "a tick without its symbol is smaller than 24 pixels"]);
}

// The title that paper bears at the head of the page must be the page's own. The style sheet knows it by the class of the
// page.
export function runningHead() {
  const head = getComputedStyle(document.documentElement).getPropertyValue("--page");
  const [title] = document.title.split(" · ");
  const isOfBook = document.documentElement.className.startsWith("page-");
  // The page that is called as the book is stands under the book's name alone.
  const book = getComputedStyle(document.documentElement).getPropertyValue("--book");
  const expected = book === JSON.stringify(title) ? '""' : JSON.stringify(title);
  return isOfBook && head !== expected ? [["head", head, `the page is called ${title}`]] : [];
}

// Where the text begins, and what leaves the frame that the header's rule draws. What scrolls in itself stays in its place.
export function frame() {
  if (document.body.matches(".catalogue, .single")) return { column: null, found: [] };
  const frame = document.querySelector(".running").getBoundingClientRect();
  const isWithin = (element) => {
    const { left, right } = element.getBoundingClientRect();
    return left >= frame.left - 0.5 && right <= frame.right + 0.5;
  };
  const scrolls = (element) => element.parentElement.closest(".scroll, .board, pre, svg, .unseen");
  const all = [...document.querySelectorAll("main, main *, .contents, .colophon")];
  const wide = all.filter((element) => element.checkVisibility() && !scrolls(element) && !element.matches(".unseen") && !isWithin(element));
  const found = wide.map((element) => ["frame", element.outerHTML.slice(0, 300), "it leaves the frame of the page"]);
  return { column: document.querySelector("main h1").getBoundingClientRect().left, found: found.slice(0, 3) };
}

// A tick as it is written, and what contains it.
export function placed(tick) {
  const containers = [];
  for (let part = tick.parentElement; part && !part.matches("main"); part = part.parentElement) containers.push(`${part.localName}.${part.className}`);
  return { html: tick.outerHTML, place: containers.join(" < ") };
}

// The place of the first tick whose proof has claims among the ticks of the page; their number if there is none.
export function firstWithClaims() {
  const ticks = [...document.querySelectorAll(".tick")];
  const place = ticks.findIndex((tick) => document.getElementById(tick.getAttribute("href").slice(1))?.querySelector("li"));
  return place < 0 ? ticks.length : place;
}

// Whether the proof of a tick shows, and whether the words that it speaks for are marked.
export function opened(tick) {
  const proof = document.getElementById(tick.getAttribute("href").slice(1));
  return { shows: proof?.checkVisibility() ?? false, isLit: document.querySelector(".claim.shown") !== null };
}

// Notes every stop of the focus, and returns how many there are. Which boards can be enlarged is known once the page has been
// drawn.
export async function watchFocus() {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const stops = [...document.querySelectorAll("a[href],button,input,select,summary,[tabindex='0']")];
  // Of buttons that exclude one another Tab stops at the one chosen; the arrow keys go on from there.
  const passed = ({ type, name, checked }) =>
    type === "radio" && !checked && document.querySelector(`[name="${CSS.escape(name)}"]:checked`);
  const expected = stops.filter((element) => element.checkVisibility() && !element.disabled && !passed(element));
  window.watch = { expected, reached: new Set() };
  document.addEventListener("focusin", ({ target }) => window.watch.reached.add(target));
  return expected.length;
}

// How many places Tab should stop at and has not yet.
export function missed() {
  return window.watch.expected.filter((element) => !window.watch.reached.has(element)).length;
}

// What the walk of the focus missed.
export function unattended() {
  document.activeElement.blur();
  const { expected, reached } = window.watch;
  const missed = expected.filter((element) => !reached.has(element));
  return missed.map((element) => ["keyboard", element.outerHTML.slice(0, 300), "Tab does not reach it"]);
}

// Makes a page ready for axe-core, which decides nothing of what is clipped and takes a minute for a thousand
// rows: opens what scrolls or is folded, and takes away what is built as something is that stays, or that stayed on a page
// before. Two are built alike if their elements, classes, roles and colours are the same, and the same ones have attributes
// and text. Of pages before, `seen` lists the builds; returns those that this page adds.
export function unroll(seen) {
  const style = new CSSStyleSheet();
  style.replaceSync(`
    * { content-visibility: visible !important; }
    .scroll, .board, .toc, pre { overflow: visible !important; max-height: none !important; }
    .scroll { width: max-content; min-width: 100%; }
    .contents { position: static !important; max-height: none !important; }`);
  document.adoptedStyleSheets.push(style);
  for (const part of document.querySelectorAll("main details")) part.open = true;
  const own = (element) => {
    const matters = /^(class|role|type|aria-hidden|fill|stroke)$/;
    const attributes = [...element.attributes].map(({ name, value }) => (matters.test(name) ? `${name} ${value}` : name));
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    return `${element.localName} ${attributes} ${words}`;
  };
  const build = (element) => `${own(element)}(${[...element.children].map(build)})`;
  for (const body of document.querySelectorAll("tbody, .rows, ol, ul, svg:not(:has(text)), svg:not(:has(text)) g")) {
    const builds = new Set();
    for (const row of [...body.children]) {
      const whole = build(row);
      if (builds.has(whole)) row.remove();
      builds.add(whole);
    }
  }
  // As many bits as a number holds exactly: no two builds share them by chance.
  const hash = (text) => {
    let [a, b] = [1, 2];
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761);
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677);
    }
    return (b >>> 0) * 2 ** 21 + (a >>> 11);
  };
  const pointing = ["aria-labelledby", "aria-describedby", "aria-controls", "for"];
  const pointers = [...document.querySelectorAll(pointing.map((name) => `[${name}]`).join())];
  const targets = pointers.flatMap((from) => {
    const ids = pointing.flatMap((name) => (from.getAttribute(name) ?? "").split(" "));
    return ids.map((id) => [from, document.getElementById(id)]).filter(([, to]) => to);
  });
  // The outline stays whole, and what something that stays points at.
  const isWanted = (part) =>
    part.matches("main, h1, h2, h3, h4, h5, h6, :has(h1)") ||
    targets.some(([from, to]) => part.contains(to) && !part.contains(from) && from.isConnected);
  const parts = "main, nav, header, footer, section, article, aside, figure, details, ul, ol, table, thead, tbody";
  const holdsParts = `${parts}, div:not(:has(> label, > input))`;
  const known = new Set(seen);
  const fresh = [];
  const thin = (parent, path) => {
    for (const part of [...parent.children]) {
      // What lies over a shape lies elsewhere in another picture.
      const inside = part.matches("svg:has(text), :has(svg text)") ? part.innerHTML : build(part);
      const key = hash(`${path} > ${inside}`);
      if (known.has(key) && !isWanted(part)) part.remove();
      else if (part.matches(holdsParts)) thin(part, `${path} > ${own(part)}`);
      if (known.has(key)) continue;
      known.add(key);
      fresh.push(key);
    }
  };
  const sheet = document.querySelector("link[rel=stylesheet]")?.href;
  thin(document.body, `${sheet} ${own(document.body)}`);
  return fresh;
}

// What scrolls must be reached by the keyboard; once the page is unrolled there is nothing left of it.
export async function scrolling() {
  const scrolls = (part) => {
    if (part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight) return false;
    const { overflowX, overflowY } = getComputedStyle(part);
    return [overflowX, overflowY].some((overflow) => overflow === "auto" || overflow === "scroll");
  };
  const parts = [...document.body.querySelectorAll("*")].filter(scrolls);
  if (parts.length === 0) return [];
  const { violations, incomplete } = await window.axe.run(parts, {
    preload: false,
    runOnly: ["scrollable-region-focusable"],
  });
  return [...violations, ...incomplete].flatMap(({ id, help, nodes }) => nodes.map((node) => [id, node.html, help]));
}

// axe-core's violations, and what it could not decide, on the page as it stands and, in a wide window, on the first
// sentence's proof, whose colours are those of a small one. Only colours differ by night: what else there is to see is seen by day.
export async function axe({ isNight, isWide }) {
  const { axe } = window;
  window.scrollTo(0, 0);
  // A letter by itself is text here, never an ornament.
  const checks = { "color-contrast": { options: { ignoreLength: true } } };
  const colours = { preload: false, checks, resultTypes: ["violations", "incomplete"], runOnly: ["color-contrast"] };
  const everything = { ...colours, runOnly: undefined, rules: { "target-size": { enabled: true } } };
  const { violations, incomplete } = await axe.run(document, isNight ? colours : everything);
  // Of words at the edge of a scrolling window it can decide nothing; the window's other words have the same
  // colours.
  const inPart = ({ target }) => {
    const part = document.querySelector(target.at(-1))?.closest(".scroll, table");
    return part && (part.matches(".scroll") || part.scrollWidth > part.clientWidth);
  };
  // Nor of a letter on a disc, as it knows no shape below another; both have a colour to be asked for.
  const light = (element) => {
    const parts = getComputedStyle(element).fill.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const isPlain = ({ target }) => {
    const letter = document.querySelector(target.at(-1));
    const disc = letter?.previousElementSibling;
    if (letter?.localName !== "text" || disc?.localName !== "circle") return false;
    const [dark, bright] = [light(letter), light(disc)].sort((a, b) => a - b);
    return bright / dark >= 4.5;
  };
  const decided = (node) => inPart(node) || isPlain(node);
  const decidable = (rule) => (rule.id === "color-contrast" ? rule.nodes.filter((node) => !decided(node)) : rule.nodes);
  // The words by which a reader of the findings knows what is undecided.
  const open = incomplete.map((rule) => ({ ...rule, nodes: decidable(rule), help: `Undecided: ${rule.help}` }));
  const rules = [...violations, ...open];
  // A proof that is built like one before leaves only its tick.
  const proofOf = (tick) => document.getElementById(tick.getAttribute("href").slice(1));
  const tick = isWide && [...document.querySelectorAll(".tick")].find(proofOf);
  if (tick) {
    // Shown without its script, which would draw its boards.
    proofOf(tick).style.display = "block";
    const shown = await axe.run(proofOf(tick), { ...colours, resultTypes: undefined });
    // Of words that wrap it can decide nothing; the proof's other words have the same colours.
    const undecided = shown.passes.length === 0 ? shown.incomplete : [];
    rules.push(...shown.violations, ...undecided);
    proofOf(tick).style.display = "";
  }
  return rules.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => [id, node.html, `${help}. ${node.failureSummary}`]),
  );
}
