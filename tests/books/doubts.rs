//! The sentences that seem not to say what their claims ask: each is a warning, and no verdict.

use kit::pages::Workplace;
use padma_book::judge::doubtful_sentences;
use padma_expr::Grounds;

/// The words that are doubted, of a page on a board; empty if none are.
fn doubted(variant: &str, page: &str) -> String {
    let mut workplace = Workplace::on(variant);
    let (_, checked) = workplace.judge(page);
    let complaints = &workplace.session.diagnostics;
    assert!(
        checked
            .claims
            .iter()
            .all(|claim| claim.judgement.verdict.name() == "holds"),
        "{page}: {complaints:?}"
    );
    let doubts = doubtful_sentences(&checked, &workplace.session.library.variants);
    let words = doubts.iter().map(|complaint| {
        let quoted = complaint.message.split('`').nth(1).unwrap_or_default();
        let label = complaint.primary.as_ref().map(|label| label.text.clone());
        format!("{quoted}: {}", label.unwrap_or_default())
    });
    words.collect::<Vec<_>>().join("; ")
}

/// The figure that the cases speak of.
const FIGURE: &str = "```diagram D1 \"A Rook, a Bishop and the Kings\"\n\
    white R rook d4\nwhite B bishop f4\nwhite K king a1\nblack k king d8\nto-move black\nx = reach(R)\n```\n\n";

