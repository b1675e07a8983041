//! Reach, range, closure and distance: the questions that claims, diagrams and the command line
//! ask of the rules. They may ask about the variant's pieces, and about movements given
//! separately. This module knows nothing of text.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::model::{Cell, CellSet, Deed, KindId, PerCell, Position, SetPerCell, Side, Variant};
use crate::movement::leg::Component;
use crate::movement::{
    Eighths, LeapKind, NoLeaps, Sentence, Unturnable, leap_kinds, lower, turn_left,
};
use crate::moves::{
    Ground, TableForm, Walker, are_alike, compare, distances, has_parts_of, keeps_to_lines, lay,
};

pub use crate::moves::{Comparison, Reach};
pub use crate::moves::{
    LaidComponent, LaidLeg, LaidMultiLeg, LaidWay, LegLeap, MoveTable, MultiLegStarts, RayCell,
    Stop,
};

/// The move tables of a variant, each laid when it is first asked for.
///
/// ```
/// use padma_rules::model::grid::{self, GridPlan};
/// use padma_rules::model::{Side, Variant};
/// use padma_rules::reach::Rules;
///
/// let board = grid::board(&GridPlan::of(5, 5)).map_err(|flaws| format!("{flaws:?}"))?;
/// let mut variant = Variant::new("knights", board);
/// let knight = variant.add_piece("knight", r#""N""#.parse().map_err(|_| "knight")?);
/// let rules = Rules::new(variant);
/// let board = &rules.variant.board;
/// let a1 = board.cell("a1").ok_or("no such cell")?;
/// let reach = rules.reach(knight, Side::White, a1, &rules.variant.empty_position(), true);
/// assert_eq!(board.names_of(&reach.cells()), ["b3", "c2"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Rules {
    /// The variant itself.
    pub variant: Variant,
    royals: Vec<KindId>,
    pieces: Vec<Laid>,
    /// The movements given so far, by the words that give them.
    free: Mutex<BTreeMap<String, Arc<FreeMovement>>>,
}

/// A movement that belongs to no piece of the variant: given in words, or turned from another.
#[derive(Debug)]
pub struct FreeMovement {
    /// The words that give it.
    pub words: String,
    /// The movement itself.
    pub movement: Sentence,
    laid: Laid,
}

/// The movement a question is about.
#[derive(Clone, Copy, Debug)]
pub enum MovementOf<'a> {
    /// The movement of a piece of the variant.
    Kind(KindId),
    /// A movement that belongs to no piece of the variant.
    Free(&'a FreeMovement),
}

impl From<KindId> for MovementOf<'_> {
    fn from(kind: KindId) -> Self {
        MovementOf::Kind(kind)
    }
}

impl<'a> From<&'a FreeMovement> for MovementOf<'a> {
    fn from(free: &'a FreeMovement) -> MovementOf<'a> {
        MovementOf::Free(free)
    }
}

/// The number of moves to each cell; `None` where no moves lead.
type Distances = PerCell<Option<u16>>;

/// What has been computed so far for a movement on the variant's board, for each side.
#[derive(Debug, Default)]
struct Laid {
    components: OnceLock<Vec<Component>>,
    tables: [OnceLock<MoveTable>; 2],
    /// Tables that ignore where the piece may stand, for a piece that may not stand everywhere.
    free: [OnceLock<MoveTable>; 2],
    forms: [OnceLock<TableForm>; 2],
    alone: [OnceLock<SetPerCell>; 2],
    ranges: [OnceLock<CellSet>; 2],
    /// One for each origin.
    distances: [OnceLock<PerCell<OnceLock<Distances>>>; 2],
}

/// Walks with this thread's walker, which keeps its buffers from one call to the next.
fn with_walker<T>(walk: impl FnOnce(&mut Walker) -> T) -> T {
    thread_local! {
        static WALKER: RefCell<Walker> = RefCell::default();
    }
    WALKER.with_borrow_mut(walk)
}

