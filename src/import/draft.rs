//! What the readers of the formats find, and a variant's declaration made of it.
//!
//! Squares are counted from the lower left corner here; a [`VariantDraft`] knows what they are called in the
//! declaration.

use std::collections::BTreeMap;

use super::places::{ImportedBoard, NamedSets, Square, Squares};
use crate::book::form::{Fields, Layout, Value};
use crate::model::Side;
use crate::movement::Dialect;
use crate::text::{At, Excerpt, Span};
use crate::variant::decl::{GRID, PIECE, SETUP, VARIANT};
use crate::variant::rule;

/// A definition as a declaration, and what it says besides.
#[derive(Clone, Debug)]
pub struct ImportedVariant {
    /// It says what [`VARIANT`] asks for; remarks say what a person should know of a piece.
    pub(crate) decl: Fields,
    /// Where it comes from, for a comment at the top.
    pub(crate) origin: String,
    /// What the definition says and a variant cannot.
    pub leftovers: Vec<Leftover>,
}

impl ImportedVariant {
    /// Gives it a title, if it has none.
    pub fn entitle(&mut self, title: impl FnOnce() -> String) {
        if !self.decl.has("title") {
            let title = Excerpt::inexact(&title(), self.decl.span);
            self.decl.set("title", Some(Value::Text(title)));
        }
    }
}

/// A piece of the draft, by its place in the list.
pub(crate) type PieceIndex = usize;

#[derive(Clone, Debug)]
pub(crate) enum ImportedMovement {
    /// A string of Betza's notation.
    Betza { text: Excerpt, dialect: Dialect },
    /// Clauses of the movement language.
    Clauses(Vec<ImportedClause>),
    /// It never moves.
    Still,
}

/// A clause of the movement language, made of what a definition says.
#[derive(Clone, Debug)]
pub(crate) struct ImportedClause {
    pub text: String,
    /// The squares it may start from, if not from all, and what they are called behind the piece's id.
    pub from: Option<(Squares, &'static str)>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ImportedSetup {
    pub pieces: BTreeMap<Square, (Side, PieceIndex)>,
    /// Pieces beside the board, White's and Black's.
    pub reserve: BTreeMap<PieceIndex, [u32; 2]>,
}

/// How a piece stands still.
const STILL: &str = "step contiguous onto nowhere";

/// Lets a piece stand still.
pub(super) fn stop(piece: &mut Fields) {
    ["betza", "dialect"].into_iter().for_each(|key| piece.set(key, None));
    piece.set("movement", Some(Value::Text(Excerpt::inexact(STILL, piece.span))));
}

pub(super) fn is_still(piece: &Fields) -> bool {
    piece.str("movement") == STILL
}

/// A rule that says nothing yet.
pub(super) fn rule(kind: &'static rule::RuleKind, span: Span) -> Fields {
    Fields::of_kind(kind.name, kind.keys, span)
}

/// A declaration in the making: the pieces come before the rules that name them.
pub(super) struct VariantDraft<'b> {
    board: &'b ImportedBoard,
    sets: NamedSets<'b>,
    /// Where the definition stands: complaints of what is made here point there.
    span: Span,
    pub pieces: Vec<Fields>,
    pub rules: Vec<Fields>,
}

/// What a definition says, read to its end.
pub(super) struct FinishedDraft {
    pub head: Fields,
    pub sets: Vec<(At<String>, Value)>,
    pub pieces: Vec<Fields>,
    pub rules: Vec<Fields>,
    pub origin: String,
    pub leftovers: Vec<Leftover>,
}

impl FinishedDraft {
    pub(super) fn variant(self) -> ImportedVariant {
        let mut decl = self.head;
        if !self.sets.is_empty() {
            decl.set("sets", Some(Value::Named(self.sets, Layout::Lines)));
        }
        decl.set("piece", Some(Value::Tables(self.pieces)));
        decl.set("rule", Some(Value::Tables(self.rules)));
        ImportedVariant { decl, origin: self.origin, leftovers: self.leftovers }
    }
}

