// Takes a diagram's printed picture apart, so that it can be drawn again with its pieces and marks
// elsewhere. Knows no rules and no reader.
"use strict";

window.padmaPicture = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  // Sizes as in the printed picture: the radius of a mark, and of its symbol in the legend; the
  // body of a blocker; the distance from a piece to its ring, and the seat of a mark's symbol at
  // the ring.
  const MARK = 9.3;
  const LEGEND = 6.9;
  const BLOCKER = 18.9;
  const RING = 5.1;
  const SEAT = { radius: 8.1, symbol: 5.1, outwards: 2.1 };
  // In radii: the distance between the centres of two marks in a cell, and the extent of the
  // outermost.
  const STEP = 2.75;
  const WIDEST = 1.2;
  const SEATS = [[1, -1], [-1, -1], [1, 1], [-1, 1]];
  const CELLS = ":is([class^=b-c], [class^=b-t])[data-cell]";
  const PLAIN = "[class^=b-c][data-cell]";
  const say = window.padmaSay;
  const SIDES = [say("rules.side:white"), say("rules.side:black")];

  const draw = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  // Returns the corners of the pieces of a path of straight lines, each as the points of a polygon.
  const pieces = (path) => {
    const found = [];
    const numbers = (text) => text.match(/-?(?:\d+(?:\.\d*)?|\.\d+)/g)?.map(Number) ?? [];
    let at = [0, 0];
    for (const [, letter, text] of path.getAttribute("d").matchAll(/([a-z])([^a-z]*)/gi)) {
      if (letter === "z") at = found.at(-1)[0];
      if (/m/i.test(letter)) found.push([]);
      const all = numbers(text);
      while (all.length > 0) {
        const right = letter === "v" ? 0 : all.shift();
        const down = letter === "h" ? 0 : all.shift();
        at = [at[0] + right, at[1] + down];
        found.at(-1).push(at);
      }
    }
    return found.map((corners) => corners.map((corner) => corner.map((length) => +length.toFixed(2)).join(" ")).join(" "));
  };
  const title = (text) => draw("title", {}, text);
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  // The symbol of the first mark, for a picture without marks.
  const DOT = draw("circle", { class: "b-m0", cx: 0, cy: 0, r: 0.95 * LEGEND });

  return class {
    // Returns a function that goes from a cell in a direction to the one that `next` gives, and in the opposite direction
    // back the way it came.
    static walker() {
      let trail = [];
      return (cell, direction, next) => {
        if (trail.at(-1)?.to !== cell) trail = [];
        const last = trail.at(-1);
        if (last && direction.every((length, axis) => length === -last.direction[axis])) return trail.pop().from;
        const to = next(cell, direction);
        if (to !== cell) trail.push({ from: cell, to, direction });
        return to;
      };
    }

    // Puts the outlines that a picture refers to in their places, and draws each cell by itself, so
    // that each can be changed there. Letters stay references.
    static unfold(svg) {
      for (const use of svg.querySelectorAll('use[href^="#O"]')) {
        const { children } = document.getElementById(use.getAttribute("href").slice(1));
        use.replaceWith(...[...children].map((part) => part.cloneNode(true)));
      }
      for (const group of svg.querySelectorAll("[data-cells]")) {
        const paths = [...group.querySelectorAll("path")].map((path) => [path.getAttribute("class"), pieces(path)]);
        const next = Object.fromEntries(paths);
        const cells = group.dataset.cells.split(" ").filter(Boolean);
        // A name follows the shade of its cell.
        const shapes = cells.map(([shade, ...name]) => {
          const points = next[`b-c${shade}`].shift();
          return draw("polygon", { class: `b-c${shade}`, "data-cell": name.join(""), points });
        });
        group.querySelectorAll("path").forEach((path) => path.remove());
        group.prepend(...shapes);
        group.removeAttribute("data-cells");
      }
    }

    // Takes an unfolded picture apart.
    constructor(svg, names, legend) {
      this.svg = svg;
      this.printed = [...svg.childNodes].map((node) => node.cloneNode(true));
      this.cells = names.map((name) => this.cell(name));
      // The legend has an entry for each mark: its symbol in the middle of a patch, and words.
      this.legend = [...(legend?.children ?? [])].map((entry) => {
        const words = entry.querySelector("span");
        return { words, printed: [...words.childNodes] };
      });
      const keys = [...(legend?.querySelectorAll("svg") ?? [])].map(({ children: [, symbol] }) => symbol);
      this.symbols = (keys.length > 0 ? keys : [DOT]).map((symbol) => ({
        shape: symbol.cloneNode(true),
        ink: symbol.getAttribute("class").replace("b-m", ""),
      }));
      this.bodies = new Map();
      for (const group of svg.querySelectorAll(":scope > g[data-cell]:has(> title)")) {
        const body = group.querySelector(".b-stand, .b-white, .b-black, .b-nobody");
        this.bodies.set(group.dataset.cell, { group: group.cloneNode(true), box: body.getBBox() });
      }
      // A blocker is as large as the pieces, which are smaller on points.
      this.blockerRadius = Math.min(BLOCKER, ...[...this.bodies.values()].map(({ box }) => box.height / 2));
    }

    // Returns the groups of the picture in which its cells are drawn: squares, and points above
    // the lines.
    groups() {
      return this.cellGroups().filter((group) => group.querySelector(PLAIN));
    }

    // Returns these groups, and those with the tints of marked cells above each.
    cellGroups() {
      return [...this.svg.children].filter((child) => child.matches("g:not([data-cell])") && child.querySelector(CELLS));
    }

    // Returns a cell as drawn; null where it is absent.
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

    // Restores the printed picture.
    restore() {
      this.svg.replaceChildren(...this.printed.map((node) => node.cloneNode(true)));
      this.legend.forEach(({ words, printed }) => words.replaceChildren(...printed));
    }

    // Draws the given pieces and blockers, and the marks on their cells in `marked`. Each mark has
    // its meaning and the number of its cells, some of which may not be drawn.
    change(pieces, blockers, marks, marked, description) {
      this.restore();
      const { svg } = this;
      svg.querySelector("title").textContent = say("own-position");
      svg.querySelector("desc").textContent = description;
      svg.querySelectorAll(":scope > g[data-cell], :scope > g[class^=b-m]").forEach((group) => group.remove());
      this.legend.forEach(({ words }, mark) => {
        words.textContent = `${marks[mark].meaning} · ${say("pictures.cells", { count: marks[mark].count })}`;
      });
      const there = pieces.filter(({ cell }) => cell !== null);
      const taken = new Set([...there, ...blockers].map(({ cell }) => cell));
      const layers = { symbols: draw("g"), pieces: draw("g"), seats: draw("g") };
      const marksOn = this.cells.map((_, cell) => [...marked.keys()].filter((mark) => marked[mark].includes(cell)));
      this.tint(marksOn);
      marksOn.forEach((on, cell) => {
        if (on.length > 0 && !taken.has(cell)) layers.symbols.append(...this.row(on, cell, marks));
      });
      for (const piece of there) this.piece(piece, marksOn[piece.cell], layers);
      for (const blocker of blockers) this.blocker(blocker, marksOn[blocker.cell], layers);
      svg.append(layers.symbols, layers.pieces, layers.seats);
    }

    // Moves the picture of a piece along with the pointer.
    carry(cell, [right, down]) {
      const group = this.svg.querySelector(`g[data-cell="${CSS.escape(this.cells[cell].name)}"]:has(> title):has(.b-stand, .b-white, .b-black, .b-nobody)`);
      group.style.translate = `${right / this.scale()}px ${down / this.scale()}px`;
      group.style.pointerEvents = "none";
    }

    // Returns the pixels for one unit of the picture, which may be narrower than its place.
    scale() {
      return this.svg.getScreenCTM()?.a ?? 1;
    }

    // Returns the width of the narrowest cell on the screen, in pixels.
    smallest() {
      return 2 * this.least() * this.scale();
    }

    least() {
      return Math.min(...this.cells.filter(Boolean).map(({ inner }) => inner));
    }

    // Widens the picture until its narrowest cell has this width; 0 restores the printed width.
    widen(pixels) {
      const width = (pixels / (2 * this.least())) * this.svg.viewBox.baseVal.width;
      const { style } = this.svg;
      style.minWidth = style.maxWidth = pixels ? `${Math.ceil(width)}px` : "";
      style.maxHeight = pixels ? "none" : "";
    }

    // Returns the places of the marks in a cell, side by side.
    places(count, { at: [x, y], inner }) {
      const room = 0.9 * Math.min(inner, 48);
      const radius = Math.min(MARK, count === 1 ? 0.45 * inner : (2 * room) / (STEP * (count - 1) + 2 * WIDEST));
      const centre = (_, nth) => [x + STEP * radius * (nth - (count - 1) / 2), y];
      return { radius, centres: Array.from({ length: count }, centre) };
    }

    row(on, cell, marks) {
      const { radius, centres } = this.places(on.length, this.cells[cell]);
      return on.map((mark, nth) => {
        const group = draw("g", { "data-cell": this.cells[cell].name }, title(marks[mark].meaning));
        group.append(this.symbol(mark, centres[nth], radius));
        return group;
      });
    }

    symbol(mark, [x, y], radius) {
      const symbol = this.symbols[mark].shape.cloneNode(true);
      symbol.setAttribute("transform", `translate(${x} ${y}) scale(${radius / LEGEND})`);
      return symbol;
    }

    // Tints each cell in the colour of its first mark, with a band from the left for each further
    // one.
    tint(marksOn) {
      const plain = this.groups();
      this.cellGroups().filter((group) => !plain.includes(group)).forEach((group) => group.remove());
      for (const group of plain) {
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

    piece(piece, on, layers) {
      const { group: printed, box } = this.bodies.get(piece.printed);
      const group = printed.cloneNode(true);
      group.dataset.cell = this.cells[piece.cell].name;
      group.querySelector("title").textContent = say("pictures.piece-on", { piece: say("pictures.owned", { side: piece.nobodys ? "" : SIDES[piece.side], kind: piece.name }), cells: this.cells[piece.cell].name });
      group.querySelectorAll("[class^=b-ring]").forEach((ring) => ring.remove());
      const from = middle(box);
      const [x, y] = this.cells[piece.cell].at;
      group.setAttribute("transform", `translate(${x - from[0]} ${y - from[1]})`);
      this.ring(group, from, box, on);
      layers.pieces.append(group);
      layers.seats.append(...this.seats(this.cells[piece.cell], box, on));
    }

    blocker({ cell, side }, on, layers) {
      const { name, at } = this.cells[cell];
      const r = this.blockerRadius;
      const box = { x: at[0] - r, y: at[1] - r, width: 2 * r, height: 2 * r };
      const body = draw("circle", { class: side === 0 ? "b-white" : "b-black", cx: at[0], cy: at[1], r });
      const group = draw("g", { "data-cell": name }, title(say("blocker-on", { side: SIDES[side], cell: name })), body);
      this.ring(group, at, box, on);
      layers.pieces.append(group);
      layers.seats.append(...this.seats(this.cells[cell], box, on));
    }

    // Draws the ring round a piece on a marked cell: its body, enlarged, in the first mark's
    // colour.
    ring(group, [x, y], { width, height }, on) {
      if (on.length === 0) return;
      const body = group.querySelector(".b-stand, .b-white, .b-black, .b-nobody");
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

    // Returns the next cell in a direction, or the same one at the board's edge.
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
  };
})();
