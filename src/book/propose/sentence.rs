//! The sentences of a book in order, each read in the light of those before it. Knows no values.

use super::compare::comparisons;
use super::fact::{BoundBy, FactReading, Offer, ProposalKind};
use super::fill::SlotFiller;
use super::frame::{FrameReader, SentenceTopic, themes};
use super::movement;
use super::own::{ClaimedSentence, add_verbs, own_words};
use super::pattern::{SentenceWords, patterns};
use super::queries::Queries;
use super::role::Role;
use super::table::TableHead;
use super::token::{ProseToken, ProseTokenKind, tokens};
use crate::claim::are_apart;
use crate::judge::{BookSentence, Checked, SentenceState, book_sentences};
use crate::pages::sentence::{PassageForm, PlacedSentence, placed_sentences};
use padma_variant::resolve::Variants;
use padma_words::read_as;

/// A sentence with what is read of it.
pub(super) struct SentenceReading {
    pub page: usize,
    pub sentence: PlacedSentence,
    pub variant: usize,
    /// The diagram above it, among the placed ones.
    pub figure: Option<usize>,
    pub tokens: Vec<ProseToken>,
    pub readings: Vec<FactReading>,
}

impl SentenceReading {
    /// Whether a claim covers a part of a fact.
    fn is_claimed(&self, reading: &FactReading) -> bool {
        let mut claims = self.sentence.claims.iter();
        claims.any(|(_, range)| !are_apart(range, &reading.range))
    }

    /// Returns the claims, by their indices on the page, whose whole text states a fact.
    pub(super) fn claims_of(&self, reading: &FactReading) -> impl Iterator<Item = usize> {
        let fact = reading.range.clone();
        let claims = self.sentence.claims.iter();
        let of_it =
            claims.filter(move |(_, text)| fact.start <= text.start && text.end <= fact.end);
        of_it.map(|(claim, _)| *claim)
    }

    /// Whether an expression is bound by the names of a piece and of a cell.
    pub(super) fn names_piece_and_cell(&self, offer: &Offer) -> bool {
        let bound = || offer.bound_by.iter().map(|at| &self.tokens[*at]);
        bound().any(|token| token.piece().is_some()) && bound().any(|token| token.cell().is_some())
    }
}

/// Reads the sentences of some pages, without the facts that claims cover and those of sentences that were settled.
pub(super) fn read_plain(
    checked: &Checked,
    variants: &Variants,
    is_meant: impl Fn(usize) -> bool,
) -> Vec<SentenceReading> {
    let is_settled =
        |known: &&BookSentence| matches!(known.state, SentenceState::Prose | SentenceState::Rests);
    let settled = book_sentences(checked).iter().filter(is_settled);
    let settled: Vec<_> = settled.map(|known| known.prose.span).collect();
    let mut all = read_pages(checked, variants, is_meant);
    for read in &mut all {
        let mut readings = std::mem::take(&mut read.readings);
        readings.retain(|reading| !read.is_claimed(reading));
        if !settled.contains(&read.sentence.span) {
            read.readings = readings;
        }
    }
    all
}

/// Reads the sentences of some pages; none if the book is in a language that is not read.
pub(super) fn read_pages(
    checked: &Checked,
    variants: &Variants,
    is_meant: impl Fn(usize) -> bool,
) -> Vec<SentenceReading> {
    let book = &checked.book;
    let Some(language) = read_as(&book.decl.language) else {
        return Vec::new();
    };
    let mut all: Vec<SentenceReading> = Vec::new();
    let pages = book.pages.iter().enumerate();
    for (index, page) in pages {
        for sentence in placed_sentences(page) {
            let figure = sentence
                .diagram
                .and_then(|diagram| book.figure_of[index][diagram]);
            let variant = figure
                .map(|figure| book.placed[figure].variant)
                .or(book.variant);
            let Some(variant) = variant else {
                continue;
            };
            let rules = &variants.rules(variant).variant;
            all.push(SentenceReading {
                page: index,
                tokens: tokens(sentence.words.text(), language, rules),
                sentence,
                variant,
                figure,
                readings: Vec::new(),
            });
        }
    }
    let claimed = all.iter().map(|read| ClaimedSentence {
        page: read.page,
        claims: &read.sentence.claims,
        tokens: &read.tokens,
    });
    let own = own_words(claimed, checked);
    all.retain(|read| is_meant(read.page));
    let mut reader = PlainPage::default();
    let mut page = None;
    for read in &mut all {
        if page.replace(read.page) != Some(read.page) {
            reader = PlainPage::default();
        }
        add_verbs(&mut read.tokens, &own);
        let queries = Queries {
            variant: &variants.rules(read.variant).variant,
            figure: read.figure.map(|figure| &book.placed[figure]),
            is_empty: false,
            is_first: false,
            is_restricted: false,
            takes_too: false,
            own_words: &own,
            own: None,
        };
        read.readings = reader.read(&read.sentence, &read.tokens, queries);
    }
    all
}

