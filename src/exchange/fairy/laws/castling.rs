//! Castling with a king and the outermost rook on that side, as in the start position.

use super::row::LawReading;
use crate::draft::PieceIndex;
use crate::fairy::fen::StartPosition;
use crate::fairy::rules::IniRules;
use crate::fairy::write::transfer::Export;
use crate::grid::file_letter;
use crate::places::Square;
use crate::transfer::{of_side, starts};
use padma_rules::model::{KindId, Mover, Side, Sided};
use padma_variant::kinds::castling::{self, CASTLING};

/// A direction in which a king may castle.
struct Wing {
    letter: char,
    name: &'static str,
    /// The key for the king's destination file.
    king: &'static str,
    /// The key for the outermost file on which the rook may stand.
    rook: &'static str,
}

const WINGS: [Wing; 2] = [
    Wing {
        letter: 'k',
        name: "0-0",
        king: "castlingKingsideFile",
        rook: "castlingRookKingsideFile",
    },
    Wing {
        letter: 'q',
        name: "0-0-0",
        king: "castlingQueensideFile",
        rook: "castlingRookQueensideFile",
    },
];

/// Adds a castling for each wing on which at least one side may castle.
pub(crate) fn read(reading: &mut LawReading<'_, '_>) {
    let (rules, start) = (reading.rules, reading.start);
    if !rules.truth("castling") {
        return;
    }
    let mut carried = 0;
    for wing in &WINGS {
        let pieces = |side| pieces(rules, start, side, wing).unwrap_or_default();
        let draft = &mut reading.draft;
        let [white, black] = Side::BOTH.map(|side| draft.movers(&pieces(side)));
        let rights = usize::from(!white.is_empty()) + usize::from(!black.is_empty());
        let rule = draft.rule(&CASTLING).with_text(castling::NAME, wing.name);
        let rule = rule
            .with_texts(castling::WHITE, white)
            .with_texts(castling::BLACK, black);
        draft.rules.extend((rights > 0).then_some(rule));
        carried += rights;
    }
    // A file letter names a rook. With gating, it names a piece whose cell another may enter.
    let names_rook = |c: &char| match c.to_ascii_uppercase() {
        'K' | 'Q' => true,
        c => c.is_ascii_uppercase() && !rules.truth("gating"),
    };
    if carried < start.castling.chars().filter(names_rook).count() {
        let why = "the right to castle: no king and rook stand ready for it";
        reading.leftovers.leave("startFen", why);
    }
}

/// Returns the file of the rook with which a king on this file may castle, or `Some(None)` for the
/// outermost one; `None` if the start position gives no right to it. `K` and `Q` stand for the
/// outermost rooks, a letter of a file for the rook on it.
fn named_rook(
    rules: &IniRules,
    start: &StartPosition,
    side: Side,
    wing: &Wing,
    king: u16,
) -> Option<Option<u16>> {
    let own = |letter: &char| letter.is_ascii_uppercase() == (side == Side::White);
    let mut letters = start.castling.chars().filter(own);
    let is_kingside = wing.letter == 'k';
    if letters
        .clone()
        .any(|letter| letter.eq_ignore_ascii_case(&wing.letter))
    {
        return Some(None);
    }
    if rules.truth("gating") {
        return None;
    }
    letters.find_map(|letter| {
        let letter = letter.to_ascii_lowercase();
        let is_file = letter.is_ascii_lowercase() && !matches!(letter, 'k' | 'q');
        let file = is_file.then(|| u16::from(letter as u8 - b'a'))?;
        ((file > king) == is_kingside && file != king).then_some(Some(file))
    })
}

fn pieces(
    rules: &IniRules,
    start: &StartPosition,
    side: Side,
    wing: &Wing,
) -> Option<Vec<(PieceIndex, Square, Square)>> {
    let file = |key| rules.number(key).saturating_sub(1);
    let (king_file, outermost, is_kingside) =
        (file(wing.king), file(wing.rook), wing.letter == 'k');
    let (last_file, ranks) = (rules.board().0 - 1, rules.board().1);
    let row = rules.number("castlingRank").clamp(1, ranks) - 1;
    let rank = if side == Side::White {
        row
    } else {
        ranks - 1 - row
    };
    let on_rank = |square: &Square| square.rank == rank;
    let king = rules.slots("castlingKingPiece", side).into_iter().next()?;
    let kings: Vec<Square> = start
        .squares_of(king, side)
        .into_iter()
        .filter(on_rank)
        .collect();
    let own_file = file("castlingKingFile");
    let from = match kings[..] {
        [only] => only,
        _ => kings
            .iter()
            .copied()
            .find(|square| square.file == own_file)?,
    };
    let rook_file = named_rook(rules, start, side, wing, from.file)?;
    let rooks = rules.slots("castlingRookPieces", side);
    let beyond = |square: &Square| match is_kingside {
        true => (from.file + 1..=outermost.min(last_file)).contains(&square.file),
        false => (outermost..from.file).contains(&square.file),
    };
    let candidates = start.pieces.iter().filter(|(square, owner, slot)| {
        *owner == side
            && rooks.contains(slot)
            && on_rank(square)
            && beyond(square)
            && rook_file.is_none_or(|file| square.file == file)
    });
    let candidates = candidates.map(|(square, _, slot)| (*square, *slot));
    let (rook, slot) = if is_kingside {
        candidates.max()
    } else {
        candidates.min()
    }?;
    let rook_file = if is_kingside {
        king_file.checked_sub(1)?
    } else {
        king_file + 1
    };
    if king_file > last_file || rook_file > last_file {
        return None;
    }
    let to = |file| Square { file, rank };
    Some(vec![
        (rules.kind(king)?, from, to(king_file)),
        (rules.kind(slot)?, rook, to(rook_file)),
    ])
}

