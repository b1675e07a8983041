//! Every key that Fairy-Stockfish reads, its values, and whether a variant can express it.
//!
//! A key that a variant cannot express does no harm as long as it has its `default` value.

use super::super::draft::LeftoverKind;
use super::values::{
    ValueReader, exchanges, file, kind, limits, number, outcome, pieces, squares, text, truth,
};
use padma_rules::model::Side;

/// Which of `White` and `Black` may follow the name of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// Neither: the key applies to both sides.
    Both,
    /// One of them is required.
    Each,
    /// One of them is allowed.
    Any,
}

/// A key that the program knows.
pub(super) struct IniKey {
    pub name: &'static str,
    pub sides: Sides,
    pub takes: ValueReader,
    pub default: &'static str,
    /// The leftover that it becomes with any other value than the default.
    pub leaves: Option<LeftoverKind>,
}

use Sides::{Any, Both, Each};

/// The key is carried over.
const CARRIED: Option<LeftoverKind> = None;
/// The key concerns the program's own interface.
const LOOKS: Option<LeftoverKind> = Some(LeftoverKind::Looks);

/// A rule that a variant cannot express, with a description of it.
const fn rule(what: &'static str) -> Option<LeftoverKind> {
    Some(LeftoverKind::Rule(what))
}

const fn key(
    name: &'static str,
    sides: Sides,
    takes: ValueReader,
    default: &'static str,
    leaves: Option<LeftoverKind>,
) -> IniKey {
    IniKey {
        name,
        sides,
        takes,
        default,
        leaves,
    }
}

