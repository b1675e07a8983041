//! `schema`: what an editor needs to know of a book's TOML files.

use clap::{Args, ValueEnum};

use super::common::print;
use crate::compile::schema;

#[derive(Args, Debug)]
pub(crate) struct SchemaArgs {
    /// Which kind of file
    #[arg(value_name = "KIND")]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// `book.toml`
    Book,
    /// A variant's file
    Variant,
    /// `source.toml`
    Source,
}

pub(crate) fn schema(args: &SchemaArgs) -> u8 {
    print(&schema::text(match args.kind {
        Kind::Book => schema::Kind::Book,
        Kind::Variant => schema::Kind::Variant,
        Kind::Source => schema::Kind::Source,
    }))
}
