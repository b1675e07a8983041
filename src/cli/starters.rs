//! The books of the gallery as `new` copies them: their files are part of the program.

use clap::builder::PossibleValue;
use padma_site::start::Starter;

macro_rules! starters {
    ($($word:literal is $book:literal: $($file:literal)*;)*) => { [$(Starter {
        word: $word,
        book: $book,
        files: &[
            (concat!($book, ".toml"), include_str!(concat!("../../content/", $book, "/", $book, ".toml"))),
            $(($file, include_str!(concat!("../../content/", $book, "/", $file)))),*
        ],
    }),*] };
}

/// The books that a new book can be a copy of. `review.toml` is left out: it has findings about the
/// gallery's sentences, not about the author's.
pub(super) const STARTERS: [Starter; 11] = starters![
    "chess" is "orthodox-chess": "book.toml" "index.md" "pieces.md";
    "shogi" is "shogi": "book.toml" "index.md" "drops.md" "pieces.md";
    "xiangqi" is "xiangqi": "book.toml" "index.md" "pieces.md";
    "glinski" is "glinski": "book.toml" "index.md" "board.md" "pieces.md" "measured.toml";
    "raumschach" is "raumschach": "book.toml" "index.md" "board.md" "pieces.md";
    "alice" is "alice": "book.toml" "index.md" "boards.md" "pieces.md";
    "crazyhouse" is "crazyhouse": "book.toml" "index.md" "drops.md" "pieces.md";
    "atomic" is "atomic-chess": "book.toml" "index.md" "explosions.md" "glossary.md" "kings.md" "pieces.md" "measured.toml";
    "seirawan" is "seirawan": "book.toml" "index.md" "coming-in.md" "pieces.md" "measured.toml";
    "duck" is "duck": "book.toml" "index.md" "pieces.md";
    "lotus" is "pond": "book.toml" "index.md" "pieces/frog.md" "pieces/king.md" "pieces/rook.md" "pieces/turtle.md";
];

/// The words for the games whose books a new one can start from. The names of the books' folders will do as well.
pub(super) fn words() -> impl Iterator<Item = PossibleValue> {
    STARTERS.iter().map(|starter| {
        let word = PossibleValue::new(starter.word);
        match starter.word == starter.book {
            true => word,
            false => word.alias(starter.book),
        }
    })
}

/// Returns the book to copy for this word, or for this name of a folder.
pub(super) fn starter(word: &str) -> Option<&'static Starter> {
    STARTERS
        .iter()
        .find(|starter| [starter.word, starter.book].contains(&word))
}
