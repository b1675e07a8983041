//! The atlas: each board of the book, with a picture of every class of directions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use super::super::edition::{Edition, TextFile};
use super::super::medium::Addresses;
use super::super::passage::Passage;
use super::super::text::merge;
use super::super::words::kind_name;
use padma_book::pages::ids::{anchor, anchor_of_part};
use padma_book::pages::made::anchor_of_board;
use padma_picture::backend::svg;
use padma_picture::scene::{self, Fonts, Options, Scene, Theme};
use padma_picture::words::describe;
use padma_rules::diagram::{Diagram, Mark, Track};
use padma_rules::model::{Board, Cell, CellSet, ClassRelation, Contact, Dir, Line, Rank, Variant};
use padma_words::{Language, Listing, Say, SlotValue, say};

/// A board of the book, and the variants that are played on it.
struct BoardEntry<'a> {
    board: &'a Board,
    variants: Vec<&'a Variant>,
    /// The id of the first of these variants.
    id: &'a str,
    /// Each class of directions, and what it adds to the board; empty on a grid.
    standings: Vec<(String, ClassRelation)>,
    /// The picture with the names of the cells.
    names: Option<Plate>,
    /// The setup of each variant that has one.
    setups: Vec<Plate>,
    /// The classes of directions.
    charts: Vec<Plate>,
    words: &'static Language,
}

/// A picture of the atlas.
struct Plate {
    name: String,
    /// The class of directions, as authors write it; empty for contacts.
    class: String,
    title: String,
    alt: String,
    scene: Scene,
    /// The lines that the picture numbers.
    lines: Vec<Line>,
}

/// The boards of a book with their pictures.
pub(crate) struct Atlas<'a> {
    boards: Vec<BoardEntry<'a>>,
    theme: &'a Theme,
}

impl<'a> Atlas<'a> {
    pub(crate) fn new(edition: &'a Edition<'_>) -> Atlas<'a> {
        let mut boards = entries(edition);
        for entry in &mut boards {
            let (setups, charts) = (entry.draw_setups(edition.fonts), entry.draw_charts());
            entry.names = Some(entry.draw_names());
            (entry.setups, entry.charts) = (setups, charts);
        }
        Atlas {
            boards,
            theme: &edition.themes.light,
        }
    }

    pub(crate) fn view(&self, addresses: &Addresses<'_>) -> Json {
        let boards = self.boards.iter().map(|entry| entry.view(addresses));
        json!({"boards": boards.collect::<Vec<_>>()})
    }

    /// Returns the files with the pictures.
    pub(crate) fn pictures(&self) -> Vec<TextFile> {
        let of_board = |entry: &BoardEntry<'a>| {
            let plates = entry.names.iter().chain(&entry.setups).chain(&entry.charts);
            let files = plates.map(|plate| entry.file(plate, self.theme));
            files.collect::<Vec<_>>()
        };
        self.boards.iter().flat_map(of_board).collect()
    }

    /// Returns the passages for the search.
    pub(crate) fn passages(&self) -> Vec<Passage> {
        let boards = self.boards.iter();
        boards.flat_map(BoardEntry::passages).collect()
    }
}

/// Returns the boards of the book's variants, each once.
fn entries<'a>(edition: &'a Edition<'_>) -> Vec<BoardEntry<'a>> {
    let mut entries: Vec<BoardEntry<'a>> = Vec::new();
    for variant in edition.own_variants() {
        match entries
            .iter_mut()
            .find(|entry| *entry.board == *variant.board)
        {
            Some(entry) => entry.variants.push(variant),
            None => entries.push(BoardEntry {
                board: &variant.board,
                variants: vec![variant],
                id: &variant.id,
                standings: match variant.board.has_petals() {
                    true => variant.board.class_relations(),
                    false => Vec::new(),
                },
                names: None,
                setups: Vec::new(),
                charts: Vec::new(),
                words: edition.words(),
            }),
        }
    }
    entries
}

