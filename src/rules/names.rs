//! Looks up the names of pieces, cells, places and directions in a variant's texts. Suggests the
//! nearest known name for an unknown one.

use std::collections::BTreeSet;

use crate::model::{
    Board, Cell, CellSet, Checker, KindId, PieceKind, PlaceSyntax, Sets, Side, Sided, SidedDirs,
    SidedSet, parse_places,
};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span, code_list};

/// The pieces, the board and the sets of cells that a variant's rules can name.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The kinds of piece.
    pub pieces: &'a [PieceKind],
    /// The board, with its cells and directions.
    pub board: &'a Board,
    /// The sets of cells that the variant names.
    pub sets: &'a Sets,
}

impl Names<'_> {
    /// Returns the piece with this id, or complains.
    pub fn kind(&self, id: &At<String>, diagnostics: &mut Diagnostics) -> Option<KindId> {
        kind_named(self.pieces, &id.value, id.span, diagnostics)
    }

    /// Returns the cell with this name, or complains.
    pub fn cell(&self, name: &At<String>, diagnostics: &mut Diagnostics) -> Option<Cell> {
        cell_named(self.board, &name.value, name.span, diagnostics)
    }

    /// Returns the cells that a text describes for each side; complains if there are none.
    pub fn places(&self, text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<SidedSet> {
        let white = places(text, self.board, self.sets, Side::White, diagnostics)?;
        let black = places(text, self.board, self.sets, Side::Black, diagnostics)?;
        if white.is_empty() && black.is_empty() {
            let message = "this describes no cell of the board";
            return diagnostics.refuse(
                Code::WrongValue,
                message,
                text.whole(),
                "expected at least one cell",
            );
        }
        Some(Sided { white, black })
    }

    /// Returns the directions of these classes for each side, without duplicates.
    pub fn directions(
        &self,
        classes: &[At<String>],
        diagnostics: &mut Diagnostics,
    ) -> Option<SidedDirs> {
        let mut dirs = SidedDirs::default();
        for name in classes {
            let Some(class) = self.board.class(&name.value) else {
                diagnostics.push(unknown_direction(&name.value, name.span, self.board));
                return None;
            };
            for (side, side_dirs) in [
                (Side::White, &mut dirs.white),
                (Side::Black, &mut dirs.black),
            ] {
                for dir in self.board.class_for(class, &[], side) {
                    if !side_dirs.contains(&dir) {
                        side_dirs.push(dir);
                    }
                }
            }
        }
        Some(dirs)
    }
}

