//! Every key that Fairy-Stockfish reads, its values, and whether a variant can express it.
//!
//! A key that a variant cannot express does no harm while it has its `default` value.

use super::values::{
    ValueReader, exchanges, file, kind, limits, number, outcome, pieces, squares, text, truth,
};
use crate::draft::LeftoverKind;
use padma_rules::model::Side;

/// Which of `White` and `Black` may follow the name of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    /// Neither: the key applies to both sides.
    Both,
    /// One of them is required.
    Each,
    /// One of them is allowed.
    Any,
}

/// A key that the program knows.
pub(crate) struct IniKey {
    pub name: &'static str,
    pub sides: Sides,
    pub(crate) takes: ValueReader,
    pub default: &'static str,
    /// The rule that it concerns, if a variant cannot express it.
    rule: Option<&'static str>,
    /// Whether it concerns the program's own interface.
    is_interface: bool,
}

use Sides::{Any, Both, Each};

/// Returns a key that is carried over.
const fn key(
    name: &'static str,
    sides: Sides,
    takes: ValueReader,
    default: &'static str,
) -> IniKey {
    IniKey {
        name,
        sides,
        takes,
        default,
        rule: None,
        is_interface: false,
    }
}

impl IniKey {
    /// Returns the same key, for a rule that a variant cannot express and that `what` describes.
    const fn of_rule(self, what: &'static str) -> IniKey {
        IniKey {
            rule: Some(what),
            ..self
        }
    }

    /// Returns the same key, which concerns the program's own interface.
    const fn of_interface(self) -> IniKey {
        IniKey {
            is_interface: true,
            ..self
        }
    }

    /// Returns the leftover that the key becomes with any other value than its default.
    pub(crate) fn leaves(&self) -> Option<LeftoverKind> {
        let looks = self.is_interface.then_some(LeftoverKind::Looks);
        looks.or(self.rule.map(LeftoverKind::Rule))
    }
}

