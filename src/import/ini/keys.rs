//! Every key that Fairy-Stockfish reads, what it takes, and whether a variant can say it.
//!
//! A key that a variant cannot say is no trouble while it says what is so anyway: that is `default`.

use crate::model::Side;

/// What a key is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeySubject {
    /// It is carried over.
    Carried,
    /// The program's own interface.
    Looks,
    /// A rule that a variant cannot say: what it says.
    Rule(&'static str),
}

/// What the value of a key must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IniValueKind {
    /// `true` or `false`.
    Truth,
    Number,
    /// A file, by its number or its letter.
    File,
    /// Letters of pieces, `*` for all, `-` for none.
    Pieces,
    /// One of these: of several letters the last counts.
    Kind,
    /// Squares.
    Squares,
    /// `win`, `loss`, `draw` or `none`.
    Outcome,
    /// Pieces with numbers: `q:1 r:2`.
    Limits,
    /// Pieces and what they become: `p:g s:g`.
    Exchanges,
    /// Something of its own kind.
    Text,
}

/// Which of `White` and `Black` may stand behind a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// Neither: it is about both.
    Both,
    /// One of them must.
    Each,
    /// One of them may.
    Any,
}

/// A key that the program knows.
pub(super) struct IniKey {
    pub name: &'static str,
    pub sides: Sides,
    pub takes: IniValueKind,
    pub default: &'static str,
    pub about: KeySubject,
}

use IniValueKind::{Exchanges, File, Kind, Limits, Number, Outcome, Pieces, Squares, Text, Truth};
use KeySubject::{Carried, Looks, Rule};
use Sides::{Any, Both, Each};

const fn key(
    name: &'static str,
    sides: Sides,
    takes: IniValueKind,
    default: &'static str,
    about: KeySubject,
) -> IniKey {
    IniKey { name, sides, takes, default, about }
}

