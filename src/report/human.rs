//! A check's summary for a terminal. What fails has been reported, with its place, as a diagnostic.

use crate::claim::ClaimVerdict;
use crate::judge::Checked;

/// A book's line.
pub(crate) fn human(checked: &Checked, colours: bool) -> String {
    let total: usize = ClaimVerdict::ALL.iter().map(|verdict| checked.tally(*verdict)).sum();
    let parts: Vec<String> = ClaimVerdict::ALL
        .iter()
        .map(|verdict| (verdict, checked.tally(*verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| {
            // The variant's own mistakes have been complained of; these are what follows from them.
            let follows = *verdict == ClaimVerdict::Error && checked.book.variant_failed;
            let word = if follows { "not judged, as the variant has errors" } else { word(*verdict, count) };
            painted(*verdict, &format!("{count} {word}"), colours)
        })
        .collect();
    let name = &checked.book.name;
    let what = if total == 1 { "claim or mark" } else { "claims and marks" };
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("{name}: {total} {what}{colon}{}\n", parts.join(", "))
}

fn word(verdict: ClaimVerdict, count: usize) -> &'static str {
    let [one, several] = match verdict {
        ClaimVerdict::Holds => ["holds", "hold"],
        ClaimVerdict::Erratum => ["erratum", "errata"],
        ClaimVerdict::Depends => ["depends on a reading", "depend on a reading"],
        ClaimVerdict::Unchecked => ["unchecked"; 2],
        ClaimVerdict::Fails => ["fails", "fail"],
        ClaimVerdict::Error => ["error", "errors"],
    };
    if count == 1 { one } else { several }
}

fn painted(verdict: ClaimVerdict, text: &str, colours: bool) -> String {
    let code = match verdict {
        ClaimVerdict::Holds => "32",
        ClaimVerdict::Erratum | ClaimVerdict::Depends => "33",
        ClaimVerdict::Unchecked => "2",
        ClaimVerdict::Fails | ClaimVerdict::Error => "31;1",
    };
    if colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}
