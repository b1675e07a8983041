//! What lies beside the board of a recorded game: after each move, what each side holds in hand or
//! in reserve, and what it has captured. Knows no rules.

use serde_json::{Value as Json, json};

use super::text::sentence;
use super::words::side_name;
use padma_rules::model::{KindId, Side, Variant};
use padma_rules::play::{Effect, State, captures_and_hands};
use padma_words::{Language, Listing, Say, say};

/// What each side has captured so far.
pub(super) struct Beside<'a> {
    variant: &'a Variant,
    /// The number of captured pieces, by capturing side and kind.
    captured: [Vec<u16>; 2],
}

/// The pieces that a side has in one place: a label, a sentence, and the count of each kind.
struct Heap {
    label: Say,
    sentence: Say,
    pieces: Vec<(KindId, Side, u16)>,
}

impl Beside<'_> {
    pub(super) fn new(variant: &Variant) -> Beside<'_> {
        let none = || variant.kind_ids().map(|_| 0).collect();
        Beside {
            variant,
            captured: [none(), none()],
        }
    }

    /// Counts the captures of a move. A captured piece that goes into hand is not counted: the
    /// hand shows it.
    pub(super) fn count(&mut self, effects: &[Effect]) {
        for (piece, _, goes_into_hand) in captures_and_hands(effects) {
            if let Some(kind) = piece.kind.filter(|_| !goes_into_hand) {
                self.captured[piece.side.other() as usize][kind.index()] += 1;
            }
        }
    }

    /// Returns the pieces of a side beside the board, and those it has captured, where it has any.
    fn heaps(&self, state: &State, side: Side) -> Vec<Heap> {
        let heap = |taken: bool, owner: Side, count: &dyn Fn(KindId) -> u16| {
            let counted = |kind| (kind, owner, count(kind));
            let pieces: Vec<(KindId, Side, u16)> = self
                .variant
                .kind_ids()
                .map(counted)
                .filter(|(.., count)| *count > 0)
                .collect();
            let named = |(kind, _, count): &(KindId, Side, u16)| {
                let name = &self.variant.kind(*kind).name;
                say!(labels::CountedPieces, name, count = *count)
            };
            let names = Listing::Enumeration.of(pieces.iter().map(named));
            Heap {
                label: say!(labels::Heap, taken),
                sentence: say!(
                    labels::SideHasBeside,
                    side = side_name(side),
                    taken,
                    pieces = names
                ),
                pieces,
            }
        };
        let reserve = heap(false, side, &|kind| state.reserve(side, kind));
        let captured = heap(true, side.other(), &|kind| {
            self.captured[side as usize][kind.index()]
        });
        [reserve, captured]
            .into_iter()
            .filter(|heap| !heap.pieces.is_empty())
            .collect()
    }

    /// Returns the view for each side: Black's first, because it is shown above the board.
    /// `picture` returns the id of a piece's picture and how far it extends from its middle.
    pub(super) fn view(
        &self,
        state: &State,
        words: &Language,
        picture: impl Fn(KindId, Side) -> (String, f64),
    ) -> [Vec<Json>; 2] {
        let piece = |(kind, side, count): &(KindId, Side, u16)| {
            let (id, reach) = picture(*kind, *side);
            let reach = reach.ceil() as i32;
            json!({"id": id, "from": -reach, "size": 2 * reach, "count": count})
        };
        let heap = |heap: &Heap| {
            let pieces: Vec<Json> = heap.pieces.iter().map(piece).collect();
            json!({"word": words.say(&heap.label), "says": words.say(&heap.sentence), "pieces": pieces})
        };
        [Side::Black, Side::White].map(|side| self.heaps(state, side).iter().map(heap).collect())
    }

    /// Returns the same facts as sentences.
    pub(super) fn sentences(&self, state: &State, words: &Language) -> Vec<String> {
        Side::BOTH
            .iter()
            .flat_map(|side| self.heaps(state, *side))
            .map(|heap| sentence(&words.say(heap.sentence)))
            .collect()
    }
}
