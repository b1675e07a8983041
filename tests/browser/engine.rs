//! The program that web pages run: each question gets the same answer, byte for byte, from the program compiled for the page
//! and from the native one, and the native one's answers are held against what the library computes when it is asked directly.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};

use kit::browser::drive;
use kit::folder::{Folder, content, root};
use kit::random::Random;
use padma_book::load::Session;
use padma_rules::model::{Cell, CellSet, EnPassant, KindId, Piece, Side};
use padma_rules::play::{
    self, Effect, Game, Move, MoveManner, Moves, Ruling, Scratch, State, bare_text, begin_history,
    in_check, legal_moves, make, move_text, outcome, ruling,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_wasm::Engine;
use serde_json::{Value, json};

use crate::tables::{Table, placed, setup_text, shelf, tables};

/// The native program, and a record of what it was asked.
struct Asked {
    engine: Engine,
    folder: Folder,
    record: BufWriter<File>,
    count: usize,
}

impl Asked {
    fn new(name: &str) -> Asked {
        let folder = Folder::new(name);
        let record = BufWriter::new(File::create(folder.path("questions")).unwrap());
        Asked {
            engine: Engine::default(),
            folder,
            record,
            count: 0,
        }
    }

    /// The answer to a question, as text.
    fn text(&mut self, fields: &[&str]) -> String {
        let question = fields.join("\0");
        let answer = self.engine.answer(&question);
        writeln!(self.record, "{}", json!([question, answer])).unwrap();
        self.count += 1;
        answer
    }

    fn ask(&mut self, fields: &[&str]) -> Value {
        serde_json::from_str(&self.text(fields)).unwrap()
    }

    /// Asks the page's program all of it.
    fn compare(mut self) {
        self.record.flush().unwrap();
        let questions = self.folder.path("questions");
        let script = root().join("templates/engine.js");
        let mut lines = drive("engine.mjs", &script, &[questions.to_str().unwrap()]);
        let last = lines.pop().unwrap();
        let first: Option<String> = lines
            .first()
            .map(|line| line.to_string().chars().take(4000).collect());
        assert!(
            lines.is_empty(),
            "{} answers differ; if the sources have changed since, run .ci/engine. The first: {first:?}",
            lines.len()
        );
        assert_eq!(last["asked"], self.count);
    }
}

/// The variants of the content folder and those that come with the program, with their whole TOML.
fn variants() -> Vec<(String, String, Rules)> {
    let mut session = Session::new(&content(), &[]);
    let own = session.library.names().map(str::to_string);
    let mut names: Vec<String> = own.collect();
    let built_in = session.library.built_in_names().map(str::to_string);
    names.extend(built_in.collect::<Vec<_>>());
    names.sort();
    names.dedup();
    let whole = |name: String| {
        let (toml, rules) = whole(&mut session, &name);
        (name, toml, rules)
    };
    names.into_iter().map(whole).collect()
}

fn whole(session: &mut Session, name: &str) -> (String, Rules) {
    let index = session
        .variant(name)
        .unwrap_or_else(|| panic!("{name}: {:?}", session.diagnostics));
    let rules = Rules::new(session.library.variants.rules(index).variant.clone());
    (session.library.whole_toml(name).unwrap(), rules)
}

fn indices(cells: &CellSet) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

#[test]
fn the_page_reads_every_variant_as_the_program_does() {
    let mut asked = Asked::new("engine-load");
    let variants = variants();
    assert!(variants.len() > 12);
    for (name, toml, rules) in &variants {
        let answer = asked.ask(&["load", name, toml]);
        let variant = &rules.variant;
        let kind = |id: KindId| {
            let kind = variant.kind(id);
            let stands = Side::BOTH.map(|side| indices(&variant.stands_on(id, side)));
            json!({"id": kind.id, "name": kind.name, "letter": kind.letter, "stands": stands})
        };
        let facts = json!({
            "title": variant.title,
            "cells": variant.board.cells().map(|cell| variant.board.name(cell)).collect::<Vec<_>>(),
            "absent": indices(variant.board.absent()),
            "kinds": variant.kind_ids().map(kind).collect::<Vec<_>>(),
        });
        assert_eq!(answer, json!({"variant": facts, "mistakes": []}), "{name}");
    }
    asked.compare();
}

/// A position at random with labels for its pieces, and blockers among them.
struct Crowd {
    state: State,
    /// The pieces with labels, in order.
    pieces: Vec<(Cell, Piece)>,
}

fn crowd(game: &Game<'_>, dice: &mut Random) -> Crowd {
    let share = 5 + dice.below(40);
    let mut state = placed(game, dice, share);
    let variant = game.variant();
    if dice.below(2) == 0 {
        state.set_to_move(Side::Black);
    }
    // A reader may have taken off anything, and put blockers anywhere.
    for cell in variant.board.cells() {
        let standing = state.position().piece(cell);
        if standing.is_some() && dice.below(8) == 0 {
            state.place(cell, None, true);
        } else if standing.is_none()
            && !state.position().absent().contains(cell)
            && dice.below(25) == 0
        {
            let side = Side::BOTH[dice.below(2)];
            state.place(cell, Some(Piece { side, kind: None }), true);
        }
    }
    let labelled = |(_, piece): &(Cell, Piece)| piece.kind.is_some();
    let pieces: Vec<(Cell, Piece)> = state.position().pieces().filter(labelled).collect();
    let free = variant.board.all() - state.position().occupied() - *state.position().absent();
    if dice.below(3) == 0 && !pieces.is_empty() && !free.is_empty() {
        let free: Vec<Cell> = free.iter().collect();
        state.set_en_passant(Some(EnPassant {
            piece: pieces[dice.below(pieces.len())].0,
            cells: CellSet::from_iter([free[dice.below(free.len())]]),
        }));
    }
    Crowd { state, pieces }
}

impl Crowd {
    /// The lines of the position.
    fn lines(&self, game: &Game<'_>) -> String {
        let variant = game.variant();
        let board = &variant.board;
        let mut text = "diagram\tX-1".to_string();
        let absent = self.state.position().absent();
        if !absent.is_empty() {
            write!(text, "\nabsent\t{}", board.names_of(absent).join("\t")).unwrap();
        }
        for (side, kind) in Side::BOTH
            .into_iter()
            .flat_map(|side| variant.kind_ids().map(move |kind| (side, kind)))
        {
            let (count, id) = (self.state.reserve(side, kind), &variant.kind(kind).id);
            if count > 0 {
                write!(text, "\nhand\t{}\t{id}\t{count}", side.name()).unwrap();
            }
        }
        if self.state.to_move() == Side::Black {
            text.push_str("\nmove\tblack");
        }
        for (number, (cell, piece)) in self.pieces.iter().enumerate() {
            let (side, id) = (piece.side.name(), &variant.kind(piece.kind.unwrap()).id);
            let unmoved = self.state.unmoved().contains(*cell);
            let unmoved = if unmoved { "\tunmoved" } else { "" };
            let cell = board.name(*cell);
            write!(text, "\n{side}\tA{number}\t{id}\t{cell}{unmoved}").unwrap();
        }
        for (cell, piece) in self.state.position().pieces() {
            if piece.kind.is_none() {
                let side = piece.side.name();
                write!(text, "\n{side}\t\t\t{}", board.name(cell)).unwrap();
            }
        }
        if let Some(passing) = self.state.position().en_passant() {
            let cells = board.names_of(&passing.cells).join("\t");
            write!(text, "\npassing\t{}\t{cells}", board.name(passing.piece)).unwrap();
        }
        text
    }

    /// Expressions about the position, with the cells that they come to by the library.
    fn questions(
        &self,
        rules: &Rules,
        game: &Game<'_>,
        dice: &mut Random,
    ) -> Vec<(String, CellSet)> {
        let variant = game.variant();
        let position = self.state.position();
        let mut scratch = Scratch::default();
        let mut out: Vec<(String, CellSet)> = Vec::new();
        for _ in 0..5.min(self.pieces.len()) {
            let number = dice.below(self.pieces.len());
            let (cell, piece) = self.pieces[number];
            let moved = !self.state.unmoved().contains(cell);
            let reach = play::reach(game, &mut scratch, position, cell, piece, moved);
            let first = play::reach(game, &mut scratch, position, cell, piece, false);
            let attacks = play::attacks(game, &mut scratch, position, cell, piece, moved);
            if !variant.has_powers() {
                // Then the movement alone says it.
                let kind = piece.kind.unwrap();
                let plain = rules.reach(kind, piece.side, cell, position, moved);
                assert_eq!(reach, plain);
            }
            let ask = |name: &str, cells| (format!("{name}(A{number})"), cells);
            out.extend([
                ask("reach", reach.cells()),
                ask("moves", reach.moves),
                ask("captures", reach.captures),
                ask("attacks", attacks),
                ask("first", first.cells()),
            ]);
            let union = reach.cells() | attacks;
            out.push((format!("reach(A{number}) | attacks(A{number})"), union));
            let (mut state, mut moves) = (self.in_play(game), Moves::default());
            if state.to_move() != piece.side {
                state.set_to_move(piece.side);
            }
            legal_moves(game, &mut state, &mut scratch, &mut moves);
            let to = |fits: &dyn Fn(&Move) -> bool| {
                let own = moves.iter().filter(|mv| mv.from == Some(cell));
                own.filter(|mv| fits(mv)).map(|mv| mv.to).collect()
            };
            out.push(ask("goes", to(&|mv| mv.manner == MoveManner::Plain)));
            let is_put = |mv: &Move| mv.manner == MoveManner::Teleported && mv.to != cell;
            out.push(ask("teleports", to(&is_put)));
        }
        let [white, black] = Side::BOTH.map(|side| play::frozen(game, &self.state, side));
        out.push(("frozen()".to_string(), white | black));
        out.push(("frozen(black)".to_string(), black));
        out.push(("X-1.frozen(white)".to_string(), white));
        let (mut state, mut moves) = (self.in_play(game), Moves::default());
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        for kind in variant.kind_ids() {
            let id = &variant.kind(kind).id;
            for side in Side::BOTH {
                let wanted = Piece {
                    side,
                    kind: Some(kind),
                };
                let own = position.pieces().filter(|(_, piece)| *piece == wanted);
                let cells = own.map(|(cell, _)| cell).collect();
                out.push((format!("men({id}, {})", side.name()), cells));
            }
            let dropped = moves
                .iter()
                .filter(|mv| mv.from.is_none() && mv.kind == Some(kind));
            let cells = dropped.map(|mv| mv.to).collect();
            out.push((format!("drops({id})"), cells));
        }
        for cell in variant.board.movable().iter().take(12) {
            let own = moves
                .iter()
                .filter(|mv| mv.manner == MoveManner::Travels && mv.from == Some(cell));
            let cells = own.map(|mv| mv.to).collect();
            out.push((format!("travels({})", variant.board.name(cell)), cells));
        }
        out
    }

    /// The position as a game begins from it.
    fn in_play(&self, game: &Game<'_>) -> State {
        let mut state = self.state.clone();
        begin_history(game, &mut state, &mut Scratch::default());
        state
    }
}

/// The answer that has these cells, in the order of the board.
fn cells_answer(rules: &Rules, cells: &CellSet) -> Value {
    json!({"cells": rules.variant.board.names_of(cells)})
}

#[test]
fn the_page_computes_cells_as_the_program_does() {
    const POSITIONS: usize = 14;
    let mut asked = Asked::new("engine-cells");
    let (mut dice, mut positive) = (Random(39), 0);
    for (name, toml, rules) in &variants().into_iter().chain(odd()).collect::<Vec<_>>() {
        asked.ask(&["load", name, toml]);
        let game = Game::new(rules);
        if rules.variant.kinds.is_empty() {
            continue;
        }
        for _ in 0..POSITIONS {
            let crowd = crowd(&game, &mut dice);
            let lines = crowd.lines(&game);
            let questions = crowd.questions(rules, &game, &mut dice);
            // A variant without a rule refuses to be asked about it, as the program itself does.
            let (cells, more): (Vec<&str>, Vec<String>) = (
                questions.iter().map(|(text, _)| text.as_str()).collect(),
                plain_questions(rules, &crowd),
            );
            let fields = [&["cells", name, &lines][..], &cells].concat();
            let answer = asked.ask(&fields);
            let answers = answer["answers"]
                .as_array()
                .unwrap_or_else(|| panic!("{name}: {answer}"));
            assert_eq!(answers.len(), questions.len());
            for ((text, cells), answer) in questions.iter().zip(answers) {
                positive += usize::from(!cells.is_empty());
                assert_eq!(
                    *answer,
                    cells_answer(rules, cells),
                    "{name}: {text} of\n{lines}"
                );
            }
            let more: Vec<&str> = more.iter().map(String::as_str).collect();
            let fields = [&["cells", name, &lines][..], &more].concat();
            let answer = asked.ask(&fields);
            let mut scratch = Scratch::default();
            for (side, nth) in [(Side::White, 0), (Side::Black, 1)] {
                let checked = in_check(&game, &crowd.in_play(&game), &mut scratch, side);
                let value = &answer["answers"][nth]["value"];
                assert_eq!(
                    value,
                    &checked.to_string(),
                    "{name}: check of {side:?} in\n{lines}"
                );
            }
        }
    }
    assert!(positive > 4000, "only {positive} answers have cells");
    asked.compare();
}

/// Expressions of other types, and some that are wrong.
fn plain_questions(rules: &Rules, crowd: &Crowd) -> Vec<String> {
    let variant = &rules.variant;
    let kind = &variant.kinds[0].id;
    let cell = variant.board.name(Cell::new(variant.board.len() / 2));
    let mut out = vec![
        "in-check(white)".to_string(),
        "in-check(black)".to_string(),
        "legal-moves()".to_string(),
        "outcome()".to_string(),
        "position()".to_string(),
        format!("reach({kind}, {cell})"),
        format!("closure({kind}, {cell})"),
        format!("count(reach({kind}, {cell}) & neighbours({cell}))"),
        format!("travels({cell})"),
        "liberties(A0)".to_string(),
        "reach(Z9)".to_string(),
        "reach(".to_string(),
        "Y-9.frozen()".to_string(),
        "\"ü𝄞\" | nonsense(♔)".to_string(),
        String::new(),
    ];
    if !crowd.pieces.is_empty() {
        out.push("with(own on first(A0): reach(A0))".to_string());
        out.push("reach(A0) - moves(A0)".to_string());
    }
    out
}

/// Movements that no piece of the rulebooks has.
const ODD: [&str; 10] = [
    "hop along X, Y, Z",
    "hop along X, Y, Z, VW onward",
    "hop along Y, VW onward over square onto triangle, hexagon",
    "slide along X, Z only to move; hop along X, Z onward only to capture",
    "step along X; leap 2 along X first move",
    "wander contiguous up to 3 onto triangle",
    "wander corner over triangle only to capture; wander side up to 2 first move",
    "ride 2 along VW, Y up to 2 over hexagon",
    "step forward along Y; otherwise step forward along VW; slide backward along X, Z",
    "leap to distance 2 by piece-4; leap to distance 3 by piece-8 only to move",
];

/// Strings whose components need a walk leg by leg, and a few that do not.
const LEGS: [&str; 24] = [
    "FyafsF",
    "sWsyafsW",
    "[W?B]",
    "KNADcaKmcabK",
    "fcafmF",
    "mabK",
    "afsafzK",
    "masR",
    "aaK",
    "tpafR",
    "[W-R]",
    "qN",
    "zB",
    "qN3",
    "oR",
    "oafB2",
    "U",
    "kU",
    "tK",
    "fkR",
    "ucR",
    "udQ",
    "nNjDjR",
    "mRcpRgQ",
];

/// Variants whose pieces move as no piece of the rulebooks does.
fn odd() -> Vec<(String, String, Rules)> {
    let odd = ODD
        .iter()
        .map(|movement| format!("movement = \"{movement}\""));
    let legs = LEGS.iter().map(|betza| format!("betza = \"{betza}\""));
    let king = "betza = \"K\"\nroyal = true".to_string();
    let petals = "kind = \"lotus\"\npetals = [[0, 0], [1, 0], [0, 1], [1, -1]]";
    let grid = "kind = \"grid\"\nfiles = 7\nranks = 6\nwithout = \"b2 f5\"";
    [
        ("odd-movements", petals, odd.collect::<Vec<_>>()),
        ("odd-legs", grid, legs.chain([king]).collect()),
    ]
    .map(|(name, board, pieces)| {
        let mut toml = format!("title = \"Odd\"\n[board]\n{board}\n");
        for (index, movement) in pieces.iter().enumerate() {
            let piece =
                format!("[[piece]]\nid = \"piece-{index}\"\nletter = \"P{index}\"\n{movement}\n");
            toml.push_str(&piece);
        }
        let rules = kit::asked::rules(&toml);
        (name.to_string(), toml, rules)
    })
    .into()
}

/// A game of random moves, asked of the program ply by ply and played by the library.
struct Played<'a> {
    game: Game<'a>,
    id: &'a str,
    /// The position from which it begins, or nothing for the setup.
    start: &'a str,
    state: State,
    scratch: Scratch,
    texts: Vec<String>,
    /// What is told of each move.
    told: Vec<Value>,
    /// The answer after each number of moves.
    answers: Vec<String>,
}