pub(crate) static KEYS: [IniKey; 117] = [
    key("variantTemplate", Both, text, "fairy").of_interface(),
    key("pieceToCharTable", Both, text, "-").of_interface(),
    key("pocketSize", Both, number, "0").of_interface(),
    key("pieceValueMg", Both, text, "").of_interface(),
    key("pieceValueEg", Both, text, "").of_interface(),
    key("maxRank", Both, number, "8"),
    key("maxFile", Both, file, "8"),
    key(
        "startFen",
        Both,
        text,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    key("chess960", Both, truth, "false").of_rule("castling from shuffled setups"),
    key("twoBoards", Both, truth, "false").of_rule("pieces that come from a second board"),
    key("pawnTypes", Both, pieces, "p"),
    key("promotionRegion", Each, squares, ""),
    key("promotionPawnTypes", Any, pieces, "p"),
    key("promotionPieceTypes", Any, pieces, "nbrq"),
    key("promotionLimit", Both, limits, ""),
    key("promotedPieceType", Both, exchanges, ""),
    key("mandatoryPawnPromotion", Both, truth, "true"),
    key("mandatoryPiecePromotion", Both, truth, "false"),
    key("sittuyinPromotion", Both, truth, "false").of_rule("promotion as in Sittuyin"),
    key("piecePromotionOnCapture", Both, truth, "false"),
    key("pieceDemotion", Both, truth, "false"),
    key("doubleStep", Both, truth, "true"),
    key("doubleStepRegion", Each, squares, ""),
    key("tripleStepRegion", Each, squares, "-"),
    key("enPassantRegion", Any, squares, "").of_rule("where pawns capture en passant"),
    key("enPassantTypes", Any, pieces, "p").of_rule("which pieces capture en passant"),
    key("castling", Both, truth, "true"),
    key("castlingKingsideFile", Both, file, "g"),
    key("castlingQueensideFile", Both, file, "c"),
    key("castlingRank", Both, number, "1"),
    key("castlingKingFile", Both, file, "e"),
    key("castlingKingPiece", Any, kind, "k"),
    key("castlingRookPieces", Any, pieces, "r"),
    key("castlingRookKingsideFile", Both, file, "l"),
    key("castlingRookQueensideFile", Both, file, "a"),
    key("castlingDroppedPiece", Both, truth, "false").of_rule("castling with dropped pieces"),
    key("oppositeCastling", Both, truth, "false")
        .of_rule("no castling to the side the enemy castled to"),
    key("castlingWins", Both, text, "-").of_rule("castling that wins"),
    key("checking", Both, truth, "true"),
    key("flyingGeneral", Both, truth, "false"),
    key("soldierPromotionRank", Both, number, "1"),
    key("stalemateValue", Both, outcome, "draw"),
    key("nMoveRule", Both, number, "50"),
    key("nMoveRuleTypes", Any, pieces, "p"),
    key("nFoldRule", Both, number, "3"),
    key("flagPiece", Any, kind, "*"),
    key("flagRegion", Any, squares, "-"),
    key("flagPieceCount", Both, number, "1"),
    key("extinctionPseudoRoyal", Both, truth, "false"),
    key("extinctionPieceTypes", Both, pieces, "-"),
    key("extinctionValue", Both, outcome, "none"),
    key("extinctionPieceCount", Both, number, "0"),
    key("immobilityIllegal", Both, truth, "false"),
    key("extinctionClaim", Both, truth, "false"),
    key("extinctionOpponentPieceCount", Both, number, "0"),
    key("dupleCheck", Both, truth, "false").of_rule("check to all royal pieces at once"),
    key("flagPieceBlockedWin", Both, truth, "false"),
    key("flagMove", Both, truth, "false"),
    key("flagPieceSafe", Both, truth, "false"),
    key("dropChecks", Both, truth, "true"),
    key("mustCapture", Both, truth, "false"),
    key("mustDrop", Both, truth, "false"),
    key("mustDropType", Both, pieces, "*"),
    key("pieceDrops", Both, truth, "false"),
    // The program has no key for this; a built-in variant sets it.
    key("freeDrops", Both, truth, "false"),
    key("dropLoop", Both, truth, "false"),
    key("capturesToHand", Both, truth, "false"),
    key("firstRankPawnDrops", Both, truth, "false"),
    key("promotionZonePawnDrops", Both, truth, "false"),
    key("enclosingDrop", Both, text, "none"),
    key("enclosingDropStart", Both, squares, "-"),
    key("dropRegion", Each, squares, ""),
    key("sittuyinRookDrop", Both, truth, "false"),
    key("dropOppositeColoredBishop", Both, truth, "false"),
    key("dropPromoted", Both, truth, "false"),
    key("dropNoDoubled", Both, pieces, "-"),
    key("dropNoDoubledCount", Both, number, "1"),
    key("gating", Both, truth, "false"),
    key("seirawanGating", Both, truth, "false"),
    key("cambodianMoves", Both, truth, "false").of_rule("first moves of Cambodian chess"),
    key("diagonalLines", Both, squares, "-"),
    key("wallingRule", Both, text, "none"),
    key("wallingRegion", Any, squares, ""),
    key("wallOrMove", Both, truth, "false"),
    key("pass", Any, truth, "false"),
    key("passOnStalemate", Any, truth, "false"),
    key("makpongRule", Both, truth, "false"),
    key("flipEnclosedPieces", Both, text, "none"),
    key("blastOnCapture", Both, truth, "false"),
    key("blastImmuneTypes", Both, pieces, "-"),
    key("mutuallyImmuneTypes", Both, pieces, "-"),
    key("petrifyOnCaptureTypes", Both, pieces, "-"),
    key("petrifyBlastPieces", Both, truth, "false"),
    key("nFoldValue", Both, outcome, "draw").of_rule("the result of repetition"),
    key("nFoldValueAbsolute", Both, truth, "false")
        .of_rule("the result of repetition counts for White"),
    key("perpetualCheckIllegal", Both, truth, "false"),
    key("moveRepetitionIllegal", Both, truth, "false").of_rule("no moving back and forth"),
    key("chasingRule", Both, text, "none").of_rule("no perpetual chase"),
    key("stalematePieceCount", Both, truth, "false"),
    key("checkmateValue", Both, outcome, "loss").of_rule("the result of mate"),
    key("shogiPawnDropMateIllegal", Both, truth, "false"),
    key("shatarMateRule", Both, truth, "false").of_rule("mates as in Shatar"),
    key("bikjangRule", Both, truth, "false"),
    key("checkCounting", Both, truth, "false"),
    key("connectN", Both, number, "0"),
    key("connectPieceTypes", Both, pieces, "*"),
    key("connectHorizontal", Both, truth, "true"),
    key("connectVertical", Both, truth, "true"),
    key("connectDiagonal", Both, truth, "true"),
    key("connectRegion1", Each, squares, "-").of_rule("where a row begins"),
    key("connectRegion2", Each, squares, "-").of_rule("where a row ends"),
    key("connectNxN", Both, number, "0"),
    key("collinearN", Both, number, "0"),
    key("connectValue", Both, outcome, "win"),
    key("materialCounting", Both, text, "none").of_rule("material is counted"),
    key("adjudicateFullBoard", Both, truth, "false"),
    key("countingRule", Both, text, "none").of_rule("counting moves to the end"),
];

/// Former keys that give a zone by a rank at which it begins or ends.
pub(crate) const OLD_RANKS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];

/// Former spellings and their present ones.
pub(crate) const OLD: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// Returns the turn in which a key is read, wherever it is written: the board first, former
/// spellings before present ones, and keys for one side last.
pub(crate) fn reading_turn(name: &str) -> u8 {
    match name {
        "maxFile" | "maxRank" => 0,
        _ if OLD_RANKS.contains(&name) || OLD.iter().any(|(old, _)| *old == name) => 1,
        "pawnTypes" => 2,
        _ if !name.ends_with("White") && !name.ends_with("Black") => 3,
        _ => 4,
    }
}

/// Finds the key of a name, and the sides it applies to.
pub(crate) fn find(name: &str) -> Option<(&'static IniKey, &'static [Side])> {
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

fn fits(allowed: Sides, sides: &[Side]) -> bool {
    match allowed {
        Both => sides.len() == 2,
        Each => sides.len() == 1,
        Any => true,
    }
}

/// Returns all names that a key may have, for near misses.
pub(crate) fn names() -> Vec<String> {
    KEYS.iter().flat_map(spellings).collect()
}

/// Returns the names that a key may have: for both sides, and for each of them.
fn spellings(key: &IniKey) -> Vec<String> {
    let sided = ["White", "Black"].map(|side| format!("{}{side}", key.name));
    let plain = (key.sides != Each).then(|| key.name.to_string());
    plain
        .into_iter()
        .chain(sided.into_iter().filter(|_| key.sides != Both))
        .collect()
}
