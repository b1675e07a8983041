//! Powers and men in hand, with their names looked up.

use super::rules::{RuleGround, words};
use super::sense::somewhere;
use super::stage::unknown_cell;
use super::variant::{listed, unknown_direction};
use crate::book::powers::{DeedDecl, DropDecl, IntoHandDecl, PowerDecl, TravelDecl};
use crate::book::rules::RuleDecl;
use crate::book::toml::At;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{
    Cell, Deed, DropRule, INCIDENT, IntoHand, Power, Side, SidedDirs, SidedSet, TravelRule, Way,
};
use crate::text::{Excerpt, Span};

pub(super) fn power(
    decl: &PowerDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Power> {
    let piece = ground.named(&decl.piece, diagnostics);
    let mut dirs = |said: &Option<Excerpt>, usual| directions(said, usual, decl.span, ground, diagnostics);
    let deed = match &decl.deed {
        DeedDecl::Freezing { near } => Deed::Freezing { near: dirs(near, "contiguous")? },
        DeedDecl::Withdrawal { along } => Deed::Withdrawal { along: dirs(along, "contiguous")? },
        DeedDecl::Coordination { with, balanced } => {
            Deed::Coordination { with: ground.named(with, diagnostics)?, balanced: *balanced }
        }
        DeedDecl::Push { along, train } => Deed::Push { along: dirs(along, "contiguous")?, train: *train },
        DeedDecl::Swap { along } => Deed::Swap { along: dirs(along, "contiguous")? },
        DeedDecl::LongLeap { along, several } => {
            Deed::LongLeap { along: dirs(along, "contiguous")?, several: *several }
        }
        DeedDecl::Enclosure { near, anywhere } => {
            Deed::Enclosure { near: dirs(near, "orthogonal")?, anywhere: *anywhere }
        }
        DeedDecl::Mimicry => Deed::Mimicry,
        DeedDecl::Mandatory => Deed::Mandatory,
        DeedDecl::Teleport { near } => Deed::Teleport { near: dirs(near, INCIDENT)? },
        DeedDecl::Rotation { around } => {
            let ring = classes(around);
            let around = dirs(&Some(around.clone()), INCIDENT)?;
            let is_several = |name: &&At<String>| {
                ground
                    .board
                    .class(&name.value)
                    .is_some_and(|class| ground.board.class_for(class, &[], Side::White).len() > 1)
            };
            if let Some(name) = ring.iter().find(is_several) {
                let message = format!("`{}` is several directions", name.value);
                let complaint = Diagnostic::error(Code::WrongValue, message);
                diagnostics.push(complaint.at(name.span, "expected one direction after another, clockwise"));
                return None;
            }
            if around.white.len() < 2 {
                let complaint =
                    Diagnostic::error(Code::WrongValue, "nobody goes round in fewer than two directions");
                diagnostics.push(complaint.at(decl.span, "expected two directions or more in `around`"));
                return None;
            }
            Deed::Rotation { around }
        }
        DeedDecl::Bond { with, near } => {
            let near = dirs(near, INCIDENT)?;
            Deed::Bond { with: ground.all_named(with, diagnostics)?, near }
        }
        DeedDecl::Barrier { pieces } => Deed::Barrier { pieces: ground.all_named(pieces, diagnostics)? },
    };
    Some(Power { piece: piece?, deed })
}

/// The directions of the classes in a text, with commas between; those of the usual class where nothing is said.
pub(super) fn directions(
    said: &Option<Excerpt>,
    usual: &str,
    span: Span,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<SidedDirs> {
    let named = match said {
        Some(text) => classes(text),
        None if ground.board.class(usual).is_none() => {
            let message =
                format!("this board has no `{usual}` directions, which are meant where none are named");
            let complaint = Diagnostic::error(Code::UnknownDirection, message);
            diagnostics.push(complaint.at(span, "expected `near` in this table"));
            return None;
        }
        None => vec![At { value: usual.to_string(), span }],
    };
    directions_of(&named, ground, diagnostics)
}

/// The directions of some classes, each once.
pub(super) fn directions_of(
    named: &[At<String>],
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<SidedDirs> {
    let mut dirs = SidedDirs { white: Vec::new(), black: Vec::new() };
    for name in named {
        let Some(class) = ground.board.class(&name.value) else {
            diagnostics.push(unknown_direction(&name.value, name.span, ground.board));
            return None;
        };
        for (side, all) in [(Side::White, &mut dirs.white), (Side::Black, &mut dirs.black)] {
            let framed = ground.board.class_for(class, &[], side);
            framed.into_iter().for_each(|dir| {
                if !all.contains(&dir) {
                    all.push(dir);
                }
            });
        }
    }
    Some(dirs)
}

/// The names in a list with commas; those in a leap's brackets divide nothing.
fn classes(text: &Excerpt) -> Vec<At<String>> {
    let (mut names, mut start, mut inside) = (Vec::new(), 0, false);
    for (at, c) in text.text().char_indices().chain([(text.text().len(), ',')]) {
        match c {
            '(' => inside = true,
            ')' => inside = false,
            ',' if !inside || at == text.text().len() => {
                let part = &text.text()[start..at];
                let from = start + part.len() - part.trim_start().len();
                let name = part.trim();
                names.push(At { value: name.to_string(), span: text.span(from..from + name.len()) });
                start = at + 1;
            }
            _ => {}
        }
    }
    names
}

pub(super) fn into_hand(
    decl: &IntoHandDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<IntoHand> {
    let told = diagnostics.errors();
    let pieces = decl.pieces.as_ref().and_then(|names| ground.all_named(names, diagnostics));
    let becomes = decl.becomes.as_ref().and_then(|name| ground.named(name, diagnostics));
    let by = decl.by.as_ref().and_then(|word| way(word, diagnostics));
    (diagnostics.errors() == told).then_some(IntoHand { pieces, becomes, by })
}

fn way(word: &At<String>, diagnostics: &mut Diagnostics) -> Option<Way> {
    let found = Way::from_name(&word.value);
    if found.is_none() {
        let known = Way::ALL.map(Way::name);
        diagnostics.push(unknown(word, "way of taking somebody", &known));
    }
    found
}

/// What a drop must be without.
const WITHOUT: [&str; 3] = ["capture", "check", "freezing"];

pub(super) fn drop_rule(
    decl: &DropDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<DropRule> {
    let told = diagnostics.errors();
    let pieces = decl.pieces.as_ref().and_then(|names| ground.all_named(names, diagnostics));
    let cells = match &decl.cells {
        Some(text) => somewhere(ground.cells(text, diagnostics), text, diagnostics),
        None => Some(SidedSet::same(ground.board.all())),
    };
    let becomes = match &decl.becomes {
        Some(names) => Some(ground.all_named(names, diagnostics)?),
        None => None,
    };
    let wrong = decl.without.iter().filter(|word| !WITHOUT.contains(&word.value.as_str()));
    wrong.for_each(|word| diagnostics.push(unknown(word, "thing a drop may be without", &WITHOUT)));
    let says = |word: &str| decl.without.iter().any(|said| said.value == word);
    let [takes_nobody, gives_no_check, freezes_nobody] = WITHOUT.map(says);
    let rule = DropRule {
        pieces,
        cells: cells?,
        becomes,
        takes_nobody,
        gives_no_check,
        freezes_nobody,
        must_move: decl.must_move,
    };
    (diagnostics.errors() == told).then_some(rule)
}

/// From how many cells beside it men may go along with one that travels: each choice among them is a move.
const MOST_BESIDE: usize = 8;

pub(super) fn travel(
    decl: &TravelDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<TravelRule> {
    let dirs = directions(&decl.near, INCIDENT, decl.span, ground, diagnostics)?;
    let told = diagnostics.errors();
    let mut ring: Vec<Cell> = Vec::new();
    for word in words(&decl.ring) {
        let Some(cell) = ground.board.cell(&word.value) else {
            diagnostics.push(unknown_cell(&word.value, word.span, ground.board));
            continue;
        };
        let fault = if ring.contains(&cell) {
            Some("stands here twice")
        } else {
            (!ground.board.movable().contains(cell)).then_some("is always there")
        };
        if let Some(fault) = fault {
            let complaint = Diagnostic::error(Code::WrongValue, format!("`{}` {fault}", word.value));
            diagnostics.push(complaint.at(word.span, "expected each `movable` cell of the board once"));
        }
        ring.push(cell);
    }
    if ring.len() < 2 {
        let complaint = Diagnostic::error(Code::WrongValue, "a cell travels between two places at least");
        diagnostics.push(complaint.at(decl.span, "expected two cells or more in `ring`"));
    }
    let beside = |cell: &Cell| dirs.white.iter().filter_map(|dir| ground.board.next(*cell, *dir)).count();
    let most = ring.iter().map(beside).max().unwrap_or(0);
    if most > MOST_BESIDE {
        let message = format!("men may go along from {most} cells beside one that travels");
        let complaint = Diagnostic::error(Code::TooLarge, message);
        let at = decl.near.as_ref().map_or(decl.span, Excerpt::whole);
        diagnostics.push(complaint.at(at, format!("at most {MOST_BESIDE}")));
    }
    (diagnostics.errors() == told).then_some(TravelRule { ring, near: dirs.white })
}

/// Complains of rules that ask how somebody is taken or moved where no piece has the power for it.
pub(super) fn check_ways<'a>(
    rules: impl Iterator<Item = &'a RuleDecl> + Clone,
    diagnostics: &mut Diagnostics,
) {
    let has = |kind: &str| {
        let powers = rules.clone().filter_map(|rule| match rule {
            RuleDecl::Power(power) => Some(power.deed.kind()),
            RuleDecl::Travel(_) => Some("travel"),
            _ => None,
        });
        powers.into_iter().any(|power| power == kind)
    };
    for rule in rules.clone() {
        let words = match rule {
            RuleDecl::IntoHand(rule) => rule.by.as_slice(),
            RuleDecl::Promotion(rule) => rule.by.as_deref().unwrap_or_default(),
            _ => &[],
        };
        // Words that mean nothing at all are complained of where they are looked up.
        let powers = [
            "withdrawal",
            "coordination",
            "long-leap",
            "enclosure",
            "swap",
            "teleport",
            "rotation",
            "travel",
        ];
        for word in words.iter().filter(|word| powers.contains(&word.value.as_str()) && !has(&word.value)) {
            let message = format!("no piece has the power `{}`", word.value);
            let label = "expected a `[[rule]]` of this kind in the variant";
            diagnostics.push(Diagnostic::error(Code::WrongValue, message).at(word.span, label));
        }
    }
}

/// A word that is none of those that may stand there.
pub(super) fn unknown(word: &At<String>, what: &str, known: &[&str]) -> Diagnostic {
    Diagnostic::error(Code::WrongValue, format!("`{}` is no {what}", word.value))
        .at(word.span, format!("expected one of {}", listed(known.iter().copied())))
        .suggest(&word.value, known.iter().copied())
}
