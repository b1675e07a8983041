//! The atlas: each board of the book as its model has it, with a picture of every set of lines.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::super::edition::Edition;
use super::super::edition::Sheet;
use super::super::passage::Bodies;
use super::super::passage::Passage;
use super::super::templates::TemplateFault;
use super::super::text::anchor;
use crate::backend::svg;
use crate::diagram::{Chart, Diagram, Track};
use crate::model::{Board, Cell, Contact, Dir, Lattice, Line, Standing, Variant};
use crate::scene::{self, Fonts, Options, Scene, Theme};

/// A board, and the variants that are played on it.
struct Survey<'a> {
    board: &'a Board,
    variants: Vec<&'a Variant>,
    /// The id of the first of them.
    id: &'a str,
    standings: Vec<(String, Standing)>,
}

#[derive(Serialize)]
struct BoardView {
    variants: Vec<VariantView>,
    cells: usize,
    kinds: Vec<KindView>,
    files: Vec<String>,
    ranks: Vec<String>,
    /// The cells beside the files and ranks of a grid.
    beside: Vec<String>,
    /// The board with the names of its cells, and the setup of each variant that has one.
    names: PictureView,
    setups: Vec<PictureView>,
    charts: Vec<ChartView>,
    /// Classes that bring no line of their own, in sentences.
    others: Vec<OtherView>,
    /// Every cell; none on a grid, where what lies beside what needs no telling.
    rows: Vec<CellView>,
}

/// A variant that is played on the board.
#[derive(Serialize)]
struct VariantView {
    title: String,
    anchor: String,
}

#[derive(Serialize)]
struct KindView {
    name: String,
    count: usize,
}

#[derive(Serialize)]
struct PictureView {
    svg: String,
    /// Below the book's folder.
    file: String,
    title: String,
    alt: String,
}

#[derive(Serialize)]
struct ChartView {
    anchor: String,
    /// The class of directions, as authors write it; empty for contacts.
    class: String,
    #[serde(flatten)]
    picture: PictureView,
    lines: Vec<LineView>,
}

#[derive(Serialize)]
struct LineView {
    number: usize,
    cells: Vec<String>,
    closed: bool,
    one_way: bool,
}

#[derive(Serialize)]
struct OtherView {
    class: String,
    text: String,
}

#[derive(Serialize)]
struct CellView {
    name: String,
    kind: &'static str,
    file: String,
    rank: String,
    by_side: Vec<String>,
    by_corner: Vec<String>,
    /// The lines it lies on: `X 1`.
    lines: Vec<String>,
    /// The classes along which only one way leads from it.
    dead_ends: Vec<String>,
}

/// A picture of the atlas.
struct Plate<'a> {
    name: String,
    class: String,
    title: String,
    alt: String,
    scene: Scene,
    lines: &'a [Line],
}

pub fn bodies(edition: &Edition<'_>) -> Result<Bodies, TemplateFault> {
    let (mut boards, mut pictures) = (Vec::new(), Vec::new());
    for survey in surveys(edition) {
        let names = survey.names();
        let charts: Vec<Plate<'_>> = survey.charts();
        let setups: Vec<Plate<'_>> = survey.setups(edition.fonts);
        let plates = std::iter::once(&names).chain(&setups).chain(&charts);
        pictures.extend(plates.map(|plate| survey.file(plate)));
        boards.push(survey.view(&names, &setups, &charts));
    }
    let render = |template| edition.templates.render(template, &[("boards", &boards)]);
    let passages = boards.iter().flat_map(BoardView::passages).collect();
    Ok(Bodies { html: render("atlas.html")?, markdown: render("atlas.md")?, pictures, passages })
}

impl BoardView {
    fn passages(&self) -> impl Iterator<Item = Passage> {
        let kinds: Vec<String> =
            self.kinds.iter().map(|kind| format!("{} {}", kind.count, kind.name)).collect();
        let charts: Vec<&str> = self.charts.iter().map(|chart| chart.picture.title.as_str()).collect();
        let text = format!("{} cells: {}. {}.", self.cells, kinds.join(", "), charts.join(". "));
        self.variants.iter().map(move |variant| Passage {
            heading: variant.title.clone(),
            anchor: variant.anchor.clone(),
            text: text.clone(),
        })
    }
}

