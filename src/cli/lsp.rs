//! `lsp`: the language server, over the standard streams.

use super::common::{FAILED, GOOD, refuse};
use padma_book::world;

/// Serves an editor. As the protocol demands, the status is 0 if the client shut the server down
/// before it exited, else 1.
pub(super) fn lsp(stack: usize) -> u8 {
    match padma_lsp::serve(std::io::stdin().lock(), std::io::stdout(), stack) {
        Ok(true) => GOOD,
        Ok(false) => FAILED,
        Err(error) => refuse(&format!(
            "the client cannot be served: {}",
            world::reason(&error)
        )),
    }
}
