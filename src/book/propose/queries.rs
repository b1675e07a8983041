//! The expressions that ask what a piece does at a place: one for each verb, quantified as the place asks.

use super::functions::{OwnWords, ReachFunction};
use super::role::Role;
use super::token::ProseToken;
use padma_expr::{PlacedDiagram, PlacedPiece};
use padma_rules::model::{Castling, Cell, KindId, Rule, Side, Variant};
use padma_rules::movement::has_first_move;

/// Where a piece stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PiecePlace {
    /// On a cell.
    Cell(Cell),
    /// On each of some cells.
    Cells(Vec<Cell>),
    /// On each cell of a set of the board.
    Zone(&'static str),
}

impl PiecePlace {
    pub(super) fn of_role(role: Role) -> Option<PiecePlace> {
        Some(PiecePlace::Zone(match role {
            Role::Corner => "corners",
            Role::Middle => "middle",
            Role::Edge => "edge",
            Role::Anywhere => "cells",
            Role::Inside => "cells - edge",
            _ => return None,
        }))
    }

    pub(super) fn of_cells(cells: &[Cell]) -> PiecePlace {
        match cells {
            [cell] => PiecePlace::Cell(*cell),
            cells => PiecePlace::Cells(cells.to_vec()),
        }
    }
}

/// Pieces of one side as the game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetupPieces {
    /// Those of a kind.
    Kind(KindId),
    /// All.
    Army,
    /// All but those of a kind.
    ArmyBut(KindId),
}

/// Asks about the pieces of a variant, and about the figure above.
#[derive(Clone, Copy)]
pub(super) struct Queries<'a> {
    pub variant: &'a Variant,
    /// The nearest diagram above.
    pub figure: Option<&'a PlacedDiagram>,
    /// Whether an empty board is spoken of.
    pub is_empty: bool,
    /// Whether first moves are spoken of.
    pub is_first: bool,
    /// Whether what is legal is spoken of: "can only go to".
    pub is_restricted: bool,
    /// Whether the sentence speaks of captures beside other moves.
    pub takes_too: bool,
    /// The verbs of the book.
    pub own_words: &'a OwnWords,
    /// What the verb means in the book.
    pub own: Option<&'static ReachFunction>,
}