impl BoardEntry<'_> {
    fn passages(&self) -> impl Iterator<Item = Passage> {
        let charts = self.charts.iter().map(|chart| chart.title.as_str());
        let charts: Vec<&str> = charts.collect();
        let cells = self.words.say(say!(
            labels::EntryCells,
            count = self.board.len(),
            kinds = Listing::Enumeration.of(self.kinds())
        ));
        let text = format!("{cells} {}.", charts.join(". "));
        self.variants.iter().map(move |variant| Passage {
            heading: variant.title.clone(),
            anchor: anchor_of_board(variant),
            text: text.clone(),
        })
    }

    /// Returns the number of cells of each kind, with the kind's name.
    fn kinds(&self) -> impl Iterator<Item = Say> {
        self.board.kinds().map(|kind| {
            say!(
                labels::CountedKind,
                count = self.board.of_kind(kind).len(),
                kind = kind_name(kind)
            )
        })
    }

    fn view(&self, addresses: &Addresses<'_>) -> Json {
        let board = self.board;
        let variant = |variant: &&Variant| json!({"title": variant.title, "anchor": addresses.id(&anchor_of_board(variant))});
        let picture = |plate: &Plate| self.picture(plate, addresses);
        let setups = self.setups.iter().map(picture);
        let charts = self
            .charts
            .iter()
            .map(|chart| self.chart_view(chart, addresses));
        // Elsewhere the neighbours of a cell are obvious.
        let cells = board.cells().filter(|_| board.has_petals());
        json!({
            "variants": self.variants.iter().map(variant).collect::<Vec<_>>(),
            "cells": board.len(),
            "levels": board.levels().unwrap_or(0),
            "there": (board.all() - *board.absent()).len(),
            "kinds": self.words.say(Listing::And.of(self.kinds())),
            "files": board.files(),
            "ranks": drawn_ranks(board).iter().map(ToString::to_string).collect::<Vec<_>>(),
            "beside": self.cells_without_file_or_rank(),
            "names": self.names.as_ref().map(picture),
            "setups": setups.collect::<Vec<_>>(),
            "charts": charts.collect::<Vec<_>>(),
            "others": self.other_classes(),
            "rows": cells.map(|cell| self.cell(cell)).collect::<Vec<_>>(),
        })
    }

    fn path(&self, plate: &Plate) -> String {
        // The pictures have a folder of their own, because the book's diagrams may have any name.
        format!("diagrams/atlas/{}-{}.svg", self.id, plate.name)
    }

    fn file(&self, plate: &Plate, theme: &Theme) -> TextFile {
        let text = svg::standalone(&plate.scene, theme, &plate.title, &plate.alt);
        TextFile {
            path: self.path(plate),
            text,
        }
    }

    fn picture(&self, plate: &Plate, addresses: &Addresses<'_>) -> Json {
        let id = addresses.id(&anchor_of_part(&anchor("b", self.id), &plate.name));
        let picture = svg::inline(&plate.scene, &id, &plate.title, &plate.alt);
        json!({
            "svg": addresses.picture(picture),
            "file": addresses.file(&self.path(plate)),
            "title": plate.title,
            "alt": plate.alt,
        })
    }

    fn chart_view(&self, chart: &Plate, addresses: &Addresses<'_>) -> Json {
        let line = |(index, line): (usize, &Line)| {
            json!({
                "number": index + 1,
                "cells": self.names_of(&line.cells),
                "closed": line.closed,
                "one_way": !line.both_ways,
            })
        };
        let own = json!({
            "anchor": addresses.id(&anchor_of_part(&anchor("b", self.id), &chart.name)),
            "class": chart.class,
            "lines": chart.lines.iter().enumerate().map(line).collect::<Vec<_>>(),
        });
        merge(self.picture(chart, addresses), own)
    }

    fn draw_names(&self) -> Plate {
        let diagram = Diagram {
            names: true,
            ..Diagram::of_board(self.board)
        };
        let options = Options {
            coordinates: false,
            ..Options::default()
        };
        self.plate(
            "names".into(),
            self.words.say(say!(labels::NamesOfCells)),
            &diagram,
            &options,
        )
    }

    /// Draws the setup of each variant that has one.
    fn draw_setups(&self, fonts: &Fonts<'_>) -> Vec<Plate> {
        let setup = |variant: &&Variant| {
            let diagram = Diagram::of(&variant.setup.as_ref()?.position, variant);
            let title = match self.variants[..] {
                [_] => say!(labels::TheSetup),
                _ => say!(labels::SetupOf, game = &variant.title),
            };
            let options = Options {
                fonts,
                words: self.words,
                ..Options::default()
            };
            Some(self.plate(
                format!("setup-{}", variant.id),
                self.words.say(title),
                &diagram,
                &options,
            ))
        };
        self.variants.iter().filter_map(setup).collect()
    }

    fn plate(
        &self,
        name: String,
        title: String,
        diagram: &Diagram,
        options: &Options<'_>,
    ) -> Plate {
        let alt = describe(diagram, self.board, self.words);
        let scene = scene::lay_out(diagram, self.board, options);
        Plate {
            name,
            class: String::new(),
            title,
            alt,
            scene,
            lines: Vec::new(),
        }
    }

    /// Returns the cells that belong to no file or to no rank.
    fn cells_without_file_or_rank(&self) -> Vec<String> {
        let board = self.board;
        let is_beside =
            |cell: &Cell| board.info(*cell).file.is_none() || board.info(*cell).rank.is_none();
        board
            .cells()
            .filter(is_beside)
            .map(|cell| board.name(cell).to_string())
            .collect()
    }

    /// Draws every class of a lotus board that has lines of its own, then the contacts; on another
    /// board, the steps that pieces use.
    fn draw_charts(&self) -> Vec<Plate> {
        if !self.board.has_petals() {
            return self.leaps();
        }
        let lines = self
            .standings
            .iter()
            .filter_map(|(class, standing)| match standing {
                ClassRelation::Lines(lines) if !lines.is_empty() => Some(self.chart(class, lines)),
                _ => None,
            });
        let contacts = [(Contact::Side, "side"), (Contact::Corner, "corner")];
        lines
            .chain(
                contacts
                    .into_iter()
                    .filter_map(|(contact, name)| self.contacts(contact, name)),
            )
            .collect()
    }

    /// Draws the steps from the middle of the board of each class that a piece's movement names.
    fn leaps(&self) -> Vec<Plate> {
        let sentences = self
            .variants
            .iter()
            .flat_map(|variant| &variant.kinds)
            .map(|kind| &kind.movement);
        let named: BTreeSet<&str> = sentences
            .flat_map(|sentence| sentence.classes())
            .map(|word| word.text.as_str())
            .collect();
        // Classes with the same leaps share one picture.
        let mut by_dirs: BTreeMap<&[Dir], Vec<&str>> = BTreeMap::new();
        for (name, class) in named
            .into_iter()
            .filter_map(|name| Some((name, self.board.class(name)?)))
        {
            by_dirs.entry(&class.dirs).or_default().push(name);
        }
        let middle = self.board.middle();
        let leap = |names: &Vec<&str>| {
            let (from, class) = (middle?, *names.first()?);
            let targets: Vec<Cell> = self
                .board
                .steps(self.board.class(class)?, from)
                .into_iter()
                .collect();
            let cell = self.board.name(from);
            let title = self.words.say(say!(
                labels::OneStep,
                classes = Listing::Enumeration.of(names.iter().copied()),
                cell
            ));
            let alt = self.words.say(say!(
                labels::OneStepLeads,
                classes = Listing::Or.of(names.iter().copied()),
                cell,
                cells = Listing::Enumeration.of(self.names_of(&targets))
            ));
            if self.board.is_solid() {
                return Some(self.marked(class, title, alt, from, &targets));
            }
            let tracks: Vec<Track> = targets
                .iter()
                .map(|to| Track::step([from, *to], true))
                .collect();
            Some(self.draw_chart(class, title, alt, &tracks, &[]))
        };
        by_dirs.values().filter_map(leap).collect()
    }

    /// Marks the cells that a class leads to: across levels, arrows would hide them.
    fn marked(
        &self,
        class: &str,
        title: String,
        alt: String,
        from: Cell,
        targets: &[Cell],
    ) -> Plate {
        let mark = |symbol: &str, cells: CellSet| Mark {
            symbol: symbol.to_string(),
            cells,
            meaning: String::new(),
        };
        let diagram = Diagram {
            marks: vec![
                mark("x", targets.iter().copied().collect()),
                mark("o", CellSet::from_iter([from])),
            ],
            ..Diagram::of_board(self.board)
        };
        Plate {
            class: class.to_string(),
            alt,
            ..self.plate(file_name(class), title, &diagram, &Options::default())
        }
    }

    /// Draws the lines of a class, or its single steps if a line leads one way only.
    fn chart(&self, class: &str, lines: &[Line]) -> Plate {
        let both_ways = lines.iter().all(|line| line.both_ways);
        let numbered_track = |(index, line): (usize, &Line)| Track {
            cells: line.cells.clone(),
            closed: line.closed,
            one_way: false,
            label: (index + 1).to_string(),
            stroke: index,
        };
        let tracks: Vec<Track> = if both_ways {
            lines.iter().enumerate().map(numbered_track).collect()
        } else {
            // Single steps are drawn without labels, for which there is no room.
            self.steps(class)
                .into_iter()
                .map(|step| Track::step(step, true))
                .collect()
        };
        let closed = lines.iter().filter(|line| line.closed).count();
        let title = self.words.say(match both_ways {
            false => say!(labels::StepsLead, class),
            true => say!(
                labels::ClassLines,
                class,
                count = lines.len(),
                closed = closed == lines.len()
            ),
        });
        let line_text = |(index, line): (usize, &Line)| {
            let cells = self.names_of(&line.cells);
            say!(
                labels::LineCells,
                number = index + 1,
                one_way = !line.both_ways,
                cells = Listing::Enumeration.of(&cells),
                way = Listing::Onward.of(cells),
                closed = line.closed
            )
        };
        let alt = Listing::Sentences.of(lines.iter().enumerate().map(line_text));
        self.draw_chart(class, title, self.words.say(alt), &tracks, lines)
    }

    /// Draws the tracks of a class over the board.
    fn draw_chart(
        &self,
        class: &str,
        title: String,
        alt: String,
        tracks: &[Track],
        lines: &[Line],
    ) -> Plate {
        let scene = scene::chart(tracks, self.board);
        Plate {
            name: file_name(class),
            class: class.to_string(),
            title,
            alt,
            scene,
            lines: lines.to_vec(),
        }
    }

    /// Returns every step of a class.
    fn steps(&self, class: &str) -> Vec<[Cell; 2]> {
        let board = self.board;
        let from = |class, cell| {
            board
                .steps(class, cell)
                .into_iter()
                .map(move |to| [cell, to])
        };
        let class = board.class(class);
        class
            .into_iter()
            .flat_map(|class| board.cells().flat_map(move |cell| from(class, cell)))
            .collect()
    }

    /// Draws all pairs of cells that touch in one way; `None` if there are none.
    fn contacts(&self, contact: Contact, name: &'static str) -> Option<Plate> {
        let board = self.board;
        let pairs = board.cells().flat_map(|cell| {
            let later = move |(other, kind): &&(Cell, Contact)| *kind == contact && cell < *other;
            board
                .contacts(cell)
                .iter()
                .filter(later)
                .map(move |(other, _)| [cell, *other])
        });
        let tracks: Vec<Track> = pairs.map(|pair| Track::step(pair, false)).collect();
        if tracks.is_empty() {
            return None;
        }
        let (count, way) = (tracks.len(), SlotValue::Key(name));
        let alt = self
            .words
            .say(say!(labels::ContactsShown, way = way.clone(), count));
        let title = self.words.say(say!(labels::Contacts, way, count));
        let plate = self.draw_chart(&format!("contacts-{name}"), title, alt, &tracks, &[]);
        Some(Plate {
            class: String::new(),
            ..plate
        })
    }

    /// Returns the classes that add no lines of their own, each with a description.
    fn other_classes(&self) -> Vec<Json> {
        let other = |(class, standing): &(String, ClassRelation)| {
            Some(json!({"class": class, "text": self.words.say(standing_said(standing)?)}))
        };
        self.standings.iter().filter_map(other).collect()
    }

    fn cell(&self, cell: Cell) -> Json {
        let (board, info) = (self.board, self.board.info(cell));
        let touching = |contact: Contact| {
            let near = board
                .contacts(cell)
                .iter()
                .filter(|(_, kind)| *kind == contact);
            let mut near: Vec<Cell> = near.map(|(cell, _)| *cell).collect();
            near.sort_unstable();
            self.names_of(&near)
        };
        let (mut lines, mut dead_ends) = (Vec::new(), Vec::new());
        for (class, standing) in &self.standings {
            let ClassRelation::Lines(all) = standing else {
                continue;
            };
            if all.iter().any(|line| !line.both_ways) {
                continue;
            }
            let on = all
                .iter()
                .enumerate()
                .filter(|(_, line)| line.cells.contains(&cell));
            lines.extend(on.map(|(index, _)| format!("{class} {}", index + 1)));
            let ways = board
                .class(class)
                .map_or(0, |class| board.steps(class, cell).len());
            dead_ends.extend((ways == 1).then(|| class.clone()));
        }
        json!({
            "name": info.name,
            "kind": self.words.say(kind_name(info.kind)),
            "file": info.file.and_then(|file| board.files().get(file)).map_or("", String::as_str),
            "rank": info.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            "by_side": touching(Contact::Side),
            "by_corner": touching(Contact::Corner),
            // `lines`: the lines through the cell, such as `X 1`; `dead_ends`: the classes in
            // which the cell ends a line.
            "lines": lines,
            "dead_ends": dead_ends,
        })
    }

    fn names_of(&self, cells: &[Cell]) -> Vec<String> {
        cells
            .iter()
            .map(|cell| self.board.name(*cell).to_string())
            .collect()
    }
}

