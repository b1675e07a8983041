// Lets a reader move the men of a diagram, put blockers in their way and see the marks follow. Needs `walk.js`, the
// tables in `moves`, and in each figure the element `script.live` with its men and what its marks ask of them.
// A figure without one stays as it is printed, and so do all figures where scripts do not run.
"use strict";

{
  const SVG = "http://www.w3.org/2000/svg";
  // As the printed picture has them: a mark's radius and the radius of its symbol in the legend; a blocker's body;
  // from a man to his ring, and the seat of a mark's symbol at it.
  const MARK = 9.3;
  const LEGEND = 6.9;
  const BLOCKER = 18.9;
  const RING = 5.1;
  const SEAT = { radius: 8.1, symbol: 5.1, outwards: 2.1 };
  // From one mark's centre in a cell to the next's, and how far the outermost reaches, in radii.
  const STEP = 2.75;
  const WIDEST = 1.2;
  const SEATS = [[1, -1], [-1, -1], [1, 1], [-1, 1]];

  const CELLS = ":is([class^=b-c], [class^=b-t])[data-cell]";
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const VERBS = {
    reach: "reaches",
    moves: "moves to",
    captures: "takes on",
    attacks: "attacks",
    first: "reaches on its first move",
  };
  const SIDES = ["White", "Black"];
  const { NOBODY, ABSENT } = window.padmaWalk;
  const HOW =
    "Its men can be moved. Arrow keys lead from cell to cell. Enter picks a man up and puts him down; on an empty " +
    "cell it puts a man of his own side in the way, then an enemy, then nobody. Escape drops a man.";

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const draw = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const told = (text) => draw("title", {}, text);
  const counted = (count) => (count === 0 ? "no cell" : count === 1 ? "1 cell" : `${count} cells`);
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

  // The printed picture, taken apart: what is needed to draw the same with men and marks elsewhere.
  class Picture {
    constructor(svg, names, marks) {
      this.svg = svg;
      this.printed = [...svg.childNodes].map((node) => node.cloneNode(true));
      this.cells = names.map((name) => this.cell(name));
      // The legend comes last: an entry for each mark, its symbol in the middle of a patch.
      const entries = [...svg.children].slice(-marks.length);
      this.symbols = entries.map(({ children: [patch, symbol] }) => ({
        shape: symbol.cloneNode(true),
        from: middle(patch.getBBox()),
        ink: symbol.getAttribute("class").replace("b-m", ""),
      }));
      this.bodies = new Map();
      for (const group of svg.querySelectorAll(":scope > g[data-cell]:has(> title)")) {
        const body = group.querySelector(".b-stand, .b-white, .b-black");
        this.bodies.set(group.dataset.cell, { group: group.cloneNode(true), box: body.getBBox() });
      }
      // A blocker is as large as the pieces are: on points they are smaller.
      this.blockerRadius = Math.min(BLOCKER, ...[...this.bodies.values()].map(({ box }) => box.height / 2));
    }

    // The groups of the picture in which its cells are drawn: squares, and points above the lines.
    groups() {
      return [...this.svg.children].filter((child) => child.matches("g:not([data-cell])") && child.querySelector(CELLS));
    }

    // A cell as it is drawn; null where it is absent.
    cell(name) {
      const drawn = this.svg.querySelectorAll(`:scope > g:not([data-cell]) > [data-cell="${CSS.escape(name)}"]`);
      const shape = [...drawn].find((child) => child.matches(CELLS));
      if (!shape) return null;
      const corners = shape.points ? [...shape.points] : [];
      if (corners.length === 0) {
        const box = shape.getBBox();
        return { name, shape: shape.cloneNode(), at: middle(box), inner: box.width / 2, left: box.x };
      }
      const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
      const at = [mean("x"), mean("y")];
      const [a, b] = corners;
      const inner = Math.hypot((a.x + b.x) / 2 - at[0], (a.y + b.y) / 2 - at[1]);
      return { name, shape: shape.cloneNode(), at, inner, left: Math.min(...corners.map(({ x }) => x)) };
    }

    // As it is printed.
    restore() {
      this.svg.replaceChildren(...this.printed.map((node) => node.cloneNode(true)));
    }

    // With these men and blockers, the cells of each mark in `marked`.
    change(men, blockers, marks, marked, description) {
      this.restore();
      const { svg } = this;
      svg.querySelector("title").textContent = "Your own position";
      svg.querySelector("desc").textContent = description;
      svg.querySelectorAll(":scope > g[data-cell], :scope > g[class^=b-m]").forEach((group) => group.remove());
      const legend = [...svg.children].slice(-marks.length);
      legend.forEach((entry, mark) => this.retell(entry, `${marks[mark].meaning} · ${counted(marked[mark].length)}`));
      const taken = new Set([...men, ...blockers].map(({ cell }) => cell));
      const layers = { symbols: draw("g"), men: draw("g"), seats: draw("g") };
      const marksOn = this.cells.map((_, cell) => [...marked.keys()].filter((mark) => marked[mark].includes(cell)));
      this.tint(marksOn);
      marksOn.forEach((on, cell) => {
        if (on.length > 0 && !taken.has(cell)) layers.symbols.append(...this.row(on, cell, marks));
      });
      for (const man of men) this.man(man, marksOn[man.cell], layers);
      for (const blocker of blockers) this.blocker(blocker, marksOn[blocker.cell], layers);
      legend[0].before(layers.symbols, layers.men, layers.seats);
    }

    // A legend's words are outlines; new ones are written over the place of the old.
    retell(entry, words) {
      const { x, y, width, height } = entry.children[0].getBBox();
      entry.querySelectorAll(".b-legend").forEach((outline) => outline.remove());
      const view = this.svg.viewBox.baseVal;
      const left = x + 1.4 * width;
      const place = { x: left, y, width: view.x + view.width - left, height };
      entry.append(draw("foreignObject", { ...place, class: "live-legend" }, make("div", {}, words)));
    }

    // Where the marks of a cell stand, side by side.
    places(count, { at: [x, y], inner }) {
      const room = 0.9 * Math.min(inner, 48);
      const radius = Math.min(MARK, count === 1 ? 0.45 * inner : (2 * room) / (STEP * (count - 1) + 2 * WIDEST));
      const centre = (_, nth) => [x + STEP * radius * (nth - (count - 1) / 2), y];
      return { radius, centres: Array.from({ length: count }, centre) };
    }

    row(on, cell, marks) {
      const { radius, centres } = this.places(on.length, this.cells[cell]);
      return on.map((mark, nth) => {
        const group = draw("g", { "data-cell": this.cells[cell].name }, told(marks[mark].meaning));
        group.append(this.symbol(mark, centres[nth], radius));
        return group;
      });
    }

    symbol(mark, [x, y], radius) {
      const { shape, from } = this.symbols[mark];
      const symbol = shape.cloneNode(true);
      const scale = radius / LEGEND;
      symbol.setAttribute("transform", `translate(${x} ${y}) scale(${scale}) translate(${-from[0]} ${-from[1]})`);
      return symbol;
    }

    // A cell has the tint of its first mark, and from the left a band of each further one's.
    tint(marksOn) {
      for (const group of this.groups()) {
        const names = [...group.children].map((shape) => shape.dataset.cell);
        group.replaceChildren();
        this.cells.forEach((cell, index) => {
          if (cell && names.includes(cell.name)) group.append(...this.tinted(cell, marksOn[index]));
        });
      }
    }

    tinted(cell, on) {
      const shade = cell.shape.getAttribute("class").at(-1);
      const { centres } = this.places(on.length, cell);
      const plain = cell.shape.cloneNode();
      plain.setAttribute("class", `b-c${shade}`);
      const bands = on.map((mark, nth) => {
        const tinted = cell.shape.cloneNode();
        tinted.setAttribute("class", `b-t${this.symbols[mark].ink}${shade}`);
        if (nth > 0) {
          const border = (centres[nth - 1][0] + centres[nth][0]) / 2;
          tinted.style.clipPath = `inset(0 0 0 ${border - cell.left}px)`;
        }
        return tinted;
      });
      return [plain, ...bands];
    }

    man(man, on, layers) {
      const { group: printed, box } = this.bodies.get(man.printed);
      const group = printed.cloneNode(true);
      group.dataset.cell = this.cells[man.cell].name;
      group.querySelector("title").textContent = `${SIDES[man.side]} ${man.name} on ${this.cells[man.cell].name}`;
      group.querySelectorAll("[class^=b-ring]").forEach((ring) => ring.remove());
      const from = middle(box);
      const [x, y] = this.cells[man.cell].at;
      group.setAttribute("transform", `translate(${x - from[0]} ${y - from[1]})`);
      this.ring(group, from, box, on);
      layers.men.append(group);
      layers.seats.append(...this.seats(this.cells[man.cell], box, on));
    }

    blocker({ cell, side }, on, layers) {
      const { name, at } = this.cells[cell];
      const r = this.blockerRadius;
      const box = { x: at[0] - r, y: at[1] - r, width: 2 * r, height: 2 * r };
      const body = draw("circle", { class: side === 0 ? "b-white" : "b-black", cx: at[0], cy: at[1], r });
      const group = draw("g", { "data-cell": name }, told(`${SIDES[side]} blocker on ${name}`), body);
      this.ring(group, at, box, on);
      layers.men.append(group);
      layers.seats.append(...this.seats(this.cells[cell], box, on));
    }

    // The ring round a man on a marked cell is his body, grown, in the first mark's ink.
    ring(group, [x, y], { width, height }, on) {
      if (on.length === 0) return;
      const body = group.querySelector(".b-stand, .b-white, .b-black");
      const ring = body.cloneNode();
      ring.setAttribute("class", `b-ring${this.symbols[on[0]].ink}`);
      const scale = [width, height].map((side) => (side + 2 * RING) / side);
      ring.setAttribute("transform", `translate(${x} ${y}) scale(${scale.join(" ")}) translate(${-x} ${-y})`);
      body.before(ring);
    }

    seats({ name, at: [x, y] }, { width, height }, on) {
      const radius = Math.min(width, height) / 2;
      const slant = (radius + RING + SEAT.outwards) * Math.SQRT1_2;
      return on.slice(0, SEATS.length).map((mark, nth) => {
        const [right, down] = SEATS[nth];
        const at = [x + right * (width / 2 - radius + slant), y + down * (height / 2 - radius + slant)];
        const seat = draw("circle", { class: `b-seat${this.symbols[mark].ink}`, cx: at[0], cy: at[1], r: SEAT.radius });
        return draw("g", { "data-cell": name }, seat, this.symbol(mark, at, SEAT.symbol));
      });
    }

    outline(cell, name) {
      const shape = this.cells[cell].shape.cloneNode();
      shape.setAttribute("class", name);
      shape.removeAttribute("data-cell");
      this.svg.append(shape);
    }

    // The next cell in a direction, or the same one at the board's edge.
    beside(cell, [right, down]) {
      const [x, y] = this.cells[cell].at;
      let [best, least] = [cell, Infinity];
      this.cells.forEach((other, index) => {
        if (!other) return;
        const { at } = other;
        const along = (at[0] - x) * right + (at[1] - y) * down;
        const across = Math.abs((at[0] - x) * down + (at[1] - y) * right);
        const far = along + 2 * across;
        if (along > 0.5 && across <= 1.8 * along && far < least) [best, least] = [index, far];
      });
      return best;
    }
  }

  // A diagram in a reader's hands.
  const enliven = (figure) => {
    const data = JSON.parse(figure.querySelector("script.live").textContent);
    const moves = window.padmaMoves?.[data.variant];
    if (!moves) return;
    const board = figure.querySelector(".board");
    const svg = board.querySelector("svg");
    const number = figure.querySelector("figcaption b").textContent;
    const picture = new Picture(svg, moves.cells, data.marks);
    const nameOf = (cell) => moves.cells[cell];
    const printed = data.men.map((man) => ({
      ...man,
      name: moves.pieces[man.piece].name,
      printed: man.cell,
      cell: moves.cells.indexOf(man.cell),
    }));
    const absent = new Set(data.absent);
    const own = printed[data.marks[0].asked[0][1]].side;

    const reset = make("button", { type: "button", class: "live-reset", hidden: "" }, "Back to the checked position");
    const says = make("p", { class: "live-says", role: "status" });
    const whispers = make("p", { class: "unseen", "aria-live": "polite" });
    const how = make("p", { class: "live-how", id: `${figure.id}-how` }, HOW);
    figure.querySelector("figcaption").append(" ", reset);
    figure.querySelector("figcaption").after(says, whispers);
    board.after(how);
    const role = { role: "application", tabindex: "0", "aria-label": `Board of ${number}`, "aria-describedby": how.id };
    for (const [key, value] of Object.entries(role)) board.setAttribute(key, value);
    board.classList.add("live-board");

    let men;
    let blockers;
    let held = null;
    let cursor = printed[data.marks[0].asked[0][1]].cell;
    const standAsPrinted = () => {
      men = printed.map((man) => ({ ...man }));
      blockers = [];
      held = null;
    };
    const isChanged = () => blockers.length > 0 || men.some((man, index) => man.cell !== printed[index].cell);
    const manOn = (cell) => men.find((man) => man.cell === cell);
    const blockerOn = (cell) => blockers.find((blocker) => blocker.cell === cell);

    const isUnmoved = (index) => Boolean(men[index].unmoved) && men[index].cell === printed[index].cell;
    const answer = ([question, index], position) => {
      const { piece, side, cell } = men[index];
      const unmoved = question === "first" || isUnmoved(index);
      const asked = question === "first" ? "reach" : question;
      return window.padmaWalk.ask(moves, asked, piece, side, position, cell, unmoved);
    };
    // The cells of each mark, and all of it in words.
    const reckon = () => {
      const position = moves.cells.map((name) => (absent.has(name) ? ABSENT : NOBODY));
      for (const { cell, side } of blockers) position[cell] = side + 1;
      for (const { cell, side, piece } of men) position[cell] = side + (moves.pieces[piece].royal ? 3 : 1);
      const sentences = [];
      const marked = data.marks.map(({ asked }) => {
        const cells = asked.map((question) => answer(question, position));
        asked.forEach(([question, index], nth) => {
          const list = cells[nth].length > 0 ? `: ${cells[nth].map(nameOf).join(", ")}` : "";
          const { label, cell } = men[index];
          sentences.push(`${label} on ${nameOf(cell)} ${VERBS[question]} ${counted(cells[nth].length)}${list}.`);
        });
        return [...new Set(cells.flat())];
      });
      return { marked, words: sentences.join(" ") };
    };

    const show = (refusal = "") => {
      const changed = isChanged();
      figure.classList.toggle("own-position", changed);
      reset.hidden = !changed;
      says.replaceChildren(refusal);
      if (changed) {
        const { marked, words } = reckon();
        picture.change(men, blockers, data.marks, marked, `Not the checked picture. ${words}`);
        says.append(refusal ? " " : "", make("b", {}, "Your own position."), ` ${words}`);
      } else {
        picture.restore();
      }
      if (held) picture.outline(held.cell, "live-held");
      point();
    };
    // Shows where the keyboard is. Nothing else may change when the focus comes: what a click began on must stay.
    const point = () => {
      svg.querySelector(".live-cursor")?.remove();
      if (board.matches(":focus-visible")) picture.outline(cursor, "live-cursor");
    };

    const occupant = (cell) => {
      const man = manOn(cell);
      const blocker = blockerOn(cell);
      if (man) return `${SIDES[man.side]} ${man.name} ${man.label}`;
      return blocker ? `${SIDES[blocker.side]} blocker` : "empty";
    };

    const put = (cell) => {
      const man = held;
      if (cell !== man.cell) {
        if (manOn(cell) || blockerOn(cell)) return `${nameOf(cell)} is taken: ${occupant(cell)}.`;
        if (!window.padmaWalk.mayStand(moves, man.piece, man.side, cell)) {
          return `The ${man.name} never stands on ${nameOf(cell)}.`;
        }
        man.cell = cell;
      }
      held = null;
      whispers.textContent = `${man.label} put on ${nameOf(cell)}`;
      return "";
    };

    const block = (cell) => {
      const there = blockerOn(cell);
      if (!there) blockers.push({ cell, side: own });
      else if (there.side === own) there.side = 1 - own;
      else blockers = blockers.filter((blocker) => blocker !== there);
      whispers.textContent = `${nameOf(cell)}: ${occupant(cell)}`;
    };

    // What a click or Enter does on a cell.
    const act = (cell) => {
      cursor = cell;
      if (held) return show(put(cell));
      held = manOn(cell) ?? null;
      if (held) whispers.textContent = `${held.label} picked up from ${nameOf(cell)}`;
      else block(cell);
      return show();
    };

    board.addEventListener("click", ({ target }) => {
      const cell = moves.cells.indexOf(target.closest("[data-cell]")?.dataset.cell);
      if (cell >= 0) act(cell);
    });
    board.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in ARROWS) {
        cursor = picture.beside(cursor, ARROWS[event.key]);
        whispers.textContent = `${nameOf(cursor)}: ${occupant(cursor)}`;
        point();
        svg.querySelector(".live-cursor")?.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else if (event.key === "Enter" || event.key === " ") {
        act(cursor);
      } else if (event.key === "Escape" && held) {
        held = null;
        whispers.textContent = "dropped";
        show();
      } else {
        return;
      }
      event.preventDefault();
    });
    board.addEventListener("focus", point);
    board.addEventListener("blur", point);
    reset.addEventListener("click", () => {
      standAsPrinted();
      show();
      board.focus();
    });
    // Paper shows what was checked.
    addEventListener("beforeprint", () => {
      figure.classList.remove("own-position");
      picture.restore();
    });
    addEventListener("afterprint", () => show());
    standAsPrinted();
  };

  document.querySelectorAll("figure:has(script.live)").forEach(enliven);
}