/// Returns the results of some walks, and the work they took.
pub fn work_of<T>(walks: impl FnOnce() -> T) -> (T, u64) {
    let before = with_walker(|walker| walker.fuel.left());
    let found = walks();
    (found, before - with_walker(|walker| walker.fuel.left()))
}

impl Rules {
    /// Returns the rules of a variant, with no table laid yet.
    pub fn new(variant: Variant) -> Rules {
        let pieces = variant.kinds.iter().map(|_| Laid::default()).collect();
        let royals = variant
            .kind_ids()
            .filter(|kind| variant.kind(*kind).royal)
            .collect();
        Rules {
            variant,
            royals,
            pieces,
            free: Mutex::default(),
        }
    }

    /// Returns the movement that was given by these words, if there is one.
    pub fn find_movement(&self, words: &str) -> Option<Arc<FreeMovement>> {
        self.free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(words)
            .cloned()
    }

    /// Keeps a movement under the words that give it. If one is kept there already, returns that
    /// one.
    pub fn free_movement(&self, words: &str, movement: Sentence) -> Arc<FreeMovement> {
        let new = FreeMovement {
            words: words.to_string(),
            movement,
            laid: Laid::default(),
        };
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            free.entry(words.to_string())
                .or_insert_with(|| Arc::new(new)),
        )
    }

    /// Turns a movement to the left.
    ///
    /// # Errors
    ///
    /// Why it cannot be turned.
    pub fn turn(
        &self,
        whose: MovementOf<'_>,
        by: Eighths,
    ) -> Result<Arc<FreeMovement>, Unturnable> {
        let words = format!("turn_left({}, {})", self.words(whose), by.degrees());
        if let Some(known) = self.find_movement(&words) {
            return Ok(known);
        }
        let movement = turn_left(self.movement(whose), by, &|id| self.sentence(id))?;
        Ok(self.free_movement(&words, movement))
    }

    /// Returns the leaps of a movement.
    ///
    /// # Errors
    ///
    /// Why they cannot be named.
    pub fn leaps(&self, whose: MovementOf<'_>) -> Result<Vec<LeapKind>, NoLeaps> {
        leap_kinds(self.movement(whose), &|id| self.sentence(id))
    }

    fn sentence(&self, id: &str) -> Option<&Sentence> {
        self.variant
            .kind_named(id)
            .map(|id| &self.variant.kind(id).movement)
    }

    /// Returns the words by which an expression names a movement.
    pub fn words<'a>(&'a self, whose: MovementOf<'a>) -> &'a str {
        match whose {
            MovementOf::Kind(kind) => &self.variant.kind(kind).id,
            MovementOf::Free(free) => &free.words,
        }
    }

    pub(crate) fn movement<'a>(&'a self, whose: MovementOf<'a>) -> &'a Sentence {
        match whose {
            MovementOf::Kind(kind) => &self.variant.kind(kind).movement,
            MovementOf::Free(free) => &free.movement,
        }
    }

    fn laid_of<'a>(&'a self, whose: MovementOf<'a>) -> &'a Laid {
        match whose {
            MovementOf::Kind(kind) => &self.pieces[kind.index()],
            MovementOf::Free(free) => &free.laid,
        }
    }

    /// Whether all of a piece's moves go straight along lines, on any board.
    pub fn keeps_to_lines(&self, kind: KindId) -> bool {
        keeps_to_lines(self.components(MovementOf::Kind(kind)))
    }

    /// Returns a movement's table for one side. A piece's moves end only on cells where it may end
    /// them.
    #[inline]
    pub fn table<'a>(&'a self, whose: impl Into<MovementOf<'a>>, side: Side) -> &'a MoveTable {
        let whose = whose.into();
        self.laid_of(whose).tables[side as usize].get_or_init(|| match whose {
            MovementOf::Kind(kind) => {
                self.lay(whose, side, self.variant.ends_on(kind, side).as_ref())
            }
            MovementOf::Free(_) => self.lay(whose, side, None),
        })
    }

    /// Returns the table of a movement by itself, ignoring where the piece may stand.
    pub fn free_table<'a>(&'a self, whose: impl Into<MovementOf<'a>>, side: Side) -> &'a MoveTable {
        match whose.into() {
            MovementOf::Kind(kind) if self.variant.kind(kind).is_bound => {
                let lay = || self.lay(MovementOf::Kind(kind), side, None);
                self.pieces[kind.index()].free[side as usize].get_or_init(lay)
            }
            whose => self.table(whose, side),
        }
    }

    fn lay(&self, whose: MovementOf<'_>, side: Side, ends_on: Option<&CellSet>) -> MoveTable {
        let Variant { board, sets, .. } = &self.variant;
        let barriers = self.barriers(whose);
        lay(
            self.components(whose),
            Ground {
                board,
                sets,
                royals: &self.royals,
                barriers: &barriers,
                ends_on,
            },
            side,
        )
    }

    fn barriers(&self, whose: MovementOf<'_>) -> Vec<KindId> {
        let MovementOf::Kind(kind) = whose else {
            return Vec::new();
        };
        let deeds = self.variant.powers(kind);
        let barriers = deeds.filter_map(|deed| match deed {
            Deed::Barrier { kinds } => Some(kinds),
            _ => None,
        });
        barriers.flatten().copied().collect()
    }

    fn components<'a>(&'a self, whose: MovementOf<'a>) -> &'a [Component] {
        self.laid_of(whose)
            .components
            .get_or_init(|| lower(self.movement(whose), &|id| self.sentence(id)))
    }

    /// Compares what two movements do from every cell in every position, ignoring where their
    /// pieces may stand.
    pub fn compare(&self, first: MovementOf<'_>, second: MovementOf<'_>, side: Side) -> Comparison {
        self.compare_by(first, second, side, &mut Walker::default())
    }

    /// Like [`Rules::compare`], with a given walker. If the walker's fuel runs out, the result
    /// means nothing.
    pub fn compare_by(
        &self,
        first: MovementOf<'_>,
        second: MovementOf<'_>,
        side: Side,
        walker: &mut Walker,
    ) -> Comparison {
        let like_barriers = self.barriers(first) == self.barriers(second);
        if like_barriers && are_alike(self.components(first), self.components(second)) {
            return Comparison::Same;
        }
        let tables = [first, second].map(|whose| self.free_table(whose, side));
        let forms = [first, second].map(|whose| &self.laid_of(whose).forms[side as usize]);
        compare(tables, forms, &self.variant.board.all(), walker)
    }

    /// Whether the first movement plainly does all that the second does, in every position of any
    /// board on which both may stand everywhere. If not plainly, it may do so nevertheless.
    pub fn plainly_holds(&self, first: MovementOf<'_>, second: MovementOf<'_>) -> bool {
        has_parts_of(self.components(first), self.components(second))
    }

    /// Compares what a piece does from each of these cells with what it does by the rules of
    /// another variant of the same board. This takes into account where the piece may stand.
    pub fn compare_with(
        &self,
        other: &Rules,
        kind: KindId,
        side: Side,
        starts: &CellSet,
    ) -> Comparison {
        let tables = [self, other].map(|rules| rules.table(kind, side));
        compare(
            tables,
            [&OnceLock::new(), &OnceLock::new()],
            starts,
            &mut Walker::default(),
        )
    }

    /// Returns where a piece of this movement may go from each cell of the empty board, on which
    /// it captures nothing.
    pub fn alone<'a>(&'a self, whose: impl Into<MovementOf<'a>>, side: Side) -> &'a SetPerCell {
        let whose = whose.into();
        self.laid_of(whose).alone[side as usize]
            .get_or_init(|| with_walker(|walker| self.walk_alone(whose, side, walker)))
    }

    fn walk_alone(&self, whose: MovementOf<'_>, side: Side, walker: &mut Walker) -> SetPerCell {
        let (table, empty) = (self.table(whose, side), self.variant.empty_position());
        SetPerCell::from_fn(empty.len(), |from| walker.moves(table, &empty, from))
    }

    /// Computes [`Rules::alone`], on which range and distances rest, unless it is known already.
    /// Returns false if the walker's fuel ran out first.
    pub fn find_alone(&self, whose: MovementOf<'_>, side: Side, walker: &mut Walker) -> bool {
        let alone = &self.laid_of(whose).alone[side as usize];
        if alone.get().is_none() {
            let walked = self.walk_alone(whose, side, walker);
            if !walker.fuel.is_spent() {
                alone.get_or_init(|| walked);
            }
        }
        alone.get().is_some()
    }

    /// Whether a movement's table has been laid.
    pub fn is_laid(&self, whose: MovementOf<'_>, side: Side) -> bool {
        self.laid_of(whose).tables[side as usize].get().is_some()
    }

    /// Returns where a piece of this movement, which has moved before or not, may go from a cell
    /// in a position. What stands on that cell is ignored.
    pub fn reach<'a>(
        &'a self,
        whose: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
        position: &Position,
        has_moved: bool,
    ) -> Reach {
        let table = self.table(whose, side);
        with_walker(|walker| *walker.reach(table, position, from, has_moved))
    }

    /// Returns the cells on which a single piece may matter to a piece of this movement, in a
    /// position without other pieces.
    pub fn sight<'a>(
        &'a self,
        whose: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
        empty: &Position,
        has_moved: bool,
    ) -> CellSet {
        let table = self.table(whose, side);
        with_walker(|walker| walker.sight(table, empty, from, has_moved))
    }

    /// Returns the cells where an enemy piece would be taken, if one stood there and all else
    /// stayed.
    pub fn attacks<'a>(
        &'a self,
        whose: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
        position: &Position,
        has_moved: bool,
    ) -> CellSet {
        let table = self.table(whose, side);
        with_walker(|walker| walker.attacks(table, position, from, has_moved))
    }

    /// Returns the cells on which such a piece may stand, without those absent at first. A
    /// movement given by itself may stand on all of them.
    pub fn stands_on(&self, whose: MovementOf<'_>, side: Side) -> CellSet {
        match whose {
            MovementOf::Kind(kind) => {
                self.variant.stands_on(kind, side) - *self.variant.board.absent()
            }
            MovementOf::Free(_) => self.variant.board.all() - *self.variant.board.absent(),
        }
    }

    /// Returns the union of reach over every cell of the empty board on which such a piece may
    /// stand.
    pub fn range<'a>(&'a self, whose: impl Into<MovementOf<'a>>, side: Side) -> CellSet {
        let whose = whose.into();
        *self.laid_of(whose).ranges[side as usize]
            .get_or_init(|| self.alone(whose, side).union(&self.stands_on(whose, side)))
    }

    /// Returns the cells that such a piece comes to in any number of moves on the empty board, its
    /// own cell included.
    pub fn closure<'a>(
        &'a self,
        whose: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
    ) -> CellSet {
        let distances = self.distances(whose, side, from);
        distances
            .iter()
            .filter(|(_, moves)| moves.is_some())
            .map(|(cell, _)| cell)
            .collect()
    }

    /// Returns the number of moves that such a piece needs to each cell of the empty board; `None`
    /// where it never comes.
    pub fn distances<'a>(
        &'a self,
        whose: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
    ) -> &'a Distances {
        let whose = whose.into();
        let cells = self.variant.board.len();
        let by_origin = self.laid_of(whose).distances[side as usize]
            .get_or_init(|| PerCell::from_fn(cells, |_| OnceLock::new()));
        by_origin[from].get_or_init(|| distances(from, self.alone(whose, side)))
    }
}
