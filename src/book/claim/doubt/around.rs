//! Reads the names beside claims, in the same clause: a piece, a side or a cell that no claim of the clause
//! asks about is doubtful.

use std::ops::Range;

use super::passage::Doubt;
use crate::claim::reading::{AuthorText, ExprContent};
use padma_expr::{Expr, ExprValue, Mention, PlacedDiagram, Scope, mentions};
use padma_rules::model::{KindId, Side, Variant};
use padma_words::Sense;

/// What a claim of a sentence names, shows and gives.
pub(crate) struct ClaimNames<'a> {
    /// The claim's text in its sentence.
    pub(crate) range: Range<usize>,
    /// The variant that it is about.
    pub(crate) variant: &'a Variant,
    content: ExprContent,
    /// The sides that it names, or else those of the diagrams that it asks about.
    sides: ExprContent,
    /// Whether no name in its text is a part of what it states.
    reads_no_names: bool,
}

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
    let reads_no_names = matches!(
        value,
        ExprValue::Cells(_) | ExprValue::Number(_) | ExprValue::Share(_) | ExprValue::Leaps(_)
    );
    ClaimNames {
        range,
        variant,
        content,
        sides,
        reads_no_names,
    }
}

/// Returns a doubt for each clause of a sentence that names a piece, a side or a cell beside its claims,
/// if these ask about others alone. The claims are in order.
pub(crate) fn unsaid_names(text: &AuthorText<'_>, claims: &[ClaimNames<'_>]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    doubts.extend(other_row(text, claims).map(|range| Doubt {
        range,
        reason: "the claims of its row ask about another piece".to_string(),
    }));
    let ends = clause_ends(text);
    let mut named: Option<NamedPieces<'_>> = None;
    let mut rest = claims;
    while let Some(first) = rest.first() {
        let clause = text.between(&ends, &first.range);
        let count = rest.partition_point(|claim| claim.range.start < clause.end);
        let (inside, others) = rest.split_at(count.max(1));
        rest = others;
        // The last may end in another clause.
        let whole = inside.partition_point(|claim| claim.range.end <= clause.end);
        let is_known = |(variant, _): &NamedPieces<'_>| variant.id == first.variant.id;
        let named = match named.take().filter(is_known) {
            Some(known) => named.insert(known),
            None => named.insert((first.variant, text.pieces(first.variant))),
        };
        doubts.extend(unsaid_name(text, clause, [&inside[..whole], claims], named));
    }
    doubts
}

/// The pieces of a variant that a sentence names, in order.
type NamedPieces<'a> = (&'a Variant, Vec<(Range<usize>, KindId)>);

