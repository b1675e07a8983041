//! Finds the cells that a text names: one by one, as runs, and as whole ranks and files.

use std::ops::{Range, RangeInclusive};

use super::misread::MisreadText;
use super::words::says_none;
use padma_expr::words;
use padma_rules::model::{Board, Cell, Rank};
use padma_rules::names::is_foreign_cell;
use padma_text::range_in;
use padma_variant::resolve::run_between;

/// Returns the words of a text that name a cell.
pub(crate) fn cell_words(text: &str, board: &Board) -> impl Iterator<Item = (Range<usize>, Cell)> {
    words(text).filter_map(|range| Some((range.clone(), board.cell(&text[range])?)))
}

/// Returns the words of a text that have the form of a cell's name, whatever their alphabet.
pub(crate) fn cell_shaped(text: &str) -> impl Iterator<Item = Range<usize>> {
    possible_cells(text).filter(|range| {
        let word = &text[range.clone()];
        Board::is_name_shaped(word) || is_foreign_cell(word)
    })
}

/// Returns words of a text that include every name of a cell in it.
pub(crate) fn possible_cells(text: &str) -> impl Iterator<Item = Range<usize>> {
    // Most prose has no digit and need not be split into words.
    let text_with_digits = if text.bytes().any(|byte| byte.is_ascii_digit()) {
        text
    } else {
        ""
    };
    words(text_with_digits)
}

/// Words, and the cells that each stands for.
pub(crate) type CellPlaces = Vec<(Range<usize>, Vec<Cell>)>;

/// Returns the words of a text that name a cell. The last cell of a run stands for the whole run
/// except its first cell.
pub(super) fn cell_places(text: &str, board: &Board) -> Result<CellPlaces, MisreadText> {
    if let Some(range) = cell_shaped(text).find(|range| board.cell(&text[range.clone()]).is_none())
    {
        return Err(MisreadText::NoCell(range));
    }
    // `a1-3` is neither a cell nor a run of cells.
    let cut_short = |range: &Range<usize>| {
        text[range.clone()]
            .split_once('-')
            .is_some_and(|(first, _)| board.cell(first).is_some())
    };
    if let Some(range) = words(text).find(cut_short) {
        return Err(MisreadText::Unclear(range));
    }
    let mut places = CellPlaces::new();
    let mut previous: Option<(Range<usize>, Cell)> = None;
    for (range, cell) in cell_words(text, board) {
        let mut cells = vec![cell];
        if let Some((first, from)) =
            previous.filter(|(first, _)| is_run_separator(&text[first.end..range.start]))
        {
            let run = run_between(from, cell, board);
            let run = run.map_err(|why| MisreadText::NoRun(first.start..range.end, why))?;
            // The previous word stands for the first cell.
            cells = run.into_iter().filter(|other| *other != from).collect();
        }
        previous = Some((range.clone(), cell));
        places.push((range, cells));
    }
    Ok(places)
}

/// Returns the words of a text that name ranks or files: `rank 7`, `ranks 2-4`, `4th–6th rank`,
/// `the c to g files`. The last word of a run stands for all lines of the run. Returns nothing if
/// the text also names a cell.
pub(crate) fn line_words(text: &str, board: &Board) -> CellPlaces {
    let parts = parts_of_words(text);
    let contains = |names: [&str; 2]| {
        parts.iter().any(|part| {
            names
                .iter()
                .any(|name| text[part.clone()].eq_ignore_ascii_case(name))
        })
    };
    let (ranks, files) = (contains(["rank", "ranks"]), contains(["file", "files"]));
    // A prime after a lone number belongs to the rank's name, although it is not part of the word.
    let with_primes = |part: Range<usize>| {
        let primes = text[part.end..]
            .chars()
            .take_while(|c| ranks && Rank::SIGNS.contains(c));
        part.start..part.end + primes.map(char::len_utf8).sum::<usize>()
    };
    let parts: Vec<Range<usize>> = parts.iter().cloned().map(with_primes).collect();
    if ranks == files || says_none(text) || cell_words(text, board).next().is_some() {
        return Vec::new();
    }
    let (all_ranks, all_files) = (board.ranks(), board.files());
    let line_number = |word: &str| match ranks {
        true => {
            let number = word.trim_end_matches(char::is_alphabetic);
            let is_ordinal = matches!(&word[number.len()..], "" | "st" | "nd" | "rd" | "th");
            let rank = Rank::named(number).filter(|_| is_ordinal)?;
            all_ranks.iter().position(|other| *other == rank)
        }
        false => all_files.iter().position(|file| file == word),
    };
    let is_on = |cell: Cell, lines: RangeInclusive<usize>| {
        let cell = board.info(cell);
        match ranks {
            true => cell
                .rank
                .is_some_and(|rank| all_ranks[lines].contains(&rank)),
            false => cell.file.is_some_and(|file| lines.contains(&file)),
        }
    };
    // `a` is an article unless it begins a run or follows the word `files`.
    let begins_run = |range: &Range<usize>| {
        let (before, behind) = (
            text[..range.start].trim_end(),
            text[range.end..].trim_start(),
        );
        let is_run = behind.starts_with(['-', '–', '—']) || behind.starts_with("to ");
        is_run
            || ["files", "Files", "file"]
                .iter()
                .any(|word| before.ends_with(word))
    };
    let line_names = parts
        .iter()
        .filter(|range| &text[(*range).clone()] != "a" || begins_run(range));
    let line_names: Vec<(Range<usize>, usize)> = line_names
        .filter_map(|range| Some((range.clone(), line_number(&text[range.clone()])?)))
        .collect();
    let lines = line_names.iter().enumerate().map(|(at, (range, last))| {
        let previous = at.checked_sub(1).map(|previous| &line_names[previous]);
        let run =
            previous.filter(|(previous, _)| is_run_separator(&text[previous.end..range.start]));
        let first = run.map_or(*last, |(_, first)| *first);
        let lines = first.min(*last)..=first.max(*last);
        (
            range.clone(),
            board
                .cells()
                .filter(|cell| is_on(*cell, lines.clone()))
                .collect(),
        )
    });
    lines.collect()
}

/// Returns the words of a text, split at their hyphens: `c-g` and `c-file`.
fn parts_of_words(text: &str) -> Vec<Range<usize>> {
    let parts = words(text).flat_map(|word| {
        let parts: Vec<&str> = text[word].split('-').collect();
        parts.into_iter().map(|part| range_in(text, part))
    });
    parts.collect()
}

/// Whether the text between two cells makes a run of them: a dash, dots or `to`.
fn is_run_separator(between: &str) -> bool {
    const BETWEEN: [&str; 10] = [
        "to", "through", "till", "until", "up", "down", "along", "all", "the", "way",
    ];
    let between = between.trim();
    if matches!(
        between,
        "-" | "‐" | "‑" | "–" | "—" | "−" | "…" | ".." | "..."
    ) {
        return true;
    }
    let words: Vec<String> = between.split_whitespace().map(str::to_lowercase).collect();
    let is_joining = |word: &String| matches!(word.as_str(), "to" | "through" | "till" | "until");
    words.iter().any(is_joining) && words.iter().all(|word| BETWEEN.contains(&word.as_str()))
}
