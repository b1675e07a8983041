//! Rules of play and notation with their names looked up.

use super::powers::{directions, directions_of, drop_rule, into_hand, power, travel, unknown};
use super::sense::{another, check_signs, somewhere};
use super::stage::unknown_cell;
use super::variant::{listed, places, unknown_piece};
use crate::book::checkers::StackingDecl;
use crate::book::rules::{
    CastlingDecl, FacingDecl, NotationDecl, PromotionDecl, RuleDecl, TransformationDecl,
};
use crate::book::toml::At;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::{
    Arrivals, Board, Castling, Cell, Ending, Facing, Goal, Mover, Notation, Occasion, Piece, PieceId,
    Promotion, QuietLimit, Repetition, Rule, Sets, Side, SidedSet, Stacking, Stalemate, Style,
    Transformation, Variant,
};
use crate::play::notation::{Misread, misread, same_castling};
use crate::play::record;
use crate::text::{Excerpt, Span};

/// What the rules of a variant speak of.
#[derive(Clone, Copy)]
pub(super) struct RuleGround<'a> {
    pub pieces: &'a [Piece],
    pub board: &'a Board,
    pub sets: &'a Sets,
}

impl RuleGround<'_> {
    fn known(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().map(|piece| piece.id.as_str())
    }

    fn piece(&self, word: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<PieceId> {
        let found = self.known().position(|id| id == word).map(PieceId::new);
        if found.is_none() {
            diagnostics.push(unknown_piece(word, span, self.known()));
        }
        found
    }

    pub fn named(&self, id: &At<String>, diagnostics: &mut Diagnostics) -> Option<PieceId> {
        self.piece(&id.value, id.span, diagnostics)
    }

    pub fn cells(&self, text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<SidedSet> {
        let white = places(text, self.board, self.sets, Side::White, diagnostics)?;
        let black = places(text, self.board, self.sets, Side::Black, diagnostics)?;
        Some(SidedSet { white, black })
    }

    /// The same, which must be somewhere.
    pub fn somewhere(&self, text: &Excerpt, diagnostics: &mut Diagnostics) -> Option<SidedSet> {
        somewhere(self.cells(text, diagnostics), text, diagnostics)
    }

    /// The pieces of a list; every unknown one is complained of.
    pub fn all_named(&self, names: &[At<String>], diagnostics: &mut Diagnostics) -> Option<Vec<PieceId>> {
        let found: Vec<Option<PieceId>> = names.iter().map(|name| self.named(name, diagnostics)).collect();
        found.into_iter().collect()
    }
}

pub(super) fn rule(decl: &RuleDecl, ground: RuleGround<'_>, diagnostics: &mut Diagnostics) -> Option<Rule> {
    match decl {
        RuleDecl::Shared { piece, cells, most } => {
            let (piece, cells) = (ground.named(piece, diagnostics), ground.somewhere(cells, diagnostics));
            let most = most.as_ref().map_or(Some(2), |most| number(most, 2, 255, diagnostics));
            Some(Rule::Shared { piece: piece?, cells: cells?, most: most? as u8 })
        }
        RuleDecl::Promotion(decl) => promotion(decl, ground, diagnostics).map(Rule::Promotion),
        RuleDecl::Castling(decl) => castling(decl, ground, diagnostics).map(Rule::Castling),
        RuleDecl::Transformation(decl) => transformation(decl, ground, diagnostics).map(Rule::Transformation),
        RuleDecl::Goal { piece, cells, count } => {
            let (piece, cells) = (ground.named(piece, diagnostics), ground.somewhere(cells, diagnostics)?);
            let room = Side::BOTH.into_iter().map(|side| cells.of(side).len()).max().unwrap_or(0);
            let count = match count {
                Some(count) => number(count, 1, room as u16, diagnostics),
                None => Some(1),
            };
            Some(Rule::Goal(Goal { piece: piece?, cells, count: count? }))
        }
        RuleDecl::Stalemate { outcome, cells } => {
            let ending = ending(outcome, diagnostics);
            let cells = match cells {
                Some(text) => Some(ground.somewhere(text, diagnostics)?),
                None => None,
            };
            Some(Rule::Stalemate(Stalemate { ending: ending?, cells }))
        }
        RuleDecl::QuietLimit { plies, unless, outcome } => {
            let (plies, ending) = (number(plies, 1, 10_000, diagnostics), ending(outcome, diagnostics));
            let counting = ground.all_named(unless, diagnostics);
            Some(Rule::QuietLimit(QuietLimit { plies: plies?, counting: counting?, ending: ending? }))
        }
        RuleDecl::Repetition { outcome, times } => {
            repetition(outcome, times.as_ref(), diagnostics).map(Rule::Repetition)
        }
        RuleDecl::Power(decl) => power(decl, ground, diagnostics).map(Rule::Power),
        RuleDecl::IntoHand(decl) => into_hand(decl, ground, diagnostics).map(Rule::IntoHand),
        RuleDecl::Drop(decl) => drop_rule(decl, ground, diagnostics).map(Rule::Drop),
        // The pieces that it makes are among the others already.
        RuleDecl::Combine(_) => None,
        RuleDecl::Stacking(StackingDecl { merge, split, parts_take, parts_merge, span }) => {
            if !merge && !split {
                let complaint = Diagnostic::error(Code::WrongValue, "no piece joins or parts by this rule");
                diagnostics.push(complaint.at(*span, "expected `merge` or `split` to be true"));
            }
            let (merge, split, parts_take, parts_merge) = (*merge, *split, *parts_take, *parts_merge);
            Some(Rule::Stacking(Stacking { merge, split, parts_take, parts_merge }))
        }
        RuleDecl::Travel(decl) => travel(decl, ground, diagnostics).map(Rule::Travel),
        RuleDecl::NoCheck(_) => Some(Rule::NoCheck),
        RuleDecl::Facing(decl) => facing(decl, ground, diagnostics).map(Rule::Facing),
    }
}

fn promotion(
    decl: &PromotionDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Promotion> {
    let (piece, cells) = (ground.named(&decl.piece, diagnostics), ground.somewhere(&decl.cells, diagnostics));
    another(&decl.piece, decl.to.as_deref().unwrap_or_default(), diagnostics);
    let limit = decl.limit.as_ref().map(|limit| number(limit, 1, 1024, diagnostics));
    let to = match &decl.to {
        Some(names) => ground.all_named(names, diagnostics),
        // Where nothing is said, whatever is no king and no further man of its own kind.
        None => {
            let others = ground.pieces.iter().enumerate();
            let fits = others.filter(|(_, other)| !other.royal && other.id != decl.piece.value);
            let fits: Vec<PieceId> = fits.map(|(index, _)| PieceId::new(index)).collect();
            if fits.is_empty() && piece.is_some() {
                let message = format!("there is nothing for `{}` to become", decl.piece.value);
                let complaint = Diagnostic::error(Code::WrongValue, message);
                diagnostics.push(complaint.at(decl.piece.span, "expected another piece that is not royal"));
            }
            Some(fits)
        }
    };
    let by = arrivals(decl.by.as_deref(), diagnostics);
    // An unreadable limit is not the same as none.
    let limit = limit.map_or(Some(None), |limit| limit.map(Some))?;
    let (may_wait, from_reserve) = (decl.may_wait, decl.from_reserve);
    let must = decl.must.as_ref().filter(|must| must.value);
    if let Some(must) = must.filter(|_| may_wait) {
        let complaint = Diagnostic::error(Code::WrongValue, "who must become another cannot wait");
        diagnostics.push(complaint.at(must.span, "expected `must` or `may_wait`, not both"));
    }
    let must = must.is_some();
    Some(Promotion { piece: piece?, cells: cells?, to: to?, may_wait, must, limit, from_reserve, by: by? })
}

/// How a man may come to where he is exchanged; by his own move where nothing is said.
fn arrivals(said: Option<&[At<String>]>, diagnostics: &mut Diagnostics) -> Option<Arrivals> {
    let own = Arrivals { moves: true, swaps: false, teleports: false, rotations: false, travels: false };
    let Some(words) = said else { return Some(own) };
    let known = ["move", "swap", "teleport", "rotation", "travel"];
    if let Some(word) = words.iter().find(|word| !known.contains(&word.value.as_str())) {
        diagnostics.push(unknown(word, "way to come to a cell", &known));
        return None;
    }
    let [moves, swaps, teleports, rotations, travels] =
        known.map(|known| words.iter().any(|word| word.value == known));
    Some(Arrivals { moves, swaps, teleports, rotations, travels })
}

fn castling(decl: &CastlingDecl, ground: RuleGround<'_>, diagnostics: &mut Diagnostics) -> Option<Castling> {
    let white = movers(&decl.white, ground, decl.span, diagnostics);
    let black = movers(&decl.black, ground, decl.span, diagnostics);
    let stays = |movers: &Option<Vec<Mover>>| {
        movers.as_ref().is_some_and(|movers| movers.iter().all(|mover| mover.from == mover.to))
    };
    if stays(&white) && stays(&black) {
        let complaint = Diagnostic::error(Code::WrongValue, "this castling moves no piece");
        diagnostics
            .push(complaint.at(decl.span, "expected pieces such as `king e1 g1` for one side at least"));
    }
    Some(Castling { name: decl.name.value.clone(), white: white?, black: black? })
}

/// Complains of castlings whose names a list of moves could not hold, or not tell apart.
pub(super) fn check_castlings<'a>(
    rules: impl Iterator<Item = &'a RuleDecl>,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) {
    let mut names: Vec<&At<String>> = Vec::new();
    for rule in rules {
        let RuleDecl::Castling(CastlingDecl { name, .. }) = rule else { continue };
        let first = names.iter().find(|other| same_castling(&other.value, &name.value));
        if name.value.trim().is_empty() {
            let complaint = Diagnostic::error(Code::WrongValue, "this castling has no name");
            diagnostics
                .push(complaint.at(name.span, "expected what stands for it in a list of moves: `O-O`"));
        } else if let Some(first) = first {
            let message = if first.value == name.value {
                format!("two castlings are named `{}`", name.value)
            } else {
                format!("the castlings `{}` and `{}` are read alike", first.value, name.value)
            };
            let complaint = Diagnostic::error(Code::DoubledName, message);
            diagnostics.push(complaint.at(name.span, "the second").and(first.span, "the first"));
        } else if let Some(expected) = unreadable(name, variant) {
            let message = format!("in a list of moves `{}` is not read as a castling", name.value);
            diagnostics.push(Diagnostic::error(Code::WrongValue, message).at(name.span, expected));
        }
        names.push(name);
    }
}

/// What is to be expected of a name in place of one that a list of moves could not hold.
fn unreadable(name: &At<String>, variant: &Variant) -> Option<&'static str> {
    let text = Excerpt::verbatim(&name.value, name.span);
    let read = record(&text, &mut Diagnostics::default());
    if !matches!(&read.moves[..], [written] if written.word.text == name.value) {
        return Some("expected one word that is no number, comment or result, as in `O-O`");
    }
    misread(variant, &name.value).map(|why| match why {
        Misread::Signed => "expected no sign of check, mate or judgement at its end, as in `O-O`",
        Misread::Move => "expected a name that no other move could have, as in `O-O`",
    })
}

