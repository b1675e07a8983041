//! The fonts of pictures, the order in which letters are drawn, and the letters that no font has. Latin, Greek,
//! Cyrillic and Hebrew are part of the program; a book may bring one font more. Knows no pictures.
//!
//! ```
//! use padma_picture::scene::fonts::{Fonts, LackReason};
//! assert_eq!(Fonts::BUILT_IN.lacks("Ферзь מלכה"), []);
//! assert_eq!(Fonts::BUILT_IN.lacks("將"), [('將', LackReason::NoFont)]);
//! ```

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_bidi::{BidiClass, BidiInfo, bidi_class};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};

/// A style of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Narrow and bold, for what stands on pieces.
    Label,
    /// For all other words.
    Plain,
}

/// The fonts in which a book's pictures are written.
#[derive(Clone, Debug)]
pub struct Fonts<'a> {
    /// The book's own, for letters that the program's fonts lack.
    own: Option<Face<'a>>,
}

/// Why a character cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LackReason {
    /// No font has it.
    NoFont,
    /// It takes no ink, so it would not be seen: a control character, a joiner, a mark of direction.
    Unseen,
    /// It changes the letter before it, and no letter has the two in one.
    Mark,
    /// It is joined to the letter beside it, in a form that is not in its place in a font.
    Joined,
}

/// A letter as a font has it.
pub(super) struct Glyph<'f> {
    face: &'f Face<'f>,
    id: GlyphId,
}

impl<'a> Fonts<'a> {
    /// Those that are part of the program.
    pub const BUILT_IN: Fonts<'static> = Fonts { own: None };

    /// Those and the font in a file; `None` if the file holds none.
    pub fn with(file: &'a [u8]) -> Option<Fonts<'a>> {
        Face::parse(file, 0)
            .ok()
            .map(|face| Fonts { own: Some(face) })
    }

    /// The file of the book's own.
    #[cfg(feature = "pdf")]
    pub fn file(&self) -> Option<&'a [u8]> {
        self.own.as_ref().map(|own| own.raw_face().data)
    }

    /// The characters that cannot be drawn, each once; of letters that are joined, the first.
    pub fn lacks(&self, words: &str) -> Vec<(char, LackReason)> {
        // The most of all words are of these, and the program's fonts have them.
        if words
            .bytes()
            .all(|byte| byte == b' ' || byte.is_ascii_graphic())
        {
            return Vec::new();
        }
        let letters = composed(words);
        let mut lacking: Vec<(char, LackReason)> = Vec::new();
        for (place, &c) in letters.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| letters.get(before));
            let reason = self.reason(before, c, letters.get(place + 1));
            if let Some(reason) = reason.filter(|_| lacking.iter().all(|(other, _)| *other != c)) {
                lacking.push((c, reason));
            }
        }
        lacking
    }

    fn reason(&self, before: Option<&char>, c: char, after: Option<&char>) -> Option<LackReason> {
        let joins_to = |other: Option<&char>| joins(c) && other.is_some_and(|other| joins(*other));
        if joins_to(before) {
            None
        } else if joins_to(after) {
            Some(LackReason::Joined)
        } else if is_unseen(c) {
            Some(LackReason::Unseen)
        } else if is_combining_mark(c) {
            Some(LackReason::Mark)
        } else {
            (!c.is_whitespace() && !self.has(c)).then_some(LackReason::NoFont)
        }
    }

    fn has(&self, c: char) -> bool {
        [Type::Label, Type::Plain]
            .iter()
            .all(|style| self.glyph(*style, c).is_some())
    }

    /// A character as the first font has it that draws it.
    pub(super) fn glyph(&self, style: Type, c: char) -> Option<Glyph<'_>> {
        let built_in = built_in(style).iter().flatten();
        built_in
            .chain(&self.own)
            .find_map(|face| Glyph::of(face, c))
    }
}

impl<'f> Glyph<'f> {
    /// A letter without an outline, as in a font of coloured pictures, is none.
    fn of(face: &'f Face<'f>, c: char) -> Option<Glyph<'f>> {
        let id = face.glyph_index(c).filter(|id| *id != GlyphId(0))?;
        (c.is_whitespace() || has_outline(face, id)).then_some(Glyph { face, id })
    }

    /// How far it moves the pen, in capital heights.
    pub(super) fn advance(&self) -> f64 {
        f64::from(self.face.glyph_hor_advance(self.id).unwrap_or(0)) / self.capital()
    }

    /// The font's units in one capital height.
    pub(super) fn capital(&self) -> f64 {
        let em = f64::from(self.face.units_per_em());
        // A font without capitals may say anything.
        self.face
            .capital_height()
            .map(f64::from)
            .filter(|height| (0.4..1.0).contains(&(height / em)))
            .unwrap_or(0.711 * em)
    }

    pub(super) fn draw(&self, pen: &mut impl OutlineBuilder) {
        self.face.outline_glyph(self.id, pen);
    }
}

