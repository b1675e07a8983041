//! What numbers count.

use super::{FrameReader, NOUNS, goes_on, is_joint};
use crate::propose::fact::{BoundBy, FactReading, ProposalKind};
use crate::propose::queries::{PiecePlace, zone};
use crate::propose::role::Role;
use crate::propose::token::{ProseToken, ProseTokenKind};
use padma_rules::model::KindId;

/// Whether a word has no part that is known.
fn is_adjective(token: &ProseToken) -> bool {
    token.what == ProseTokenKind::Word && token.roles.is_empty() && token.word != "last"
}

impl FrameReader<'_> {
    /// Returns what a number counts: the place of the word and its part, or none for a piece.
    pub(super) fn noun(&self, at: usize) -> Option<(usize, Option<Role>)> {
        for (place, token) in self.tokens.iter().enumerate().skip(at + 1).take(4) {
            if token.piece().is_some() {
                return Some((place, None));
            }
            if let Some(role) = NOUNS.into_iter().find(|role| token.has(*role)) {
                let is_line = matches!(role, Role::Rank | Role::File);
                let between = &self.tokens[at + 1..place];
                // "nine upright files", and not "nine of the last ranks".
                let is_plain = |token: &ProseToken| token.is_filler() || is_adjective(token);
                return (!is_line || between.iter().all(is_plain)).then_some((place, Some(role)));
            }
            let is_passed = token.what == ProseTokenKind::Word
                && token.verb().is_none_or(|verb| verb == Role::Have)
                && !token.has(Role::From)
                && !token.has(Role::On)
                && !token.has(Role::With)
                && !is_joint(token)
                && !token.has(Role::Clause);
            if !is_passed {
                return None;
            }
        }
        None
    }

    pub(super) fn read_number(&mut self, at: usize, value: u64) {
        let token = &self.tokens[at];
        let before = at.checked_sub(1).map(|before| &self.tokens[before]);
        let is_name = before.is_some_and(|before| {
            before.has(Role::Rank) || before.has(Role::File) || before.is_mark("#§")
        });
        let is_within = before.is_some_and(|before| {
            [
                "in", "within", "article", "rule", "section", "lesson", "step",
            ]
            .contains(&before.word.as_str())
        });
        // The number of a paragraph.
        let is_first = at == 0
            && token.word.starts_with(|c: char| c.is_ascii_digit())
            && self.noun(at).is_none()
            && self.tokens.len() > 2;
        let next = self.after(at).map(|next| &self.tokens[next]);
        let of_number = self
            .tokens
            .get(at + 1)
            .is_some_and(|next| next.word == "of")
            && next.is_some_and(|next| next.number().is_some());
        let is_year = (1000..2100).contains(&value);
        if is_year || is_name || is_within && value == 1 || is_first || of_number {
            return;
        }
        // "eight at most"
        let last = self.noun(at).map_or(at, |(noun, _)| noun);
        if let Some(bound) = self
            .tokens
            .get(last + 1)
            .filter(|next| next.has(Role::AtMost))
        {
            self.bound = Some(bound.roles[0]);
        }
        // "six squares more" than what was named before.
        let after = self.tokens.get(last + 1);
        if after.is_some_and(|next| next.has(Role::Difference)) {
            return;
        }
        let with = self.legal_with(at).or_else(|| self.legal_of(at));
        let with = with.filter(|_| self.topic.legal);
        let (expressions, end) = match self.noun(at) {
            _ if with.is_some() => (self.queries.legal_moves(self.topic.side, with), at),
            Some((_, Some(Role::Corner | Role::Middle | Role::Edge | Role::Time))) => return,
            _ if value == 1 && token.word == "one" && !self.is_inventory(at) => return,
            Some((noun, Some(Role::Move)))
                if self.tokens[at..noun]
                    .iter()
                    .any(|token| token.word == "special") =>
            {
                return;
            }
            Some((_, None)) if matches!(self.verb, Some(Role::Capture | Role::Attack)) => return,
            // "the two Kings" are those of both sides.
            Some((place, None)) if value == 2 && self.is_royal(place) => return,
            Some((place, None)) if self.counts_kinds(at, place) || !self.counts_setup(at) => return,
            // "two hostile Pawns that meet": not all there are.
            Some((place, None)) if self.are_some(at, place) => return,
            // "up to nine Queens": more than there are at first.
            Some((_, None)) if self.bound.is_some() => return,
            Some((place, None)) => {
                let kind = self.tokens[place].piece();
                let side = self.side_of_piece(at);
                (
                    kind.map_or_else(Vec::new, |kind| self.queries.count_of_kind(kind, side)),
                    place,
                )
            }
            Some((place, Some(role))) => (self.count(at, place, role), place),
            None if value == 1
                || next.is_some_and(|next| {
                    next.what == ProseTokenKind::Word
                        && next.roles.is_empty()
                        && !is_joint(next)
                        && next.word != "apiece"
                }) =>
            {
                return;
            }
            None => (self.count_again(at), at),
        };
        let mut bound_by = self.bound_by.clone();
        if self.tokens[end].piece().is_some() {
            bound_by.retain(|at| self.tokens[*at].piece().is_none());
        }
        bound_by.extend((end != at).then_some(end));
        self.bound = None;
        self.add(
            at..at + 1,
            ProposalKind::Number,
            expressions,
            None,
            bound_by,
        );
    }

    /// Reads a share of the board.
    pub(super) fn read_share(&mut self, at: usize) {
        if !self.has(Role::Board) && !self.has(Role::Cell) {
            return;
        }
        let place = self.place_after(at).or_else(|| self.topic.place.clone());
        let pieces = self.topic.pieces.iter();
        let shares =
            pieces.flat_map(|kind| self.queries.shares(*kind, self.topic.side, place.as_ref()));
        let shares = shares.collect();
        self.add(
            at..at + 1,
            ProposalKind::Number,
            shares,
            None,
            self.bound_by.clone(),
        );
    }

    /// Whether pieces are only some of those of their name: "of two Pawns", "two hostile Pawns".
    fn are_some(&self, at: usize, noun: usize) -> bool {
        let is_known = |token: &ProseToken| {
            token.is_filler() || token.side().is_some() || token.has(Role::Mine)
        };
        let is_of = at > 0 && self.tokens[at - 1].word == "of";
        is_of || !self.tokens[at + 1..noun].iter().all(is_known)
    }

    /// Whether a number is that of different pieces of a name.
    fn counts_kinds(&self, at: usize, noun: usize) -> bool {
        let mut between = self.tokens[at + 1..noun].iter();
        between.any(|token| token.word == "different" || token.has(Role::Other))
    }

    /// Whether a number of pieces is one of several: "one General, two Guards".
    fn is_inventory(&self, at: usize) -> bool {
        let counts = |at: &usize| {
            self.tokens[*at].number().is_some() && matches!(self.noun(*at), Some((_, None)))
        };
        counts(&at) && (0..self.tokens.len()).filter(counts).count() > 2
    }

    fn is_royal(&self, at: usize) -> bool {
        let kind = self.tokens[at].piece();
        kind.is_some_and(|kind| self.queries.variant.kind(kind).royal)
    }

    /// Returns the piece with which moves are counted: "eight with the Pawns".
    fn legal_with(&self, at: usize) -> Option<KindId> {
        let rest = self.tokens[at + 1..].iter().take(5);
        let leads = |token: &&ProseToken| token.has(Role::With) || token.word == "by";
        let mut rest = rest.skip_while(|token| !leads(token) && !token.ends_clause());
        rest.next().filter(leads)?;
        rest.find_map(ProseToken::piece)
    }

    /// Returns whose moves are counted among those of a sentence: "eighteen are Pawn moves", "the Rook has four of these".
    fn legal_of(&self, at: usize) -> Option<KindId> {
        let is_legal = |reading: &FactReading| {
            let first = reading.offers.first();
            first.is_some_and(|first| first.expression.contains("legal-moves("))
        };
        let goes_on = at == 0 && self.topic.legal;
        let is_told = goes_on || self.has(Role::Legal) || self.readings.iter().any(is_legal);
        let counts_others = self.noun(at).is_some_and(|(_, role)| role.is_some());
        let shares = self.after(at).map(|next| &self.tokens[next]);
        if !is_told || counts_others || shares.is_some_and(|next| next.word == "apiece") {
            return None;
        }
        let ends = |token: &&ProseToken| {
            token.ends_clause() || is_joint(token) || token.is_mark(",") || token.number().is_some()
        };
        let mut later = self.tokens[at + 1..]
            .iter()
            .take_while(|token| !ends(token));
        let earlier = self.tokens[..at].iter().rev();
        let mut earlier = earlier.take_while(|token| !ends(token));
        later
            .find_map(ProseToken::piece)
            .or_else(|| earlier.find_map(ProseToken::piece))
    }

    /// Whether the moves are shared among pieces: "thirteen moves: nine with the pawns".
    fn is_shared(&self, noun: usize) -> bool {
        let mut rest = noun + 1..self.tokens.len();
        rest.any(|at| self.tokens[at].number().is_some() && self.legal_with(at).is_some())
    }

    /// Returns what counts the things of a noun.
    pub(super) fn count(&mut self, at: usize, noun: usize, role: Role) -> Vec<String> {
        match role {
            Role::Rank | Role::File if self.is_last_lines(at) || self.is_between(noun) => {
                Vec::new()
            }
            Role::Rank => vec!["ranks()".to_string()],
            Role::File => vec!["files()".to_string()],
            Role::Kinds if !self.are_of_pieces(noun) && !goes_on(self.tokens) => Vec::new(),
            Role::Kinds => {
                let rest = &self.tokens[noun..];
                let excepts = rest
                    .iter()
                    .any(|token| token.has(Role::Other) || token.has(Role::With));
                let begins = [Role::Start, Role::Have, Role::Side, Role::AnyPiece];
                let begins = begins.into_iter().any(|role| self.has(role));
                self.queries.count_of_kinds(excepts, begins)
            }
            Role::AnyPiece
                if self.has_subject && matches!(self.verb, Some(Role::Attack | Role::Capture)) =>
            {
                self.count_reached(self.topic.place.clone().as_ref())
            }
            Role::AnyPiece if self.has(Role::Except) || !self.counts_army(at, noun) => Vec::new(),
            Role::AnyPiece => {
                let line = self.line_after(noun);
                self.queries.count_of_army(self.topic.side, line)
            }
            Role::Legal => self.count_legal(),
            Role::Move if self.is_of_side(at) || self.is_shared(noun) => self.count_legal(),
            Role::Cell if self.verb.or(self.said) == Some(Role::Promote) => {
                let all = self.promotions(self.topic.side);
                all.into_iter().map(|set| format!("count({set})")).collect()
            }
            Role::Cell | Role::Move => self.count_cells(at, noun, role),
            _ => Vec::new(),
        }
    }

    pub(super) fn count_cells(&mut self, at: usize, noun: usize, role: Role) -> Vec<String> {
        let standing = self.topic.standing.map(PiecePlace::Cell);
        let place = self.place_after(at).or_else(|| self.topic.place.clone());
        let place = place.or_else(|| standing.filter(|_| !self.is_shown()));
        // "moves one square straight ahead": how far, not how many.
        let moves = matches!(self.verb, Some(Role::Go | Role::Capture)) && place.is_none();
        let names_piece = self.tokens.iter().any(|token| token.piece().is_some());
        let is_about_board = self.has(Role::Board) && !names_piece && !self.has(Role::Him);
        let of_board = self.has(Role::Board) || self.topic.pieces.is_empty();
        if role == Role::Cell
            && (!self.has_subject || is_about_board)
            && of_board
            && !matches!(self.verb, Some(Role::Reach | Role::Go))
        {
            let next = self.tokens.get(noun + 1);
            // "two squares away" counts none of the board's.
            const FEW: u64 = 20;
            let is_many = self.tokens[at].number().is_some_and(|number| number > FEW);
            let has_size = |reading: &FactReading| {
                let first = reading
                    .offers
                    .first()
                    .map(|offer| offer.expression.as_str());
                matches!(first, Some("files()" | "ranks()"))
            };
            if !self.has(Role::Board) && !self.readings.iter().any(has_size) && !is_many {
                return Vec::new();
            }
            return match next.is_some_and(|next| next.has(Role::Each)) {
                true => vec!["files()".to_string(), "ranks()".to_string()],
                false => vec!["count(cells)".to_string()],
            };
        }
        // "Rook. Along ranks and files; seven cells at least."
        let is_labelled = self.bound.is_some() && self.verb.is_none();
        let is_told = self.has_subject
            || is_labelled
            || self.read_later_subject(noun)
            || place.is_some()
            || goes_on(self.tokens);
        let castles = self.topic.castling && place.is_none();
        if moves || castles || self.verb == Some(Role::Start) || !is_told {
            return Vec::new();
        }
        self.count_reached(place.as_ref())
    }

    /// Reads who has what is counted, if it follows: "Twelve squares it has". Returns whether it does.
    fn read_later_subject(&mut self, noun: usize) -> bool {
        let Some(subject) = self.after(noun) else {
            return false;
        };
        let verb = self.after(subject).map(|verb| &self.tokens[verb]);
        let has = verb.is_some_and(|verb| verb.has(Role::Have) || verb.has(Role::Reach));
        let token = &self.tokens[subject];
        if let Some(kind) = token.piece().filter(|_| has) {
            self.topic.pieces = vec![kind];
        }
        has && (token.piece().is_some() || token.has(Role::It))
    }

    fn count_legal(&mut self) -> Vec<String> {
        self.topic.legal = true;
        self.queries.legal_moves(self.topic.side, None)
    }

    /// Whether kinds are those of pieces: "kinds of piece", "twenty pieces of eight kinds".
    fn are_of_pieces(&self, noun: usize) -> bool {
        let is_piece = |token: &ProseToken| {
            token.has(Role::AnyPiece) || token.has(Role::Kinds) && token.word.contains("piece")
        };
        match self
            .tokens
            .get(noun + 1)
            .is_some_and(|next| next.word == "of")
        {
            true => self.tokens.get(noun + 2).is_some_and(is_piece),
            false => self.tokens[..=noun].iter().any(is_piece),
        }
    }

    /// Whether pieces are all those of a side.
    fn counts_army(&self, at: usize, noun: usize) -> bool {
        let is_side = |token: &ProseToken| {
            token.side().is_some() || token.has(Role::Side) || token.has(Role::Mine)
        };
        // "two pieces that can enter": some of them.
        let follows = self.tokens.get(noun + 1);
        let is_qualified = follows.is_some_and(|next| next.has(Role::Within));
        !is_qualified
            && self.tokens[at + 1..noun].iter().all(ProseToken::is_filler)
            && (self.tokens[self.clause_start(at)..at].iter().any(is_side)
                || self.has(Role::Side) && self.has(Role::Each))
            && !self.tokens[..at].last().is_some_and(|last| {
                ["the", "these", "only", "last", "by"].contains(&last.word.as_str())
            })
    }

    /// Whether a number of pieces is that of the setup: somebody has them, or the sentence lists an inventory.
    fn counts_setup(&self, at: usize) -> bool {
        let roles = [Role::Have, Role::Start, Role::Side, Role::Each];
        let speaks = self
            .tokens
            .iter()
            .any(|token| roles.iter().any(|role| token.has(*role)) && token.word != "has moved");
        let is_definite = at
            .checked_sub(1)
            .is_some_and(|before| self.tokens[before].word == "the");
        let is_other = self
            .tokens
            .iter()
            .any(|token| ["worth", "value", "hand", "up"].contains(&token.word.as_str()));
        // "Two Rooks (a1, h1)"
        let is_item = !self.tokens.iter().any(|token| token.verb().is_some());
        (speaks || is_definite || is_item) && !is_other
    }

    /// Whether lines are those between others: "two ranks in between".
    fn is_between(&self, noun: usize) -> bool {
        let mut next = self.tokens[noun + 1..].iter().take(2);
        next.any(|token| ["between", "of", "away", "apart", "from"].contains(&token.word.as_str()))
    }

    /// Whether a number stands in "the last two ranks".
    pub(super) fn is_last_lines(&self, at: usize) -> bool {
        let before = at
            .checked_sub(1)
            .map(|before| self.tokens[before].word.as_str());
        matches!(
            before,
            Some(
                "last"
                    | "first"
                    | "farthest"
                    | "final"
                    | "back"
                    | "other"
                    | "middle"
                    | "the"
                    | "own"
            )
        )
    }

    /// Whether moves are those of a side, not of a piece.
    pub(super) fn is_of_side(&self, at: usize) -> bool {
        let names_piece = self.tokens.iter().any(|token| token.piece().is_some());
        let is_side = |token: &ProseToken| token.side().is_some() || token.has(Role::Side);
        let is_named = |token: &&ProseToken| {
            token.piece().is_some()
                || is_side(token)
                || token.has(Role::It) && !token.has(Role::Plain)
        };
        let last = self.tokens[..at].iter().rev().find(is_named);
        last.is_some_and(is_side) || last.is_none() && !names_piece && self.has(Role::Opening)
    }

    pub(super) fn count_reached(&mut self, place: Option<&PiecePlace>) -> Vec<String> {
        self.now_counted = Some(place.cloned());
        let verb = self.verb.or(self.said);
        let pieces = self.topic.pieces.iter();
        let counts = pieces.map(|kind| {
            self.queries
                .count_reached(verb, *kind, self.topic.side, place, self.bound)
        });
        counts.flatten().collect()
    }

    /// Returns what a number without a noun counts: the same as the number before, or what was asked for.
    pub(super) fn count_again(&mut self, at: usize) -> Vec<String> {
        let chooses = self
            .before(at)
            .is_some_and(|before| self.tokens[before].has(Role::Legal));
        if chooses || self.topic.asked == Some(Role::Legal) && self.tokens.len() <= 3 {
            return self.count_legal();
        }
        let place = self.place_after(at).or_else(|| self.topic.place.clone());
        let before = self
            .readings
            .iter()
            .rev()
            .find(|reading| reading.kind == ProposalKind::Number);
        let goes_on = before.is_none()
            && self.topic.counts
            && matches!(self.verb, Some(Role::Have) | None)
            && self.topic.known == BoundBy::Sentence;
        if goes_on {
            let place = place.or_else(|| self.topic.counted.clone());
            return self.count_reached(place.as_ref());
        }
        let is_again = before.is_some() && self.now_counted.is_some();
        let asks = match self.verb {
            Some(Role::Reach | Role::Have | Role::Attack) => {
                place.is_some() || self.is_shown() || self.bound.is_some()
            }
            _ => false,
        };
        match is_again || before.is_none() && asks {
            true => self.count_reached(place.as_ref()),
            false => Vec::new(),
        }
    }

    /// Whether the figure above shows what the clause is about.
    fn is_shown(&self) -> bool {
        let mut pieces = self.topic.pieces.iter();
        pieces.any(|kind| self.queries.label(*kind, self.topic.side, None).is_some())
    }

    /// Returns the place that follows a number in its clause: "30 cells from f6".
    pub(super) fn place_after(&mut self, at: usize) -> Option<PiecePlace> {
        for place in at + 1..self.tokens.len() {
            let token = &self.tokens[place];
            if token.ends_clause()
                || token.is_mark(",")
                || token.number().is_some()
                || is_joint(token)
                || token.has(Role::Clause)
            {
                return None;
            }
            if let Some(zone) = zone(token) {
                self.bind(place);
                return Some(zone);
            }
            let cell = token.cell();
            let leads = self.before(place).is_some_and(|before| {
                self.tokens[before].has(Role::From) || self.tokens[before].has(Role::On)
            });
            if let Some(cell) = cell.filter(|_| leads) {
                self.used.push(place);
                self.bind(place);
                return Some(PiecePlace::Cell(cell));
            }
        }
        None
    }

    /// Returns the rank that follows a noun: "pieces on the first rank".
    pub(super) fn line_after(&self, at: usize) -> Option<u64> {
        let on = self.after(at)?;
        let nth = self.after(on)?;
        let rank = self.after(nth)?;
        let is_rank = self.tokens[on].has(Role::On) && self.tokens[rank].has(Role::Rank);
        self.tokens[nth].ordinal().filter(|_| is_rank)
    }
}
