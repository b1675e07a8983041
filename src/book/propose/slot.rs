//! The slots of rows: what a statement may name, and what an expression then asks of. Knows no book.

use std::collections::BTreeMap;

use super::queries::{PiecePlace, zone};
use super::role::Role;
use super::token::{ProseToken, ProseTokenKind};
use padma_rules::model::{KindId, Side};

padma_text::named! {
    /// A slot of a statement, or of its expression.
    pub(super) enum FactSlot by name {
        /// A piece.
        Piece "P",
        /// The piece that the sentence is about, if the statement names none.
        Subject "P?",
        /// Another piece.
        OtherPiece "Q",
        /// The piece that promotes and that the sentence is about.
        Promoting "R",
        /// The piece that the sentences before are about.
        SpokenOf "T",
        /// A cell: if the statement names none, the last named before it.
        Cell "c",
        /// Another cell.
        OtherCell "d",
        /// A cell or a part of the board, as a set.
        Zone "z",
        /// A set of the variant.
        Set "set",
        /// The set of cells on which the piece stands.
        Place "place",
        /// "all c in corners: ", if a part of the board is spoken of.
        Quantifier "all",
        /// The number of cells that the piece reaches from its place.
        Count "#P",
        /// Those cells.
        Reached "reach",
        /// Their number for the other piece.
        OtherCount "#Q",
        /// Cells in a list.
        Cells "cells",
        /// A number.
        Number "n",
        /// An ordinal.
        Ordinal "nth",
        /// The letter of a file.
        FileLetter "f",
        /// A side.
        Side "S",
        /// The side that is spoken of; White's, if none is.
        SideSpokenOf "S?",
        /// Pieces in a list.
        List "list",
        /// The same, each of which may be meant.
        Union "union",
        /// The same, each of which moves as every player knows.
        Orthodox "orthodox",
        /// Those of a second list.
        SecondList "more",
        /// Pieces in a list that fills the first rank of a side, as their setup.
        Row "row",
        /// The figure above.
        Figure "fig",
        /// The shortest castling of the game.
        ShortCastling "short",
        /// The longest.
        LongCastling "long",
        /// The castling with the piece that stands on the cell.
        CastlingWith "castling",
        /// The label of the piece in the figure above.
        Label "L",
        /// The label of the other piece there.
        OtherLabel "LQ",
        /// The cell of the piece spoken of before, in the figure above.
        SpokenOfInFigure "@T",
        /// The cell of the piece in the figure above.
        CellInFigure "at",
        /// The cell of the other piece in the figure above.
        OtherCellInFigure "@Q",
        /// The cell of the royal piece against it.
        King "king",
        /// What puts the piece on the cell, in the figure above: "white rook d4, empty d2".
        Put "put",
        /// The side against the piece that is put there.
        Foes "foes",
        /// The side against the piece in the figure above.
        Opponents "them",
    }
}

/// What the words of a statement put into its slots.
pub(super) type HeldSlots = BTreeMap<FactSlot, SlotContent>;

/// What a slot holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SlotContent {
    Text(String),
    Piece(KindId),
    Pieces(Vec<KindId>),
    Side(Side),
}

impl FactSlot {
    /// Returns the slot in which the words are held.
    pub(super) fn holder(self) -> FactSlot {
        match self {
            FactSlot::Subject => FactSlot::Piece,
            FactSlot::SideSpokenOf => FactSlot::Side,
            _ => self,
        }
    }

