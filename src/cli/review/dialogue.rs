//! The dialogue of `review`: a sentence at a time, with what its claims say back, and a key for each
//! finding.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use super::findings::{ReaderFinding, ReviewFile, kept_lines, wants};
use crate::cli::books::{JudgedBooks, judge_all, status_of_session};
use crate::cli::common::{BAD, Common, GOOD, printable};
use crate::cli::terminal::{Dialogue, INTERRUPT, edit};
use padma_book::judge::{
    BookSentence, Checked, CheckedDiagram, DiagramNaming, SentenceState, WordChange,
    book_sentences, proposed_supports, restate_claim, sentence_doubt, word_changes,
};
use padma_book::load::Session;
use padma_book::pages::review::{ReviewFinding, ReviewLine};
use padma_book::report;
use padma_picture::backend::ascii;

/// A dialogue about the sentences of books.
pub(super) struct ReviewDialogue<'a, R, W> {
    /// The states of the sentences to go through; if empty, the unread and the changed.
    pub states: &'a [String],
    /// Who reads, and the day.
    pub by: &'a str,
    pub common: &'a Common,
    pub terminal: Dialogue<R, W>,
    /// The texts of the sentences that were put off.
    pub kept: BTreeSet<String>,
}

/// How the reading of a book ended.
enum ReadingEnd {
    /// All its sentences have been gone through.
    Through,
    /// A file was opened in the editor, so the book is to be judged again.
    Edited,
    /// The reader stops.
    Stopped,
}

/// What a reader answers.
enum ReaderAnswer {
    Found(ReviewLine),
    Keep,
    Back,
    Edit,
    Stop,
}

