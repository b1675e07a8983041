//! Promotion in an Interactive Diagram: which pieces promote, where, and to what.
//!
//! The zone is `promoZone` ranks deep, the first `maxPromote` pieces promote there, and
//! `promoChoice` lists the IDs of what they become. `!` before an ID forbids it on the last rank,
//! `*` requires such a piece beside the board, and a number after it changes its zone. With
//! `promoOffset` there is only one choice: the piece that comes that many places later in the
//! list.

use super::pieces::PieceLine;
use super::settings::Settings;
use crate::draft::{Leftover, LeftoverKind, PieceIndex, VariantDraft};
use crate::places::{Square, Squares};
use padma_text::{At, Excerpt};
use padma_variant::decl::piece;
use padma_variant::kinds::promotion::{self, PROMOTION};

/// The pieces that a pawn may become if nothing is specified.
const CHOICE: [&str; 4] = ["Q", "N", "R", "B"];

/// One entry of `promoChoice`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub kind: PieceIndex,
    pub not_on_last: bool,
    pub from_reserve: bool,
    /// The number of ranks, from the far end, on which it may be chosen.
    pub depth: u16,
}

/// What a piece may become on a rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RankChoices {
    /// Whether it may stay what it is.
    pub may_wait: bool,
    /// What it may become.
    pub free: Vec<PieceIndex>,
    /// What it may become only if such a piece is beside the board.
    pub reserved: Vec<PieceIndex>,
}

impl RankChoices {
    /// Returns what a piece may become among these choices, on the rank at this distance from the
    /// far end.
    pub(crate) fn among(choices: &[Choice], piece: PieceIndex, far: u16) -> RankChoices {
        let mut found = RankChoices::default();
        let is_open = |choice: &&Choice| far < choice.depth && !(far == 0 && choice.not_on_last);
        for choice in choices.iter().filter(is_open) {
            let kinds = match choice.from_reserve {
                true => &mut found.reserved,
                false => &mut found.free,
            };
            if choice.kind == piece {
                found.may_wait = true;
            } else if !kinds.contains(&choice.kind) {
                kinds.push(choice.kind);
            }
        }
        found
    }

    /// Returns what a piece with only one choice may become. On the last rank the very first piece
    /// must promote.
    pub(crate) fn only(to: PieceIndex, is_first: bool, far: u16) -> RankChoices {
        RankChoices {
            may_wait: !is_first || far > 0,
            free: vec![to],
            reserved: Vec::new(),
        }
    }
}

pub(crate) fn rules(lines: &[PieceLine], draft: &mut VariantDraft, settings: &Settings) {
    let promoting = usize::from(settings.max_promote).min(lines.len());
    let zone = settings.promo_zone.min(settings.board.ranks);
    if zone == 0 {
        return;
    }
    if settings.promo_offset > 0 {
        for piece in 0..promoting {
            if let Some(to) = offset_choice(piece, lines.len(), settings.promo_offset) {
                let on_rank = |far| RankChoices::only(to, piece == 0, far);
                add_piece_rules(piece, on_rank, zone, draft, settings);
            }
        }
        return;
    }
    let plain = |kind| Choice {
        kind,
        not_on_last: false,
        from_reserve: false,
        depth: zone,
    };
    let choices: Vec<Choice> = match &settings.promo_choice {
        // An empty choice allows every piece except the pawn and royal pieces.
        Some(text) if text.text().is_empty() => (1..lines.len())
            .filter(|kind| !draft.pieces[*kind].flag(piece::ROYAL))
            .map(plain)
            .collect(),
        Some(text) => read_choices(text, lines, &mut draft.leftovers, settings),
        None => {
            let kind = |letter: &str| lines.iter().position(|line| line.letter == letter);
            CHOICE.into_iter().filter_map(kind).map(plain).collect()
        }
    };
    for piece in 0..promoting {
        let on_rank = |far| RankChoices::among(&choices, piece, far);
        add_piece_rules(piece, on_rank, zone, draft, settings);
    }
}

