//! The proof that the tick of a sentence opens: its board, and where it stands.

use kit::browser::{Site, drive, site};
use kit::folder::{Folder, content};
use serde_json::json;

#[test]
fn a_proof_draws_what_its_claims_ask() {
    let page = site().join("waterloo/pieces/wiseman.html");
    let lines = drive("proof.mjs", &page, &["wi-diagonal", "wi-corner", "wi-line"]);
    let [diagonal, corner, line, end] = &lines[..] else {
        panic!("{lines:?}");
    };
    // In the figure: the pieces that stand there, and the three squares behind the Knight.
    let says = diagonal["says"].as_str().unwrap();
    assert!(says.starts_with("Computed"), "{says}");
    assert_eq!(diagonal["boards"][0]["cells"], 3, "{diagonal}");
    assert_eq!(
        diagonal["boards"][0]["pieces"],
        json!([
            "Black Bishop on b5",
            "Black Rook on c5",
            "White Wiseman on e5",
            "White Pawn on e6",
            "Black Knight on g7"
        ])
    );
    // Alone on the board: 35 squares from the middle, and 27 from the corner; of the claims of the sentence
    // that draw the same, the board is drawn once.
    assert_eq!(corner["says"], "Open question.");
    let counts = corner["boards"].as_array().unwrap().iter();
    let counts: Vec<_> = counts.map(|board| &board["cells"]).collect();
    assert_eq!(counts, [35, 27], "{corner}");
    assert_eq!(
        corner["lit"],
        json!(["35 squares", "those of an Adviser", "27"])
    );
    // What is true of five positions has no one picture but the first that it names.
    assert_eq!(line["boards"].as_array().unwrap().len(), 1, "{line}");
    assert_eq!(
        *end,
        json!({
            "wide": {"isOver": true, "isWithin": true, "isWide": true, "hidesWords": false},
            "leaves": true,
            "narrow": {"isOver": false, "isWithin": true, "isWide": true, "hidesWords": false},
            "closed": true,
            "unscripted": true,
            "complaints": [],
        })
    );
}

#[test]
fn a_proof_plays_the_line_of_a_problem() {
    let books = Folder::new("problem");
    books.copy(&content().join("orthodox-chess"), "orthodox-chess");
    let built = Site::of(books.top(), "problem-site");
    let page = built.folder().join("orthodox-chess/index.html");
    let proofs = drive("proof.mjs", &page, &["two-key"]);
    let steps = proofs[0]["boards"][0]["line"].as_array().unwrap().iter();
    let steps = steps.map(|step| {
        let words: Vec<&str> = step
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|word| word.as_str())
            .collect();
        words.join(", ")
    });
    assert_eq!(
        steps.collect::<Vec<_>>(),
        [
            "Start, true, White Rook on c7, White King on e2, Black King on h1",
            "Kf2, true, White Rook on c7, White King on f2, Black King on h1",
            "Kh2, true, White Rook on c7, White King on f2, Black King on h2",
            "Rh7#, true, White King on f2, Black King on h2, White Rook on h7",
        ]
    );
}
