//! Moves in which others go than the piece that moves: teleports, rotations, squares that travel, and the bond of a king.
//! Worked positions with a control each; the moves put together once more from the names of cells; random games.

mod plain;

use std::collections::BTreeSet;

use kit_rules::random::Random;
use padma_rules::model::{Cell, CellSet, KindId, Piece, Side};
use padma_rules::play::{
    Effect, EffectVerb, Game, Move, MoveManner, MoveReading, Moves, Scratch, State, frozen,
    in_check, legal_moves, make, move_text, read_move, unmake,
};

use kit_rules::table::rules;

use plain::*;

const BEN39: &str = include_str!("../../../content/ben39/ben39.toml");

fn kind(game: &Game<'_>, letter: &str) -> KindId {
    let mut kinds = game.variant().kind_ids();
    kinds
        .find(|kind| game.variant().kind(*kind).letter == letter)
        .expect("a piece's letter")
}

/// A position: `Kh2 k:h14 CO:g3`, capital letters White's, with a colon where a letter is a cell's too; `+P` in White's
/// hand; `=l2,n4` says where the movable squares lie, if not on l2 and d14.
fn position(game: &Game<'_>, pieces: &str) -> State {
    let board = &game.variant().board;
    let mut state = State::empty(game);
    let text = pieces
        .split_whitespace()
        .find_map(|word| word.strip_prefix('='));
    let lying: CellSet = text
        .unwrap_or("l2,d14")
        .split(',')
        .filter_map(|name| board.cell(name))
        .collect();
    let places: CellSet = RING.iter().filter_map(|name| board.cell(name)).collect();
    state.set_absent(board.with_corners(places - lying));
    for word in pieces
        .split_whitespace()
        .filter(|word| !word.starts_with('='))
    {
        if let Some(letter) = word.strip_prefix('+') {
            state.set_reserve(Side::White, kind(game, letter), 1);
            continue;
        }
        let split = word.find(':').unwrap_or(1);
        let (letter, cell) = (&word[..split], word[split..].trim_start_matches(':'));
        let side = if letter == letter.to_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        let piece = Piece {
            side,
            kind: Some(kind(game, &letter.to_uppercase())),
        };
        state.place(board.cell(cell).expect("a cell"), Some(piece), true);
    }
    state
}

/// Whether a move is legal for White, and then what it does: pieces brought elsewhere, taken, put into hand.
fn played(game: &Game<'_>, state: &mut State, text: &str) -> Option<String> {
    let mut scratch = Scratch::default();
    let mut moves = Moves::default();
    legal_moves(game, state, &mut scratch, &mut moves);
    let MoveReading::Plays { index: place, .. } =
        read_move(game, state, &mut scratch, &moves, text)
    else {
        return None;
    };
    let name = |cell: Cell| game.variant().board.name(cell);
    let on = |effect: &Effect| name(effect.to().unwrap());
    let letter = |kind: Option<KindId>| game.variant().kind(kind.unwrap()).letter.as_str();
    let in_hand = |effect: &Effect| letter(effect.hand.map(|(kind, _)| kind));
    let describe = |effect: &Effect| match effect.verb {
        EffectVerb::Capture => format!("x{}", on(effect)),
        EffectVerb::Hand => format!("+{}", in_hand(effect)),
        EffectVerb::Retire => format!("{}+{}", on(effect), in_hand(effect)),
        EffectVerb::Promote => format!("={}", letter(effect.becomes())),
        EffectVerb::Freeze => format!("!{}", on(effect)),
        EffectVerb::Drop => format!("@{}", on(effect)),
        _ => effect.ends().map_or(String::new(), |[from, to]| {
            format!("{}-{}", name(from), name(to))
        }),
    };
    let found = moves.get(place);
    Some(sorted(
        &moves
            .effects(found)
            .iter()
            .map(describe)
            .collect::<Vec<_>>()
            .join(" "),
    ))
}