/// Each sentence as it may stand, and after a change of a word that makes it false.
#[test]
fn a_changed_word_is_doubted_where_the_tables_decide_it() {
    for (right, wrong, doubt) in [
        // Denied and affirmed.
        (
            "On an empty board [a Bishop never reaches b1 from a1](<claim:b1 not in reach(bishop, a1)>).",
            "On an empty board [a Bishop reaches b1 from a1](<claim:b1 not in reach(bishop, a1)>).",
            "a Bishop reaches b1 from a1: the words affirm what the expression denies",
        ),
        (
            "[A Rook can move from a1](<claim:reach(rook, a1) != {}>).",
            "[A Rook cannot move from a1](<claim:reach(rook, a1) != {}>).",
            "A Rook cannot move from a1: the words deny what the expression affirms",
        ),
        // Opposites.
        (
            "[Black’s King is in check](<claim:in-check(black)>).",
            "[Black’s King is in stalemate](<claim:in-check(black)>).",
            "stalemate: the expression does not ask for `stalemate`, but for `in-check`",
        ),
        (
            "[A Rook slides along ranks and files](<claim:same(rook, says \"slide along orthogonal\")>).",
            "[A Rook slides along diagonals](<claim:same(rook, says \"slide along orthogonal\")>).",
            "diagonals: the expression does not ask for `diagonals`, but for `orthogonal`",
        ),
        (
            "[An enemy on d6 can be taken](<claim:with(enemy d6: d6 in captures(R))>).",
            "[A friend on d6 can be taken](<claim:with(enemy d6: d6 in captures(R))>).",
            "friend: the expression does not ask for `friend`, but for `enemy`",
        ),
        (
            "From a1 a Rook can go to [14](<claim:count(reach(rook, a1))>) cells.",
            "From a1 a Rook cannot go to [14](<claim:count(reach(rook, a1))>) cells.",
            "cannot go to 14: the words deny what the expression affirms",
        ),
        (
            "Of the corners a Rook on a1 cannot reach [h8](<claim:{a1 a8 h1 h8} - reach(rook, a1) - {a1}>).",
            "Of the corners a Rook on a1 can reach [h8](<claim:{a1 a8 h1 h8} - reach(rook, a1) - {a1}>).",
            "can reach h8: the words affirm what the expression denies",
        ),
        // Bounds.
        (
            "[A Rook never has at least 15 moves](<claim:not (some c: count(reach(rook, c)) at least 15)>).",
            "[A Rook often has at least 15 moves](<claim:not (some c: count(reach(rook, c)) at least 15)>).",
            "A Rook often has at least 15 moves: the expression compares the other way round",
        ),
        (
            "[No piece has more moves than a Queen](<claim:not (some p in pieces: count(reach(p, d4)) at least count(reach(queen, d4)) + 1)>).",
            "[No piece has fewer moves than a Queen](<claim:not (some p in pieces: count(reach(p, d4)) at least count(reach(queen, d4)) + 1)>).",
            "No piece has fewer moves than a Queen: the expression compares the other way round",
        ),
        (
            "In the worst place it has [three](<claim:min(c in cells: count(reach(king, c)))>).",
            "In the best place it has [three](<claim:min(c in cells: count(reach(king, c)))>).",
            "best: the expression does not ask for `best`, but for `min`",
        ),
        // Rings.
        (
            "In a ring lie [a1, a2, b2 and b1](<claim:{a1 a2 b1 b2}>).",
            "In a ring lie [a1, b2, a2 and b1](<claim:{a1 a2 b1 b2}>).",
            "a1, b2, a2 and b1: the cells do not follow one another in a ring in this order",
        ),
        // Lines.
        (
            "Along the file it goes over [a2, a3, a5 and a7](<claim:{a2 a3 a5 a7}>).",
            "Along the file it goes over [a2, a5, a3 and a7](<claim:{a2 a3 a5 a7}>).",
            "a2, a5, a3 and a7: the cells do not follow one another along the line in this order",
        ),
        (
            "Along the file it goes down to [a3, a2, a5 and a6](<claim:{a2 a3 a5 a6}>).",
            "",
            "",
        ),
        // More than is asked.
        (
            "[A Rook goes from a1 to a8](<claim:a8 in reach(rook, a1)>).",
            "[A Rook always goes from a1 to a8](<claim:a8 in reach(rook, a1)>).",
            "always: the expression asks of one position or one cell",
        ),
        (
            "[A Rook can always go somewhere](<claim:all c: reach(rook, c) != {}>).",
            "",
            "",
        ),
        // Names beside the claim.
        (
            "The Rook has [11](<claim:count(reach(R))>) cells here.",
            "The Bishop has [11](<claim:count(reach(R))>) cells here.",
            "Bishop: the claims beside it ask about another piece",
        ),
        (
            "Black is in check by the Rook on [d4](<claim:cell(R)>).",
            "Black is in check by the Bishop on [d4](<claim:cell(R)>).",
            "Bishop: the claims beside it ask about another piece",
        ),
        (
            "The White Rook is on [d4](<claim:cell(R)>).",
            "The Black Rook is on [d4](<claim:cell(R)>).",
            "Black: the claims beside it ask about another side",
        ),
        (
            "From a1 a Rook reaches [14](<claim:count(reach(rook, a1))>) cells.",
            "From a2 a Rook reaches [14](<claim:count(reach(rook, a1))>) cells.",
            "a2: the claims beside it ask about another cell",
        ),
        // Names within a claim that states none.
        (
            "The [Rook goes to a2, a3 and c1](<claim:reach(rook, a1) & {a2 a3 c1}>).",
            "The [Bishop goes to a2, a3 and c1](<claim:reach(rook, a1) & {a2 a3 c1}>).",
            "Bishop: the claims beside it ask about another piece",
        ),
        // A denial beside the claim, whatever the form of what it denies.
        (
            "A Bishop on f4 can go to [d2](<claim:{c in reach(B) where c in rank(2)} & file(d)>).",
            "A Bishop on f4 cannot go to [d2](<claim:{c in reach(B) where c in rank(2)} & file(d)>).",
            "cannot go to d2: the words deny what the expression affirms",
        ),
        (
            "A Knight leaps [(1,2)](<claim:leaps(knight)>).",
            "A Knight never leaps [(1,2)](<claim:leaps(knight)>).",
            "never leaps (1,2): the words deny what the expression affirms",
        ),
        (
            "There are [64](<claim:count(cells)>) squares.",
            "There are not [64](<claim:count(cells)>) squares.",
            "not 64: the words deny what the expression affirms",
        ),
        (
            "It reaches [h8](<claim:reach(bishop, a1) & {h8}>).",
            "It misses [h8](<claim:reach(bishop, a1) & {h8}>).",
            "misses h8: the words deny what the expression affirms",
        ),
        (
            "The King is on [a1](<claim:cell(K)>), and not on [h8](<claim:reach(bishop, a1) & {h8}>).",
            "",
            "",
        ),
        (
            "The Rook does not keep it from [h8](<claim:reach(bishop, a1) & {h8}>).",
            "",
            "",
        ),
        (
            "[A King never goes to a square that is not contiguous](<claim:all c: reach(king, c) - neighbours(c) = {}>).",
            "",
            "",
        ),
        // A word that denies what only an affirmed part asks for.
        (
            "[It only goes to contiguous squares](<claim:all c: reach(king, c) in neighbours(c) and c not in reach(king, c)>).",
            "[It never goes to contiguous squares](<claim:all c: reach(king, c) in neighbours(c) and c not in reach(king, c)>).",
            "It never goes to contiguous squares: the words deny what the expression affirms",
        ),
        // The place of the cell.
        (
            "In the middle a Bishop has [13](<claim:count(reach(bishop, e4))>) squares.",
            "In the corner a Bishop has [13](<claim:count(reach(bishop, e4))>) squares.",
            "In the corner: the expression does not ask for `In the corner`, but for `in the middle`",
        ),
        (
            "At the edge a Bishop has [7](<claim:count(reach(bishop, a4))>) squares.",
            "In the middle a Bishop has [7](<claim:count(reach(bishop, a4))>) squares.",
            "In the middle: the expression does not ask for `In the middle`, but for `at the edge`",
        ),
        // All cases, before the claim.
        (
            "From b1 the Knight has [3](<claim:count(reach(knight, b1))>) squares.",
            "From b1 the Knight always has [3](<claim:count(reach(knight, b1))>) squares.",
            "always: the expression asks of one position or one cell",
        ),
        // A row of a table.
        (
            "| piece | reach |\n| --- | --- |\n| Rook | [14](<claim:count(reach(rook, a1))>) |",
            "| piece | reach |\n| --- | --- |\n| Bishop | [14](<claim:count(reach(rook, a1))>) |",
            "Bishop: the claims of its row ask about another piece",
        ),
        // What is left alone: what is not there, what something is like, other clauses.
        (
            "Without the Bishop it has [11](<claim:count(reach(R))>) cells.",
            "",
            "",
        ),
        (
            "Like a Queen it reaches [14](<claim:count(reach(rook, a1))>) cells.",
            "",
            "",
        ),
        (
            "The Bishop stays; [11](<claim:count(reach(R))>) cells are left to the Rook.",
            "",
            "",
        ),
    ] {
        assert_eq!(
            doubted("chess", &format!("{FIGURE}{right}\n")),
            "",
            "{right}"
        );
        if !wrong.is_empty() {
            assert_eq!(
                doubted("chess", &format!("{FIGURE}{wrong}\n")),
                doubt,
                "{wrong}"
            );
        }
    }
}

