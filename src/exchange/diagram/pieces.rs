//! The pieces of an Interactive Diagram: `name:ID:move:image:cells:count`.

use super::settings::Settings;
use crate::places::{ImportedBoard, Square};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span};

/// A piece as listed in the definition.
pub(crate) struct PieceLine {
    pub name: Excerpt,
    pub letter: String,
    pub movement: GivenMovement,
    /// The image, if it is not the one that the name implies.
    pub image: Option<String>,
    pub white: ListedSquares,
    /// `None` if the definition's symmetry determines Black's squares.
    pub black: Option<ListedSquares>,
    /// The number of pieces beside the board, White's and Black's.
    pub count: [u32; 2],
}

impl PieceLine {
    /// Writes the line.
    pub(crate) fn text(&self, board: &ImportedBoard) -> String {
        let squares = |listed: &ListedSquares| {
            let runs = board.runs(listed.iter().map(|(square, _)| *square));
            runs.replace(' ', ",")
        };
        let name = self.name.text();
        let movement = match &self.movement {
            GivenMovement::Written(text) => text.text(),
            GivenMovement::Known(_) => "",
        };
        let image = self.image.as_deref().unwrap_or(name);
        let black = self.black.as_ref().map(squares);
        let black = black.map_or_else(String::new, |black| format!(",,{black}"));
        let count = match self.count {
            [0, 0] => String::new(),
            [white, black] if white == black => format!(":{white}"),
            [white, black] => format!(":{white},{black}"),
        };
        let (letter, white) = (&self.letter, squares(&self.white));
        format!("{name}:{letter}:{movement}:{image}:{white}{black}{count}\n")
    }
}

/// The source of a piece's movement.
pub(crate) enum GivenMovement {
    Written(Excerpt),
    /// No movement is written. This is the movement that the name stands for, or an empty string
    /// if it stands for none.
    Known(&'static str),
}

/// The moves that the names of well-known pieces stand for.
const MOVES: [(&str, &str); 36] = [
    ("pawn", "ifmnDfmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", KING),
    ("archbishop", "BN"),
    ("cardinal", "BN"),
    ("chancellor", "RN"),
    ("marshall", "RN"),
    ("amazon", "QN"),
    ("man", "K"),
    ("commoner", "K"),
    ("ferz", "F"),
    ("wizard", "FC"),
    ("champion", "WAD"),
    ("camel", "C"),
    ("zebra", "Z"),
    ("nightrider", "N0"),
    ("grasshopper", "gQ"),
    ("griffon", "yafsF"),
    ("gryphon", "yafsF"),
    ("falcon", "mafmafsKmafsmafKmaflmafrKmafrmaflK"),
    ("mao", "mafsW"),
    ("horse", "mafsW"),
    ("elephant", "mafF"),
    ("cannon", "mRcpR"),
    ("pao", "mRcpR"),
    ("advisor", "F"),
    ("lance", "fR"),
    ("copper", "vWfF"),
    ("silver", "FfW"),
    ("silvergeneral", "FfW"),
    ("gold", "WfF"),
    ("goldgeneral", "WfF"),
    ("lion", "KNADcaKcabKmabK"),
];

/// How far a king castles depends on the width of the board.
const KING: &str = "KisO2";
const KING_OF_A_WIDE_BOARD: &str = "KisO3";

/// The name that marks missing squares.
pub(crate) const HOLE: &str = "hole";

/// Maximum number of pieces of a kind beside the board.
const MOST_IN_HAND: u32 = 1000;

/// Reads a piece; `None` if it cannot be understood.
pub(crate) fn piece(
    item: &Excerpt,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> Option<PieceLine> {
    let mut fields = parts(item, ':');
    let end = item.text().len();
    let mut field = || fields.next().unwrap_or_else(|| item.part(end..end));
    let (name, id, movement, image, cells, count) =
        (field(), field(), field(), field(), field(), field());
    let further = fields.next();
    let count = count_of(&count, diagnostics);
    if let Some(further) = further {
        let message = "this piece has too many parts";
        let expected = "expected at most `name:ID:move:image:cells:count`";
        return diagnostics.refuse(
            Code::ImportSyntax,
            message,
            further.whole().to(item.span(end..end)),
            expected,
        );
    }
    let text = name.text();
    if text.is_empty() {
        let expected = "expected `name:ID:move:image:cells`";
        return diagnostics.refuse(
            Code::ImportSyntax,
            "this piece has no name",
            item.whole(),
            expected,
        );
    }
    let movement = match movement.text() {
        "" => GivenMovement::Known(known_move(&name, settings, diagnostics)),
        _ => GivenMovement::Written(movement),
    };
    let letter = match id.text() {
        "" => text.chars().take(1).flat_map(char::to_uppercase).collect(),
        id => id.to_string(),
    };
    let image = Some(image.text())
        .filter(|image| !image.is_empty() && *image != text)
        .map(str::to_string);
    let (white, black) = squares(&cells, settings, diagnostics);
    Some(PieceLine {
        name,
        letter,
        movement,
        image,
        white,
        black,
        count: count?,
    })
}

/// Returns the movement that a name in lower case stands for.
pub(super) fn known_movement(name: &str) -> Option<&'static str> {
    let known = MOVES.iter().find(|(known, _)| *known == name);
    known.map(|(_, movement)| *movement)
}

fn known_move(name: &Excerpt, settings: &Settings, diagnostics: &mut Diagnostics) -> &'static str {
    let word = name.text().to_lowercase();
    match known_movement(&word) {
        Some(KING) if settings.board.files > 8 => KING_OF_A_WIDE_BOARD,
        Some(movement) => movement,
        None if word == HOLE => "",
        None => {
            let message = format!("`{}` has no move", name.text());
            let complaint = Diagnostic::warning(Code::ImportSyntax, message)
                .at(
                    name.whole(),
                    "it stands still: expected a move in the third part, or a name that stands for one",
                )
                .suggest(&word, MOVES.iter().map(|(name, _)| *name));
            diagnostics.push(complaint);
            ""
        }
    }
}

