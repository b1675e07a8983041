//! Games of random moves: after each, what the program answers about the position, the moves that can be played and those that
//! were.

use std::collections::BTreeMap;

use kit::folder::Folder;
use kit::random::Random;
use padma_book::load::Session;
use padma_expr::play::{describe_fault, describe_outcome, describe_problem};
use padma_rules::model::{Cell, KindId, Piece, Side};
use padma_rules::play::{
    Effect, EffectVerb, Game, Move, MoveReading, Moves, Scratch, State, apply, bare_text,
    bare_texts, begin_history, in_check, legal_moves, make, move_text, outcome, read_move,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use padma_wasm::NO_CELL;
use serde_json::{Value, json};

use super::{Asked, indices, whole};
use crate::tables::{Table, one_book, placed, setup_text, tables};

/// A game of random moves, asked of the program ply by ply and played by the library.
struct Played<'a> {
    game: Game<'a>,
    id: &'a str,
    /// The position from which it begins, or nothing for the setup.
    start: &'a str,
    state: State,
    scratch: Scratch,
    texts: Vec<String>,
    /// What an answer says of each move.
    plies: Vec<Value>,
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
            plies: Vec::new(),
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
            let winner = ended.winner().map(|side| side as usize);
            json!({"winner": winner, "words": describe_outcome(ended, game)})
        });
        assert_eq!(answer["outcome"], json!(words), "{place}");
        assert_eq!(answer["illegal"], Value::Null, "{place}");
        assert_eq!(answer["plies"], json!(self.plies), "{place}");
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
            if let MoveReading::Illegal { fault, nearest } =
                read_move(game, state, scratch, &moves, wrong)
            {
                let question = self.question(self.texts.len(), &[wrong, "zz"]);
                let answer = asked.ask(&question);
                let fault = describe_fault(&fault, game);
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
        let MoveReading::Plays { problems, .. } = read_move(game, state, scratch, &moves, text)
        else {
            panic!("{text} is legal: {place}")
        };
        let problems: Vec<String> = problems
            .iter()
            .map(|one| describe_problem(one, game))
            .collect();
        let ends = moves.effects(mv).iter().filter_map(Effect::ends);
        // A piece that goes over to another board is seen there.
        let whole = |[from, to]: [Cell; 2]| [from, moves.goes_on(mv, to).unwrap_or(to)];
        let ways: Vec<[usize; 2]> = ends.map(|ends| whole(ends).map(Cell::index)).collect();
        self.plies.push(json!({
            "text": proper, "problems": problems, "ways": ways, "taken": lost(&moves, mv),
        }));
        make(game, state, scratch, &moves, mv);
        self.texts.push(text.clone());
        true
    }
}

