//! The fenced blocks of a Markdown file.

use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::docs::files::load;
use kit::folder::root;

/// A fenced block.
pub struct Block {
    /// `docs/claims.md:12`, for messages.
    pub place: String,
    pub info: String,
    pub text: String,
}

/// The code blocks of a Markdown file.
pub fn blocks(path: &Path) -> Vec<Block> {
    let text = load(path);
    let shown = path.strip_prefix(root()).unwrap_or(path).display();
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                open = true;
                let line = text[..range.start].matches('\n').count() + 1;
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => "an indented block".to_string(),
                };
                found.push(Block {
                    place: format!("{shown}:{line}"),
                    info,
                    text: String::new(),
                });
            }
            Event::End(TagEnd::CodeBlock) => open = false,
            Event::Text(text) if open => found
                .last_mut()
                .into_iter()
                .for_each(|block| block.text += &text),
            _ => {}
        }
    }
    found
}
