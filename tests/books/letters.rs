//! The letters of pictures: that the promised scripts are there, in what order letters are drawn, and the font that a book
//! brings.

use std::fs;
use std::ops::Deref;
use std::path::Path;

use kit::folder::Folder;
use padma_picture::scene::fonts::{LackReason, visual_order};
use padma_picture::scene::{
    CAPITALS, Fonts, Item, Options, Scene, ScenePoint, Segment, ShapeClass, ShapeOutline, lay_out,
    with_legend,
};
use padma_rules::diagram::{Diagram, Mark, PieceFace, ShownPiece};
use padma_rules::model::lotus::{self, Axial, LotusPlan};
use padma_rules::model::{Board, Owner};

/// The font of two letters, 將 and 帥.
const GENERALS: &[u8] = include_bytes!("../fonts/generals.ttf");

#[test]
fn every_letter_of_the_promised_scripts_has_an_outline() {
    let latin = ('!'..='~')
        .chain('¡'..='¬')
        .chain('®'..='\u{24f}')
        .chain('\u{1e00}'..='\u{1eff}');
    // Letters of Coptic stand among the Greek ones.
    let greek = ('Ͱ'..='ͷ')
        .chain('ͺ'..='Ϳ')
        .chain('΄'..='ϡ')
        .chain('ϰ'..='Ͽ');
    let none = ['\u{38b}', '\u{38d}', '\u{3a2}', '\u{37f}'];
    let greek = greek.filter(|c| !none.contains(c));
    let (cyrillic, hebrew) = ('\u{400}'..='\u{52f}', 'א'..='ת');
    let points = '\u{483}'..='\u{489}';
    let letters = latin
        .chain(greek)
        .chain(cyrillic.filter(|c| !points.contains(c)))
        .chain(hebrew);
    let all: Vec<char> = letters.chain("…–—“”‘’„°·×−•€№ʻʼ".chars()).collect();
    assert!(all.len() > 1100, "{}", all.len());
    // Words of ASCII alone are not looked up, so another letter stands beside each.
    let lacks = |c: &char| !Fonts::BUILT_IN.lacks(&format!("{c}é")).is_empty();
    let lacking: Vec<char> = all.iter().copied().filter(lacks).collect();
    assert_eq!(lacking, Vec::<char>::new());
}

#[test]
fn characters_that_cannot_be_drawn_are_returned_with_the_reason() {
    for (words, lacking) in [
        ("KNIGHT N′ Ф Ł Ω א ệ שׁ", &[][..]),
        (
            "將 A 軍 將",
            &[('將', LackReason::NoFont), ('軍', LackReason::NoFont)],
        ),
        ("😀", &[('😀', LackReason::NoFont)]),
        ("\u{e000}", &[('\u{e000}', LackReason::NoFont)]),
        ("A\u{200b}B", &[('\u{200b}', LackReason::Invisible)]),
        (
            "\u{7}\u{ad}\u{feff}",
            &[
                ('\u{7}', LackReason::Invisible),
                ('\u{ad}', LackReason::Invisible),
                ('\u{feff}', LackReason::Invisible),
            ],
        ),
        ("e\u{301} И\u{306} ש\u{5c2}", &[]),
        ("x\u{331}", &[('\u{331}', LackReason::Mark)]),
        ("شاه", &[('ش', LackReason::Joined)]),
        ("ش", &[('ش', LackReason::NoFont)]),
    ] {
        assert_eq!(Fonts::BUILT_IN.lacks(words), lacking, "{words:?}");
    }
}

#[test]
fn letters_stand_in_the_order_of_their_script() {
    for (words, left_to_right) in [
        ("KNIGHT", "KNIGHT"),
        ("מלך", "ךלמ"),
        ("N מלך 2", "N 2 ךלמ"),
        ("מלך 12", "12 ךלמ"),
        ("מלך (א)", "(א) ךלמ"),
        ("e\u{323}\u{302}", "ệ"),
        ("e\u{302}\u{323}", "ệ"),
        ("\u{5e9}\u{5c1}\u{5bc}ר", "ר\u{fb2c}"),
    ] {
        assert_eq!(
            visual_order(words).into_iter().collect::<String>(),
            left_to_right,
            "{words:?}"
        );
    }
}

fn board() -> Board {
    lotus::board(&LotusPlan {
        petals: vec![Axial { q: 0, r: 0 }],
        extras: Vec::new(),
    })
    .unwrap()
}

