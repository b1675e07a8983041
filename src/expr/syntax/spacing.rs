//! Works out the spacing of an expression: the place of each token, and the white space that a
//! formatter puts before it. Neither changes nor resolves the text.

use std::ops::Range;

use super::lex::{Before, ExprToken, lex};
use super::{MovementNotation, Question, parse};
use padma_rules::movement;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, on_one_line};

/// A part of an expression that is written without a break: a word, a symbol, or a text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaced {
    /// The byte range of the part.
    pub range: Range<usize>,
    /// The white space that belongs before the part.
    pub before: Before,
}

/// Returns the tokens of an expression or a definition in order. Returns `None` for a text that
/// cannot be read, or would read differently with this spacing.
pub fn spaced_tokens(excerpt: &Excerpt) -> Option<Vec<Spaced>> {
    let text = excerpt.text();
    let (tokens, gaps) = parse::tokens(excerpt)?;
    let mut gaps = gaps.into_iter().peekable();
    let mut parts: Vec<Spaced> = Vec::with_capacity(tokens.len());
    for (index, (token, range)) in tokens.iter().enumerate() {
        let last = index.checked_sub(1).map(|last| &tokens[last]);
        let before = match (gaps.next_if(|(at, _)| *at == index), last, token) {
            (Some((_, gap)), ..) => gap,
            (_, None | Some((ExprToken::Symbol('(' | '{' | '.'), _)), _) => Before::Nothing,
            (_, _, ExprToken::Symbol(')' | '}' | ',' | ';' | ':' | '.' | '%')) => Before::Nothing,
            _ => Before::Blank,
        };
        let is_sentence = *token == ExprToken::Text
            && last
                .is_some_and(|(_, word)| text[word.clone()] == *MovementNotation::Sentence.name());
        match is_sentence
            .then(|| sentence_parts(excerpt, range))
            .flatten()
        {
            Some(mut sentence_parts) => {
                sentence_parts[0].before = before;
                parts.append(&mut sentence_parts);
            }
            None => parts.push(Spaced {
                range: range.clone(),
                before,
            }),
        }
    }
    has_same_tokens(excerpt, &tokens, &parts).then_some(parts)
}

/// Splits a movement sentence in quotes into its parts. Returns `None` if the text has escapes or
/// is not a movement sentence.
fn sentence_parts(excerpt: &Excerpt, quoted: &Range<usize>) -> Option<Vec<Spaced>> {
    let inside = excerpt.part(quoted.start + 1..quoted.end - 1);
    if inside.text().contains('\\') {
        return None;
    }
    let quote = |at: usize| Spaced {
        range: at..at + 1,
        before: Before::Nothing,
    };
    let parts = movement::tokens(&inside, &mut Diagnostics::default())?
        .places
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

/// Returns the expression of a question, on one line and with the spacing of the formatter.
pub(crate) fn expression_text(question: &Question) -> String {
    let text = question.text.text();
    let parts = spaced_tokens(&question.text);
    parts.map_or_else(|| on_one_line(text), |parts| join_tokens(text, &parts))
}

/// Writes the parts of a text on one line.
fn join_tokens(text: &str, parts: &[Spaced]) -> String {
    let mut line = String::with_capacity(text.len());
    for part in parts {
        if part.before != Before::Nothing {
            line.push(' ');
        }
        line += &text[part.range.clone()];
    }
    line
}

/// Whether the text with this spacing has the same tokens.
fn has_same_tokens(
    excerpt: &Excerpt,
    tokens: &[(ExprToken, Range<usize>)],
    parts: &[Spaced],
) -> bool {
    let text = excerpt.text();
    let line = join_tokens(text, parts);
    let new_tokens = lex(
        &Excerpt::inexact(&line, excerpt.whole()),
        &mut Diagnostics::default(),
    );
    // White space inside the quotes of a sentence may change.
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    new_tokens.is_some_and(|new_tokens| {
        new_tokens.len() == tokens.len()
            && new_tokens
                .iter()
                .zip(tokens)
                .all(|((kind, range), (old_kind, old))| {
                    kind == old_kind
                        && without_spaces(&line[range.clone()])
                            == without_spaces(&text[old.clone()])
                })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_definition;
    use padma_text::Sources;

    fn print_spaced(text: &str) -> Option<String> {
        let mut sources = Sources::default();
        let id = sources.add("x", text);
        let parts = spaced_tokens(&Excerpt::verbatim(text, sources.whole(id)))?;
        let space = |before| match before {
            Before::Nothing => "",
            Before::Blank => " ",
            Before::Addition => "    ",
        };
        Some(
            parts
                .iter()
                .map(|part| space(part.before).to_string() + &text[part.range.clone()])
                .collect(),
        )
    }

    #[test]
    fn tokens_are_spaced_in_one_way() {
        for (text, expected) in [
            ("count( reach(rook,g4) )=12", "count(reach(rook, g4)) = 12"),
            ("a|b -{c ,d  e}& f", "a | b - {c, d e} & f"),
            ("2*3+ 1>=7", "2 * 3 + 1 >= 7"),
            ("not(a in b)and(c)or(d)", "not (a in b) and (c) or (d)"),
            ("some x in( d ):x!=y", "some x in (d): x != y"),
            (
                "all a<=b in cells where(a=b):f (a,b)",
                "all a <= b in cells where (a = b): f(a, b)",
            ),
            ("{ (1 , 2) ,( 2,1 ) (0,3)}", "{(1,2), (2,1) (0,3)}"),
            ("f( 1,2 )", "f(1, 2)"),
            ("H1-2 . pieces( K )", "H1-2.pieces(K)"),
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
                "a at most(b)and a at least (c)or a=most (P)",
                "a at most (b) and a at least (c) or a = most(P)",
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
    fn any_three_tokens_are_spaced_and_parsed() {
        let tokens = [
            "says", "betza", "\"\"", "\"a\"", "\"\\\"", "a1", "R", "5", "1.5", "not", "in", "at",
            "most", "all", "where", "with", "own", "count", "source", "erratum", "depends", "on",
            "(", ")", "{", "}", ",", ":", ";", ".", "%", "=", "<=", "-", "*", "'", "+", "é", "棋",
        ];
        for first in tokens {
            for (second, third) in tokens.iter().flat_map(|a| tokens.map(|b| (*a, b))) {
                let text = format!("{first}{second} {third}");
                print_spaced(&text);
                let mut sources = Sources::default();
                let excerpt = sources.excerpt("x", &text);
                let mut diagnostics = Diagnostics::default();
                let definition = parse_definition(&excerpt, &mut diagnostics);
                // A text that cannot be read is reported.
                assert_eq!(definition.is_none(), diagnostics.has_errors(), "{text}");
            }
        }
    }

    #[test]
    fn text_that_would_parse_differently_is_left_alone() {
        // Without the space the star would multiply.
        for text in ["c1* (2)", "", "a ~ b", "\"open"] {
            assert_eq!(print_spaced(text), None, "{text}");
        }
    }
}
