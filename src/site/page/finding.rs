//! What the card of an erratum or of an open question shows in addition to its words: a board with
//! both answers, and the steps of the proof, which lead to the figures that they name.

use serde_json::{Value as Json, json};

use super::edition::Edition;
use super::medium::Addresses;
use super::text::{root, sentence};
use padma_book::claim::{Judgement, Verdict};
use padma_book::judge::{CheckedClaim, CheckedDiagram};
use padma_book::pages::ids::anchor;
use padma_expr::ExprValue;
use padma_picture::backend::svg;
use padma_picture::scene::{self, Options};
use padma_picture::words::describe;
use padma_rules::diagram::{Diagram, Mark, ShownPiece};
use padma_rules::model::{CellSet, Position, Variant};
use padma_words::{Say, SlotValue, say};

/// The two answers that a board shows side by side: the one the book gives, and the other.
struct Answers {
    own: CellSet,
    other: Option<CellSet>,
    /// What the legend calls both of them together, and each by itself.
    names: [Say; 3],
}

/// Which of the two answers the legend names.
const WHOSE: [SlotValue; 3] = [
    SlotValue::Key("both"),
    SlotValue::Key("own"),
    SlotValue::Key("other"),
];

/// Returns what a legend calls the answers of the rules and of the source.
fn of_source() -> [Say; 3] {
    WHOSE.map(|whose| say!(labels::AnswerOf, whose))
}

/// Returns what a legend calls the answers of the first two readings.
fn of_readings(judgement: &Judgement) -> [Say; 3] {
    let name = |nth: usize| judgement.readings.get(nth).map(|(name, _)| name);
    WHOSE.map(|whose| say!(labels::ReadingOf, whose, own = name(0), other = name(1)))
}

/// Draws the board of a claim; `None` if there is nothing to be seen.
pub(super) fn board_of_claim(
    edition: &Edition<'_>,
    claim: &CheckedClaim,
    id: &str,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let judgement = &claim.judgement;
    let shown = judgement.illustration.as_ref()?;
    let variant = &edition.variants.rules(claim.variant?).variant;
    let answers = answers(judgement, shown.cells);
    board(edition, variant, &shown.position, &answers, id, addresses)
}

fn answers(judgement: &Judgement, own: CellSet) -> Answers {
    let cells = |value: &ExprValue| match value {
        ExprValue::Cells(cells) => Some(**cells),
        _ => None,
    };
    let (other, names) = match judgement.verdict {
        Verdict::Depends => (
            judgement.readings.get(1).map(|(_, value)| value),
            of_readings(judgement),
        ),
        _ => (judgement.source.as_ref(), of_source()),
    };
    let is_of_cells = judgement
        .actual
        .as_ref()
        .is_some_and(|value| cells(value).is_some());
    Answers {
        own,
        other: other.filter(|_| is_of_cells).and_then(cells),
        names,
    }
}

/// Draws the board of a diagram with the first mark in which the source differs; `None` if it differs in
/// its drawing alone.
pub(super) fn board_of_diagram(
    edition: &Edition<'_>,
    diagram: &CheckedDiagram,
    id: &str,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let mark = diagram
        .marks
        .iter()
        .find(|mark| mark.verdict == Verdict::Erratum)?;
    let figure = edition.checked.figure(diagram);
    let variant = &edition.variants.rules(figure.variant).variant;
    let answers = Answers {
        own: mark.cells,
        other: mark.source,
        names: of_source(),
    };
    board(edition, variant, &figure.position, &answers, id, addresses)
}

