//! The rules of a variant other than movement, each a small part with its data.

use super::cells::{Cell, CellSet, MAX_CELLS};
use super::places::SidedSet;
use super::position::{KindId, KindSet};
use super::power::{DropRule, IntoHand, PowerRule, SidedDirs, TravelRule};
use super::side::{Side, Sided};
use super::term::{CellsTerm, Condition, SideTerm, Truth};

/// A rule of a variant that is neither a piece's movement nor how moves are written.
#[derive(Clone, Debug)]
pub enum Rule {
    /// On some cells several pieces of one kind and side may stand together at the start, and are
    /// taken together.
    Shared {
        /// The kind of these pieces.
        kind: KindId,
        /// The cells, for each side.
        cells: SidedSet,
        /// The most that may stand together.
        most: u8,
    },
    /// Pieces are exchanged for others on certain cells.
    Promotion(Promotion),
    /// Several unmoved pieces of a side move at once.
    Castling(Castling),
    /// A piece becomes another by what it has just done.
    Transformation(Transformation),
    /// A side wins by the cells that its pieces have reached.
    Goal(Goal),
    /// How the game ends for a side without a legal move. Without such a rule it is a draw.
    Stalemate(Ending),
    /// The game ends after a number of moves without capture and promotion.
    QuietLimit(QuietLimit),
    /// What follows when a position occurs again.
    Repetition(Repetition),
    /// The game is drawn when nothing but certain pieces is left.
    DeadPosition(DeadPosition),
    /// A piece can do something beyond its movement.
    Power(PowerRule),
    /// Captured pieces go into hand.
    IntoHand(IntoHand),
    /// Pieces in hand may be put on the board.
    Drop(DropRule),
    /// Cells may change places, as a move.
    Travel(TravelRule),
    /// Pieces made of checkers join and part.
    Stacking(Stacking),
    /// Royal pieces that face each other attack each other.
    Facing(Facing),
    /// A move has an additional effect.
    Effect(EffectRule),
    /// A move is illegal if this holds after it.
    Forbid(Condition),
    /// While some legal move satisfies this, the others are illegal.
    Must(Condition),
    /// The game ends.
    End(EndRule),
    /// A royal piece of a side is not attacked while this holds, for that side as the mover.
    NotCheck(Condition),
    /// Something is counted for each side during the game.
    Counter(Counter),
    /// A turn has several moves.
    Turn(TurnRule),
}

/// A rule that gives a move an additional effect. It reads the position before the move.
#[derive(Clone, Debug)]
pub struct EffectRule {
    /// The kinds whose moves do it; all kinds, if `None`.
    pub kinds: Option<KindSet>,
    /// The condition under which it happens.
    pub when: Condition,
    /// What happens.
    pub effect: EffectKind,
    /// Whether the side that moves may leave it out.
    pub may: bool,
    /// Whether the pieces that it captures count as attacked.
    pub attacks: bool,
    /// The description of the cells that it names, in English.
    pub cells: String,
}

/// An additional effect of a move.
#[derive(Clone, Debug)]
pub enum EffectKind {
    /// Every piece that stands on one of these cells after the move is captured.
    Takes(CellsTerm),
    /// The pieces that the move captures come back on those of these cells that are empty after the
    /// move: one piece on each, in board order.
    Puts(CellsTerm),
    /// The pieces on these cells after the move become this kind.
    Becomes(CellsTerm, KindId),
    /// The pieces on these cells after the move belong to this side from now on.
    Turns(CellsTerm, SideTerm),
    /// A new piece of this kind comes onto one of these cells, as the side chooses.
    Adds(CellsTerm, KindId),
    /// A piece of one of these kinds comes out of the side's hand onto one of these cells, as the
    /// side chooses.
    Drops(CellsTerm, Vec<KindId>),
    /// A piece of one of these kinds, of either side or nobody's, goes to one of these cells, as
    /// the side chooses.
    Moves(CellsTerm, Vec<KindId>),
    /// Each piece that the move has moved goes on to this cell, where `to` is the cell that it came
    /// to. The move is illegal where that is not one empty cell, or before this where it leaves a
    /// king in check.
    Transfers(CellsTerm),
}

