//! A plain reading of components on a square board, for the tests of the notation: it tries everything and
//! remembers nothing.

use std::collections::BTreeSet;

use padma_rules::movement::betza::{self, Betza, Dialect};
use padma_rules::movement::leg::{
    Bend, Component, Content, End, EndAction, Hop, Lame, Leap, Leg, LegWay, Length, Motion, Start,
    Turn,
};
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};

pub type Place = (i16, i16);

/// A string read, and what was said of it.
pub fn read(text: &str, dialect: Dialect) -> (Option<Betza>, Diagnostics) {
    let mut sources = Sources::default();
    let id = sources.add("string", text);
    let mut diagnostics = Diagnostics::default();
    let betza = betza::parse(
        &Excerpt::verbatim(text, sources.whole(id)),
        dialect,
        &mut diagnostics,
    );
    (betza, diagnostics)
}

pub fn parse(text: &str, dialect: Dialect) -> Betza {
    let (betza, diagnostics) = read(text, dialect);
    betza.unwrap_or_else(|| panic!("{text}: {diagnostics:?}"))
}

/// A board whose middle is (0,0), where an unmoved white piece stands.
#[derive(Clone, Default)]
pub struct PlacedDiagram {
    pub files: i16,
    pub ranks: i16,
    pub own: BTreeSet<Place>,
    pub enemy: BTreeSet<Place>,
    /// The enemy's royal pieces.
    pub royal: BTreeSet<Place>,
}

impl PlacedDiagram {
    pub fn empty(files: i16, ranks: i16) -> PlacedDiagram {
        PlacedDiagram {
            files,
            ranks,
            ..PlacedDiagram::default()
        }
    }

    fn has(&self, (x, y): Place) -> bool {
        x.abs() <= self.files / 2 && y.abs() <= self.ranks / 2
    }

    fn piece(&self, place: Place) -> bool {
        self.own.contains(&place) || self.enemy.contains(&place) || self.royal.contains(&place)
    }
}

/// The cells where some component of a string ends.
pub fn reach(betza: &Betza, figure: &PlacedDiagram) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for Component {
        start: Start::Always | Start::Unmoved,
        motion,
        ..
    } in &betza.components
    {
        match motion {
            Motion::Legs(legs) => go(legs, &Going::start(figure), &mut found),
            Motion::Anywhere(end) => {
                let places = (-16..=16).flat_map(|x| (-16..=16).map(move |y| (x, y)));
                let fits = |place: &Place| {
                    *place != (0, 0) && figure.has(*place) && action(end, *place, figure).is_some()
                };
                found.extend(places.filter(fits));
            }
            Motion::Distance { .. } | Motion::Castling(_) | Motion::Drop(_) => {}
        }
    }
    found
}

/// Where a component stands between two legs.
struct Going<'a> {
    at: Place,
    /// The direction of the last leap in sixteenths, and how many leaps the last leg made.
    direction: i16,
    leaps: u16,
    /// 1 for left, -1 for right.
    side: Option<i16>,
    stage: &'a PlacedDiagram,
    /// The board without those that were taken.
    now: PlacedDiagram,
}

