//! Parts of pictures that are written once and referred to wherever they occur: in a page, whose
//! pictures share them, or in a file.
//!
//! A part of a page is named after its content, so that pictures which are drawn apart from each
//! other agree about the names.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::numbers::{Hundredths, write_path};
use crate::scene::{CAPITALS, DrawnWords, LetterOutline, ScenePoint};
use padma_text::digest;

/// A picture for a page. The page must contain its outlines.
#[derive(Clone, Debug, Default)]
pub struct PagePicture {
    svg: String,
    outlines: Vec<SharedPart>,
}

/// A part that a picture refers to, such as a letter.
#[derive(Clone, Debug)]
struct SharedPart {
    id: String,
    /// The element that defines it.
    element: String,
}

/// The elements that define the outlines of the pictures on a page, by id.
#[derive(Clone, Debug, Default)]
pub struct Outlines(BTreeMap<String, String>);

/// A picture while it is written: its text, in which parts may be replaced by references, and the
/// outlines that it refers to.
#[derive(Default)]
pub(super) struct Chunks {
    chunks: Vec<Chunk>,
    pub(super) outlines: NamedOutlines,
}

/// The outlines of letters, and the long ones that a picture may need in other colours too.
#[derive(Default)]
pub(super) struct NamedOutlines {
    /// The ids, by the names of the outlines. A page's ids are the names.
    ids: BTreeMap<String, String>,
    /// The elements that define the outlines, by id.
    defined: BTreeMap<String, String>,
    /// Whether no other picture shares the ids, so that short ones will do.
    has_own_ids: bool,
    /// Whether a script moves words separately, so that each needs its own element.
    pub(super) are_words_apart: bool,
}

impl NamedOutlines {
    /// Refers to the letters of some words of one size, and remembers their outlines.
    pub(super) fn write<'a>(
        &mut self,
        out: &mut String,
        words: impl Iterator<Item = &'a DrawnWords>,
    ) {
        let mut words = words.peekable();
        // The scale is rounded first, so that the places are right in its units.
        let capitals = words.peek().map_or(CAPITALS, |words| words.capitals);
        let scale = (capitals / CAPITALS * 1e5).round() / 1e5;
        let letters: Vec<_> = words.flat_map(|words| &words.letters).collect();
        // The letters of a line begin at its start.
        let line = letters.first().map(|(_, at)| *at);
        let line = line.filter(|line| letters.iter().all(|(_, at)| at.y == line.y));
        out.push_str(" transform=\"");
        if let Some(line) = line {
            let [x, y] = [line.x, line.y].map(Hundredths::of);
            let _ = write!(out, "translate({x} {y})");
        }
        let _ = write!(
            out,
            "scale({})\">",
            scale.to_string().trim_start_matches('0')
        );
        let start = line.unwrap_or(ScenePoint { x: 0.0, y: 0.0 });
        for (letter, at) in letters {
            let id = self.letter_id(letter);
            let _ = write!(out, "<use href=\"#{id}\"");
            for (axis, length) in [("x", at.x - start.x), ("y", at.y - start.y)] {
                let length = (length / scale).round();
                if length != 0.0 {
                    let _ = write!(out, " {axis}=\"{length}\"");
                }
            }
            out.push_str("/>");
        }
    }

    /// Returns the id of a letter, and remembers its outline.
    fn letter_id(&mut self, letter: &LetterOutline) -> &str {
        self.id(letter.name.clone(), || {
            let mut outline = String::new();
            write_path(&mut outline, &letter.path, LETTER_GRAIN);
            outline
        })
    }

    /// Returns the id of a path, and remembers it; `None` if it is too short to be referred to.
    pub(super) fn path_id(&mut self, outline: &str) -> Option<&str> {
        (outline.len() >= LONG_OUTLINE)
            .then(|| self.id(named(PATH, outline), || outline.to_string()))
    }

    fn id(&mut self, name: String, outline: impl FnOnce() -> String) -> &str {
        let NamedOutlines {
            ids,
            defined,
            has_own_ids,
            ..
        } = self;
        let number = ids.len();
        ids.entry(name).or_insert_with_key(|name| {
            let id = match has_own_ids {
                true => short_id(number),
                false => name.clone(),
            };
            let element = format!("<path id=\"{id}\" d=\"{}\"/>", outline());
            defined.insert(id.clone(), element);
            id
        })
    }

    fn into_parts(self) -> impl Iterator<Item = SharedPart> {
        let parts = self.defined.into_iter();
        parts.map(|(id, element)| SharedPart { id, element })
    }
}

