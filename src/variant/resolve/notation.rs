//! How moves are written: resolves the table `[notation]`, and finds symbols that are ambiguous in
//! a list of moves.

use crate::decl::notation;
use crate::form::{Fields, Key, unknown_word};
use padma_rules::model::{Notation, PieceKind, Style};
use padma_rules::names::Names;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt};

/// Returns the notation. Signs that are left out have the defaults of their style.
pub(super) fn notation_of(
    decl: &Fields,
    names: Names<'_>,
    diagnostics: &mut Diagnostics,
) -> Notation {
    let style = decl.word(notation::STYLE).and_then(|word| {
        let named = Style::from_name(&word.value);
        if named.is_none() {
            diagnostics.push(unknown_word(
                &word,
                "is not a notation",
                None,
                Style::NAMES.into_iter(),
            ));
        }
        named
    });
    let defaults = Notation::new(style.unwrap_or(Style::Coordinates));
    let sign = |key: Key<Excerpt>, default: String| decl.word(key).map_or(default, |at| at.value);
    let mate = decl.word(notation::MATE).map_or(defaults.mate, |at| {
        Some(at.value).filter(|sign| !sign.is_empty())
    });
    let notation = Notation {
        style: defaults.style,
        plain: decl
            .word(notation::PLAIN)
            .and_then(|piece| names.kind(&piece, diagnostics)),
        quiet: sign(notation::QUIET, defaults.quiet),
        capture: sign(notation::CAPTURE, defaults.capture),
        check: sign(notation::CHECK, defaults.check),
        mate,
        promotion: sign(notation::PROMOTION, defaults.promotion),
        forced_change: decl.flag(notation::FORCED_CHANGE),
        drop: decl
            .word(notation::DROP)
            .and_then(|at| drop_signs(&at, diagnostics))
            .unwrap_or(defaults.drop),
    };
    check_signs(decl, &notation, names, diagnostics);
    notation
}

/// Splits the form of a drop at the star, which stands for the piece's letter.
fn drop_signs(at: &At<String>, diagnostics: &mut Diagnostics) -> Option<(String, String)> {
    let parts = at
        .value
        .split_once('*')
        .map(|(before, behind)| (before.to_string(), behind.to_string()));
    let parts =
        parts.filter(|(before, behind)| before.len() + behind.len() > 0 && !behind.contains('*'));
    if parts.is_none() {
        let label = "expected a symbol and one `*` for the piece's letter, as in `*@` or `=*`";
        diagnostics.error(
            Code::WrongValue,
            "this does not say how a drop is written",
            at.span,
            label,
        );
    }
    parts
}

/// Complains about symbols of a notation that could be mistaken for each other, or for the text
/// around them.
fn check_signs(
    decl: &Fields,
    notation: &Notation,
    names: Names<'_>,
    diagnostics: &mut Diagnostics,
) {
    let signs = [
        notation::QUIET,
        notation::CAPTURE,
        notation::DROP,
        notation::CHECK,
        notation::MATE,
        notation::PROMOTION,
    ]
    .map(|key| {
        let bare = |at: At<String>| {
            if key.name == notation::DROP.name {
                At {
                    value: at.value.replace('*', ""),
                    ..at
                }
            } else {
                at
            }
        };
        (key.name, decl.word(key).map(bare))
    });
    let mut is_valid = true;
    for (key, sign) in &signs {
        let Some(sign) = sign else { continue };
        let text = sign.value.as_str();
        let is_letter = |kind: &PieceKind| kind.letter == text;
        let fault = if text.contains(|c: char| c.is_whitespace() || c.is_ascii_digit()) {
            "expected no space and no digit: spaces separate moves, and cells have digits"
        } else if names.board.files().iter().any(|file| file == text) {
            "expected a character that is not a file of the board"
        } else if names.pieces.iter().any(is_letter) {
            "expected a character that is not a piece's letter"
        } else {
            continue;
        };
        is_valid = false;
        let message = format!("`{text}` cannot be the symbol for `{key}`");
        diagnostics.error(Code::WrongValue, message, sign.span, fault);
    }
    if !is_valid {
        return;
    }
    let drop_sign = format!("{}{}", notation.drop.0, notation.drop.1);
    let mate = notation.mate.clone().unwrap_or_default();
    let between = [
        (notation::QUIET.name, &notation.quiet),
        (notation::CAPTURE.name, &notation.capture),
        (notation::DROP.name, &drop_sign),
    ];
    let behind = [
        (notation::CHECK.name, &notation.check),
        (notation::MATE.name, &mate),
        (notation::PROMOTION.name, &notation.promotion),
    ];
    for group in [between, behind] {
        for (place, (key, sign)) in group.iter().enumerate() {
            let same = group[..place]
                .iter()
                .find(|(_, other)| !sign.is_empty() && other == sign);
            let Some((other, _)) = same else { continue };
            // At least one of the two is written; the other may be a default.
            let written = |key: &str| signs.iter().find(|(known, _)| *known == key)?.1.as_ref();
            let Some(at) = written(key).or_else(|| written(other)) else {
                continue;
            };
            let message = format!("`{sign}` is the symbol for both `{other}` and `{key}`");
            let complaint = Diagnostic::error(Code::DoubledName, message);
            let complaint = complaint.at(at.span, "expected a symbol of its own");
            let help = "to write mate as a check, leave its symbol empty: `mate = \"\"`";
            diagnostics.push(if *key == notation::MATE.name {
                complaint.help(help)
            } else {
                complaint
            });
        }
    }
}