impl<R: BufRead, W: Write> ReviewDialogue<'_, R, W> {
    /// Goes through the books, and returns the exit status.
    pub(super) fn go(&mut self, judged: JudgedBooks) -> io::Result<u8> {
        let folders: Vec<PathBuf> = judged.folders.clone();
        let mut judged = Some(judged);
        for folder in &folders {
            loop {
                let mut books = judged
                    .take()
                    .filter(|judged| judged.folders.contains(folder))
                    .unwrap_or_else(|| {
                        let mut again = judge_all(std::slice::from_ref(folder), self.common);
                        again.recall();
                        again
                    });
                let place = books.folders.iter().position(|known| known == folder);
                let is_broken = status_of_session(&books.session) == BAD;
                // With errors in it a book may have lost sentences that were read.
                let Some(checked) = place
                    .and_then(|place| books.books.get(place))
                    .filter(|_| !is_broken)
                else {
                    self.common.complain(&mut books.session);
                    writeln!(
                        self.terminal.output,
                        "\nThe book has errors. Mend them, and go on then."
                    )?;
                    return Ok(BAD);
                };
                let end = self.read(folder, checked, &mut books.session)?;
                if status_of_session(&books.session) == BAD {
                    self.common.complain(&mut books.session);
                    return Ok(BAD);
                }
                match end {
                    ReadingEnd::Through => {
                        judged = Some(books);
                        break;
                    }
                    ReadingEnd::Edited => {}
                    ReadingEnd::Stopped => return Ok(GOOD),
                }
            }
        }
        Ok(GOOD)
    }

    /// Goes through the sentences of a book. Each finding is written at once.
    fn read(
        &mut self,
        folder: &Path,
        checked: &Checked,
        session: &mut Session,
    ) -> io::Result<ReadingEnd> {
        let sentences = book_sentences(checked);
        let ids = report::sentence_ids(sentences, &session.sources);
        let mut lines = kept_lines(checked, sentences);
        let mut file = ReviewFile::new(folder, checked, session);
        if self.respelt(checked, sentences)? {
            for (sentence, line) in sentences.iter().zip(&mut lines) {
                *line = ReaderFinding::again(self.by, checked, sentence).unwrap_or(line.clone());
            }
            if !file.write(sentences, &lines, session) {
                return Ok(ReadingEnd::Stopped);
            }
        }
        let titles: Vec<usize> = (0..sentences.len())
            .filter(|&index| self.asks(&sentences[index]) && is_title(&sentences[index], session))
            .collect();
        if self.are_prose(&titles, sentences)? {
            let prose = ReaderFinding {
                state: ReviewFinding::Prose,
                by: self.by,
                on: "",
                note: "",
            };
            for index in titles {
                let found = prose.of(checked, &sentences[index]);
                lines[index] = found.unwrap_or_else(|_| lines[index].clone());
            }
            if !file.write(sentences, &lines, session) {
                return Ok(ReadingEnd::Stopped);
            }
        }
        let waiting: Vec<usize> = (0..sentences.len())
            .filter(|&index| {
                self.asks(&sentences[index]) && lines[index] == sentences[index].kept(checked)
            })
            .collect();
        let (mut nth, mut figure_shown) = (0, None);
        while let Some(&index) = waiting.get(nth) {
            let sentence = &sentences[index];
            let mut shown = self.show(checked, sentence, session);
            let before = supports_before(&sentences[..index], &lines, &sentence.file);
            let figure = figure_of(checked, sentence);
            if let Some(figure) = figure.filter(|_| figure != figure_shown) {
                shown += &printable(&drawing(checked, &checked.diagrams[figure], session));
            }
            figure_shown = figure.or(figure_shown);
            let heading = format!(
                "\n{}/{}  {} of {}\n",
                checked.book.name,
                ids[index],
                nth + 1,
                waiting.len()
            );
            write!(self.terminal.output, "{}", printable(&heading))?;
            write!(self.terminal.output, "{shown}")?;
            loop {
                match self.ask(checked, sentence, &before)? {
                    ReaderAnswer::Found(line) => {
                        lines[index] = line;
                        if !file.write(sentences, &lines, session) {
                            return Ok(ReadingEnd::Stopped);
                        }
                    }
                    ReaderAnswer::Keep => {
                        self.kept.insert(sentence.prose.text.clone());
                    }
                    ReaderAnswer::Back => {
                        nth = nth.saturating_sub(1);
                        break;
                    }
                    ReaderAnswer::Stop => return Ok(ReadingEnd::Stopped),
                    ReaderAnswer::Edit => {
                        let path = folder.join(&sentence.file);
                        let line = session.sources.line_column(sentence.prose.span).line;
                        match edit(&path, line) {
                            Ok(()) => return Ok(ReadingEnd::Edited),
                            Err(reason) => {
                                writeln!(self.terminal.output, "{reason}")?;
                                continue;
                            }
                        }
                    }
                }
                nth += 1;
                break;
            }
        }
        Ok(ReadingEnd::Through)
    }

    /// Whether a sentence is gone through.
    fn asks(&self, sentence: &BookSentence) -> bool {
        let is_open = matches!(
            sentence.state,
            SentenceState::Unread | SentenceState::Changed
        );
        let is_asked = match self.states.is_empty() {
            true => is_open,
            false => wants(self.states, sentence),
        };
        is_asked && !self.kept.contains(&sentence.prose.text)
    }

    /// Shows the sentences in which only the spelling has changed, and asks whether to keep the
    /// findings about all of them.
    fn respelt(&mut self, checked: &Checked, sentences: &[BookSentence]) -> io::Result<bool> {
        let respelt = sentences
            .iter()
            .filter(|sentence| sentence.is_respelt(checked));
        let changes: Vec<String> = respelt
            .map(|sentence| self.changed(checked, sentence))
            .collect();
        if changes.is_empty() {
            return Ok(false);
        }
        writeln!(self.terminal.output, "\nOnly the spelling has changed in:")?;
        for change in changes {
            writeln!(self.terminal.output, "  {change}")?;
        }
        write!(self.terminal.output, "Accept all of them (y/n)? ")?;
        Ok(self.terminal.key()? == Some('y'))
    }

    /// Shows the headings and titles that wait, and asks whether all of them are prose.
    fn are_prose(&mut self, titles: &[usize], sentences: &[BookSentence]) -> io::Result<bool> {
        if titles.is_empty() {
            return Ok(false);
        }
        writeln!(self.terminal.output, "\nThese are headings and titles:")?;
        for index in titles {
            writeln!(
                self.terminal.output,
                "  {}",
                printable(&sentences[*index].prose.text)
            )?;
        }
        write!(
            self.terminal.output,
            "Does none of them state anything that could be computed (y/n)? "
        )?;
        Ok(self.terminal.key()? == Some('y'))
    }

    /// Returns a sentence with what its claims say back, below the paragraph that it stands in.
    fn show(&self, checked: &Checked, sentence: &BookSentence, session: &Session) -> String {
        let mut text = String::new();
        let paragraph = paragraph(sentence, session);
        if paragraph.lines().count() > 1 || !paragraph.ends_with(&sentence.prose.text) {
            let (dim, end) = if self.terminal.colours {
                ("\x1b[2m", "\x1b[0m")
            } else {
                ("", "")
            };
            for line in paragraph.lines() {
                text += &format!("  {dim}| {}{end}\n", printable(line));
            }
        }
        text += &format!("  {}\n", self.changed(checked, sentence));
        for claim in &sentence.claims {
            let claim = &checked.claims[*claim];
            let variants = &session.library.variants;
            let says = restate_claim(checked, claim, variants, DiagramNaming::ById);
            let says = says.map(|says| says.english());
            let says = says.unwrap_or_else(|| format!("not computed: {}", claim.judgement.note));
            let words = checked.link(claim).text.text();
            let verdict = claim.judgement.verdict.words();
            text += &printable(&format!("    [{words}] {says} ({verdict})\n"));
        }
        let doubt = sentence_doubt(checked, sentence, &session.library.variants);
        if let Some(doubt) = doubt {
            let reason = doubt.primary.map_or_else(String::new, |label| label.text);
            text += &printable(&format!("    doubtful: {reason}\n"));
        }
        if let Some((before, finding)) = sentence.note().and_then(|it| Some((it, it.finding?))) {
            let said = [before.support(), &before.note];
            let said: Vec<&str> = said.into_iter().filter(|said| !said.is_empty()).collect();
            if !said.is_empty() {
                let said = said.join(": ");
                text += &printable(&format!("    {}: {said}\n", finding.name()));
            }
        }
        text
    }

    /// Returns the text of a sentence; if it has changed, word by word.
    fn changed(&self, checked: &Checked, sentence: &BookSentence) -> String {
        let new = &sentence.prose.text;
        let Some(old) = sentence.old_text(checked) else {
            return printable(new);
        };
        let runs = word_changes(old, new).into_iter();
        let runs = runs.map(|(change, words)| {
            let words = printable(&words);
            match (change, self.terminal.colours) {
                (WordChange::Kept, _) => words,
                (WordChange::Removed, true) => format!("\x1b[31;9m{words}\x1b[0m"),
                (WordChange::Added, true) => format!("\x1b[32m{words}\x1b[0m"),
                (WordChange::Removed, false) => format!("[-{words}-]"),
                (WordChange::Added, false) => format!("{{+{words}+}}"),
            }
        });
        runs.collect::<Vec<_>>().join(" ")
    }

    fn ask(
        &mut self,
        checked: &Checked,
        sentence: &BookSentence,
        before: &[String],
    ) -> io::Result<ReaderAnswer> {
        let same = match sentence.claims.is_empty() {
            true => "",
            false => "says the (s)ame, (n)ot the same, ",
        };
        let keys = format!(
            "{same}(r)ests on something else, (p)rose, (k)eep for later, (b)ack, (e)dit, (q)uit? "
        );
        loop {
            write!(self.terminal.output, "{keys}")?;
            let Some(answer) = self.terminal.key()? else {
                return Ok(ReaderAnswer::Stop);
            };
            let state = match answer {
                's' => ReviewFinding::Confirmed,
                'r' => ReviewFinding::Rests,
                'p' => ReviewFinding::Prose,
                'n' => ReviewFinding::Wrong,
                'k' => return Ok(ReaderAnswer::Keep),
                'b' => return Ok(ReaderAnswer::Back),
                'e' => return Ok(ReaderAnswer::Edit),
                'q' | INTERRUPT => return Ok(ReaderAnswer::Stop),
                _ => continue,
            };
            let on = match state {
                ReviewFinding::Rests => self.ask_on_what(checked, sentence, before)?,
                _ => String::new(),
            };
            // What was noted before stays with its finding.
            let before = sentence.note().filter(|note| note.finding == Some(state));
            let mut note = before.map_or(String::new(), |before| before.note.clone());
            if state == ReviewFinding::Wrong {
                write!(self.terminal.output, "what is wrong: ")?;
                note = Some(self.terminal.line()?.unwrap_or_default())
                    .filter(|said| !said.is_empty())
                    .unwrap_or(note);
            }
            let finding = ReaderFinding {
                state,
                by: self.by,
                on: &on,
                note: &note,
            };
            match finding.of(checked, sentence) {
                Err(reason) => writeln!(self.terminal.output, "{reason}")?,
                Ok(line) => return Ok(ReaderAnswer::Found(line)),
            }
        }
    }

    /// Asks what a sentence rests on. An empty answer takes the first proposal, a number the one with that
    /// number.
    fn ask_on_what(
        &mut self,
        checked: &Checked,
        sentence: &BookSentence,
        before: &[String],
    ) -> io::Result<String> {
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        let proposed = proposed_supports(checked, sentence, &before);
        let listed = proposed.iter().enumerate();
        let listed = listed.map(|(index, name)| format!("{} {name}", index + 1));
        let listed = printable(&listed.collect::<Vec<_>>().join(", "));
        write!(self.terminal.output, "on what ({listed}): ")?;
        let answer = self.terminal.line()?.unwrap_or_default();
        let number = match answer.as_str() {
            "" => Some(1),
            answer => answer.parse().ok(),
        };
        let chosen = number.and_then(|number: usize| proposed.get(number.checked_sub(1)?));
        Ok(chosen.cloned().unwrap_or(answer))
    }
}

