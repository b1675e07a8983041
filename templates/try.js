// Plays a variant on its page, between two people or against the program. The program says which
// moves are legal, what they do and how the game ends. The address holds the game, with moves as in
// its record: #play=waterloo/e3-e5,d8-d6. Needs `ask.js`, which fetches the program, the rules and the
// drawings when someone wants to play.
"use strict";

{
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const say = window.padmaSay;
  const SIDES = [say("rules.side:white"), say("rules.side:black")];
  const SCRIPTS = ["picture.js", "try-board.js", "think.js", "opponent.js"];
  // Limits of an address or a record.
  const MOST_PLIES = 600;
  const MOST_LETTERS = 16000;
  // How many moves a list offers, if the board can offer them.
  const MOST_LISTED = 8;
  // A board whose narrowest cell is smaller than this on the screen can be enlarged to cells that a finger hits.
  const FINGER = 32;
  const WIDE = 44;
  // How far the pointer must move with a piece for a drag rather than a click.
  const DRAG = 5;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const fetchAll = async (variant) => {
    await window.padmaAsk.scripts([...SCRIPTS, `play/${variant}.js`]);
    return window.padmaAsk.variant(variant);
  };
  // Returns a game's record: the moves of both sides with their number, a line each.
  const recordOf = (texts) => {
    const pair = (text, ply) => (ply % 2 === 0 ? [`${ply / 2 + 1}. ${[text, ...texts.slice(ply + 1, ply + 2)].join(" ")}\n`] : []);
    return texts.flatMap(pair).join("");
  };

  // Returns the moves that an address holds for a variant; null if the address is not the
  // variant's.
  const movesIn = (hash, variant) => {
    const start = `#play=${encodeURIComponent(variant)}`;
    if (hash !== start && !hash.startsWith(`${start}/`)) return null;
    if (hash.length > MOST_LETTERS) return { refused: say("address-too-long") };
    try {
      const words = hash.slice(start.length + 1).split(",").filter((word) => word !== "");
      return { texts: words.map(decodeURIComponent) };
    } catch {
      return { refused: say("address-without-game") };
    }
  };
  const addressOf = (variant, texts) =>
    `#play=${encodeURIComponent(variant)}${texts.length > 0 ? `/${texts.map(encodeURIComponent).join(",")}` : ""}`;

  class Match {
    constructor(section, rules) {
      const { variant } = section.dataset;
      this.section = section;
      this.variant = variant;
      this.rules = rules;
      this.texts = [];
      this.here = 0;
      this.held = null;
      this.answer = rules.ask("game", "");
      this.walk = window.padmaPicture.walker();
      this.cursor = this.answer.position.pieces.find(([, side]) => side === 0)?.[0] ?? 0;
      this.build();
    }

    build() {
      const { section } = this;
      const button = (label, act, name = "") => {
        const element = make("button", { type: "button", class: name }, label);
        element.addEventListener("click", act);
        return element;
      };
      this.place = make("div", { class: "board try-board", role: "application", tabindex: "0", "aria-label": say("board-of-game", { game: this.rules.title }), "aria-describedby": `${section.id}.how` });
      this.says = make("p", { class: "try-says", role: "status" });
      this.whispers = make("p", { class: "unseen", "aria-live": "polite" });
      this.beside = [0, 1].map((side) => make("div", { class: "try-beside", role: "group", "aria-label": say("beside-board-of", { side: SIDES[side] }) }));
      this.back = button(say("undo"), () => this.takeBack());
      this.on = button(say("redo"), () => this.goTo(this.here + 1));
      this.start = button(say("start"), () => this.goTo(0));
      const flip = button(say("flip"), () => {
        this.board.flip();
        this.walk = window.padmaPicture.walker();
        flip.setAttribute("aria-pressed", this.board.isFlipped);
        section.classList.toggle("try-flipped", this.board.isFlipped);
        this.show();
      });
      flip.setAttribute("aria-pressed", "false");
      this.enlarge = button(say("enlarge"), () => {
        const isLarge = this.enlarge.getAttribute("aria-pressed") !== "true";
        this.enlarge.setAttribute("aria-pressed", isLarge);
        this.board.widen(isLarge ? WIDE : 0);
      });
      this.enlarge.setAttribute("aria-pressed", "false");
      this.list = make("ol", { class: "moves", "aria-label": say("moves") });
      this.record = make("textarea", { rows: "6", spellcheck: "false", "aria-label": say("record") });
      const copy = button(say("copy"), () => this.copy());
      this.copied = make("span", { class: "try-not", role: "status" });
      const load = button(say("play-record"), () => this.load(this.rules.ask("record", this.record.value).texts, this.record.value));
      this.dialog = make("dialog", { class: "try-choice", "aria-labelledby": `${section.id}.choice` });
      const record = make("details", {}, make("summary", {}, say("record")), this.record, make("p", { class: "try-tools" }, copy, load, this.copied));
      const how = make("p", { class: "live-how", id: `${section.id}.how` }, say("play-keys"));
      const tools = make("p", { class: "try-tools" }, this.start, this.back, this.on, flip, this.enlarge);
      this.opponent = new window.padmaOpponent(this, make);
      const aside = make("div", { class: "try-aside" }, this.says, tools, this.opponent.place, this.list, record);
      const table = make("div", { class: "try-table" }, this.beside[1], this.place, how, this.beside[0]);
      section.replaceChildren(make("h3", {}, say("play-here")), make("div", { class: "try-hall" }, table, aside), this.whispers, this.dialog);
      this.board = new window.padmaBoard(this.place, this.rules, window.padmaDrawings[this.variant], this.variant);
      this.listen();
    }

    get side() {
      return this.answer.position.to_move;
    }

    // The piece on a cell.
    pieceOn(cell) {
      const found = this.answer.position.pieces.find(([at]) => at === cell);
      return found && { side: found[1], kind: found[2] };
    }

    nameOf(cell) {
      return this.rules.cells[cell];
    }

    kindName(kind) {
      return this.rules.kinds[kind].name;
    }

    // Returns the moves of the piece, the cell or the piece in hand that is picked up, each with `at`, the cells that
    // offer it: its target and the cell where it goes on to, or the victims of a piece that stays. If only an effect
    // of the move is still open, the cell of the effect offers it.
    ofHeld() {
      const { held } = this;
      if (held === null) return [];
      if (held.open) return held.open.map((move) => ({ ...move, at: [move.then] }));
      const isMeant = held.inHand === undefined ? ({ from }) => from === held.cell : ({ from, kind }) => from === null && kind === held.inHand;
      const at = ({ to, arrives, victims }) => victims ?? (arrives === undefined ? [to] : [arrives, to]);
      return this.answer.moves.filter(isMeant).map((move) => ({ ...move, at: at(move) }));
    }

    // Returns the moves of what is picked up that are offered at a cell.
    ofHeldAt(cell) {
      return this.ofHeld().filter(({ at }) => at.includes(cell));
    }

    // Whether a piece is picked up that can do something without leaving its cell, and is offered that there.
    get canStay() {
      return this.held !== null && !this.held.open && this.ofHeldAt(this.held.cell).length > 0;
    }

    get outcome() {
      return this.answer.outcome;
    }

    make(move) {
      this.texts.length = this.here;
      this.texts.push(move.text ?? this.rules.ask("text", move.index).text);
      this.goTo(this.here + 1);
    }

    goTo(ply, refusal = "") {
      if (ply < 0 || ply > this.texts.length) return;
      this.isJustPlayed = ply === this.here + 1 && !this.wasDragged;
      this.here = ply;
      this.held = null;
      this.answer = this.rules.ask("game", "", ...this.texts.slice(0, ply));
      // The program adds what was left out of a move's text.
      this.answer.plies.forEach(({ text }, nth) => {
        this.texts[nth] = text;
      });
      this.show(refusal);
      history.replaceState(history.state, "", addressOf(this.variant, this.texts.slice(0, ply)));
    }

    // Takes the last move back, and with it the program's answer.
    takeBack() {
      const { sides } = this.opponent;
      const own = this.here - 1;
      this.goTo(own);
      if (own > 0 && sides.length === 1 && sides.includes(this.side)) this.goTo(own - 1);
      this.texts.length = sides.length > 0 ? this.here : this.texts.length;
      this.show();
    }

    // Plays a record from the start, as far as its moves are legal, and reports the first error.
    load(texts, written = "") {
      if (texts.length > MOST_PLIES) return this.show(say("record-too-long", { most: MOST_PLIES }));
      const { plies, illegal } = this.rules.ask("game", "", ...texts);
      this.texts = plies.map(({ text }) => text);
      if (!illegal) return this.goTo(plies.length);
      const number = `${Math.floor(plies.length / 2) + 1}${plies.length % 2 === 0 ? "." : "…"}`;
      this.goTo(plies.length, say("stopped-before", { number, text: illegal.text.slice(0, 40), fault: illegal.fault }));
      // The text that was entered stays, so that it can be corrected.
      if (written !== "") this.record.value = written;
      return undefined;
    }

    // Loads the game from the address, and reports an invalid one.
    follow(hash) {
      const found = movesIn(hash, this.variant);
      if (found === null) return;
      if (found.refused) this.show(found.refused);
      else if (found.texts.join() !== this.texts.slice(0, this.here).join()) {
        // The address is a position of the game on the page.
        const isHere = found.texts.every((text, nth) => this.texts[nth] === text);
        if (isHere) this.goTo(found.texts.length);
        else this.load(found.texts);
      }
    }

    async copy() {
      const text = this.record.value;
      this.record.select();
      try {
        await navigator.clipboard.writeText(text);
        this.copied.textContent = say("copied");
      } catch {
        this.copied.textContent = say("record-selected");
      }
    }

    show(refusal = "") {
      const { texts, here, answer } = this;
      this.drawing = { ways: answer.plies.at(-1)?.ways ?? [], checked: answer.position.checked };
      this.draw();
      this.tell(refusal);
      this.back.disabled = this.start.disabled = here === 0;
      this.on.disabled = here === texts.length;
      this.record.value = recordOf(texts);
      this.copied.textContent = "";
      this.write();
      this.layBeside();
      this.opponent.turn();
    }

    // Says what cannot be done, what was played, and who is to move.
    tell(refusal = "") {
      const { side, answer, outcome } = this;
      const last = answer.plies.at(-1);
      const mover = last ? `${say("has-played", { side: SIDES[1 - side], text: last.text })} ` : "";
      const turn = say("to-move", { side: SIDES[side], check: answer.position.checked.length > 0 });
      const end = outcome && `${outcome.words[0].toUpperCase()}${outcome.words.slice(1)}.`;
      const stay = this.canStay ? ` ${say("can-act", { piece: this.heldName() })}` : "";
      this.says.replaceChildren(...(refusal ? [make("b", {}, refusal), " "] : []), mover, make("b", {}, end || turn), stay);
      this.saysMore = refusal !== "" || stay !== "";
    }

    draw() {
      const held = this.held?.cell ?? null;
      const moves = this.ofHeld();
      const targets = [...new Set(moves.flatMap(({ at, arrives }) => (arrives === undefined ? at : [arrives])))];
      const passed = [...new Set(moves.flatMap(({ at }) => at))];
      this.board.show(this.answer.position, { ...this.drawing, held, targets, passed, isJustPlayed: this.isJustPlayed });
      this.isJustPlayed = false;
      this.point();
    }

    point() {
      this.board.point(this.place.matches(":focus-visible") ? this.cursor : null);
    }

    // Lists the moves, each as a link to the position after it.
    write() {
      const { texts, here, variant } = this;
      const items = [];
      texts.forEach((text, nth) => {
        const link = make("a", { href: addressOf(variant, texts.slice(0, nth + 1)) }, text);
        if (nth + 1 === here) link.setAttribute("aria-current", "step");
        if (nth % 2 === 0) items.push(make("li", { value: nth / 2 + 1 }, link));
        else items.at(-1).append(" ", link);
      });
      this.list.replaceChildren(...items);
    }

    // Shows what each side has in hand, and which of its pieces the other has captured.
    layBeside() {
      const { answer } = this;
      const droppable = answer.moves.filter(({ from }) => from === null).map(({ kind }) => kind);
      const taken = answer.plies.flatMap((ply) => ply.taken);
      this.beside.forEach((place, side) => {
        place.replaceChildren();
        const inHand = answer.position.hand.filter(([owner]) => owner === side);
        if (inHand.length > 0) place.append(make("span", {}, say("labels.heap", { taken: false })));
        for (const [, kind, count] of inHand) {
          const piece = make("button", { type: "button", "aria-label": say("many-beside", { piece: this.kindName(kind), count }), "aria-pressed": this.held?.inHand === kind && this.side === side });
          const counted = say("labels.counted-pieces", { name: this.kindName(kind), count });
          piece.append(this.board.alone({ kind, side }), make("small", {}, counted));
          piece.disabled = side !== this.side || !droppable.includes(kind);
          piece.addEventListener("click", () => this.pickUp({ inHand: kind }));
          place.append(piece);
        }
        const lost = taken.filter(([owner]) => owner !== side).map(([, kind]) => kind);
        if (lost.length > 0) {
          const kinds = [...new Set(lost)].sort((a, b) => a - b);
          const counted = (name, kind) => say("labels.counted-pieces", { name, count: lost.filter((one) => one === kind).length });
          const names = kinds.map((kind) => counted(this.kindName(kind), kind)).join(", ");
          const pictures = kinds.flatMap((kind) => [this.board.alone({ kind, side: 1 - side }), counted("", kind).trim()]);
          const says = say("labels.side-has-beside", { side: SIDES[side], taken: true, pieces: names });
          place.append(make("span", { class: "heap", role: "img", "aria-label": says }, say("labels.heap", { taken: true }), ...pictures));
        }
      });
    }

    pickUp(what) {
      const isSame = this.held && this.held.cell === what.cell && this.held.inHand === what.inHand;
      this.held = isSame ? null : what;
      this.whispers.textContent = isSame ? say("put-back") : `${say("picked-up", { piece: this.heldName() })} ${this.goals()}`;
      if (this.saysMore || this.canStay) this.tell();
      this.draw();
      this.layBeside();
    }

    // Describes where the picked-up piece can go, and what it can capture without leaving its cell.
    goals() {
      const moves = this.ofHeld();
      const listed = (words) => [...new Set(words)].join(", ");
      const name = (cell) => this.nameOf(cell);
      const goes = listed(moves.filter(({ victims }) => !victims).map(({ to, arrives }) => (arrives === undefined ? name(to) : say("and-on-to", { cell: name(to), other: name(arrives) }))));
      const takes = listed(moves.flatMap(({ victims = [] }) => victims.map(name)));
      if (moves.length === 0) return say("has-no-move");
      return [goes && say("can-go", { cells: goes }), takes && say("can-take", { cells: takes })].filter(Boolean).join(" ");
    }

    // Returns the name of what is picked up: a piece, or a cell without one.
    heldName() {
      const kind = this.held.inHand ?? this.pieceOn(this.held.cell)?.kind;
      return kind === undefined ? this.nameOf(this.held.cell) : this.kindName(kind);
    }

    occupant(cell) {
      const piece = this.pieceOn(cell);
      if (!piece) return say("empty");
      const side = this.rules.kinds[piece.kind].nobodys ? "" : SIDES[piece.side];
      return say("pictures.owned", { side, kind: this.kindName(piece.kind) });
    }

    // A click or Enter on a cell.
    act(cell) {
      const moves = this.ofHeldAt(cell);
      if (this.answer.position.absent.includes(cell) && moves.length === 0) return;
      this.cursor = cell;
      if (moves.length > 1 || (moves.length > 0 && cell === this.held.cell && !this.held.open)) this.choose(moves);
      else if (moves.length === 1) this.make(moves[0]);
      else if (this.outcome) this.refuse(say("game-over"));
      else if (this.answer.moves.some(({ from }) => from === cell)) this.pickUp({ cell });
      else this.refuse(this.whyNot(cell));
    }

    // Returns why nothing can be done on a cell; empty if nothing was attempted.
    whyNot(cell) {
      const { held } = this;
      const [piece, name] = [this.pieceOn(cell), this.nameOf(cell)];
      const isNobodys = this.rules.kinds[piece?.kind]?.nobodys;
      if (piece?.side === this.side && !isNobodys) return say("no-legal-move", { piece: this.kindName(piece.kind), cell: name });
      if (held) {
        const kind = held.inHand ?? this.pieceOn(held.cell)?.kind;
        return kind === undefined ? "" : say("cannot-go", { piece: this.kindName(kind), cell: name });
      }
      if (!piece) return "";
      return say("belongs-to", { piece: this.kindName(piece.kind), cell: name, nobodys: Boolean(isNobodys), side: SIDES[piece.side] });
    }

    // Puts back what is held, and shows the reason.
    refuse(why) {
      this.held = null;
      this.show(why);
    }

    // Asks which of several moves is meant. If there are many and each brings another piece to a different cell, the
    // reader chooses that cell on the board.
    choose(moves) {
      const { dialog, section } = this;
      const cells = new Set(moves.map(({ then }) => then ?? null));
      if (moves.length > MOST_LISTED && cells.size === moves.length && !cells.has(null)) {
        this.held = { ...this.held, open: moves };
        this.whispers.textContent = say("choose-cell", { count: cells.size, does: moves[0].does });
        return this.draw();
      }
      const option = (move) => {
        const button = make("button", { type: "button" }, make("b", {}, move.text), ` ${move.does || say("plain-move")}`);
        button.addEventListener("click", () => {
          dialog.close();
          this.make(move);
          this.place.focus({ preventScroll: true });
        });
        return make("li", {}, button);
      };
      const never = make("button", { type: "button", class: "try-never" }, say("cancel"));
      never.addEventListener("click", () => dialog.close());
      dialog.replaceChildren(make("p", { id: `${section.id}.choice` }, say("which-move")), make("ul", {}, ...moves.map(option)), never);
      dialog.showModal();
    }

    listen() {
      const { place, board } = this;
      place.addEventListener("click", ({ target }) => {
        const cell = board.cellOf(target);
        if (cell >= 0 && !this.wasDragged) this.act(cell);
      });
      this.listenToDrags();
      const fit = () => {
        this.enlarge.hidden = this.enlarge.getAttribute("aria-pressed") !== "true" && board.smallest() >= FINGER;
      };
      new ResizeObserver(fit).observe(place);
      place.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key in ARROWS) {
          this.cursor = this.walk(this.cursor, ARROWS[event.key], (cell, direction) => board.beside(cell, direction));
          this.whispers.textContent = say("at-cell", { cell: this.nameOf(this.cursor), piece: this.occupant(this.cursor) });
          this.point();
        } else if (event.key === "Enter" || event.key === " ") {
          this.act(this.cursor);
        } else if (event.key === "Escape" && this.held) {
          this.pickUp(this.held);
        } else {
          return;
        }
        event.preventDefault();
      });
      for (const event of ["focus", "blur"]) place.addEventListener(event, () => this.point());
      addEventListener("hashchange", () => this.follow(location.hash));
    }

    focus() {
      this.place.focus();
    }

    // The mouse drags a piece, as in figures; a finger scrolls the page.
    listenToDrags() {
      const { place, board } = this;
      let press = null;
      place.addEventListener("pointerdown", ({ target, clientX, clientY, pointerType, button }) => {
        const cell = board.cellOf(target);
        const isMovable = pointerType === "mouse" && button === 0 && this.answer.moves.some(({ from }) => from === cell) && this.pieceOn(cell);
        press = isMovable ? { cell, at: [clientX, clientY], isDrag: false } : null;
        this.wasDragged = false;
      });
      addEventListener("pointermove", ({ clientX, clientY }) => {
        if (!press) return;
        const way = [clientX - press.at[0], clientY - press.at[1]];
        if (!press.isDrag && Math.hypot(...way) > DRAG) {
          press.isDrag = true;
          if (this.held?.cell !== press.cell) this.pickUp({ cell: press.cell });
        }
        if (press.isDrag) board.carry(press.cell, way);
      });
      addEventListener("pointerup", ({ clientX, clientY }) => {
        const dragged = press?.isDrag ? press.cell : null;
        press = null;
        if (dragged === null) return;
        this.wasDragged = true;
        const cell = board.cellOf(document.elementFromPoint(clientX, clientY) ?? place);
        if (cell >= 0 && cell !== dragged) this.act(cell);
        else this.pickUp({ cell: dragged });
      });
    }
  }

  const offer = (section) => {
    const { variant } = section.dataset;
    const begin = window.padmaAsk.offer(section, say("play-for-two"), async () => {
      const match = new Match(section, await fetchAll(variant));
      match.show();
      return match;
    });
    const isMeant = () => movesIn(location.hash, variant) !== null;
    const follow = async () => {
      if (!isMeant() || section.classList.contains("try-open")) return;
      (await begin())?.follow(location.hash);
      section.scrollIntoView();
    };
    addEventListener("hashchange", follow);
    follow();
  };

  document.querySelectorAll(".try").forEach(offer);
}
