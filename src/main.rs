//! The program `padma`: the command line of the library.

use std::process::ExitCode;
use std::thread;

/// Reading a book makes many small allocations; mimalloc handles them in half the time of the
/// system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let spawned = thread::Builder::new()
        .stack_size(padma::cli::STACK)
        .spawn(padma::cli::run);
    // The thread has already printed its panic message.
    spawned.map_or(ExitCode::from(2), |thread| {
        thread.join().unwrap_or(ExitCode::from(101))
    })
}
