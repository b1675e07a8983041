//! The fast way against the slow one, on random positions of several laws.

use std::collections::{BTreeMap, BTreeSet};

use padma_rules::model::{Cell, CellSet, KindId, Piece, Side, Variant};
use padma_rules::play::{
    Effect, EffectVerb, Game, Move, Moves, Scratch, State, attacks, frozen, in_check, legal_moves,
    pseudo_legal_moves,
};

use crate::oracles::powers::{self, Done};
use crate::oracles::standing::Standing;
use crate::powers::POWERS;
use kit_rules::random::Random;
use kit_rules::table::rules;

/// The same rules on a board of another size.
fn on_a_board(files: usize, ranks: usize) -> String {
    let setup = POWERS.find("[setup]").unwrap();
    let pieces = POWERS.find("[[piece]]").unwrap();
    let size = format!("files = {files}\nranks = {ranks}");
    let head = POWERS[..setup].replace("files = 8\nranks = 8", &size);
    let far = |text: String, place: &str, at: &str| text.replace(place, at);
    let head = far(head, "at = [-1, 8]", &format!("at = [-1, {ranks}]"));
    let head = far(head, "at = [8, -1]", &format!("at = [{files}, -1]"));
    let head = far(head, "at = [8, 8]", &format!("at = [{files}, {ranks}]"));
    head + &POWERS[pieces..]
}

/// Variations of rules, so that every parameter is met both ways.
fn laws() -> Vec<(&'static str, String)> {
    let small = on_a_board(5, 5);
    let other = small
        .replace("balanced = true", "balanced = false")
        .replace("several = true", "several = false\nalong = \"orthogonal\"")
        .replace("anywhere = true", "near = \"contiguous\"")
        .replace("piece = \"pusher\"", "piece = \"pusher\"\ntrain = false")
        .replace(
            "piece = \"swapper\"",
            "piece = \"swapper\"\nalong = \"diagonal, N\"",
        )
        .replace(
            "without = [\"capture\", \"check\"]",
            "without = [\"freezing\"]\nmust_move = true\ncells = \"not rank 1\"",
        )
        .replace("by = \"enclosure\"\n[[rule]]", "[[rule]]");
    // One that can do several things at once, and takes by its movement too.
    let both = small.clone()
        + "[[rule]]\nkind = \"withdrawal\"\npiece = \"queen\"\n[[rule]]\nkind = \"swap\"\npiece = \"queen\"\n\
           [[rule]]\nkind = \"long-leap\"\npiece = \"queen\"\n[[rule]]\nkind = \"coordination\"\nwith = \"rook\"\npiece = \"queen\"\n\
           [[rule]]\nkind = \"push\"\npiece = \"swapper\"\n[[rule]]\nkind = \"enclosure\"\npiece = \"swapper\"\n\
           [[rule]]\nkind = \"freezing\"\npiece = \"rook\"\nnear = \"N\"\n";
    // Strings that say where a piece may be dropped.
    let strings = ["fWj@4", "f@5", "ss@3", "b@9", "@2sj@5"];
    let dropped = strings.into_iter().enumerate().map(|(place, string)| {
        format!(
            "[[piece]]\nid = \"dropped-{place}\"\nletter = \"V{place}\"\nbetza = \"K{string}\"\n"
        )
    });
    let dropped = small.clone() + &dropped.collect::<String>();
    vec![
        ("small", small),
        ("other", other),
        ("both", both),
        ("long", on_a_board(3, 8)),
        ("dropped", dropped),
    ]
}

