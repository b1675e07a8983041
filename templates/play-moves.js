// The legal moves of a game played on the page, and how it ends: generates pseudo-legal moves by
// movement and powers, adds promotions, and keeps the moves that leave no king attacked. It
// implements the program's own law, with the rules and tables that the program has written.
"use strict";

{
  const play = window.padmaPlay;
  const { kitOf, landingsOf, walksTo, letCome, letLeave, captures } = play;

  const takesOf = ({ effects }) => effects.filter(({ kind }) => kind === "capture");
  const withEffect = (move, effect) => ({ ...move, effects: [...move.effects, effect] });
  const partsOf = ({ stacks }, kind) => stacks?.divisions[kind] ?? [];

  // Whether the piece on a cell, or a part of it, captures by movement what stands on another.
  const takesByMovement = (state, origin, target) => {
    const { kind, side } = state.on[origin];
    if (!state.game.stacks?.parts_take) return walksTo(state, kind, side, origin, target);
    const parts = partsOf(state.game, kind);
    const fitting = parts.filter(([, rest]) => state.stands(rest, side, origin)).map(([part]) => part);
    return [kind, ...fitting].some((one) => walksTo(state, one, side, origin, target));
  };
  const takes = (state, origin, target) => {
    const piece = state.on[origin];
    const walks = takesByMovement(state, origin, target) && letLeave(state, origin, piece) && letCome(state, origin, target, piece);
    return (walks && !state.isFrozen(origin)) || play.powerTakes(state, origin, target);
  };
  // Whether the piece on a cell illegally faces a royal piece of the other side.
  const isFaced = (state, cell, by) => {
    const king = state.on[cell];
    if (!king || king.side === by) return false;
    const laws = state.game.facings.filter(({ kind }) => kind === king.kind);
    return laws.some(({ along }) =>
      along[king.side].some((row) => {
        const first = state.first(cell, row);
        return first >= 0 && state.on[first].side === by && state.on[first].kind === king.kind;
      }),
    );
  };
  const isAttacked = (state, cell, by) => {
    if (state.standing(by).some((origin) => takes(state, origin, cell))) return true;
    if (isFaced(state, cell, by)) return true;
    const displacing = [...play.teleports(state, by), ...play.rotations(state, by)];
    return displacing.some((move) => takesOf(move).some((taken) => taken.cell === cell));
  };
  const inCheck = (state, side) => state.royals(side).some((king) => isAttacked(state, king, 1 - side));

  // Returns what a piece may promote to on its new cell, and whether it may stay what it is.
  const exchanges = (state, { kind, side, cell }, by) => {
    const choices = { into: [], stays: true };
    for (const rule of state.game.promotions) {
      if (rule.kind !== kind || !rule.has[side][cell] || !rule.by.includes(by)) continue;
      const before = choices.into.length;
      for (const into of rule.to) {
        const own = (piece) => piece && piece.side === side && piece.kind === into;
        const isInReserve = !rule.from_reserve || state.reserve[into][side] > 0;
        const fits = rule.limit === undefined || state.on.filter(own).length < rule.limit;
        const choice = { kind: "promote", side, cell, was: kind, into, from_reserve: rule.from_reserve };
        const isKnown = choices.into.some((one) => one.into === into && one.from_reserve === rule.from_reserve);
        if (isInReserve && fits && state.stands(into, side, cell) && !isKnown) choices.into.push(choice);
      }
      choices.stays &&= rule.may_wait || (!rule.must && choices.into.length === before);
    }
    return choices;
  };

  // Returns what the piece of a move may become.
  const becomes = (state, kind, side, move) => {
    const cell = move.to;
    const choices = exchanges(state, { kind, side, cell }, "move");
    // A piece that must promote has done so before any other rule applies to it.
    if (choices.stays) {
      for (const rule of state.game.transformations) {
        const isOpen = rule.kind === kind && (!rule.from_reserve || state.reserve[rule.to][side] > 0);
        if (!isOpen || !state.stands(rule.to, side, cell) || !occurs(state, rule, kind, side, move)) continue;
        choices.into.push({ kind: "promote", side, cell, was: kind, into: rule.to, from_reserve: rule.from_reserve });
        choices.stays &&= rule.optional;
      }
    }
    choices.stays &&= state.stands(kind, side, cell);
    return choices;
  };
  const occurs = (state, { when, captured, along }, kind, side, move) => {
    const taken = takesOf(move);
    if (when === "captures") return taken.some(({ piece }) => captured === undefined || piece.kind === captured);
    if (when === "moves along") return along[side].some((row) => state.line(move.from, row).includes(move.to));
    const after = state.after(move.effects);
    const kings = state.royals(1 - side);
    return kings.some((king) => after.on[king] && after.on[move.to] && takes(after, move.to, king));
  };
  // Lists each move once for each thing that its piece may become.
  const relist = (moves, choicesOf) =>
    moves.flatMap((move) => {
      const { into, stays } = choicesOf(move);
      return [...(stays ? [move] : []), ...into.map((effect) => withEffect(move, effect))];
    });
  const NONE = { into: [], stays: true };
  const change = (state, moves, kind, side) => {
    const { changing, promotions } = state.game;
    const changed = changing[kind] ? relist(moves, (move) => becomes(state, kind, side, move)) : moves;
    if (!promotions.some(({ by }) => by.includes("swap"))) return changed;
    return relist(changed, ({ effects }) => {
      const swap = effects.find((effect) => effect.kind === "swap");
      return swap ? exchanges(state, { ...swap.other, cell: swap.from }, "swap") : NONE;
    });
  };
  const MANNERS = { teleported: "teleport", cw: "rotation", ccw: "rotation", travels: "travel" };
  const changeDisplaced = (state, moves) => {
    const most = Math.max(0, ...moves.map(({ effects }) => effects.length));
    let changed = moves;
    for (let place = 0; place < most; place += 1) {
      changed = relist(changed, ({ effects, manner }) => {
        const effect = effects[place];
        if (!["teleport", "rotate", "carry"].includes(effect?.kind)) return NONE;
        return exchanges(state, { ...effect.piece, cell: effect.to }, MANNERS[manner]);
      });
    }
    return changed;
  };

  // Returns the effects of a landing of a piece without powers.
  const landed = (state, from, piece, { to, taken, carried }) => {
    const effects = taken.flatMap((cell) => captures(state.game, [[cell, "movement"]], piece.side, (one) => state.on[one]));
    const others = carried.filter(([start]) => state.on[start]);
    if (others.length === 1 && others[0][0] === to && others[0][1] === from) return [...effects, { kind: "swap", piece, from, to, other: state.on[to] }];
    effects.push(...others.map(([start, end]) => ({ kind: "move", piece: state.on[start], from: start, to: end })));
    if (to !== from) effects.push({ kind: "move", piece, from, to });
    return effects;
  };

  const movesOfPiece = (state, from) => {
    const { game } = state;
    const piece = state.on[from];
    const { kind, side } = piece;
    if (!play.mayBeMoved(state, from, piece)) return [];
    const plain = (landing) => ({ piece, from, to: landing.to, manner: "plain", castling: null, effects: landed(state, from, piece, landing), passing: landing.passing });
    let moves = kitOf(game, kind, side) ? play.arrive(state, from, piece) : landingsOf(state, kind, side, from).map(plain);
    moves = moves.filter(({ to }) => letCome(state, from, to, piece));
    moves = change(state, moves, kind, side);
    if (game.freezings.some(({ holders }) => holders.has(kind))) moves = play.withFreezes(state, moves, ({ to }) => to);
    return game.stacks ? [...moves, ...stacking(state, from)] : moves;
  };

  // Returns the moves by which a piece made of checkers joins others, or parts of it leave it.
  const stacking = (state, from) => {
    const { game } = state;
    const { kind: whole, side } = state.on[from];
    const moves = game.stacks.merge ? joins(state, from, whole, null) : [];
    for (const [part, rest] of partsOf(game, whole)) {
      if (!state.stands(rest, side, from)) continue;
      moves.push(...leaves(state, from, whole, part, rest));
      if (game.stacks.parts_merge) moves.push(...joins(state, from, part, [whole, rest]));
    }
    return moves;
  };
  const joins = (state, from, kind, left) => {
    const { game } = state;
    const { side } = state.on[from];
    const moves = [];
    for (const to of state.standing(side).filter((cell) => cell !== from)) {
      const other = state.on[to].kind;
      const into = game.stacks.joins[kind]?.[other];
      if (into === undefined || !state.stands(into, side, to)) continue;
      const landings = landingsOf(state.with([[to, null]]), kind, side, from, game.kinds[kind].free);
      if (!landings.some((landing) => landing.to === to && landing.taken.length + landing.carried.length === 0)) continue;
      const effects = [{ kind: "stack", side, of: kind, from, to, other, into, left }];
      moves.push({ piece: game.pieces[side][kind], from, to, manner: "plain", castling: null, effects, passing: [] });
    }
    return moves;
  };
  const leaves = (state, from, whole, part, rest) => {
    const { game } = state;
    const { side } = state.on[from];
    const moves = [];
    for (const { to, taken, carried, passing } of landingsOf(state, part, side, from)) {
      if (to === from || carried.length > 0 || (taken.length > 0 && !game.stacks.parts_take)) continue;
      const effects = taken.flatMap((cell) => captures(game, [[cell, "movement"]], side, (one) => state.on[one]));
      effects.push({ kind: "split", side, of: part, from, to, whole, rest });
      moves.push({ piece: game.pieces[side][part], from, to, manner: "plain", castling: null, effects, passing });
    }
    return game.changing[part] ? change(state, moves, part, side) : moves;
  };

  const mayCastle = (state, { movers, clear, crossed }) => {
    const { side } = state;
    const isReady = ([kind, from]) =>
      state.unmoved[from] && state.on[from]?.side === side && state.on[from].kind === kind && !state.isFrozen(from);
    const isSafe = ([from, cells]) =>
      !isAttacked(state, from, 1 - side) && cells.slice(0, -1).every((cell) => !isAttacked(state.withMoved(from, cell), cell, 1 - side));
    return movers.every(isReady) && clear.every((cell) => !state.on[cell]) && crossed.every(isSafe);
  };
  const castlings = (state) => {
    const { game, side } = state;
    return game.castles.flatMap((castle, place) => {
      const { movers, leader } = castle;
      if (castle.side !== side || !mayCastle(state, castle)) return [];
      const [kind, from, to] = movers[leader];
      return [{ piece: game.pieces[side][kind], from, to, manner: "plain", castling: place, effects: together(game, movers, side), passing: [] }];
    });
  };
  // Castling by a king's own movement: a long step towards a piece at the edge, which goes to its
  // other side.
  const castlingSteps = (state) => {
    const { game, side } = state;
    const moves = [];
    for (const from of game.steps ? state.standing(side).filter((cell) => state.unmoved[cell]) : []) {
      const { kind } = state.on[from];
      for (const step of game.steps.of.filter((one) => one.kind === kind)) {
        for (const [isWanted, ahead, back] of [[step.left, 0, 1], [step.right, 1, 0]]) {
          const sheets = isWanted ? game.steps.beside[side] : [];
          const movers = sheets.map((rows) => moversOn(state, step, from, rows[ahead], rows[back])).find(Boolean);
          if (!movers) continue;
          const own = movers.map((mover) => mover[1]);
          const clear = movers.flatMap((mover) => path(game, mover)).filter((cell) => !own.includes(cell));
          const crossed = game.kinds[kind].royal ? [[from, path(game, movers[0])]] : [];
          if (!mayCastle(state, { movers, clear, crossed })) continue;
          moves.push({ piece: state.on[from], from, to: movers[0][2], manner: "plain", castling: null, effects: together(game, movers, side), passing: [] });
        }
      }
    }
    return moves;
  };
  const moversOn = (state, { kind, cells, skip }, from, ahead, back) => {
    const row = [];
    for (let cell = ahead[from]; cell >= 0 && !row.includes(cell); cell = ahead[cell]) row.push(cell);
    const to = row[cells - 1];
    // The piece at the edge; `skip` is the number of pieces nearer to the edge that are passed
    // over.
    const at = row.filter((cell) => state.on[cell]).at(-1 - skip);
    if (to === undefined || at === undefined || (skip === 0 && at !== row.at(-1))) return null;
    const partner = state.on[at];
    const behind = back[to];
    return partner.side === state.side && behind >= 0 ? [[kind, from, to], [partner.kind, at, behind]] : null;
  };
  // Returns the cells that a piece crosses, including the last, along the direction with the most
  // steps.
  const path = ({ rows, steps }, [, from, to]) => {
    let longest = [to];
    let most = 0;
    for (const row of steps.lines) {
      const cells = [];
      let cell = from;
      do {
        cell = rows[row][cell];
        if (cell < 0 || cells.includes(cell)) break;
        cells.push(cell);
      } while (cell !== to);
      if (cells.at(-1) === to && cells.length >= most) [longest, most] = [cells, cells.length];
    }
    return longest;
  };

  // Orders simultaneous moves so that each piece finds its cell free.
  const together = (game, movers, side) => {
    const [a, b] = movers.map(([kind, from, to]) => ({ piece: game.pieces[side][kind], from, to }));
    if (movers.length === 2 && a.from === b.to && a.to === b.from) return [{ kind: "swap", ...a, other: b.piece }];
    const waiting = movers.slice();
    const effects = [];
    while (waiting.length > 0) {
      const isFree = (mover) => !waiting.some((other) => other[1] === mover[2] && other !== mover);
      const [[kind, from, to]] = waiting.splice(Math.max(0, waiting.findIndex(isFree)), 1);
      effects.push({ kind: "move", piece: game.pieces[side][kind], from, to });
    }
    return effects;
  };

  const drops = (state) => {
    const { game, side } = state;
    const moves = [];
    for (const { index: kind } of game.kinds) {
      const rule = game.drops.findLast(({ kinds }) => !kinds || kinds.includes(kind));
      if (!rule || state.reserve[kind][side] === 0) continue;
      for (const to of window.padmaWalk.ofSide(rule.cells, side)) {
        const isFree = state.isThere(to) && !state.on[to];
        if (isFree && state.stands(kind, side, to) && stringLets(state, kind, to)) moves.push(...dropOn(state, rule, kind, to));
      }
    }
    return moves;
  };
  // Whether a piece's Betza string allows its drop on a cell; true if the string has no drop
  // limits.
  const stringLets = (state, kind, to) => {
    const { side } = state;
    const { of, files, shades } = state.game.limits;
    const limits = of.filter((limit) => limit.kind === kind);
    const alike = (counts) => state.standing(side).filter((cell) => state.on[cell].kind === kind && counts(cell)).length;
    const hasRoom = (most, counts) => most === undefined || alike(counts) < most;
    const lets = ({ has, on_file: onFile, on_shade: onShade, on_board: onBoard }) =>
      has[side][to] &&
      hasRoom(onFile, (cell) => files[to].includes(cell)) &&
      hasRoom(onShade, (cell) => shades[cell] === shades[to]) &&
      hasRoom(onBoard, () => true);
    return limits.length === 0 || limits.some(lets);
  };
  const dropOn = (state, rule, kind, to) => {
    const { game, side } = state;
    const piece = game.pieces[side][kind];
    const kit = kitOf(game, kind, side);
    const partners = kit ? play.partnersOf(state, kit, to, side) : [];
    const taken = kit ? play.takenAtPlace(state.with([[to, piece]]), kit, to, side, partners) : [];
    const couldMove = (one) => {
      const empty = play.State.begin(game, { pieces: [], reserve: [], absent: state.absent() });
      return landingsOf(empty, one, side, to).some((landing) => landing.to !== to);
    };
    if ((rule.takes_none && taken.length > 0) || (rule.must_move && !(rule.becomes ?? [kind]).some(couldMove))) return [];
    const effects = [...captures(game, taken, side, (cell) => state.on[cell]), { kind: "drop", side, of: kind, cell: to }];
    let moves = [{ piece, from: null, to, manner: "plain", castling: null, effects, passing: [] }];
    if (game.freezings.some(({ holders }) => holders.has(kind))) moves = play.withFreezes(state, moves, (move) => move.to);
    const freezes = moves[0].effects.some((effect) => effect.kind === "freeze");
    if ((rule.freezes_none && freezes) || (rule.gives_no_check && inCheck(state.after(moves[0].effects), 1 - side))) return [];
    if (!rule.becomes) return moves;
    const become = (into) => (into === kind ? moves[0] : withEffect(moves[0], { kind: "promote", side, cell: to, was: kind, into, from_reserve: false }));
    return rule.becomes.map(become);
  };

  // A generator, as a single legal move may be all that is asked for.
  function* pseudoLegal(state) {
    for (const from of state.standing(state.side)) yield* movesOfPiece(state, from);
    yield* castlings(state);
    yield* castlingSteps(state);
    yield* drops(state);
    yield* changeDisplaced(state, [...play.teleports(state, state.side), ...play.rotations(state, state.side), ...play.travels(state)]);
  }

  const goalReached = ({ reached }) => reached;
  const isQuietTooLong = ({ game, quiet }) => Boolean(game.quiet) && quiet >= game.quiet.plies;

  const mayTakeInPassing = (state) =>
    state.standing(state.side).some((cell) => {
      const { kind, side } = state.on[cell];
      const { piece } = state.passed;
      const walks = landingsOf(state, kind, side, cell).some(({ to, taken }) => to !== piece && taken.includes(piece));
      const victim = state.on[piece]?.kind;
      return walks || (Boolean(kitOf(state.game, kind, side)?.mimics.includes(victim)) && walksTo(state, victim, side, cell, piece));
    });
  // Returns the targets of legal en passant captures: those of moves that exist for that reason
  // alone.
  const takenInPassing = (state) => {
    if (!mayTakeInPassing(state)) return [];
    const movesIn = (one) => one.standing(one.side).flatMap((from) => [...movesOfPiece(one, from)]);
    const effectsOf = ({ effects }) => JSON.stringify(effects);
    const others = new Set(movesIn(Object.assign(state.with([]), { passed: null })).map(effectsOf));
    const own = movesIn(state).filter((move) => !others.has(effectsOf(move)) && isSafe(state, move));
    return [...new Set(own.map(({ to }) => to))];
  };
  const keyOf = (state) => state.key(takenInPassing);

  // Returns the position after a move, recorded where repetition matters.
  const make = (state, move) => {
    const after = state.after(move.effects, move.passing);
    if (state.game.repetition) after.history = [...state.history, keyOf(after)];
    return after;
  };
  const begin = (game, start) => {
    const state = play.State.begin(game, start);
    if (game.repetition) state.history = [keyOf(state)];
    return state;
  };

  // Drops the other moves of a piece that must capture and can.
  const withoutIdle = (state, moves) => {
    const mustTake = ({ piece, manner }) => piece && manner === "plain" && kitOf(state.game, piece.kind, piece.side)?.mandatory;
    const takers = moves.filter((move) => mustTake(move) && takesOf(move).length > 0).map(({ from }) => from);
    return moves.filter((move) => takesOf(move).length > 0 || !takers.includes(move.from));
  };

  const isSafe = (state, { effects }) => {
    const { game, side } = state;
    const after = state.after(effects);
    return !inCheck(after, side) && !(game.no_check && inCheck(after, 1 - side));
  };
  const legalMoves = (state) => (goalReached(state) || isQuietTooLong(state) ? [] : openMoves(state));
  // Returns the moves that would be legal if the game went on.
  const openMoves = (state) => {
    const { game } = state;
    let moves = withoutIdle(state, [...pseudoLegal(state)].filter((move) => isSafe(state, move)));
    if (game.repetition?.forbidden && state.sinceCapture > 0) {
      moves = moves.filter(({ effects, passing }) => {
        const after = state.after(effects, passing);
        return after.sinceCapture === 0 || !state.history.includes(keyOf(after));
      });
    }
    return moves;
  };

  const canMove = (state) => {
    if (state.game.repetition?.forbidden) return openMoves(state).length > 0;
    // A mandatory capture need not be considered: the capturing moves themselves remain.
    for (const move of pseudoLegal(state)) if (isSafe(state, move)) return true;
    return false;
  };

  // Returns how the game has ended, `winner` and `reason`; null while it goes on.
  const outcome = (state, moves) => {
    const { game, side } = state;
    const goal = goalReached(state);
    if (goal) return { winner: goal.winner, reason: `by a ${game.kinds[game.goals[goal.place].kind].name} that has come to its goal` };
    const ends = (one, ending, reason) => ({ winner: { win: one, draw: null, loss: 1 - one }[ending], reason });
    if (moves.length === 0 && !canMove(state)) {
      return inCheck(state, side) ? ends(side, "loss", "by mate") : ends(side, stalemate(state), "by stalemate");
    }
    if (isQuietTooLong(state)) return ends(1 - side, game.quiet.ending, "after too many moves without a capture");
    const { times } = game.repetition ?? {};
    const again = state.history.filter((key) => key === state.history.at(-1)).length;
    return times && again >= times ? { winner: null, reason: "by repetition" } : null;
  };
  // Returns the outcome of stalemate, by the last rule about cells on one of which the side has a
  // royal piece, or else by the last rule without cells.
  const stalemate = (state) => {
    const { stalemates } = state.game;
    const here = ({ has }) => has && state.royals(state.side).some((king) => has[state.side][king]);
    return (stalemates.findLast(here) ?? stalemates.findLast(({ has }) => !has))?.ending ?? "draw";
  };

  Object.assign(play, { begin, make, legalMoves, canMove, inCheck, outcome, takesOf });
}
