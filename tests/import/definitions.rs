//! What becomes of each definition, held against what the games' rules say.

use padma::model::{Side, Variant};

use crate::reading::{Imported, import_file, read_back};

struct Case {
    file: &'static str,
    section: &'static str,
    cells: usize,
    pieces: usize,
    /// White's and Black's at the start.
    men: [usize; 2],
    /// Pieces, and where White's and Black's stand.
    stand: &'static [(&'static str, &'static str, &'static str)],
    /// Lines of the TOML, next to each other.
    says: &'static [&'static str],
    left: &'static [&'static str],
}

const DIAGRAMS: &str = "diagrams.html";
const SECTIONS: &str = "variants.ini";

const CASES: [Case; 35] = [
    Case {
        file: "rotary-chess.txt",
        section: "",
        cells: 144,
        pieces: 14,
        men: [36, 36],
        stand: &[
            ("king", "g1", "g12"),
            (
                "pawn",
                "a3 b3 c3 d3 e3 f3 g3 h3 i3 j3 k3 l3",
                "a10 b10 c10 d10 e10 f10 g10 h10 i10 j10 k10 l10",
            ),
            ("warpriest", "b2 k2", "b11 k11"),
            ("four-diamond", "b1 k1", "b12 k12"),
        ],
        says: &[
            "pawn         = \"a3-l3\"",
            "id = \"sniff\"\nletter = \"S\"\nbetza = \"FsN\"",
            "id = \"king\"\nletter = \"K\"\nbetza = \"KisO4\"\nroyal = true",
            "cells = \"far rank 1\"\nto = [\"bishop\", \"rook\", \"queen\", \"warpriest\", \"mongoose\", \"basilisk\", \
             \"sniff\", \"caballero\", \"guard\", \"walrus\", \"four-diamond\", \"jackal\"]",
        ],
        left: &[
            "graphicsDir=/cgi-bin/fen2.php?s=50&t=Greenwade&w=F9F9F9&b=666666&p=",
            "squareSize=50",
            "graphicsType=",
        ],
    },
    Case {
        file: DIAGRAMS,
        section: "capablanca",
        cells: 80,
        pieces: 8,
        men: [20, 20],
        stand: &[("king", "f1", "f8"), ("chancellor", "h1", "h8"), ("archbishop", "c1", "c8")],
        says: &[
            "title = \"Capablanca\"",
            // How far a king castles depends on the board's width.
            "letter = \"K\"\nbetza = \"KisO3\"\nroyal = true",
            "letter = \"C\"\nbetza = \"RN\"",
            "to = [\"queen\", \"knight\", \"rook\", \"bishop\"]",
        ],
        left: &[],
    },
    Case {
        file: DIAGRAMS,
        section: "carrera",
        cells: 80,
        pieces: 8,
        men: [20, 20],
        stand: &[("champion", "b1", "b8"), ("centaur", "i1", "i8"), ("king", "f1", "f8")],
        says: &[
            "betza = \"fmWifmnDfceF\"",
            "to = [\"queen\", \"rook\", \"bishop\", \"knight\", \"champion\", \"centaur\"]",
        ],
        left: &["lightShade=#FFFFCC"],
    },
    Case {
        file: DIAGRAMS,
        section: "grand-chess",
        cells: 100,
        pieces: 8,
        men: [20, 20],
        stand: &[("rook", "a1 j1", "a10 j10"), ("king", "e2", "e9"), ("marshall", "f2", "f9")],
        says: &[
            "cells = \"far rank 1\"\nto = [\"knight\", \"bishop\", \"rook\", \"queen\", \"cardinal\", \"marshall\"]\n\
             from_reserve = true",
            "cells = \"far rank 2, far rank 3\"\nto = [\"knight\", \"bishop\", \"rook\", \"queen\", \"cardinal\", \
             \"marshall\"]\nmay_wait = true\nfrom_reserve = true",
        ],
        left: &["holdingsType=1"],
    },
    Case {
        file: DIAGRAMS,
        section: "big-board",
        cells: 144,
        pieces: 8,
        men: [24, 24],
        stand: &[("wizard", "a1 l1", "a12 l12"), ("queen", "f2", "f11")],
        says: &[
            "reserve = { knight = 1, bishop = 1, rook = 1, queen = 1 }",
            "id = \"wizard\"\nletter = \"W\"\nbetza = \"FC\"",
            "cells = \"far rank 1\"\nto = [\"knight\", \"bishop\", \"rook\", \"queen\"]\nfrom_reserve = true",
            "cells = \"far rank 2\"\nto = [\"knight\", \"bishop\", \"rook\", \"queen\"]\nmay_wait = true\n\
             from_reserve = true",
            "cells = \"far rank 3\"\nto = [\"knight\", \"bishop\"]\nmay_wait = true\nfrom_reserve = true",
        ],
        left: &["promoChoice: *Z", "shuffle=NB"],
    },
    Case {
        file: DIAGRAMS,
        section: "xiangqi",
        cells: 90,
        pieces: 7,
        men: [16, 16],
        stand: &[
            ("general", "e0", "e9"),
            ("cannon", "b2 h2", "b7 h7"),
            ("soldier", "a3 c3 e3 g3 i3", "a6 c6 e6 g6 i6"),
        ],
        says: &["first_rank = 0", "betza = \"WfkR\"\nroyal = true", "soldier  = \"a3 c3 e3 g3 i3\""],
        left: &[],
    },
    Case {
        file: DIAGRAMS,
        section: "shogi",
        cells: 81,
        pieces: 14,
        men: [20, 20],
        stand: &[("king", "e1", "e9"), ("bishop", "b2", "h8"), ("rook", "h2", "b8")],
        says: &[
            "symmetry = \"rotate\"",
            "id = \"tokin\"\nletter = \"+P\"",
            "piece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"tokin\"]\n\n",
            "piece = \"pawn\"\ncells = \"far rank 2, far rank 3\"\nto = [\"tokin\"]\nmay_wait = true",
            "piece = \"rook\"\ncells = \"far rank 1, far rank 2, far rank 3\"\nto = [\"dragon\"]\nmay_wait = true",
        ],
        left: &["holdingsType=-1"],
    },
    Case {
        file: DIAGRAMS,
        section: "corners",
        cells: 104,
        pieces: 8,
        men: [22, 22],
        stand: &[("wizard", "a1 l1", "a12 l12"), ("king", "g2", "g11")],
        says: &["without = \"b1-k1 a2 l2 a3 l3", "cells = \"far rank 1, far rank 2\""],
        left: &[],
    },
    Case {
        file: DIAGRAMS,
        section: "berolina",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("king", "e1", "e8"), ("queen", "d1", "d8")],
        says: &[
            "# royal because it is the last: the source names no royal piece\n[[piece]]\nid = \"king\"",
            "betza = \"ifmnAfmFfceW\"",
            "to = [\"rook\", \"knight\", \"bishop\", \"queen\"]",
        ],
        left: &[],
    },
    Case {
        file: DIAGRAMS,
        section: "makruk",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("king", "d1", "e8"), ("met", "e1", "d8")],
        says: &[
            "symmetry = \"rotate\"",
            "# image in the source: ferz\n[[piece]]\nid = \"met\"",
            "cells = \"far rank 1, far rank 2, far rank 3\"\nto = [\"met\"]",
        ],
        left: &["shape=round"],
    },
    Case {
        file: DIAGRAMS,
        section: "odds",
        cells: 64,
        pieces: 3,
        men: [9, 1],
        stand: &[("king", "e1", ""), ("queen", "", "d8")],
        says: &[
            "[setup.black]\nqueen = \"d8\"",
            "kind = \"stalemate\"\noutcome = \"loss\"",
            "to = [\"queen\"]",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "orthodox",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("king", "e1", "e8"), ("queen", "d1", "d8")],
        says: &[
            "id = \"pawn\"\nletter = \"P\"\nbetza = \"ifmnDfmWfceF\"",
            "to = [\"knight\", \"bishop\", \"rook\", \"queen\"]",
            "name = \"0-0\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\nblack = [\"king e8 g8\", \"rook h8 f8\"]",
            "name = \"0-0-0\"\nwhite = [\"king e1 c1\", \"rook a1 d1\"]\nblack = [\"king e8 c8\", \"rook a8 d8\"]",
            "kind = \"stalemate\"\noutcome = \"draw\"",
            "plies = 100\nunless = [\"pawn\"]\noutcome = \"draw\"",
            "outcome = \"draw\"\ntimes = 3",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "amazons-game",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("amazon", "d1", "d8")],
        says: &["title = \"Amazons Game\"", "to = [\"knight\", \"bishop\", \"rook\", \"amazon\"]"],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "knight-king",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("commoner", "b1 g1", "b8 g8"), ("king", "e1", "e8")],
        says: &[
            "id = \"king\"\nletter = \"K\"\nbetza = \"N\"\ndialect = \"fsf\"\nroyal = true",
            "to = [\"bishop\", \"rook\", \"queen\", \"commoner\"]",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "diagonal-pawns",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("piece-p", "a2 b2 c2 d2 e2 f2 g2 h2", "a7 b7 c7 d7 e7 f7 g7 h7")],
        says: &["betza = \"mfFcfeWimfnA\"\ndialect = \"fsf\"", "piece = \"piece-p\"\ncells = \"far rank 1\""],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "thai",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[
            ("king", "d1", "e8"),
            ("fers", "e1", "d8"),
            ("pawn", "a3 b3 c3 d3 e3 f3 g3 h3", "a6 b6 c6 d6 e6 f6 g6 h6"),
        ],
        says: &[
            "betza = \"fmWfcF\"",
            "cells = \"far rank 1, far rank 2, far rank 3\"\nto = [\"fers\"]",
            "outcome = \"draw\"\ntimes = 3",
        ],
        left: &["countingRule = makruk"],
    },
    Case {
        file: SECTIONS,
        section: "persian",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("king", "d1", "d8"), ("alfil", "c1 f1", "c8 f8")],
        says: &["kind = \"stalemate\"\noutcome = \"draw\"", "plies = 140"],
        left: &[
            "extinctionClaim = true (of the built-in `shatranj`)",
            "extinctionOpponentPieceCount = 2 (of the built-in `shatranj`)",
            "extinctionPieceCount = 1 (of the built-in `shatranj`)",
            "extinctionPieceTypes = * (of the built-in `shatranj`)",
            "extinctionValue = loss (of the built-in `shatranj`)",
        ],
    },
    Case {
        file: SECTIONS,
        section: "wide",
        cells: 80,
        pieces: 8,
        men: [20, 20],
        stand: &[("king", "f1", "f8"), ("archbishop", "c1", "c8"), ("chancellor", "h1", "h8")],
        says: &[
            "white = [\"king f1 i1\", \"rook j1 h1\"]",
            "white = [\"king f1 c1\", \"rook a1 d1\"]",
            "to = [\"knight\", \"bishop\", \"rook\", \"queen\", \"archbishop\", \"chancellor\"]",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "old-wide",
        cells: 80,
        pieces: 8,
        men: [20, 20],
        stand: &[("chancellor", "b1", "b8"), ("archbishop", "i1", "i8")],
        says: &["betza = \"fmWfcF\"", "title = \"Old Wide\""],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "grand-like",
        cells: 100,
        pieces: 8,
        men: [20, 20],
        stand: &[("pawn", "a3 b3 c3 d3 e3 f3 g3 h3 i3 j3", "a8 b8 c8 d8 e8 f8 g8 h8 i8 j8")],
        says: &[
            "cells = \"far rank 1\"\nto = [\"archbishop\", \"chancellor\"]\nlimit = 1",
            "cells = \"far rank 2, far rank 3\"\nto = [\"knight\", \"bishop\", \"rook\", \"queen\"]\n\
             may_wait = true\nlimit = 2",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "river",
        cells: 90,
        pieces: 7,
        men: [16, 16],
        stand: &[("king", "e1", "e10"), ("cannon", "b3 h3", "b8 h8")],
        says: &[
            // In its palace, and for the facing rule in the other's.
            "betza = \"WfkR\"\nstands_on = \"cells d1 d2 d3 d8 d9 d10 e1 e2 e3 e8 e9 e10 f1 f2 f3 f8 f9 f10\"\nroyal = true",
            "fers-area = { white = \"cells d1 d2 d3 e1 e2 e3 f1 f2 f3\", black = \"cells d8 d9 d10 e8 e9 e10 f8 f9 f10\" }",
            "movement = \"step forward along W; step sideways along W from soldier-beyond\"",
            "soldier-beyond = \"far rank 1, far rank 2, far rank 3, far rank 4, far rank 5\"",
            "stands_on = \"near rank 1, near rank 2, near rank 3, near rank 4, near rank 5\"",
        ],
        left: &[
            "chasingRule = axf (of the built-in `xiangqi`)",
            "perpetualCheckIllegal = true (of the built-in `minixiangqi`)",
        ],
    },
    Case {
        file: SECTIONS,
        section: "korean",
        cells: 90,
        pieces: 7,
        men: [16, 16],
        stand: &[
            ("king", "e2", "e9"),
            ("janggi-elephant", "c1 g1", "c10 g10"),
            ("wazir", "d1 f1", "d10 f10"),
        ],
        says: &["betza = \"nZ\"\ndialect = \"fsf\"", "betza = \"fsW\"", "betza = \"pR\""],
        left: &[
            "bikjangRule = true (of the built-in `janggi`)",
            "diagonalLines = d1 f1 e2 d3 f3 d8 f8 e9 d10 f10 (of the built-in `janggi`)",
            "materialCounting = janggi (of the built-in `janggi`)",
            "pass = true (of the built-in `janggi`)",
            "perpetualCheckIllegal = true (of the built-in `minixiangqi`)",
        ],
    },
    Case {
        file: SECTIONS,
        section: "generals",
        cells: 81,
        pieces: 10,
        men: [20, 20],
        stand: &[("king", "e1", "e9"), ("bishop", "b2", "h8"), ("shogi-knight", "b1 h1", "b9 h9")],
        says: &[
            "symmetry = \"rotate\"",
            // Where it could not move on it must promote.
            "piece = \"shogi-knight\"\ncells = \"far rank 1, far rank 2\"\nto = [\"gold\"]\n\n",
            "piece = \"shogi-knight\"\ncells = \"far rank 3\"\nto = [\"gold\"]\nmay_wait = true",
            "piece = \"silver\"\ncells = \"far rank 1, far rank 2, far rank 3\"\nto = [\"gold\"]\nmay_wait = true",
            "outcome = \"draw\"\ntimes = 4",
        ],
        left: &[
            "pieceDrops = true",
            "capturesToHand = true",
            "promotedPieceType = p:g l:g n:g s:g b:h r:d",
            "immobilityIllegal = true",
        ],
    },
    Case {
        file: SECTIONS,
        section: "six-by-six",
        cells: 36,
        pieces: 5,
        men: [12, 12],
        stand: &[("king", "d1", "d6"), ("knight", "a1 f1", "a6 f6")],
        says: &["to = [\"knight\", \"rook\", \"queen\"]"],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "hand",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[],
        says: &["reserve = { knight = 1 }"],
        left: &["pieceDrops = true (of the built-in `pocketknight`)"],
    },
    Case {
        file: SECTIONS,
        section: "uneven-hand",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[("king", "e1", "e8")],
        says: &["fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNq]\""],
        left: &["pieceDrops = true"],
    },
    Case {
        file: SECTIONS,
        section: "hill",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[],
        says: &["kind = \"goal\"\npiece = \"king\"\ncells = \"cells d4 d5 e4 e5\""],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "race",
        cells: 56,
        pieces: 1,
        men: [16, 16],
        stand: &[],
        says: &[
            "betza = \"fmWfF\"",
            "kind = \"goal\"\npiece = \"breakthrough\"\ncells = \"far rank 1\"",
            "kind = \"stalemate\"\noutcome = \"loss\"",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "horsemen",
        cells: 64,
        pieces: 10,
        men: [16, 16],
        stand: &[("king", "e1", "e8"), ("kniroo", "", "a8 h8"), ("silver", "", "d8"), ("rook", "a1 h1", "")],
        says: &[
            "white = [\"king e1 g1\", \"rook h1 f1\"]\nblack = []",
            "to = [\"queen\", \"centaur\"]",
            "betza = \"mNcB\"",
        ],
        // Black's pawns start on a rank from which they do not step twice.
        left: &["doubleStepRegion (not written)"],
    },
    Case {
        file: SECTIONS,
        section: "walls",
        cells: 84,
        pieces: 8,
        men: [22, 22],
        stand: &[("king", "g2", "g9"), ("piece-w", "a1 l1", "a10 l10"), ("piece-c", "b2 k2", "b9 k9")],
        says: &[
            "without = \"b1-k1 a2 l2",
            "# customPiece1 in the source, which has no name for it\n[[piece]]\nid = \"piece-c\"",
            "white = [\"king g2 i2\", \"rook j2 h2\"]",
            "white = [\"king g2 e2\", \"rook c2 f2\"]",
            "cells = \"far rank 2\"",
            "betza = \"ifmnDfmWfceF\"",
        ],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "cannons",
        cells: 100,
        pieces: 8,
        men: [22, 22],
        stand: &[("cannon", "a1 j1", "a10 j10"), ("king", "f2", "f9"), ("fers-alfil", "a2 j2", "a9 j9")],
        says: &["white = [\"king f2 h2\", \"rook i2 g2\"]", "white = [\"king f2 d2\", \"rook b2 e2\"]"],
        left: &[],
    },
    Case {
        file: SECTIONS,
        section: "two-courts",
        cells: 64,
        pieces: 8,
        men: [16, 16],
        stand: &[],
        says: &["reserve = { archbishop = 1, chancellor = 1 }"],
        left: &[
            "gating = true (of the built-in `seirawan`)",
            "seirawanGating = true (of the built-in `seirawan`)",
        ],
    },
    Case {
        file: SECTIONS,
        section: "stones",
        cells: 36,
        pieces: 3,
        men: [2, 3],
        stand: &[("immobile", "", "c2"), ("piece-a", "a1 d1", "c6 f6")],
        says: &["movement = \"step contiguous onto nowhere\"", "nowhere = \"not square\""],
        left: &["startFen: b", "wallingRule = arrow"],
    },
    Case {
        file: SECTIONS,
        section: "old-keys",
        cells: 64,
        pieces: 6,
        men: [16, 16],
        stand: &[],
        says: &[
            // What is said of one side counts, wherever it stands.
            "cells = \"pawn-promotion\"\nto = [\"queen\"]",
            "cells = \"pawn-promotion-2\"\nto = [\"rook\", \"queen\"]",
            "pawn-promotion = { white = \"rank 7, rank 8\", black = \"not square\" }",
            "king-goal = { white = \"cells e8\", black = \"cells e1\" }",
            "kind = \"goal\"\npiece = \"king\"\ncells = \"king-goal\"",
        ],
        left: &[],
    },
    // Not a game of anybody's: every piece stands where nothing else needs it.
    Case {
        file: "loose.txt",
        section: "",
        cells: 25,
        pieces: 2,
        men: [2, 2],
        stand: &[("silver-general", "a1", "a5"), ("ride-piece", "b1", "b5")],
        says: &["name = \"Ride\"", "letter = \"S\""],
        left: &[],
    },
];

#[test]
fn each_definition_becomes_the_variant_its_rules_say() {
    let mut faults = Vec::new();
    for case in &CASES {
        let section = Some(case.section).filter(|section| !section.is_empty());
        let imported = import_file(case.file, section);
        let variant = read_back(&imported.toml);
        faults.extend(
            compare(case, &imported, &variant)
                .into_iter()
                .map(|fault| format!("{} {}: {fault}", case.file, case.section)),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn compare(case: &Case, imported: &Imported, variant: &Variant) -> Vec<String> {
    let mut faults = Vec::new();
    let mut number = |what: &str, found: usize, expected: usize| {
        if found != expected {
            faults.push(format!("{found} {what}, not {expected}"));
        }
    };
    number("cells", variant.board.len(), case.cells);
    number("pieces", variant.pieces.len(), case.pieces);
    for (side, expected) in Side::BOTH.into_iter().zip(case.men) {
        number(
            &format!("{} men", side.name()),
            men(variant, side, None).split_whitespace().count(),
            expected,
        );
    }
    for (piece, white, black) in case.stand {
        for (side, expected) in [(Side::White, white), (Side::Black, black)] {
            let found = men(variant, side, Some(piece));
            if found != *expected {
                faults.push(format!("the {} {piece} stands on {found}, not {expected}", side.name()));
            }
        }
    }
    for said in case.says.iter().filter(|said| !imported.toml.contains(**said)) {
        faults.push(format!("the TOML does not say\n{said}\nbut\n{}", imported.toml));
    }
    let left: Vec<&str> = imported.draft.leftovers.iter().map(|leftover| leftover.text.as_str()).collect();
    if left != case.left {
        faults.push(format!("left over are {left:#?}"));
    }
    // Whatever is left over is told on the way and noted in the TOML.
    for text in left {
        if !imported.toml.contains(&format!("  {text}  (")) {
            faults.push(format!("the TOML does not note {text}"));
        }
    }
    faults
}

/// The cells of a side's men, of one piece or all, in the board's order.
fn men(variant: &Variant, side: Side, piece: Option<&str>) -> String {
    let Some(setup) = &variant.setup else { return String::new() };
    let is_meant = |cell: &padma::model::Cell| {
        setup.position.man(*cell).is_some_and(|man| {
            let id = man.piece.map(|piece| variant.piece(piece).id.as_str());
            man.side == side && (piece.is_none() || id == piece)
        })
    };
    let cells = variant.board.cells().filter(is_meant);
    cells.map(|cell| variant.board.name(cell)).collect::<Vec<_>>().join(" ")
}

#[test]
fn built_in_variants_are_carried_over_without_a_complaint_about_a_string() {
    let text = std::fs::read_to_string("src/import/ini/builtin.ini").unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next());
    let mut tried = 0;
    for name in names {
        let imported = crate::reading::import(&format!("[game:{name}]\n"), None);
        let imported = imported.unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        let strange: Vec<&String> = imported
            .complaints
            .iter()
            .filter(|complaint| !complaint.ends_with("is not carried over"))
            .collect();
        assert!(strange.is_empty(), "{name}: {strange:#?}");
        read_back(&imported.toml);
        tried += 1;
    }
    assert!(tried > 60, "{tried}");
}