/// Returns what sentences of a file rest on, each name once, the last in reading order last.
fn supports_before(sentences: &[BookSentence], lines: &[ReviewLine], file: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (_, line) in sentences
        .iter()
        .zip(lines)
        .filter(|(of, _)| of.file == file)
    {
        let name = line.note.support();
        if !name.is_empty() {
            names.retain(|known| known != name);
            names.push(name.to_string());
        }
    }
    names
}

/// Whether a sentence without a claim is a heading, or a title of the book.
fn is_title(sentence: &BookSentence, session: &Session) -> bool {
    let span = sentence.prose.span;
    let text = session.sources.get(span.source).text();
    let line = text[..span.range().start]
        .rsplit('\n')
        .next()
        .unwrap_or_default();
    sentence.claims.is_empty() && (sentence.page.is_none() || line.starts_with('#'))
}

/// Returns the lines of the paragraph that a sentence stands in.
fn paragraph(sentence: &BookSentence, session: &Session) -> String {
    let range = sentence.prose.span.range();
    let text = session.sources.get(sentence.prose.span.source).text();
    let start = text[..range.start].rfind("\n\n").map_or(0, |at| at + 2);
    let end = text[range.end..]
        .find("\n\n")
        .map_or(text.len(), |at| range.end + at);
    text[start..end].trim_matches('\n').to_string()
}

/// Returns the diagram that the claims of a sentence ask about, by its index in the book.
fn figure_of(checked: &Checked, sentence: &BookSentence) -> Option<usize> {
    let claim = &checked.claims[*sentence.claims.first()?];
    let asked = checked.link(claim).diagram?;
    let mut diagrams = checked.diagrams.iter();
    diagrams.position(|diagram| diagram.page == claim.page && diagram.index == asked)
}

/// Draws a diagram with characters.
fn drawing(checked: &Checked, diagram: &CheckedDiagram, session: &Session) -> String {
    let figure = checked.book.figure_of[diagram.page][diagram.index];
    let Some(figure) = figure else {
        return String::new();
    };
    let variant = checked.book.placed[figure].variant;
    let board = &session.library.variants.rules(variant).variant.board;
    let drawn = ascii::draw_brief(&diagram.shown, board, checked.book.decl.words);
    drawn.lines().map(|line| format!("    {line}\n")).collect()
}
