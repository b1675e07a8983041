//! Pieces made of checkers: which combinations a rule makes, how pieces join and part, and that no checker is lost.

use std::collections::{BTreeMap, BTreeSet};

use kit_rules::folder::{Folder, content};
use kit_rules::random::Random;
use kit_rules::table::rules;
use padma_rules::model::{Cell, CheckerId, KindId, Piece, Side, Stack, Variant};
use padma_rules::play::{
    Game, MoveReading, Moves, Scratch, State, in_check, legal_moves, make, move_text, read_move,
    unmake,
};
use padma_rules::reach::Rules;

/// A small game: Commoner, Knight and Centaur of one to three deers, a Dabbaba of a sable, and a King.
const SMALL: &str = r#"
[board]
kind = "grid"
files = 5
ranks = 5

[[checker]]
id = "deer"
count = 3

[[checker]]
id = "sable"
count = 2
most = 1

[[piece]]
id = "king"
betza = "K"
royal = true

[[piece]]
id = "commoner"
letter = "M"
betza = "K"
checkers = { deer = 1 }

[[piece]]
id = "knight"
letter = "N"
betza = "N"
checkers = { deer = 2 }

[[piece]]
id = "centaur"
letter = "C"
betza = "KN"
checkers = { deer = 3 }

[[piece]]
id = "dabbaba"
letter = "D"
betza = "D"
checkers = { sable = 1 }

[[rule]]
kind = "combine"
checkers = ["deer", "sable"]

[[rule]]
kind = "stacking"
"#;

fn piece_of(variant: &Variant, side: Side, piece: &str) -> Piece {
    Piece {
        side,
        kind: Some(
            variant
                .kind_named(piece)
                .unwrap_or_else(|| panic!("no piece `{piece}`")),
        ),
    }
}

/// A position given as `white knight c3, black king e5`.
fn placed(game: &Game<'_>, pieces: &str) -> State {
    let mut state = State::empty(game);
    for word in pieces.split(", ") {
        let [side, piece, cell] = word.split(' ').collect::<Vec<_>>()[..] else {
            panic!("`{word}`")
        };
        let side = Side::from_name(side).unwrap();
        let cell = game.variant().board.cell(cell).unwrap();
        state.place(cell, Some(piece_of(game.variant(), side, piece)), true);
    }
    state
}

fn texts(game: &Game<'_>, state: &mut State) -> BTreeSet<String> {
    let mut scratch = Scratch::default();
    let mut moves = Moves::default();
    legal_moves(game, state, &mut scratch, &mut moves);
    let texts: BTreeSet<String> = moves
        .iter()
        .map(|found| move_text(game, state, &mut scratch, &moves, found))
        .collect();
    assert_eq!(texts.len(), moves.len(), "no two moves are written alike");
    texts
}

#[test]
fn a_rule_combines_all_choices_and_only_these() {
    let turtle = kit_rules::content::variant("turtle");
    let variant = &turtle.variant;
    let kind = |id| variant.checker_named(id).unwrap();
    let axes = [("deer", "MNC"), ("ibex", "FEB"), ("sable", "WDR")];
    let mut expected: BTreeMap<String, Stack> = BTreeMap::new();
    for choice in 1..64_u8 {
        let counts = [choice / 16, choice / 4 % 4, choice % 4];
        let (mut letters, mut stack) = (String::new(), Stack::default());
        for ((id, names), count) in axes.iter().zip(counts).filter(|(_, count)| *count > 0) {
            letters.push_str(&names[usize::from(count) - 1..usize::from(count)]);
            stack = stack.with(kind(id), count);
        }
        expected.insert(letters, stack);
    }
    let of_axes = |stack: &Stack| {
        !stack.is_empty()
            && stack
                .kinds()
                .all(|k| axes.iter().any(|(id, _)| kind(id) == k))
    };
    let made: Vec<(String, Stack)> = variant
        .kinds
        .iter()
        .filter(|kind| of_axes(&kind.checkers))
        .map(|kind| (kind.letter.clone(), kind.checkers))
        .collect();
    assert_eq!(made.len(), 63, "each once");
    assert_eq!(made.into_iter().collect::<BTreeMap<_, _>>(), expected);
    let nfr = variant.kind(variant.kind_named("knight-ferz-rook").unwrap());
    assert_eq!(
        (nfr.letter.as_str(), nfr.name.as_str()),
        ("NFR", "Knight-Ferz-Rook")
    );
    assert_eq!(nfr.movement.to_string(), "knight + ferz + rook");
}

