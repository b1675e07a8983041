//! Drawings read as input: those of `drawings.md`, and any that Padma itself writes.

use std::sync::Arc;

use padma_book::load::Session;
use padma_book::pages::diagram::{self, DiagramDecl};
use padma_book::place::{DrawnCells, Games, Playable, place_diagram};
use padma_expr::PlacedDiagram;
use padma_picture::backend::ascii;
use padma_rules::diagram::{Diagram, Mark, PieceFace, ShownPiece};
use padma_rules::model::lotus::{self, Axial, LotusExtra, LotusPlan};
use padma_rules::model::sketch::{self, Manner, Part, SketchFlaw};
use padma_rules::model::{Board, Cell, CellKind, CellSet, Side};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources, Word};
use padma_variant::decl;
use padma_variant::decl::VariantSource;
use padma_variant::resolve::variant as settle;
use padma_variant::terminal;
use padma_words::english;
use proptest::prelude::*;

#[test]
fn every_drawing_of_the_article_is_read() {
    let root = kit::folder::root();
    let document = std::fs::read_to_string(root.join("tests/drawings.md")).unwrap();
    let mut session = Session::new(&root.join("content"), &[]);
    let variant = session.variant("lotus-39").unwrap();
    session.variant("lotus-41").unwrap();
    let mut drawings = 0;
    let mut wrong = String::new();
    for section in document.split("\n## ").skip(1) {
        let (head, block) = section.split_once("```diagram\n").unwrap();
        let lines = block
            .strip_suffix("\n```\n")
            .or(block.strip_suffix("\n```\n\n"))
            .unwrap_or(block)
            .trim_end();
        let title = head.lines().next().unwrap();
        let pieces = head
            .lines()
            .find_map(|line| line.strip_prefix("men: "))
            .unwrap_or("");
        let checked = session.diagram("", variant, lines.trim_end_matches("```"));
        let figure = checked.figure(&checked.diagrams[0]);
        let board = &session.library.variants.rules(figure.variant).variant.board;
        let mut found: Vec<String> = figure
            .pieces
            .iter()
            .map(|piece| format!("{} {}", piece.label, board.name(piece.cell)))
            .collect();
        let mut expected: Vec<&str> = pieces
            .split(", ")
            .filter(|piece| !piece.is_empty())
            .collect();
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push_str(&format!("{title}: {found:?}, not {expected:?}\n"));
        }
        drawings += 1;
    }
    for diagnostic in session.diagnostics.iter() {
        wrong.push_str(&terminal::render(diagnostic, &session.sources, false));
    }
    assert_eq!(drawings, 28);
    assert!(wrong.is_empty(), "{wrong}");
}

const PIECE: &str = r#"
[[piece]]
id = "man"
letter = "M"
movement = "step contiguous"
"#;

