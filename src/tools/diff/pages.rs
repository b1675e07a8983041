//! Compares pages, recorded games, and the book's other files.

use serde_json::json;

use super::change::{BookChange, DiffKind, How};
use super::pair::{Counterparts, Own, paired};
use padma_book::load::shown;
use padma_book::pages::page::Page;

/// Returns the changes of a book's pages, games and other files.
pub(super) fn pages(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let [was, is] = [old, new].map(|own| &own.checked.book.pages);
    let page = |all: &[Page], path: &str| all.iter().position(|page| page.path == path);
    let mut gone: Vec<&Page> = was
        .iter()
        .filter(|other| page(is, &other.path).is_none())
        .collect();
    let mut changes = Vec::new();
    for own in is {
        let text = text(new, own);
        match page(was, &own.path).map(|place| &was[place]) {
            Some(before) if self::text(old, before) == text => {}
            Some(_) => changes.push(change(
                How::Changed,
                own,
                format!("The text of {} changed.", own.path),
            )),
            None => match gone.iter().position(|other| self::text(old, other) == text) {
                Some(place) => {
                    let before = gone.remove(place);
                    let says = format!("The page {} is now {}.", before.path, own.path);
                    changes.push(change(How::Renamed, own, says).with("was", json!(before.path)));
                }
                None => changes.push(change(
                    How::Added,
                    own,
                    format!("The page {} is new.", own.path),
                )),
            },
        }
    }
    changes.extend(gone.iter().map(|page| {
        change(
            How::Removed,
            page,
            format!("The page {} is gone.", page.path),
        )
    }));
    changes.extend(games(old, new));
    for file in ["book.toml", "source.toml"] {
        if named(old, file) != named(new, file) {
            let says = format!("The text of {file} changed.");
            changes.push(BookChange::new(DiffKind::File, How::Changed, file, says));
        }
    }
    changes
}

fn change(how: How, page: &Page, says: String) -> BookChange {
    BookChange::new(DiffKind::Page, how, &page.path, says).with("title", json!(page.title))
}

fn text<'a>(own: Own<'a>, page: &Page) -> &'a str {
    own.session.sources.get(page.source).text()
}

/// Returns the text of a file in the book's folder, if it was read.
fn named<'a>(own: Own<'a>, file: &str) -> Option<&'a str> {
    let sources = &own.session.sources;
    sources
        .find(&shown(&own.folder.join(file)))
        .map(|id| sources.get(id).text())
}

fn games(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let [was, is] = [old, new].map(of_book);
    let change = |how, id: &str, does: &str| {
        BookChange::new(DiffKind::Game, how, id, format!("The game {id} {does}."))
    };
    let pairs = paired(&was, &is, |game| game.id).into_iter();
    let changes = pairs.filter_map(|pair| {
        let (how, is, does) = match pair {
            Counterparts::Gone(game) => return Some(change(How::Removed, game.id, "is gone")),
            Counterparts::New(game) => (How::Added, game, "is new".to_string()),
            Counterparts::Both(was, is) if was.verdict != is.verdict => (
                How::Changed,
                is,
                format!("changed its verdict from {} to {}", was.verdict, is.verdict),
            ),
            Counterparts::Both(was, is) if was.plies != is.plies => (
                How::Changed,
                is,
                format!("now has {} moves, not {}", is.plies, was.plies),
            ),
            Counterparts::Both(..) => return None,
        };
        Some(change(how, is.id, &does).with("page", json!(is.page)))
    });
    changes.collect()
}

/// The parts of a game that are compared.
struct ComparedGame<'a> {
    id: &'a str,
    page: &'a str,
    verdict: &'static str,
    /// The number of moves.
    plies: usize,
}

fn of_book(own: Own<'_>) -> Vec<ComparedGame<'_>> {
    let games = own.checked.games.iter().map(|game| {
        let page = &own.checked.book.pages[game.page];
        let id = &page.games[game.index].id.text;
        ComparedGame {
            id,
            page: &page.path,
            verdict: game.verdict.name(),
            plies: game.plies.len(),
        }
    });
    games.collect()
}
