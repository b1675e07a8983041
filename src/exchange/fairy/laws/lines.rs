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
        law(ROWS[0].0, write_row),
        law(ROWS[1].0, write_row),
        law(ROWS[2].0, write_row),
        law(ROWS[3].0, write_row),
        law("n-on-a-line", |export, rule| {
            let length = export.rules.number(rule, "length");
            write_line(export, rule, "collinearN", length)
        }),
        law("square-of-four", |export, rule| {
            export.section.set("connectNxN", 2);
            write_lined(export, rule);
            Ok(())
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
    export.checks = Some(times);
    export.section.set("checkCounting", true);
    needs_king(export, rule)
}

/// The lines on which pieces are counted: the key, and a direction of each with its opposite.
const LINES: [(&str, &[(&str, &str)]); 3] = [
    ("connectHorizontal", &[("e", "w")]),
    ("connectVertical", &[("n", "s")]),
    ("connectDiagonal", &[("ne", "sw"), ("nw", "se")]),
];

/// The rules about rows of pieces, with the lengths of the rows.
const ROWS: [(&str, u16); 4] = [
    ("three-in-a-row", 3),
    ("four-in-a-row", 4),
    ("five-in-a-row", 5),
    ("six-in-a-row", 6),
];

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
    let of_row = ROWS.iter().find(|(_, length)| *length == row);
    if row > 0 && of_row.is_none() {
        let why = "only rows of three to six pieces are carried over";
        reading.leftovers.leave("connectN", why);
    }
    for (along, back) in lines {
        let along = ("along", LawValue::Text(along));
        let back = ("back", LawValue::Text(back));
        if let Some((name, _)) = of_row {
            reading.add(name, &[&[along][..], &lined].concat());
        }
        if line > 0 {
            let length = ("length", LawValue::Number(line));
            let values = [&[along, back, length][..], &lined].concat();
            reading.add("n-on-a-line", &values);
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
    let length = ROWS.iter().find(|(name, _)| *name == rule.name);
    write_line(export, rule, "connectN", length.map_or(0, |row| row.1))
}

/// Writes a rule about lines. The rules that differ from it only in their lines are written with it.
fn write_line(
    export: &mut Export<'_>,
    rule: NamedRule<'_>,
    key: &'static str,
    length: u16,
) -> Result<(), NotWritten> {
    let rules = export.rules;
    let values = |rule: NamedRule<'_>| {
        let (length, outcome) = (rules.number(rule, "length"), rules.text(rule, "outcome"));
        (length, outcome, rules.pieces(rule, "pieces"))
    };
    let runs = |rule: NamedRule<'_>, (one, back): (&str, &str)| {
        let ends = ["along", "back"].map(|key| rules.text(rule, key));
        let is_known = [[one, back], [back, one]].contains(&[&ends[0], &ends[1]]);
        is_known || ends[1].is_empty() && [one, back].contains(&&*ends[0])
    };
    let same = rules.named(rule.name);
    let same: Vec<NamedRule<'_>> = same
        .copied()
        .filter(|other| values(*other) == values(rule))
        .collect();
    let is_there = |line: &(&str, &str)| same.iter().any(|other| runs(*other, *line));
    let mut own = LINES
        .iter()
        .filter(|(_, lines)| lines.iter().any(|line| runs(rule, *line)));
    let Some((_, own)) = own.next() else {
        let why = "in Fairy-Stockfish rows lie along a file, a rank or both diagonals";
        return Err(why.to_string());
    };
    only_if(
        own.iter().all(is_there),
        "in Fairy-Stockfish both diagonals count, or neither",
    )?;
    for (key, lines) in &LINES {
        export.section.set(key, lines.iter().all(is_there));
    }
    export.section.set(key, length);
    write_lined(export, rule);
    Ok(())
}

/// Writes which pieces count, and how the game ends.
fn write_lined(export: &mut Export<'_>, rule: NamedRule<'_>) {
    let kinds = export.rules.pieces(rule, "pieces");
    let outcome = export.rules.text(rule, "outcome");
    let letters = match export.are_all(&kinds) {
        true => "*".to_string(),
        false => export.pieces.letters(&kinds),
    };
    export.section.set("connectPieceTypes", letters);
    export.section.set("connectValue", outcome);
}

pub(super) static FULL_BOARD: LawGroup = LawGroup {
    read: read_full_board,
    laws: &[
        law("full-board", write_full_board),
        law("full-board-count", write_full_board),
        law("two-passes", write_passes),
        law("two-passes-count", write_passes),
        law("stalemate-count", |export, rule| {
            let outcome = Ending::from_name(&export.rules.text(rule, "outcome"));
            let ending = export.variant.stalemate_ending().unwrap_or(Ending::Draw);
            export.section.set("stalematePieceCount", true);
            only_if(
                outcome == Some(reversed(ending)),
                "in Fairy-Stockfish a stalemate with more pieces has the opposite result of one with fewer",
            )
        }),
    ],
};

/// Reads the endings on a full board, after two passes, and by a stalemate in which pieces are
/// counted.
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

fn write_full_board(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    export.section.set("adjudicateFullBoard", true);
    write_counting(export, rule);
    Ok(())
}

fn write_passes(export: &mut Export<'_>, rule: NamedRule<'_>) -> Result<(), NotWritten> {
    only_if(
        export.passes == [true; 2],
        "in Fairy-Stockfish two passes end a game in which both sides may pass",
    )?;
    write_counting(export, rule);
    Ok(())
}

/// Writes whether pieces are counted.
fn write_counting(export: &mut Export<'_>, rule: NamedRule<'_>) {
    let counting = match rule.name.ends_with("-count") {
        true => "unweighted",
        false => "none",
    };
    export.section.set("materialCounting", counting);
}