pub(super) const KEYS: [IniKey; 116] = [
    key("variantTemplate", Both, Text, "fairy", Looks),
    key("pieceToCharTable", Both, Text, "-", Looks),
    key("pocketSize", Both, Number, "0", Looks),
    key("pieceValueMg", Both, Text, "", Looks),
    key("pieceValueEg", Both, Text, "", Looks),
    key("maxRank", Both, Number, "8", Carried),
    key("maxFile", Both, File, "8", Carried),
    key("startFen", Both, Text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Carried),
    key("chess960", Both, Truth, "false", Rule("castling from shuffled setups")),
    key("twoBoards", Both, Truth, "false", Rule("pieces that come from a second board")),
    key("pawnTypes", Both, Pieces, "p", Carried),
    key("promotionRegion", Each, Squares, "", Carried),
    key("promotionPawnTypes", Any, Pieces, "p", Carried),
    key("promotionPieceTypes", Any, Pieces, "nbrq", Carried),
    key("promotionLimit", Both, Limits, "", Carried),
    key("promotedPieceType", Both, Exchanges, "", Carried),
    key("mandatoryPawnPromotion", Both, Truth, "true", Carried),
    key("mandatoryPiecePromotion", Both, Truth, "false", Carried),
    key("sittuyinPromotion", Both, Truth, "false", Rule("promotion as in Sittuyin")),
    key("piecePromotionOnCapture", Both, Truth, "false", Rule("pieces promote only by capturing")),
    key("pieceDemotion", Both, Truth, "false", Rule("pieces turn back to what they were")),
    key("doubleStep", Both, Truth, "true", Carried),
    key("doubleStepRegion", Each, Squares, "", Carried),
    key("tripleStepRegion", Each, Squares, "-", Rule("where pawns step three squares")),
    key("enPassantRegion", Any, Squares, "", Rule("where pawns take in passing")),
    key("enPassantTypes", Any, Pieces, "p", Rule("what takes en passant")),
    key("castling", Both, Truth, "true", Carried),
    key("castlingKingsideFile", Both, File, "g", Carried),
    key("castlingQueensideFile", Both, File, "c", Carried),
    key("castlingRank", Both, Number, "1", Carried),
    key("castlingKingFile", Both, File, "e", Carried),
    key("castlingKingPiece", Any, Kind, "k", Carried),
    key("castlingRookPieces", Any, Pieces, "r", Carried),
    key("castlingRookKingsideFile", Both, File, "l", Carried),
    key("castlingRookQueensideFile", Both, File, "a", Carried),
    key("castlingDroppedPiece", Both, Truth, "false", Rule("castling with dropped pieces")),
    key("oppositeCastling", Both, Truth, "false", Rule("no castling to the side the enemy castled to")),
    key("castlingWins", Both, Text, "-", Rule("castling that wins")),
    key("checking", Both, Truth, "true", Carried),
    key("flyingGeneral", Both, Truth, "false", Carried),
    key("soldierPromotionRank", Both, Number, "1", Carried),
    key("stalemateValue", Both, Outcome, "draw", Carried),
    key("nMoveRule", Both, Number, "50", Carried),
    key("nMoveRuleTypes", Any, Pieces, "p", Carried),
    key("nFoldRule", Both, Number, "3", Carried),
    key("flagPiece", Any, Kind, "*", Carried),
    key("flagRegion", Any, Squares, "-", Carried),
    key("flagPieceCount", Both, Number, "1", Carried),
    key("extinctionPseudoRoyal", Both, Truth, "false", Carried),
    key("extinctionPieceTypes", Both, Pieces, "-", Carried),
    key("extinctionValue", Both, Outcome, "none", Carried),
    key("extinctionPieceCount", Both, Number, "0", Carried),
    key("immobilityIllegal", Both, Truth, "false", Carried),
    key("extinctionClaim", Both, Truth, "false", Rule("extinction must be claimed")),
    key("extinctionOpponentPieceCount", Both, Number, "0", Rule("how many pieces the other side needs")),
    key("dupleCheck", Both, Truth, "false", Rule("check to all royal pieces at once")),
    key("flagPieceBlockedWin", Both, Truth, "false", Rule("a blocked goal wins")),
    key("flagMove", Both, Truth, "false", Rule("the other side has one more move")),
    key("flagPieceSafe", Both, Truth, "false", Rule("the goal must be reached safely")),
    key("dropChecks", Both, Truth, "true", Rule("whether a drop may give check")),
    key("mustCapture", Both, Truth, "false", Rule("captures are mandatory")),
    key("mustDrop", Both, Truth, "false", Rule("drops are mandatory")),
    key("mustDropType", Both, Pieces, "*", Rule("what must be dropped")),
    key("pieceDrops", Both, Truth, "false", Rule("pieces may be dropped")),
    key("dropLoop", Both, Truth, "false", Rule("captured pieces stay promoted")),
    key("capturesToHand", Both, Truth, "false", Rule("captured pieces go into hand")),
    key("firstRankPawnDrops", Both, Truth, "false", Rule("pawns may be dropped on the first rank")),
    key("promotionZonePawnDrops", Both, Truth, "false", Rule("pawns may be dropped in the zone")),
    key("enclosingDrop", Both, Text, "none", Rule("drops that must enclose pieces")),
    key("enclosingDropStart", Both, Squares, "-", Rule("where the first drops go")),
    key("dropRegion", Each, Squares, "", Rule("where pieces may be dropped")),
    key("sittuyinRookDrop", Both, Truth, "false", Rule("rooks are dropped on the first rank")),
    key("dropOppositeColoredBishop", Both, Truth, "false", Rule("bishops are dropped on both shades")),
    key("dropPromoted", Both, Truth, "false", Rule("pieces may be dropped promoted")),
    key("dropNoDoubled", Both, Pieces, "-", Rule("what may not be dropped on a file with its like")),
    key("dropNoDoubledCount", Both, Number, "1", Rule("how many of its like are too many")),
    key("gating", Both, Truth, "false", Rule("pieces enter behind one that leaves")),
    key("seirawanGating", Both, Truth, "false", Rule("pieces enter behind one that leaves")),
    key("cambodianMoves", Both, Truth, "false", Rule("first moves of Cambodian chess")),
    key("diagonalLines", Both, Squares, "-", Rule("diagonals of the palace")),
    key("wallingRule", Both, Text, "none", Rule("walls are built")),
    key("wallingRegion", Any, Squares, "", Rule("where walls are built")),
    key("wallOrMove", Both, Truth, "false", Rule("a wall instead of a move")),
    key("pass", Any, Truth, "false", Rule("passing")),
    key("passOnStalemate", Any, Truth, "false", Rule("passing instead of stalemate")),
    key("makpongRule", Both, Truth, "false", Rule("the king may not move out of check")),
    key("flipEnclosedPieces", Both, Text, "none", Rule("enclosed pieces change sides")),
    key("blastOnCapture", Both, Truth, "false", Rule("captures explode")),
    key("blastImmuneTypes", Both, Pieces, "-", Rule("what survives an explosion")),
    key("mutuallyImmuneTypes", Both, Pieces, "-", Rule("what may not take its like")),
    key("petrifyOnCaptureTypes", Both, Pieces, "-", Rule("what turns to a wall by capturing")),
    key("petrifyBlastPieces", Both, Truth, "false", Rule("the exploded turn to walls")),
    key("nFoldValue", Both, Outcome, "draw", Rule("what repetition is worth")),
    key("nFoldValueAbsolute", Both, Truth, "false", Rule("that is White's result")),
    key("perpetualCheckIllegal", Both, Truth, "false", Rule("no perpetual check")),
    key("moveRepetitionIllegal", Both, Truth, "false", Rule("no moving back and forth")),
    key("chasingRule", Both, Text, "none", Rule("no perpetual chase")),
    key("stalematePieceCount", Both, Truth, "false", Rule("pieces are counted at stalemate")),
    key("checkmateValue", Both, Outcome, "loss", Rule("what mate is worth")),
    key("shogiPawnDropMateIllegal", Both, Truth, "false", Rule("no mate by dropping a pawn")),
    key("shatarMateRule", Both, Truth, "false", Rule("mates as in Shatar")),
    key("bikjangRule", Both, Truth, "false", Rule("kings that face each other")),
    key("checkCounting", Both, Truth, "false", Rule("checks are counted")),
    key("connectN", Both, Number, "0", Rule("so many pieces in a row win")),
    key("connectPieceTypes", Both, Pieces, "*", Rule("what counts in a row")),
    key("connectHorizontal", Both, Truth, "true", Rule("rows along ranks")),
    key("connectVertical", Both, Truth, "true", Rule("rows along files")),
    key("connectDiagonal", Both, Truth, "true", Rule("rows along diagonals")),
    key("connectRegion1", Each, Squares, "-", Rule("where a row begins")),
    key("connectRegion2", Each, Squares, "-", Rule("where a row ends")),
    key("connectNxN", Both, Number, "0", Rule("a square of pieces wins")),
    key("collinearN", Both, Number, "0", Rule("so many pieces on a line win")),
    key("connectValue", Both, Outcome, "win", Rule("what a row is worth")),
    key("materialCounting", Both, Text, "none", Rule("material is counted")),
    key("adjudicateFullBoard", Both, Truth, "false", Rule("a full board ends the game")),
    key("countingRule", Both, Text, "none", Rule("counting moves to the end")),
];