impl<'b> VariantDraft<'b> {
    pub(super) fn new(board: &'b ImportedBoard, span: Span) -> VariantDraft<'b> {
        let sets = NamedSets::new(board);
        VariantDraft { board, sets, span, pieces: Vec::new(), rules: Vec::new() }
    }

    fn at<T>(&self, value: T) -> At<T> {
        At { value, span: self.span }
    }

    fn text(&self, text: &str) -> Excerpt {
        Excerpt::inexact(text, self.span)
    }

    /// A piece that may stand everywhere and is not royal.
    pub(super) fn piece(&mut self, id: &str, letter: &str, movement: ImportedMovement) -> Fields {
        let mut piece = Fields::new(&PIECE, self.span).with_text("id", id).with_text("letter", letter);
        match movement {
            ImportedMovement::Betza { text, dialect } => {
                let piece = piece.with("betza", Value::Text(text));
                let usual = Dialect::default();
                if dialect == usual { piece } else { piece.with_text("dialect", dialect.name()) }
            }
            ImportedMovement::Clauses(clauses) => {
                let clause = |clause: ImportedClause| match clause.from {
                    Some((squares, name)) => {
                        format!("{} from {}", clause.text, self.sets.named(&squares, &format!("{id}-{name}")))
                    }
                    None => clause.text,
                };
                let sentence: Vec<String> = clauses.into_iter().map(clause).collect();
                piece.with_text("movement", &sentence.join("; "))
            }
            ImportedMovement::Still => {
                stop(&mut piece);
                piece
            }
        }
    }

    /// The description of the squares on which a piece may stand.
    pub(super) fn area(&mut self, id: &str, squares: &Squares) -> Value {
        let places = self.sets.described(squares, &format!("{id}-area"));
        Value::Text(self.text(&places))
    }

    pub(super) fn id(&self, kind: PieceIndex) -> &str {
        self.pieces[kind].str("id")
    }

    pub(super) fn ids(&self, kinds: &[PieceIndex]) -> Vec<String> {
        kinds.iter().map(|kind| self.id(*kind).to_string()).collect()
    }

    /// A rule that says nothing yet.
    pub(super) fn rule(&self, kind: &'static rule::RuleKind) -> Fields {
        rule(kind, self.span)
    }

    /// A rule about a piece on some squares; `None` if the board has none of them.
    pub(super) fn on_squares(
        &mut self,
        kind: &'static rule::RuleKind,
        piece: PieceIndex,
        squares: &Squares,
    ) -> Option<Fields> {
        if !self.sets.is_somewhere(squares) {
            return None;
        }
        let id = self.id(piece).to_string();
        let places = self.sets.described(squares, &format!("{id}-{}", kind.name));
        Some(self.rule(kind).with_text("piece", &id).with_text("cells", &places))
    }

    /// The pieces of a castling as the rule lists them.
    pub(super) fn movers(&self, pieces: &[(PieceIndex, Square, Square)]) -> Vec<String> {
        let name = |square: &Square| self.board.name(*square);
        pieces
            .iter()
            .map(|(kind, from, to)| format!("{} {} {}", self.id(*kind), name(from), name(to)))
            .collect()
    }

    /// The whole.
    pub(super) fn finish(
        self,
        title: Option<String>,
        origin: String,
        setup: &ImportedSetup,
        leftovers: Vec<Leftover>,
    ) -> FinishedDraft {
        let mut head = Fields::new(&VARIANT, self.span);
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            head = head.with_text("title", &title);
        }
        head.set("board", Some(Value::Table(self.grid())));
        head.set("setup", self.setup(setup).map(Value::Table));
        let sets = self.sets.decls(self.span);
        FinishedDraft { head, sets, pieces: self.pieces, rules: self.rules, origin, leftovers }
    }

    fn grid(&self) -> Fields {
        let ImportedBoard { files, ranks, first_rank, holes } = self.board;
        let fields = Fields::of_kind("grid", &GRID, self.span);
        let mut fields = fields.with_number("files", *files).with_number("ranks", *ranks);
        if *first_rank != 1 {
            fields = fields.with_number("first_rank", *first_rank);
        }
        if !holes.is_empty() {
            fields = fields.with_text("without", &self.board.runs(holes.iter().copied()));
        }
        fields
    }