#[test]
fn a_combination_reaches_what_its_parts_do_on_each_board() {
    for name in ["turtle", "turtle-chinese", "turtle-japanese"] {
        let rules = kit_rules::content::variant(name);
        let variant = &rules.variant;
        for id in variant
            .kind_ids()
            .filter(|id| !variant.kind(*id).parts.is_empty())
        {
            for from in variant.board.cells() {
                let reach = |kind: KindId| rules.alone(kind, Side::White).of(from);
                let parts = variant.kind(id).parts.iter().map(|part| reach(*part));
                assert_eq!(
                    reach(id),
                    parts.fold(Default::default(), |all, part| all | part)
                );
            }
        }
    }
}

#[test]
fn a_piece_defined_by_the_author_replaces_the_combination() {
    let own = "[[piece]]\nid = \"empress\"\nletter = \"E\"\nbetza = \"RN\"\ncheckers = { deer = 2, sable = 1 }\n\n[[rule]]";
    let rules = rules(&SMALL.replacen("[[rule]]", own, 1));
    let ids: Vec<&str> = rules
        .variant
        .kinds
        .iter()
        .map(|kind| kind.id.as_str())
        .collect();
    let made = ["commoner-dabbaba", "centaur-dabbaba"];
    assert_eq!(
        ids,
        [
            "king", "commoner", "knight", "centaur", "dabbaba", "empress", made[0], made[1]
        ]
    );
    let fewer = SMALL.replace(
        "checkers = [\"deer\", \"sable\"]",
        "checkers = [\"deer\", \"sable\"]\nmost = 3",
    );
    assert!(
        kit_rules::table::rules(&fewer)
            .variant
            .kind_named("centaur-dabbaba")
            .is_none(),
        "four checkers"
    );
    assert!(
        kit_rules::table::rules(&fewer)
            .variant
            .kind_named("knight-dabbaba")
            .is_some(),
        "three"
    );
}

#[test]
fn pieces_join_and_part_as_the_rule_says() {
    // A position, moves that are legal, moves that are not, and what the last of the legal ones leaves.
    let joined = "white knight b2";
    let cases: &[(&str, &[&str], &[&str], &str)] = &[
        // Both together are a piece; a fourth deer would be none, nor would two sables.
        (
            "white commoner a1, white commoner b2",
            &["Ma1-b2"],
            &[],
            joined,
        ),
        (
            "white commoner a1, white centaur b2",
            &["Ma1-b1"],
            &["Ma1-b2"],
            "white centaur b2, white commoner b1",
        ),
        (
            "white dabbaba a1, white dabbaba c1",
            &["Da1-a3"],
            &["Da1-c1"],
            "white dabbaba a3, white dabbaba c1",
        ),
        // It goes to an own piece only where it could go; the enemy is taken and not joined.
        (
            "white commoner a1, white commoner c3",
            &["Ma1-b2"],
            &["Ma1-c3"],
            "white commoner b2, white commoner c3",
        ),
        (
            "white commoner a1, black commoner b2",
            &["Ma1xb2"],
            &["Ma1-b2"],
            "white commoner b2",
        ),
        // A part leaves by its own movement, to an empty cell, taking, or joining.
        (
            "white knight a1",
            &["Na1-b3", "Na1-c2", "Ma1-b1"],
            &["Na1-b1", "Ca1-b1"],
            "white commoner a1, white commoner b1",
        ),
        (
            "white centaur a1",
            &["Ca1-b1", "Na1-b3", "Ma1-b1"],
            &["Na1-b1"],
            "white knight a1, white commoner b1",
        ),
        (
            "white knight a1, black dabbaba b2",
            &["Ma1xb2"],
            &["Ma1-b2"],
            "white commoner a1, white commoner b2",
        ),
        (
            "white knight a1, white knight b2",
            &["Ma1-b2"],
            &["Na1-b2"],
            "white commoner a1, white centaur b2",
        ),
        (
            "white commoner-dabbaba a1",
            &["MDa1-a2", "MDa1-a3", "Ma1-a2", "Da1-a3"],
            &["Da1-a2"],
            "white commoner a1, white dabbaba a3",
        ),
        // What is made of nothing does neither.
        (
            "white king a1, white commoner b2",
            &["Ka1-b1"],
            &["Ka1-b2", "Mb2-a1"],
            "white king b1, white commoner b2",
        ),
    ];
    let rules = rules(&(SMALL.to_string() + "[notation]\nstyle = \"long\"\n"));
    let game = Game::new(&rules);
    for (before, legal, not, after) in cases {
        let mut state = placed(&game, before);
        let texts = texts(&game, &mut state);
        for text in *legal {
            assert!(
                texts.contains(*text),
                "{before}: {text} is not among {texts:?}"
            );
        }
        for text in *not {
            assert!(!texts.contains(*text), "{before}: {text}");
        }
        let mut scratch = Scratch::default();
        let mut moves = Moves::default();
        legal_moves(&game, &mut state, &mut scratch, &mut moves);
        let last = legal.last().unwrap();
        let MoveReading::Plays { index: place, .. } =
            read_move(&game, &mut state, &mut scratch, &moves, last)
        else {
            panic!("{last}")
        };
        make(&game, &mut state, &mut scratch, &moves, moves.get(place));
        assert!(
            state
                .position()
                .pieces()
                .eq(placed(&game, after).position().pieces()),
            "{before}: {last}"
        );
    }
}

