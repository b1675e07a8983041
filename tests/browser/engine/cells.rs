//! The cells that questions about positions at random come to, in every variant and in some whose pieces move as none of the
//! rulebooks' does.

use std::fmt::Write as _;

use kit::random::Random;
use padma_rules::model::{Cell, CellSet, EnPassant, Piece, Side};
use padma_rules::play::{
    self, Game, Move, MoveManner, Moves, Scratch, State, begin_history, in_check, legal_moves,
};
use padma_rules::reach::Rules;
use serde_json::{Value, json};

use super::{Asked, variants};
use crate::tables::placed;

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
    let free = variant.board.all() - state.position().occupied() - state.position().absent();
    if dice.below(3) == 0 && !pieces.is_empty() && !free.is_empty() {
        let free: Vec<Cell> = free.iter().collect();
        state.set_en_passant(Some(EnPassant {
            piece: pieces[dice.below(pieces.len())].0,
            cells: CellSet::from_iter([free[dice.below(free.len())]]),
            second: None,
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
            write!(text, "\nabsent\t{}", board.names_of(&absent).join("\t")).unwrap();
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
                out.push((format!("pieces({id}, {})", side.name()), cells));
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
