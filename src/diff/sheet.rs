//! The differences as a page that is a single file.

use serde_json::{Value as Json, json};

use super::change::{BookChange, BookChanges, Diff, DiffKind};
use crate::page::Templates;

/// The page, or what is wrong with its template.
pub(crate) fn page(diff: &Diff) -> Result<String, String> {
    let templates = Templates::new(&[])
        .map_err(|faults| faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; "))?;
    let [old, new] = &diff.labels;
    let view = json!({
        "old": old,
        "new": new,
        "colours": crate::backend::svg::theme_css(&crate::scene::Themes::BUILT_IN),
        "books": diff.books.iter().map(book).collect::<Vec<_>>(),
    });
    templates.render("diff.html", &view).map_err(|fault| fault.message)
}

fn book(book: &BookChanges) -> Json {
    let groups = DiffKind::ALL.into_iter().filter_map(|kind| {
        let changes: Vec<Json> =
            book.changes.iter().filter(|change| change.kind == kind).map(change).collect();
        let id = format!("{}-{}", book.name, kind.word());
        (!changes.is_empty()).then(|| json!({"id": id, "heading": kind.heading(), "changes": changes}))
    });
    json!({
        "name": book.name,
        "title": book.title,
        "summary": book.summary(),
        "groups": groups.collect::<Vec<_>>(),
    })
}

fn change(change: &BookChange) -> Json {
    let picture = change.picture.as_ref();
    json!({
        "how": change.how.word(),
        "says": change.says,
        "picture": picture.map(|picture| json!({"caption": picture.caption, "svg": picture.svg, "text": picture.text})),
    })
}
