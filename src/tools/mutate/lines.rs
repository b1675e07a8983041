//! Generates every change of a diagram's lines and drawing, of titles, and of the proofs of
//! errata.

use std::ops::Range;

use super::change::{MutationKind, TextChange};
use super::words::Vocabulary;
use padma_book::judge::Checked;
use padma_book::pages::diagram::{DiagramDecl, DrawingDecl};
use padma_book::pages::game::GameDecl;
use padma_rules::play::record;
use padma_text::diag::Diagnostics;
use padma_text::noted_claims;
use padma_text::{Sources, Span};
use padma_variant::resolve::Variants;

/// Returns all such changes of a book's pages.
pub(crate) fn changes(
    checked: &Checked,
    variants: &Variants,
    sources: &Sources,
) -> Vec<TextChange> {
    let book = &checked.book;
    let mut all = Vec::new();
    for (index, page) in book.pages.iter().enumerate() {
        let own = |place: Option<usize>| Some(Vocabulary::new(&variants.rules(place?).variant));
        let mut walk = DiagramWalk {
            page: index,
            sources,
            found: Vec::new(),
        };
        for (decl, figure) in page.diagrams.iter().zip(&book.figure_of[index]) {
            let Some(vocabulary) = own(figure.map(|figure| book.placed[figure].variant)) else {
                continue;
            };
            walk.block(decl.span, &vocabulary);
            if let (Some(drawing), Some(figure)) = (&decl.drawing, figure) {
                let labels: Vec<Span> = book.placed[*figure]
                    .pieces
                    .iter()
                    .map(|piece| piece.span)
                    .collect();
                walk.drawing(decl, drawing, &labels);
            }
        }
        for (decl, game) in page.games.iter().zip(&book.game_of[index]) {
            let Some(vocabulary) = own(game.map(|game| book.games.played[game].variant)) else {
                continue;
            };
            walk.heading_and_errata(decl.span, &vocabulary);
            walk.tags(decl, &vocabulary);
        }
        if let Some(vocabulary) = own(book.variant) {
            for definition in &page.definitions {
                walk.proofs(definition.body.whole(), &vocabulary);
            }
        }
        all.append(&mut walk.found);
    }
    all
}

/// Lines that are not changed here: their words have changes of their own, are names on which all
/// depends, or are a matter of appearance.
const UNTOUCHED: [&str; 5] = ["source", "moves", "variant", "source_id", "names"];

/// The word before a proof.
const ERRATUM: &str = "erratum";

struct DiagramWalk<'a> {
    page: usize,
    sources: &'a Sources,
    found: Vec<TextChange>,
}

