//! Finds declarations that can be read but are useless or ambiguous: sets that cannot be named,
//! letters and castlings that are ambiguous in a list of moves, and repeated rules that may occur
//! only once.

use std::collections::BTreeMap;

use crate::decl::piece;
use crate::form::{Fields, KIND, Takes};
use crate::kinds::{CASTLING, KINDS, castling, kind_of, promotion};
use padma_rules::model::{
    Board, CellKind, DropRule, KindId, Notation, PLACE_WORDS, PieceKind, Rule, Setup, Side, Style,
    Variant,
};
use padma_rules::movement::is_reserved;
use padma_rules::names::Names;
use padma_rules::play::notation::{Misread, misread, same_castling};
use padma_rules::play::record;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span, is_name};

/// Names that mean something else in every expression.
const VALUES: [&str; 4] = ["cells", "pieces", "true", "false"];

/// Complains about a set that cannot be reached by its name, or that hides something else with
/// the same name.
pub(super) fn check_set_name(
    decl: &At<String>,
    board: &Board,
    pieces: &[&Fields],
    diagnostics: &mut Diagnostics,
) {
    let name = decl.value.as_str();
    let (message, expected) = if CellKind::ALL.iter().any(|kind| kind.name() == name) {
        (
            format!("`{name}` is a kind of cell"),
            "expected a name that no kind of cell has",
        )
    } else if VALUES.contains(&name) || PLACE_WORDS.contains(&name) || is_reserved(name) {
        let expected =
            "expected a word that movements, descriptions of places and expressions do not use";
        (format!("`{name}` cannot name a set"), expected)
    } else if Board::is_name_shaped(name) || board.cell(name).is_some() {
        (
            format!("`{name}` is the name of a cell"),
            "expected a name that no cell may have",
        )
    } else if pieces.iter().any(|piece| piece.str(piece::ID) == name) {
        (
            format!("`{name}` is a piece of this variant"),
            "expected a name that no piece has",
        )
    } else if !is_name(name) {
        (
            format!("`{name}` cannot name a set"),
            "expected letters, digits and hyphens, starting with a letter",
        )
    } else {
        return;
    };
    diagnostics.error(Code::WrongValue, message, decl.span, expected);
}

/// Complains about a name that a class of directions cannot have.
pub(super) fn check_direction_name(
    decl: &At<String>,
    board: &Board,
    diagnostics: &mut Diagnostics,
) {
    let name = decl.value.as_str();
    let (message, expected) = if board.class(name).is_some() {
        (
            format!("the board has directions `{name}` of its own"),
            "expected another name",
        )
    } else if is_reserved(name) || !is_name(name) {
        (
            format!("`{name}` cannot name directions"),
            "expected letters, digits and hyphens, starting with a letter, and no word of movements",
        )
    } else {
        return;
    };
    diagnostics.error(Code::WrongValue, message, decl.span, expected);
}

/// Complains about rules that are allowed only once and occur twice in one file.
pub(super) fn check_once(rules: &[Fields], diagnostics: &mut Diagnostics) {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for rule in rules {
        let Some(kind) = kind_of(rule) else { continue };
        let Some(span) = (kind.once)(rule) else {
            continue;
        };
        if let Some(first) = first.get(kind.name) {
            let message = format!("there are two rules of the kind `{}`", kind.name);
            diagnostics.duplicate(Code::DoubledName, message, *first, span);
        } else {
            first.insert(kind.name, span);
        }
    }
}

/// Complains about rules that require a way of capturing or moving (`by`) that no rule of the
/// variant provides. The words of `by` are names of kinds of rule. Unknown words are reported
/// where they are looked up.
pub(super) fn check_ways(rules: &[Fields], diagnostics: &mut Diagnostics) {
    let has = |kind: &str| rules.iter().any(|rule| rule.str(KIND) == kind);
    for rule in rules {
        let Some(by) = rule.key_named(promotion::BY) else {
            continue;
        };
        let (Takes::Word(known, _) | Takes::Words(known, _)) = by.takes else {
            continue;
        };
        let is_kind =
            |word: &str| known.contains(&word) && KINDS.iter().any(|kind| kind.name == word);
        for word in rule
            .words(*by)
            .into_iter()
            .filter(|word| is_kind(&word.value) && !has(&word.value))
        {
            let message = format!("no piece has the power `{}`", word.value);
            let label = "expected a `[[rule]]` of this kind in the variant";
            diagnostics.error(Code::WrongValue, message, word.span, label);
        }
    }
}

