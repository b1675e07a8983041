//! Games, exported and imported again: every piece reaches the same cells, and there are as many ways to
//! play the first moves.

use super::{count, export_named, export_text, import_again, pieces_with_other_reach};
use crate::import::import;
use kit_rules::content::{game_names, variant_names};

/// The games that Fairy-Stockfish has a board for, each with the number of moves to play, and what is not
/// carried over.
const EXPORTED: [(&str, u32, &[&str]); 18] = [
    ("antichess", 3, &[]),
    ("atomic", 3, &[]),
    ("atomic-chess", 3, &[]),
    ("chess", 3, &[]),
    (
        "circe",
        0,
        &[
            "the rule `rebirth-on` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `rebirth` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `rebirth-on` is not carried over: Fairy-Stockfish has no key for this",
        ],
    ),
    ("crazyhouse", 3, &[]),
    ("duck", 1, &[]),
    ("extinction", 3, &[]),
    ("hill", 3, &[]),
    ("horde", 3, &[]),
    (
        "marseillais",
        0,
        &["a turn of several moves is not carried over: in Fairy-Stockfish a turn is one move"],
    ),
    (
        "orthodox-chess",
        3,
        &["the rule `dead-position` is not carried over: Fairy-Stockfish has no key for this"],
    ),
    ("racing-kings", 3, &[]),
    ("seirawan", 2, &[]),
    ("shogi", 3, &[]),
    ("three-check", 3, &[]),
    (
        "ultima",
        0,
        &[
            "the rule `freezing` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `withdrawal` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `coordination` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `long-leap` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `mimicry` is not carried over: Fairy-Stockfish has no key for this",
            "the rule `custody` is not carried over: Fairy-Stockfish has no key for this",
        ],
    ),
    ("xiangqi", 3, &[]),
];

/// Those of them whose keys the importer may not know how to carry over.
const NOT_IMPORTED: [&str; 12] = [
    "antichess",
    "atomic",
    "atomic-chess",
    "crazyhouse",
    "duck",
    "extinction",
    "horde",
    "racing-kings",
    "seirawan",
    "shogi",
    "three-check",
    "xiangqi",
];

/// Those whose first moves differ without such a key. They were counted by the program itself: 640 moves with
/// a duck, 24830 games of three moves of Seirawan chess, 8067 of antichess.
const NOT_COUNTED: [&str; 3] = ["antichess", "duck", "seirawan"];

/// A game in which a Pawn that is dropped onto the second rank has a double step, which the importer gives to
/// Pawns that have not moved.
const OTHER_PAWNS: &str = "crazyhouse";

/// The others, each with the reason why there is no section for it.
const REFUSED: [(&str, &str); 16] = [
    ("alice", "it is not one grid of files and ranks"),
    ("ben39", "it is not one grid of files and ranks"),
    (
        "byzantine",
        "it has 16 files and 4 ranks, more than 12 by 10",
    ),
    ("chessma-84", "it is not one grid of files and ranks"),
    ("glinski", "it is not one grid of files and ranks"),
    ("lotus-39", "it is not one grid of files and ranks"),
    ("lotus-41", "it is not one grid of files and ranks"),
    ("lotus-61", "it is not one grid of files and ranks"),
    ("lotus-93", "it is not one grid of files and ranks"),
    ("no-corner-rule", "it is not one grid of files and ranks"),
    (
        "no-rook-in-a-corner",
        "it is not one grid of files and ranks",
    ),
    ("petals-41", "it is not one grid of files and ranks"),
    ("pond", "it is not one grid of files and ranks"),
    ("raumschach", "it is not one grid of files and ranks"),
    (
        "rotary-chess",
        "it has 12 files and 12 ranks, more than 12 by 10",
    ),
    ("turtle", "one too many"),
];

/// Listed by hand, for so much of it is its own: what is carried over of it is checked below.
const PARTLY: [&str; 3] = ["turtle-chinese", "turtle-japanese", "waterloo"];