fn board(
    edition: &Edition<'_>,
    variant: &Variant,
    position: &Position,
    answers: &Answers,
    id: &str,
    addresses: &Addresses<'_>,
) -> Option<Json> {
    let unknown = position.pieces().filter(|(_, piece)| piece.kind.is_none());
    let unknown = unknown.map(|(cell, piece)| ShownPiece::unknown(piece.side, cell));
    let mut diagram = Diagram::of(position, variant);
    diagram.pieces.extend(unknown);
    let (own, [both, first, second]) = (answers.own, answers.names.clone());
    let parts = match answers.other {
        Some(other) => vec![
            (own & other, edition.say(both)),
            (own - other, edition.say(first)),
            (other - own, edition.say(second)),
        ],
        None => vec![(own, String::new())],
    };
    // Empty answers are dropped after the colours are given, so an answer has one colour on all boards.
    diagram.marks = parts
        .into_iter()
        .zip(["x", "o", "+"])
        .map(|((cells, meaning), symbol)| Mark {
            symbol: symbol.to_string(),
            cells,
            meaning,
        })
        .collect();
    let options = Options {
        fonts: edition.fonts,
        words: edition.words(),
        ..Options::default()
    };
    let scene = scene::lay_out(&diagram, &variant.board, &options);
    let key = |(index, mark): (usize, &Mark)| {
        let svg = addresses.picture(svg::ornament(&scene::key(index)));
        json!({"svg": svg, "meaning": mark.meaning})
    };
    let named = diagram.marks.iter().enumerate();
    let legend = named
        .filter(|(_, mark)| !mark.meaning.is_empty() && !mark.cells.is_empty())
        .map(key)
        .collect::<Vec<_>>();
    diagram.marks.retain(|mark| !mark.cells.is_empty());
    let alt = describe(&diagram, &variant.board, edition.words());
    let picture = svg::inline(
        &scene,
        &addresses.id(id),
        &edition.say(say!(labels::ThePosition)),
        &alt,
    );
    Some(json!({"svg": addresses.picture(picture), "legend": legend}))
}

/// Returns the steps of a proof, each a sentence or a clause. A step is a list of words; those that
/// name a figure have a `link`.
pub(super) fn steps(edition: &Edition<'_>, note: &str, addresses: &Addresses<'_>) -> Vec<Json> {
    let sentences = note.split_inclusive(". ").flat_map(|part| part.split("; "));
    let steps = sentences.map(str::trim).filter(|step| !step.is_empty());
    steps
        .map(|step| linked(edition, &sentence(step), addresses).into())
        .collect()
}

/// Splits a text at the figures that it names.
fn linked(edition: &Edition<'_>, text: &str, addresses: &Addresses<'_>) -> Vec<Json> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut plain = String::new();
    while let Some((at, name)) = named_figure(rest) {
        let (before, after) = rest.split_at(at);
        plain += before;
        let (figure, after) = after.split_at(name.len());
        rest = after;
        match figure_url(edition, figure, addresses) {
            Some(url) => {
                words.push(json!({"text": std::mem::take(&mut plain)}));
                words.push(json!({"text": figure, "link": url}));
            }
            None => plain += figure,
        }
    }
    words.push(json!({"text": plain + rest}));
    words
}

/// Finds the next word after `figure`, `Figure` or `Diagram`, and its place.
fn named_figure(text: &str) -> Option<(usize, &str)> {
    let before = ["figure ", "Figure ", "Diagram "].into_iter();
    let at = before
        .filter_map(|word| Some(text.find(word)? + word.len()))
        .min()?;
    let name = text[at..].split(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ')'));
    let name = name
        .into_iter()
        .next()
        .unwrap_or_default()
        .trim_end_matches('.');
    (!name.is_empty()).then_some((at, name))
}

/// Returns the address of the figure with a name: its id, or its number in the source.
fn figure_url(edition: &Edition<'_>, name: &str, addresses: &Addresses<'_>) -> Option<String> {
    let book = &edition.checked.book;
    let pages = book.pages.iter();
    let (page, decl) = pages
        .flat_map(|page| page.diagrams.iter().map(move |decl| (page, decl)))
        .find(|(_, decl)| decl.id.text == name || book.source_number(decl) == Some(name))?;
    let place = anchor("d", &decl.id.text);
    Some(addresses.url(&format!("{}{}#{place}", root(addresses.page), page.path)))
}
