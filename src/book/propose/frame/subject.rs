//! What a clause is about: its piece, its side, its verb and its place.

use super::{BEFORE_OTHERS, FrameReader, is_joint};
use crate::propose::fact::{BoundBy, ProposalKind};
use crate::propose::queries::zone;
use crate::propose::role::Role;
use crate::propose::token::{ProseToken, ProseTokenKind};
use padma_rules::model::{KindId, Side};

impl FrameReader<'_> {
    pub(super) fn read_word(&mut self, at: usize) {
        let token = &self.tokens[at];
        if let Some(side) = token.side() {
            self.topic.side = Some(side);
            return self.bind(at);
        }
        if self.read_lines(at) {
            return;
        }
        if token.has(Role::AtMost) || token.has(Role::AtLeast) {
            self.bound = Some(token.roles[0]);
            return self.bind(at);
        }
        if let Some(bound) = self.denied_bound(at) {
            self.bound = Some(bound);
            return self.bind(at);
        }
        if let Some(place) = zone(token) {
            self.topic.place = Some(place);
            return self.bind(at);
        }
        self.is_negated |= token.has(Role::Not);
        if token.has(Role::Within) && !token.has(Role::On) {
            self.is_inner = true;
            if self.has_subject && self.main.is_none() {
                self.main = Some((self.topic.pieces.clone(), self.topic.side));
            }
            (self.verb, self.has_subject) = (None, token.has(Role::Relative));
            if token.has(Role::Relative) {
                self.relate(at);
            }
        }
        if token.has(Role::Clause) && self.clause_follows(at + 1) {
            self.end_clause();
            self.began = at + 1;
            return;
        }
        if token.has(Role::It) && self.verb.is_none() {
            self.has_subject = true;
            if self.clause_follows(at) && !self.owners.is_empty() {
                self.topic.pieces = std::mem::take(&mut self.owners);
            }
        }
        // "has" before another verb says nothing: "has moved".
        if let Some(verb) = token
            .verb()
            .filter(|verb| *verb != Role::Have || self.verb.is_none())
        {
            (self.verb, self.said) = (Some(verb), Some(verb));
            self.queries.own = self.queries.own_words.get(&token.word).copied();
            self.bind(at);
        }
    }

    /// Speaks of the piece named last before a relative clause: "the Pawn on d7, which may capture on c8".
    fn relate(&mut self, at: usize) {
        let lead = at - usize::from(at > 0 && self.tokens[at - 1].is_mark(","));
        let [.., piece, on, cell] = &self.tokens[..lead] else {
            return;
        };
        if let (Some(kind), true, Some(cell)) = (piece.piece(), on.has(Role::On), cell.cell()) {
            (self.topic.pieces, self.topic.standing) = (vec![kind], Some(cell));
        }
    }

    /// Returns the bound of "never reaches fewer than eleven".
    fn denied_bound(&self, at: usize) -> Option<Role> {
        let bound = match self.tokens[at].word.as_str() {
            "fewer" | "less" => Role::AtLeast,
            "more" => Role::AtMost,
            _ => return None,
        };
        let (than, number) = (self.tokens.get(at + 1)?, self.tokens.get(at + 2)?);
        let is_bound = self.is_negated && than.word == "than" && number.number().is_some();
        is_bound.then_some(bound)
    }

    /// Whether what follows has a subject and a verb of its own.
    pub(super) fn clause_follows(&self, at: usize) -> bool {
        let mut has_subject = false;
        for token in &self.tokens[at..] {
            if token.ends_clause() || token.is_mark(",") {
                return false;
            }
            has_subject |= token.piece().is_some()
                || token.has(Role::It)
                || token.has(Role::AnyPiece)
                || token.side().is_some();
            if token.verb().is_some() && token.what == ProseTokenKind::Word {
                return has_subject;
            }
        }
        false
    }

    pub(super) fn read_piece(&mut self, at: usize, kind: KindId) {
        let before = self.before(at);
        let is = |role: Role| before.is_some_and(|before| self.tokens[before].has(role));
        // "in front of the King", "when he is being a Knight"
        let mut near = self.tokens[at.saturating_sub(2)..at].iter();
        let is_apart = near.any(|token| token.has(Role::Beside)) && !is_joint(&self.tokens[at - 1]);
        let is_other = is_apart || BEFORE_OTHERS.into_iter().any(is);
        let stands = matches!(self.verb, None | Some(Role::Start | Role::Have));
        let acts = matches!(
            self.verb,
            Some(Role::Capture | Role::Attack | Role::Promote)
        );
        if acts && self.has_subject {
            self.read_victims(at);
        }
        // "The Queen joins Rook and Bishop": she is still spoken of.
        let start = self.clause_start(at);
        let joins = self.tokens[start..at]
            .iter()
            .any(|token| token.has(Role::Join));
        if joins && self.has_subject {
            self.others.push(at);
            return;
        }
        // "like Rook and Bishop": neither is the subject.
        let follows = before.is_some_and(|before| {
            is_joint(&self.tokens[before]) || self.tokens[before].is_mark(",")
        }) && before
            .and_then(|before| self.before(before))
            .is_some_and(|last| self.others.contains(&last));
        if acts || (is_other || follows) && !(stands && is(Role::With)) || self.owns(at) {
            self.others.push(at);
            return;
        }
        let joins = before.is_some_and(|before| {
            let is_joint = self.tokens[before].is_mark(",") || is_joint(&self.tokens[before]);
            is_joint
                && self.verb.is_none()
                && self
                    .before(before)
                    .is_some_and(|at| self.tokens[at].piece().is_some())
        });
        let side = self.side_of_piece(at);
        // "held by one of his own Pawns"
        let mut lead = self.tokens[at.saturating_sub(4)..at].iter();
        let is_acted_by = lead.any(|token| token.has(Role::Than) && !token.is_filler());
        let is_owned = self.tokens[at.saturating_sub(2)..at]
            .iter()
            .any(|token| token.has(Role::It) && token.has(Role::Filler));
        if is_owned && is_acted_by {
            self.others.push(at);
            return;
        }
        if is_owned && self.before_it.len() == 1 {
            self.owners = self.before_it.clone();
        }
        if joins {
            self.topic.pieces.push(kind);
        } else {
            let tokens = self.tokens;
            self.bound_by.retain(|at| tokens[*at].piece().is_none());
            self.topic.pieces = vec![kind];
            (self.topic.side, self.topic.standing) = (side, None);
        }
        self.topic.known = BoundBy::Sentence;
        self.has_subject = true;
        self.bind(at);
    }

    /// Reads the pieces that another takes or attacks in the figure, if their cells are not named.
    fn read_victims(&mut self, at: usize) {
        let victims = self.listed_pieces(at);
        let (&[subject], Some(&last)) = (&self.topic.pieces[..], victims.last()) else {
            return;
        };
        let next = self.after(last).map(|next| &self.tokens[next]);
        let is_named =
            next.is_some_and(|next| next.has(Role::On)) || self.verb == Some(Role::Promote);
        let (side, standing) = (self.topic.side, self.topic.standing);
        let Some(label) = self.queries.label(subject, side, standing) else {
            return;
        };
        let cell = |at: &usize| {
            let kind = self.tokens[*at].piece()?;
            self.queries.stands_against(label, kind)
        };
        // Of "the Lady and the Fool" both are meant: with the cell of one alone nothing is read.
        let cells: Option<Vec<&str>> = victims.iter().map(cell).collect();
        let Some(cells) = cells.filter(|_| !is_named) else {
            return;
        };
        let takes = |cell: &&str| match self.is_negated {
            true => format!("not {cell} in captures({label})"),
            false => format!("{cell} in captures({label})"),
        };
        let said = cells.iter().map(takes).collect::<Vec<_>>().join(" and ");
        let start = self.clause_start(at);
        let subject = (start..at)
            .find(|at| self.tokens[*at].piece() == Some(subject))
            .unwrap_or(at);
        let bound_by = self.bound_by.clone();
        self.add(
            subject..last + 1,
            ProposalKind::Truth,
            vec![said],
            None,
            bound_by,
        );
    }

    /// Returns the pieces of the list that begins with one: "the Lady and the Fool"; none within a list.
    fn listed_pieces(&self, first: usize) -> Vec<usize> {
        let joins = |at: usize| is_joint(&self.tokens[at]) || self.tokens[at].is_mark(",");
        let is_piece = |at: usize| self.tokens[at].piece().is_some();
        let lead = self.before(first).filter(|lead| joins(*lead));
        if lead
            .and_then(|lead| self.before(lead))
            .is_some_and(is_piece)
        {
            return Vec::new();
        }
        let next = |at: &usize| {
            let joint = self.after(*at).filter(|joint| joins(*joint))?;
            self.after(joint).filter(|next| is_piece(*next))
        };
        std::iter::successors(Some(first), next).collect()
    }

    /// Whether a piece is named as the owner of something, as in "the Rook's file".
    pub(super) fn owns(&self, at: usize) -> bool {
        let next = self.tokens.get(at + 1);
        next.is_some_and(|next| {
            next.is_mark("'’") && self.tokens.get(at + 2).is_some_and(|s| s.word == "s")
        })
    }

    /// Returns the side of a piece: the one that the clause names, or the one that was spoken of, if it is "his".
    pub(super) fn side_of_piece(&self, at: usize) -> Option<Side> {
        let start = self.clause_start(at);
        let named = self.tokens[start..at]
            .iter()
            .rev()
            .find_map(ProseToken::side);
        let last = at.checked_sub(1).map(|last| &self.tokens[last]);
        if last.is_some_and(|last| last.has(Role::Mine)) {
            return Some(Side::White);
        }
        let is_his = last.is_some_and(|last| last.has(Role::It));
        named.or(self.topic.side.filter(|_| is_his))
    }
}