fn random_state(game: &Game<'_>, random: &mut Random) -> State {
    let variant = game.variant();
    let mut state = State::empty(game);
    let mut cells: Vec<Cell> = variant.board.cells().collect();
    let pieces = 4 + random.below(cells.len() * 2 / 3);
    let king = variant.kind_named("king").unwrap();
    for place in 0..pieces {
        let cell = cells.remove(random.below(cells.len()));
        let side = if place % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let kind = if place < 2 {
            king
        } else {
            KindId::new(random.below(variant.kinds.len()))
        };
        if place < 2 || kind != king {
            state.place(
                cell,
                Some(Piece {
                    side,
                    kind: Some(kind),
                }),
                true,
            );
        }
    }
    for side in Side::BOTH {
        let kind = KindId::new(1 + random.below(variant.kinds.len() - 1));
        state.set_reserve(side, kind, random.below(2) as u16);
    }
    state.set_to_move(if random.below(2) == 0 {
        Side::White
    } else {
        Side::Black
    });
    state
}

/// A move without the cells that it touches on its way: the slow way notes more of them than pieces are left on.
fn without_touched(done: Done) -> Done {
    Done {
        touched: BTreeSet::new(),
        ..done
    }
}

/// What a move does, as the slow way works it out.
fn done(state: &State, moves: &Moves, found: &Move) -> Done {
    let mut pieces: BTreeMap<Cell, Piece> = state.position().pieces().collect();
    let mut hand = Vec::new();
    for effect in moves.effects(found) {
        let Effect { piece, .. } = *effect;
        let from = || effect.from().unwrap();
        let to = || effect.to().unwrap();
        match effect.verb {
            EffectVerb::Move | EffectVerb::Teleport | EffectVerb::Push => {
                assert_eq!(pieces.remove(&from()), Some(piece));
                assert_eq!(pieces.insert(to(), piece), None, "{effect:?}");
            }
            EffectVerb::Capture => assert_eq!(pieces.remove(&from()), Some(piece)),
            EffectVerb::Hand => {
                assert_eq!(piece.side, found.side);
                hand.extend(piece.kind);
            }
            EffectVerb::Drop => assert_eq!(pieces.insert(to(), piece), None),
            EffectVerb::Swap => {
                let other = effect.leaves();
                assert_eq!(pieces.insert(to(), piece), other);
                assert_eq!(pieces.insert(from(), other.unwrap()), Some(piece));
            }
            EffectVerb::Promote | EffectVerb::Freeze => {}
            other => panic!("{other:?} is of no power here"),
        }
    }
    hand.sort_unstable();
    Done {
        from: found.from,
        to: found.to,
        taken: moves.captures(found).map(|(_, cell)| cell).collect(),
        victims: moves
            .captures(found)
            .map(|(piece, cell)| (cell, piece))
            .collect(),
        pieces: pieces
            .into_iter()
            .map(|(cell, piece)| (cell, piece.side, piece.kind))
            .collect(),
        hand,
        en_passant: moves.en_passant(found).iter().copied().collect(),
        touched: BTreeSet::new(),
        dropped: if found.from.is_none() {
            found.kind
        } else {
            None
        },
    }
}

fn shown(variant: &Variant, state: &State, all: &BTreeSet<Done>) -> String {
    let piece = |piece: Piece| {
        let letter = piece.kind.map_or("?", |kind| &variant.kind(kind).letter);
        if piece.side == Side::White {
            letter.to_string()
        } else {
            letter.to_lowercase()
        }
    };
    let name = |cell: Cell| variant.board.name(cell);
    let pieces: Vec<String> = state
        .position()
        .pieces()
        .map(|(cell, m)| piece(m) + name(cell))
        .collect();
    let moves = all.iter().map(|done| {
        let taken: Vec<&str> = done.taken.iter().map(|cell| name(*cell)).collect();
        format!(
            "{}-{} takes {}",
            done.from.map_or("hand", name),
            name(done.to),
            taken.join(" ")
        )
    });
    format!(
        "{:?} to move, {}\n{}",
        state.to_move(),
        pieces.join(" "),
        moves.collect::<Vec<_>>().join("\n")
    )
}