/// Keys that said squares in earlier days, from the first rank to the last of a zone.
pub(super) const OLD_RANKS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];

/// Old spellings, and what is written today.
pub(super) const OLD: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
];

/// When a key is read, wherever it stands: the board first, old spellings before new ones, and what is said
/// of one side last.
pub(super) fn turn(name: &str) -> u8 {
    match name {
        "maxFile" | "maxRank" => 0,
        _ if OLD_RANKS.contains(&name) || OLD.iter().any(|(old, _)| *old == name) => 1,
        "pawnTypes" => 2,
        _ if !name.ends_with("White") && !name.ends_with("Black") => 3,
        _ => 4,
    }
}

/// The key of a name, and the sides it is said of.
pub(super) fn find(name: &str) -> Option<(&'static IniKey, &'static [Side])> {
    let name = OLD.iter().find(|(old, _)| *old == name).map_or(name, |(_, new)| new);
    let (base, sides): (&str, &[Side]) = match (name.strip_suffix("White"), name.strip_suffix("Black")) {
        (Some(base), _) => (base, &[Side::White]),
        (_, Some(base)) => (base, &[Side::Black]),
        _ => (name, &Side::BOTH),
    };
    KEYS.iter().find(|key| key.name == base && fits(key.sides, sides)).map(|key| (key, sides))
}

fn fits(allowed: Sides, said: &[Side]) -> bool {
    match allowed {
        Both => said.len() == 2,
        Each => said.len() == 1,
        Any => true,
    }
}

/// All names a key may have, for the near miss.
pub(super) fn names() -> Vec<String> {
    let spellings = |key: &IniKey| {
        let sided = ["White", "Black"].map(|side| format!("{}{side}", key.name));
        let plain = (key.sides != Each).then(|| key.name.to_string());
        plain.into_iter().chain(sided.into_iter().filter(|_| key.sides != Both)).collect::<Vec<_>>()
    };
    KEYS.iter().flat_map(spellings).collect()
}
