//! What lists of cells state: where pieces stand, go, promote or castle to.

use super::{FrameReader, is_joint};
use crate::propose::fact::{BoundBy, ProposalKind};
use crate::propose::queries::{PiecePlace, SetupPieces, zone};
use crate::propose::role::Role;
use crate::propose::token::{ProseToken, ProseTokenKind};
use padma_rules::model::{Cell, KindId, Side};

impl FrameReader<'_> {
    pub(super) fn read_cells(&mut self, at: usize) -> usize {
        let mut end = self.cells_end(at);
        if self.used.contains(&at) {
            return end;
        }
        let before = self.before(at);
        let is = |role: Role| before.is_some_and(|before| self.tokens[before].has(role));
        let stands = is(Role::On);
        let on_piece = stands
            && before
                .and_then(|before| self.before(before))
                .is_some_and(|at| {
                    self.tokens[at].piece().is_some() || self.tokens[at].has(Role::It)
                });
        let is_number_next = self
            .tokens
            .get(end)
            .is_some_and(|next| next.number().is_some());
        let acts = matches!(self.verb, Some(Role::Reach | Role::Have | Role::Go));
        let in_apposition = before.is_some_and(|before| self.tokens[before].is_mark(","))
            && before.and_then(|at| self.before(at)).is_some_and(|at| {
                matches!(zone(&self.tokens[at]), Some(PiecePlace::Zone("middle")))
            });
        // "…; on c2, of c3": what is said goes on from another cell.
        let goes_on = stands
            && !self.has_subject
            && self.verb.is_none()
            && matches!(self.said, Some(Role::Reach | Role::Have | Role::Go))
            && !self.topic.pieces.is_empty()
            && !self.names_owner(at)
            && !self.tokens.get(at + 1).is_some_and(is_joint)
            && self.values_follow(at + 1);
        if goes_on {
            end = at + 1;
        }
        let cells: Vec<Cell> = self.tokens[at..end]
            .iter()
            .filter_map(ProseToken::cell)
            .collect();
        let is_place = is(Role::From)
            || goes_on
            || is(Role::Corner)
            || is(Role::Middle)
            || in_apposition
                && self.verb.is_none_or(|verb| verb != Role::Start)
                && self.verb_follows(end)
            || stands
                && (is_number_next && !on_piece || self.verb_follows(end) || acts && !on_piece)
            || is_number_next && stands
            || at == 0
            || self.has_role(at, Role::Put);
        if is_place {
            self.used.extend(at..end);
            self.topic.place = Some(PiecePlace::of_cells(&cells));
            self.bind(at);
            // "The Pawn on f4 may …": the next sentence may go on about it.
            if let (&[cell], true) = (&cells[..], on_piece) {
                self.topic.standing = Some(cell);
            }
            self.read_shown(at, &cells);
            return end;
        }
        self.read_stated_cells(at, end, &cells, on_piece);
        end
    }

    /// Speaks of the piece that the figure shows on a cell, if the clause names none: "The one on f4 may not".
    fn read_shown(&mut self, at: usize, cells: &[Cell]) {
        let names = |token: &ProseToken| token.piece().is_some();
        let start = self.clause_start(at);
        let acts = |token: &ProseToken| token.ends_clause() || token.verb().is_some();
        let end = self.tokens[at..].iter().position(acts);
        let subject = &self.tokens[start..end.map_or(self.tokens.len(), |far| at + far)];
        if let (&[cell], false) = (cells, self.queries.is_empty || subject.iter().any(names))
            && let Some(kind) = self.queries.kind_on(cell)
        {
            (self.topic.pieces, self.topic.standing) = (vec![kind], Some(cell));
            self.has_subject = true;
        }
    }

    /// Whether a side's pieces are meant that were named before: "White's Rooks on a1 and h1, Black's on a8 and h8".
    fn names_owner(&self, at: usize) -> bool {
        let lead = &self.tokens[at.saturating_sub(2)..at];
        lead.first().is_some_and(|owner| owner.word == "s")
    }

    /// Whether the clause goes on with numbers or cells.
    fn values_follow(&self, at: usize) -> bool {
        let mut clause = self.tokens[at..]
            .iter()
            .take_while(|token| !token.ends_clause());
        clause.any(|token| token.number().is_some() || token.cell().is_some())
    }

    /// Reads cells that are a fact.
    pub(super) fn read_stated_cells(
        &mut self,
        at: usize,
        end: usize,
        cells: &[Cell],
        on_piece: bool,
    ) {
        let verb = self.verb.or(self.said);
        let castles = self.castles(at);
        if self.topic.castling
            && !castles.is_empty()
            && matches!(
                verb,
                Some(Role::Reach | Role::Go | Role::Have | Role::Castle) | None
            )
        {
            return self.add(
                at..end,
                ProposalKind::Cells,
                castles,
                None,
                self.bound_by.clone(),
            );
        }
        match verb {
            Some(Role::Reach | Role::Go | Role::Have | Role::Capture | Role::Attack)
                if on_piece && !matches!(verb, Some(Role::Capture | Role::Attack)) =>
            {
                self.read_setup(at, end, on_piece);
            }
            Some(Role::Reach | Role::Go | Role::Have | Role::Capture | Role::Attack) => {
                self.read_target(at, end, cells)
            }
            Some(Role::Promote) => {
                let offers = self.promotions(self.topic.side);
                self.add(
                    at..end,
                    ProposalKind::Cells,
                    offers,
                    None,
                    self.bound_by.clone(),
                );
            }
            _ => self.read_setup(at, end, on_piece),
        }
    }

    /// Returns the end of the list of cells that begins at a token.
    pub(super) fn cells_end(&self, at: usize) -> usize {
        let mut end = at + 1;
        let is_from = self
            .before(at)
            .is_some_and(|before| self.tokens[before].has(Role::From));
        for (place, token) in self.tokens.iter().enumerate().skip(end) {
            let joins = token.is_mark(",-–")
                || is_joint(token)
                || token.word == "to" && !is_from
                || token.word == "with"
                    && self
                        .tokens
                        .get(place + 1)
                        .is_some_and(|next| next.cell().is_some());
            match token.cell() {
                Some(_) => end = place + 1,
                None if joins => {}
                None if self.names_next(place, end) => {}
                None => break,
            }
        }
        end
    }

    /// Whether a token is of the next item of a list of pieces on cells: "the Horse on e7 and the Chariot on h10".
    fn names_next(&self, at: usize, end: usize) -> bool {
        let starts = |at: usize| {
            let before = self
                .before(at)
                .filter(|before| self.tokens[*before].has(Role::On));
            before
                .and_then(|on| self.before(on))
                .is_some_and(|at| self.tokens[at].piece().is_some())
        };
        let acts = matches!(self.verb, Some(Role::Attack | Role::Capture));
        let is_item = |token: &ProseToken| {
            token.is_filler() || token.side().is_some() || token.has(Role::On) || is_joint(token)
        };
        let rest = &self.tokens[at..];
        let Some(next) = rest.iter().position(|token| token.cell().is_some()) else {
            return false;
        };
        let pieces = self.tokens[end..at + next]
            .iter()
            .filter(|token| token.piece().is_some());
        acts && starts(end - 1)
            && starts(at + next)
            && pieces.count() == 1
            && rest[..next]
                .iter()
                .all(|token| is_item(token) || token.piece().is_some())
    }

    /// Whether the clause goes on with what a piece does.
    pub(super) fn verb_follows(&self, at: usize) -> bool {
        let rest = self.tokens[at..].iter();
        let mut clause = rest.take_while(|token| !token.ends_clause());
        let acts = |token: &ProseToken| {
            matches!(
                token.verb(),
                Some(Role::Reach | Role::Attack | Role::Have | Role::Capture | Role::Go)
            ) && token.what == ProseTokenKind::Word
        };
        self.verb.is_none() && clause.any(acts)
    }

    /// Reads the cells to which a piece goes, or not.
    pub(super) fn read_target(&mut self, at: usize, end: usize, cells: &[Cell]) {
        let offers = self.reached();
        let word = &self.tokens[at].word;
        let bound_by = self.bound_by.clone();
        if self.is_negated {
            let denied = offers.iter().map(|offer| match cells.len() {
                1 => format!("not {word} in {offer}"),
                _ => format!("{} & {offer} = {{}}", self.queries.set_of(cells)),
            });
            let denied: Vec<String> = denied.collect();
            let start = (0..at)
                .rev()
                .find(|at| self.tokens[*at].has(Role::Not))
                .unwrap_or(at);
            return self.add(start..end, ProposalKind::Truth, denied, None, bound_by);
        }
        // "White's Queen goes to b4, and it is mate": the sentence describes a move.
        let tells = ["goes to", "moves to", "jumps to"];
        let is_story = self.queries.figure.is_some()
            && cells.len() == 1
            && (self.verb.is_none() || tells.iter().any(|word| self.has_word(at, word)));
        if is_story {
            return;
        }
        // "can reach d1" is true of one cell among others; "can only go to c5" lists all.
        let (can, only) = (self.has_word(at, "can"), self.has_word(at, "only"));
        let watches = self.tokens[self.clause_start(at)..at]
            .iter()
            .any(|token| token.has(Role::Watch));
        let is_labelled = offers.first().is_some_and(|first| !first.contains(','));
        let is_one = cells.len() == 1 && can && !is_labelled && self.verb == Some(Role::Reach);
        // What a piece looks at in a figure are the cells that matter there.
        let is_seen = cells.len() <= 2 && watches && is_labelled;
        if (is_one || is_seen) && !only {
            let said = match cells.len() {
                1 => word.clone(),
                _ => self.queries.set_of(cells),
            };
            let among = offers
                .iter()
                .take(1)
                .map(|offer| format!("{said} in {offer}"));
            let among = among.collect();
            // The number of a paragraph does not belong to it.
            let is_said = |at: &usize| self.tokens[*at].what == ProseTokenKind::Word;
            let start = (self.clause_start(at)..at).find(is_said).unwrap_or(at);
            return self.add(start..end, ProposalKind::Truth, among, None, bound_by);
        }
        self.add(at..end, ProposalKind::Cells, offers, None, bound_by);
    }

    /// Whether the clause has a word of a part before a place.
    fn has_role(&self, at: usize, role: Role) -> bool {
        self.tokens[self.clause_start(at)..at]
            .iter()
            .any(|token| token.has(role))
    }

    /// Whether the clause has a word before a place.
    pub(super) fn has_word(&self, at: usize, word: &str) -> bool {
        self.tokens[self.clause_start(at)..at]
            .iter()
            .any(|token| token.word == word)
    }

    pub(super) fn promotions(&self, side: Option<Side>) -> Vec<String> {
        let of = |kind: KindId| self.queries.promotion(kind, side);
        let said: Vec<String> = self.topic.pieces.iter().copied().filter_map(of).collect();
        match said.is_empty() && self.topic.pieces.is_empty() {
            // A zone of promotion is that of all that promote.
            true => self
                .queries
                .variant
                .kind_ids()
                .find_map(of)
                .into_iter()
                .collect(),
            false => said,
        }
    }

    /// Returns where castling leads the last piece that is named.
    pub(super) fn castles(&self, at: usize) -> Vec<String> {
        // "it is d1 for the King"
        let to = self.tokens.get(at + 1).filter(|next| next.has(Role::With));
        let owner = to
            .and_then(|_| self.after(at + 1))
            .and_then(|at| self.tokens[at].piece());
        let mut others = (0..at).rev().filter(|at| !self.owns(*at));
        let named = owner.or_else(|| others.find_map(|at| self.tokens[at].piece()));
        // "He lands on g1": the King castles.
        let is_he = self.tokens[..at].iter().any(|token| token.has(Role::Him));
        let named = named.or_else(|| self.queries.castling_king().filter(|_| is_he));
        let Some(kind) = named else {
            return Vec::new();
        };
        let start = self.clause_start(at);
        let side = self.tokens[start..at]
            .iter()
            .rev()
            .find_map(ProseToken::side)
            .or(self.topic.side);
        let is_far = self.is_far(at);
        self.queries.castles(kind, side, is_far)
    }

    /// Whether the longer castling was spoken of last before a place, or is in its clause.
    fn is_far(&self, at: usize) -> bool {
        let which = |token: &ProseToken| {
            let is_far = token.has(Role::Long) || token.has(Role::Other);
            (is_far || token.has(Role::Short)).then_some(is_far)
        };
        let earlier = self.tokens[..at].iter().rev().find_map(which);
        let later = self.tokens[at..]
            .iter()
            .take_while(|token| !token.ends_clause());
        earlier
            .or_else(|| {
                later
                    .filter(|token| !token.has(Role::Other))
                    .find_map(which)
            })
            .unwrap_or(false)
    }

    /// Reads the cells of both sides: "The Kings stand on e1 and e8". Returns whether they are.
    fn read_both_sides(&mut self, at: usize, end: usize) -> bool {
        let cells = (at..end).filter(|at| self.tokens[*at].cell().is_some());
        let (cells, kind) = (cells.collect::<Vec<_>>(), self.topic.pieces.last().copied());
        let (&[white, black], Some(kind), None) = (&cells[..], kind, self.topic.side) else {
            return false;
        };
        let meant = SetupPieces::Kind(kind);
        let is_one = |side: Side| self.queries.count_at_start(meant, Some(side)) == Some(1);
        let are_both = Side::ALL.into_iter().all(is_one);
        for (at, side) in [(white, None), (black, Some(Side::Black))] {
            let stands = self.queries.setup(kind, side);
            if are_both {
                let bound_by = self.bound_by.clone();
                self.add(
                    at..at + 1,
                    ProposalKind::Cells,
                    vec![stands],
                    None,
                    bound_by,
                );
            }
        }
        are_both
    }

    pub(super) fn read_setup(&mut self, at: usize, end: usize, on_piece: bool) {
        // "moved his Knight to c3"
        let is_goal = self
            .before(at)
            .is_some_and(|to| self.tokens[to].has(Role::To));
        if is_goal && self.verb.is_none() {
            return;
        }
        let follows = self.tokens.get(end);
        let is_closed = follows.is_none_or(|next| {
            matches!(next.what, ProseTokenKind::Mark(mark) if mark != ':')
                || is_joint(next)
                || next.has(Role::Clause)
                || next.has(Role::With)
        });
        if on_piece && self.verb.is_none() && !is_closed {
            self.topic.standing = self.tokens[at].cell();
            self.used.extend(at..end);
        }
        let is_said = self.topic.known == BoundBy::Sentence
            || self.topic.known == BoundBy::Earlier && self.verb == Some(Role::Start);
        if !is_said || self.verb.is_none() && !is_closed || self.is_negated {
            return;
        }
        let in_brackets = at > 0
            && self.tokens[at - 1].is_mark("(")
            && at > 1
            && self.tokens[at - 2].cell().is_some();
        let side = match in_brackets {
            true => Some(Side::Black),
            false => self.topic.side,
        };
        if self.read_both_sides(at, end) {
            return;
        }
        // The figure above that shows the position is asked first.
        let first = self.tokens[at].cell();
        let last = self.topic.pieces.last();
        let shown = last.and_then(|kind| self.queries.label(*kind, self.topic.side, first));
        let shown = shown.map(|label| format!("cell({label})"));
        let last = shown
            .into_iter()
            .chain(last.map(|kind| self.queries.setup(*kind, side)));
        self.add(
            at..end,
            ProposalKind::Cells,
            last.collect(),
            None,
            self.bound_by.clone(),
        );
    }
}
