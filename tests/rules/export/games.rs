//! Games, exported and imported again: every piece reaches the same cells, and there are as many ways to
//! play the first moves.

use super::{count, export_named, export_text, import_again, pieces_with_other_reach};
use crate::import::{corpus, import};
use kit_rules::content::{game_names, variant_names};
use padma_variant::named::library;

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

/// Games whose King follows the lines of palaces: in the program only a built-in King does, and a section has
/// no other way to say so.
const KINGS_IN_PALACES: [&str; 2] = ["janggicasual", "janggitraditional"];

/// Returns where a definition of the program does not come back as it was: imported without leftovers, it is
/// exported without any, and imported again it is the same game.
fn come_back(name: &str, text: &str, section: Option<&str>) -> Vec<String> {
    let imported = import(text, section).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    // A game is the same in whatever pictures.
    let mut rules_left = imported.draft.leftovers.iter();
    let is_partial = rules_left.any(|left| !left.is_looks());
    let exported = export_text(name, &imported.toml);
    let text = match exported.text {
        Ok(text) => text,
        Err(why) => return vec![format!("{name}: {why}")],
    };
    let (again, leftovers) = import_again(name, &text);
    if is_partial {
        return Vec::new();
    }
    if KINGS_IN_PALACES.contains(&name) {
        let told = "the movement of `king` is not carried over";
        let is_told = matches!(&exported.untold[..], [left] if left.starts_with(told));
        return Vec::from_iter((!is_told).then(|| format!("{name}: {:?}", exported.untold)));
    }
    let leftovers = leftovers.iter().map(|left| format!("not imported: {left}"));
    let mut wrong: Vec<String> = exported.untold.iter().cloned().chain(leftovers).collect();
    let once_more = import(&text, None).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    let laws = (laws_of(&imported.toml), laws_of(&once_more.toml));
    wrong.extend((laws.0 != laws.1).then(|| format!("{laws:?}")));
    let pieces = pieces_with_other_reach(&exported.rules, &again);
    wrong.extend(pieces.into_iter().take(1));
    for depth in 1..=2 {
        let counts = (count(&exported.rules, depth), count(&again, depth));
        wrong.extend((counts.0 != counts.1).then(|| format!("{counts:?} ways\n{text}")));
    }
    let wrong = wrong.into_iter().map(|fault| format!("{name}: {fault}"));
    wrong.collect()
}

/// Returns the rules of the library in a file.
fn laws_of(toml: &str) -> Vec<&str> {
    let kinds = toml
        .lines()
        .filter_map(|line| line.strip_prefix("kind = \"")?.split('"').next());
    let is_of_library = |kind: &&str| library().iter().any(|rule| rule.name == *kind);
    let mut laws: Vec<&str> = kinds.filter(is_of_library).collect();
    laws.sort_unstable();
    laws
}

/// The names of the program's definitions: those that it has built in, or those of its `variants.ini`.
fn names(origin: &str) -> Vec<String> {
    let rows = corpus("counts.tsv").into_iter();
    rows.filter(|row| row[1] == origin)
        .map(|row| row[0].clone())
        .collect()
}

#[test]
fn games_of_the_program_come_back_as_they_were() {
    let names = names("built-in");
    let wrong = names
        .iter()
        .flat_map(|name| come_back(name, &format!("[game:{name}]\n"), None));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(names.len() > 110, "{}", names.len());
}

#[test]
#[ignore = "PADMA_VARIANTS_INI names your copy of the file that comes with Fairy-Stockfish"]
fn sections_of_the_file_come_back_as_they_were() {
    let file = std::env::var("PADMA_VARIANTS_INI").expect("the name of the file");
    let text = std::fs::read_to_string(file).expect("the file");
    let wrong = names("section");
    let wrong = wrong
        .iter()
        .flat_map(|name| come_back(name, &text, Some(name)));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
