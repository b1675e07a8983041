// The powers of pieces in a game played on the page: how they move, and what they capture by them.
"use strict";

{
  const play = window.padmaPlay;
  const { landingsOf, walksTo, captures } = play;
  const CAPTURING = ["withdrawal", "coordination", "long-leap", "enclosure"];

  const isEnemy = (state, cell, side, prey) => {
    const piece = cell >= 0 ? state.on[cell] : null;
    return Boolean(piece) && piece.side !== side && (!prey || prey.includes(piece.kind));
  };

  // Returns what a side's pieces of a kind can do: each power with its rows, and with its `prey`
  // if it can be used only against some kinds. By mimicry a piece can do to each other piece what
  // the other can do itself. Null for a kind without powers.
  const kitOf = (game, kind, side) => {
    game.kits ??= game.kinds.map(() => [undefined, undefined]);
    if (game.kits[kind][side] === undefined) game.kits[kind][side] = makeKit(game, kind, side);
    return game.kits[kind][side];
  };
  const makeKit = (game, kind, side) => {
    const own = game.kinds[kind].powers;
    if (!own) return null;
    const sided = (power, prey) => {
      const rows = Object.fromEntries(["along", "near"].flatMap((key) => (power[key] ? [[key, power[key][side]]] : [])));
      return { ...power, ...rows, prey, train: power.train && !prey };
    };
    const mimics = own.some(({ does }) => does === "mimicry") ? game.kinds.map(({ index }) => index).filter((other) => other !== kind) : [];
    const all = own.map((power) => sided(power, null));
    for (const other of mimics) all.push(...(game.kinds[other].powers ?? []).map((power) => sided(power, [other])));
    const of = (name) => all.filter(({ does }) => does === name);
    // Leaps along the same rows are one leap, which may jump over the prey of each on one line.
    const leaps = [];
    for (const leap of of("long-leap")) {
      const same = leaps.find(({ several, along }) => several === leap.several && along.join() === leap.along.join());
      if (!same) leaps.push(leap);
      else same.prey = same.prey && leap.prey && [...same.prey, ...leap.prey];
    }
    return {
      mimics,
      leaps,
      withdrawals: of("withdrawal"),
      coordinations: of("coordination"),
      pushes: of("push"),
      swaps: of("swap"),
      enclosures: of("enclosure"),
      mandatory: own.some(({ does }) => does === "mandatory"),
      takes: mimics.length > 0 || all.some(({ does }) => CAPTURING.includes(does)),
    };
  };

  // Calls `note(to, leapt)` for each cell to which a leap along a row leads.
  const leapAlong = (state, { several, prey }, from, row, side, note) => {
    const leapt = [];
    let over = false;
    for (const cell of state.line(from, row)) {
      if (!state.on[cell]) {
        over = false;
        if (leapt.length > 0) note(cell, leapt.slice());
      } else if (over || !isEnemy(state, cell, side, prey) || (!several && leapt.length > 0)) {
        return;
      } else {
        over = true;
        leapt.push(cell);
      }
    }
  };

  // Returns the enemies directly behind a piece, each with the row that leads straight away from
  // it.
  const behind = (game, { along }, from) => along.flatMap((row) => cellsBefore(game, row)[from].map((cell) => [row, cell]));
  // Returns, for each cell, the cells from which a row leads to it.
  const cellsBefore = (game, row) => {
    game.before ??= [];
    game.before[row] ??= (() => {
      const before = game.rows[row].map(() => []);
      game.rows[row].forEach((to, cell) => to >= 0 && before[to].push(cell));
      return before;
    })();
    return game.before[row];
  };

  // Returns what is pushed along a row from a cell, the furthest first: piece, from, to.
  const driven = (state, { train }, to, row) => {
    const beyond = state.line(to, row);
    const free = train ? -1 : beyond.findIndex((cell) => state.on[cell]);
    const cells = [to, ...(free < 0 ? beyond : beyond.slice(0, free))].reverse();
    return cells.filter((cell) => state.on[cell]).map((cell, nth) => [state.on[cell], cell, cells[nth]]);
  };

  // Returns the group of pieces connected with the one on a cell, and its liberties, the empty
  // cells beside it.
  const groupOf = (state, rows, cell) => {
    const { side } = state.on[cell];
    const pieces = [cell];
    const liberties = new Set();
    for (const one of pieces) {
      for (const row of rows) {
        const next = state.next(one, row);
        if (next < 0) continue;
        const piece = state.on[next];
        if (!piece) liberties.add(next);
        else if (piece.side === side && !pieces.includes(next)) pieces.push(next);
      }
    }
    return { pieces, liberties };
  };

  // Returns the cells where the file of one cell crosses the rank of the other.
  const crossings = ({ places }, one, other) => {
    const [a, b] = [places[one], places[other]];
    if (!a || !b) return [];
    const at = (file, rank) => places.findLastIndex((place) => place && place[0] === file && place[1] === rank);
    return [at(a[0], b[1]), at(b[0], a[1])].filter((cell) => cell >= 0);
  };
  const between = (state, one, other) => {
    const { places } = state.game;
    const [a, b] = [places[one], places[other]];
    const [word, along] = a[0] === b[0] ? [0, 3] : [1, 2];
    const [low, high] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])];
    const isInside = (place) => place && place[word] === a[word] && place[along] > low && place[along] < high;
    return places.filter((place, cell) => isInside(place) && state.on[cell]).length;
  };

  // Returns what a piece captures by standing on its new cell, `[cell, way]`.
  const takenAtPlace = (state, kit, to, side, partners) => {
    const taken = [];
    for (const power of kit.coordinations) {
      const isPartner = (cell) => cell !== to && state.on[cell]?.side === side && state.on[cell].kind === power.with;
      for (const other of new Set(partners.filter(isPartner))) {
        for (const victim of crossings(state.game, to, other)) {
          const fits = !power.balanced || between(state, victim, to) === between(state, victim, other);
          if (isEnemy(state, victim, side, power.prey) && fits) taken.push([victim, "coordination"]);
        }
      }
    }
    for (const { near, prey } of kit.enclosures) {
      for (const row of near) {
        const cell = state.next(to, row);
        if (!isEnemy(state, cell, side, null)) continue;
        const { pieces, liberties } = groupOf(state, near, cell);
        if (liberties.size === 0) taken.push(...pieces.filter((one) => isEnemy(state, one, side, prey)).map((one) => [one, "enclosure"]));
      }
    }
    return taken;
  };

  const partnersOf = (state, kit, from, side) => {
    const wanted = (cell) => cell !== from && kit.coordinations.some((power) => power.with === state.on[cell].kind);
    return kit.coordinations.length > 0 ? state.standing(side).filter(wanted) : [];
  };

  // Returns the ways in which a piece with powers moves: `how` it does so, the `others` that are
  // displaced `[piece, from, to]`, and what its own movement captures. Also returns notes of what
  // it captures by moving straight to a cell.
  const waysOf = (state, kit, from, piece) => {
    const { game } = state;
    const { side, kind } = piece;
    const bases = [];
    const notes = [];
    const base = (to, how, more) => ({ to, how, others: [], taken: [], passing: [], ...more });
    const goesTo = (to) => bases.some((one) => one.to === to && one.how === "goes");
    const come = (to) => goesTo(to) || bases.push(base(to, "goes"));
    const add = (to, how, others) => {
      const isSame = (one) => one.to === to && one.how === how && one.others.join() === others.join() && one.taken.length + one.passing.length === 0;
      if (!bases.some(isSame)) bases.push(base(to, how, { others }));
    };
    for (const { to, taken, carried, passing } of landingsOf(state, kind, side, from)) {
      const others = carried.filter(([start]) => state.on[start]).map(([start, end]) => [state.on[start], start, end]);
      const isSwap = others.length === 1 && others[0][1] === to && others[0][2] === from;
      bases.push(base(to, others.length === 0 ? "goes" : isSwap ? "swaps" : "carries", { others, taken, passing }));
    }
    for (const other of kit.mimics) {
      for (const { to, taken, carried } of landingsOf(state, other, side, from, game.kinds[other].free)) {
        if (taken.length === 0 || carried.length > 0 || !taken.every((cell) => isEnemy(state, cell, side, [other]))) continue;
        notes.push(...taken.map((victim) => ({ to, victim, way: "movement" })));
        come(to);
      }
    }
    const lifted = state.with([[from, null]]);
    for (const leap of kit.leaps) {
      for (const row of leap.along) {
        leapAlong(lifted, leap, from, row, side, (to, leapt) => {
          notes.push(...leapt.map((victim) => ({ to, victim, way: "long-leap" })));
          come(to);
        });
      }
    }
    for (const power of kit.withdrawals) {
      for (const [row, victim] of behind(game, power, from)) {
        if (!isEnemy(lifted, victim, side, power.prey)) continue;
        const note = (to) => notes.push({ to, victim, way: "withdrawal" });
        for (const to of lifted.line(from, row)) {
          note(to);
          if (lifted.on[to]) break;
        }
        for (const leap of kit.leaps.filter(({ along }) => along.includes(row))) leapAlong(lifted, leap, from, row, side, note);
      }
    }
    for (const power of kit.pushes) {
      for (const row of power.along) {
        const to = lifted.first(from, row);
        if (!isEnemy(lifted, to, side, power.prey)) continue;
        const others = driven(lifted, power, to, row);
        if (others.at(-1)?.[1] !== others.at(-1)?.[2]) add(to, "pushes", others.filter(([, start, end]) => start !== end));
      }
    }
    for (const power of kit.swaps) {
      for (const row of power.along) {
        const to = lifted.first(from, row);
        if (to >= 0 && (!power.prey || isEnemy(lifted, to, side, power.prey))) add(to, "swaps", [[lifted.on[to], to, from]]);
      }
    }
    for (const { anywhere, near, prey } of kit.enclosures.filter((power) => power.anywhere)) {
      state.on.forEach((there, to) => {
        if (!anywhere || to === from || there || !state.isThere(to) || goesTo(to) || !state.stands(kind, side, to)) return;
        if (!near.some((row) => isEnemy(state, state.next(to, row), side, null))) return;
        const alone = { coordinations: [], enclosures: [{ near, prey }] };
        const after = state.with([[to, piece], [from, null]]);
        if (takenAtPlace(after, alone, to, side, []).length > 0) add(to, "teleports", []);
      });
    }
    return { bases, notes };
  };

  // Returns the moves of a piece with powers, before promotions.
  const arrive = (state, from, piece) => {
    const { game } = state;
    const { side, kind } = piece;
    const kit = kitOf(game, kind, side);
    const { bases, notes } = waysOf(state, kit, from, piece);
    const partners = partnersOf(state, kit, from, side);
    const moves = [];
    for (const { to, how, others, taken: own, passing } of bases) {
      const stirs = how !== "goes" && how !== "teleports";
      const changes = [[to, piece]];
      if (how === "swaps") changes.push([from, others[0][0]]);
      else changes.push(...others.map(([other, , end]) => [end, other]), ...others.map(([, start]) => [start, null]));
      changes.push([from, null]);
      const fits = changes.every(([cell, one]) => !one || game.changing[one.kind] || state.stands(one.kind, one.side, cell));
      if (!fits) continue;
      const isChanged = (cell) => changes.some(([changed]) => changed === cell);
      const taken = own.map((cell) => [cell, "movement"]);
      const stays = (victim) => (victim === to ? !stirs : !isChanged(victim));
      if (how !== "teleports") taken.push(...notes.filter((note) => note.to === to && stays(note.victim)).map(({ victim, way }) => [victim, way]));
      const after = state.with(changes);
      taken.push(...takenAtPlace(after, kit, to, side, stirs ? [...partners, ...changes.map(([cell]) => cell)] : partners));
      // A piece that the move displaces is captured on its new cell, after the move; all others,
      // and what the movement captures, before it.
      const isLate = ([cell, way]) => stirs && isChanged(cell) && !(way === "movement" && own.includes(cell));
      const effects = captures(game, taken.filter((one) => !isLate(one)), side, (cell) => state.on[cell]);
      if (how === "teleports") effects.push({ kind: "teleport", piece, from, to });
      else if (how === "swaps") effects.push({ kind: "swap", piece, from, to, other: others[0][0] });
      else {
        const what = how === "pushes" ? "push" : "move";
        effects.push(...others.map(([other, start, end]) => ({ kind: what, piece: other, from: start, to: end })));
        if (to !== from) effects.push({ kind: "move", piece, from, to });
      }
      effects.push(...captures(game, taken.filter(isLate), side, (cell) => after.on[cell]));
      moves.push({ piece, from, to, manner: "plain", castling: null, effects, passing });
    }
    return moves;
  };

  // Whether a piece might capture another by a power: a quick test before the full one.
  const mayTake = (state, kit, origin, target) => {
    const { side } = state.on[origin];
    const victim = state.on[target];
    const fits = ({ prey }) => !prey || prey.includes(victim.kind);
    const shares = (cell) => {
      const [a, b] = [state.game.places[cell], state.game.places[target]];
      return a && b && (a[0] === b[0] || a[1] === b[1]);
    };
    const stirs = kit.swaps.length + kit.pushes.length > 0;
    const leaps = (leap) => {
      let over = false;
      for (const row of leap.along) leapAlong(state, leap, origin, row, side, (_, leapt) => (over ||= leapt.includes(target)));
      return over;
    };
    // Two rows may lead to one cell.
    const beside = ({ near }) => new Set(near.map((row) => state.next(target, row)).filter((cell) => cell >= 0 && !state.on[cell]));
    const cuts = (power) => stirs || beside(power).size <= 1;
    return (
      kit.withdrawals.some((power) => fits(power) && behind(state.game, power, origin).some(([, cell]) => cell === target)) ||
      kit.leaps.some((leap) => fits(leap) && leaps(leap)) ||
      (kit.coordinations.some(fits) && (stirs || partnersOf(state, kit, origin, side).some(shares))) ||
      kit.enclosures.some((power) => fits(power) && cuts(power)) ||
      (kit.mimics.includes(victim.kind) && walksTo(state, victim.kind, side, origin, target))
    );
  };
  const powerTakes = (state, origin, target) => {
    const piece = state.on[origin];
    const kit = kitOf(state.game, piece.kind, piece.side);
    if (!kit?.takes || !mayTake(state, kit, origin, target) || state.isFrozen(origin)) return false;
    return arrive(state, origin, piece).some(({ effects }) => effects.some(({ kind, cell }) => kind === "capture" && cell === target));
  };

  Object.assign(play, { kitOf, takenAtPlace, partnersOf, arrive, powerTakes });
}
