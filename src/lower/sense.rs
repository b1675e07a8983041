//! What can be read and yet says nothing, or the same thing of two: sets that no name reaches, letters and signs that
//! a list of moves cannot tell apart, rules that hold only once.

use std::collections::BTreeMap;

use super::rules::RuleGround;
use super::variant::listed;
use crate::book::decl::{PieceDecl, SetDecl};
use crate::book::rules::{NotationDecl, RuleDecl};
use crate::book::toml::At;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{Board, Kind, Notation, PLACE_WORDS, Piece, PieceId, Rule, Setup, Side, SidedSet, Style};
use crate::movement::is_reserved;
use crate::text::{Excerpt, Span};

/// Names that mean something else wherever an expression has them.
const VALUES: [&str; 4] = ["cells", "pieces", "true", "false"];

/// Complains of a set that its name does not reach, or that hides what has the name already.
pub(super) fn check_set_name(
    decl: &SetDecl,
    board: &Board,
    pieces: &[&PieceDecl],
    diagnostics: &mut Diagnostics,
) {
    let name = decl.name.value.as_str();
    let is_word = name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    let (message, expected) = if Kind::ALL.iter().any(|kind| kind.name() == name) {
        (format!("`{name}` is a kind of cell"), "expected a name that no kind of cell has")
    } else if VALUES.contains(&name) || PLACE_WORDS.contains(&name) || is_reserved(name) {
        let expected =
            "expected no word of the movement language, of descriptions of places or of expressions";
        (format!("`{name}` cannot name a set"), expected)
    } else if Board::is_name_shaped(name) || board.cell(name).is_some() {
        (format!("`{name}` is the name of a cell"), "expected a name that no cell may have")
    } else if pieces.iter().any(|piece| piece.id.value == name) {
        (format!("`{name}` is a piece of this variant"), "expected a name that no piece has")
    } else if !is_word {
        (format!("`{name}` cannot name a set"), "expected letters, digits and hyphens, a letter first")
    } else {
        return;
    };
    diagnostics.push(Diagnostic::error(Code::WrongValue, message).at(decl.name.span, expected));
}

/// Warns of a set without a cell, unless it is written as one.
pub(super) fn check_set(decl: &SetDecl, set: &SidedSet, diagnostics: &mut Diagnostics) {
    let texts = || [Some(&decl.white), decl.black.as_ref()].into_iter().flatten();
    let is_meant = texts().all(|text| text.text().trim() == "cells");
    if is_empty(set) && !is_meant {
        let message = format!("no cell is in the set `{}`", decl.name.value);
        let complaint = Diagnostic::warning(Code::WrongValue, message);
        diagnostics
            .push(complaint.at(decl.white.whole(), "means no cell").help("an empty set is written `cells`"));
    }
}

fn is_empty(set: &SidedSet) -> bool {
    Side::BOTH.into_iter().all(|side| set.of(side).is_empty())
}

/// The cells of something, which must be somewhere for one side at least.
pub(super) fn somewhere(
    set: Option<SidedSet>,
    text: &Excerpt,
    diagnostics: &mut Diagnostics,
) -> Option<SidedSet> {
    let set = set?;
    if is_empty(&set) {
        let complaint = Diagnostic::error(Code::WrongValue, "no cell of this board is meant here");
        diagnostics.push(complaint.at(text.whole(), "expected a cell at least"));
        return None;
    }
    Some(set)
}

/// Complains of rules that hold only once and stand in one file twice.
pub(super) fn check_once(rules: &[RuleDecl], diagnostics: &mut Diagnostics) {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for (kind, span) in rules.iter().filter_map(RuleDecl::once) {
        if let Some(first) = first.get(kind) {
            let complaint =
                Diagnostic::error(Code::DoubledName, format!("two rules are of the kind `{kind}`"));
            diagnostics.push(complaint.at(span, "the second").and(*first, "the first"));
        } else {
            first.insert(kind, span);
        }
    }
}

