//! Fills the slots of a statement's expression: from its own words, from the sentence around them, from what was
//! spoken of before, and from the figure above. Knows no values.

use super::fact::BoundBy;
use super::frame::SentenceTopic;
use super::lexicon::Lexicon;
use super::pattern::ExpressionPart;
use super::queries::{PiecePlace, Queries, place_of_token};
use super::role::Role;
use super::slot::{FactSlot, HeldSlots, SlotContent};
use super::token::ProseToken;
use padma_expr::PlacedPiece;
use padma_rules::model::{Cell, KindId, Side};

/// Fills the slots of one statement.
pub(super) struct SlotFiller<'a> {
    /// What its words hold.
    held: &'a HeldSlots,
    /// The sentence before its words, and from them on.
    before: &'a [ProseToken],
    rest: &'a [ProseToken],
    queries: Queries<'a>,
    topic: &'a SentenceTopic,
    /// Where the last slot was found that its words do not hold.
    place: BoundBy,
}

impl<'a> SlotFiller<'a> {
    /// `first` is the first token of a sentence that the statement reads.
    pub(super) fn new(
        held: &'a HeldSlots,
        tokens: &'a [ProseToken],
        first: usize,
        queries: Queries<'a>,
        topic: &'a SentenceTopic,
    ) -> SlotFiller<'a> {
        let (before, rest) = tokens.split_at(first);
        SlotFiller {
            held,
            before,
            rest,
            queries,
            topic,
            place: BoundBy::Sentence,
        }
    }

    /// Returns the expression, and what binds it; `None` if the sentence does not say what fills a slot.
    pub(super) fn fill(mut self, parts: &[ExpressionPart]) -> Option<(String, BoundBy)> {
        let mut filled = String::new();
        for part in parts {
            filled += &match part {
                ExpressionPart::Text(text) => text.to_string(),
                ExpressionPart::Slot(slot) => match self.held.get(&slot.holder()) {
                    Some(content) => self.show(*slot, content)?,
                    None => self.find(*slot)?,
                },
            };
        }
        Some((filled, self.place))
    }

    /// Writes what the words of the statement hold.
    fn show(&self, slot: FactSlot, content: &SlotContent) -> Option<String> {
        let variant = self.queries.variant;
        Some(match content {
            SlotContent::Text(name) if slot == FactSlot::Set => {
                variant.sets.get(name)?;
                name.clone()
            }
            SlotContent::Text(text) => text.clone(),
            SlotContent::Piece(kind) => self.id(*kind),
            SlotContent::Pieces(kinds) if slot == FactSlot::Row => self.row_of_setup(kinds)?,
            SlotContent::Pieces(kinds) if slot == FactSlot::Orthodox => self.as_known(kinds)?,
            SlotContent::Pieces(kinds) => {
                let ids: Vec<String> = kinds.iter().map(|kind| self.id(*kind)).collect();
                ids.join(if slot == FactSlot::Union { " | " } else { " " })
            }
            SlotContent::Side(side) => side.name().to_string(),
        })
    }

    /// Finds what the words of the statement do not hold.
    fn find(&mut self, slot: FactSlot) -> Option<String> {
        Some(match slot {
            FactSlot::Subject | FactSlot::Promoting => {
                let kind = self.subject(slot)?;
                self.id(kind)
            }
            FactSlot::SpokenOf => self.id(*self.topic.pieces.last()?),
            FactSlot::Cell => {
                let named = self.before.iter().rev().find_map(ProseToken::cell)?;
                self.name(named)
            }
            FactSlot::Place => {
                let named = self.before.iter().rev().find_map(place_of_token);
                match named.or_else(|| self.topic.place.clone())? {
                    PiecePlace::Cell(cell) => self.queries.set_of(&[cell]),
                    PiecePlace::Cells(cells) => self.queries.set_of(&cells),
                    PiecePlace::Zone(zone) => zone.to_string(),
                }
            }
            // What is compared is compared on each cell of a part of the board.
            FactSlot::Quantifier => match self.here(self.before.iter().chain(self.rest)) {
                Some(PiecePlace::Zone(zone)) => format!("all c in {zone}: "),
                Some(PiecePlace::Cells(cells)) => {
                    format!("all c in {}: ", self.queries.set_of(&cells))
                }
                _ => String::new(),
            },
            FactSlot::Count => {
                let kind = self.held_or_named()?;
                let place = self.here(self.before.iter());
                self.queries.count_here(kind, place.as_ref())?
            }
            FactSlot::Reached => {
                let kind = self.shown_before().or_else(|| self.held_or_named())?;
                let place = self.here(self.before.iter());
                self.queries.reach_here(kind, place.as_ref())?
            }
            FactSlot::OtherCount => {
                let kind = self.other().or_else(|| self.named_before())?;
                // "more than the General on d1": its own place comes after it.
                let own = self.rest.iter().take_while(|token| !token.ends_clause());
                let place = own.clone().find_map(place_of_token);
                let place = place.or_else(|| self.here(self.before.iter()));
                self.queries.count_here(kind, place.as_ref())?
            }
            FactSlot::SideSpokenOf => self.side().name().to_string(),
            FactSlot::Figure => {
                self.place = BoundBy::Figure;
                self.queries.figure?.id.to_string()
            }
            FactSlot::ShortCastling => self.queries.castlings().first()?.to_string(),
            FactSlot::LongCastling => self.queries.castlings().get(1..)?.last()?.to_string(),
            FactSlot::CastlingWith => {
                let cell = self.cell_held()?;
                self.queries.castling_with(self.side(), cell)?.to_string()
            }
            FactSlot::Label => {
                let kind = self.acting()?;
                self.label(kind)?
            }
            FactSlot::OtherLabel => {
                let kind = self.other()?;
                self.label(kind)?
            }
            FactSlot::SpokenOfInFigure => {
                let kind = *self.topic.pieces.last()?;
                self.queries.stands(kind)?.0.to_string()
            }
            FactSlot::CellInFigure => {
                let (cell, _) = self.in_figure()?;
                cell.to_string()
            }
            FactSlot::Opponents => {
                let (_, side) = self.in_figure()?;
                side.other().name().to_string()
            }
            FactSlot::King => {
                let (_, side) = self.in_figure()?;
                self.queries.king_of(side.other())?.to_string()
            }
            FactSlot::Put => {
                let (kind, cell, side) = self.supposed()?;
                let emptied = self.queries.emptied(kind, side)?;
                let (piece, cell) = (self.id(kind), self.name(cell));
                format!("{} {piece} {cell}{emptied}", side.name())
            }
            FactSlot::Foes => self.supposed()?.2.other().name().to_string(),
            FactSlot::OtherCellInFigure => self.queries.stands(self.other()?)?.0.to_string(),
            _ => return None,
        })
    }

    /// Returns the side that the sentence names, or if it speaks of "his", the one that was spoken of.
    fn side(&self) -> Side {
        let mut all = self.before.iter().chain(self.rest);
        let named = all.clone().find_map(ProseToken::side);
        let goes_on = all.any(|token| token.has(Role::It));
        let spoken_of = self.topic.side.filter(|_| goes_on);
        named.or(spoken_of).unwrap_or(Side::White)
    }

    /// Returns a piece that is not on the cell named with it in the figure, and its side: the side that is named, or that has
    /// such a piece alone, or that is to move.
    fn supposed(&mut self) -> Option<(KindId, Cell, Side)> {
        let (kind, cell, figure) = (self.acting()?, self.cell_held()?, self.queries.figure?);
        let stands = |piece: &PlacedPiece| piece.cell == cell && piece.kind == kind;
        if figure.pieces.iter().any(stands) {
            return None;
        }
        self.place = BoundBy::Figure;
        let named = self
            .before
            .iter()
            .chain(self.rest)
            .find_map(ProseToken::side);
        let owner = self.queries.stands(kind).map(|(_, side)| side);
        let side = named.or(owner).or(figure.to_move).unwrap_or(Side::White);
        Some((kind, cell, side))
    }

    fn cell_held(&self) -> Option<Cell> {
        match self.held.get(&FactSlot::Cell) {
            Some(SlotContent::Text(name)) => self.queries.variant.board.cell(name),
            _ => None,
        }
    }

    /// Returns the piece that the sentence is about, or that promotes.
    fn subject(&mut self, slot: FactSlot) -> Option<KindId> {
        let variant = self.queries.variant;
        let promotes = slot == FactSlot::Promoting;
        let is_meant = |kind: &KindId| !promotes || variant.promotions(*kind).next().is_some();
        let is_subject = |at: &usize| {
            let lead = self.before[..*at].iter().rev();
            let mut lead = lead.filter(|token| !token.is_filler() || token.has(Role::Than));
            !lead
                .next()
                .is_some_and(|lead| lead.has(Role::Than) || lead.has(Role::With))
        };
        let begins = |token: &ProseToken| token.ends_clause() || token.has(Role::Clause);
        let clause = self.before.iter().rposition(begins).unwrap_or(0);
        let own = (clause..self.before.len()).filter(is_subject);
        let all = (0..self.before.len()).filter(is_subject);
        let mut named = own.chain(all);
        let named = named.find_map(|at| self.before[at].piece().filter(is_meant));
        if named.is_some() {
            return named;
        }
        let is_it = |token: &ProseToken| token.has(Role::It);
        // What a piece becomes is named after it.
        let names = |token: &ProseToken| token.piece().is_some();
        let later = self.rest.iter().position(names).unwrap_or(0);
        let mut lead = self
            .before
            .iter()
            .chain(&self.rest[..later.max(1).min(self.rest.len())]);
        if !promotes && !lead.any(is_it) {
            let later = self.rest.iter().find_map(ProseToken::piece);
            if later.is_some() {
                return later;
            }
        }
        let spoken_of = self.topic.pieces.last().copied().filter(is_meant)?;
        self.place = self.topic.known;
        Some(spoken_of)
    }

    /// Returns the piece named last in the clause of the statement, or first before it, or that was spoken of.
    fn named_before(&self) -> Option<KindId> {
        let begins = |token: &&ProseToken| {
            token.ends_clause() || token.is_mark(",") || token.has(Role::Clause)
        };
        let mut clause = self.before.iter().rev().take_while(|token| !begins(token));
        let own = clause.find_map(ProseToken::piece);
        let named = own.or_else(|| self.before.iter().find_map(ProseToken::piece));
        named.or(self.topic.pieces.last().copied())
    }

    /// Returns the piece that the figure shows on a cell of the sentence, if it names none before: "its comrade on g4".
    fn shown_before(&self) -> Option<KindId> {
        let names = |token: &ProseToken| token.piece().is_some();
        let cell = self.before.iter().rev().find_map(ProseToken::cell)?;
        self.queries
            .kind_on(cell)
            .filter(|_| !self.before.iter().any(names))
    }

    fn held_or_named(&self) -> Option<KindId> {
        match self.held.get(&FactSlot::Piece) {
            Some(SlotContent::Piece(kind)) => Some(*kind),
            _ => self.named_before(),
        }
    }

    /// Returns the piece that the statement names first, or the first named in its clause, or that was spoken of.
    fn acting(&self) -> Option<KindId> {
        if let Some(SlotContent::Piece(kind)) = self.held.get(&FactSlot::Piece) {
            return Some(*kind);
        }
        let clause = self
            .before
            .iter()
            .rev()
            .take_while(|token| !token.ends_clause() || token.is_mark(":"));
        let named = clause.filter_map(ProseToken::piece).last();
        let named = named.or_else(|| self.shown_before());
        named.or(self.topic.pieces.last().copied())
    }

    fn label(&mut self, kind: KindId) -> Option<String> {
        self.place = BoundBy::Figure;
        let cell = self.cell_held();
        let side = self.topic.side.filter(|_| cell.is_none());
        Some(self.queries.label(kind, side, cell)?.to_string())
    }

    fn other(&self) -> Option<KindId> {
        match self.held.get(&FactSlot::OtherPiece) {
            Some(SlotContent::Piece(kind)) => Some(*kind),
            _ => None,
        }
    }

    /// Returns where the figure shows the piece, and its side: on the cell that is named, or if there is only one.
    fn in_figure(&mut self) -> Option<(&'a str, Side)> {
        let kind = self.acting()?;
        self.place = BoundBy::Figure;
        match self.cell_held() {
            Some(cell) => self.queries.piece_on(cell),
            None => self.queries.stands(kind),
        }
    }

    /// Returns the first place that some tokens name, or that was spoken of.
    fn here(&self, mut tokens: impl Iterator<Item = &'a ProseToken>) -> Option<PiecePlace> {
        let named = tokens.find_map(place_of_token);
        named.or_else(|| self.topic.place.clone())
    }

    /// States that pieces stand on the first rank of a side in an order; `None` unless they fill it.
    fn row_of_setup(&self, kinds: &[KindId]) -> Option<String> {
        let board = &self.queries.variant.board;
        let mut tokens = self.before.iter().chain(self.rest);
        let side = tokens.find_map(ProseToken::side);
        let ranks = board.ranks();
        let rank = match side {
            Some(Side::Black) => ranks.last()?,
            _ => ranks.first()?,
        };
        let of_rank = |cell: &Cell| board.info(*cell).rank == Some(*rank);
        let cells: Vec<Cell> = board.cells().filter(of_rank).collect();
        if cells.len() != kinds.len() {
            return None;
        }
        let mut said: Vec<KindId> = kinds.to_vec();
        said.sort_unstable();
        said.dedup();
        let stands = said.iter().map(|kind| {
            let on = cells.iter().zip(kinds).filter(|(_, other)| *other == kind);
            let on: Vec<Cell> = on.map(|(cell, _)| *cell).collect();
            format!(
                "{} = {}",
                self.queries.setup(*kind, side),
                self.queries.set_of(&on)
            )
        });
        Some(stands.collect::<Vec<_>>().join(" and "))
    }

    /// States that each piece moves as every player knows.
    fn as_known(&self, kinds: &[KindId]) -> Option<String> {
        let known = |kind: &KindId| {
            let id = self.id(*kind);
            let movement = Lexicon::english().known_piece(&id)?;
            Some(format!("same({id}, says \"{movement}\")"))
        };
        let all: Vec<String> = kinds.iter().map(known).collect::<Option<_>>()?;
        Some(all.join(" and "))
    }

    fn id(&self, kind: KindId) -> String {
        self.queries.id(kind).to_string()
    }

    fn name(&self, cell: Cell) -> String {
        self.queries.variant.board.name(cell).to_string()
    }
}
