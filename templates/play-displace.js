// For games played on the page: the moves by which pieces displace others and cells travel, and
// which pieces freeze by a move.
"use strict";

{
  const play = window.padmaPlay;
  const { NONE, freezes, letLeave, mayBeMoved, mayBePut, captures, retire } = play;

  const holders = (state, power, side) => state.standing(side).filter((cell) => state.on[cell].kind === power.holder);
  const held = (game, name) => {
    game.held ??= {};
    const find = () => game.kinds.flatMap(({ index, powers = [] }) => powers.filter(({ does }) => does === name).map((power) => ({ ...power, holder: index })));
    return (game.held[name] ??= find());
  };

  // Returns the moves by which two pieces of a side teleport a third from beside one to beside the
  // other.
  const teleports = (state, side) => {
    const moves = [];
    for (const power of held(state.game, "teleport")) {
      const cells = holders(state, power, side);
      for (const one of cells) {
        for (const other of cells.filter((cell) => cell !== one)) {
          for (const row of power.near[side]) {
            const from = state.next(one, row);
            const piece = from >= 0 ? state.on[from] : null;
            if (!piece || piece.side !== side) continue;
            const to = state.next(other, row);
            const effects = teleported(state, piece, from, to);
            if (effects) moves.push({ piece, from, to: to < 0 ? from : to, manner: "teleported", castling: null, effects, passing: [] });
          }
        }
      }
    }
    return moves;
  };
  const teleported = (state, piece, from, to) => {
    const { game } = state;
    if (!mayBeMoved(state, from, piece)) return null;
    if (to < 0) {
      const off = retire(game, piece, from);
      return off && [off];
    }
    if (!mayBePut(state, from, to, piece)) return null;
    const goes = { kind: "teleport", piece, from, to };
    const there = state.on[to];
    if (!there) return [goes];
    if (there.side !== piece.side) return [...captures(game, [[to, "teleport"]], piece.side, () => there), goes];
    if (!mayBeMoved(state, to, there) || !mayBePut(state, to, from, there)) return null;
    return [goes, { kind: "teleport", piece: there, from: to, to: from }];
  };

  // Returns the moves by which a piece rotates those around it.
  const rotations = (state, side) => {
    const moves = [];
    for (const power of held(state.game, "rotation")) {
      for (const cell of holders(state, power, side)) {
        const ring = power.around[side].map((row) => state.game.rows[row][cell]);
        for (const clockwise of [true, false]) {
          const effects = rotated(state, side, ring, clockwise ? 1 : ring.length - 1);
          const piece = state.game.pieces[side][power.holder];
          if (effects) moves.push({ piece, from: cell, to: cell, manner: clockwise ? "cw" : "ccw", castling: null, effects, passing: [] });
        }
      }
    }
    return moves;
  };
  const rotated = (state, side, ring, step) => {
    const [taken, retired, turned] = [[], [], []];
    for (const [place, from] of ring.entries()) {
      const piece = from >= 0 ? state.on[from] : null;
      if (!piece || piece.side !== side) continue;
      if (!mayBeMoved(state, from, piece)) return null;
      const to = ring[(place + step) % ring.length];
      if (!state.isThere(to)) {
        const off = retire(state.game, piece, from);
        if (!off) return null;
        retired.push(off);
      } else {
        if (!mayBePut(state, from, to, piece)) return null;
        if (state.on[to] && state.on[to].side !== side) taken.push([to, "rotation"]);
        turned.push({ kind: "rotate", piece, from, to });
      }
    }
    if (retired.length + turned.length === 0) return null;
    return [...captures(state.game, taken, side, (cell) => state.on[cell]), ...retired, ...turned];
  };

  // Returns the moves of the cells that the side to move controls.
  const travels = (state) => {
    const moves = [];
    for (const rule of state.game.travels) {
      const { ring } = rule;
      ring.forEach((from, place) => {
        if (!state.isThere(from) || !controls(state, rule, from)) return;
        const ends = new Set();
        for (const step of [1, ring.length - 1]) {
          const on = Array.from({ length: ring.length - 1 }, (_, count) => ring[(place + (count + 1) * step) % ring.length]);
          const end = on.find((cell) => !state.isThere(cell));
          if (end !== undefined) ends.add(end);
        }
        for (const to of ends) moves.push(...travelsTo(state, rule, from, to));
      });
    }
    return moves;
  };
  const controls = (state, { near }, cell) => {
    const zone = [cell, ...near.map((row) => state.game.rows[row][cell]).filter((beside) => beside >= 0)];
    const counted = zone.filter((one) => state.on[one] && !state.isFrozen(one) && letLeave(state, one, state.on[one]));
    const own = counted.filter((one) => state.on[one].side === state.side).length;
    return own > counted.length - own;
  };
  // Whether a cell beside a travelling one touches no other.
  const isOutside = ({ rows }, { near }, cell, beside) => near.every((row) => [NONE, cell].includes(rows[row][beside]));
  const travelsTo = (state, rule, from, to) => {
    const { game, side } = state;
    const going = [];
    if (state.on[from]) going.push({ from, to, must: true });
    for (const row of rule.near) {
      const beside = game.rows[row][from];
      if (beside < 0 || !state.on[beside]) continue;
      const must = isOutside(game, rule, from, beside);
      if (must || state.on[beside].side === side) going.push({ from: beside, to: game.rows[row][to], must });
    }
    going.sort((a, b) => a.from - b.from);
    const bound = going.filter(({ must }) => must);
    const free = going.filter(({ must }) => !must);
    const moves = [];
    for (let choice = 0; choice < 1 << free.length; choice += 1) {
      const effects = carried(state, from, to, [...bound, ...free.filter((_, place) => (choice >> place) & 1)]);
      if (effects) moves.push({ piece: null, from, to, manner: "travels", castling: null, effects, passing: [] });
    }
    return withFreezes(state, moves, () => null);
  };
  const carried = (state, from, to, going) => {
    const lifted = going.map((one) => one.from);
    const effects = [{ kind: "travel", from, to }];
    for (const { from: start, to: end } of going) {
      const piece = state.on[start];
      const isTaken = end >= 0 && state.on[end] && !lifted.includes(end);
      if (end < 0 || isTaken || !state.stands(piece.kind, piece.side, end) || !letLeave(state, start, piece)) return null;
      effects.push({ kind: "carry", piece, from: start, to: end });
    }
    const changes = [...going.map((one) => [one.to, state.on[one.from]]), ...lifted.map((cell) => [cell, null])];
    // A piece is placed there on trial, where no cell is yet.
    const after = state.with(changes);
    return going.every((one) => letLeave(after, one.to, state.on[one.from])) ? effects : null;
  };

  // Adds to each move the enemies that it newly freezes: those frozen by the piece on the cell
  // that `by` returns, or by any piece if it returns null.
  const withFreezes = (state, moves, by) => {
    const { game, side } = state;
    if (game.freezings.length === 0) return moves;
    const frozen = (there) => there.standing(1 - side).filter((cell) => there.isFrozen(cell));
    const before = frozen(state).map((cell) => [cell, state.on[cell]]);
    return moves.map((move) => {
      const after = state.after(move.effects);
      const from = by(move);
      const isBy = (cell) =>
        from === null || game.freezings.some(({ around, holders: all }) => {
          const piece = after.on[cell];
          return freezes(all, after.on[from], piece) && around[1 - piece.side][cell].includes(from);
        });
      const isNew = (cell) => !before.some(([one, piece]) => one === cell && piece === after.on[cell]);
      const fresh = frozen(after).filter((cell) => isBy(cell) && isNew(cell));
      return { ...move, effects: [...move.effects, ...fresh.map((cell) => ({ kind: "freeze", piece: after.on[cell], cell }))] };
    });
  };

  Object.assign(play, { teleports, rotations, travels, isOutside, withFreezes });
}