#[test]
fn moves_that_a_stacking_rule_forbids_are_not_generated() {
    let knight = "white knight a1, black dabbaba b2, white commoner b1";
    for (key, gone, stays) in [
        ("merge", "Na1-b1", "Ma1-b1"),
        ("split", "Ma1-a2", "Na1-b3"),
        ("parts_take", "Ma1xb2", "Ma1-b1"),
        ("parts_merge", "Ma1-b1", "Ma1xb2"),
    ] {
        let long = "[notation]\nstyle = \"long\"\n";
        let said = |said: &str| rules(&(SMALL.to_string() + said + long));
        let (with, without) = (said(""), said(&format!("{key} = false\n")));
        let (with, without) = (Game::new(&with), Game::new(&without));
        let before = if key == "merge" {
            "white commoner a1, white commoner b1"
        } else {
            knight
        };
        let (gone, stays) = if key == "merge" {
            ("Ma1-b1", "Ma1-b2")
        } else {
            (gone, stays)
        };
        let [with, without] = [with, without].map(|game| texts(&game, &mut placed(&game, before)));
        assert!(
            with.contains(gone) && !without.contains(gone),
            "{key}: {gone}"
        );
        assert!(
            with.contains(stays) && without.contains(stays),
            "{key}: {stays}"
        );
    }
}

#[test]
fn a_part_gives_check_and_shields_as_a_piece_does() {
    // The Knight on b2 does not attack c2, but one of its two Commoners does.
    let check = "white king c2, black knight b2, black king e5";
    let cases = [
        ("", true),
        ("parts_take = false\n", false),
        ("split = false\n", false),
    ];
    for (key, expected) in cases {
        let rules = rules(&(SMALL.to_string() + key));
        let game = Game::new(&rules);
        let mut scratch = Scratch::default();
        let state = placed(&game, check);
        assert_eq!(
            in_check(&game, &state, &mut scratch, Side::White),
            expected,
            "{key}"
        );
        assert!(!in_check(&game, &state, &mut scratch, Side::Black));
    }
    let rules = rules(SMALL);
    let game = Game::new(&rules);
    let mut alone = placed(&game, &check.replace("black knight", "black dabbaba"));
    assert!(
        !in_check(&game, &alone, &mut Scratch::default(), Side::White),
        "a Dabbaba has no such part"
    );
    assert!(texts(&game, &mut alone).contains("c2c3"));
}

