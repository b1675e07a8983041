//! The tokens of a page's blocks: of the lines and drawings of diagrams, of the tags of games, and
//! of titles and proofs of errata.

use std::ops::Range;

use super::change::{MutationKind, TextChange};
use super::placement::change_fen;
use super::token::replace_range;
use super::walk::Walk;
use padma_book::judge::{Checked, GameFact};
use padma_book::pages::diagram::{DiagramDecl, LineForm, line_form};
use padma_book::pages::game::GameDecl;
use padma_expr::{Definition, PlacedDiagram};
use padma_rules::play::record;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Span, Word, plain_text_claims, range_in};
use padma_variant::resolve::Variants;

/// Returns the changes of the blocks of a book's pages.
pub(crate) fn changes(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
) -> Vec<TextChange> {
    let book = &checked.book;
    let mut all = Vec::new();
    let walk = |sort, id: &Word, variant: usize| {
        let given = GameFact {
            kind: sort,
            name: id.text.clone(),
            span: id.span,
        };
        let variant = &variants.rules(variant).variant;
        BlockWalk(Walk::new(MutationKind::Diagram, given, variant, sources))
    };
    for (index, page) in book.pages.iter().enumerate() {
        for (decl, figure) in page.diagrams.iter().zip(&book.figure_of[index]) {
            if let Some(figure) = figure.map(|figure| &book.placed[figure]) {
                let mut walk = walk("diagram", &decl.id, figure.variant);
                walk.change_title_and_proofs(decl.title_span, decl.proofs());
                for block in page.blocks.iter().filter(|block| block.span == decl.span) {
                    walk.change_lines(decl, &block.body);
                }
                walk.change_drawing(decl, figure);
                all.append(&mut walk.0.changes);
            }
        }
        for (decl, game) in page.games.iter().zip(&book.game_of[index]) {
            if let Some(game) = game.map(|game| &book.games.played[game]) {
                let mut walk = walk("record", &decl.id, game.variant);
                walk.change_title_and_proofs(decl.title_span, decl.proofs());
                walk.change_tags(decl);
                all.append(&mut walk.0.changes);
            }
        }
        for (decl, variant) in page.definitions.iter().zip(book.variant.iter().cycle()) {
            let known = book.definitions.get(&decl.name.text);
            if let Some(Definition::Computed(computation)) =
                known.and_then(|(_, known)| known.as_deref())
                && let Some(erratum) = &computation.erratum
            {
                let mut walk = walk("claim", &decl.name, *variant);
                walk.change_facts(MutationKind::Erratum, erratum.proof.span);
                all.append(&mut walk.0.changes);
            }
        }
    }
    all
}

/// First words of lines that are not changed here: their words are changed elsewhere, are names on
/// which everything depends, or determine only appearance.
const UNTOUCHED: [&str; 4] = ["moves", "variant", "source_id", "names"];

/// A walk over the text of one block.
struct BlockWalk<'a>(Walk<'a>);

