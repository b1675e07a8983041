//! The fonts of pictures, the order in which letters are drawn, and the letters that no font has.
//! The program contains fonts for Latin, Greek, Cyrillic and Hebrew; a book may add one font.
//! Knows no pictures.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// Narrow and bold, for labels on pieces.
    Label,
    /// For all other words.
    Plain,
    /// Bold characters of Japan and China, on pieces and on a board itself. It has no others.
    Character,
}

/// The fonts used for a book's pictures.
#[derive(Clone, Debug)]
pub struct Fonts<'a> {
    /// The book's own font, for letters that the built-in fonts lack.
    own: Option<Face<'a>>,
    /// A digest of its file.
    digest: u64,
}

/// The reason why a character cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LackReason {
    /// No font has it.
    NoFont,
    /// It has no visible form, as a control character, a joiner or a direction mark.
    Invisible,
    /// It combines with the letter before it, and the two have no precomposed character.
    Mark,
    /// It joins the letters beside it, so its form depends on them and is not at its own code
    /// point in a font.
    Joined,
}

/// A letter in a font.
pub(super) struct Glyph<'f> {
    face: &'f Face<'f>,
    id: GlyphId,
    /// The digest of the book's own font, if the glyph is from it.
    own: Option<u64>,
}

impl<'a> Fonts<'a> {
    /// The built-in fonts alone.
    pub const BUILT_IN: Fonts<'static> = Fonts {
        own: None,
        digest: 0,
    };

    /// Returns the built-in fonts and the font in a file; `None` if the file holds no font.
    pub fn with(file: &'a [u8]) -> Option<Fonts<'a>> {
        let own = Some(Face::parse(file, 0).ok()?);
        let digest = padma_text::digest(file.iter().copied()) >> 32;
        Some(Fonts { own, digest })
    }

    /// Returns the file of the book's own font.
    #[cfg(feature = "pdf")]
    pub fn file(&self) -> Option<&'a [u8]> {
        self.own.as_ref().map(|own| own.raw_face().data)
    }

    /// Returns the characters that cannot be drawn, each once. Of letters that join, only the
    /// first is returned.
    pub fn lacks(&self, words: &str) -> Vec<(char, LackReason)> {
        // Most words consist of these, and the built-in fonts have them.
        if words
            .bytes()
            .all(|byte| byte == b' ' || byte.is_ascii_graphic())
        {
            return Vec::new();
        }
        let letters = compose(words);
        let mut lacking: Vec<(char, LackReason)> = Vec::new();
        for (index, &c) in letters.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| letters.get(before));
            let reason = self.reason(before, c, letters.get(index + 1));
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
        } else if is_invisible(c) {
            Some(LackReason::Invisible)
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

    /// Returns a character's glyph in the first font that can draw it.
    pub(super) fn glyph(&self, style: Type, c: char) -> Option<Glyph<'_>> {
        let built_in = built_in(style).iter().flatten().map(|face| (face, None));
        let own = self.own.iter().map(|face| (face, Some(self.digest)));
        built_in
            .chain(own)
            .find_map(|(face, own)| Glyph::of(face, own, c))
    }
}

impl<'f> Glyph<'f> {
    /// Returns the glyph of a character, unless it has no outline, as in a font of coloured
    /// pictures.
    fn of(face: &'f Face<'f>, own: Option<u64>, c: char) -> Option<Glyph<'f>> {
        let id = face.glyph_index(c).filter(|id| *id != GlyphId(0))?;
        (c.is_whitespace() || has_outline(face, id)).then_some(Glyph { face, id, own })
    }

    /// Returns how far the glyph moves the pen, in capital heights.
    pub(super) fn advance(&self) -> f64 {
        f64::from(self.face.glyph_hor_advance(self.id).unwrap_or(0)) / self.capital()
    }

    /// Returns the capital height in the font's units.
    pub(super) fn capital(&self) -> f64 {
        let em = f64::from(self.face.units_per_em());
        // A font without capitals may report any height.
        self.face
            .capital_height()
            .map(f64::from)
            .filter(|height| (0.4..1.0).contains(&(height / em)))
            .unwrap_or(0.711 * em)
    }

    /// Whether the glyph is from a font that the program contains.
    pub(super) fn is_built_in(&self) -> bool {
        self.own.is_none()
    }

    /// Returns a name of the font: empty for those that the program contains, which share no
    /// character within a style.
    pub(super) fn font(&self) -> String {
        self.own
            .map_or_else(String::new, |digest| format!("{digest:08x}-"))
    }

    pub(super) fn draw(&self, pen: &mut impl OutlineBuilder) {
        self.face.outline_glyph(self.id, pen);
    }
}

