//! Ranks in words, as a fact: "the Pawns fill the second rank".

use super::{FrameReader, is_joint};
use crate::propose::fact::{ProposalKind, RankWords};
use crate::propose::queries::SetupPieces;
use crate::propose::role::Role;
use crate::propose::token::ProseToken;
use padma_rules::model::Side;

impl FrameReader<'_> {
    /// Reads lines that are named otherwise: "ranks 1 and 2", "the last two ranks". Returns whether some begin here.
    pub(super) fn read_lines(&mut self, at: usize) -> bool {
        let token = &self.tokens[at];
        let is_number = |token: &ProseToken| token.number().is_some();
        let mut end = at + 1;
        if token.has(Role::Rank) {
            for (place, next) in self.tokens.iter().enumerate().skip(at + 1) {
                match next {
                    next if is_number(next) => end = place + 1,
                    next if is_joint(next) || next.is_mark("-–,") || next.word == "to" => {}
                    _ => break,
                }
            }
        } else if token.word == "last"
            && !(at > 0 && (self.tokens[at - 1].has(Role::To) || is_number(&self.tokens[at - 1])))
        {
            let rank = self.tokens[at + 1..]
                .iter()
                .take(2)
                .position(|token| token.has(Role::Rank));
            end = rank.map_or(end, |rank| at + rank + 2);
        }
        let promotes = self.has(Role::Promote) || self.said == Some(Role::Promote);
        let is_fact = matches!(self.verb, Some(Role::Start)) || promotes;
        if end == at + 1 || !is_fact || promotes && self.is_partial() {
            return false;
        }
        let offers = self.on_lines(at, promotes);
        self.add(
            at..end,
            ProposalKind::Cells,
            offers,
            None,
            self.bound_by.clone(),
        );
        true
    }

    /// Returns what stands on lines, or promotes there.
    fn on_lines(&self, at: usize, promotes: bool) -> Vec<String> {
        let side = self.side_of_ordinal(at);
        if promotes {
            return self.promotions(side);
        }
        // On several ranks the Pawns are included.
        let mut whole = self.starting(at);
        whole.retain(|pieces| !matches!(pieces, SetupPieces::ArmyBut(_)));
        let texts = whole.into_iter();
        texts
            .map(|pieces| self.queries.at_start(pieces, side))
            .collect()
    }

    /// Returns the pieces that are said to start somewhere: those named last before a place.
    fn starting(&self, at: usize) -> Vec<SetupPieces> {
        let is_named = |at: &usize| {
            let token = &self.tokens[*at];
            // "in front of these men"
            let lead = &self.tokens[at.saturating_sub(2)..*at];
            let is_owner = lead.iter().any(|token| token.has(Role::Of));
            token.piece().is_some() || token.has(Role::AnyPiece) && !is_owner
        };
        let named = (0..at).rev().find(is_named).map(|at| &self.tokens[at]);
        match named {
            Some(token) if token.piece().is_none() => self.queries.armies(),
            _ => self
                .topic
                .pieces
                .iter()
                .copied()
                .map(SetupPieces::Kind)
                .collect(),
        }
    }

    pub(super) fn read_ordinal(&mut self, at: usize) {
        let noun = (at + 1..self.tokens.len()).find(|at| {
            let token = &self.tokens[*at];
            !(token.is_filler() || token.ordinal().is_some() || is_joint(token))
        });
        let is_bare = self
            .tokens
            .get(at + 1)
            .is_none_or(|next| next.is_mark(".,;!?:") || next.word == "for");
        if !self.states_rank(at, noun, is_bare) {
            return;
        }
        let side = self.side_of_ordinal(at);
        let rank = self.tokens[at].ordinal().unwrap_or_default();
        let promotes = self.has(Role::Promote) && self.verb != Some(Role::Start);
        // "For Black it is the first."
        const SHORT: usize = 9;
        if !promotes && self.said == Some(Role::Promote) && self.tokens.len() > SHORT {
            return;
        }
        let verb = promotes
            .then_some(Role::Promote)
            .or(self.verb)
            .or(self.said);
        let (whole, part) = match verb {
            Some(Role::Promote) => (self.promoted_on(at, side), Vec::new()),
            Some(Role::Start) => self.set_up_on(at, side, rank),
            _ => return,
        };
        let bound_by = self.bound_by.clone();
        if self.is_negated && !is_bare {
            let all = whole.iter().chain(&part);
            let denied = all.map(|offer| format!("{offer} & rank({rank}) = {{}}"));
            let denied = denied.collect();
            let end = noun.map_or(at + 1, |noun| noun + 1);
            let mut before = (0..at).rev();
            let not = before.find(|at| self.tokens[*at].has(Role::Not));
            return self.add(
                not.unwrap_or(at)..end,
                ProposalKind::Truth,
                denied,
                None,
                bound_by,
            );
        }
        if whole.is_empty() {
            let stands = part.iter().take(1);
            let stands = stands
                .map(|offer| format!("{offer} in rank({rank})"))
                .collect();
            let end = noun.filter(|_| !is_bare).map_or(at + 1, |noun| noun + 1);
            return self.add(at..end, ProposalKind::Truth, stands, None, bound_by);
        }
        let is_named = |noun: &usize| *noun == at + 1 && self.tokens[*noun].has(Role::Rank);
        let stated = Some(RankWords {
            number: rank,
            end: self.tokens[noun.filter(is_named).unwrap_or(at)].range.end,
        });
        self.add(at..at + 1, ProposalKind::Cells, whole, stated, bound_by);
    }

    /// Whether an ordinal states on which rank all pieces stand or promote.
    fn states_rank(&self, at: usize, noun: Option<usize>, is_bare: bool) -> bool {
        let is_rank = noun.is_some_and(|noun| self.tokens[noun].has(Role::Rank));
        let is_argument = at.checked_sub(1).is_some_and(|before| {
            let leads = [Role::From, Role::Than];
            let lead = self.before(at).map(|lead| &self.tokens[lead]);
            lead.is_some_and(|lead| leads.iter().any(|role| lead.has(*role)))
                || self.tokens[before].word == "any"
        });
        // A rank on which something else happens is only where it happens.
        let is_place = noun.is_some_and(|noun| self.verb_follows(noun)) && !self.has(Role::Promote);
        let speaks_of_ranks = is_rank
            || is_bare
                && (self.has(Role::Rank) || matches!(self.said, Some(Role::Start | Role::Promote)));
        speaks_of_ranks && !is_argument && !is_place && !self.is_partial()
    }

    /// Whether not all is meant: "half of the Pawns start on …", or not where a piece may, but where it must.
    fn is_partial(&self) -> bool {
        let partial = ["half", "some", "instead", "must", "mandatory", "unlike"];
        let mut words = self.tokens.iter().map(|token| token.word.as_str());
        words.any(|word| partial.contains(&word))
    }

    /// Returns what promotes on the rank of an ordinal.
    fn promoted_on(&self, at: usize, side: Option<Side>) -> Vec<String> {
        // "on the eighth or the ninth rank": each is only a part.
        if self.is_one_of_several(at) {
            return Vec::new();
        }
        // "On reaching the last rank a Pawn promotes."
        let mut later = (at..self.tokens.len()).filter(|at| self.tokens[*at].piece().is_some());
        let is_subject = |at: &usize| {
            let mut rest = self.tokens[*at..].iter();
            !self.has_subject && rest.any(|token| token.has(Role::Promote))
        };
        let first = later.next().filter(is_subject);
        match first.and_then(|at| self.tokens[at].piece()) {
            Some(kind) => self.queries.promotion(kind, side).into_iter().collect(),
            None => self.promotions(side),
        }
    }

    /// Returns what starts on a rank: the pieces that fill it, and those that only stand on it.
    fn set_up_on(&self, at: usize, side: Option<Side>, rank: u64) -> (Vec<String>, Vec<String>) {
        let board = &self.queries.variant.board;
        let of_rank = usize::try_from(rank)
            .ok()
            .and_then(|rank| board.ranks().get(rank.checked_sub(1)?).copied());
        let cells = board.cells();
        let width = cells
            .filter(|cell| board.info(*cell).rank == of_rank)
            .count();
        let are_said_to_fill = ["fill", "fills", "occupy", "occupies"]
            .iter()
            .any(|word| self.has_word(at, word));
        let (whole, part): (Vec<SetupPieces>, _) =
            self.starting(at).into_iter().partition(|meant| {
                are_said_to_fill || self.queries.count_at_start(*meant, side) == Some(width)
            });
        let texts = |all: Vec<SetupPieces>| {
            let texts = all.into_iter();
            texts
                .map(|meant| self.queries.at_start(meant, side))
                .collect()
        };
        (texts(whole), texts(part))
    }

    /// Whether the ordinal is joined to another, and not by sides.
    fn is_one_of_several(&self, at: usize) -> bool {
        let next = self.after(at).filter(|next| is_joint(&self.tokens[*next]));
        let other = next.and_then(|next| self.after(next));
        let follows = other.is_some_and(|other| self.tokens[other].ordinal().is_some());
        (follows || self.is_joined(at)) && !self.has(Role::Side)
    }

    /// Whether another ordinal stands right before it: "the second and the seventh".
    fn is_joined(&self, at: usize) -> bool {
        let joint = self
            .before(at)
            .filter(|joint| is_joint(&self.tokens[*joint]));
        let other = joint.and_then(|joint| self.before(joint));
        other.is_some_and(|other| self.tokens[other].ordinal().is_some())
    }

    /// Returns the side that an ordinal speaks of: the second of two is Black's, if both are meant.
    pub(super) fn side_of_ordinal(&self, at: usize) -> Option<Side> {
        let start = self.clause_start(at);
        let clause = &self.tokens[start..];
        let clause = &clause[..clause
            .iter()
            .position(ProseToken::ends_clause)
            .unwrap_or(clause.len())];
        let (earlier, later) = clause.split_at(at - start);
        let both = clause.iter().any(|token| {
            token.has(Role::Side) || token.has(Role::Each) || token.word == "respectively"
        });
        let has_ordinal =
            |tokens: &[ProseToken]| tokens.iter().any(|token| token.ordinal().is_some());
        // "the sixth for White and the first for Black"
        let owner = self.tokens[at + 1..]
            .iter()
            .filter(|token| !token.has(Role::Rank))
            .take(2);
        let owner: Vec<&ProseToken> = owner.collect();
        let own = owner
            .first()
            .is_some_and(|token| token.word == "for")
            .then(|| owner.get(1)?.side())
            .flatten();
        let named = own.or_else(|| earlier.iter().rev().find_map(ProseToken::side));
        // "The Pawns … on the third rank and the pieces on the second": both are White's.
        let last = earlier.iter().rposition(|token| token.ordinal().is_some());
        let between = &earlier[last.map_or(earlier.len(), |last| last + 1)..];
        let names = |token: &ProseToken| token.piece().is_some() || token.has(Role::AnyPiece);
        let both = both && !between.iter().any(names);
        match (has_ordinal(earlier), has_ordinal(&later[1..])) {
            _ if named.is_some() => named,
            (true, _) if both || self.is_joined(at) => Some(Side::Black),
            (_, true) if both => Some(Side::White),
            _ => None,
        }
    }
}
