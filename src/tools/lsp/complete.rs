//! Completion at a place of the current text. Names and their docs come from the rows that the
//! checker uses, and from the last check of the book.

use std::ops::Range;
use std::path::Path;

use lsp_types::{CompletionItemKind, Position};
use serde_json::{Value, json};

use super::document::{LineIndex, read_page};
use super::hover::{describe_piece, describe_set, format_forms};
use super::keys::{self, TableKeys};
use super::snapshot::Snapshot;
use padma_book::pages::diagram::line_forms;
use padma_book::pages::fence::{BLOCKS, after_fence};
use padma_book::pages::links::resolve;
use padma_book::pages::page::Page;
use padma_expr::lower::rule_names;
use padma_expr::{WORDS, explain, function_names, rule_functions};
use padma_rules::model::{PLACE_WORDS, Variant};
use padma_rules::movement;
use padma_variant::decl::top;
use padma_variant::form::{Key, Keys, Takes};
use padma_variant::named::OwnRule;

/// Returns the completions at a position, as a protocol `CompletionList`.
pub(super) fn completion(
    book: Option<&Snapshot>,
    path: &Path,
    text: &str,
    position: Position,
) -> Value {
    let lines = LineIndex::new(text);
    let offset = lines.offset(position);
    let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let mut completions = Completions {
        book,
        path,
        text,
        items: Vec::new(),
        word: offset..offset,
    };
    completions.word.start = offset - word_at_end(&text[line..offset]).len();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("md") => completions.complete_page(&text[line..offset], line),
        Some("toml") => completions.complete_toml(offset),
        _ => {}
    }
    let range = lines.range(completions.word.clone());
    for item in &mut completions.items {
        if let (Some(label), Some(item)) = (item.get("label").cloned(), item.as_object_mut()) {
            let new = item.remove("insert").unwrap_or(label);
            item.insert(
                "textEdit".to_string(),
                json!({ "range": range, "newText": new }),
            );
        }
    }
    json!({ "isIncomplete": false, "items": completions.items })
}

/// Returns the word at the end of a text.
fn word_at_end(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    &text[text.trim_end_matches(is_word).len()..]
}

struct Completions<'a> {
    book: Option<&'a Snapshot>,
    path: &'a Path,
    text: &'a str,
    items: Vec<Value>,
    /// The range that a completion replaces.
    word: Range<usize>,
}

impl<'a> Completions<'a> {
    fn add_item(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        detail: &str,
        doc: Option<String>,
    ) {
        let mut item = json!({ "label": label, "kind": kind });
        if !detail.is_empty() {
            item["detail"] = json!(detail);
        }
        if let Some(doc) = doc {
            item["documentation"] = json!({ "kind": "markdown", "value": doc });
        }
        self.items.push(item);
    }

