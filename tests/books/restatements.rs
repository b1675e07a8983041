//! What claims say in English, beside their authors' sentences. `PADMA_BLESS=1` writes the file of them anew, to be read
//! before it is kept.

use std::collections::BTreeMap;
use std::fs;

use kit::asked::described;
use kit::folder::{padma, root};

/// A book's claims by their names as `padma check --verbose` prints them, without lines and columns, which change with every
/// edit.
fn restated(book: &str) -> BTreeMap<String, String> {
    let printed = String::from_utf8(padma(&["check", "--verbose", book]).stdout).unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    let claims = lines.chunks(3).map_while(|claim| {
        let [place, said, meant] = claim else {
            return None;
        };
        let (_, id) = place.split_once(": ").filter(|_| said.starts_with("  "))?;
        let id = id.split(' ').next().unwrap();
        let entry = format!("- `{id}` {}\n  **{}**\n", said.trim(), meant.trim());
        Some((id.to_string(), entry))
    });
    claims.collect()
}

#[test]
fn claims_say_what_they_were_read_to_say() {
    let path = root().join("tests/restatements.md");
    let then = fs::read_to_string(&path).unwrap();
    let (mut now, mut entries) = (String::new(), 0);
    let mut claims = BTreeMap::new();
    for line in then.split_inclusive('\n') {
        if let Some(book) = line.strip_prefix("## ") {
            claims = restated(book.trim());
        }
        match line
            .strip_prefix("- `")
            .and_then(|rest| rest.split('`').next())
        {
            Some(id) => {
                entries += 1;
                now += claims.get(id).map_or("", |entry| entry);
            }
            None if line.starts_with("  **") => {}
            None => now += line,
        }
    }
    assert!(entries > 400, "{entries} claims");
    if std::env::var_os("PADMA_BLESS").is_some() {
        return fs::write(&path, now).unwrap();
    }
    let mut lines = now.lines().zip(then.lines());
    let differs = lines.find(|(now, then)| now != then);
    assert!(now == then, "first in {differs:?}");
}

