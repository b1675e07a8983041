//! Games, exported and imported again: every piece reaches the same cells, and there are as many ways to
//! play the first moves.

use super::{count, export_named, export_text, import_again, pieces_with_other_reach};
use crate::import::{MOST, corpus, import};
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

/// The built-in definitions with a rule that a variant's file cannot say, such as how to count moves in
/// Makruk or who must end a repetition in Shogi.
const PARTIAL: &str = "ai-wok armageddon asean ataxx bughouse cambodian caparandom coregal fischerandom horde \
    janggi janggimodern karouk koedem losers makpong makruk mini minishogi misere pawnsideways petrified \
    placement shatar shoshogi sittuyin spartan supply torishogi torpedo xiangqi";

/// What became of a definition of the program that is imported, exported, and imported again.
struct Returned {
    /// Whether no rule was left out.
    is_whole: bool,
    wrong: Vec<String>,
}

/// Lets a definition of the program come back: imported without leftovers, it is exported without any, and
/// imported again it has the same rules. What is played is the same even where a rule is left out.
fn come_back(row: &[String], text: &str, section: Option<&str>) -> Returned {
    let name = &row[0];
    let imported = import(text, section).unwrap_or_else(|why| panic!("{name}: {why:?}"));
    // A game is the same in whatever pictures.
    let mut rules_left = imported.draft.leftovers.iter();
    let is_whole = !rules_left.any(|left| !left.is_looks());
    let exported = export_text(name, &imported.toml);
    let text = match exported.text {
        Ok(text) => text,
        Err(why) => {
            let wrong = vec![format!("{name}: {why}")];
            return Returned { is_whole, wrong };
        }
    };
    let (again, leftovers) = import_again(name, &text);
    let mut wrong = Vec::new();
    if is_whole {
        wrong.extend(exported.untold.iter().cloned());
        wrong.extend(leftovers.iter().map(|left| format!("not imported: {left}")));
        let once_more = import(&text, None).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        let laws = (laws_of(&imported.toml), laws_of(&once_more.toml));
        wrong.extend((laws.0 != laws.1).then(|| format!("{laws:?}")));
        for (depth, ways) in (1..).zip(&row[2..]) {
            let ways: u64 = ways.parse().expect("a number");
            if ways > MOST {
                break;
            }
            let found = count(&again, depth);
            if found != ways {
                wrong.push(format!("{found} ways, not {ways}\n{text}"));
            }
        }
    }
    if exported.untold.is_empty() {
        let pieces = pieces_with_other_reach(&exported.rules, &again);
        wrong.extend(pieces.into_iter().take(1));
        for depth in 1..=2 {
            let counts = (count(&exported.rules, depth), count(&again, depth));
            wrong.extend((counts.0 != counts.1).then(|| format!("{counts:?} ways\n{text}")));
        }
    }
    let wrong = wrong
        .iter()
        .map(|fault| format!("{name}: {fault}"))
        .collect();
    Returned { is_whole, wrong }
}

/// The tables of a file that are rules of the library, sorted, with pieces by their letters: an exported piece
/// may have another name.
fn laws_of(toml: &str) -> Vec<String> {
    let tables: Vec<&str> = toml.split("\n\n").map(str::trim).collect();
    let value = |table: &str, key: &str| {
        let mut lines = table.lines();
        let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        value.map(str::to_string)
    };
    let pieces = tables.iter().filter(|table| table.contains("[[piece]]"));
    let pieces = pieces.map(|table| value(table, "id").zip(value(table, "letter")));
    let pieces: Vec<(String, String)> = pieces.flatten().collect();
    let with_letters = |line: &str| match line.starts_with("kind = ") {
        true => line.to_string(),
        false => pieces.iter().fold(line.to_string(), |line, (id, letter)| {
            line.replace(id, letter)
        }),
    };
    let is_law = |table: &&&str| {
        let kind = value(table, "kind").filter(|_| table.contains("[[rule]]"));
        library()
            .iter()
            .any(|rule| Some(format!("\"{}\"", rule.name)) == kind)
    };
    let laws = tables.iter().filter(is_law);
    let mut laws: Vec<String> = laws
        .map(|table| table.lines().map(with_letters).collect())
        .collect();
    laws.sort_unstable();
    laws
}

/// The program's definitions with their counts: those that it has built in, or those of its `variants.ini`.
fn definitions(origin: &str) -> Vec<Vec<String>> {
    let rows = corpus("counts.tsv").into_iter();
    rows.filter(|row| row[1] == origin).collect()
}

#[test]
fn games_of_the_program_come_back_as_they_were() {
    let (mut partial, mut wrong) = (Vec::new(), Vec::new());
    for row in definitions("built-in") {
        let returned = come_back(&row, &format!("[game:{}]\n", row[0]), None);
        wrong.extend(returned.wrong);
        if !returned.is_whole {
            partial.extend(row.into_iter().next());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let expected: Vec<&str> = PARTIAL.split_whitespace().collect();
    assert_eq!(partial, expected);
}

#[test]
#[ignore = "PADMA_VARIANTS_INI names your copy of the file that comes with Fairy-Stockfish"]
fn sections_of_the_file_come_back_as_they_were() {
    let file = std::env::var("PADMA_VARIANTS_INI").expect("the name of the file");
    let text = std::fs::read_to_string(file).expect("the file");
    let rows = definitions("section").into_iter();
    let wrong = rows.flat_map(|row| come_back(&row, &text, Some(&row[0])).wrong);
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The sections of `definitions.ini`, with the program's counts.
const DEFINITIONS: [(&str, [&str; 3]); 6] = [
    ("stone-blasts", ["6", "40", "337"]),
    ("stone-blasts-all", ["6", "40", "332"]),
    ("stone", ["6", "40", "344"]),
    ("in-rows", ["19", "259", "5156"]),
    ("in-line", ["21", "369", "6212"]),
    ("few", ["9", "53", "341"]),
];

#[test]
fn definitions_that_the_program_lacks_come_back_as_they_were() {
    let path = kit_rules::folder::root().join("tests/rules/export/definitions.ini");
    let text = std::fs::read_to_string(path).unwrap();
    for (name, counts) in DEFINITIONS {
        let row: Vec<String> = [&[name, "section"][..], &counts]
            .concat()
            .iter()
            .map(|field| field.to_string())
            .collect();
        let returned = come_back(&row, &text, Some(name));
        assert!(returned.is_whole, "{name} is imported with leftovers");
        assert!(returned.wrong.is_empty(), "{}", returned.wrong.join("\n"));
    }
}
