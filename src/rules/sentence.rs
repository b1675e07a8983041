//! Checks movement sentences against a variant: the sentences of its pieces, and those in
//! expressions. Looks up every name.

use std::collections::BTreeSet;

use crate::model::grid::LeapClass;
use crate::model::{PieceKind, Variant};
use crate::movement::betza::Betza;
use crate::movement::{self, Clause, ClauseKind, Dialect, Joint, Sentence, Word, betza};
use crate::names::{Names, kind_named, unknown_direction, unknown_piece};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, Span, code_list};

/// Reads a movement sentence and looks up its names; `None` if there is an error.
pub fn parse_sentence(
    text: &Excerpt,
    variant: &Variant,
    diagnostics: &mut Diagnostics,
) -> Option<Sentence> {
    let mut complaints = Diagnostics::default();
    let sentence = movement::parse(text, &mut complaints);
    let names = Names {
        pieces: &variant.kinds,
        board: &variant.board,
        sets: &variant.sets,
    };
    check_names(&sentence, names, &mut complaints);
    if is_too_long(&sentence, &variant.kinds, &lengths(&variant.kinds)) {
        complaints.push(too_long_written_out("this movement", &sentence));
    } else if !complaints.has_errors() {
        check_alternatives(&sentence, &variant.kinds, &mut complaints);
    }
    let is_valid = !complaints.has_errors();
    diagnostics.extend(complaints);
    is_valid.then_some(sentence)
}

/// Reads a string of Betza's notation; `None` if there is an error or the board is not a grid.
pub fn parse_betza(
    text: &Excerpt,
    variant: &Variant,
    dialect: Dialect,
    diagnostics: &mut Diagnostics,
) -> Option<Sentence> {
    if !variant.board.has_sheets() {
        let label = "this board is not a grid; write it with `says \"…\"`";
        return diagnostics.refuse(
            Code::WrongValue,
            "Betza's notation needs a grid",
            text.whole(),
            label,
        );
    }
    Some(sentence_of_betza(
        betza::parse(text, dialect, diagnostics)?,
        text.whole(),
    ))
}

/// Returns a sentence that consists of one Betza string.
pub fn sentence_of_betza(betza: Betza, span: Span) -> Sentence {
    let kind = ClauseKind::Betza(betza);
    Sentence {
        clauses: vec![Clause {
            joint: Joint::Semicolon,
            otherwise: false,
            kind,
            span,
        }],
    }
}

/// Complains about errors in the movements of a variant's pieces. If there are none, also checks
/// what shows only when the pieces they name are written out.
pub fn check_sentences(names: Names<'_>, diagnostics: &mut Diagnostics) {
    let kinds = names.pieces;
    kinds
        .iter()
        .for_each(|kind| check_names(&kind.movement, names, diagnostics));
    check_circles(kinds, diagnostics);
    if !diagnostics.has_errors() {
        check_lengths(kinds, diagnostics);
    }
    if !diagnostics.has_errors() {
        kinds
            .iter()
            .for_each(|kind| check_alternatives(&kind.movement, kinds, diagnostics));
    }
}

/// Complains about each unknown piece, direction class and place that a sentence names.
fn check_names(sentence: &Sentence, names: Names<'_>, diagnostics: &mut Diagnostics) {
    let Names {
        pieces,
        board,
        sets,
    } = names;
    for word in sentence.pieces() {
        let is_known = pieces.iter().any(|kind| kind.id == word.text);
        if !is_known && sentence.clauses.len() == 1 && is_betza(&word.text) {
            let complaint = unknown_piece(&word.text, word.span, pieces);
            let text = &word.text;
            diagnostics.push(complaint.help(format!(
                "a string of Betza's notation is `betza = \"{text}\"` in a variant, and `betza \"{text}\"` in an expression"
            )));
            continue;
        }
        kind_named(pieces, &word.text, word.span, diagnostics);
    }
    // Resolving the variant reports the impossible leaps in its pieces' sentences.
    let is_impossible_leap =
        |text: &str| LeapClass::is_name_shaped(text) && LeapClass::named(text).is_none();
    let is_unknown =
        |class: &&Word| board.class(&class.text).is_none() && !is_impossible_leap(&class.text);
    for class in sentence.classes().filter(is_unknown) {
        diagnostics.push(unknown_direction(&class.text, class.span, board));
    }
    for name in sentence
        .places()
        .filter(|name| sets.get(&name.text).is_none())
    {
        let message = format!("`{}` is not a place on this board", name.text);
        let label = format!("expected one of {}", code_list(sets.names()));
        let complaint = Diagnostic::error(Code::UnknownPlace, message).at(name.span, label);
        diagnostics.push(complaint.suggest(&name.text, sets.all_names()));
    }
}

/// Whether a word is a string of Betza's notation. Its atoms are capitals, which no id has.
fn is_betza(word: &str) -> bool {
    let text = Excerpt::verbatim(word, Span::default());
    let mut complaints = Diagnostics::default();
    word.contains(char::is_uppercase)
        && betza::parse(&text, Dialect::default(), &mut complaints).is_some()
        && !complaints.has_errors()
}

/// Returns the index of a piece that a sentence names.
fn piece_index(kinds: &[PieceKind], word: &Word) -> Option<usize> {
    kinds.iter().position(|kind| kind.id == word.text)
}

