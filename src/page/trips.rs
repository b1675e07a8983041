//! Trips as the page's script reads them: courses that are walked leg by leg. The keys are listed in
//! `docs/formats.md`.

use serde::Serialize;

use crate::model::{Cell, PerCell};
use crate::movement::leg::{Content, Deed, Hop, Length};
use crate::reach::{LaidMultiLeg, LegLeap, LegRule, MultiLegStarts};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct TripData {
    #[serde(skip_serializing_if = "is_false")]
    first: bool,
    #[serde(flatten)]
    starts: StartsData,
    legs: Vec<LegData>,
    leaps: Vec<LeapData>,
    /// The cells where it may end, if not on every cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<Vec<usize>>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum StartsData {
    Anywhere(Vec<usize>),
    Starts(Vec<usize>),
}

/// What is false or not said is left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct LegData {
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u16>,
    #[serde(skip_serializing_if = "is_false")]
    same: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hop: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    own_hurdle: bool,
    #[serde(skip_serializing_if = "is_false")]
    lame: bool,
    #[serde(skip_serializing_if = "is_false")]
    crooked: bool,
    #[serde(skip_serializing_if = "is_false")]
    circles: bool,
    #[serde(skip_serializing_if = "is_false")]
    empty: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    enemy: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    royal: Option<bool>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct LeapData {
    to: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inside: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    then: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bends: Option<[Option<usize>; 2]>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A trip whose rows of cells, -1 where there is none, are kept by `row`.
pub(super) fn trip(trip: &LaidMultiLeg, row: &mut impl FnMut(Vec<i32>) -> usize) -> TripData {
    let starts = match &trip.starts {
        MultiLegStarts::Anywhere(cells) => {
            StartsData::Anywhere(cells.iter().map(|cell| cell.index()).collect())
        }
        MultiLegStarts::Leaps(leaps) => StartsData::Starts(leaps.clone()),
    };
    let mut cells = |to: &PerCell<Option<Cell>>| {
        row(to.iter().map(|(_, cell)| cell.map_or(-1, |cell| cell.index() as i32)).collect())
    };
    let leap = |leap: &LegLeap| LeapData {
        to: cells(&leap.to),
        inside: leap.inside.iter().map(&mut cells).collect(),
        then: leap.then.clone(),
        bends: leap.bends,
    };
    TripData {
        first: trip.first_move,
        starts,
        leaps: trip.leaps.iter().map(leap).collect(),
        legs: trip.legs.iter().map(leg).collect(),
        ends: trip.ends_on.map(|cells| cells.iter().map(Cell::index).collect()),
    }
}

fn leg(leg: &LegRule) -> LegData {
    let (hop, own_hurdle) = match leg.hop {
        Hop::Never => (None, false),
        Hop::Beyond { own_only } => (Some("beyond"), own_only),
        Hop::Next { own_only } => (Some("next"), own_only),
        Hop::SkipFirst => (Some("skip"), false),
        Hop::Inside => (Some("inside"), false),
    };
    let deed = |deed: Deed| match deed {
        Deed::Leave => "leave",
        Deed::Take => "take",
        Deed::Unload => "unload",
    };
    LegData {
        most: if let Length::UpTo(most) = leg.length { Some(most) } else { None },
        same: leg.length == Length::Same,
        hop,
        own_hurdle,
        lame: leg.lame,
        crooked: leg.crooked,
        circles: leg.circles,
        // No piece in a diagram has just passed anything.
        empty: leg.end.empty.is_some(),
        enemy: leg.end.enemy.map(deed),
        own: leg.end.own.map(deed),
        royal: match leg.end.content {
            Content::Any => None,
            Content::RoyalOnly => Some(true),
            Content::NotRoyal => Some(false),
        },
    }
}
