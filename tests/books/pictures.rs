//! Tests of whole pictures: what is asked are decoded pixels, the way a reader sees them.

use tiny_skia::Pixmap;

use kit::grids;
use padma_picture::backend::{png, svg};
use padma_picture::scene::{
    Colour, Fonts, Ink, Item, Options, Scene, Segment, Shape, ShapeClass, ShapeOutline, Theme,
    UNIT, kit as kit_of, lay_out, lone_piece, with_legend,
};
use padma_picture::words::describe;
use padma_rules::diagram::{Diagram, Mark, PieceFace, ShownPiece};
use padma_rules::model::lotus::{self, Axial, LotusPlan};
use padma_rules::model::{Board, Cell, KindId, Owner, Picture as PieceName, Side, Variant};
use padma_words::english;

const SCALE: f64 = 2.0;

fn board() -> Board {
    let petals = [(0, 0), (1, 0), (0, 1), (1, -1)]
        .map(|(q, r)| Axial { q, r })
        .to_vec();
    lotus::board(&LotusPlan {
        petals,
        extras: Vec::new(),
    })
    .expect("a board")
}

fn piece(board: &Board, owner: Owner, label: &str, cell: &str) -> ShownPiece {
    let cell = board.cell(cell).expect("a cell");
    ShownPiece {
        cell,
        owner,
        label: label.to_string(),
        face: PieceFace::Label,
        kind: label.to_string(),
    }
}

fn mark(board: &Board, symbol: &str, cells: &str) -> Mark {
    let cells = cells
        .split(' ')
        .map(|name| board.cell(name).expect("a cell"))
        .collect();
    Mark {
        symbol: symbol.to_string(),
        cells,
        meaning: format!("where {symbol} is"),
    }
}

/// A picture that can be asked for its colours.
struct Picture {
    pixels: Pixmap,
    scene: Scene,
}

impl Picture {
    fn of(diagram: &Diagram, board: &Board, theme: &Theme) -> Picture {
        let scene = lay_out(diagram, board, &Options::default());
        let svg = svg::standalone(
            &scene,
            theme,
            &diagram.title,
            &describe(diagram, board, english()),
        );
        let png = png::render(&svg, SCALE).expect("a picture");
        Picture {
            pixels: Pixmap::decode_png(&png).expect("a PNG"),
            scene,
        }
    }

    /// The colour at a distance from a cell's centre, in sides of a cell.
    fn at(&self, board: &Board, cell: Cell, right: f64, up: f64) -> Colour {
        let centre = board.info(cell).centre;
        let corner = self.scene.view.corner;
        let x = ((centre.x + right) * UNIT - corner.x) * SCALE;
        let y = (-(centre.y + up) * UNIT - corner.y) * SCALE;
        let pixel = self
            .pixels
            .pixel(x as u32, y as u32)
            .expect("within the picture");
        Colour(pixel.red(), pixel.green(), pixel.blue())
    }

    /// Where the mark's ink lies in a window round a cell's centre.
    fn ink(&self, board: &Board, cell: Cell, ink: Ink, theme: &Theme) -> Vec<bool> {
        let steps = || (-20..=20).map(|step| f64::from(step) / 100.0);
        let wanted = theme.colour(ink);
        let inked = |(right, up): (f64, f64)| self.at(board, cell, right, up) == wanted;
        steps()
            .flat_map(|up| steps().map(move |right| (right, up)))
            .map(inked)
            .collect()
    }
}

fn share(window: &[bool]) -> f64 {
    window.iter().filter(|inked| **inked).count() as f64 / window.len() as f64
}

#[test]
fn every_bare_cell_has_its_shade() {
    let board = board();
    for theme in [&Theme::LIGHT, &Theme::DARK] {
        let picture = Picture::of(&Diagram::default(), &board, theme);
        for cell in board.cells() {
            let wanted = theme.colour(Ink::Shade(board.info(cell).shade));
            assert_eq!(
                picture.at(&board, cell, 0.0, 0.0),
                wanted,
                "{}",
                board.name(cell)
            );
        }
        let corner = picture.pixels.pixel(0, 0).expect("a pixel");
        assert_eq!(
            Colour(corner.red(), corner.green(), corner.blue()),
            theme.colour(Ink::Paper)
        );
    }
}

