//! A check's summary for a terminal. What fails has been reported, with its place, as a diagnostic.

use crate::claim::Verdict;
use crate::judge::Checked;

/// A book's line.
pub(crate) fn human(checked: &Checked, colours: bool) -> String {
    let total: usize = Verdict::ALL.iter().map(|verdict| checked.tally(*verdict)).sum();
    let parts: Vec<String> = Verdict::ALL
        .iter()
        .map(|verdict| (verdict, checked.tally(*verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| {
            // The variant's own mistakes have been complained of; these are what follows from them.
            let follows = *verdict == Verdict::Error && checked.book.variant_failed;
            let word = if follows { "not judged, as the variant has errors" } else { word(*verdict, count) };
            painted(*verdict, &format!("{count} {word}"), colours)
        })
        .collect();
    let name = &checked.book.name;
    let what = if total == 1 { "claim or mark" } else { "claims and marks" };
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("{name}: {total} {what}{colon}{}\n", parts.join(", "))
}

fn word(verdict: Verdict, count: usize) -> &'static str {
    let [one, several] = match verdict {
        Verdict::Holds => ["holds", "hold"],
        Verdict::Erratum => ["erratum", "errata"],
        Verdict::Depends => ["depends on a reading", "depend on a reading"],
        Verdict::Unchecked => ["unchecked"; 2],
        Verdict::Fails => ["fails", "fail"],
        Verdict::Error => ["error", "errors"],
    };
    if count == 1 { one } else { several }
}

fn painted(verdict: Verdict, text: &str, colours: bool) -> String {
    let code = match verdict {
        Verdict::Holds => "32",
        Verdict::Erratum | Verdict::Depends => "33",
        Verdict::Unchecked => "2",
        Verdict::Fails | Verdict::Error => "31;1",
    };
    if colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}
