//! What the program says of pieces in English: a table of all sentences of all variants of the books, which was read against
//! their sources, and that no rule and no key of one is passed over. `PADMA_BLESS=1` writes the table, to be read
//! before it is kept.

use std::fs;
use std::path::PathBuf;

use kit::content::is_variant;
use kit::folder::root;
use padma_rules::model::{EffectRule, KindId, QuietLimit, Rule, Variant};
use padma_variant::describe::{self, Article, Statement, Topic, Whom};
use padma_words::{SlotValue, english};

fn say(said: impl Into<SlotValue>) -> String {
    english().say(said)
}

/// All that is said of a piece.
fn said(variant: &Variant, id: KindId) -> String {
    let kind = variant.kind(id);
    let line = |statement: Statement| {
        format!(
            "\n  {}: {}",
            say(statement.topic.title()),
            say(statement.said)
        )
    };
    let rules: String = describe::piece(variant, id).into_iter().map(line).collect();
    format!(
        "- The {} {}.{rules}\n",
        kind.name,
        say(describe::movement_said(variant, id))
    )
}

/// A rule of the game, and of what it speaks.
fn ruled(variant: &Variant, article: &Article) -> String {
    let names = |kinds: &[KindId]| -> Vec<String> {
        kinds
            .iter()
            .map(|id| variant.kind(*id).name.clone())
            .collect()
    };
    let subjects = match &article.pieces {
        Whom::Game => String::new(),
        Whom::Only(kinds) => format!(" ({})", names(kinds).join("; ")),
        Whom::AllBut(kinds) => format!(" (all but {})", names(kinds).join("; ")),
    };
    format!(
        "- {}{subjects}: {}\n",
        say(article.part.title()),
        say(&article.said)
    )
}

/// All that the rules of play say of a variant.
fn played(variant: &Variant) -> String {
    let of_kind = |id: KindId| {
        let powers = describe::piece(variant, id).into_iter();
        let powers = powers.filter(|s| matches!(s.topic, Topic::Captures | Topic::Powers));
        let powers: Vec<String> = powers.map(|statement| say(statement.said)).collect();
        format!(
            "{} {}\n",
            say(describe::movement_said(variant, id)),
            powers.join(" ")
        )
    };
    let article = |article: Article| {
        let (part, pieces) = (article.part, &article.pieces);
        format!("{part:?} {pieces:?} {}\n", say(&article.said))
    };
    variant
        .kind_ids()
        .map(of_kind)
        .chain(describe::game(variant).into_iter().map(article))
        .collect()
}

/// The variants of the books, those of one book together.
fn variants() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in fs::read_dir(root().join("content")).unwrap() {
        let folder = folder.unwrap().path();
        for file in fs::read_dir(&folder).into_iter().flatten() {
            let path = file.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            if is_variant(&path) {
                found.push((folder.clone(), stem));
            }
        }
    }
    // The variant that the others of a book extend has the shortest name, or the book's.
    found.sort_by_key(|(folder, stem)| (folder.clone(), !folder.ends_with(stem), stem.clone()));
    found
}

#[test]
fn every_generated_sentence_is_as_recorded() {
    let mut document = String::from("# What is said of every piece\n");
    let mut before: Vec<(PathBuf, String)> = Vec::new();
    for (folder, name) in variants() {
        let rules = kit::content::variant(&name);
        document.push_str(&format!("\n## {name}\n\n"));
        for id in rules.variant.kind_ids() {
            let entry = (folder.clone(), said(&rules.variant, id));
            // What another variant of the book has alike is read there.
            if !before.contains(&entry) {
                document.push_str(&entry.1);
                before.push(entry);
            }
        }
        document.push('\n');
        for article in describe::game(&rules.variant) {
            let entry = (folder.clone(), ruled(&rules.variant, &article));
            if !before.contains(&entry) {
                document.push_str(&entry.1);
                before.push(entry);
            }
        }
    }
    let path = root().join("tests/sentences.md");
    if std::env::var_os("PADMA_BLESS").is_some() {
        fs::write(&path, document).unwrap();
        return;
    }
    let kept = fs::read_to_string(&path).unwrap();
    let differs = document
        .lines()
        .zip(kept.lines())
        .find(|(now, then)| now != then);
    assert!(document == kept, "first in {differs:?}");
}