/// Complains about castlings whose names cannot be written in a list of moves, or are ambiguous
/// there.
pub(super) fn check_castlings(rules: &[Fields], variant: &Variant, diagnostics: &mut Diagnostics) {
    let mut names: Vec<At<String>> = Vec::new();
    for rule in rules.iter().filter(|rule| rule.str(KIND) == CASTLING.name) {
        let Some(name) = rule.word(castling::NAME) else {
            continue;
        };
        let first = names
            .iter()
            .find(|other| same_castling(&other.value, &name.value));
        if name.value.trim().is_empty() {
            let expected = "expected its name in a list of moves, such as `O-O`";
            diagnostics.error(
                Code::WrongValue,
                "this castling has no name",
                name.span,
                expected,
            );
        } else if let Some(first) = first {
            if first.span.source != name.span.source {
                diagnostics.push(inherited_name(first, &name));
                continue;
            }
            let message = if first.value == name.value {
                format!("two castlings are named `{}`", name.value)
            } else {
                format!(
                    "the castlings `{}` and `{}` cannot be told apart",
                    first.value, name.value
                )
            };
            diagnostics.duplicate(Code::DoubledName, message, first.span, name.span);
        } else if let Some(expected) = expected_name(&name, variant) {
            let message = format!(
                "`{}` cannot be read as a castling in a list of moves",
                name.value
            );
            diagnostics.error(Code::WrongValue, message, name.span, expected);
        }
        names.push(name);
    }
}

/// Returns the complaint about a castling with the name of an inherited one.
fn inherited_name(first: &At<String>, name: &At<String>) -> Diagnostic {
    let message = format!("a castling named `{}` is already inherited", first.value);
    let complaint =
        Diagnostic::error(Code::DoubledName, message).at(name.span, "expected another name");
    let remedy = format!(
        "to replace the first: `without = [\"rule castling {}\"]`",
        first.value
    );
    complaint.also_at(first.span, "the first").help(remedy)
}

/// Returns what is expected instead of a name that cannot be written in a list of moves; `None` if
/// the name is usable.
fn expected_name(name: &At<String>, variant: &Variant) -> Option<&'static str> {
    let text = Excerpt::verbatim(&name.value, name.span);
    let read = record(&text, &mut Diagnostics::default());
    if !matches!(&read.moves[..], [written] if written.word.text == name.value) {
        return Some("expected one word that is not a number, comment or result, as in `O-O`");
    }
    misread(variant, &name.value).map(|why| match why {
        Misread::Signed => {
            "expected no symbol for check, mate or judgement at its end, as in `O-O`"
        }
        Misread::Move => "expected a name that no other move could have, as in `O-O`",
    })
}

/// Complains about pieces whose letters are written in a list of moves and are ambiguous there.
pub(super) fn check_letters(
    decls: &[&Fields],
    names: Names<'_>,
    play: (&[Rule], Option<&Setup>, &Notation),
    diagnostics: &mut Diagnostics,
) {
    let (rules, setup, notation) = play;
    let owners = owners(names.pieces, rules, setup);
    let can_share_side = |one: KindId, other: KindId| {
        Side::BOTH
            .into_iter()
            .any(|side| owners[side as usize][one.index()] && owners[side as usize][other.index()])
    };
    let letter = |kind: KindId| {
        let letter = &names.pieces[kind.index()].letter;
        if notation.style == Style::Coordinates {
            letter.to_lowercase()
        } else {
            letter.clone()
        }
    };
    let mut reported: Vec<KindId> = Vec::new();
    for group in letter_groups(names.pieces, rules, notation) {
        for (place, kind) in group.iter().enumerate() {
            let same = |other: &&KindId| {
                letter(**other) == letter(*kind) && can_share_side(**other, *kind)
            };
            let Some(first) = group[..place]
                .iter()
                .find(same)
                .filter(|_| !reported.contains(kind))
            else {
                continue;
            };
            reported.push(*kind);
            let (one, other) = (&names.pieces[first.index()], &names.pieces[kind.index()]);
            let message = format!(
                "`{}` and `{}` have the same letter, `{}`",
                one.id, other.id, other.letter
            );
            let complaint = Diagnostic::error(Code::DoubledName, message);
            let span = |kind: &PieceKind| letter_place(decls, kind);
            let label = "no list of moves can tell them apart: expected another `letter`";
            diagnostics.push(match (span(other), span(one)) {
                (Some(other), Some(one)) => complaint.at(other, label).also_at(one, "the first"),
                (Some(span), None) | (None, Some(span)) => complaint.at(span, label),
                (None, None) => complaint,
            });
        }
    }
}