/// Where a variant's board stands on the page.
pub fn anchor_of(variant: &Variant) -> String {
    anchor("b", &variant.id)
}

/// The boards of the book's variants, each once.
fn surveys<'a>(edition: &'a Edition<'_>) -> Vec<Survey<'a>> {
    let mut surveys: Vec<Survey<'a>> = Vec::new();
    for variant in edition.own_variants() {
        match surveys.iter_mut().find(|survey| *survey.board == *variant.board) {
            Some(survey) => survey.variants.push(variant),
            None => surveys.push(Survey {
                board: &variant.board,
                variants: vec![variant],
                id: &variant.id,
                standings: match variant.board.has_sheets() {
                    true => Vec::new(),
                    false => variant.board.standings(),
                },
            }),
        }
    }
    surveys
}

impl Survey<'_> {
    fn view(&self, names: &Plate<'_>, setups: &[Plate<'_>], charts: &[Plate<'_>]) -> BoardView {
        let board = self.board;
        let kind = |kind: crate::model::Kind| {
            let count = board.of_kind(kind).len();
            KindView { name: plural(kind.name(), count), count }
        };
        BoardView {
            variants: self.variants.iter().map(|variant| variant_view(variant)).collect(),
            cells: board.len(),
            kinds: board.kinds().map(kind).collect(),
            files: board.files().to_vec(),
            ranks: board.ranks().iter().map(ToString::to_string).collect(),
            beside: self.beside(),
            names: self.picture(names),
            setups: setups.iter().map(|setup| self.picture(setup)).collect(),
            charts: charts.iter().map(|chart| self.chart_view(chart)).collect(),
            others: self.others(),
            rows: match board.has_sheets() {
                true => Vec::new(),
                false => board.cells().map(|cell| self.cell(cell)).collect(),
            },
        }
    }

    fn path(&self, plate: &Plate<'_>) -> String {
        // A folder of its own, as diagrams of the book may have any name.
        format!("diagrams/atlas/{}-{}.svg", self.id, plate.name)
    }

    fn file(&self, plate: &Plate<'_>) -> Sheet {
        let text = svg::standalone(&plate.scene, &Theme::LIGHT, &plate.title, &plate.alt);
        Sheet { path: self.path(plate), text }
    }

    fn picture(&self, plate: &Plate<'_>) -> PictureView {
        let prefix = anchor("b", &format!("{}-{}", self.id, plate.name));
        PictureView {
            svg: svg::inline(&plate.scene, &prefix, &plate.title, &plate.alt),
            file: self.path(plate),
            title: plate.title.clone(),
            alt: plate.alt.clone(),
        }
    }

    fn chart_view(&self, chart: &Plate<'_>) -> ChartView {
        let line = |(index, line): (usize, &Line)| LineView {
            number: index + 1,
            cells: self.names_of(&line.cells),
            closed: line.closed,
            one_way: !line.both_ways,
        };
        ChartView {
            anchor: anchor("b", &format!("{}-{}", self.id, chart.name)),
            class: chart.class.clone(),
            picture: self.picture(chart),
            lines: chart.lines.iter().enumerate().map(line).collect(),
        }
    }

    fn names(&self) -> Plate<'_> {
        let diagram = Diagram { names: true, ..Diagram::of_board(self.board) };
        Plate {
            name: "names".into(),
            class: String::new(),
            title: "The names of the cells".into(),
            alt: diagram.describe(self.board),
            scene: scene::lay_out(
                &diagram,
                self.board,
                &Options { coordinates: false, ..Options::default() },
            ),
            lines: &[],
        }
    }

    /// The setup of each variant that has one.
    fn setups(&self, fonts: &Fonts<'_>) -> Vec<Plate<'_>> {
        let setup = |variant: &&Variant| {
            let diagram = diagram_of(variant)?;
            let title = match self.variants[..] {
                [_] => "The setup".to_string(),
                _ => format!("The setup of {}", variant.title),
            };
            Some(Plate {
                name: format!("setup-{}", variant.id),
                class: String::new(),
                title,
                alt: diagram.describe(self.board),
                scene: scene::lay_out(&diagram, self.board, &Options { fonts, ..Options::default() }),
                lines: &[],
            })
        };
        self.variants.iter().filter_map(setup).collect()
    }

    fn beside(&self) -> Vec<String> {
        let board = self.board;
        let beside = |cell: &Cell| board.info(*cell).file.is_none() || board.info(*cell).rank.is_none();
        board.cells().filter(beside).map(|cell| board.name(cell).to_string()).collect()
    }

    /// The lines of every class that has its own, then the contacts. On a grid, the leaps that sentences name.
    fn charts(&self) -> Vec<Plate<'_>> {
        if self.board.has_sheets() {
            return self.leaps();
        }
        let lines = self.standings.iter().filter_map(|(class, standing)| match standing {
            Standing::Lines(lines) if !lines.is_empty() => Some(self.chart(class, lines)),
            _ => None,
        });
        let contacts = [(Contact::Side, "side"), (Contact::Corner, "corner")];
        lines.chain(contacts.into_iter().filter_map(|(contact, name)| self.contacts(contact, name))).collect()
    }

    /// For each class that a sentence names, where its steps lead from the middle of the board.
    fn leaps(&self) -> Vec<Plate<'_>> {
        let sentences = self.variants.iter().flat_map(|variant| &variant.pieces).map(|piece| &piece.movement);
        let named: BTreeSet<&str> =
            sentences.flat_map(|sentence| sentence.classes()).map(|word| word.text.as_str()).collect();
        // Classes with other names for the same leaps have one picture.
        let mut alike: BTreeMap<&[Dir], Vec<&str>> = BTreeMap::new();
        for (name, class) in named.into_iter().filter_map(|name| Some((name, self.board.class(name)?))) {
            alike.entry(&class.dirs).or_default().push(name);
        }
        let middle = self.board.on_first_sheet(Lattice::middle);
        let leap = |names: &Vec<&str>| {
            let (from, class) = (middle?, *names.first()?);
            let targets: Vec<Cell> = self.board.steps(self.board.class(class)?, from).into_iter().collect();
            let track = |to: &Cell| Track {
                cells: vec![from, *to],
                closed: false,
                one_way: true,
                label: String::new(),
                stroke: 0,
            };
            let chart = Chart { tracks: targets.iter().map(track).collect() };
            let (name, cells) = (self.board.name(from), self.names_of(&targets).join(", "));
            Some(Plate {
                name: file_name(class),
                class: class.to_string(),
                title: format!("{}: one step from {name}", names.join(", ")),
                alt: format!("From {name} one step along {} leads to {cells}.", names.join(" or ")),
                scene: scene::chart(&chart, self.board),
                lines: &[],
            })
        };
        alike.values().filter_map(leap).collect()
    }

    fn chart<'a>(&'a self, class: &str, lines: &'a [Line]) -> Plate<'a> {
        let both_ways = lines.iter().all(|line| line.both_ways);
        let numbered = |(index, line): (usize, &Line)| Track {
            cells: line.cells.clone(),
            closed: line.closed,
            one_way: false,
            label: (index + 1).to_string(),
            stroke: index,
        };
        // Where single steps matter, names of lines would only be in the way.
        let step = |[from, to]: [Cell; 2]| Track {
            cells: vec![from, to],
            closed: false,
            one_way: true,
            label: String::new(),
            stroke: 0,
        };
        let tracks = if both_ways {
            lines.iter().enumerate().map(numbered).collect()
        } else {
            self.steps(class).into_iter().map(step).collect()
        };
        let chart = Chart { tracks };
        let closed = lines.iter().filter(|line| line.closed).count();
        let title = if !both_ways {
            format!("{class}: where its steps lead, for White")
        } else if closed == lines.len() {
            format!("{class}: {closed} closed {}", plural("line", closed))
        } else {
            format!("{class}: {} {}", lines.len(), plural("line", lines.len()))
        };
        let told = |(index, line): (usize, &Line)| {
            let (between, end) =
                (if line.both_ways { ", " } else { " to " }, if line.closed { " and round" } else { "" });
            format!("Line {}: {}{end}.", index + 1, self.names_of(&line.cells).join(between))
        };
        let alt: Vec<String> = lines.iter().enumerate().map(told).collect();
        Plate {
            name: file_name(class),
            class: class.to_string(),
            title,
            alt: alt.join(" "),
            scene: scene::chart(&chart, self.board),
            lines,
        }
    }

    /// Every step of a class.
    fn steps(&self, class: &str) -> Vec<[Cell; 2]> {
        let board = self.board;
        let from = |class, cell| board.steps(class, cell).into_iter().map(move |to| [cell, to]);
        let class = board.class(class);
        class.into_iter().flat_map(|class| board.cells().flat_map(move |cell| from(class, cell))).collect()
    }

    fn contacts(&self, contact: Contact, name: &str) -> Option<Plate<'_>> {
        let board = self.board;
        let pairs = board.cells().flat_map(|cell| {
            let later = move |(other, kind): &&(Cell, Contact)| *kind == contact && cell < *other;
            board.contacts(cell).iter().filter(later).map(move |(other, _)| [cell, *other])
        });
        let track = |pair: [Cell; 2]| Track {
            cells: pair.to_vec(),
            closed: false,
            one_way: false,
            label: String::new(),
            stroke: 0,
        };
        let tracks: Vec<Track> = pairs.map(track).collect();
        let count = tracks.len();
        (count > 0).then(|| Plate {
            name: format!("contacts-{name}"),
            class: String::new(),
            title: format!("Contacts by a {name}: {count} {}", plural("pair", count)),
            alt: format!("Board with a line from cell to cell for each of {count} pairs that touch by a {name}; the table of cells lists them."),
            scene: scene::chart(&Chart { tracks }, board),
            lines: &[],
        })
    }

    fn others(&self) -> Vec<OtherView> {
        let text = |standing: &Standing| match standing {
            Standing::Lines(lines) if lines.is_empty() => Some("has no line on this board".to_string()),
            Standing::Lines(_) => None,
            Standing::Same(other) => Some(format!("has the lines of {other} on this board")),
            Standing::Union(parts) => Some(format!("is {} together", parts.join(", "))),
            Standing::Contacts(kinds) => Some(match kinds[..] {
                [Contact::Side] => "leads to every cell that touches by a side".to_string(),
                [Contact::Corner] => "leads to every cell that touches by a corner only".to_string(),
                _ => "leads to every cell that touches in either way".to_string(),
            }),
        };
        let other = |(class, standing): &(String, Standing)| {
            Some(OtherView { class: class.clone(), text: text(standing)? })
        };
        self.standings.iter().filter_map(other).collect()
    }

    fn cell(&self, cell: Cell) -> CellView {
        let (board, info) = (self.board, self.board.info(cell));
        let touching = |contact: Contact| {
            let mut near: Vec<Cell> = board
                .contacts(cell)
                .iter()
                .filter(|(_, kind)| *kind == contact)
                .map(|(cell, _)| *cell)
                .collect();
            near.sort_unstable();
            self.names_of(&near)
        };
        let (mut lines, mut dead_ends) = (Vec::new(), Vec::new());
        for (class, standing) in &self.standings {
            let Standing::Lines(all) = standing else { continue };
            if all.iter().any(|line| !line.both_ways) {
                continue;
            }
            let on = all.iter().enumerate().filter(|(_, line)| line.cells.contains(&cell));
            lines.extend(on.map(|(index, _)| format!("{class} {}", index + 1)));
            let ways = board.class(class).map_or(0, |class| board.steps(class, cell).len());
            dead_ends.extend((ways == 1).then(|| class.clone()));
        }
        CellView {
            name: info.name.clone(),
            kind: info.kind.name(),
            file: info.file.and_then(|file| board.files().get(file)).cloned().unwrap_or_default(),
            rank: info.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            by_side: touching(Contact::Side),
            by_corner: touching(Contact::Corner),
            lines,
            dead_ends,
        }
    }

    fn names_of(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|cell| self.board.name(*cell).to_string()).collect()
    }
}

/// A variant's setup as a diagram.
fn diagram_of(variant: &Variant) -> Option<Diagram> {
    variant.setup.as_ref().map(|setup| Diagram::of(&setup.position, variant))
}

fn variant_view(variant: &Variant) -> VariantView {
    VariantView { title: variant.title.clone(), anchor: anchor_of(variant) }
}

fn plural(noun: &str, count: usize) -> String {
    if count == 1 { noun.to_string() } else { format!("{noun}s") }
}

/// A class's name with letters that names of files can have everywhere.
fn file_name(class: &str) -> String {
    class.replace('+', "-plus").replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_")
}
