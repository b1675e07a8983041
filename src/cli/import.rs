//! `import`: converts a definition for another program to a variant's TOML.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ask;
use super::common::write_new;
use padma_book::load;
use padma_book::load::{Session, display_path};
use padma_book::world;
use padma_exchange::import::{Format, ImportOptions};
use padma_rules::movement::Dialect;
use padma_text::At;

#[derive(Args, Debug)]
pub(crate) struct ImportArgs {
    /// The file: a page or a note with an Interactive Diagram's definition, or a variants.ini
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The TOML file to write, which must not exist yet; by default stdout
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// Which of several definitions to convert: a section's name, or a diagram's number or
    /// `satellite`
    #[arg(long, value_name = "NAME")]
    section: Option<String>,
    /// The format, if the guess is wrong
    #[arg(long, value_name = "FORMAT", value_parser = ask::name_parser(Format::ALL.map(Format::name), Format::from_name))]
    from: Option<Format>,
    /// The dialect of Betza's notation in the text; by default xbetza for a diagram and fsf for an
    /// ini file
    #[arg(long, value_name = "DIALECT", value_parser = ask::name_parser(Dialect::ALL.map(Dialect::name), Dialect::from_name))]
    dialect: Option<Dialect>,
    /// The variant's title, instead of the one in the text
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// The name of the piece with this letter; may be given several times
    #[arg(long, value_name = "LETTER=NAME", value_parser = letter_and_name)]
    name: Vec<(String, String)>,
    /// Also counts the lines of play from the setup, up to this depth, in comments at the end
    #[arg(long, value_name = "DEPTH", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=MOST_DEPTH))]
    verify: u32,
}

/// Reads a piece's letter and its name.
fn letter_and_name(text: &str) -> Result<(String, String), &'static str> {
    let parts = text
        .split_once('=')
        .map(|(letter, name)| (letter.trim(), name.trim()));
    match parts.filter(|(letter, name)| !letter.is_empty() && !name.is_empty()) {
        Some((letter, name)) => Ok((letter.to_string(), name.to_string())),
        None => Err("expected a letter, `=` and a name, such as `s=Scout`"),
    }
}

/// The largest depth to which lines of play are counted.
const MOST_DEPTH: i64 = 9;

/// Returns what is printed: the TOML, or, if it was written to a new file, a message.
pub(crate) fn import(args: &ImportArgs, session: &mut Session) -> Option<String> {
    let text = import_text(args, session)?;
    match &args.output {
        Some(path) => write_new(path, &text, session),
        None => Some(text),
    }
}

fn import_text(args: &ImportArgs, session: &mut Session) -> Option<String> {
    let Session {
        sources,
        diagnostics,
        ..
    } = session;
    let section = args.section.as_ref().map(|name| {
        let id = sources.add("<--section>", name.as_str());
        (name.clone(), sources.whole(id))
    });
    let named = |(letter, name): &(String, String)| {
        let id = sources.add("<--name>", letter.as_str());
        let (value, span) = (letter.clone(), sources.whole(id));
        (At { value, span }, name.clone())
    };
    let names = args.name.iter().map(named).collect();
    let id = world::read(&args.file, &display_path(&args.file), sources, diagnostics)?;
    let wishes = ImportOptions {
        format: args.from,
        section,
        dialect: args.dialect,
        title: args.title.clone(),
        names,
    };
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    load::import(id, &stem, &wishes, args.verify, sources, diagnostics)
}
