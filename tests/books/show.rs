//! `padma show` and what extends what: the TOML of a variant with all that it extends written out.

use std::fs;
use std::path::PathBuf;

use padma_book::load::{Library, Session};
use padma_rules::model::Side;
use padma_rules::play::{Game, Scratch, State, begin_history, perft};
use padma_rules::reach::Rules;
use padma_variant::terminal;

use kit::content::is_variant;
use kit::folder::{Folder, root};

/// Every variant that a file of the project's books or of the tests defines, and the built-in one.
fn variants() -> Vec<(PathBuf, String)> {
    let content = fs::read_dir(root().join("content"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = content.filter(|path| path.is_dir()).collect();
    folders.extend([
        root().join("tests/boards"),
        root().join("tests/golden/book"),
    ]);
    folders.sort();
    let mut all = vec![(root().join("content/lotus-39"), "chess".to_string())];
    for folder in folders {
        let files = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut stems: Vec<String> = files
            .filter(|path| is_variant(path))
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        stems.sort();
        all.extend(stems.into_iter().map(|stem| (folder.clone(), stem)));
    }
    all
}

/// The text that `show` prints, and the variant.
fn shown(session: &mut Session, name: &str) -> (String, usize) {
    let index = session
        .variant(name)
        .unwrap_or_else(|| panic!("{name}: {}", complaints(session)));
    (session.library.whole_toml(name).unwrap(), index)
}

fn complaints(session: &Session) -> String {
    session
        .diagnostics
        .iter()
        .map(|one| terminal::render(one, &session.sources, false))
        .collect()
}

/// The answers of a variant: the reach of every piece from every cell, its rules in words, two plies of play.
fn answers(library: &Library, index: usize) -> Vec<String> {
    let rules: &Rules = library.variants.rules(index);
    let variant = &rules.variant;
    let empty = variant.empty_position();
    let mut all = vec![variant.title.clone()];
    for kind in variant.kind_ids() {
        all.push(format!("{:?}", variant.kind(kind)).replace(char::is_numeric, ""));
        for side in Side::BOTH {
            let of = |cell| format!("{:?}", rules.reach(kind, side, cell, &empty, false).cells());
            all.extend(variant.board.cells().map(of));
        }
        let said = padma_variant::describe::piece(variant, kind);
        all.extend(
            said.into_iter()
                .map(|statement| padma_words::english().say(statement.said)),
        );
    }
    let game = Game::new(rules);
    if let Some(mut state) = State::setup(&game) {
        let mut scratch = Scratch::default();
        begin_history(&game, &mut state, &mut scratch);
        all.push(perft(&game, &mut state, &mut scratch, 2).to_string());
    }
    all
}

#[test]
fn a_variant_that_is_printed_and_read_again_is_the_same() {
    let all = variants();
    assert!(all.len() > 15, "{} variants", all.len());
    for (folder, name) in all {
        let mut session = Session::new(folder.parent().unwrap(), std::slice::from_ref(&folder));
        let (text, index) = shown(&mut session, &name);
        assert!(
            !text.contains("\nextends") && !text.contains("\nwithout = [\"rule"),
            "{name} extends nothing"
        );
        let scratch = Folder::new(&format!("show-{name}"));
        for file in fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            let stem = file.file_name().unwrap().to_string_lossy().into_owned();
            if file.is_file() && stem.ends_with(".svg") {
                scratch.write(
                    &format!("content/book/{stem}"),
                    fs::read_to_string(&file).unwrap(),
                );
            }
        }
        let pieces = folder.join("pieces");
        for file in fs::read_dir(&pieces)
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
        {
            let stem = file.file_name().unwrap().to_string_lossy().into_owned();
            scratch.write(
                &format!("content/book/pieces/{stem}"),
                fs::read_to_string(&file).unwrap(),
            );
        }
        scratch.write(&format!("content/book/{name}.toml"), &text);
        let content = scratch.path("content");
        let mut again = Session::new(&content, &[content.join("book")]);
        let (second, copy) = shown(&mut again, &name);
        assert_eq!(second, text, "{name} is printed a second time");
        assert_eq!(
            answers(&again.library, copy),
            answers(&session.library, index),
            "{name}"
        );
    }
}
