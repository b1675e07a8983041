//! What the clauses of a sentence are about: the piece, the verb, the place. A sentence is read from left to
//! right, and each number and each list of cells in it asks about what was named before. Knows no values.

mod cells;
mod fallback;
mod numbers;
mod ordinals;
mod subject;

use std::ops::Range;

use crate::propose::fact::{BoundBy, FactReading, Offer, ProposalKind, RankWords};
use crate::propose::queries::{PiecePlace, Queries};
use crate::propose::role::Role;
use crate::propose::token::{ProseToken, ProseTokenKind};
use padma_rules::model::{Cell, KindId, Side};

/// What the sentences before were about.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentenceTopic {
    pub pieces: Vec<KindId>,
    pub side: Option<Side>,
    /// The verb of the last clause.
    pub verb: Option<Role>,
    /// What else of the game was spoken of.
    pub themes: Vec<Role>,
    pub place: Option<PiecePlace>,
    /// Where the piece stands that is spoken of.
    pub standing: Option<Cell>,
    /// Whether a number was asked for, and of what: "How many ways to begin?"
    pub asked: Option<Role>,
    /// Whether castling is spoken of, and which of the two.
    pub castling: bool,
    /// Whether the cells that a piece reaches have been counted, and where.
    pub counts: bool,
    pub counted: Option<PiecePlace>,
    /// Whether legal moves have been counted.
    pub legal: bool,
    /// From where the piece is known.
    pub known: BoundBy,
}

impl SentenceTopic {
    /// Whether a part of the game was spoken of.
    pub(crate) fn speaks_of(&self, role: Role) -> bool {
        self.verb == Some(role) || self.themes.contains(&role)
    }
}

/// What the game's own rules speak of.
const THEMES: [Role; 5] = [
    Role::Promote,
    Role::Castle,
    Role::Stalemate,
    Role::Mate,
    Role::Drop,
];

/// Returns the parts of the game that a sentence speaks of.
pub(crate) fn themes(tokens: &[ProseToken]) -> Vec<Role> {
    let mut themes = THEMES.to_vec();
    themes.retain(|role| tokens.iter().any(|token| token.has(*role)));
    themes
}

/// What numbers count.
const NOUNS: [Role; 13] = [
    Role::Corner,
    Role::Middle,
    Role::Edge,
    Role::Cell,
    Role::Legal,
    Role::Kinds,
    Role::AnyPiece,
    Role::Rank,
    Role::File,
    Role::Shade,
    Role::Direction,
    Role::Time,
    Role::Move,
];

/// What a piece is not the subject after.
const BEFORE_OTHERS: [Role; 5] = [Role::Than, Role::With, Role::Of, Role::To, Role::Like];

/// Reads one sentence.
pub(crate) struct FrameReader<'a> {
    queries: Queries<'a>,
    tokens: &'a [ProseToken],
    topic: SentenceTopic,
    /// The piece that the main clause is about, while a clause within it is read.
    main: Option<(Vec<KindId>, Option<Side>)>,
    /// What was spoken of before the sentence.
    before_it: Vec<KindId>,
    /// What the sentence was about before its colon.
    before_colon: Vec<KindId>,
    /// The verb of this clause.
    verb: Option<Role>,
    /// Where the cells were that were counted in this sentence.
    now_counted: Option<Option<PiecePlace>>,
    /// Whose the piece is that the clause is about: "His own Pawn …, and he …".
    owners: Vec<KindId>,
    /// The last verb of this sentence.
    said: Option<Role>,
    /// Whether this clause has named what it is about.
    has_subject: bool,
    /// The pieces that no clause is about.
    others: Vec<usize>,
    /// Where the clause begins.
    began: usize,
    /// The bound of the next number.
    bound: Option<Role>,
    is_negated: bool,
    /// Whether the clause is within another.
    is_inner: bool,
    readings: Vec<FactReading>,
    /// The tokens that bind what follows.
    bound_by: Vec<usize>,
    /// The tokens that are only arguments of other facts.
    used: Vec<usize>,
}

