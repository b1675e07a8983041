//! How moves are written, in English.

use crate::model::{Notation, Rule, Style, Variant};
use crate::movement::words::{capitalised, joined};
use crate::variant::words::a;

pub(crate) fn notation(notation: &Notation, variant: &Variant) -> Vec<String> {
    let mut texts = vec![cells(notation, variant)];
    texts.extend(signs(notation, variant));
    texts.extend(changes(notation, variant));
    let drops = variant.rules.iter().any(|rule| matches!(rule, Rule::Drop(_)));
    texts.extend(drops.then(|| drop(notation)));
    texts
}

/// Which cells of a move are written, and the piece's letter.
fn cells(notation: &Notation, variant: &Variant) -> String {
    let mut text = match notation.style {
        Style::Coordinates => {
            return "A move is written as the cell it begins on and the cell it ends on.".to_string();
        }
        Style::Long => "A move is written as the letter of the piece, the cell it begins on and the cell it ends on.",
        Style::Short => {
            "A move is written as the letter of the piece and the cell it ends on; where another piece of its kind could go \
             there too, the file, the rank or the cell that it comes from stands between."
        }
    }
    .to_string();
    if let Some(plain) = notation.plain {
        text.push_str(&format!(" The letter of {} is left out.", a(&variant.kind(plain).name)));
    }
    text
}

/// The signs between the cells and behind them.
fn signs(notation: &Notation, variant: &Variant) -> Option<String> {
    let Notation { style, quiet, capture, check, mate, .. } = notation;
    if *style == Style::Coordinates {
        return None;
    }
    let quiet = if *style == Style::Long { quiet } else { "" };
    let before = match (quiet, capture.as_str()) {
        ("", "") => None,
        (quiet, "") => Some(format!("“{quiet}” where nothing is captured")),
        ("", capture) => Some(format!("“{capture}” where something is captured")),
        (quiet, capture) => {
            Some(format!("“{quiet}” where nothing is captured and “{capture}” where something is"))
        }
    };
    let before = before.map(|signs| format!("before the last cell stands {signs}"));
    let behind = match mate {
        // Without a royal piece there is no check.
        _ if check.is_empty() || !variant.kinds.iter().any(|kind| kind.royal) => None,
        Some(mate) => {
            Some(format!("a move that gives check ends with “{check}”, one that mates with “{mate}”"))
        }
        None => Some(format!("a move that gives check or mates ends with “{check}”")),
    };
    let signs: Vec<String> = before.into_iter().chain(behind).collect();
    (!signs.is_empty()).then(|| capitalised(&signs.join("; ")) + ".")
}

fn drop(notation: &Notation) -> String {
    let (before, behind) = &notation.drop;
    let sign = |sign: &String| (!sign.is_empty()).then(|| format!("“{sign}”"));
    let letter = "the letter of the piece".to_string();
    let cell = "the cell it comes to".to_string();
    let parts: Vec<String> =
        sign(before).into_iter().chain([letter]).chain(sign(behind)).chain([cell]).collect();
    format!("A drop is written as {}.", joined(&parts, "and"))
}

/// How it is written what a piece becomes.
fn changes(notation: &Notation, variant: &Variant) -> Option<String> {
    let changes = |rule: &Rule| match rule {
        Rule::Promotion(_) | Rule::Transformation(_) => true,
        Rule::Drop(rule) => rule.becomes.is_some(),
        _ => false,
    };
    if !variant.rules.iter().any(changes) {
        return None;
    }
    let text = match (notation.style, notation.promotion.as_str()) {
        (Style::Coordinates, _) => {
            "The letter of what a piece becomes stands at the end, in lower case".to_string()
        }
        (_, "") => "The letter of what a piece becomes stands behind the cell".to_string(),
        (_, sign) => format!("The letter of what a piece becomes stands behind the cell, after “{sign}”"),
    };
    let forced = if notation.forced_change { "" } else { ", but only where there is a choice" };
    Some(format!("{text}{forced}."))
}
