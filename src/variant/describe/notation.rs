//! Says how moves are written: everything that the text of a legal move can contain.

use crate::words::called;
use padma_rules::model::{EffectKind, KindId, Notation, Power, PowerRule, Rule, Style, Variant};
use padma_rules::movement;
use padma_words::{Listing, Say, SlotValue, row, say};

pub(crate) fn notation(notation: &Notation, variant: &Variant) -> Vec<Say> {
    let mut all = vec![cells(notation, variant)];
    // In the coordinate style, only pieces that others become have a letter.
    let letters_follow = notation.style == Style::Coordinates;
    let mut letters = letters(notation, variant);
    all.extend(letters.take_if(|_| !letters_follow));
    all.extend(signs(notation, variant));
    all.extend(several_captures(notation, variant));
    all.extend(change_letters(notation, variant));
    all.extend(letters);
    all.extend(parts(notation, variant));
    all.extend(castlings(variant));
    let mut rules = variant.rules.iter();
    let has_drops = rules.any(|rule| matches!(rule, Rule::Drop(_)));
    all.extend(has_drops.then(|| say_drops(notation, variant)));
    all.extend(other_powers(notation, variant));
    all.extend(second_acts(variant));
    all
}

/// Says how a move shows the additional effects that its side has chosen.
fn second_acts(variant: &Variant) -> Option<Say> {
    let chosen = |fits: fn(&EffectKind) -> bool| {
        let mut rules = variant.rules.iter();
        rules.any(|rule| matches!(rule, Rule::Effect(rule) if fits(&rule.effect)))
    };
    let drops = chosen(|effect| matches!(effect, EffectKind::Drops(..)));
    chosen(EffectKind::is_choice).then(|| say!(notation::ByChoice, drops))
}

/// Whether any piece has such a power.
fn has_power(variant: &Variant, fits: fn(&Power) -> bool) -> bool {
    variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Power(PowerRule { power, .. }) if fits(power)))
}

/// Says which cells of a move are written, and the piece's letter.
fn cells(notation: &Notation, variant: &Variant) -> Say {
    if notation.style == Style::Coordinates {
        return say!(notation::Coordinates);
    }
    say!(
        notation::Moves,
        long = notation.style == Style::Long,
        plain = plain(notation, variant)
    )
}

/// Returns the name of the piece whose letter is left out.
fn plain(notation: &Notation, variant: &Variant) -> Option<String> {
    notation.plain.map(|kind| called(&variant.kind(kind).name))
}

/// Says the letters of the pieces whose letters are written. Combinations have the letters of their parts.
fn letters(notation: &Notation, variant: &Variant) -> Option<Say> {
    let letter = |text: &str| match notation.style {
        Style::Coordinates => text.to_lowercase(),
        Style::Long | Style::Short => text.to_string(),
    };
    let becomes = resulting_kinds(variant);
    let is_written = |id: &KindId| match notation.style {
        Style::Coordinates => becomes.contains(id),
        Style::Long | Style::Short => variant.kind(*id).parts.is_empty(),
    };
    let letter_of = |id: KindId| {
        let kind = variant.kind(id);
        say!(
            notation::Letter,
            letter = letter(&kind.letter),
            piece = called(&kind.name)
        )
    };
    let written = variant.kind_ids().filter(is_written);
    let all: Vec<Say> = written.map(letter_of).collect();
    (!all.is_empty()).then(|| say!(notation::Letters, letters = Listing::Enumeration.of(all)))
}

/// Says the marks between the cells and after them.
fn signs(notation: &Notation, variant: &Variant) -> Option<Say> {
    let Notation {
        style,
        quiet,
        capture,
        check,
        mate,
        ..
    } = notation;
    if *style == Style::Coordinates {
        return None;
    }
    let quiet = if *style == Style::Long { quiet } else { "" };
    // A piece that swaps or pushes moves to an occupied cell, so it is written with the capture
    // mark.
    let moves_others = [
        (
            has_power(variant, |power| matches!(power, Power::Swap { .. })),
            "swap",
        ),
        (
            has_power(variant, |power| matches!(power, Power::Push { .. })),
            "push",
        ),
    ];
    let moves_others = moves_others.into_iter().filter(|(has, _)| *has);
    let moves_others = moves_others.map(|(_, does)| row("notation.moves-others", does));
    let before = match (quiet, capture.as_str()) {
        ("", "") => None,
        (quiet, "") => Some(say!(notation::QuietSign, quiet)),
        (quiet, capture) => Some(say!(
            notation::CaptureSign,
            capture,
            moves_others = Listing::Or.of(moves_others),
            quiet
        )),
    };
    let behind = match mate {
        // Check needs a royal piece.
        _ if check.is_empty() || !variant.kinds.iter().any(|kind| kind.royal) => None,
        Some(mate) if mate.is_empty() => None,
        Some(mate) => Some(say!(notation::CheckSign, check, mate)),
        None => Some(say!(notation::CheckOrMateSign, check)),
    };
    let mut signs = before.into_iter().chain(behind);
    signs
        .next()
        .map(|first| say!(notation::Signs, first, second = signs.next()))
}

