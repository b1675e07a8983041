//! Checks that are counted, rows of pieces, a full board.

use super::duties::needs_king;
use super::row::{LawGroup, LawReading, NotWritten, law, only_if};
use crate::draft::LawValue;
use crate::fairy::write::rules::NamedRule;
use crate::fairy::write::transfer::Export;
use padma_rules::model::{Ending, Side};

pub(super) static CHECKS_AND_LINES: LawGroup = LawGroup {
    read: |reading| {
        read_checks(reading);
        read_lines(reading);
    },
    laws: &[
        law("n-checks", |export, rule| {
            let times = export.rules.number(rule, "times");
            write_checks(export, rule, [times; 2])
        }),
        law("n-checks-each", |export, rule| {
            let times = ["white", "black"].map(|key| export.rules.number(rule, key));
            write_checks(export, rule, times)
        }),
        law(ROWS[0], write_row),
        law(ROWS[1], write_row),
        law(ROWS[2], write_row),
        law(ROWS[3], write_row),
        law("n-on-a-line", |export, rule| {
            let length = export.rules.number(rule, "length");
            write_line(export, rule, "collinearN", length)
        }),
        law("square-of-four", |export, rule| {
            export.section.set("connectNxN", 2);
            write_lined(export, rule)
        }),
    ],
};

fn read_checks(reading: &mut LawReading<'_, '_>) {
    if !reading.rules.truth("checkCounting") {
        return;
    }
    // The program's field says how many checks are left; without it the next one wins.
    let [white, black] = reading.start.checks.unwrap_or([1, 1]);
    if white == black {
        return reading.add("n-checks", &[("times", LawValue::Number(white))]);
    }
    let values = [
        ("white", LawValue::Number(white)),
        ("black", LawValue::Number(black)),
    ];
    reading.add("n-checks-each", &values);
}

/// The most checks that the program counts.
const MOST_CHECKS: u16 = 10;

fn write_checks(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    times: [u16; 2],
) -> Result<(), NotWritten> {
    if times.iter().any(|times| !(1..=MOST_CHECKS).contains(times)) {
        let why = format!("in Fairy-Stockfish at most {MOST_CHECKS} checks are counted");
        return Err(why);
    }
    export.section.set("checkCounting", true);
    export.checks = Some(times);
    needs_king(export, rule)
}

/// The lines on which pieces are counted: the key, and a direction of each with its opposite.
const LINES: [(&str, &[(&str, &str)]); 3] = [
    ("connectHorizontal", &[("e", "w")]),
    ("connectVertical", &[("n", "s")]),
    ("connectDiagonal", &[("ne", "sw"), ("nw", "se")]),
];

/// The rules about rows of pieces, from those of the shortest rows on.
const ROWS: [&str; 4] = [
    "three-in-a-row",
    "four-in-a-row",
    "five-in-a-row",
    "six-in-a-row",
];
const SHORTEST_ROW: u16 = 3;

fn read_lines(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let kinds = reading.kinds("connectPieceTypes");
    let outcome = rules.outcome("connectValue").unwrap_or(Ending::Win).name();
    let [row, square, line] = ["connectN", "connectNxN", "collinearN"].map(|key| rules.number(key));
    let lined = [
        ("pieces", LawValue::Pieces(&kinds)),
        ("outcome", LawValue::Text(&outcome)),
    ];
    let lines = LINES.iter().filter(|(key, _)| rules.truth(key));
    let lines: Vec<&(&str, &str)> = lines.flat_map(|(_, lines)| lines.iter()).collect();
    let of_row = row.checked_sub(SHORTEST_ROW);
    let of_row = of_row.and_then(|index| ROWS.get(usize::from(index)));
    if row > 0 && of_row.is_none() {
        let why = "only rows of three to six pieces are carried over";
        reading.leftovers.leave("connectN", why);
    }
    for (along, back) in lines {
        let along = ("along", LawValue::Text(along));
        let back = ("back", LawValue::Text(back));
        if let Some(name) = of_row {
            reading.add(name, &[&[along][..], &lined].concat());
        }
        if line > 0 {
            let length = ("length", LawValue::Number(line));
            reading.add(
                "n-on-a-line",
                &[&[along, back, length][..], &lined].concat(),
            );
        }
    }
    match square {
        0 => {}
        2 => reading.add("square-of-four", &lined),
        _ => reading
            .leftovers
            .leave("connectNxN", "a square of pieces ends the game"),
    }
}

fn write_row(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let lengths = ROWS.iter().zip(SHORTEST_ROW..);
    let mut lengths = lengths.filter(|(name, _)| export.rules.has(name));
    match (lengths.next(), lengths.next()) {
        (Some((_, length)), None) => write_line(export, rule, "connectN", length),
        _ => Err("in Fairy-Stockfish all rows are as long".to_string()),
    }
}