impl EffectKind {
    /// Whether the side that moves chooses among several ways to do it.
    pub fn is_choice(&self) -> bool {
        matches!(
            self,
            EffectKind::Adds(..) | EffectKind::Drops(..) | EffectKind::Moves(..)
        )
    }

    /// Whether it may bring a piece onto an empty cell.
    pub fn fills_cell(&self) -> bool {
        self.is_choice() || matches!(self, EffectKind::Puts(_) | EffectKind::Transfers(_))
    }

    /// Whether a piece that it has brought or changed may be of this kind.
    pub fn may_leave(&self, kind: KindId) -> bool {
        match self {
            EffectKind::Adds(_, one) | EffectKind::Becomes(_, one) => *one == kind,
            EffectKind::Drops(_, kinds) | EffectKind::Moves(_, kinds) => kinds.contains(&kind),
            EffectKind::Puts(_) | EffectKind::Transfers(_) => true,
            EffectKind::Takes(_) | EffectKind::Turns(..) => false,
        }
    }
}

/// The rule that the game ends when a condition holds after a move.
#[derive(Clone, Debug)]
pub struct EndRule {
    /// The condition under which it ends.
    pub when: Condition,
    /// How it ends, from the point of view of `of`.
    pub ending: Ending,
    /// The side whose ending it is.
    pub of: SideTerm,
    /// The moves after which the condition is tested.
    pub at: EndMoment,
}

padma_text::named! {
    /// The moves after which the condition that ends a game is tested.
    pub enum EndMoment by name {
        /// After every move.
        Move "move",
        /// After the last move of each turn.
        Turn "turn",
        /// After the last move of each turn of Black's, when both sides have had as many turns.
        Round "round",
    }
}

impl EndRule {
    /// Whether it ends the game only where the side which has not moved has no legal move.
    pub fn needs_lack_of_moves(&self) -> bool {
        let mut parts = self.when.truth.conjuncts().into_iter();
        parts.any(Truth::is_lack_of_moves)
    }
}

/// The rule that a turn has several moves.
#[derive(Clone, Debug)]
pub struct TurnRule {
    /// The side whose turns they are; both, if `None`.
    pub side: Option<Side>,
    /// The number of moves of a turn.
    pub moves: u8,
    /// The number of moves of the game's first turn.
    pub first: u8,
    /// Whether the side may pass instead of a move, unless it is in check.
    pub pass: bool,
    /// The turn ends early if this holds after a move.
    pub ends: Option<Condition>,
}

/// Something that is counted for each side during the game, and is part of the position.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Its name in expressions and in positions.
    pub id: String,
    /// A move of a side adds one to its count if this holds after the move.
    pub when: Condition,
    /// A move of a side sets its count back to 0 if this holds after the move.
    pub until: Option<Condition>,
}

/// The rule that royal pieces of a kind attack each other along a line of empty cells, even onto
/// cells where they may not stand.
#[derive(Clone, Debug)]
pub struct Facing {
    /// The royal kind.
    pub kind: KindId,
    /// The directions in which they may face each other.
    pub along: SidedDirs,
}

/// The rule that pieces made of checkers join and part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacking {
    /// Whether a piece may go to an own piece's cell, if both together make a piece.
    pub merge: bool,
    /// Whether a part of a piece may leave it by the part's own movement, if the part and the rest
    /// are both pieces.
    pub split: bool,
    /// Whether a part that leaves may capture an enemy.
    pub parts_take: bool,
    /// Whether a part that leaves may join another piece at once.
    pub parts_merge: bool,
}

