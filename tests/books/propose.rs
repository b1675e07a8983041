//! Sentences of plain prose, each with the first claim that is proposed for it.

use std::path::Path;

use padma_book::claim::Verdict;
use padma_book::judge::{Checked, apply_edits};
use padma_book::load::Session;
use padma_book::pages::decl::BookDecl;
use padma_book::pages::page;
use padma_book::propose::{Proposal, claim_edits, conflicts, propose, unchecked_edits};
use padma_text::At;
use padma_variant::resolve::Variants;

/// Returns a page about chess with the first claim of each fact in it, and the verdicts on them.
fn claimed(text: &str) -> (String, Vec<Verdict>) {
    let mut page = text.to_string();
    // What is claimed is no longer proposed.
    while let Some(edits) = on_page_of(&page, |session, checked| {
        let variants = &session.library.variants;
        let facts = propose(checked, variants);
        let claim = facts
            .iter()
            .find_map(|fact| Some((fact, fact.candidates.first()?)));
        claim.map(|(fact, first)| {
            claim_edits(checked, variants, &session.sources, fact, &first.expression).unwrap()
        })
    }) {
        page = apply_edits(&page, &edits);
    }
    let verdicts = |checked: &Checked, _: &Variants| {
        let claims = checked.claims.iter();
        claims.map(|claim| claim.judgement.verdict).collect()
    };
    let verdicts = on_page(&page, verdicts);
    (page, verdicts)
}

/// Proposes claims for a page about chess.
fn proposed(text: &str) -> Vec<Proposal> {
    on_page(text, propose)
}

/// Returns what is found on a page about chess.
fn on_page<T>(text: &str, find: impl FnOnce(&Checked, &Variants) -> T) -> T {
    on_page_of(text, |session, checked| {
        find(checked, &session.library.variants)
    })
}

fn on_page_of<T>(text: &str, find: impl FnOnce(&Session, &Checked) -> T) -> T {
    let mut session = Session::new(Path::new("no-books"), &[]);
    let id = session.sources.add("page.md", text);
    let page = page::parse("page.md", id, &session.sources, &mut session.diagnostics);
    let variant = Some(At {
        value: "chess".to_string(),
        span: session.sources.whole(id),
    });
    let decl = BookDecl {
        variant,
        ..BookDecl::default()
    };
    let checked = session.check_pages(Path::new("no-books"), decl, vec![page]);
    find(&session, &checked)
}

/// Writes the first candidate of each fact: what it is about, the expression, and whether the text agrees.
fn first_candidates(text: &str) -> Vec<String> {
    let row = |proposal: Proposal| {
        let Some(first) = proposal.candidates.first() else {
            return format!("{} -", proposal.text);
        };
        let mark = if first.agrees { "=" } else { "≠" };
        format!("{} {mark} {}", proposal.text, first.expression)
    };
    proposed(text).into_iter().map(row).collect()
}