fn sorted(words: &str) -> String {
    let mut words: Vec<&str> = words.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

#[test]
fn worked_positions_turn_round_without_one_piece() {
    let rules = rules(BEN39);
    let game = Game::new(&rules);
    // What is shown, the pieces, the move, what it does, and the word without which it cannot be, or is otherwise.
    for (what, pieces, text, does, control) in [
        (
            "a friend is teleported",
            "W:e5 W:m5 Pd6",
            "Pd6~l6",
            Some("d6-l6"),
            "W:m5",
        ),
        (
            "two friends change places",
            "W:e5 W:m5 Bf6 Nn6",
            "Bf6~n6",
            Some("f6-n6 n6-f6"),
            "Nn6",
        ),
        (
            "an enemy is taken",
            "W:e5 W:m5 Rd4 g:l4",
            "Rd4~xl4",
            Some("xl4 +G d4-l4"),
            "g:l4",
        ),
        (
            "off the board into the own hand",
            "W:e5 W:m5 Sf4",
            "Sf4~",
            Some("f4+S"),
            "W:e5",
        ),
        (
            "a queen off the board is a pawn",
            "W:e5 W:m5 Qf4",
            "Qf4~",
            Some("f4+P"),
            "W:e5",
        ),
        (
            "a frozen man is not teleported",
            "W:e5 W:m5 Pd6 i:c7",
            "Pd6~l6",
            None,
            "i:c7",
        ),
        (
            "nor one who would change with him",
            "W:e5 W:m5 Bf6 Nn6 i:o7",
            "Bf6~n6",
            None,
            "i:o7",
        ),
        (
            "a king leaves his castle for another",
            "W:i3 W:m5 Kh2 C:g3 C:k5",
            "Kh2~l4",
            Some("h2-l4"),
            "C:g3",
        ),
        (
            "and needs one there",
            "W:i3 W:m5 Kh2 C:g3 C:k5",
            "Kh2~l4",
            Some("h2-l4"),
            "C:k5",
        ),
        (
            "all friends turn",
            "Z:g5 Rf6 Bh4 ph6 sf4",
            "Zg5cw",
            Some("xf4 +S xh6 +P h4-f4 f6-h6"),
            "ph6",
        ),
        (
            "the other way",
            "Z:g5 Rf6 Bh6",
            "Zg5ccw",
            Some("f6-f4 h6-f6"),
            "Bh6",
        ),
        (
            "off the board",
            "Z:k3 Rj4 Sj2 =d14",
            "Zk3ccw",
            Some("j2+S j4-j2"),
            "=d14",
        ),
        (
            "a king does not turn without castles",
            "Z:g3 Bf4 Kh2 C:g1",
            "Zg3cw",
            Some("h2-f2 f4-h4"),
            "C:g1",
        ),
        (
            "a frozen friend holds all",
            "Z:g3 Bf4 Rh4 i:i5",
            "Zg3cw",
            None,
            "i:i5",
        ),
        (
            "a pawn turned to the last rank",
            "Z:i13 Ph12",
            "Zi13cw",
            Some("h12-h14 =Q"),
            "Ph12",
        ),
        (
            "a pawn carried to the last rank",
            "Pb12 X:a11 =b12,l2",
            "b12->d14",
            Some("b12-d14 b12-d14 =Q"),
            "Pb12",
        ),
        (
            "squares travel with whom they must take",
            "Kl2 C:k3 X:m3 x:k1 c:m1",
            "l2->n4,k3",
            Some("l2-n4 k3-m5 l2-n4 m1-o3"),
            "C:k3",
        ),
        (
            "a majority is needed",
            "X:k1 X:k3 x:m1",
            "l2->n4",
            Some("l2-n4 m1-o3"),
            "X:k3",
        ),
        (
            "a frozen man is none",
            "X:k1 x:m1 Gl2",
            "l2->n4",
            Some("l2-n4 l2-n4 m1-o3"),
            "Gl2",
        ),
        (
            "a square skips another",
            "X:m1 =l2,n4",
            "l2->n12",
            Some("l2-n12 m1-o11"),
            "=l2,n4",
        ),
        (
            "nobody is in the way",
            "X:m1 X:k1 x:e1",
            "l2->d2",
            None,
            "x:e1",
        ),
        (
            "no enemy is frozen by a drop",
            "+I ph8",
            "I@g7",
            None,
            "ph8",
        ),
        (
            "a castle's first step is chosen",
            "+C",
            "C@g7=CD",
            Some("@g7 =CD"),
            "+C",
        ),
        (
            "a pawn cannot come where it is stuck",
            "+P",
            "P@b10",
            None,
            "",
        ),
        ("nor to the last rank", "+P", "P@h14", None, ""),
        (
            "a castle by turns",
            "CO:g7",
            "COg7-g9",
            Some("g7-g9 =CD"),
            "CO:g7",
        ),
    ] {
        let words: Vec<&str> = pieces.split_whitespace().collect();
        let ask = |words: &[&str]| played(&game, &mut position(&game, &words.join(" ")), text);
        let does = does.map(sorted);
        assert_eq!(ask(&words), does, "{what}");
        if !control.is_empty() {
            let without: Vec<&str> = words
                .iter()
                .copied()
                .filter(|word| *word != control)
                .collect();
            assert_ne!(ask(&without), does, "{what}, without {control}");
        }
    }
}

#[test]
fn pieces_moved_by_others_give_check() {
    let rules = rules(BEN39);
    let game = Game::new(&rules);
    for (pieces, check, control) in [
        ("kh6 Z:g5 Bf6", true, "Z:g5"),
        ("kh6 Z:g5 Bf6", true, "Bf6"),
        ("kh12 W:e5 W:i13 Rd4", true, "Rd4"),
        ("kh14 W:e5 W:i13 Rd6", true, "W:e5"),
        ("kh8 Kh6", false, "-"),
        ("kh8 Kh6 C:g7", true, "C:g7"),
        ("kh8 Kh6 C:g5", false, "-"),
        ("kh8 Rh2 i:g1", false, "i:g1"),
        ("kh6 Z:g5 Bf6 i:e7", false, "i:e7"),
        ("kh6 Z:g5 Bf6 Kf4", false, "Kf4"),
    ] {
        let ask = |pieces: &str| {
            in_check(
                &game,
                &position(&game, pieces),
                &mut Scratch::default(),
                Side::Black,
            )
        };
        assert_eq!(ask(pieces), check, "{pieces}");
        if control != "-" {
            let without: Vec<&str> = pieces
                .split_whitespace()
                .filter(|word| *word != control)
                .collect();
            assert_ne!(
                ask(&without.join(" ")),
                check,
                "{pieces}, without {control}"
            );
        }
    }
}

#[test]
fn what_a_king_reaches_follows_his_bond() {
    let rules = rules(BEN39);
    let game = Game::new(&rules);
    let king = Piece {
        side: Side::White,
        kind: Some(kind(&game, "K")),
    };
    for (pieces, reach) in [
        ("C:g3 C:k5", "f2 f4 h4 j4"),
        ("C:g3", "f2 f4 h4"),
        ("C:g3 C:k5 Rf4 rh4", "f2 h4 j4"),
        ("C:k5", ""),
        ("c:g3", ""),
    ] {
        let state = position(&game, pieces);
        let board = &game.variant().board;
        let from = board.cell("h2").expect("a cell");
        let found = padma_rules::play::reach(
            &game,
            &mut Scratch::default(),
            state.position(),
            from,
            king,
            true,
        );
        assert_eq!(board.names_of(&found.cells()).join(" "), reach, "{pieces}");
    }
}

/// A Monk on b2 beside another on b3: it comes to the cells beside b3 alone, for it is no company to itself.
#[test]
fn a_bound_piece_is_no_company_to_itself() {
    let rules = rules(
        r#"
[board]
kind = "grid"
files = 5
ranks = 5
[[piece]]
id = "monk"
betza = "K"
[[rule]]
kind = "bond"
piece = "monk"
with = ["monk"]
near = "contiguous"
"#,
    );
    let game = Game::new(&rules);
    let board = &game.variant().board;
    let monk = Piece {
        side: Side::White,
        kind: game.variant().kind_named("monk"),
    };
    let mut state = State::empty(&game);
    let [b2, b3] = ["b2", "b3"].map(|name| board.cell(name).expect("a cell"));
    [b2, b3]
        .into_iter()
        .for_each(|cell| state.place(cell, Some(monk), true));
    let mut moves = Moves::default();
    legal_moves(&game, &mut state, &mut Scratch::default(), &mut moves);
    let ends: CellSet = moves
        .iter()
        .filter(|found| found.from == Some(b2))
        .map(|found| found.to)
        .collect();
    assert_eq!(board.names_of(&ends).join(" "), "a2 a3 c2 c3");
}

fn by_others(found: &&Move) -> bool {
    found.manner != MoveManner::Plain
}

#[test]
fn random_games_keep_the_rules() {
    let rules = rules(BEN39);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let mut random = Random(39);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let pieces = |state: &State| {
        let in_hand = |side| -> usize {
            game.variant()
                .kind_ids()
                .map(|kind| usize::from(state.reserve(side, kind)))
                .sum()
        };
        state.position().pieces().count() + in_hand(Side::White) + in_hand(Side::Black)
    };
    for number in 0..GAMES {
        let mut state = State::setup(&game).expect("a setup");
        let all = pieces(&state);
        for ply in 0..PLIES {
            let place = format!("{number}.{ply}");
            let mut moves = Moves::default();
            let before = state.clone();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            assert!(state == before, "{place}: looking changes nothing");
            if moves.is_empty() {
                break;
            }
            let side = state.to_move();
            if number < COMPARED {
                compare(&game, &mut scratch, &mut state, &moves, &place);
            }
            let frozen = frozen(&game, &state, side) | frozen(&game, &state, side.other());
            // What others do is rare, and most of what can go wrong is in it.
            let others: Vec<usize> = (0..moves.len())
                .filter(|place| by_others(&moves.get(*place)))
                .collect();
            let choice = match others.len() {
                some if some > 0 && random.below(3) > 0 => others[random.below(some)],
                _ => random.below(moves.len()),
            };
            let found = moves.get(choice).clone();
            let undo = make(&game, &mut state, &mut scratch, &moves, &found);
            unmake(&game, &mut state, &moves, &found, undo);
            assert!(state == before, "{place}: {found:?} is not undone");
            let effects = moves.effects(&found).to_vec();
            seen.extend(effects.iter().map(Effect::name));
            let moved = effects
                .iter()
                .filter(|effect| !matches!(effect.verb, EffectVerb::Carry | EffectVerb::Travel));
            for [from, _] in moved.filter_map(Effect::ends) {
                assert!(
                    !frozen.contains(from),
                    "{place}: a frozen man moves: {effects:?}"
                );
            }
            make(&game, &mut state, &mut scratch, &moves, &found);
            assert_eq!(pieces(&state), all, "{place}: {effects:?}");
            for side in Side::BOTH {
                let own: Vec<Cell> = state.standing(side).iter().collect();
                let pieces = state
                    .position()
                    .pieces()
                    .filter(|(_, piece): &(Cell, Piece)| piece.side == side);
                assert!(pieces.map(|(cell, _)| cell).eq(own), "{place}");
            }
            let board = &game.variant().board;
            let there =
                board.of_kind(padma_rules::model::CellKind::Square) - state.position().absent();
            assert_eq!(there.len(), 39, "{place}");
            assert!(
                !in_check(&game, &state, &mut scratch, side),
                "{place}: {effects:?} leaves a king attacked"
            );
        }
    }
    let kinds = [
        "capture", "carry", "drop", "freeze", "hand", "move", "promote", "rotate", "teleport",
        "travel",
    ];
    assert_eq!(seen, kinds.into_iter().collect());
}

/// Holds the legal moves of others against those worked out from the names of cells.
fn compare(game: &Game<'_>, scratch: &mut Scratch, state: &mut State, moves: &Moves, place: &str) {
    let side = state.to_move();
    let mut fast = BTreeSet::new();
    for found in moves.iter().filter(by_others) {
        let undo = make(game, state, scratch, moves, found);
        fast.insert(shape(game, state));
        unmake(game, state, moves, found, undo);
    }
    let board = &game.variant().board;
    let pieces = state
        .position()
        .pieces()
        .map(|(cell, piece)| (at(board.name(cell)), piece))
        .collect();
    let plain = Plain {
        game,
        state,
        side,
        pieces,
    };
    let moved = plain
        .teleports_and_rotations()
        .into_iter()
        .map(|(pieces, hand)| after(state, &plain, &pieces, &hand, None));
    let travels = plain.travels().into_iter();
    let travelled =
        travels.map(|(from, to, pieces)| after(state, &plain, &pieces, &[], Some((from, to))));
    let all: Vec<State> = moved.chain(travelled).collect();
    let slow: BTreeSet<String> = all
        .iter()
        .filter(|next| !in_check(game, next, scratch, side))
        .map(|next| shape(game, next))
        .collect();
    assert_eq!(fast, slow, "{place}: {}", shape(game, state));
}

const GAMES: usize = 500;
/// In how many of them the moves are worked out twice.
const COMPARED: usize = 60;
const PLIES: usize = 40;

#[test]
fn every_move_text_means_exactly_one_move() {
    let rules = rules(BEN39);
    let game = Game::new(&rules);
    let mut scratch = Scratch::default();
    let mut random = Random(5);
    let mut state = State::setup(&game).expect("a setup");
    for ply in 0..40 {
        let mut moves = Moves::default();
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        if moves.is_empty() {
            break;
        }
        for place in 0..moves.len() {
            let text = move_text(&game, &mut state, &mut scratch, &moves, moves.get(place));
            match read_move(&game, &mut state, &mut scratch, &moves, &text) {
                MoveReading::Plays {
                    index: read,
                    problems,
                    ..
                } => {
                    assert_eq!(read, place, "{ply} {text}");
                    assert!(problems.is_empty(), "{ply} {text}: {problems:?}");
                }
                other => panic!("{ply} {text}: {other:?}"),
            }
        }
        let found = moves.get(random.below(moves.len())).clone();
        make(&game, &mut state, &mut scratch, &moves, &found);
    }
}
