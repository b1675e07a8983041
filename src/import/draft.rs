//! What the readers of the formats find, and a variant's declaration made of it.
//!
//! Squares are counted from the lower left corner here; a [`Draft`] knows what they are called in the declaration.

use std::collections::BTreeMap;

use super::places::{ImportedBoard, Sets, Square, Squares};
use crate::model::Side;
use crate::movement::Dialect;
use crate::text::{At, Excerpt, Span};
use crate::variant::decl::{BlackMen, BoardDecl, MovementDecl, PieceDecl, SetupDecl, SetupMen, VariantDecl};
use crate::variant::form::Fields;
use crate::variant::rule::{self, RuleDecl};

/// A definition as a declaration, and what it says besides.
#[derive(Clone, Debug)]
pub struct ImportedVariant {
    pub decl: VariantDecl,
    /// Where it comes from, for a comment at the top.
    pub origin: String,
    /// What a person should know of each piece, each in a line.
    pub remarks: Vec<Vec<String>>,
    pub leftovers: Vec<Leftover>,
}

/// A piece of the draft, by its place in the list.
pub type Kind = usize;

#[derive(Clone, Debug)]
pub enum ImportedMovement {
    /// A string of Betza's notation.
    Betza { text: Excerpt, dialect: Dialect },
    /// Clauses of the movement language.
    Clauses(Vec<Clause>),
    /// It never moves.
    Still,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub text: String,
    /// The squares it may start from, if not from all, and what they are called behind the piece's id.
    pub from: Option<(Squares, &'static str)>,
}

#[derive(Clone, Debug, Default)]
pub struct ImportedSetup {
    pub men: BTreeMap<Square, (Side, Kind)>,
    /// Pieces beside the board, White's and Black's.
    pub reserve: BTreeMap<Kind, [u32; 2]>,
}

/// How a piece stands still.
const STILL: &str = "step contiguous onto nowhere";

pub(super) fn still(span: Span) -> MovementDecl {
    MovementDecl::Sentence(Excerpt::inexact(STILL, span))
}

pub(super) fn is_still(piece: &PieceDecl) -> bool {
    matches!(&piece.movement, MovementDecl::Sentence(text) if text.text() == STILL)
}

/// A declaration in the making: the pieces come before the rules that name them.
pub(super) struct Draft<'b> {
    board: &'b ImportedBoard,
    sets: Sets<'b>,
    /// Where the definition stands: complaints of what is made here point there.
    span: Span,
    pub pieces: Vec<PieceDecl>,
    pub remarks: Vec<Vec<String>>,
    pub rules: Vec<RuleDecl>,
}