/// Reads the sentences of a page.
#[derive(Default)]
struct PlainPage {
    topic: SentenceTopic,
    head: Option<TableHead>,
}

impl PlainPage {
    fn read(
        &mut self,
        sentence: &PlacedSentence,
        tokens: &[ProseToken],
        queries: Queries<'_>,
    ) -> Vec<FactReading> {
        match sentence.form {
            PassageForm::InBlock => return Vec::new(),
            PassageForm::Heading => {
                let kinds: Vec<_> = tokens.iter().filter_map(ProseToken::piece).collect();
                self.topic = SentenceTopic {
                    known: if kinds.is_empty() {
                        BoundBy::Sentence
                    } else {
                        BoundBy::Page
                    },
                    pieces: kinds,
                    castling: tokens.iter().any(|token| token.has(Role::Castle)),
                    themes: themes(tokens),
                    ..SentenceTopic::default()
                };
                return Vec::new();
            }
            PassageForm::TableHead => {
                self.head = Some(TableHead::read(tokens));
                return Vec::new();
            }
            PassageForm::TableRow => {
                return match &self.head {
                    Some(head) => head.read_row(tokens, queries, self.topic.side),
                    None => Vec::new(),
                };
            }
            PassageForm::Text => {}
        }
        let queries = Queries {
            is_restricted: tokens.iter().any(|token| token.has(Role::Restricted)),
            ..queries
        };
        if begins_with_unknown(tokens) {
            self.topic.pieces.clear();
        }
        let earlier = SentenceTopic {
            known: match self.topic.known {
                BoundBy::Page => BoundBy::Page,
                _ => BoundBy::Earlier,
            },
            ..self.topic.clone()
        };
        if let Some(reading) = queries.figure.and_then(|_| position(tokens)) {
            return vec![reading];
        }
        let mut statements = statements(tokens, queries, &earlier);
        statements.splice(0..0, comparisons(tokens, queries, &earlier));
        let movements = movement::statements(tokens, queries.variant, &earlier);
        let (mut facts, arguments, topic) = FrameReader::new(queries, tokens, earlier).read();
        if let Some(at) = supposed_from(tokens) {
            facts.retain(|fact| fact.range.end <= tokens[at].range.start);
        }
        // The argument of a statement is not a fact of its own.
        facts.retain(|fact| {
            let mut offers = statements.iter().flat_map(|statement| &statement.offers);
            !offers.any(|offer| {
                let mut read = offer.bound_by.iter().map(|at| &tokens[*at]);
                read.any(|token| token.range.start == fact.range.start && token.piece().is_none())
            })
        });
        self.topic = topic;
        // A question states nothing.
        if tokens.last().is_some_and(|last| last.is_mark("?")) {
            return Vec::new();
        }
        let mut readings: Vec<FactReading> = Vec::new();
        for reading in statements.into_iter().chain(movements).chain(facts) {
            // A part of a statement is not a fact of its own, and the same fact is read once.
            match readings
                .iter_mut()
                .find(|known| !are_apart(&known.range, &reading.range))
            {
                Some(known) if known.range == reading.range && known.kind == reading.kind => {
                    known.offers.extend(reading.offers)
                }
                Some(_) => {}
                None => readings.push(reading),
            }
        }
        readings.extend(unbound(tokens, &readings, &arguments));
        readings.sort_by_key(|reading| reading.range.start);
        readings
    }
}

/// Returns where the part of a sentence begins that describes what would have been: "with a Pawn on h2 he would have had two moves".
fn supposed_from(tokens: &[ProseToken]) -> Option<usize> {
    tokens.windows(2).position(|pair| {
        ["would", "could", "might"].contains(&pair[0].word.as_str()) && pair[1].word == "have"
    })
}

/// Whether a sentence begins with a name that is not known: "Captain = …", "Horse (H): …".
fn begins_with_unknown(tokens: &[ProseToken]) -> bool {
    let [first, next, ..] = tokens else {
        return false;
    };
    let is_unknown = first.what == ProseTokenKind::Word && first.roles.is_empty();
    is_unknown && next.is_mark("=(:–—")
}

