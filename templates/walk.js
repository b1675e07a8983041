// Walks the move tables of a script in `moves`, as the program did that checked the book. Knows no page.
//
// A position is a list with a number for each cell: NOBODY, or 1 for a white and 2 for a black man.
"use strict";

window.padmaWalk = (() => {
  const NOBODY = 0;
  // What a walk may do on the cell it has entered, and how a transition tells it.
  const MOVE = 1;
  const CAPTURE = 2;
  const STOPS = 3;
  // Transitions to one state: for each sort of cell, whether nobody, an own man or an enemy stands there.
  const OCCUPANTS = 3;
  const ENEMY = 2;
  const SORTS = 3;

  // Side 0 is White, 1 Black; what holds for both is told once.
  const ofSide = (both, side) => both[side] ?? both[0];

  // Calls `enter(cell, stop, stopIfEnemy)` for every cell a man's walk enters, as often as it does.
  const walk = (moves, piece, side, men, origin, enter) => {
    for (const index of ofSide(moves.pieces[piece].strands, side)) {
      const strand = moves.strands[index];
      const program = moves.programs[strand.program];
      const sorts = moves.sorts[strand.sorts];
      // Enters a cell and returns the state the walk goes on in, or -1.
      const step = (state, cell) => {
        const row = (state * SORTS + Number(sorts[cell])) * OCCUPANTS;
        const man = men[cell];
        const here = program[row + (man === NOBODY ? 0 : man === side + 1 ? 1 : ENEMY)];
        enter(cell, here % STOPS, program[row + ENEMY] % STOPS);
        return Math.floor(here / STOPS) - 1;
      };
      if (strand.from) {
        for (const line of strand.from[origin]) walkLine(moves.lines[line], step);
      } else if (strand.web.origins.includes(origin)) {
        walkWeb(strand.web.near, origin, step);
      }
    }
  };

  const walkLine = (line, step) => {
    let state = 0;
    for (const cell of line) {
      state = step(state, cell);
      if (state < 0) return;
    }
  };

  // Enters each cell once in each state.
  const walkWeb = (near, origin, step) => {
    const entered = new Set();
    const queue = [[origin, 0]];
    for (const [cell, state] of queue) {
      for (const next of near[cell]) {
        if (next === origin) continue;
        const then = step(state, next);
        const node = then * near.length + next;
        if (then < 0 || entered.has(node)) continue;
        entered.add(node);
        queue.push([next, then]);
      }
    }
  };

  // The cells that answer a question, in board order: "reach", "moves", "captures" or "attacks". Whoever stands
  // on `origin` in the position does not count.
  const ask = (moves, question, piece, side, men, origin) => {
    const wanted = { reach: [MOVE, CAPTURE], moves: [MOVE], captures: [CAPTURE], attacks: [CAPTURE] }[question];
    const cells = new Set();
    walk(moves, piece, side, men, origin, (cell, stop, stopIfEnemy) => {
      if (wanted.includes(question === "attacks" ? stopIfEnemy : stop)) cells.add(cell);
    });
    return [...cells].sort((a, b) => a - b);
  };

  const mayStand = (moves, piece, side, cell) => ofSide(moves.pieces[piece].stands, side).includes(cell);

  return { ask, mayStand };
})();
