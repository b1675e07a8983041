//! Says how a piece moves. Sentences and strings of Betza's notation are said from their
//! components, so that what is the same move reads the same. The words are those of
//! [`padma_words::movement`].

mod legs;
mod ways;

use legs::{end, last_leg, leg};
use padma_rules::movement::leg::{
    CastlingMotion, Component, Drop, End, Hop, Leg, Length, Motion, Start,
};
use padma_rules::movement::{Action, Clause, ClauseKind, Places, Sentence, components_of};
use padma_words::{Listing, Say, SlotValue, english, row, say};

pub use ways::{class_said, is_axis};

/// Describes in English what the piece does, without a capital or a full stop.
///
/// ```
/// # use padma_rules::movement;
/// # use padma_text::{diag::Diagnostics, Excerpt, Sources};
/// # let text = "slide along Y, VW over square onto triangle, hexagon";
/// # let mut sources = Sources::default();
/// # let id = sources.add("archbishop", text);
/// # let text = Excerpt::verbatim(text, sources.whole(id));
/// # let sentence = movement::parse(&text, &mut Diagnostics::default());
/// // slide along Y, VW over square onto triangle, hexagon
/// assert_eq!(
///     padma_expr::movement::describe(&sentence),
///     "slides along Y and VW, over squares, empty or not, onto triangles and hexagons"
/// );
/// ```
pub fn describe(sentence: &Sentence) -> String {
    english().say(MovementSayer::default().sentence(sentence))
}

/// What must be known to say a movement apart from its components.
pub struct MovementSayer<'a> {
    /// Turns the word for a piece into its name.
    pub name: &'a dyn Fn(&str) -> String,
    /// The names of the pieces that it may castle with; none, if they are not known.
    pub partners: &'a [String],
    /// Brings components into the form that they have on the board.
    pub on_board: &'a dyn Fn(Vec<Component>) -> Vec<Component>,
}

/// Knows nothing of the game.
impl Default for MovementSayer<'_> {
    fn default() -> Self {
        MovementSayer {
            name: &spell_out,
            partners: &[],
            on_board: &|components| components,
        }
    }
}

