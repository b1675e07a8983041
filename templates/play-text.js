// Writes the moves of a game played on the page: in the variant's notation, so that the program
// can read a record; and as rows like those of `padma moves`.
"use strict";

{
  const play = window.padmaPlay;
  const { takesOf } = play;
  const SIDES = ["white", "black"];

  const fileOf = (name) => name.replace(/[0-9'*]+$/u, "");
  const uniform = (effects) => effects.find(({ kind }) => kind === "promote")?.into ?? null;
  const pushedTo = ({ to, effects }) => effects.find((effect) => effect.kind === "push" && effect.from === to)?.to ?? null;
  const swappedTo = ({ to, effects }) => effects.find((effect) => effect.kind === "swap" && effect.to === to)?.from ?? null;
  // Where a move sends the piece that stood on its target, by a push or a swap.
  const drivenTo = (move) => pushedTo(move) ?? swappedTo(move);
  const isPart = ({ effects }) => effects.some(({ kind, left }) => kind === "split" || (kind === "stack" && left));
  const strikes = ({ to, effects }) =>
    effects.some((effect) => effect.kind === "capture" || (effect.kind === "push" && effect.from === to) || (effect.kind === "swap" && effect.to === to));
  const kindOf = ({ piece }) => piece?.kind ?? null;

  // Returns what the text says that a piece becomes, or null.
  const changeIn = ({ notation }, moves, move) => {
    const into = uniform(move.effects);
    const isSame = (other) => other.from === move.from && other.to === move.to && kindOf(other) === kindOf(move) && other.manner === move.manner;
    const isChosen = () => moves.some((other) => isSame(other) && uniform(other.effects) !== into);
    return into !== null && (notation.forced_change || isChosen()) ? into : null;
  };

  // Returns the part of a piece's cell that distinguishes it from others of its kind that can go
  // to the same cell. A capture by a piece without a letter always has the file. Without a symbol
  // in between, a file and a cell could be read as another file and cell.
  const disambiguation = (game, moves, move, sign, needsFile) => {
    const { cells } = game.moves;
    const rivals = new Set(moves.filter((other) => kindOf(other) === kindOf(move) && other.to === move.to && other.from !== null && other.from !== move.from).map(({ from }) => cells[from]));
    const name = cells[move.from];
    const file = fileOf(name);
    if (rivals.size === 0 && !needsFile) return "";
    const isClear = sign !== "" || cells.every((cell) => fileOf(cell).length <= 1);
    if (isClear && [...rivals].every((other) => fileOf(other) !== file)) return file;
    const rank = name.slice(file.length);
    return !needsFile && [...rivals].every((other) => other.slice(fileOf(other).length) !== rank) ? rank : name;
  };

  const countOf = (move) => (takesOf(move).length > 2 ? `(${takesOf(move).length})` : "");
  // Returns the captured pieces as text: `(f7,g6)`.
  const victimsOf = ({ moves: { cells } }, move) => {
    const taken = [...new Set(takesOf(move).map(({ cell }) => cell))].toSorted((a, b) => a - b);
    return taken.length > 0 ? `(${taken.map((cell) => cells[cell]).join(",")})` : "";
  };

  // Returns the text of a move without a symbol of check. `moves` are all legal moves. Two moves
  // with different effects have different texts.
  const bareText = (game, moves, move) => {
    const text = textWith(game, moves, move, countOf(move));
    const ends = ({ from, to, manner, castling }) => `${from} ${to} ${manner} ${castling}`;
    const does = ({ effects }) => JSON.stringify(effects);
    const isRival = (other) => other !== move && ends(other) === ends(move) && textWith(game, moves, other, countOf(other)) === text && does(other) !== does(move);
    return moves.some(isRival) ? textWith(game, moves, move, victimsOf(game, move)) : text;
  };

  // Returns the text of a move that ends with `taken`, the text on its captures.
  const textWith = (game, moves, move, taken) => {
    const { notation, kinds } = game;
    const { cells } = game.moves;
    if (move.castling !== null) return game.castles[move.castling].name;
    const into = changeIn(game, moves, move);
    const letter = (kind) => kinds[kind].letter;
    if (move.from === null || move.piece === null || move.manner !== "plain") {
      return displacement(game, move, into === null ? "" : notation.promotion + letter(into)) + taken;
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
      // This style does not give the number of captures.
      const listed = taken === countOf(move) ? "" : taken;
      return `${isPart(move) ? letter(kind) : ""}${from}${to}${into === null ? "" : letter(into).toLowerCase()}${driven}${listed}`;
    }
    const change = into === null ? "" : notation.promotion + letter(into);
    if (notation.style === "long") return `${own}${from}${sign}${to}${change}${driven}${taken}`;
    const where = disambiguation(game, moves, move, sign, isPlain && strikes(move));
    return `${own}${where}${sign}${to}${change}${driven}${taken}`;
  };

  // Returns the text of a move of other kinds: a drop, a teleport, a rotation, or the travel of a
  // cell.
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

  // Returns the rows of an effect as `padma moves` prints them; a swap has a row for each of its
  // pieces.
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
  // Returns a move as `padma moves --format json` prints it, without its text.
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

  // Writes a record that the program can read: a line for each number, with White's move and
  // Black's.
  const recordOf = (texts) => {
    const numbers = texts.flatMap((text, ply) => (ply % 2 === 0 ? [`${ply / 2 + 1}. ${text}${ply + 1 < texts.length ? ` ${texts[ply + 1]}` : ""}`] : []));
    return numbers.length > 0 ? `${numbers.join("\n")}\n` : "";
  };

  // What a record contains besides moves, as the program reads it: tags, comments, marks,
  // variations, numbers, results.
  const PASSED_OVER = [
    /^\[[^\r\n]*?"\s*\](?=\s|\[|$)/u,
    /^\{[^}]*\}/u,
    /^;[^\r\n]*/u,
    /^\$\d*/u,
    /^(?!0000\s)\d+(?:[.…]+|(?=\s))/u,
    /^[.…]+/u,
    /^(?:[01][-–—−‑][01]|(?:1\/2|½)(?:[-–—−‑](?:1\/2|½))?|\*)(?=\s|$)/u,
    /^(?:[!?]{1,2}|\+-|-\+|\+=|=\+|[+-]\/[-+]|[+=]\/[=+]|[=±∓∞⩲⩱□⇆])(?=\s|$)/u,
    /^\s+/u,
  ];
  // A word, including parentheses inside it that contain no space.
  const WORD = /^[^\s{;()$]+(?:\([\p{L}\p{N},'*=~]+\)[^\s{;()$]*)*|^./u;
  // Returns the length of the variation at the start of a text; it may contain other variations
  // and comments.
  const variationLength = (text) => {
    let depth = 0;
    for (const { 0: part, index } of text.matchAll(/\{[^}]*\}|[()]/gu)) {
      if (part === "(") depth += 1;
      else if (part === ")") depth -= 1;
      if (depth === 0) return index + part.length;
    }
    return text.length;
  };
  // Returns the texts of the moves of a record.
  const readRecord = (text) => {
    const words = [];
    // Text before the first number is a heading.
    const start = /^\s*(?:\[|\d)/u.test(text) ? 0 : Math.max(text.search(/(?<!\S)\d+[.…]/u), 0);
    for (let rest = text.slice(start).replace(/^%.*$/gmu, ""); rest !== ""; ) {
      const passed = PASSED_OVER.map((form) => form.exec(rest)?.[0].length ?? 0).find((length) => length > 0);
      const length = rest.startsWith("(") ? variationLength(rest) : passed;
      const word = length ? rest.slice(0, length) : WORD.exec(rest)[0];
      if (!length && /^(?:e\.p\.|ep)?[+#]*$/u.test(word) && words.length > 0) words.push(words.pop() + word);
      else if (!length) words.push(word);
      rest = rest.slice(word.length);
    }
    return words;
  };

  Object.assign(play, { bareText, moveText, rowOf, recordOf, readRecord });
}
