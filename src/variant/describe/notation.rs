//! Describes in English how moves are written: everything that the text of a legal move can
//! contain.

use crate::words::{called, with_indefinite_article};
use padma_rules::model::{EffectKind, KindId, Notation, Power, PowerRule, Rule, Style, Variant};
use padma_rules::movement;
use padma_text::english::{capitalise, join_list};

pub(crate) fn notation(notation: &Notation, variant: &Variant) -> Vec<String> {
    let mut texts = vec![cells(notation, variant)];
    // In the coordinate style, only pieces that others become have a letter.
    let letters_follow = notation.style == Style::Coordinates;
    let mut letters = letters(notation, variant);
    texts.extend(letters.take_if(|_| !letters_follow));
    texts.extend(signs(notation, variant));
    texts.extend(several_captures(notation, variant));
    texts.extend(change_letters(notation, variant));
    texts.extend(letters);
    texts.extend(parts(notation, variant));
    texts.extend(castlings(variant));
    let mut rules = variant.rules.iter();
    let has_drops = rules.any(|rule| matches!(rule, Rule::Drop(_)));
    texts.extend(has_drops.then(|| describe_drops(notation, variant)));
    texts.extend(other_powers(notation, variant));
    texts.extend(second_acts(variant));
    texts
}

/// Describes how a move shows what its side has chosen that it does besides.
fn second_acts(variant: &Variant) -> Option<String> {
    let chosen = |fits: fn(&EffectKind) -> bool| {
        let mut rules = variant.rules.iter();
        rules.any(|rule| matches!(rule, Rule::Effect(rule) if fits(&rule.effect)))
    };
    if !chosen(EffectKind::is_choice) {
        return None;
    }
    let mut text = "What else happens by choice follows the move: “/”, the letter of the piece and the cell that it comes to.".to_string();
    if chosen(|effect| matches!(effect, EffectKind::Drops(..))) {
        text.push_str(" The cell is left out if it is the one that the move has left.");
    }
    Some(text)
}

/// Whether any piece has such a power.
fn has_power(variant: &Variant, fits: fn(&Power) -> bool) -> bool {
    variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Power(PowerRule { power, .. }) if fits(power)))
}

/// Describes which cells of a move are written, and the piece's letter.
fn cells(notation: &Notation, variant: &Variant) -> String {
    let mut text = match notation.style {
        Style::Coordinates => {
            return "A move is written as the cell it begins on and the cell it ends on.".to_string();
        }
        Style::Long => "A move is written as the letter of the piece, the cell it begins on and the cell it ends on.",
        Style::Short => {
            "A move is written as the letter of the piece and the cell it ends on. If another piece of its kind could go there \
             too, the file, the rank or the cell that it comes from is written between them."
        }
    }
    .to_string();
    if let Some(plain) = notation.plain {
        text.push_str(&format!(
            " The letter of {} is left out.",
            with_indefinite_article(&variant.kind(plain).name)
        ));
        if notation.style == Style::Short {
            text.push_str(&format!(
                " When {} captures, the file that it comes from is written in its place.",
                with_indefinite_article(&variant.kind(plain).name)
            ));
        }
    }
    text
}

/// Lists the pieces whose letters are written. Combinations have the letters of their parts.
fn letters(notation: &Notation, variant: &Variant) -> Option<String> {
    let letter = |text: &str| match notation.style {
        Style::Coordinates => text.to_lowercase(),
        Style::Long | Style::Short => text.to_string(),
    };
    let becomes = resulting_kinds(variant);
    let is_written = |id: &KindId| match notation.style {
        Style::Coordinates => becomes.contains(id),
        Style::Long | Style::Short => variant.kind(*id).parts.is_empty(),
    };
    let named = |id: KindId| {
        let kind = variant.kind(id);
        format!("{} {}", letter(&kind.letter), called(&kind.name))
    };
    let all: Vec<String> = variant.kind_ids().filter(is_written).map(named).collect();
    (!all.is_empty()).then(|| format!("The letters are: {}.", all.join(", ")))
}

/// Describes the marks between the cells and after them.
fn signs(notation: &Notation, variant: &Variant) -> Option<String> {
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
            "changes places with another piece",
        ),
        (
            has_power(variant, |power| matches!(power, Power::Push { .. })),
            "pushes one",
        ),
    ];
    let moves_others: Vec<&str> = moves_others
        .into_iter()
        .filter(|(has, _)| *has)
        .map(|(_, does)| does)
        .collect();
    let also = match moves_others.is_empty() {
        true => String::new(),
        false => format!(" or {}", moves_others.join(" or ")),
    };
    let before = match (quiet, capture.as_str()) {
        ("", "") => None,
        (quiet, "") => Some(format!(
            "“{quiet}” stands before the last cell if the move captures nothing"
        )),
        ("", capture) => Some(format!(
            "“{capture}” stands before the last cell if the piece captures{also}"
        )),
        (quiet, capture) => Some(format!(
            "“{capture}” stands before the last cell if the piece captures{also}, and “{quiet}” if not"
        )),
    };
    let behind = match mate {
        // Check needs a royal piece.
        _ if check.is_empty() || !variant.kinds.iter().any(|kind| kind.royal) => None,
        Some(mate) if mate.is_empty() => None,
        Some(mate) => Some(format!(
            "a move that gives check ends with “{check}”, a move that mates with “{mate}”"
        )),
        None => Some(format!(
            "a move that gives check or mates ends with “{check}”"
        )),
    };
    let signs: Vec<String> = before.into_iter().chain(behind).collect();
    (!signs.is_empty()).then(|| capitalise(&signs.join("; ")) + ".")
}

