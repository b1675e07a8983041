//! Powers that keep pieces from moving: freezing, bonds, barriers.

use crate::book::form::{Takes, key};
use crate::model::{Deed, INCIDENT, Power, Rule};
use crate::variant::rule::{Kind, PIECE, power};
use crate::variant::subject::{Subject, Topic};
use crate::variant::words::{Whose, a, any_of, capitalised, near, say};

pub static FREEZING: Kind = Kind::power(
    "freezing",
    "enemies one step away cannot move",
    &[PIECE, key("near", Takes::Directions("contiguous"), ", the directions; `contiguous`, if left out")],
    |asked| Some(Deed::Freezing { near: asked.directions("near")? }),
    Topic::Powers,
    |subject, deed| {
        let Deed::Freezing { near: dirs } = deed else { return None };
        Some(format!(
            "It freezes enemies {}: they cannot move, capture or give check. It does so even if it is frozen itself.",
            near(subject, dirs, Whose::Its)
        ))
    },
);

pub static BOND: Kind = Kind::new(
    "bond",
    "it leaves a cell, or comes to one, only if a friend is one step away",
    &[
        PIECE,
        key("with", Takes::Pieces, ", the pieces of such friends").must("a list of pieces"),
        key("near", Takes::Directions(INCIDENT), ", the directions; `incident`, if left out"),
    ],
    |asked| {
        power(asked, |asked| {
            let near = asked.directions("near")?;
            Some(Deed::Bond { with: asked.pieces("with")?, near })
        })
    },
    |subject, _, rule| {
        let Rule::Power(Power { piece, deed: Deed::Bond { with, near: dirs } }) = rule else {
            return Vec::new();
        };
        let place = near(Subject { id: *piece, ..subject }, dirs, Whose::That);
        let text = if *piece == subject.id {
            let friends = any_of(subject.variant, with);
            format!(
                "It is bound: it leaves a cell or comes to one, by its own move or another’s, only if {friends} of its side stands {place}."
            )
        } else {
            let holder = a(subject.name(*piece));
            format!("{holder} of its side leaves a cell or comes to one only if such a guard stands {place}.")
        };
        say(Topic::Powers, (*piece == subject.id || with.contains(&subject.id)).then_some(text))
    },
);

pub static BARRIER: Kind = Kind::new(
    "barrier",
    "to its movement the cells of some pieces are as if absent: it neither takes them nor hops over them",
    &[PIECE, key("pieces", Takes::Pieces, ", of either side").must("a list of pieces")],
    |asked| power(asked, |asked| Some(Deed::Barrier { pieces: asked.pieces("pieces")? })),
    |subject, _, rule| {
        let Rule::Power(Power { piece, deed: Deed::Barrier { pieces } }) = rule else { return Vec::new() };
        let text = if *piece == subject.id {
            let pieces = any_of(subject.variant, pieces);
            format!(
                "It neither takes {pieces} nor hops over one, of either side: its movement meets {pieces} as it meets the edge of the board."
            )
        } else {
            let holder = capitalised(&a(subject.name(*piece)));
            format!("{holder} of either side neither takes it nor hops over it.")
        };
        say(Topic::Captures, (*piece == subject.id || pieces.contains(&subject.id)).then_some(text))
    },
);
