//! `measured.toml`: statistics of games of the program against itself, which `padma measure` writes beside the variant.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::world::{self, display_path};
use padma_play::{MeasuredGames, MeasuredPlay, Measurement, player_fingerprint};
use padma_text::diag::{Code, Diagnostics};
use padma_text::{Fingerprint, Sources};
use serde::Deserialize;

/// The name of the file in a book's folder.
pub const MEASURED_FILE: &str = "measured.toml";

/// The file, key by key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasuredToml {
    variant: String,
    nodes: u64,
    seed: u64,
    rules: String,
    player: String,
    games: u64,
    white: u64,
    black: u64,
    drawn: u64,
    plies: u64,
    choices: u64,
    ends: BTreeMap<String, u64>,
    events: BTreeMap<String, u64>,
}

/// Returns the statistics of games with what they depend on. `toml` is the whole variant.
pub fn measurement(
    variant: &str,
    toml: &str,
    play: MeasuredPlay,
    games: MeasuredGames,
) -> Measurement {
    Measurement {
        variant: variant.to_string(),
        play,
        rules: rules_fingerprint(toml),
        player: player_fingerprint(),
        games,
    }
}

/// Returns the fingerprint of rules as TOML, without the game's title.
fn rules_fingerprint(toml: &str) -> Fingerprint {
    Fingerprint::of(toml.lines().filter(|line| !line.starts_with("title =")))
}

/// Prints the file.
pub fn print(measured: &Measurement) -> String {
    let Measurement {
        variant,
        play: MeasuredPlay { nodes, seed },
        rules,
        player,
        games,
    } = measured;
    let MeasuredGames {
        games: count,
        won: [white, black],
        drawn,
        plies,
        choices,
        ends,
        events,
    } = games;
    let mut text = format!(
        "# Games of the program against itself, written by `padma measure`: not to be edited.\n\
         variant = \"{variant}\"\nnodes = {nodes}\nseed = {seed}\nrules = \"{rules}\"\nplayer = \"{player}\"\n\
         games = {count}\nwhite = {white}\nblack = {black}\ndrawn = {drawn}\nplies = {plies}\nchoices = {choices}\n"
    );
    for (title, counts) in [("ends", ends), ("events", events)] {
        let _ = writeln!(text, "\n[{title}]");
        for (name, count) in counts {
            let _ = writeln!(text, "{name} = {count}");
        }
    }
    text
}

/// Reads the file of a book's folder, if there is one and it is about a variant.
pub(super) fn read(
    folder: &Path,
    variant: &str,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Measurement> {
    let path = folder.join(MEASURED_FILE);
    if !path.is_file() {
        return None;
    }
    let id = world::read_inside(folder, &path, &display_path(&path), sources, diagnostics)?;
    let read = toml::from_str::<MeasuredToml>(sources.get(id).text());
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            let message = format!("`{MEASURED_FILE}` is not as `padma measure` writes it");
            let whole = sources.whole(id);
            let at = error.span().map_or(whole, |range| whole.slice(range));
            return diagnostics.refuse(Code::WrongValue, message, at, error.message());
        }
    };
    // A word that cannot be a fingerprint matches no rules.
    let fingerprint = |text: &str| Fingerprint::parse(text).unwrap_or(Fingerprint::of([""]));
    let measured = Measurement {
        rules: fingerprint(&read.rules),
        player: fingerprint(&read.player),
        variant: read.variant,
        play: MeasuredPlay {
            nodes: read.nodes,
            seed: read.seed,
        },
        games: MeasuredGames {
            games: read.games,
            won: [read.white, read.black],
            drawn: read.drawn,
            plies: read.plies,
            choices: read.choices,
            ends: read.ends,
            events: read.events,
        },
    };
    if !measured.games.is_possible() {
        let message = format!("no games can have given the numbers of `{MEASURED_FILE}`");
        let label = "run `padma measure` again";
        return diagnostics.refuse(Code::WrongValue, message, sources.whole(id), label);
    }
    (measured.variant == variant).then_some(measured)
}

/// Whether the games were played by the rules of this TOML, and by the player of today.
pub(super) fn is_current(measured: &Measurement, toml: &str) -> bool {
    measured.rules == rules_fingerprint(toml) && measured.player == player_fingerprint()
}
