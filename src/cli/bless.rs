//! `check --bless`: selects the texts to correct, and at a terminal asks about each.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use padma_book::judge::{
    Checked, CheckedClaim, Correction, DiagramNaming, apply_edits, corrections, restate_claim,
};
use padma_book::load::Session;
use padma_book::load::rewrite::bless;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// The claims whose texts are corrected, by their names in the report. A name may be preceded by
/// its book: `small/first-move`. An empty name stands for all claims.
#[derive(Clone, Copy)]
pub(super) struct Blessing<'a>(pub &'a [String]);

impl Blessing<'_> {
    fn names_all(self) -> bool {
        self.0.iter().any(String::is_empty)
    }

    pub(super) fn wants(self, checked: &Checked, claim: &CheckedClaim) -> bool {
        self.names_all() || self.0.iter().any(|name| is_named(name, checked, claim))
    }

    /// Corrects what can be judged of some books, and returns a line for each change. If all claims are to
    /// be corrected and someone can be asked, asks about each.
    pub(super) fn correct(
        self,
        session: &Session,
        folders: &[PathBuf],
        books: &[Checked],
        can_ask: bool,
    ) -> (Option<String>, Diagnostics) {
        let mut complaints = Diagnostics::default();
        let mut selected = self.corrections(session, books, &mut complaints);
        if complaints.has_errors() {
            return (None, complaints);
        }
        if can_ask && self.names_all() {
            let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
            Review {
                session,
                input,
                output,
            }
            .choose(books, &mut selected);
        }
        let (changes, unwritten) = bless(session, folders, books, &selected);
        complaints.extend(unwritten);
        (
            Some(changes.into_iter().map(|line| line + "\n").collect()),
            complaints,
        )
    }

    /// Returns the corrections for each book. A name without a claim is an error; a claim that is
    /// already right gets a note.
    fn corrections(
        self,
        session: &Session,
        books: &[Checked],
        complaints: &mut Diagnostics,
    ) -> Vec<Vec<Correction>> {
        let (variants, sources) = (&session.library.variants, &session.sources);
        let book_corrections = |checked: &Checked| {
            corrections(checked, variants, sources, |claim| {
                self.wants(checked, claim)
            })
        };
        let (by_book, noted): (Vec<_>, Vec<_>) = books.iter().map(book_corrections).unzip();
        let claims = || {
            books
                .iter()
                .flat_map(|checked| checked.claims.iter().map(move |claim| (checked, claim)))
        };
        for name in self.0.iter().filter(|name| !name.is_empty()) {
            let is_corrected = books.iter().zip(&by_book).any(|(checked, corrections)| {
                corrections
                    .iter()
                    .any(|correction| is_named(name, checked, &checked.claims[correction.claim]))
            });
            if !claims().any(|(checked, claim)| is_named(name, checked, claim)) {
                let complaint =
                    Diagnostic::error(Code::ClaimName, format!("no claim is named `{name}`"));
                complaints
                    .push(complaint.suggest(name, claims().map(|(_, claim)| claim.id.as_str())));
            } else if !is_corrected && noted.iter().all(|notes| notes.iter().next().is_none()) {
                let message =
                    format!("the text of the claim `{name}` has no number or list to correct");
                complaints.push(Diagnostic::note(Code::ClaimVerdict, message));
            }
        }
        by_book
    }
}

fn is_named(name: &str, checked: &Checked, claim: &CheckedClaim) -> bool {
    let name_in_book = name
        .strip_prefix(&checked.book.name)
        .and_then(|rest| rest.strip_prefix('/'));
    [Some(name), name_in_book].contains(&Some(claim.id.as_str()))
}

/// Whether someone at the terminal can be asked.
pub(super) fn can_ask() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// A dialogue that shows corrections one at a time, to be accepted or rejected.
struct Review<'a, R, W> {
    session: &'a Session,
    input: R,
    output: W,
}

/// The answer to a proposed correction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accept,
    Skip,
    /// Accept this one and all after it.
    All,
    /// Reject this one and all after it.
    Quit,
}