#[test]
fn the_generator_and_the_slow_reading_find_the_same_moves() {
    for (name, text) in laws() {
        let rules = rules(&text);
        let game = Game::new(&rules);
        let mut scratch = Scratch::default();
        let mut random = Random(7);
        let (mut legal_asked, mut ways) = (0, BTreeSet::new());
        for round in 0..400 {
            let mut state = random_state(&game, &mut random);
            let mut moves = Moves::default();
            pseudo_legal_moves(&game, &mut state, &mut scratch, &mut moves);
            ways.extend(
                moves
                    .iter()
                    .flat_map(|found| moves.effects(found).iter().map(Effect::name)),
            );
            let fast: BTreeSet<Done> = moves
                .iter()
                .map(|found| done(&state, &moves, found))
                .collect();
            let slowly = powers::moves(&rules, &Standing::of(&rules, &state), state.to_move());
            let slowly: BTreeSet<Done> = slowly.into_iter().map(without_touched).collect();
            let (more, less) = (&fast - &slowly, &slowly - &fast);
            assert!(
                more.is_empty() && less.is_empty(),
                "{name} {round}: fast only {}\nslow only {}",
                shown(&rules.variant, &state, &more),
                shown(&rules.variant, &state, &less)
            );
            for side in Side::BOTH {
                let check = powers::king_falls(&rules, &Standing::of(&rules, &state), side);
                assert_eq!(
                    in_check(&game, &state, &mut scratch, side),
                    check,
                    "{name} {round} {side:?} {}",
                    shown(&rules.variant, &state, &BTreeSet::new())
                );
                let frozen: BTreeSet<Cell> = frozen(&game, &state, side).iter().collect();
                assert_eq!(
                    frozen,
                    powers::frozen(&rules, &Standing::of(&rules, &state), side)
                );
            }
            if round % 10 == 0 {
                legal_moves(&game, &mut state, &mut scratch, &mut moves);
                let fast: BTreeSet<Done> = moves
                    .iter()
                    .map(|found| done(&state, &moves, found))
                    .collect();
                let slowly = powers::legal(&rules, &Standing::of(&rules, &state), state.to_move());
                let slowly: BTreeSet<Done> = slowly.into_iter().map(without_touched).collect();
                let (more, less) = (&fast - &slowly, &slowly - &fast);
                assert!(
                    more.is_empty() && less.is_empty(),
                    "{name} {round} legal: fast only {}\nslow only {}",
                    shown(&rules.variant, &state, &more),
                    shown(&rules.variant, &state, &less)
                );
                legal_asked += fast.len();
            }
        }
        assert!(legal_asked > 100, "{name}: {legal_asked}");
        let kinds = ["capture", "drop", "freeze", "hand", "move", "push", "swap"];
        assert!(
            kinds.iter().all(|kind| ways.contains(kind)),
            "{name}: {ways:?}"
        );
    }
}

/// A Rook that freezes takes what any Rook does, unless it is frozen itself.
#[test]
fn a_power_that_takes_nothing_leaves_attacks_as_they_are() {
    let law = |name: &str| {
        rules(
            &laws()
                .into_iter()
                .find(|(law, _)| *law == name)
                .expect("a law")
                .1,
        )
    };
    let (freezing, plain) = (law("both"), law("small"));
    let (freezing, plain) = (Game::new(&freezing), Game::new(&plain));
    let rook = freezing.variant().kind_named("rook");
    let (mut scratch, mut random) = (Scratch::default(), Random(64));
    let (mut taking, mut held) = (0, 0);
    for _ in 0..300 {
        let state = random_state(&freezing, &mut random);
        let rooks = state
            .position()
            .pieces()
            .filter(|(_, piece)| piece.kind == rook);
        for (from, piece) in rooks.collect::<Vec<_>>() {
            let mut of = |game| attacks(game, &mut scratch, state.position(), from, piece, true);
            let (found, usual) = (of(&freezing), of(&plain));
            let is_held = frozen(&freezing, &state, piece.side).contains(from);
            assert_eq!(
                found,
                if is_held { CellSet::EMPTY } else { usual },
                "{from:?} {:?}",
                state.position()
            );
            taking += found.len();
            held += usize::from(is_held);
        }
    }
    assert!(taking > 100 && held > 10, "{taking} {held}");
}
