//! Collects what the readers of the formats find, and makes a variant's declaration from it.
//!
//! Squares are counted from the lower left corner. A [`VariantDraft`] knows their names in the
//! declaration.

use std::collections::BTreeMap;

use super::places::{self, ImportedBoard, NamedSets, SYMMETRIES, Square, SquareTurn, Squares};
use padma_rules::model::{Board, Side};
use padma_rules::movement::{Dialect, is_reserved};
use padma_text::{At, Excerpt, Span, hyphenated};
use padma_variant::decl::{grid, piece, setup, top, turn};
use padma_variant::form::{Fields, Layout, Value};
use padma_variant::named::library;
use padma_variant::rule;

/// An imported definition as a declaration, and what could not be declared.
#[derive(Clone, Debug)]
pub struct ImportedVariant {
    /// The declaration, with the keys of [`top::KEYS`]. The remarks of its pieces are notes for
    /// readers.
    pub(crate) decl: Fields,
    /// The origin of the definition, for a comment at the top.
    pub(crate) origin: String,
    /// The parts of the definition that a variant cannot express.
    pub leftovers: Vec<Leftover>,
}

impl ImportedVariant {
    /// Sets a title unless it has one.
    pub fn set_default_title(&mut self, title: impl FnOnce() -> String) {
        if !self.decl.has(top::TITLE) {
            let title = Excerpt::inexact(&title(), self.decl.span);
            self.decl.set(top::TITLE, Some(Value::Text(title)));
        }
    }
}

/// A piece of the draft, by its index in the list.
pub(crate) type PieceIndex = usize;

pub(crate) enum ImportedMovement {
    /// A string of Betza notation; empty for a piece that never moves.
    Betza { text: Excerpt, dialect: Dialect },
    /// Clauses of the movement language.
    Clauses(Vec<ImportedClause>),
}

