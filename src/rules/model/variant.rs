//! A game: its board, its pieces and its other rules.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::board::Board;
use super::cells::{Cell, CellSet};
use super::checker::{Checker, CheckerId, Scale, Stack};
use super::notation::{Notation, Style};
use super::picture::PieceImage;
use super::places::{Sets, SidedSet};
use super::position::{KindId, Piece, Position, Setup};
use super::power::{CaptureWay, Power, PowerRule};
use super::rule::{ArrivalWay, Ending, Goal, Promotion, QuietLimit, Rule};
use super::side::{Side, Sided};
use crate::movement::leg::{CastlingMotion, Component, Leap, Motion};
use crate::movement::{ClauseKind, Sentence};
use padma_text::english::capitalise;
use padma_text::lookup::Lookup;

/// A kind of piece of a variant: what all pieces that look alike have in common.
#[derive(Clone, Debug)]
pub struct PieceKind {
    /// Its name in a variant's file, in lower case with hyphens.
    pub id: String,
    /// Its name in sentences and on pages.
    pub name: String,
    /// The letter that diagrams show where the author gives no label.
    pub letter: String,
    /// The picture that diagrams show in place of the letter.
    pub picture: Option<PieceImage>,
    /// Its movement as written, from which its move tables are laid.
    pub movement: Sentence,
    /// The cells it may stand on, for each side.
    pub stands_on: SidedSet,
    /// Whether the author limited where it may stand.
    pub is_bound: bool,
    /// The checkers it is made of; none, where pieces are not made of checkers.
    pub checkers: Stack,
    /// The pieces whose movements it joins, if it is a combination of pieces.
    pub parts: Vec<KindId>,
    /// Whether it belongs to neither side: it is in the way of all pieces, and none captures it.
    pub neutral: bool,
    /// Whether it is a royal piece, the one that check and mate are about.
    pub royal: bool,
    /// Who invented it, if the author says so.
    pub inventor: Option<String>,
    /// What the author says it is worth, in hundredths.
    pub value: Option<u16>,
}

/// A variant with every name resolved: no unknown piece, no sentence that does not parse.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The stem of its file's name.
    pub id: String,
    /// Its name on pages and in messages.
    pub title: String,
    /// The board it is played on; its move tables share it.
    pub board: Arc<Board>,
    /// The kinds of cell of the board, and the sets that the variant names.
    pub sets: Sets,
    /// Its kinds of piece, in the order of its file.
    pub kinds: Vec<PieceKind>,
    /// The kinds of checker that pieces are made of.
    pub checkers: Vec<Checker>,
    /// Ordered lists of names, such as ranks of pieces.
    pub scales: Vec<Scale>,
    /// Its rules other than movement, in the order of its file.
    pub rules: Vec<Rule>,
    /// The kinds and names of all rules that there can be, each with whether it has such a rule.
    pub rule_names: BTreeMap<String, bool>,
    /// How its moves are written.
    pub notation: Notation,
    /// How a game begins, if the variant says so.
    pub setup: Option<Setup>,
    phrases: KindPhrases,
}

/// The kinds by the phrases that a text may use for them, gathered when first asked for. A clone
/// gathers its own, since its kinds may be changed.
#[derive(Debug, Default)]
struct KindPhrases(OnceLock<Lookup<String, KindId>>);

impl Clone for KindPhrases {
    fn clone(&self) -> KindPhrases {
        KindPhrases::default()
    }
}

impl Variant {
    /// Returns a variant of a board, without pieces, rules or setup.
    pub fn new(id: &str, board: impl Into<Arc<Board>>) -> Variant {
        let board = board.into();
        Variant {
            id: id.to_string(),
            title: id.to_string(),
            sets: Sets::of_board(&board),
            board,
            kinds: Vec::new(),
            checkers: Vec::new(),
            scales: Vec::new(),
            rules: Vec::new(),
            rule_names: BTreeMap::new(),
            notation: Notation::new(Style::Coordinates),
            setup: None,
            phrases: KindPhrases::default(),
        }
    }

