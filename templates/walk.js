// Walks the move tables of a script in `moves`, in the same way as the program that checked the
// book. Knows no page and, of the powers, only freezing.
//
// A position is a list with a number for each cell: EMPTY; 1 for a white and 2 for a black piece,
// 3 and 4 if it is royal; or ABSENT if the cell does not exist.
"use strict";

window.padmaWalk = (() => {
  const EMPTY = 0;
  const ABSENT = 5;
  // What a walk may do on the cell that it has entered, as encoded in a transition.
  const MOVE = 1;
  const CAPTURE = 2;
  const PASSING = 3;
  const STOPS = 4;
  // The columns of a state's transitions for one sort of cell: empty, own piece, enemy, or absent.
  const OCCUPANTS = 4;
  const [OWN, ENEMY, MISSING] = [1, 2, 3];
  const SORTS = 3;
  const OVER = 1;
  const ZERO = "0".charCodeAt(0);

  // Side 0 is White, 1 is Black; what holds for both is given once.
  const ROYALS = 3;

  const isOf = (occupant, side) => occupant !== EMPTY && occupant !== ABSENT && (occupant - 1) % 2 === side;
  const ofSide = (both, side) => both[side] ?? both[0];
  // The column, by the side that moves and the occupant of a cell.
  const COLUMNS = [
    [0, OWN, ENEMY, OWN, ENEMY, MISSING],
    [0, ENEMY, OWN, ENEMY, OWN, MISSING],
  ];

  // Returns the place in a program of what may be done on a cell in a state. Sorts are digits.
  const rowOf = (sorts, state, number) => (state * SORTS + (number < 0 ? OVER : sorts.charCodeAt(number) - ZERO)) * OCCUPANTS;

  // Calls `enter(cell, stop, stopIfEnemy, path)` for every cell that a piece's walk enters, each
  // time that it does. `path` is the list of cells that it has crossed, if it may be captured en
  // passant there. `laid` is one of `moves.pieces`.
  const walk = (moves, laid, side, position, origin, unmoved, enter) => {
    const columns = COLUMNS[side];
    for (const index of ofSide(laid.components, side)) {
      const component = moves.components[index];
      if (component.first && !unmoved) continue;
      let path = [];
      const program = moves.programs[component.program];
      const sorts = moves.sorts[component.sorts];
      // Enters a cell and returns the next state of the walk, or -1. Cells inside a leap count
      // down from -1.
      const step = (state, number) => {
        const cell = number < 0 ? -1 - number : number;
        const row = rowOf(sorts, state, number);
        const here = program[row + columns[position[cell]]];
        enter(cell, here % STOPS, program[row + ENEMY] % STOPS, path);
        if (component.passes && position[cell] !== ABSENT) path.push(cell);
        return Math.floor(here / STOPS) - 1;
      };
      if (component.from) {
        for (const ray of component.from[origin]) {
          path = [];
          walkRay(moves.rays[ray], step);
        }
      } else if (component.step_graph.origins.includes(origin)) {
        walkStepGraph(component.step_graph.near, origin, step);
      }
    }
  };

  const walkRay = (ray, step) => {
    let state = 0;
    for (const cell of ray) {
      state = step(state, cell);
      if (state < 0) return;
    }
  };

  // Whether a walk along a ray captures what stands on a cell.
  const takesAlong = (moves, component, ray, side, position, target) => {
    const program = moves.programs[component.program];
    const sorts = moves.sorts[component.sorts];
    const columns = COLUMNS[side];
    let state = 0;
    for (const number of ray) {
      const cell = number < 0 ? -1 - number : number;
      const here = program[rowOf(sorts, state, number) + columns[position[cell]]];
      if (cell === target && here % STOPS === CAPTURE) return true;
      state = Math.floor(here / STOPS) - 1;
      if (state < 0) return false;
    }
    return false;
  };

  // Enters each cell once in each state.
  const walkStepGraph = (near, origin, step) => {
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

  // Returns the cell of the enemy that is captured en passant on an empty cell, or -1. `passed`
  // holds the cells where this is possible, and the enemy's own cell.
  const victimOn = (passed, position, side, cell) =>
    passed?.cells.includes(cell) && isOf(position[passed.piece], 1 - side) ? passed.piece : -1;

  // Makes a multi-leg move leg by leg, and calls `land(to, taken, carried, path)` for every
  // landing, each time that it finds one. A captured piece is gone for the rest of the way; a
  // displaced one stands on its new cell and is not captured.
  const travel = (moves, multiLeg, side, position, origin, passed, land) => {
    const taken = [];
    const carried = [];
    const path = [];
    const { passes } = multiLeg;
    const done = new Set();
    const isGone = (cell) => taken.includes(cell) || carried.some(([from]) => from === cell);
    const putOn = (cell) => carried.find(([, to]) => to === cell);
    const occupantOn = (cell) => {
      const put = putOn(cell);
      if (put) return position[put[0]];
      return cell === origin || isGone(cell) ? EMPTY : position[cell];
    };

    // Returns the cell to which a leap leads, or -1 if that cell does not exist or something
    // inside is in the way.
    const leapFrom = (leg, leap, cell) => {
      let hurdles = 0;
      for (const row of leap.inside) {
        const inner = moves.rows[row][cell];
        const isThere = inner >= 0 && position[inner] !== ABSENT;
        if (!isThere && leg.lame) return -1;
        if (isThere && occupantOn(inner) !== EMPTY) hurdles += 1;
        if (isThere && passes) path.push(inner);
      }
      const barred = (leg.lame && hurdles > 0) || (leg.hop === "inside" && hurdles !== 1);
      return barred ? -1 : moves.rows[leap.to][cell];
    };

    const leg = (index, start, first, turn, before) => {
      const rules = multiLeg.legs[index];
      const most = rules.same ? before : (rules.most ?? Infinity);
      const awaited = rules.hop === "beyond" || rules.hop === "next";
      let [at, leap, hurdled] = [start, first, false];
      for (let leaps = 1; leaps <= most; leaps += 1) {
        const next = leapFrom(rules, multiLeg.leaps[leap], at);
        if (next < 0 || position[next] === ABSENT) return;
        const occupant = occupantOn(next);
        const skipped = rules.hop === "skip" && leaps === 1;
        const mayEnd = !skipped && (!awaited || hurdled) && (!rules.same || leaps === most);
        if (mayEnd) end(index, start, next, leap, leaps);
        if (awaited && hurdled && rules.hop === "next") return;
        if (occupant !== EMPTY && !skipped) {
          if (!awaited || hurdled || (rules.own_hurdle && !isOf(occupant, side))) return;
          hurdled = true;
        }
        if (passes) path.push(next);
        at = next;
        const { bends } = multiLeg.leaps[leap];
        if (bends) {
          leap = bends[turn];
          if (leap === null) return;
          if (rules.crooked) turn = 1 - turn;
        }
        if (rules.circles && at === start && multiLeg.leaps[leap].to === multiLeg.leaps[first].to) return;
      }
    };

    const end = (index, start, cell, leap, leaps) => {
      const rules = multiLeg.legs[index];
      const occupant = occupantOn(cell);
      if (occupant === EMPTY) {
        if (rules.empty) goOn(index, cell, leap, leaps);
        const victim = rules.en_passant ? victimOn(passed, position, side, cell) : -1;
        if (victim >= 0 && !isGone(victim)) take(victim, index, cell, leap, leaps);
        return;
      }
      const deed = isOf(occupant, side) ? rules.own : rules.enemy;
      const isMeant = rules.royal === undefined || rules.royal === occupant >= ROYALS;
      if (!deed || !isMeant || putOn(cell)) return;
      if (deed === "take") {
        take(cell, index, cell, leap, leaps);
      } else if (deed === "leave" && index + 1 < multiLeg.legs.length) {
        goOn(index, cell, leap, leaps);
      } else if (deed === "unload" && occupantOn(start) === EMPTY) {
        carried.push([cell, start]);
        goOn(index, cell, leap, leaps);
        carried.pop();
      }
    };

    const take = (victim, ...end) => {
      taken.push(victim);
      goOn(...end);
      taken.pop();
    };

    const goOn = (index, cell, leap, leaps) => {
      if (index + 1 === multiLeg.legs.length) {
        // A single leg must lead to another cell; several legs may lead back to the origin.
        if ((index > 0 || cell !== origin) && (multiLeg.ends?.includes(cell) ?? true)) land(cell, taken, carried, path);
        return;
      }
      if (taken.length + carried.length === 0 && !passes) {
        const node = `${cell} ${leap} ${leaps}`;
        if (done.has(node)) return;
        done.add(node);
      }
      const room = path.length;
      if (passes) path.push(cell);
      for (const next of multiLeg.leaps[leap].then) depart(index + 1, cell, next, leaps);
      path.length = room;
    };

    const depart = (index, start, leap, before) => {
      const room = path.length;
      for (const turn of multiLeg.leaps[leap].bends ? [0, 1] : [0]) {
        leg(index, start, leap, turn, before);
        path.length = room;
      }
    };

    if (multiLeg.starts) {
      for (const leap of multiLeg.starts) depart(0, origin, leap, 0);
    } else if (multiLeg.anywhere.includes(origin)) {
      for (const cell of multiLeg.anywhere) if (cell !== origin && position[cell] !== ABSENT) end(0, origin, cell, null, 1);
    }
  };

  // Returns the cells where an enemy piece, if it stood there and were not royal, would be
  // captured by a multi-leg move; and of the enemies on the board, the cells of those that it
  // captures.
  const attackedBy = (moves, multiLeg, side, position, origin) => {
    const falls = (cell) => {
      const supposed = [...position];
      if (position[cell] === EMPTY || isOf(position[cell], side)) supposed[cell] = 2 - side;
      let fell = false;
      travel(moves, multiLeg, side, supposed, origin, null, (_, taken) => {
        fell ||= taken.includes(cell);
      });
      return fell;
    };
    return position.flatMap((occupant, cell) => (cell !== origin && occupant !== ABSENT && falls(cell) ? [cell] : []));
  };

  // For each question, what a walk must be able to do on a cell to count.
  const WANTED = { reach: [MOVE, CAPTURE], moves: [MOVE], captures: [CAPTURE], attacks: [CAPTURE] };

  // Returns the cells that answer a question, in board order: "reach", "moves", "captures" or
  // "attacks". What stands on `origin` in the position does not count.
  const ask = (moves, question, kind, side, position, origin, unmoved) => {
    const cells = new Set();
    const laid = moves.pieces[kind];
    walk(moves, laid, side, position, origin, unmoved, (cell, stop, stopIfEnemy) => {
      const does = question === "attacks" ? stopIfEnemy : stop;
      if (WANTED[question].includes(does) && position[cell] !== ABSENT) cells.add(cell);
    });
    for (const index of ofSide(laid.multi_legs ?? [[]], side)) {
      const multiLeg = moves.multi_legs[index];
      if (multiLeg.first && !unmoved) continue;
      if (question === "attacks") {
        for (const cell of attackedBy(moves, multiLeg, side, position, origin)) cells.add(cell);
        continue;
      }
      travel(moves, multiLeg, side, position, origin, null, (to, taken) => {
        if (question === "captures") taken.forEach((cell) => cells.add(cell));
        else if (to !== origin && (question === "reach" || position[to] === EMPTY)) cells.add(to);
      });
    }
    return [...cells].sort((a, b) => a - b);
  };

  // Calls `land(to, taken, carried, path)` for every landing, for some of them more than once: the
  // cells that it captures, the from and to of pieces that it displaces, and the cells where it
  // can then be captured en passant. The lists belong to the walk.
  const landings = (moves, laid, side, position, origin, unmoved, passed, land) => {
    const nothing = [];
    walk(moves, laid, side, position, origin, unmoved, (cell, stop, _, path) => {
      if (stop === MOVE) land(cell, nothing, nothing, path);
      else if (stop === CAPTURE) land(cell, [cell], nothing, path);
      else if (stop === PASSING) {
        const victim = victimOn(passed, position, side, cell);
        if (victim >= 0) land(cell, [victim], nothing, path);
      }
    });
    for (const index of ofSide(laid.multi_legs ?? [[]], side)) {
      const multiLeg = moves.multi_legs[index];
      if (!multiLeg.first || unmoved) travel(moves, multiLeg, side, position, origin, passed, land);
    }
  };

  // Whether the piece on a cell is frozen; `standing` maps cells to the side and kind of the
  // pieces there.
  const isFrozen = (moves, standing, cell) => {
    const { side, kind } = standing.get(cell);
    const freezes = ({ around, holders }) =>
      around[1 - side][cell].some((from) => {
        const by = standing.get(from);
        const prey = by && by.side !== side ? holders[by.kind] : undefined;
        return prey === null || (prey !== undefined && prey === kind);
      });
    return moves.freezing.some(freezes);
  };

  const mayStand = (moves, kind, side, cell) => ofSide(moves.pieces[kind].stands, side).includes(cell);

  return { ask, landings, takesAlong, isFrozen, mayStand, ofSide, EMPTY, ABSENT };
})();
