//! Rules that are made of expressions: those of the library by the table of laws, and some others by
//! what they mean.

use super::collected::{LAST_PIECE, LossRule, Target};
use super::endings;
use super::pieces::starts;
use super::rules::means_same;
use super::transfer::{Export, NO_SUCH_RULE};
use crate::fairy::laws;
use padma_rules::model::{KindId, Rule, Side, Sided};
use padma_text::Span;
use padma_variant::kinds::condition::{END, MUST};

/// Writes the named rules, and the basic ones with a known meaning.
pub(crate) fn write(export: &mut Export<'_>) {
    let named = export.rules.named.clone();
    for rule in &named {
        let written = match laws::find(rule.name) {
            Some(law) => (law.write)(export, *rule),
            None => Err(NO_SUCH_RULE.to_string()),
        };
        if let Err(why) = written {
            export.leave(format!("the rule `{}`", rule.name), rule.span, why);
        }
    }
    write_royalty(export);
    write_known(export);
    write_goals(export);
    write_losses(export);
}

/// Writes that pieces are royal while their side has only one of them, or that their loss loses.
fn write_royalty(export: &mut Export<'_>) {
    let royal = std::mem::take(&mut export.pieces.pseudo_royal);
    if !royal.is_empty() {
        let count = |kind| {
            let sides = Side::BOTH.map(|side| starts(export.variant, kind, side).len());
            sides[0].max(sides[1])
        };
        let most = royal.iter().map(|kind| count(*kind)).max().unwrap_or(1);
        let rule = LossRule {
            is_royal: true,
            count: most.saturating_sub(1) as u16,
            ..LAST_PIECE
        };
        let (first, place) = (royal[0], export.words(royal[0]).place);
        let written = export.losses.add(royal, rule);
        leave_royalty(export, first, place, written);
    }
    let last = export.rules.last.clone();
    let is_many = last.len() > 1;
    for (kind, span) in last {
        let written = match is_many {
            true => Err("in Fairy-Stockfish each kind is royal for itself".to_string()),
            false => export.losses.add_royal(vec![kind]),
        };
        leave_royalty(export, kind, span, written);
    }
    for (kind, span) in export.rules.taken.clone() {
        let written = export.losses.add(vec![kind], LAST_PIECE);
        leave_royalty(export, kind, span, written);
    }
}

fn leave_royalty(export: &mut Export<'_>, kind: KindId, span: Span, written: Result<(), String>) {
    if let Err(why) = written {
        let text = format!("the royalty of `{}`", export.variant.kind(kind).id);
        export.leave(text, span, why);
    }
}

/// Writes the rule about lost pieces.
fn write_losses(export: &mut Export<'_>) {
    let Some(rule) = export.losses.rule else {
        return;
    };
    let letters = match rule.is_of_all {
        true => "*".to_string(),
        false => export.pieces.letters(&export.losses.kinds),
    };
    if export.has_hand && !rule.with_hand {
        let span = export.whole.span;
        let why = "in Fairy-Stockfish pieces in hand count as well";
        export.leave("the rule about lost pieces", span, why);
    }
    let section = &mut export.section;
    section.set("extinctionValue", rule.ending.name());
    section.set("extinctionPieceTypes", letters);
    section.set("extinctionPieceCount", rule.count);
    section.set("extinctionPseudoRoyal", rule.is_royal);
    section.set("extinctionOpponentPieceCount", rule.facing);
    section.set("extinctionClaim", rule.is_claimed);
}