/// Whether a rule speaks of no piece: of the course of the game only.
fn is_of_the_game(rule: &Rule) -> bool {
    match rule {
        Rule::Repetition(_)
        | Rule::DeadPosition(_)
        | Rule::Stalemate(_)
        | Rule::End(_)
        | Rule::Forbid(_)
        | Rule::Must(_)
        | Rule::NotCheck(_)
        | Rule::Counter(_)
        | Rule::Effect(EffectRule { kinds: None, .. }) => true,
        Rule::QuietLimit(QuietLimit {
            restarting: counting,
            ..
        }) => counting.is_empty(),
        _ => false,
    }
}

fn all_said(variant: &Variant) -> String {
    variant.kind_ids().map(|id| said(variant, id)).collect()
}

#[test]
fn every_rule_of_the_books_is_described() {
    let mut seen = 0;
    for (_, name) in variants() {
        let variant = kit::content::variant(&name).variant.clone();
        let whole = all_said(&variant);
        for place in
            (0..variant.rules.len()).filter(|place| !is_of_the_game(&variant.rules[*place]))
        {
            let mut without = variant.clone();
            let rule = without.rules.remove(place);
            assert_ne!(all_said(&without), whole, "{name}: {rule:?}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn the_rules_of_play_describe_every_rule_of_the_books() {
    let mut seen = 0;
    for (_, name) in variants() {
        let variant = kit::content::variant(&name).variant.clone();
        let whole = played(&variant);
        for place in 0..variant.rules.len() {
            let mut without = variant.clone();
            let rule = without.rules.remove(place);
            assert_ne!(played(&without), whole, "{name}: {rule:?}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

const PIECES: &str = r#"
[board]
kind = "grid"
files = 8
ranks = 8
[sets]
hill = "cells d4 e4 d5 e5"
[[checker]]
id = "coin"
count = 9
[[piece]]
id = "king"
betza = "K"
royal = true
[[piece]]
id = "rook"
betza = "R"
checkers = { coin = 1 }
[[piece]]
id = "knight"
betza = "N"
checkers = { coin = 2 }
[[piece]]
id = "pawn"
betza = "fmWfcF"
[setup]
white = { king = "e1" }
black = { king = "e8" }
reserve = { knight = 2, rook = 2 }
"#;

/// Rules and pieces beside [`PIECES`], and a sentence that is made of them.
const TOLD: &[(&str, &str)] = &[
    (
        "[[rule]]\nkind = \"drop\"\npieces = [\"rook\"]\ncells = \"near rank 1, near rank 2, near rank 3, near rank 4\"",
        "From the hand it may be dropped, as a move, on any empty cell of its first four ranks.",
    ),
    (
        "[[rule]]\nkind = \"drop\"\npieces = [\"rook\"]\ncells = \"rank 2, rank 3, rank 4, rank 5\"",
        "From the hand it may be dropped, as a move, on any empty cell of ranks 2 to 5.",
    ),
    (
        "[[rule]]\nkind = \"drop\"\npieces = [\"rook\"]\ncells = \"hill\"\nmust_move = true\nwhen = \"count(pieces(rook, mover)) = 0\"",
        "on any empty cell among d4, d5, e4 and e5 from which it could move if no other piece stood on the board, but only if ",
    ),
    (
        "[[rule]]\nkind = \"extinction\"\npieces = [\"pawn\"]",
        "A side that has no piece left, or that lacks a Pawn, has lost.",
    ),
    (
        "[[rule]]\nkind = \"extinction\"\npieces = [\"pawn\", \"rook\"]",
        "A side that has no piece left, or that lacks a Pawn or a Rook, has lost.",
    ),
    (
        "[[rule]]\nkind = \"gating\"\npieces = [\"rook\"]\ndrops = [\"knight\", \"pawn\"]",
        "A side that castles may put a Knight or a Pawn from beside the board on the cell that either of the two pieces leaves.",
    ),
    (
        "[[piece]]\nid = \"town\"\nmovement = \"step contiguous onto nowhere\"\n[sets.nowhere]\nwhite = \"cells\"\nblack = \"cells\"",
        "- The Town does not move.",
    ),
    (
        "[[piece]]\nid = \"town\"\nmovement = \"step contiguous onto nowhere; otherwise step diagonal\"\n[sets.nowhere]\nwhite = \"cells\"\nblack = \"cells\"",
        "- The Town steps diagonally.",
    ),
    (
        "[[rule]]\nkind = \"stalemate-on\"\ncells = \"hill\"\noutcome = \"loss\"\n[[rule]]\nkind = \"stalemate\"\noutcome = \"win\"",
        "If the side to move has no legal move and is not in check, that side wins, unless a rule under “How to win” says otherwise.",
    ),
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1, far rank 2, far rank 3\"\nto = [\"rook\"]",
        "When it moves to one of its last three ranks, it is promoted to a Rook.",
    ),
    (
        "[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"rank 4, rank 5, rank 6, rank 7\"\nto = [\"rook\"]",
        "When it moves to one of ranks 4 to 7, it is promoted to a Rook.",
    ),
];

/// The same on boards of other shapes.
const TOLD_ELSEWHERE: &[(&str, &str)] = &[
    (
        "[board]\nkind = \"hex\"\noutline = \"hexagon 4\"\nup = \"corner\"\n[[piece]]\nid = \"a\"\nmovement = \"slide diagonal; step (2,1)\"",
        "Diagonally is through a corner of the hexagon, to the next cell of the same shade.",
    ),
    (
        "[board]\nkind = \"levels\"\nlevels = [\"A\", \"B\", \"C\"]\nfiles = 4\nranks = 4\n[[piece]]\nid = \"a\"\nmovement = \"step forward along orthogonal\"\n\
         [[rule]]\nkind = \"freezing\"\npiece = \"a\"\nnear = \"above, below\"",
        "It freezes enemies just above or below it: they cannot move, capture or give check.",
    ),
    (
        "[board]\nkind = \"levels\"\nlevels = [\"A\", \"B\", \"C\"]\nfiles = 4\nranks = 4\n[[piece]]\nid = \"a\"\nmovement = \"step forward along orthogonal\"",
        "Forward is up the board and up through the levels for White, and down in both for Black.",
    ),
    (
        "[board]\nkind = \"levels\"\nlevels = [\"A\", \"B\", \"C\"]\nfiles = 4\nranks = 4\n[[piece]]\nid = \"a\"\nmovement = \"slide diagonal\"",
        "Orthogonally is along a file, along a rank, or straight up or down through the levels.",
    ),
];

#[test]
fn sentences_of_small_variants_are_as_written() {
    let own = TOLD
        .iter()
        .map(|(rules, text)| (format!("{PIECES}{rules}"), text));
    let elsewhere = TOLD_ELSEWHERE
        .iter()
        .map(|(rules, text)| (rules.to_string(), text));
    for (toml, text) in own.chain(elsewhere) {
        let variant = kit::grids::variant(&toml);
        let articles = describe::game(&variant).into_iter();
        let articles: String = articles.map(|article| ruled(&variant, &article)).collect();
        let all = all_said(&variant) + &articles;
        assert!(all.contains(*text), "{text}\n{all}");
        assert!(!all.contains("nowhere"), "{all}");
    }
}

/// Each key of a rule is heard: the piece is described otherwise where it says something else.
#[test]
fn every_key_of_a_rule_is_described() {
    let drop = "kind = \"drop\"\npieces = [\"rook\"]\n";
    let swap = "\n[[rule]]\nkind = \"swap\"\npiece = \"knight\"";
    let cases: &[(&str, &[&str])] = &[
        (
            "kind = \"shared\"\npiece = \"rook\"",
            &[
                "cells = \"hill\"",
                "cells = \"far rank 1\"",
                "cells = \"hill\"\nmost = 3",
            ],
        ),
        (
            "kind = \"promotion\"\npiece = \"pawn\"\ncells = \"hill\"",
            &[
                "to = [\"knight\"]",
                "to = [\"rook\"]",
                "to = [\"rook\", \"knight\"]",
                "to = [\"rook\"]\nmay_wait = true",
                "to = [\"rook\"]\nlimit = 3",
                "to = [\"rook\"]\nfrom_reserve = true",
                &format!("to = [\"rook\"]\nby = [\"swap\"]{swap}"),
                &format!("to = [\"rook\"]\nby = [\"move\", \"swap\"]{swap}"),
            ],
        ),
        (
            "kind = \"transformation\"\npiece = \"rook\"",
            &[
                "when = \"captures\"\nto = \"knight\"",
                "when = \"captures\"\nto = \"pawn\"",
                "when = \"captures pawn\"\nto = \"knight\"",
                "when = \"gives check\"\nto = \"knight\"",
                "when = \"moves along orthogonal\"\nto = \"knight\"",
                "when = \"moves along N\"\nto = \"knight\"",
                "when = \"captures\"\nto = \"knight\"\noptional = true",
                "when = \"captures\"\nto = \"knight\"\nfrom_reserve = true",
            ],
        ),
        (
            "kind = \"castling\"",
            &[
                "name = \"O-O\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\nblack = [\"king e8 g8\", \"rook h8 f8\"]",
                "name = \"0-0\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\nblack = [\"king e8 g8\", \"rook h8 f8\"]",
                "name = \"O-O\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\nblack = [\"king e8 c8\", \"rook a8 d8\"]",
                "name = \"O-O\"\nwhite = [\"king e1 g1\", \"rook h1 f1\"]\nblack = []",
                "name = \"O-O\"\nwhite = [\"rook a1 d1\", \"rook h1 f1\"]\nblack = []",
            ],
        ),
        (
            "kind = \"goal\"\npiece = \"pawn\"",
            &[
                "cells = \"hill\"",
                "cells = \"far rank 1\"",
                "cells = \"far rank 2\"",
                "cells = \"hill\"\ncount = 3",
            ],
        ),
        (
            "kind = \"stalemate\"",
            &[
                "outcome = \"loss\"",
                "outcome = \"win\"",
                "score = 25",
                "score = 75",
            ],
        ),
        (
            "kind = \"stalemate-on\"",
            &[
                "outcome = \"loss\"\ncells = \"hill\"",
                "outcome = \"win\"\ncells = \"hill\"",
                "outcome = \"draw\"\ncells = \"far rank 1\"",
                "outcome = \"draw\"\ncells = \"hill\"\npiece = \"rook\"",
            ],
        ),
        (
            "kind = \"custody\"",
            &[
                "pieces = [\"pawn\"]",
                "pieces = [\"pawn\"]\nalong = \"diagonal\"",
                "pieces = [\"rook\", \"pawn\"]",
            ],
        ),
        (
            "kind = \"explosion\"",
            &["spares = [\"pawn\"]", "spares = [\"pawn\", \"rook\"]"],
        ),
        (
            "kind = \"extinction\"",
            &["pieces = [\"pawn\"]", "pieces = [\"pawn\", \"rook\"]"],
        ),
        (
            "kind = \"last-king\"",
            &["pieces = [\"king\"]", "pieces = [\"king\", \"rook\"]"],
        ),
        ("kind = \"bare-king\"", &["", "piece = \"rook\""]),
        (
            "kind = \"king-of-the-hill\"",
            &[
                "cells = \"hill\"",
                "cells = \"far rank 1\"",
                "cells = \"hill\"\npiece = \"rook\"",
            ],
        ),
        ("kind = \"n-checks\"", &["", "times = 5"]),
        (
            "kind = \"gating\"",
            &[
                "pieces = [\"rook\"]\ndrops = [\"knight\"]",
                "pieces = [\"rook\"]\ndrops = [\"knight\", \"pawn\"]",
                "pieces = [\"rook\", \"king\"]\ndrops = [\"knight\"]",
            ],
        ),
        (
            "kind = \"rebirth\"",
            &["pieces = [\"pawn\"]", "pieces = [\"rook\"]"],
        ),
        (
            "kind = \"rebirth-on\"\npieces = [\"rook\"]",
            &["same = \"file\"", "same = \"shade\""],
        ),
        (
            "kind = \"turncoat\"",
            &["pieces = [\"pawn\"]", "pieces = [\"pawn\", \"rook\"]"],
        ),
        ("kind = \"must-capture\"", &[""]),
        ("kind = \"must-check\"", &[""]),
        ("kind = \"no-check\"", &[""]),
        (
            "kind = \"repetition\"\noutcome = \"draw\"",
            &[
                "",
                "times = 4",
                "times = 4\nblames = \"in-check(other)\"",
                "times = 4\nblames = \"taken = {}\"",
            ],
        ),
        (
            "kind = \"end\"\nwhen = \"pieces(rook, other) = {}\"",
            &[
                "outcome = \"win\"",
                "outcome = \"loss\"",
                "score = 75",
                "score = 75\nfor = \"other\"",
                "outcome = \"win\"\nat = \"turn\"",
                "outcome = \"win\"\nat = \"round\"",
            ],
        ),
        (
            "kind = \"quiet-limit\"\noutcome = \"draw\"",
            &[
                "plies = 60",
                "plies = 60\nunless = [\"pawn\"]",
                "plies = 80\nunless = [\"pawn\"]",
                "plies = 80\nunless = [\"rook\"]",
            ],
        ),
        (
            "kind = \"freezing\"\npiece = \"rook\"",
            &[
                "",
                "near = \"orthogonal\"",
                "near = \"diagonal\"",
                "near = \"N\"",
                "near = \"N, C\"",
            ],
        ),
        (
            "kind = \"barrier\"\npiece = \"rook\"",
            &[
                "pieces = [\"rook\"]",
                "pieces = [\"knight\"]",
                "pieces = [\"rook\", \"knight\"]",
            ],
        ),
        (
            "kind = \"withdrawal\"\npiece = \"rook\"",
            &["", "along = \"orthogonal\"", "along = \"N\""],
        ),
        (
            "kind = \"coordination\"\npiece = \"rook\"",
            &[
                "with = \"king\"",
                "with = \"knight\"",
                "with = \"king\"\nbalanced = true",
            ],
        ),
        (
            "kind = \"push\"\npiece = \"rook\"",
            &[
                "",
                "train = false",
                "along = \"diagonal\"",
                "range = 1",
                "range = 2",
            ],
        ),
        (
            "kind = \"swap\"\npiece = \"rook\"",
            &["", "along = \"diagonal\"", "range = 3"],
        ),
        (
            "kind = \"long-leap\"\npiece = \"rook\"",
            &["", "several = true", "along = \"diagonal\"", "range = 3"],
        ),
        (
            "kind = \"enclosure\"\npiece = \"rook\"",
            &["", "anywhere = true", "near = \"contiguous\""],
        ),
        (
            "kind = \"mimicry\"\npiece = \"rook\"",
            &[
                "",
                "[[rule]]\nkind = \"freezing\"\npiece = \"king\"",
                "[[rule]]\nkind = \"withdrawal\"\npiece = \"king\"",
            ],
        ),
        (
            "kind = \"mandatory\"",
            &["piece = \"rook\"", "piece = \"king\""],
        ),
        (
            "kind = \"teleport\"\npiece = \"rook\"",
            &["near = \"orthogonal\"", "near = \"N\""],
        ),
        (
            "kind = \"bond\"\npiece = \"king\"",
            &[
                "with = [\"rook\"]\nnear = \"orthogonal\"",
                "with = [\"rook\", \"knight\"]\nnear = \"orthogonal\"",
                "with = [\"rook\"]\nnear = \"diagonal\"",
            ],
        ),
        (
            "kind = \"into-hand\"",
            &[
                "",
                "pieces = [\"rook\"]",
                "as = \"pawn\"",
                "by = \"movement\"\n[[rule]]\nkind = \"enclosure\"\npiece = \"king\"",
                "by = \"enclosure\"\n[[rule]]\nkind = \"enclosure\"\npiece = \"king\"",
            ],
        ),
        (
            drop,
            &[
                "",
                "cells = \"hill\"",
                "without = [\"check\"]",
                "must_move = true",
                "when = \"file(to) & pieces(rook, mover) = {}\"",
                "as = [\"knight\"]",
                "as = [\"knight\", \"pawn\"]",
                "[[rule]]\nkind = \"enclosure\"\npiece = \"rook\"",
                "without = [\"capture\"]\n[[rule]]\nkind = \"enclosure\"\npiece = \"rook\"",
                "[[rule]]\nkind = \"freezing\"\npiece = \"rook\"",
                "without = [\"freezing\"]\n[[rule]]\nkind = \"freezing\"\npiece = \"rook\"",
            ],
        ),
        (
            "kind = \"stacking\"",
            &[
                "",
                "merge = false",
                "split = false",
                "parts_take = false",
                "parts_merge = false",
            ],
        ),
    ];
    for (rule, keys) in cases {
        let mut before: Vec<String> = vec![all_said(&kit::asked::rules(PIECES).variant)];
        let mut played_before: Vec<String> = vec![played(&kit::asked::rules(PIECES).variant)];
        for key in *keys {
            let rules = kit::asked::rules(&format!("{PIECES}\n[[rule]]\n{rule}\n{key}\n"));
            let now = all_said(&rules.variant);
            // Some rules speak of no piece.
            let is_silent = rules.variant.rules.iter().all(is_of_the_game);
            assert!(is_silent || !before.contains(&now), "{rule}\n{key}\n{now}");
            before.push(now);
            let now = played(&rules.variant);
            assert!(!played_before.contains(&now), "{rule}\n{key}\n{now}");
            played_before.push(now);
        }
    }
}

/// Whatever a rule makes of a piece is said of both.
#[test]
fn a_piece_that_others_become_says_where_it_comes_from() {
    let rules = kit::asked::rules(&format!(
        "{PIECES}\n[[rule]]\nkind = \"promotion\"\npiece = \"pawn\"\ncells = \"far rank 1\"\nto = [\"rook\"]\n\
         [[rule]]\nkind = \"transformation\"\npiece = \"rook\"\nwhen = \"captures knight\"\nto = \"knight\"\n"
    ));
    let of = |name: &str| said(&rules.variant, rules.variant.kind_named(name).unwrap());
    assert!(
        of("pawn").contains("Promotion: When it moves to its last rank, it is promoted to a Rook.")
    );
    assert!(of("rook").contains("Comes from: A Pawn can be promoted to it."));
    assert!(of("rook").contains("Change: When it captures a Knight, it becomes a Knight."));
    assert!(of("knight").contains("Comes from: A Rook becomes one when it captures a Knight."));
}

/// A castling of pieces that do not start where it begins can never happen, as none of them may have moved.
#[test]
fn a_castling_that_can_never_happen_is_marked() {
    let chess = fs::read_to_string(root().join("src/variant/chess.toml")).unwrap();
    let castling = |fen: &str| {
        let rules =
            kit::asked::rules(&chess.replace("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", fen));
        let all = describe::game(&rules.variant).into_iter();
        let all = all.filter(|article| article.part == describe::RulesPart::Castling);
        all.map(|article| say(&article.said) + "\n")
            .collect::<String>()
    };
    assert!(!castling("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").contains("never"));
    let white = castling("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R");
    assert!(!white.contains("never"), "{white}");
    let white = castling("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN");
    assert_eq!(
        white.matches("White can never castle so").count(),
        1,
        "{white}"
    );
    let none = castling("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR");
    assert_eq!(
        none.matches("This castling is never possible").count(),
        2,
        "{none}"
    );
}