#[test]
fn marked_cells_are_tinted_and_marked() {
    let board = board();
    let diagram = Diagram {
        marks: vec![mark(&board, "x", "c4 e5 e4 d3")],
        ..Diagram::default()
    };
    let picture = Picture::of(&diagram, &board, &Theme::LIGHT);
    for cell in board.cells() {
        let shade = board.info(cell).shade;
        let marked = diagram.marks[0].cells.contains(cell);
        let beside = if marked {
            Ink::Tint { mark: 0, shade }
        } else {
            Ink::Shade(shade)
        };
        let centre = if marked {
            Ink::Mark(0)
        } else {
            Ink::Shade(shade)
        };
        assert_eq!(
            picture.at(&board, cell, 0.0, 0.0),
            Theme::LIGHT.colour(centre)
        );
        assert_eq!(
            picture.at(&board, cell, 0.18, 0.0),
            Theme::LIGHT.colour(beside)
        );
    }
}

#[test]
fn two_marks_in_one_cell_stand_side_by_side() {
    let board = board();
    let marks = vec![mark(&board, "x", "d5 e4 e5"), mark(&board, "o", "d5 e4 e5")];
    let picture = Picture::of(
        &Diagram {
            marks,
            ..Diagram::default()
        },
        &board,
        &Theme::LIGHT,
    );
    for cell in ["d5", "e4", "e5"].map(|name| board.cell(name).expect("a cell")) {
        for (index, left) in [(0, true), (1, false)] {
            let window = picture.ink(&board, cell, Ink::Mark(index), &Theme::LIGHT);
            let sides = window.chunks(41).flat_map(|line| line.iter().enumerate());
            assert!(share(&window) > 0.04, "{index} on {}", board.name(cell));
            assert!(
                sides
                    .filter(|(_, inked)| **inked)
                    .all(|(x, _)| (x < 20) == left)
            );
        }
    }
}

#[test]
fn marks_differ_without_their_colours() {
    let board = board();
    // Unturned squares and a hexagon: in all of them a mark has its full size.
    let cells = ["a4", "c2", "c6", "e4", "g2", "g6", "i4", "c4"];
    let marks = cells.iter().map(|cell| mark(&board, cell, cell)).collect();
    let picture = Picture::of(
        &Diagram {
            marks,
            ..Diagram::default()
        },
        &board,
        &Theme::LIGHT,
    );
    let windows: Vec<Vec<bool>> = (0..cells.len())
        .map(|index| {
            let cell = board.cell(cells[index]).expect("a cell");
            picture.ink(&board, cell, Ink::Mark((index % 6) as u8), &Theme::LIGHT)
        })
        .collect();
    for (index, a) in windows.iter().enumerate() {
        assert!(share(a) > 0.1, "mark {index} is faint: {}", share(a));
        for (other, b) in windows.iter().enumerate().skip(index + 1) {
            let differ: Vec<bool> = a.iter().zip(b).map(|(a, b)| a != b).collect();
            assert!(
                share(&differ) > 0.06,
                "marks {index} and {other}: {}",
                share(&differ)
            );
        }
    }
}

#[test]
fn a_piece_who_can_be_taken_has_a_ring() {
    let board = board();
    let pieces = vec![
        piece(&board, Owner::Black, "R", "c4"),
        piece(&board, Owner::Black, "KNIGHT", "g4"),
    ];
    let bare = Diagram {
        pieces,
        ..Diagram::default()
    };
    let marked = Diagram {
        marks: vec![mark(&board, "x", "c4 g4")],
        ..bare.clone()
    };
    for theme in [&Theme::LIGHT, &Theme::DARK] {
        for (diagram, ringed) in [(&bare, false), (&marked, true)] {
            let picture = Picture::of(diagram, &board, theme);
            for cell in ["c4", "g4"].map(|name| board.cell(name).expect("a cell")) {
                for way in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                    let line = (0..100).map(|step| f64::from(step) / 100.0);
                    let mut colours =
                        line.map(|far| picture.at(&board, cell, way.0 * far, way.1 * far));
                    let found = colours.any(|colour| colour == theme.colour(Ink::Mark(0)));
                    assert_eq!(found, ringed, "{} {way:?}", board.name(cell));
                }
            }
        }
    }
}