    /// Adds a kind of piece that may stand everywhere. A direction in its movement that the board
    /// lacks leads nowhere.
    pub fn add_piece(&mut self, id: &str, movement: Sentence) -> KindId {
        let name = capitalise(id);
        self.kinds.push(PieceKind {
            id: id.to_string(),
            letter: name.chars().take(1).collect(),
            name,
            picture: None,
            movement,
            stands_on: Sided::same(self.board.all()),
            is_bound: false,
            checkers: Stack::default(),
            parts: Vec::new(),
            neutral: false,
            royal: false,
            inventor: None,
            value: None,
        });
        KindId::new(self.kinds.len() - 1)
    }

    /// Returns the kind of piece with an id of this variant.
    pub fn kind(&self, id: KindId) -> &PieceKind {
        &self.kinds[id.index()]
    }

    /// Returns the pieces that a piece can castle with by a castling in Betza's notation: those
    /// that stand at either end of its rank in the setup.
    pub fn castling_partners(&self, id: KindId) -> Vec<KindId> {
        let strings =
            self.kind(id)
                .movement
                .clauses
                .iter()
                .filter_map(|clause| match &clause.kind {
                    ClauseKind::Betza(betza) => Some(&betza.components),
                    _ => None,
                });
        let is_castling = |component: &Component| {
            matches!(
                component.motion,
                Motion::Castling(CastlingMotion { skip: 0, .. })
            )
        };
        let Some(setup) = self
            .setup
            .as_ref()
            .filter(|_| strings.flatten().any(is_castling))
        else {
            return Vec::new();
        };
        let piece = Some(Piece::of(Side::White, id));
        let corner_piece = |from: Cell, x: i16| {
            let sheet = self.board.sheets().next()?;
            let next = |cell: &Cell| {
                let next = self.board.leap(*cell, Leap { x, y: 0 }, sheet, Side::White);
                // Where the sides are joined, the rank leads back.
                next.filter(|next| *next != from)
            };
            let end = std::iter::successors(Some(from), next)
                .last()
                .filter(|end| *end != from)?;
            setup
                .position
                .piece(end)
                .filter(|piece| piece.side == Side::White)?
                .kind
        };
        let starts = self
            .board
            .cells()
            .filter(|cell| setup.position.piece(*cell) == piece);
        sorted_kinds(
            starts
                .flat_map(|from| [corner_piece(from, -1), corner_piece(from, 1)])
                .flatten(),
        )
    }

    /// Returns the kind of which this one is a later state: it becomes this one by a
    /// transformation or a drop. `None` if the setup has a piece of this kind.
    pub fn state_of(&self, id: KindId) -> Option<KindId> {
        if self.setup.as_ref().is_some_and(|setup| setup.has(id)) {
            return None;
        }
        let earlier = |rule: &Rule| match rule {
            Rule::Transformation(rule) if rule.to == id => Some(rule.kind),
            Rule::Drop(rule) if rule.becomes.as_ref()?.contains(&id) => {
                rule.kinds.as_ref()?.first().copied()
            }
            _ => None,
        };
        self.rules
            .iter()
            .filter_map(earlier)
            .find(|kind| *kind < id)
    }

    /// Returns the piece with this id.
    pub fn kind_named(&self, id: &str) -> Option<KindId> {
        self.kinds
            .iter()
            .position(|kind| kind.id == id)
            .map(KindId::new)
    }

    /// Returns the first kind with this id or name. `phrase` is in lower case, with hyphens
    /// between its words.
    pub fn kind_called(&self, phrase: &str) -> Option<KindId> {
        let phrases = self.phrases.0.get_or_init(|| self.collect_phrases());
        phrases.get(phrase).copied()
    }

    /// Collects the ids and names of the kinds. If two kinds share one, it means the first.
    fn collect_phrases(&self) -> Lookup<String, KindId> {
        let mut phrases: Lookup<String, KindId> = Lookup::default();
        for (kind, PieceKind { id, name, .. }) in self.kind_ids().zip(&self.kinds) {
            for phrase in [id.clone(), name.to_lowercase().replace(' ', "-")] {
                if !phrases.contains(&phrase) {
                    phrases.put(phrase, kind);
                }
            }
        }
        phrases
    }

