//! Exports a variant to another program.
//!
//! ```text
//! a variant ──write──▶ the other program's text, and what it cannot say
//! ```
//!
//! What a program cannot be told is listed, never passed over: as warnings, and as a comment in the
//! text. A board that the program does not have is an error. Knows nothing of files.

use padma_rules::model::Variant;
use padma_text::Sources;
use padma_text::diag::{Code, Diagnostics};
use padma_variant::decl::{VariantSource, top};
use padma_variant::extend::merge_chain;
use padma_variant::form::comment;

use crate::diagram;
use crate::fairy;
use crate::grid::Grid;
use crate::places::{MOST_FILES, MOST_RANKS};
use crate::transfer::Transfer;
use crate::variant_rules::VariantRules;

padma_text::named! {
    /// A program for which a variant can be written.
    pub enum OtherProgram by name {
        /// A section of Fairy-Stockfish's `variants.ini`.
        FairyStockfish "fairy-stockfish",
        /// The text of an Interactive Diagram.
        Diagram "diagram",
    }
}

impl OtherProgram {
    /// Returns its name in a message, and the number of files and of ranks of its largest board.
    fn limits(self) -> (&'static str, [u16; 2]) {
        match self {
            OtherProgram::FairyStockfish => ("Fairy-Stockfish", fairy::write::LARGEST),
            OtherProgram::Diagram => ("an Interactive Diagram", [MOST_FILES, MOST_RANKS]),
        }
    }

    /// Writes lines that the program does not read.
    fn comment(self, lines: &[String]) -> String {
        match self {
            OtherProgram::FairyStockfish => lines.iter().map(|line| comment(line) + "\n").collect(),
            // Two hyphens may end a comment of a page.
            OtherProgram::Diagram => {
                let text = lines.join("\n").replace("--", "- -").replace("--", "- -");
                format!("<!-- {text} -->\n")
            }
        }
    }
}

/// Returns the text of a variant for a program; `None` if the program has no board for it. `name`
/// is the text's name, if it is not to be the variant's own.
pub fn export(
    program: OtherProgram,
    source: &VariantSource<'_>,
    variant: &Variant,
    name: Option<&str>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let whole = merge_chain(&source.chain, &mut Diagnostics::default())?;
    let whole = whole.as_ref();
    let (program_name, largest) = program.limits();
    let grid = match Grid::of(&variant.board, largest) {
        Ok(grid) => grid,
        Err(why) => {
            let message = format!("{program_name} has no board like that of `{}`", source.id);
            let span = whole
                .table(top::BOARD)
                .map_or(source.span, |board| board.span);
            return diagnostics.refuse(Code::BoardSize, message, span, why);
        }
    };
    let rules = VariantRules::of(whole, variant);
    let transfer = Transfer::new(variant, whole, grid, &rules);
    let (text, transfer) = match program {
        OtherProgram::FairyStockfish => fairy::write::write(transfer, source, name, diagnostics)?,
        OtherProgram::Diagram => diagram::write::write(transfer, name.unwrap_or(source.id)),
    };
    let title = program.comment(std::slice::from_ref(&variant.title));
    let untold = transfer.report(sources, diagnostics);
    if untold.is_empty() {
        return Some(title + &text);
    }
    let heading = "Not carried over, with the places in the variant:".to_string();
    let lines: Vec<String> = [heading].into_iter().chain(untold).collect();
    Some(format!("{title}{text}\n{}", program.comment(&lines)))
}
