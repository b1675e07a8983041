//! Positions as text and recorded games with characters changed, left out, doubled and put in: whatever is made of them,
//! nothing panics, and there is an end.

use std::time::{Duration, Instant};

use padma_expr::play::describe_ply;
use padma_rules::play::{
    Game, Moves, Scratch, State, begin_history, legal_moves, make, outcome, perft, record, replay,
    unmake,
};
use padma_rules::reach::Rules;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Sources};
use proptest::prelude::*;

use kit::table::{CHESS, rules};

const WATERLOO: &str = include_str!("../../content/waterloo/waterloo.toml");
/// Chess in which pieces that are taken come back.
const WITH_DROPS: &str = concat!(
    include_str!("../../src/variant/chess.toml"),
    "\n[[rule]]\nkind = \"into-hand\"\n[[rule]]\nkind = \"drop\"\n"
);
const PARTY: &str = include_str!("../games/party-3.txt");

const FENS: [(&str, &str); 4] = [
    (
        CHESS,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
    ),
    (CHESS, "8/P6k/8/8/3pP3/8/8/K6R b - e3 99 120"),
    (
        WATERLOO,
        "rmcaqkacmr/ggbnnnnbgg/ppsppppspp/10/10/10/10/PPSPPPPSPP/GGBNNNNBGG/RMCAKQACMR w KQkq - 12 7",
    ),
    (
        WITH_DROPS,
        "r1bqkb1r/pppp1ppp/2n5/4p3/4P3/2N2N2/PPPP1PPP/R1BQK2R[BNn] b KQkq - 4 4",
    ),
];

const RECORDS: [(&str, &str); 3] = [
    (
        CHESS,
        "[Event \"A\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n[Result \"1-0\"]\n\n1. a8=Q+ Kd7 {so} 2. O-O (2. Kd2 Kc7) 2... Ke6 $1 ; more\n3. Re1+!? Kf5 1-0",
    ),
    (CHESS, "1. f3 e5 2. g4 Qh4# 0-1"),
    (WATERLOO, PARTY),
];

/// One change of a text, in numbers that fit any.
#[derive(Clone, Debug)]
enum Change {
    Put(prop::sample::Index, char),
    Replace(prop::sample::Index, char),
    LeaveOut(prop::sample::Index, usize),
    Double(prop::sample::Index, prop::sample::Index, usize),
    Swap(prop::sample::Index, prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    let letter = || {
        let usual: Vec<char> =
            "abcdefghk0123456789KQRBNPGMxkqpw/-+#=@~>.()[]{}\"*!?$%;: \n\té…×–'Ω\u{feff}\u{0}\u{a0}\u{2009}\u{2028}\u{202f}\u{3000}"
                .chars()
                .collect();
        prop::sample::select(usual)
    };
    prop_oneof![
        (at(), letter()).prop_map(|(at, c)| Change::Put(at, c)),
        (at(), letter()).prop_map(|(at, c)| Change::Replace(at, c)),
        (at(), 1..9_usize).prop_map(|(at, length)| Change::LeaveOut(at, length)),
        (at(), at(), 1..60_usize).prop_map(|(from, to, length)| Change::Double(from, to, length)),
        (at(), at()).prop_map(|(a, b)| Change::Swap(a, b)),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        let end = letters.len();
        let place = |index: &prop::sample::Index| index.index(end.max(1)).min(end);
        match change {
            Change::Put(at, letter) => letters.insert(place(at), *letter),
            _ if end == 0 => {}
            Change::Replace(at, letter) => letters[place(at)] = *letter,
            Change::LeaveOut(at, length) => {
                letters.drain(place(at)..(place(at) + length).min(end));
            }
            Change::Double(from, to, length) => {
                let part = letters[place(from)..(place(from) + length).min(end)].to_vec();
                let to = place(to);
                letters.splice(to..to, part);
            }
            Change::Swap(a, b) => letters.swap(place(a), place(b)),
        }
    }
    letters.into_iter().collect()
}

fn excerpt(text: &str) -> Excerpt {
    let mut sources = Sources::default();
    let id = sources.add("text", text);
    Excerpt::verbatim(text, sources.whole(id))
}

/// The variants of some cases, each resolved once.
fn resolved<T: Copy>(cases: &[(&'static str, T)]) -> Vec<Rules> {
    cases.iter().map(|(variant, _)| rules(variant)).collect()
}

#[test]
fn a_mutated_position_is_played_or_refused() {
    let resolved = resolved(&FENS);
    let games: Vec<Game<'_>> = resolved.iter().map(Game::new).collect();
    for (game, (_, fen)) in games.iter().zip(FENS) {
        let mut diagnostics = Diagnostics::default();
        assert!(
            State::read(game, &excerpt(fen), &mut diagnostics).is_some(),
            "{fen}: {diagnostics:?}"
        );
    }
    let config = ProptestConfig {
        cases: 4 * ProptestConfig::default().cases,
        ..ProptestConfig::default()
    };
    let changes = (0..FENS.len(), prop::collection::vec(change(), 1..6));
    proptest!(config, |((case, changes) in changes)| {
        let (game, text, mut diagnostics) = (&games[case], changed(FENS[case].1, &changes), Diagnostics::default());
        let start = Instant::now();
        match State::read(game, &excerpt(&text), &mut diagnostics) {
            None => prop_assert!(diagnostics.has_errors(), "{text:?} is refused without a word"),
            Some(mut state) => {
                let mut scratch = Scratch::default();
                begin_history(game, &mut state, &mut scratch);
                let before = state.clone();
                perft(game, &mut state, &mut scratch, 1);
                let mut moves = Moves::default();
                legal_moves(game, &mut state, &mut scratch, &mut moves);
                for found in moves.iter().take(8) {
                    let undo = make(game, &mut state, &mut scratch, &moves, found);
                    outcome(game, &mut state, &mut scratch);
                    unmake(game, &mut state, &moves, found, undo);
                }
                prop_assert!(state == before, "{text:?} is not as it was");
            }
        }
        prop_assert!(start.elapsed() < Duration::from_secs(10), "{text:?} takes {:?}", start.elapsed());
    });
}

#[test]
fn a_mutated_record_is_played_over_or_refused() {
    let resolved = resolved(&RECORDS);
    let games: Vec<Game<'_>> = resolved.iter().map(Game::new).collect();
    let changes = (0..RECORDS.len(), prop::collection::vec(change(), 1..8));
    proptest!(|((case, changes) in changes)| {
        let (game, text) = (&games[case], changed(RECORDS[case].1, &changes));
        let start = Instant::now();
        let mut diagnostics = Diagnostics::default();
        let record = record(&excerpt(&text), &mut diagnostics);
        let state = match record.tag("FEN") {
            Some(fen) => State::read(game, fen, &mut diagnostics),
            None => State::setup(game),
        };
        if let Some(state) = state {
            let replay = replay(game, state, &record);
            replay.plies.iter().for_each(|ply| drop(describe_ply(ply, game)));
            drop(replay.stated_result(&record));
            prop_assert!(replay.plies.len() <= record.moves.len());
        }
        prop_assert!(start.elapsed() < Duration::from_secs(20), "{text:?} takes {:?}", start.elapsed());
    });
}