/// Walks forth and back through a game by the numbers of its moves.
fn walk(asked: &mut Asked, played: &Played<'_>, dice: &mut Random) {
    let (game, id) = (&played.game, played.id);
    let mut scratch = Scratch::default();
    // On a walk no position counts as one that came up before.
    let mut start = played.state.clone();
    start.set_to_move(start.to_move());
    let mut states = vec![start];
    let begun = asked.ask(&["walk", id, played.start]);
    let mut found = Some(asked.engine.moves().to_vec());
    assert_eq!(
        begun,
        json!({ "moves": asked.engine.moves().len() }),
        "{id}"
    );
    for _ in 0..12 {
        let mut state = states.last().unwrap().clone();
        let mut moves = Moves::default();
        legal_moves(game, &mut state, &mut scratch, &mut moves);
        let number = |cell: Cell| u16::try_from(cell.index()).unwrap();
        let ends = |mv: &Move| [mv.from.map_or(NO_CELL, number), number(mv.to)];
        assert_eq!(found, Some(moves.iter().map(ends).collect()), "{id}");
        assert_eq!(asked.walk(Some(moves.len())), None, "{id}");
        if states.len() > 1 && (moves.is_empty() || dice.below(3) == 0) {
            states.pop();
            found = asked.walk(None);
        } else if !moves.is_empty() {
            let number = dice.below(moves.len());
            apply(game, &mut state, &mut scratch, &moves, moves.get(number));
            states.push(state);
            found = asked.walk(Some(number));
        }
    }
    while states.len() > 1 {
        states.pop();
        assert!(asked.walk(None).is_some(), "{id}");
    }
    assert_eq!(asked.walk(None), None, "{id}");
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
        "absent": indices(&position.absent()),
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
    // A variant may have 20,000 moves in a position.
    let mut own: Vec<(String, Move)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut ends: BTreeMap<_, usize> = BTreeMap::new();
    for mv in moves.iter() {
        *ends.entry((mv.from, mv.to)).or_default() += 1;
    }
    // What is written for one move by itself compares it with all others.
    let many = (moves.len() > 1000).then(|| bare_texts(game, moves));
    for (index, mv) in moves.iter().enumerate() {
        let text = match &many {
            Some(texts) => texts[index].clone(),
            None => bare_text(game, moves, mv),
        };
        if let Some(place) = places.get(&text) {
            let (_, twin) = &own[*place];
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
        // Where the piece ends, and what it captures without going there.
        let target = mv.from.and_then(|from| moves.target_of(mv, from));
        let effects = moves.effects(mv).iter();
        if effects
            .filter(|one| one.verb == EffectVerb::Transfer)
            .count()
            > 0
        {
            expected["arrives"] = json!(target.unwrap().index());
        }
        let taken: Vec<usize> = moves.captures(mv).map(|(_, cell)| cell.index()).collect();
        if mv.from == Some(mv.to) && !taken.is_empty() {
            expected["victims"] = json!(taken);
        }
        if ends[&(mv.from, mv.to)] > 1 || mv.from == Some(mv.to) {
            let does = row["does"]
                .as_str()
                .unwrap_or_else(|| panic!("{row}: {place}"));
            expected["text"] = text.clone().into();
            expected["does"] = does.into();
            expected["then"] = row["then"].clone();
            // What the text says last is the cell that something else comes to.
            if let (Some((_, act)), Some(cell)) = (text.split_once('/'), row["then"].as_u64()) {
                let cell = Cell::new(cell as usize);
                let is_left = mv.from == Some(cell) && act.len() == 1;
                assert!(
                    act.ends_with(variant.board.name(cell)) || is_left,
                    "{text}: {place}"
                );
            }
            for (piece, cell) in moves.captures(mv) {
                let cell = variant.board.name(cell);
                let takes = format!("takes the {} on {cell}", name(piece.kind.unwrap()));
                assert!(does.contains(&takes), "{text} {does:?}: {place}");
            }
            if let Some(kind) = moves.becomes(mv) {
                let name = name(kind);
                let becomes = ["a", "an"].map(|article| format!("becomes {article} {name}"));
                let says = becomes.iter().any(|becomes| does.contains(becomes));
                assert!(says, "{text} {does:?}: {place}");
            }
        }
        assert_eq!(*row, expected, "{place}");
        if dice.below(20) == 0 {
            let answer = asked.ask(&["text", id, &index.to_string()]);
            assert_eq!(answer, json!({ "text": text }), "{place}");
        }
        places.insert(text.clone(), own.len());
        own.push((text, mv.clone()));
    }
    assert_eq!(rows.next(), None, "{place}");
    let answer = asked.ask(&["text", id, &moves.len().to_string()]);
    assert!(answer["fault"].is_string(), "{answer}");
    own
}

/// The captured pieces that neither side gets into its hand.
fn lost(moves: &Moves, mv: &Move) -> Vec<[usize; 2]> {
    let mut lost = Vec::new();
    for effect in moves.effects(mv) {
        let piece = effect.piece;
        match effect.verb {
            EffectVerb::Capture => lost.push([piece.side as usize, piece.kind.unwrap().index()]),
            EffectVerb::Hand => _ = lost.pop(),
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
    let (folder, tables) = (Folder::new("engine-books"), tables());
    one_book(&folder, &tables);
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
            walk(&mut asked, &Played::begin(&id, &rules, &start), &mut dice);
        }
    }
    assert!(plies > 600, "{plies} plies are few");
    assert!(from_fen > 12, "{from_fen} games begin from a position");
    asked.compare();
}
