// Lets a reader move the pieces of a diagram, take them off, add blockers, and see the marks
// change. Needs `walk.js`, `picture.js`, the tables in `moves`, and in each figure the element
// `script.live` with the diagram's pieces and what its marks are computed from. A figure without
// that element stays as printed, as do all figures where scripts do not run.
//
// The address holds a reader's own position: in #d-R2-1@g4=e4,c4=off,e6=black, for the figure
// `d-R2-1`, the piece printed on g4 is on e4, the one on c4 is off the board, and a black blocker
// is on e6.
"use strict";

{
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const VERBS = {
    reach: "reaches",
    moves: "moves to",
    captures: "captures on",
    attacks: "attacks",
    first: "reaches on its first move",
  };
  const SETS = {
    "|": (a, b) => [...a, ...b],
    "&": (a, b) => a.filter((cell) => b.includes(cell)),
    "-": (a, b) => a.filter((cell) => !b.includes(cell)),
  };
  const SIDES = ["White", "Black"];
  const OFF = "off";
  const OWN = "Your own position: the caption describes the printed one.";
  // The script's own words are English, whatever the language of the page.
  const OURS = /^en\b/iu.test(document.documentElement.lang) ? {} : { lang: "en", dir: "ltr" };
  // A board whose narrowest cell is smaller than this on the screen can be enlarged.
  const FINGER = 24;
  // How far the pointer must move with a piece for a drag rather than a click.
  const DRAG = 5;
  const { ABSENT, EMPTY, ask, isFrozen, mayStand } = window.padmaWalk;
  const HOW =
    "Use the arrow keys to move from cell to cell. Press Enter to pick a piece up and to put it down. On an empty cell, Enter " +
    "places a blocker of the same side, then one of the other side, then none. Press Delete to remove the piece, and " +
    "Escape to put it back.";

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const counted = (count) => (count === 0 ? "no cell" : count === 1 ? "1 cell" : `${count} cells`);
  const isQuestion = ([what]) => what in VERBS;
  // Returns the questions about pieces whose union a mark is; null for any other mark.
  const united = (of) => {
    if (isQuestion(of)) return [of];
    const parts = of[0] === "|" ? of.slice(1).map(united) : [null];
    return parts.includes(null) ? null : parts.flat();
  };
  // Returns the first piece that a mark depends on.
  const firstAsked = ([what, ...parts]) =>
    what in VERBS ? parts[0] : what in SETS ? (firstAsked(parts[0]) ?? firstAsked(parts[1])) : undefined;

  // The pieces and blockers on the board.
  class Position {
    constructor(data, moves) {
      this.moves = moves;
      this.absent = new Set(data.absent);
      this.printed = data.pieces.map((piece) => {
        const { name, hidden } = moves.pieces[piece.kind];
        return { ...piece, name, hidden, printed: piece.cell, cell: moves.cells.indexOf(piece.cell) };
      });
      this.reset();
    }

    // The cell of a piece is null if it is off the board.
    reset() {
      this.pieces = this.printed.map((piece) => ({ ...piece }));
      this.blockers = [];
    }

    get isChanged() {
      return this.blockers.length > 0 || this.pieces.some((piece, index) => piece.cell !== this.printed[index].cell);
    }

    isThere(cell) {
      return cell >= 0 && !this.absent.has(this.moves.cells[cell]);
    }

    pieceOn(cell) {
      return this.pieces.find((piece) => piece.cell === cell);
    }

    blockerOn(cell) {
      return this.blockers.find((blocker) => blocker.cell === cell);
    }

    // Returns the occupants by cell, as numbers for the walk.
    numbers() {
      const numbers = this.moves.cells.map((name) => (this.absent.has(name) ? ABSENT : EMPTY));
      for (const { cell, side } of this.blockers) numbers[cell] = side + 1;
      for (const { cell, side, kind } of this.pieces) {
        if (cell !== null) numbers[cell] = side + (this.moves.pieces[kind].royal ? 3 : 1);
      }
      return numbers;
    }

    // Returns what stands on each cell; a blocker has no kind.
    standing() {
      const there = [...this.blockers, ...this.pieces.filter(({ cell }) => cell !== null)];
      return new Map(there.map(({ cell, side, kind }) => [cell, { side, kind }]));
    }

    answer([question, index]) {
      const { kind, side, cell, unmoved } = this.pieces[index];
      const standing = this.standing();
      if (cell === null || isFrozen(this.moves, standing, cell)) return [];
      const isFirst = question === "first";
      const isUnmoved = isFirst || (Boolean(unmoved) && cell === this.printed[index].cell);
      return ask(this.moves, isFirst ? "reach" : question, kind, side, this.numbers(), cell, isUnmoved);
    }

    // Returns the cells of a mark.
    cells([what, ...parts]) {
      if (what in SETS) return SETS[what](...parts.map((part) => this.cells(part)));
      if (what in VERBS) return this.answer([what, ...parts]);
      if (what === "cells") return parts[0].map((name) => this.moves.cells.indexOf(name));
      const standing = [...this.standing()];
      const [first, second] = parts;
      const isMeant =
        what === "frozen"
          ? ([cell, { side }]) => (first ?? side) === side && isFrozen(this.moves, new Map(standing), cell)
          : ([, { kind, side }]) => kind === first && side === second;
      return standing.filter(isMeant).map(([cell]) => cell);
    }

    // Returns the position as the address holds it.
    write() {
      const name = (cell) => (cell === null ? OFF : this.moves.cells[cell]);
      const moved = this.pieces.filter((piece, index) => piece.cell !== this.printed[index].cell);
      const items = moved.map((piece) => `${piece.printed}=${name(piece.cell)}`);
      items.push(...this.blockers.map(({ cell, side }) => `${name(cell)}=${SIDES[side].toLowerCase()}`));
      return items.join(",");
    }

    // Reads a position from the address; changes nothing if any part of it is invalid.
    read(text) {
      const { pieces, blockers } = this;
      this.reset();
      const isSound = text.split(",").every((item) => this.readItem(...item.split("=")));
      const cells = [...this.pieces, ...this.blockers].map(({ cell }) => cell).filter((cell) => cell !== null);
      if (isSound && new Set(cells).size === cells.length) return true;
      Object.assign(this, { pieces, blockers });
      return false;
    }

    readItem(name, value) {
      const { cells } = this.moves;
      const side = SIDES.findIndex((one) => one.toLowerCase() === value);
      const piece = this.pieces.find(({ printed }) => printed === name);
      const cell = cells.indexOf(side < 0 ? value : name);
      if (side >= 0) {
        this.blockers.push({ cell, side });
        return this.isThere(cell);
      }
      if (piece) piece.cell = value === OFF ? null : cell;
      const stands = piece && this.isThere(cell) && mayStand(this.moves, piece.kind, piece.side, cell);
      return Boolean(piece) && (value === OFF || stands);
    }
  }

  const decoded = (hash) => {
    try {
      return decodeURIComponent(hash);
    } catch {
      return "";
    }
  };

  // Measures a figure, and returns its data; an empty list if the move tables of its variant are
  // missing.
  const measure = (figure) => {
    const data = JSON.parse(figure.querySelector("script.live").textContent);
    const moves = window.padmaMoves?.[data.variant];
    if (!moves) return [];
    const [svg, legend] = [figure.querySelector(".board svg"), figure.querySelector(".legend")];
    return [{ figure, data, moves, picture: new window.padmaPicture(svg, moves.cells, legend) }];
  };

  // When boards are resized, all are measured first: each returns a function that makes its
  // change.
  const fits = new WeakMap();
  const sizes = new ResizeObserver((boards) => boards.map(({ target }) => fits.get(target)()).forEach((change) => change()));

  // Makes a diagram interactive.
  const enliven = ({ figure, data, moves, picture }) => {
    const board = figure.querySelector(".board");
    const caption = figure.querySelector("figcaption");
    const position = new Position(data, moves);
    const nameOf = (cell) => moves.cells[cell];
    const isPlain = data.marks.length === 0;
    const first = position.printed[data.marks.map(({ of }) => firstAsked(of)).find((index) => index !== undefined) ?? 0];

    const button = (label, act) => {
      const element = make("button", { type: "button", hidden: "" }, label);
      element.addEventListener("click", act);
      return element;
    };
    const off = button("", () => act(OFF));
    const reset = button("Restore the printed position", () => {
      position.reset();
      held = chosen = null;
      show();
      board.focus();
    });
    reset.className = "live-reset";
    const enlarge = button("Enlarge", () => {
      const isLarge = enlarge.getAttribute("aria-pressed") !== "true";
      enlarge.setAttribute("aria-pressed", isLarge);
      picture.widen(isLarge ? FINGER : 0);
      board.scrollLeft = (board.scrollWidth - board.clientWidth) / 2;
    });
    // The hint is on the page already, so that nothing moves when the diagram becomes interactive.
    const tools = figure.querySelector(".live-tools") ?? make("p", { class: "live-tools" });
    const says = make("p", { ...OURS, class: "live-says", role: "status" });
    const whispers = make("p", { ...OURS, class: "unseen", "aria-live": "polite" });
    const how = make("p", { ...OURS, class: "live-how", id: `${figure.id}-how` }, HOW);
    tools.append(off, reset, enlarge);
    caption.after(tools, says, whispers, how);
    const label = `Board of ${caption.querySelector("b").textContent.toLowerCase()}`;
    const role = { role: "application", tabindex: "0", "aria-label": label, "aria-describedby": how.id };
    for (const [key, value] of Object.entries(role)) board.setAttribute(key, value);
    board.classList.add("live-board");

    let held = null;
    // The index of the piece whose reach a picture without marks shows.
    let chosen = null;
    let cursor = first.cell;

    // Returns the marks: the diagram's own, or the reach of the chosen piece.
    const marks = () => {
      if (!isPlain) return data.marks;
      return chosen === null || position.pieces[chosen].hidden ? [] : [{ meaning: "", of: ["reach", chosen] }];
    };
    const counting = (cells) => {
      const names = cells.length > 0 ? `: ${cells.map(nameOf).join(", ")}` : "";
      return `${counted(cells.length)}${names}.`;
    };
    const sorted = (cells) => [...new Set(cells)].sort((a, b) => a - b);
    const sentences = ({ meaning, of }) => {
      const sentence = (question) => {
        const piece = position.pieces[question[1]];
        if (piece.cell === null) return `The ${piece.name} is off the board.`;
        return `The ${piece.name} on ${nameOf(piece.cell)} ${VERBS[question[0]]} ${counting(position.answer(question))}`;
      };
      return united(of)?.map(sentence) ?? `${meaning} · ${counting(sorted(position.cells(of)))}`;
    };
    const hidden = () => {
      const piece = isPlain && chosen !== null && position.pieces[chosen];
      return piece?.hidden ? [`This page does not compute the powers of the ${piece.name}.`] : [];
    };

    const show = (refusal = "") => {
      const { isChanged } = position;
      const shown = marks();
      figure.classList.toggle("own-position", isChanged);
      reset.hidden = !isChanged;
      off.hidden = !held;
      off.textContent = held ? `Take the ${held.name} off` : "";
      says.replaceChildren(refusal);
      const words = [...shown.flatMap(sentences), ...hidden()].join(" ");
      if (isChanged || chosen !== null) {
        const marked = shown.map(({ of }) => sorted(position.cells(of)));
        picture.change(position.pieces, position.blockers, shown, marked, `Not the printed position. ${words}`.trim());
        if (refusal) says.append(" ");
        if (isChanged) says.append(make("b", {}, OWN), " ");
        says.append(words);
      } else {
        picture.restore();
      }
      if (held) picture.outline(held.cell, "live-held");
      point();
      remember();
    };
    // Shows the keyboard's cell. Nothing else may change when the board gets the focus: the
    // element on which a click began must stay.
    const point = () => {
      picture.svg.querySelector(".live-cursor")?.remove();
      if (board.matches(":focus-visible")) picture.outline(cursor, "live-cursor");
    };
    const remember = () => {
      const isOwn = decoded(location.hash).startsWith(`#${figure.id}@`);
      if (!position.isChanged && !isOwn) return;
      const text = position.isChanged ? `@${position.write()}` : "";
      history.replaceState(history.state, "", `#${figure.id}${text}`);
    };

    const occupant = (cell) => {
      const piece = position.pieceOn(cell);
      const blocker = position.blockerOn(cell);
      if (piece) return `${SIDES[piece.side]} ${piece.name}`;
      return blocker ? `${SIDES[blocker.side]} blocker` : "empty";
    };

    const pickUp = (piece) => {
      held = piece;
      chosen = isPlain ? position.pieces.indexOf(piece) : null;
      whispers.textContent = `${piece.name} picked up from ${nameOf(piece.cell)}`;
    };

    const drop = () => {
      held = null;
      if (!position.isChanged) chosen = null;
    };

    const put = (cell) => {
      const piece = held;
      const other = cell === OFF ? undefined : position.pieceOn(cell);
      if (other && other !== piece) {
        pickUp(other);
        return "";
      }
      if (cell === OFF) {
        whispers.textContent = `${piece.name} taken off`;
        piece.cell = null;
        chosen = null;
      } else {
        if (position.blockerOn(cell)) return `${nameOf(cell)} is occupied: ${occupant(cell)}.`;
        if (!mayStand(moves, piece.kind, piece.side, cell)) return `The ${piece.name} may not stand on ${nameOf(cell)}.`;
        whispers.textContent = `${piece.name} put on ${nameOf(cell)}`;
        piece.cell = cell;
      }
      drop();
      return "";
    };

    const block = (cell) => {
      const side = chosen === null ? first.side : position.pieces[chosen].side;
      const there = position.blockerOn(cell);
      if (!there) position.blockers.push({ cell, side });
      else if (there.side === side) there.side = 1 - side;
      else position.blockers = position.blockers.filter((blocker) => blocker !== there);
      whispers.textContent = `${nameOf(cell)}: ${occupant(cell)}`;
    };

    // A click or Enter on a cell; off the board it takes the held piece off.
    const act = (cell) => {
      if (cell !== OFF) cursor = cell;
      if (held) return show(put(cell));
      const piece = position.pieceOn(cell);
      if (piece) pickUp(piece);
      else block(cell);
      return show();
    };

    const cellAt = (target) => {
      const cell = board.contains(target) ? moves.cells.indexOf(target.closest("[data-cell]")?.dataset.cell) : -1;
      return position.isThere(cell) ? cell : -1;
    };
    // The mouse drags a piece; a finger scrolls the page.
    let press = null;
    board.addEventListener("pointerdown", ({ target, clientX, clientY, pointerType, button }) => {
      const piece = position.pieceOn(cellAt(target));
      press = piece && pointerType === "mouse" && button === 0 ? { piece, at: [clientX, clientY], isDrag: false } : null;
    });
    addEventListener("pointermove", ({ clientX, clientY }) => {
      if (!press) return;
      const way = [clientX - press.at[0], clientY - press.at[1]];
      if (!press.isDrag && Math.hypot(...way) > DRAG) {
        press.isDrag = true;
        if (held !== press.piece) pickUp(press.piece);
        show();
      }
      if (press.isDrag) picture.carry(press.piece.cell, way);
    });
    let wasDragged = false;
    addEventListener("pointerup", ({ clientX, clientY }) => {
      wasDragged = Boolean(press?.isDrag);
      press = null;
      if (!wasDragged) return;
      const target = document.elementFromPoint(clientX, clientY);
      const cell = cellAt(target);
      if (cell >= 0) act(cell);
      else if (picture.svg.contains(target)) show();
      else act(OFF);
    });
    board.addEventListener("click", ({ target }) => {
      const cell = cellAt(target);
      if (cell >= 0 && !wasDragged) act(cell);
    });

    board.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key in ARROWS) {
        cursor = picture.beside(cursor, ARROWS[event.key]);
        whispers.textContent = `${nameOf(cursor)}: ${occupant(cursor)}`;
        point();
        picture.svg.querySelector(".live-cursor")?.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else if (event.key === "Enter" || event.key === " ") {
        act(cursor);
      } else if (held && (event.key === "Delete" || event.key === "Backspace")) {
        act(OFF);
      } else if (held && event.key === "Escape") {
        drop();
        whispers.textContent = "put back";
        show();
      } else {
        return;
      }
      event.preventDefault();
    });
    board.addEventListener("focus", point);
    board.addEventListener("blur", point);

    const follow = () => {
      const [id, ...text] = decoded(location.hash).slice(1).split("@");
      if (id !== figure.id || text.length !== 1 || !position.read(text[0])) return;
      held = chosen = null;
      show();
      figure.scrollIntoView();
    };
    addEventListener("hashchange", follow);
    fits.set(board, () => {
      const isLarge = enlarge.getAttribute("aria-pressed") === "true";
      const isHidden = !isLarge && picture.smallest() >= FINGER;
      return () => {
        enlarge.hidden = isHidden;
      };
    });
    sizes.observe(board);
    // On paper the figure shows the position that was checked.
    addEventListener("beforeprint", () => {
      figure.classList.remove("own-position");
      picture.restore();
    });
    addEventListener("afterprint", () => show());
    follow();
  };

  // Measure all before changing any: otherwise the browser would lay out the page again after each
  // change.
  [...document.querySelectorAll("figure:has(script.live)")].flatMap(measure).forEach(enliven);
  // While a book is being written, an open page may get new figures in place of old ones.
  addEventListener("padma-figure", ({ detail }) => measure(detail).forEach(enliven));
}
