//! Movements as strings of Fairy-Stockfish, and those that it has no string for.

use super::{export_text, import_again, pieces_with_other_reach};

/// A game of two kings and one more piece.
fn game(piece: &str) -> String {
    format!(
        "title = \"Test\"\n[board]\nkind = \"grid\"\nfiles = 9\nranks = 9\n[setup]\n\
         fen = \"4k4/9/9/4x4/9/4X4/9/9/4K4\"\n[[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = true\n\
         [[piece]]\nid = \"test-piece\"\nletter = \"X\"\n{piece}\n"
    )
}

/// A movement and its line in the section.
const WRITTEN: [(&str, &str); 29] = [
    ("betza = \"R\"", "rook = x"),
    ("betza = \"mNcB\"", "knibis = x"),
    ("betza = \"WfF\"", "gold = x"),
    (
        "movement = \"step orthogonal; step forward along diagonal\"",
        "gold = x",
    ),
    ("movement = \"slide along contiguous\"", "queen = x"),
    ("betza = \"ffN\"", "shogiKnight = x"),
    ("betza = \"nN\"", "horse = x"),
    ("betza = \"mRcpR\"", "cannon = x"),
    ("betza = \"R4\"", "customPiece1 = x:W4"),
    ("betza = \"NN\"", "customPiece1 = x:N0"),
    ("betza = \"gQ\"", "customPiece1 = x:gQ"),
    ("betza = \"pR\"", "customPiece1 = x:pR"),
    ("betza = \"HG\"", "customPiece1 = x:HG"),
    ("betza = \"CZ\"", "customPiece1 = x:CZ"),
    ("betza = \"fsW\"", "soldier = x"),
    ("betza = \"fmWbcF\"", "customPiece1 = x:fmWbcF"),
    ("betza = \"rN\"", "customPiece1 = x:rN"),
    ("betza = \"fhN\"", "customPiece1 = x:fhN"),
    ("betza = \"flN\"", "customPiece1 = x:flN"),
    ("betza = \"frF\"", "customPiece1 = x:frF"),
    ("betza = \"lfR\"", "customPiece1 = x:flR"),
    ("betza = \"mQcN\"", "customPiece1 = x:mQcN"),
    ("betza = \"nD\"", "customPiece1 = x:nD"),
    ("betza = \"KADN\"", "customPiece1 = x:KDNA"),
    (
        "movement = \"hop along orthogonal onward only to capture; step forward along diagonal\"",
        "customPiece1 = x:fFcpR",
    ),
    (
        "betza = \"cK\"\nstands_on = \"rank 4, rank 6\"",
        "mobilityRegionWhiteCustomPiece1 = *4 *6",
    ),
    ("movement = \"step n; step ne\"", "customPiece1 = x:fWfrF"),
    ("betza = \"mafsW\"", "horse = x"),
    (
        "movement = \"ride 2 along orthogonal up to 1\"",
        "customPiece1 = x:D",
    ),
];

/// A movement and why the program has no string for it.
const NOT_WRITTEN: [(&str, &str); 7] = [
    ("betza = \"D2\"", "no string of Fairy-Stockfish"),
    ("betza = \"(1,4)\"", "no string of Fairy-Stockfish"),
    ("betza = \"[F-W]\"", "no string of Fairy-Stockfish"),
    ("betza = \"U\"", "a leap to any cell"),
    ("betza = \"dW\"", "it does more than move and capture"),
    ("betza = \"qN\"", "it bends"),
    ("movement = \"wander along orthogonal\"", "it bends"),
];

#[test]
fn movements_are_written_as_strings() {
    let mut wrong = Vec::new();
    for (piece, line) in WRITTEN {
        let exported = export_text("test", &game(piece));
        let text = exported.text.unwrap_or_else(|why| panic!("{piece}: {why}"));
        if !text.lines().any(|other| other == line) || !exported.untold.is_empty() {
            wrong.push(format!(
                "{piece}: not `{line}`, {:?}\n{text}",
                exported.untold
            ));
        }
        let (again, _) = import_again(piece, &text);
        wrong.extend(
            pieces_with_other_reach(&exported.rules, &again)
                .into_iter()
                .take(1),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn movements_without_a_string_are_listed() {
    let mut wrong = Vec::new();
    for (piece, why) in NOT_WRITTEN {
        let exported = export_text("test", &game(piece));
        let untold = exported.untold.join("\n");
        if !untold.contains(why) || untold.is_empty() != why.is_empty() {
            wrong.push(format!(
                "{piece}: not `{why}`, but {untold:?}\n{:?}",
                exported.text
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
