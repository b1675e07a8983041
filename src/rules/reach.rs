//! Reach, attacks, range, closure and distance, of a variant's pieces and of movements that belong
//! to no piece. Claims, diagrams and the command line ask for them here. This module knows nothing
//! of text.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::castle::Castle;
use crate::model::{
    Cell, CellSet, KindId, PerCell, Piece, Position, Power, SetPerCell, Side, Variant,
};
use crate::movement::leg::Component;
use crate::movement::{
    Eighths, LeapKind, NoLeaps, Sentence, Unturnable, leap_kinds, lower, turn_left,
};
use crate::moves::{
    AttackCache, Ground, TablePair, Walker, are_alike, distances, distinguish, has_parts_of,
    keeps_to_lines, lay, on_board,
};

pub use crate::moves::{Comparison, Reach};
pub use crate::moves::{MoveTable, Stop};

/// A variant with the move tables of its pieces. Each table is laid when it is first needed.
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
    piece_caches: Vec<MovementCache>,
    pub(crate) attacks: AttackCache,
    castles: OnceLock<Vec<Castle>>,
    /// The movements that belong to no piece, by the words that give them.
    free_movements: Mutex<BTreeMap<String, Arc<FreeMovement>>>,
}

/// A movement that belongs to no piece of the variant: given in words, or turned from another.
#[derive(Debug)]
pub struct FreeMovement {
    /// The words that give it.
    pub words: String,
    /// The movement itself.
    pub movement: Sentence,
    cache: MovementCache,
}

/// A piece's movement, or one that belongs to no piece.
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

/// The number of moves to each cell; `None` for a cell out of reach.
type Distances = PerCell<Option<u16>>;

/// What has been computed so far for a movement on the variant's board.
#[derive(Debug, Default)]
struct MovementCache {
    components: OnceLock<Vec<Component>>,
    tables: [OnceLock<MoveTable>; 2],
    /// The tables that ignore where the piece may stand, if it may not stand everywhere.
    free_tables: [OnceLock<MoveTable>; 2],
    alone: [OnceLock<SetPerCell>; 2],
    ranges: [OnceLock<CellSet>; 2],
    /// By origin.
    distances: [OnceLock<PerCell<OnceLock<Distances>>>; 2],
}

/// Calls a function with this thread's walker, whose buffers are reused from call to call.
fn with_walker<T>(walk: impl FnOnce(&mut Walker) -> T) -> T {
    thread_local! {
        static WALKER: RefCell<Walker> = RefCell::default();
    }
    WALKER.with_borrow_mut(walk)
}

/// Runs some walks and returns their result and the work they took.
pub fn measure_work<T>(walks: impl FnOnce() -> T) -> (T, u64) {
    let before = with_walker(|walker| walker.fuel.left());
    let result = walks();
    (result, before - with_walker(|walker| walker.fuel.left()))
}

impl Rules {
    /// Returns the rules of a variant, without any table yet.
    pub fn new(variant: Variant) -> Rules {
        let piece_caches = variant
            .kinds
            .iter()
            .map(|_| MovementCache::default())
            .collect();
        let royals = variant
            .kind_ids()
            .filter(|kind| variant.kind(*kind).royal)
            .collect();
        Rules {
            attacks: AttackCache::new(variant.kinds.len()),
            castles: OnceLock::new(),
            variant,
            royals,
            piece_caches,
            free_movements: Mutex::default(),
        }
    }

    /// Returns the castlings of the variant.
    pub(crate) fn castles(&self) -> &[Castle] {
        self.castles.get_or_init(|| Castle::all(&self.variant))
    }

    /// Returns the movement kept under these words, if there is one.
    pub fn find_movement(&self, words: &str) -> Option<Arc<FreeMovement>> {
        self.free_movements
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(words)
            .cloned()
    }