impl<R: BufRead, W: Write> Review<'_, R, W> {
    /// Keeps only the accepted corrections.
    fn choose(&mut self, books: &[Checked], corrections: &mut [Vec<Correction>]) {
        let total = corrections.iter().map(Vec::len).sum::<usize>();
        let (mut number, mut answer) = (0, Answer::Skip);
        for (checked, corrections) in books.iter().zip(corrections) {
            corrections.retain(|correction| {
                number += 1;
                if !matches!(answer, Answer::All | Answer::Quit) {
                    // If a correction cannot be shown or the answer cannot be read, reject it and
                    // all after it.
                    let shown = write!(
                        self.output,
                        "{}",
                        self.show(checked, correction, number, total)
                    );
                    answer = shown.and_then(|()| self.ask()).unwrap_or(Answer::Quit);
                }
                matches!(answer, Answer::Accept | Answer::All)
            });
        }
    }

    fn ask(&mut self) -> std::io::Result<Answer> {
        loop {
            write!(self.output, "accept, skip, all or quit? ")?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Ok(Answer::Quit);
            }
            match line.trim() {
                "a" | "accept" => return Ok(Answer::Accept),
                "s" | "skip" => return Ok(Answer::Skip),
                "all" => return Ok(Answer::All),
                "q" | "quit" => return Ok(Answer::Quit),
                _ => {}
            }
        }
    }

    /// Shows the place of a correction, what its claim says, and the lines that it changes, old
    /// and new.
    fn show(
        &self,
        checked: &Checked,
        correction: &Correction,
        number: usize,
        total: usize,
    ) -> String {
        let Session {
            sources, library, ..
        } = self.session;
        let claim = &checked.claims[correction.claim];
        let says = restate_claim(checked, claim, &library.variants, DiagramNaming::ById);
        let sentence = says
            .filter(|says| says.is_in_words)
            .map(|says| format!("  {}\n", says.english()))
            .unwrap_or_default();
        let (Some(first), Some(last)) = (correction.edits.first(), correction.edits.last()) else {
            return String::new();
        };
        let text = sources.get(first.span.source).text();
        let (start, end) = (first.span.range().start, last.span.range().end);
        let start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[end..].find('\n').map_or(text.len(), |at| end + at);
        let new = apply_edits(&text[..end], &correction.edits);
        let lines = |mark: &str, text: &str| -> String {
            text.lines()
                .map(|line| format!("  {mark} {line}\n"))
                .collect()
        };
        format!(
            "\n{}: claim `{}`, {number} of {total}\n  {}\n{sentence}{}{}",
            sources.place(first.span),
            claim.id,
            claim.expression,
            lines("-", &text[start..end]),
            lines("+", &new[start..])
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_correction_is_asked_about_in_turn() {
        let folder = kit::folder::Folder::new("review");
        folder.write(
            "content/book/one.toml",
            "[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n",
        );
        folder.write(
            "content/book/book.toml",
            "title = \"B\"\n[[chapter]]\npages = [\"index.md\"]\n",
        );
        folder.write("content/book/index.md", "# A\n\n[12](claim:count(cells)), [twelve\ncells](claim:k) and [two](claim:count(hexagon)).\n\n[9](claim:k)\n\n```claims\nk = count(cells) + 1\n```\n");
        let mut session = Session::new(&folder.path("content"), &[]);
        let books = [session.check(&folder.path("content/book")).unwrap()];
        let review = |answers: &str| {
            let all = corrections(
                &books[0],
                &session.library.variants,
                &session.sources,
                |_| true,
            )
            .0;
            let (mut selected, mut output) = ([all], Vec::new());
            let mut review = Review {
                session: &session,
                input: answers.as_bytes(),
                output: &mut output,
            };
            review.choose(&books, &mut selected);
            let accepted: Vec<String> = selected[0]
                .iter()
                .map(|c| books[0].claims[c.claim].id.clone())
                .collect();
            (accepted.join(" "), String::from_utf8(output).unwrap())
        };
        let (all, shown) = review("what\naccept\ns\na\n");
        assert_eq!(all, "index.md#1 index.md#3");
        let middle = "index.md:3:28: claim `k`, 2 of 4\n  count(cells) + 1\n  - [12](claim:count(cells)), [twelve\n  + [12](claim:count(cells)), [fourteen\naccept, skip, ";
        assert!(shown.contains(middle), "{shown}");
        for (answers, accepted) in [
            ("", ""),
            ("a\n", "index.md#1"),
            ("a\nq\n", "index.md#1"),
            ("s\nall\n", "k index.md#3 k#2"),
            ("s\ns\ns\n", ""),
        ] {
            assert_eq!(review(answers).0, accepted, "{answers:?}");
        }
    }
}
