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
