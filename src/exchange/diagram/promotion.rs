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
struct Choice {
    kind: PieceIndex,
    not_on_last: bool,
    from_reserve: bool,
    /// The number of ranks, from the far end, on which it may be chosen.
    depth: u16,
}

pub(crate) fn rules(lines: &[PieceLine], draft: &mut VariantDraft, settings: &Settings) {
    let promoting = usize::from(settings.max_promote).min(lines.len());
    let zone = settings.promo_zone.min(settings.board.ranks);
    if zone == 0 {
        return;
    }
    if settings.promo_offset > 0 {
        return add_offset_rules(lines.len(), promoting, zone, draft, settings);
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
        Some(text) => read_choices(text, lines, draft, settings),
        None => {
            let kind = |letter: &str| lines.iter().position(|line| line.letter == letter);
            CHOICE.into_iter().filter_map(kind).map(plain).collect()
        }
    };
    (0..promoting).for_each(|piece| add_piece_rules(piece, &choices, zone, draft, settings));
}

/// Reads the choices as written. A word that names no piece becomes a leftover.
fn read_choices(
    written: &Excerpt,
    lines: &[PieceLine],
    draft: &mut VariantDraft,
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
            draft.leftovers.push(Leftover::new(
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

/// The choices on one rank: whether the piece may stay what it is, what it may become, and what
/// it may become only if such a piece is beside the board.
type RankChoices = (bool, Vec<PieceIndex>, Vec<PieceIndex>);

/// Adds the rules of one piece. Ranks with the same choices share a rule.
fn add_piece_rules(
    piece: PieceIndex,
    choices: &[Choice],
    zone: u16,
    draft: &mut VariantDraft,
    settings: &Settings,
) {
    let on_rank = |far: u16| -> RankChoices {
        let open = |choice: &&Choice| far < choice.depth && !(far == 0 && choice.not_on_last);
        let open: Vec<&Choice> = choices.iter().filter(open).collect();
        let kinds = |from_reserve| {
            let fitting = open
                .iter()
                .filter(|choice| choice.kind != piece && choice.from_reserve == from_reserve);
            let mut kinds: Vec<PieceIndex> = Vec::new();
            for choice in fitting {
                if !kinds.contains(&choice.kind) {
                    kinds.push(choice.kind);
                }
            }
            kinds
        };
        (
            open.iter().any(|choice| choice.kind == piece),
            kinds(false),
            kinds(true),
        )
    };
    let ranks: Vec<(u16, RankChoices)> = (0..zone).map(|far| (far, on_rank(far))).collect();
    for group in ranks.chunk_by(|(_, one), (_, next)| one == next) {
        let (may_wait, free, reserved) = &group[0].1;
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

/// Adds the rules by which each of the first pieces becomes the one `promoOffset` places later in
/// the list. On the last rank, the very first piece must promote.
fn add_offset_rules(
    pieces: usize,
    promoting: usize,
    zone: u16,
    draft: &mut VariantDraft,
    settings: &Settings,
) {
    let offset = usize::from(settings.promo_offset);
    for piece in 0..promoting {
        // Past the end of the list, take the first of the promoted pieces.
        let to = if piece + offset < pieces {
            piece + offset
        } else {
            offset
        };
        if to >= pieces || to == piece {
            continue;
        }
        let must = if piece == 0 { 1 } else { 0 };
        for (ranks, may_wait) in [(0..must, false), (must..zone, true)] {
            if !ranks.is_empty() {
                let squares = far_ranks(ranks, settings);
                add_rule(piece, &squares, &[to], may_wait, false, draft);
            }
        }
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