/// Whether a setup's text has a letter that several pieces share. Complains about each such piece
/// once, where it is declared.
pub(super) fn letters_clash(
    setup: &Excerpt,
    decls: &[&Fields],
    kinds: &[PieceKind],
    diagnostics: &mut Diagnostics,
) -> bool {
    let text = setup
        .text()
        .split(' ')
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut clashes = false;
    for (place, kind) in kinds.iter().enumerate() {
        let letter = kind.letter.to_lowercase();
        let Some(first) = first.get(&letter).copied() else {
            first.insert(letter, place);
            continue;
        };
        let (one, other) = (&kinds[first], kind);
        if !has_letter(&text, &letter) {
            continue;
        }
        clashes = true;
        let message = format!(
            "`{}` and `{}` have the same letter, `{}`",
            one.id, other.id, other.letter
        );
        let complaint = Diagnostic::error(Code::DoubledName, message);
        let label =
            "the setup cannot tell them apart: expected another `letter`, such as `letter = \"X\"`";
        let span = |kind: &PieceKind| letter_place(decls, kind);
        diagnostics.push(match (span(other), span(one)) {
            (Some(other), Some(one)) => complaint.at(other, label).also_at(one, "the first"),
            (Some(span), None) | (None, Some(span)) => complaint.at(span, label),
            (None, None) => complaint,
        });
    }
    clashes
}

/// Whether the ranks of a position's text contain a piece's letter. A letter of several
/// characters is written in parentheses.
fn has_letter(text: &str, letter: &str) -> bool {
    let mut outside = text
        .split('(')
        .enumerate()
        .map(|(place, part)| match place {
            0 => part,
            _ => part.split_once(')').map_or("", |(_, rest)| rest),
        });
    if letter.chars().nth(1).is_some() {
        return text.contains(&format!("({letter})"));
    }
    outside.any(|part| part.contains(letter))
}

/// Returns the place that declares a piece's letter, or else its id; `None` for a combination.
fn letter_place(decls: &[&Fields], kind: &PieceKind) -> Option<Span> {
    let decl = decls.iter().find(|decl| decl.str(piece::ID) == kind.id)?;
    Some(decl.place(if decl.has(piece::LETTER) {
        piece::LETTER
    } else {
        piece::ID
    }))
}

/// Returns groups of pieces whose letters can occur in the same place of a move.
fn letter_groups(kinds: &[PieceKind], rules: &[Rule], notation: &Notation) -> Vec<Vec<KindId>> {
    let all = || (0..kinds.len()).map(KindId::new);
    let dropped = rules.iter().filter_map(|rule| match rule {
        Rule::Drop(rule) => Some(rule.kinds.clone().unwrap_or_else(|| all().collect())),
        _ => None,
    });
    let dropped: Vec<KindId> = dropped.flatten().collect();
    let mut groups = vec![all().filter(|kind| dropped.contains(kind)).collect()];
    if notation.style != Style::Coordinates {
        groups.push(all().filter(|kind| notation.plain != Some(*kind)).collect());
    }
    for promoting in all() {
        let own = rules
            .iter()
            .filter_map(change)
            .filter(|(kind, _)| *kind == promoting);
        let to: Vec<KindId> = own.flat_map(|(_, to)| to).copied().collect();
        groups.push(all().filter(|kind| to.contains(kind)).collect());
    }
    groups
}

/// Returns the piece that a rule changes, and the pieces it may become.
fn change(rule: &Rule) -> Option<(KindId, &[KindId])> {
    match rule {
        Rule::Promotion(rule) => Some((rule.kind, &rule.to)),
        Rule::Transformation(rule) => Some((rule.kind, std::slice::from_ref(&rule.to))),
        _ => None,
    }
}

/// Returns which pieces each side can ever have. Without a setup, a side can have any.
pub(super) fn owners(kinds: &[PieceKind], rules: &[Rule], setup: Option<&Setup>) -> [Vec<bool>; 2] {
    let can_get_any = rules.iter().any(|rule| {
        matches!(
            rule,
            Rule::IntoHand(_)
                | Rule::Stacking(_)
                | Rule::Drop(DropRule {
                    becomes: Some(_),
                    ..
                })
        )
    });
    let Some(setup) = setup.filter(|_| !can_get_any) else {
        return Side::BOTH.map(|_| vec![true; kinds.len()]);
    };
    let mut owners = Side::BOTH.map(|_| vec![false; kinds.len()]);
    let standing = setup
        .position
        .pieces()
        .filter_map(|(_, piece)| Some((piece.side, piece.kind?)));
    let beside = setup.reserve.iter().map(|(side, kind, _)| (side, kind));
    standing
        .chain(beside)
        .for_each(|(side, kind)| owners[side as usize][kind.index()] = true);
    // Until nothing changes, each round adds a piece to a side, so these rounds are enough.
    for _ in kinds {
        for (kind, to) in rules.iter().filter_map(change) {
            for side in owners.iter_mut().filter(|side| side[kind.index()]) {
                to.iter().for_each(|to| side[to.index()] = true);
            }
        }
    }
    owners
}
