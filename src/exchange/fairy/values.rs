//! Reads the values of keys: truths, numbers, pieces, squares, outcomes.

use std::collections::{BTreeMap, BTreeSet};

use super::slots::PieceSlot;
use crate::places::{MOST_FILES, MOST_RANKS, Square};
use padma_rules::model::Ending;
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostic};

/// A parsed value.
#[derive(Clone, Debug)]
pub(crate) enum IniValue {
    Truth(bool),
    Number(u16),
    Pieces(BTreeSet<PieceSlot>),
    Squares(BTreeSet<Square>),
    Outcome(Option<Ending>),
    Limits(BTreeMap<PieceSlot, u16>),
    Exchanges(BTreeMap<PieceSlot, Option<PieceSlot>>),
    Text(Excerpt),
}

/// The letters in force when a value is read.
pub(crate) trait Letters {
    /// Returns the piece of a letter. Authors may write either case; default values are in lower
    /// case.
    fn slot(&self, letter: char) -> Option<PieceSlot>;
    /// Returns all pieces in the game.
    fn all(&self) -> BTreeSet<PieceSlot>;
}

/// A value, or the complaint about a text that cannot be read as one.
type ValueResult<T = IniValue> = Result<T, Box<Diagnostic>>;

/// A function that reads the values of a key.
pub(crate) type ValueReader = fn(&Excerpt, &dyn Letters) -> ValueResult;

fn wrong_value(text: &Excerpt, expected: &str) -> Box<Diagnostic> {
    let message = format!("`{}` is not a value for this key", text.text());
    Box::new(
        Diagnostic::error(Code::WrongValue, message)
            .at(text.whole(), format!("expected {expected}")),
    )
}

/// Reads `true` or `false`.
pub(crate) fn truth(text: &Excerpt, _: &dyn Letters) -> ValueResult {
    let read = text.text().parse().map(IniValue::Truth);
    read.map_err(|_| wrong_value(text, "`true` or `false`"))
}

pub(crate) fn number(text: &Excerpt, _: &dyn Letters) -> ValueResult {
    text.text()
        .parse()
        .map(IniValue::Number)
        .map_err(|_| wrong_value(text, "a number up to 65535"))
}

/// Reads a file, by its number or its letter.
pub(crate) fn file(text: &Excerpt, _: &dyn Letters) -> ValueResult {
    let mut letters = text.text().chars();
    let by_letter = letters
        .next()
        .and_then(file_number)
        .filter(|_| letters.as_str().is_empty());
    let number = by_letter
        .or_else(|| text.text().parse().ok())
        .filter(|file| *file >= 1);
    number
        .map(IniValue::Number)
        .ok_or_else(|| wrong_value(text, "the letter or the number of a file"))
}

/// Returns the number of the file with this letter.
fn file_number(letter: char) -> Option<u16> {
    letter
        .is_ascii_lowercase()
        .then(|| u16::from(letter as u8 - b'a') + 1)
}

/// Reads `win`, `loss`, `draw` or `none`.
pub(crate) fn outcome(text: &Excerpt, _: &dyn Letters) -> ValueResult {
    match (Ending::from_name(text.text()), text.text()) {
        (None, word) if word != "none" => Err(wrong_value(text, "`win`, `draw`, `loss` or `none`")),
        (outcome, _) => Ok(IniValue::Outcome(outcome)),
    }
}

/// Keeps the text as it is.
pub(crate) fn text(text: &Excerpt, _: &dyn Letters) -> ValueResult {
    Ok(IniValue::Text(text.clone()))
}

/// Reads letters of pieces, `*` for all, `-` for none.
pub(crate) fn pieces(text: &Excerpt, letters: &dyn Letters) -> ValueResult {
    Ok(IniValue::Pieces(
        slots_by_letter(text, letters)?
            .concat()
            .into_iter()
            .collect(),
    ))
}

/// Reads a single piece. Of several letters, the last one counts.
pub(crate) fn kind(text: &Excerpt, letters: &dyn Letters) -> ValueResult {
    Ok(IniValue::Pieces(
        slots_by_letter(text, letters)?
            .pop()
            .into_iter()
            .flatten()
            .collect(),
    ))
}