impl MovementSayer<'_> {
    /// Says a movement.
    pub fn sentence(&self, sentence: &Sentence) -> Say {
        let keeps_order = sentence.clauses.iter().any(|clause| clause.otherwise);
        // What each clause that begins with “otherwise” replaces.
        let mut before: Option<Say> = None;
        let mut alternatives: Vec<Say> = Vec::new();
        let mut rest = sentence.clauses.as_slice();
        while let Some(clause) = rest.first() {
            if clause.otherwise && !alternatives.is_empty() {
                before = Some(with_otherwise(before, alternatives));
                alternatives = Vec::new();
            }
            // Consecutive pieces form one phrase: "moves as the king, the rook or the bishop".
            // Clauses of any other kind are said by their components.
            let otherwise = clause.otherwise;
            let is_like = |other: &&Clause| {
                !otherwise && !other.otherwise && manner_of(other) == manner_of(clause)
            };
            let (run, others) = rest.split_at(1 + rest[1..].iter().take_while(is_like).count());
            match &clause.kind {
                ClauseKind::Piece(_) => alternatives.push(self.pieces(run)),
                ClauseKind::Action {
                    action: Action::Distance(_, by),
                    ..
                } => {
                    let (all, by) = (components_of(run), spell_out(&by.text));
                    alternatives.extend(all.iter().map(|one| self.component(one, &by)));
                }
                ClauseKind::Action { .. } | ClauseKind::Betza(_) => {
                    let all = (self.on_board)(components_of(run));
                    alternatives.extend(self.components(&all, keeps_order));
                }
            }
            rest = others;
        }
        with_otherwise(before, alternatives)
    }

    fn pieces(&self, clauses: &[Clause]) -> Say {
        let names = clauses.iter().filter_map(|clause| match &clause.kind {
            ClauseKind::Piece(word) => {
                let piece = (self.name)(&word.text);
                Some(say!(movement::NamedPiece, piece))
            }
            ClauseKind::Action { .. } | ClauseKind::Betza(_) => None,
        });
        say!(movement::MovesAs, pieces = Listing::Or.of(names))
    }

    /// Says components: unless they must stay in order, first the moves that the piece always
    /// has, then those of an unmoved piece.
    fn components(&self, components: &[Component], keeps_order: bool) -> Vec<Say> {
        if components.is_empty() {
            return vec![say!(movement::Never)];
        }
        let is_first_move =
            |component: &&Component| component.start == Start::Unmoved && !keeps_order;
        let (first_moves, usual_moves): (Vec<&Component>, Vec<&Component>) =
            components.iter().partition(is_first_move);
        let ordered = [usual_moves, first_moves].concat();
        let mut all: Vec<Say> = Vec::new();
        let mut rest = ordered.as_slice();
        while let Some((component, later)) = rest.split_first() {
            let mut text = self.component(component, "");
            let mut count = 1;
            let mut last = *component;
            for next in later.iter().copied() {
                if adds_en_passant(last, next) {
                    text = say!(movement::AlsoEnPassant, before = text);
                } else if let Some((when, leg)) = continuation(last, next) {
                    text = say!(movement::Continued, before = text, when, leg);
                } else {
                    break;
                }
                count += 1;
                last = next;
            }
            all.push(text);
            rest = &rest[count..];
        }
        all
    }

    /// Says a component. `by` names the piece whose moves count a distance.
    fn component(&self, component: &Component, by: &str) -> Say {
        let [over, onto, from] =
            [&component.over, &component.onto, &component.from].map(|set| set.as_ref().map(places));
        let motion = match &component.motion {
            Motion::Legs(legs) => {
                let count = legs.len();
                let legs = legs
                    .iter()
                    .enumerate()
                    .map(|(index, one)| match index + 1 == count {
                        true => last_leg(one, [over.clone(), onto.clone(), from.clone()]),
                        false => leg(one),
                    });
                Listing::Then.of(legs)
            }
            Motion::Distance { moves, end, .. } => SlotValue::from(say!(
                movement::Distance,
                by,
                moves = *moves,
                over,
                onto,
                from,
                ending = legs::end(end)
            )),
            Motion::Anywhere(onto) => say!(movement::Anywhere, ending = end(onto)).into(),
            Motion::Castling(motion) => castling(motion, self.partners).into(),
            Motion::Drop(motion) => drop(motion).into(),
        };
        let open = match component.open_to_en_passant {
            true if passes_several(&component.motion) => "several",
            true => "one",
            false => "no",
        };
        say!(
            movement::Component,
            unmoved = component.start == Start::Unmoved,
            motion,
            open = SlotValue::Key(open)
        )
    }
}

/// Joins alternatives, and says what they replace, if they replace something.
fn with_otherwise(before: Option<Say>, mut alternatives: Vec<Say>) -> Say {
    let then = match alternatives.len() {
        1 => alternatives.remove(0),
        _ => say!(
            movement::AnyOf,
            ways = Listing::Alternatives.of(alternatives)
        ),
    };
    match before {
        Some(before) => say!(movement::Otherwise, before, then),
        None => then,
    }
}

/// Returns what clauses that are said together have in common: that they name pieces, or the
/// distance of their leaps; `None` for a clause that makes components.
fn manner_of(clause: &Clause) -> Option<&str> {
    match &clause.kind {
        ClauseKind::Piece(_) => Some(""),
        ClauseKind::Action {
            action: Action::Distance(_, by),
            ..
        } => Some(&by.text),
        ClauseKind::Action { .. } | ClauseKind::Betza(_) => None,
    }
}

/// Whether a move may pass over more than one cell.
fn passes_several(motion: &Motion) -> bool {
    let Motion::Legs(legs) = motion else {
        return false;
    };
    legs.iter().any(|leg| match leg.length {
        Length::UpTo(most) => most * ways::cells_of_leap(&leg.way) > 2,
        Length::Unlimited | Length::Same => true,
    })
}