/// The men of a castling, put in an order in which each finds his cell free.
fn movers(
    texts: &[Excerpt],
    ground: RuleGround<'_>,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Mover>> {
    let read: Vec<Option<Mover>> = texts.iter().map(|text| mover(text, ground, diagnostics)).collect();
    let mut waiting = read.into_iter().collect::<Option<Vec<Mover>>>()?;
    let mut settled: Vec<Mover> = Vec::new();
    while !waiting.is_empty() {
        let free = |mover: &Mover| {
            let stands_there = |other: &Mover| other.from == mover.to && other != mover;
            !waiting.iter().any(stands_there) && !settled.iter().any(|other| other.to == mover.to)
        };
        let Some(next) = waiting.iter().position(free) else {
            let message = "the men of this castling stand in each other's way";
            let label = "expected men who can move one after another, each to a cell of his own";
            diagnostics.push(Diagnostic::error(Code::WrongValue, message).at(span, label));
            return None;
        };
        settled.push(waiting.remove(next));
    }
    Some(settled)
}

fn mover(text: &Excerpt, ground: RuleGround<'_>, diagnostics: &mut Diagnostics) -> Option<Mover> {
    let words = words(text);
    let [piece, from, to] = &words[..] else {
        let complaint = Diagnostic::error(Code::WrongValue, "this is no man of a castling");
        diagnostics.push(complaint.at(text.whole(), "expected a piece and two cells, as in `king e1 g1`"));
        return None;
    };
    let piece = ground.piece(&piece.value, piece.span, diagnostics);
    let mut cell = |word: &At<String>| -> Option<Cell> {
        let found = ground.board.cell(&word.value);
        if found.is_none() {
            diagnostics.push(unknown_cell(&word.value, word.span, ground.board));
        }
        found
    };
    let (from, to) = (cell(from), cell(to));
    Some(Mover { piece: piece?, from: from?, to: to? })
}