pub(super) static KEYS: [IniKey; 116] = [
    key("variantTemplate", Both, text, "fairy", LOOKS),
    key("pieceToCharTable", Both, text, "-", LOOKS),
    key("pocketSize", Both, number, "0", LOOKS),
    key("pieceValueMg", Both, text, "", LOOKS),
    key("pieceValueEg", Both, text, "", LOOKS),
    key("maxRank", Both, number, "8", CARRIED),
    key("maxFile", Both, file, "8", CARRIED),
    key(
        "startFen",
        Both,
        text,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        CARRIED,
    ),
    key(
        "chess960",
        Both,
        truth,
        "false",
        rule("castling from shuffled setups"),
    ),
    key(
        "twoBoards",
        Both,
        truth,
        "false",
        rule("pieces that come from a second board"),
    ),
    key("pawnTypes", Both, pieces, "p", CARRIED),
    key("promotionRegion", Each, squares, "", CARRIED),
    key("promotionPawnTypes", Any, pieces, "p", CARRIED),
    key("promotionPieceTypes", Any, pieces, "nbrq", CARRIED),
    key("promotionLimit", Both, limits, "", CARRIED),
    key("promotedPieceType", Both, exchanges, "", CARRIED),
    key("mandatoryPawnPromotion", Both, truth, "true", CARRIED),
    key("mandatoryPiecePromotion", Both, truth, "false", CARRIED),
    key(
        "sittuyinPromotion",
        Both,
        truth,
        "false",
        rule("promotion as in Sittuyin"),
    ),
    key(
        "piecePromotionOnCapture",
        Both,
        truth,
        "false",
        rule("pieces promote only by capturing"),
    ),
    key(
        "pieceDemotion",
        Both,
        truth,
        "false",
        rule("pieces turn back into what they were"),
    ),
    key("doubleStep", Both, truth, "true", CARRIED),
    key("doubleStepRegion", Each, squares, "", CARRIED),
    key(
        "tripleStepRegion",
        Each,
        squares,
        "-",
        rule("where pawns step three squares"),
    ),
    key(
        "enPassantRegion",
        Any,
        squares,
        "",
        rule("where pawns capture en passant"),
    ),
    key(
        "enPassantTypes",
        Any,
        pieces,
        "p",
        rule("which pieces capture en passant"),
    ),
    key("castling", Both, truth, "true", CARRIED),
    key("castlingKingsideFile", Both, file, "g", CARRIED),
    key("castlingQueensideFile", Both, file, "c", CARRIED),
    key("castlingRank", Both, number, "1", CARRIED),
    key("castlingKingFile", Both, file, "e", CARRIED),
    key("castlingKingPiece", Any, kind, "k", CARRIED),
    key("castlingRookPieces", Any, pieces, "r", CARRIED),
    key("castlingRookKingsideFile", Both, file, "l", CARRIED),
    key("castlingRookQueensideFile", Both, file, "a", CARRIED),
    key(
        "castlingDroppedPiece",
        Both,
        truth,
        "false",
        rule("castling with dropped pieces"),
    ),
    key(
        "oppositeCastling",
        Both,
        truth,
        "false",
        rule("no castling to the side the enemy castled to"),
    ),
    key("castlingWins", Both, text, "-", rule("castling that wins")),
    key("checking", Both, truth, "true", CARRIED),
    key("flyingGeneral", Both, truth, "false", CARRIED),
    key("soldierPromotionRank", Both, number, "1", CARRIED),
    key("stalemateValue", Both, outcome, "draw", CARRIED),
    key("nMoveRule", Both, number, "50", CARRIED),
    key("nMoveRuleTypes", Any, pieces, "p", CARRIED),
    key("nFoldRule", Both, number, "3", CARRIED),
    key("flagPiece", Any, kind, "*", CARRIED),
    key("flagRegion", Any, squares, "-", CARRIED),
    key("flagPieceCount", Both, number, "1", CARRIED),
    key("extinctionPseudoRoyal", Both, truth, "false", CARRIED),
    key("extinctionPieceTypes", Both, pieces, "-", CARRIED),
    key("extinctionValue", Both, outcome, "none", CARRIED),
    key("extinctionPieceCount", Both, number, "0", CARRIED),
    key("immobilityIllegal", Both, truth, "false", CARRIED),
    key(
        "extinctionClaim",
        Both,
        truth,
        "false",
        rule("extinction must be claimed"),
    ),
    key(
        "extinctionOpponentPieceCount",
        Both,
        number,
        "0",
        rule("how many pieces the other side needs"),
    ),
    key(
        "dupleCheck",
        Both,
        truth,
        "false",
        rule("check to all royal pieces at once"),
    ),
    key(
        "flagPieceBlockedWin",
        Both,
        truth,
        "false",
        rule("a blocked goal wins"),
    ),
    key(
        "flagMove",
        Both,
        truth,
        "false",
        rule("the other side has one more move"),
    ),
    key(
        "flagPieceSafe",
        Both,
        truth,
        "false",
        rule("the goal must be reached safely"),
    ),
    key("dropChecks", Both, truth, "true", CARRIED),
    key(
        "mustCapture",
        Both,
        truth,
        "false",
        rule("captures are mandatory"),
    ),
    key(
        "mustDrop",
        Both,
        truth,
        "false",
        rule("drops are mandatory"),
    ),
    key(
        "mustDropType",
        Both,
        pieces,
        "*",
        rule("which pieces must be dropped"),
    ),
    key("pieceDrops", Both, truth, "false", CARRIED),
    key("dropLoop", Both, truth, "false", CARRIED),
    key("capturesToHand", Both, truth, "false", CARRIED),
    key("firstRankPawnDrops", Both, truth, "false", CARRIED),
    key("promotionZonePawnDrops", Both, truth, "false", CARRIED),
    key(
        "enclosingDrop",
        Both,
        text,
        "none",
        rule("drops that must enclose pieces"),
    ),
    key(
        "enclosingDropStart",
        Both,
        squares,
        "-",
        rule("where the first drops are made"),
    ),
    key("dropRegion", Each, squares, "", CARRIED),
    key(
        "sittuyinRookDrop",
        Both,
        truth,
        "false",
        rule("rooks are dropped on the first rank"),
    ),
    key(
        "dropOppositeColoredBishop",
        Both,
        truth,
        "false",
        rule("bishops are dropped on both shades"),
    ),
    key(
        "dropPromoted",
        Both,
        truth,
        "false",
        rule("pieces may be dropped promoted"),
    ),
    key("dropNoDoubled", Both, pieces, "-", CARRIED),
    key("dropNoDoubledCount", Both, number, "1", CARRIED),
    key(
        "gating",
        Both,
        truth,
        "false",
        rule("gating: pieces enter on the cell that another leaves"),
    ),
    key(
        "seirawanGating",
        Both,
        truth,
        "false",
        rule("gating: pieces enter on the cell that another leaves"),
    ),
    key(
        "cambodianMoves",
        Both,
        truth,
        "false",
        rule("first moves of Cambodian chess"),
    ),
    key(
        "diagonalLines",
        Both,
        squares,
        "-",
        rule("diagonals of the palace"),
    ),
    key("wallingRule", Both, text, "none", rule("walls are built")),
    key(
        "wallingRegion",
        Any,
        squares,
        "",
        rule("where walls are built"),
    ),
    key(
        "wallOrMove",
        Both,
        truth,
        "false",
        rule("a wall instead of a move"),
    ),
    key("pass", Any, truth, "false", rule("passing")),
    key(
        "passOnStalemate",
        Any,
        truth,
        "false",
        rule("passing instead of stalemate"),
    ),
    key(
        "makpongRule",
        Both,
        truth,
        "false",
        rule("the king may not move out of check"),
    ),
    key(
        "flipEnclosedPieces",
        Both,
        text,
        "none",
        rule("enclosed pieces change sides"),
    ),
    key(
        "blastOnCapture",
        Both,
        truth,
        "false",
        rule("captures explode"),
    ),
    key(
        "blastImmuneTypes",
        Both,
        pieces,
        "-",
        rule("which pieces survive an explosion"),
    ),
    key(
        "mutuallyImmuneTypes",
        Both,
        pieces,
        "-",
        rule("which pieces may not capture their own kind"),
    ),
    key(
        "petrifyOnCaptureTypes",
        Both,
        pieces,
        "-",
        rule("which pieces turn into walls when they capture"),
    ),
    key(
        "petrifyBlastPieces",
        Both,
        truth,
        "false",
        rule("exploded pieces turn into walls"),
    ),
    key(
        "nFoldValue",
        Both,
        outcome,
        "draw",
        rule("the result of repetition"),
    ),
    key(
        "nFoldValueAbsolute",
        Both,
        truth,
        "false",
        rule("the result of repetition counts for White"),
    ),
    key(
        "perpetualCheckIllegal",
        Both,
        truth,
        "false",
        rule("no perpetual check"),
    ),
    key(
        "moveRepetitionIllegal",
        Both,
        truth,
        "false",
        rule("no moving back and forth"),
    ),
    key(
        "chasingRule",
        Both,
        text,
        "none",
        rule("no perpetual chase"),
    ),
    key(
        "stalematePieceCount",
        Both,
        truth,
        "false",
        rule("pieces are counted at stalemate"),
    ),
    key(
        "checkmateValue",
        Both,
        outcome,
        "loss",
        rule("the result of mate"),
    ),
    key(
        "shogiPawnDropMateIllegal",
        Both,
        truth,
        "false",
        rule("no mate by dropping a pawn"),
    ),
    key(
        "shatarMateRule",
        Both,
        truth,
        "false",
        rule("mates as in Shatar"),
    ),
    key(
        "bikjangRule",
        Both,
        truth,
        "false",
        rule("kings that face each other"),
    ),
    key(
        "checkCounting",
        Both,
        truth,
        "false",
        rule("checks are counted"),
    ),
    key(
        "connectN",
        Both,
        number,
        "0",
        rule("a number of pieces in a row wins"),
    ),
    key(
        "connectPieceTypes",
        Both,
        pieces,
        "*",
        rule("which pieces count in a row"),
    ),
    key(
        "connectHorizontal",
        Both,
        truth,
        "true",
        rule("rows along ranks"),
    ),
    key(
        "connectVertical",
        Both,
        truth,
        "true",
        rule("rows along files"),
    ),
    key(
        "connectDiagonal",
        Both,
        truth,
        "true",
        rule("rows along diagonals"),
    ),
    key(
        "connectRegion1",
        Each,
        squares,
        "-",
        rule("where a row begins"),
    ),
    key(
        "connectRegion2",
        Each,
        squares,
        "-",
        rule("where a row ends"),
    ),
    key(
        "connectNxN",
        Both,
        number,
        "0",
        rule("a square of pieces wins"),
    ),
    key(
        "collinearN",
        Both,
        number,
        "0",
        rule("a number of pieces on a line wins"),
    ),
    key(
        "connectValue",
        Both,
        outcome,
        "win",
        rule("the result of a row"),
    ),
    key(
        "materialCounting",
        Both,
        text,
        "none",
        rule("material is counted"),
    ),
    key(
        "adjudicateFullBoard",
        Both,
        truth,
        "false",
        rule("a full board ends the game"),
    ),
    key(
        "countingRule",
        Both,
        text,
        "none",
        rule("counting moves to the end"),
    ),
];