fn write_line(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    key: &'static str,
    length: u16,
) -> Result<(), NotWritten> {
    let same: Vec<NamedRule<'_>> = export.rules.named(rule.name).copied().collect();
    let along: Vec<String> = same
        .iter()
        .map(|rule| export.rules.text(*rule, "along"))
        .collect();
    let mut known = 0;
    for (key, lines) in &LINES {
        let found = lines
            .iter()
            .filter(|(one, back)| along.iter().any(|along| along == one || along == back));
        let found = found.count();
        known += found;
        export.section.set(key, found == lines.len());
        if found != 0 && found != lines.len() {
            return Err("in Fairy-Stockfish both diagonals count, or none".to_string());
        }
    }
    let is_one = same
        .iter()
        .all(|other| [0, length].contains(&export.rules.number(*other, "length")));
    export.section.set(key, length);
    match is_one && known == same.len() {
        true => write_lined(export, rule),
        false => Err("in Fairy-Stockfish rows are as long on all lines".to_string()),
    }
}

/// Writes which pieces count, and how the game ends.
fn write_lined(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    let kinds = export.rules.pieces(rule, "pieces");
    let outcome = export.rules.text(rule, "outcome");
    let letters = match export.are_all(&kinds) {
        true => "*".to_string(),
        false => export.pieces.letters(&kinds),
    };
    export.section.set("connectPieceTypes", letters);
    export.section.set("connectValue", outcome);
    Ok(())
}

pub(super) static FULL_BOARD: LawGroup = LawGroup {
    read: read_full_board,
    laws: &[
        law("full-board", |export, rule| {
            write_full_board(export, rule, "two-passes-count")
        }),
        law("full-board-count", |export, rule| {
            write_full_board(export, rule, "two-passes")
        }),
        law("two-passes", |export, rule| {
            write_passes(export, rule, "full-board-count")
        }),
        law("two-passes-count", |export, rule| {
            write_passes(export, rule, "full-board")
        }),
        law("stalemate-count", |export, rule| {
            let outcome = Ending::from_name(&export.rules.text(rule, "outcome"));
            let ending = export.variant.stalemate_ending().unwrap_or(Ending::Draw);
            export.section.set("stalematePieceCount", true);
            only_if(
                outcome == Some(reversed(ending)),
                "in Fairy-Stockfish a stalemate is as good for the side with more pieces as it is bad for the one with fewer",
            )
        }),
    ],
};

/// Adds the end of the game on a full board, after two passes, and by a stalemate where the pieces
/// are counted.
fn read_full_board(reading: &mut LawReading<'_, '_>) {
    let rules = reading.rules;
    let is_counted = rules.text("materialCounting").as_deref() == Some("unweighted");
    let passes = Side::both(|side| rules.may_pass(side) && !rules.truth("wallOrMove"));
    let endings = [
        (
            rules.truth("adjudicateFullBoard"),
            "full-board",
            "full-board-count",
        ),
        (passes, "two-passes", "two-passes-count"),
    ];
    for (is_there, plain, counted) in endings {
        if is_there {
            reading.add(if is_counted { counted } else { plain }, &[]);
        }
    }
    if rules.truth("stalematePieceCount") {
        let ending = rules.outcome("stalemateValue").unwrap_or(Ending::Draw);
        let outcome = reversed(ending).name();
        reading.add("stalemate-count", &[("outcome", LawValue::Text(&outcome))]);
    }
}

/// Returns the outcome for the side that faces one with this outcome.
fn reversed(outcome: Ending) -> Ending {
    match outcome {
        Ending::Win => Ending::Loss,
        Ending::Loss => Ending::Win,
        other => other,
    }
}

fn write_full_board(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    refused: &'static str,
) -> Result<(), NotWritten> {
    export.section.set("adjudicateFullBoard", true);
    write_counting(export, rule, refused)
}

fn write_passes(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    refused: &'static str,
) -> Result<(), NotWritten> {
    match export.passes == [true; 2] {
        true => write_counting(export, rule, refused),
        false => {
            Err("in Fairy-Stockfish two passes end a game in which both sides may pass".to_string())
        }
    }
}

/// Writes whether pieces are counted, unless another rule says otherwise.
fn write_counting(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    refused: &'static str,
) -> Result<(), NotWritten> {
    if rule.name.ends_with("-count") {
        export.section.set("materialCounting", "unweighted");
    }
    match export.rules.named(refused).next() {
        None => Ok(()),
        Some(_) => Err("in Fairy-Stockfish the pieces are always counted, or never".to_string()),
    }
}