/// A variant with one piece on any petals and extra cells.
fn rules(petals: &[Axial], extras: &[(String, String, u16)]) -> Rules {
    let petals: Vec<String> = petals
        .iter()
        .map(|at| format!("[{}, {}]", at.q, at.r))
        .collect();
    let mut toml = format!(
        "title = \"T\"\n\n[board]\nkind = \"lotus\"\npetals = [{}]\n",
        petals.join(", ")
    );
    for (name, host, degrees) in extras {
        toml += &format!(
            "\n[[board.extra]]\nname = \"{name}\"\nhost = \"{host}\"\ndegrees = {degrees}\n"
        );
    }
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("x.toml", toml + PIECE);
    let decl =
        decl::variant(&sources, id, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"));
    let source = VariantSource {
        id: "x",
        span: sources.whole(id),
        chain: vec![&decl],
    };
    settle(&source, &mut diagnostics).map_or_else(|| panic!("{diagnostics:?}"), Rules::new)
}

/// A variant with one piece on any board that is drawn.
fn drawable(most: usize) -> impl Strategy<Value = Arc<Rules>> {
    let lotus = kit::petals::arrangement(most).prop_map(|petals| rules(&petals, &extras(&petals)));
    let grid = kit::grids::board()
        .prop_map(|board| Rules::new(kit::grids::variant(&format!("{PIECE}{board}"))));
    let other = prop::sample::select(&OTHER_BOARDS[..])
        .prop_map(|board| Rules::new(kit::grids::variant(&format!("{PIECE}{board}"))));
    prop_oneof![
        4 => lotus.prop_map(Arc::new),
        4 => grid.prop_map(Arc::new),
        3 => other.prop_map(Arc::new)
    ]
}

/// Boards of the other kinds.
const OTHER_BOARDS: [&str; 7] = [
    "[board]\nkind = 'hex'\noutline = 'hexagon 4'\n",
    "[board]\nkind = 'hex'\noutline = 'rhomb 4 5'\nup = 'corner'\nnames = 'slanted'\n",
    "[board]\nkind = 'levels'\nlevels = ['A', 'B', 'C']\nfiles = 3\nranks = 4\nwithout = 'Ba2 Cc4'\n",
    "[board]\nkind = 'levels'\nlevels = ['', \"'\"]\nfiles = 4\nranks = 4\nlinked = false\n",
    "[board]\nkind = 'grid'\nfiles = 9\nranks = 10\ndrawn = 'points'\nriver = 5\n",
    "[board]\nkind = 'grid'\nfiles = 16\nranks = 4\ndrawn = 'ring'\nglue = ['left right']\n",
    "[board]\nkind = 'graph'\ncells = { a1 = [0, 0], b1 = [2, 0], c1 = [4, 0], a2 = [1, 1.5], b2 = [3, 1.5], a3 = [2, 3] }\n[directions]\nline = 'a1-b1-c1 a1-a2-a3 c1-b2-a3'\n",
];

/// The board of a variant with an extra cell on its left and on its right, wherever a cell has a side free
/// for it that can be drawn.
fn extras(petals: &[Axial]) -> Vec<(String, String, u16)> {
    let plain = board(petals, &[]);
    let mut extras = Vec::new();
    for (letter, degrees) in [("zz", 180), ("yy", 0)] {
        let fits = plain
            .cells()
            .filter(|cell| plain.info(*cell).kind == CellKind::Square)
            .find_map(|cell| {
                let extra = (
                    format!("{letter}{}", plain.info(cell).rank.unwrap()),
                    plain.name(cell).to_string(),
                    degrees,
                );
                let plan = plan(petals, std::slice::from_ref(&extra));
                lotus::board(&plan)
                    .is_ok_and(|board| board.sketch().is_some())
                    .then_some(extra)
            });
        extras.extend(fits);
    }
    extras
}

fn plan(petals: &[Axial], extras: &[(String, String, u16)]) -> LotusPlan {
    let extra = |(name, host, degrees): &(String, String, u16)| LotusExtra {
        name: name.clone(),
        host: host.clone(),
        degrees: *degrees,
    };
    LotusPlan {
        petals: petals.to_vec(),
        extras: extras.iter().map(extra).collect(),
    }
}

fn board(petals: &[Axial], extras: &[(String, String, u16)]) -> Board {
    lotus::board(&plan(petals, extras)).unwrap()
}

/// A drawing as Padma writes it, without its legend.
fn drawn(diagram: &Diagram, board: &Board) -> String {
    let text = ascii::draw(diagram, board, english());
    text.split("\n\n").next().unwrap().to_string()
}

fn flattened(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The drawing without its line breaks, where it can be read so: crossings of lines cannot.
fn without_breaks(text: &str, board: &Board) -> String {
    match board.sketch().map(|sketch| sketch.manner) {
        Some(Manner::Ruled) => text.to_string(),
        _ => flattened(text),
    }
}

/// Places a diagram and returns what is complained of in it, as a terminal shows it.
pub(crate) fn read(block: &str, rules: &Rules) -> (PlacedDiagram, DrawnCells, Vec<String>) {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("block", block);
    let span = sources.whole(id);
    let mut decl = DiagramDecl::new(
        Word {
            text: "D".into(),
            span,
        },
        String::new(),
        span,
    );
    diagram::read_lines(
        &Excerpt::verbatim(block, span),
        None,
        &mut decl,
        &mut diagnostics,
    );
    let (figure, marks) = place_diagram(
        &decl,
        0,
        &Playable::new(rules),
        &Games::default(),
        &mut diagnostics,
    );
    let complaints = diagnostics
        .iter()
        .map(|found| terminal::render(found, &sources, false))
        .collect();
    (figure, marks.cells, complaints)
}

/// A piece of a random diagram.
#[derive(Clone, Debug)]
struct Placed {
    label: String,
    side: Side,
    /// Which of the cells that are left it takes.
    pick: usize,
    /// Whether its line says so too.
    stated: bool,
}

fn placed() -> impl Strategy<Value = Placed> {
    let label = r"[A-Za-eox0-9*.'!#=;:äÖ→-]{1,3}";
    let side = prop_oneof![Just(Side::White), Just(Side::Black)];
    (label, side, any::<usize>(), proptest::bool::weighted(0.2)).prop_map(
        |(label, side, pick, stated)| Placed {
            label,
            side,
            pick,
            stated,
        },
    )
}

const SYMBOLS: [&str; 5] = ["x", "o", "*", "$$", "é"];

/// What a piece's label looks like in a drawing.
fn shown(label: &str, side: Side) -> String {
    if side == Side::Black {
        format!("{label}'")
    } else {
        label.to_string()
    }
}

/// Leaves out pieces that no reader could keep apart, or from a mark.
fn distinct(pieces: Vec<Placed>, symbols: &[&str]) -> Vec<Placed> {
    let mut kept: Vec<Placed> = Vec::new();
    for piece in pieces {
        let own = shown(&piece.label, piece.side);
        let clashes = kept
            .iter()
            .any(|other| other.side != piece.side && shown(&other.label, other.side) == own);
        let is_mark = [&own, &piece.label]
            .iter()
            .any(|text| symbols.contains(&text.as_str()));
        if !clashes && !is_mark {
            kept.push(piece);
        }
    }
    kept
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn a_diagram_drawn_as_text_reads_back_as_itself(
        rules in drawable(7),
        pieces in proptest::collection::vec(placed(), 0..9),
        marked in proptest::collection::vec(proptest::collection::vec(any::<usize>(), 0..12), 0..SYMBOLS.len()),
    ) {
        let board = &rules.variant.board;
        let symbols = &SYMBOLS[..marked.len()];
        let mut free: Vec<Cell> = board.cells().collect();
        let pieces: Vec<(Placed, Cell)> = distinct(pieces, symbols)
            .into_iter()
            .take(board.len())
            .map(|piece| { let cell = free.remove(piece.pick % free.len()); (piece, cell) })
            .collect();
        let marks: Vec<CellSet> = marked
            .iter()
            .map(|picks| picks.iter().map(|pick| Cell::new(pick % board.len())).collect())
            .collect();
        let diagram = Diagram {
            title: String::new(),
            pieces: pieces.iter().map(|(piece, cell)| ShownPiece {
                cell: *cell, owner: piece.side.into(), label: piece.label.clone(), face: PieceFace::Label, kind: "Man".into(),
            }).collect(),
            marks: symbols.iter().zip(&marks).map(|(symbol, cells)| Mark {
                symbol: symbol.to_string(), cells: *cells, meaning: String::new(),
            }).collect(),
            ..Diagram::default()
        };
        // Where lines cross, these characters are the lines'.
        let is_ruled = board.sketch().is_some_and(|sketch| sketch.manner == Manner::Ruled);
        prop_assume!(!is_ruled || pieces.iter().all(|(piece, _)| !piece.label.contains(['|', '-', '#', ':'])));
        let text = ascii::draw(&diagram, board, english());
        // What had no room was cut, and the legend says so.
        prop_assume!(!text.contains('…') && !text.contains(" = "));
        let mut block = String::new();
        for (piece, cell) in &pieces {
            let side = if piece.side == Side::White { "white" } else { "black" };
            let cell = if piece.stated { board.name(*cell) } else { "" };
            block += &format!("{side} \"{}\" man {cell}\n", piece.label);
        }
        for symbol in symbols {
            block += &format!("{symbol} = {{}}\n");
        }
        let mut expected: Vec<(String, Side, Cell)> =
            pieces.iter().map(|(piece, cell)| (piece.label.clone(), piece.side, *cell)).collect();
        expected.sort();
        let drawing = drawn(&diagram, board);
        for drawing in [drawing.clone(), without_breaks(&drawing, board), indented(&drawing)] {
            let block = format!("{block}drawing\n{drawing}\n");
            let (figure, drawn, complaints) = read(&block, &rules);
            prop_assert!(complaints.is_empty(), "{block}\n{}", complaints.join("\n"));
            let mut found: Vec<(String, Side, Cell)> =
                figure.pieces.iter().map(|piece| (piece.label.clone(), piece.side, piece.cell)).collect();
            found.sort();
            prop_assert_eq!(&found, &expected, "{}", block);
            prop_assert_eq!(drawn, DrawnCells::Marks(marks.clone()), "{}", block);
        }
    }
}

proptest! {
    // Finding what is wrong takes longer than reading what is right.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_lost_or_doubled_stroke_is_one_complaint(rules in drawable(5), pick in any::<usize>()) {
        let board = &rules.variant.board;
        let drawing = drawn(&Diagram::default(), board);
        let strokes: Vec<usize> = drawing.char_indices().filter(|(_, c)| "/\\|_+".contains(*c)).map(|(at, _)| at).collect();
        let at = strokes[pick % strokes.len()];
        let lost = format!("{}{}", &drawing[..at], &drawing[at + 1..]);
        let blanked = format!("{} {}", &drawing[..at], &drawing[at + 1..]);
        let doubled = format!("{}{}", &drawing[..=at], &drawing[at..]);
        for text in [lost, blanked, doubled].iter().flat_map(|text| [text.clone(), without_breaks(text, board)]) {
            let (_, _, complaints) = read(&format!("drawing\n{text}\n"), &rules);
            prop_assert_eq!(complaints.len(), 1, "{}\n{}", text, complaints.join("\n"));
        }
    }

    #[test]
    fn a_spoilt_drawing_is_unreadable_exactly_if_it_gets_a_complaint(
        splices in proptest::collection::vec((any::<usize>(), 0..40_usize, r"[/\\|_ x'\n\t7aé\u{2028}]{0,12}"), 1..6),
        flat in any::<bool>(),
    ) {
        let rules = rules(&RHOMBUS, &extras(&RHOMBUS));
        let drawing = drawn(&Diagram::default(), &rules.variant.board);
        let mut text: Vec<char> = if flat { flattened(&drawing) } else { drawing.clone() }.chars().collect();
        for (at, length, words) in splices {
            let start = at % text.len();
            let end = (start + length).min(text.len());
            text.splice(start..end, words.chars());
        }
        let text: String = text.into_iter().collect();
        let (_, drawn, complaints) = read(&format!("x = {{}}\ndrawing\n{text}\n"), &rules);
        let strokes = |text: &str| text.matches(['/', '\\', '|']).collect::<String>();
        let whole = strokes(&text) == strokes(&drawing);
        prop_assert!(whole || !complaints.is_empty(), "{}", text);
        prop_assert_eq!(drawn == DrawnCells::Unreadable, !complaints.is_empty(), "{}", text);
    }
}

/// As a drawing may stand in a list.
fn indented(text: &str) -> String {
    text.lines()
        .map(|line| format!("   {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What is written into a2 and c2 of one petal, in two rows each; the block's lines; what they say together.
const CELLS: [([&str; 2], [&str; 2], &str, &str); 14] = [
    (["", "____"], [" K ", ""], "white K man", "K c2"),
    (["", "_K__"], ["", ""], "white K man", "K a2"),
    (["M", "____"], ["", ""], "white man", "M a2"),
    (["M", "____"], ["", ""], "white man a2", "M a2"),
    (
        [" a2 ", "_x__"],
        [" c2 x", " o x "],
        "x = {}\no = {}",
        "x a2 c2, o c2",
    ),
    (
        ["", "x o_"],
        ["o x", "K"],
        "white K man\nx = {}\no = {}",
        "K c2, x a2 c2, o a2 c2",
    ),
    (
        ["SQIR", "-REL"],
        ["", ""],
        "white SQIR-REL man",
        "SQIR-REL a2",
    ),
    (
        ["SQIR", "-REL"],
        ["", ""],
        "white SQIRREL man",
        "SQIRREL a2",
    ),
    (
        ["SQI-", "REL_"],
        [" x", "x"],
        "white SQIREL man\nx = {}",
        "SQIREL a2, x c2",
    ),
    // A label that is one already does not go on in the next row.
    (
        ["A", "x___"],
        ["Ax", ""],
        "white A man\nwhite Ax man\nx = {}",
        "A a2, Ax c2, x a2",
    ),
    (["K", "____"], ["", ""], "black K man", "K' a2"),
    (
        ["P'", "____"],
        ["", "P"],
        "white P man\nblack P man",
        "P c2, P' a2",
    ),
    (
        ["P", "____"],
        ["", "P"],
        "white P man c2\nblack P man a2",
        "P c2, P' a2",
    ),
    (
        ["P", "____"],
        ["", "P"],
        "black P man\nblack P man",
        "P' a2, P' c2",
    ),
];

#[test]
fn pieces_and_marks_in_drawn_cells_are_read() {
    let rules = rules(&RHOMBUS[..1], &[]);
    let board = &rules.variant.board;
    for ([a, below_a], [c, below_c], lines, expected) in CELLS {
        let block = format!(
            "{lines}\ndrawing\n______ /\\ /\\ 3 / \\/ \\ /\\ / \\ /\\ /____\\/ \\/____\\ 2 |{a}|{c}| | \
             |{below_a}|{below_c}|____| \\ /\\ /\\ / \\/ \\ / \\/ 1 \\ /\\ / \\/____\\/ a b c d e"
        );
        let (figure, drawn, complaints) = read(&block, &rules);
        let symbols = lines.lines().filter_map(|line| line.strip_suffix(" = {}"));
        let DrawnCells::Marks(cells) = &drawn else {
            panic!("{block}\n{}", complaints.concat())
        };
        let mut pieces: Vec<String> = figure
            .pieces
            .iter()
            .map(|piece| {
                format!(
                    "{} {}",
                    shown(&piece.label, piece.side),
                    board.name(piece.cell)
                )
            })
            .collect();
        pieces.sort();
        let marks = symbols
            .zip(cells)
            .map(|(symbol, set)| format!("{symbol} {}", board.names_of(set).join(" ")));
        let found = pieces
            .into_iter()
            .chain(marks)
            .collect::<Vec<_>>()
            .join(", ");
        assert_eq!(
            (found.as_str(), complaints.concat().as_str()),
            (expected, ""),
            "{block}"
        );
    }
}

#[test]
fn a_missing_stroke_is_reported_at_its_place() {
    for petals in [&RHOMBUS[..1], &RHOMBUS] {
        let board = board(petals, &extras(petals));
        let sketch = board.sketch().unwrap();
        let drawing = drawn(&Diagram::default(), &board);
        for stroke in sketch
            .strokes
            .iter()
            .filter(|stroke| stroke.character != '_')
        {
            let start: usize = drawing
                .lines()
                .take(stroke.row)
                .map(|line| line.len() + 1)
                .sum();
            let at = start + stroke.column;
            let text = format!("{} {}", &drawing[..at], &drawing[at + 1..]);
            let flaws = sketch::read(sketch, &text).unwrap_err();
            assert_eq!(
                flaws,
                [SketchFlaw::Missing {
                    part: Part::Stroke(*stroke),
                    at: at..at + 1
                }],
                "{text}"
            );
        }
    }
}

#[test]
fn hostile_drawings_are_refused_at_once() {
    let rules = rules(&RHOMBUS, &[]);
    let empty = drawn(&Diagram::default(), &rules.variant.board);
    let flat = flattened(&empty);
    let long = |text: &str, bytes: usize| text.repeat(bytes / text.len());
    let huge = 4 * 1024 * 1024;
    let inside = 200 * 1024;
    for drawing in [
        long("/\\", huge),
        long("/\\", inside),
        long("_", inside),
        long("\n", inside) + "x",
        long("\u{2028}é\u{301}\t", inside),
        long("| ", 2 * 140),
        empty.replace('7', &long("7", inside)),
        flat.replace("6 |", &format!("6 |{}", long("x ", inside))),
        flat.replace("6 |", &format!("6 |{}", long("q ", inside))),
        flat.replace("6 |", &format!("6 |{}", long("K ", inside))),
        flat.replace("6 |", &format!("6 |{}", long("\u{1f600}", inside))),
        empty.replace("____", &long("_", 100)),
    ] {
        let started = std::time::Instant::now();
        let (_, drawn, complaints) = read(
            &format!("white K man\nx = {{}}\ndrawing\n{drawing}"),
            &rules,
        );
        let text = complaints.concat();
        assert!(!complaints.is_empty() && drawn == DrawnCells::Unreadable);
        assert!(complaints.len() <= 9, "{} complaints", complaints.len());
        assert!(text.len() < 16_000, "{} bytes of complaints", text.len());
        assert!(started.elapsed().as_secs() < 10, "{} bytes", drawing.len());
    }
}

const RHOMBUS: [Axial; 4] = [
    Axial { q: 0, r: 0 },
    Axial { q: 1, r: 0 },
    Axial { q: 0, r: 1 },
    Axial { q: 1, r: -1 },
];