impl<'a> Queries<'a> {
    pub(super) fn id(&self, kind: KindId) -> &'a str {
        &self.variant.kind(kind).id
    }

    fn name(&self, cell: Cell) -> &'a str {
        self.variant.board.name(cell)
    }

    /// Writes a set of cells.
    pub(super) fn set_of(&self, cells: &[Cell]) -> String {
        let names: Vec<&str> = cells.iter().map(|cell| self.name(*cell)).collect();
        format!("{{{}}}", names.join(" "))
    }

    /// Writes the arguments of a function of a piece, of which White is meant if no side is named.
    fn sided(&self, name: &str, arguments: &[&str], side: Option<Side>) -> String {
        let black = (side == Some(Side::Black)).then_some("black");
        let all: Vec<&str> = arguments.iter().copied().chain(black).collect();
        format!("{name}({})", all.join(", "))
    }

    pub(super) fn setup(&self, kind: KindId, side: Option<Side>) -> String {
        self.sided("setup", &[self.id(kind)], side)
    }

    pub(super) fn letter(&self, kind: KindId) -> String {
        format!("letter({})", self.id(kind))
    }

    /// Asks where a piece promotes; `None` if it never does.
    pub(super) fn promotion(&self, kind: KindId, side: Option<Side>) -> Option<String> {
        self.variant.promotions(kind).next()?;
        Some(self.sided("promotion", &[self.id(kind)], side))
    }

    pub(super) fn count_of_kind(&self, kind: KindId, side: Option<Side>) -> Vec<String> {
        vec![format!("count({})", self.setup(kind, side))]
    }

    fn army(&self, side: Option<Side>) -> String {
        format!("army({})", side.unwrap_or(Side::White).name())
    }

    /// Asks where pieces of a side stand as the game begins.
    pub(super) fn at_start(&self, pieces: SetupPieces, side: Option<Side>) -> String {
        match pieces {
            SetupPieces::Kind(kind) => self.setup(kind, side),
            SetupPieces::Army => self.army(side),
            SetupPieces::ArmyBut(kind) => {
                format!("{} - {}", self.army(side), self.setup(kind, side))
            }
        }
    }

    /// Returns how many pieces of a side those are; `None` without a setup.
    pub(super) fn count_at_start(&self, meant: SetupPieces, side: Option<Side>) -> Option<usize> {
        let is_meant = |kind: KindId| match meant {
            SetupPieces::Kind(one) => kind == one,
            SetupPieces::Army => true,
            SetupPieces::ArmyBut(other) => kind != other,
        };
        let pieces = self.variant.setup.as_ref()?.position.pieces();
        let of_side = pieces.filter(|(_, piece)| piece.side == side.unwrap_or(Side::White));
        Some(
            of_side
                .filter(|(_, piece)| piece.kind.is_some_and(is_meant))
                .count(),
        )
    }

    /// Returns the army: first without the only kind that promotes, which may not be called a piece.
    pub(super) fn armies(&self) -> Vec<SetupPieces> {
        let promotes = |kind: &KindId| self.variant.promotions(*kind).next().is_some();
        let mut promoting = self.variant.kind_ids().filter(promotes);
        let pawn = promoting.next().filter(|_| promoting.next().is_none());
        let but = pawn.map(SetupPieces::ArmyBut);
        but.into_iter().chain([SetupPieces::Army]).collect()
    }

    pub(super) fn count_of_army(&self, side: Option<Side>, rank: Option<u64>) -> Vec<String> {
        match rank {
            Some(rank) => vec![format!("count({} & rank({rank}))", self.army(side))],
            None => vec![format!("count({})", self.army(side))],
        }
    }

    /// Counts the kinds of piece, or of those but for one: first those of the setup, if it is spoken of.
    pub(super) fn count_of_kinds(&self, excepts: bool, begins_with: bool) -> Vec<String> {
        let setup = self.variant.setup.as_ref();
        let begins = |kind: KindId| {
            let mut pieces = setup.into_iter().flat_map(|setup| setup.position.pieces());
            pieces.any(|(_, piece)| piece.kind == Some(kind))
        };
        let all: &[&str] = match self.variant.kind_ids().all(begins) {
            true => &["count(pieces)"],
            false if begins_with => &[BEGINNING, "count(pieces)"],
            false => &["count(pieces)", BEGINNING],
        };
        let but = if excepts { " - 1" } else { "" };
        all.iter().map(|count| format!("{count}{but}")).collect()
    }

    pub(super) fn legal_moves(&self, side: Option<Side>, kind: Option<KindId>) -> Vec<String> {
        let Some(figure) = self.figure else {
            return Vec::new();
        };
        let side = side.unwrap_or(Side::White).name();
        vec![match kind {
            Some(kind) => format!("{}.legal-moves({}, {side})", figure.id, self.id(kind)),
            None => format!("{}.legal-moves({side})", figure.id),
        }]
    }

    /// Returns the label of the only such piece in the figure, on a cell if one is named.
    pub(super) fn label(
        &self,
        kind: KindId,
        side: Option<Side>,
        cell: Option<Cell>,
    ) -> Option<&str> {
        let figure = self.figure.filter(|_| !self.is_empty)?;
        let of = |side: Option<Side>| {
            let mut found = figure.pieces.iter().filter(|piece| {
                piece.kind == kind
                    && side.is_none_or(|side| piece.side == side)
                    && cell.is_none_or(|cell| piece.cell == cell)
            });
            let piece = found.next()?;
            (found.next().is_none() && figure.typed).then_some(piece.label.as_str())
        };
        // If both sides have one and none is named, White is meant.
        of(side).or_else(|| of(side.or(Some(Side::White))))
    }

    /// Returns the cell of the only such piece of the other side than a labelled one.
    pub(super) fn stands_against(&self, label: &str, kind: KindId) -> Option<&str> {
        let figure = self.figure?;
        let side = figure
            .pieces
            .iter()
            .find(|piece| piece.label == label)?
            .side;
        let mut found = figure
            .pieces
            .iter()
            .filter(|piece| piece.kind == kind && piece.side != side);
        let piece = found.next()?;
        found.next().is_none().then(|| self.name(piece.cell))
    }

    /// Returns what a piece reaches at a place, or where it stands in the figure; `None` if neither is known.
    pub(super) fn reach_here(&self, kind: KindId, place: Option<&PiecePlace>) -> Option<String> {
        let id = self.id(kind);
        Some(match place {
            Some(PiecePlace::Cell(cell)) => match self.label(kind, None, Some(*cell)) {
                Some(label) => format!("reach({label})"),
                None => format!("reach({id}, {})", self.name(*cell)),
            },
            // The cells are those of what is said of all of them.
            Some(_) => format!("reach({id}, c)"),
            None => {
                let asked = if self.asks_legal(kind) {
                    "goes"
                } else {
                    "reach"
                };
                format!("{asked}({})", self.label(kind, None, None)?)
            }
        })
    }

    /// Whether the moves of a piece are meant that leave it unattacked.
    fn asks_legal(&self, kind: KindId) -> bool {
        self.is_restricted && self.variant.kind(kind).royal
    }

    /// Counts the same.
    pub(super) fn count_here(&self, kind: KindId, place: Option<&PiecePlace>) -> Option<String> {
        Some(format!("count({})", self.reach_here(kind, place)?))
    }

    /// Returns the cell of such a piece in the figure, and its side.
    pub(super) fn stands(&self, kind: KindId) -> Option<(&'a str, Side)> {
        let mut found = self
            .figure?
            .pieces
            .iter()
            .filter(|piece| piece.kind == kind);
        let piece = found.next()?;
        found
            .next()
            .is_none()
            .then(|| (self.name(piece.cell), piece.side))
    }

    /// Returns how the figure changes where such a piece leaves its cell: `, empty d2`, or nothing if it shows none;
    /// `None` if it shows several.
    pub(super) fn emptied(&self, kind: KindId, side: Side) -> Option<String> {
        let is_it = |piece: &&PlacedPiece| piece.kind == kind && piece.side == side;
        let mut found = self.figure?.pieces.iter().filter(is_it);
        let change = found
            .next()
            .map(|piece| format!(", empty {}", self.name(piece.cell)));
        found.next().is_none().then(|| change.unwrap_or_default())
    }

    /// Returns the cell of the only royal piece of a side in the figure.
    pub(super) fn king_of(&self, side: Side) -> Option<&'a str> {
        let is_king =
            |piece: &&PlacedPiece| piece.side == side && self.variant.kind(piece.kind).royal;
        let mut kings = self.figure?.pieces.iter().filter(is_king);
        let king = kings.next()?;
        kings.next().is_none().then(|| self.name(king.cell))
    }

    /// Returns a cell of the figure, and the side of the piece on it.
    pub(super) fn piece_on(&self, cell: Cell) -> Option<(&'a str, Side)> {
        let mut pieces = self.figure?.pieces.iter();
        let piece = pieces.find(|piece| piece.cell == cell)?;
        Some((self.name(cell), piece.side))
    }

    /// Returns what stands on a cell of the figure, if its author typed its pieces.
    pub(super) fn kind_on(&self, cell: Cell) -> Option<KindId> {
        let figure = self.figure.filter(|figure| figure.typed)?;
        let piece = figure.pieces.iter().find(|piece| piece.cell == cell)?;
        Some(piece.kind)
    }

    /// The functions of a verb, for a piece of a figure and on an empty board.
    fn functions(&self, verb: Option<Role>) -> [&'static [&'static str]; 2] {
        if let Some(own) = self.own {
            return [own, own];
        }
        match verb {
            Some(Role::Go | Role::Reach | Role::Have) if self.is_first => {
                [&["reach"], &["first", "reach"]]
            }
            Some(Role::Go | Role::Reach) if self.takes_too => {
                [&["moves", "reach"], &["reach", "moves"]]
            }
            Some(Role::Attack) => [&["captures", "attacks"], &["attacks"]],
            Some(Role::Capture) => [&["captures"], &["attacks"]],
            Some(Role::Go | Role::Reach) => [&["reach", "moves"], &["reach"]],
            _ => [&["reach"], &["reach"]],
        }
    }

    /// Whether an expression asks about the figure above.
    pub(super) fn asks_figure(&self, expression: &str) -> bool {
        let figure = self.figure.filter(|_| !expression.contains(", "));
        figure.is_some_and(|figure| {
            let asks = |label: &str| expression.contains(&format!("({label})"));
            figure.pieces.iter().any(|piece| asks(&piece.label))
                || expression.contains(&format!("{}.", figure.id))
        })
    }

    /// Returns the names of the castlings, the shortest first.
    pub(super) fn castlings(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = self
            .castling_rules()
            .map(|rule| rule.name.as_str())
            .collect();
        names.sort_by_key(|name| name.len());
        names.dedup();
        names
    }

    /// Returns the castling of a side with the piece that stands on a cell.
    pub(super) fn castling_with(&self, side: Side, cell: Cell) -> Option<&'a str> {
        let leaves = |rule: &&Castling| rule.movers.of(side).iter().any(|mover| mover.from == cell);
        self.castling_rules()
            .find(leaves)
            .map(|rule| rule.name.as_str())
    }

    fn castling_rules(&self) -> impl Iterator<Item = &'a Castling> {
        self.variant.rules.iter().filter_map(|rule| match rule {
            Rule::Castling(castling) => Some(castling),
            _ => None,
        })
    }

    /// Returns the royal piece that castles.
    pub(super) fn castling_king(&self) -> Option<KindId> {
        let mut movers = self.castling_rules().flat_map(|rule| &rule.movers.white);
        let king = movers.find(|mover| self.variant.kind(mover.kind).royal)?;
        Some(king.kind)
    }

    /// Returns the castling of a name, as the rules write it.
    pub(super) fn castling(&self, name: &str) -> Option<&'a str> {
        let mut names = self.castlings().into_iter();
        names.find(|other| other.eq_ignore_ascii_case(name))
    }

    /// Returns where the castling of a name leads such a piece.
    pub(super) fn castles_by(&self, kind: KindId, side: Option<Side>, name: &str) -> String {
        self.sided("castles", &[self.id(kind), &format!("\"{name}\"")], side)
    }

    /// Returns where castling leads such a piece: by the shorter castling first, or by the longer.
    pub(super) fn castles(&self, kind: KindId, side: Option<Side>, is_far: bool) -> Vec<String> {
        let moves = |rule: &&Castling| rule.movers.white.iter().any(|mover| mover.kind == kind);
        let with_it: Vec<&str> = self
            .castling_rules()
            .filter(moves)
            .map(|rule| rule.name.as_str())
            .collect();
        let mut names = self.castlings();
        names.retain(|name| with_it.contains(name));
        if is_far {
            names.reverse();
        }
        let named = |name: &str| self.castles_by(kind, side, name);
        names.into_iter().map(named).collect()
    }

    /// Returns what a piece reaches, by the verb that says how.
    pub(super) fn reached(
        &self,
        verb: Option<Role>,
        kind: KindId,
        side: Option<Side>,
        place: Option<&PiecePlace>,
    ) -> Vec<String> {
        let [of_label, of_kind] = self.functions(verb);
        let cell = match place {
            Some(PiecePlace::Cell(cell)) => Some(*cell),
            _ => None,
        };
        let label = self.label(kind, side, cell);
        let mut all: Vec<String> = Vec::new();
        if let Some(label) = label {
            let goes =
                self.asks_legal(kind) && matches!(verb, Some(Role::Go | Role::Reach | Role::Have));
            all.extend(goes.then(|| format!("goes({label})")));
            all.extend(of_label.iter().map(|name| format!("{name}({label})")));
        }
        if let Some(cell) = cell {
            // A piece where it begins has not moved.
            let begins = self.begins_on(kind, side, cell) && verb != Some(Role::Attack);
            let names: &[&str] = match begins {
                true => &["first", "reach"],
                false => of_kind,
            };
            let cell = self.name(cell);
            all.extend(
                names
                    .iter()
                    .map(|name| self.sided(name, &[self.id(kind), cell], side)),
            );
        }
        all
    }

    /// Whether a piece that has first moves begins the game on a cell.
    fn begins_on(&self, kind: KindId, side: Option<Side>, cell: Cell) -> bool {
        let has_first = has_first_move(&self.variant.kind(kind).movement);
        let setup = self.variant.setup.as_ref().filter(|_| has_first);
        setup.is_some_and(|setup| {
            let mut pieces = setup.position.pieces();
            pieces.any(|(on, piece)| {
                let is_it = on == cell && piece.kind == Some(kind);
                is_it && piece.side == side.unwrap_or(Side::White)
            })
        })
    }

    /// Returns the shares of the board that a piece reaches, from a cell or at all.
    pub(super) fn shares(
        &self,
        kind: KindId,
        side: Option<Side>,
        place: Option<&PiecePlace>,
    ) -> Vec<String> {
        let reached = self.reached(Some(Role::Reach), kind, side, place);
        let range = self.sided("range", &[self.id(kind)], side);
        reached
            .into_iter()
            .chain([range])
            .map(|set| format!("share({set})"))
            .collect()
    }

    /// Returns how many cells a piece reaches.
    pub(super) fn count_reached(
        &self,
        verb: Option<Role>,
        kind: KindId,
        side: Option<Side>,
        place: Option<&PiecePlace>,
        bound: Option<Role>,
    ) -> Vec<String> {
        let sets = || {
            // A number counts all that it reaches, even where captures are told apart.
            let whole = Queries {
                takes_too: false,
                ..*self
            };
            let sets = whole.reached(verb, kind, side, place).into_iter();
            sets.map(|set| format!("count({set})")).collect()
        };
        let zone = match place {
            None if self.label(kind, side, None).is_some() => return sets(),
            Some(PiecePlace::Cell(_)) => return sets(),
            Some(PiecePlace::Cells(cells)) => self.set_of(cells),
            Some(PiecePlace::Zone(zone)) => zone.to_string(),
            None => "cells".to_string(),
        };
        let zone = match zone.as_str() {
            // Its corners are not those of the board.
            "corners" | "middle" | "edge" if self.variant.kind(kind).is_bound => return Vec::new(),
            "cells" if self.variant.kind(kind).is_bound => format!("stands-on({})", self.id(kind)),
            // A corner is not called an edge.
            "edge" => "edge - corners".to_string(),
            _ => zone,
        };
        let [_, names] = self.functions(verb);
        let folds: &[&str] = match bound {
            Some(Role::AtMost) => &["max"],
            Some(Role::AtLeast) => &["min"],
            _ if zone == "cells" && place.is_none() => &["each", "max"],
            _ => &["each"],
        };
        let counted = |fold: &&str, name: &str| {
            let call = self.sided(name, &[self.id(kind), "c"], side);
            format!("{fold}(c in {zone}: count({call}))")
        };
        folds
            .iter()
            .flat_map(|fold| names.iter().take(1).map(move |name| counted(fold, name)))
            .collect()
    }
}

