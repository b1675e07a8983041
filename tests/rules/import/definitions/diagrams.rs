//! Definitions for the Interactive Diagram, and what is to become of each.

use super::Case;

const DIAGRAMS: &str = "diagrams.html";

pub const CASES: [Case; 12] = [
    Case {
        file: "rotary-chess.txt",
        section: "",
        cells: 144,
        pieces: 14,
        placed: [36, 36],
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
        placed: [20, 20],
        stand: &[
            ("king", "f1", "f8"),
            ("chancellor", "h1", "h8"),
            ("archbishop", "c1", "c8"),
        ],
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
        placed: [20, 20],
        stand: &[
            ("champion", "b1", "b8"),
            ("centaur", "i1", "i8"),
            ("king", "f1", "f8"),
        ],
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
        placed: [20, 20],
        stand: &[
            ("rook", "a1 j1", "a10 j10"),
            ("king", "e2", "e9"),
            ("marshall", "f2", "f9"),
        ],
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
        placed: [24, 24],
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
        placed: [16, 16],
        stand: &[
            ("general", "e0", "e9"),
            ("cannon", "b2 h2", "b7 h7"),
            ("soldier", "a3 c3 e3 g3 i3", "a6 c6 e6 g6 i6"),
        ],
        says: &[
            "first_rank = 0",
            "betza = \"WfkR\"\nroyal = true",
            "soldier  = \"a3 c3 e3 g3 i3\"",
        ],
        left: &[],
    },
    Case {
        file: DIAGRAMS,
        section: "shogi",
        cells: 81,
        pieces: 14,
        placed: [20, 20],
        stand: &[
            ("king", "e1", "e9"),
            ("bishop", "b2", "h8"),
            ("rook", "h2", "b8"),
        ],
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
        placed: [22, 22],
        stand: &[("wizard", "a1 l1", "a12 l12"), ("king", "g2", "g11")],
        says: &[
            "without = \"b1-k1 a2 l2 a3 l3",
            "cells = \"far rank 1, far rank 2\"",
        ],
        left: &[],
    },
    Case {
        file: DIAGRAMS,
        section: "berolina",
        cells: 64,
        pieces: 6,
        placed: [16, 16],
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
        placed: [16, 16],
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
        placed: [9, 1],
        stand: &[("king", "e1", ""), ("queen", "", "d8")],
        says: &[
            "[setup.black]\nqueen = \"d8\"",
            "kind = \"stalemate\"\noutcome = \"loss\"",
            "to = [\"queen\"]",
        ],
        left: &[],
    },
    // Not a game of anybody's: every piece stands where nothing else needs it.
    Case {
        file: "loose.txt",
        section: "",
        cells: 25,
        pieces: 2,
        placed: [2, 2],
        stand: &[("silver-general", "a1", "a5"), ("ride-piece", "b1", "b5")],
        says: &["name = \"Ride\"", "letter = \"S\""],
        left: &[],
    },
];