/// The distance, in hundredths, by which a control point of a letter may be off: its units are
/// whole, and small.
const LETTER_GRAIN: i64 = 100;

/// Returns a short id for the letter with this number in a file: `a`, …, `Z`, `aa`, …
fn short_id(number: usize) -> String {
    const FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let last = char::from(FIRST[number % FIRST.len()]);
    match number / FIRST.len() {
        0 => last.to_string(),
        rest => format!("{}{last}", short_id(rest - 1)),
    }
}

enum Chunk {
    Text(String),
    /// A part that may occur elsewhere.
    Part(String),
}

/// The first letters of the names of parts and of paths that pages share. Capitals, which no id of a
/// heading has.
const PART: char = 'O';
const PATH: char = 'D';

/// The lengths from which a reference is worth while: to a part that may occur elsewhere in a page,
/// to a part that occurs twice in a file, and to a path that may occur in other colours.
const LONG_IN_PAGE: usize = 160;
const LONG_IN_FILE: usize = 60;
const LONG_OUTLINE: usize = 90;

impl PagePicture {
    /// Adds the picture's outlines to those of a page, and returns the element that refers to them.
    pub fn place(self, page: &mut Outlines) -> String {
        for SharedPart { id, element } in self.outlines {
            page.0.entry(id).or_insert(element);
        }
        self.svg
    }

    /// Returns the picture with its outlines inside, for a page that shows no other.
    pub fn alone(self) -> String {
        let mut own = Outlines::default();
        let svg = self.place(&mut own);
        let Some(end) = svg.find('>') else {
            return svg;
        };
        let (start, rest) = svg.split_at(end + 1);
        format!("{start}{}{rest}", own.defs())
    }
}

impl Outlines {
    /// Returns the hidden element that defines the outlines. It is an empty text without outlines.
    pub fn element(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let defs = self.defs();
        format!("<svg class=\"unseen\" aria-hidden=\"true\">{defs}</svg>\n")
    }

    fn defs(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let all: String = self.0.values().map(String::as_str).collect();
        format!("<defs>{all}</defs>")
    }

    /// Returns the elements by id.
    pub fn into_map(self) -> BTreeMap<String, String> {
        self.0
    }

    /// Adds elements with their ids.
    pub fn add(&mut self, outlines: &BTreeMap<String, String>) {
        let own = outlines.iter();
        self.0
            .extend(own.map(|(id, element)| (id.clone(), element.clone())));
    }
}

impl Chunks {
    /// Returns an empty picture whose ids no other picture shares.
    pub(super) fn of_file() -> Chunks {
        let mut chunks = Chunks::default();
        chunks.outlines.has_own_ids = true;
        chunks
    }

    /// Returns an empty picture whose parts a script changes.
    pub(super) fn of_parts() -> Chunks {
        let mut chunks = Chunks::default();
        chunks.outlines.are_words_apart = true;
        chunks
    }

    /// Returns the end of the text.
    pub(super) fn text(&mut self) -> &mut String {
        if !matches!(self.chunks.last(), Some(Chunk::Text(_))) {
            self.chunks.push(Chunk::Text(String::new()));
        }
        match self.chunks.last_mut() {
            Some(Chunk::Text(text) | Chunk::Part(text)) => text,
            None => unreachable!("a text was added above"),
        }
    }

    pub(super) fn part(&mut self, content: String) {
        self.chunks.push(Chunk::Part(content));
    }

    /// Returns the text with every part in its place; only outlines are referred to.
    pub(super) fn in_place(self) -> PagePicture {
        let text = |chunk| match chunk {
            Chunk::Text(text) | Chunk::Part(text) => text,
        };
        PagePicture {
            svg: self.chunks.into_iter().map(text).collect(),
            outlines: self.outlines.into_parts().collect(),
        }
    }