impl DiagramWalk<'_> {
    fn push(&mut self, kind: MutationKind, span: Span, candidates: Vec<String>) {
        self.found
            .extend(TextChange::any(kind, self.page, span, candidates));
    }

    /// Changes each fact in a part of a text.
    fn facts(&mut self, kind: MutationKind, at: Span, vocabulary: &Vocabulary<'_>) {
        let text = self.sources.slice(at);
        let targets: Vec<Range<usize>> = noted_claims(text)
            .into_iter()
            .map(|claim| claim.target)
            .collect();
        let is_text =
            |range: &Range<usize>| !targets.iter().any(|target| target.contains(&range.start));
        for (range, others) in vocabulary
            .facts(text)
            .into_iter()
            .filter(|(range, _)| is_text(range))
        {
            self.push(kind, at.slice(range), others);
        }
    }

    /// Returns the lines of a block between its fences, down to a drawing.
    fn lines(&self, block: Span) -> Vec<Span> {
        let text = self.sources.slice(block);
        let mut start = 0;
        let mut lines = Vec::new();
        for line in text.split_inclusive('\n') {
            lines.push(block.slice(start..start + line.len()));
            start += line.len();
        }
        let is_drawing = |line: &Span| self.sources.slice(*line).trim() == "drawing";
        let end = lines
            .iter()
            .position(is_drawing)
            .unwrap_or(lines.len().saturating_sub(1));
        lines.truncate(end);
        lines
    }

    fn block(&mut self, block: Span, vocabulary: &Vocabulary<'_>) {
        self.heading_and_errata(block, vocabulary);
        for line in self.lines(block).into_iter().skip(1) {
            let text = self.sources.slice(line);
            let first = text.split_whitespace().next().unwrap_or_default();
            if first.is_empty()
                || first.starts_with(['#', '>'])
                || first == ERRATUM
                || UNTOUCHED.contains(&first)
            {
                continue;
            }
            // The meaning of a mark is text for readers, and its symbol is a name, like the label
            // of a piece.
            let end = text.find(" -- ").unwrap_or(text.trim_end().len());
            let is_mark = text[..end].contains('=');
            let start = text[..end].find('=').map_or(0, |at| at + 1);
            let words: Vec<&str> = text.split_whitespace().collect();
            let label = match words[..] {
                ["white" | "black", label, _, _] => {
                    text.find(&format!(" {label} ")).map(|at| at + 1)
                }
                _ => None,
            };
            let changes = vocabulary.changes(&text[start..end]).into_iter();
            for (range, others) in changes.filter(|(range, _)| Some(range.start) != label) {
                self.push(
                    MutationKind::Diagram,
                    line.slice(start + range.start..start + range.end),
                    others,
                );
            }
            if !is_mark {
                self.push(MutationKind::Diagram, line, vec![String::new()]);
            }
        }
    }

    /// Changes the title of a block, and the proofs of its errata.
    fn heading_and_errata(&mut self, block: Span, vocabulary: &Vocabulary<'_>) {
        for (number, line) in self.lines(block).into_iter().enumerate() {
            let text = self.sources.slice(line);
            let behind = |sign: &str| {
                text.find(sign)
                    .map(|at| line.slice(at + sign.len()..text.trim_end().len()))
            };
            if number == 0 {
                behind("\"")
                    .into_iter()
                    .for_each(|at| self.facts(MutationKind::Title, at, vocabulary));
            } else if text.trim_start().starts_with(ERRATUM) {
                behind(" -- ")
                    .into_iter()
                    .for_each(|at| self.facts(MutationKind::Erratum, at, vocabulary));
            }
        }
    }

    /// Changes the tags of a game, its result and its first position.
    fn tags(&mut self, decl: &GameDecl, vocabulary: &Vocabulary<'_>) {
        let record = record(&decl.record, &mut Diagnostics::default());
        for tag in &record.tags {
            let others = vocabulary.changes(tag.value.text());
            if others.is_empty() {
                self.push(
                    MutationKind::Tag,
                    tag.value.whole(),
                    vec![format!("{}x", tag.value.text())],
                );
            }
            for (range, others) in others {
                self.push(MutationKind::Tag, tag.value.span(range), others);
            }
        }
        for result in record.result.iter() {
            let others = ["1-0", "0-1", "1/2-1/2"]
                .into_iter()
                .filter(|other| *other != result.text);
            others.for_each(|other| {
                self.push(MutationKind::Tag, result.span, vec![other.to_string()])
            });
        }
        if let Some(start) = &decl.start {
            let text = start.text();
            let pieces = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
            for (at, digit) in pieces {
                let others = ('1'..='9')
                    .filter(|other| *other != digit)
                    .map(String::from)
                    .collect();
                self.push(MutationKind::Tag, start.span(at..at + 1), others);
            }
        }
    }

    /// Changes the proof in a claim's definition.
    fn proofs(&mut self, body: Span, vocabulary: &Vocabulary<'_>) {
        let text = self.sources.slice(body);
        let Some(at) = text.find(ERRATUM) else { return };
        let quoted = text[at..].find('"').map(|quote| at + quote + 1);
        let Some(start) = quoted else { return };
        let end = text[start..]
            .find('"')
            .map_or(text.len(), |end| start + end);
        self.facts(MutationKind::Erratum, body.slice(start..end), vocabulary);
    }

    /// Moves each piece of a drawing to another cell, inverts each shade, and erases each stroke.
    fn drawing(&mut self, decl: &DiagramDecl, drawing: &DrawingDecl, labels: &[Span]) {
        let all = drawing.text.whole();
        let end = decl.span.range().end;
        let text = self.sources.get(all.source).text();
        let inside = all.range().start..all.range().end.min(end);
        for label in labels
            .iter()
            .filter(|label| inside.contains(&label.range().start))
        {
            let line = line_around(text, label.range().start);
            let row = Span::new(all.source, line.clone());
            let at = label.range().start - line.start..label.range().end - line.start;
            self.push(MutationKind::Drawing, row, moved(&text[line], at));
        }
        let is_shaded = text[inside.clone()].contains(SHADE);
        for (at, run) in runs(&text[inside.clone()]) {
            let span = Span::new(all.source, inside.start + at.start..inside.start + at.end);
            match run {
                LetterRun::Shade => {
                    self.push(MutationKind::Drawing, span, vec![" ".repeat(at.len())])
                }
                LetterRun::Blank if is_shaded && at.len() == 3 => {
                    self.push(MutationKind::Drawing, span, vec![":".repeat(at.len())]);
                }
                LetterRun::Stroke => {
                    let blank = " ".repeat(at.len());
                    self.found.push(TextChange::one(
                        MutationKind::Drawing,
                        self.page,
                        span,
                        blank,
                    ));
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

/// Returns a row of a drawing with a word of it moved.
fn moved(row: &str, word: Range<usize>) -> Vec<String> {
    if !row.is_ascii() {
        return Vec::new();
    }
    let blank = if row[..word.start].ends_with(SHADE) {
        ":"
    } else {
        " "
    };
    let shifted = SHIFTS.iter().filter_map(|by| {
        let start = word.start.checked_add_signed(*by)?;
        let room = row.get(start..start + word.len())?;
        room.chars().all(|c| c == ' ' || c == SHADE).then(|| {
            let mut other = row.to_string();
            other.replace_range(word.clone(), &blank.repeat(word.len()));
            other.replace_range(start..start + word.len(), &row[word.clone()]);
            other
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
    let mut found: Vec<(Range<usize>, LetterRun)> = Vec::new();
    for (at, c) in text.char_indices() {
        let run = match c {
            SHADE => LetterRun::Shade,
            ' ' => LetterRun::Blank,
            '-' | '_' | '|' | '/' | '\\' | '+' => LetterRun::Stroke,
            _ => continue,
        };
        match found.last_mut() {
            Some((last, kind)) if last.end == at && *kind == run => last.end = at + 1,
            _ => found.push((at..at + 1, run)),
        }
    }
    found
}

/// Returns the line that contains a byte of a text.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
    start..text[at..].find('\n').map_or(text.len(), |line| at + line)
}
