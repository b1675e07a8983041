//! The program `mdbook-padma`: the preprocessor for mdBook.

use std::process::ExitCode;
use std::thread;

/// The same as in `main.rs`: expressions and sentences are read by recursion.
const STACK: usize = 256 * 1024 * 1024;

fn main() -> ExitCode {
    let run = thread::Builder::new()
        .stack_size(STACK)
        .spawn(padma::cli::mdbook);
    // The thread itself has printed its panic.
    run.map_or(ExitCode::from(2), |thread| {
        thread.join().unwrap_or(ExitCode::from(101))
    })
}