    /// Finishes a picture for a page.
    pub(super) fn for_page(self) -> PagePicture {
        let mut picture = PagePicture::default();
        picture.outlines.extend(self.outlines.into_parts());
        for chunk in self.chunks {
            match chunk {
                Chunk::Part(content) if content.len() >= LONG_IN_PAGE => {
                    let id = named(PART, &content);
                    refer(&mut picture.svg, &id);
                    // The style sheet colours parts of boards. It sees no ancestors of what is
                    // referred to. A letter has the colour of what refers to it.
                    let element = format!("<g id=\"{id}\" class=\"b-board\">{content}</g>");
                    picture.outlines.push(SharedPart { id, element });
                }
                Chunk::Text(text) | Chunk::Part(text) => picture.svg.push_str(&text),
            }
        }
        picture
    }

    /// Finishes a file that begins with `head`: a part that occurs twice is defined once.
    pub(super) fn for_file(self, head: String) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for chunk in &self.chunks {
            if let Chunk::Part(content) = chunk {
                *counts.entry(content).or_default() += 1;
            }
        }
        let is_shared =
            |(content, count): &(&str, usize)| *count > 1 && content.len() >= LONG_IN_FILE;
        let shared = counts.into_iter().filter(is_shared);
        let ids: BTreeMap<&str, String> = shared
            .enumerate()
            .map(|(number, (content, _))| (content, format!("f{number}")))
            .collect();
        let mut all = Outlines(self.outlines.defined);
        let define =
            |(content, id): (&&str, &String)| (id.clone(), format!("<g id=\"{id}\">{content}</g>"));
        all.0.extend(ids.iter().map(define));
        let mut text = String::new();
        for chunk in &self.chunks {
            match chunk {
                Chunk::Text(more) => text.push_str(more),
                Chunk::Part(content) => match ids.get(content.as_str()) {
                    Some(id) => refer(&mut text, id),
                    None => text.push_str(content),
                },
            }
        }
        head + &all.defs() + &text
    }
}

fn refer(out: &mut String, id: &str) {
    out.push_str("<use href=\"#");
    out.push_str(id);
    out.push_str("\"/>");
}

/// Names a part after its content. Of a hundred thousand parts, two would share a name by chance in
/// one page of fifty thousand.
fn named(kind: char, content: &str) -> String {
    const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ._";
    let mut rest = digest(content.bytes()) >> 16;
    let mut name = String::from(kind);
    while rest > 0 {
        name.push(char::from(DIGITS[(rest % 64) as usize]));
        rest /= 64;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(parts: &[&str]) -> Chunks {
        let mut chunks = Chunks::default();
        for part in parts {
            chunks.text().push_str("<g>");
            chunks.part(part.to_string());
            chunks.text().push_str("</g>");
        }
        chunks
    }

    #[test]
    fn a_page_defines_what_its_pictures_refer_to_once() {
        let long = "<path/>".repeat(40);
        let mut page = Outlines::default();
        let first = chunks(&[&long, "<i/>"]).for_page().place(&mut page);
        let second = chunks(&[&long]).for_page().place(&mut page);
        let id = named(PART, &long);
        assert_eq!(first, format!("<g><use href=\"#{id}\"/></g><g><i/></g>"));
        assert_eq!(second, format!("<g><use href=\"#{id}\"/></g>"));
        let element = page.element();
        assert_eq!(element.matches(&long).count(), 1, "{element}");
        assert!(
            element.contains(&format!("<g id=\"{id}\" class=\"b-board\">")),
            "{element}"
        );
        assert_eq!(Outlines::default().element(), "");
    }

    #[test]
    fn a_file_defines_what_occurs_twice() {
        let (twice, once) = ("<path/>".repeat(20), "<line/>".repeat(20));
        let file = chunks(&[&twice, &once, &twice]).for_file("<svg>".into());
        assert_eq!(
            file,
            format!(
                "<svg><defs><g id=\"f0\">{twice}</g></defs><g><use href=\"#f0\"/></g><g>{once}</g><g><use href=\"#f0\"/></g>"
            )
        );
    }
}