/// The rule that a piece is exchanged for another on certain cells.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The kind that is exchanged.
    pub kind: KindId,
    /// The cells where that happens, for each side.
    pub cells: SidedSet,
    /// The kinds it may become.
    pub to: Vec<KindId>,
    /// Whether it may stay what it is.
    pub may_wait: bool,
    /// Whether promotion is mandatory: a move that could not promote is illegal.
    pub must: bool,
    /// The most pieces of the new kind that a side may then have on the board.
    pub limit: Option<u16>,
    /// Whether the new piece comes out of the reserve, which must hold one.
    pub from_reserve: bool,
    /// The ways in which it may arrive, each once, in the order of [`ArrivalWay`].
    pub by: Vec<ArrivalWay>,
    /// How its move must lie to those cells, each once, in the order of [`ZoneMove`].
    pub on: Vec<ZoneMove>,
}

impl Promotion {
    /// Whether a move of a side from one cell to another is one that promotes.
    #[inline]
    pub fn covers(&self, side: Side, from: Option<Cell>, to: Cell, captures: bool) -> bool {
        let cells = self.cells.of(side);
        let was_inside = from.is_some_and(|from| cells.contains(from));
        let crossing = match (was_inside, cells.contains(to)) {
            (false, false) => return false,
            (false, true) => ZoneMove::Enters,
            (true, true) => ZoneMove::Stays,
            (true, false) => ZoneMove::Leaves,
        };
        self.on.contains(&crossing) || captures && self.on.contains(&ZoneMove::Captures)
    }

    /// Returns the cells on which a side's piece may be when it is promoted.
    pub fn arrivals(&self, side: Side) -> CellSet {
        let leaves = |way: &ZoneMove| matches!(way, ZoneMove::Leaves | ZoneMove::Captures);
        if self.on.iter().any(leaves) {
            CellSet::first(MAX_CELLS)
        } else {
            *self.cells.of(side)
        }
    }
}

padma_text::named! {
    /// How a move lies to the cells of a promotion.
    pub enum ZoneMove by name {
        /// It comes from outside.
        Enters "enters",
        /// It begins and ends on them.
        Stays "stays",
        /// It goes from them to another cell.
        Leaves "leaves",
        /// It captures, and begins or ends on them.
        Captures "captures",
    }
}

padma_text::named! {
    /// How a piece may arrive on a cell where it is then promoted.
    pub enum ArrivalWay by name {
        /// By its own move.
        Move "move",
        /// By the move of another piece that changes places with it; the side that moves has the
        /// choice.
        Swap "swap",
        /// By other pieces, which put it elsewhere.
        Teleport "teleport",
        /// By a rotation of the pieces around another.
        Rotation "rotation",
        /// Together with the cell it stands on.
        Travel "travel",
    }
}

/// Several unmoved pieces of one side that move at once.
#[derive(Clone, Debug)]
pub struct Castling {
    /// Its name in the notation.
    pub name: String,
    /// The pieces of each side, each with its two cells.
    pub movers: Sided<Vec<Mover>>,
}

/// One of the pieces of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The kind of the piece, which must not have moved.
    pub kind: KindId,
    /// The cell it leaves.
    pub from: Cell,
    /// The cell it goes to, which may be the one it leaves.
    pub to: Cell,
}

/// The rule that a piece becomes another by what it has just done.
#[derive(Clone, Debug)]
pub struct Transformation {
    /// The kind that becomes another.
    pub kind: KindId,
    /// What it does to become it.
    pub when: Occasion,
    /// The kind it becomes.
    pub to: KindId,
    /// Whether the new piece comes out of the reserve; if the reserve has none, the old one stays
    /// what it is.
    pub from_reserve: bool,
    /// Whether its side may choose to leave it as it is.
    pub optional: bool,
}

/// What a piece must have done to become another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// It captures.
    Captures,
    /// It captures a piece of this kind.
    CapturesKind(KindId),
    /// It attacks a royal piece of the enemy from the cell it has moved to.
    GivesCheck,
    /// It goes straight along one of these directions.
    MovesAlong(SidedDirs),
}

/// The rule that a side wins when enough of its pieces of a kind have reached these cells.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The pieces that count.
    pub kind: KindId,
    /// The cells to reach, for each side.
    pub cells: SidedSet,
    /// The number of these pieces that must be on them at once.
    pub count: u16,
}