    fn setup(&self, setup: &ImportedSetup) -> Option<Fields> {
        let [white, black] = Side::BOTH.map(|side| -> Army {
            let squares = |kind| {
                let pieces = setup.pieces.iter().filter(|(_, piece)| **piece == (side, kind));
                pieces.map(|(square, _)| *square).collect::<Vec<_>>()
            };
            let all = (0..self.pieces.len()).map(|kind| (kind, squares(kind)));
            all.filter(|(_, squares)| !squares.is_empty()).collect()
        });
        let reserve = &setup.reserve;
        if white.is_empty() && black.is_empty() && reserve.is_empty() {
            return None;
        }
        let decl = Fields::new(&SETUP, self.span);
        // Only a text for the whole position holds reserves that differ.
        if reserve.values().any(|[white, black]| white != black) {
            return Some(decl.with_text("fen", &self.placement(setup)));
        }
        let name = |kind: &PieceIndex| self.at(self.id(*kind).to_string());
        let standing = |army: &Army| {
            let cells = |squares: &Vec<Square>| self.text(&self.board.runs(squares.iter().copied()));
            let all = army.iter().map(|(kind, squares)| (name(kind), Value::Text(cells(squares))));
            Value::Named(all.collect(), Layout::Columns)
        };
        let symmetry = self.symmetry(&white, &black);
        let decl = symmetry.iter().fold(decl, |decl, symmetry| decl.with_text("symmetry", symmetry));
        let beside = |(kind, [count, _]): (&PieceIndex, &[u32; 2])| {
            (name(kind), Value::Number(self.at(i64::from(*count))))
        };
        let beside: Vec<(At<String>, Value)> = reserve.iter().map(beside).collect();
        let decl = match beside.is_empty() {
            true => decl,
            false => decl.with("reserve", Value::Named(beside, Layout::Braces)),
        };
        let decl = decl.with("white", standing(&white));
        Some(if symmetry.is_some() { decl } else { decl.with("black", standing(&black)) })
    }

    /// How White's pieces say where Black's stand, if they do.
    fn symmetry(&self, white: &Army, black: &Army) -> Option<&'static str> {
        let turned = |turn: fn(&ImportedBoard, Square) -> Square| -> Army {
            let all = white.iter().map(|(kind, squares)| {
                let mut squares: Vec<Square> =
                    squares.iter().map(|square| turn(self.board, *square)).collect();
                squares.sort();
                (*kind, squares)
            });
            all.collect()
        };
        let known =
            [("mirror", ImportedBoard::mirrored as fn(&_, _) -> _), ("rotate", ImportedBoard::rotated)];
        known.into_iter().find(|(_, turn)| turned(*turn) == *black).map(|(name, _)| name)
    }

    /// A setup in one text: rank by rank from above, with the pieces beside the board behind it in brackets.
    fn placement(&self, setup: &ImportedSetup) -> String {
        let ranks: Vec<String> = (0..self.board.ranks).rev().map(|rank| self.row(rank, setup)).collect();
        let hands = setup.reserve.iter().flat_map(|(kind, counts)| {
            Side::BOTH.map(|side| self.letter(side, *kind).repeat(counts[side as usize] as usize))
        });
        let hands: String = hands.collect();
        let hands = if hands.is_empty() { hands } else { format!("[{hands}]") };
        ranks.join("/") + &hands
    }

    fn row(&self, rank: u16, setup: &ImportedSetup) -> String {
        let (mut text, mut empties) = (String::new(), 0);
        for file in 0..self.board.files {
            let square = Square { file, rank };
            let what = match setup.pieces.get(&square) {
                Some((side, kind)) => self.letter(*side, *kind),
                None if self.board.holes.contains(&square) => "*".to_string(),
                None => {
                    empties += 1;
                    continue;
                }
            };
            if empties > 0 {
                text += &empties.to_string();
            }
            empties = 0;
            text += &what;
        }
        if empties > 0 { text + &empties.to_string() } else { text }
    }

    /// Capitals are White's; a letter of several characters stands in parentheses.
    fn letter(&self, side: Side, kind: PieceIndex) -> String {
        let letter = self.pieces[kind].str("letter");
        let letter = if side == Side::White { letter.to_uppercase() } else { letter.to_lowercase() };
        if letter.chars().count() == 1 { letter } else { format!("({letter})") }
    }
}

/// A side's pieces, in the order of the list: which, and on which squares.
type Army = Vec<(PieceIndex, Vec<Square>)>;

/// Something the source says that has no place in the variant.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The words of the source.
    pub text: String,
    pub(crate) span: Span,
    pub(crate) kind: LeftoverKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeftoverKind {
    /// How the source looks, or a help for the program that reads it.
    Looks,
    /// A rule; what it says, or why it could not be carried over.
    Rule(String),
    /// Nothing the format is known to have; the near miss.
    Unknown(Option<String>),
}