/// Describes the marks of moves that capture several pieces, or that push a piece that could go
/// elsewhere.
fn several_captures(notation: &Notation, variant: &Variant) -> Vec<String> {
    let mut texts = Vec::new();
    let Notation { capture, style, .. } = notation;
    if has_power(variant, captures_several) && *style != Style::Coordinates {
        texts.push(format!(
            "If a move captures more than one piece, “{capture}” is doubled: “{capture}{capture}”. If two moves from one cell to \
             another capture different numbers of pieces, the number stands at the end: “(3)”."
        ));
    }
    if has_power(variant, |power| {
        matches!(power, Power::Push { .. } | Power::Mimicry)
    }) {
        texts.push(
            "If a pushed piece could come to different cells, “>” and the cell it comes to stand at the end."
                .to_string(),
        );
    }
    texts
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

fn describe_drops(notation: &Notation, variant: &Variant) -> String {
    let (before, behind) = &notation.drop;
    let sign = |sign: &String| (!sign.is_empty()).then(|| format!("“{sign}”"));
    // The exception for the piece without a letter does not apply to drops.
    let plain = notation.plain.map(|kind| {
        format!(
            " (even of {})",
            with_indefinite_article(&variant.kind(kind).name)
        )
    });
    let letter = format!("the letter of the piece{}", plain.unwrap_or_default());
    let cell = "the cell it comes to".to_string();
    let parts: Vec<String> = sign(before)
        .into_iter()
        .chain([letter])
        .chain(sign(behind))
        .chain([cell])
        .collect();
    format!("A drop is written as {}.", join_list(&parts, "and"))
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

/// Describes how a promotion or another change of a piece is written.
fn change_letters(notation: &Notation, variant: &Variant) -> Option<String> {
    if resulting_kinds(variant).is_empty() {
        return None;
    }
    let text = match (notation.style, notation.promotion.as_str()) {
        (Style::Coordinates, _) => {
            "If a piece becomes another, the letter of the new piece stands at the end, in lower case"
                .to_string()
        }
        (_, "") => "If a piece becomes another, the letter of the new piece follows the cell".to_string(),
        (_, sign) => {
            format!("If a piece becomes another, “{sign}” and the letter of the new piece follow the cell")
        }
    };
    let forced = if notation.forced_change {
        ""
    } else {
        ", but only where there is a choice"
    };
    let moves_others = |rule: &Rule| {
        let rotates = |power: &Power| matches!(power, Power::Rotation { .. });
        matches!(rule, Rule::Travel(_)) || matches!(rule, Rule::Power(rule) if rotates(&rule.power))
    };
    let others = match notation.forced_change && variant.rules.iter().any(moves_others) {
        true => {
            " Where a piece becomes another because it is turned or its cell travels, that is written only if there is a choice."
        }
        false => "",
    };
    Some(format!("{text}{forced}.{others}"))
}

/// Describes how a part that leaves a piece is written.
fn parts(notation: &Notation, variant: &Variant) -> Option<String> {
    let only = if notation.style == Style::Coordinates {
        " is written first"
    } else {
        ", and not of the whole piece, is written"
    };
    let letters = "A piece not listed above has the letters of its parts in a row.";
    variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Stacking(rule) if rule.split))
        .then(|| format!("If a part leaves a piece, the letter of the part{only}. {letters}"))
}

/// Lists the names of castlings.
fn castlings(variant: &Variant) -> Option<String> {
    let names = variant.rules.iter().filter_map(|rule| match rule {
        Rule::Castling(rule) => Some(format!("“{}”", rule.name)),
        _ => None,
    });
    let mut names: Vec<String> = names.collect();
    names.dedup();
    let has_betza_castling = variant
        .kinds
        .iter()
        .any(|kind| movement::castling(&kind.movement).is_some());
    match (names.is_empty(), has_betza_castling) {
        (false, _) => Some(format!(
            "Castling is written as its name: {}.",
            join_list(&names, "or")
        )),
        (true, true) => Some("Castling is written as the move of the King alone.".to_string()),
        (true, false) => None,
    }
}

/// Describes how teleports, rotations and moves of cells are written.
fn other_powers(notation: &Notation, variant: &Variant) -> Vec<String> {
    let mut texts = Vec::new();
    if has_power(variant, |power| matches!(power, Power::Teleport { .. })) {
        texts.push(format!(
            "A teleport is written as the letter of the piece that is moved, the cell it leaves, “~” and the cell it comes to, with “{}” \
             before that cell if it captures; nothing follows “~” if the piece goes into the hand.",
            notation.capture
        ));
    }
    if has_power(variant, |power| matches!(power, Power::Rotation { .. })) {
        texts.push(
            "A rotation is written as the letter and the cell of the piece that turns others, and “cw” for clockwise or “ccw” for \
             counterclockwise."
                .to_string(),
        );
    }
    if variant
        .rules
        .iter()
        .any(|rule| matches!(rule, Rule::Travel(_)))
    {
        texts.push(
            "The move of a cell is written as its place, “->” and its new place; “,” and the cell that it leaves \
             follow for each piece that goes along and could have stayed."
                .to_string(),
        );
    }
    texts
}