/// Counts the kinds of piece of the setup.
const BEGINNING: &str = "count({p in pieces where setup(p) != {}})";

/// Returns the part of the board that a word names.
pub(super) fn zone(token: &ProseToken) -> Option<PiecePlace> {
    let zones = [
        Role::Inside,
        Role::Corner,
        Role::Middle,
        Role::Edge,
        Role::Anywhere,
    ];
    let role = zones.into_iter().find(|role| token.has(*role))?;
    PiecePlace::of_role(role)
}

/// Returns the place that a token names.
pub(super) fn place_of_token(token: &ProseToken) -> Option<PiecePlace> {
    token.cell().map(PiecePlace::Cell).or_else(|| zone(token))
}

/// Returns the place that a token names, if it is a part of the board or a cell where something stands.
pub(super) fn place_at(tokens: &[ProseToken], at: usize) -> Option<PiecePlace> {
    let mut before = tokens[..at].iter().rev();
    let lead = before.find(|token| !token.is_filler());
    let leads = [Role::On, Role::From, Role::Corner];
    let stands = lead.is_some_and(|lead| leads.iter().any(|role| lead.has(*role)));
    let place = place_of_token(&tokens[at])?;
    (stands || !matches!(place, PiecePlace::Cell(_))).then_some(place)
}
