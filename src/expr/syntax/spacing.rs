//! Works out the spacing of an expression: where each of its tokens lies, and what a formatter
//! puts before it. The text is neither changed nor interpreted.

use std::ops::Range;

use super::MovementNotation;
use super::lex::{ExprToken, lex};
use super::parse::ADDITIONS;
use padma_rules::movement;
use padma_text::Excerpt;
use padma_text::diag::Diagnostics;

/// What stands before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing.
    Nothing,
    /// One space.
    Blank,
    /// The separator before an addition to a definition, such as `source 5`. The addition begins
    /// here.
    Addition,
}

/// A part of an expression that is written without a break: a word, a symbol, or a text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaced {
    /// The byte range of the part.
    pub range: Range<usize>,
    /// What belongs before it.
    pub before: Before,
}

/// The words that join or begin expressions. A bracket after one of them opens no call.
const JOINING: [&str; 8] = ["and", "or", "not", "in", "where", "at", "all", "some"];

/// Returns the tokens of an expression or a definition in order. Returns `None` for a text without
/// tokens, or one that would read differently with this spacing.
pub fn spaced_tokens(excerpt: &Excerpt) -> Option<Vec<Spaced>> {
    let text = excerpt.text();
    let tokens = lex(excerpt, &mut Diagnostics::default())?;
    let mut found: Vec<Spaced> = Vec::with_capacity(tokens.len());
    let mut open: Vec<char> = Vec::new();
    let joins = |index: usize| {
        let word = |index: usize| &text[tokens[index].1.clone()];
        let is_second = matches!(word(index), "most" | "least");
        JOINING.contains(&word(index)) || (is_second && index > 0 && word(index - 1) == "at")
    };
    // The comma of a leap has no space after it.
    let mut leap_comma = None;
    for (index, (token, range)) in tokens.iter().enumerate() {
        let last = index
            .checked_sub(1)
            .map(|last| (&tokens[last].0, &text[tokens[last].1.clone()]));
        let word = &text[range.clone()];
        let is_addition = open.is_empty()
            && *token == ExprToken::Name
            && ADDITIONS.contains(&word)
            && last.is_some_and(|(last, _)| ends_value(last) && !joins(index - 1));
        let before = match (last, token) {
            (None, _) => Before::Nothing,
            _ if is_addition => Before::Addition,
            (Some((ExprToken::Sign('(' | '{' | '.'), _)), _) => Before::Nothing,
            (_, ExprToken::Sign(')' | '}' | ',' | ';' | ':' | '.' | '%')) => Before::Nothing,
            (Some((ExprToken::Name, _)), ExprToken::Sign('(')) => {
                let addition = found
                    .last()
                    .is_some_and(|spaced| spaced.before == Before::Addition);
                if addition || joins(index - 1) {
                    Before::Blank
                } else {
                    Before::Nothing
                }
            }
            _ if leap_comma == Some(index) => Before::Nothing,
            _ => Before::Blank,
        };
        match token {
            ExprToken::Sign('(') => {
                let behind = |offset: usize| tokens.get(index + offset).map(|(token, _)| token);
                let is_listed = open.last() == Some(&'{')
                    && matches!(last, Some((ExprToken::Sign('{' | ',' | ')'), _)));
                let is_leap = behind(1) == Some(&ExprToken::Number)
                    && behind(2) == Some(&ExprToken::Sign(','));
                leap_comma = (is_listed && is_leap).then_some(index + 3);
                open.push('(');
            }
            ExprToken::Sign('{') => open.push('{'),
            ExprToken::Sign(')' | '}') => _ = open.pop(),
            _ => {}
        }
        let says = matches!(last, Some((ExprToken::Name, name)) if name == MovementNotation::Sentence.name());
        match says.then(|| sentence(excerpt, range)).flatten() {
            Some(mut parts) => {
                parts[0].before = before;
                found.append(&mut parts);
            }
            None => found.push(Spaced {
                range: range.clone(),
                before,
            }),
        }
    }
    let is_same = reads_alike(excerpt, &tokens, &found);
    (is_same && !found.is_empty()).then_some(found)
}

/// Whether a value may end with a token.
fn ends_value(token: &ExprToken) -> bool {
    matches!(
        token,
        ExprToken::Name | ExprToken::Number | ExprToken::Text | ExprToken::Sign(')' | '}' | '%')
    )
}