/// A picture of a piece with a label on the hexagon, and of a mark with a meaning.
fn picture(label: &str, meaning: &str, fonts: &Fonts<'_>) -> Scene {
    let board = board();
    let cell = board.cell("c2").unwrap();
    let piece = "King".to_string();
    let pieces = vec![ShownPiece {
        cell,
        owner: Owner::White,
        label: label.to_string(),
        face: PieceFace::Label,
        kind: piece,
    }];
    let marks = vec![Mark {
        symbol: "x".into(),
        cells: board.all(),
        meaning: meaning.to_string(),
    }];
    let options = Options {
        fonts,
        ..Options::default()
    };
    let diagram = Diagram {
        pieces,
        marks,
        ..Diagram::default()
    };
    with_legend(lay_out(&diagram, &board, &options), &diagram, &options)
}

/// The places of an outline's segments in the scene; those of words are counted in units of their letters.
pub(crate) fn path_of(outline: &ShapeOutline) -> Vec<Segment> {
    let words = match outline {
        ShapeOutline::Path(path) => return path.clone(),
        ShapeOutline::Words(words) => words,
        _ => return Vec::new(),
    };
    let scale = words.capitals / CAPITALS;
    let mut path = Vec::new();
    for (letter, pen) in &words.letters {
        let at = |at: ScenePoint| ScenePoint {
            x: pen.x + at.x * scale,
            y: pen.y + at.y * scale,
        };
        path.extend(letter.path.iter().map(|segment| match *segment {
            Segment::Move(to) => Segment::Move(at(to)),
            Segment::Line(to) => Segment::Line(at(to)),
            Segment::Quad(control, to) => Segment::Quad(at(control), at(to)),
            Segment::Cubic(first, second, to) => Segment::Cubic(at(first), at(second), at(to)),
            other => other,
        }));
    }
    path
}

/// The outlines of letters of one class: from each letter's first place to its last, closed strokes only.
fn strokes(scene: &Scene, class: ShapeClass) -> Vec<Vec<ScenePoint>> {
    let shapes = scene.items.iter().flat_map(|item| match item {
        Item::Shape(shape) => std::slice::from_ref(shape),
        Item::Group(group) => &group.shapes[..],
    });
    let mut strokes = Vec::new();
    for shape in shapes {
        if shape.class != Some(class) {
            continue;
        }
        for segment in path_of(&shape.outline) {
            match segment {
                Segment::Move(at) => strokes.push(vec![at]),
                Segment::Line(at) | Segment::Quad(_, at) | Segment::Cubic(_, _, at) => {
                    strokes.last_mut().unwrap().push(at)
                }
                _ => {}
            }
        }
    }
    strokes
}

