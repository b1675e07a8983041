//! A board without a game, named in a word: `12x12`.

use super::board;
use crate::book::form::{Fields, Value};
use crate::diag::{Code, Diagnostics};
use crate::model::{KindPhrases, Notation, Sets, Style, Variant};
use crate::text::{At, Span};
use crate::variant::decl::GRID;

/// A variant with a grid of so many files and ranks, and nothing else; `None`, with a complaint, if the
/// word names none.
pub(crate) fn bare_grid(word: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<Variant> {
    let number = |range: std::ops::Range<usize>| {
        let digits = word[range.clone()].bytes().all(|byte| byte.is_ascii_digit()) && !range.is_empty();
        // A number too large to read is too large for a board.
        digits.then(|| At { value: word[range.clone()].parse().unwrap_or(i64::MAX), span: span.slice(range) })
    };
    let sides = word.find('x').and_then(|at| number(0..at).zip(number(at + 1..word.len())));
    let Some((files, ranks)) = sides else {
        let expected = "expected the numbers of files and ranks, such as `8x8`";
        return diagnostics.refuse(Code::WrongValue, format!("`{word}` is no board"), span, expected);
    };
    let decl = Fields::of_kind("grid", &GRID, span);
    let decl = decl.with("files", Value::Number(files)).with("ranks", Value::Number(ranks));
    let board = board::board(&decl, Vec::new(), diagnostics)?;
    Some(Variant {
        id: word.to_string(),
        title: word.to_string(),
        sets: Sets::of_board(&board),
        board: board.into(),
        kinds: Vec::new(),
        checkers: Vec::new(),
        scales: Vec::new(),
        rules: Vec::new(),
        notation: Notation::new(Style::Coordinates),
        setup: None,
        phrases: KindPhrases::default(),
    })
}