impl<'a> Played<'a> {
    fn begin(id: &'a str, rules: &'a Rules, start: &'a str) -> Played<'a> {
        let (game, mut scratch) = (Game::new(rules), Scratch::default());
        let mut state = match start {
            "" => State::setup(&game).unwrap(),
            fen => {
                let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
                let source = sources.add("start", fen);
                let excerpt = Excerpt::verbatim(fen, sources.whole(source));
                let state = State::read(&game, &excerpt, &mut diagnostics);
                state.unwrap_or_else(|| panic!("{fen}: {diagnostics:?}"))
            }
        };
        begin_history(&game, &mut state, &mut scratch);
        Played {
            game,
            id,
            start,
            state,
            scratch,
            texts: Vec::new(),
            told: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The question after a number of moves, with others after them.
    fn question<'q>(&'q self, plies: usize, more: &[&'q str]) -> Vec<&'q str> {
        let texts = self.texts[..plies].iter().map(String::as_str);
        let words = ["game", self.id, self.start].into_iter();
        words.chain(texts).chain(more.iter().copied()).collect()
    }

    fn place(&self) -> String {
        format!(
            "{} from {:?}: {}",
            self.id,
            self.start,
            self.texts.join(" ")
        )
    }

    /// Plays until the game ends, or long enough.
    fn play(&mut self, asked: &mut Asked, most: usize, dice: &mut Random) {
        while self.ply(asked, dice) && self.texts.len() < most {}
        if self.answers.len() == self.texts.len() {
            let text = asked.text(&self.question(self.texts.len(), &[]));
            self.answers.push(text);
        }
        // Asked in any order, of a game that has gone elsewhere since, and of a program that has lost it: all is as before.
        let mut places: Vec<usize> = (0..3).map(|_| dice.below(self.texts.len() + 1)).collect();
        places.push(self.texts.len());
        for (nth, plies) in places.into_iter().enumerate() {
            if nth == 3 {
                asked.ask(&["game", self.id, "nonsense"]);
            }
            let answer = asked.text(&self.question(plies, &[]));
            assert_eq!(answer, self.answers[plies], "{} at {plies}", self.place());
        }
    }

    /// Asks about the position, and plays a move; false when the game is over.
    fn ply(&mut self, asked: &mut Asked, dice: &mut Random) -> bool {
        let text = asked.text(&self.question(self.texts.len(), &[]));
        let answer: Value = serde_json::from_str(&text).unwrap();
        self.answers.push(text);
        let place = self.place();
        let game = &self.game;
        let ended = outcome(game, &mut self.state, &mut self.scratch);
        let mut moves = Moves::default();
        legal_moves(game, &mut self.state, &mut self.scratch, &mut moves);
        let words = ended.as_ref().map(|ended| {
            let winner = ended.winner.map(|side| side as usize);
            json!({"winner": winner, "words": ended.describe(game)})
        });
        assert_eq!(answer["outcome"], json!(words), "{place}");
        assert_eq!(answer["illegal"], Value::Null, "{place}");
        assert_eq!(answer["plies"], json!(self.told), "{place}");
        let position = standing(game, &self.state, &mut self.scratch);
        assert_eq!(answer["position"], position, "{place}");
        if ended.is_some() {
            assert_eq!(answer["moves"], json!([]), "{place}");
            return false;
        }
        let own = listed(asked, self.id, game, &moves, &answer["moves"], dice, &place);
        if own.is_empty() {
            return false;
        }
        // One that is not legal stops the game there.
        if dice.below(12) == 0 {
            let wrong = ["zz", "e4e4", "0-0-0-0", "=", "(", "K", "Ra1-"][dice.below(7)];
            let (state, scratch) = (&mut self.state, &mut self.scratch);
            if let Ruling::Illegal { fault, nearest } = ruling(game, state, scratch, &moves, wrong)
            {
                let question = self.question(self.texts.len(), &[wrong, "zz"]);
                let answer = asked.ask(&question);
                let fault = fault.describe(game);
                let illegal = json!({"text": wrong, "fault": fault, "nearest": nearest});
                assert_eq!(answer["illegal"], illegal, "{place}");
                assert_eq!(answer["position"], position, "{place}");
            }
        }
        let (text, mv) = &own[dice.below(own.len())];
        let (state, scratch) = (&mut self.state, &mut self.scratch);
        let proper = move_text(game, state, scratch, &moves, mv);
        // With all its symbols, or as a reader's click gives it.
        let text = if dice.below(2) == 0 { &proper } else { text };
        let Ruling::Plays { problems, .. } = ruling(game, state, scratch, &moves, text) else {
            panic!("{text} is legal: {place}")
        };
        let problems: Vec<String> = problems.iter().map(|one| one.describe(game)).collect();
        let ends = moves.effects(mv).iter().filter_map(Effect::ends);
        let ways: Vec<[usize; 2]> = ends.map(|ends| ends.map(Cell::index)).collect();
        self.told.push(json!({
            "text": proper, "problems": problems, "ways": ways, "taken": lost(&moves, mv),
        }));
        make(game, state, scratch, &moves, mv);
        self.texts.push(text.clone());
        true
    }
}

/// Returns the part of an answer that describes a position.
fn standing(game: &Game<'_>, state: &State, scratch: &mut Scratch) -> Value {
    let variant = game.variant();
    let (position, side) = (state.position(), state.to_move());
    let row = |(cell, piece): (Cell, Piece)| {
        json!([
            cell.index(),
            piece.side as usize,
            piece.kind.unwrap().index()
        ])
    };
    let mut hand = Vec::new();
    for side in Side::BOTH {
        for kind in variant.kind_ids() {
            let count = state.reserve(side, kind);
            if count > 0 {
                hand.push(json!([side as usize, kind.index(), count]));
            }
        }
    }
    let is_royal =
        |(_, piece): &(Cell, Piece)| piece.side == side && variant.kind(piece.kind.unwrap()).royal;
    let royals = position.pieces().filter(is_royal);
    let mut checked: Vec<usize> = royals.map(|(cell, _)| cell.index()).collect();
    if !in_check(game, state, scratch, side) {
        checked.clear();
    }
    json!({
        "pieces": position.pieces().map(row).collect::<Vec<_>>(),
        "hand": hand,
        "absent": indices(position.absent()),
        "to_move": side as usize,
        "checked": checked,
    })
}

/// Holds the rows of the moves that can be played against the legal moves, each once: with the shortest text that says all of it
/// and with what it does, where a reader must choose. Returns the texts with the moves.
fn listed(
    asked: &mut Asked,
    id: &str,
    game: &Game<'_>,
    moves: &Moves,
    rows: &Value,
    dice: &mut Random,
    place: &str,
) -> Vec<(String, Move)> {
    let variant = game.variant();
    let name = |kind: KindId| &variant.kind(kind).name;
    let mut rows = rows.as_array().unwrap().iter();
    let mut own: Vec<(String, Move)> = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let text = bare_text(game, moves, mv);
        if let Some((_, twin)) = own.iter().find(|(known, _)| *known == text) {
            let (own, other) = (moves.effects(mv), moves.effects(twin));
            assert_eq!(own, other, "two moves are called {text}: {place}");
            continue;
        }
        let row = rows
            .next()
            .unwrap_or_else(|| panic!("{text} is missing: {place}"));
        let mut expected = json!({
            "index": index,
            "from": mv.from.map(Cell::index),
            "to": mv.to.index(),
            "kind": mv.kind.map(KindId::index),
        });
        let same_ends = |other: &&Move| (other.from, other.to) == (mv.from, mv.to);
        if moves.iter().filter(same_ends).count() > 1 || mv.from == Some(mv.to) {
            let does = row["does"]
                .as_str()
                .unwrap_or_else(|| panic!("{row}: {place}"));
            expected["text"] = text.clone().into();
            expected["does"] = does.into();
            for (piece, cell) in moves.captures(mv) {
                let cell = variant.board.name(cell);
                let takes = format!("takes the {} on {cell}", name(piece.kind.unwrap()));
                assert!(does.contains(&takes), "{text} {does:?}: {place}");
            }
            if let Some(kind) = moves.becomes(mv) {
                let becomes = format!("becomes a {}", name(kind));
                assert!(does.contains(&becomes), "{text} {does:?}: {place}");
            }
        }
        assert_eq!(*row, expected, "{place}");
        if dice.below(20) == 0 {
            let answer = asked.ask(&["text", id, &index.to_string()]);
            assert_eq!(answer, json!({ "text": text }), "{place}");
        }
        own.push((text, mv.clone()));
    }
    assert_eq!(rows.next(), None, "{place}");
    let answer = asked.ask(&["text", id, &moves.len().to_string()]);
    assert!(answer["fault"].is_string(), "{answer}");
    own
}

/// The pieces that are captured and go into nobody's hand.
fn lost(moves: &Moves, mv: &Move) -> Vec<[usize; 2]> {
    let mut lost = Vec::new();
    for effect in moves.effects(mv) {
        match effect {
            Effect::Capture { piece, .. } => {
                lost.push([piece.side as usize, piece.kind.unwrap().index()])
            }
            Effect::Hand { .. } => _ = lost.pop(),
            _ => {}
        }
    }
    lost
}

/// The beginnings of games: the id of a variant, its TOML and rules, and the position, or nothing for the setup.
fn beginnings(
    session: &mut Session,
    table: &Table,
    dice: &mut Random,
) -> Vec<(String, String, Rules, String)> {
    let begin = |nth: usize| {
        let (toml, rules) = whole(session, table.variant);
        let Some(share) = table.share else {
            return (table.variant.to_string(), toml, rules, String::new());
        };
        let game = Game::new(&rules);
        let state = placed(&game, dice, share);
        if let Ok(fen) = state.fen(&game, 1) {
            return (table.variant.to_string(), toml, rules, fen);
        }
        // A board without ranks has no text for a position, so the game begins by the rules.
        let (base, _) = table.extends.unwrap();
        let (base, _) = whole(session, base);
        let toml = format!("{base}\n{}", setup_text(&rules.variant, &state));
        let rules = kit::asked::rules(&toml);
        (
            format!("{}-{nth}", table.variant),
            toml,
            rules,
            String::new(),
        )
    };
    (0..table.games).map(begin).collect()
}

#[test]
fn the_page_plays_as_the_program_does() {
    let (folder, tables) = (Folder::new("engine-shelf"), tables());
    shelf(&folder, &tables);
    let mut session = Session::new(folder.top(), &[]);
    let (mut asked, mut dice, mut plies, mut from_fen) =
        (Asked::new("engine-games"), Random(18), 0, 0);
    for table in &tables {
        for (id, toml, rules, start) in beginnings(&mut session, table, &mut dice) {
            let loaded = asked.ask(&["load", &id, &toml]);
            // A setup at random leaves some rules without a piece.
            let mut mistakes = loaded["mistakes"].as_array().unwrap().iter();
            assert!(
                mistakes.all(|one| one["severity"] == "warning"),
                "{id}: {loaded}"
            );
            from_fen += usize::from(!start.is_empty());
            let mut played = Played::begin(&id, &rules, &start);
            played.play(&mut asked, table.plies, &mut dice);
            plies += played.texts.len();
        }
    }
    assert!(plies > 2000, "{plies} plies are few");
    assert!(from_fen > 30, "{from_fen} games begin from a position");
    asked.compare();
}

#[test]
fn the_page_answers_any_question() {
    let mut asked = Asked::new("engine-faults");
    let chess = padma_variant::BUILT_IN
        .iter()
        .find(|(name, _)| *name == "chess")
        .unwrap()
        .1;
    let fault = |asked: &mut Asked, fields: &[&str], words: &str| {
        let answer = asked.ask(fields);
        assert_eq!(answer, json!({"fault": words}), "{fields:?}");
    };
    fault(&mut asked, &[""], "no question begins with ``");
    fault(&mut asked, &["cells"], "no question begins with `cells`");
    fault(
        &mut asked,
        &["cells", "chess", ""],
        "no variant `chess` is loaded",
    );
    fault(
        &mut asked,
        &["game", "chess", ""],
        "no variant `chess` is loaded",
    );
    // A text that is no variant is answered with what is wrong with it, counted as a script counts characters.
    let answer = asked.ask(&["load", "x", "title = \"𝄞𝄞\"\nbord = 1"]);
    assert_eq!(answer["variant"], Value::Null);
    let mistakes = answer["mistakes"].as_array().unwrap();
    let bord = mistakes
        .iter()
        .find(|one| one["message"].as_str().unwrap().contains("bord"))
        .unwrap();
    assert_eq!(bord["at"], json!([15, 19]), "{bord}");
    fault(&mut asked, &["cells", "x", ""], "no variant `x` is loaded");
    assert_eq!(asked.ask(&["load", "chess", chess])["mistakes"], json!([]));
    for (position, words) in [
        ("nonsense", "`nonsense` is not a line of a position"),
        ("green\tR\trook\ta1", "`green` is not a side"),
        ("white\tR\tdragon\ta1", "no piece is called `dragon`"),
        ("white\tR\trook\tz9", "no cell is called `z9`"),
        ("hand\twhite\trook\tmany", "`many` is not a number"),
        ("hand\twhite\trook\t-1", "`-1` is not a number"),
        ("absent\tz9", "no cell is called `z9`"),
        ("passing\te4\tz9", "no cell is called `z9`"),
        ("move\tgreen", "`green` is not a side"),
    ] {
        fault(&mut asked, &["cells", "chess", position, "{a1}"], words);
    }
    // Moves of a game that nobody has asked about, and no numbers of moves.
    fault(
        &mut asked,
        &["text", "chess", "0"],
        "no game has been asked about",
    );
    asked.ask(&["game", "chess", ""]);
    assert!(asked.ask(&["text", "chess", "0"])["text"].is_string());
    for index in ["", "-1", "x", "20", "99999999999999999999"] {
        let words = format!("there is no move `{index}`");
        fault(&mut asked, &["text", "chess", index], &words);
    }
    // No piece, two on a cell, and a king that is captured.
    for position in [
        "",
        "white\tR\trook\ta1\nblack\tQ\tqueen\ta1",
        "white\tK\tking\te1\nwhite\tK\tking\te1",
    ] {
        asked.ask(&[
            "cells",
            "chess",
            position,
            "legal-moves()",
            "outcome()",
            "position()",
            "reach(R)",
            "reach(K)",
        ]);
    }
    // A variant that is loaded again is another one.
    let small = "title = \"Small\"\n[board]\nkind = \"grid\"\nfiles = 3\nranks = 3\n[[piece]]\nid = \"rook\"\nmovement = \"slide along orthogonal\"\n";
    let reach = |asked: &mut Asked| {
        asked.ask(&["cells", "chess", "", "reach(rook, a1)"])["answers"][0]["cells"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(reach(&mut asked), 14);
    asked.ask(&["game", "chess", "", "e4"]);
    asked.ask(&["load", "chess", small]);
    assert_eq!(reach(&mut asked), 4);
    fault(
        &mut asked,
        &["game", "chess", "", "e4"],
        "the game has no position to begin from",
    );
    asked.ask(&["load", "chess", chess]);
    assert_eq!(
        asked.ask(&["game", "chess", "", "e4"])["plies"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    fault(
        &mut asked,
        &["game", "chess", "no FEN"],
        "the game has no position to begin from",
    );
    // However deep a question is, and however long: an answer, and more after it.
    for deep in [
        "(".repeat(20_000),
        "not ".repeat(20_000),
        format!("{}{{a1}}{}", "(".repeat(60), ")".repeat(60)),
        "{a1} | ".repeat(20_000),
        "-".repeat(9000),
    ] {
        asked.ask(&["cells", "chess", "", &deep]);
    }
    for deep in [
        format!("x = {}", "[".repeat(20_000)),
        format!("{} = 1", "a.".repeat(9000)),
        "[a]\n".repeat(2000),
    ] {
        asked.ask(&["load", "deep", &deep]);
    }
    let nested = format!(
        "{}\n[[piece]]\nid = \"x\"\nbetza = \"{}W{}\"\n",
        small,
        "[".repeat(3000),
        "]".repeat(3000)
    );
    asked.ask(&["load", "deep", &nested]);
    assert_eq!(reach(&mut asked), 14);
    // Records.
    for (text, moves) in [
        ("1. e4 e5 2. Nf3 *", vec!["e4", "e5", "Nf3"]),
        (
            "[White \"A\"]\n\n1. d3-d5 $1 (1. e3-e5 (1. f3-f5 {or)})) 1... e8-e6!? *",
            vec!["d3-d5", "e8-e6!?"],
        ),
        ("", vec![]),
        ("{never closed", vec![]),
    ] {
        let answer = asked.ask(&["record", "chess", text]);
        assert_eq!(answer, json!({"texts": moves}), "{text}");
    }
    let letters: Vec<char> = "1. e4{}()[]\"*;$!?-½ü\n 0:=".chars().collect();
    let mut dice = Random(7);
    for _ in 0..300 {
        let length = dice.below(40);
        let text: String = (0..length)
            .map(|_| letters[dice.below(letters.len())])
            .collect();
        asked.ask(&["record", "chess", &text]);
        asked.ask(&["game", "chess", "", &text]);
        asked.ask(&["cells", "chess", "white\tR\trook\ta1", &text]);
    }
    asked.compare();
}
