//! Padma as a library: reads a variant from its TOML and says where its pieces can go. These
//! functions take names; [`Rules`] takes indices and answers all other questions. Knows no files
//! and no pages.

use std::error::Error;
use std::fmt;

use crate::decl;
use crate::decl::VariantSource;
use crate::resolve;
use crate::terminal;
use padma_rules::model::{Cell, KindId, Piece, Side};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Sources, nearest};

/// A board, pieces and rules, read from the TOML of a variant's file.
///
/// ```
/// let toml = r#"
///     [board]
///     kind = "grid"
///     files = 8
///     ranks = 8
///
///     [[piece]]
///     id = "knight"
///     betza = "N"
///
///     [[piece]]
///     id = "rook"
///     movement = "slide along orthogonal"
/// "#;
/// let variant = padma_variant::Variant::load(toml)?;
/// assert_eq!(variant.reach("knight", "a1")?, ["b3", "c2"]);
///
/// // A piece of its own side stops the Rook, one of the other side can be captured.
/// let among = variant.reach_among("rook", "a1", &["a3"], &["c1"])?;
/// assert_eq!(among, ["a2", "b1", "c1"]);
///
/// let error = variant.reach("night", "a1").unwrap_err();
/// assert_eq!(error.to_string(), "no piece is called `night`; did you mean `knight`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    rules: Rules,
}

impl Variant {
    /// Reads a self-contained variant, without a key `extends`.
    ///
    /// # Errors
    ///
    /// Returns every mistake in the text, worded as the program words it, with its line and
    /// column.
    pub fn load(toml: &str) -> Result<Variant, Mistakes> {
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let id = sources.add("variant.toml", toml);
        let variant = decl::variant(&sources, id, &mut diagnostics).and_then(|decl| {
            let source = VariantSource {
                id: "variant",
                span: sources.whole(id),
                chain: vec![&decl],
            };
            resolve::variant(&source, &mut diagnostics)
        });
        let text = || {
            diagnostics
                .iter()
                .map(|diagnostic| terminal::render(diagnostic, &sources, false))
                .collect()
        };
        variant
            .map(|variant| Variant {
                rules: Rules::new(variant),
            })
            .ok_or_else(|| Mistakes(text()))
    }

    /// Returns the cells that a White piece can reach from a cell of the empty board, in board
    /// order.
    ///
    /// # Errors
    ///
    /// Returns the name that does not belong to any piece or cell.
    pub fn reach(&self, piece: &str, cell: &str) -> Result<Vec<&str>, UnknownName> {
        self.reach_among(piece, cell, &[], &[])
    }

    /// Returns the pseudo-legal reach among other pieces of both sides: empty cells, and cells of
    /// pieces it may capture.
    ///
    /// # Errors
    ///
    /// Returns the name that does not belong to any piece or cell.
    pub fn reach_among(
        &self,
        piece: &str,
        cell: &str,
        own: &[&str],
        enemy: &[&str],
    ) -> Result<Vec<&str>, UnknownName> {
        let (kind, from) = (self.kind(piece)?, self.cell(cell)?);
        let board = &self.rules.variant.board;
        let mut position = self.rules.variant.empty_position();
        for (side, cells) in [(Side::White, own), (Side::Black, enemy)] {
            for name in cells {
                position.put(self.cell(name)?, Some(Piece { side, kind: None }));
            }
        }
        let reach = self
            .rules
            .reach(kind, Side::White, from, &position, true)
            .cells();
        Ok(reach.iter().map(|cell| board.name(cell)).collect())
    }

    /// Returns the piece with this id.
    ///
    /// # Errors
    ///
    /// Fails if there is no such piece.
    pub fn kind(&self, id: &str) -> Result<KindId, UnknownName> {
        let variant = &self.rules.variant;
        let known = || {
            variant
                .kind_ids()
                .map(|kind| variant.kind(kind).id.as_str())
        };
        variant
            .kind_named(id)
            .ok_or_else(|| UnknownName::new("piece", id, nearest(id, known())))
    }

    /// Returns the cell with this name.
    ///
    /// # Errors
    ///
    /// Fails if there is no such cell.
    pub fn cell(&self, name: &str) -> Result<Cell, UnknownName> {
        let board = &self.rules.variant.board;
        let known = || board.cells().map(|cell| board.name(cell));
        board
            .cell(name)
            .ok_or_else(|| UnknownName::new("cell", name, nearest(name, known())))
    }

    /// Returns the variant with its move tables, for all other questions.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

/// The mistakes in a variant's text, formatted for a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(String);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl Error for Mistakes {}

/// The error for a name that no piece or cell has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    suggestion: Option<String>,
}

impl UnknownName {
    fn new(what: &'static str, name: &str, suggestion: Option<&str>) -> UnknownName {
        UnknownName {
            what,
            name: name.to_string(),
            suggestion: suggestion.map(str::to_string),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName {
            what,
            name,
            suggestion,
        } = self;
        write!(f, "no {what} is called `{name}`")?;
        suggestion.as_ref().map_or(Ok(()), |suggestion| {
            write!(f, "; did you mean `{suggestion}`?")
        })
    }
}

impl Error for UnknownName {}