    /// Returns the kind of checker with this id.
    pub fn checker_named(&self, id: &str) -> Option<CheckerId> {
        self.checkers
            .iter()
            .position(|checker| checker.id == id)
            .map(CheckerId::new)
    }

    /// Iterates over all pieces, in the order of the variant's file.
    pub fn kind_ids(&self) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds.len()).map(KindId::new)
    }

    /// Returns the board without pieces, and without the cells that are absent at first.
    pub fn empty_position(&self) -> Position {
        let kinds = self.kind_ids().filter(|id| self.kind(*id).neutral);
        Position::of(&self.board).with_neutral(kinds.collect())
    }

    /// Returns a piece with the side that stands for its owner: White, if it is nobody's.
    pub fn owned(&self, piece: Piece) -> Piece {
        match piece.kind {
            Some(kind) if self.kind(kind).neutral => Piece {
                side: Side::White,
                ..piece
            },
            _ => piece,
        }
    }

    /// Returns the cells that a piece of this side may stand on.
    pub fn stands_on(&self, id: KindId, side: Side) -> CellSet {
        *self.kind(id).stands_on.of(side)
    }

    /// Returns the cells where a move of a piece may end: those it may stand on, and those where
    /// it at once becomes a piece that may be there. `None` if it may end on every cell.
    pub fn ends_on(&self, id: KindId, side: Side) -> Option<CellSet> {
        if !self.kind(id).is_bound {
            return None;
        }
        let promoted = self
            .promotions(id)
            .filter(|rule| rule.by.contains(&ArrivalWay::Move))
            .flat_map(|rule| {
                rule.to
                    .iter()
                    .map(|to| rule.arrivals(side) & self.stands_on(*to, side))
            });
        let transformed = self
            .transforms_into(id)
            .into_iter()
            .map(|to| self.stands_on(to, side));
        Some(
            promoted
                .chain(transformed)
                .fold(self.stands_on(id, side), |all, cells| all | cells),
        )
    }

    /// Returns the most pieces of a kind and side that may stand together on a cell at the start.
    pub fn most_at_start(&self, id: KindId, side: Side, cell: Cell) -> u8 {
        self.rules
            .iter()
            .find_map(|rule| match rule {
                Rule::Shared { kind, cells, most } => {
                    (*kind == id && cells.of(side).contains(cell)).then_some(*most)
                }
                _ => None,
            })
            .unwrap_or(1)
    }

    /// Whether a promotion to a piece can ever happen: it may stand on some cell of the promotion.
    pub fn can_be_promoted_to(&self, rule: &Promotion, to: KindId) -> bool {
        Side::BOTH
            .into_iter()
            .any(|side| !(rule.arrivals(side) & self.stands_on(to, side)).is_empty())
    }

    /// Returns the promotions of a piece.
    pub fn promotions(&self, id: KindId) -> impl Iterator<Item = &Promotion> {
        self.rules.iter().filter_map(move |rule| match rule {
            Rule::Promotion(rule) if rule.kind == id => Some(rule),
            _ => None,
        })
    }

    /// Returns the cells on which a piece may be promoted.
    pub fn promotion_zone(&self, id: KindId, side: Side) -> CellSet {
        self.promotions(id)
            .fold(CellSet::EMPTY, |all, rule| all | *rule.cells.of(side))
    }

    /// Returns the kinds that a piece may be promoted to, on one cell of White's or anywhere, in
    /// the variant's order.
    pub fn promotes_to(&self, id: KindId, cell: Option<Cell>) -> Vec<KindId> {
        let rules = self
            .promotions(id)
            .filter(|rule| cell.is_none_or(|cell| rule.cells.white.contains(cell)));
        sorted_kinds(rules.flat_map(|rule| rule.to.iter().copied()))
    }

    /// Returns the kinds that a piece may transform into, in the variant's order.
    pub fn transforms_into(&self, id: KindId) -> Vec<KindId> {
        sorted_kinds(self.rules.iter().filter_map(|rule| match rule {
            Rule::Transformation(rule) if rule.kind == id => Some(rule.to),
            _ => None,
        }))
    }

    /// Whether a piece may decline a promotion.
    pub fn may_wait(&self, id: KindId) -> bool {
        self.promotions(id).any(|rule| rule.may_wait)
    }

    /// Returns the kind that a piece becomes in hand when it is captured in one of `ways`; `None`
    /// if it does not go into hand. The last rule that applies decides.
    pub fn in_hand(&self, id: KindId, ways: &[CaptureWay]) -> Option<KindId> {
        self.rules.iter().rev().find_map(|rule| match rule {
            Rule::IntoHand(rule)
                if rule.kinds.as_ref().is_none_or(|kinds| kinds.contains(&id))
                    && rule.by.is_none_or(|by| ways.contains(&by)) =>
            {
                Some(rule.becomes.unwrap_or(id))
            }
            _ => None,
        })
    }

    fn goals(&self, id: KindId) -> impl Iterator<Item = &Goal> {
        self.rules.iter().filter_map(move |rule| match rule {
            Rule::Goal(goal) if goal.kind == id => Some(goal),
            _ => None,
        })
    }

    /// Returns the cells on which a piece wins, or helps to win.
    pub fn goal(&self, id: KindId, side: Side) -> CellSet {
        self.goals(id)
            .fold(CellSet::EMPTY, |all, goal| all | *goal.cells.of(side))
    }

    /// Returns how many pieces of a kind must be on their goal's cells to win.
    pub fn goal_count(&self, id: KindId) -> Option<u16> {
        self.goals(id).map(|goal| goal.count).min()
    }

    /// Returns the cells to which pieces of a kind go by the castling at this index of the rules.
    pub fn castling_targets(&self, rule: usize, id: KindId, side: Side) -> CellSet {
        let Some(Rule::Castling(castling)) = self.rules.get(rule) else {
            return CellSet::EMPTY;
        };
        castling
            .movers
            .of(side)
            .iter()
            .filter(|mover| mover.kind == id)
            .map(|mover| mover.to)
            .collect()
    }

    /// Returns the powers of a piece: what the rules say, beyond its movement, about where it
    /// goes and what it captures.
    pub fn powers(&self, id: KindId) -> impl Iterator<Item = &Power> {
        self.rules.iter().filter_map(move |rule| match rule {
            Rule::Power(rule) => (rule.kind == id).then_some(&rule.power),
            // No other rule affects reach.
            _ => None,
        })
    }

    /// Whether any piece can do something beyond its movement.
    pub fn has_powers(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, Rule::Power(_)))
    }

    /// Whether any piece captures by enclosure.
    pub fn encloses(&self) -> bool {
        self.rules.iter().any(|rule| {
            matches!(
                rule,
                Rule::Power(PowerRule {
                    power: Power::Enclosure { .. },
                    ..
                })
            )
        })
    }

    /// Returns the limit on successive quiet moves, and the ending that follows. Of several such
    /// rules the last counts.
    pub fn quiet_limit(&self) -> Option<&QuietLimit> {
        self.rules.iter().rev().find_map(|rule| match rule {
            Rule::QuietLimit(limit) => Some(limit),
            _ => None,
        })
    }

    /// Returns how the game ends for a side that has no legal move and is not in check. Of several
    /// such rules the last counts.
    pub fn stalemate_ending(&self) -> Option<Ending> {
        self.rules.iter().rev().find_map(|rule| match rule {
            Rule::Stalemate(ending) => Some(*ending),
            _ => None,
        })
    }

    /// Returns the pieces whose every move restarts the count of quiet moves.
    pub fn quiet_breaks(&self) -> Vec<KindId> {
        sorted_kinds(
            self.quiet_limit()
                .into_iter()
                .flat_map(|limit| limit.restarting.iter().copied()),
        )
    }
}

/// Sorts kinds into the variant's order and keeps each once.
pub fn sorted_kinds(kinds: impl Iterator<Item = KindId>) -> Vec<KindId> {
    let mut all: Vec<KindId> = kinds.collect();
    all.sort_unstable();
    all.dedup();
    all
}
