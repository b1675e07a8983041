// Draws a game played on the page: its board, the pieces on and beside it, and the moves of the
// piece picked up. Needs `picture.js`. Knows no rules.
"use strict";

window.padmaBoard = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const CELLS = ":is([class^=b-c], [class^=b-t])[data-cell]";
  const LETTERS = ".b-coordinate";
  const say = window.padmaSay;
  const SIDES = [say("rules.side:white"), say("rules.side:black")];
  // The radius of the spot on a cell where a piece can go, and of the ring round a piece that it can
  // capture, in inner radii of the cell.
  const SPOT = 0.26;
  const RING = 0.93;
  const BLOCKER = 0.7;
  const MOTION = 180;

  const draw = (name, attributes = {}, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const added = new Set();

  return class {
    // Adds the pictures of a variant's pieces to the page, once. Outlines that the page has already are left out.
    static addPictures(id, { pictures }) {
      if (added.has(id)) return;
      added.add(id);
      const place = document.createElement("div");
      place.innerHTML = pictures;
      const known = [...place.querySelectorAll("[id]")].filter((element) => document.getElementById(element.id));
      known.forEach((element) => element.remove());
      document.body.append(...place.children);
    }

    // Draws into an element; `rules` has the facts about the pieces, and `drawings` has the pictures.
    constructor(place, rules, drawings, id) {
      this.kinds = rules.kinds;
      this.centres = drawings.centres;
      this.reaches = drawings.reaches;
      this.turns = drawings.turns;
      this.id = id;
      this.constructor.addPictures(id, drawings);
      place.innerHTML = drawings.board;
      this.svg = place.firstElementChild;
      window.padmaPicture.unfold(this.svg);
      const { x, y, width, height } = this.svg.viewBox.baseVal;
      this.middle = [2 * x + width, 2 * y + height];
      // The side of a cell is that of a square.
      this.inner = Math.max(...this.centres.map(([, , inner]) => inner));
      this.svg.style.setProperty("--b-sides", width / (2 * this.inner));
      this.shapes = new Map([...this.svg.querySelectorAll(CELLS)].map((shape) => [shape.dataset.cell, shape]));
      // The lines and the rim of the whole board; if squares are missing, the frame is drawn
      // instead.
      this.lines = [...this.svg.querySelectorAll(":scope > :is(.b-lines, .b-rim)")];
      this.frame = draw("g");
      this.lines.at(-1)?.after(this.frame);
      const [under, pieces, over] = ["try-under", "try-pieces", "try-over"].map((name) => draw("g", { class: name }));
      Object.assign(this, { under, pieces, over, isFlipped: false });
      this.svg.append(under, pieces, over);
      // Anything except the board's cells, lines and outlines is lettering, which stays upright.
      this.ground = [...this.svg.children].filter((child) => ![under, pieces, over].includes(child));
      this.names = rules.cells;
    }

    at(cell) {
      const [x, y] = this.centres[cell];
      return this.isFlipped ? [this.middle[0] - x, this.middle[1] - y] : [x, y];
    }

    // Turns the board round; its lettering stays upright.
    flip() {
      this.isFlipped = !this.isFlipped;
      const [x, y] = this.middle;
      const turn = this.isFlipped ? `rotate(180 ${x / 2} ${y / 2})` : "";
      for (const part of this.ground) {
        part.setAttribute("transform", turn);
        for (const letters of part.matches(LETTERS) ? part.children : part.querySelectorAll(`${LETTERS} > *`)) this.upright(letters);
      }
    }

    // Letters have a place and a size of their own.
    upright(letters) {
      letters.dataset.placed ??= letters.getAttribute("transform") ?? "";
      const { x, y, width, height } = letters.getBBox();
      const turn = this.isFlipped ? `rotate(180 ${x + width / 2} ${y + height / 2})` : "";
      letters.setAttribute("transform", letters.dataset.placed + turn);
    }

    // Draws a piece at a point. On a board turned round, pieces that point towards the enemy turn, too.
    drawn({ kind, side }, [x, y], ...children) {
      const turn = this.isFlipped && this.turns[kind] ? { transform: `rotate(180 ${x} ${y})` } : {};
      return draw("use", { href: `#play.${this.id}.${2 * kind + side}`, x, y, ...turn }, ...children);
    }

    spot(layer, name, cell, radius) {
      const [cx, cy] = this.at(cell);
      layer.append(draw("circle", { class: name, cx, cy, r: radius * this.centres[cell][2] }));
    }

    // Shows a position. `ways` are the `[from, to]` of the last move, `checked` the cells of royal pieces in check,
    // `held` the cell of the piece picked up, `targets` the cells where it can go, `passed` those that it passes. A
    // move that was just played is animated.
    show(position, { ways = [], checked = [], held = null, targets = [], passed = [], isJustPlayed = false } = {}) {
      const [under, pieces, over] = [this.under, this.pieces, this.over];
      for (const layer of [under, pieces, over]) layer.replaceChildren();
      const isThere = (cell) => !position.absent.includes(cell);
      // The place of an absent square can be hit where a square can travel there.
      const isOpen = (cell) => !isThere(cell) && targets.includes(cell);
      this.names.forEach((name, cell) => {
        this.shapes.get(name)?.classList.toggle("try-absent", !isThere(cell));
        this.shapes.get(name)?.classList.toggle("try-open", isOpen(cell));
      });
      this.isWalkable = (cell) => isThere(cell) || isOpen(cell);
      this.outline(isThere);
      for (const [from, to] of ways) {
        if (from !== to) this.spot(under, "left", from, 0.6);
        this.spot(under, "moved", to, 1);
      }
      for (const cell of checked) this.spot(under, "try-check", cell, 1);
      if (held !== null) this.spot(under, "try-held", held, 1);
      for (const [cell, side, kind] of position.pieces) {
        const title = draw("title");
        const { name, nobodys } = this.kinds[kind];
        title.textContent = say("pictures.piece-on", { piece: say("pictures.owned", { side: nobodys ? "" : SIDES[side], kind: name }), cells: this.names[cell] });
        const body = this.drawn({ kind, side }, this.at(cell), title);
        body.dataset.cell = this.names[cell];
        pieces.append(body);
      }
      if (isJustPlayed) ways.forEach(([from, to]) => this.bring(from, to));
      // Pieces of which only the side is known.
      const blockers = position.blockers ?? [];
      for (const [cell, side] of blockers) this.spot(pieces, ["b-white", "b-black"][side], cell, BLOCKER);
      const taken = new Set([...position.pieces, ...blockers].map(([cell]) => cell));
      for (const cell of targets) {
        if (taken.has(cell)) this.spot(over, "try-takes", cell, RING);
        else this.spot(over, "try-goes", cell, SPOT);
      }
      for (const cell of passed.filter((one) => !targets.includes(one))) {
        this.spot(over, taken.has(cell) ? "try-takes" : "try-passes", cell, taken.has(cell) ? RING : SPOT);
      }
    }

    // Returns the picture of the piece on a cell.
    bodyOn(cell) {
      return this.pieces.querySelector(`[data-cell="${CSS.escape(this.names[cell])}"]`);
    }

    // Animates the piece on a cell as coming from another cell, unless the reader has asked for reduced motion.
    bring(from, to) {
      const body = this.bodyOn(to);
      if (!body || from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const [[x, y], [left, top]] = [this.at(to), this.at(from)];
      body.animate([{ translate: `${left - x}px ${top - y}px` }, { translate: "0 0" }], { duration: MOTION, easing: "ease-out" });
    }

    // Moves the picture of a piece along with the pointer, by pixels of the screen.
    carry(cell, [right, down]) {
      const body = this.bodyOn(cell);
      const { a: scale } = this.svg.getScreenCTM();
      this.pieces.append(body);
      body.style.translate = `${right / scale}px ${down / scale}px`;
      body.style.pointerEvents = "none";
    }

    // The width of the narrowest cell on the screen, in pixels.
    smallest() {
      return 2 * Math.min(...this.centres.map(([, , inner]) => inner)) * (this.svg.getScreenCTM()?.a ?? 1);
    }

    // Widens the board until its narrowest cell has this width; 0 restores it.
    widen(pixels) {
      const narrowest = 2 * Math.min(...this.centres.map(([, , inner]) => inner));
      const { style } = this.svg;
      style.minWidth = style.maxWidth = pixels ? `${Math.ceil((pixels / narrowest) * this.svg.viewBox.baseVal.width)}px` : "";
    }

    // Draws the lines and the rim round the squares that exist, and dotted outlines where squares
    // are missing.
    outline(isThere) {
      const squares = this.names.map((name, cell) => ({ shape: this.shapes.get(name), isThere: isThere(cell) }));
      const drawn = squares.filter(({ shape }) => shape?.points);
      const missing = drawn.filter(({ isThere }) => !isThere);
      for (const line of this.lines) line.style.display = missing.length > 0 ? "none" : "";
      this.frame.replaceChildren();
      if (missing.length === 0) return;
      const sides = new Map();
      for (const { shape } of drawn.filter(({ isThere }) => isThere)) {
        const corners = [...shape.points].map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`);
        corners.forEach((corner, nth) => {
          const side = [corner, corners[(nth + 1) % corners.length]].sort().join("L");
          sides.set(side, (sides.get(side) ?? 0) + 1);
        });
      }
      const path = (name, count) => {
        const own = [...sides].filter(([, cells]) => cells === count);
        return draw("path", { class: name, d: own.map(([side]) => `M${side}`).join("") });
      };
      const gaps = missing.map(({ shape }) => {
        const gap = shape.cloneNode();
        gap.setAttribute("class", "b-gap");
        return gap;
      });
      this.frame.append(...gaps, path("b-lines", 2), path("b-rim", 1));
    }

    // Shows the keyboard's cell; none for null.
    point(cell) {
      this.over.querySelector(".try-cursor")?.remove();
      if (cell !== null) this.spot(this.over, "try-cursor", cell, 0.98);
    }

    // Returns the cell under a pointer, or -1.
    cellOf(target) {
      return this.names.indexOf(target.closest?.("[data-cell]")?.dataset.cell);
    }

    // Returns the next cell in a direction as seen on the screen, or the same one at the board's
    // edge.
    beside(cell, direction) {
      const near = Object.create(window.padmaPicture.prototype);
      near.cells = this.names.map((_, index) => (this.isWalkable(index) ? { at: this.at(index) } : null));
      return near.cells[cell] ? near.beside(cell, direction) : near.cells.findIndex(Boolean);
    }

    // Draws a single piece, for the space beside the board.
    alone(piece) {
      const reach = this.reaches[2 * piece.kind + piece.side];
      const viewBox = [-reach, -reach, 2 * reach, 2 * reach].join(" ");
      return draw("svg", { class: "try-piece", viewBox, "aria-hidden": "true" }, this.drawn(piece, [0, 0]));
    }
  };
})();