/// Splits a movement sentence in quotes into its parts. Returns `None` if the text has escapes or
/// is not a movement sentence.
fn sentence(excerpt: &Excerpt, quoted: &Range<usize>) -> Option<Vec<Spaced>> {
    let inside = excerpt.part(quoted.start + 1..quoted.end - 1);
    if inside.text().contains('\\') {
        return None;
    }
    let quote = |at: usize| Spaced {
        range: at..at + 1,
        before: Before::Nothing,
    };
    let parts =
        movement::parts(&inside)?
            .into_iter()
            .enumerate()
            .map(|(index, (range, is_joined))| Spaced {
                range: quoted.start + 1 + range.start..quoted.start + 1 + range.end,
                before: if is_joined || index == 0 {
                    Before::Nothing
                } else {
                    Before::Blank
                },
            });
    Some(
        [quote(quoted.start)]
            .into_iter()
            .chain(parts)
            .chain([quote(quoted.end - 1)])
            .collect(),
    )
}

/// Writes the parts of a text on one line.
pub(super) fn laid_out(text: &str, parts: &[Spaced]) -> String {
    let mut laid = String::with_capacity(text.len());
    for part in parts {
        if part.before != Before::Nothing {
            laid.push(' ');
        }
        laid += &text[part.range.clone()];
    }
    laid
}

/// Whether the text with this spacing has the same tokens.
fn reads_alike(excerpt: &Excerpt, tokens: &[(ExprToken, Range<usize>)], parts: &[Spaced]) -> bool {
    let text = excerpt.text();
    let laid = laid_out(text, parts);
    let again = lex(
        &Excerpt::inexact(&laid, excerpt.whole()),
        &mut Diagnostics::default(),
    );
    // White space inside the quotes of a sentence may change.
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    again.is_some_and(|again| {
        again.len() == tokens.len()
            && again
                .iter()
                .zip(tokens)
                .all(|((kind, range), (old_kind, old))| {
                    kind == old_kind && bare(&laid[range.clone()]) == bare(&text[old.clone()])
                })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_text::Sources;

    fn print_spaced(text: &str) -> Option<String> {
        let mut sources = Sources::default();
        let id = sources.add("x", text);
        let parts = spaced_tokens(&Excerpt::verbatim(text, sources.whole(id)))?;
        let blank = |before| match before {
            Before::Nothing => "",
            Before::Blank => " ",
            Before::Addition => "    ",
        };
        Some(
            parts
                .iter()
                .map(|part| blank(part.before).to_string() + &text[part.range.clone()])
                .collect(),
        )
    }

    #[test]
    fn words_and_signs_stand_apart_in_one_way() {
        for (text, expected) in [
            ("count( reach(rook,g4) )=12", "count(reach(rook, g4)) = 12"),
            ("a|b -{c ,d  e}& f", "a | b - {c, d e} & f"),
            ("2*3+ 1>=7", "2 * 3 + 1 >= 7"),
            (
                "not(a in b)and(c)or some x in( d ):x!=y",
                "not (a in b) and (c) or some x in (d): x != y",
            ),
            (
                "all a<=b in cells where(a=b):f (a,b)",
                "all a <= b in cells where (a = b): f(a, b)",
            ),
            ("{ (1 , 2) ,( 2,1 ) (0,3)}", "{(1,2), (2,1) (0,3)}"),
            ("{f( 1,2 )}", "{f(1, 2)}"),
            ("H1-2 . men( K )", "H1-2.men(K)"),
            ("A.\"BISH.\"", "A.\"BISH.\""),
            ("share( a )=51 %", "share(a) = 51%"),
            (
                "on  chess:same(rook,says \" slide  along X ,Y;step Z+rook\")",
                "on chess: same(rook, says \"slide along X, Y; step Z + rook\")",
            ),
            ("same(rook,  betza \"m  R\")", "same(rook, betza \"m  R\")"),
            (
                "f(x) source(1) erratum{a}\"it  is\"",
                "f(x)    source (1)    erratum {a} \"it  is\"",
            ),
            (
                "source source 5 depends \"a\" 5;\"b\" 6",
                "source    source 5    depends \"a\" 5; \"b\" 6",
            ),
            (
                "with(own c3,enemy  rook d4:reach( a ))",
                "with(own c3, enemy rook d4: reach(a))",
            ),
            (
                "a at most(b)and a at least (c)=most (P)",
                "a at most (b) and a at least (c) = most(P)",
            ),
            ("X+ | c1*2 | c1'", "X+ | c1 * 2 | c1'"),
        ] {
            assert_eq!(print_spaced(text).as_deref(), Some(expected), "{text}");
            assert_eq!(
                print_spaced(expected).as_deref(),
                Some(expected),
                "{expected}"
            );
        }
    }

    #[test]
    fn what_would_be_read_otherwise_is_left_alone() {
        // Set close to the bracket, the star would multiply.
        for text in ["c1* (2)", "", "a ~ b", "\"open"] {
            assert_eq!(print_spaced(text), None, "{text}");
        }
    }
}
