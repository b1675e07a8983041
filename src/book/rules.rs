//! The tables `[[rule]]` and `[notation]` of a variant, before any name is looked up.

use super::checkers::{self, CombineDecl, StackingDecl};
use super::powers::{DropDecl, IntoHandDecl, PowerDecl, TravelDecl, drop_rule, into_hand, power, travel};
use super::toml::{At, Table};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::text::{Excerpt, Span};

/// A table `[[rule]]`, by its kind.
#[derive(Clone, Debug)]
pub enum RuleDecl {
    Shared {
        piece: At<String>,
        cells: Excerpt,
        most: Option<At<i64>>,
    },
    Promotion(PromotionDecl),
    Castling(CastlingDecl),
    Transformation(TransformationDecl),
    Goal {
        piece: At<String>,
        cells: Excerpt,
        count: Option<At<i64>>,
    },
    Stalemate {
        outcome: At<String>,
        cells: Option<Excerpt>,
    },
    QuietLimit {
        plies: At<i64>,
        unless: Vec<At<String>>,
        outcome: At<String>,
    },
    Repetition {
        outcome: At<String>,
        times: Option<At<i64>>,
    },
    Power(PowerDecl),
    IntoHand(IntoHandDecl),
    Drop(DropDecl),
    Combine(CombineDecl),
    Stacking(StackingDecl),
    Travel(TravelDecl),
    /// With the table's head.
    NoCheck(Span),
    Facing(FacingDecl),
}

