// Lets two people play a variant on its page by the rules that the program checked it with. The
// address holds the game: #play=waterloo/e3-e5,d8-d6 has the moves as in its record. The scripts
// and the rules are fetched when someone wants to play.
"use strict";

{
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const SIDES = ["White", "Black"];
  const SCRIPTS = ["walk.js", "picture.js", "play-state.js", "play-movement.js", "play-powers.js", "play-displace.js", "play-moves.js", "play-text.js", "try-board.js"];
  // Limits of an address or a record.
  const MOST_PLIES = 600;
  const MOST_LETTERS = 16000;
  const ROOT = document.currentScript.src.replace(/[^/]*$/u, "");
  const HOW =
    "Use the arrow keys to move from cell to cell. Press Enter to pick a piece up and to put it down, and Escape to put it " +
    "back. Pieces in hand are buttons beside the board.";
  const REWORDED = { cw: "turns those around it clockwise", ccw: "turns those around it counterclockwise" };

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // Fetches each script once, one after the other.
  const fetched = new Map();
  const fetchScript = (path) => {
    if (!fetched.has(path)) {
      const loaded = new Promise((resolve, reject) => {
        const script = make("script", { src: ROOT + path });
        script.addEventListener("load", resolve);
        script.addEventListener("error", () => reject(new Error(path)));
        document.head.append(script);
      });
      fetched.set(path, loaded);
    }
    return fetched.get(path);
  };
  const fetchAll = async (variant) => {
    for (const path of [...SCRIPTS, `moves/${variant}.js`, `play/${variant}.js`]) {
      const isThere = (path === "walk.js" && window.padmaWalk) || (path === "picture.js" && window.padmaPicture);
      if (!isThere) await fetchScript(path);
    }
  };

  // Returns the moves that an address holds for a variant; null if the address is not the
  // variant's.
  const movesIn = (hash, variant) => {
    const start = `#play=${encodeURIComponent(variant)}`;
    if (hash !== start && !hash.startsWith(`${start}/`)) return null;
    if (hash.length > MOST_LETTERS) return { refused: "The address is too long for a game." };
    try {
      const words = hash.slice(start.length + 1).split(",").filter((word) => word !== "");
      return { texts: words.map(decodeURIComponent) };
    } catch {
      return { refused: "The address does not contain a game." };
    }
  };
  const addressOf = (variant, texts) =>
    `#play=${encodeURIComponent(variant)}${texts.length > 0 ? `/${texts.map(encodeURIComponent).join(",")}` : ""}`;

  // Describes what a move does besides going from its one cell to the other, to choose between
  // several.
  const doings = (game, { effects, castling, manner }) => {
    const name = ({ kind }) => game.kinds[kind].name;
    const cell = (index) => game.moves.cells[index];
    const words = {
      capture: ({ piece, cell: at }) => `takes the ${name(piece)} on ${cell(at)}`,
      promote: ({ into }) => `becomes a ${game.kinds[into].name}`,
      push: ({ piece, to }) => `drives the ${name(piece)} to ${cell(to)}`,
      swap: ({ other }) => `changes places with the ${name(other)}`,
      stack: ({ of, into, left }) => `${left ? `its part, a ${game.kinds[of].name}, joins` : "joins"} to form a ${game.kinds[into].name}`,
      split: ({ of, rest }) => `its part, a ${game.kinds[of].name}, leaves, and a ${game.kinds[rest].name} stays`,
      freeze: ({ piece, cell: at }) => `freezes the ${name(piece)} on ${cell(at)}`,
      teleport: ({ piece, from, to }) => `the ${name(piece)} is teleported from ${cell(from)} to ${cell(to)}`,
      carry: ({ piece, to }) => `carries the ${name(piece)} to ${cell(to)}`,
      rotate: ({ piece, to }) => `the ${name(piece)} goes to ${cell(to)}`,
      retire: ({ piece }) => `the ${name(piece)} goes into hand`,
      hand: ({ of }) => `a ${game.kinds[of].name} goes into hand`,
    };
    const done = effects.flatMap((effect) => (effect.kind in words ? [words[effect.kind](effect)] : []));
    const first = castling === null ? (REWORDED[manner] ?? []) : "castles";
    const said = [first, done].flat();
    return said.length > 0 ? said.join("; ") : "plain move";
  };

  class Match {
    constructor(section, play) {
      const { variant } = section.dataset;
      this.play = play;
      this.section = section;
      this.variant = variant;
      this.game = play.lay(window.padmaRules[variant], window.padmaMoves[variant]);
      this.first = play.begin(this.game);
      this.plies = [];
      this.here = 0;
      this.cursor = this.first.on.findIndex((piece) => piece?.side === 0);
      this.held = null;
      this.legal = new Map();
      this.build();
    }

    build() {
      const { section } = this;
      const button = (label, act, name = "") => {
        const element = make("button", { type: "button", class: name }, label);
        element.addEventListener("click", act);
        return element;
      };
      this.place = make("div", { class: "board try-board", role: "application", tabindex: "0", "aria-label": `Board of ${this.game.title}`, "aria-describedby": `${section.id}-how` });
      this.says = make("p", { class: "try-says", role: "status" });
      this.whispers = make("p", { class: "unseen", "aria-live": "polite" });
      this.beside = [0, 1].map((side) => make("div", { class: "try-beside", role: "group", "aria-label": `Beside the board, ${SIDES[side]}` }));
      this.back = button("Undo", () => this.goTo(this.here - 1));
      this.on = button("Redo", () => this.goTo(this.here + 1));
      this.start = button("Start", () => this.goTo(0));
      const flip = button("Flip the board", () => {
        this.board.flip();
        flip.setAttribute("aria-pressed", this.board.isFlipped);
      section.classList.toggle("try-flipped", this.board.isFlipped);
        this.show();
      });
      flip.setAttribute("aria-pressed", "false");
      this.list = make("ol", { class: "moves", "aria-label": "Moves" });
      this.record = make("textarea", { rows: "6", spellcheck: "false", "aria-label": "Record of the game" });
      const copy = button("Copy", () => this.copy());
      const load = button("Play this record", () => this.load(this.play.readRecord(this.record.value), this.record.value));
      this.dialog = make("dialog", { class: "try-choice", "aria-labelledby": `${section.id}-choice` });
      const record = make("details", {}, make("summary", {}, "Record of the game"), this.record, make("p", { class: "try-tools" }, copy, load));
      const how = make("p", { class: "live-how", id: `${section.id}-how` }, HOW);
      const tools = make("p", { class: "try-tools" }, this.start, this.back, this.on, flip);
      const aside = make("div", { class: "try-aside" }, this.says, tools, this.list, record);
      const table = make("div", { class: "try-table" }, this.beside[1], this.place, how, this.beside[0]);
      section.replaceChildren(make("h3", {}, "Play here"), make("div", { class: "try-hall" }, table, aside), this.whispers, this.dialog);
      this.board = new window.padmaBoard(this.place, this.game, this.variant);
      this.listen();
    }

    get state() {
      return this.here > 0 ? this.plies[this.here - 1].state : this.first;
    }

    // Returns the legal moves of the position shown; of moves with the same effects, one.
    moves() {
      const { state, legal, play, game } = this;
      if (!legal.has(state)) {
        const all = play.legalMoves(state);
        const seen = new Set();
        const isNew = (move) => {
          const said = JSON.stringify([play.rowOf(game, move), move.manner]);
          return !seen.has(said) && seen.add(said);
        };
        legal.set(state, { all, distinct: all.filter(isNew), outcome: play.outcome(state, all) });
      }
      return legal.get(state);
    }

    // Returns the moves of what is picked up: the piece or the cell there, or a piece in hand.
    ofHeld() {
      const { held } = this;
      if (held === null) return [];
      const isMeant = held.inHand === undefined ? ({ from }) => from === held.cell : ({ from, piece }) => from === null && piece.kind === held.inHand;
      return this.outcome ? [] : this.moves().distinct.filter(isMeant);
    }

    get outcome() {
      return this.moves().outcome;
    }

    make(move) {
      const { state, play } = this;
      const text = play.moveText(state, this.moves().all, move);
      this.plies.length = this.here;
      this.plies.push({ text, move, state: play.make(state, move) });
      this.held = null;
      this.goTo(this.here + 1);
    }

    goTo(ply, refusal = "") {
      if (ply < 0 || ply > this.plies.length) return;
      this.here = ply;
      this.held = null;
      this.show(refusal);
      history.replaceState(history.state, "", addressOf(this.variant, this.textsTo(ply)));
    }

    textsTo(ply) {
      return this.plies.slice(0, ply).map(({ text }) => text);
    }

    // Plays a record from the start, as far as its moves are legal, and reports the first error.
    load(texts, written = "") {
      const { play, game } = this;
      if (texts.length > MOST_PLIES) return this.show(`That record is longer than ${MOST_PLIES} moves, the most this page can play.`);
      const bare = (text) => text.replace(/[!?]+$|e\.p\.(?=[+#]*$)/gu, "");
      Object.assign(this, { plies: [], here: 0, held: null });
      for (const [nth, text] of texts.entries()) {
        const { all } = this.moves();
        const isMeant = (move) => {
          const own = play.bareText(game, all, move);
          const rest = bare(text).startsWith(own) ? bare(text).slice(own.length) : null;
          return rest !== null && ["", game.notation.check, game.notation.mate, "+", "#"].includes(rest);
        };
        const move = this.outcome ? undefined : all.find(isMeant);
        if (!move) {
          const why = this.outcome ? "the game is already over" : "there is no such legal move";
          const number = `${Math.floor(nth / 2) + 1}${nth % 2 === 0 ? "." : "…"}`;
          this.goTo(this.here, `Stopped before ${number} ${text.slice(0, 40)}: ${why}.`);
          // The text that was entered stays, so that it can be corrected.
          if (written !== "") this.record.value = written;
          return undefined;
        }
        const { state } = this;
        this.plies.push({ text: play.moveText(state, all, move), move, state: play.make(state, move) });
        this.here += 1;
      }
      return this.goTo(this.here);
    }

    // Loads the game from the address, and reports an invalid one.
    follow(hash) {
      const found = movesIn(hash, this.variant);
      if (found === null) return;
      if (found.refused) this.show(found.refused);
      else if (found.texts.join() !== this.textsTo(this.here).join()) {
        // The address is a position of the game on the page.
        const isHere = found.texts.every((text, nth) => this.plies[nth]?.text === text);
        if (isHere) this.goTo(found.texts.length);
        else this.load(found.texts);
      }
    }

    async copy() {
      const text = this.record.value;
      this.record.select();
      try {
        await navigator.clipboard.writeText(text);
        this.whispers.textContent = "Copied.";
      } catch {
        this.whispers.textContent = "The record is selected: copy it with the keyboard.";
      }
    }

    show(refusal = "") {
      const { state, play, plies, here } = this;
      const check = play.inCheck(state, state.side);
      const last = here > 0 ? plies[here - 1] : null;
      const way = ({ from, to, cell }) => (to === undefined ? (cell === undefined ? null : [cell, cell]) : [from, to]);
      const ways = (last?.move.effects ?? []).filter(({ kind }) => !["capture", "hand", "freeze", "promote"].includes(kind)).map(way).filter(Boolean);
      this.drawing = { ways, checked: check ? state.royals(state.side) : [] };
      this.draw();
      this.tell(refusal);
      this.back.disabled = this.start.disabled = here === 0;
      this.on.disabled = here === plies.length;
      this.record.value = play.recordOf(this.textsTo(plies.length));
      this.write();
      this.layBeside();
    }

    // Tells what cannot be done, what was played, and who is to move.
    tell(refusal = "") {
      const { state, play, plies, here, outcome } = this;
      const last = here > 0 ? plies[here - 1] : null;
      const mover = last ? `${SIDES[1 - state.side]} played ${last.text}. ` : "";
      const turn = `${SIDES[state.side]} to move${play.inCheck(state, state.side) ? ", in check" : ""}.`;
      const end = outcome && `${outcome.winner === null ? "Drawn" : `${SIDES[outcome.winner]} has won`} ${outcome.reason}.`;
      this.says.replaceChildren(...(refusal ? [make("b", {}, refusal), " "] : []), mover, make("b", {}, end || turn));
      this.isRefused = refusal !== "";
    }

    draw() {
      const held = this.held?.cell ?? null;
      const targets = [...new Set(this.ofHeld().map(({ to }) => to))];
      this.board.show(this.state, { ...this.drawing, held, targets });
      this.point();
    }

    point() {
      this.board.point(this.place.matches(":focus-visible") ? this.cursor : null);
    }

    // Lists the moves, each as a link to the position after it.
    write() {
      const { plies, here, variant } = this;
      const items = [];
      plies.forEach(({ text }, nth) => {
        const link = make("a", { href: addressOf(variant, this.textsTo(nth + 1)) }, text);
        if (nth + 1 === here) link.setAttribute("aria-current", "step");
        if (nth % 2 === 0) items.push(make("li", { value: nth / 2 + 1 }, link));
        else items.at(-1).append(" ", link);
      });
      this.list.replaceChildren(...items);
    }

    // Shows what each side has in hand, and which of its pieces the other has captured.
    layBeside() {
      const { state, game, plies, here } = this;
      const droppable = this.outcome ? [] : this.moves().distinct.filter(({ from }) => from === null).map(({ piece }) => piece.kind);
      const taken = plies.slice(0, here).flatMap(({ move }) => move.effects.filter(({ kind }, place) => kind === "capture" && move.effects[place + 1]?.kind !== "hand"));
      this.beside.forEach((place, side) => {
        place.replaceChildren();
        const inHand = game.kinds.filter(({ index }) => state.reserve[index][side] > 0);
        if (inHand.length > 0) place.append(make("span", {}, "Beside the board"));
        for (const { index, name } of inHand) {
          const count = state.reserve[index][side];
          const piece = make("button", { type: "button", "aria-label": `${name}, ${count} beside the board`, "aria-pressed": this.held?.inHand === index && state.side === side });
          piece.append(this.board.alone({ kind: index, side }), count > 1 ? `×${count}` : "");
          piece.disabled = side !== state.side || !droppable.includes(index);
          piece.addEventListener("click", () => this.pickUp({ inHand: index }));
          place.append(piece);
        }
        const lost = taken.filter(({ piece }) => piece.side !== side);
        if (lost.length > 0) {
          const counted = game.kinds.map(({ index, name }) => ({ index, name, count: lost.filter(({ piece }) => piece.kind === index).length })).filter(({ count }) => count > 0);
          const times = (count) => (count > 1 ? `×${count}` : "");
          const names = counted.map(({ name, count }) => `${name} ${times(count)}`.trim()).join(", ");
          const pictures = counted.flatMap(({ index, count }) => [this.board.alone({ kind: index, side: 1 - side }), times(count)]);
          place.append(make("span", { class: "heap", role: "img", "aria-label": `${SIDES[side]} has taken: ${names}` }, "Taken", ...pictures));
        }
      });
    }

    pickUp(what) {
      const isSame = this.held && this.held.cell === what.cell && this.held.inHand === what.inHand;
      this.held = isSame ? null : what;
      const cells = [...new Set(this.ofHeld().map(({ to }) => this.game.moves.cells[to]))];
      const name = what.inHand === undefined ? this.occupant(what.cell) : this.game.kinds[what.inHand].name;
      this.whispers.textContent = isSame ? "put back" : `${name} picked up. ${cells.length > 0 ? `It can go to ${cells.join(", ")}.` : "It has no move."}`;
      if (this.isRefused) this.tell();
      this.draw();
      this.layBeside();
    }

    occupant(cell) {
      const piece = this.state.on[cell];
      return piece ? `${SIDES[piece.side]} ${this.game.kinds[piece.kind].name}` : "empty";
    }

    // A click or Enter on a cell.
    act(cell) {
      if (!this.state.isThere(cell) && !this.ofHeld().some(({ to }) => to === cell)) return;
      this.cursor = cell;
      const moves = this.ofHeld().filter(({ to }) => to === cell);
      if (moves.length > 1 || (moves.length > 0 && cell === this.held.cell)) this.choose(moves);
      else if (moves.length === 1) this.make(moves[0]);
      else if (this.outcome) this.refuse("The game is over.");
      else if (this.moves().distinct.some(({ from }) => from === cell)) this.pickUp({ cell });
      else this.refuse(this.whyNot(cell));
    }

    // Returns why nothing can be done on a cell; empty if nothing was attempted.
    whyNot(cell) {
      const { held, state, game } = this;
      const [piece, name] = [state.on[cell], game.moves.cells[cell]];
      if (piece?.side === state.side) return `The ${game.kinds[piece.kind].name} on ${name} has no legal move.`;
      if (held) {
        const kind = held.inHand ?? state.on[held.cell]?.kind;
        return kind === undefined ? "" : `The ${game.kinds[kind].name} cannot go to ${name}.`;
      }
      return piece ? `The ${game.kinds[piece.kind].name} on ${name} is ${SIDES[piece.side]}'s.` : "";
    }

    // Puts back what is held, and shows the reason.
    refuse(why) {
      this.held = null;
      this.show(why);
    }

    // Asks which of several moves is meant.
    choose(moves) {
      const { dialog, play, game, section } = this;
      const { all } = this.moves();
      const option = (move) => {
        const button = make("button", { type: "button" }, make("b", {}, play.bareText(game, all, move)), ` ${doings(game, move)}`);
        button.addEventListener("click", () => {
          dialog.close();
          this.make(move);
          this.place.focus({ preventScroll: true });
        });
        return make("li", {}, button);
      };
      const never = make("button", { type: "button", class: "try-never" }, "Cancel");
      never.addEventListener("click", () => dialog.close());
      dialog.replaceChildren(make("p", { id: `${section.id}-choice` }, "Which move?"), make("ul", {}, ...moves.map(option)), never);
      dialog.showModal();
    }

    listen() {
      const { place, board } = this;
      place.addEventListener("click", ({ target }) => {
        const cell = board.cellOf(target);
        if (cell >= 0) this.act(cell);
      });
      place.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key in ARROWS) {
          this.cursor = board.beside(this.cursor, this.state, ARROWS[event.key]);
          this.whispers.textContent = `${this.game.moves.cells[this.cursor]}: ${this.occupant(this.cursor)}`;
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
  }

  const offer = (section) => {
    const { variant } = section.dataset;
    const button = make("button", { type: "button", class: "try-begin" }, "Play here: a board for two");
    const begin = async () => {
      button.disabled = true;
      try {
        await fetchAll(variant);
        const match = new Match(section, window.padmaPlay);
        section.classList.add("try-open");
        match.show();
        return match;
      } catch (error) {
        button.disabled = false;
        button.after(make("p", { class: "try-not", role: "status" }, `The rules could not be loaded: ${error.message}.`));
        return null;
      }
    };
    button.addEventListener("click", async () => (await begin())?.place.focus());
    section.append(button);
    const isMeant = () => movesIn(location.hash, variant) !== null;
    const follow = async () => {
      if (!isMeant() || !section.contains(button)) return;
      (await begin())?.follow(location.hash);
      section.scrollIntoView();
    };
    addEventListener("hashchange", follow);
    follow();
  };

  document.querySelectorAll(".try").forEach(offer);
}