/// What leaves a cell and where it comes to, and what stands where afterwards.
type Found = (KindId, Cell, Cell, Vec<(Cell, Side, Option<KindId>)>);

fn standing(pieces: impl Iterator<Item = (Cell, Piece)>) -> Vec<(Cell, Side, Option<KindId>)> {
    pieces
        .map(|(cell, piece)| (cell, piece.side, piece.kind))
        .collect()
}

/// The moves of a position worked out from the rule's words: every heap of checkers is tried as a part, and every other piece
/// of the side is lifted to see whether one could go where it stands.
fn moves_of(rules: &Rules, state: &State) -> BTreeSet<Found> {
    let (variant, side) = (&rules.variant, state.to_move());
    let kinds: Vec<CheckerId> = (0..variant.checkers.len()).map(CheckerId::new).collect();
    let of = |stack: Stack| {
        variant
            .kind_ids()
            .find(|id| !stack.is_empty() && variant.kind(*id).checkers == stack)
    };
    let pieces: Vec<(Cell, Piece)> = state.position().pieces().collect();
    let mut found = BTreeSet::new();
    for (from, piece) in pieces.iter().filter(|(_, piece)| piece.side == side) {
        let whole = variant.kind(piece.kind.unwrap()).checkers;
        let mut parts = vec![Stack::default()];
        for kind in &kinds {
            parts = parts
                .iter()
                .flat_map(|part| (0..=whole.of(*kind)).map(|n| part.with(*kind, n)))
                .collect();
        }
        for part in parts {
            let rest = whole.without(part).unwrap();
            let Some(kind) = of(part) else { continue };
            if !rest.is_empty() && of(rest).is_none() {
                continue;
            }
            let left = of(rest).map(|rest| Piece {
                side,
                kind: Some(rest),
            });
            let mut add = |to: Cell, into: KindId| {
                let mut after: Vec<(Cell, Piece)> = pieces.clone();
                after.retain(|(cell, _)| cell != from && *cell != to);
                after.extend(left.map(|left| (*from, left)));
                after.push((
                    to,
                    Piece {
                        side,
                        kind: Some(into),
                    },
                ));
                after.sort_by_key(|(cell, _)| *cell);
                found.insert((kind, *from, to, standing(after.into_iter())));
            };
            let reach = rules.reach(kind, side, *from, state.position(), true);
            for to in reach.cells().iter() {
                add(to, kind);
            }
            for (to, other) in pieces
                .iter()
                .filter(|(to, other)| to != from && other.side == side)
            {
                let mut lifted = state.position().clone();
                lifted.put(*to, None);
                let goes = rules
                    .reach(kind, side, *from, &lifted, true)
                    .cells()
                    .contains(*to);
                let both = of(part.joined_with(variant.kind(other.kind.unwrap()).checkers));
                if let (true, Some(into)) = (goes, both) {
                    add(*to, into);
                }
            }
        }
    }
    found
}

/// A game of the book on a small board, where pieces meet.
fn turtle_on(files: usize, ranks: usize) -> Rules {
    let path = content().join("turtle/turtle.toml");
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("files = 8\nranks = 8"));
    rules(&text.replace(
        "files = 8\nranks = 8",
        &format!("files = {files}\nranks = {ranks}"),
    ))
}

fn checkers(variant: &Variant, state: &State, side: Side) -> Vec<u16> {
    let mut counts = vec![0; variant.checkers.len()];
    for (_, piece) in state
        .position()
        .pieces()
        .filter(|(_, piece)| piece.side == side)
    {
        for (place, count) in counts.iter_mut().enumerate() {
            *count += u16::from(
                variant
                    .kind(piece.kind.unwrap())
                    .checkers
                    .of(CheckerId::new(place)),
            );
        }
    }
    counts
}

fn scattered(game: &Game<'_>, random: &mut Random, pieces: usize) -> State {
    let variant = game.variant();
    let mut state = State::empty(game);
    for place in 0..pieces {
        let cell = Cell::new(random.below(variant.board.len()));
        let side = if place % 2 == 0 {
            Side::White
        } else {
            Side::Black
        };
        let kind = KindId::new(random.below(variant.kinds.len()));
        state.place(
            cell,
            Some(Piece {
                side,
                kind: Some(kind),
            }),
            true,
        );
    }
    state
}