#[test]
fn exported_games_are_imported_as_they_were() {
    let mut wrong = Vec::new();
    for (name, depth, untold) in EXPORTED {
        let exported = export_named(name);
        let text = exported.text.unwrap_or_else(|why| panic!("{name}: {why}"));
        if exported.untold != untold {
            wrong.push(format!(
                "{name}: not carried over are {:#?}",
                exported.untold
            ));
        }
        let (again, leftovers) = import_again(name, &text);
        if name != OTHER_PAWNS {
            wrong.extend(pieces_with_other_reach(&exported.rules, &again));
        }
        if !leftovers.is_empty() {
            let is_known = NOT_IMPORTED.contains(&name);
            wrong.extend((!is_known).then(|| format!("{name}: not imported are {leftovers:?}")));
            if NOT_COUNTED.contains(&name) {
                continue;
            }
        }
        for depth in 1..=depth {
            let counts = (count(&exported.rules, depth), count(&again, depth));
            if counts.0 != counts.1 {
                wrong.push(format!("{name}, {depth} moves: {counts:?} ways\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_is_exported_or_refused_for_a_reason() {
    for (name, reason) in REFUSED {
        let why = export_named(name).text.expect_err(name);
        assert!(why.contains(reason), "{name}: {why}");
    }
    let is_known = |name: &String| {
        let name = name.as_str();
        EXPORTED.iter().any(|(known, ..)| *known == name)
            || REFUSED.iter().any(|(known, _)| *known == name)
            || PARTLY.contains(&name)
    };
    let all = game_names().into_iter().chain(variant_names());
    let new: Vec<String> = all.filter(|name| !is_known(name)).collect();
    assert!(new.is_empty(), "{new:?}: exported or refused?");
}

#[test]
fn every_rule_of_waterloo_that_is_left_out_is_listed() {
    let exported = export_named("waterloo");
    let text = exported.text.expect("waterloo");
    let (again, leftovers) = import_again("waterloo", &text);
    assert!(leftovers.is_empty(), "{leftovers:?}");
    assert_eq!(pieces_with_other_reach(&exported.rules, &again), [""; 0]);
    let listed = [
        "`first_rank`",
        "a promotion of `pawn`",
        "a promotion of `spy`",
        "the rule `transformation`",
        "the rule `castling`",
        "the rule `goal`",
        "the rule `repetition`",
        "the rule `quiet-limit`",
    ];
    for what in listed {
        assert!(
            exported.untold.iter().any(|left| left.starts_with(what)),
            "{what}"
        );
    }
    let is_listed = |left: &&String| listed.iter().any(|what| left.starts_with(what));
    assert_eq!(exported.untold.iter().find(|left| !is_listed(left)), None);
}

/// The program's own variants, imported, exported and imported once more.
const BUILT_IN: [&str; 40] = [
    "nocastle",
    "losalamos",
    "pawnsideways",
    "pawnback",
    "legan",
    "makruk",
    "ai-wok",
    "almost",
    "sortofalmost",
    "chigorin",
    "perfect",
    "torpedo",
    "berolina",
    "shatranj",
    "amazon",
    "nightrider",
    "grasshopper",
    "hoppelpoppel",
    "newzealand",
    "knightmate",
    "breakthrough",
    "capablanca",
    "embassy",
    "janus",
    "modern",
    "chancellor",
    "courier",
    "grand",
    "centaur",
    "gustav3",
    "omicron",
    "opulent",
    "tencubed",
    "shogi",
    "shoshogi",
    "yarishogi",
    "xiangqi",
    "manchu",
    "jesonmor",
    "clobber",
];

/// Their rules that the importer writes as expressions, and the exporter tells of.
const SPELT_OUT: [(&str, &str); 7] = [
    ("shatranj", "the rule `end`"),
    ("courier", "the rule `end`"),
    ("grand", "the rule `forbid`"),
    ("opulent", "the rule `forbid`"),
    ("jesonmor", "the rule `end`"),
    ("yarishogi", "the rule `forbid`"),
    ("yarishogi", "a move of `piece-"),
];

#[test]
fn games_of_the_program_come_back_as_they_were() {
    let mut wrong = Vec::new();
    for name in BUILT_IN {
        let imported =
            import(&format!("[game:{name}]\n"), None).unwrap_or_else(|why| panic!("{why:?}"));
        let exported = export_text("game", &imported.toml);
        let text = match exported.text {
            Ok(text) => text,
            Err(why) => {
                wrong.push(format!("{name}: {why}"));
                continue;
            }
        };
        let (again, leftovers) = import_again(name, &text);
        // What the importer left out the first time is not expected to come back.
        if imported.draft.leftovers.is_empty() {
            wrong.extend(
                leftovers
                    .iter()
                    .map(|left| format!("{name}: not imported: {left}")),
            );
            let is_spelt_out = |left: &str| {
                SPELT_OUT
                    .iter()
                    .any(|(game, rule)| *game == name && left.starts_with(rule))
            };
            let untold = exported.untold.iter();
            let untold = untold.filter(|left| !is_spelt_out(left));
            wrong.extend(untold.map(|left| format!("{name}: {left}")));
        }
        let pieces = pieces_with_other_reach(&exported.rules, &again);
        wrong.extend(
            pieces
                .into_iter()
                .take(2)
                .map(|piece| format!("{name}: {piece}")),
        );
        let counts = (count(&exported.rules, 2), count(&again, 2));
        if counts.0 != counts.1 {
            wrong.push(format!("{name}: {counts:?} ways\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
