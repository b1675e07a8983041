//! Generates changes of a game that no single key of its file makes: a cell is cut off from its
//! neighbours, or gets another shape or rank; a kind of piece is added; a piece moves as another
//! does, is made of another number of checkers, becomes royal or stops being so, or gets another
//! letter.
//!
//! They are made on the resolved variant, so nothing else needs to fit: they ask whether a claim
//! depends on the thing at all.

use std::sync::Arc;

use super::sentences::home;
use padma_book::judge::Given;
use padma_rules::model::{CellInfo, CheckerId, PieceKind, SidedSet, Variant};
use padma_rules::reach::Rules;
use padma_text::Span;
use padma_variant::difference::names;
use padma_variant::resolve::Variants;

/// Makes a change in a variant; `None` if the variant lacks what would change.
type Alter = Box<dyn Fn(&mut Variant) -> Option<()> + Send + Sync>;

/// One such change.
pub(crate) struct Patch {
    /// The thing that is changed, at the place where it is stated.
    pub given: Given,
    /// The difference in words: `the Rook is royal`.
    pub when: String,
    /// Whether the change makes a piece move as another does.
    pub is_as_another: bool,
    /// The only variant that is changed; `None` for all to which the change applies.
    place: Option<usize>,
    alter: Alter,
}

/// Returns the changes of some variants. `main` is the book's own variant; `boards` gives the
/// places where boards are described.
pub(crate) fn changes(
    variants: &Variants,
    main: Option<usize>,
    places: &[usize],
    boards: &[(usize, Span)],
) -> Vec<Patch> {
    let mut all = Vec::new();
    for (place, span) in boards {
        let variant = &variants.rules(*place).variant;
        for cell in variant.board.cells() {
            let name = variant.board.name(cell);
            let given = Given {
                sort: "cell",
                name: format!("{name} of {}", variant.id),
                span: *span,
            };
            let mut push = |when, alter: Alter| {
                let (given, place) = (given.clone(), Some(*place));
                all.push(Patch {
                    given,
                    when,
                    is_as_another: false,
                    place,
                    alter,
                });
            };
            let alter: Alter = Box::new(move |variant| {
                variant.board = Arc::new(variant.board.cut_off(cell));
                for kind in &mut variant.kinds {
                    kind.stands_on.white.remove(cell);
                    kind.stands_on.black.remove(cell);
                }
                Some(())
            });
            push(format!("{name} is cut off from the cells around it"), alter);
            let info = variant.board.info(cell);
            for shape in variant.board.kinds().filter(|kind| *kind != info.kind) {
                let alter: Alter = Box::new(move |variant| {
                    let board = Arc::new(variant.board.with_info(cell, |info| info.kind = shape));
                    for kind in variant.board.kinds() {
                        variant
                            .sets
                            .insert(kind.name(), SidedSet::same(board.of_kind(kind)));
                    }
                    variant.board = board;
                    Some(())
                });
                push(format!("{name} is a {}", shape.name()), alter);
            }
            if let Some(rank) = info.rank {
                let alter: Alter = Box::new(move |variant| {
                    let further = |info: &mut CellInfo| {
                        info.rank.iter_mut().for_each(|rank| rank.number += 1)
                    };
                    variant.board = Arc::new(variant.board.with_info(cell, further));
                    Some(())
                });
                push(format!("{name} lies on rank {}", rank.number + 1), alter);
            }
        }
    }
    let mut done: Vec<&str> = Vec::new();
    for place in places {
        let variant = &variants.rules(*place).variant;
        // A piece that the program combines from others is written nowhere.
        let Some(first) = variant.kinds.iter().find_map(home) else {
            continue;
        };
        for kind in variant
            .kinds
            .iter()
            .filter(|kind| !done.contains(&kind.id.as_str()))
        {
            let home = home(kind).unwrap_or(first);
            let given = Given {
                sort: "piece",
                name: kind.id.clone(),
                span: home,
            };
            let mut push = |when, is_as_another, alter| {
                let given = given.clone();
                all.push(Patch {
                    given,
                    when,
                    is_as_another,
                    place: None,
                    alter,
                });
            };
            let (id, name) = (&kind.id, &kind.name);
            let lettered = of_piece(id, |kind| kind.letter.push('x'));
            push(
                format!("the letter of the {name} is another"),
                false,
                lettered,
            );
            let verb = if kind.royal { "is not" } else { "is" };
            let crowned = of_piece(id, |kind| kind.royal = !kind.royal);
            push(format!("the {name} {verb} royal"), false, crowned);
            for (checker, known) in variant.checkers.iter().enumerate() {
                let checker = CheckerId::new(checker);
                let alter = of_piece(id, move |kind| {
                    let more = kind.checkers.of(checker).saturating_add(1);
                    kind.checkers = kind.checkers.with(checker, more);
                });
                push(
                    format!("the {name} has one more {}", known.name),
                    false,
                    alter,
                );
            }
            for other in variant
                .kinds
                .iter()
                .filter(|other| other.movement != kind.movement)
            {
                let when = format!("the {name} moves as the {} does", other.name);
                push(when, true, as_another(id, &other.id));
            }
        }
        done.extend(variant.kinds.iter().map(|kind| kind.id.as_str()));
        let mut push = |when: &str, alter: Alter| {
            let given = Given {
                sort: "pieces",
                name: variant.id.clone(),
                span: first,
            };
            let (when, place) = (when.to_string(), Some(*place));
            all.push(Patch {
                given,
                when,
                is_as_another: false,
                place,
                alter,
            });
        };
        if main == Some(*place) {
            let alter: Alter = Box::new(|variant| {
                let mut more = variant.kinds.first()?.clone();
                (more.id, more.name) = (format!("{}-too", more.id), format!("{} too", more.name));
                variant.kinds.push(more);
                Some(())
            });
            push("there is one more kind of piece", alter);
        }
        if !variant.checkers.is_empty() {
            let alter: Alter = Box::new(|variant| {
                variant.checkers.push(variant.checkers.last()?.clone());
                Some(())
            });
            push("there is one more kind of checker", alter);
        }
    }
    all
}

/// Returns a change of the piece with an id.
fn of_piece(id: &str, change: impl Fn(&mut PieceKind) + Send + Sync + 'static) -> Alter {
    let id = id.to_string();
    Box::new(move |variant| {
        let kind = variant.kind_named(&id)?;
        change(&mut variant.kinds[kind.index()]);
        Some(())
    })
}

/// Returns a change by which one piece moves as another does; both are given by id.
fn as_another(id: &str, other: &str) -> Alter {
    let (id, other) = (id.to_string(), other.to_string());
    Box::new(move |variant| {
        let (kind, other) = (variant.kind_named(&id)?, variant.kind_named(&other)?);
        // Two pieces whose movements refer to each other would form a cycle.
        if names(variant, other, kind, &mut Vec::new()) {
            return None;
        }
        variant.kinds[kind.index()].movement = variant.kind(other).movement.clone();
        Some(())
    })
}

/// Returns the variants with a change made.
pub(crate) fn patched(variants: &Variants, patch: &Patch) -> Variants {
    let mut made = variants.clone();
    for place in variants
        .places()
        .filter(|place| patch.place.is_none_or(|only| only == *place))
    {
        let mut variant = variants.rules(place).variant.clone();
        if (patch.alter)(&mut variant).is_some() {
            made = made.replaced(place, Rules::new(variant));
        }
    }
    made
}