/// Writes the goals of all rules.
fn write_goals(export: &mut Export<'_>) {
    let variant = export.variant;
    let basic = export.rules.basic.iter().enumerate();
    let goals = basic.filter_map(|(index, basic)| match &basic.rule {
        Rule::Goal(goal) => Some((index, goal.clone())),
        _ => None,
    });
    let goals: Vec<(usize, padma_rules::model::Goal)> = goals.collect();
    for (index, goal) in &goals {
        export.settled[*index] = true;
        let begins = Side::BOTH.into_iter().any(|side| {
            let starts = super::pieces::starts(variant, goal.kind, side);
            !(starts & *goal.cells.of(side)).is_empty()
        });
        let has_same = |kind: &KindId| {
            let mut others = goals.iter();
            others.any(|(_, other)| other.kind == *kind && other.cells == goal.cells)
        };
        let becomes = variant.promotes_to(goal.kind, None);
        let changes = Side::BOTH.into_iter().any(|side| {
            let zone = variant.promotion_zone(goal.kind, side);
            !(zone & *goal.cells.of(side)).is_empty()
        }) && !becomes.iter().all(has_same);
        if begins {
            let why = "in Fairy-Stockfish a piece that begins on its goal counts at once";
            export.leave_rule(*index, why);
        }
        if changes {
            let why = "in Fairy-Stockfish a piece that promotes on its goal does not count";
            export.leave_rule(*index, why);
        }
        export.targets.push(Target {
            kinds: vec![goal.kind],
            cells: goal.cells,
            count: goal.count,
        });
    }
    if let Err(why) = endings::write_targets(export) {
        for (index, _) in goals {
            export.leave_rule(index, why);
        }
        let named = export.rules.named.clone();
        for rule in named.iter().filter(|rule| laws::is_goal(rule.name)) {
            export.leave(format!("the rule `{}`", rule.name), rule.span, why);
        }
    }
}

/// Writes the rules whose expressions mean what the program has a key for.
fn write_known(export: &mut Export<'_>) {
    let must_capture = export.rules.rule_of(&MUST, &[("when", "taken != {}")]);
    if let Some(index) = find(export, must_capture) {
        export.settled[index] = true;
        export.section.set("mustCapture", true);
    }
    for side in Side::BOTH {
        let when = format!("pieces({}) = {{}}", side.name());
        let texts = [
            ("when", when.as_str()),
            ("outcome", "win"),
            ("for", side.other().name()),
        ];
        let all_lost = export.rules.rule_of(&END, &texts);
        let Some(index) = find(export, all_lost) else {
            continue;
        };
        // The other side never loses its king.
        let has_king = export.pieces.king.is_some_and(|king| {
            !super::pieces::starts(export.variant, king, side.other()).is_empty()
        });
        export.settled[index] = true;
        match has_king.then(|| {
            let rule = LossRule {
                is_of_all: true,
                ..LAST_PIECE
            };
            export.losses.add(Vec::new(), rule)
        }) {
            Some(Ok(())) => {}
            Some(Err(why)) => export.leave_rule(index, why),
            None => export.leave_rule(index, "in Fairy-Stockfish both sides lose that way"),
        }
    }
    write_race(export);
}

/// Returns the index of a basic rule that means the same and is not yet carried over.
fn find(export: &Export<'_>, rule: Option<Rule>) -> Option<usize> {
    let rule = rule?;
    let mut basic = export.rules.basic.iter().enumerate();
    let found =
        basic.find(|(index, basic)| !export.settled[*index] && means_same(&basic.rule, &rule));
    found.map(|(index, _)| index)
}

/// Writes a race of kings to the last rank, in which Black has the last move.
fn write_race(export: &mut Export<'_>) {
    let Some(king) = export.pieces.king else {
        return;
    };
    let (id, last) = (export.variant.kind(king).id.clone(), export.grid.ranks);
    let reaches = |side: &str| format!("pieces({id}, {side}) in rank({last})");
    let both = format!("{} and {}", reaches("white"), reaches("black"));
    let white = format!(
        "{} and (mover = black or goes({id}, black) & rank({last}) = {{}})",
        reaches("white")
    );
    let black = reaches("black");
    let endings: [[(&str, &str); 3]; 3] = [
        [("when", &both), ("outcome", "draw"), ("for", "mover")],
        [("when", &black), ("outcome", "win"), ("for", "black")],
        [("when", &white), ("outcome", "win"), ("for", "white")],
    ];
    let found = endings.map(|texts| find(export, export.rules.rule_of(&END, &texts)));
    let [Some(one), Some(two), Some(three)] = found else {
        return;
    };
    for index in [one, two, three] {
        export.settled[index] = true;
    }
    export.section.set("flagMove", true);
    export.targets.push(Target {
        kinds: vec![king],
        cells: Sided::same(export.grid.rank(last - 1, Side::White)),
        count: 1,
    });
}
