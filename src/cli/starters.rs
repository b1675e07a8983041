//! The books of the gallery as `new` copies them: their files are part of the program.

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

/// What a new book can be like. The first is taken where the author does not say.
pub(super) const STARTERS: [Starter; 11] = starters![
    "chess" is "orthodox-chess": "book.toml" "index.md" "pieces.md" "review.toml";
    "shogi" is "shogi": "book.toml" "index.md" "drops.md" "pieces.md" "review.toml";
    "xiangqi" is "xiangqi": "book.toml" "index.md" "pieces.md" "review.toml";
    "glinski" is "glinski": "book.toml" "index.md" "board.md" "pieces.md" "review.toml";
    "raumschach" is "raumschach": "book.toml" "index.md" "board.md" "pieces.md" "review.toml";
    "alice" is "alice": "book.toml" "index.md" "boards.md" "pieces.md" "review.toml";
    "crazyhouse" is "crazyhouse": "book.toml" "index.md" "drops.md" "pieces.md" "review.toml";
    "atomic" is "atomic-chess": "book.toml" "index.md" "explosions.md" "glossary.md" "kings.md" "pieces.md" "review.toml";
    "seirawan" is "seirawan": "book.toml" "index.md" "coming-in.md" "pieces.md" "review.toml";
    "duck" is "duck": "book.toml" "index.md" "pieces.md" "review.toml";
    "lotus" is "pond": "book.toml" "index.md" "pieces/frog.md" "pieces/king.md" "pieces/rook.md" "pieces/turtle.md" "review.toml";
];

/// The words for the games whose books a new one can start from.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    STARTERS.iter().map(|starter| starter.word)
}
