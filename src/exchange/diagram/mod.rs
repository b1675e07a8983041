//! Reads the text of an Interactive Diagram, as used in pages about variants.
//!
//! ```text
//! files=10 promoZone=1 promoChoice=NBRQ
//! pawn:P:ifmnDfmWfceF:pawn:a2-j2
//! king::::f1
//! ```
//!
//! A definition has settings and pieces. What is left out has the default of the program that
//! shows such diagrams.

mod items;
mod pieces;
mod promotion;
mod settings;
pub(crate) mod write;

use std::collections::BTreeSet;

use crate::draft::{ImportedMovement, ImportedSetup, Leftover, LeftoverKind, VariantDraft};
use crate::places::{ImportedBoard, MOST_FILES, MOST_RANKS, Square};
use crate::source::{self, ImportOptions, SourceText};
pub(crate) use items::is_marked;
use items::{DefinitionItem, definitions};
use padma_rules::model::{Ending, Side};
use padma_rules::names::title_from_id;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span, code_list};
use padma_variant::decl::piece;
use padma_variant::form::{Fields, Value};
use padma_variant::kinds::ending::{self, STALEMATE};
use pieces::{GivenMovement, HOLE, PieceLine, piece};
use settings::Settings;

/// Maximum number of pieces, the same as in a variant.
const MOST_PIECES: usize = 256;
/// Maximum number of items, far more than there are settings.
const MOST_ITEMS: usize = 1000;

/// Whether a text contains a definition.
pub(crate) fn has_definition(page: SourceText<'_>) -> bool {
    !definitions(page).is_empty()
}

/// Reads the chosen definition.
pub(crate) fn read(
    page: SourceText<'_>,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Option<VariantDraft> {
    let items = choose_definition(page, wishes, diagnostics)?;
    if let Some(complaint) = too_many(&items) {
        diagnostics.push(complaint);
        return None;
    }
    let (mut settings, mut pieces) = (Settings::default(), Vec::new());
    for item in &items {
        match item {
            DefinitionItem::Setting { key, value } => settings.set(key, value, diagnostics),
            DefinitionItem::Stray(text) => {
                settings.leftovers.push(Leftover::new(
                    text.placed_text(),
                    LeftoverKind::Unknown(None),
                ));
            }
            DefinitionItem::Piece(text) => pieces.push(text),
        }
    }
    let begin = page.span(0..0);
    if !fits(begin, &items, &settings, diagnostics) {
        return None;
    }
    let lines: Vec<PieceLine> = pieces
        .into_iter()
        .filter_map(|text| piece(text, &settings, diagnostics))
        .collect();
    Some(assemble(begin, lines, settings, wishes, diagnostics))
}

fn too_many(items: &[DefinitionItem]) -> Option<Diagnostic> {
    let mut pieces = items
        .iter()
        .filter(|item| matches!(item, DefinitionItem::Piece(_)));
    let (item, message) = match (pieces.nth(MOST_PIECES), items.get(MOST_ITEMS)) {
        (Some(item), _) => (
            item,
            format!("this diagram has more than {MOST_PIECES} pieces"),
        ),
        (_, Some(item)) => (
            item,
            format!("this diagram has more than {MOST_ITEMS} items"),
        ),
        _ => return None,
    };
    Some(Diagnostic::error(Code::TooLarge, message).at(item.span().slice(0..0), "beyond the limit"))
}

/// Returns the items of the only definition, or of the one that the user names by its number or
/// its `satellite`.
fn choose_definition(
    page: SourceText<'_>,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<DefinitionItem>> {
    let mut all = definitions(page);
    if all.is_empty() && wishes.section.is_none() {
        let message = "this text defines no diagram";
        let expected = "expected lines such as `files=10` and `pawn:P:ifmnDfmWfceF:pawn:a2-j2`";
        return diagnostics.refuse(Code::ImportSyntax, message, page.span(0..0), expected);
    }
    let names: Vec<String> = all
        .iter()
        .enumerate()
        .map(|(index, items)| name(items, index))
        .collect();
    let names = || names.iter().map(String::as_str);
    let begins = all
        .iter()
        .map(|items| items.first().map_or(page.span(0..0), DefinitionItem::span));
    let named: Vec<(&str, Span)> = names().zip(begins).collect();
    let chosen = source::choose("diagram", &named, &code_list(names()), wishes, diagnostics)?;
    Some(all.swap_remove(chosen))
}

