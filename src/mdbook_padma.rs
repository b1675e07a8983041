//! The program `mdbook-padma`: the preprocessor for mdBook.

use std::process::ExitCode;
use std::thread;

/// The stack size in bytes, as in `padma::cli::STACK`: expressions and sentences are parsed
/// recursively.
const STACK: usize = 256 * 1024 * 1024;

fn main() -> ExitCode {
    let spawned = thread::Builder::new()
        .stack_size(STACK)
        .spawn(padma::cli::mdbook);
    // The thread has already printed its panic message.
    spawned.map_or(ExitCode::from(2), |thread| {
        thread.join().unwrap_or(ExitCode::from(101))
    })
}