#[test]
fn sentences_bind_their_facts() {
    let cases: &[(&str, &[&str])] = &[
        // Counts of cells, from a cell, a part of the board, or wherever a piece stands.
        (
            "From d4 a Knight reaches eight squares.",
            &["eight = count(reach(knight, d4))"],
        ),
        (
            "A Bishop on a1 commands six squares, one on e4 thirteen.",
            &[
                "six ≠ count(reach(bishop, a1))",
                "thirteen = count(reach(bishop, e4))",
            ],
        ),
        (
            "In a corner a Knight has two squares.",
            &["two = each(c in corners: count(reach(knight, c)))"],
        ),
        (
            "A Knight never has more than eight moves.",
            &["eight = max(c in cells: count(reach(knight, c)))"],
        ),
        (
            "The Rook has 14 squares wherever it stands.",
            &["14 = each(c in cells: count(reach(rook, c)))"],
        ),
        (
            "## The Queen\n\nFrom a1 she reaches 21 squares.",
            &["21 = count(reach(queen, a1))"],
        ),
        (
            "On e4 the Queen has 27 squares, the Rook 14 and the Bishop 13.",
            &[
                "27 = count(reach(queen, e4))",
                "14 = count(reach(rook, e4))",
                "13 = count(reach(bishop, e4))",
            ],
        ),
        // Lists of cells.
        (
            "From b1 a Knight can go to a3, c3 and d2.",
            &["a3, c3 and d2 = reach(knight, b1)"],
        ),
        (
            "The Knight on a1 can never reach h8 from a1.",
            &["never reach h8 = not h8 in reach(knight, a1)"],
        ),
        // The setup.
        (
            "The Rooks stand on a1 and h1, Black's Queen on d8.",
            &["a1 and h1 = setup(rook)", "d8 = setup(queen, black)"],
        ),
        ("The Queen stands on e1.", &["e1 ≠ setup(queen)"]),
        (
            "Each side has eight Pawns, two Rooks and three Knights.",
            &[
                "eight = count(setup(pawn))",
                "two = count(setup(rook))",
                "three ≠ count(setup(knight))",
            ],
        ),
        ("The Pawns fill the second rank.", &["second = setup(pawn)"]),
        (
            "| Piece | White | Black |\n| --- | --- | --- |\n| King | e1 | d8 |",
            &["e1 = setup(king)", "d8 ≠ setup(king, black)"],
        ),
        (
            "| from | Knight | Rook |\n| --- | --- | --- |\n| a1 | 2 | 14 |",
            &[
                "2 = count(reach(knight, a1))",
                "14 = count(reach(rook, a1))",
            ],
        ),
        (
            "| Piece | Letter | Stands on |\n| --- | --- | --- |\n| Knight | K | b1 and g1 |",
            &["K ≠ letter(knight)", "b1 and g1 = setup(knight)"],
        ),
        (
            "The board has eight files, eight ranks and 64 squares.",
            &["eight = files()", "eight = ranks()", "64 = count(cells)"],
        ),
        ("It is played on an 8x8 board.", &["8x8 = count(cells)"]),
        // Movements.
        (
            "A Rook moves any number of squares along a rank or a file.",
            &[
                "Rook moves any number of squares along a rank or a file = same(rook, says \"slide orthogonal\")",
            ],
        ),
        (
            "The Queen joins the powers of Rook and Bishop.",
            &["Queen joins the powers of Rook and Bishop = same(queen, says \"rook; bishop\")"],
        ),
        (
            "The King moves one square diagonally.",
            &["King moves one square diagonally ≠ same(king, says \"step diagonal\")"],
        ),
        (
            "A Pawn takes one square diagonally forward.",
            &[
                "Pawn takes one square diagonally forward = all c in cells: attacks(pawn, c) = attacks(says \"step forward along diagonal only to capture also en passant\", c)",
            ],
        ),
        (
            "The Rook moves like the Bishop, the Bishop like the Rook.",
            &[
                "Rook moves like the Bishop ≠ same(rook, says \"bishop\")",
                "Bishop like the Rook ≠ same(bishop, says \"rook\")",
            ],
        ),
        (
            "The Bishop, which is worth as much as a Knight, runs diagonally, as everybody knows.",
            &[
                "Bishop, which is worth as much as a Knight, runs diagonally = same(bishop, says \"slide diagonal\")",
            ],
        ),
        (
            "The Knight goes one square straight and then one diagonally outwards, over whatever stands between.",
            &[
                "Knight goes one square straight and then one diagonally outwards, over whatever stands between = same(knight, says \"step (1,2)\")",
            ],
        ),
        (
            "The King moves like the Queen, but one square only.",
            &[
                "King moves like the Queen, but one square only = same(king, says \"step orthogonal, diagonal\")",
            ],
        ),
        // What a place or an exception limits is not read as the whole movement.
        ("In a corner the Rook moves one square diagonally.", &[]),
        ("The Bishop moves diagonally, unless it is pinned.", &[]),
        (
            "| Piece | Moves |\n| --- | --- |\n| Bishop | any number of squares along a rank or a file |",
            &[
                "any number of squares along a rank or a file ≠ same(bishop, says \"slide orthogonal\")",
            ],
        ),
        (
            "A Pawn goes one square straight ahead, and captures one square diagonally forward.",
            &[
                "Pawn goes one square straight ahead, and captures one square diagonally forward = all c in cells: moves(pawn, c) = moves(says \"step forward along orthogonal only to move; step forward along diagonal only to capture also en passant\", c) and attacks(pawn, c) = attacks(says \"step forward along orthogonal only to move; step forward along diagonal only to capture also en passant\", c)",
            ],
        ),
        // Labels, and what goes on from another cell.
        (
            "Knight on a1: three squares.",
            &["three ≠ count(reach(knight, a1))"],
        ),
        (
            "From b1 a Knight can go to a3, c3 and d2; on h8, to f7 and g6.",
            &[
                "a3, c3 and d2 = reach(knight, b1)",
                "f7 and g6 = reach(knight, h8)",
            ],
        ),
        (
            "A Pawn on e2 can go to e3 or e4.",
            &["e3 or e4 = first(pawn, e2)"],
        ),
        // Comparisons, and the rules.
        (
            "On a1 a Rook has seven times as many squares as a Knight, and a Bishop seven squares fewer than a Queen.",
            &[
                "seven times as many squares as a Knight = count(reach(rook, a1)) = 7 * count(reach(knight, a1))",
                "seven squares fewer than a Queen ≠ count(reach(bishop, a1)) = count(reach(queen, a1)) - 7",
            ],
        ),
        (
            "In the middle a Knight has fewer squares than a Rook.",
            &[
                "fewer squares than a Rook = all c in middle: count(reach(knight, c)) < count(reach(rook, c))",
            ],
        ),
        (
            "A Knight never has more squares than a King.",
            &[
                "more squares than a King = all c in cells: count(reach(knight, c)) at most count(reach(king, c))",
            ],
        ),
        (
            "In a corner a Bishop has as many squares as on a5.",
            &[
                "as many squares as on a5 = each(c in corners: count(reach(bishop, c))) = count(reach(bishop, a5))",
            ],
        ),
        (
            "In a corner a Knight has fewer squares than any other piece.",
            &[
                "fewer squares than any other piece ≠ all c in corners: all p in pieces where p != knight: count(reach(knight, c)) < count(reach(p, c))",
            ],
        ),
        (
            "On d4 a Queen has as many squares as a Rook and a Bishop together.",
            &[
                "as many squares as a Rook and a Bishop = count(reach(queen, d4)) = count(reach(rook, d4)) + count(reach(bishop, d4))",
            ],
        ),
        // The place of another sentence, if this one goes on about it.
        (
            "From a1 a Rook reaches 14 squares. A Knight has fewer squares than a Rook, and it has fewer there than a King.",
            &[
                "14 = count(reach(rook, a1))",
                "fewer squares than a Rook = all c in cells: count(reach(knight, c)) < count(reach(rook, c))",
                "fewer there than a King = count(reach(knight, a1)) < count(reach(king, a1))",
            ],
        ),
        ("A Knight has almost as many squares as a King.", &[]),
        (
            "A Bishop never commands fewer than seven squares.",
            &["seven = min(c in cells: count(reach(bishop, c)))"],
        ),
        ("White stands to move, and has 20 moves.", &["20 -"]),
        (
            "A Pawn promotes on the last rank to a Queen, a Rook, a Bishop or a Knight.",
            &[
                "last rank = promotion(pawn)",
                "a Queen, a Rook, a Bishop or a Knight = promotes-to(pawn)",
            ],
        ),
        ("A stalemate is a loss.", &["loss ≠ stalemate-ending()"]),
        ("White moves first.", &["White = moves-first()"]),
        (
            "There is no castling.",
            &["no castling ≠ not has-rule(\"castling\")"],
        ),
        (
            "Only the Knight can leap over others.",
            &[
                "Only the Knight can leap over = {p in pieces where jumps(p)} = {p in pieces where p = knight}",
            ],
        ),
        // As the program says it itself.
        ("The Knight is royal.", &["Knight is royal ≠ royal(knight)"]),
        // What several share, and what the label of a row counts.
        (
            "| | chess | shogi |\n| --- | --- | --- |\n| Squares | 64 | 81 |\n| Vacant squares | 30 | 41 |",
            &["64 = count(cells)", "30 ≠ count(cells - setup())"],
        ),
        (
            "| Piece | becomes |\n| --- | --- |\n| Pawn | Queen |",
            &["Queen ≠ promotes-to(pawn)"],
        ),
        (
            "## The King\n\nHe reaches 8 squares from d4. Apart from him only the Knight has eight directions. From a1 he has 3.",
            &[
                "8 = count(reach(king, d4))",
                "eight -",
                "3 = count(reach(king, a1))",
            ],
        ),
        // What is only an argument, or no fact at all.
        ("Stalemate is not a draw.", &[]),
        // It would hold for want of a second Queen.
        ("The Queens begin on different colours.", &[]),
        (
            "## The Rook\n\nCaptain (C): up to eight squares wherever he stands.",
            &["eight -"],
        ),
        (
            "With a Queen on d4 White would have had 30 moves.",
            &["30 -"],
        ),
        (
            "In theory one may have up to nine Queens, and two hostile Pawns may meet.",
            &["nine -", "two -"],
        ),
        (
            "1.2 In 1956 two players met on one evening.",
            &["1956 -", "two -"],
        ),
        (
            "From d4, where nothing stands in its way, the Rook is strong.",
            &[],
        ),
    ];
    let wrong = cases.iter().filter_map(|(text, expected)| {
        let found = first_candidates(text);
        (found != *expected).then(|| format!("{text}\n    {found:?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_figure_above_binds_before_the_empty_board() {
    let page = "```diagram A \"A Rook\"\nwhite R rook a1\nwhite P pawn a3\nblack n knight c1\n```\n\n\
        The Rook on a1 reaches three squares, and takes the Knight on c1. On an empty board a Rook on a1 reaches 14 squares.\n";
    let found = first_candidates(page);
    let expected = [
        "three = count(reach(R))",
        "c1 = captures(R)",
        "14 = count(reach(rook, a1))",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_figure_above_tells_which_piece_is_meant() {
    let page = |said: &str| {
        format!(
            "```diagram A \"A Rook\"\nwhite R rook a1\nwhite K king c7\nblack k king h8\nblack n knight c1\n```\n\n{said}\n"
        )
    };
    let cases = [
        // What stands on the cell.
        (
            "The one on c1 attacks nobody.",
            "attacks nobody = captures(n) = {}",
        ),
        (
            "The Rook on a1 may not go to d2. It can take c1.",
            "c1 = captures(R)",
        ),
        // Both pieces, not the first alone.
        (
            "The Rook attacks both the Knight and the King.",
            "Rook attacks both the Knight and the King ≠ c1 in captures(R) and h8 in captures(R)",
        ),
        // What would be, if another piece stood there.
        (
            "A Rook on b8 would be mate.",
            "Rook on b8 would be mate ≠ with(white rook b8, empty a1: A.mate(black))",
        ),
        (
            "A Queen on b8 would give check.",
            "Queen on b8 would give check = with(white queen b8: A.in-check(black))",
        ),
        // What is legal.
        ("The black King can only go to g8.", "g8 ≠ goes(k)"),
    ];
    for (said, expected) in cases {
        let found = first_candidates(&page(said));
        assert_eq!(found.last().map(String::as_str), Some(expected), "{said}");
    }
}

#[test]
fn a_position_is_read_whole() {
    let page = |said: &str| {
        format!("```diagram A \"A Rook\"\nwhite R rook a1\nblack n knight c1\n```\n\n{said}\n")
    };
    let cases = [
        (
            "White: Rook a1; Black: Knight c1.",
            "White: Rook a1; Black: Knight c1 = position()",
        ),
        (
            "White: Rook a1; Black: Knight d1.",
            "White: Rook a1; Black: Knight d1 ≠ position()",
        ),
    ];
    for (said, expected) in cases {
        assert_eq!(first_candidates(&page(said)), [expected]);
    }
}

#[test]
fn agreement_does_not_change_the_order() {
    // The Rooks stand where the text puts the Knights; a claim that holds must not be found for it.
    let found = proposed("The Knights stand on a1 and h1.");
    let all = found.iter().flat_map(|proposal| &proposal.candidates);
    assert!(all.clone().count() > 0);
    assert!(all.into_iter().all(|candidate| !candidate.agrees));
}

#[test]
fn what_nothing_computes_is_written_as_unchecked() {
    let text = "The Knight is known since 1283.\n";
    let page = on_page_of(text, |session, checked| {
        let fact = &propose(checked, &session.library.variants)[0];
        let write = |reason| unchecked_edits(checked, &session.sources, fact, reason);
        assert!(write(" ").is_err() && write("a \"quoted\" word").is_err());
        apply_edits(text, &write("a chronicle says so").unwrap())
    });
    let expected = "The Knight is known since [1283](claim:unchecked).\n\n\
        ```claims\nunchecked = unchecked \"a chronicle says so\"\n```\n";
    assert_eq!(page, expected);
    let verdict = on_page(&page, |checked, _| checked.claims[0].judgement.verdict);
    assert_eq!(verdict, Verdict::Unchecked);
}

#[test]
fn a_verb_means_what_the_book_claims_by_it() {
    let claimed = |piece: &str, number: &str, cell: &str| {
        let claim = format!("claim:count(closure({piece}, {cell}))");
        format!("From {cell} a {piece} roams [{number}](<{claim}>) squares.\n\n")
    };
    let own = [
        ("Bishop", "32", "a1"),
        ("Rook", "64", "b2"),
        ("Knight", "64", "c3"),
    ];
    let page = |count: usize| {
        let own = own.iter().take(count);
        let own: String = own
            .map(|(piece, number, cell)| claimed(piece, number, cell))
            .collect();
        own.to_lowercase() + "From d4 a Queen roams 64 squares.\n"
    };
    // Twice may be chance.
    assert_eq!(first_candidates(&page(2)), ["64 ≠ count(reach(queen, d4))"]);
    assert_eq!(
        first_candidates(&page(3)),
        ["64 = count(closure(queen, d4))"]
    );
}

#[test]
fn claims_and_their_words_are_not_proposed_again() {
    let found = first_candidates(
        "From d4 a Knight reaches [eight](<claim:count(reach(knight, d4))>) squares, from a1 two.",
    );
    assert_eq!(found, ["two = count(reach(knight, a1))"]);
}

#[test]
fn other_candidates_with_the_value_are_counted() {
    let found = proposed(
        "Each side has two Rooks, two Knights and one Queen. From a1 a Knight reaches two squares.",
    );
    let last = found.last().unwrap();
    assert_eq!(
        (last.candidates[0].rivals, last.candidates[0].tried),
        (2, 3)
    );
}

#[test]
fn a_page_is_held_against_itself() {
    let cases: [(&str, &[&str]); 7] = [
        (
            "Each side has sixteen pieces: a King, a Queen, two Rooks, two Bishops, two Knights and seven Pawns.",
            &["16: the parts make 15"],
        ),
        (
            "Each side has sixteen pieces: a King, a Queen, two Rooks, two Bishops, two Knights and eight Pawns.",
            &[],
        ),
        (
            "The pieces are of five kinds: King, Queen, Rook, Bishop, Knight and Pawn.",
            &["5: the parts make 6"],
        ),
        (
            "The board has 8 files and 8 ranks.\n\nThe board of 60 squares is wooden.",
            &["60: 8 files and 8 ranks make 64"],
        ),
        (
            "From d4 a Knight reaches eight squares.\n\nA Knight on d4 reaches seven squares.",
            &["7: said to be 8 before"],
        ),
        (
            "The board has nine files. From the left, White's first rank holds Rook, Knight, Bishop, Queen, King, Bishop, Knight and Rook.",
            &["the row has 8 pieces, the board 9 files"],
        ),
        // A bound is not an exact number.
        (
            "From d4 a Knight reaches eight squares. A Knight reaches at most nine squares.",
            &[],
        ),
    ];
    for (text, expected) in cases {
        let found = on_page(text, conflicts);
        let found: Vec<&str> = found.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_written_claim_gets_the_verdict_that_was_shown() {
    use Verdict::{Fails, Holds};
    let cases: [(&str, &str, &[Verdict]); 6] = [
        (
            "From d4 a Knight reaches nine squares.",
            "From d4 a Knight reaches [nine](<claim:count(reach(knight, d4))>) squares.",
            &[Fails],
        ),
        (
            "The Pawns fill the second rank.",
            "The Pawns fill the [second rank](<claim:setup(pawn)>).",
            &[Holds],
        ),
        (
            "The Pawns of both sides fill the second and the seventh rank.",
            "The Pawns of both sides fill the [second](<claim:setup(pawn) = rank(2)>) and the [seventh rank](<claim:setup(pawn, black)>).",
            &[Holds, Holds],
        ),
        (
            "| from | Knight |\n| --- | --- |\n| a1 | 2 |\n",
            "| from | Knight |\n| --- | --- |\n| a1 | [2](<claim:count(reach(knight, a1))>) |\n",
            &[Holds],
        ),
        // A longer expression has a name.
        (
            "The Rook moves any number of squares along a rank or a file.\n",
            "The [Rook moves any number of squares along a rank or a file](claim:same-rook-says).\n\n\
             ```claims\nsame-rook-says = same(rook, says \"slide orthogonal\")\n```\n",
            &[Holds],
        ),
        (
            "A Knight has at most eight moves, and in a corner two.",
            "A Knight has at most [eight](<claim:max(c in cells: count(reach(knight, c)))>) moves, and in a corner \
             [two](<claim:each(c in corners: count(reach(knight, c)))>).",
            &[Holds, Holds],
        ),
    ];
    for (text, page, expected) in cases {
        let (written, verdicts) = claimed(text);
        assert_eq!(written, page);
        assert_eq!(verdicts, expected, "{text}");
    }
}