/// Claims that are true and exact, in words in which rulebooks say so, are not doubted.
#[test]
fn true_claims_in_usual_words_are_not_doubted() {
    for (variant, claim) in [
        (
            "chess",
            "[must become](<claim:not may-wait(pawn)>) something else",
        ),
        ("chess", "[eight files](<claim:count(rank(1)) = 8>)"),
        ("chess", "[eight ranks](<claim:count(file(a)) = 8>)"),
        (
            "chess",
            "[eight files and eight ranks](<claim:files() = 8 and ranks() = 8>)",
        ),
        (
            "chess",
            "[an 8x8 board](<claim:files() = 8 and ranks() = 8>)",
        ),
        (
            "chess",
            "the game is [drawn](<claim:stalemate-ending() = \"draw\">)",
        ),
        ("chess", "the game is [drawn](<claim:stalemate-ending()>)"),
        (
            "chess",
            "[one square diagonally ahead](<claim:all c: attacks(pawn, c) in neighbours(c) - file(c) - rank(c)>)",
        ),
        (
            "chess",
            "[Black’s pieces stand opposite White’s](<claim:all p in pieces: setup(p, black) = mirrored(setup(p))>)",
        ),
        (
            "chess",
            "There is [a King](<claim:count({p in pieces where royal(p)}) = 1>)",
        ),
        (
            "chess",
            "[A King and a Rook always win against a bare King](<claim:always-wins(\"king rook v king\")>)",
        ),
        (
            "chess",
            "[The Bishop never leaves the squares of one shade](<claim:all c: closure(bishop, c) in shade(c)>)",
        ),
    ] {
        assert_eq!(doubted(variant, &format!("{claim}.\n")), "", "{claim}");
    }
}

