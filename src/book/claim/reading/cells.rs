//! Finds the cells that a text names: one by one, as runs, and as whole ranks and files.

use std::ops::{Range, RangeInclusive};

use super::author::AuthorText;
use super::misread::MisreadText;
use padma_rules::model::{Board, Cell, Rank};
use padma_rules::names::is_foreign_cell;
use padma_text::range_in;
use padma_variant::resolve::run_between;
use padma_words::Sense;

/// Words, and the cells that each stands for.
pub(crate) type CellPlaces = Vec<(Range<usize>, Vec<Cell>)>;

impl AuthorText<'_> {
    /// Returns the words that have the form of a cell's name, whatever their alphabet.
    pub(crate) fn cell_shaped(&self) -> impl Iterator<Item = Range<usize>> {
        self.possible_cells().filter(|range| {
            let word = &self.text[range.clone()];
            Board::is_name_shaped(word) || is_foreign_cell(word)
        })
    }

    /// Whether the text says that there is nothing.
    pub(super) fn says_none(&self) -> bool {
        self.has(Sense::None, self.whole())
    }
}

/// Returns the words of a text that name a cell. The last cell of a run stands for the whole run
/// except its first cell.
pub(super) fn cell_places(text: &AuthorText<'_>, board: &Board) -> Result<CellPlaces, MisreadText> {
    let is_cell = |word: &str| board.cell(word).is_some();
    let mut shaped = text.cell_shaped();
    if let Some(range) = shaped.find(|range| !is_cell(&text.text[range.clone()])) {
        return Err(MisreadText::NoCell(range));
    }
    // `a1-3` is neither a cell nor a run of cells.
    let cut_short = |range: &Range<usize>| {
        let word = text.text[range.clone()].split_once('-');
        word.is_some_and(|(first, _)| is_cell(first))
    };
    if let Some(range) = text.possible_cells().find(cut_short) {
        return Err(MisreadText::Unclear(range));
    }
    let mut places = CellPlaces::new();
    let mut previous: Option<(Range<usize>, Cell)> = None;
    for (range, cell) in text.cells(board, text.whole()) {
        let mut cells = vec![cell];
        if let Some((first, from)) =
            previous.filter(|(first, _)| is_run_separator(text, first.end..range.start))
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
pub(crate) fn line_words(text: &AuthorText<'_>, board: &Board) -> CellPlaces {
    let parts = parts_of_words(text);
    let is_any = |sense: Sense| {
        let mut parts = parts
            .iter()
            .map(|part| text.text[part.clone()].to_lowercase());
        parts.any(|part| text.language.means(&part, sense))
    };
    let (ranks, files) = (is_any(Sense::Rank), is_any(Sense::File));
    if ranks == files || text.says_none() || text.cells(board, text.whole()).next().is_some() {
        return Vec::new();
    }
    // A prime after a lone number belongs to the rank's name, although it is not part of the word.
    let with_primes = |part: Range<usize>| {
        let primes = text.text[part.end..].chars();
        let primes = primes.take_while(|c| ranks && Rank::SIGNS.contains(c));
        part.start..part.end + primes.map(char::len_utf8).sum::<usize>()
    };
    let (all_ranks, all_files) = (board.ranks(), board.files());
    let line_number = |word: &str| match ranks {
        true => {
            let number = word.trim_end_matches(char::is_alphabetic);
            let ending = &word[number.len()..];
            let is_ordinal = ending.is_empty() || text.language.means(ending, Sense::OrdinalEnding);
            let rank = Rank::named(number).filter(|_| is_ordinal)?;
            all_ranks.iter().position(|other| *other == rank)
        }
        false => all_files.iter().position(|file| file == word),
    };
    let is_on = |cell: Cell, lines: RangeInclusive<usize>| {
        let cell = board.info(cell);
        match ranks {
            true => (cell.rank).is_some_and(|rank| all_ranks[lines].contains(&rank)),
            false => cell.file.is_some_and(|file| lines.contains(&file)),
        }
    };
    // An article does not name a file, unless it begins a run or follows the word `files`.
    let is_file = |range: &Range<usize>| {
        let behind = range.end..text.text.len();
        let before = &text.text[..range.start];
        !text
            .language
            .means(&text.text[range.clone()], Sense::Article)
            || text.text[behind.clone()]
                .trim_start()
                .starts_with(['-', '–', '—'])
            || text.begins(Sense::RunJoint, behind)
            || text
                .last(Sense::File, 0..range.start)
                .is_some_and(|word| before[word.end..].trim().is_empty())
    };
    let line_names = parts.into_iter().map(with_primes).filter(is_file);
    let line_names: Vec<(Range<usize>, usize)> = line_names
        .filter_map(|range| Some((range.clone(), line_number(&text.text[range])?)))
        .collect();
    let lines = line_names.iter().enumerate().map(|(at, (range, last))| {
        let previous = at.checked_sub(1).map(|previous| &line_names[previous]);
        let run =
            previous.filter(|(previous, _)| is_run_separator(text, previous.end..range.start));
        let first = run.map_or(*last, |(_, first)| *first);
        let lines = first.min(*last)..=first.max(*last);
        let cells = board.cells().filter(|cell| is_on(*cell, lines.clone()));
        (range.clone(), cells.collect())
    });
    lines.collect()
}

/// Returns the words of a text, split at their hyphens: `c-g` and `c-file`.
fn parts_of_words(text: &AuthorText<'_>) -> Vec<Range<usize>> {
    let words = text.words_in(text.whole()).iter();
    let parts = words.flat_map(|(word, _)| text.text[word.clone()].split('-'));
    parts.map(|part| range_in(text.text, part)).collect()
}

/// Whether the text between two cells makes a run of them: a dash, dots or `to`.
fn is_run_separator(text: &AuthorText<'_>, between: Range<usize>) -> bool {
    let written = text.text[between].trim();
    if matches!(
        written,
        "-" | "‐" | "‑" | "–" | "—" | "−" | "…" | ".." | "..."
    ) {
        return true;
    }
    let words: Vec<String> = written.split_whitespace().map(str::to_lowercase).collect();
    let is_joint = |word: &String| text.language.means(word, Sense::RunJoint);
    let is_filler = |word: &String| text.language.means(word, Sense::RunFiller);
    words.iter().any(is_joint) && words.iter().all(|word| is_joint(word) || is_filler(word))
}
