//! Writes words as Markdown that reads back as the same words, whatever they contain: in a line,
//! in a table cell, and in the text of a link or of a picture.

use std::fmt::Write;

/// Escapes a text for a line of Markdown. White space and line breaks become single spaces.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut letters = text.chars().peekable();
    let mut at_start = true;
    while let Some(c) = letters.next() {
        let next = letters.peek().copied();
        if c.is_ascii_whitespace() || c.is_control() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            continue;
        }
        let is_special = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~' | '#' => true,
            // It would begin a picture if a bracket followed the text.
            '!' => next.is_none(),
            '&' => next.is_none_or(|next| next.is_ascii_alphanumeric() || next == '#'),
            // At the start of a line they begin a list or a quotation, or underline a heading.
            '-' | '+' | '=' | '>' => at_start,
            '.' | ')' => {
                let is_number = !out.trim_start().is_empty()
                    && out.trim_start().bytes().all(|byte| byte.is_ascii_digit());
                is_number && next.is_none_or(char::is_whitespace)
            }
            _ => false,
        };
        if is_special {
            out.push('\\');
        }
        out.push(c);
        at_start = false;
    }
    out
}

/// Writes a text as a code span.
pub(crate) fn code_span(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let fence = "`".repeat(longest_run(&text) + 1);
    let needs_pad = text.starts_with('`')
        || text.ends_with('`')
        || text.starts_with(' ') && text.ends_with(' ');
    let pad = if needs_pad && !text.trim().is_empty() {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Writes a text as a code block.
pub(crate) fn code_block(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// Returns the length of the longest run of backticks in a text.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Writes an address as the target of a link.
pub(crate) fn link_target(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<'
            | '>'
            | '('
            | ')'
            | '['
            | ']'
            | '\\'
            | '`'
            | '|'
            | '"'
            | ' '
            | '\0'..='\x1f'
            | '\x7f' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{:02X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    /// Returns the text of some Markdown, and all other events in it.
    fn read(markdown: &str) -> (String, Vec<String>) {
        let options =
            Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
        let (mut text, mut others) = (String::new(), Vec::new());
        for event in Parser::new_ext(markdown, options) {
            match event {
                Event::Text(part) | Event::Code(part) => text.push_str(&part),
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                other => others.push(format!("{other:?}")),
            }
        }
        (text, others)
    }

    #[test]
    fn special_characters_are_escaped() {
        for (text, expected) in [
            ("Lotus-39, d3 (see 2.1)", "Lotus-39, d3 (see 2.1)"),
            ("A|B *c* <i>d</i>", "A\\|B \\*c\\* \\<i>d\\</i>"),
            ("1. April", "1\\. April"),
            ("3.6", "3.6"),
            ("- a\n\n# b", "\\- a \\# b"),
            ("R&B & C&amp;", "R\\&B & C\\&amp;"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }

    fn strange() -> impl Strategy<Value = String> {
        "[ a-c1-2|*_`<>\\[\\]()!#&;:=.+~\\\\\n-]{0,24}|[ -~äÄ…]{0,24}"
            .prop_map(|text| text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn words_read_back_as_themselves(text in strange(), more in strange()) {
            prop_assert_eq!(read(&escaped(&text)), (text.clone(), vec![]));
            let inside = read(&format!("x {} y", escaped(&text))).0;
            prop_assert_eq!(inside, format!("x {text} y"));
            let link = format!("{}[{}]({})", escaped(&text), escaped(&more), link_target("a b.md#c"));
            let (found, events) = read(&link);
            prop_assert_eq!(found, format!("{text}{more}"));
            prop_assert_eq!(events.len(), 2, "{:?}", events);
        }

        #[test]
        fn cells_of_tables_stay_apart(cells in proptest::collection::vec(strange(), 3)) {
            let row: Vec<String> = cells.iter().map(|cell| format!(" {} |", escaped(cell))).collect();
            let table = format!("| a | b | c |\n| --- | --- | --- |\n|{}\n", row.concat());
            let mut found: Vec<String> = Vec::new();
            let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
            for event in Parser::new_ext(&table, options) {
                match event {
                    Event::Start(Tag::TableCell) => found.push(String::new()),
                    Event::Text(text) => found.last_mut().unwrap().push_str(&text),
                    Event::Start(_) | Event::End(_) => {}
                    other => prop_assert!(false, "{:?}", other),
                }
            }
            prop_assert_eq!(&found[3..], &cells[..]);
        }

        #[test]
        fn code_reads_back_as_itself(text in "[ a`*<|\\\\]{1,12}") {
            prop_assume!(!text.trim().is_empty());
            prop_assert_eq!(read(&format!("x{}", code_span(&text))), (format!("x{text}"), vec![]));
            let block = code_block(&text);
            let (found, events) = read(&block);
            prop_assert_eq!(found, format!("{text}\n"));
            prop_assert_eq!(events.len(), 2, "{:?}", events);
        }

        #[test]
        fn addresses_stay_whole(url in "[ -~ä]{1,16}") {
            let link = format!("[x]({})", link_target(&url));
            let targets: Vec<String> = Parser::new(&link)
                .filter_map(|event| match event {
                    Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
                    _ => None,
                })
                .collect();
            prop_assert_eq!(targets.len(), 1);
            let plain = |text: &str| decode_percent(&text.replace("&amp;", "&"));
            prop_assert_eq!(plain(&targets[0]), plain(&url));
        }
    }

    fn decode_percent(url: &str) -> String {
        ["<", ">", "(", ")", "[", "]", "\\", "`", "|", "\"", " "]
            .iter()
            .fold(url.to_string(), |url, c| {
                url.replace(&format!("%{:02X}", c.as_bytes()[0]), c)
            })
    }
}
