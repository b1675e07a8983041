// Plays the games of a file over with the site's scripts, in the browser, and prints the plies of which they say otherwise than the
// program: another list of legal moves, a text, a check, an end or a position; the last line counts all plies.
//
//     node play.mjs BOOK GAMES

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./chromium.mjs";

const TABS = 2;
const SCRIPTS = ["walk.js", "play-state.js", "play-movement.js", "play-powers.js", "play-displace.js", "play-moves.js", "play-text.js"];

const [book, path] = process.argv.slice(2);
const games = new Map();
for (const line of readFileSync(path, "utf8").trim().split("\n")) {
  const { variant } = JSON.parse(line);
  games.set(variant, [...(games.get(variant) ?? []), line]);
}

// All games of a variant. Sent to the browser by itself.
function playOver({ variant, lines }) {
  const { padmaPlay: play, padmaRules, padmaMoves } = window;
  // As text, whatever the order of the keys.
  const sorted = (value) => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  };
  const said = (value) => JSON.stringify(sorted(value));
  const game = play.lay(padmaRules[variant], padmaMoves[variant]);
  // As the program says where a game begins.
  const positionOf = ({ on, unmoved, reserve, side, ...state }) => ({
    pieces: on.flatMap((piece, cell) => (piece ? [[cell, piece.side, piece.kind, Number(!unmoved[cell])]] : [])),
    absent: state.position.flatMap((occupant, cell) => (occupant === window.padmaWalk.ABSENT ? [cell] : [])),
    reserve: reserve.flatMap((both, kind) => both.flatMap((count, of) => (count > 0 ? [[of, kind, count]] : []))),
    side,
  });
  const wordsOf = (ended) => ended && `${ended.winner === null ? "drawn" : `${["White", "Black"][ended.winner]} has won`} ${ended.reason}`;

  // What is said of a ply: the rows of its moves, and the rest.
  const answer = (state, moves) => {
    const rows = moves.map((move) => said({ ...play.rowOf(game, move), text: play.moveText(state, moves, move) }));
    return { rows, check: play.inCheck(state, state.side), ended: wordsOf(play.outcome(state, moves)), position: said(positionOf(state)) };
  };
  const differences = (found, meant) => {
    const [own, due] = [new Set(found.rows), new Set(meant.rows)];
    const out = {};
    const missing = meant.rows.filter((row) => !own.has(row));
    const extra = found.rows.filter((row) => !due.has(row));
    if (missing.length > 0) out.missing = missing.slice(0, 4);
    if (extra.length > 0) out.extra = extra.slice(0, 4);
    if (found.rows.length !== meant.rows.length) out.counts = { found: found.rows.length, meant: meant.rows.length };
    for (const what of ["check", "ended", "position"]) {
      if (found[what] !== meant[what]) out[what] = { found: found[what], meant: meant[what] };
    }
    return out;
  };

  let plies = 0;
  const wrong = [];
  const begun = performance.now();
  lines.forEach((line, nth) => {
    const { start, plies: expected } = JSON.parse(line);
    let state = play.begin(game, start ?? undefined);
    for (const [ply, { moves: due, choice, check, ended, position }] of expected.entries()) {
      plies += 1;
      const moves = play.legalMoves(state);
      const meant = { rows: due.map(said), check, ended, position: said(position) };
      const found = answer(state, moves);
      const differs = differences(found, meant);
      if (Object.keys(differs).length > 0) {
        wrong.push({ variant, game: nth, ply, position: meant.position, ...differs });
        break;
      }
      if (choice !== null) state = play.make(state, moves[found.rows.indexOf(meant.rows[choice])]);
    }
  });
  return { plies, wrong, time: Math.round(performance.now() - begun) };
}

const browser = await launch();
const waiting = [...games];
let plies = 0;
const times = {};
async function work() {
  // A context of its own has a process of its own.
  const page = await (await browser.newContext()).newPage();
  page.on("pageerror", (error) => console.log(JSON.stringify({ error: String(error) })));
  await page.goto(pathToFileURL(join(book, "rules-of-play.html")).href);
  for (const script of SCRIPTS) await page.addScriptTag({ url: pathToFileURL(join(book, script)).href });
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [variant, lines] = next;
    for (const folder of ["moves", "play"]) await page.addScriptTag({ url: pathToFileURL(join(book, folder, `${variant}.js`)).href });
    const answered = await page.evaluate(playOver, { variant, lines });
    plies += answered.plies;
    times[variant] = answered.time;
    for (const line of answered.wrong) console.log(JSON.stringify(line));
  }
}
await Promise.all(Array.from({ length: TABS }, work));
await browser.close();
console.log(JSON.stringify({ plies, times }));
