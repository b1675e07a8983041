//! Reads the names beside claims, in the same clause: a piece, a side or a cell that no claim of the clause
//! asks about is doubtful.

use std::ops::Range;

use super::passage::Doubt;
use crate::claim::reading::{ExprContent, LowerCaseWords, cell_words, has_pronoun};
use padma_expr::{Expr, ExprValue, Mention, PlacedDiagram, Scope, mentions, named_kinds};
use padma_rules::model::{Cell, KindId, Side, Variant};

/// What a claim of a sentence names, shows and gives.
pub(crate) struct ClaimNames<'a> {
    /// The claim's text in its sentence.
    pub(crate) range: Range<usize>,
    /// The variant that it is about.
    pub(crate) variant: &'a Variant,
    content: ExprContent,
    /// The sides that it names, or else those of the diagrams that it asks about.
    sides: ExprContent,
}

/// Words of a clause about something hypothetical, absent or compared with something else.
const UNREAL: &str = "without|if|like|unlike|as|were|would|could|had|than|instead|another|except|until|towards|unless|neither|beside|once|before|place|become|becomes|turned|made|arrived";

/// The words between a number and the piece that it is about.
const OWNERS: [&str; 5] = ["of a", "of an", "of the", "cells of a", "cells of the"];

/// The maximum number of words between a piece and the claim that is about it.
const NEAR: usize = 1;

/// Returns what a claim and its value name, and the pieces that its diagrams show on those cells.
pub(crate) fn claim_names<'a>(
    range: Range<usize>,
    expr: &Expr,
    value: &ExprValue,
    scope: Scope<'a>,
) -> ClaimNames<'a> {
    let (mut content, mut sides) = (ExprContent::default(), ExprContent::default());
    content.add_expr(expr, scope);
    content.add_asked_pieces(scope);
    sides.add_expr(expr, scope);
    if !sides.names_sides() {
        sides.add_asked_pieces(scope);
    }
    match value {
        ExprValue::Kinds(kinds) => kinds.iter().for_each(|kind| content.add_kind(Some(*kind))),
        ExprValue::Cells(cells) => content.add_cells(**cells),
        ExprValue::Position(parts) => content.add_position(parts.iter()),
        _ => {}
    }
    let variant = &scope.rules.variant;
    let asked = mentions(expr)
        .into_iter()
        .filter_map(|mention| match mention {
            Mention::Subject(subject, _) => scope.figure(Some(subject)),
            _ => None,
        });
    let figures: Vec<&PlacedDiagram> = asked
        .chain(scope.nearest)
        .map(|figure| &scope.placed[figure])
        .filter(|figure| figure.variant == scope.variant)
        .collect();
    content.add_shown(&figures, variant);
    if let ExprValue::Cells(cells) = value {
        sides.add_cells(**cells);
    }
    sides.add_shown(&figures, variant);
    ClaimNames {
        range,
        variant,
        content,
        sides,
    }
}

/// Returns a doubt for each clause of a sentence that names a piece, a side or a cell beside its claims,
/// if these ask about others alone. The claims are in order.
pub(crate) fn unsaid_names(sentence: &str, claims: &[ClaimNames<'_>]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let ends = clause_ends(sentence);
    let mut named: Option<NamedThere<'_>> = None;
    let mut rest = claims;
    while let Some(first) = rest.first() {
        let clause = clause(sentence, &ends, &first.range);
        let count = rest.partition_point(|claim| claim.range.start < clause.end);
        let (inside, others) = rest.split_at(count.max(1));
        rest = others;
        // The last may end in another clause.
        let whole = inside.partition_point(|claim| claim.range.end <= clause.end);
        let is_known = |named: &NamedThere<'_>| named.variant.id == first.variant.id;
        if !named.as_ref().is_some_and(is_known) {
            named = Some(NamedThere::of(sentence, first.variant));
        }
        let Some(named) = &named else { continue };
        doubts.extend(unsaid_name(
            sentence,
            clause,
            [&inside[..whole], claims],
            named,
        ));
    }
    doubts
}

/// The pieces and the cells that a sentence names, in order.
struct NamedThere<'a> {
    variant: &'a Variant,
    kinds: Vec<(Range<usize>, KindId)>,
    cells: Vec<(Range<usize>, Cell)>,
}

