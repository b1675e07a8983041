//! The last line of a check: what is not judged. A book in which nothing fails may still say a lot that nothing holds.

use crate::claim::Verdict;
use crate::judge::{Checked, Coverage, FactKind, FactState};

/// What books leave to their readers to believe.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unjudged {
    /// Claims, marks and recorded moves with a verdict of the rules.
    judged: usize,
    unchecked: usize,
    words: usize,
    statements: usize,
    diagrams: usize,
}

impl Unjudged {
    pub(crate) fn add(&mut self, checked: &Checked, coverage: &Coverage) {
        let unchecked = checked.tally(Verdict::Unchecked);
        let all: usize = Verdict::ALL.iter().map(|verdict| checked.tally(*verdict)).sum();
        let loose = coverage.count(FactState::Loose);
        let of = |kind| coverage.loose().filter(|fact| fact.kind == kind).count();
        let (diagrams, statements) = (of(FactKind::Diagram), of(FactKind::Statement));
        self.judged += all - unchecked;
        self.unchecked += unchecked;
        // Without its variant a book is not judged at all.
        self.words += if checked.book.variant_failed { 0 } else { loose - diagrams - statements };
        self.statements += statements;
        self.diagrams += diagrams;
    }

    pub(crate) fn line(&self) -> String {
        let counted = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let parts = [
            counted(
                self.words,
                "number or cell in the text is held by no claim",
                "numbers and cells in the text are held by no claim",
            ),
            counted(
                self.statements,
                "true claim has no word that is understood",
                "true claims have no word that is understood",
            ),
            counted(self.diagrams, "diagram is held against nothing", "diagrams are held against nothing"),
            counted(self.unchecked, "claim is unchecked", "claims are unchecked"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match (parts.is_empty(), self.judged) {
            (false, _) => parts.join("; ") + "\n",
            (true, 0) => "there is nothing to judge: no claim, no mark, no number and no cell\n".to_string(),
            (true, _) => "every number and cell in the text is held by a claim\n".to_string(),
        }
    }
}
