//! Resolves checkers and scales, and makes the pieces that a rule combines from others.

use std::collections::BTreeMap;

use crate::decl::{checker, piece, scale, step, top};
use crate::form::Fields;
use crate::kinds::stacking::combine;
use padma_rules::model::{
    Board, Checker, CheckerId, Decimal, KindId, MAX_KINDS, MAX_OF_A_KIND, PieceKind, Scale,
    SidedSet, Stack, Step,
};
use padma_rules::movement::{Clause, ClauseKind, Joint, Sentence, Word};
use padma_rules::names::{number, title_from_id, unknown_checker};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Span};

/// The id of the scale that the key `suits` makes.
const SUITS: &str = "suits";
/// Maximum number of steps of a scale.
const MAX_STEPS: usize = 100;

/// Returns the checkers of a variant.
pub(super) fn checkers(whole: &Fields, diagnostics: &mut Diagnostics) -> Vec<Checker> {
    let mut all = unique_tables(whole.tables(top::CHECKER), "checkers", diagnostics);
    if all.len() > MAX_KINDS {
        let message = format!("this variant has {} kinds of checker", all.len());
        let complaint = Diagnostic::error(Code::TooLarge, message);
        diagnostics.push(complaint.at(
            all[MAX_KINDS].place(checker::ID),
            format!("at most {MAX_KINDS}"),
        ));
        all.truncate(MAX_KINDS);
    }
    all.into_iter()
        .filter_map(|decl| checker(decl, diagnostics))
        .collect()
}

/// Returns the tables, without those that repeat an `id`. Pieces, checkers and scales all have
/// this key.
pub(super) fn unique_tables<'a>(
    tables: &'a [Fields],
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Vec<&'a Fields> {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    let mut all = Vec::new();
    for table in tables {
        let id = table.str(piece::ID);
        if let Some(first) = first.get(id) {
            let message = format!("two {what} are named `{id}`");
            diagnostics.duplicate(Code::DoubledName, message, *first, table.place(piece::ID));
            continue;
        }
        first.insert(id, table.place(piece::ID));
        all.push(table);
    }
    all
}

fn checker(decl: &Fields, diagnostics: &mut Diagnostics) -> Option<Checker> {
    let id = check_id(&decl.word(checker::ID)?, "a checker", diagnostics);
    let count = limit_number(decl.number(checker::COUNT)?, 1, 9999, diagnostics);
    let limit = u16::from(MAX_OF_A_KIND);
    let most = decl.number(checker::MOST).map_or(limit.min(count), |most| {
        limit_number(most, 1, limit, diagnostics)
    });
    Some(Checker {
        name: decl
            .word(checker::NAME)
            .map_or_else(|| title_from_id(&id), |name| name.value),
        value: decimal(decl.word(checker::VALUE), diagnostics),
        count,
        most: most as u8,
        id,
    })
}

/// Whether a text can be an id.
pub(super) fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !Board::is_name_shaped(text)
}

fn check_id(id: &At<String>, what: &str, diagnostics: &mut Diagnostics) -> String {
    if !is_id(&id.value) {
        let complaint = Diagnostic::error(
            Code::WrongValue,
            format!("`{}` cannot name {what}", id.value),
        );
        diagnostics.push(complaint.at(
            id.span,
            "expected lower-case letters, digits and hyphens, and not the name of a cell",
        ));
    }
    id.value.clone()
}

/// Returns a number within limits. If it is outside them, complains and returns the lower limit.
fn limit_number(at: &At<i64>, least: u16, most: u16, diagnostics: &mut Diagnostics) -> u16 {
    number(at, least, most, diagnostics).unwrap_or(least)
}

fn decimal(text: Option<At<String>>, diagnostics: &mut Diagnostics) -> Option<Decimal> {
    let text = text?;
    let parsed = Decimal::parse(&text.value);
    if parsed.is_none() {
        let expected = "expected digits, with at most four after a point, as in `0.25`";
        diagnostics.error(
            Code::WrongValue,
            format!("`{}` is not a number", text.value),
            text.span,
            expected,
        );
    }
    parsed
}

