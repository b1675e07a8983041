// How the moves of a game that is played on the page are written: as the variant's notation has them, so that a record can be read
// by the program; and as rows like those of `padma moves`.
"use strict";

{
  const play = window.padmaPlay;
  const { takesOf } = play;
  const SIDES = ["white", "black"];

  const fileOf = (name) => name.replace(/[0-9'*]+$/u, "");
  const uniform = (effects) => effects.find(({ kind }) => kind === "promote")?.into ?? null;
  const drivenTo = ({ to, effects }) => effects.find((effect) => effect.kind === "push" && effect.from === to)?.to ?? null;
  const isPart = ({ effects }) => effects.some(({ kind, left }) => kind === "split" || (kind === "stack" && left));
  const strikes = ({ to, effects }) =>
    effects.some((effect) => effect.kind === "capture" || (effect.kind === "push" && effect.from === to) || (effect.kind === "swap" && effect.to === to));
  const kindOf = ({ piece }) => piece?.kind ?? null;

  // What the text says a piece becomes, or null.
  const changeIn = ({ notation }, moves, move) => {
    const into = uniform(move.effects);
    const isSame = (other) => other.from === move.from && other.to === move.to && kindOf(other) === kindOf(move) && other.manner === move.manner;
    const isChosen = () => moves.some((other) => isSame(other) && uniform(other.effects) !== into);
    return into !== null && (notation.forced_change || isChosen()) ? into : null;
  };

  // What of a piece's cell distinguishes it from others of its kind that can go to the same cell.
  const disambiguation = (game, moves, move) => {
    const { cells } = game.moves;
    const rivals = new Set(moves.filter((other) => kindOf(other) === kindOf(move) && other.to === move.to && other.from !== null && other.from !== move.from).map(({ from }) => cells[from]));
    const name = cells[move.from];
    const file = fileOf(name);
    if (rivals.size === 0) return "";
    if ([...rivals].every((other) => fileOf(other) !== file)) return file;
    const rank = name.slice(file.length);
    return [...rivals].every((other) => other.slice(fileOf(other).length) !== rank) ? rank : name;
  };

  // A move without a sign of check. `moves` are all that are legal.
  const bareText = (game, moves, move) => {
    const { notation, kinds } = game;
    const { cells } = game.moves;
    if (move.castling !== null) return game.castles[move.castling].name;
    const into = changeIn(game, moves, move);
    const letter = (kind) => kinds[kind].letter;
    if (move.from === null || move.piece === null || move.manner !== "plain") {
      return displacement(game, move, into === null ? "" : notation.promotion + letter(into));
    }
    const { kind } = move.piece;
    const isPlain = notation.plain === kind && !isPart(move);
    const own = isPlain ? "" : letter(kind);
    const [from, to] = [cells[move.from], cells[move.to]];
    const isSame = (other) => other.from === move.from && other.to === move.to;
    const cell = drivenTo(move);
    const driven = cell !== null && moves.some((other) => isSame(other) && drivenTo(other) !== cell) ? `>${cells[cell]}` : "";
    const count = takesOf(move).length;
    const sign = strikes(move) ? notation.capture.repeat(Math.min(Math.max(count, 1), 2)) : notation.quiet;
    if (notation.style === "coordinates") {
      return `${isPart(move) ? letter(kind) : ""}${from}${to}${into === null ? "" : letter(into).toLowerCase()}${driven}`;
    }
    const change = into === null ? "" : notation.promotion + letter(into);
    const many = count > 2 ? `(${count})` : "";
    if (notation.style === "long") return `${own}${from}${sign}${to}${change}${driven}${many}`;
    const where = isPlain && strikes(move) ? fileOf(from) : disambiguation(game, moves, move);
    return `${own}${where}${sign}${to}${change}${driven}${many}`;
  };

  // A piece that comes out of hand, or that others put elsewhere; one that turns others; a cell that travels.
  const displacement = (game, move, change) => {
    const { notation } = game;
    const { cells } = game.moves;
    const letter = move.piece ? game.kinds[move.piece.kind].letter : "";
    const from = move.from === null ? "" : cells[move.from];
    const to = cells[move.to];
    if (move.manner === "plain") return `${notation.drop[0]}${letter}${notation.drop[1]}${to}${change}`;
    if (move.manner === "teleported") {
      if (move.from === move.to) return `${letter}${from}~`;
      return `${letter}${from}~${takesOf(move).length > 0 ? notation.capture : ""}${to}${change}`;
    }
    if (move.manner !== "travels") return `${letter}${from}${move.manner}`;
    const isBound = (cell) =>
      cell === move.from || game.travels.some((rule) => rule.near.some((row) => game.rows[row][move.from] === cell) && play.isOutside(game, rule, move.from, cell));
    const volunteers = move.effects.filter((effect) => effect.kind === "carry" && !isBound(effect.from));
    return `${from}->${to}${volunteers.map((effect) => `,${cells[effect.from]}`).join("")}`;
  };

  const moveText = (state, moves, move) => {
    const { game } = state;
    const { notation } = game;
    const bare = bareText(game, moves, move);
    if (notation.style === "coordinates") return bare;
    const after = play.make(state, move);
    if (!play.inCheck(after, after.side)) return bare;
    return bare + (play.canMove(after) ? notation.check : (notation.mate ?? notation.check));
  };

  // An effect as `padma moves` says it; two pieces that change places are one each.
  const effectRows = (game, effect) => {
    const { cells } = game.moves;
    const id = (kind) => game.kinds[kind].id;
    const row = (kind, piece, more) => ({ kind, piece: id(piece.kind), side: SIDES[piece.side], ...more });
    const { kind, piece, side, of } = effect;
    const own = { side, kind: of };
    const way = { from: cells[effect.from], to: cells[effect.to] };
    switch (kind) {
      case "capture":
      case "freeze":
        return [row(kind, piece, { cell: cells[effect.cell] })];
      case "retire":
        return [row("hand", { side: piece.side, kind: effect.as }, { from: cells[effect.cell] })];
      case "hand":
        return [row(kind, own, {})];
      case "drop":
        return [row(kind, own, { to: cells[effect.cell] })];
      case "promote":
        return [row(kind, { side, kind: effect.was }, { cell: cells[effect.cell], into: id(effect.into) })];
      case "swap":
        return [row(kind, piece, way), row(kind, effect.other, { from: way.to, to: way.from })];
      case "stack":
        return [...(effect.left ? [row("split", own, { ...way, leaves: id(effect.left[1]) })] : []), row(kind, own, { ...way, into: id(effect.into) })];
      case "split":
        return [row(kind, own, { ...way, leaves: id(effect.rest) })];
      case "travel":
        return [];
      default:
        return [row(kind, piece, way)];
    }
  };
  // A move as `padma moves --format json` prints it, but for its text.
  const rowOf = (game, move) => {
    const { cells } = game.moves;
    const isOff = move.manner === "teleported" && move.from === move.to;
    return {
      piece: move.piece ? game.kinds[move.piece.kind].id : null,
      from: move.from === null ? null : cells[move.from],
      to: isOff ? null : cells[move.to],
      captures: takesOf(move).map(({ cell }) => cells[cell]),
      effects: move.effects.flatMap((effect) => effectRows(game, effect)),
    };
  };

  // A record as the program reads it: a line for each number, White's move and Black's.
  const recordOf = (texts) => {
    const numbers = texts.flatMap((text, ply) => (ply % 2 === 0 ? [`${ply / 2 + 1}. ${text}${ply + 1 < texts.length ? ` ${texts[ply + 1]}` : ""}`] : []));
    return numbers.length > 0 ? `${numbers.join("\n")}\n` : "";
  };

  // The texts of the moves of a record: without numbers, comments and the result.
  const readRecord = (text) =>
    text
      .replace(/\{[^}]*\}|;.*$|^\[.*\]$/gmu, " ")
      .split(/\s+/u)
      .filter((word) => word !== "" && !/^(\d+(\.+|…)|…|\.+|1-0|0-1|1\/2-1\/2|½-½|\*)$/u.test(word))
      .map((word) => word.replace(/^\d+(\.+|…)(?=.)/u, ""));

  Object.assign(play, { bareText, moveText, rowOf, recordOf, readRecord });
}