/// The rule that the game ends after a number of successive moves, of both sides together, without
/// a capture, a promotion or a move of certain pieces.
#[derive(Clone, Debug)]
pub struct QuietLimit {
    /// The number of moves, counting both sides' moves.
    pub plies: u16,
    /// The pieces whose every move restarts the count.
    pub restarting: Vec<KindId>,
    /// The ending for the side that makes the last of these moves.
    pub ending: Ending,
}

/// The rule that the game is drawn when nothing but certain pieces is left, on the board and beside
/// it.
#[derive(Clone, Debug)]
pub struct DeadPosition {
    /// What may be left: the kinds of the pieces of one side and of the other, each in the variant's
    /// order.
    pub left: Vec<[Vec<KindId>; 2]>,
    /// The kinds whose pieces count only if all of them stand on cells of one shade.
    pub one_shade: Vec<KindId>,
}

/// What follows when a position occurs again.
#[derive(Clone, Debug)]
pub enum Repetition {
    /// The game ends when a position has occurred this many times with the same side to move.
    Draw {
        /// The number of times, including the first.
        times: u16,
        /// A side loses if this holds after each of its moves since the position first occurred.
        /// If that is true of both sides or of neither, the game is drawn.
        blames: Option<Condition>,
    },
    /// No move may repeat a position.
    Forbidden,
}

impl Repetition {
    /// Returns the condition for which a side is blamed, if there is one.
    pub fn blames(&self) -> Option<&Condition> {
        match self {
            Repetition::Draw { blames, .. } => blames.as_ref(),
            Repetition::Forbidden => None,
        }
    }
}

/// How a game ends, from the point of view of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The side has won.
    Win,
    /// Neither has won.
    Draw,
    /// The other side has won.
    Loss,
    /// The side gets these hundredths of the point, the other side gets the rest.
    Score(u8),
}

impl Ending {
    /// The endings that have names, with these.
    const NAMED: [(&str, Ending); 3] = [
        ("win", Ending::Win),
        ("draw", Ending::Draw),
        ("loss", Ending::Loss),
    ];
    /// The names of endings.
    pub const NAMES: [&str; 3] = [Ending::NAMED[0].0, Ending::NAMED[1].0, Ending::NAMED[2].0];

    /// Returns the ending with this name.
    pub fn from_name(name: &str) -> Option<Ending> {
        let mut named = Ending::NAMED.into_iter();
        named
            .find(|(known, _)| *known == name)
            .map(|(_, ending)| ending)
    }

    /// Returns its name, or its score as a decimal.
    pub fn name(self) -> String {
        let mut named = Ending::NAMED.into_iter();
        match named.find(|(_, ending)| *ending == self) {
            Some((name, _)) => name.to_string(),
            None => self.points(),
        }
    }

    /// Whether one of the sides has won.
    pub fn is_decided(self) -> bool {
        matches!(self, Ending::Win | Ending::Loss)
    }

    /// Returns the points that the side gets, of the one point of a game, as a decimal.
    pub fn points(self) -> String {
        let hundredths = match self {
            Ending::Win => return "1".to_string(),
            Ending::Draw => 50,
            Ending::Loss => return "0".to_string(),
            Ending::Score(hundredths) => hundredths,
        };
        let digits = format!("0.{hundredths:02}");
        digits.trim_end_matches('0').to_string()
    }

    /// Returns the result of a game that ends so for White, in the form that a record uses.
    pub fn result(self) -> String {
        match self {
            Ending::Draw => "1/2-1/2".to_string(),
            white => format!("{}-{}", white.points(), white.reversed().points()),
        }
    }

    /// Returns the ending from the point of view of the other side.
    pub fn reversed(self) -> Ending {
        match self {
            Ending::Win => Ending::Loss,
            Ending::Draw => Ending::Draw,
            Ending::Loss => Ending::Win,
            Ending::Score(hundredths) => Ending::Score(100 - hundredths),
        }
    }
}