/// Reads the position of the figure above: "White: King e1, Pawn e2; Black: Rook e8".
fn position(tokens: &[ProseToken]) -> Option<FactReading> {
    let names_side = |at: usize| {
        tokens[at].side().is_some() && tokens.get(at + 1).is_some_and(|mark| mark.is_mark(":"))
    };
    let sides: Vec<usize> = (0..tokens.len()).filter(|at| names_side(*at)).collect();
    let last = tokens.iter().rposition(|token| !token.is_mark("."))?;
    let names_cell = tokens.iter().any(|token| token.cell().is_some());
    (sides.first() == Some(&0) && sides.len() == 2 && names_cell).then(|| FactReading {
        range: tokens[0].range.start..tokens[last].range.end,
        kind: ProposalKind::Cells,
        rank: None,
        none: None,
        offers: vec![Offer {
            expression: "position()".to_string(),
            bound_by: sides,
            place: BoundBy::Figure,
        }],
    })
}

/// Returns the numbers and cells of a sentence that no expression is offered for.
fn unbound(
    tokens: &[ProseToken],
    readings: &[FactReading],
    arguments: &[usize],
) -> Vec<FactReading> {
    let is_free = |(at, token): &(usize, &ProseToken)| {
        let is_pronoun = token.word == "one";
        let is_paragraph = *at == 0 && token.word.starts_with(|c: char| c.is_ascii_digit());
        let is_said = readings.iter().any(|reading| {
            !are_apart(&reading.range, &token.range)
                || reading
                    .offers
                    .iter()
                    .any(|offer| offer.bound_by.contains(at))
        });
        !(is_pronoun || is_paragraph || is_said || arguments.contains(at))
    };
    let fact = |(_, token): (usize, &ProseToken)| {
        let (kind, reason) = match token.what {
            ProseTokenKind::Number { value, .. } if is_year(value) => {
                (ProposalKind::Number, IS_YEAR)
            }
            ProseTokenKind::Number { .. } => (ProposalKind::Number, NOT_BOUND),
            ProseTokenKind::Cell(_) => (ProposalKind::Cells, NOT_BOUND),
            _ => return None,
        };
        Some(FactReading {
            range: token.range.clone(),
            kind,
            rank: None,
            offers: Vec::new(),
            none: Some(reason.to_string()),
        })
    };
    tokens
        .iter()
        .enumerate()
        .filter(is_free)
        .filter_map(fact)
        .collect()
}

/// Why nothing is offered for a year.
const IS_YEAR: &str = "a year, which no expression computes: a claim of it is `unchecked`";
/// Why nothing is offered for other facts.
const NOT_BOUND: &str = "the words of the sentence bind no expression";

/// Whether a number is that of a year.
fn is_year(number: u64) -> bool {
    (1000..2100).contains(&number)
}

/// Returns the facts that rows of statements find in a sentence, those first that ask for most, and say most.
fn statements(
    tokens: &[ProseToken],
    queries: Queries<'_>,
    topic: &SentenceTopic,
) -> Vec<FactReading> {
    let words = SentenceWords::of(tokens);
    let patterns = patterns()
        .iter()
        .filter(|pattern| pattern.may_be_in(&words));
    let mut found: Vec<(usize, FactReading)> = Vec::new();
    for pattern in patterns {
        let speaks_of =
            |role: Role| topic.speaks_of(role) || tokens.iter().any(|token| token.has(role));
        if !pattern.needed.is_none_or(speaks_of) {
            continue;
        }
        let mut start = 0;
        while let Some(read) = pattern.find(&tokens[start..]) {
            let rest = &tokens[start..];
            let first = read.tokens.first().copied().unwrap_or(0);
            let filler = SlotFiller::new(&read.slots, rest, first, queries, topic);
            if let Some((expression, place)) = filler.fill(&pattern.expression) {
                let fact = &rest[read.fact.clone()];
                let bound_by = read.tokens.iter().map(|at| start + at).collect();
                let reading = FactReading {
                    range: fact[0].range.start..fact[fact.len() - 1].range.end,
                    kind: pattern.kind,
                    rank: None,
                    none: None,
                    offers: vec![Offer {
                        expression,
                        bound_by,
                        place,
                    }],
                };
                found.push((pattern.weight, reading));
            }
            start += read.tokens.last().map_or(1, |last| last + 1);
        }
    }
    found.sort_by_key(|(weight, reading)| std::cmp::Reverse((*weight, reading.range.len())));
    found.into_iter().map(|(_, reading)| reading).collect()
}