#[test]
fn the_moves_are_those_of_the_rules_words() {
    let mut random = Random(5);
    let mut kinds = [0; 3];
    for (files, ranks) in [(4, 4), (5, 6), (8, 8)] {
        let rules = turtle_on(files, ranks);
        let game = Game::new(&rules);
        let mut scratch = Scratch::default();
        for number in 0..25 {
            let mut state = scattered(&game, &mut random, 4 + number % 9);
            let mut moves = Moves::default();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            let mut fast = BTreeSet::new();
            for found in moves.iter() {
                let undo = make(&game, &mut state, &mut scratch, &moves, found);
                let after = standing(state.position().pieces());
                unmake(&game, &mut state, &moves, found, undo);
                assert!(
                    fast.insert((found.kind.unwrap(), found.from.unwrap(), found.to, after)),
                    "{found:?} twice"
                );
                for effect in moves.effects(found) {
                    kinds[match effect.name() {
                        "stack" => 0,
                        "split" => 1,
                        _ => 2,
                    }] += 1;
                }
            }
            let slow = moves_of(&rules, &state);
            assert!(
                fast == slow,
                "{files}×{ranks} {number}: {} and {} moves",
                fast.len(),
                slow.len()
            );
        }
    }
    assert!(
        kinds.iter().all(|kind| *kind > 500),
        "all kinds of effect: {kinds:?}"
    );
}

#[test]
fn no_checker_is_lost_but_by_capture_and_every_move_is_undone() {
    let rules = turtle_on(6, 6);
    let (game, variant) = (Game::new(&rules), &rules.variant);
    let mut scratch = Scratch::default();
    let mut random = Random(8);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for number in 0..2000 {
        let mut state = scattered(&game, &mut random, 10);
        for ply in 0..50 {
            let mut moves = Moves::default();
            let before = state.clone();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            assert!(state == before, "{number}.{ply}: looking changes nothing");
            if moves.is_empty() {
                break;
            }
            let choice = random.below(moves.len());
            // Every move of some games, the one that is played of the others.
            let undone = if number < 60 {
                0..moves.len()
            } else {
                choice..choice + 1
            };
            for found in undone.map(|place| moves.get(place)) {
                let undo = make(&game, &mut state, &mut scratch, &moves, found);
                unmake(&game, &mut state, &moves, found, undo);
                assert!(state == before, "{number}.{ply}: {found:?} is not undone");
            }
            let found = moves.get(choice).clone();
            let (side, other) = (state.to_move(), state.to_move().other());
            let (own, enemy) = (
                checkers(variant, &state, side),
                checkers(variant, &state, other),
            );
            let mut taken = vec![0; own.len()];
            for (piece, _) in moves.captures(&found) {
                let stack = variant.kind(piece.kind.unwrap()).checkers;
                taken
                    .iter_mut()
                    .enumerate()
                    .for_each(|(n, t)| *t += u16::from(stack.of(CheckerId::new(n))));
            }
            seen.extend(
                moves
                    .effects(&found)
                    .iter()
                    .map(padma_rules::play::Effect::name),
            );
            make(&game, &mut state, &mut scratch, &moves, &found);
            assert_eq!(
                checkers(variant, &state, side),
                own,
                "{number}.{ply}: {found:?}"
            );
            let left: Vec<u16> = enemy
                .iter()
                .zip(&taken)
                .map(|(enemy, taken)| enemy - taken)
                .collect();
            assert_eq!(
                checkers(variant, &state, other),
                left,
                "{number}.{ply}: {found:?}"
            );
            for (_, piece) in state.position().pieces() {
                let stack = variant.kind(piece.kind.unwrap()).checkers;
                let fits = |kind: CheckerId| stack.of(kind) <= variant.checkers[kind.index()].most;
                assert!(
                    stack.height() <= 9 && stack.kinds().all(fits),
                    "{number}.{ply}"
                );
            }
        }
    }
    assert_eq!(
        seen,
        ["capture", "move", "split", "stack"].into_iter().collect()
    );
}

