//! Generates every change of one letter or number of a Betza string, and drops each of its moves.

use std::ops::Range;

use super::words::{split, with};
use padma_rules::movement::betza::{self, Betza};
use padma_text::Excerpt;
use padma_text::diag::Diagnostics;

/// Returns the valid strings that differ from this one in one place, and in meaning.
pub(crate) fn changed(betza: &Betza) -> Vec<Betza> {
    let mut found: Vec<Betza> = Vec::new();
    for text in texts(betza) {
        let known = text == betza.text || found.iter().any(|other| other.text == text);
        let read = (!known).then(|| read(&text, betza)).flatten();
        found.extend(
            read.filter(|other| {
                !other.components.is_empty() && other.components != betza.components
            }),
        );
    }
    found
}

/// Parses a string with the place and the dialect of another.
fn read(text: &str, like: &Betza) -> Option<Betza> {
    // Its errors do not matter.
    let mut diagnostics = Diagnostics::default();
    let read = betza::parse(
        &Excerpt::verbatim(text, like.span),
        like.dialect,
        &mut diagnostics,
    )?;
    Some(Betza {
        span: like.span,
        ..read
    })
}

fn texts(betza: &Betza) -> Vec<String> {
    let text = betza.text.as_str();
    let with = |at: Range<usize>, new: &str| with(text, at, new);
    let mut all = Vec::new();
    let moves = betza::moves(&Excerpt::verbatim(text, betza.span), betza.dialect);
    if moves.len() > 1 {
        all.extend(moves.into_iter().map(|at| with(at, "")));
    }
    for (start, letter) in text.char_indices() {
        let at = start..start + letter.len_utf8();
        if letter.is_ascii_lowercase() || matches!(letter, 'X' | 'Y') {
            all.push(with(at.clone(), ""));
        }
        all.extend(others(letter).map(|other| with(at.clone(), other.encode_utf8(&mut [0; 4]))));
        if letter.is_ascii_uppercase()
            && !text[at.end..].starts_with(|next: char| next.is_ascii_digit())
        {
            all.push(with(at.end..at.end, "2"));
        }
    }
    for at in split(text, |c| !c.is_ascii_digit()) {
        // A string with so large a number is invalid.
        let Ok(number) = text[at.clone()].parse::<u32>() else {
            continue;
        };
        let near = [number.checked_sub(1), number.checked_add(1)];
        all.extend(
            near.into_iter()
                .flatten()
                .map(|near| with(at.clone(), &near.to_string())),
        );
    }
    all
}

/// Letters, each with the letters that are easily confused with it.
const OTHERS: &str = "f:bs b:fs l:r r:l s:vf v:sf m:c c:m p:g g:p q:z z:q ?:- -:? W:FDR F:WAB D:AWH A:DFG N:CZ C:NZ L:NZ \
                      Z:NC J:NC H:GD G:HA B:RF R:BW Q:RBK K:QWF X:Y Y:X";

fn others(letter: char) -> impl Iterator<Item = char> {
    let row = OTHERS
        .split(' ')
        .find_map(|row| row.strip_prefix(letter)?.strip_prefix(':'));
    row.unwrap_or_default().chars()
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_rules::movement::Dialect;
    use padma_text::Sources;

    #[test]
    fn each_change_is_one_letter_number_or_move() {
        let mut sources = Sources::default();
        let id = sources.add("a string", "FsN3");
        let excerpt = Excerpt::verbatim("FsN3", sources.whole(id));
        let betza =
            betza::parse(&excerpt, Dialect::default(), &mut Diagnostics::default()).unwrap();
        let texts: Vec<String> = changed(&betza)
            .into_iter()
            .map(|betza| betza.text)
            .collect();
        let expected = [
            "sN3", "F", "WsN3", "AsN3", "BsN3", "F2sN3", "FN3", "FvN3", "FfN3", "FsC3", "FsZ3",
            "FsN2", "FsN4",
        ];
        assert_eq!(texts, expected);
    }
}