/// Of most fonts the box is written down, so that no outline need be followed.
fn has_outline(face: &Face<'_>, id: GlyphId) -> bool {
    let written = face.tables().glyf.map(|outlines| outlines.bbox(id));
    written
        .unwrap_or_else(|| face.glyph_bounding_box(id))
        .is_some_and(|bounds| bounds.width() > 0)
}

type FontPair = [Option<Face<'static>>; 2];
static LABEL: LazyLock<FontPair> = LazyLock::new(|| {
    parsed([
        include_bytes!("fonts/RobotoCondensed-Bold.ttf"),
        include_bytes!("fonts/Heebo-Bold.ttf"),
    ])
});
static PLAIN: LazyLock<FontPair> = LazyLock::new(|| {
    parsed([
        include_bytes!("fonts/Roboto-Regular.ttf"),
        include_bytes!("fonts/Heebo-Regular.ttf"),
    ])
});

fn parsed(files: [&'static [u8]; 2]) -> FontPair {
    files.map(|file| Face::parse(file, 0).ok())
}

/// The program's fonts, those first that have more.
fn built_in(style: Type) -> &'static FontPair {
    match style {
        Type::Label => &LABEL,
        Type::Plain => &PLAIN,
    }
}

/// The letters of a line from left to right, as a reader of its scripts expects them.
pub fn in_order(words: &str) -> Vec<char> {
    let text: String = composed(words)
        .into_iter()
        .filter(|c| !c.is_control())
        .collect();
    // The most of all lines run to the right throughout.
    if !text.chars().any(is_leftward) {
        return text.chars().filter(|c| !is_unseen(*c)).collect();
    }
    let info = BidiInfo::new(&text, None);
    let mut letters = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let leftward = levels[run.start].is_rtl();
            let run = text[run].chars().filter(|c| !is_unseen(*c));
            match leftward {
                true => letters.extend(run.rev().map(mirrored)),
                false => letters.extend(run),
            }
        }
    }
    letters
}

fn is_leftward(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

/// Brackets open the other way in a line that runs to the left.
fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 6] = [
        ('(', ')'),
        ('[', ']'),
        ('{', '}'),
        ('<', '>'),
        ('«', '»'),
        ('‹', '›'),
    ];
    let other = |(a, b): &(char, char)| {
        [(*a, *b), (*b, *a)]
            .into_iter()
            .find_map(|(a, b)| (a == c).then_some(b))
    };
    PAIRS.iter().find_map(other).unwrap_or(c)
}

/// Letters with their marks in one, wherever there is such a letter.
fn composed(words: &str) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for c in words.nfc() {
        let together = letters
            .last()
            .filter(|_| is_combining_mark(c))
            .and_then(|last| pointed(*last, c));
        match (together, letters.last_mut()) {
            (Some(together), Some(last)) => *last = together,
            _ => letters.push(c),
        }
    }
    letters
}

/// A Hebrew letter with a point. Unicode's own composition leaves these apart.
fn pointed(letter: char, point: char) -> Option<char> {
    let parts = |whole: char| {
        let mut parts = Vec::new();
        decompose_canonical(whole, |part| parts.push(part));
        parts
    };
    let mut wanted = parts(letter);
    wanted.push(point);
    wanted.sort_unstable();
    let is_wanted = |whole: &char| {
        let mut found = parts(*whole);
        found.sort_unstable();
        found == wanted
    };
    ('\u{fb1d}'..='\u{fb4e}').find(is_wanted)
}

/// Letters of the scripts whose letters change with their neighbours. The forms that stand alone in Unicode do not.
fn joins(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' | '\u{6fa}'..='\u{7ff}' | '\u{840}'..='\u{8ff}')
        || matches!(c, '\u{1820}'..='\u{18aa}' | '\u{10ac0}'..='\u{10fff}' | '\u{1e900}'..='\u{1e95f}')
}

/// What Unicode says is not to be seen.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}')
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}')
        || matches!(c, '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