/// Returns the scales of a variant, that of the suits first.
pub(super) fn scales(whole: &Fields, diagnostics: &mut Diagnostics) -> Vec<Scale> {
    let all = unique_tables(whole.tables(top::SCALE), "scales", diagnostics);
    let mut scales = Vec::new();
    if whole.has(top::SUITS) {
        let suits = whole.words(top::SUITS);
        let steps = suits
            .iter()
            .map(|name| Step {
                name: name.value.clone(),
                value: None,
            })
            .collect();
        check_steps(suits.iter(), diagnostics);
        scales.push(Scale {
            id: SUITS.to_string(),
            steps,
        });
    }
    for decl in all {
        let Some(id) = decl.word(scale::ID) else {
            continue;
        };
        if id.value == SUITS {
            let complaint =
                Diagnostic::error(Code::DoubledName, "`suits` is the scale of the suits");
            diagnostics.push(complaint.at(id.span, "expected another name"));
        }
        let steps = decl.tables(scale::STEPS);
        let names: Vec<At<String>> = steps
            .iter()
            .filter_map(|step| step.word(step::NAME))
            .collect();
        check_steps(names.iter(), diagnostics);
        let step = |step: &Fields| Step {
            name: step.str(step::NAME).to_string(),
            value: decimal(step.word(step::VALUE), diagnostics),
        };
        let steps = steps.iter().map(step).collect();
        scales.push(Scale {
            id: check_id(&id, "a scale", diagnostics),
            steps,
        });
    }
    scales
}

/// Complains about steps with the same name, and about too many steps.
fn check_steps<'a>(names: impl Iterator<Item = &'a At<String>>, diagnostics: &mut Diagnostics) {
    let mut seen: Vec<&At<String>> = Vec::new();
    for name in names {
        if let Some(first) = seen.iter().find(|other| other.value == name.value) {
            let message = format!("two steps are named `{}`", name.value);
            diagnostics.duplicate(Code::DoubledName, message, first.span, name.span);
        }
        if seen.len() == MAX_STEPS {
            let complaint = Diagnostic::error(Code::TooLarge, "this scale has too many steps");
            diagnostics.push(complaint.at(name.span, format!("at most {MAX_STEPS}")));
            return;
        }
        seen.push(name);
    }
}

fn find_checker(
    id: &At<String>,
    checkers: &[Checker],
    diagnostics: &mut Diagnostics,
) -> Option<CheckerId> {
    let kind = checkers
        .iter()
        .position(|checker| checker.id == id.value)
        .map(CheckerId::new);
    if kind.is_none() {
        diagnostics.push(unknown_checker(&id.value, id.span, checkers));
    }
    kind
}

/// Returns the checkers that a piece is made of.
pub(super) fn stack(decl: &Fields, checkers: &[Checker], diagnostics: &mut Diagnostics) -> Stack {
    let mut stack = Stack::default();
    for (id, count) in decl.numbers(piece::CHECKERS) {
        let Some(kind) = find_checker(id, checkers, diagnostics) else {
            continue;
        };
        let checker = &checkers[kind.index()];
        let most = u16::from(checker.most).min(checker.count);
        match u8::try_from(count.value) {
            Ok(number) if (1..=most).contains(&number.into()) => stack = stack.with(kind, number),
            _ => {
                let message = format!(
                    "`{}` cannot have {} of `{}`",
                    decl.str(piece::ID),
                    count.value,
                    id.value
                );
                diagnostics.error(
                    Code::WrongValue,
                    message,
                    count.span,
                    format!("expected 1 to {most}"),
                );
            }
        }
    }
    stack
}

/// Complains about two pieces made of the same checkers.
pub(super) fn check_stacks(decls: &[&Fields], kinds: &[PieceKind], diagnostics: &mut Diagnostics) {
    for (place, (decl, kind)) in decls.iter().zip(kinds).enumerate() {
        let same = |other: &PieceKind| !kind.checkers.is_empty() && other.checkers == kind.checkers;
        if let Some(first) = kinds[..place].iter().position(same) {
            let message = format!(
                "`{}` and `{}` are made of the same checkers",
                kinds[first].id, kind.id
            );
            diagnostics.duplicate(
                Code::DoubledName,
                message,
                decls[first].place(piece::ID),
                decl.place(piece::ID),
            );
        }
    }
}

