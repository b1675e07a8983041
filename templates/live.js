// Lets a reader move the pieces of a diagram, take them off, add blockers, and see the marks
// change. Needs `ask.js`, `picture.js`, and in each figure the element `script.live` with the
// diagram's pieces and the expressions of its marks. A figure without that element stays as
// printed, as do all figures where the program cannot run. It decides no rule: the program says
// where a piece may stand and which cells a mark has.
//
// The address holds a reader's own position: in #d.R2-1@g4=e4,c4=off,e6=black, for the figure
// `d.R2-1`, the piece printed on g4 is on e4, the one on c4 is off the board, and a black blocker
// is on e6.
"use strict";

{
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SIDES = ["white", "black"];
  const say = window.padmaSay;
  const NAMES = [say("rules.side:white"), say("rules.side:black")];
  const OFF = "off";
  // The script's own words are English, whatever the language of the page.
  // A board whose narrowest cell is smaller than this on the screen can be enlarged.
  const FINGER = 24;
  // How far the pointer must move with a piece for a drag rather than a click.
  const DRAG = 5;
  // Milliseconds before the page says what the board is waiting for.
  const SLOW = 300;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  // The pieces and blockers on the board.
  class Position {
    constructor(data, cells) {
      this.cells = cells;
      this.rest = data.rest;
      this.printed = data.pieces.map((piece) => ({ ...piece, printed: piece.cell, cell: cells.indexOf(piece.cell) }));
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

    pieceOn(cell) {
      return this.pieces.find((piece) => piece.cell === cell);
    }

    blockerOn(cell) {
      return this.blockers.find((blocker) => blocker.cell === cell);
    }

    // Returns the position as the program reads it: a line for each fact.
    lines() {
      const blockers = this.blockers.map((blocker) => [SIDES[blocker.side], "", "", this.cells[blocker.cell]]);
      const there = this.pieces.map((piece, index) => ({ ...piece, index })).filter(({ cell }) => cell !== null);
      const pieces = there.map(({ index, label, kind, cell, unmoved, ...piece }) => {
        const isUnmoved = unmoved && cell === this.printed[index].cell;
        return [SIDES[piece.side], label, kind, this.cells[cell], ...(isUnmoved ? ["unmoved"] : [])];
      });
      // A piece that was put elsewhere can no longer be captured en passant.
      const isStill = ([word, name]) => word !== "passing" || this.printed.every((piece, index) => piece.printed !== name || this.pieces[index].cell === piece.cell);
      const rest = this.rest.filter((line) => isStill(line.split("\t")));
      return [...rest, ...[...pieces, ...blockers].map((words) => words.join("\t"))].join("\n");
    }

    // Returns the position as the address holds it.
    write() {
      const name = (cell) => (cell === null ? OFF : this.cells[cell]);
      const moved = this.pieces.filter((piece, index) => piece.cell !== this.printed[index].cell);
      const items = moved.map((piece) => `${piece.printed}=${name(piece.cell)}`);
      items.push(...this.blockers.map(({ cell, side }) => `${name(cell)}=${SIDES[side]}`));
      return items.join(",");
    }

    // Reads a position from the address; changes nothing if any part of it is invalid.
    read(text, mayStand) {
      const { pieces, blockers } = this;
      this.reset();
      const isSound = text.split(",").every((item) => this.readItem(mayStand, ...item.split("=")));
      const cells = [...this.pieces, ...this.blockers].map(({ cell }) => cell).filter((cell) => cell !== null);
      if (isSound && new Set(cells).size === cells.length) return true;
      Object.assign(this, { pieces, blockers });
      return false;
    }

    readItem(mayStand, name, value) {
      const side = SIDES.indexOf(value);
      const piece = this.pieces.find(({ printed }) => printed === name);
      const cell = this.cells.indexOf(side < 0 ? value : name);
      if (side >= 0) {
        this.blockers.push({ cell, side });
        return cell >= 0;
      }
      if (piece) piece.cell = value === OFF ? null : cell;
      return Boolean(piece) && (value === OFF || (cell >= 0 && mayStand(piece, cell)));
    }
  }

  const decoded = (hash) => {
    try {
      return decodeURIComponent(hash);
    } catch {
      return "";
    }
  };

  // Takes a figure's picture apart. The cells are those of the picture, in the order in which they are drawn.
  const measure = (figure) => {
    const data = JSON.parse(figure.querySelector("script.live").textContent);
    const [svg, legend] = [figure.querySelector(".board svg"), figure.querySelector(".legend")];
    window.padmaPicture.unfold(svg);
    const drawn = [...svg.querySelectorAll("[data-cell]")].map(({ dataset }) => dataset.cell);
    const cells = [...new Set(drawn)];
    return { figure, data, cells, picture: new window.padmaPicture(svg, cells, legend) };
  };

  // When boards are resized, all are measured first: each returns a function that makes its
  // change.
  const fits = new WeakMap();
  const sizes = new ResizeObserver((boards) => boards.map(({ target }) => fits.get(target)()).forEach((change) => change()));

  // Makes a diagram interactive.
  const enliven = ({ figure, data, cells, picture }) => {
    const board = figure.querySelector(".board");
    const caption = figure.querySelector("figcaption");
    const position = new Position(data, cells);
    const nameOf = (cell) => cells[cell];
    const isPlain = data.marks.length === 0;
    const first = position.printed[data.first];
    // The program's facts about the variant; null until someone touches the board.
    let rules = null;
    const mayStand = ({ kind, side }, cell) => rules.kinds.find(({ id }) => id === kind).stands[side].includes(rules.cells.indexOf(nameOf(cell)));

    const button = (label, act) => {
      const element = make("button", { type: "button", hidden: "" }, label);
      element.addEventListener("click", act);
      return element;
    };
    const off = button("", () => act(OFF));
    const reset = button(say("restore-position"), () => {
      position.reset();
      held = chosen = null;
      show();
      board.focus();
    });
    reset.className = "live-reset";
    const enlarge = button(say("enlarge"), () => {
      const isLarge = enlarge.getAttribute("aria-pressed") !== "true";
      enlarge.setAttribute("aria-pressed", isLarge);
      picture.widen(isLarge ? FINGER : 0);
      board.scrollLeft = (board.scrollWidth - board.clientWidth) / 2;
    });
    // The hint is on the page already, so that nothing moves when the diagram becomes interactive.
    const tools = figure.querySelector(".live-tools") ?? make("p", { class: "live-tools" });
    const says = make("p", { ...window.padmaSay.ours, class: "live-says", role: "status" });
    const whispers = make("p", { ...window.padmaSay.ours, class: "unseen", "aria-live": "polite" });
    const how = make("p", { ...window.padmaSay.ours, class: "live-how", id: `${figure.id}.how` }, say("figure-keys"));
    tools.append(off, reset, enlarge);
    caption.after(tools, says, whispers, how);
    const [number] = /\d+/u.exec(caption.querySelector("b").textContent) ?? [];
    const label = say("labels.board-of-figure", { number });
    const role = { role: "application", tabindex: "0", "aria-label": label, "aria-describedby": how.id };
    for (const [key, value] of Object.entries(role)) board.setAttribute(key, value);
    board.classList.add("live-board");

    let held = null;
    // The index of the piece whose reach a picture without marks shows.
    let chosen = null;
    let cursor = first.cell;
    const walk = window.padmaPicture.walker();

    // Returns the marks: the diagram's own, or the reach of the chosen piece.
    const marks = () => {
      if (!isPlain) return data.marks;
      const piece = chosen === null ? null : position.pieces[chosen];
      if (!piece || piece.cell === null) return [];
      const of = `reach(${piece.label})`;
      return [{ meaning: "", of, asks: [{ piece: chosen, verb: "reaches", of }] }];
    };
    // Asks for the cells of expressions by name, with the reason why one has none.
    const cellsOf = (expressions) => {
      const { answers } = expressions.length > 0 ? rules.ask("cells", position.lines(), ...expressions) : { answers: [] };
      return answers.map(({ cells: found, fault = say("depends-on-missing") }) => (found ? { found } : { found: [], fault }));
    };
    const counting = (found) => {
      return say("cells-counted", { count: say("pictures.cells", { count: found.length }), names: found.join(", ") });
    };
    // The cells of a picture; where a place is empty, it has none.
    const drawn = (names) => names.map((name) => cells.indexOf(name)).filter((cell) => picture.cells[cell]);
    // Computes a mark: its cells, their number, and the sentences about them. A mark that joins what several
    // pieces reach is computed piece by piece.
    const compute = ({ meaning, of, asks }) => {
      if (!asks) {
        const [{ found, fault }] = cellsOf([of]);
        return { cells: drawn(found), count: found.length, sentences: [fault ? say("mark-fault", { meaning: capitalised(meaning), fault }) : say("mark-computed", { meaning: capitalised(meaning), cells: counting(found) })] };
      }
      const found = cellsOf(asks.map((asked) => asked.of));
      const sentences = asks.map(({ piece: index, verb }, nth) => {
        const piece = position.pieces[index];
        if (piece.cell === null) return say("is-off", { piece: piece.name });
        return say("piece-does", { piece: piece.name, cell: nameOf(piece.cell), verb, cells: counting(found[nth].found) });
      });
      const names = [...new Set(found.flatMap((one) => one.found))];
      return { cells: drawn(names), count: names.length, sentences };
    };

    const show = (refusal = "") => {
      const { isChanged } = position;
      const shown = marks();
      figure.classList.toggle("own-position", isChanged);
      reset.hidden = !isChanged;
      off.hidden = !held;
      off.textContent = held ? say("take-off", { piece: held.name }) : "";
      says.replaceChildren(refusal);
      if (isChanged || chosen !== null) {
        const computed = shown.map(compute);
        const words = computed.flatMap(({ sentences }) => sentences).join(" ");
        const marked = computed.map((one) => one.cells);
        const counts = shown.map((mark, nth) => ({ ...mark, count: computed[nth].count }));
        picture.change(position.pieces, position.blockers, counts, marked, say("not-printed", { words }).trim());
        if (refusal) says.append(" ");
        if (isChanged) says.append(make("b", {}, say("own-position-of")), " ");
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
      if (piece) return say("pictures.owned", { side: piece.nobodys ? "" : NAMES[piece.side], kind: piece.name });
      return blocker ? say("blocker", { side: NAMES[blocker.side] }) : say("empty");
    };

    const pickUp = (piece) => {
      held = piece;
      chosen = isPlain ? position.pieces.indexOf(piece) : null;
      whispers.textContent = say("picked-up-from", { piece: piece.name, cell: nameOf(piece.cell) });
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
        whispers.textContent = say("taken-off", { piece: piece.name });
        piece.cell = null;
        chosen = null;
      } else {
        if (position.blockerOn(cell)) return say("is-occupied", { cell: nameOf(cell), piece: occupant(cell) });
        if (!mayStand(piece, cell)) return say("may-not-stand", { piece: piece.name, cell: nameOf(cell) });
        whispers.textContent = say("put-on", { piece: piece.name, cell: nameOf(cell) });
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
      whispers.textContent = say("at-cell", { cell: nameOf(cell), piece: occupant(cell) });
    };

    // Loads the rules, and says so if that takes long. If they cannot be loaded, says so and returns false.
    const begin = async () => {
      if (rules) return true;
      const { loading } = window.padmaAsk;
      const slow = setTimeout(() => {
        says.textContent = loading;
        board.ariaBusy = "true";
      }, SLOW);
      try {
        rules = await window.padmaAsk.variant(data.variant);
        if (says.textContent === loading) says.textContent = "";
      } catch {
        says.textContent = say("fixed");
      }
      clearTimeout(slow);
      board.ariaBusy = null;
      return rules !== null;
    };
    // A click or Enter on a cell; off the board it takes the held piece off.
    const act = async (cell) => {
      if (!(await begin())) return undefined;
      if (cell !== OFF) cursor = cell;
      if (held) return show(put(cell));
      const piece = position.pieceOn(cell);
      if (piece) pickUp(piece);
      else block(cell);
      return show();
    };

    const cellAt = (target) => (board.contains(target) ? cells.indexOf(target.closest("[data-cell]")?.dataset.cell) : -1);
    // The mouse drags a piece; a finger scrolls the page.
    let press = null;
    board.addEventListener("pointerdown", begin);
    board.addEventListener("pointerdown", ({ target, clientX, clientY, pointerType, button }) => {
      const piece = position.pieceOn(cellAt(target));
      press = piece && pointerType === "mouse" && button === 0 ? { piece, at: [clientX, clientY], isDrag: false } : null;
    });
    addEventListener("pointermove", ({ clientX, clientY }) => {
      if (!press || !rules) return;
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
        cursor = walk(cursor, ARROWS[event.key], (cell, direction) => picture.beside(cell, direction));
        whispers.textContent = say("at-cell", { cell: nameOf(cursor), piece: occupant(cursor) });
        point();
        picture.svg.querySelector(".live-cursor")?.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else if (event.key === "Enter" || event.key === " ") {
        act(cursor);
      } else if (held && (event.key === "Delete" || event.key === "Backspace")) {
        act(OFF);
      } else if (held && event.key === "Escape") {
        drop();
        whispers.textContent = say("put-back");
        show();
      } else {
        return;
      }
      event.preventDefault();
    });
    board.addEventListener("focus", point);
    board.addEventListener("blur", point);

    const follow = async () => {
      const [id, ...text] = decoded(location.hash).slice(1).split("@");
      if (id !== figure.id || text.length !== 1 || !(await begin()) || !position.read(text[0], mayStand)) return;
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

  // A figure becomes interactive when it comes near the window, is touched, or is what the address names: to take the
  // pictures of a whole page apart at once would hold the page up.
  const waiting = new Set(document.querySelectorAll("figure:has(script.live)"));
  const wake = (figure) => {
    if (!waiting.delete(figure)) return;
    near.unobserve(figure);
    enliven(measure(figure));
  };
  const near = new IntersectionObserver(
    (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => setTimeout(wake, 0, target)),
    { rootMargin: "100%" },
  );
  waiting.forEach((figure) => near.observe(figure));
  for (const event of ["pointerdown", "focusin"]) addEventListener(event, ({ target }) => wake(target.closest?.("figure")), true);
  const seek = () => wake(document.getElementById(decoded(location.hash).slice(1).split("@")[0]));
  addEventListener("hashchange", seek);
  seek();
  // While a book is being written, an open page may get new figures in place of old ones.
  addEventListener("padma-figure", ({ detail }) => enliven(measure(detail)));
}
