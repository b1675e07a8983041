//! The expression language: questions about boards, positions, moves and a book's figures.
//!
//! ```text
//! text ──syntax──▶ Expr ──resolve──▶ Formula ──eval──▶ ExprValue
//!                   └──describe──▶ a sentence in English
//! ```
//!
//! Each function is defined in one item under `functions`. The crate knows no files, no Markdown
//! and no drawing.
//!
//! ```
//! use padma_expr::{Outline, Scope, World, parse, resolve};
//! use padma_rules::play::Endings;
//! use padma_text::{Excerpt, Sources, diag::Diagnostics};
//!
//! let chess = padma_variant::Variant::load(padma_variant::BUILT_IN[0].1)?;
//! let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
//! let id = sources.add("question", "count(reach(rook, a1))");
//! let text = Excerpt::verbatim("count(reach(rook, a1))", sources.whole(id));
//! let question = parse(&text, &mut diagnostics).ok_or("not an expression")?;
//! let rules = chess.rules();
//! let scope = Scope {
//!     rules,
//!     variant: 0,
//!     placed: &[],
//!     games: &[],
//!     outline: Outline::NONE,
//!     nearest: None,
//! };
//! let formula = resolve(&question.expr, scope, &mut diagnostics).ok_or("not of one type")?;
//! let endings = Endings::default();
//! let value = World::new(rules, &endings, &[], &[], Outline::NONE).value(&formula)?;
//! // A Rook in the corner reaches seven cells along its rank and seven along its file.
//! assert_eq!(value.show(&rules.variant), "14");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(unreachable_pub, clippy::unwrap_used, clippy::expect_used)]

mod describe;
mod eval;
mod fault;
mod follow;
mod form;
mod formula;
mod functions;
mod grounds;
mod illustration;
mod meaning;
mod measured;
pub mod movement;
mod outline;
mod placed;
pub mod play;
mod played;
mod position;
mod prose;
mod refute;
mod resolve;
mod setting;
mod syntax;
mod term;
mod value;

pub use describe::{
    Restatement, cells_in_words, condition_in_words, restate, say_cells, say_condition, say_mark,
};
pub use eval::{Budget, World};
pub use fault::{EvalFault, MAX_WORK};
pub use follow::{PieceQuestion, Unfollowed, follow};
pub use formula::{Evidence, Formula};
pub use functions::{
    SpokenCall, asks_diagram, explain, find_function, function_names, function_sections,
    function_summaries, is_printable, resolve, rule_cells, rule_condition, rule_functions,
    solves_endings, spoken_calls, takes_label,
};
pub use grounds::{Grounds, grounds};
pub use illustration::{Illustration, SolvingLine};
pub use meaning::meaning;
pub use measured::MeasuredVariant;
pub use outline::{
    MAX_LINES, NumberId, Outline, OutlineEntry, OutlineNumbers, OutlinePart, unknown_number,
};
pub use placed::{PlacedDiagram, PlacedPiece};
pub use played::{PlayedGame, PlyProblem};
pub use position::{diagram_parts, diagram_sentence, parts_of_position, position_sentence};
pub use prose::{kinds_among, words};
pub use refute::refute;
pub use resolve::{Function, Generality, Scope, WordMeaning, lower};
pub use setting::say_setting;
pub use syntax::{
    Before, Binder, Change, ChangeKind, Computation, Definition, Erratum, ErratumKind, Expr,
    ExprKind, Fold, GRAMMAR, Mention, Name, Operator, Question, Quotation, Reading, Spaced, WORDS,
    mentions, mentions_in, parse, parse_definition, spaced_tokens, variant_named,
};
pub use term::{Join, sorted_unique};
pub use value::{Bound, ExprType, ExprValue, Number, PositionPart, units_in_digits};
