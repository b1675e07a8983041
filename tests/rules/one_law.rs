//! The fast reading of the whole law against the slow one, on every variant there is and on random ones.

use std::collections::BTreeSet;

use padma_rules::model::Rule;
use padma_rules::play::{Game, State};
use padma_variant::kinds::KINDS;

use crate::oracles::held;
use kit_rules::random::Random;
use kit_rules::random_variants::{random_state, random_variant};

/// The number of positions of random variants that every run of the tests compares.
const POSITIONS: usize = 8_000;

/// The number of variants with differences after which a run ends.
const MOST_FAULTS: usize = 12;

/// The number of texts of random variants that are made to see that nothing is left out.
const TEXTS: u64 = 400;

/// Every kind of rule, with every key, is met by some of the random variants.
#[test]
fn random_variants_have_every_kind_of_rule_and_every_key() {
    let mut met = BTreeSet::new();
    for seed in 0..TEXTS {
        let toml = random_variant(seed).toml;
        for table in toml.split("[[rule]]\nkind = \"").skip(1) {
            let (kind, rest) = table.split_once('"').expect("a kind");
            met.insert((kind.to_string(), String::new()));
            for line in rest.lines().take_while(|line| !line.starts_with('[')) {
                let key = line.split(" = ").next().expect("a key");
                met.insert((kind.to_string(), key.to_string()));
            }
        }
    }
    for kind in KINDS {
        let keys = kind.keys.iter().map(|key| key.name);
        for key in keys.chain([""]) {
            let wanted = (kind.name.to_string(), key.to_string());
            assert!(
                met.contains(&wanted),
                "no random variant of {TEXTS} has `{}` with `{key}`",
                kind.name
            );
        }
    }
}

/// Compares as many positions as take about a minute.
#[test]
fn both_readings_agree_on_random_variants() {
    agree_on(POSITIONS);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn both_readings_agree_on_a_hundred_thousand_positions() {
    agree_on(100_000);
}

/// Plays variants of consecutive seeds until this number of positions has been compared.
fn agree_on(positions: usize) {
    let first = std::env::var("PADMA_LAW_SEED").map_or(0, |seed| seed.parse().expect("a seed"));
    let (mut compared, mut faults) = (0, Vec::new());
    for seed in first.. {
        if compared >= positions || faults.len() >= MOST_FAULTS {
            break;
        }
        match std::panic::catch_unwind(|| play(seed)) {
            Ok(Ok(count)) => compared += count,
            Ok(Err(fault)) => faults.push(fault),
            Err(_) => faults.push(format!("seed {seed}: a panic")),
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// Plays the variant of a seed, and gives the number of positions that were compared.
fn play(seed: u64) -> Result<usize, String> {
    let random_variant = random_variant(seed);
    let (rules, mut random) = (&random_variant.rules, Random(seed));
    let game = Game::new(rules);
    let state = random_state(&game, &mut random);
    let compared = held::play(rules, &game, state, 6, &mut |below| random.below(below));
    compared.map_err(|fault| format!("seed {seed}\n{}\n{fault}\n", random_variant.toml))
}

/// Every variant of the content folder, and the built-in one: from the setup, and from random positions.
#[test]
fn both_readings_agree_on_every_variant_there_is() {
    let mut all = vec![(
        "chess".to_string(),
        kit_rules::table::rules(kit_rules::table::CHESS),
    )];
    all.extend(kit_rules::content::variant_names().into_iter().map(|name| {
        let rules = kit_rules::content::variant(&name);
        (name, rules)
    }));
    // Effects of moves and conditions of drops are compared with other programs.
    all.retain(|(_, rules)| {
        !rules.variant.rules.iter().any(|rule| match rule {
            Rule::Effect(_) => true,
            Rule::Drop(drop) => drop.when.is_some(),
            _ => false,
        })
    });
    assert!(all.len() > 10, "{} variants", all.len());
    for (name, rules) in &all {
        let (game, mut random) = (Game::new(rules), Random(9));
        let mut starts: Vec<State> = State::setup(&game).into_iter().collect();
        starts.push(random_state(&game, &mut random));
        for start in starts {
            if let Err(fault) = held::play(rules, &game, start, 4, &mut |below| random.below(below))
            {
                panic!("{name}: {fault}");
            }
        }
    }
}