fn unsaid_name(
    text: &AuthorText<'_>,
    clause: Range<usize>,
    [claims, all_claims]: [&[ClaimNames<'_>]; 2],
    (variant, pieces): &NamedPieces<'_>,
) -> Option<Doubt> {
    let is_beside = |range: &Range<usize>| {
        let next = all_claims.partition_point(|claim| claim.range.end <= range.start);
        all_claims
            .get(next)
            .is_none_or(|claim| claim.range.start >= range.end)
    };
    let is_of_another = |claim: &ClaimNames<'_>| claim.variant.id != variant.id;
    if text.has(Sense::Unreal, clause.clone()) || claims.iter().any(is_of_another) {
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
    let start = pieces.partition_point(|(range, _)| range.start < clause.start);
    let inside = pieces[start..].iter();
    let inside = inside.take_while(|(range, _)| range.end <= clause.end);
    let kinds = inside.filter(|(range, _)| is_beside(range) && is_subject(text, range));
    let kinds: Vec<(Range<usize>, KindId)> = kinds.cloned().collect();
    let says_kind = |kind: KindId| any(&|content| says_kind_like(content, kind, variant));
    // What a pronoun stands for is not known.
    if !text.has(Sense::Pronoun, clause.clone())
        && any(&ExprContent::names_kinds)
        && let Some((range, _)) = kinds.first()
        && !kinds.iter().any(|(_, kind)| says_kind(*kind))
    {
        return doubt(range, "piece");
    }
    let mut others = claims.iter();
    if let Some(range) = others.find_map(|claim| other_piece(text, claim, &kinds, pieces)) {
        return doubt(&range, "piece");
    }
    let mut others = claims.iter();
    if let Some(range) = others.find_map(|claim| inner_piece(text, claim, pieces)) {
        return doubt(&range, "piece");
    }
    let sides = [(Sense::White, Side::White), (Sense::Black, Side::Black)];
    let sides = sides.into_iter().flat_map(|(sense, side)| {
        let named = text.all(sense, clause.clone());
        named.map(move |range| (range, side))
    });
    let is_for = |range: &Range<usize>| text.last(Sense::For, 0..range.start).is_some();
    // The side belongs to a piece that a claim asks about, or the sentence names no piece.
    let is_of_piece = |range: &Range<usize>| {
        let mut next = kinds.iter().filter(|(kind, _)| kind.start > range.end);
        kinds.is_empty() && is_subject(text, range)
            || next.next().is_some_and(|(kind, id)| {
                let between = text.text[range.end..kind.start].trim();
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
    let cells = text.cells(&variant.board, clause);
    let cells = cells.filter(|(range, _)| is_beside(range) && !is_of_move(text, range));
    let mut cells = cells.peekable();
    let first = cells.peek()?.0.clone();
    let is_own = cells.any(|(_, cell)| any(&|content| content.says_cell(cell, variant)));
    (any(&ExprContent::names_cells) && !is_own)
        .then(|| doubt(&first, "cell"))
        .flatten()
}

/// Returns the piece named right before or after a claim that asks about other pieces. `kinds` are
/// those that the clause may be about, `all` those of the sentence.
fn other_piece(
    text: &AuthorText<'_>,
    claim: &ClaimNames<'_>,
    kinds: &[(Range<usize>, KindId)],
    all: &[(Range<usize>, KindId)],
) -> Option<Range<usize>> {
    let is_own = |kind: KindId| says_kind_like(&claim.content, kind, claim.variant);
    let is_other = |kind: KindId| claim.content.names_kinds() && !is_own(kind);
    // "four of a Ferz"
    let owner = all.partition_point(|(range, _)| range.start < claim.range.end);
    if let Some((range, kind)) = all.get(owner) {
        let between = claim.range.end..range.start;
        let words = text.last(Sense::Owner, between.clone());
        let is_owner =
            words.is_some_and(|words| text.text[between.start..words.start].trim().is_empty());
        if is_owner && is_other(*kind) && !is_possessive(text, range) {
            return Some(range.clone());
        }
    }
    let after = kinds.partition_point(|(range, _)| range.end <= claim.range.start);
    let (range, kind) = &kinds[after.checked_sub(1)?];
    // A comma alone counts as a word: what follows it may be about something else.
    let between = &text.text[range.end..claim.range.start];
    let is_near = between.split_whitespace().nth(NEAR).is_none();
    let named_after = || {
        let after = &kinds[kinds.partition_point(|(range, _)| range.start < claim.range.end)..];
        after.iter().any(|(_, kind)| is_own(*kind))
    };
    (is_near && is_other(*kind) && !named_after()).then(|| range.clone())
}

/// Returns the piece named within a claim that states no pieces and asks about others.
fn inner_piece(
    text: &AuthorText<'_>,
    claim: &ClaimNames<'_>,
    pieces: &[(Range<usize>, KindId)],
) -> Option<Range<usize>> {
    let start = pieces.partition_point(|(range, _)| range.start < claim.range.start);
    let inside = pieces[start..].iter();
    let mut inside = inside.take_while(|(range, _)| range.end <= claim.range.end);
    let is_other = |(range, kind): &&(Range<usize>, KindId)| {
        is_subject(text, range) && !says_kind_like(&claim.content, *kind, claim.variant)
    };
    let is_read = claim.reads_no_names && claim.content.names_kinds();
    let other = inside.find(is_other).filter(|_| is_read);
    other.map(|(range, _)| range.clone())
}

/// Returns the piece that the first cell of a table's row names alone, if a claim of the row asks about
/// others.
fn other_row(text: &AuthorText<'_>, claims: &[ClaimNames<'_>]) -> Option<Range<usize>> {
    let end = text.text.find(" | ")?;
    let is_in_row = |claim: &&ClaimNames<'_>| claim.range.start > end;
    if !claims.iter().all(|claim| is_in_row(&claim)) {
        return None;
    }
    let variant = claims.first()?.variant;
    let pieces = text.pieces(variant);
    let [(range, kind), rest @ ..] = &pieces[..] else {
        return None;
    };
    let is_alone =
        range.start == 0 && range.end == end && rest.iter().all(|(other, _)| other.start > end);
    let is_other = |claim: &ClaimNames<'_>| {
        claim.content.names_kinds() && !says_kind_like(&claim.content, *kind, claim.variant)
    };
    (is_alone && claims.iter().any(is_other)).then(|| range.clone())
}

/// Whether a cell is part of a move, as in `Gi9-g7`.
fn is_of_move(text: &AuthorText<'_>, cell: &Range<usize>) -> bool {
    let joins = |c: char| c.is_alphanumeric() || "-–:x×~>".contains(c);
    text.text[..cell.start].ends_with(joins)
        || text.text[cell.end..].starts_with(['-', '–', ':', '×'])
}

/// Whether a name may be what a clause is about: not in "the Rook’s file" and "squares of a Rook".
fn is_subject(text: &AuthorText<'_>, name: &Range<usize>) -> bool {
    let before = text.words_in(0..name.start);
    let mut near = before[before.len().saturating_sub(2)..].iter();
    !is_possessive(text, name) && !near.any(|(_, word)| text.language.means(word, Sense::Of))
}

fn is_possessive(text: &AuthorText<'_>, name: &Range<usize>) -> bool {
    text.text[name.end..].starts_with(['’', '\''])
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

/// Returns the places where a clause of a sentence ends: at a semicolon, a colon, a dash or a bracket,
/// and at a comma before a conjunction or a relative.
fn clause_ends(text: &AuthorText<'_>) -> Vec<Range<usize>> {
    let is_end = |c: char, end: usize| match c {
        ';' | ':' | '(' | ')' | '–' | '—' | '|' => true,
        '.' | '!' | '?' => text.text[end..].starts_with(char::is_whitespace),
        ',' => text.begins(Sense::AfterAComma, end..text.text.len()),
        _ => false,
    };
    text.marks(text.whole(), is_end).collect()
}
