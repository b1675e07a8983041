//! `show`: prints the TOML of a variant, with everything that it extends written out.

use clap::{Args, ValueEnum};

use padma_book::load::Session;

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The variant: its file's name without `.toml`, or a built-in one such as `chess`
    variant: String,
    /// Print basic rules in place of named ones
    #[arg(long)]
    expand: bool,
    /// How to print it
    #[arg(long, default_value = "toml", value_name = "FORMAT")]
    format: ShownFormat,
}

/// The format in which a variant is printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ShownFormat {
    Toml,
}

pub(crate) fn show(args: &ShowArgs, session: &mut Session) -> Option<String> {
    session.variant(&args.variant)?;
    match args.format {
        ShownFormat::Toml if args.expand => session.library.expanded_toml(&args.variant),
        ShownFormat::Toml => session.library.whole_toml(&args.variant),
    }
}