/// Returns the piece with this id, or complains.
pub fn kind_named(
    kinds: &[PieceKind],
    id: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<KindId> {
    kinds
        .iter()
        .position(|kind| kind.id == id)
        .map(KindId::new)
        .or_else(|| {
            diagnostics.push(unknown_piece(id, span, kinds));
            None
        })
}

/// Returns the cell with this name, or complains.
pub fn cell_named(
    board: &Board,
    name: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Cell> {
    board.cell(name).or_else(|| {
        diagnostics.push(unknown_cell(name, span, board));
        None
    })
}

/// Returns the cells that a text describes from one side's point of view, or complains.
pub fn places(
    text: &Excerpt,
    board: &Board,
    sets: &Sets,
    side: Side,
    diagnostics: &mut Diagnostics,
) -> Option<CellSet> {
    let complaint = |error: PlaceSyntax| {
        let word = &text.text()[error.range.clone()];
        let message = match word {
            "" => "a place is missing here".to_string(),
            word => format!("`{word}` is not a place on this board"),
        };
        Diagnostic::error(Code::UnknownPlace, message)
            .at(
                text.span(error.range),
                format!("expected {}", error.expected),
            )
            .suggest(word, error.known.iter().map(String::as_str))
    };
    parse_places(text.text(), board, sets, side)
        .map_err(|error| diagnostics.push(complaint(error)))
        .ok()
}

/// Splits a list of direction classes at its commas, except those inside a leap such as `(1,2)`.
pub fn split_classes(text: &Excerpt) -> Vec<At<String>> {
    let mut in_brackets = false;
    let is_separator = |c: char| {
        in_brackets = c == '(' || in_brackets && c != ')';
        c == ',' && !in_brackets
    };
    let names = text.text().split(is_separator).map(str::trim);
    names
        .map(|name| At {
            value: name.to_string(),
            span: text.at(name),
        })
        .collect()
}

/// Returns the words of a text, with their places.
pub fn words(text: &Excerpt) -> Vec<At<String>> {
    let words = text.text().split_ascii_whitespace();
    words
        .map(|word| At {
            value: word.to_string(),
            span: text.at(word),
        })
        .collect()
}

/// Returns a number from `least` to `most`, or complains.
pub fn number(
    written: &At<i64>,
    least: u16,
    most: u16,
    diagnostics: &mut Diagnostics,
) -> Option<u16> {
    let number = u16::try_from(written.value)
        .ok()
        .filter(|number| (least..=most).contains(number));
    number.or_else(|| {
        let expected = format!("expected {least} to {most}");
        diagnostics.refuse(
            Code::WrongValue,
            "this number is out of range",
            written.span,
            expected,
        )
    })
}

/// Returns the complaint about an unknown direction.
pub fn unknown_direction(class: &str, span: Span, board: &Board) -> Diagnostic {
    let expected = match board.classes().next() {
        Some(_) => format!("expected one of {}", code_list(board.classes())),
        None => "this board has no directions: name some in `[directions]`".to_string(),
    };
    let message = format!("`{class}` is not a direction of this board");
    Diagnostic::error(Code::UnknownDirection, message)
        .at(span, expected)
        .suggest(class, board.classes())
}

/// Returns the complaint about an unknown piece.
pub fn unknown_piece(word: &str, span: Span, kinds: &[PieceKind]) -> Diagnostic {
    let ids = kinds.iter().map(|kind| kind.id.as_str());
    let complaint = Diagnostic::error(
        Code::UnknownPiece,
        format!("`{word}` is not a piece of this variant"),
    )
    .at(span, "expected the id of a piece");
    // The author may have written the parts of a combined name in another order.
    let parts = |id: &str| {
        id.split('-')
            .map(str::to_string)
            .collect::<BTreeSet<String>>()
    };
    match ids.clone().find(|id| parts(id) == parts(word)) {
        Some(meant) => complaint.did_you_mean(word, meant),
        None => complaint.suggest(word, ids),
    }
}

/// Returns the complaint about an unknown checker.
pub fn unknown_checker(word: &str, span: Span, checkers: &[Checker]) -> Diagnostic {
    let ids = || checkers.iter().map(|checker| checker.id.as_str());
    let complaint = Diagnostic::error(
        Code::UnknownChecker,
        format!("`{word}` is not a checker of this variant"),
    );
    let label = match checkers {
        [] => "expected a table `[[checker]]` with this `id`".to_string(),
        _ => format!("expected one of {}", code_list(ids())),
    };
    complaint.at(span, label).suggest(word, ids())
}

/// Returns the complaint about an unknown cell.
pub fn unknown_cell(word: &str, span: Span, board: &Board) -> Diagnostic {
    if let Some((latin, letter, alphabet)) = latin_cell(word) {
        let message =
            format!("`{word}` is not a cell of this board: `{letter}` is a {alphabet} letter");
        let complaint = Diagnostic::error(Code::UnknownCell, message)
            .at(span, "expected a name in Latin letters");
        return match board.cell(&latin) {
            Some(_) => complaint.did_you_mean(word, &latin),
            None => complaint,
        };
    }
    let complaint = Diagnostic::error(
        Code::UnknownCell,
        format!("`{word}` is not a cell of this board"),
    )
    .at(span, "expected the name of a cell");
    // Typesetters turn the hyphen of a run into a dash.
    let plain = word.to_lowercase().replace(['–', '—', '‑', '−'], "-");
    let mut ends = plain.split('-');
    if plain != word && ends.all(|end| board.cell(end).is_some()) {
        return complaint.did_you_mean(word, &plain);
    }
    match nearest_cell(word, board) {
        Some(meant) => complaint.did_you_mean(word, meant),
        None => complaint.suggest(word, board.names()),
    }
}

/// Whether a word has the form of a cell's name, but for letters of another alphabet.
pub fn is_foreign_cell(word: &str) -> bool {
    latin_cell(word).is_some()
}

/// The Cyrillic and Greek letters that look like Latin ones, or stand for the files of a board.
const LOOKALIKES: [(&str, &str, &str); 2] = [
    ("Cyrillic", "абвгдеосрхукіјѕһф", "abbgdeocpxykijshf"),
    ("Greek", "αβγδεζηθονρυκιχτω", "abcdefghovpukixtw"),
];

/// Returns the cell's name that a word would be in Latin letters, its first other letter, and the
/// alphabet of that; `None` if it has only Latin letters, or would not be a name of that form.
fn latin_cell(word: &str) -> Option<(String, char, &'static str)> {
    let latin = |c: char| {
        LOOKALIKES.iter().find_map(|(alphabet, letters, latin)| {
            let place = letters.chars().position(|letter| letter == c)?;
            Some((latin.chars().nth(place)?, *alphabet))
        })
    };
    let (letter, (_, alphabet)) = word.chars().find_map(|c| Some((c, latin(c)?)))?;
    let name: String = word
        .chars()
        .map(|c| latin(c).map_or(c, |(latin, _)| latin))
        .collect();
    Board::is_name_shaped(&name).then_some((name, letter, alphabet))
}

/// Returns the name of the cell the fewest files and ranks away: `i2` for `k2`, if `i` is the last file,
/// and `e8` for `e9`, if 8 is the last rank.
fn nearest_cell<'b>(word: &str, board: &'b Board) -> Option<&'b str> {
    let file_and_rank = |name: &str| {
        let file = name.chars().next().filter(char::is_ascii_lowercase)?;
        let rank: u16 = name[1..].parse().ok()?;
        Some((u32::from(file), u32::from(rank)))
    };
    let (file, rank) = file_and_rank(word)?;
    let distance = |name: &str| {
        let (other_file, other_rank) = file_and_rank(name)?;
        let (files, ranks) = (file.abs_diff(other_file), rank.abs_diff(other_rank));
        // Farther off, another word is meant.
        (files == 0 || ranks == 0 || files + ranks <= 2).then_some((files + ranks, files))
    };
    board
        .names()
        .filter_map(|name| Some((distance(name)?, name)))
        .min()
        .map(|(_, name)| name)
}

/// Returns the complaint about a piece on an absent cell.
pub fn absent_cell(board: &Board, cell: Cell, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::CellAbsent,
        format!("{} is absent here", board.name(cell)),
    )
    .at(span, "expected a cell that is present")
}

/// Returns the complaint about a piece on a cell where it may not stand.
pub fn misplaced_piece(kind: &PieceKind, board: &Board, cell: Cell, span: Span) -> Diagnostic {
    let info = board.info(cell);
    Diagnostic::error(
        Code::OffStandsOn,
        format!("the {} never stands on {}", kind.name, info.name),
    )
    .at(span, format!("{} is a {}", info.name, info.kind.name()))
}

/// Turns an id into words: `long-leaper` and `longLeaper` become `Long Leaper`.
pub fn title_from_id(name: &str) -> String {
    let mut text = String::new();
    let mut previous = ' ';
    for c in name
        .chars()
        .map(|c| if matches!(c, '-' | '_') { ' ' } else { c })
    {
        if c.is_uppercase() && previous.is_lowercase() {
            text.push(' ');
        }
        if previous == ' ' {
            text.extend(c.to_uppercase())
        } else {
            text.push(c)
        }
        previous = c;
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
