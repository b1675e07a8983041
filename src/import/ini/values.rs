//! What the values of keys say: truths, numbers, pieces, squares, outcomes.

use std::collections::{BTreeMap, BTreeSet};

use super::super::places::Square;
use super::keys::IniValueKind;
use super::slots::PieceSlot;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Ending;
use crate::text::Excerpt;

/// The largest board that is read. A `*` in a list of squares stands for all ranks or files of it.
pub(super) const MOST_FILES: u16 = 26;
pub(super) const MOST_RANKS: u16 = 32;

/// A value that is understood.
#[derive(Clone, Debug)]
pub(super) enum IniValue {
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
pub(super) trait Letters {
    /// The piece of a letter, of either case.
    fn slot(&self, letter: char) -> Option<PieceSlot>;
    /// All pieces there are.
    fn all(&self) -> BTreeSet<PieceSlot>;
}

/// Reads a value; `None` if it is not what the key takes.
pub(super) fn value(
    text: &Excerpt,
    takes: IniValueKind,
    letters: &dyn Letters,
    diagnostics: &mut Diagnostics,
) -> Option<IniValue> {
    let read = match takes {
        IniValueKind::Truth => truth(text).map(IniValue::Truth),
        IniValueKind::Number => number(text).map(IniValue::Number),
        IniValueKind::File => file(text).map(IniValue::Number),
        IniValueKind::Pieces => {
            pieces(text, letters).map(|pieces| IniValue::Pieces(pieces.concat().into_iter().collect()))
        }
        IniValueKind::Kind => pieces(text, letters)
            .map(|mut pieces| IniValue::Pieces(pieces.pop().into_iter().flatten().collect())),
        IniValueKind::Squares => squares(text).map(IniValue::Squares),
        IniValueKind::Outcome => outcome(text).map(IniValue::Outcome),
        IniValueKind::Limits => limits(text, letters).map(IniValue::Limits),
        IniValueKind::Exchanges => exchanges(text, letters).map(IniValue::Exchanges),
        IniValueKind::Text => Ok(IniValue::Text(text.clone())),
    };
    diagnostics.kept(read)
}

/// A value, or what is to be said of the text that is none.
type ValueResult<T> = Result<T, Box<Diagnostic>>;

fn wrong(text: &Excerpt, expected: &str) -> Box<Diagnostic> {
    let message = format!("`{}` is no value for this key", text.text());
    Box::new(Diagnostic::error(Code::WrongValue, message).at(text.whole(), format!("expected {expected}")))
}

fn truth(text: &Excerpt) -> ValueResult<bool> {
    match text.text() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(wrong(text, "`true` or `false`")),
    }
}

fn number(text: &Excerpt) -> ValueResult<u16> {
    text.text().parse().map_err(|_| wrong(text, "a number up to 65535"))
}

fn file(text: &Excerpt) -> ValueResult<u16> {
    let letter = |c: char| c.is_ascii_lowercase().then(|| u16::from(c as u8 - b'a') + 1);
    let mut letters = text.text().chars();
    let by_letter = letters.next().and_then(letter).filter(|_| letters.as_str().is_empty());
    let number = by_letter.or_else(|| text.text().parse().ok());
    number.filter(|file| *file >= 1).ok_or_else(|| wrong(text, "the letter or the number of a file"))
}

fn outcome(text: &Excerpt) -> ValueResult<Option<Ending>> {
    match text.text() {
        "win" => Ok(Some(Ending::Win)),
        "draw" => Ok(Some(Ending::Draw)),
        "loss" => Ok(Some(Ending::Loss)),
        "none" => Ok(None),
        _ => Err(wrong(text, "`win`, `draw`, `loss` or `none`")),
    }
}

/// What each letter stands for.
fn pieces(text: &Excerpt, letters: &dyn Letters) -> ValueResult<Vec<Vec<PieceSlot>>> {
    let mut all = Vec::new();
    for letter in text.text().split("").filter(|letter| !letter.trim().is_empty()) {
        match letter {
            "-" => break,
            "*" => all.push(letters.all().into_iter().collect()),
            _ => all.push(vec![slot(text, letter, letters)?]),
        }
    }
    Ok(all)
}

/// The piece of a letter that stands in the text.
fn slot(text: &Excerpt, letter: &str, letters: &dyn Letters) -> ValueResult<PieceSlot> {
    letter.chars().next().and_then(|letter| letters.slot(letter)).ok_or_else(|| {
        let message = format!("no piece has the letter `{letter}`");
        let complaint = Diagnostic::error(Code::UnknownPiece, message);
        Box::new(complaint.at(text.at(letter), "expected the letter of a piece"))
    })
}

/// Whether a text is one letter.
fn is_letter(text: &str) -> bool {
    text.chars().count() == 1
}

fn squares(text: &Excerpt) -> ValueResult<BTreeSet<Square>> {
    let mut set = BTreeSet::new();
    for word in text.text().split_whitespace() {
        if word == "-" {
            break;
        }
        let found = some_squares(word).ok_or_else(|| {
            let complaint = Diagnostic::error(Code::UnknownCell, format!("`{word}` is no square"));
            Box::new(complaint.at(text.at(word), "expected a square, `*8` for a rank or `a*` for a file"))
        })?;
        set.extend(found);
    }
    Ok(set)
}

/// A square, a rank or a file.
fn some_squares(word: &str) -> Option<Vec<Square>> {
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
            let rank = digits.parse().ok().filter(|rank| (1..=MOST_RANKS).contains(rank))?;
            rank - 1..rank
        }
    };
    Some(files.flat_map(|file| ranks.clone().map(move |rank| Square { file, rank })).collect())
}

/// The letter before a colon and the text behind it, of each word.
fn pairs<'t>(
    text: &'t Excerpt,
    letters: &dyn Letters,
    expected: &str,
) -> ValueResult<Vec<(PieceSlot, &'t str)>> {
    let pair = |word: &'t str| match word.split_once(':') {
        Some((letter, right)) if is_letter(letter) => Ok((slot(text, letter, letters)?, right)),
        _ => Err(wrong(text, expected)),
    };
    text.text().split_whitespace().map(pair).collect()
}

fn limits(text: &Excerpt, letters: &dyn Letters) -> ValueResult<BTreeMap<PieceSlot, u16>> {
    let expected = "letters with numbers, as in `q:1 r:2`";
    let pairs = pairs(text, letters, expected)?.into_iter();
    pairs.map(|(slot, number)| Ok((slot, number.parse().map_err(|_| wrong(text, expected))?))).collect()
}

fn exchanges(text: &Excerpt, letters: &dyn Letters) -> ValueResult<BTreeMap<PieceSlot, Option<PieceSlot>>> {
    let expected = "letters with letters, as in `p:g s:g`";
    let exchange = |(from, to): (PieceSlot, &str)| match to {
        "-" => Ok((from, None)),
        to if is_letter(to) => Ok((from, Some(slot(text, to, letters)?))),
        _ => Err(wrong(text, expected)),
    };
    pairs(text, letters, expected)?.into_iter().map(exchange).collect()
}
