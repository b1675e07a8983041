//! The program `mdbook-padma`: a preprocessor. mdBook first asks it whether it supports a
//! renderer, and then for a book's chapters.

use std::io::{IsTerminal, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use super::common::{Common, FAILED, GOOD, print, refuse};
use padma_site::mdbook::{Request, expand};

/// The maximum size of a book, in bytes.
const MAX_BYTES: u64 = 512 * 1024 * 1024;
/// The supported renderer: diagrams need HTML.
const RENDERER: &str = "html";
const HELP: &str = "\
A preprocessor for mdBook that draws diagrams of chess variants and checks claims.

Add it to book.toml:

    [preprocessor.padma]
    content = \"variants\"      # the folder of the variants; by default that of book.toml
    variant = \"my-game\"       # the variant of pages that name none; by default the only one

mdBook runs it as `mdbook-padma supports RENDERER`, and as `mdbook-padma` with the book as JSON.
";

/// Runs the program `mdbook-padma`.
#[must_use]
pub fn mdbook() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let status = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["supports", RENDERER] => GOOD,
        ["supports", _] => FAILED,
        [] if !std::io::stdin().is_terminal() => preprocess(),
        [] | ["-h" | "--help" | "help"] => print(HELP),
        ["-V" | "--version"] => print(&format!("mdbook-padma {}\n", env!("CARGO_PKG_VERSION"))),
        _ => refuse("expected no arguments, or `supports` and the name of a renderer"),
    };
    ExitCode::from(status)
}

fn preprocess() -> u8 {
    let mut text = String::new();
    let request = match std::io::stdin()
        .lock()
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text)
    {
        Err(error) => Err(format!("it is not text: {error}")),
        Ok(_) if text.len() as u64 > MAX_BYTES => {
            Err(format!("it is larger than {MAX_BYTES} bytes"))
        }
        Ok(_) => Request::read(&text),
    };
    let request = match request {
        Ok(request) => request,
        Err(why) => {
            return refuse(&format!("standard input is not an mdBook book: {why}"));
        }
    };
    let (mut session, texts) = expand(&request);
    Common::with_defaults(PathBuf::new()).complain(&mut session);
    match texts {
        Some(texts) => print(&request.answer(texts)),
        None => FAILED,
    }
}