/// The maximum number of clauses of a movement when the pieces it names are written out.
const MAX_CLAUSES: usize = 512;

/// Complains about the first movement that is too long when the pieces it names are written out.
/// In a chain of short sentences, each naming the next one twice, the length doubles at each link.
fn check_lengths(kinds: &[PieceKind], diagnostics: &mut Diagnostics) {
    let lengths = lengths(kinds);
    let too_long = kinds
        .iter()
        .find(|kind| is_too_long(&kind.movement, kinds, &lengths));
    if let Some(kind) = too_long {
        let whose = format!("the movement of `{}`", kind.id);
        diagnostics.push(too_long_written_out(&whose, &kind.movement));
    }
}

/// Returns the number of clauses of each piece's movement when the pieces it names are written
/// out. The pieces must not name each other in a circle.
fn lengths(kinds: &[PieceKind]) -> Vec<usize> {
    // The numbers are final after one round for each link of the longest chain of names.
    let mut lengths = vec![0_usize; kinds.len()];
    loop {
        let next: Vec<usize> = kinds
            .iter()
            .map(|kind| length_written_out(&kind.movement, kinds, &lengths))
            .collect();
        if next == lengths {
            return lengths;
        }
        lengths = next;
    }
}

fn is_too_long(sentence: &Sentence, kinds: &[PieceKind], lengths: &[usize]) -> bool {
    length_written_out(sentence, kinds, lengths) > MAX_CLAUSES
}

/// Returns the number of clauses of a sentence when the pieces it names are written out, given
/// the number for each piece. The result is at most [`MAX_CLAUSES`] + 1.
fn length_written_out(sentence: &Sentence, kinds: &[PieceKind], lengths: &[usize]) -> usize {
    let named_pieces = sentence
        .pieces()
        .filter_map(|word| piece_index(kinds, word));
    let length = named_pieces.fold(sentence.clauses.len(), |sum, piece| {
        sum.saturating_add(lengths[piece])
    });
    length.min(MAX_CLAUSES + 1)
}

fn too_long_written_out(whose: &str, sentence: &Sentence) -> Diagnostic {
    let message = format!("{whose} is too long when the pieces it names are written out");
    let complaint = Diagnostic::error(Code::TooLarge, message);
    let label = format!("at most {MAX_CLAUSES} clauses");
    match sentence.clauses.first() {
        Some(first) => complaint.at(first.span, label),
        None => complaint,
    }
}

/// Complains about pieces whose sentences name each other in a circle.
fn check_circles(kinds: &[PieceKind], diagnostics: &mut Diagnostics) {
    let mut done: BTreeSet<usize> = BTreeSet::new();
    for start in 0..kinds.len() {
        visit(kinds, &mut vec![start], &mut done, diagnostics);
    }
}

/// Complains about each circle that the last piece of a path closes, then visits the pieces that
/// it names.
fn visit(
    kinds: &[PieceKind],
    path: &mut Vec<usize>,
    done: &mut BTreeSet<usize>,
    diagnostics: &mut Diagnostics,
) {
    let Some(current) = path.last().copied() else {
        return;
    };
    if done.contains(&current) {
        return;
    }
    for word in kinds[current].movement.pieces() {
        let Some(next) = piece_index(kinds, word) else {
            continue;
        };
        if let Some(at) = path.iter().position(|piece| *piece == next) {
            let ids: Vec<&str> = path[at..]
                .iter()
                .map(|piece| kinds[*piece].id.as_str())
                .chain([word.text.as_str()])
                .collect();
            let message = format!("the piece `{}` is defined in terms of itself", word.text);
            let expected = format!("closes the cycle {}", ids.join(" → "));
            diagnostics.error(Code::PieceCycle, message, word.span, expected);
            continue;
        }
        path.push(next);
        visit(kinds, path, done, diagnostics);
        path.pop();
    }
    done.insert(current);
}

/// Complains about an `otherwise` after a Betza string or a move of several legs, or after a piece
/// whose movement contains one. An alternative applies where the board offers no cell for the
/// clause before it, and the cells of these also depend on pieces: hurdles, and captures on the
/// way. The pieces must not name each other in a circle.
fn check_alternatives(sentence: &Sentence, kinds: &[PieceKind], diagnostics: &mut Diagnostics) {
    for (before, clause) in sentence.clauses.iter().zip(sentence.clauses.iter().skip(1)) {
        if clause.otherwise && depends_on_pieces(before, kinds) {
            let message =
                "a string of Betza's notation or a move of several legs cannot have an alternative";
            let complaint = Diagnostic::error(Code::SentenceSyntax, message)
                .at(before.span, "this contains one");
            diagnostics.push(complaint.also_at(clause.span, "and this is its alternative"));
        }
    }
}

fn depends_on_pieces(clause: &Clause, kinds: &[PieceKind]) -> bool {
    match &clause.kind {
        ClauseKind::Betza(_) => true,
        ClauseKind::Piece(word) => piece_index(kinds, word).is_some_and(|piece| {
            kinds[piece]
                .movement
                .clauses
                .iter()
                .any(|clause| depends_on_pieces(clause, kinds))
        }),
        ClauseKind::Action { then, .. } => !then.is_empty(),
    }
}