impl RuleDecl {
    /// The kind of a rule that holds only once, and where it stands.
    pub fn once(&self) -> Option<(&'static str, Span)> {
        match self {
            RuleDecl::Stalemate { outcome, cells: None } => Some(("stalemate", outcome.span)),
            RuleDecl::QuietLimit { plies, .. } => Some(("quiet-limit", plies.span)),
            RuleDecl::Repetition { outcome, .. } => Some(("repetition", outcome.span)),
            RuleDecl::Stacking(decl) => Some(("stacking", decl.span)),
            RuleDecl::NoCheck(span) => Some(("no-check", *span)),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct PromotionDecl {
    pub piece: At<String>,
    pub cells: Excerpt,
    /// `None` where nothing is said.
    pub to: Option<Vec<At<String>>>,
    pub may_wait: bool,
    pub must: Option<At<bool>>,
    pub limit: Option<At<i64>>,
    pub from_reserve: bool,
    pub by: Option<Vec<At<String>>>,
}

#[derive(Clone, Debug)]
pub struct CastlingDecl {
    pub name: At<String>,
    /// The men of each side, as in `king e1 g1`.
    pub white: Vec<Excerpt>,
    pub black: Vec<Excerpt>,
    /// The table's head, to point at when the men do not fit each other.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct TransformationDecl {
    pub piece: At<String>,
    pub when: Excerpt,
    pub to: At<String>,
    pub from_reserve: bool,
    pub optional: bool,
}

/// Who may not face whom.
#[derive(Clone, Debug)]
pub struct FacingDecl {
    pub piece: At<String>,
    pub along: Option<Excerpt>,
    /// The table's head.
    pub span: Span,
}

/// The table `[notation]`.
#[derive(Clone, Debug)]
pub struct NotationDecl {
    pub style: Option<At<String>>,
    pub plain: Option<At<String>>,
    pub quiet: Option<At<String>>,
    pub capture: Option<At<String>>,
    pub check: Option<At<String>>,
    pub mate: Option<At<String>>,
    pub promotion: Option<At<String>>,
    pub forced_change: Option<bool>,
    pub drop: Option<At<String>>,
}

/// What a `kind` of rule may be.
pub const KINDS: [&str; 28] = [
    "shared",
    "promotion",
    "castling",
    "transformation",
    "goal",
    "stalemate",
    "quiet-limit",
    "repetition",
    "no-check",
    "facing",
    "freezing",
    "withdrawal",
    "coordination",
    "push",
    "swap",
    "long-leap",
    "enclosure",
    "mimicry",
    "mandatory",
    "teleport",
    "rotation",
    "bond",
    "barrier",
    "into-hand",
    "drop",
    "combine",
    "stacking",
    "travel",
];

/// Reads a table `[[rule]]`.
pub(super) fn rule(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let kind = table.required("kind", diagnostics)?;
    if let Some(power) = power(&kind.value, &mut table, diagnostics) {
        table.finish(diagnostics);
        return power.map(RuleDecl::Power);
    }
    let read: fn(&mut Table<'_>, &mut Diagnostics) -> Option<RuleDecl> = match kind.value.as_str() {
        "shared" => shared,
        "promotion" => promotion,
        "castling" => castling,
        "transformation" => transformation,
        "goal" => goal,
        "stalemate" => stalemate,
        "quiet-limit" => quiet_limit,
        "repetition" => repetition,
        "no-check" => |table, _| Some(RuleDecl::NoCheck(table.span)),
        "facing" => facing,
        "into-hand" => |table, diagnostics| Some(RuleDecl::IntoHand(into_hand(table, diagnostics))),
        "drop" => |table, diagnostics| Some(RuleDecl::Drop(drop_rule(table, diagnostics))),
        "combine" => |table, diagnostics| checkers::combine(table, diagnostics).map(RuleDecl::Combine),
        "stacking" => |table, diagnostics| Some(RuleDecl::Stacking(checkers::stacking(table, diagnostics))),
        "travel" => |table, diagnostics| travel(table, diagnostics).map(RuleDecl::Travel),
        other => {
            let known: Vec<String> = KINDS.iter().map(|kind| format!("`{kind}`")).collect();
            diagnostics.push(
                Diagnostic::error(Code::WrongValue, format!("`{other}` is no kind of rule"))
                    .at(kind.span, format!("expected one of {}", known.join(", ")))
                    .suggest(other, KINDS),
            );
            return None;
        }
    };
    let rule = read(&mut table, diagnostics);
    table.finish(diagnostics);
    rule
}

/// The `piece` and the `cells` that a rule is about.
fn place(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<(At<String>, Excerpt)> {
    let piece = table.required("piece", diagnostics);
    let cells = table.text("cells", diagnostics);
    if cells.is_none() {
        table.missing("cells", "a description of places", diagnostics);
    }
    Some((piece?, cells?))
}

fn shared(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let place = place(table, diagnostics);
    let most = table.integer("most", diagnostics);
    let (piece, cells) = place?;
    Some(RuleDecl::Shared { piece, cells, most })
}

fn promotion(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let place = place(table, diagnostics);
    let to = table.different_strings("to", diagnostics);
    let may_wait = table.boolean("may_wait", diagnostics).unwrap_or(false);
    let must = table.boolean_at("must", diagnostics);
    let limit = table.integer("limit", diagnostics);
    let from_reserve = table.boolean("from_reserve", diagnostics).unwrap_or(false);
    let by = table.different_strings("by", diagnostics);
    let (piece, cells) = place?;
    Some(RuleDecl::Promotion(PromotionDecl { piece, cells, to, may_wait, must, limit, from_reserve, by }))
}

fn castling(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let name = table.required("name", diagnostics);
    let mut men = |side: &str| {
        let men = table.texts(side, diagnostics).map(|(men, _)| men);
        if men.is_none() {
            table.missing(side, "a list of men, as in `[\"king e1 g1\", \"rook h1 f1\"]`,", diagnostics);
        }
        men
    };
    let (white, black) = (men("white"), men("black"));
    Some(RuleDecl::Castling(CastlingDecl { name: name?, white: white?, black: black?, span: table.span }))
}

fn transformation(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let piece = table.required("piece", diagnostics);
    let when = table.text("when", diagnostics);
    if when.is_none() {
        table.missing("when", "an occasion", diagnostics);
    }
    let to = table.required("to", diagnostics);
    let from_reserve = table.boolean("from_reserve", diagnostics).unwrap_or(false);
    let optional = table.boolean("optional", diagnostics).unwrap_or(false);
    let (piece, when, to) = (piece?, when?, to?);
    Some(RuleDecl::Transformation(TransformationDecl { piece, when, to, from_reserve, optional }))
}

fn goal(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let place = place(table, diagnostics);
    let count = table.integer("count", diagnostics);
    let (piece, cells) = place?;
    Some(RuleDecl::Goal { piece, cells, count })
}

fn stalemate(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let cells = table.text("cells", diagnostics);
    Some(RuleDecl::Stalemate { outcome: table.required("outcome", diagnostics)?, cells })
}

fn quiet_limit(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let plies = table.integer("plies", diagnostics);
    if plies.is_none() {
        table.missing("plies", "a number of moves of either side", diagnostics);
    }
    let outcome = table.required("outcome", diagnostics);
    let unless = table.strings("unless", diagnostics).unwrap_or_default();
    Some(RuleDecl::QuietLimit { plies: plies?, unless, outcome: outcome? })
}

fn repetition(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let outcome = table.required("outcome", diagnostics);
    let times = table.integer("times", diagnostics);
    Some(RuleDecl::Repetition { outcome: outcome?, times })
}

fn facing(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<RuleDecl> {
    let piece = table.required("piece", diagnostics);
    let along = table.text("along", diagnostics);
    Some(RuleDecl::Facing(FacingDecl { piece: piece?, along, span: table.span }))
}

/// Reads the table `[notation]`.
pub(super) fn notation(mut table: Table<'_>, diagnostics: &mut Diagnostics) -> NotationDecl {
    let decl = NotationDecl {
        style: table.string("style", diagnostics),
        plain: table.string("plain", diagnostics),
        quiet: table.string("quiet", diagnostics),
        capture: table.string("capture", diagnostics),
        check: table.string("check", diagnostics),
        mate: table.string("mate", diagnostics),
        promotion: table.string("promotion", diagnostics),
        forced_change: table.boolean("forced_change", diagnostics),
        drop: table.string("drop", diagnostics),
    };
    table.finish(diagnostics);
    decl
}