/// Returns the name of a definition among several: its `satellite`, or else its number.
fn name(items: &[DefinitionItem], index: usize) -> String {
    let satellite = values(items, "satellite").next();
    satellite.map_or_else(|| (index + 1).to_string(), |name| name.text().to_string())
}

/// Returns the values of a key.
fn values<'a>(
    items: &'a [DefinitionItem],
    wanted: &str,
) -> impl DoubleEndedIterator<Item = &'a Excerpt> {
    items.iter().filter_map(move |item| match item {
        DefinitionItem::Setting { key, value } if key.text() == wanted => Some(value),
        _ => None,
    })
}

/// Whether a variant may have a board of this size, and the definition has a piece.
fn fits(
    begin: Span,
    items: &[DefinitionItem],
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) -> bool {
    let place = |key: &str| values(items, key).next_back().map_or(begin, Excerpt::whole);
    let mut fits = true;
    let ImportedBoard { files, ranks, .. } = settings.board;
    for (key, number, most) in [("files", files, MOST_FILES), ("ranks", ranks, MOST_RANKS)] {
        if number > most {
            let message = format!("this board has too many {key}");
            diagnostics.error(
                Code::BoardSize,
                message,
                place(key),
                format!("at most {most}"),
            );
            fits = false;
        }
    }
    if !items
        .iter()
        .any(|item| matches!(item, DefinitionItem::Piece(_)))
    {
        let (message, expected) = (
            "this diagram defines no piece",
            "expected lines such as `rook:R:R:rook:a1,h1`",
        );
        let at = items.first().map_or(begin, DefinitionItem::span);
        diagnostics.error(Code::ImportSyntax, message, at, expected);
        fits = false;
    }
    fits
}

fn assemble(
    begin: Span,
    lines: Vec<PieceLine>,
    mut settings: Settings,
    wishes: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> VariantDraft {
    let (holes, lines): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| line.name.text().eq_ignore_ascii_case(HOLE));
    let holes = holes
        .iter()
        .flat_map(|line| placed_pieces(line, &settings))
        .map(|(square, _, _)| square);
    settings.board.holes = holes.collect();
    let origin = "the text of an Interactive Diagram".to_string();
    let mut draft = VariantDraft::new(settings.board.clone(), begin, origin);
    draft.setup = setup(&lines, &settings, diagnostics);
    draft.leftovers = std::mem::take(&mut settings.leftovers);
    pieces(&lines, wishes, &mut draft);
    crown(&lines, &mut draft, &settings, diagnostics);
    promotion::rules(&lines, &mut draft, &settings);
    // A draw is the default and needs no rule.
    if settings.stalemate != Ending::Draw {
        draft.rules.push(
            draft
                .rule(&STALEMATE)
                .with_text(ending::STALEMATE_OUTCOME, &settings.stalemate.name()),
        );
    }
    let satellite = settings.title.as_deref().map(title_from_id);
    draft.title = wishes.title.clone().or(satellite);
    draft
}