#[test]
fn every_text_means_its_move_in_every_style() {
    for style in ["coordinates", "long", "short"] {
        let rules = rules(&format!(
            "{SMALL}[notation]\nstyle = \"{style}\"\nplain = \"commoner\"\n"
        ));
        let game = Game::new(&rules);
        let mut scratch = Scratch::default();
        let mut random = Random(2);
        for number in 0..60 {
            let mut state = scattered(&game, &mut random, 7);
            let mut moves = Moves::default();
            legal_moves(&game, &mut state, &mut scratch, &mut moves);
            for place in 0..moves.len() {
                let text = move_text(&game, &mut state, &mut scratch, &moves, moves.get(place));
                match read_move(&game, &mut state, &mut scratch, &moves, &text) {
                    MoveReading::Plays {
                        index: read,
                        problems,
                        ..
                    } => {
                        assert_eq!(
                            (read, problems.len()),
                            (place, 0),
                            "{style} {number}: {text} {problems:?}"
                        );
                    }
                    other => panic!("{style} {number}: {text}: {other:?}"),
                }
            }
        }
    }
}

/// The books' page with the tables, as a build writes it.
fn page_of_tables() -> (String, String) {
    let folder = Folder::new("stacks");
    let content = content();
    let words = [
        "--content",
        content.to_str().unwrap(),
        "build",
        "--no-png",
        "--out",
        ".",
        "turtle",
    ];
    folder.ask(&words);
    (
        folder.read("turtle/combinations.html"),
        folder.read("turtle/markdown/combinations.md"),
    )
}

#[test]
fn the_table_shows_every_combination_with_what_it_reaches() {
    let (html, markdown) = page_of_tables();
    let rules = kit_rules::content::variant("turtle");
    let variant = &rules.variant;
    let d4 = variant.board.cell("d4").unwrap();
    let entries = html.split("<td").skip(1).filter_map(|cell| {
        let (before, link) = cell.split_once("<a href=\"piece-index.html#p.")?;
        let (id, rest) = link.split_once('"')?;
        let (_, rest) = rest.split_once('>')?;
        let (letter, rest) = rest.split_once("</a> ")?;
        let (count, _) = rest.split_once("</td>")?;
        Some((
            id.to_string(),
            letter.to_string(),
            count.to_string(),
            before.starts_with(" class=\"single\""),
        ))
    });
    let entries: Vec<_> = entries.collect();
    let made = |kind: &&padma_rules::model::PieceKind| {
        let kinds = ["deer", "ibex", "sable"].map(|id| variant.checker_named(id).unwrap());
        !kind.checkers.is_empty() && kind.checkers.kinds().all(|kind| kinds.contains(&kind))
    };
    let mut expected: Vec<_> = variant.kinds.iter().filter(made).collect();
    assert_eq!(entries.len(), 63);
    expected.sort_by_key(|kind| &kind.id);
    let mut sorted = entries.clone();
    sorted.sort();
    for ((id, letter, count, single), kind) in sorted.iter().zip(expected) {
        let reach = rules
            .alone(variant.kind_named(&kind.id).unwrap(), Side::White)
            .of(d4)
            .len();
        let due = (
            &kind.id,
            &kind.letter,
            reach.to_string(),
            kind.checkers.kinds().count() == 1,
        );
        assert_eq!((id, letter, count.clone(), *single), due);
        let letter = if *single {
            format!("**{letter}**")
        } else {
            letter.clone()
        };
        assert!(
            markdown.contains(&format!("| {letter} {count} |")),
            "{letter} in the Markdown edition"
        );
    }
    // The tables go by the first axis, their rows by the second and their columns by the third.
    let letters: Vec<&str> = entries
        .iter()
        .map(|(_, letter, ..)| letter.as_str())
        .collect();
    assert_eq!(letters[..7], ["W", "D", "R", "F", "FW", "FD", "FR"]);
    assert_eq!((letters[15], letters[62]), ("M", "CBR"));
}
