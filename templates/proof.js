// Opens the proof of a sentence at its tick, or at the words of a claim in it; Escape closes it. What a
// claim asks is drawn on a small board, if the program can draw it. Needs `ask.js`. Without scripts a
// tick is a link to its proof, and the style sheet shows what it leads to.
"use strict";

{
  const BLOCKS = "p, li, tr, h1, h2, h3, h4, h5, h6";
  const SCRIPTS = ["picture.js", "try-board.js"];
  const MOST_BOARDS = 3;
  // Pixels between a proof and the edge of the window.
  const MARGIN = 12;
  // Letters of what is shown at once of a claim.
  const LONG = 320;
  let open = null;

  // The style sheet leaves it to this script which proof shows.
  document.documentElement.classList.add("proofs");

  const proofOf = (tick) => document.getElementById(tick.getAttribute("href").slice(1));
  const stopsOf = (element) => [...(element.closest(BLOCKS) ?? element.parentElement).querySelectorAll(".claim, .tick")];

  // Returns the claims of the sentence that ends in a tick.
  const claimsOf = (tick) => {
    const before = stopsOf(tick);
    before.length = before.indexOf(tick);
    return before.slice(before.findLastIndex((stop) => stop.matches(".tick")) + 1);
  };
  const tickOf = (claim) => {
    const stops = stopsOf(claim);
    return stops.slice(stops.indexOf(claim)).find((stop) => stop.matches(".tick"));
  };

  // The words that a tick speaks for are marked while it is pointed at, has the focus or is open.
  const light = (tick, isLit) => {
    if (open?.tick !== tick || isLit) claimsOf(tick).forEach((claim) => claim.classList.toggle("shown", isLit));
  };

  // Places a proof below the line of its tick, or above the sentence that it proves. In a small window it stays in the
  // text. A proof above its sentence is anchored by its lower edge.
  const place = ({ tick, proof }) => {
    const { style } = proof;
    style.top = style.bottom = style.left = style.maxHeight = "";
    if (getComputedStyle(proof).position !== "absolute") return;
    const [own, frame] = [tick, proof.offsetParent].map((element) => element.getBoundingClientRect());
    const top = Math.min(own.top, ...claimsOf(tick).map((claim) => claim.getBoundingClientRect().top));
    const isBelow = innerHeight - own.bottom >= Math.min(proof.offsetHeight, top);
    const room = (isBelow ? innerHeight - own.bottom : top) - MARGIN;
    if (proof.offsetHeight > room) style.maxHeight = `${room}px`;
    style[isBelow ? "top" : "bottom"] = `${isBelow ? own.bottom - frame.top : frame.bottom - top}px`;
    const middle = own.left - frame.left - proof.offsetWidth / 2;
    style.left = `${Math.max(0, Math.min(middle, frame.width - proof.offsetWidth))}px`;
  };

  // Cuts what is long, such as a list of many cells, and adds a button that shows it all.
  const fold = (words) => {
    if (words.textContent.length <= LONG || words.classList.contains("long")) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: window.padmaSay("show-all-of-it") });
    button.addEventListener("click", () => {
      words.classList.remove("long");
      button.remove();
    });
    words.classList.add("long");
    words.after(button);
  };

  const close = () => {
    if (!open) return;
    const { tick, proof } = open;
    if (proof.contains(document.activeElement)) tick.focus();
    proof.classList.remove("open");
    tick.setAttribute("aria-expanded", "false");
    open = null;
    light(tick, false);
  };

  const positionIn = (figure) => {
    const data = figure?.querySelector("script.live")?.textContent;
    return data ? window.padmaAsk.position(JSON.parse(data)) : "";
  };

  // Returns buttons, one for the position and one for each move of a line of play, which show them on a board.
  const lineButtons = (line, position, board) => {
    const steps = document.createElement("p");
    steps.className = "proof-line";
    const first = { text: window.padmaSay("start"), position, ways: [] };
    const buttons = [first, ...line].map((step, number) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: step.text });
      button.addEventListener("click", () => {
        board.show(step.position, { ways: step.ways, isJustPlayed: number > 0 });
        buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      });
      button.setAttribute("aria-pressed", String(number === 0));
      return button;
    });
    steps.append(...buttons);
    return steps;
  };

  // Draws what a claim asks, unless there is nothing to be seen or it has been drawn.
  const draw = async (row, variant, drawn) => {
    const expression = row.querySelector("details > code")?.textContent;
    if (!expression) return;
    const id = row.dataset.on ?? variant;
    await window.padmaAsk.scripts([...SCRIPTS, `play/${id}.js`]);
    const rules = await window.padmaAsk.variant(id);
    const figure = row.dataset.at ? document.getElementById(row.dataset.at) : null;
    // The line of a problem has been found: only to play it is quick.
    const question = row.dataset.line ? ["line", positionIn(figure), ...JSON.parse(row.dataset.line)] : ["illustrate", positionIn(figure), expression];
    const { position, cells = [], ways = [], line = [] } = rules.ask(...question);
    const picture = JSON.stringify([position, cells, ways, line]);
    if (!position || drawn.has(picture)) return;
    drawn.add(picture);
    const board = document.createElement("div");
    board.className = "board proof-board";
    // The words below it say what it shows.
    board.setAttribute("aria-hidden", "true");
    row.prepend(board);
    const drawing = new window.padmaBoard(board, rules, window.padmaDrawings[id], id);
    drawing.show(position, { targets: cells, ways });
    if (line.length > 0) board.after(lineButtons(line, position, drawing));
  };

  const drawAll = async (proof) => {
    if (proof.dataset.drawn) return;
    proof.dataset.drawn = "yes";
    proof.ariaBusy = "true";
    proof.querySelectorAll("li > p").forEach(fold);
    place(open);
    const variant = proof.closest("[data-variant]")?.dataset.variant;
    const drawn = new Set();
    for (const row of proof.querySelectorAll("li:not(.told)")) {
      if (drawn.size === MOST_BOARDS) break;
      try {
        await draw(row, variant, drawn);
        if (open?.proof === proof) place(open);
      } catch {
        // The words say it without a picture.
      }
    }
    proof.ariaBusy = null;
  };

  const show = (tick) => {
    const proof = proofOf(tick);
    const isOpen = open?.tick === tick;
    close();
    if (isOpen || !proof) return;
    open = { tick, proof };
    proof.classList.add("open");
    tick.setAttribute("aria-expanded", "true");
    light(tick, true);
    place(open);
    drawAll(proof);
  };

  addEventListener("click", (event) => {
    const { target } = event;
    const tick = target.closest?.(".tick") ?? (target.closest?.(".claim") && tickOf(target));
    if (getSelection().type === "Range") return;
    // What lies over the text goes away when the text is clicked.
    if (!tick) {
      if (open && !open.proof.contains(target) && getComputedStyle(open.proof).position === "absolute") close();
      return;
    }
    event.preventDefault();
    show(tick);
  });
  for (const [name, isLit] of Object.entries({ mouseover: true, focusin: true, mouseout: false, focusout: false })) {
    addEventListener(name, ({ target }) => {
      const tick = target.closest?.(".tick");
      if (tick) light(tick, isLit);
    });
  }
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  addEventListener("resize", () => open && place(open));
  for (const tick of document.querySelectorAll(".tick")) tick.setAttribute("aria-expanded", "false");
  // An address may lead to a proof.
  const asked = document.querySelector(`.tick[href="${CSS.escape(location.hash)}"]`);
  if (location.hash && asked) show(asked);
}