/// Former keys that give a zone by a rank at which it begins or ends.
pub(super) const OLD_RANKS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];

/// Former spellings and their present ones.
pub(super) const OLD: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// Returns the turn in which a key is read, wherever it is written: the board first, former
/// spellings before present ones, and keys for one side last.
pub(super) fn turn(name: &str) -> u8 {
    match name {
        "maxFile" | "maxRank" => 0,
        _ if OLD_RANKS.contains(&name) || OLD.iter().any(|(old, _)| *old == name) => 1,
        "pawnTypes" => 2,
        _ if !name.ends_with("White") && !name.ends_with("Black") => 3,
        _ => 4,
    }
}

/// Finds the key of a name, and the sides it applies to.
pub(super) fn find(name: &str) -> Option<(&'static IniKey, &'static [Side])> {
    let name = OLD
        .iter()
        .find(|(old, _)| *old == name)
        .map_or(name, |(_, new)| new);
    let (base, sides): (&str, &[Side]) =
        match (name.strip_suffix("White"), name.strip_suffix("Black")) {
            (Some(base), _) => (base, &[Side::White]),
            (_, Some(base)) => (base, &[Side::Black]),
            _ => (name, &Side::BOTH),
        };
    KEYS.iter()
        .find(|key| key.name == base && fits(key.sides, sides))
        .map(|key| (key, sides))
}

fn fits(allowed: Sides, said: &[Side]) -> bool {
    match allowed {
        Both => said.len() == 2,
        Each => said.len() == 1,
        Any => true,
    }
}

/// Returns all names that a key may have, for near misses.
pub(super) fn names() -> Vec<String> {
    let spellings = |key: &IniKey| {
        let sided = ["White", "Black"].map(|side| format!("{}{side}", key.name));
        let plain = (key.sides != Each).then(|| key.name.to_string());
        plain
            .into_iter()
            .chain(sided.into_iter().filter(|_| key.sides != Both))
            .collect::<Vec<_>>()
    };
    KEYS.iter().flat_map(spellings).collect()
}