/// Returns what a piece becomes that becomes the one `offset` places later in the list. Past the
/// end of the list, that is the first of the promoted pieces.
fn offset_choice(piece: PieceIndex, pieces: usize, offset: u16) -> Option<PieceIndex> {
    let offset = usize::from(offset);
    let to = match piece + offset < pieces {
        true => piece + offset,
        false => offset,
    };
    (to < pieces && to != piece).then_some(to)
}

/// Reads the choices as written. A word that names no piece becomes a leftover.
fn read_choices(
    written: &Excerpt,
    lines: &[PieceLine],
    leftovers: &mut Vec<Leftover>,
    settings: &Settings,
) -> Vec<Choice> {
    let text = written.text();
    let mut choices = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let marks = rest.len() - rest.trim_start_matches(['!', '*']).len();
        let named = lines
            .iter()
            .enumerate()
            .filter(|(_, line)| rest[marks..].starts_with(&line.letter));
        let Some((kind, line)) = named.max_by_key(|(_, line)| line.letter.len()) else {
            let length = marks + rest[marks..].chars().next().map_or(0, char::len_utf8);
            let value = format!("promoChoice: {}", &rest[..length]);
            let word = At {
                value,
                span: written.span(at..at + length),
            };
            leftovers.push(Leftover::new(
                word,
                LeftoverKind::Rule("no piece has this ID"),
            ));
            at += length;
            continue;
        };
        let behind = &rest[marks + line.letter.len()..];
        let digits = behind.len()
            - behind
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .len();
        let depth = behind[..digits].parse().ok().filter(|depth| *depth > 0);
        choices.push(Choice {
            kind,
            not_on_last: rest[..marks].contains('!'),
            from_reserve: rest[..marks].contains('*'),
            depth: depth
                .unwrap_or(settings.promo_zone)
                .min(settings.board.ranks),
        });
        at += marks + line.letter.len() + digits;
    }
    choices
}

/// Adds the rules of one piece. Ranks with the same choices share a rule.
fn add_piece_rules(
    piece: PieceIndex,
    on_rank: impl Fn(u16) -> RankChoices,
    zone: u16,
    draft: &mut VariantDraft,
    settings: &Settings,
) {
    let ranks: Vec<(u16, RankChoices)> = (0..zone).map(|far| (far, on_rank(far))).collect();
    for group in ranks.chunk_by(|(_, one), (_, next)| one == next) {
        let RankChoices {
            may_wait,
            free,
            reserved,
        } = &group[0].1;
        let squares = far_ranks(group.iter().map(|(far, _)| *far), settings);
        for (to, from_reserve) in [(free, false), (reserved, true)]
            .into_iter()
            .filter(|(to, _)| !to.is_empty())
        {
            add_rule(piece, &squares, to, *may_wait, from_reserve, draft);
        }
    }
}

/// Adds a rule by which a piece promotes on some squares, unless the board has none of them.
fn add_rule(
    piece: PieceIndex,
    squares: &Squares,
    to: &[PieceIndex],
    may_wait: bool,
    from_reserve: bool,
    draft: &mut VariantDraft,
) {
    if let Some(rule) = draft.rule_on_squares(&PROMOTION, piece, squares) {
        let rule = rule
            .with_texts(promotion::TO, draft.ids(to))
            .with_flag(promotion::MAY_WAIT, may_wait);
        draft
            .rules
            .push(rule.with_flag(promotion::FROM_RESERVE, from_reserve));
    }
}

/// Returns the squares of the ranks at these distances from each side's far end.
fn far_ranks(ranks: impl Iterator<Item = u16> + Clone, settings: &Settings) -> Squares {
    let files = settings.board.files;
    let row = |rank: u16| (0..files).map(move |file| Square { file, rank });
    let white = ranks
        .clone()
        .flat_map(|far| row(settings.board.ranks - 1 - far))
        .collect();
    [white, ranks.flat_map(row).collect()]
}
