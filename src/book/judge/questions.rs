//! The list of what the sources leave open: the tables `[[question]]` of `book.toml`. The page of rules and the
//! appendix are made from this list, so each open question that a page states must be on it.

use std::collections::BTreeMap;

use super::book::Book;
use padma_expr::Definition;
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics};

/// Checks that the tables of questions name each open question of the book once, and nothing else.
/// In a book without such tables each open question is listed separately.
pub(crate) fn check_questions(book: &Book, diagnostics: &mut Diagnostics) {
    let open = open_questions(book);
    let mut listed = BTreeMap::new();
    let questions = book.decl.questions.iter();
    for name in questions.flat_map(|question| &question.claims) {
        if !open.contains_key(&name.value) {
            let message = format!("`{}` is not an open question of this book", name.value);
            let label = "expected a claim with `depends`, or `GAME.NUMBER.SIDE` of a `question`";
            let complaint = Diagnostic::error(Code::ClaimName, message).at(name.span, label);
            diagnostics.push(complaint.suggest(&name.value, open.keys().map(String::as_str)));
        } else if let Some(first) = listed.insert(&name.value, name.span) {
            let message = format!("two questions name `{}`", name.value);
            diagnostics.duplicate(Code::DoubledName, message, first, name.span);
        }
    }
    let unlisted = open.iter().filter(|(name, _)| !listed.contains_key(name));
    for (name, span) in unlisted.filter(|_| !book.decl.questions.is_empty()) {
        diagnostics.push_error(Code::UnlistedQuestion, *span, || {
            let message =
                format!("no `[[question]]` of book.toml names the open question `{name}`");
            Diagnostic::error(Code::UnlistedQuestion, message)
                .at(*span, "expected among the `claims` of a question")
        });
    }
}

/// Returns the names of the claims that depend on a reading and of the recorded moves that can be
/// defended, with their places.
fn open_questions(book: &Book) -> BTreeMap<String, Span> {
    let definitions = book.pages.iter().flat_map(|page| &page.definitions);
    let claims = definitions.filter_map(|decl| {
        let (_, definition) = book.definitions.get(&decl.name.text)?;
        match definition.as_deref() {
            Some(Definition::Computed(claim)) if !claim.readings.is_empty() => {
                Some((decl.name.text.clone(), decl.name.span))
            }
            _ => None,
        }
    });
    let games = book.pages.iter().flat_map(|page| &page.games);
    let moves = games.flat_map(|game| {
        let open = game.errata.iter().filter(|erratum| erratum.is_open);
        open.map(move |erratum| {
            let (ply, game) = (&erratum.ply, &game.id.text);
            let name = format!("{game}.{}.{}", ply.number, ply.side.name());
            (name, ply.span)
        })
    });
    claims.chain(moves).collect()
}
