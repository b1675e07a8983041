//! Variants exported as Interactive Diagrams and imported again: every piece reaches the same cells, and there
//! are as many ways to play the first moves. What a diagram cannot say is listed.

use super::games::definitions;
use super::{Exported, count, export_to, import_again, pieces_with_other_reach};
use crate::import::{MOST, import, import_file};
use kit_rules::content::{game_names, text_of, variant_names};
use padma_exchange::export::OtherProgram;
use padma_variant::BUILT_IN;

/// The variants of this program of which a diagram says everything, but for how a long game ends.
const WHOLE: &str = "chess orthodox-chess rotary-chess";

/// Those with a board that no diagram has.
const REFUSED: &str = "alice ben39 byzantine chessma-84 glinski lotus-39 lotus-41 lotus-61 lotus-93 no-corner-rule \
    no-rook-in-a-corner petals-41 pond raumschach";

/// The built-in definitions of Fairy-Stockfish, 121 in all, of which it says everything but that.
const WHOLE_OF_PROGRAM: &str = "ai-wok almost amazon armageddon asean berolina bughouse cambodian capablanca caparandom \
    centaur chancellor chaturanga chess coregal dragon embassy fairy fischerandom gardner georgian gothic \
    grasshopper hoppelpoppel knightmate losalamos makruk misere modern newzealand nightrider nocastle normal \
    paradigm pocketknight raazuvaa tencubed";

fn export_diagram(name: &str, toml: &str) -> Exported {
    export_to(OtherProgram::Diagram, name, toml)
}

/// What is left besides the rules that end a long game, which a diagram never has.
fn left(exported: &Exported) -> Vec<&str> {
    let late = ["quiet-limit", "repetition", "dead-position"];
    let is_late = |left: &&str| {
        late.iter()
            .any(|rule| left.starts_with(&format!("the rule `{rule}`")))
    };
    let untold = exported.untold.iter().map(String::as_str);
    untold.filter(|left| !is_late(left)).collect()
}

/// Reads a diagram of which nothing is left. Returns what is different in it.
fn differences(name: &str, exported: &Exported, text: &str, depth: u32) -> Vec<String> {
    let (again, leftovers) = import_again(name, text);
    let mut wrong: Vec<String> = leftovers
        .iter()
        .map(|left| format!("{name}: not imported: {left}"))
        .collect();
    let pieces = pieces_with_other_reach(&exported.rules, &again);
    wrong.extend(pieces.into_iter().take(1));
    for depth in 1..=depth {
        let counts = (count(&exported.rules, depth), count(&again, depth));
        if counts.0 != counts.1 {
            wrong.push(format!("{name}, {depth} moves: {counts:?} ways\n{text}"));
        }
    }
    wrong
}