/// Describes a class that adds no lines of its own; `None` for one that does.
fn standing_said(standing: &ClassRelation) -> Option<Say> {
    Some(match standing {
        ClassRelation::Lines(lines) if lines.is_empty() => say!(labels::HasNoLines),
        ClassRelation::Lines(_) => return None,
        ClassRelation::Same(class) => say!(labels::HasLinesOf, class),
        ClassRelation::Union(parts) => say!(
            labels::IsCombined,
            classes = Listing::Enumeration.of(parts.iter())
        ),
        ClassRelation::Contacts(kinds) => say!(
            labels::LeadsToTouching,
            ways = SlotValue::Key(match kinds[..] {
                [Contact::Side] => "side",
                [Contact::Corner] => "corner",
                _ => "both",
            })
        ),
    })
}

/// Returns the ranks as they are drawn, the lowest first.
fn drawn_ranks(board: &Board) -> Vec<Rank> {
    let height = |rank: &Rank| {
        let on_it = board
            .cells()
            .map(|cell| board.info(cell))
            .filter(|info| info.rank == Some(*rank));
        on_it
            .map(|info| info.centre.y)
            .fold(f64::INFINITY, f64::min)
    };
    let mut ranks = board.ranks();
    ranks.sort_by(|a, b| height(a).total_cmp(&height(b)));
    ranks
}

/// Returns a class's name with only characters that are safe in file names.
fn file_name(class: &str) -> String {
    class
        .replace('+', "-plus")
        .replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_")
}
