//! The block `combinations` of a page: pieces along up to three axes, and a table of their
//! combinations.
//!
//! ```text
//! Diagonal = ferz elephant bishop
//! Orthogonal = wazir dabbaba rook
//! ```

use super::words::{Block, is_blank_or_comment};
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Span, Word};

/// The maximum number of axes: tables, rows and columns.
pub(crate) const MAX_AXES: usize = 3;

/// The content of a block `combinations`.
#[derive(Clone, Debug)]
pub struct CombinationsDecl {
    /// Tables, rows and columns in this order; the table axis, or the table and row axes, may be
    /// absent.
    pub axes: Vec<AxisDecl>,
    /// The whole block.
    pub span: Span,
}

/// One axis: what the tables, the rows or the columns differ in.
#[derive(Clone, Debug)]
pub struct AxisDecl {
    /// The name shown to readers.
    pub name: String,
    /// The pieces along it.
    pub pieces: Vec<Word>,
}

/// Reads the lines of a block; `None`, after a complaint, if they do not form a table.
pub fn combinations(block: &Block, diagnostics: &mut Diagnostics) -> Option<CombinationsDecl> {
    let Block {
        info, body, span, ..
    } = block;
    let mut refuse = |span, message: &str, label: &str| {
        diagnostics.refuse(Code::DiagramSyntax, message, span, label)
    };
    if info.text().split_whitespace().count() > 1 {
        return refuse(
            info.whole(),
            "a block of combinations takes no name",
            "expected `combinations` alone",
        );
    }
    let mut axes = Vec::new();
    for line in body.text().lines() {
        if is_blank_or_comment(line) {
            continue;
        }
        let whole = body.at(line.trim_end());
        let Some((name, list)) = line.split_once('=') else {
            return refuse(
                whole,
                "this line is not an axis",
                "expected a name, `=` and pieces",
            );
        };
        let pieces: Vec<Word> = list
            .split_whitespace()
            .map(|word| body.slice_word(word))
            .collect();
        if pieces.is_empty() || name.trim().is_empty() || axes.len() == MAX_AXES {
            let message = "this line is one axis too many, or has no name or no piece";
            return refuse(
                whole,
                message,
                "expected up to three lines such as `Orthogonal = wazir rook`",
            );
        }
        axes.push(AxisDecl {
            name: name.trim().to_string(),
            pieces,
        });
    }
    if axes.is_empty() {
        let expected = "expected a line such as `Orthogonal = wazir rook`";
        return refuse(info.whole(), "this block shows no pieces", expected);
    }
    Some(CombinationsDecl { axes, span: *span })
}