fn pieces(lines: &[PieceLine], wishes: &ImportOptions, draft: &mut VariantDraft) {
    for line in lines {
        let name = wishes.name(&line.letter).unwrap_or(line.name.text());
        let dialect = wishes.dialect.unwrap_or_default();
        let betza = |text| ImportedMovement::Betza { text, dialect };
        let (movement, remark) = match &line.movement {
            GivenMovement::Written(text) => (betza(text.clone()), None),
            GivenMovement::Known(text) => (
                betza(Excerpt::inexact(text, line.name.whole())),
                Some(match *text {
                    "" => "no move in the source: the piece stands still here",
                    _ => "no move in the source: this is what the name stands for",
                }),
            ),
        };
        let mut decl = draft.piece(name, &line.letter, movement);
        // Set the name only if the id does not imply it.
        let plain = |text: &str| text.replace(['-', '_', ' '], "").to_lowercase();
        let own_name =
            (plain(decl.str(piece::ID)) != plain(name)).then(|| Excerpt::inexact(name, decl.span));
        decl.set(piece::NAME, own_name.map(Value::Text));
        let image = line
            .image
            .as_ref()
            .map(|image| format!("image in the source: {image}"));
        decl.remarks
            .extend(remark.map(str::to_string).into_iter().chain(image));
        draft.pieces.push(decl);
    }
}

/// Makes pieces royal. If none is named, the last piece is royal, as in the program.
fn crown(
    lines: &[PieceLine],
    draft: &mut VariantDraft,
    settings: &Settings,
    diagnostics: &mut Diagnostics,
) {
    if settings.royal.is_empty() {
        if let Some(last) = draft.pieces.last_mut() {
            let remark = "royal because it is the last: the source names no royal piece";
            last.remarks.push(remark.to_string());
            crown_one(last);
        }
        return;
    }
    for entry in &settings.royal {
        let word = entry.text();
        let by_letter = lines.iter().position(|line| line.letter == word);
        let by_number = word
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        match by_letter.or(by_number.filter(|index| *index < lines.len())) {
            Some(index) => crown_one(&mut draft.pieces[index]),
            None => {
                let complaint =
                    Diagnostic::error(Code::UnknownPiece, format!("`{word}` is not a piece here"));
                let expected = format!(
                    "expected the ID of a piece, or a number from 1 to {}",
                    lines.len()
                );
                let letters = lines.iter().map(|line| line.letter.as_str());
                diagnostics.push(complaint.at(entry.whole(), expected).suggest(word, letters));
            }
        }
    }
}

fn crown_one(piece: &mut Fields) {
    piece.set(
        piece::ROYAL,
        Some(Value::Flag(At {
            value: true,
            span: piece.span,
        })),
    );
}

/// Returns the squares of the pieces of a kind, each with the place of the words that name it.
/// Black's squares follow from the symmetry if they are not named.
fn placed_pieces(line: &PieceLine, settings: &Settings) -> Vec<(Square, Side, Span)> {
    let white = line
        .white
        .iter()
        .map(|(square, at)| (*square, Side::White, *at));
    let black: Vec<_> = match &line.black {
        Some(black) => black
            .iter()
            .map(|(square, at)| (*square, Side::Black, *at))
            .collect(),
        None => white
            .clone()
            .filter_map(|(square, _, at)| {
                let square = settings.board.counterpart(square, settings.symmetry)?;
                Some((square, Side::Black, at))
            })
            .collect(),
    };
    white.chain(black).collect()
}

/// Puts the pieces on the board. A later piece replaces an earlier one on the same square, as in
/// the program.
fn setup(lines: &[PieceLine], settings: &Settings, diagnostics: &mut Diagnostics) -> ImportedSetup {
    let mut setup = ImportedSetup::default();
    let mut complained = BTreeSet::new();
    for (kind, line) in lines.iter().enumerate() {
        for (square, side, at) in placed_pieces(line, settings) {
            let (what, label) = if settings.board.holes.contains(&square) {
                ("a piece stands on a hole", "left out")
            } else {
                match setup.pieces.insert(square, (side, kind)) {
                    Some(other) if other != (side, kind) => (
                        "two pieces stand on one square",
                        "takes the place of the other",
                    ),
                    _ => continue,
                }
            };
            if complained.insert(at.start) {
                let complaint = Diagnostic::warning(Code::CellOccupied, what);
                diagnostics.push(complaint.at(at, label));
            }
        }
        if line.count != [0, 0] {
            setup.reserve.insert(kind, line.count);
        }
    }
    setup
}