/// Complains of pieces whose letters a list of moves writes and cannot tell apart.
pub(super) fn check_letters(
    decls: &[&PieceDecl],
    ground: RuleGround<'_>,
    play: (&[Rule], Option<&Setup>, &Notation),
    diagnostics: &mut Diagnostics,
) {
    let (rules, setup, notation) = play;
    let owners = owners(ground.pieces, rules, setup);
    let meet = |one: PieceId, other: PieceId| {
        Side::BOTH
            .into_iter()
            .any(|side| owners[side as usize][one.index()] && owners[side as usize][other.index()])
    };
    let letter = |piece: PieceId| {
        let letter = &ground.pieces[piece.index()].letter;
        if notation.style == Style::Coordinates { letter.to_lowercase() } else { letter.clone() }
    };
    let mut named: Vec<PieceId> = Vec::new();
    for group in written(ground.pieces, rules, notation) {
        for (place, piece) in group.iter().enumerate() {
            let same = |other: &&PieceId| letter(**other) == letter(*piece) && meet(**other, *piece);
            let Some(first) = group[..place].iter().find(same).filter(|_| !named.contains(piece)) else {
                continue;
            };
            named.push(*piece);
            let (one, other) = (&ground.pieces[first.index()], &ground.pieces[piece.index()]);
            let message = format!("`{}` and `{}` have one letter, `{}`", one.id, other.id, other.letter);
            let complaint = Diagnostic::error(Code::DoubledName, message);
            let span = |piece: &Piece| {
                let decl = decls.iter().find(|decl| decl.id.value == piece.id)?;
                Some(decl.letter.as_ref().map_or(decl.id.span, |letter| letter.span))
            };
            let label = "no list of moves can tell them apart: expected another `letter`";
            diagnostics.push(match (span(other), span(one)) {
                (Some(other), Some(one)) => complaint.at(other, label).and(one, "the first"),
                (Some(span), None) | (None, Some(span)) => complaint.at(span, label),
                (None, None) => complaint,
            });
        }
    }
}

/// The pieces whose letters may stand in the same place of a move.
fn written(pieces: &[Piece], rules: &[Rule], notation: &Notation) -> Vec<Vec<PieceId>> {
    let all = || (0..pieces.len()).map(PieceId::new);
    let dropped = rules.iter().filter_map(|rule| match rule {
        Rule::Drop(rule) => Some(rule.pieces.clone().unwrap_or_else(|| all().collect())),
        _ => None,
    });
    let dropped: Vec<PieceId> = dropped.flatten().collect();
    let mut groups = vec![all().filter(|piece| dropped.contains(piece)).collect()];
    if notation.style != Style::Coordinates {
        groups.push(all().filter(|piece| notation.plain != Some(*piece)).collect());
    }
    for promoting in all() {
        let to = rules.iter().filter_map(|rule| match rule {
            Rule::Promotion(rule) if rule.piece == promoting => Some(rule.to.as_slice()),
            Rule::Transformation(rule) if rule.piece == promoting => Some(std::slice::from_ref(&rule.to)),
            _ => None,
        });
        let to: Vec<PieceId> = to.flatten().copied().collect();
        groups.push(all().filter(|piece| to.contains(piece)).collect());
    }
    groups
}

