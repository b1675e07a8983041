//! The program `mdbook-padma`: the preprocessor for mdBook.

use std::process::ExitCode;
use std::thread;

/// As in `main.rs`: expressions and sentences are read by recursion.
const STACK: usize = 256 * 1024 * 1024;

fn main() -> ExitCode {
    let run = thread::Builder::new()
        .stack_size(STACK)
        .spawn(padma::cli::mdbook);
    // A panic has been said by the thread itself.
    run.map_or(ExitCode::from(2), |thread| {
        thread.join().unwrap_or(ExitCode::from(101))
    })
}