    /// Returns the movement kept under these words; if there is none, keeps and returns the given
    /// one.
    pub fn free_movement(&self, words: &str, movement: Sentence) -> Arc<FreeMovement> {
        let new = FreeMovement {
            words: words.to_string(),
            movement,
            cache: MovementCache::default(),
        };
        let mut free_movements = self
            .free_movements
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            free_movements
                .entry(words.to_string())
                .or_insert_with(|| Arc::new(new)),
        )
    }

    /// Returns a movement turned to the left.
    ///
    /// # Errors
    ///
    /// Why it cannot be turned.
    pub fn turn(
        &self,
        subject: MovementOf<'_>,
        by: Eighths,
    ) -> Result<Arc<FreeMovement>, Unturnable> {
        let words = format!("turn_left({}, {})", self.words(subject), by.degrees());
        if let Some(known) = self.find_movement(&words) {
            return Ok(known);
        }
        let movement = turn_left(self.movement(subject), by, &|id| self.sentence(id))?;
        Ok(self.free_movement(&words, movement))
    }

    /// Returns the leaps of a movement.
    ///
    /// # Errors
    ///
    /// Why they cannot be named.
    pub fn leaps(&self, subject: MovementOf<'_>) -> Result<Vec<LeapKind>, NoLeaps> {
        leap_kinds(self.movement(subject), &|id| self.sentence(id))
    }

    fn sentence(&self, id: &str) -> Option<&Sentence> {
        self.variant
            .kind_named(id)
            .map(|id| &self.variant.kind(id).movement)
    }

    /// Returns the id of a piece, or the words that give a movement without a piece.
    pub fn words<'a>(&'a self, subject: MovementOf<'a>) -> &'a str {
        match subject {
            MovementOf::Kind(kind) => &self.variant.kind(kind).id,
            MovementOf::Free(free) => &free.words,
        }
    }

    pub(crate) fn movement<'a>(&'a self, subject: MovementOf<'a>) -> &'a Sentence {
        match subject {
            MovementOf::Kind(kind) => &self.variant.kind(kind).movement,
            MovementOf::Free(free) => &free.movement,
        }
    }

    fn cache<'a>(&'a self, subject: MovementOf<'a>) -> &'a MovementCache {
        match subject {
            MovementOf::Kind(kind) => &self.piece_caches[kind.index()],
            MovementOf::Free(free) => &free.cache,
        }
    }

    /// Whether a piece has moves that follow no line: they can be many more than the cells of the
    /// board.
    pub fn has_bent_moves(&self, kind: KindId) -> bool {
        self.table(kind, Side::White).has_multi_legs()
    }

    /// Whether all of a piece's moves go straight along lines, on any board.
    pub fn keeps_to_lines(&self, kind: KindId) -> bool {
        keeps_to_lines(self.components(MovementOf::Kind(kind)))
    }

    /// Returns a movement's table for one side. A piece's table has only moves to cells where the
    /// piece may stop.
    #[inline]
    pub fn table<'a>(&'a self, subject: impl Into<MovementOf<'a>>, side: Side) -> &'a MoveTable {
        let subject = subject.into();
        self.cache(subject).tables[side as usize].get_or_init(|| match subject {
            MovementOf::Kind(kind) => {
                self.lay(subject, side, self.variant.ends_on(kind, side).as_ref())
            }
            MovementOf::Free(_) => self.lay(subject, side, None),
        })
    }

    /// Returns the table of a movement alone, ignoring where the piece may stand.
    pub fn free_table<'a>(
        &'a self,
        subject: impl Into<MovementOf<'a>>,
        side: Side,
    ) -> &'a MoveTable {
        match subject.into() {
            MovementOf::Kind(kind) if self.variant.kind(kind).is_bound => {
                let lay = || self.lay(MovementOf::Kind(kind), side, None);
                self.piece_caches[kind.index()].free_tables[side as usize].get_or_init(lay)
            }
            subject => self.table(subject, side),
        }
    }

    fn lay(&self, subject: MovementOf<'_>, side: Side, ends_on: Option<&CellSet>) -> MoveTable {
        let Variant { board, sets, .. } = &self.variant;
        let barriers = self.barriers(subject);
        lay(
            self.components(subject),
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

    fn barriers(&self, subject: MovementOf<'_>) -> Vec<KindId> {
        let MovementOf::Kind(kind) = subject else {
            return Vec::new();
        };
        let powers = self.variant.powers(kind);
        let barriers = powers.filter_map(|power| match power {
            Power::Barrier { kinds } => Some(kinds),
            _ => None,
        });
        barriers.flatten().copied().collect()
    }

    fn components<'a>(&'a self, subject: MovementOf<'a>) -> &'a [Component] {
        self.cache(subject).components.get_or_init(|| {
            let components = lower(self.movement(subject), &|id| self.sentence(id));
            // A leap along a direction goes over cells that a barrier may take away.
            match self.barriers(subject).is_empty() {
                true => on_board(components, &self.variant.board),
                false => components,
            }
        })
    }

    /// Compares two movements from every cell in every position, ignoring where their pieces may
    /// stand.
    pub fn compare(&self, first: MovementOf<'_>, second: MovementOf<'_>, side: Side) -> Comparison {
        self.compare_with_walker(first, second, side, &mut Walker::default())
    }

    /// Like [`Rules::compare`], with a given walker. If the walker's fuel runs out, the result
    /// means nothing.
    pub fn compare_with_walker(
        &self,
        first: MovementOf<'_>,
        second: MovementOf<'_>,
        side: Side,
        walker: &mut Walker,
    ) -> Comparison {
        let same_barriers = self.barriers(first) == self.barriers(second);
        if same_barriers && are_alike(self.components(first), self.components(second)) {
            return Comparison::Same;
        }
        let tables = [first, second].map(|subject| self.free_table(subject, side));
        let (all, empty) = (
            self.variant.board.all(),
            Position::empty(self.variant.board.len()),
        );
        let pair = TablePair {
            tables,
            starts: [&all; 2],
            empty: &empty,
        };
        distinguish(pair, walker)
    }

    /// Whether the first movement has every part of the second, and so does all that the second
    /// does on any board where both may stand everywhere. The converse need not be true.
    pub fn plainly_includes(&self, first: MovementOf<'_>, second: MovementOf<'_>) -> bool {
        has_parts_of(self.components(first), self.components(second))
    }

    /// Compares what a piece does with what it does under the rules of another variant on the same
    /// board. Takes into account where the piece may stand.
    pub fn compare_with_variant(&self, other: &Rules, kind: KindId, side: Side) -> Comparison {
        let both = [self, other];
        let [was, is] = both.map(|rules| rules.variant.stands_on(kind, side));
        let pair = TablePair {
            tables: both.map(|rules| rules.table(kind, side)),
            starts: [&was, &is],
            empty: &self.variant.empty_position(),
        };
        distinguish(pair, &mut Walker::default())
    }

    /// Returns the cells to which a piece of this movement may go from each cell of the empty
    /// board.
    pub fn alone<'a>(&'a self, subject: impl Into<MovementOf<'a>>, side: Side) -> &'a SetPerCell {
        let subject = subject.into();
        self.cache(subject).alone[side as usize]
            .get_or_init(|| with_walker(|walker| self.walk_alone(subject, side, walker)))
    }

    fn walk_alone(&self, subject: MovementOf<'_>, side: Side, walker: &mut Walker) -> SetPerCell {
        let (table, empty) = (self.table(subject, side), self.variant.empty_position());
        SetPerCell::from_fn(empty.len(), |from| walker.moves(table, &empty, from))
    }

    /// Computes [`Rules::alone`], which range and distances need, unless it is already known.
    /// Returns false if the walker's fuel runs out first.
    pub fn compute_alone(&self, subject: MovementOf<'_>, side: Side, walker: &mut Walker) -> bool {
        let alone = &self.cache(subject).alone[side as usize];
        if alone.get().is_none() {
            let walked = self.walk_alone(subject, side, walker);
            if !walker.fuel.is_spent() {
                alone.get_or_init(|| walked);
            }
        }
        alone.get().is_some()
    }

    /// Whether a movement's table has been laid.
    pub fn is_laid(&self, subject: MovementOf<'_>, side: Side) -> bool {
        self.cache(subject).tables[side as usize].get().is_some()
    }

    /// Returns where a piece of this movement may go from a cell in a position. Ignores what
    /// stands on that cell.
    pub fn reach<'a>(
        &'a self,
        subject: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
        position: &Position,
        has_moved: bool,
    ) -> Reach {
        let table = self.table(subject, side);
        with_walker(|walker| *walker.reach(table, position, from, has_moved))
    }

    /// Returns the cells where a single other piece may matter to a piece of this movement, in a
    /// position without pieces.
    pub fn sight<'a>(
        &'a self,
        subject: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
        empty: &Position,
        has_moved: bool,
    ) -> CellSet {
        let table = self.table(subject, side);
        with_walker(|walker| walker.sight(table, empty, from, has_moved))
    }

    /// Returns the cells where an enemy piece, put there in the same position, could be captured.
    pub fn attacks<'a>(
        &'a self,
        subject: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
        position: &Position,
        has_moved: bool,
    ) -> CellSet {
        let table = self.table(subject, side);
        with_walker(|walker| walker.attacks(table, position, from, has_moved))
    }

    /// Whether such a piece can go over others: from some cell it gets to one that it does not touch,
    /// while pieces of one side stand on all cells between and around.
    pub fn jumps<'a>(&'a self, subject: impl Into<MovementOf<'a>>, side: Side) -> bool {
        let (subject, board) = (subject.into(), &self.variant.board);
        let all = board.all() - *board.absent();
        let someone = |side: Side| Some(Piece { side, kind: None });
        let crowded = |side: Side| {
            let mut position = self.variant.empty_position();
            all.iter()
                .for_each(|cell| position.put(cell, someone(side)));
            position
        };
        let mut crowds = Side::BOTH.map(|side| (side, crowded(side)));
        let reaches = |from, to, position: &Position| {
            self.reach(subject, side, from, position, true)
                .cells()
                .contains(to)
        };
        self.stands_on(subject, side).iter().any(|from| {
            let near = board.contacts(from).iter().map(|(cell, _)| *cell);
            let far = all - near.chain([from]).collect();
            crowds.iter_mut().any(|(crowd, position)| {
                far.iter().any(|to| {
                    let mut gets_there = |target| {
                        position.put(to, target);
                        reaches(from, to, position)
                    };
                    let jumps = gets_there(None) || gets_there(someone(side.other()));
                    position.put(to, someone(*crowd));
                    jumps
                })
            })
        })
    }

    /// Returns the cells on which such a piece may stand, without those absent at the start. A
    /// movement that belongs to no piece may stand on all of them.
    pub fn stands_on(&self, subject: MovementOf<'_>, side: Side) -> CellSet {
        match subject {
            MovementOf::Kind(kind) => {
                self.variant.stands_on(kind, side) - *self.variant.board.absent()
            }
            MovementOf::Free(_) => self.variant.board.all() - *self.variant.board.absent(),
        }
    }

    /// Returns the union of reach over every cell of the empty board on which such a piece may
    /// stand.
    pub fn range<'a>(&'a self, subject: impl Into<MovementOf<'a>>, side: Side) -> CellSet {
        let subject = subject.into();
        *self.cache(subject).ranges[side as usize].get_or_init(|| {
            self.alone(subject, side)
                .union(&self.stands_on(subject, side))
        })
    }

    /// Returns the cells that such a piece can reach in any number of moves on the empty board,
    /// its own cell included.
    pub fn closure<'a>(
        &'a self,
        subject: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
    ) -> CellSet {
        let distances = self.distances(subject, side, from);
        distances
            .iter()
            .filter(|(_, moves)| moves.is_some())
            .map(|(cell, _)| cell)
            .collect()
    }

    /// Returns the number of moves that such a piece needs to each cell of the empty board; `None`
    /// for a cell that it cannot reach.
    pub fn distances<'a>(
        &'a self,
        subject: impl Into<MovementOf<'a>>,
        side: Side,
        from: Cell,
    ) -> &'a Distances {
        let subject = subject.into();
        let cells = self.variant.board.len();
        let by_origin = self.cache(subject).distances[side as usize]
            .get_or_init(|| PerCell::from_fn(cells, |_| OnceLock::new()));
        by_origin[from].get_or_init(|| distances(from, self.alone(subject, side)))
    }
}
