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
/// outlines of its letters, by id.
#[derive(Default)]
pub(super) struct Chunks {
    chunks: Vec<Chunk>,
    pub(super) letters: LetterOutlines,
}

/// The outlines of letters.
#[derive(Default)]
pub(super) struct LetterOutlines {
    /// The ids, by the names of the letters. A page's ids are the names.
    ids: BTreeMap<String, String>,
    /// The elements that define the letters, by id.
    defined: BTreeMap<String, String>,
    /// Whether no other picture shares the ids, so that short ones will do.
    has_own_ids: bool,
    /// Whether a script moves words by themselves, so that each needs an element of its own.
    pub(super) are_words_apart: bool,
}

impl LetterOutlines {
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
            let id = self.id(letter);
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
    fn id(&mut self, letter: &LetterOutline) -> &str {
        let LetterOutlines {
            ids,
            defined,
            has_own_ids,
            ..
        } = self;
        let number = ids.len();
        ids.entry(letter.name.clone()).or_insert_with(|| {
            let id = match has_own_ids {
                true => short_id(number),
                false => letter.name.clone(),
            };
            let mut element = format!("<path id=\"{id}\" d=\"");
            write_path(&mut element, &letter.path, LETTER_GRAIN);
            element.push_str("\"/>");
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

/// How the attributes of the path of plain cells begin, which a script takes apart.
const CELL: &str = "\"b-c";

/// The first letter of the names of parts that pages share.
const PART: char = 'o';

/// The lengths from which a reference is worth while: to a part that may occur elsewhere in a page,
/// to a path that occurs twice in a page, and to what occurs twice in a file.
const LONG_IN_PAGE: usize = 160;
const LONG_TWICE: usize = 90;
const LONG_IN_FILE: usize = 60;

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
    /// Returns the hidden element that defines the outlines; empty if there are none.
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
        let (paths, all) = with_shared_paths(&all, LONG_TWICE, &[CELL], path_id);
        let paths = paths
            .into_iter()
            .filter(|path| !self.0.contains_key(&path.id));
        let paths: String = paths.map(|path| path.element).collect();
        format!("<defs>{paths}{all}</defs>")
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
        chunks.letters.has_own_ids = true;
        chunks
    }

    /// Returns an empty picture whose parts a script changes.
    pub(super) fn of_parts() -> Chunks {
        let mut chunks = Chunks::default();
        chunks.letters.are_words_apart = true;
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

    /// Returns the text with every part in its place; only letters are referred to.
    pub(super) fn in_place(self) -> PagePicture {
        let text = |chunk| match chunk {
            Chunk::Text(text) | Chunk::Part(text) => text,
        };
        let mut outlines: Vec<SharedPart> = self.letters.into_parts().collect();
        let all: String = self.chunks.into_iter().map(text).collect();
        let (paths, svg) = with_shared_paths(&all, LONG_TWICE, &[CELL], path_id);
        outlines.extend(paths);
        PagePicture { svg, outlines }
    }

    /// Finishes a picture for a page.
    pub(super) fn for_page(self) -> PagePicture {
        let mut picture = PagePicture::default();
        picture.outlines.extend(self.letters.into_parts());
        for chunk in self.chunks {
            match chunk {
                Chunk::Part(content) if content.len() >= LONG_IN_PAGE => {
                    let id = name(&content);
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
    pub(super) fn for_file(self, mut head: String) -> String {
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
        let mut all = Outlines(self.letters.defined);
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
        let elements: String = all.0.values().map(String::as_str).collect();
        let mut number = 0;
        let path_id = |_: &str| {
            number += 1;
            format!("p{number}")
        };
        let defs_and_text = format!("{elements}</defs>{text}");
        let (paths, defs_and_text) = with_shared_paths(&defs_and_text, LONG_IN_FILE, &[], path_id);
        if paths.is_empty() && elements.is_empty() {
            return head + &text;
        }
        head.push_str("<defs>");
        head.extend(paths.into_iter().map(|path| path.element));
        head.push_str(&defs_and_text);
        head
    }
}

/// Replaces paths of at least some length that occur twice, such as those of the White and the Black
/// King, by references, except those whose attributes begin with one of `kept`. Returns the paths too.
fn with_shared_paths(
    text: &str,
    least: usize,
    kept: &[&str],
    mut id: impl FnMut(&str) -> String,
) -> (Vec<SharedPart>, String) {
    const OPENING: &str = "<path class=";
    const PATH: &str = " d=\"";
    // Returns the attributes of the path that ends a text, and its outline, if it has a class.
    let parts = |element: &'_ str| -> Option<(usize, usize, usize)> {
        if kept.iter().any(|kept| element.starts_with(kept)) {
            return None;
        }
        let path = element.find(PATH)?;
        let end = element[path + PATH.len()..].find('"')?;
        Some((path, path + PATH.len(), path + PATH.len() + end))
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for element in text.split(OPENING).skip(1) {
        if let Some((_, start, end)) = parts(element)
            && end - start >= least
        {
            *counts.entry(&element[start..end]).or_default() += 1;
        }
    }
    counts.retain(|_, count| *count > 1);
    if counts.is_empty() {
        return (Vec::new(), text.to_string());
    }
    let mut shared = Vec::new();
    let mut ids: BTreeMap<&str, String> = BTreeMap::new();
    let mut out = String::with_capacity(text.len());
    for (index, element) in text.split(OPENING).enumerate() {
        let found = parts(element).filter(|_| index > 0);
        let Some((attributes, start, end)) =
            found.filter(|(_, start, end)| counts.contains_key(&element[*start..*end]))
        else {
            out.push_str(if index > 0 { OPENING } else { "" });
            out.push_str(element);
            continue;
        };
        let outline = &element[start..end];
        let id = ids.entry(outline).or_insert_with(|| {
            let id = id(outline);
            let element = format!("<path id=\"{id}\" d=\"{outline}\"/>");
            shared.push(SharedPart {
                id: id.clone(),
                element,
            });
            id
        });
        let _ = write!(out, "<use class={} href=\"#{id}\"", &element[..attributes]);
        out.push_str(&element[end + 1..]);
    }
    (shared, out)
}

fn refer(out: &mut String, id: &str) {
    out.push_str("<use href=\"#");
    out.push_str(id);
    out.push_str("\"/>");
}

/// Names a part after its content. Of a hundred thousand parts, two would share a name by chance in
/// one page of fifty thousand.
fn name(content: &str) -> String {
    named(PART, content)
}

/// Names a path after its outline.
fn path_id(outline: &str) -> String {
    named('d', outline)
}

fn named(kind: char, content: &str) -> String {
    const DIGITS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
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
        let id = name(&long);
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

    #[test]
    fn paths_that_occur_twice_are_shared_whatever_their_class() {
        let path = |class: &str, d: &str| format!("<path class=\"{class}\" d=\"{d}\"/>");
        let (king, rook) = ("M0 0h1v2".repeat(9), "M3 4h5v6".repeat(9));
        let text = [path("w", &king), path("w", &rook), path("b", &king)].concat();
        let (shared, rest) = with_shared_paths(&text, 60, &[], |_| "p1".to_string());
        assert_eq!(shared.len(), 1);
        assert_eq!(shared[0].element, format!("<path id=\"p1\" d=\"{king}\"/>"));
        let reference = |class: &str| format!("<use class=\"{class}\" href=\"#p1\"/>");
        let expected = [reference("w"), path("w", &rook), reference("b")].concat();
        assert_eq!(rest, expected);
    }
}
