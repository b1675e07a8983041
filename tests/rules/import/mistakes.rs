//! Texts that cannot be imported, and some that no author would have written.

use crate::import::reading::{import, import_file, text_of};

/// A text, the section that is asked for, and the first complaint.
fn refused(text: &str, section: Option<&str>) -> String {
    match import(text, section) {
        Ok(imported) => panic!("this is not a mistake:\n{}", imported.toml),
        Err(complaints) => complaints.into_iter().next().unwrap_or_default(),
    }
}

#[test]
fn import_mistakes_are_reported_at_their_place() {
    let cases: [(&str, Option<&str>, &str); 23] = [
        ("", None, "1:1 this text defines no variant"),
        (
            "Just a note, a=b and c:d.",
            None,
            "1:1 this text defines no variant",
        ),
        (
            "files=8\npawn:P:fW:pawn:a2,z9",
            None,
            "2:19 `z9` is not a square of this board",
        ),
        (
            "pawn:P:fW:pawn:h2-a2",
            None,
            "1:16 `h2-a2` is not a square of this board",
        ),
        (
            "files=many\nrook:R:R:rook:a1",
            None,
            "1:7 `many` is not a number for this key",
        ),
        (
            "files=40\nrook:R:R:rook:a1",
            None,
            "1:7 this board has too many files",
        ),
        (
            "symmetry=mirrored\nrook:R:R:rook:a1",
            None,
            "1:10 `mirrored` is not a value for this key",
        ),
        (
            "royal=X\nrook:R:R:rook:a1",
            None,
            "1:7 `X` is not a piece here",
        ),
        (
            "rook:R:R:rook:a1:two",
            None,
            "1:18 `two` is not a number of pieces",
        ),
        (
            "rook:R:R:rook:a1:2:more",
            None,
            "1:20 this piece has too many parts",
        ),
        (":R:R:rook:a1", None, "1:1 this piece has no name"),
        (
            "<p class=\"idiagram\">files=8</p>",
            None,
            "1:21 this diagram defines no piece",
        ),
        (
            "[a]\nking = k\n[b]\nking = k",
            None,
            "3:2 this text defines 2 variants",
        ),
        ("[a:chess]\n", Some("b"), "1:1 no section is named `b`"),
        (
            "[a:ches]\n",
            None,
            "1:4 no section before this one is named `ches`",
        ),
        (
            "[a:b]\n[b:chess]\n",
            Some("a"),
            "1:4 no section before this one is named `b`",
        ),
        (
            "[a:a]\n",
            None,
            "1:4 no section before this one is named `a`",
        ),
        (
            "[a]\nmaxFile = 8\n",
            None,
            "1:2 the section `a` has no pieces",
        ),
        (
            "[a:chess]\nmaxRank = 99\n",
            None,
            "2:1 a board cannot have this size",
        ),
        (
            "[a:chess]\ncastling = perhaps\n",
            None,
            "2:12 `perhaps` is not a value for this key",
        ),
        (
            "[a:chess]\npromotionPieceTypes = qxr\n",
            None,
            "2:24 no piece has the letter `x`",
        ),
        (
            "[a:chess]\nflagRegionWhite = e9z\n",
            None,
            "2:19 `e9z` is not a square",
        ),
        (
            "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq -\n",
            None,
            "2:34 this start position cannot be read",
        ),
    ];
    for (text, section, expected) in cases {
        assert_eq!(refused(text, section), expected, "{text}");
    }
}