/// The entries of a legend are read as if their mark stood at the end.
#[test]
fn a_legend_that_denies_what_its_mark_gives_is_doubted() {
    for (legend, doubt) in [
        ("where it can go", ""),
        (
            "where it cannot go",
            "cannot go: the words deny what the expression affirms",
        ),
        ("squares that the King may not enter", ""),
    ] {
        let page =
            format!("```diagram D1 \"A Rook\"\nwhite R rook d4\nx = reach(R) -- {legend}\n```\n");
        let page = page.replace("reach(R) -- squares", "reach(R) & attacks(R) -- squares");
        assert_eq!(doubted("chess", &page), doubt, "{legend}");
    }
}

/// A claim that reads a diagram whose pieces were typed says nothing of the rules.
#[test]
fn a_claim_that_only_reads_a_drawn_diagram_is_told_apart() {
    const PLAYED: &str = "```diagram D2 \"After two moves\"\nsetup\nmoves 1. e4 e5\n```\n\n";
    for (claim, expected) in [
        ("[d4](<claim:cell(R)>)", true),
        ("[d4](<claim:pieces(rook) & file(d)>)", true),
        ("[d4](<claim:D1.pieces(rook)>)", true),
        (
            "[White: Rook d4, Bishop f4, King a1; Black: King d8; Black to move](<claim:position()>)",
            true,
        ),
        // The rules say where it goes, or where it stands after a move.
        ("[11](<claim:count(reach(R))>)", false),
        ("[e4](<claim:D2.pieces(pawn) & rank(4)>)", false),
        ("[64](<claim:count(cells)>)", false),
    ] {
        let page = format!("{PLAYED}{FIGURE}{claim}\n");
        let (_, checked) = Workplace::on("chess").judge(&page);
        let judged = &checked.claims[0];
        assert_eq!(judged.judgement.verdict.name(), "holds", "{claim}");
        assert_eq!(judged.grounds == Grounds::Picture, expected, "{claim}");
    }
}

/// An unchecked claim that an expression computes is told, with the expression.
#[test]
fn an_unchecked_claim_that_could_be_computed_is_told() {
    for (sentence, expected) in [
        (
            "From a1 a Rook reaches [14](claim:u) cells.",
            "try `count(reach(rook, a1))`",
        ),
        (
            "From a1 a King reaches [a2, b1 and b2](claim:u).",
            "try `reach(king, a1)`",
        ),
        (
            "White has [eight](claim:u) Pawns.",
            "try `count(setup(pawn))`",
        ),
        // Another number; one of two pieces, which is not known; a small one that comes out by chance, and what
        // names no piece.
        (
            "From a1 a Rook reaches [15](claim:u) cells.",
            "`count(reach(rook, a1))` is 14",
        ),
        ("From a1 a Rook or a Queen reaches [15](claim:u) cells.", ""),
        ("A Rook and [two](claim:u) more.", ""),
        ("It was printed in [1475](claim:u).", ""),
    ] {
        let folder = kit::folder::Folder::new("doubts-unchecked");
        folder.write(
            "content/b/book.toml",
            "title = \"B\"\nvariant = \"chess\"\n[[chapter]]\npages = [\"index.md\"]\n",
        );
        let page = format!("# B\n\n{sentence}\n\n```claims\nu = unchecked \"so it is\"\n```\n");
        folder.write("content/b/index.md", &page);
        let output = folder.command(&["check", "b"]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        assert_eq!(
            said.contains("note[unchecked-claim]"),
            !expected.is_empty(),
            "{sentence}: {said}"
        );
        assert!(said.contains(expected), "{sentence}: {said}");
    }
}