/// Returns the pieces that each letter stands for.
fn slots_by_letter(text: &Excerpt, letters: &dyn Letters) -> ValueResult<Vec<Vec<PieceSlot>>> {
    let mut all = Vec::new();
    for letter in text
        .text()
        .split("")
        .filter(|letter| !letter.trim().is_empty())
    {
        match letter {
            "-" => break,
            "*" => all.push(letters.all().into_iter().collect()),
            _ => all.push(vec![slot(text, letter, letters)?]),
        }
    }
    Ok(all)
}

/// Returns the piece of a letter in the text.
fn slot(text: &Excerpt, letter: &str, letters: &dyn Letters) -> ValueResult<PieceSlot> {
    letter
        .chars()
        .next()
        .and_then(|letter| letters.slot(letter))
        .ok_or_else(|| {
            let message = format!("no piece has the letter `{letter}`");
            let complaint = Diagnostic::error(Code::UnknownPiece, message);
            Box::new(complaint.at(text.at(letter), "expected the letter of a piece"))
        })
}

/// Whether a text is one letter.
fn is_letter(text: &str) -> bool {
    text.chars().count() == 1
}

pub(crate) fn squares(text: &Excerpt, _: &dyn Letters) -> ValueResult {
    let mut set = BTreeSet::new();
    for word in text.text().split_whitespace() {
        if word == "-" {
            break;
        }
        let listed = squares_of_word(word).ok_or_else(|| {
            let complaint =
                Diagnostic::error(Code::UnknownCell, format!("`{word}` is not a square"));
            Box::new(complaint.at(
                text.at(word),
                "expected a square, `*8` for a rank or `a*` for a file",
            ))
        })?;
        set.extend(listed);
    }
    Ok(IniValue::Squares(set))
}

/// Reads a square, a rank or a file. `*` stands for all ranks or all files of the largest board
/// that can be read.
fn squares_of_word(word: &str) -> Option<Vec<Square>> {
    let (file, rank) = (word.chars().next()?, word.get(1..)?);
    let files = match file {
        '*' => 0..MOST_FILES,
        c if c.is_ascii_alphabetic() => {
            let file = u16::from(c.to_ascii_lowercase() as u8 - b'a');
            file..file + 1
        }
        _ => return None,
    };
    let ranks = match rank {
        "*" if file != '*' => 0..MOST_RANKS,
        digits => {
            let rank = digits
                .parse()
                .ok()
                .filter(|rank| (1..=MOST_RANKS).contains(rank))?;
            rank - 1..rank
        }
    };
    Some(
        files
            .flat_map(|file| ranks.clone().map(move |rank| Square { file, rank }))
            .collect(),
    )
}

/// Splits each word into the letter before its colon and the text after it.
fn pairs<'t>(
    text: &'t Excerpt,
    letters: &dyn Letters,
    expected: &str,
) -> ValueResult<Vec<(PieceSlot, &'t str)>> {
    let pair = |word: &'t str| match word.split_once(':') {
        Some((letter, right)) if is_letter(letter) => Ok((slot(text, letter, letters)?, right)),
        _ => Err(wrong_value(text, expected)),
    };
    text.text().split_whitespace().map(pair).collect()
}

/// Reads pieces with numbers: `q:1 r:2`.
pub(crate) fn limits(text: &Excerpt, letters: &dyn Letters) -> ValueResult {
    let expected = "letters with numbers, as in `q:1 r:2`";
    let limit = |(slot, number): (PieceSlot, &str)| {
        number
            .parse()
            .map(|number| (slot, number))
            .map_err(|_| wrong_value(text, expected))
    };
    let limits = pairs(text, letters, expected)?.into_iter().map(limit);
    limits.collect::<Result<_, _>>().map(IniValue::Limits)
}

/// Reads pieces and what they become: `p:g s:g`.
pub(crate) fn exchanges(text: &Excerpt, letters: &dyn Letters) -> ValueResult {
    let expected = "letters with letters, as in `p:g s:g`";
    let exchange = |(from, to): (PieceSlot, &str)| match to {
        "-" => Ok((from, None)),
        to if is_letter(to) => Ok((from, Some(slot(text, to, letters)?))),
        _ => Err(wrong_value(text, expected)),
    };
    let exchanges = pairs(text, letters, expected)?.into_iter().map(exchange);
    exchanges.collect::<Result<_, _>>().map(IniValue::Exchanges)
}
