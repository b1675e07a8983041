// For games played on the page: how pieces move and capture by their movement, what restricts
// them, and which captured pieces go into hand.
"use strict";

{
  const play = window.padmaPlay;
  const { NONE } = play;
  const { landings, takesAlong, ofSide, ABSENT } = window.padmaWalk;

  // Returns the position as a piece's movement sees it: the cells of its barriers count as absent.
  const met = (state, kind, origin) => {
    const { barriers } = state.game.kinds[kind];
    if (!barriers) return state.position;
    const bars = (piece, cell) => piece && cell !== origin && barriers.includes(piece.kind);
    return state.position.map((occupant, cell) => (bars(state.on[cell], cell) ? ABSENT : occupant));
  };

  // Returns every landing of a kind of piece by its movement, each once.
  const landingsOf = (state, kind, side, origin, laid = state.game.kinds[kind].laid) => {
    const found = new Map();
    landings(state.game.moves, laid, side, met(state, kind, origin), origin, state.unmoved[origin], state.passed, (to, taken, carried, path) => {
      const landing = { to, taken: taken.toSorted((a, b) => a - b), carried: carried.slice(), passing: path.slice() };
      const isPlain = taken.length + carried.length + path.length === 0;
      found.set(isPlain ? to : [to, landing.taken, landing.carried, path].join("|"), landing);
    });
    return [...found.values()];
  };

  // Whether a kind of piece captures the piece on a cell by its movement.
  const walksTo = (state, kind, side, origin, target) => {
    const { laid } = state.game.kinds[kind];
    const { isOpen, rays } = raysFrom(state.game, laid, side, origin);
    if (!isOpen && rays[target] === undefined) return false;
    const position = met(state, kind, origin);
    if (isOpen || state.passed?.piece === target) {
      let takes = false;
      landings(state.game.moves, laid, side, position, origin, state.unmoved[origin], state.passed, (_, taken) => {
        takes ||= taken.includes(target);
      });
      return takes;
    }
    const leads = ([component, ray]) =>
      (!component.first || state.unmoved[origin]) && takesAlong(state.game.moves, component, ray, side, position, target);
    return rays[target].some(leads);
  };

  // Returns the rays of a piece's movement from a cell, grouped by the cells that they reach.
  // `isOpen` means that the movement can turn or has several legs, and so may lead anywhere.
  const raysFrom = ({ moves, cells }, laid, side, origin) => {
    laid.rays ??= [[], []];
    laid.rays[side][origin] ??= (() => {
      const components = ofSide(laid.components, side).map((index) => moves.components[index]);
      const isOpen = ofSide(laid.multi_legs ?? [[]], side).length > 0 || components.some(({ from }) => !from);
      const rays = new Array(cells);
      for (const component of isOpen ? [] : components) {
        for (const ray of component.from[origin].map((index) => moves.rays[index])) {
          for (const cell of new Set(ray)) if (cell >= 0) (rays[cell] ??= []).push([component, ray]);
        }
      }
      return { isOpen, rays };
    })();
    return laid.rays[side][origin];
  };

  const bonds = (game, piece) => (game.kinds[piece.kind].powers ?? []).filter(({ does }) => does === "bond");
  const holds = (state, { with: friends, near }, cell, side, left) =>
    near[side].some((row) => {
      const beside = state.game.rows[row][cell];
      const piece = beside >= 0 && beside !== left ? state.on[beside] : null;
      return piece && piece.side === side && friends.includes(piece.kind);
    });
  // Whether the bonds of a piece let it leave a cell, and let it come from one to another.
  const letLeave = (state, cell, piece) => bonds(state.game, piece).every((bond) => holds(state, bond, cell, piece.side, NONE));
  const letCome = (state, from, to, piece) => bonds(state.game, piece).every((bond) => holds(state, bond, to, piece.side, from));
  const mayBeMoved = (state, cell, piece) => !state.isFrozen(cell) && letLeave(state, cell, piece);
  const mayBePut = (state, from, to, piece) => state.stands(piece.kind, piece.side, to) && letCome(state, from, to, piece);

  // Returns the captures of what stands on some cells, `[cell, way]`, and the pieces that go into
  // hand.
  const captures = (game, taken, by, pieceOn) => {
    const effects = [];
    const cells = [...new Set(taken.map(([cell]) => cell))].sort((a, b) => a - b);
    for (const cell of cells) {
      const piece = pieceOn(cell);
      if (!piece) continue;
      effects.push({ kind: "capture", piece, cell });
      const ways = taken.filter(([one]) => one === cell).map(([, way]) => way);
      const of = intoHand(game, piece, ways);
      if (of !== null) effects.push({ kind: "hand", side: by, of });
    }
    return effects;
  };
  // Returns the kind that goes into hand, by the last rule about a piece; null if it does not.
  const intoHand = (game, piece, ways) => {
    const rule = game.into_hand.findLast(({ kinds, by }) => (!kinds || kinds.includes(piece.kind)) && (!by || !ways || ways.includes(by)));
    return rule ? (rule.becomes ?? piece.kind) : null;
  };
  // Sends a piece from the board to its own side's hand; null for a royal piece, which cannot go.
  const retire = (game, piece, cell) =>
    game.kinds[piece.kind].royal ? null : { kind: "retire", piece, cell, as: intoHand(game, piece, null) ?? piece.kind };

  Object.assign(play, { landingsOf, walksTo, letCome, letLeave, mayBeMoved, mayBePut, captures, retire });
}