    fn offer_words<'w>(&mut self, words: impl IntoIterator<Item = &'w str>, detail: &str) {
        self.offer(CompletionItemKind::KEYWORD, words, detail);
    }

    fn offer<'w>(
        &mut self,
        kind: CompletionItemKind,
        words: impl IntoIterator<Item = &'w str>,
        detail: &str,
    ) {
        words
            .into_iter()
            .for_each(|word| self.add_item(word, kind, detail, None));
    }

    /// Offers names of things in the book, each with what it names.
    fn offer_named<'w>(&mut self, names: impl Iterator<Item = (&'w str, &'w str)>) {
        for (name, detail) in names {
            self.add_item(name, CompletionItemKind::REFERENCE, detail, None);
        }
    }

    /// Returns the variant that the page or file is about.
    fn variant(&self, diagram: Option<&str>) -> Option<&'a Variant> {
        let book = self.book?;
        let stem = self
            .path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let own = stem.filter(|_| self.path.extension().is_some_and(|ending| ending == "toml"));
        let own = own.and_then(|stem| book.session.library.variants.find(&stem));
        let shown = diagram
            .and_then(|id| book.diagram(id))
            .map(|placed| placed.variant);
        let place = own.or(shown).or(book.checked.as_ref()?.book.variant)?;
        Some(book.variant(place))
    }

    fn pages(&self) -> impl Iterator<Item = &'a Page> + use<'a> {
        self.book.into_iter().flat_map(Snapshot::pages)
    }

    fn offer_pieces(&mut self, variant: Option<&Variant>) {
        let Some(variant) = variant else { return };
        for kind in &variant.kinds {
            self.add_item(
                &kind.id,
                CompletionItemKind::CLASS,
                &kind.name,
                describe_piece(variant, &kind.id),
            );
        }
    }

    fn offer_sets(&mut self, variant: Option<&Variant>) {
        let Some(variant) = variant else { return };
        for name in variant.sets.all_names() {
            self.add_item(
                name,
                CompletionItemKind::CONSTANT,
                "a set of cells",
                describe_set(variant, name),
            );
        }
    }

    fn offer_cells(&mut self, variant: Option<&Variant>) {
        let Some(variant) = variant else { return };
        self.offer(CompletionItemKind::VALUE, variant.board.names(), "a cell");
    }

    fn offer_directions(&mut self, variant: Option<&Variant>) {
        let Some(variant) = variant else { return };
        let (kind, detail) = (CompletionItemKind::ENUM_MEMBER, "a class of directions");
        self.offer(kind, variant.board.classes(), detail);
    }

    fn offer_variants(&mut self) {
        let Some(book) = self.book else { return };
        let library = &book.session.library;
        let names = library.names().chain(library.built_in_names());
        self.offer(CompletionItemKind::MODULE, names, "a variant");
    }

    // Pages.

    /// Completes in a page. `before` is the part of the line before the cursor; the line begins at
    /// byte `line`.
    fn complete_page(&mut self, before: &str, line: usize) {
        let page = read_page(self.text);
        let mut blocks = page.blocks.iter();
        let open = blocks
            .find(|block| block.info.whole().range().end < line && line <= block.span.range().end);
        let mut above = page.diagrams.iter().rev();
        let nearest = above.find(|decl| decl.span.range().start < line);
        let nearest = nearest.map(|decl| decl.id.text.as_str());
        let variant = self.variant(nearest);
        // A fence may open an item of a list.
        let info = after_fence(before.trim_start_matches(['-', '*', ' ']));
        match open.map(|block| block.word) {
            Some("claims") => match before.split_once('=') {
                Some((_, expression)) => self.complete_expression(expression, nearest, false),
                None if before.starts_with(char::is_whitespace) => {
                    self.complete_expression(before, nearest, false)
                }
                None => {}
            },
            Some("diagram") => self.complete_diagram_line(before, nearest),
            Some("combinations") if before.contains('=') => self.offer_pieces(variant),
            Some("game") if before.trim_start().starts_with("variant ") => self.offer_variants(),
            Some(_) => {}
            None if info.is_some_and(|info| info.trim_start().starts_with("piece ")) => {
                self.offer_pieces(variant);
            }
            None if info.is_some_and(|info| !info.trim_start().contains(' ')) => {
                self.offer_words(BLOCKS, "a block");
            }
            None => {
                let target = before
                    .rfind("](")
                    .map(|at| before[at + 2..].trim_start_matches('<'));
                match target.map(|target| (target, target.strip_prefix("claim:"))) {
                    Some((_, Some(expression))) => {
                        self.complete_expression(expression, nearest, true)
                    }
                    Some((target, None)) if !target.contains([')', '>']) => {
                        self.complete_link(target)
                    }
                    _ => {}
                }
            }
        }
    }

    fn complete_diagram_line(&mut self, before: &str, nearest: Option<&str>) {
        if let Some((_, expression)) = before.split_once('=') {
            return self.complete_expression(expression, nearest, false);
        }
        let variant = self.variant(nearest);
        let before_word = &before[..before.len() - word_at_end(before).len()];
        let words: Vec<&str> = before_word.split_whitespace().collect();
        match (words.first().copied(), words.len()) {
            (None, _) => {
                for (word, form) in line_forms() {
                    self.add_item(word, CompletionItemKind::KEYWORD, form, None);
                }
            }
            (Some("white" | "black"), 1) => self.offer_pieces(variant),
            (Some("white" | "black"), 2) => {
                self.offer_pieces(variant);
                self.offer_cells(variant);
            }
            (Some("reserve" | "to-move"), 1) => self.offer_words(["white", "black"], "a side"),
            (Some("reserve"), 2) => self.offer_pieces(variant),
            (Some("variant"), 1) => self.offer_variants(),
            (Some("after"), 1) => {
                let games = self.pages().flat_map(|page| &page.games);
                self.offer_named(games.map(|game| (&*game.id.text, &*game.title)));
            }
            (Some("white" | "black" | "absent" | "empty" | "source" | "erratum"), _) => {
                self.offer_cells(variant)
            }
            _ => {}
        }
    }

    /// Completes in an expression that begins with `before`. With `or_claim`, a claim's name is
    /// possible too.
    fn complete_expression(&mut self, before: &str, nearest: Option<&str>, or_claim: bool) {
        let (named, rest) = match before
            .trim_start()
            .strip_prefix("on ")
            .map(|named| named.split_once(':'))
        {
            Some(None) => return self.offer_variants(),
            Some(Some((name, rest))) => (Some(name.trim()), rest),
            None => (None, before),
        };
        let named_variant = named.and_then(|name| {
            let book = self.book?;
            Some(book.variant(book.session.library.variants.find(name)?))
        });
        let variant = named_variant.or_else(|| self.variant(nearest));
        let quotes: Vec<&str> = rest.split('"').collect();
        if quotes.len().is_multiple_of(2) {
            if quotes[quotes.len() - 2].trim_end().ends_with("says") {
                self.complete_movement(variant, quotes[quotes.len() - 1]);
            }
            return;
        }
        let before_word = &rest[..rest.len() - word_at_end(rest).len()];
        if let Some(subject) = before_word.strip_suffix('.').map(word_at_end) {
            return self.offer_labels(subject);
        }
        if or_claim && before_word.trim().is_empty() {
            let definitions = self.pages().flat_map(|page| &page.definitions);
            let named = definitions.map(|decl| (&*decl.name.text, decl.body.text().trim()));
            self.offer_named(named);
        }
        for name in function_names() {
            let text = explain(name).unwrap_or_default();
            let form = text.lines().next().unwrap_or_default();
            self.add_item(
                name,
                CompletionItemKind::FUNCTION,
                form,
                Some(format_forms(&text)),
            );
        }
        self.offer_words(WORDS, "a word used in expressions");
        if let Some(id) = nearest {
            self.offer_labels(id);
        }
        let checked = self.book.and_then(|book| book.checked.as_ref());
        let placed = checked.map(|checked| &checked.book.placed);
        let placed = placed.into_iter().flatten();
        self.offer_named(placed.map(|diagram| (&*diagram.id, "a diagram")));
        self.offer_pieces(variant);
        self.offer_sets(variant);
        self.offer_directions(variant);
        self.offer_cells(variant);
    }

    /// Completes the labels of a diagram's pieces.
    fn offer_labels(&mut self, id: &str) {
        let Some((book, placed)) = self.book.and_then(|book| Some((book, book.diagram(id)?)))
        else {
            return;
        };
        let variant = book.variant(placed.variant);
        for shown in &placed.pieces {
            let kind = variant.kind(shown.kind);
            let detail = format!("{} on {}", kind.name, variant.board.name(shown.cell));
            self.add_item(
                &shown.label,
                CompletionItemKind::VARIABLE,
                &detail,
                describe_piece(variant, &kind.id),
            );
        }
    }

    /// Completes a word of a movement sentence that begins with `before`.
    fn complete_movement(&mut self, variant: Option<&Variant>, before: &str) {
        let mut words = before[..before.len() - word_at_end(before).len()]
            .split_whitespace()
            .rev();
        // `along` is followed by directions with commas between them.
        if words.find(|word| !word.ends_with(',')) == Some("along") {
            return self.offer_directions(variant);
        }
        self.offer_words(movement::reserved_words(), "a word used in movements");
        self.offer_directions(variant);
        self.offer_sets(variant);
        self.offer_pieces(variant);
    }

    /// Completes the target of a link to another page.
    fn complete_link(&mut self, target: &str) {
        let Some(book) = self.book.filter(|book| book.checked.is_some()) else {
            return;
        };
        let Ok(own) = self.path.strip_prefix(&book.folder) else {
            return;
        };
        let own = own.to_string_lossy().replace('\\', "/");
        if let Some((page, _)) = target.split_once('#') {
            let resolved = if page.is_empty() {
                Some(own)
            } else {
                resolve(&own, page)
            };
            let found = book
                .pages()
                .find(|page| Some(&page.path) == resolved.as_ref());
            let headings = found.iter().flat_map(|page| &page.headings);
            return self.offer_named(headings.map(|heading| (&*heading.anchor, &*heading.text)));
        }
        self.word.start = self.word.end - target.len();
        self.add_item("claim:", CompletionItemKind::KEYWORD, "a claim", None);
        for page in book.pages() {
            self.add_item(
                &relative_path(&own, &page.path),
                CompletionItemKind::FILE,
                &page.title,
                None,
            );
        }
    }

    // TOML.

    fn complete_toml(&mut self, offset: usize) {
        let place = keys::place_at(self.text, offset);
        let before = place.before;
        if before.trim_start().starts_with('[') && place.key.is_none() {
            let is_table = |key: &&Key| {
                use Takes::{AllTables, Named, Table, Tables};
                matches!(key.takes, Table(_) | Tables(_) | AllTables(_) | Named(..))
            };
            let tables = keys::top(self.path).iter().filter(is_table);
            return self.offer_keys(CompletionItemKind::STRUCT, tables);
        }
        let table = keys::table(self.path, &place);
        let Some((name, _)) = before.split_once('=') else {
            match table {
                Some(TableKeys::Keys(all, of_kind)) => {
                    let is_absent = |key: &&Key| !place.present_keys.contains(&key.name);
                    let absent = all.iter().filter(is_absent);
                    self.offer_keys(CompletionItemKind::PROPERTY, absent);
                    let mut own = self.own_rules().into_iter();
                    let own =
                        own.find(|rule| place.table == ["rule"] && Some(rule.name) == place.kind);
                    let keys = own.into_iter().flat_map(|rule| rule.keys);
                    self.offer(CompletionItemKind::PROPERTY, keys, "");
                    if of_kind.is_some() && place.kind.is_none() {
                        let says = Some("the kind, which decides the other keys".to_string());
                        self.add_item("kind", CompletionItemKind::PROPERTY, "", says);
                    }
                }
                Some(TableKeys::Names) if place.table.first() == Some(&"setup") => {
                    self.offer_pieces(self.variant(None))
                }
                _ => {}
            }
            return;
        };
        let name = name.trim();
        let first_value = self.items.len();
        match table {
            Some(TableKeys::Keys(_, Some(Keys::OfKind { kinds, .. }))) if name == "kind" => {
                for (kind, _) in kinds() {
                    let says = keys::kind_doc(kind);
                    self.add_item(kind, CompletionItemKind::ENUM_MEMBER, "", says);
                }
                if place.table == ["rule"] {
                    for rule in self.own_rules() {
                        let says = Some(format!("`{}`: {}", rule.name, rule.summary));
                        self.add_item(rule.name, CompletionItemKind::ENUM_MEMBER, "", says);
                    }
                }
            }
            Some(TableKeys::Keys(all, _)) => {
                if let Some(key) = all.iter().find(|key| key.name == name) {
                    let table = place.table.last().copied().unwrap_or_default();
                    self.complete_value(name, table, key.takes, before);
                }
            }
            Some(TableKeys::Names) if place.table == ["sets"] => {
                self.complete_value(name, "sets", Takes::Places, before)
            }
            Some(TableKeys::Names) => self.offer_cells(self.variant(None)),
            None => {}
        }
        // Inserts the quotes too, unless the cursor is between quotes.
        let is_quoted = before.matches('"').count() % 2 == 1;
        for item in self.items[first_value..].iter_mut().filter(|_| !is_quoted) {
            let word = item["label"].as_str().unwrap_or_default().to_string();
            if !matches!(word.as_str(), "true" | "false") {
                item["insert"] = json!(format!("\"{word}\""));
            }
        }
    }

    fn offer_keys<'k>(&mut self, kind: CompletionItemKind, keys: impl Iterator<Item = &'k Key>) {
        for key in keys {
            self.add_item(key.name, kind, "", Some(keys::doc(key)));
        }
    }

    /// Returns the named rules of the variant whose file is open, and of those that it extends.
    fn own_rules(&self) -> Vec<OwnRule<'a>> {
        let (Some(book), Some(stem)) = (self.book, self.path.file_stem()) else {
            return Vec::new();
        };
        let chain = book.session.library.parsed_chain(&stem.to_string_lossy());
        let tables = chain
            .into_iter()
            .flat_map(|(_, file)| file.tables(top::DEFINE));
        tables.map(OwnRule::of).collect()
    }

    fn complete_value(&mut self, key: &str, table: &str, takes: Takes, before: &str) {
        let variant = self.variant(None);
        match takes {
            Takes::Kind | Takes::Pieces => self.offer_pieces(variant),
            Takes::Places | Takes::SidedPlaces => {
                self.offer_sets(variant);
                self.offer_words(PLACE_WORDS, "a word used to describe places");
                self.offer_directions(variant);
                self.offer_cells(variant);
            }
            Takes::Directions(_) => self.offer_directions(variant),
            Takes::Choice(words) | Takes::Word(words, _) | Takes::Words(words, _) => {
                self.offer_words(words.iter().copied(), "")
            }
            Takes::Expression(asks) => {
                for (function, stage) in rule_functions() {
                    if stage <= asks.most {
                        let (name, kind) = (function.name, CompletionItemKind::FUNCTION);
                        self.add_item(name, kind, stage.asks(), explain(name));
                    }
                }
                self.offer_words(rule_names(asks), "a name in rules");
                self.offer_pieces(variant);
                self.offer_sets(variant);
                self.offer_directions(variant);
                self.offer_cells(variant);
            }
            Takes::Flag(_) => self.offer_words(["true", "false"], ""),
            Takes::FlagOr(words) => {
                self.offer_words(["true", "false"], "");
                self.offer_words(words.iter().copied(), "");
            }
            Takes::Text => match (table, key) {
                ("piece", "movement") => self.complete_movement(variant, before),
                (_, "extends" | "variant") => self.offer_variants(),
                _ => {}
            },
            // A castling names a piece and two cells.
            Takes::Texts if table == "rule" => {
                self.offer_pieces(variant);
                self.offer_cells(variant);
            }
            _ => {}
        }
    }
}

/// Returns the path that leads from the page `own` to the page `other`.
fn relative_path(own: &str, other: &str) -> String {
    let folders = |path: &str| path.split('/').map(str::to_string).collect::<Vec<_>>();
    let (own, other) = (folders(own), folders(other));
    let common = own
        .iter()
        .zip(&other)
        .take_while(|(a, b)| a == b)
        .count()
        .min(own.len() - 1)
        .min(other.len() - 1);
    let up = std::iter::repeat_n("..", own.len() - 1 - common);
    up.chain(other[common..].iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join("/")
}
