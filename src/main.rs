//! The program `padma`: the command line of the library.

use std::process::ExitCode;
use std::thread;

/// A book consists of many small texts and trees; this allocator handles them in half the time of
/// the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let run = thread::Builder::new()
        .stack_size(padma::cli::STACK)
        .spawn(padma::cli::run);
    // The thread itself has printed its panic.
    run.map_or(ExitCode::from(2), |thread| {
        thread.join().unwrap_or(ExitCode::from(101))
    })
}