/// A clause of the movement language, made from the definition.
pub(crate) struct ImportedClause {
    pub text: String,
    /// The squares it may start from, if not all, and the suffix that names them after the
    /// piece's id.
    pub from: Option<(Squares, &'static str)>,
    /// Whether it also ends on these squares.
    pub within: bool,
}

#[derive(Default)]
pub(crate) struct ImportedSetup {
    pub pieces: BTreeMap<Square, (Side, PieceIndex)>,
    /// The number of pieces beside the board, White's and Black's.
    pub reserve: BTreeMap<PieceIndex, [u32; 2]>,
}

/// The movement of a piece that never moves.
const STILL: &str = "step contiguous onto nowhere";

/// Makes a piece immobile.
pub(crate) fn make_immobile(piece: &mut Fields) {
    [piece::BETZA, piece::DIALECT]
        .into_iter()
        .for_each(|key| piece.set(key, None));
    piece.set(
        piece::MOVEMENT,
        Some(Value::Text(Excerpt::inexact(STILL, piece.span))),
    );
}

/// The value of a key of a rule of the library.
#[derive(Clone, Copy)]
pub(crate) enum LawValue<'a> {
    Piece(PieceIndex),
    /// Pieces; the key is left out if there are none.
    Pieces(&'a [PieceIndex]),
    Number(u16),
    /// A word, or a description of cells.
    Text(&'a str),
}

/// A declaration in the making. Pieces must be added before the rules that name them.
pub(crate) struct VariantDraft {
    sets: NamedSets,
    /// The place of the definition, where complaints about the draft point.
    span: Span,
    origin: String,
    pub title: Option<String>,
    /// Whether all squares are light, as on the boards of xiangqi and shogi.
    pub is_plain: bool,
    pub setup: ImportedSetup,
    pub pieces: Vec<Fields>,
    pub rules: Vec<Fields>,
    /// Whether Black moves first.
    pub black_begins: bool,
    pub turns: Vec<Fields>,
    pub leftovers: Vec<Leftover>,
}

impl VariantDraft {
    pub(crate) fn new(board: ImportedBoard, span: Span, origin: String) -> VariantDraft {
        VariantDraft {
            sets: NamedSets::new(board),
            span,
            origin,
            title: None,
            is_plain: false,
            setup: ImportedSetup::default(),
            pieces: Vec::new(),
            rules: Vec::new(),
            black_begins: false,
            turns: Vec::new(),
            leftovers: Vec::new(),
        }
    }

    fn at<T>(&self, value: T) -> At<T> {
        At {
            value,
            span: self.span,
        }
    }

    fn text(&self, text: &str) -> Excerpt {
        Excerpt::inexact(text, self.span)
    }

    /// Returns an id as close to a name as possible: well formed, and not used by another piece.
    fn free_id(&self, name: &str) -> String {
        let mut id = hyphenated(name);
        if !id.starts_with(|c: char| c.is_ascii_lowercase()) {
            id = format!("piece-{id}").trim_end_matches('-').to_string();
        }
        if is_reserved(&id) || Board::is_name_shaped(&id) {
            id.push_str("-piece");
        }
        places::free_name(&id, |id| {
            self.pieces.iter().any(|piece| piece.str(piece::ID) == id)
        })
    }

    /// Returns a piece that may stand everywhere and is not royal. Its id is made from the name.
    pub(crate) fn piece(&mut self, name: &str, letter: &str, movement: ImportedMovement) -> Fields {
        let id = self.free_id(name);
        let mut piece = Fields::new(piece::KEYS, self.span)
            .with_text(piece::ID, &id)
            .with_text(piece::LETTER, letter);
        match movement {
            ImportedMovement::Betza { text, .. } if text.text().is_empty() => {
                make_immobile(&mut piece);
                piece
            }
            ImportedMovement::Betza { text, dialect } => {
                let piece = piece.with(piece::BETZA, Value::Text(text));
                let default = Dialect::default();
                if dialect == default {
                    piece
                } else {
                    piece.with_text(piece::DIALECT, dialect.name())
                }
            }
            ImportedMovement::Clauses(clauses) => {
                let clause = |clause: ImportedClause| match clause.from {
                    Some((squares, name)) => {
                        let set = self.sets.name_of_set(&squares, &format!("{id}-{name}"));
                        let onto = match clause.within {
                            true => format!(" onto {set}"),
                            false => String::new(),
                        };
                        format!("{}{onto} from {set}", clause.text)
                    }
                    None => clause.text,
                };
                let sentence: Vec<String> = clauses.into_iter().map(clause).collect();
                piece.with_text(piece::MOVEMENT, &sentence.join("; "))
            }
        }
    }

    /// Describes the squares on which a piece may stand.
    pub(crate) fn area(&mut self, piece: &Fields, squares: &Squares) -> Value {
        let places = self
            .sets
            .describe(squares, &format!("{}-area", piece.str(piece::ID)));
        Value::Text(self.text(&places))
    }

    pub(crate) fn id(&self, kind: PieceIndex) -> &str {
        self.pieces[kind].str(piece::ID)
    }

    pub(crate) fn ids(&self, kinds: &[PieceIndex]) -> Vec<String> {
        kinds
            .iter()
            .map(|kind| self.id(*kind).to_string())
            .collect()
    }

    /// Returns a rule of this kind without further keys.
    pub(crate) fn rule(&self, kind: &'static rule::RuleKind) -> Fields {
        Fields::of_kind(kind.name, kind.keys, self.span)
    }

    /// Lets a side, or both, pass instead of a move.
    pub(crate) fn allow_passing(&mut self, side: Option<Side>) {
        let turn = Fields::new(turn::KEYS, self.span);
        let turn = match side {
            Some(side) => turn.with_text(turn::SIDE, side.name()),
            None => turn,
        };
        self.turns.push(turn.with_flag(turn::PASS, true));
    }

    /// Adds a piece of nobody's, and returns its id.
    pub(crate) fn add_neutral(&mut self, name: &str, letter: &str) -> String {
        let id = self.free_id(name);
        let piece = Fields::new(piece::KEYS, self.span)
            .with_text(piece::ID, &id)
            .with_text(piece::LETTER, letter)
            .with_text(piece::SIDE, "nobody");
        self.pieces.push(piece);
        id
    }

    /// Whether the board lacks squares.
    pub(crate) fn has_holes(&self) -> bool {
        !self.sets.board.holes.is_empty()
    }

    /// Returns the name of the set of some squares.
    pub(crate) fn set(&mut self, squares: &Squares, name: &str) -> String {
        self.sets.name_of_set(squares, name)
    }

    /// Returns a rule of the library with the values of its keys. What is the default is left out.
    pub(crate) fn law(&self, name: &str, values: &[(&str, LawValue<'_>)]) -> Fields {
        let rule = library().iter().find(|rule| rule.name == name);
        let keys = rule.map_or(&[][..], |rule| &rule.keys);
        let fields = Fields::of_kind(name, keys, self.span);
        values.iter().fold(fields, |fields, (name, value)| {
            let key = keys.iter().find(|key| key.name == *name);
            debug_assert!(key.is_some(), "no key `{name}`");
            let (Some(key), Some(rule)) = (key, rule) else {
                return fields;
            };
            let (text, value) = match value {
                LawValue::Piece(kind) => (self.id(*kind).to_string(), None),
                LawValue::Text(text) => (text.to_string(), None),
                LawValue::Number(number) => {
                    let value = Value::Number(self.at(i64::from(*number)));
                    (number.to_string(), Some(value))
                }
                LawValue::Pieces([]) => return fields,
                LawValue::Pieces(kinds) => {
                    let ids = self.ids(kinds);
                    let texts = ids.iter().map(|id| self.text(id)).collect();
                    (ids.join(" "), Some(Value::Texts(texts, self.span)))
                }
            };
            if rule.default_of(name).as_deref() == Some(&text) {
                return fields;
            }
            let value = value.unwrap_or_else(|| Value::Text(self.text(&text)));
            fields.with(*key, value)
        })
    }

    /// Returns a rule about a piece on some squares; `None` if the board has none of them.
    pub(crate) fn rule_on_squares(
        &mut self,
        kind: &'static rule::RuleKind,
        piece: PieceIndex,
        squares: &Squares,
    ) -> Option<Fields> {
        if !self.sets.is_somewhere(squares) {
            return None;
        }
        let id = self.id(piece).to_string();
        let places = self.sets.describe(squares, &format!("{id}-{}", kind.name));
        Some(
            self.rule(kind)
                .with_text(rule::PIECE, &id)
                .with_text(rule::CELLS, &places),
        )
    }

    /// Describes some squares, if necessary by the name of a set.
    pub(crate) fn describe_squares(&mut self, squares: &Squares, name: &str) -> String {
        self.sets.describe(squares, name)
    }

    /// Lists the pieces of a castling in the form of the rule.
    pub(crate) fn movers(&self, pieces: &[(PieceIndex, Square, Square)]) -> Vec<String> {
        let name = |square: &Square| self.sets.board.name(*square);
        pieces
            .iter()
            .map(|(kind, from, to)| format!("{} {} {}", self.id(*kind), name(from), name(to)))
            .collect()
    }

    /// Completes the declaration.
    pub(crate) fn finish(self) -> ImportedVariant {
        let mut decl = Fields::new(top::KEYS, self.span);
        let title = self
            .title
            .as_deref()
            .filter(|title| !title.trim().is_empty());
        decl.set(top::TITLE, title.map(|title| Value::Text(self.text(title))));
        decl.set(top::BOARD, Some(Value::Table(self.grid())));
        decl.set(top::SETUP, self.setup().map(Value::Table));
        let is_still = |piece: &Fields| piece.str(piece::MOVEMENT) == STILL;
        let nowhere = self
            .pieces
            .iter()
            .any(is_still)
            .then(|| places::empty_set(self.span));
        let sets: Vec<_> = nowhere
            .into_iter()
            .chain(self.sets.decls(self.span))
            .collect();
        decl.set(
            top::SETS,
            (!sets.is_empty()).then_some(Value::Named(sets, Layout::Lines)),
        );
        decl.set(top::PIECE, Some(Value::Tables(self.pieces)));
        decl.set(top::RULE, Some(Value::Tables(self.rules)));
        let turns = (!self.turns.is_empty()).then_some(Value::Tables(self.turns));
        decl.set(top::TURN, turns);
        ImportedVariant {
            decl,
            origin: self.origin,
            leftovers: self.leftovers,
        }
    }

    fn grid(&self) -> Fields {
        let ImportedBoard {
            files,
            ranks,
            first_rank,
            holes,
        } = &self.sets.board;
        let fields = Fields::of_kind("grid", grid::KEYS, self.span);
        let mut fields = fields
            .with_number(grid::FILES, *files)
            .with_number(grid::RANKS, *ranks);
        if *first_rank != 1 {
            fields = fields.with_number(grid::FIRST_RANK, *first_rank);
        }
        if !holes.is_empty() {
            fields = fields.with_text(grid::WITHOUT, &self.sets.board.runs(holes.iter().copied()));
        }
        if self.is_plain {
            fields = fields.with_text(grid::SHADING, "plain");
        }
        fields
    }

    fn setup(&self) -> Option<Fields> {
        let (setup, board) = (&self.setup, &self.sets.board);
        let [white, black] = Side::BOTH.map(|side| -> Army {
            let squares = |kind| {
                let pieces = setup
                    .pieces
                    .iter()
                    .filter(|(_, piece)| **piece == (side, kind));
                pieces.map(|(square, _)| *square).collect::<Vec<_>>()
            };
            let all = (0..self.pieces.len()).map(|kind| (kind, squares(kind)));
            all.filter(|(_, squares)| !squares.is_empty()).collect()
        });
        let reserve = &setup.reserve;
        if white.is_empty() && black.is_empty() && reserve.is_empty() {
            return None;
        }
        let decl = Fields::new(setup::KEYS, self.span);
        // If the reserves differ, or if Black begins, only the text of a whole position can express them.
        let is_uneven = reserve.values().any(|[white, black]| white != black);
        if self.black_begins {
            let fen = format!("{} b", self.placement());
            return Some(decl.with_text(setup::FEN, &fen));
        }
        if is_uneven {
            return Some(decl.with_text(setup::FEN, &self.placement()));
        }
        let name = |kind: &PieceIndex| self.at(self.id(*kind).to_string());
        let standing = |army: &Army| {
            let cells = |squares: &Vec<Square>| self.text(&board.runs(squares.iter().copied()));
            let all = army
                .iter()
                .map(|(kind, squares)| (name(kind), Value::Text(cells(squares))));
            Value::Named(all.collect(), Layout::Columns)
        };
        let symmetry = self.symmetry(&white, &black);
        let decl = symmetry.iter().fold(decl, |decl, symmetry| {
            decl.with_text(setup::SYMMETRY, symmetry)
        });
        let beside = |(kind, [count, _]): (&PieceIndex, &[u32; 2])| {
            (name(kind), Value::Number(self.at(i64::from(*count))))
        };
        let beside: Vec<(At<String>, Value)> = reserve.iter().map(beside).collect();
        let decl = match beside.is_empty() {
            true => decl,
            false => decl.with(setup::RESERVE, Value::Named(beside, Layout::Braces)),
        };
        let decl = decl.with(setup::WHITE, standing(&white));
        Some(if symmetry.is_some() {
            decl
        } else {
            decl.with(setup::BLACK, standing(&black))
        })
    }

    /// Returns the symmetry by which White's pieces determine Black's, if there is one.
    fn symmetry(&self, white: &Army, black: &Army) -> Option<&'static str> {
        let turned = |turn: SquareTurn| -> Army {
            let all = white.iter().map(|(kind, squares)| {
                let mut squares: Vec<Square> = squares
                    .iter()
                    .map(|square| turn(&self.sets.board, *square))
                    .collect();
                squares.sort();
                (*kind, squares)
            });
            all.collect()
        };
        let fits =
            |(_, turn): &(_, Option<SquareTurn>)| turn.is_some_and(|turn| turned(turn) == *black);
        SYMMETRIES.into_iter().find(fits).map(|(name, _)| name)
    }

    /// Writes a setup as one text: rank by rank from the top, followed by the pieces beside the
    /// board in brackets.
    fn placement(&self) -> String {
        let board = &self.sets.board;
        let stands = |square: Square| match self.setup.pieces.get(&square) {
            Some((side, kind)) => Some(self.letter(*side, *kind)),
            None => board.holes.contains(&square).then(|| "*".to_string()),
        };
        let rows = places::placement(board.files, board.ranks, stands);
        let hands = self.setup.reserve.iter().flat_map(|(kind, counts)| {
            Side::BOTH.map(|side| {
                self.letter(side, *kind)
                    .repeat(counts[side as usize] as usize)
            })
        });
        let hands: String = hands.collect();
        let hands = if hands.is_empty() {
            hands
        } else {
            format!("[{hands}]")
        };
        rows + &hands
    }

    /// Writes a piece's letter, in upper case for White. A letter of several characters is put in
    /// parentheses.
    fn letter(&self, side: Side, kind: PieceIndex) -> String {
        let letter = self.pieces[kind].str(piece::LETTER);
        let letter = if side == Side::White {
            letter.to_uppercase()
        } else {
            letter.to_lowercase()
        };
        let is_marked = letter.starts_with('+') || letter.ends_with('~');
        if letter.chars().count() == 1 || is_marked {
            letter
        } else {
            format!("({letter})")
        }
    }
}

/// A side's pieces in list order, and the squares they are on.
type Army = Vec<(PieceIndex, Vec<Square>)>;

/// Something in the source that a variant cannot express.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The words of the source.
    pub text: String,
    pub(crate) span: Span,
    pub(crate) kind: LeftoverKind,
}

impl Leftover {
    /// Whether it concerns the appearance, or a setting of the program, and no rule.
    pub fn is_looks(&self) -> bool {
        self.kind == LeftoverKind::Looks
    }

    pub(crate) fn new(source: At<String>, kind: LeftoverKind) -> Leftover {
        Leftover {
            text: source.value,
            span: source.span,
            kind,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeftoverKind {
    /// The appearance of the source, or a setting of the program that reads it.
    Looks,
    /// A rule: what it says, or why it could not be carried over.
    Rule(&'static str),
    /// Something that the format is not known to have, and the nearest known word.
    Unknown(Option<String>),
}