/// Reads a count: `2`, or `2,1` if White and Black differ.
fn count_of(field: &Excerpt, diagnostics: &mut Diagnostics) -> Option<[u32; 2]> {
    let text = field.text();
    let number = |text: &str| match text.trim() {
        "" => Some(0),
        text => text.parse().ok().filter(|count| *count <= MOST_IN_HAND),
    };
    let (white, black) = text.split_once(',').unwrap_or((text, text));
    let count = number(white)
        .zip(number(black))
        .map(|(white, black)| [white, black]);
    if count.is_none() {
        let message = format!("`{text}` is not a number of pieces");
        let expected =
            format!("expected the number of pieces beside the board, at most {MOST_IN_HAND}");
        diagnostics.error(Code::WrongValue, message, field.whole(), expected);
    }
    count
}

/// Squares, each with its place in the list that names it.
pub(crate) type ListedSquares = Vec<(Square, Span)>;

/// Reads White's squares, and Black's if an empty entry in the list separates them.
fn squares(
    cells: &Excerpt,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> (ListedSquares, Option<ListedSquares>) {
    let (mut white, mut black) = (Vec::new(), None);
    // No definition needs to name a square more than once for each side.
    let most = 2 * usize::from(settings.board.files) * usize::from(settings.board.ranks) + 2;
    let listed = if cells.text().is_empty() {
        0
    } else {
        parts(cells, ',').count()
    };
    if listed > most {
        let message = "this piece stands on more squares than the board has";
        diagnostics.error(
            Code::TooLarge,
            message,
            cells.span(0..0),
            format!("{listed} are listed"),
        );
        return (white, black);
    }
    for part in parts(cells, ',').take(listed) {
        if part.text().is_empty() {
            black.get_or_insert_default();
            continue;
        }
        match block(part.text(), settings) {
            Some(block_squares) => {
                let side = black.as_mut().unwrap_or(&mut white);
                side.extend(
                    block_squares
                        .into_iter()
                        .map(|square| (square, part.whole())),
                );
            }
            None => diagnostics.push(no_square(&part, settings)),
        }
    }
    (white, black)
}

fn no_square(part: &Excerpt, settings: &Settings) -> Diagnostic {
    let ImportedBoard {
        files,
        ranks,
        first_rank,
        ..
    } = settings.board;
    let last = first_rank + ranks - 1;
    let letter = char::from(b'a' + (files - 1).min(25) as u8);
    let message = format!("`{}` is not a square of this board", part.text());
    let expected = format!(
        "expected a square from `a{first_rank}` to `{letter}{last}`, or two with a hyphen between"
    );
    Diagnostic::error(Code::UnknownCell, message).at(part.whole(), expected)
}

/// Reads a square, or a block from a lower left to an upper right square.
fn block(text: &str, settings: &Settings) -> Option<Vec<Square>> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (square(low, settings)?, square(high, settings)?);
    let ranks = |file| (low.rank..=high.rank).map(move |rank| Square { file, rank });
    let all: Vec<Square> = (low.file..=high.file).flat_map(ranks).collect();
    (!all.is_empty()).then_some(all)
}

fn square(text: &str, settings: &Settings) -> Option<Square> {
    let mut letters = text.chars();
    let file = letters.next().filter(char::is_ascii_lowercase)?;
    let file = u16::from(file as u8 - b'a');
    let digits = letters.as_str();
    let number: u16 = digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())??;
    let rank = number.checked_sub(settings.board.first_rank)?;
    (file < settings.board.files && rank < settings.board.ranks).then_some(Square { file, rank })
}

/// Splits a text at separators and trims the parts.
fn parts(text: &Excerpt, separator: char) -> impl Iterator<Item = Excerpt> {
    text.text()
        .split(separator)
        .map(|part| text.cut(part.trim()))
}