/// The words of a text, with their places.
pub(super) fn words(text: &Excerpt) -> Vec<At<String>> {
    let (mut words, mut start) = (Vec::new(), 0);
    for word in text.text().split(|c: char| c.is_ascii_whitespace()) {
        if !word.is_empty() {
            words.push(At { value: word.to_string(), span: text.span(start..start + word.len()) });
        }
        start += word.len() + 1;
    }
    words
}

fn transformation(
    decl: &TransformationDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Transformation> {
    let (piece, to) = (ground.named(&decl.piece, diagnostics), ground.named(&decl.to, diagnostics));
    another(&decl.piece, std::slice::from_ref(&decl.to), diagnostics);
    let words = words(&decl.when);
    let texts: Vec<&str> = words.iter().map(|word| word.value.as_str()).collect();
    let when = match texts[..] {
        ["captures"] => Some(Occasion::Captures),
        ["captures", _] => ground.named(&words[1], diagnostics).map(Occasion::CapturesPiece),
        ["gives", "check"] => Some(Occasion::GivesCheck),
        ["moves", "along", _] => directions_of(&words[2..], ground, diagnostics).map(Occasion::MovesAlong),
        _ => {
            let message = format!("`{}` is no occasion for a transformation", decl.when.text());
            diagnostics.push(
                Diagnostic::error(Code::WrongValue, message)
                    .at(decl.when.whole(), "expected `captures`, `captures` and a piece, `gives check`, or `moves along` and a direction")
                    .suggest(decl.when.text(), ["captures", "gives check", "moves along"]),
            );
            None
        }
    };
    let (from_reserve, optional) = (decl.from_reserve, decl.optional);
    Some(Transformation { piece: piece?, when: when?, to: to?, from_reserve, optional })
}

fn facing(decl: &FacingDecl, ground: RuleGround<'_>, diagnostics: &mut Diagnostics) -> Option<Facing> {
    let along = directions(&decl.along, "orthogonal", decl.span, ground, diagnostics);
    let piece = ground.named(&decl.piece, diagnostics)?;
    if !ground.pieces[piece.index()].royal {
        let message = format!("`{}` is not royal", decl.piece.value);
        let complaint = Diagnostic::error(Code::WrongValue, message);
        diagnostics.push(complaint.at(decl.piece.span, "expected a royal piece"));
        return None;
    }
    Some(Facing { piece, along: along? })
}

fn repetition(
    outcome: &At<String>,
    times: Option<&At<i64>>,
    diagnostics: &mut Diagnostics,
) -> Option<Repetition> {
    match (outcome.value.as_str(), times) {
        ("draw", times) => {
            let times = times.map_or(Some(3), |times| number(times, 2, 1000, diagnostics))?;
            Some(Repetition::Draw { times })
        }
        ("forbidden", None) => Some(Repetition::Forbidden),
        ("forbidden", Some(times)) => {
            let complaint = Diagnostic::error(Code::WrongValue, "no position comes up again at all");
            diagnostics.push(complaint.at(times.span, "expected no number where repetition is forbidden"));
            None
        }
        (other, _) => {
            let known = ["draw", "forbidden"];
            let complaint =
                Diagnostic::error(Code::WrongValue, format!("`{other}` does not say what repetition does"));
            let complaint = complaint.at(outcome.span, "expected `draw` or `forbidden`");
            diagnostics.push(complaint.suggest(other, known));
            None
        }
    }
}

fn ending(outcome: &At<String>, diagnostics: &mut Diagnostics) -> Option<Ending> {
    let found = Ending::from_name(&outcome.value);
    if found.is_none() {
        let known = Ending::ALL.map(Ending::name);
        let message = format!("`{}` is no way for a game to end", outcome.value);
        let complaint = Diagnostic::error(Code::WrongValue, message);
        let complaint = complaint.at(outcome.span, format!("expected one of {}", listed(known.into_iter())));
        diagnostics.push(complaint.suggest(&outcome.value, known));
    }
    found
}

fn number(at: &At<i64>, least: u16, most: u16, diagnostics: &mut Diagnostics) -> Option<u16> {
    match u16::try_from(at.value) {
        Ok(number) if (least..=most).contains(&number) => Some(number),
        _ => {
            let complaint = Diagnostic::error(Code::WrongValue, "this number will not do");
            diagnostics.push(complaint.at(at.span, format!("expected {least} to {most}")));
            None
        }
    }
}

/// How moves are written; what is not said has the usual signs of its style.
pub(super) fn notation_of(
    decl: &NotationDecl,
    ground: RuleGround<'_>,
    diagnostics: &mut Diagnostics,
) -> Notation {
    let style = decl.style.as_ref().and_then(|word| {
        let found = Style::from_name(&word.value);
        if found.is_none() {
            let known = Style::ALL.map(Style::name);
            let complaint = Diagnostic::error(Code::WrongValue, format!("`{}` is no notation", word.value));
            let complaint = complaint.at(word.span, format!("expected one of {}", listed(known.into_iter())));
            diagnostics.push(complaint.suggest(&word.value, known));
        }
        found
    });
    let usual = Notation::new(style.unwrap_or(Style::Coordinates));
    let sign = |said: &Option<At<String>>, usual: String| said.as_ref().map_or(usual, |at| at.value.clone());
    let notation = Notation {
        style: usual.style,
        plain: decl.plain.as_ref().and_then(|piece| ground.named(piece, diagnostics)),
        quiet: sign(&decl.quiet, usual.quiet),
        capture: sign(&decl.capture, usual.capture),
        check: sign(&decl.check, usual.check),
        mate: decl
            .mate
            .as_ref()
            .map_or(usual.mate, |at| Some(at.value.clone()).filter(|sign| !sign.is_empty())),
        promotion: sign(&decl.promotion, usual.promotion),
        forced_change: decl.forced_change.unwrap_or(usual.forced_change),
        drop: decl.drop.as_ref().and_then(|at| drop_signs(at, diagnostics)).unwrap_or(usual.drop),
    };
    check_signs(decl, &notation, ground, diagnostics);
    notation
}

/// What stands before and behind the letter, for which a star stands.
fn drop_signs(at: &At<String>, diagnostics: &mut Diagnostics) -> Option<(String, String)> {
    let parts = at.value.split_once('*').map(|(before, behind)| (before.to_string(), behind.to_string()));
    let parts = parts.filter(|(before, behind)| before.len() + behind.len() > 0 && !behind.contains('*'));
    if parts.is_none() {
        let complaint = Diagnostic::error(Code::WrongValue, "this does not say how a drop is written");
        let label = "expected a sign and one `*` for the piece's letter, as in `*@` or `=*`";
        diagnostics.push(complaint.at(at.span, label));
    }
    parts
}
