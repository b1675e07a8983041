// The position in a game played on the page, and what a move does to it. The rules of a variant
// are in a script in `play`, with cells, pieces and rows of neighbours as numbers. Knows nothing
// of legality.
//
// A move is an object: `piece`, what moves (null for a cell); `from` and `to` (`from` is null for
// a drop); its `manner`; the number of its `castling`; its `effects` in order; and `passing`, the
// cells where it can then be captured en passant.
"use strict";

window.padmaPlay = (() => {
  const { ABSENT, EMPTY } = window.padmaWalk;
  const NONE = -1;
  // The effects that are simultaneous with others of these kinds.
  const AT_ONCE = ["travel", "move", "push", "teleport", "rotate", "carry"];

  // Prepares the rules of a variant, with the move tables of its pieces.
  const lay = (rules, moves) => {
    const cells = moves.cells.length;
    const filled = (set) => {
      const has = new Array(cells).fill(false);
      for (const cell of set) has[cell] = true;
      return has;
    };
    const sided = (sets) => [0, 1].map((side) => filled(window.padmaWalk.ofSide(sets, side)));
    const kinds = rules.kinds.map((kind, index) => {
      const laid = moves.pieces[kind.id];
      return { ...kind, index, laid, free: moves.free?.[kind.id] ?? laid, stands: sided(laid.stands) };
    });
    const pieces = [0, 1].map((side) => kinds.map((kind) => ({ side, kind: kind.index })));
    const within = (all) => all.map((rule) => ({ ...rule, has: rule.cells && sided(rule.cells) }));
    return {
      ...rules,
      moves,
      cells,
      kinds,
      pieces,
      promotions: within(rules.promotions),
      goals: within(rules.goals),
      stalemates: within(rules.stalemates),
      limits: { ...rules.limits, of: within(rules.limits?.of ?? []) },
      changing: kinds.map(({ index }) => rules.transformations.some(({ kind }) => kind === index) || rules.promotions.some(({ kind, by }) => kind === index && by.includes("move"))),
      freezings: kinds.flatMap(({ index, powers = [] }) => powers.filter(({ does }) => does === "freezing").map((power) => freezing(power, index, kinds, rules.rows))),
    };
  };

  // Returns the cells from which a piece freezes an enemy on a cell, and the kinds that freeze,
  // each with the only kind that it freezes, or null.
  const freezing = ({ near }, holder, kinds, rows) => {
    const around = near.map((dirs) => {
      const from = rows[0].map(() => []);
      for (const dir of dirs) rows[dir].forEach((to, cell) => to >= 0 && !from[to].includes(cell) && from[to].push(cell));
      return from;
    });
    const holders = new Map([[holder, null]]);
    for (const { index, powers = [] } of kinds) {
      if (index !== holder && powers.some(({ does }) => does === "mimicry")) holders.set(index, holder);
    }
    return { around, holders };
  };

  class State {
    // Copies a state; its lists are shared. Lists with counts are replaced when they change.
    constructor({ game, on, position, unmoved, side, reserve, reached, turned, passed, quiet, sinceCapture, history }) {
      this.game = game;
      this.on = on;
      this.position = position;
      this.unmoved = unmoved;
      this.side = side;
      this.reserve = reserve;
      this.reached = reached;
      // For each goal, how many pieces of either side have reached it and changed into another
      // kind in the same move.
      this.turned = turned;
      // The cells on which a piece can be captured en passant, and the piece's own cell.
      this.passed = passed;
      this.quiet = quiet;
      this.sinceCapture = sinceCapture;
      this.history = history;
      // The cells of each side's pieces, listed on first use.
      this.own = [null, null];
    }

    static empty(game) {
      const [on, position, unmoved] = [null, EMPTY, false].map((one) => new Array(game.cells).fill(one));
      const [reserve, turned] = [game.kinds, game.goals].map((all) => all.map(() => [0, 0]));
      return new State({ game, on, position, unmoved, side: 0, reserve, reached: null, turned, passed: null, quiet: 0, sinceCapture: 0, history: [] });
    }

    // Returns the state in which a game begins, or one with these pieces `[cell, side, kind,
    // moved]`.
    static begin(game, start = game.setup) {
      const state = State.empty(game);
      state.setAbsent(start.absent);
      for (const [cell, side, kind, moved] of start.pieces) {
        state.put(cell, game.pieces[side][kind]);
        state.unmoved[cell] = !moved;
      }
      for (const [side, kind, count] of start.reserve) state.reserve[kind][side] = count;
      state.side = start.side ?? 0;
      return state;
    }

    copy() {
      const copy = new State(this);
      copy.on = this.on.slice();
      copy.position = this.position.slice();
      copy.unmoved = this.unmoved.slice();
      return copy;
    }

    put(cell, piece) {
      this.on[cell] = piece;
      this.position[cell] = piece === null ? EMPTY : 1 + piece.side + (this.game.kinds[piece.kind].royal ? 2 : 0);
      this.own = [null, null];
    }

    isThere(cell) {
      return cell >= 0 && this.position[cell] !== ABSENT;
    }

    absent() {
      const cells = [];
      this.position.forEach((occupant, cell) => occupant === ABSENT && cells.push(cell));
      return cells;
    }

    setAbsent(cells) {
      this.position.forEach((occupant, cell) => {
        if (cells.includes(cell)) this.position[cell] = ABSENT;
        else if (occupant === ABSENT) this.position[cell] = EMPTY;
      });
    }

    // Returns the cell one step along a row, or NONE.
    next(cell, row) {
      const to = this.game.rows[row][cell];
      return this.isThere(to) ? to : NONE;
    }

    // Returns all cells along a row, occupied or not; a cyclic row ends where it began.
    line(from, row) {
      const cells = [];
      for (let cell = this.next(from, row); cell >= 0 && cell !== from; cell = this.next(cell, row)) cells.push(cell);
      return cells;
    }

    first(from, row) {
      let cell = this.next(from, row);
      while (cell >= 0 && cell !== from && !this.on[cell]) cell = this.next(cell, row);
      return cell === from ? NONE : cell;
    }

    standing(side) {
      if (this.own[side] === null) {
        const cells = [];
        const { on } = this;
        for (let cell = 0; cell < on.length; cell += 1) if (on[cell] !== null && on[cell].side === side) cells.push(cell);
        this.own[side] = cells;
      }
      return this.own[side];
    }

    royals(side) {
      return this.standing(side).filter((cell) => this.game.kinds[this.on[cell].kind].royal);
    }

    stands(kind, side, cell) {
      return this.game.kinds[kind].stands[side][cell];
    }

    // Returns a state with other pieces on some cells. If a cell is named twice, the first entry
    // counts.
    with(changes) {
      const copy = new State(this);
      copy.on = this.on.slice();
      copy.position = this.position.slice();
      for (let place = changes.length - 1; place >= 0; place -= 1) copy.put(...changes[place]);
      return copy;
    }

    // Returns the state with a piece moved to another cell; it captures what stood on that cell.
    withMoved(from, to) {
      return Object.assign(this.with([[to, this.on[from]], [from, null]]), { passed: null });
    }

    // Returns the cell from which the piece on a cell is frozen, or NONE.
    frozenBy(cell) {
      const piece = this.on[cell];
      for (const { around, holders } of this.game.freezings) {
        const by = around[1 - piece.side][cell].find((from) => freezes(holders, this.on[from], piece));
        if (by !== undefined) return by;
      }
      return NONE;
    }

    isFrozen(cell) {
      return this.game.freezings.length > 0 && this.frozenBy(cell) >= 0;
    }

    // Returns the state after a move, before the position is recorded.
    after(effects, passing = []) {
      const state = this.copy();
      const { game } = this;
      effects.forEach((effect, place) => {
        if (!AT_ONCE.includes(effect.kind)) state.apply(effect);
        else if (place === 0 || !AT_ONCE.includes(effects[place - 1].kind)) state.atOnce(effects.slice(place));
        state.count(effect);
      });
      state.turned = game.goals.map((goal, place) => [0, 1].map((side) => this.turned[place][side] + turnsOn(goal, side, effects)));
      state.reached = state.newlyReached(this);
      const goes = effects.findLast(({ kind }) => ["move", "split", "swap", "drop"].includes(kind));
      state.passed = passing.length > 0 && goes ? { cells: passing, piece: goes.to ?? goes.cell } : null;
      const takes = effects.some(({ kind }) => kind === "capture");
      const keeps = effects.some(({ kind }) => kind === "hand");
      const drops = effects.some(({ kind }) => kind === "drop");
      const restarts = takes || !drops && effects.some((effect) => restartsQuiet(game, effect));
      state.quiet = restarts ? 0 : this.quiet + 1;
      // A piece in hand can come back, so its capture does not end the repetition of positions.
      state.sinceCapture = takes && !keeps ? 0 : this.sinceCapture + 1;
      state.side = 1 - this.side;
      return state;
    }

    apply(effect) {
      const own = (kind) => this.game.pieces[effect.side][kind];
      const change = (cell, piece) => {
        this.put(cell, piece);
        this.unmoved[cell] = false;
      };
      const { kind, piece, from, to, cell } = effect;
      if (kind === "capture" || kind === "retire") {
        change(cell, null);
      } else if (kind === "drop") {
        change(cell, own(effect.of));
      } else if (kind === "swap") {
        change(from, effect.other);
        change(to, piece);
      } else if (kind === "promote") {
        change(cell, own(effect.into));
      } else if (kind === "stack") {
        change(from, effect.left ? own(effect.left[1]) : null);
        change(to, own(effect.into));
      } else if (kind === "split") {
        change(from, own(effect.rest));
        change(to, own(effect.of));
      }
    }

    // Lifts all pieces that move at once, then puts them down.
    atOnce(effects) {
      const end = effects.findIndex(({ kind }) => !AT_ONCE.includes(kind));
      const together = end < 0 ? effects : effects.slice(0, end);
      const going = together.filter(({ kind }) => kind !== "travel");
      for (const { from } of going) {
        this.put(from, null);
        this.unmoved[from] = false;
      }
      for (const { from, to } of together.filter(({ kind }) => kind === "travel")) this.travel(from, to);
      for (const { piece, to } of going) this.put(to, piece);
    }

    // Moves a cell to another's place. A point all of whose squares are absent is absent too.
    travel(from, to) {
      const { corners } = this.game;
      const isPoint = (cell) => corners.some(([point]) => point === cell);
      const away = this.absent().filter((cell) => !isPoint(cell) && cell !== to).concat(from);
      const bare = corners.filter(([, squares]) => squares.every((square) => away.includes(square)));
      this.setAbsent([...away, ...bare.map(([point]) => point)]);
    }

    // Updates the pieces beside the board.
    count(effect) {
      const { kind, side } = effect;
      const counted = (counts, place, of, more) => counts.with(place, counts[place].with(of, counts[place][of] + more));
      if (kind === "retire") this.reserve = counted(this.reserve, effect.as, effect.piece.side, 1);
      else if (kind === "hand") this.reserve = counted(this.reserve, effect.of, side, 1);
      else if (kind === "drop") this.reserve = counted(this.reserve, effect.of, side, -1);
      else if (kind === "promote" && effect.from_reserve) this.reserve = counted(this.reserve, effect.into, side, -1);
    }
    // Returns the first goal to which a move has brought one more of a side's pieces, and enough
    // of them.
    newlyReached(before) {
      for (const [place, { kind, has, count }] of this.game.goals.entries()) {
        for (const winner of [0, 1]) {
          const stands = (state, cell) => state.on[cell].kind === kind && has[winner][cell];
          const there = (state) => state.standing(winner).filter((cell) => stands(state, cell)).length + state.turned[place][winner];
          if (there(this) > there(before) && there(this) >= count) return { winner, place };
        }
      }
      return null;
    }

    // Returns as text all that the next moves depend on. `takenInPassing` gives the cells of the
    // legal captures en passant.
    key(takenInPassing) {
      const { game } = this;
      const castlings = game.castles.map(({ movers }) => Number(movers.every(([, from]) => this.unmoved[from])));
      const cells = this.passed ? takenInPassing(this) : [];
      const passed = cells.length > 0 ? [this.passed.piece, ...cells.toSorted((a, b) => a - b)] : [];
      const pieces = this.on.map((piece) => (piece ? 2 * piece.kind + piece.side : ""));
      // For a piece that castles by its own movement, it matters for the rest of the game whether
      // it has moved.
      const castles = (cell) => this.unmoved[cell] && game.steps.of.some(({ kind }) => kind === this.on[cell].kind);
      const unmoved = game.steps ? [0, 1].flatMap((side) => this.standing(side).filter(castles)) : [];
      return [this.side, castlings, unmoved, passed, pieces, this.absent(), this.reserve, this.turned].join(";");
    }
  }

  // Counts a side's pieces that reach a goal by a move and change into another kind there.
  const turnsOn = ({ kind, has }, side, effects) =>
    effects.filter(({ kind: does, piece, from, to }) => {
      if (!["move", "swap"].includes(does) || piece.kind !== kind || piece.side !== side) return false;
      return has[side][to] && !has[side][from] && effects.some((other) => other.kind === "promote" && other.cell === to);
    }).length;

  const freezes = (holders, by, piece) => {
    if (!by || by.side === piece.side || !holders.has(by.kind)) return false;
    const only = holders.get(by.kind);
    return only === null || only === piece.kind;
  };

  // Whether an effect restarts the count of quiet moves; captures are handled elsewhere.
  const restartsQuiet = ({ quiet }, { kind, piece, of }) => {
    const counts = (one) => Boolean(quiet?.counting.includes(one));
    if (kind === "promote") return true;
    return (kind === "move" && counts(piece.kind)) || ((kind === "stack" || kind === "split") && counts(of));
  };

  return { NONE, State, lay, freezes };
})();
