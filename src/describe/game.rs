//! The rules of a whole game in English, in the order in which a player reads them: what holds for several pieces is said
//! once, with the list of them.

use super::words::list;
use super::{Subject, Topic, hand, notation, play};
use crate::model::{Board, Kind, Piece, PieceId, Reserve, Side, Variant};
use crate::movement;
use crate::movement::words::{joined, number, plural};

/// What a part of the rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Start,
    Castling,
    Promotion,
    Joining,
    Captured,
    Drops,
    Travel,
    Ending,
    Notation,
}

impl Part {
    pub const ALL: [Part; 9] = [
        Part::Start,
        Part::Castling,
        Part::Promotion,
        Part::Joining,
        Part::Captured,
        Part::Drops,
        Part::Travel,
        Part::Ending,
        Part::Notation,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Part::Start => "The board and the start",
            Part::Castling => "Castling",
            Part::Promotion => "Promotion and change",
            Part::Joining => "Joining and parting",
            Part::Captured => "Captured pieces",
            Part::Drops => "Drops",
            Part::Travel => "Cells that travel",
            Part::Ending => "Check and the end of the game",
            Part::Notation => "How moves are written",
        }
    }

    /// Where a sentence about a piece stands; `None` for what is said with its movement, or said of another.
    fn of(topic: Topic) -> Option<Part> {
        match topic {
            Topic::Captures | Topic::Powers | Topic::Origin | Topic::Checkers => None,
            // Said of all that take part in it at once.
            Topic::Castling => None,
            Topic::Promotion | Topic::Change => Some(Part::Promotion),
            Topic::Hand => Some(Part::Captured),
            Topic::Drop => Some(Part::Drops),
            Topic::Joining => Some(Part::Joining),
            Topic::Travel => Some(Part::Travel),
            Topic::Royal | Topic::Ending => Some(Part::Ending),
        }
    }
}

/// One of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    pub part: Part,
    pub of: Whom,
    /// A sentence or several; "it" is one of the pieces spoken of.
    pub text: String,
}

/// Which pieces a rule speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// None: it is about the game.
    Game,
    Only(Vec<PieceId>),
    AllBut(Vec<PieceId>),
}

impl Whom {
    /// The shorter way to name some pieces.
    fn new(variant: &Variant, pieces: Vec<PieceId>) -> Whom {
        const FEW: usize = 4;
        let others: Vec<PieceId> = variant.piece_ids().filter(|id| !pieces.contains(id)).collect();
        if pieces.len() > FEW && 2 * others.len() < pieces.len() {
            Whom::AllBut(others)
        } else {
            Whom::Only(pieces)
        }
    }

    /// All of them.
    fn pieces(&self, variant: &Variant) -> Vec<PieceId> {
        match self {
            Whom::Game => Vec::new(),
            Whom::Only(pieces) => pieces.clone(),
            Whom::AllBut(others) => variant.piece_ids().filter(|id| !others.contains(id)).collect(),
        }
    }
}

/// All rules of the game but what each piece does by its movement and powers.
pub fn game(variant: &Variant) -> Vec<Article> {
    let of_game = |(part, texts): (Part, Vec<String>)| {
        texts.into_iter().map(move |text| Article { part, of: Whom::Game, text })
    };
    let before = [
        (Part::Start, start(variant)),
        (Part::Castling, play::castlings(variant)),
        (Part::Travel, play::travels(variant)),
    ];
    let behind = [
        (Part::Captured, hand::captured(variant).into_iter().collect()),
        (Part::Ending, play::ends(variant)),
        (Part::Notation, notation::notation(&variant.notation, variant)),
    ];
    let mut all: Vec<Article> = before.into_iter().flat_map(of_game).collect();
    all.extend(of_pieces(variant));
    all.extend(behind.into_iter().flat_map(of_game));
    all.sort_by_key(|article| article.part);
    all
}

/// The rules of a game that another does not have, or not for all pieces of the same names.
pub fn beyond(variant: &Variant, other: &Variant) -> Vec<Article> {
    let others = game(other);
    let rest = |article: Article| {
        let same = others.iter().find(|known| (known.part, &known.text) == (article.part, &article.text));
        let Some(same) = same else { return Some(article) };
        let known = same.of.pieces(other);
        let known: Vec<&str> = known.iter().map(|id| other.piece(*id).id.as_str()).collect();
        let mut pieces = article.of.pieces(variant);
        pieces.retain(|id| !known.contains(&variant.piece(*id).id.as_str()));
        (!pieces.is_empty()).then_some(Article { of: Whom::Only(pieces), ..article })
    };
    game(variant).into_iter().filter_map(rest).collect()
}

