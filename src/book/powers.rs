//! The tables `[[rule]]` that give a piece a power, or speak of men in hand, before any name is looked up.

use super::toml::{At, Table};
use crate::diag::Diagnostics;
use crate::text::{Excerpt, Span};

/// A power of a piece.
#[derive(Clone, Debug)]
pub struct PowerDecl {
    pub piece: At<String>,
    pub deed: DeedDecl,
    /// The table's head, to point at when what is left unsaid does not fit.
    pub span: Span,
}

/// What is not said of directions is left to the power.
#[derive(Clone, Debug)]
pub enum DeedDecl {
    Freezing { near: Option<Excerpt> },
    Withdrawal { along: Option<Excerpt> },
    Coordination { with: At<String>, balanced: bool },
    Push { along: Option<Excerpt>, train: bool },
    Swap { along: Option<Excerpt> },
    LongLeap { along: Option<Excerpt>, several: bool },
    Enclosure { near: Option<Excerpt>, anywhere: bool },
    Mimicry,
    Mandatory,
    Teleport { near: Option<Excerpt> },
    Rotation { around: Excerpt },
    Bond { with: Vec<At<String>>, near: Option<Excerpt> },
    Barrier { pieces: Vec<At<String>> },
}

impl DeedDecl {
    /// The `kind` of rule that it is.
    pub fn kind(&self) -> &'static str {
        match self {
            DeedDecl::Freezing { .. } => "freezing",
            DeedDecl::Withdrawal { .. } => "withdrawal",
            DeedDecl::Coordination { .. } => "coordination",
            DeedDecl::Push { .. } => "push",
            DeedDecl::Swap { .. } => "swap",
            DeedDecl::LongLeap { .. } => "long-leap",
            DeedDecl::Enclosure { .. } => "enclosure",
            DeedDecl::Mimicry => "mimicry",
            DeedDecl::Mandatory => "mandatory",
            DeedDecl::Teleport { .. } => "teleport",
            DeedDecl::Rotation { .. } => "rotation",
            DeedDecl::Bond { .. } => "bond",
            DeedDecl::Barrier { .. } => "barrier",
        }
    }
}

/// Who goes into hand when he is taken.
#[derive(Clone, Debug)]
pub struct IntoHandDecl {
    pub pieces: Option<Vec<At<String>>>,
    pub becomes: Option<At<String>>,
    pub by: Option<At<String>>,
}

/// Who may be put on the board out of hand.
#[derive(Clone, Debug)]
pub struct DropDecl {
    pub pieces: Option<Vec<At<String>>>,
    pub cells: Option<Excerpt>,
    pub becomes: Option<Vec<At<String>>>,
    pub without: Vec<At<String>>,
    pub must_move: bool,
}

/// Which cells can change places.
#[derive(Clone, Debug)]
pub struct TravelDecl {
    pub ring: Excerpt,
    pub near: Option<Excerpt>,
    /// The table's head.
    pub span: Span,
}

/// Reads the power that a `kind` of rule names; `None` if it names none.
pub(super) fn power(
    kind: &str,
    table: &mut Table<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Option<PowerDecl>> {
    let read: fn(&mut Table<'_>, &mut Diagnostics) -> Option<DeedDecl> = match kind {
        "freezing" => |table, diagnostics| {
            let near = table.text("near", diagnostics);
            Some(DeedDecl::Freezing { near })
        },
        "withdrawal" => |table, diagnostics| {
            let along = table.text("along", diagnostics);
            Some(DeedDecl::Withdrawal { along })
        },
        "coordination" => |table, diagnostics| {
            let with = table.required("with", diagnostics);
            let balanced = table.boolean("balanced", diagnostics).unwrap_or(false);
            Some(DeedDecl::Coordination { with: with?, balanced })
        },
        "push" => |table, diagnostics| {
            let along = table.text("along", diagnostics);
            let train = table.boolean("train", diagnostics).unwrap_or(true);
            Some(DeedDecl::Push { along, train })
        },
        "swap" => |table, diagnostics| {
            let along = table.text("along", diagnostics);
            Some(DeedDecl::Swap { along })
        },
        "long-leap" => |table, diagnostics| {
            let along = table.text("along", diagnostics);
            let several = table.boolean("several", diagnostics).unwrap_or(false);
            Some(DeedDecl::LongLeap { along, several })
        },
        "enclosure" => |table, diagnostics| {
            let near = table.text("near", diagnostics);
            let anywhere = table.boolean("anywhere", diagnostics).unwrap_or(false);
            Some(DeedDecl::Enclosure { near, anywhere })
        },
        "teleport" => |table, diagnostics| {
            let near = table.text("near", diagnostics);
            Some(DeedDecl::Teleport { near })
        },
        "rotation" => |table, diagnostics| {
            let around = table.text("around", diagnostics);
            if around.is_none() {
                table.missing("around", "directions clockwise, as in `ne, se, sw, nw`,", diagnostics);
            }
            Some(DeedDecl::Rotation { around: around? })
        },
        "bond" => |table, diagnostics| {
            let with = table.different_strings("with", diagnostics);
            if with.is_none() {
                table.missing("with", "a list of pieces", diagnostics);
            }
            let near = table.text("near", diagnostics);
            Some(DeedDecl::Bond { with: with?, near })
        },
        "barrier" => |table, diagnostics| {
            let pieces = table.different_strings("pieces", diagnostics);
            if pieces.is_none() {
                table.missing("pieces", "a list of pieces", diagnostics);
            }
            Some(DeedDecl::Barrier { pieces: pieces? })
        },
        "mimicry" => |_, _| Some(DeedDecl::Mimicry),
        "mandatory" => |_, _| Some(DeedDecl::Mandatory),
        _ => return None,
    };
    let piece = table.required("piece", diagnostics);
    let deed = read(table, diagnostics);
    let span = table.span;
    Some(piece.zip(deed).map(|(piece, deed)| PowerDecl { piece, deed, span }))
}

pub(super) fn into_hand(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> IntoHandDecl {
    let pieces = table.different_strings("pieces", diagnostics);
    let becomes = table.string("as", diagnostics);
    let by = table.string("by", diagnostics);
    IntoHandDecl { pieces, becomes, by }
}

pub(super) fn drop_rule(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> DropDecl {
    let pieces = table.different_strings("pieces", diagnostics);
    let cells = table.text("cells", diagnostics);
    let becomes = table.different_strings("as", diagnostics);
    let without = table.different_strings("without", diagnostics).unwrap_or_default();
    let must_move = table.boolean("must_move", diagnostics).unwrap_or(false);
    DropDecl { pieces, cells, becomes, without, must_move }
}

pub(super) fn travel(table: &mut Table<'_>, diagnostics: &mut Diagnostics) -> Option<TravelDecl> {
    let ring = table.text("ring", diagnostics);
    if ring.is_none() {
        table.missing("ring", "the places for cells that move, each beside the next,", diagnostics);
    }
    let near = table.text("near", diagnostics);
    Some(TravelDecl { ring: ring?, near, span: table.span })
}
