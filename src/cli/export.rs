//! `export`: converts a variant to another program's definition.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ask;
use super::common::write_new;
use padma_book::load;
use padma_book::load::Session;
use padma_exchange::export::OtherProgram;

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// The variant: its file's name without `.toml`, or a built-in one such as `chess`
    variant: String,
    /// The program for which it is written
    #[arg(long, value_name = "PROGRAM", default_value = OtherProgram::FairyStockfish.name(), value_parser = ask::name_parser(OtherProgram::ALL.map(OtherProgram::name), OtherProgram::from_name))]
    to: OtherProgram,
    /// The file to write, which must not exist yet; by default stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// The name of the section, or the `satellite` of the diagram, instead of the variant's: letters,
    /// digits, `-` and `_`
    #[arg(long, value_name = "NAME", value_parser = section_name)]
    section: Option<String>,
}

/// Returns a name that a section can have.
fn section_name(name: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match !name.is_empty() && name.chars().all(is_plain) {
        true => Ok(name.to_string()),
        false => Err("expected letters, digits, `-` and `_`"),
    }
}

/// Returns what is printed: the text, or, if it was written to a new file, a message.
pub(crate) fn export(args: &ExportArgs, session: &mut Session) -> Option<String> {
    let text = load::export(&args.variant, args.to, args.section.as_deref(), session)?;
    match &args.output {
        Some(path) => write_new(path, &text, session),
        None => Some(text),
    }
}