    /// Returns the number of tokens that fill it from the first on, and what it holds.
    pub(super) fn read(self, tokens: &[ProseToken]) -> Option<(usize, SlotContent)> {
        let first = tokens.first()?;
        let content = match self {
            FactSlot::Piece | FactSlot::Subject | FactSlot::OtherPiece => {
                SlotContent::Piece(first.piece()?)
            }
            FactSlot::Number => SlotContent::Text(first.number()?.to_string()),
            FactSlot::Ordinal => SlotContent::Text(first.ordinal()?.to_string()),
            FactSlot::Cell | FactSlot::OtherCell => {
                first.cell()?;
                SlotContent::Text(first.word.clone())
            }
            FactSlot::Cells => {
                let (cells, length) = cells_in_list(tokens)?;
                return Some((length, SlotContent::Text(cells)));
            }
            FactSlot::FileLetter => {
                let name = first.word.strip_suffix("-file").unwrap_or(&first.word);
                let mut letters = name.chars();
                letters.next().filter(|letter| letter.is_alphabetic())?;
                letters.next().is_none().then_some(())?;
                SlotContent::Text(name.to_string())
            }
            FactSlot::Set => {
                let is_word = first.what == ProseTokenKind::Word && zone(first).is_none();
                is_word.then(|| SlotContent::Text(first.word.clone()))?
            }
            FactSlot::Zone => SlotContent::Text(match (first.cell(), zone(first)) {
                (Some(_), _) => format!("{{{}}}", first.word),
                (None, Some(PiecePlace::Zone(zone))) => zone.to_string(),
                _ => return None,
            }),
            FactSlot::Side => SlotContent::Side(first.side()?),
            FactSlot::List
            | FactSlot::SecondList
            | FactSlot::Row
            | FactSlot::Union
            | FactSlot::Orthodox => {
                let (kinds, length) = kinds_in_list(tokens);
                return (length > 0).then_some((length, SlotContent::Pieces(kinds)));
            }
            // The others are filled from the sentence, not from words of the statement.
            _ => return None,
        };
        Some((1, content))
    }
}

/// Returns the list of cells that begins some tokens, as an expression, and how many tokens it has.
fn cells_in_list(tokens: &[ProseToken]) -> Option<(String, usize)> {
    let is_joint = |token: &ProseToken| token.is_mark(",") || token.has(Role::Clause);
    let (mut names, mut length) = (Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.cell() {
            Some(_) => {
                names.push(token.word.as_str());
                length = at + 1;
            }
            None if at > 0 && is_joint(token) => {}
            None => break,
        }
    }
    match names[..] {
        [] => None,
        [name] => Some((name.to_string(), length)),
        _ => Some((format!("{{{}}}", names.join(" ")), length)),
    }
}

/// Returns the pieces of the list that begins some tokens, and how many tokens it has.
fn kinds_in_list(tokens: &[ProseToken]) -> (Vec<KindId>, usize) {
    let (mut kinds, mut length) = (Vec::new(), 0);
    let begins = |first: &ProseToken| {
        first.piece().is_some() || ["a", "an", "the"].contains(&first.word.as_str())
    };
    if !tokens.first().is_some_and(begins) {
        return (kinds, length);
    }
    for (at, token) in tokens.iter().enumerate() {
        match token.what {
            ProseTokenKind::Piece(kind) => {
                kinds.push(kind);
                length = at + 1;
            }
            _ if token.is_mark(",")
                || ["and", "or", "bare", "lone"].contains(&token.word.as_str())
                || token.is_filler() => {}
            _ => break,
        }
    }
    // A list that goes on with a name that is not known is not read.
    let rest = &tokens[length.min(tokens.len())..];
    let is_joint =
        |token: &ProseToken| token.is_mark(",") || token.word == "and" || token.word == "or";
    let joins = rest.first().is_some_and(is_joint);
    let rest = rest.iter().filter(|token| !token.is_filler());
    let mut rest = rest.skip_while(|token| is_joint(token));
    let is_unknown =
        |token: &ProseToken| token.what == ProseTokenKind::Word && token.roles.is_empty();
    let ends =
        |token: &ProseToken| is_joint(token) || matches!(token.what, ProseTokenKind::Mark(_));
    let goes_on = joins && rest.next().is_some_and(is_unknown) && rest.next().is_none_or(ends);
    if goes_on {
        (Vec::new(), 0)
    } else {
        (kinds, length)
    }
}
