//! The outline of a text: the headings, blocks and definitions of a page, or the tables of a TOML
//! file. Texts are read line by line, so that they may contain errors.

use std::path::Path;

use lsp_types::SymbolKind;
use serde_json::{Value, json};

use super::document::LineIndex;
use padma_book::pages::fence::{BLOCKS, split_definition};
use padma_text::range_in;

/// Returns the symbols of a text, in the order of its lines.
pub(super) fn symbols(path: &Path, text: &str) -> Value {
    let symbols = match path.extension().and_then(|ending| ending.to_str()) {
        Some("md") => page_symbols(text),
        Some("toml") => toml_symbols(text),
        _ => Vec::new(),
    };
    let lines = LineIndex::new(text);
    let symbol = |(kind, name, line): &(SymbolKind, String, &str)| {
        let range = lines.range(range_in(text, line));
        json!({ "name": name, "kind": kind, "range": range, "selectionRange": range })
    };
    Value::Array(symbols.iter().map(symbol).collect())
}

type ListedSymbol<'t> = (SymbolKind, String, &'t str);

fn page_symbols(text: &str) -> Vec<ListedSymbol<'_>> {
    let mut symbols: Vec<ListedSymbol<'_>> = Vec::new();
    // The opening fence of the current block, and the word after the fence.
    let mut open: Option<(&str, &str)> = None;
    for line in text.lines() {
        let fence = &line[..line.len() - line.trim_start_matches('`').len()];
        let rest = line[fence.len()..].trim();
        match open {
            Some((opening, _)) if fence.len() >= opening.len() && rest.is_empty() => open = None,
            Some((_, "claims")) => {
                if let Some((name, _)) = split_definition(line) {
                    symbols.push((SymbolKind::VARIABLE, name.to_string(), line));
                }
            }
            Some(_) => {}
            None if fence.len() >= 3 => {
                let word = rest.split_whitespace().next().unwrap_or_default();
                open = Some((fence, word));
                if BLOCKS.contains(&word) && word != "claims" {
                    symbols.push((SymbolKind::OBJECT, rest.to_string(), line));
                }
            }
            None => {
                let title = line.trim_start_matches('#');
                if title.len() < line.len() && title.starts_with(' ') && !title.trim().is_empty() {
                    symbols.push((SymbolKind::STRING, title.trim().to_string(), line));
                }
            }
        }
    }
    symbols
}

fn toml_symbols(text: &str) -> Vec<ListedSymbol<'_>> {
    let mut symbols: Vec<ListedSymbol<'_>> = Vec::new();
    for line in text.lines() {
        let name = line
            .trim_start()
            .trim_start_matches('[')
            .split(']')
            .next()
            .unwrap_or_default();
        if line.starts_with('[') {
            symbols.push((SymbolKind::STRUCT, name.trim().to_string(), line));
        } else if let (Some((key, value)), Some((_, name, _))) =
            (line.split_once('='), symbols.last_mut())
        {
            // The id, kind or name of a table becomes part of the symbol.
            if matches!(key.trim(), "id" | "kind" | "name") && !name.contains(' ') {
                *name += &format!(" {}", value.trim().trim_matches(['"', '\'']));
            }
        }
    }
    symbols
}