impl<'a> Going<'a> {
    fn start(figure: &'a PlacedDiagram) -> Going<'a> {
        Going {
            at: (0, 0),
            direction: 0,
            leaps: 0,
            side: None,
            stage: figure,
            now: figure.clone(),
        }
    }
}

fn go(legs: &[Leg], from: &Going<'_>, found: &mut BTreeSet<Place>) {
    let Some((leg, rest)) = legs.split_first() else {
        found.insert(from.at);
        return;
    };
    match &leg.way {
        LegWay::Leaps(leaps) => {
            for leap in leaps {
                run(leg, rest, *leap, from, from.side, found);
            }
        }
        // No string says these.
        LegWay::Directions { .. } => {}
        LegWay::Turns { turns, family } => {
            for turn in turns {
                let by = match (*turn, from.side) {
                    (Turn::By(by), _) => i16::from(by),
                    (Turn::Again(by), Some(side)) => side * i16::from(by),
                    (Turn::Opposite(by), Some(side)) => -side * i16::from(by),
                    _ => panic!("no side to compare with"),
                };
                let side = if by == 0 || by == 8 {
                    from.side
                } else {
                    Some(by.signum())
                };
                let direction = (from.direction + by).rem_euclid(16) as u8;
                let leap = family.leap(direction).expect("turns are exact");
                run(leg, rest, leap, from, side, found);
            }
        }
    }
}

/// The direction of a leap, by its angle.
fn direction(leap: Leap) -> i16 {
    let (x, y) = (f64::from(leap.x), f64::from(leap.y));
    let eighths = y.atan2(x) / std::f64::consts::FRAC_PI_4;
    let whole = eighths.round();
    let odd = if (eighths - whole).abs() < 1e-9 {
        0
    } else if eighths > whole {
        1
    } else {
        -1
    };
    (2 * whole as i16 + odd).rem_euclid(16)
}

fn run(
    leg: &Leg,
    rest: &[Leg],
    first: Leap,
    from: &Going<'_>,
    side: Option<i16>,
    found: &mut BTreeSet<Place>,
) {
    let sides: &[i16] = if leg.bend == Bend::Straight {
        &[0]
    } else {
        &[1, -1]
    };
    for bend_side in sides {
        let (mut at, mut leap, mut hurdles, mut bend_side) =
            (from.at, first, Vec::new(), *bend_side);
        for leaps in 1.. {
            let most = match leg.length {
                Length::UpTo(most) => most,
                Length::Unlimited => 64,
                Length::Same => from.leaps,
            };
            let mut next = (at.0 + leap.x, at.1 + leap.y);
            if leg.wraps {
                let half = from.stage.files / 2;
                next.0 = (next.0 + half).rem_euclid(from.stage.files) - half;
            }
            if leaps > most || !from.now.has(next) || !passes(leg, at, leap, &from.now) {
                break;
            }
            at = next;
            if (leg.length != Length::Same || leaps == most)
                && may_end(leg, leaps, &hurdles)
                && let Some(action) = action(&leg.end, at, &from.now)
            {
                let now = after(action, at, &from.now);
                go(
                    rest,
                    &Going {
                        at,
                        direction: direction(leap),
                        leaps,
                        side,
                        stage: from.stage,
                        now,
                    },
                    found,
                );
            }
            if from.now.piece(at) && !(leg.hop == Hop::SkipFirst && leaps == 1) {
                hurdles.push((leaps, from.now.own.contains(&at)));
                let hops = matches!(leg.hop, Hop::Beyond { own_only } | Hop::Next { own_only } if !own_only || hurdles[0].1);
                if !hops || hurdles.len() > 1 {
                    break;
                }
            }
            let angle = match leg.bend {
                Bend::Straight | Bend::Free => 0,
                Bend::Round(by) => i16::from(by) * bend_side,
                Bend::Crooked(by) => {
                    bend_side = -bend_side;
                    i16::from(by) * -bend_side
                }
            };
            leap = turned(leap, angle);
        }
    }
}

/// A leap of the same kind that lies so many sixteenths on.
fn turned(leap: Leap, by: i16) -> Leap {
    let all = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        .into_iter()
        .flat_map(|(a, b)| {
            [
                Leap {
                    x: a * leap.x,
                    y: b * leap.y,
                },
                Leap {
                    x: a * leap.y,
                    y: b * leap.x,
                },
            ]
        });
    let wanted = (direction(leap) + by).rem_euclid(16);
    all.into_iter()
        .find(|other| direction(*other) == wanted)
        .expect("the leap has such a turn")
}

fn may_end(leg: &Leg, leaps: u16, hurdles: &[(u16, bool)]) -> bool {
    match leg.hop {
        Hop::Never | Hop::Inside => true,
        Hop::SkipFirst => leaps > 1,
        Hop::Beyond { .. } => hurdles.len() == 1,
        Hop::Next { .. } => hurdles.len() == 1 && hurdles[0].0 + 1 == leaps,
    }
}

/// Whether nothing inside a single leap stands in its way.
fn passes(leg: &Leg, at: Place, leap: Leap, figure: &PlacedDiagram) -> bool {
    let steps = leap.x.abs().max(leap.y.abs());
    let straight = leap.x == 0 || leap.y == 0 || leap.x.abs() == leap.y.abs();
    let inside = || (1..steps).map(|n| (at.0 + leap.x.signum() * n, at.1 + leap.y.signum() * n));
    let pieces = |places: &mut dyn Iterator<Item = Place>| {
        places.filter(|place| figure.piece(*place)).count()
    };
    let lame = match leg.lame {
        Lame::No => false,
        Lame::Straight => pieces(&mut inside()) > 0,
        Lame::OrthogonalFirst if leap.x.abs() > leap.y.abs() => {
            figure.piece((at.0 + leap.x.signum(), at.1))
        }
        Lame::OrthogonalFirst => figure.piece((at.0, at.1 + leap.y.signum())),
    };
    assert!(straight || leg.hop != Hop::Inside);
    !lame && (leg.hop != Hop::Inside || pieces(&mut inside()) == 1)
}

fn action(end: &End, at: Place, figure: &PlacedDiagram) -> Option<EndAction> {
    if at == (0, 0) || !figure.piece(at) {
        return end.empty;
    }
    let royal = figure.royal.contains(&at);
    let meant = match end.content {
        Content::Any => true,
        Content::RoyalOnly => royal,
        Content::NotRoyal => !royal,
    };
    if figure.own.contains(&at) {
        end.own.filter(|_| meant)
    } else {
        end.enemy.filter(|_| meant)
    }
}

fn after(action: EndAction, at: Place, figure: &PlacedDiagram) -> PlacedDiagram {
    let mut now = figure.clone();
    if action != EndAction::Leave {
        now.own.remove(&at);
        now.enemy.remove(&at);
        now.royal.remove(&at);
    }
    now
}
