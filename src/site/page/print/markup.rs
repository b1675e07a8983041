//! Writes words as Typst so that they are typeset as the same words, whatever they contain.

/// Escapes a text for markup.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            // These have no special meaning in Typst's markup.
            ',' | '(' | ')' | '!' | '?' | '%' => out.push(c),
            c if c.is_ascii_punctuation() => out.extend(['\\', c]),
            c if c.is_whitespace() && c != '\u{a0}' && c != '\u{202f}' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Writes a text as a string literal of Typst code.
pub(super) fn string_literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use typst::syntax::ast::{self, AstNode};
    use typst::syntax::{SyntaxKind, SyntaxNode, parse};

    /// Returns the words that Typst reads in some markup, and the kinds of all other nodes.
    fn read(node: &SyntaxNode, found: &mut String, others: &mut Vec<SyntaxKind>) {
        match node.kind() {
            SyntaxKind::Markup => node.children().for_each(|child| read(child, found, others)),
            SyntaxKind::Text | SyntaxKind::Space => found.push_str(node.leaf_text()),
            SyntaxKind::Escape => {
                found.extend(ast::Escape::from_untyped(node).map(|escape| escape.get()));
            }
            other => others.push(other),
        }
    }

    fn strange() -> impl Strategy<Value = String> {
        "[ a-cu1-2{}|*_`<>\\[\\]()!#&;:=.+~\\\\\n@$/'\"-]{0,24}|[ -~äÄ…א棋]{0,24}"
            .prop_map(|text| text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn words_are_typeset_as_themselves(text in strange()) {
            for markup in [escaped(&text), format!("#emph[{}];{}", escaped(&text), escaped(&text))] {
                let (mut found, mut others) = (String::new(), Vec::new());
                read(&parse(&markup), &mut found, &mut others);
                others.retain(|kind| !matches!(kind, SyntaxKind::Hash | SyntaxKind::FuncCall | SyntaxKind::Semicolon));
                prop_assert_eq!(&found, &text);
                prop_assert_eq!(others, vec![]);
            }
        }

        #[test]
        fn strings_evaluate_to_themselves(text in strange()) {
            let markup = format!("#{}", string_literal(&text));
            let root = parse(&markup);
            let found = root.children().find_map(|node| node.cast::<ast::Str<'_>>()).map(|found| found.get().to_string());
            prop_assert_eq!(found, Some(text));
        }
    }
}