/// What is said of pieces, each sentence once with all whom it is said of.
fn of_pieces(variant: &Variant) -> Vec<Article> {
    let mut found: Vec<(Topic, String, Vec<PieceId>)> = Vec::new();
    for id in variant.piece_ids() {
        for statement in super::statements(Subject { variant, id, among_others: true }) {
            let same = found.iter_mut().find(|(topic, text, _)| {
                (*topic, text.as_str()) == (statement.topic, statement.text.as_str())
            });
            match same {
                Some((.., pieces)) => pieces.push(id),
                None => found.push((statement.topic, statement.text, vec![id])),
            }
        }
    }
    found.sort_by_key(|(topic, ..)| *topic);
    let article = |(topic, text, pieces)| {
        Some(Article { part: Part::of(topic)?, of: Whom::new(variant, pieces), text })
    };
    found.into_iter().filter_map(article).collect()
}

/// The board, what lies beside it, and who begins.
fn start(variant: &Variant) -> Vec<String> {
    let board = &variant.board;
    let mut texts = vec![size(board)];
    texts.extend(absent(board));
    let heads = |piece: &Piece| {
        let says = movement::describe(&piece.movement);
        ["forward", "backward"].iter().any(|word| says.contains(word))
    };
    if variant.pieces.iter().any(heads) {
        texts.push("Forward is up the board for White, and down for Black.".to_string());
    }
    match &variant.setup {
        Some(setup) => {
            texts.extend(reserves(variant, &setup.reserve));
            texts.push("White moves first, and then the sides move in turn.".to_string());
        }
        None => texts.push("No setup is given.".to_string()),
    }
    texts
}

/// What is missing of the board at the start.
fn absent(board: &Board) -> Option<String> {
    let points = *board.absent() & board.of_kind(Kind::Point);
    let cells = *board.absent() - points;
    let points = if points.is_empty() { "" } else { ", nor the points that touch nothing else" };
    (!cells.is_empty()).then(|| format!("At the start {} are not there{points}.", list(board, &cells, "and")))
}

/// "The board has 64 squares in 8 files and 8 ranks".
fn size(board: &Board) -> String {
    let counted = |count: usize, name: &str| {
        format!("{count} {}", if count == 1 { name.to_string() } else { plural(name) })
    };
    let kinds: Vec<String> =
        board.kinds().map(|kind| counted(board.of_kind(kind).len(), kind.name())).collect();
    let (files, ranks) = (board.files().len(), board.ranks().len());
    match &kinds[..] {
        [only] if files * ranks == board.len() => {
            format!("The board has {only} in {} and {}.", counted(files, "file"), counted(ranks, "rank"))
        }
        [only] => format!("The board has {only}."),
        _ => format!("The board has {} cells: {}.", board.len(), joined(&kinds, "and")),
    }
}

/// What each side has beside the board at the start.
fn reserves(variant: &Variant, reserve: &Reserve) -> Option<String> {
    let of = |side: Side| {
        let pieces = variant.piece_ids().filter_map(|id| {
            let name = &variant.piece(id).name;
            match reserve.count(side, id) {
                0 => None,
                1 => Some(format!("one {name}")),
                count => Some(format!("{} {}", number(count), plural(name))),
            }
        });
        joined(&pieces.collect::<Vec<_>>(), "and")
    };
    let [white, black] = Side::BOTH.map(of);
    match (white.as_str(), black.as_str()) {
        ("", "") => None,
        (both, other) if both == other => Some(format!("Beside the board each side has {both}.")),
        (white, "") => Some(format!("Beside the board White has {white}.")),
        ("", black) => Some(format!("Beside the board Black has {black}.")),
        (white, black) => Some(format!("Beside the board White has {white}, and Black {black}.")),
    }
}

/// Whether any piece is royal.
pub(super) fn has_royal(variant: &Variant) -> bool {
    variant.pieces.iter().any(|piece| piece.royal)
}