/// An expression for each form of sentence, what it says on the board of Lotus-39, and why that is
/// right.
const FORMS: &[[&str; 3]] = &[
    // Lists.
    [
        "reach(knight, e2)",
        "The Knight reaches exactly c4 and g4 from e2.",
        "no other cell is in the list",
    ],
    [
        "reach(rook, e4) & hexagon",
        "Of the hexagons, the Rook reaches exactly c4 and g4 from e4.",
        "it reaches other cells, which are no hexagons",
    ],
    [
        "reach(king, e2) & hexagon",
        "The King reaches no hexagon from e2.",
        "only the empty list of hexagons is meant",
    ],
    [
        "the-home-hexagon",
        "The only cell of the home hexagon is e2.",
        "a single item is described by its place",
    ],
    [
        "{e2} & hexagon",
        "Cell e2 is a hexagon.",
        "all that was named is left; a cell keeps its small letter",
    ],
    [
        "{e4} - hexagon",
        "Cell e4 is not a hexagon.",
        "nothing that was named is taken away",
    ],
    [
        "{e4 e2} & hexagon",
        "The only hexagon among e4 and e2 is e2.",
        "part of what was named is left",
    ],
    [
        "{p in pieces where range(p) = hexagon}",
        "The pieces p for which the range of p includes exactly the hexagons are the Hexrider and the Knight.",
        "the condition speaks of the variable",
    ],
    [
        "{e2} | the-home-hexagon",
        "Together, e2 and the cells of the home hexagon are exactly e2.",
        "two lists have no description in common",
    ],
    [
        "step(X, d1) | step(Z, d1)",
        "The only cell one step along X from d1 or one step along Z from d1 is e2.",
        "two lists of cells have",
    ],
    // Numbers.
    [
        "count(reach(archbishop, e3))",
        "The Archbishop reaches 11 cells from e3.",
        "the count is the number in the clause",
    ],
    [
        "count(reach(rook, g4) - square)",
        "The Rook reaches 3 cells outside the squares from g4.",
        "the limit stands by the cells",
    ],
    [
        "count(reach(knight, e2) & the-home-hexagon)",
        "From e2 the Knight reaches no cell of the home hexagon.",
        "after “hexagon”, “from e2” would be read as part of it",
    ],
    [
        "count(reach(king, e4)) at most 8",
        "The King reaches at most 8 cells from e4.",
        "the bound stands by the number",
    ],
    [
        "count(reach(king, e4)) != 3",
        "The number of cells that the King reaches from e4 is not 3.",
        "“not 3 cells” is no bound",
    ],
    [
        "count(reach(king, e4)) < count(reach(queen, e4))",
        "The King reaches fewer cells from e4 than the Queen.",
        "only the subjects differ",
    ],
    [
        "max(c in square: count(reach(king, c)))",
        "The greatest number, over all squares c, of cells that the King reaches from c is 8.",
        "the variable comes before what is counted",
    ],
    [
        "sum(c: count(reach(queen, c)))",
        "The sum, over all cells c, of the number of cells that the Queen reaches from c is 490.",
        "without a domain the variable is a cell",
    ],
    // Texts.
    [
        "inventor(haxxaba)",
        "The inventor of the Haxxaba is “Moeser”.",
        "a text is quoted",
    ],
    // Truths.
    [
        "e2 in hexagon",
        "Cell e2 is a hexagon.",
        "a kind of cell is a noun",
    ],
    [
        "e4 in hexagon",
        "It is not so that e4 is a hexagon.",
        "the claim fails, and the sentence is true",
    ],
    [
        "not e4 in hexagon",
        "Cell e4 is not a hexagon.",
        "the verb is negated",
    ],
    [
        "reach(counselor, e4) = reach(king, e4)",
        "The Counselor reaches the same cells from e4 as the King.",
        "only the subjects differ",
    ],
    [
        "with(own e4: count(reach(rook, g4)))",
        "With a piece of its own side on e4, the Rook reaches 9 cells from g4.",
        "the change comes before what it changes",
    ],
    [
        "all c in triangle: reach(knight, c) = {}",
        "For every triangle c, the Knight reaches no cell from c.",
        "the quantifier comes first, with its variable",
    ],
    [
        "some c in hexagon: count(reach(knight, c)) = 2",
        "There is a hexagon c for which the Knight reaches 2 cells from c.",
        "one is enough",
    ],
    [
        "not (all c: count(reach(king, c)) = 8)",
        "There is a cell c for which the number of cells that the King reaches from c is not 8.",
        "not all are so if one is not",
    ],
    [
        "all p in pieces where p != knight: count(range(p)) > 0",
        "For every piece p other than the Knight, the range of p includes at least 1 cell.",
        "the condition only leaves out names",
    ],
    [
        "all c: reach(bishop, c) = reach(wyvern, c) | slide(Y, c)",
        "For every cell c, from c the Bishop reaches exactly the cells that the Wyvern reaches from c and the cells one or more steps along Y from c.",
        "lists that are said in different ways stay apart",
    ],
    // Lists of sentences.
    [
        "e2 in hexagon and count(hexagon) = 4",
        "All of these hold: e2 is a hexagon; there are 4 hexagons.",
        "each item is a sentence",
    ],
    [
        "e4 in hexagon and count(hexagon) = 4",
        "Not all of these hold: e4 is a hexagon; there are 4 hexagons.",
        "the first item is false",
    ],
    [
        "e4 in hexagon or count(hexagon) = 4",
        "At least one of these holds: e4 is a hexagon; there are 4 hexagons.",
        "`or` leaves open whether both do",
    ],
    [
        "not (e4 in hexagon or count(hexagon) = 3)",
        "None of these holds: e4 is a hexagon; there are 3 hexagons.",
        "each item is said as it is written",
    ],
    // A change on one side of a comparison.
    [
        "with(enemy e4: reach(hexrider, c4)) = reach(hexrider, c4)",
        "With an enemy on e4, the cells that the Hexrider reaches from c4 are the same as without it.",
        "the change makes no difference",
    ],
    [
        "with(own e4: reach(rook, g4)) != reach(bishop, g4)",
        "The cells that the Rook reaches from g4 with a piece of its own side on e4 are not the same as the cells that the Bishop reaches from g4 before this change.",
        "the change is on one side",
    ],
    // A cell by itself and cells that are reached.
    [
        "reach(ouroboros, e4) | {e4} != cells",
        "Cell e4 and the cells that the Ouroboros reaches from e4 are not the same as all cells.",
        "the cell is none from which it goes",
    ],
    // Kinds of piece are counted, not pieces on the board.
    [
        "count(pieces)",
        "There are 27 kinds of piece.",
        "the pieces of the variant",
    ],
    // Expressions.
    [
        "count(cells)-count( square )",
        "`count(cells) - count(square)` is 20.",
        "a calculation, with the spaces of the formatter",
    ],
    [
        "{c in hexagon where c in rank(2) or c in rank(4)}",
        "`{c in hexagon where c in rank(2) or c in rank(4)}` gives exactly c4, e2 and g4.",
        "a condition of two parts",
    ],
    [
        "all c in hexagon: all d in reach(knight, c): d in hexagon",
        "`all c in hexagon: all d in reach(knight, c): d in hexagon` holds.",
        "one quantifier within another",
    ],
    [
        "all c in hexagon: all d in reach(knight, c): d in square",
        "`all c in hexagon: all d in reach(knight, c): d in square` does not hold.",
        "the claim fails",
    ],
];

#[test]
fn each_form_of_sentence_is_right() {
    let lotus = kit::content::variant("lotus-39");
    let wrong = FORMS.iter().filter_map(|[expression, sentence, reason]| {
        let found = described(&lotus, expression);
        (found != *sentence).then(|| format!("{expression}: {found} ({reason})\n"))
    });
    assert_eq!(wrong.collect::<String>(), "");
}

#[test]
fn the_claims_page_shows_what_claims_say() {
    let page = fs::read_to_string(root().join("docs/write/claims.md")).unwrap();
    let rows = page
        .split("| expression | sentence |\n| --- | --- |\n")
        .nth(1)
        .unwrap();
    let rows: Vec<&str> = rows
        .lines()
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(rows.len() > 10);
    let lotus = kit::content::variant("lotus-39");
    let said = rows.iter().map(|row| {
        let (expression, _) = row.trim_matches(['|', ' ']).split_once("` | ").unwrap();
        let sentence = described(
            &lotus,
            &expression.trim_start_matches('`').replace("\\|", "|"),
        );
        format!("| {expression}` | {sentence} |\n")
    });
    assert_eq!(said.collect::<String>(), rows.join("\n") + "\n");
}
