//! `schema`: prints the JSON Schemas of a book's TOML files, for editors.

use clap::{Args, ValueEnum};

use super::common::print;
use padma_book::load::schema;

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// Which kind of file
    #[arg(value_name = "KIND")]
    kind: FileKindArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FileKindArg {
    /// `book.toml`
    Book,
    /// A variant's file
    Variant,
    /// `review.toml`
    Review,
    /// `source.toml`
    Source,
}

pub(crate) fn schema(args: &SchemaArgs) -> u8 {
    print(&schema::text(match args.kind {
        FileKindArg::Book => schema::FileKind::Book,
        FileKindArg::Variant => schema::FileKind::Variant,
        FileKindArg::Review => schema::FileKind::Review,
        FileKindArg::Source => schema::FileKind::Source,
    }))
}
