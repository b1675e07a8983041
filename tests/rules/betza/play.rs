//! What a move by a string does to the pieces on its way.

use kit_rules::table::rules;
use padma_rules::model::{Piece, Side};
use padma_rules::play::{Game, Moves, Scratch, State, legal_moves, make, move_text, unmake};

/// Of a lower-case letter the piece is Black's.
fn placed(game: &Game<'_>, pieces: &str) -> State {
    let mut state = State::empty(game);
    for word in pieces.split_whitespace() {
        let (letter, cell) = word.split_at(1);
        let variant = game.variant();
        let kind = variant
            .kind_ids()
            .find(|kind| variant.kind(*kind).letter == letter.to_uppercase());
        let side = if letter == letter.to_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        state.place(
            variant.board.cell(cell).expect("a cell"),
            Some(Piece { side, kind }),
            true,
        );
    }
    state
}

/// What is put back stands where the leg began, even where that is the cell the whole move began on.
#[test]
fn a_piece_put_back_stands_where_the_leg_began() {
    let cases = [
        ("ucK", "Xc2 rc3", "c2c3", "Xc3 rc2"),
        ("ucafK", "Xc2 rc3", "c2c4", "Xc4 rc2"),
        ("udafK", "Xc2 Rc3", "c2c4", "Xc4 Rc2"),
        ("ucafcK", "Xc2 rc3 nc4", "c2c4", "Xc4 rc2"),
        ("ucafucK", "Xc2 rc3 nc4", "c2c4", "Xc4 nc3 rc2"),
        ("udafucK", "Xc2 Nc3 rc4", "c2c4", "Xc4 rc3 Nc2"),
        ("afucK", "Xc2 rc4", "c2c4", "Xc4 rc3"),
        ("ucafmK", "Xa1 rb2 nc1", "a1c3", "Xc3 ra1 nc1"),
    ];
    // A piece with a power comes to its cells in another way of the program, and does the same.
    for power in ["", "[[rule]]\nkind = \"withdrawal\"\npiece = \"crosser\"\n"] {
        for (betza, before, text, after) in cases {
            let piece = |letter: &str, id: &str, betza: &str| {
                format!("[[piece]]\nid = \"{id}\"\nletter = \"{letter}\"\nbetza = \"{betza}\"\n")
            };
            let board = "[board]\nkind = \"grid\"\nfiles = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nranks = 5\n";
            let pieces = [
                piece("X", "crosser", betza),
                piece("R", "rook", "R"),
                piece("N", "knight", "N"),
            ];
            let rules = rules(&(board.to_string() + &pieces.concat() + power));
            let game = Game::new(&rules);
            let (mut state, mut scratch, mut moves) =
                (placed(&game, before), Scratch::default(), Moves::default());
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            let is_meant = |found: &&padma_rules::play::Move| {
                move_text(
                    &game,
                    &mut placed(&game, before),
                    &mut Scratch::default(),
                    &moves,
                    found,
                ) == text
            };
            let found = moves
                .iter()
                .find(is_meant)
                .unwrap_or_else(|| panic!("{betza}: no {text}"))
                .clone();
            let undo = make(&game, &mut state, &mut scratch, &moves, &found);
            let stand = |state: &State| state.position().pieces().collect::<Vec<_>>();
            assert_eq!(
                stand(&state),
                stand(&placed(&game, after)),
                "{betza}: {before}, {text}, {power}"
            );
            unmake(&game, &mut state, &moves, &found, undo);
            assert_eq!(
                stand(&state),
                stand(&placed(&game, before)),
                "{betza} taken back"
            );
        }
    }
}