/// Returns the pieces that a rule combines: every choice of two or more pieces, with at most one
/// made of each of these kinds of checker. Choices from two kinds come first, then those from
/// three. A combination that is already a piece is not made again.
pub(super) fn combine(
    decl: &Fields,
    kinds: &[PieceKind],
    checkers: &[Checker],
    room: usize,
    board: &Board,
    diagnostics: &mut Diagnostics,
) -> Vec<PieceKind> {
    let ids = decl.words(combine::CHECKERS);
    let span = decl.span;
    if ids
        .iter()
        .enumerate()
        .any(|(place, id)| ids[..place].iter().any(|other| other.value == id.value))
    {
        return Vec::new();
    }
    let checker_kinds: Vec<Option<CheckerId>> = ids
        .iter()
        .map(|id| find_checker(id, checkers, diagnostics))
        .collect();
    if let [only] = &ids[..] {
        let complaint = Diagnostic::error(
            Code::WrongValue,
            "one kind of checker alone cannot be combined",
        );
        diagnostics.push(complaint.at(only.span, "expected at least two kinds"));
    }
    let most = decl
        .number(combine::MOST)
        .map_or(u16::MAX, |most| limit_number(most, 1, 9999, diagnostics));
    let mut choices: Vec<Vec<Option<KindId>>> = Vec::new();
    for (at, kind) in ids.iter().zip(&checker_kinds) {
        let Some(kind) = *kind else { return Vec::new() };
        choices.push(pure_pieces(
            at,
            kind,
            kinds,
            &checkers[kind.index()],
            diagnostics,
        ));
    }
    let mut combinations: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    for (kind, kinds) in choices.iter().enumerate() {
        for index in 0..combinations.len() {
            // Piece `nth` of each kind is made of `nth + 1` checkers.
            let height: usize = combinations[index].iter().map(|(_, nth)| nth + 1).sum();
            let fits = (0..kinds.len()).filter(|nth| height + nth < usize::from(most));
            let more: Vec<_> = fits
                .map(|nth| [combinations[index].as_slice(), &[(kind, nth)]].concat())
                .collect();
            combinations.extend(more);
        }
        if combinations.iter().filter(|parts| parts.len() > 1).count() > room {
            let complaint =
                Diagnostic::error(Code::TooLarge, "this rule would combine too many pieces");
            diagnostics.push(complaint.at(span, "a variant has at most 256 pieces"));
            return Vec::new();
        }
    }
    combinations.retain(|parts| parts.len() > 1);
    combinations.sort_by_key(|parts| {
        let checker_kinds: Vec<usize> = parts.iter().map(|(kind, _)| *kind).collect();
        (parts.len(), checker_kinds, parts.clone())
    });
    let kinds_of = |parts: Vec<(usize, usize)>| -> Option<Vec<KindId>> {
        parts
            .into_iter()
            .map(|(kind, nth)| choices[kind][nth])
            .collect()
    };
    let combined = combinations
        .into_iter()
        .filter_map(kinds_of)
        .map(|parts| join_pieces(&parts, kinds, board, span));
    let is_new = |kind: &PieceKind| kinds.iter().all(|other| other.checkers != kind.checkers);
    let combined: Vec<PieceKind> = combined.filter(is_new).collect();
    for kind in combined
        .iter()
        .filter(|kind| kinds.iter().any(|other| other.id == kind.id))
    {
        let message = format!(
            "the combination `{}` has the name of another piece",
            kind.id
        );
        diagnostics.error(Code::DoubledName, message, span, "made by this rule");
    }
    combined
}

/// Returns the pieces made of only one kind of checker, by number of checkers. Complains about a
/// number that no piece has.
fn pure_pieces(
    id: &At<String>,
    kind: CheckerId,
    kinds: &[PieceKind],
    checker: &Checker,
    diagnostics: &mut Diagnostics,
) -> Vec<Option<KindId>> {
    let piece_of = |count| {
        let stack = Stack::default().with(kind, count);
        kinds
            .iter()
            .position(|kind| kind.checkers == stack)
            .map(KindId::new)
    };
    let most = u16::from(checker.most).min(checker.count) as u8;
    let pieces: Vec<Option<KindId>> = (1..=most).map(piece_of).collect();
    if let Some(missing) = pieces.iter().position(Option::is_none) {
        let message = format!("no piece is made of {} `{}`", missing + 1, id.value);
        let label = format!("expected a piece for each number up to {most}, or a smaller `most`");
        diagnostics.error(Code::WrongValue, message, id.span, label);
    }
    pieces
}

fn join_pieces(parts: &[KindId], kinds: &[PieceKind], board: &Board, span: Span) -> PieceKind {
    let all = || parts.iter().map(|part| &kinds[part.index()]);
    let clause = |part: &PieceKind| Clause {
        joint: Joint::Plus,
        otherwise: false,
        kind: ClauseKind::Piece(Word {
            text: part.id.clone(),
            span,
        }),
        span,
    };
    let names = |field: fn(&PieceKind) -> &str| all().map(field).collect::<Vec<_>>().join("-");
    PieceKind {
        id: names(|part| &part.id),
        name: names(|part| &part.name),
        letter: all().map(|part| part.letter.as_str()).collect(),
        picture: None,
        movement: Sentence {
            clauses: all().map(clause).collect(),
        },
        stands_on: SidedSet::same(board.all()),
        is_bound: false,
        checkers: all().fold(Stack::default(), |stack, part| {
            stack.joined_with(part.checkers)
        }),
        parts: parts.to_vec(),
        neutral: false,
        royal: all().any(|part| part.royal),
        inventor: None,
        value: None,
    }
}
