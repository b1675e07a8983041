//! The functions that a page calls. A question is written into a buffer of this module's memory,
//! and the answer is read from there: no pointer is ever followed on this side.

use std::cell::RefCell;

use crate::engine::Engine;

#[derive(Default)]
struct Host {
    engine: Engine,
    buffer: Vec<u8>,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

/// Makes room for a question of this many bytes, and returns where it goes.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn padma_buffer(length: usize) -> *mut u8 {
    HOST.with_borrow_mut(|host| {
        host.buffer.clear();
        host.buffer.resize(length, 0);
        host.buffer.as_mut_ptr()
    })
}

/// Answers the question in the buffer, and returns the length of the answer.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn padma_ask() -> usize {
    HOST.with_borrow_mut(|host| {
        let question = String::from_utf8_lossy(&host.buffer).into_owned();
        host.buffer = host.engine.answer(&question).into_bytes();
        host.buffer.len()
    })
}

/// Returns where the answer is.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn padma_answer() -> *const u8 {
    HOST.with_borrow(|host| host.buffer.as_ptr())
}

/// Plays a move of the walk, and returns the number of legal moves then; -1 if there is no such move.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn padma_step(number: usize) -> isize {
    HOST.with_borrow_mut(|host| count(host.engine.step(number)))
}

/// Takes back the last move of the walk, and returns the number of legal moves then; -1 if there is none.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn padma_back() -> isize {
    HOST.with_borrow_mut(|host| count(host.engine.back()))
}

/// Returns where the legal moves of the walk are: for each two numbers of 16 bits, the cells it leaves and goes to.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn padma_moves() -> *const [u16; 2] {
    HOST.with_borrow(|host| host.engine.moves().as_ptr())
}

fn count(moves: Option<&[[u16; 2]]>) -> isize {
    moves.map_or(-1, |moves| isize::try_from(moves.len()).unwrap_or(-1))
}