impl BlockWalk<'_> {
    /// Changes each fact in a part of a text, except in the expressions of claims.
    fn change_facts(&mut self, kind: MutationKind, at: Span) {
        let text = Excerpt::verbatim(self.0.sources.slice(at), at);
        let claims = plain_text_claims(text.text());
        let mut facts = self.0.vocabulary.facts(text.text());
        facts.retain(|(range, _)| {
            let mut targets = claims.iter().map(|claim| &claim.target);
            !targets.any(|target| target.contains(&range.start))
        });
        self.0.kind = kind;
        self.0.tokens(&text, facts);
    }

    /// Changes the words of a diagram's lines, and leaves out each line that is not a mark.
    fn change_lines(&mut self, decl: &DiagramDecl, body: &Excerpt) {
        self.0.kind = MutationKind::Diagram;
        // The symbol of a mark is a name, and its meaning is text for readers.
        for mark in &decl.marks {
            self.0.words(&mark.expression);
        }
        for line in body.text().split_inclusive('\n') {
            match line_form(body, line) {
                LineForm::Drawing => return,
                LineForm::Blank | LineForm::Cells | LineForm::Mark => continue,
                LineForm::Text | LineForm::Words => {}
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let whole = body.cut(line.trim());
            let label = match words[..] {
                [first, ..] if UNTOUCHED.contains(&first) => continue,
                ["white" | "black", label, _, _] => Some(body.at(label)),
                _ => None,
            };
            if let ["fen", field, ..] = words[..] {
                let start = range_in(whole.text(), field).start;
                change_fen(&mut self.0, &whole.part(start..whole.text().len()));
            } else {
                let mut tokens = self.0.vocabulary.tokens(whole.text());
                tokens.retain(|(range, _)| Some(whole.span(range.clone())) != label);
                self.0.tokens(&whole, tokens);
            }
            let start = body.at(line).range().start;
            let above = &self.0.sources.get(body.whole().source).text()[..start];
            // In a list or a quotation, the next line begins with its marker.
            let removed = if above.ends_with('\n') {
                line
            } else {
                line.trim()
            };
            self.0.replace(body.at(removed), vec![String::new()]);
        }
    }

    /// Changes the title of a block, and the proofs of its errata.
    fn change_title_and_proofs<'p>(&mut self, title: Span, proofs: impl Iterator<Item = &'p Word>) {
        self.change_facts(MutationKind::Title, title);
        for proof in proofs {
            self.change_facts(MutationKind::Erratum, proof.span);
        }
    }

    /// Changes the tags of a game, its result and its first position.
    fn change_tags(&mut self, decl: &GameDecl) {
        let record = record(&decl.record, &mut Diagnostics::default());
        self.0.kind = MutationKind::Tag;
        for tag in &record.tags {
            let tokens = self.0.vocabulary.tokens(tag.value.text());
            match tokens.is_empty() {
                true => {
                    let other = format!("{}x", tag.value.text());
                    self.0.replace(tag.value.whole(), vec![other]);
                }
                false => self.0.tokens(&tag.value, tokens),
            }
        }
        for result in record.result.iter() {
            for other in ["1-0", "0-1", "1/2-1/2"] {
                self.0.replace(result.span, vec![other.to_string()]);
            }
        }
        if let Some(start) = &decl.start {
            let digits = start.text().char_indices();
            for (at, _) in digits.filter(|(_, c)| c.is_ascii_digit()) {
                let others = ('1'..='9').map(String::from).collect();
                self.0.replace(start.span(at..at + 1), others);
            }
        }
    }

    /// Moves each piece of a drawing to another cell, inverts each shade, and erases each stroke.
    fn change_drawing(&mut self, decl: &DiagramDecl, figure: &PlacedDiagram) {
        let Some(drawing) = &decl.drawing else {
            return;
        };
        self.0.given.kind = "drawing";
        self.0.kind = MutationKind::Drawing;
        let all = drawing.text.whole();
        let text = self.0.sources.get(all.source).text();
        let inside = all.range().start..all.range().end.min(decl.span.range().end);
        for label in figure.pieces.iter().map(|piece| piece.span.range()) {
            if inside.contains(&label.start) {
                let line = line_around(text, label.start);
                let at = label.start - line.start..label.end - line.start;
                let rows = move_word(&text[line.clone()], at);
                self.0.replace(Span::new(all.source, line), rows);
            }
        }
        let is_shaded = text[inside.clone()].contains(SHADE);
        for (at, run) in runs(&text[inside.clone()]) {
            let span = Span::new(all.source, inside.start + at.start..inside.start + at.end);
            let blank = " ".repeat(at.len());
            match run {
                LetterRun::Shade => self.0.replace(span, vec![blank]),
                LetterRun::Blank if is_shaded && at.len() == 3 => {
                    let shade = SHADE.to_string().repeat(at.len());
                    self.0.replace(span, vec![shade]);
                }
                LetterRun::Stroke => {
                    let is_sensible = false;
                    let change = self.0.change(span, vec![blank]);
                    self.0.push(TextChange {
                        must_be_valid: is_sensible,
                        ..change
                    });
                }
                LetterRun::Blank => {}
            }
        }
    }
}

/// The character that fills a shaded cell.
pub(crate) const SHADE: char = ':';

/// The distances by which a piece is moved along its row: to the next cell, for each width in
/// which cells are drawn.
const SHIFTS: [isize; 12] = [4, -4, 6, -6, 8, -8, 3, -3, 5, -5, 12, -12];

/// Returns copies of a row of a drawing in which a word is moved to another cell.
fn move_word(row: &str, word: Range<usize>) -> Vec<String> {
    if !row.is_ascii() {
        return Vec::new();
    }
    let is_shaded = row[..word.start].ends_with(SHADE);
    let blank = if is_shaded { ":" } else { " " }.repeat(word.len());
    let shifted = SHIFTS.iter().filter_map(|shift| {
        let start = word.start.checked_add_signed(*shift)?;
        let target = row.get(start..start + word.len())?;
        target.chars().all(|c| c == ' ' || c == SHADE).then(|| {
            let other = replace_range(row, word.clone(), &blank);
            replace_range(&other, start..start + word.len(), &row[word.clone()])
        })
    });
    shifted.collect()
}

/// The kind of a run of equal characters in a drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LetterRun {
    Shade,
    Blank,
    Stroke,
}

/// Returns the runs of shade characters, spaces and strokes in a drawing.
fn runs(text: &str) -> Vec<(Range<usize>, LetterRun)> {
    let mut runs: Vec<(Range<usize>, LetterRun)> = Vec::new();
    for (at, c) in text.char_indices() {
        let run = match c {
            SHADE => LetterRun::Shade,
            ' ' => LetterRun::Blank,
            '-' | '_' | '|' | '/' | '\\' | '+' => LetterRun::Stroke,
            _ => continue,
        };
        match runs.last_mut() {
            Some((last, kind)) if last.end == at && *kind == run => last.end = at + 1,
            _ => runs.push((at..at + 1, run)),
        }
    }
    runs
}

/// Returns the line that contains a byte of a text.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    start..text[at..].find('\n').map_or(text.len(), |line| at + line)
}
