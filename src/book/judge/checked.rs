//! A book and the verdict on each of its statements.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::book::Book;
use super::sentence::BookSentence;
use super::supports::Supports;
use crate::claim::{Judgement, Verdict};
use crate::pages::page::{ClaimLink, Page};
use crate::place::DrawnMarks;
use padma_expr::{
    Definition, Grounds, NumberId, PieceQuestion, PlacedDiagram, Question, Unfollowed,
};
use padma_rules::diagram::Diagram;
use padma_rules::model::CellSet;
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Fingerprint, Word, is_name};

/// A book and the verdict on each of its statements.
#[derive(Debug)]
pub struct Checked {
    /// The book itself.
    pub book: Book,
    /// In the order of the pages.
    pub claims: Vec<CheckedClaim>,
    /// In the order of the pages; those that could not be placed are left out.
    pub diagrams: Vec<CheckedDiagram>,
    /// In the order of the pages.
    pub games: Vec<CheckedGame>,
    /// What its sentences can rest on.
    pub supports: Supports,
    /// The words of sentences that have changed since they were read, by their fingerprints; those of the
    /// others are not known.
    pub(super) old_words: BTreeMap<Fingerprint, String>,
    /// Its sentences, found when they are first asked for.
    pub(super) sentences: OnceLock<Vec<BookSentence>>,
}

/// A claim and its judgement.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// Its name, or if it has none, its page and its number on that page.
    pub id: String,
    /// The index of its page in the book.
    pub page: usize,
    /// Its index among the claims of its page.
    pub link: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// The expression, as its author wrote it.
    pub expression: String,
    /// What it computes, parsed; `None` if it cannot be read.
    pub definition: Option<Arc<Definition>>,
    /// What its expression asks, with names replaced by what they stand for; empty if it cannot be
    /// read.
    pub meaning: String,
    /// What it rests on.
    pub grounds: Grounds,
    /// The variant that it is evaluated with.
    pub variant: Option<usize>,
    /// The judgement.
    pub judgement: Judgement,
}

impl CheckedClaim {
    /// Returns its question, if it is computed.
    pub fn question(&self) -> Option<&Question> {
        self.definition.as_ref()?.question()
    }
}

/// A diagram with the verdicts on its marks.
#[derive(Clone, Debug)]
pub struct CheckedDiagram {
    /// The index of its page in the book.
    pub page: usize,
    /// Its index among the diagrams of its page.
    pub index: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// Its marks, in the order of their lines.
    pub marks: Vec<CheckedMark>,
    /// The worst verdict of its marks and its drawing.
    pub verdict: Verdict,
    /// The diagram as it is drawn.
    pub shown: Diagram,
}

impl CheckedDiagram {
    /// Whether everything it shows could be computed.
    pub fn is_computed(&self) -> bool {
        self.verdict != Verdict::Error
    }
}

/// A mark and its verdict.
#[derive(Clone, Debug)]
pub struct CheckedMark {
    /// The symbol it is drawn with.
    pub symbol: String,
    /// The cells it computes.
    pub cells: CellSet,
    /// The cells the source marks, if it has this mark.
    pub source: Option<CellSet>,
    /// Whether its cells follow from the rules, rather than being listed by hand.
    pub computed: bool,
    /// The expression that computes its cells.
    pub expression: String,
    /// That expression, parsed; `None` if it cannot be read.
    pub question: Option<Arc<Question>>,
    /// The questions about single pieces whose answers together are its cells, if it consists of
    /// those; or the reason why its cells do not change when the diagram's pieces are moved.
    pub followed: Result<Option<Vec<PieceQuestion>>, Unfollowed>,
    /// Whether it agrees with the source.
    pub verdict: Verdict,
    /// The note of its author.
    pub note: String,
}

impl Checked {
    /// Sets what its sentences can rest on.
    pub(crate) fn rest_on(&mut self, supports: Supports) {
        self.supports = supports;
        self.sentences.take();
    }

    /// Adds the words of a sentence that has changed since it was read.
    pub(crate) fn remember(&mut self, fingerprint: Fingerprint, words: String) {
        self.old_words.insert(fingerprint, words);
        self.sentences.take();
    }

    /// Returns a claim as its author wrote it.
    pub fn link(&self, claim: &CheckedClaim) -> &ClaimLink {
        &self.book.pages[claim.page].claims[claim.link]
    }

    /// Returns the first claim that states a definition.
    pub fn claim_stating(&self, name: &str) -> Option<&CheckedClaim> {
        self.claims
            .iter()
            .find(|claim| self.link(claim).target.text().trim() == name)
    }

    /// Returns a diagram's pieces on their board.
    pub fn figure(&self, diagram: &CheckedDiagram) -> &PlacedDiagram {
        &self.book.placed[self.place(diagram)]
    }

    /// Returns the marks of a diagram's drawing.
    pub fn drawn_marks(&self, diagram: &CheckedDiagram) -> &DrawnMarks {
        &self.book.drawn[self.place(diagram)]
    }

    fn place(&self, diagram: &CheckedDiagram) -> usize {
        // Only placed diagrams are judged.
        self.book.figure_of[diagram.page][diagram.index].unwrap_or_default()
    }

    /// Counts the claims, marks, recorded moves and results with a verdict.
    pub fn tally(&self, verdict: Verdict) -> usize {
        let marks = self
            .diagrams
            .iter()
            .flat_map(|diagram| &diagram.marks)
            .map(|mark| mark.verdict);
        let plies = self.games.iter().flat_map(CheckedGame::verdicts);
        let claims = self.claims.iter().map(|claim| claim.judgement.verdict);
        claims
            .chain(marks)
            .chain(plies)
            .filter(|v| *v == verdict)
            .count()
    }
}

/// A recorded game with the verdicts on its moves.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// The index of its page in the book.
    pub page: usize,
    /// Its index among the games of its page.
    pub index: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// The moves, as far as the game could be played.
    pub plies: Vec<CheckedPly>,
    /// The verdict on the result, if the record states one and all its moves are legal.
    pub result: Option<CheckedPly>,
    /// The worst verdict of its moves and its result.
    pub verdict: Verdict,
}

impl CheckedGame {
    /// Returns the verdicts on its moves and on its result.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.plies
            .iter()
            .chain(&self.result)
            .map(|judged| judged.verdict)
    }
}

/// The verdict on a recorded move, or on a result.
#[derive(Clone, Debug)]
pub struct CheckedPly {
    /// The verdict on the move or the result.
    pub verdict: Verdict,
    /// What is wrong with it, or the proof that its erratum gives.
    pub note: String,
}

/// Whether a link names its claim, rather than containing an expression.
pub(super) fn is_named_claim(link: &ClaimLink) -> bool {
    is_name(link.target.text().trim())
}

/// Returns the id of a claim: its name, or if it has none, its page and its number on that page.
pub(super) fn claim_id(page: &Page, index: usize, link: &ClaimLink) -> String {
    match is_named_claim(link) {
        true => link.target.text().trim().to_string(),
        false => format!("{}#{}", page.path, index + 1),
    }
}

/// Reports each word that occurs a second time.
pub(crate) fn complain_doubled<'w>(
    words: impl IntoIterator<Item = &'w Word>,
    message: impl Fn(&str) -> String,
    diagnostics: &mut Diagnostics,
) {
    let mut seen: BTreeMap<&str, &Word> = BTreeMap::new();
    for word in words {
        let first = *seen.entry(&word.text).or_insert(word);
        if !std::ptr::eq(first, word) {
            let message = message(&word.text);
            diagnostics.duplicate(Code::DoubledName, message, first.span, word.span);
        }
    }
}