/// Whether a component is the same as the one before, but captures en passant.
fn adds_en_passant(before: &Component, component: &Component) -> bool {
    let (Motion::Legs(old), Motion::Legs(new)) = (&before.motion, &component.motion) else {
        return false;
    };
    let ([.., old_last], [.., new_last]) = (&old[..], &new[..]) else {
        return false;
    };
    let captures = old_last.end.enemy.is_some() && !old_last.end.en_passant;
    let only_en_passant = new_last.end.en_passant
        && new_last.end.enemy.is_none()
        && new_last.end.empty.is_none()
        && new_last.end.own.is_none();
    let with_end = |legs: &[Leg]| {
        let mut legs = legs.to_vec();
        if let Some(leg) = legs.last_mut() {
            leg.end = old_last.end;
        }
        legs
    };
    captures && only_en_passant && before.start == component.start && with_end(old) == with_end(new)
}

/// Says the last leg of a component, if it goes on from cells on which the one before may end, and
/// after which of its endings.
fn continuation(before: &Component, component: &Component) -> Option<(SlotValue, Say)> {
    let (Motion::Legs(old), Motion::Legs(new)) = (&before.motion, &component.motion) else {
        return None;
    };
    let (added_leg, shared_legs) = new.split_last()?;
    let (old_last, new_last) = (old.last()?, shared_legs.last()?);
    let comparable = before.start == component.start
        && !before.open_to_en_passant
        && old.len() == shared_legs.len();
    let same_legs = Leg {
        end: old_last.end,
        ..new_last.clone()
    } == *old_last
        && old[..old.len() - 1] == shared_legs[..shared_legs.len() - 1];
    if !comparable || !same_legs || new_last.hop != Hop::Never {
        return None;
    }
    let condition = condition(&old_last.end, &new_last.end)?;
    Some((
        SlotValue::Key(condition),
        last_leg(added_leg, [None, None, None]),
    ))
}

/// Returns after which of the endings of a leg the next may follow; `None` if it may follow after
/// something else than an ending.
fn condition(ending: &End, onward: &End) -> Option<&'static str> {
    let on_pieces = |end: &End| (end.enemy, end.own, end.content);
    let takes = |end: &End| end.enemy.is_some() || end.own.is_some();
    let same_pieces = on_pieces(ending) == on_pieces(onward);
    match (ending.empty == onward.empty, same_pieces) {
        _ if ending.en_passant => None,
        (true, true) => Some("then"),
        (true, false) if onward.empty.is_some() && !takes(onward) => Some("empty"),
        (false, true) if onward.empty.is_none() && takes(onward) => Some("capture"),
        _ => None,
    }
}

/// Says a castling with one of these pieces.
pub fn castling(castling: &CastlingMotion, partners: &[String]) -> Say {
    let side = match (castling.left, castling.right) {
        (true, false) => "left",
        (false, true) => "right",
        _ => "either",
    };
    let partner = match (castling.skip, partners) {
        (0, []) => say!(movement::Partner, partner = say!(movement::AnyPartner)),
        (0, partners) => say!(movement::Partner, partner = Listing::Or.of(partners)),
        (skip, _) => say!(movement::PartnerBeyond, place = skip + 1),
    };
    say!(
        movement::Castles,
        cells = castling.cells,
        side = SlotValue::Key(side),
        partner
    )
}

fn drop(drop: &Drop) -> Say {
    say!(
        movement::Dropped,
        ranks = drop.ranks,
        not_back = drop.not_back_rank,
        on_file = drop.on_file,
        on_shade = drop.on_shade,
        on_board = drop.on_board
    )
}

fn places(places: &Places) -> SlotValue {
    let sets = Listing::And.of(places.names.iter().map(|word| set_name(&word.text)));
    match places.outside {
        true => say!(movement::AnywhereBut, places = sets).into(),
        false => sets,
    }
}

/// Names a set of cells: a kind of cell in the plural, a named set by its name.
pub fn set_name(name: &str) -> SlotValue {
    match name {
        "square" | "triangle" | "hexagon" | "point" => row("movement.kind", name),
        _ => say!(movement::NamedSet, set = spell_out(name)).into(),
    }
}

fn spell_out(name: &str) -> String {
    name.replace('-', " ")
}