#[test]
fn long_labels_hide_no_mark() {
    let board = board();
    for cell in board.cells() {
        let others: Vec<Cell> = board.cells().filter(|other| *other != cell).collect();
        let mark = Mark {
            symbol: "x".to_string(),
            cells: others.iter().copied().collect(),
            meaning: String::new(),
        };
        let pieces = vec![piece(&board, Owner::White, "SQUIRREL", board.name(cell))];
        let picture = Picture::of(
            &Diagram {
                pieces,
                marks: vec![mark],
                ..Diagram::default()
            },
            &board,
            &Theme::LIGHT,
        );
        for other in others {
            for (right, up) in [
                (0.0, 0.0),
                (0.11, 0.0),
                (-0.11, 0.0),
                (0.0, 0.11),
                (0.0, -0.11),
            ] {
                let found = picture.at(&board, other, right, up);
                let names = (board.name(cell), board.name(other));
                assert_eq!(found, Theme::LIGHT.colour(Ink::Mark(0)), "{names:?}");
            }
        }
    }
}

#[test]
fn each_owners_pieces_are_drawn_in_their_own_colours() {
    let board = board();
    for theme in [&Theme::LIGHT, &Theme::DARK] {
        for (name, owner) in [
            ("c4", Owner::White),
            ("g4", Owner::Black),
            ("c4", Owner::Nobody),
        ] {
            let diagram = Diagram {
                pieces: vec![piece(&board, owner, "", name)],
                ..Diagram::default()
            };
            let picture = Picture::of(&diagram, &board, theme);
            let cell = board.cell(name).expect("a cell");
            assert_eq!(
                picture.at(&board, cell, 0.0, 0.0),
                theme.colour(Ink::Piece(owner))
            );
            assert_eq!(
                picture.at(&board, cell, 0.34, 0.0),
                theme.colour(Ink::Edge(owner))
            );
        }
    }
}

#[test]
fn every_cell_has_its_shade_and_name_below_its_tint() {
    let board = board();
    let pieces = vec![piece(&board, Owner::White, "象", "c4")];
    let marks = vec![mark(&board, "x", "e4")];
    let diagram = Diagram {
        title: "A <B> & C".to_string(),
        pieces,
        marks,
        names: true,
        ..Diagram::default()
    };
    let options = Options::default();
    let scene = with_legend(lay_out(&diagram, &board, &options), &diagram, &options);
    let inline = svg::inline(
        &scene,
        "d1",
        &diagram.title,
        &describe(&diagram, &board, english()),
    )
    .alone();
    let page = format!("<html xmlns=\"http://www.w3.org/2000/svg\">{inline}</html>");
    let page = resvg::usvg::roxmltree::Document::parse(&page).expect("well-formed");
    let cells = page
        .descendants()
        .find_map(|node| node.attribute("data-cells"));
    let cells: Vec<&str> = cells.expect("the cells of the board").split(' ').collect();
    let named = board.cells().map(|cell| {
        let info = board.info(cell);
        format!("{}{}", info.shade, info.name)
    });
    assert_eq!(cells, named.collect::<Vec<_>>());
    // A script takes the next piece of the path of its shade for each cell.
    for shade in 0..3 {
        let class = ShapeClass::cell(shade).name();
        let mut paths = page
            .descendants()
            .filter(|node| node.attribute("class") == Some(&*class));
        let pieces = paths.find_map(|path| path.attribute("d"));
        let of_shade = cells
            .iter()
            .filter(|name| name.starts_with(&shade.to_string()));
        assert_eq!(
            pieces.map_or(0, |d| d.matches('z').count()),
            of_shade.count(),
            "{class}"
        );
    }
    let tinted: Vec<_> = page
        .descendants()
        .filter(|node| node.tag_name().name() == "polygon")
        .map(|node| [node.attribute("data-cell"), node.attribute("class")])
        .collect();
    let e4 = board.info(board.cell("e4").expect("a cell"));
    let tint = ShapeClass::tinted(0, e4.shade).name();
    assert_eq!(tinted, [[Some("e4"), Some(&*tint)]]);
    let ids: Vec<_> = page
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .filter(|id| id.starts_with("d1"))
        .collect();
    assert_eq!(ids, ["d1.title", "d1.desc"]);
}

