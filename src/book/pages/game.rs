//! Blocks with a recorded game.
//!
//! ```text
//! variant waterloo                  the variant, if it is not the book's
//! fen 5k4/10/10/… w                 the position it begins from, if that is not the setup
//! source                            the record is the source's, and not the book's own
//! 1. f3-f5 d8-d6                    the record, in the variant's notation
//! 2. d3-d5 g8-g6
//! erratum 6 black: letter G -- why  an erratum: which move, what kind, what is written, the proof
//! question 6 black: letter G -- why the same, where the source can be defended
//! erratum result: 1-0 -- why        a wrong result
//! ```

use std::ops::Range;

use super::words::{Block, PlyName, complain_repeated, heading_words, ply_name, rest_after, words};
use padma_text::diag::{Code, Diagnostics};
use padma_text::without_claims;
use padma_text::{Excerpt, Span, Word, range_in};

/// A game as its author recorded it.
#[derive(Clone, Debug)]
pub struct GameDecl {
    /// The name that links and claims use.
    pub id: Word,
    /// The title shown to readers.
    pub title: String,
    /// The place of the title, without quotes.
    pub title_span: Span,
    /// The whole block.
    pub span: Span,
    /// The variant it is played by, if not the book's.
    pub variant: Option<Word>,
    /// The position it begins from, if that is not the setup.
    pub start: Option<Excerpt>,
    /// Whether the record is the source's, and not the book's own.
    pub is_of_source: bool,
    /// The recorded moves.
    pub record: Excerpt,
    /// The errata about single moves.
    pub(crate) errata: Vec<PlyErratumDecl>,
    /// The errata about the result that the record states.
    pub result_errata: Vec<MisstatedDecl>,
}

/// An erratum of a record: a move that it has wrong, and why.
#[derive(Clone, Debug)]
pub(crate) struct PlyErratumDecl {
    pub(crate) ply: PlyName,
    /// What is wrong, in words, and what the record has there, if anything.
    pub problem: Word,
    pub(crate) note: Word,
    /// Whether the record can be defended, which makes this an open question instead of an erratum.
    pub(crate) is_open: bool,
}

/// A wrong result, and why it is one.
#[derive(Clone, Debug)]
pub struct MisstatedDecl {
    /// The result that the record states.
    pub result: Word,
    pub(crate) note: Word,
}

impl GameDecl {
    /// Returns why the record is wrong, for each erratum.
    pub fn proofs(&self) -> impl Iterator<Item = &Word> {
        let of_moves = self.errata.iter().map(|erratum| &erratum.note);
        of_moves.chain(self.result_errata.iter().map(|erratum| &erratum.note))
    }
}

/// Reads a block `game ID "Title"`.
pub(crate) fn game(block: &Block, diagnostics: &mut Diagnostics) -> Option<GameDecl> {
    let (id, title) = heading_words(block, diagnostics)?;
    let body = &block.body;
    let mut decl = GameDecl {
        id,
        title: title.text,
        title_span: title.span,
        span: block.span,
        variant: None,
        start: None,
        is_of_source: false,
        record: body.part(0..0),
        errata: Vec::new(),
        result_errata: Vec::new(),
    };
    let mut record: Option<Range<usize>> = None;
    let mut in_errata = false;
    for line in body.text().split_inclusive('\n') {
        match line.split_whitespace().next() {
            Some("variant") if record.is_none() => {
                let words_of_line = words(body, line, diagnostics);
                match (words_of_line.as_slice(), &decl.variant) {
                    ([_, name], None) => decl.variant = Some(name.clone()),
                    ([_, name], Some(old)) => {
                        complain_repeated(
                            Code::RecordSyntax,
                            "variant",
                            old.span,
                            name.span,
                            diagnostics,
                        );
                    }
                    _ => report_malformed(body, line, "`variant NAME`", diagnostics),
                }
            }
            Some("fen") if record.is_none() => {
                let text = rest_after(line, "fen");
                match &decl.start {
                    _ if text.is_empty() => {
                        report_malformed(body, line, "`fen TEXT`, a position as text", diagnostics)
                    }
                    Some(old) => {
                        complain_repeated(
                            Code::RecordSyntax,
                            "fen",
                            old.whole(),
                            body.at(text),
                            diagnostics,
                        );
                    }
                    None => decl.start = Some(body.cut(text)),
                }
            }
            Some("source") if record.is_none() && !decl.is_of_source => {
                decl.is_of_source = true;
                if line.trim() != "source" {
                    report_malformed(body, line, "`source` alone", diagnostics);
                }
            }
            Some("erratum" | "question") => {
                in_errata = true;
                erratum(body, line, &mut decl, diagnostics);
            }
            None => {}
            Some(_) if in_errata => {
                report_malformed(
                    body,
                    line,
                    "the record above the first `erratum`",
                    diagnostics,
                );
            }
            Some(_) => {
                let range = range_in(body.text(), line);
                record = Some(record.map_or(range.start, |before| before.start)..range.end);
            }
        }
    }
    let Some(record) = record else {
        let expected = "expected the record of its moves below";
        return diagnostics.refuse(
            Code::RecordSyntax,
            "this block contains no game",
            block.info.whole(),
            expected,
        );
    };
    decl.record = body.part(record);
    Some(decl)
}

/// Reads `erratum 6 black: letter G -- why`, the same with `question`, or
/// `erratum result: 1-0 -- why`.
fn erratum(body: &Excerpt, line: &str, decl: &mut GameDecl, diagnostics: &mut Diagnostics) {
    const FORM: &str =
        "`erratum 6 black: letter -- the proof` or `erratum result: 1-0 -- the proof`";
    let parts = line
        .split_once(" -- ")
        .and_then(|(head, note)| Some((head.split_once(':')?, note)));
    let Some(((head, wrong), note)) = parts.filter(|(_, note)| !note.trim().is_empty()) else {
        return report_malformed(body, line, FORM, diagnostics);
    };
    let wrong = body.slice_word(wrong.trim());
    let note = Word {
        text: without_claims(note.trim()),
        span: body.at(note.trim()),
    };
    match words(body, head, diagnostics).as_slice() {
        [first, word] if first.text == "erratum" && word.text == "result" => {
            decl.result_errata.push(MisstatedDecl {
                result: wrong,
                note,
            })
        }
        [first, number, side] => {
            let ply = ply_name(number, side, diagnostics);
            let is_open = first.text == "question";
            decl.errata.extend(ply.map(|ply| PlyErratumDecl {
                ply,
                problem: wrong,
                note,
                is_open,
            }));
        }
        _ => report_malformed(body, line, FORM, diagnostics),
    }
}

fn report_malformed(body: &Excerpt, line: &str, expected: &str, diagnostics: &mut Diagnostics) {
    let message = "this line of the game is malformed";
    diagnostics.error(
        Code::RecordSyntax,
        message,
        body.at(line.trim()),
        format!("expected {expected}"),
    );
}