impl<'b> Draft<'b> {
    pub(super) fn new(board: &'b ImportedBoard, span: Span) -> Draft<'b> {
        let sets = Sets::new(board);
        Draft { board, sets, span, pieces: Vec::new(), remarks: Vec::new(), rules: Vec::new() }
    }

    fn at<T>(&self, value: T) -> At<T> {
        At { value, span: self.span }
    }

    fn text(&self, text: &str) -> Excerpt {
        Excerpt::inexact(text, self.span)
    }

    /// A piece that may stand everywhere and is not royal.
    pub(super) fn piece(&mut self, id: &str, letter: &str, movement: ImportedMovement) -> PieceDecl {
        PieceDecl {
            id: self.at(id.to_string()),
            name: None,
            letter: Some(self.at(letter.to_string())),
            picture: None,
            movement: self.movement(id, movement),
            stands_on: None,
            royal: false,
            checkers: Vec::new(),
            inventor: None,
        }
    }

    fn movement(&mut self, id: &str, movement: ImportedMovement) -> MovementDecl {
        match movement {
            ImportedMovement::Betza { text, dialect } => {
                let named = (dialect != Dialect::default()).then(|| self.at(dialect.name().to_string()));
                MovementDecl::Betza { text, dialect: named }
            }
            ImportedMovement::Clauses(clauses) => {
                let clause = |clause: Clause| match clause.from {
                    Some((squares, name)) => {
                        format!("{} from {}", clause.text, self.sets.named(&squares, &format!("{id}-{name}")))
                    }
                    None => clause.text,
                };
                let sentence: Vec<String> = clauses.into_iter().map(clause).collect();
                MovementDecl::Sentence(self.text(&sentence.join("; ")))
            }
            ImportedMovement::Still => still(self.span),
        }
    }

    /// The description of the squares on which a piece may stand.
    pub(super) fn area(&mut self, id: &str, squares: &Squares) -> Excerpt {
        let places = self.sets.described(squares, &format!("{id}-area"));
        self.text(&places)
    }

    pub(super) fn id(&self, kind: Kind) -> &str {
        &self.pieces[kind].id.value
    }

    pub(super) fn ids(&self, kinds: &[Kind]) -> Vec<String> {
        kinds.iter().map(|kind| self.id(*kind).to_string()).collect()
    }

    /// A rule that says nothing yet.
    pub(super) fn rule(&self, kind: &'static rule::Kind) -> RuleDecl {
        RuleDecl::new(kind, self.span)
    }

    /// A rule about a piece on some squares; `None` if the board has none of them.
    pub(super) fn on_squares(
        &mut self,
        kind: &'static rule::Kind,
        piece: Kind,
        squares: &Squares,
    ) -> Option<RuleDecl> {
        if !self.sets.is_somewhere(squares) {
            return None;
        }
        let id = self.id(piece).to_string();
        let places = self.sets.described(squares, &format!("{id}-{}", kind.name));
        Some(self.rule(kind).text("piece", &id).text("cells", &places))
    }

    /// The pieces of a castling as the rule lists them.
    pub(super) fn movers(&self, men: &[(Kind, Square, Square)]) -> Vec<String> {
        let name = |square: &Square| self.board.name(*square);
        men.iter().map(|(kind, from, to)| format!("{} {} {}", self.id(*kind), name(from), name(to))).collect()
    }

    /// The whole.
    pub(super) fn finish(
        self,
        title: Option<String>,
        origin: String,
        setup: &ImportedSetup,
        leftovers: Vec<Leftover>,
    ) -> ImportedVariant {
        let decl = VariantDecl {
            title: title.filter(|title| !title.trim().is_empty()),
            board: Some(BoardDecl { kind: "grid", fields: self.grid() }),
            sets: self.sets.decls(self.span),
            setup: self.setup(setup),
            pieces: self.pieces,
            rules: self.rules,
            ..VariantDecl::default()
        };
        ImportedVariant { decl, origin, remarks: self.remarks, leftovers }
    }

    fn grid(&self) -> Fields {
        let ImportedBoard { files, ranks, first_rank, holes } = self.board;
        let count = |number: u16| self.at(i64::from(number));
        let mut fields =
            Fields::new(self.span).with_number("files", count(*files)).with_number("ranks", count(*ranks));
        if *first_rank != 1 {
            fields = fields.with_number("first_rank", self.at(i64::from(*first_rank)));
        }
        if !holes.is_empty() {
            fields = fields.with_text("without", &self.board.runs(holes.iter().copied()));
        }
        fields
    }

    fn setup(&self, setup: &ImportedSetup) -> Option<SetupDecl> {
        let [white, black] = Side::BOTH.map(|side| -> Army {
            let squares = |kind| {
                let men = setup.men.iter().filter(|(_, man)| **man == (side, kind));
                men.map(|(square, _)| *square).collect::<Vec<_>>()
            };
            let all = (0..self.pieces.len()).map(|kind| (kind, squares(kind)));
            all.filter(|(_, squares)| !squares.is_empty()).collect()
        });
        let reserve = &setup.reserve;
        if white.is_empty() && black.is_empty() && reserve.is_empty() {
            return None;
        }
        // Only a text for the whole position holds reserves that differ.
        if reserve.values().any(|[white, black]| white != black) {
            let men = SetupMen::Fen(self.text(&self.placement(setup)));
            return Some(SetupDecl { span: self.span, men, reserve: Vec::new() });
        }
        let named = |(kind, squares): &(Kind, Vec<Square>)| {
            let squares = self.board.runs(squares.iter().copied());
            (self.at(self.id(*kind).to_string()), self.text(&squares))
        };
        let black = match self.symmetry(&white, &black) {
            Some(symmetry) => BlackMen::Alike(self.at(symmetry.to_string())),
            None => BlackMen::Listed(black.iter().map(named).collect()),
        };
        let men = SetupMen::Listed { white: white.iter().map(named).collect(), black };
        let beside = |(kind, [count, _]): (&Kind, &[u32; 2])| {
            (self.at(self.id(*kind).to_string()), self.at(i64::from(*count)))
        };
        Some(SetupDecl { span: self.span, men, reserve: reserve.iter().map(beside).collect() })
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
            let what = match setup.men.get(&square) {
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
    fn letter(&self, side: Side, kind: Kind) -> String {
        let letter = self.pieces[kind].letter.as_ref().map_or("", |letter| &letter.value);
        let letter = if side == Side::White { letter.to_uppercase() } else { letter.to_lowercase() };
        if letter.chars().count() == 1 { letter } else { format!("({letter})") }
    }
}

/// A side's pieces, in the order of the list: which, and on which squares.
type Army = Vec<(Kind, Vec<Square>)>;

/// Something the source says that has no place in the variant.
#[derive(Clone, Debug)]
pub struct Leftover {
    /// The words of the source.
    pub text: String,
    pub span: Span,
    pub kind: LeftoverKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftoverKind {
    /// How the source looks, or a help for the program that reads it.
    Looks,
    /// A rule; what it says, or why it could not be carried over.
    Rule(String),
    /// Nothing the format is known to have; the near miss.
    Unknown(Option<String>),
}
