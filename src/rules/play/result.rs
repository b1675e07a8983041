//! Results as records state them, held against how the game has ended.
//!
//! A record may say twice how its game ended: in the tag `Result`, and behind the last move. Both must say the same,
//! and what the rules of the game give if its last move has ended it; a game that goes on may be given up.

use super::game::Game;
use super::outcome::Outcome;
use super::record::{Record, result_of};
use super::replay::Replay;
use crate::model::Side;
use padma_text::Word;

/// What a record says of the end of its game.
#[derive(Clone, Debug)]
pub struct Stated {
    /// What it says: behind the last move, or else in the tag.
    pub said: Word,
    /// What the rules give, if the last move has ended the game.
    pub is: Option<&'static str>,
    /// What is wrong with what it says.
    pub wrong: Vec<Misstated>,
}

/// A result that is not as it should be.
#[derive(Clone, Debug)]
pub struct Misstated {
    /// The result as written.
    pub said: Word,
    /// Why it is wrong, in words.
    pub message: String,
}

impl Outcome {
    /// As a record states it.
    pub fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Replay {
    /// What a record says of the end of the game, if it says anything and all its moves are legal.
    pub fn stated(&self, record: &Record, game: &Game<'_>) -> Option<Stated> {
        let tag = record.tag("Result").map(|value| {
            let text = result_of(value.text()).unwrap_or(value.text()).to_string();
            Word {
                text,
                span: value.whole(),
            }
        });
        let both = [record.result.clone(), tag];
        let said = both
            .iter()
            .flatten()
            .next()
            .filter(|_| self.illegal().is_none())?
            .clone();
        let misstated = |result: &Word| {
            let message = match &self.outcome {
                Some(outcome) if outcome.result() != result.text => {
                    format!(
                        "the game ended `{}`: {}",
                        outcome.result(),
                        outcome.describe(game)
                    )
                }
                None if said.text != result.text => {
                    format!("the last move is followed by `{}`", said.text)
                }
                _ => return None,
            };
            Some(Misstated {
                said: result.clone(),
                message,
            })
        };
        let mut wrong: Vec<Misstated> = both.iter().flatten().filter_map(misstated).collect();
        // Of one mistake that stands there twice, one message is enough.
        wrong.dedup_by(|second, first| second.said.text == first.said.text);
        let is = self.outcome.as_ref().map(Outcome::result);
        Some(Stated { said, is, wrong })
    }
}
