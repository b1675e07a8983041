//! A book and the verdict on each of its statements.

use std::collections::BTreeMap;

use super::book::Book;
use crate::claim::{Followed, Judgement, Unfollowed, Verdict};
use crate::pages::page::{ClaimLink, Page};
use crate::place::{NumberId, PlacedDiagram};
use padma_rules::diagram::Diagram;
use padma_rules::model::CellSet;
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Word, is_name};

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
    /// For each page the work that it was to judge it, if nothing was complained of.
    pub(super) quiet: Vec<Option<u64>>,
}

/// A claim and what came of it.
#[derive(Clone, Debug)]
pub struct CheckedClaim {
    /// Its name, else its page and running number.
    pub id: String,
    /// The place of its page among the book's.
    pub page: usize,
    /// Its place among the claims of its page.
    pub link: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// The expression, as its author wrote it.
    pub expression: String,
    /// The variant it speaks of.
    pub variant: Option<usize>,
    /// What came of it.
    pub judgement: Judgement,
}

/// A diagram with the verdicts on its marks.
#[derive(Clone, Debug)]
pub struct CheckedDiagram {
    /// The place of its page among the book's.
    pub page: usize,
    /// Its place among the diagrams of its page.
    pub index: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// Its marks, in the order of their lines.
    pub marks: Vec<CheckedMark>,
    /// The worst verdict of its marks.
    pub verdict: Verdict,
    /// What the picture shows.
    pub shown: Diagram,
}

impl CheckedDiagram {
    /// Whether all that it shows could be computed.
    pub fn is_computed(&self) -> bool {
        self.verdict != Verdict::Error
    }
}

/// A mark, and what becomes of it.
#[derive(Clone, Debug)]
pub struct CheckedMark {
    /// The sign it is drawn with.
    pub symbol: String,
    /// The cells it computes.
    pub cells: CellSet,
    /// The cells the source marks, if it has this mark.
    pub source: Option<CellSet>,
    /// Whether its cells follow from the rules, and are not only named.
    pub computed: bool,
    /// How its cells follow the diagram's pieces to other cells.
    pub followed: Result<Followed, Unfollowed>,
    /// Whether the source agrees.
    pub verdict: Verdict,
    /// What its author says of it.
    pub note: String,
}

impl Checked {
    /// A claim as its author wrote it.
    pub fn link(&self, claim: &CheckedClaim) -> &ClaimLink {
        &self.book.pages[claim.page].claims[claim.link]
    }

    /// The first claim that states a definition.
    pub fn stating(&self, name: &str) -> Option<&CheckedClaim> {
        self.claims
            .iter()
            .find(|claim| self.link(claim).target.text().trim() == name)
    }

    /// A diagram's pieces on their board.
    pub fn figure(&self, diagram: &CheckedDiagram) -> &PlacedDiagram {
        // Only diagrams that are placed are judged.
        let figure = self.book.figure_of[diagram.page][diagram.index];
        &self.book.placed[figure.unwrap_or_default()]
    }

    /// How many claims, marks, recorded moves and results have each verdict.
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
    /// The place of its page among the book's.
    pub page: usize,
    /// Its place among the games of its page.
    pub index: usize,
    /// The source's section that this part of the page retells.
    pub section: Option<NumberId>,
    /// For each move as far as the game could be played over.
    pub plies: Vec<CheckedPly>,
    /// Of the result, if the record states one and all its moves are legal.
    pub result: Option<CheckedPly>,
    /// The worst verdict of its moves.
    pub verdict: Verdict,
}

impl CheckedGame {
    /// The verdicts on its moves and on its result.
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
    /// Whether the move is legal.
    pub verdict: Verdict,
    /// What is wrong with it, or the proof of its erratum.
    pub note: String,
}

/// Whether a link names its claim, rather than says what is to be computed.
pub(super) fn is_named(link: &ClaimLink) -> bool {
    is_name(link.target.text().trim())
}

/// What a claim is called: its name, else its page and running number.
pub(super) fn claim_id(page: &Page, index: usize, link: &ClaimLink) -> String {
    match is_named(link) {
        true => link.target.text().trim().to_string(),
        false => format!("{}#{}", page.path, index + 1),
    }
}

/// Complains of each word that stands among these a second time.
pub(crate) fn complain_doubled<'w>(
    words: impl IntoIterator<Item = &'w Word>,
    message: impl Fn(&str) -> String,
    diagnostics: &mut Diagnostics,
) {
    let mut before: BTreeMap<&str, &Word> = BTreeMap::new();
    for word in words {
        let first = *before.entry(&word.text).or_insert(word);
        if !std::ptr::eq(first, word) {
            let message = message(&word.text);
            diagnostics.twice(Code::DoubledName, message, first.span, word.span);
        }
    }
}
