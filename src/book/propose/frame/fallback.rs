//! Numbers and cells that the order of the words does not bind: the piece and the place named nearest bind them.

use super::{BEFORE_OTHERS, FrameReader};
use crate::claim::are_apart;
use crate::propose::fact::ProposalKind;
use crate::propose::queries::{PiecePlace, place_at};
use crate::propose::role::Role;
use padma_rules::model::KindId;

/// A piece, and the token that names it in the sentence.
type NearestPiece = (KindId, Vec<usize>);

impl FrameReader<'_> {
    /// Reads the numbers and cells of the sentence that nothing else has read.
    pub(super) fn fall_back(&mut self) {
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            let end = match token.cell() {
                Some(_) => self.cells_end(at),
                None => at + 1,
            };
            let is_read = self.used.contains(&at)
                || self
                    .readings
                    .iter()
                    .any(|it| !are_apart(&it.range, &token.range));
            match (self.nearest_piece(at), token.number()) {
                _ if is_read || self.topic.castling => {}
                (Some(piece), Some(number)) if number > 1 => self.fall_back_on_count(at, piece),
                (Some(piece), None) if token.cell().is_some() => {
                    self.fall_back_on_cells(at, end, piece)
                }
                _ => {}
            }
            at = end;
        }
    }

    fn fall_back_on_count(&mut self, at: usize, (kind, named): NearestPiece) {
        let Some((noun, Some(Role::Cell | Role::Move))) = self.noun(at) else {
            return;
        };
        let verb = self.verb.or(self.said);
        let place = self.nearest_place(at, at + 1);
        let is_shown = self.queries.label(kind, None, None).is_some();
        // "moves two squares": how far, not how many.
        let is_far = matches!(verb, Some(Role::Go | Role::Capture));
        if is_far || place.is_none() && !is_shown && self.bound.is_none() {
            return;
        }
        let verb = verb.filter(|verb| *verb == Role::Attack);
        let (place, bound) = (place.as_ref(), self.bound);
        let counts = self.queries.count_reached(verb, kind, None, place, bound);
        self.add(
            at..at + 1,
            ProposalKind::Number,
            counts,
            None,
            [named, vec![noun]].concat(),
        );
    }

    fn fall_back_on_cells(&mut self, at: usize, end: usize, (kind, named): NearestPiece) {
        let verb = self.verb.or(self.said);
        let acts = matches!(
            verb,
            Some(Role::Reach | Role::Go | Role::Have | Role::Attack | Role::Capture)
        );
        let clause = &self.tokens[self.clause_start(at)..at];
        if !acts || clause.iter().any(|token| token.has(Role::Not)) {
            return;
        }
        let place = self.nearest_place(at, end);
        let reached = self.queries.reached(verb, kind, None, place.as_ref());
        self.add(at..end, ProposalKind::Cells, reached, None, named);
    }

    /// Returns the piece named last before a place, or that is spoken of, or that is named first after it.
    fn nearest_piece(&self, at: usize) -> Option<NearestPiece> {
        let is_other = |place: usize| {
            let lead = self.before(place).map(|lead| &self.tokens[lead]);
            let follows = lead.is_some_and(|lead| BEFORE_OTHERS.iter().any(|role| lead.has(*role)));
            follows || self.others.contains(&place)
        };
        let named = |place: usize| Some((self.tokens[place].piece()?, vec![place]));
        let mut before = (0..at).rev().filter(|place| !is_other(*place));
        let speaks = self.tokens[..at].iter().any(|token| token.has(Role::Him));
        let spoken_of = self.before_it.last().filter(|_| speaks);
        let spoken_of = spoken_of.map(|kind| (*kind, Vec::new()));
        let later = || (at..self.tokens.len()).find_map(named);
        before.find_map(named).or(spoken_of).or_else(later)
    }

    /// Returns the place named nearest before some tokens, or after them.
    fn nearest_place(&self, at: usize, end: usize) -> Option<PiecePlace> {
        let named = |place: usize| place_at(self.tokens, place);
        let standing = self.topic.standing.map(PiecePlace::Cell);
        let earlier = (0..at).rev().find_map(named);
        let later = || (end..self.tokens.len()).find_map(named);
        earlier.or_else(later).or(standing)
    }
}