/// A file that wrote the outlines of its letters and pieces again in each place would be several
/// times as long.
#[test]
fn each_outline_stands_once_in_a_file_and_in_a_page() {
    let board = board();
    let knights = ["c4", "e4", "g4", "e2"].map(|cell| piece(&board, Owner::Black, "KNIGHT", cell));
    let diagram = |pieces: &[ShownPiece]| Diagram {
        pieces: pieces.to_vec(),
        names: true,
        ..Diagram::default()
    };
    let scene = |pieces| lay_out(&diagram(pieces), &board, &Options::default());
    let file = svg::standalone(&scene(&knights), &Theme::LIGHT, "t", "d");
    let mut outlines = svg::Outlines::default();
    let figures = [&knights[..1], &knights[1..]].map(|pieces| {
        let picture = svg::inline(&scene(pieces), pieces[0].label.as_str(), "t", "d");
        picture.place(&mut outlines)
    });
    let page = outlines.element() + &figures.concat();
    for text in [file, format!("<html>{page}</html>")] {
        let read = resvg::usvg::roxmltree::Document::parse(&text).expect("well-formed");
        let attributes = |name: &'static str| {
            let nodes = read.descendants();
            nodes
                .filter_map(move |node| node.attribute(name))
                .collect::<Vec<_>>()
        };
        let ids: std::collections::BTreeSet<&str> = attributes("id").into_iter().collect();
        let references = attributes("href");
        assert!(references.len() > 20, "{text}");
        for reference in references {
            assert!(
                ids.contains(reference.trim_start_matches('#')),
                "{reference}"
            );
        }
        let mut long = attributes("d");
        long.retain(|path| path.len() > 100);
        let all = long.len();
        long.sort_unstable();
        long.dedup();
        assert_eq!(all, long.len(), "{text}");
    }
}

#[test]
fn the_same_diagram_gives_the_same_bytes() {
    let board = board();
    let pieces = vec![
        piece(&board, Owner::White, "AB", "e3"),
        piece(&board, Owner::Black, "KNIGHT", "c4"),
    ];
    let diagram = Diagram {
        pieces,
        marks: vec![mark(&board, "x", "c4 e5")],
        ..Diagram::default()
    };
    let options = Options::default();
    let write = || {
        let scene = with_legend(lay_out(&diagram, &board, &options), &diagram, &options);
        let svg = svg::standalone(&scene, &Theme::LIGHT, "t", "d");
        (png::render(&svg, 1.0).expect("a picture"), svg)
    };
    assert_eq!(write(), write());
}

/// A variant with these pieces, each an id and more lines, on a board with these lines.
fn variant(board: &str, pieces: &[(&str, &str)]) -> Variant {
    let piece = |(id, more): &(&str, &str)| {
        format!("[[piece]]\nid = \"{id}\"\nmovement = \"step orthogonal\"\n{more}\n")
    };
    let pieces: String = pieces.iter().map(piece).collect();
    grids::variant(&format!("[board]\nkind = \"grid\"\n{board}\n{pieces}"))
}

fn shapes(scene: &Scene) -> Vec<&Shape> {
    let shapes = scene.items.iter().flat_map(|item| match item {
        Item::Shape(shape) => std::slice::from_ref(shape),
        Item::Group(group) => &group.shapes,
    });
    shapes.collect()
}

/// Whether a word is written on a piece.
fn has_label(shapes: &[&Shape]) -> bool {
    shapes.iter().any(|shape| {
        matches!(shape.class, Some(ShapeClass::Label(_)))
            && matches!(shape.outline, ShapeOutline::Words(_))
    })
}

#[test]
fn pieces_of_one_picture_have_their_letters_everywhere() {
    let pieces = [
        ("guard", ""),
        ("commoner", ""),
        ("ferz", ""),
        ("met", ""),
        ("camel", ""),
        ("runner", "picture = \"bishop\""),
        ("bishop", ""),
        ("duck", "picture = \"none\""),
    ];
    let variant = variant("files = 8\nranks = 8", &pieces);
    let cell = Cell::new(0);
    for id in variant.kind_ids() {
        let kind = variant.kind(id);
        let is_lettered = kind.id != "camel";
        let piece = ShownPiece::of_piece(&variant, id, Side::White, cell);
        let diagram = Diagram {
            pieces: vec![piece.clone()],
            ..Diagram::default()
        };
        let board = lay_out(&diagram, &variant.board, &Options::default());
        assert_eq!(has_label(&shapes(&board)), is_lettered, "{}", kind.id);
        let face = PieceFace::of(&variant, id);
        let alone = lone_piece(&face, &kind.letter, Owner::Black, &Fonts::BUILT_IN);
        assert_eq!(has_label(&shapes(&alone)), is_lettered, "{}", kind.id);
        let played = kit_of(
            &[(piece, variant.board.all())],
            &variant.board,
            &Fonts::BUILT_IN,
        );
        let played: Vec<&Shape> = played.pieces[0].iter().collect();
        assert_eq!(has_label(&played), is_lettered, "{}", kind.id);
    }
}