/// Which pieces each side may ever have; without a setup it may have any.
fn owners(pieces: &[Piece], rules: &[Rule], setup: Option<&Setup>) -> [Vec<bool>; 2] {
    let Some(setup) = setup else { return [vec![true; pieces.len()], vec![true; pieces.len()]] };
    let mut owners = [vec![false; pieces.len()], vec![false; pieces.len()]];
    let standing = setup.position.men().filter_map(|(_, man)| Some((man.side, man.piece?)));
    let beside = setup.reserve.iter().map(|(side, piece, _)| (side, piece));
    standing.chain(beside).for_each(|(side, piece)| owners[side as usize][piece.index()] = true);
    let moves_over = rules.iter().any(|rule| matches!(rule, Rule::IntoHand(_) | Rule::Stacking(_)));
    if moves_over {
        return [vec![true; pieces.len()], vec![true; pieces.len()]];
    }
    // Each round makes one more change known.
    for _ in pieces {
        for rule in rules {
            let (piece, to) = match rule {
                Rule::Promotion(rule) => (rule.piece, rule.to.as_slice()),
                Rule::Transformation(rule) => (rule.piece, std::slice::from_ref(&rule.to)),
                _ => continue,
            };
            for side in owners.iter_mut().filter(|side| side[piece.index()]) {
                to.iter().for_each(|to| side[to.index()] = true);
            }
        }
    }
    owners
}

/// Complains of signs of a notation that cannot be distinguished from each other, or from what stands beside them.
pub(super) fn check_signs(
    decl: &NotationDecl,
    notation: &Notation,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) {
    let drop = decl.drop.as_ref().map(|at| At { value: at.value.replace('*', ""), span: at.span });
    let signs = [
        ("quiet", &decl.quiet),
        ("capture", &decl.capture),
        ("drop", &drop),
        ("check", &decl.check),
        ("mate", &decl.mate),
        ("promotion", &decl.promotion),
    ];
    let mut sound = true;
    for (key, sign) in signs {
        let Some(sign) = sign else { continue };
        let text = sign.value.as_str();
        let is_letter = |piece: &Piece| piece.letter == text;
        let fault = if text.contains(|c: char| c.is_whitespace() || c.is_ascii_digit()) {
            "expected no blank and no digit, for cells and numbers of moves have them"
        } else if ground.board.files().iter().any(|file| file == text) {
            "expected a sign that is no file of the board"
        } else if ground.pieces.iter().any(is_letter) {
            "expected a sign that is no piece's letter"
        } else {
            continue;
        };
        sound = false;
        let complaint =
            Diagnostic::error(Code::WrongValue, format!("`{text}` cannot be the sign of `{key}`"));
        diagnostics.push(complaint.at(sign.span, fault));
    }
    if !sound {
        return;
    }
    let drop_sign = format!("{}{}", notation.drop.0, notation.drop.1);
    let mate = notation.mate.clone().unwrap_or_default();
    let between = [("quiet", &notation.quiet), ("capture", &notation.capture), ("drop", &drop_sign)];
    let behind = [("check", &notation.check), ("mate", &mate), ("promotion", &notation.promotion)];
    for group in [between, behind] {
        for (place, (key, sign)) in group.iter().enumerate() {
            let same = group[..place].iter().find(|(_, other)| !sign.is_empty() && other == sign);
            let Some((other, _)) = same else { continue };
            // One of them is written; the other may be the usual one.
            let written = |key: &str| signs.iter().find(|(known, _)| *known == key)?.1.as_ref();
            let Some(at) = written(key).or_else(|| written(other)) else { continue };
            let message = format!("`{sign}` is the sign of `{other}` and of `{key}`");
            let complaint = Diagnostic::error(Code::DoubledName, message);
            let complaint = complaint.at(at.span, "expected a sign of its own");
            let help = "without a sign of its own mate is written as a check: `mate = \"\"`";
            diagnostics.push(if *key == "mate" { complaint.help(help) } else { complaint });
        }
    }
}

/// What a piece becomes must be another.
pub(super) fn another(piece: &At<String>, to: &[At<String>], diagnostics: &mut Diagnostics) {
    for same in to.iter().filter(|to| to.value == piece.value) {
        let complaint = Diagnostic::error(Code::WrongValue, format!("`{}` would become itself", piece.value));
        let label = format!("expected another piece than {}", listed(std::iter::once(piece.value.as_str())));
        diagnostics.push(complaint.at(same.span, label));
    }
}