fn leftmost(stroke: &[ScenePoint]) -> f64 {
    stroke.iter().map(|at| at.x).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_hebrew_label_runs_to_the_left() {
    // Of the three only the final Kaf reaches below the line, and it is the last letter.
    let drawn = strokes(
        &picture("מלך", "", &Fonts::BUILT_IN),
        ShapeClass::Label(Owner::White),
    );
    let lowest = |stroke: &[ScenePoint]| {
        stroke
            .iter()
            .map(|at| at.y)
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let kaf = drawn
        .iter()
        .max_by(|a, b| lowest(a).total_cmp(&lowest(b)))
        .unwrap();
    assert!(
        drawn.iter().all(|stroke| leftmost(kaf) <= leftmost(stroke)),
        "{drawn:?}"
    );
    let alone = strokes(
        &picture("ךלמ", "", &Fonts::BUILT_IN),
        ShapeClass::Label(Owner::White),
    );
    assert_ne!(drawn, alone);
}

#[test]
fn the_font_of_a_book_has_the_letters_that_no_other_has() {
    let fonts = Fonts::with(GENERALS).unwrap();
    assert_eq!(fonts.lacks("將 A 帥"), []);
    assert_eq!(fonts.lacks("軍"), [('軍', LackReason::NoFont)]);
    assert!(Fonts::with(b"no font").is_none());
    // 13 strokes are drawn for the one letter, 12 for the other.
    let count = |label: &str, meaning: &str| {
        let scene = picture(label, meaning, &fonts);
        (
            strokes(&scene, ShapeClass::Label(Owner::White)).len(),
            strokes(&scene, ShapeClass::Legend).len(),
        )
    };
    let (none, beside) = count("", " ");
    assert_eq!(none, 0);
    assert_eq!(count("將", " "), (13, beside));
    assert_eq!(count("帥", "將"), (12, count("", "i").1 - 2 + 13));
    // Letters that the program has are the program's.
    let plain =
        |fonts: &Fonts<'_>| strokes(&picture("AB", "AB", fonts), ShapeClass::Label(Owner::White));
    assert_eq!(plain(&fonts), plain(&Fonts::BUILT_IN));
}

#[test]
fn a_legend_stays_within_its_picture() {
    let fonts = Fonts::with(GENERALS).unwrap();
    for meaning in [
        "將".repeat(80),
        "where-the-".repeat(30),
        format!("where {}", "帥將".repeat(40)),
    ] {
        let scene = picture("K", &meaning, &fonts);
        let right = scene.view.corner.x + scene.view.width;
        let drawn = strokes(&scene, ShapeClass::Legend);
        assert!(
            drawn.len() > 80 && drawn.iter().flatten().all(|at| at.x < right),
            "{meaning}"
        );
    }
    let count = |meaning: &str| {
        let drawn = strokes(&picture("K", meaning, &Fonts::BUILT_IN), ShapeClass::Legend);
        drawn
            .iter()
            .map(|stroke| leftmost(stroke))
            .fold(f64::INFINITY, f64::min)
    };
    assert!(
        (count("מלך") - count("i")).abs() < 6.0,
        "both begin at the left"
    );
    assert_eq!(
        visual_order("מלך · \u{2066}11 cells\u{2069}")
            .into_iter()
            .collect::<String>(),
        "11 cells · ךלמ"
    );
}

/// A content folder of its own, removed at the end.
struct Workplace(Folder);

impl Workplace {
    fn new(name: &str) -> Workplace {
        let workplace = Workplace(Folder::new(name));
        let toml =
            "title = \"A\"\nfont = \"fonts/generals.ttf\"\n\n[[chapter]]\npages = [\"index.md\"]\n";
        workplace.write("content/a/book.toml", toml.as_bytes());
        workplace.write("content/a/fonts/generals.ttf", GENERALS);
        let variant = "title = \"A\"\n[board]\nkind = \"lotus\"\npetals = [[0, 0]]\n[[piece]]\nid = \"general\"\nletter = \"帥\"\nmovement = \"step contiguous\"\n";
        workplace.write("content/a/generals.toml", variant.as_bytes());
        let page =
            "# A\n\n```diagram G1 \"A general\"\nwhite general c2\nblack 將 general a2\n```\n";
        workplace.write("content/a/index.md", page.as_bytes());
        workplace
    }
}

impl Deref for Workplace {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

fn has_font(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            has_font(&path)
        } else {
            path.extension().is_some_and(|ending| ending == "ttf")
        }
    })
}

#[test]
fn a_book_is_built_and_a_diagram_drawn_with_the_book_s_font() {
    let workplace = Workplace::new("built");
    let built = workplace.padma(&["build", "--no-png"]);
    assert_eq!(
        built.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    assert!(
        !has_font(&workplace.path("output")),
        "outlines are published, and no font"
    );
    let drawn = workplace.padma(&[
        "draw",
        "generals",
        "white 將 general c2",
        "-o",
        "general.svg",
    ]);
    assert_eq!(
        drawn.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&drawn.stderr)
    );
    let svg = fs::read_to_string(workplace.path("general.svg")).unwrap();
    let after = |opening: &str| {
        let rest = svg.split(opening).nth(1)?;
        rest.split('"').next()
    };
    let words = svg.split(" class=\"b-white-label\"").nth(1).unwrap();
    let id = words.split("href=\"#").nth(1).unwrap();
    let id = id.split('"').next().unwrap();
    let label = after(&format!("<path id=\"{id}\" d=\"")).unwrap();
    assert_eq!(label.matches('z').count(), 13, "{label}");

    workplace.write(
        "content/a/book.toml",
        b"title = \"A\"\n\n[[chapter]]\npages = [\"index.md\"]\n",
    );
    for words in [
        &["check"][..],
        &["build"],
        &[
            "draw",
            "generals",
            "white 將 general c2",
            "-o",
            "general.svg",
        ],
    ] {
        let refused = workplace.padma(words);
        let text = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{words:?} {text}");
        assert!(
            text.contains("no font has the letter `將` (U+5C07)"),
            "{words:?} {text}"
        );
    }
    let text = workplace.padma(&["draw", "generals", "white 將 general c2"]);
    assert_eq!(text.status.code(), Some(0), "text needs no font");
}

#[cfg(unix)]
#[test]
fn a_font_that_is_a_link_out_of_the_book_is_refused() {
    let workplace = Workplace::new("link");
    let path = workplace.path("content/a/fonts/generals.ttf");
    fs::rename(&path, workplace.path("outside.ttf")).unwrap();
    std::os::unix::fs::symlink(workplace.path("outside.ttf"), &path).unwrap();
    let refused = workplace.padma(&["check"]);
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(
        text.contains("it is a link that leads out of the book") && text.contains("book.toml:2:8"),
        "{text}"
    );
}