/// The places of a piece's shapes on a cell, from the cell's middle, in sides of a square.
fn extent(variant: &Variant, kind: KindId, cell: &str) -> (f64, f64, f64) {
    let cell = variant.board.cell(cell).expect("a cell");
    let piece = ShownPiece::of_piece(variant, kind, Side::White, cell);
    let drawn = kit_of(
        &[(piece, std::iter::once(cell).collect())],
        &variant.board,
        &Fonts::BUILT_IN,
    );
    let (mut left, mut right, mut far): (f64, f64, f64) = (0.0, 0.0, 0.0);
    for shape in &drawn.pieces[0] {
        let ShapeOutline::Path(path) = &shape.outline else {
            continue;
        };
        for segment in path {
            if let Segment::Move(at)
            | Segment::Line(at)
            | Segment::Quad(_, at)
            | Segment::Cubic(_, _, at)
            | Segment::Arc { to: at, .. } = segment
            {
                (left, right) = (left.min(at.x / UNIT), right.max(at.x / UNIT));
                far = far.max(at.x.hypot(at.y) / UNIT);
            }
        }
    }
    (left, right, far)
}

fn every_picture() -> Vec<(&'static str, &'static str)> {
    PieceName::ALL
        .iter()
        .map(|picture| (picture.name(), ""))
        .collect()
}

/// On the innermost rank of a ring a cell is 0.85 wide in its middle.
#[test]
fn no_picture_is_wider_than_its_cell() {
    let ring = "files = 16\nranks = 4\nglue = [\"left right\"]\ndrawn = \"ring\"";
    let variant = variant(ring, &every_picture());
    for kind in variant.kind_ids() {
        let id = &variant.kind(kind).id;
        let (left, right, _) = extent(&variant, kind, "a1");
        assert!(left > -0.425 && right < 0.425, "{id}: {left} {right}");
        let (left, right, _) = extent(&variant, kind, "a4");
        assert!(right - left > 0.35, "{id} is small where there is room");
    }
}

/// The pieces on points have their pictures, too, within a disc that leaves room for those on the
/// squares round it.
#[test]
fn a_picture_on_a_point_stands_in_a_disc() {
    let toml = "[board]\nkind = \"sheets\"\n\n[[board.sheet]]\nid = \"squares\"\nfiles = 3\nranks = 3\nat = [0.5, 0.5]\n\n\
        [[board.sheet]]\nid = \"points\"\ncell = \"point\"\nfiles = [\"u\", \"v\", \"w\", \"x\"]\nranks = 4\n\n\
        [[piece]]\nid = \"spider\"\nmovement = \"step orthogonal\"\n[[piece]]\nid = \"wizard\"\nmovement = \"step orthogonal\"\n\
        [[piece]]\nid = \"runt\"\nmovement = \"step orthogonal\"\n";
    let variant = grids::variant(toml);
    for kind in variant.kind_ids() {
        let v2 = variant.board.cell("v2").expect("a point");
        let piece = ShownPiece::of_piece(&variant, kind, Side::Black, v2);
        let is_pictured = piece.face != PieceFace::Label;
        let drawn = kit_of(
            &[(piece, std::iter::once(v2).collect())],
            &variant.board,
            &Fonts::BUILT_IN,
        );
        let shapes: Vec<&Shape> = drawn.pieces[0].iter().collect();
        assert_eq!(has_label(&shapes), !is_pictured);
        assert_eq!(shapes.len() > 3, is_pictured);
        let (_, _, far) = extent(&variant, kind, "v2");
        assert!(far < 0.31, "{}: {far}", variant.kind(kind).id);
    }
}