/// Whether a glyph has an outline. Most fonts store the bounding box, so the outline need not be
/// traced.
fn has_outline(face: &Face<'_>, id: GlyphId) -> bool {
    let stored_box = face.tables().glyf.map(|outlines| outlines.bbox(id));
    stored_box
        .unwrap_or_else(|| face.glyph_bounding_box(id))
        .is_some_and(|bounds| bounds.width() > 0)
}

type FontPair = [Option<Face<'static>>; 2];
static LABEL: LazyLock<FontPair> = LazyLock::new(|| {
    parse([
        include_bytes!("fonts/RobotoCondensed-Bold.ttf"),
        include_bytes!("fonts/Heebo-Bold.ttf"),
    ])
});
static PLAIN: LazyLock<FontPair> = LazyLock::new(|| {
    parse([
        include_bytes!("fonts/Roboto-Regular.ttf"),
        include_bytes!("fonts/Heebo-Regular.ttf"),
    ])
});

static CHARACTER: LazyLock<FontPair> =
    LazyLock::new(|| parse([include_bytes!("fonts/NotoSerifJP-Black.ttf"), &[]]));

fn parse(files: [&'static [u8]; 2]) -> FontPair {
    files.map(|file| Face::parse(file, 0).ok())
}

/// Returns the built-in fonts of a style. The one with more characters comes first.
fn built_in(style: Type) -> &'static FontPair {
    match style {
        Type::Label => &LABEL,
        Type::Plain => &PLAIN,
        Type::Character => &CHARACTER,
    }
}

/// Returns the letters of a line in the order in which they are drawn, from left to right.
pub fn visual_order(words: &str) -> Vec<char> {
    let text: String = compose(words)
        .into_iter()
        .filter(|c| !c.is_control())
        .collect();
    // Most lines run from left to right throughout.
    if !text.chars().any(is_leftward) {
        return text.chars().filter(|c| !is_invisible(*c)).collect();
    }
    let info = BidiInfo::new(&text, None);
    let mut letters = Vec::new();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let leftward = levels[run.start].is_rtl();
            let run = text[run].chars().filter(|c| !is_invisible(*c));
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

/// Mirrors a bracket or quotation mark, which opens the other way in text that runs right to
/// left.
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

/// Composes letters with their combining marks wherever a precomposed character exists.
fn compose(words: &str) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for c in words.nfc() {
        let composed = letters
            .last()
            .filter(|_| is_combining_mark(c))
            .and_then(|last| compose_hebrew(*last, c));
        match (composed, letters.last_mut()) {
            (Some(composed), Some(last)) => *last = composed,
            _ => letters.push(c),
        }
    }
    letters
}

/// Composes a Hebrew letter with a point, which Unicode's canonical composition leaves apart.
fn compose_hebrew(letter: char, point: char) -> Option<char> {
    let parts = |whole: char| {
        let mut parts = Vec::new();
        decompose_canonical(whole, |part| parts.push(part));
        parts
    };
    let mut target = parts(letter);
    target.push(point);
    target.sort_unstable();
    let is_wanted = |whole: &char| {
        let mut own = parts(*whole);
        own.sort_unstable();
        own == target
    };
    ('\u{fb1d}'..='\u{fb4e}').find(is_wanted)
}

/// Whether a letter changes its form with its neighbours, as in Arabic. The letters in Unicode's
/// blocks of presentation forms do not change.
fn joins(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' | '\u{6fa}'..='\u{7ff}' | '\u{840}'..='\u{8ff}')
        || matches!(c, '\u{1820}'..='\u{18aa}' | '\u{10ac0}'..='\u{10fff}' | '\u{1e900}'..='\u{1e95f}')
}

/// Whether Unicode defines the character as invisible.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}')
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}')
        || matches!(c, '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
