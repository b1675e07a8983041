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
/// `the c to g files`, `the last two ranks`. The last word of a run stands for all lines of the run.
/// Returns nothing if the text also names a cell.
pub(crate) fn line_words(text: &AuthorText<'_>, board: &Board) -> CellPlaces {
    let parts = parts_of_words(text);
    let is_any = |sense: Sense| {
        let mut parts = parts
            .iter()
            .map(|part| text.text[part.clone()].to_lowercase());
        parts.any(|part| text.language.means(&part, sense))
    };
    let (ranks, files) = (is_any(Sense::Row), is_any(Sense::Column));
    if ranks == files || text.says_none() || text.cells(board, text.whole()).next().is_some() {
        return Vec::new();
    }
    let names = LineNames {
        text,
        board,
        ranks: ranks.then(|| board.ranks()),
    };
    let mut line_names: Vec<(Range<usize>, RangeInclusive<usize>)> = Vec::new();
    let mut rest = &parts[..];
    while let [first, after @ ..] = rest {
        let (found, after) = match names.end_lines(rest) {
            Some((range, lines)) => {
                let used = rest.iter().filter(|part| part.end <= range.end).count();
                (Some((range, lines)), &rest[used..])
            }
            None => (
                names.line(first).map(|(range, line)| (range, line..=line)),
                after,
            ),
        };
        line_names.extend(found);
        rest = after;
    }
    let lines = line_names.iter().enumerate().map(|(at, (range, lines))| {
        let previous = at.checked_sub(1).map(|previous| &line_names[previous]);
        let run =
            previous.filter(|(previous, _)| is_run_separator(text, previous.end..range.start));
        let (first, last) = (lines.start(), lines.end());
        let (first, last) = run.map_or((first, last), |(_, from)| {
            (from.start().min(first), from.end().max(last))
        });
        (range.clone(), names.cells(*first..=*last))
    });
    lines.collect()
}

/// The names by which a text calls the ranks of a board, or its files.
struct LineNames<'a> {
    text: &'a AuthorText<'a>,
    board: &'a Board,
    /// The ranks, from the lowest; `None` for files.
    ranks: Option<Vec<Rank>>,
}

impl LineNames<'_> {
    fn count(&self) -> usize {
        let files = || self.board.files().len();
        self.ranks.as_ref().map_or_else(files, Vec::len)
    }

    /// Returns the line that a part of a word names, and its name.
    fn line(&self, part: &Range<usize>) -> Option<(Range<usize>, usize)> {
        let ordinal = self.text.ordinal_at(part);
        let Some(ranks) = &self.ranks else {
            let name = &self.text.text[part.clone()];
            let named = || self.board.files().iter().position(|file| file == name);
            let line = match ordinal {
                Some(number) => number.checked_sub(1).filter(|line| *line < self.count()),
                None => named().filter(|_| self.is_file(part)),
            };
            return Some((part.clone(), self.line_of_owner(part, line?)));
        };
        let (range, rank) = match ordinal {
            Some(number) => (part.clone(), Rank::numbered(number)),
            None => {
                // A prime after a lone number belongs to the rank's name, although it is not part of
                // the word.
                let primes = self.text.text[part.end..].chars();
                let primes = primes.take_while(|c| Rank::SIGNS.contains(c));
                let range = part.start..part.end + primes.map(char::len_utf8).sum::<usize>();
                (range.clone(), Rank::named(&self.text.text[range])?)
            }
        };
        let line = ranks.iter().position(|other| *other == rank)?;
        Some((
            range,
            if ordinal.is_some() {
                self.line_of_owner(part, line)
            } else {
                line
            },
        ))
    }

    /// Returns the lines that words at the start of others name by the end of the board that they are
    /// at, and these words: `first six`, `last two`, `two last`, `last`.
    fn end_lines(&self, parts: &[Range<usize>]) -> Option<(Range<usize>, RangeInclusive<usize>)> {
        let means = |part: &Range<usize>, sense| {
            let word = self.text.text[part.clone()].to_lowercase();
            self.text.language.means(&word, sense)
        };
        let number = |part: &Range<usize>| {
            let word = &self.text.text[part.clone()];
            let spelt = || self.text.language.grammar().read_number(word);
            let number = word.parse().ok().or_else(spelt)?;
            usize::try_from(number)
                .ok()
                .filter(|number| (1..=self.count()).contains(number))
        };
        let count_at = |end: &Range<usize>, count: &Range<usize>| {
            let is_end = means(end, Sense::First) || means(end, Sense::FarLine);
            let between = end.end.min(count.end)..end.start.max(count.start);
            let is_beside = self.text.text[between].trim().is_empty();
            number(count).filter(|_| is_end && is_beside)
        };
        let [first, after @ ..] = parts else {
            return None;
        };
        let next = after.first();
        let counted = next.and_then(|next| {
            let before = count_at(first, next).map(|count| (first, count));
            let (end, count) = before.or_else(|| Some((next, count_at(next, first)?)))?;
            Some((first.start..next.end, end, count))
        });
        let alone = || means(first, Sense::FarLine).then(|| (first.clone(), first, 1));
        let (range, end, count) = counted.or_else(alone)?;
        // Which ranks are the last is open where some have primes.
        if self.ranks.iter().flatten().any(|rank| rank.primes > 0) {
            return None;
        }
        let last = self.count() - 1;
        let is_first = means(end, Sense::First);
        let near = if is_first { 0 } else { last };
        let far = if is_first {
            count - 1
        } else {
            self.count() - count
        };
        let [near, far] = [near, far].map(|line| self.line_of_owner(&range, line));
        Some((range, near.min(far)..=near.max(far)))
    }

    /// Returns a line that is counted from White's side, or from Black's if Black is its owner:
    /// "Black's second rank".
    fn line_of_owner(&self, name: &Range<usize>, line: usize) -> usize {
        let owner = self.text.all(Sense::Black, 0..name.start).last();
        let is_black = owner.is_some_and(|owner| {
            matches!(self.text.text[owner.end..name.start].trim(), "’s" | "'s")
        });
        match self.ranks.is_some() && is_black {
            true => self.count() - 1 - line,
            false => line,
        }
    }

    /// Whether a letter may name a file. An article does not, unless it begins a run or follows the
    /// word `files`.
    fn is_file(&self, range: &Range<usize>) -> bool {
        let text = self.text;
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
    }

    fn cells(&self, lines: RangeInclusive<usize>) -> Vec<Cell> {
        let is_on = |cell: &Cell| {
            let cell = self.board.info(*cell);
            match &self.ranks {
                Some(ranks) => (cell.rank).is_some_and(|rank| ranks[lines.clone()].contains(&rank)),
                None => cell.file.is_some_and(|file| lines.contains(&file)),
            }
        };
        self.board.cells().filter(is_on).collect()
    }
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