impl<'a> FrameReader<'a> {
    pub(crate) fn new(
        queries: Queries<'a>,
        tokens: &'a [ProseToken],
        topic: SentenceTopic,
    ) -> FrameReader<'a> {
        let has = |role: Role| tokens.iter().any(|token| token.has(role));
        let is_there = goes_on(tokens) || tokens.iter().any(|token| token.word == "there");
        let mut main = tokens
            .iter()
            .take_while(|token| !token.has(Role::Within) || token.has(Role::On));
        let has_verb = main.any(|token| token.verb().is_some());
        FrameReader {
            queries: Queries {
                is_empty: is_on_empty(tokens),
                is_first: has(Role::FirstMove),
                takes_too: has(Role::Capture),
                ..queries
            },
            tokens,
            main: None,
            before_it: topic.pieces.clone(),
            before_colon: Vec::new(),
            verb: None,
            now_counted: None,
            owners: Vec::new(),
            said: topic.verb.filter(|_| !has_verb),
            has_subject: false,
            others: Vec::new(),
            began: 0,
            bound: None,
            is_negated: false,
            is_inner: false,
            readings: Vec::new(),
            bound_by: Vec::new(),
            used: Vec::new(),
            topic: SentenceTopic {
                place: topic.place.clone().filter(|_| is_there),
                castling: topic.castling || has(Role::Castle),
                ..topic
            },
        }
    }

    /// Reads the sentence. Returns its facts, the tokens that are only arguments, and what the next sentence is about if
    /// it does not say.
    pub(crate) fn read(mut self) -> (Vec<FactReading>, Vec<usize>, SentenceTopic) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = self.read_token(at).max(at + 1);
        }
        self.leave_inner();
        self.fall_back();
        // "Always a Queen." says nothing new of what is spoken of.
        let has_verb = self.tokens.iter().any(|token| token.verb().is_some());
        let is_aside = !has_verb
            && self.tokens.windows(2).skip(1).any(|pair| {
                ["a", "an"].contains(&pair[0].word.as_str()) && pair[1].piece().is_some()
            });
        if is_aside && !self.before_it.is_empty() {
            self.topic.pieces = std::mem::take(&mut self.before_it);
        }
        let names = |token: &ProseToken| token.piece().is_some();
        let first = self.tokens.iter().position(names);
        let goes_on = self.tokens[..first.unwrap_or(0)]
            .iter()
            .any(|token| token.has(Role::Him));
        if goes_on && !self.before_it.is_empty() {
            self.topic.pieces = self.before_it.clone();
        }
        if !self.before_colon.is_empty() {
            self.topic.pieces = std::mem::take(&mut self.before_colon);
        }
        if !self.owners.is_empty() {
            self.topic.pieces = std::mem::take(&mut self.owners);
        }
        let asks = self.tokens.last().is_some_and(|token| token.is_mark("?"));
        let legal = self.has(Role::Legal).then_some(Role::Legal);
        self.topic.asked = legal.filter(|_| asks);
        self.topic.verb = self.verb.or(self.said);
        self.topic.counts = self.now_counted.is_some();
        self.topic.counted = self.now_counted.take().flatten();
        self.topic.themes = themes(self.tokens);
        (self.readings, self.used, self.topic)
    }

    fn has(&self, role: Role) -> bool {
        self.tokens.iter().any(|token| token.has(role))
    }

    /// Reads what begins at a token. Returns the place after it.
    fn read_token(&mut self, at: usize) -> usize {
        let token = &self.tokens[at];
        match token.what {
            // "Rook: 19 cells"
            ProseTokenKind::Mark(':') if self.is_label(at) => {
                (self.verb, self.said) = (Some(Role::Reach), Some(Role::Reach));
                self.began = at + 1;
            }
            ProseTokenKind::Mark(_) => {
                // What is listed after a colon is not what the next sentence is about.
                if token.is_mark(":") && self.has_subject && self.before_colon.is_empty() {
                    self.before_colon = self.topic.pieces.clone();
                }
                if token.ends_clause() || self.is_inner && token.is_mark(",") {
                    self.end_clause();
                    self.began = at + 1;
                }
            }
            ProseTokenKind::Piece(kind) => self.read_piece(at, kind),
            ProseTokenKind::Number {
                is_percentage: true,
                ..
            } => self.read_share(at),
            ProseTokenKind::Number { value, .. } => self.read_number(at, value),
            ProseTokenKind::Size { .. } if self.is_of_board(at) => {
                let cells = vec!["count(cells)".to_string()];
                self.add(
                    at..at + 1,
                    ProposalKind::Number,
                    cells,
                    None,
                    self.bound_by.clone(),
                );
            }
            ProseTokenKind::Cell(_) => return self.read_cells(at),
            ProseTokenKind::Ordinal(_) => self.read_ordinal(at),
            ProseTokenKind::Size { .. } => {}
            ProseTokenKind::Word => self.read_word(at),
        }
        at + 1
    }

    /// Whether a size is that of the board.
    fn is_of_board(&self, at: usize) -> bool {
        const NEAR: usize = 4;
        let end = self.tokens.len().min(at + NEAR);
        let mut near = self.tokens[at.saturating_sub(NEAR)..end].iter();
        near.any(|token| token.has(Role::Board))
    }

    /// Whether a colon follows only the name of a piece, and a number follows the colon.
    fn is_label(&self, at: usize) -> bool {
        let next = self.after(at).map(|next| &self.tokens[next]);
        let counts = next.is_some_and(|next| next.number().is_some());
        self.has_subject && self.verb.is_none() && (counts || self.topic.standing.is_some())
    }

    fn end_clause(&mut self) {
        (self.verb, self.has_subject, self.bound) = (None, false, None);
        (self.is_negated, self.is_inner) = (false, false);
        self.leave_inner();
    }

    /// Goes back to what the main clause is about.
    fn leave_inner(&mut self) {
        if let Some((pieces, side)) = self.main.take() {
            (self.topic.pieces, self.topic.side) = (pieces, side);
        }
    }

    fn bind(&mut self, at: usize) {
        if !self.bound_by.contains(&at) {
            self.bound_by.push(at);
        }
    }

    /// Returns the last word before a place, fillers aside.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| {
            let token = &self.tokens[*at];
            (!token.is_filler() || token.has(Role::Than))
                && (token.what != ProseTokenKind::Word || !token.has(Role::Each))
        })
    }

    /// Returns the next word after a place, fillers aside.
    fn after(&self, at: usize) -> Option<usize> {
        (at + 1..self.tokens.len()).find(|at| !self.tokens[*at].is_filler())
    }

    fn clause_start(&self, at: usize) -> usize {
        let end = (0..at).rev().find(|at| self.tokens[*at].ends_clause());
        end.map_or(0, |end| end + 1)
    }

    fn reached(&self) -> Vec<String> {
        let verb = self.verb.or(self.said);
        let pieces = self.topic.pieces.iter();
        let standing = self.topic.standing.map(PiecePlace::Cell);
        let place = self.topic.place.as_ref().or(standing.as_ref());
        let all = pieces.map(|kind| self.queries.reached(verb, *kind, self.topic.side, place));
        all.flatten().collect()
    }

    fn add(
        &mut self,
        tokens: Range<usize>,
        kind: ProposalKind,
        expressions: Vec<String>,
        rank: Option<RankWords>,
        mut bound_by: Vec<usize>,
    ) {
        if expressions.is_empty() {
            return;
        }
        bound_by.sort_unstable();
        // What asks about no piece is bound by its own sentence.
        let asks_of = |expression: &str| {
            let mut kinds = self.topic.pieces.iter();
            kinds.any(|kind| expression.contains(self.queries.id(*kind)))
        };
        let offer = |expression: String| Offer {
            place: match self.queries.asks_figure(&expression) {
                true => BoundBy::Figure,
                false if asks_of(&expression) => self.topic.known,
                false => BoundBy::Sentence,
            },
            expression,
            bound_by: bound_by.clone(),
        };
        let offers = expressions.into_iter().map(offer).collect();
        self.readings.push(FactReading {
            range: self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end,
            kind,
            rank,
            none: None,
            offers,
        });
    }
}

/// Whether a sentence counts on from the one before: "That makes six squares."
fn goes_on(tokens: &[ProseToken]) -> bool {
    let first = tokens.first();
    first.is_some_and(|first| first.word.starts_with("that"))
}

/// Whether an empty board is spoken of, and not only compared with: "as many as on an empty board".
fn is_on_empty(tokens: &[ProseToken]) -> bool {
    (0..tokens.len()).any(|at| {
        let before = tokens[..at].iter().rev().take(3);
        tokens[at].has(Role::Empty) && !before.into_iter().any(|token| token.has(Role::Than))
    })
}

fn is_joint(token: &ProseToken) -> bool {
    token.word == "and" || token.word == "or"
}