impl<'a> NamedThere<'a> {
    fn of(sentence: &str, variant: &'a Variant) -> NamedThere<'a> {
        NamedThere {
            variant,
            kinds: named_kinds(sentence, variant),
            cells: cell_words(sentence, &variant.board).collect(),
        }
    }
}

/// Returns the names that stand in a part of a sentence.
fn within<'n, T>(names: &'n [(Range<usize>, T)], part: &Range<usize>) -> &'n [(Range<usize>, T)] {
    let start = names.partition_point(|(range, _)| range.start < part.start);
    let names = &names[start..];
    &names[..names.partition_point(|(range, _)| range.end <= part.end)]
}

fn unsaid_name(
    sentence: &str,
    clause: Range<usize>,
    [claims, all_claims]: [&[ClaimNames<'_>]; 2],
    named: &NamedThere<'_>,
) -> Option<Doubt> {
    let variant = named.variant;
    let is_beside = |range: &Range<usize>| {
        let next = all_claims.partition_point(|claim| claim.range.end <= range.start);
        all_claims
            .get(next)
            .is_none_or(|claim| claim.range.start >= range.end)
    };
    let words = LowerCaseWords::new(sentence, clause.clone());
    let mut all = (0..words.len()).map(|place| words.word(place));
    let is_unreal = all.any(|word| UNREAL.split('|').any(|unreal| unreal == word));
    if is_unreal || claims.iter().any(|claim| claim.variant.id != variant.id) {
        return None;
    }
    let doubt = |range: &Range<usize>, what: &str| {
        Some(Doubt {
            range: range.clone(),
            reason: format!("the claims beside it ask about another {what}"),
        })
    };
    let any =
        |is_said: &dyn Fn(&ExprContent) -> bool| claims.iter().any(|claim| is_said(&claim.content));
    let kinds: Vec<(Range<usize>, KindId)> = within(&named.kinds, &clause)
        .iter()
        .filter(|(range, _)| is_beside(range) && is_subject(sentence, range))
        .cloned()
        .collect();
    let says_kind = |kind: KindId| any(&|content| says_kind_like(content, kind, variant));
    // What a pronoun stands for is not known.
    if !has_pronoun(&sentence[clause.clone()])
        && any(&ExprContent::names_kinds)
        && let Some((range, _)) = kinds.first()
        && !kinds.iter().any(|(_, kind)| says_kind(*kind))
    {
        return doubt(range, "piece");
    }
    let mut others = claims.iter();
    if let Some(range) = others.find_map(|claim| other_piece(sentence, claim, &kinds, &named.kinds))
    {
        return doubt(&range, "piece");
    }
    let sides = Side::BOTH.into_iter().flat_map(|side| {
        let words = &words;
        let at = move |place| words.phrase_at(place, side.name());
        let ranges = (0..words.len()).filter_map(at);
        ranges.map(move |range| (range, side))
    });
    let is_for = |range: &Range<usize>| sentence[..range.start].ends_with("for ");
    // The side belongs to a piece that a claim asks about, or the sentence names no piece.
    let is_of_piece = |range: &Range<usize>| {
        let mut next = kinds.iter().filter(|(kind, _)| kind.start > range.end);
        kinds.is_empty() && is_subject(sentence, range)
            || next.next().is_some_and(|(kind, id)| {
                let between = sentence[range.end..kind.start].trim();
                ["", "’s", "'s"].contains(&between) && says_kind(*id)
            })
    };
    let sides: Vec<(Range<usize>, Side)> = sides
        .filter(|(range, _)| is_beside(range) && (is_of_piece(range) || is_for(range)))
        .collect();
    let says_side = |side: Side| claims.iter().any(|claim| claim.sides.says_side(side));
    // Where no side is named, White is meant.
    let names_sides = claims.iter().any(|claim| claim.sides.names_sides());
    if let Some((range, _)) = sides.first()
        && (names_sides || any(&ExprContent::names_kinds) && is_for(range))
        && !sides.iter().any(|(_, side)| says_side(*side))
    {
        return doubt(range, "side");
    }
    let cells: Vec<(Range<usize>, Cell)> = within(&named.cells, &clause)
        .iter()
        .filter(|(range, _)| is_beside(range) && !is_of_move(sentence, range))
        .cloned()
        .collect();
    let says_cell = |cell: Cell| any(&|content| content.says_cell(cell, variant));
    let (range, _) = cells.first()?;
    let is_other =
        any(&ExprContent::names_cells) && !cells.iter().any(|(_, cell)| says_cell(*cell));
    if is_other { doubt(range, "cell") } else { None }
}

/// Returns the piece named right before or after a claim that asks about other pieces. `kinds` are
/// those that the clause may be about, `all` those of the sentence.
fn other_piece(
    sentence: &str,
    claim: &ClaimNames<'_>,
    kinds: &[(Range<usize>, KindId)],
    all: &[(Range<usize>, KindId)],
) -> Option<Range<usize>> {
    let is_own = |kind: KindId| says_kind_like(&claim.content, kind, claim.variant);
    let is_other = |kind: KindId| claim.content.names_kinds() && !is_own(kind);
    // "four of a Ferz"
    let owner = all.partition_point(|(range, _)| range.start < claim.range.end);
    if let Some((range, kind)) = all.get(owner) {
        let between = &sentence[claim.range.end..range.start];
        let is_possessive = sentence[range.end..].starts_with(['’', '\'']);
        if OWNERS.contains(&between.trim()) && is_other(*kind) && !is_possessive {
            return Some(range.clone());
        }
    }
    let after = kinds.partition_point(|(range, _)| range.end <= claim.range.start);
    let (range, kind) = &kinds[after.checked_sub(1)?];
    let between = &sentence[range.end..claim.range.start];
    let is_near = between.split_whitespace().nth(NEAR).is_none();
    let named_after = || {
        let after = &kinds[kinds.partition_point(|(range, _)| range.start < claim.range.end)..];
        after.iter().any(|(_, kind)| is_own(*kind))
    };
    (is_near && is_other(*kind) && !named_after()).then(|| range.clone())
}

/// Whether a cell is part of a move, as in `Gi9-g7`.
fn is_of_move(sentence: &str, cell: &Range<usize>) -> bool {
    let joins = |c: char| c.is_alphanumeric() || "-–:x×~>".contains(c);
    sentence[..cell.start].ends_with(joins)
        || sentence[cell.end..].starts_with(['-', '–', ':', '×'])
}

/// Whether a name may be what a clause is about: not in "the Rook’s file" and "squares of a Rook".
fn is_subject(sentence: &str, name: &Range<usize>) -> bool {
    let before: Vec<&str> = sentence[..name.start]
        .split_whitespace()
        .rev()
        .take(2)
        .collect();
    let is_possessive = sentence[name.end..].starts_with(['’', '\'']);
    !is_possessive && !before.contains(&"of")
}

/// Whether a claim names a kind of piece, or a kind with a longer or shorter form of its name: a
/// Castle, for the `Castle, diagonal next`.
fn says_kind_like(content: &ExprContent, kind: KindId, variant: &Variant) -> bool {
    let name = |kind: KindId| variant.kind(kind).name.to_lowercase();
    let own = name(kind);
    let is_like = |other: KindId| {
        let other = name(other);
        let [short, long] = if own.len() < other.len() {
            [&own, &other]
        } else {
            [&other, &own]
        };
        long.split(|c: char| !c.is_alphanumeric())
            .any(|word| word == short)
    };
    content.says_kind(kind, variant)
        || variant
            .kind_ids()
            .any(|other| content.says_kind(other, variant) && is_like(other))
}

/// Returns the clause that a range of a sentence is in, between two of the ends of clauses.
fn clause(sentence: &str, ends: &[Range<usize>], range: &Range<usize>) -> Range<usize> {
    let start = ends.partition_point(|end| end.end <= range.start);
    let start = start.checked_sub(1).map_or(0, |before| ends[before].end);
    let end = ends.get(ends.partition_point(|end| end.start < range.end));
    start..end.map_or(sentence.len(), |end| end.start)
}

/// Returns the places where a clause of a sentence ends: at a semicolon, a colon, a dash or a bracket,
/// and at a comma before a conjunction or a relative.
fn clause_ends(sentence: &str) -> Vec<Range<usize>> {
    const AFTER_A_COMMA: &str = "and|but|or|which|who|whose|where|while|whereas|so|though|although|because|since|when|if|as|yet|for|nor|not";
    let ends = sentence.char_indices().filter_map(|(at, c)| {
        let rest = &sentence[at + c.len_utf8()..];
        let next = rest.trim_start().split(|c: char| !c.is_alphabetic()).next();
        let is_end = match c {
            ';' | ':' | '(' | ')' | '–' | '—' | '|' => true,
            '.' | '!' | '?' => rest.starts_with(char::is_whitespace),
            ',' => AFTER_A_COMMA
                .split('|')
                .any(|word| next.is_some_and(|next| next.eq_ignore_ascii_case(word))),
            _ => false,
        };
        is_end.then_some(at..at + c.len_utf8())
    });
    ends.collect()
}
