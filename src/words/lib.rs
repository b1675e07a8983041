//! The words in which books speak to their readers.
//!
//! What is said is a value, a [`Say`]: a message by name, and what fills its slots. How it is said
//! is a folder of a language: files of messages, in which a slot may have a form, and one
//! [`Grammar`] that makes the forms which no file writes out. So a statement can be compared and
//! searched whatever the language, and no text decides anything.
//!
//! ```
//! use padma_words::{english, movement, say};
//!
//! let far = say!(movement::LeapsFar, way = "sideways", reach = 2_u16);
//! assert_eq!(english().say(&far), "leaps sideways to the second cell");
//! ```
//!
//! The same folder says by which words an author's text is read, in `read.txt`: a [`Sense`], and the
//! words and phrases that have it.
//!
//! A message that does not exist, and a slot that a message does not have, does not compile: the
//! build makes a type for each message of the English folder. Complaints, explanations and the
//! command line are English where they are, and have no messages here.

#![warn(clippy::unwrap_used, clippy::expect_used, unreachable_pub)]

mod clause;
mod grammar;
mod language;
mod message;
mod read;
mod say;

mod messages {
    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

pub use clause::ClauseText;
pub use grammar::Grammar;
pub use language::{Language, Wording, english, keys, read_as, terms};
pub use message::{MessagePart, MessageText, Verb};
pub use messages::*;
pub use say::{Listing, Say, SlotValue, phrase, row};

/// What authors say in English, and the claims that it makes: the rows of `en/propose.txt`.
pub const PROPOSING: &str = include_str!("en/propose.txt");
