//! Compares movements, and says in words where they differ.

use super::{Fault, Run, WORK_OF_LAYING};
use crate::claim::formula::Gait;
use crate::model::{CellSet, Side};
use crate::moves::{Comparison, Difference, OtherKind, OtherMan};
use crate::reach::Whose;

impl Run<'_, '_> {
    /// Whether two movements are the same; where they differ is kept for whoever asks why.
    pub(super) fn same_movement(&mut self, first: &Gait, second: &Gait, side: Side) -> bool {
        let (first, second) = (self.gait(first), self.gait(second));
        self.spend(2 * WORK_OF_LAYING * self.cells());
        match self.world.rules.compare_by(first.whose(), second.whose(), side, &mut self.walker) {
            Comparison::Same => true,
            Comparison::Undecided => {
                self.fault = Some(Fault::Undecided);
                false
            }
            Comparison::Differ(difference) => {
                if self.tells_why {
                    self.because = Some(self.told_apart([first.whose(), second.whose()], side, &difference));
                }
                false
            }
        }
    }

    /// `from e4, with an enemy on e6: `rook` also takes e6`.
    fn told_apart(&self, movers: [Whose<'_>; 2], side: Side, difference: &Difference) -> String {
        let board = &self.world.rules.variant.board;
        let men: Vec<String> = difference
            .men
            .iter()
            .map(|man| format!("{} on {}", self.described(man, side), board.name(man.cell)))
            .collect();
        let mut text = format!("from {}", board.name(difference.from));
        if difference.unmoved {
            text += ", not yet moved";
        }
        if !men.is_empty() {
            text += &format!(", with {}", men.join(" and "));
        }
        let (a, b) = (difference.first, difference.second);
        let mut parts = Vec::new();
        for (who, own, other) in [(movers[0], a, b), (movers[1], b, a)] {
            let mut add = |verb: &str, cells: CellSet| {
                if !cells.is_empty() {
                    let names = board.names_of(&cells).join(" ");
                    parts.push(format!("`{}` also {verb} {names}", self.world.rules.words(who)));
                }
            };
            add("goes to", own.cells() - own.captures - (other.cells() - other.captures));
            add("takes", own.captures - other.captures);
        }
        if parts.is_empty() {
            parts.push("they take other men on their way to the same cells".to_string());
        }
        format!("{text}: {}", parts.join("; "))
    }

    fn described(&self, man: &OtherMan, side: Side) -> String {
        let text = match (man.side == side, man.kind) {
            _ if man.en_passant.is_some() => "an enemy who has just passed, now",
            (true, OtherKind::Any) => "a man of its own",
            (true, OtherKind::Royal) => "a royal man of its own",
            (false, OtherKind::Any) => "an enemy",
            (false, OtherKind::Royal) => "a royal enemy",
            (is_own, OtherKind::Barrier(piece)) => {
                let whose = if is_own { "an own" } else { "an enemy" };
                return format!("{whose} {}", self.world.rules.variant.piece(piece).name);
            }
        };
        text.to_string()
    }
}
