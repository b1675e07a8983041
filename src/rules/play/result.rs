//! Results that records state, compared with the outcome of the game.
//!
//! A record may state twice how its game ended: in the tag `Result`, and after the last move. Both
//! must agree. They must also agree with the rules if the last move ended the game; a game that
//! goes on may be resigned.

use super::outcome::Outcome;
use super::record::{Record, result_of};
use super::replay::Replay;
use padma_text::Word;

/// The result that a record states.
#[derive(Clone, Debug)]
pub struct StatedResult {
    /// The stated result: the one after the last move, or else the tag.
    pub said: Word,
    /// The result by the rules, if the last move ended the game.
    pub is: Option<String>,
    /// The mistakes in the stated results.
    pub wrong: Vec<Misstated>,
}

/// A result that is stated wrongly.
#[derive(Clone, Debug)]
pub struct Misstated {
    /// The result as written.
    pub said: Word,
    /// Why it is wrong.
    pub why: Misstatement,
}

/// Why a stated result is wrong.
#[derive(Clone, Debug)]
pub enum Misstatement {
    /// The last move ended the game with another.
    Ended(Outcome),
    /// Another one stands after the last move.
    FollowedBy(String),
}

impl Outcome {
    /// Returns the result in the form that a record uses.
    pub fn result(&self) -> String {
        self.white.result()
    }
}

impl Replay {
    /// Returns the result that a record states; `None` if it states none, or if one of its moves
    /// is illegal.
    pub fn stated_result(&self, record: &Record) -> Option<StatedResult> {
        let tag = record.tag("Result").map(|value| {
            let text = result_of(value.text()).unwrap_or_else(|| value.text().to_string());
            Word {
                text,
                span: value.whole(),
            }
        });
        let results = [record.result.clone(), tag];
        let said = results
            .iter()
            .flatten()
            .next()
            .filter(|_| self.illegal().is_none())?
            .clone();
        let misstated = |result: &Word| {
            let why = match self.outcome {
                Some(outcome) if outcome.result() != result.text => Misstatement::Ended(outcome),
                None if said.text != result.text => Misstatement::FollowedBy(said.text.clone()),
                _ => return None,
            };
            Some(Misstated {
                said: result.clone(),
                why,
            })
        };
        let mut wrong: Vec<Misstated> = results.iter().flatten().filter_map(misstated).collect();
        // If the tag and the end of the moves have the same mistake, one message is enough.
        wrong.dedup_by(|second, first| second.said.text == first.said.text);
        let is = self.outcome.as_ref().map(Outcome::result);
        Some(StatedResult { said, is, wrong })
    }
}