/// A castling of one side, as the program sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CastlingWing {
    king: KindId,
    rook: KindId,
    king_from: Square,
    rook_from: Square,
    king_to: u16,
    /// Their rank, counted from the side's own end.
    row: u16,
}

impl CastlingWing {
    fn is_kingside(self) -> bool {
        self.rook_from.file > self.king_from.file
    }

    fn letter(self) -> char {
        WINGS[usize::from(!self.is_kingside())].letter
    }
}

/// Writes the keys about castling.
pub(crate) fn write(export: &mut Export<'_>) {
    let has_setup = export.variant.setup.is_some();
    list_strings(export);
    let mut wings: Vec<(Side, CastlingWing)> = Vec::new();
    for (index, side, movers) in export.castlings() {
        let why = match wing(export, movers, side) {
            Some(wing) if fits(&wings, side, wing) => {
                wings.push((side, wing));
                continue;
            }
            Some(_) => {
                "in Fairy-Stockfish the kings of both sides castle on the same rank and to the same files, once to a wing"
            }
            None if !has_setup => "in Fairy-Stockfish pieces castle from their places in the setup",
            None => {
                "in Fairy-Stockfish a king goes along its rank, and the outermost rook to the cell beside it"
            }
        };
        export.leave_rule(index, why);
    }
    let Some((_, first)) = wings.first() else {
        return export.section.set("castling", false);
    };
    export.section.set("castlingRank", first.row + 1);
    write_wings(export, &wings);
}

/// Lists the castlings that are part of movements.
fn list_strings(export: &mut Export<'_>) {
    for kind in export.variant.kind_ids() {
        if !export.movement(kind).castlings.is_empty() {
            let why = "write a rule of the kind `castling`, which is carried over";
            export.leave_of("the castling in the string of", kind, why);
        }
    }
}

/// Returns the castling that two pieces make; `None` if the program has none like it.
fn wing(export: &Export<'_>, movers: &[Mover], side: Side) -> Option<CastlingWing> {
    let [one, other] = movers else { return None };
    let as_wing = |king: &Mover, rook: &Mover| {
        let [king_from, king_to, rook_from, rook_to] =
            [king.from, king.to, rook.from, rook.to].map(|cell| export.grid.square(cell));
        let is_one_rank = [king_to, rook_from, rook_to]
            .iter()
            .all(|square| square.rank == king_from.rank);
        let is_kingside = rook_from.file > king_from.file;
        let beside = match is_kingside {
            true => king_to.file.checked_sub(1)?,
            false => king_to.file + 1,
        };
        let wing = CastlingWing {
            king: king.kind,
            rook: rook.kind,
            king_from,
            rook_from,
            king_to: king_to.file,
            row: match side {
                Side::White => king_from.rank,
                Side::Black => export.grid.ranks - 1 - king_from.rank,
            },
        };
        (is_one_rank && rook_to.file == beside && stands_ready(export, wing, side)).then_some(wing)
    };
    let is_king = |mover: &Mover| export.variant.kind(mover.kind).royal;
    match is_king(other) {
        true => as_wing(other, one),
        false => as_wing(one, other).or_else(|| as_wing(other, one)),
    }
}

/// Whether both pieces stand on their cells in the setup, the king as the only one of its kind on
/// the rank and the rook as the outermost.
fn stands_ready(export: &Export<'_>, wing: CastlingWing, side: Side) -> bool {
    let squares = |kind: KindId| -> Vec<Square> {
        let cells = starts(export.variant, kind, side);
        let squares = cells.iter().map(|cell| export.grid.square(cell));
        squares
            .filter(|square| square.rank == wing.king_from.rank)
            .collect()
    };
    let rooks = squares(wing.rook);
    let outermost = match wing.is_kingside() {
        true => rooks.iter().map(|square| square.file).max(),
        false => rooks.iter().map(|square| square.file).min(),
    };
    squares(wing.king) == [wing.king_from] && outermost == Some(wing.rook_from.file)
}

/// Whether a castling agrees with others in what the program says once: the files to which kings
/// go, their rank, and the kind of a side's king.
fn fits(wings: &[(Side, CastlingWing)], side: Side, wing: CastlingWing) -> bool {
    wings.iter().all(|(owner, other)| {
        let same_side = *owner == side;
        let same_wing = other.is_kingside() == wing.is_kingside();
        other.row == wing.row
            && (!same_wing || !same_side && other.king_to == wing.king_to)
            && (!same_side || other.king == wing.king && other.king_from == wing.king_from)
    })
}

fn write_wings(export: &mut Export<'_>, wings: &[(Side, CastlingWing)]) {
    for wing in &WINGS {
        let mut known = wings.iter();
        if let Some((_, known)) = known.find(|(_, known)| known.letter() == wing.letter) {
            export.section.set(wing.king, file_letter(known.king_to));
        }
    }
    type PieceOf = fn(&CastlingWing) -> KindId;
    let pieces: [(&'static str, PieceOf); 2] = [
        ("castlingKingPiece", |wing| wing.king),
        ("castlingRookPieces", |wing| wing.rook),
    ];
    for (key, piece) in pieces {
        let of = |side: Side| -> Vec<KindId> {
            let own = wings.iter().filter(|(owner, _)| *owner == side);
            own.map(|(_, wing)| piece(wing)).collect()
        };
        // A side that never castles has the pieces of the other.
        let kinds = Sided::by(|side| match &of(side)[..] {
            [] => of(side.other()),
            own => own.to_vec(),
        });
        export.set_sided_pieces(key, &kinds);
    }
    for (side, wing) in wings {
        export.rights[*side as usize].push(of_side(wing.letter(), *side));
    }
}