#[test]
fn diagrams_are_imported_as_the_variants_were() {
    let built_in = BUILT_IN.iter().map(|(name, _)| name.to_string());
    let mut names: Vec<String> = game_names().into_iter().chain(variant_names()).collect();
    names.extend(built_in);
    names.sort();
    names.dedup();
    let (mut whole, mut refused, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for name in &names {
        let exported = export_diagram(name, &text_of(name));
        match &exported.text {
            Err(_) => refused.push(name.as_str()),
            Ok(text) if left(&exported).is_empty() => {
                whole.push(name.as_str());
                wrong.extend(differences(name, &exported, text, 3));
            }
            // What is listed is no item of the diagram.
            Ok(text) => drop(import(text, None).unwrap_or_else(|why| panic!("{name}: {why:?}"))),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(whole.join(" "), WHOLE);
    assert_eq!(refused.join(" "), REFUSED);
}

#[test]
fn diagrams_of_games_of_the_program_have_its_counts() {
    let (mut whole, mut wrong) = (Vec::new(), Vec::new());
    let rows = definitions("built-in");
    for row in &rows {
        let name = &row[0];
        let section = format!("[game:{name}]\n");
        let imported = import(&section, None).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let exported = export_diagram(name, &imported.toml);
        let Ok(text) = &exported.text else {
            wrong.push(format!("{name}: {:?}", exported.text));
            continue;
        };
        if !left(&exported).is_empty() {
            continue;
        }
        whole.push(name.as_str());
        wrong.extend(differences(name, &exported, text, 0));
        let (again, _) = import_again(name, text);
        for (depth, ways) in (1..).zip(&row[2..]) {
            let ways: u64 = ways.parse().expect("a number");
            if ways > MOST {
                break;
            }
            let found = count(&again, depth);
            if found != ways {
                wrong.push(format!("{name}: {found} ways, not {ways}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(whole.join(" "), WHOLE_OF_PROGRAM);
    assert_eq!((whole.len(), rows.len()), (37, 121));
}

/// The diagrams of `diagrams.html`.
const DIAGRAMS: [&str; 10] = [
    "capablanca",
    "carrera",
    "grand-chess",
    "big-board",
    "xiangqi",
    "shogi",
    "corners",
    "berolina",
    "makruk",
    "odds",
];

#[test]
fn diagrams_come_back_as_they_were() {
    let mut wrong = Vec::new();
    for name in DIAGRAMS {
        let exported = export_diagram(name, &import_file("diagrams.html", Some(name)).toml);
        let text = exported.text.as_ref().expect("a diagram");
        wrong.extend(exported.untold.iter().map(|left| format!("{name}: {left}")));
        wrong.extend(differences(name, &exported, text, 2));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Chess with other lines in its file.
fn chess(lines: &str) -> String {
    format!("title = \"Test\"\nextends = \"chess\"\n{lines}\n")
}

/// A board of five files with two kings, and more lines.
fn small(board: &str, lines: &str) -> String {
    format!(
        "title = \"Test\"\n[board]\nkind = \"grid\"\nfiles = 5\nranks = 5\n{board}\n[[piece]]\nid = \"king\"\n\
         betza = \"K\"\nroyal = true\n[[piece]]\nid = \"test\"\nletter = \"X\"\n{lines}\n"
    )
}

/// Rules of promotion in chess, and the lines that say them.
const PROMOTIONS: [(&str, &str); 8] = [
    // Once, where all may be chosen.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"queen\", \"knight\"]",
        "promoChoice=NQ",
    ),
    // A piece that may wait chooses itself.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1, far rank 2\"\nto = [\"queen\"]\nmay_wait = true",
        "promoZone=2 promoChoice=QP",
    ),
    // It must promote on the last rank.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"queen\"]\n\
         [[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 2\"\nto = [\"queen\"]\nmay_wait = true",
        "promoZone=2 promoChoice=Q!P",
    ),
    // A Queen on the last rank only, a Knight on both.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"queen\", \"knight\"]\n\
         [[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 2\"\nto = [\"knight\"]",
        "promoZone=2 promoChoice=NQ1",
    ),
    // A Rook if there is one beside the board.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"rook\"]\nfrom_reserve = true",
        "promoChoice=*R",
    ),
    // Two pieces that share their choices.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"queen\"]\n\
         [[rule]]\nkind = \"promotion\"\npiece = \"knight\"\ncells = \"far rank 1\"\nto = [\"queen\"]",
        "maxPromote=2 promoChoice=Q",
    ),
    // Two pieces, each of which becomes one other: the first must do so on the last rank. Queen and Rook come
    // last of six pieces.
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"knight\"\ncells = \"far rank 1\"\nto = [\"rook\"]\nmay_wait = true\n\
         [[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"queen\"]",
        "maxPromote=2 promoOffset=4",
    ),
    ("", "promoZone=0"),
];

#[test]
fn promotions_become_settings() {
    let mut wrong = Vec::new();
    for (rules, settings) in PROMOTIONS {
        let toml = chess(&format!("without = [\"rule promotion\"]\n{rules}"));
        let exported = export_diagram("test", &toml);
        let text = exported.text.as_ref().expect("a diagram");
        let lines = text.lines().filter(|line| line.contains("romo"));
        let lines: Vec<&str> = lines.filter(|line| !line.contains("hess")).collect();
        let mut untold = left(&exported);
        untold.extend(lines.join(" ").ne(settings).then_some("other lines"));
        if !untold.is_empty() {
            wrong.push(format!("{rules}: {untold:?}\n{text}"));
        }
        wrong.extend(differences(settings, &exported, text, 2));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn boards_setups_and_pieces_become_lines() {
    let drop = |cells: &str| {
        chess(&format!(
            "setup = {{ fen = \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[Pp]\" }}\n[[rule]]\nkind = \"drop\"\n\
             pieces = [\"pawn\"]\ncells = \"{cells}\""
        ))
    };
    let promotion = |to: &str, more: &str| {
        format!(
            "\n[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"{to}\"]\n{more}"
        )
    };
    let setup = |fen: &str| format!("betza = \"W\"\n[setup]\nfen = \"{fen}\"");
    let movement = |text: &str| {
        small(
            "",
            &format!("movement = \"{text}\"\n[setup]\nfen = \"4k/4x/5/X4/K4\""),
        )
    };
    let rows = [
        (chess(""), "king:K:KisO2:king:e1"),
        (
            chess("setup = { fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" }"),
            "pawn:P:fmWfceFifmnD:pawn:a2-h2",
        ),
        // From e8 the king of Black goes to its right, as from d1 to b1 that of White to its left: one wing each.
        (
            chess(
                "without = [\"rule castling\"]\nsetup = { fen = \"rnbkqbnr/8/8/8/8/8/8/RNBQKBNR\" }\n\
                 [[rule]]\nkind = \"castling\"\nname = \"O-O\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\n\
                 black = [\"king d8 b8\", \"rook a8 c8\"]",
            ),
            "king:K:KirO2:king:e1",
        ),
        (
            chess("[[rule]]\nkind = \"stalemate\"\noutcome = \"loss\""),
            "stalemate=loss",
        ),
        (
            drop("near rank 1, near rank 2, near rank 3"),
            "pawn:P:fmWfceFifmnD@3:pawn:a2-h2:1",
        ),
        (
            drop("near rank 2, near rank 3"),
            "pawn:P:fmWfceFifmnDj@3:pawn:a2-h2:1",
        ),
        (
            drop("not near rank 1"),
            "pawn:P:fmWfceFifmnDj@8:pawn:a2-h2:1",
        ),
        // The last rule about a piece decides how it is dropped.
        (
            drop(
                "near rank 1\"\n[[rule]]\nkind = \"drop\"\npieces = [\"pawn\"]\ncells = \"near rank 2, near rank 1",
            ),
            "pawn:P:fmWfceFifmnD@2:pawn:a2-h2:1",
        ),
        // It may not wait where one of two rules says that it must promote.
        (
            chess(&format!(
                "without = [\"rule promotion\"]{}{}",
                promotion("rook", ""),
                promotion("queen", "may_wait = true")
            )),
            "promoChoice=RQ",
        ),
        (
            small(
                "",
                "name = \"hole \"\nbetza = \"W\"\n[setup]\nfen = \"1k2x/5/5/5/X2K1\"",
            ),
            "immobile hole:X:W:immobile hole:a1",
        ),
        (
            chess("setup = { fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[Qq]\" }"),
            "symmetry=none",
        ),
        (
            chess("setup = { fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR[QQq]\" }"),
            "queen:Q:Q:queen:,,d8:2,1",
        ),
        (small("", &setup("1k2x/5/5/5/X2K1")), "symmetry=rotate"),
        (small("", &setup("4k/5/5/5/4K")), "satellite=test"),
        (
            small("first_rank = 0", &setup("4k/5/5/5/4K")),
            "firstRank=0",
        ),
        (
            small("without = \"a1 e5\"", &setup("1k2*/5/5/5/*2K1")),
            "hole::::a1,e5",
        ),
        (
            small("without = \"a1\"", &setup("4k/5/5/5/*3K")),
            "hole::::a1,,",
        ),
        (
            movement("step orthogonal; step forward along diagonal"),
            "test:X:WfF:test:a2",
        ),
        (
            movement("slide along contiguous up to 2"),
            "test:X:K2:test:a2",
        ),
        (
            movement("step (1,2); slide orthogonal only to move"),
            "test:X:NmR:test:a2",
        ),
        (
            movement("step orthogonal then slide outward diagonal"),
            "test:X:[W-B]:test:a2",
        ),
        (
            small(
                "",
                "movement = \"step contiguous onto nowhere\"\n[sets]\nnowhere = \"cells\"\n[setup]\n\
                 fen = \"4k/4x/5/X4/K4\"",
            ),
            "test:X::test:a2",
        ),
    ];
    let mut wrong = Vec::new();
    for (toml, line) in rows {
        let exported = export_diagram("test", &toml);
        let text = exported.text.as_ref().expect("a diagram");
        if !text.lines().any(|other| other == line) || !left(&exported).is_empty() {
            wrong.push(format!("not `{line}`: {:?}\n{text}", exported.untold));
        }
        wrong.extend(differences(line, &exported, text, 2));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Lines added to chess, and what a diagram cannot say of them.
const LEFT: [(&str, &str, &str); 22] = [
    (
        "[[rule]]\nkind = \"must-capture\"",
        "the rule `must-capture`",
        "no key for this",
    ),
    (
        "[[rule]]\nkind = \"facing\"\npiece = \"king\"\nalong = \"n, s\"",
        "the rule `facing`",
        "no key for this",
    ),
    (
        "[[rule]]\nkind = \"into-hand\"",
        "the rule `into-hand`",
        "no key for this",
    ),
    (
        "[[rule]]\nkind = \"stalemate\"\noutcome = \"win\"",
        "the rule `stalemate`",
        "drawn or lost",
    ),
    ("[[turn]]\nmoves = 2", "a turn", "one move"),
    ("[[turn]]\npass = true", "a turn", "one move"),
    (
        "[[count]]\nid = \"checks\"\nwhen = \"in-check(other)\"",
        "a counter",
        "no key for this",
    ),
    (
        "setup = { fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b\" }",
        "that Black begins",
        "White begins",
    ),
    (
        "setup = { fen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1\" }",
        "what follows the pieces in the FEN",
        "the side that moves first",
    ),
    (
        "[[piece]]\nid = \"king\"\nbetza = \"K\"",
        "that no piece is royal",
        "the last piece is royal",
    ),
    (
        "[[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = \"last\"",
        "the royalty of `king`",
        "must be safe",
    ),
    (
        "[[piece]]\nid = \"king\"\nbetza = \"K\"\nroyal = true\nstands_on = \"near rank 1\"",
        "`stands_on` of `king`",
        "every square",
    ),
    (
        "[[piece]]\nid = \"duck\"\nletter = \"DU\"\nside = \"nobody\"",
        "the piece `duck`",
        "belongs to a side",
    ),
    (
        "[[piece]]\nid = \"knight\"\nletter = \"N\"\nmovement = \"step (1,2) onto square\"",
        "the movement of `knight`",
        "lands on",
    ),
    (
        "[[piece]]\nid = \"knight\"\nletter = \"N\"\nmovement = \"slide orthogonal; otherwise step diagonal\"",
        "the movement of `knight`",
        "otherwise",
    ),
    (
        "[[piece]]\nid = \"knight\"\nletter = \"N\"\nmovement = \"wander along orthogonal\"",
        "the movement of `knight`",
        "no string",
    ),
    (
        "setup = { fen = \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[Pp]\" }\n[[rule]]\nkind = \"drop\"\nwithout = [\"check\"]",
        "the rule `drop`",
        "first ranks",
    ),
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"knight\"\ncells = \"cells a8\"\nto = [\"queen\"]",
        "a promotion of `knight`",
        "whole ranks",
    ),
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"knight\"\ncells = \"far rank 1\"\nto = [\"queen\"]\nlimit = 1",
        "a promotion of `knight`",
        "any number",
    ),
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"knight\"\ncells = \"far rank 1\"\nto = [\"queen\"]",
        "a promotion of `knight`",
        "the same pieces",
    ),
    (
        "without = [\"setup\", \"rule castling\"]",
        "that there is no setup",
        "begins with the pieces",
    ),
    (
        "[[rule]]\nkind = \"castling\"\nname = \"O-O-O-O\"\nwhite = [\"king e1 g1\", \"knight g1 f1\"]\nblack = []",
        "the rule `castling`",
        "at the edge",
    ),
];

#[test]
fn what_a_diagram_cannot_say_is_listed_twice() {
    let mut wrong = Vec::new();
    for (lines, what, why) in LEFT {
        let exported = export_diagram("test", &chess(lines));
        let text = exported.text.as_ref().expect("a diagram");
        let is_told = |left: &&str| left.starts_with(what) && left.contains(why);
        let comment = text.split_once("</div>").map_or("", |(_, comment)| comment);
        let is_listed = comment
            .lines()
            .any(|line| line.contains(what) && line.contains(why));
        if left(&exported).len() != 1 || !left(&exported).iter().all(is_told) || !is_listed {
            wrong.push(format!("{lines}: {:?}\n{text}", left(&exported)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