/// Says the marks of moves that capture several pieces, or that push a piece that could go
/// elsewhere.
fn several_captures(notation: &Notation, variant: &Variant) -> Vec<Say> {
    let Notation { capture, style, .. } = notation;
    let captures = has_power(variant, captures_several) && *style != Style::Coordinates;
    let pushes = has_power(variant, |power| {
        matches!(power, Power::Push { .. } | Power::Mimicry)
    });
    let captures = captures.then(|| say!(notation::SeveralCaptures, capture));
    let pushed = pushes.then(|| say!(notation::Pushed, sign = ">"));
    captures.into_iter().chain(pushed).collect()
}

/// Whether a move with this power can capture more than one piece.
fn captures_several(power: &Power) -> bool {
    matches!(
        power,
        Power::Withdrawal { .. }
            | Power::Coordination { .. }
            | Power::LongLeap { .. }
            | Power::Enclosure { .. }
            | Power::Mimicry
    )
}

fn say_drops(notation: &Notation, variant: &Variant) -> Say {
    let (before, behind) = &notation.drop;
    let sign = |sign: &String| (!sign.is_empty()).then(|| say!(notation::DropSign, sign));
    // The exception for the piece without a letter does not apply to drops.
    let letter = say!(notation::DropLetter, plain = plain(notation, variant));
    let parts = [
        sign(before),
        Some(letter),
        sign(behind),
        Some(say!(notation::DropCell)),
    ];
    say!(
        notation::Drop,
        parts = Listing::And.of(parts.into_iter().flatten())
    )
}

/// Returns the pieces that others can become by promotion, by another change or by a drop.
fn resulting_kinds(variant: &Variant) -> Vec<KindId> {
    let all = variant.rules.iter().flat_map(|rule| match rule {
        Rule::Promotion(rule) => rule
            .to
            .iter()
            .copied()
            .filter(|to| variant.can_be_promoted_to(rule, *to))
            .collect(),
        Rule::Transformation(rule) => vec![rule.to],
        Rule::Drop(rule) => rule.becomes.iter().flatten().copied().collect(),
        _ => Vec::new(),
    });
    all.collect()
}

/// Says how a promotion or another change of a piece is written.
fn change_letters(notation: &Notation, variant: &Variant) -> Option<Say> {
    if resulting_kinds(variant).is_empty() {
        return None;
    }
    let (sign, forced) = (&notation.promotion, notation.forced_change);
    let end = match notation.style {
        Style::Coordinates => "coordinates",
        _ if sign.is_empty() => "letter",
        _ => "sign",
    };
    let moves_others = |rule: &Rule| {
        let rotates = |power: &Power| matches!(power, Power::Rotation { .. });
        matches!(rule, Rule::Travel(_)) || matches!(rule, Rule::Power(rule) if rotates(&rule.power))
    };
    Some(say!(
        notation::Change,
        end = SlotValue::Key(end),
        sign,
        forced,
        others = forced && variant.rules.iter().any(moves_others)
    ))
}

/// Says how a part that leaves a piece is written.
fn parts(notation: &Notation, variant: &Variant) -> Option<Say> {
    let splits = |rule: &Rule| matches!(rule, Rule::Stacking(rule) if rule.split);
    let first = notation.style == Style::Coordinates;
    let mut rules = variant.rules.iter();
    rules.any(splits).then(|| say!(notation::Part, first))
}

/// Says the names of castlings.
fn castlings(variant: &Variant) -> Option<Say> {
    let names = variant.rules.iter().filter_map(|rule| match rule {
        Rule::Castling(rule) => Some(say!(notation::CastlingName, name = &rule.name)),
        _ => None,
    });
    let mut names: Vec<Say> = names.collect();
    names.dedup();
    let has_betza_castling = variant
        .kinds
        .iter()
        .any(|kind| movement::castling(&kind.movement).is_some());
    match (names.is_empty(), has_betza_castling) {
        (false, _) => Some(say!(notation::Castling, names = Listing::Or.of(names))),
        (true, true) => Some(say!(notation::CastlingByKing)),
        (true, false) => None,
    }
}

/// Says how teleports, rotations and moves of cells are written.
fn other_powers(notation: &Notation, variant: &Variant) -> Vec<Say> {
    let capture = &notation.capture;
    let mut rules = variant.rules.iter();
    let has_travel = rules.any(|rule| matches!(rule, Rule::Travel(_)));
    let all = [
        has_power(variant, |power| matches!(power, Power::Teleport { .. }))
            .then(|| say!(notation::Teleport, capture)),
        has_power(variant, |power| matches!(power, Power::Rotation { .. }))
            .then(|| say!(notation::Rotation)),
        has_travel.then(|| say!(notation::Travel, sign = "->")),
    ];
    all.into_iter().flatten().collect()
}
