//! Makes a draft from a section and its parents.

use super::leftovers::Leftovers;
use super::moves;
use super::royalty::{self, Royalty};
use super::{drops, promoted, promotion};
use crate::draft::{ImportedSetup, VariantDraft};
use crate::fairy::fen::{StartPosition, start};
use crate::fairy::laws::{self, LawReading};
use crate::fairy::rules::{IniPiece, IniRules, IniSetting};
use crate::fairy::sections::IniSection;
use crate::fairy::slots::PieceSlot;
use crate::fairy::values::IniValue;
use crate::places::{ImportedBoard, MOST_FILES, MOST_RANKS, Square, Squares};
use crate::source::ImportOptions;
use padma_rules::model::Side;
use padma_rules::names::title_from_id;
use padma_text::Excerpt;
use padma_text::diag::{Code, Diagnostics};
use padma_variant::decl::piece;
use padma_variant::form::Value;

/// The start position that the program uses if none is given.
const DEFAULT_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the section's variant; `None` if it has no board or no piece.
pub(crate) fn variant(
    rules: &mut IniRules,
    section: &IniSection,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Option<VariantDraft> {
    let name = section.name.text();
    check_board(rules, diagnostics)?;
    if rules.pieces.is_empty() {
        let message = format!("the section `{name}` has no pieces");
        let expected =
            "expected lines such as `king = k`, or a parent that has them: `[name:chess]`";
        return diagnostics.refuse(Code::ImportSyntax, message, section.name.whole(), expected);
    }
    let text = match rules
        .setting("startFen", Side::White)
        .map(|setting| &setting.value)
    {
        Some(IniValue::Text(text)) => text.clone(),
        _ => Excerpt::inexact(DEFAULT_START, section.name.whole()),
    };
    let mut start = start(&text, rules, diagnostics);
    promoted::add(rules, &mut start);
    let rules = &*rules;
    let mut leftovers = Leftovers::new(rules, section.name.whole());
    let (files, ranks) = rules.board();
    let board = ImportedBoard {
        files,
        ranks,
        first_rank: 1,
        holes: start.walls.clone(),
    };
    let origin = format!("the section `{name}` of a variants.ini for Fairy-Stockfish");
    let mut draft = VariantDraft::new(board, section.name.whole(), origin);
    draft.title = Some(wishes.title.clone().unwrap_or_else(|| title_from_id(name)));
    let unshaded = [
        PieceSlot::SHOGI_PAWN,
        PieceSlot::SOLDIER,
        PieceSlot::JANGGI_CANNON,
    ];
    draft.is_plain = unshaded.into_iter().any(|slot| rules.has(slot));
    draft.setup = setup(rules, &start);
    draft.black_begins = start.black_begins;
    pieces(rules, &start, wishes, &mut draft, &mut leftovers);
    self::rules(rules, &start, &mut draft, &mut leftovers);
    leftovers.add_settings(&start);
    draft.leftovers = leftovers.all;
    Some(draft)
}

fn check_board(rules: &IniRules, diagnostics: &mut Diagnostics) -> Option<()> {
    let mut fits = Some(());
    for (key, most) in [("maxFile", MOST_FILES), ("maxRank", MOST_RANKS)] {
        let Some(IniSetting {
            value: IniValue::Number(number),
            source_text: said,
            ..
        }) = rules.setting(key, Side::White)
        else {
            continue;
        };
        if !(1..=most).contains(number) {
            let expected = format!("expected 1 to {most}");
            fits = diagnostics.refuse(
                Code::BoardSize,
                "a board cannot have this size",
                said.span,
                expected,
            );
        }
    }
    fits
}

fn setup(rules: &IniRules, start: &StartPosition) -> ImportedSetup {
    let piece = |(square, side, slot): &(Square, Side, PieceSlot)| {
        Some((*square, (*side, rules.kind(*slot)?)))
    };
    let hand = start
        .hand
        .iter()
        .filter_map(|(slot, count)| Some((rules.kind(*slot)?, *count)));
    ImportedSetup {
        pieces: start.pieces.iter().filter_map(piece).collect(),
        reserve: hand.collect(),
    }
}

/// Ids of pieces without a built-in picture of that name, and the pictures that suit them.
const PICTURES: [(&str, &str); 5] = [
    ("fers", "ferz"),
    ("horse", "knight"),
    ("soldier", "pawn"),
    ("shogi-pawn", "pawn"),
    ("shogi-knight", "knight"),
];

fn pieces(
    rules: &IniRules,
    start: &StartPosition,
    wishes: &ImportOptions,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    for piece in &rules.pieces {
        let key = piece.slot.key();
        let own_name = wishes.name(&piece.mark());
        let is_named = own_name.is_some() || piece.name.is_some() || !piece.slot.is_custom();
        let nameless = !is_named && piece.promoted.is_none();
        let name = own_name.map_or_else(|| name(rules, piece, wishes), str::to_string);
        let (movement, remark) = moves::movement(piece, rules, start, wishes, leftovers);
        let movement = match piece.promoted {
            Some(_) => movement,
            None => drops::limit_doubled(movement, piece.slot, rules),
        };
        let mut decl = draft.piece(&name, &piece.mark(), movement);
        let area =
            area(rules, start, piece.shape(), leftovers).map(|squares| draft.area(&decl, &squares));
        decl.set(piece::STANDS_ON, area);
        let picture = PICTURES
            .iter()
            .find(|(id, _)| *id == decl.str(piece::ID))
            .map(|(_, picture)| *picture);
        decl.set(
            piece::PICTURE,
            picture.map(|name| Value::Text(Excerpt::inexact(name, decl.span))),
        );
        let mut decl = match royalty::of(rules, start, piece.slot) {
            Some(Royalty::Always) => decl.with_flag(piece::ROYAL, true),
            Some(Royalty::Last) => decl.with_text(piece::ROYAL, "last"),
            None => decl,
        };
        let nameless = nameless.then(|| format!("{key} in the source, which has no name for it"));
        decl.remarks.extend(nameless.into_iter().chain(remark));
        draft.pieces.push(decl);
    }
}

/// Returns the name of a piece: of a custom piece that of the comment above it, if it has one.
fn name(rules: &IniRules, piece: &IniPiece, wishes: &ImportOptions) -> String {
    let plain = |piece: &IniPiece| match (wishes.name(&piece.mark()), piece.slot.is_custom()) {
        (Some(name), _) => name.to_string(),
        (None, true) => match &piece.name {
            Some(name) => name.clone(),
            None => format!("piece {}", piece.letter),
        },
        (None, false) => title_from_id(&piece.slot.key()),
    };
    let of = |slot| rules.pieces.iter().find(move |piece| piece.slot == slot);
    match piece
        .promoted
        .map(|promoted| (of(promoted.shape), promoted))
    {
        Some((Some(shape), promoted)) => match (promoted.mark, of(promoted.from)) {
            ('+', Some(from)) => format!("promoted {}", plain(from)),
            _ => format!("promoted {}", plain(shape)),
        },
        _ => plain(piece),
    }
}

/// Returns the squares on which a piece may stand, if `mobilityRegion` limits them.
fn area(
    rules: &IniRules,
    start: &StartPosition,
    slot: PieceSlot,
    leftovers: &mut Leftovers<'_>,
) -> Option<Squares> {
    let mut areas = Side::BOTH.map(|side| rules.area(slot, side));
    for side in Side::BOTH {
        let area = &mut areas[side as usize];
        if area
            .as_ref()
            .is_some_and(|area| !start.squares_of(slot, side).is_subset(area))
        {
            *area = None;
            if let Some(words) = rules.area_words(slot, side) {
                leftovers.leave_words(
                    words.clone(),
                    "a piece that starts outside this region can never go back outside",
                );
            }
        }
    }
    if areas.iter().all(Option::is_none) {
        return None;
    }
    Some(areas.map(|area| area.unwrap_or_else(|| rules.all_squares().collect())))
}

fn rules(
    rules: &IniRules,
    start: &StartPosition,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    promotion::rules(rules, draft);
    let mut reading = LawReading {
        rules,
        start,
        draft,
        leftovers,
    };
    laws::castling::read(&mut reading);
    drops::rules(rules, reading.draft, reading.leftovers);
    laws::read(&mut reading);
}