#[test]
fn unusual_definitions_are_imported_with_a_warning() {
    // A text, a complaint about it, and what the TOML says all the same.
    let cases: [(&str, &str, &str); 18] = [
        (
            "files=8\nfiles=6\nrook:R:R:rook:a1",
            "2:1 `files` is set twice",
            "files = 6",
        ),
        (
            "squaresize=40\nrook:R:R:rook:a1",
            "1:1 `squaresize=40` is not known in this format",
            "squaresize=40",
        ),
        (
            "rook:R:R:rook:a1\nqueen:Q:Q:queen:a1",
            "2:17 two pieces stand on one square",
            "queen = \"a1\"",
        ),
        (
            "rook:R:R:rook:a1,b1\nhole::::b1",
            "1:18 a piece stands on a hole",
            "without = \"b1 b8\"",
        ),
        (
            "[a:chess]\n[a:makruk]\n",
            "2:2 two sections are named `a`",
            "id = \"bishop\"",
        ),
        (
            "key = 1\n[a:chess]\n",
            "1:1 this line comes before the first section",
            "id = \"bishop\"",
        ),
        (
            "[a:chess]\nmustCaptur = true\n",
            "2:1 `mustCaptur = true` is not known in this format",
            "mustCaptur",
        ),
        (
            "files=8\nmystery:M::mystery:a1\nrook:R:R:rook:b1",
            "2:1 `mystery` has no move",
            "letter = \"M\"\nmovement = \"step contiguous onto nowhere\"\n\n# royal",
        ),
        (
            "[a:nocastle]\ndoubleStepRegionWhite = *2 a4\ncustomPiece1 = j:imNmW\nstartFen = 8/8/8/8/8/8/J7/8 w - - 0 1",
            "3:18 `imNmW` is not carried over",
            "betza = \"imNmW\"",
        ),
        (
            "[a:chess]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = nb\n",
            "2:1 `extinctionPseudoRoyal = true` is not carried over",
            "id = \"knight\"",
        ),
        (
            "[a:chess]\nmobilityRegionWhiteQueen = e4\n",
            "2:1 `mobilityRegionWhiteQueen = e4` is not carried over",
            "betza = \"Q\"\n\n",
        ),
        (
            "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HDha - 0 1\n",
            "2:1 `startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HDha - 0 1` is not carried over",
            "the right to castle",
        ),
        (
            "[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n",
            "2:65 `startFen: e3` is not carried over",
            "which piece can be captured en passant",
        ),
        (
            "[a:chess]\npawnTypes = pn\n",
            "2:1 `pawnTypes = pn` is not carried over",
            "betza = \"N\"",
        ),
        (
            "[a:chess]\nnMoveRuleTypes = pr\n",
            "2:1 `nMoveRuleTypes = pr` is not carried over",
            "plies = 100",
        ),
        (
            "[a:chess]\nwallingRule = past\nwallingRegion = d4 e5\n",
            "3:1 `wallingRegion = d4 e5` is not carried over",
            "kind = \"wall-behind\"\ncells = \"cells d4 e5\"",
        ),
        (
            "[a:chess]\nwallingRule = duck\nwallingRegionWhite = *4\n",
            "3:1 `wallingRegionWhite = *4` is not carried over",
            "kind = \"duck\"",
        ),
        (
            "[a:chess]\nflagPiece = k\nflagRegion = *8\nflagMove = true\nflagPieceCount = 2\n",
            "5:1 `flagPieceCount = 2` is not carried over",
            "a goal with several conditions",
        ),
    ];
    for (text, complaint, said) in cases {
        let section = text.starts_with("[a:chess]\n[a").then_some("a");
        let imported = import(text, section).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        assert!(
            imported.complaints.iter().any(|found| found == complaint),
            "{text}: {:?}",
            imported.complaints
        );
        assert!(imported.toml.contains(said), "{text}:\n{}", imported.toml);
    }
}

#[test]
fn a_piece_whose_string_cannot_be_read_stands_still_and_the_others_move() {
    let imported = import_file("variants.ini", Some("swordsmen"));
    let still = "# `KisO2` in the source, which cannot be read: the piece stands still here\n";
    assert!(imported.toml.contains(still), "{}", imported.toml);
    assert!(
        imported
            .toml
            .contains("id = \"piece-a\"\nletter = \"A\"\nbetza = \"fsF\""),
        "{}",
        imported.toml
    );
    crate::import::reading::read_back(&imported.toml);
    let line = text_of("variants.ini")
        .lines()
        .position(|line| line == "customPiece2 = d:KisO2")
        .unwrap()
        + 1;
    let is_listed = imported
        .complaints
        .iter()
        .any(|complaint| complaint.starts_with(&format!("{line}:")));
    assert!(is_listed, "{:?}", imported.complaints);
}

#[test]
fn texts_of_a_hostile_size_are_refused() {
    let many = |line: &str, count: usize| line.repeat(count);
    let cases = [
        (
            many("rook:R:R:rook:a1\n", 300),
            "this diagram has more than 256 pieces",
        ),
        (
            format!("rook:R:R:rook:a1\n{}", many("a=1\n", 2000)),
            "this diagram has more than 1000 items",
        ),
        (
            format!("rook:R:R:rook:{}", many("a1,", 100_000)),
            "this piece stands on more squares than the board has",
        ),
        (
            "files=1000000000\nrook:R:R:rook:a1".to_string(),
            "`1000000000` is not a number for this key",
        ),
        (
            format!("[a:chess]\nstartFen = {}\n", many("8/", 10_000)),
            "this line is longer than 10000 bytes",
        ),
        (
            format!("[a:chess]\n{}", many("a = 1\n", 30_000)),
            "this text has more than 20000 lines with keys and sections",
        ),
        (
            "[a:chess]\nmaxFile = 1000000000\n".to_string(),
            "`1000000000` is not a value for this key",
        ),
        (
            "[a:chess]\nstartFen = 99999999/8\n".to_string(),
            "this start position cannot be read",
        ),
        (
            many("<div class=idiagram>\n", 50_000),
            "this diagram has more than 1000 items",
        ),
    ];
    for (text, expected) in cases {
        let found = refused(&text, None);
        assert!(found.ends_with(expected), "{found}, not {expected}");
    }
    let chain: String = (0..9_000)
        .map(|n| {
            format!(
                "[s{}:{}]\n",
                n + 1,
                if n == 0 {
                    "chess".into()
                } else {
                    format!("s{n}")
                }
            )
        })
        .collect();
    assert!(
        import(&chain, Some("s9000")).is_ok(),
        "a long line of sections is only long"
    );
}
