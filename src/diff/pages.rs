//! Pages that came, went or have other words, recorded games, and the book's other files.

use serde_json::json;

use super::change::{BookChange, DiffKind, How};
use super::state::Own;
use crate::book::page::Page;
use crate::compile::shown;
use crate::judge::CheckedGame;

/// What changed of a book's pages, games and other files.
pub(super) fn pages(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let [was, is] = [old, new].map(|own| &own.checked.book.pages);
    let page = |all: &[Page], path: &str| all.iter().position(|page| page.path == path);
    let mut gone: Vec<&Page> = was.iter().filter(|other| page(is, &other.path).is_none()).collect();
    let mut changes = Vec::new();
    for own in is {
        let text = text(new, own);
        match page(was, &own.path).map(|place| &was[place]) {
            Some(before) if self::text(old, before) == text => {}
            Some(_) => changes.push(change(How::Changed, own, format!("The text of {} changed.", own.path))),
            None => match gone.iter().position(|other| self::text(old, other) == text) {
                Some(place) => {
                    let before = gone.remove(place);
                    let says = format!("The page {} is {} now.", before.path, own.path);
                    changes.push(change(How::Renamed, own, says).with("was", json!(before.path)));
                }
                None => changes.push(change(How::Added, own, format!("The page {} is new.", own.path))),
            },
        }
    }
    changes.extend(
        gone.iter().map(|page| change(How::Removed, page, format!("The page {} is gone.", page.path))),
    );
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

/// The text of a file in the book's folder, if it was read.
fn named<'a>(own: Own<'a>, file: &str) -> Option<&'a str> {
    let sources = &own.session.sources;
    sources.find(&shown(&own.folder.join(file))).map(|id| sources.get(id).text())
}

fn games(old: Own<'_>, new: Own<'_>) -> Vec<BookChange> {
    let id = |own: Own<'_>, game: &CheckedGame| {
        own.checked.book.pages[game.page].games[game.index].id.text.clone()
    };
    let mut changes = Vec::new();
    for game in &new.checked.games {
        let own = id(new, game);
        let before = old.checked.games.iter().find(|other| id(old, other) == own);
        let page = &new.checked.book.pages[game.page].path;
        let change = |how, says| BookChange::new(DiffKind::Game, how, &own, says).with("page", json!(page));
        match before {
            None => changes.push(change(How::Added, format!("The game {own} is new."))),
            Some(before) if before.verdict != game.verdict => {
                let [is, was] = [game, before].map(|game| game.verdict.name());
                changes.push(change(
                    How::Changed,
                    format!("The game {own} has the verdict {is}, before {was}."),
                ));
            }
            Some(before) if before.plies.len() != game.plies.len() => {
                let [is, was] = [game, before].map(|game| game.plies.len());
                changes.push(change(How::Changed, format!("The game {own} has {is} moves, before {was}.")));
            }
            Some(_) => {}
        }
    }
    for game in &old.checked.games {
        let own = id(old, game);
        if new.checked.games.iter().all(|other| id(new, other) != own) {
            changes.push(BookChange::new(
                DiffKind::Game,
                How::Removed,
                &own,
                format!("The game {own} is gone."),
            ));
        }
    }
    changes
}
