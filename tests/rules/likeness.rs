//! Which movements of different variants do the same, on a board common to both.

use kit_rules::content::variant;
use padma_expr::say_setting;
use padma_rules::model::Side;
use padma_rules::moves::{Difference, OtherKind, OtherPiece, Reach};
use padma_variant::likeness::{CommonBoard, Likeness, Portable};
use padma_words::{Say, english, say};

fn rules_of(movements: &[(CommonBoard, &str)]) -> Vec<usize> {
    let movements: Vec<Portable<'_>> = movements
        .iter()
        .map(|(ground, words)| (*ground, Some(*words)))
        .collect();
    Likeness::of(&movements).rules
}

#[test]
fn movements_that_do_the_same_on_one_ground_are_one_rule() {
    let grid = |words| (CommonBoard::Grid, words);
    let rules = rules_of(&[
        grid("step contiguous"),
        grid("\"K\""),
        grid("slide along orthogonal up to 1; step diagonal"),
        grid("step orthogonal"),
        (CommonBoard::Petals, "step contiguous"),
        (CommonBoard::Petals, "step side; step corner"),
        grid("\"N\""),
        grid("step N"),
        grid("\"nN\""),
    ]);
    assert_eq!(rules, [0, 0, 0, 1, 2, 2, 3, 3, 4]);
}

#[test]
fn parting_describes_where_two_rules_differ() {
    let grid = |words| (CommonBoard::Grid, Some(words));
    let likeness = Likeness::of(&[
        grid("step contiguous"),
        grid("step orthogonal"),
        grid("\"N\""),
        grid("\"nN\""),
    ]);
    let parting = likeness.difference(0, 1).unwrap();
    assert_eq!(
        english().say(parting.setting.clone()),
        "from h8 of an empty board of 16 × 16 cells"
    );
    assert_eq!(
        parting.more.map(|says: Vec<Say>| says
            .into_iter()
            .map(|say| english().say(say))
            .collect::<Vec<String>>()),
        [vec!["goes to g7, g9, i7 and i9".to_string()], Vec::new()]
    );
    let lame = likeness.difference(2, 3).unwrap();
    assert!(
        english().say(lame.setting).contains(" on ")
            && !lame.more[0].is_empty()
            && lame.more[1].is_empty()
    );
    let undecided = Likeness::of(&[(CommonBoard::Grid, None), (CommonBoard::Grid, None)]);
    assert_eq!(
        undecided.rules,
        [0, 1],
        "what has no portable form is like nothing else"
    );
    assert!(undecided.difference(0, 1).is_none());
}

#[test]
fn a_difference_says_in_what_position_it_shows() {
    let chess = variant("chess").variant;
    let cell = |name| chess.board.cell(name).unwrap();
    let other = |side, kind| OtherPiece {
        cell: cell("e6"),
        side,
        kind,
        en_passant: None,
    };
    let knight = OtherKind::Barrier(chess.kind_named("knight").unwrap());
    let (own, enemy) = (Side::White, Side::Black);
    let passing = OtherPiece {
        en_passant: Some(cell("e5")),
        ..other(enemy, OtherKind::Any)
    };
    for (pieces, words) in [
        (vec![], ""),
        (
            vec![other(own, OtherKind::Any)],
            ", with a piece of its own on e6",
        ),
        (
            vec![other(own, OtherKind::Royal)],
            ", with a royal piece of its own on e6",
        ),
        (vec![other(own, knight)], ", with an own Knight on e6"),
        (
            vec![other(enemy, OtherKind::Royal)],
            ", with a royal enemy on e6",
        ),
        (vec![other(enemy, knight)], ", with an enemy Knight on e6"),
        (
            vec![passing],
            ", with an enemy that can now be taken en passant, on e6",
        ),
        (
            vec![other(enemy, OtherKind::Any), other(own, OtherKind::Any)],
            ", with an enemy on e6 and a piece of its own on e6",
        ),
    ] {
        let board = say!(catalogue::OfBoard, empty = false, board = "board");
        for (ground, of_ground) in [(None, ""), (Some(board), " of a board")] {
            for (unmoved, first) in [(false, ""), (true, ", not yet moved")] {
                let difference = Difference {
                    from: cell("e4"),
                    unmoved,
                    pieces: pieces.clone(),
                    first: Reach::default(),
                    second: Reach::default(),
                };
                let text = english().say(say_setting(&difference, ground.clone(), own, &chess));
                assert_eq!(text, format!("from e4{of_ground}{first}{words}"));
            }
        }
    }
}
