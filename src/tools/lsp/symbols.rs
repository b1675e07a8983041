//! The outline of a text: the headings, blocks and definitions of a page, or the tables of a TOML
//! file, which is read line by line, so that it may contain errors.

use std::ops::Range;
use std::path::Path;

use lsp_types::SymbolKind;
use serde_json::{Value, json};

use super::document::{LineIndex, read_page};
use padma_text::{Span, range_in};
use padma_variant::toml::{header_of, key_of};

/// Returns the symbols of a text, in the order of its lines.
pub(super) fn symbols(path: &Path, text: &str) -> Value {
    let symbols = match path.extension().and_then(|ending| ending.to_str()) {
        Some("md") => page_symbols(text),
        Some("toml") => toml_symbols(text),
        _ => Vec::new(),
    };
    let lines = LineIndex::new(text);
    let symbol = |(kind, name, range): ListedSymbol| {
        let range = lines.range(range);
        json!({ "name": name, "kind": kind, "range": range, "selectionRange": range })
    };
    symbols.into_iter().map(symbol).collect()
}

type ListedSymbol = (SymbolKind, String, Range<usize>);

fn page_symbols(text: &str) -> Vec<ListedSymbol> {
    let page = read_page(text);
    let listed = |kind, name: &str, span: Span| (kind, name.to_string(), span.range());
    let headings = page.headings.iter();
    let headings = headings.map(|heading| listed(SymbolKind::STRING, &heading.text, heading.span));
    let blocks = page.blocks.iter().filter(|block| block.word != "claims");
    let blocks = blocks.map(|block| listed(SymbolKind::OBJECT, block.info.text(), block.span));
    let definitions = page.definitions.iter().map(|decl| {
        let span = decl.name.span.to(decl.body.whole());
        listed(SymbolKind::VARIABLE, &decl.name.text, span)
    });
    let mut symbols: Vec<ListedSymbol> = headings.chain(blocks).chain(definitions).collect();
    symbols.sort_by_key(|(_, _, range)| range.start);
    symbols
}

fn toml_symbols(text: &str) -> Vec<ListedSymbol> {
    let mut symbols: Vec<ListedSymbol> = Vec::new();
    for line in text.lines() {
        if let Some(header) = header_of(line) {
            let range = range_in(text, line);
            symbols.push((SymbolKind::STRUCT, header.to_string(), range));
        } else if let (Some((key, value)), Some((_, name, _))) = (key_of(line), symbols.last_mut())
        {
            // The id, kind or name of a table becomes part of the symbol.
            if matches!(key, "id" | "kind" | "name") && !name.contains(' ') {
                *name += &format!(" {}", value.trim().trim_matches(['"', '\'']));
            }
        }
    }
    symbols
}
