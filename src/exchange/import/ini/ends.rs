//! How a game ends other than by mate: pieces that are lost, squares that are reached, checks,
//! rows of pieces, a full board.
//!
//! Each becomes a rule `end`, asked after a move: `mover` has moved, `other` is to move.

use std::collections::BTreeSet;

use super::super::draft::{PieceIndex, VariantDraft};
use super::super::places::{Square, Squares};
use super::effects;
use super::fen::StartPosition;
use super::leftovers::Leftovers;
use super::rules::IniRules;
use super::slots::PieceSlot;
use super::words::{hand_of, kinds_words, pieces_of};
use padma_rules::model::{Ending, Side};
use padma_variant::form::Fields;
use padma_variant::kinds::condition::{self, END};
use padma_variant::kinds::ending::{self, GOAL};

/// A side as an expression names it, and the side that faces it.
const SIDES: [(&str, &str); 2] = [("mover", "other"), ("other", "mover")];

pub(super) fn rules(
    rules: &IniRules,
    start: &StartPosition,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    add_extinction(rules, start, draft);
    add_flags(rules, start, draft, leftovers);
    add_checks(rules, start, draft);
    add_rows(rules, draft, leftovers);
    add_full_board(rules, draft);
    add_counted_stalemate(rules, draft);
}

/// Returns a rule that ends the game for a side.
fn end(draft: &VariantDraft, when: &str, outcome: Ending, of: &str, text: &str) -> Fields {
    let rule = draft
        .rule(&END)
        .with_text(condition::WHEN, when)
        .with_text(condition::END_OUTCOME, &outcome.name());
    let rule = match of {
        "mover" => rule,
        side => rule.with_text(condition::FOR, side),
    };
    rule.with_text(condition::TEXT, text)
}

/// Returns the outcome for the side that faces one with this outcome.
fn reversed(outcome: Ending) -> Ending {
    match outcome {
        Ending::Win => Ending::Loss,
        Ending::Loss => Ending::Win,
        other => other,
    }
}

/// Adds the rules about a side that has too few pieces of a kind.
fn add_extinction(rules: &IniRules, start: &StartPosition, draft: &mut VariantDraft) {
    let Some(outcome) = rules.outcome("extinctionValue") else {
        return;
    };
    // A royal piece cannot be captured, unless it explodes.
    if rules.truth("extinctionPseudoRoyal") && !rules.truth("blastOnCapture") {
        return;
    }
    // A named rule says so of a king that explodes.
    if effects::exploding_king(rules, start).is_some() {
        return;
    }
    let (few, facing) = (
        rules.number("extinctionPieceCount"),
        rules.number("extinctionOpponentPieceCount"),
    );
    for (side, enemy) in SIDES {
        for kinds in extinct_kinds(rules) {
            let own = standing_and_held(rules, draft, &kinds, side);
            let theirs = standing_and_held(rules, draft, &kinds, enemy);
            let claim = u16::from(rules.truth("extinctionClaim") && side == "other");
            let least = facing + claim;
            let when = match least {
                0 => format!("{own} <= {few}"),
                least => format!("{own} <= {few} and {theirs} >= {least}"),
            };
            let what = kinds_words(rules, draft, &kinds);
            let of = if side == "mover" {
                "A side that has moved"
            } else {
                "A side"
            };
            let result = ending_words(outcome);
            let few = match few {
                0 => "no".to_string(),
                few => format!("at most {few}"),
            };
            let facing = match least {
                0 => String::new(),
                least => format!(", while the other side has at least {least}"),
            };
            let text = format!("{of} and has {few} {what}{facing} {result}.");
            let text = text.replace("A side and has", "A side that has");
            draft.rules.push(end(draft, &when, outcome, side, &text));
        }
    }
}

/// Returns the groups of kinds that are counted together.
fn extinct_kinds(rules: &IniRules) -> Vec<Vec<PieceIndex>> {
    if rules.is_star("extinctionPieceTypes") {
        return vec![(0..rules.pieces.len()).collect()];
    }
    let slots = rules.slots("extinctionPieceTypes", Side::White);
    slots.iter().map(|slot| rules.kinds(*slot)).collect()
}

/// Returns the number of a side's pieces of some kinds, on the board and in hand.
fn standing_and_held(
    rules: &IniRules,
    draft: &VariantDraft,
    kinds: &[PieceIndex],
    side: &str,
) -> String {
    let standing = format!("count({})", pieces_of(rules, draft, kinds, side));
    let holds = rules.truth("capturesToHand") || !draft.setup.reserve.is_empty();
    match holds {
        true => format!("{standing} + {}", hand_of(draft, kinds, side)),
        false => standing,
    }
}

fn ending_words(outcome: Ending) -> &'static str {
    match outcome {
        Ending::Win => "wins",
        Ending::Loss => "loses",
        _ => "draws",
    }
}

/// The squares that a side's pieces must reach, in words of expressions.
struct Flag {
    /// The id of the set.
    region: String,
    kinds: [Vec<PieceIndex>; 2],
    count: u16,
    is_blocked_win: bool,
    is_safe: bool,
    gives_move: bool,
}

impl Flag {
    /// Returns the pieces of a side that stand on the squares.
    fn standing(&self, rules: &IniRules, draft: &VariantDraft, side: &str) -> String {
        let [white, black] = &self.kinds;
        let pieces = if white == black {
            pieces_of(rules, draft, white, side)
        } else {
            let of = |kinds: &Vec<PieceIndex>, owner: &str| {
                format!(
                    "{{c in {} where {side} = {owner}}}",
                    pieces_of(rules, draft, kinds, side)
                )
            };
            format!("({} | {})", of(white, "white"), of(black, "black"))
        };
        format!("{pieces} & {}({side})", self.region)
    }

    /// Returns the condition that a side has reached the squares.
    fn reached(&self, rules: &IniRules, draft: &VariantDraft, side: &str, enemy: &str) -> String {
        let standing = self.standing(rules, draft, side);
        let count = self.count;
        let enough = match count {
            1 => format!("{standing} != {{}}"),
            count => format!("count({standing}) >= {count}"),
        };
        let reached = if self.is_blocked_win {
            let full = format!("{}({side}) in pieces(white) | pieces(black)", self.region);
            format!("({enough} or {standing} != {{}} and {full})")
        } else {
            enough
        };
        if !self.is_safe || self.gives_move && side == "other" {
            return reached;
        }
        let safe = format!(
            "(count({standing}) != {count} or (all c in {standing}: not attacked(c, {enemy})))"
        );
        format!("{reached} and {safe}")
    }

    fn is_king(&self, rules: &IniRules, side: Side) -> bool {
        rules
            .kind(PieceSlot::KING)
            .is_some_and(|king| self.kinds[side as usize] == [king])
    }
}

/// Adds the rules by which a side wins when its pieces reach certain squares.
fn add_flags(
    rules: &IniRules,
    start: &StartPosition,
    draft: &mut VariantDraft,
    leftovers: &mut Leftovers<'_>,
) {
    let regions = Side::BOTH.map(|side| rules.squares("flagRegion", side));
    if regions.iter().all(BTreeSet::is_empty) {
        return;
    }
    let kinds = Side::BOTH.map(|side| flag_kinds(rules, side));
    let flag = Flag {
        region: String::new(),
        kinds,
        count: rules.number("flagPieceCount").max(1),
        is_blocked_win: rules.truth("flagPieceBlockedWin"),
        is_safe: rules.truth("flagPieceSafe"),
        gives_move: rules.truth("flagMove"),
    };
    if is_plain_goal(&flag, &regions, start, rules) {
        return add_goals(rules, &flag, &regions, draft);
    }
    let flag = Flag {
        region: draft.set(&regions, "goal"),
        ..flag
    };
    let reached =
        |draft: &VariantDraft, (side, enemy): (&str, &str)| flag.reached(rules, draft, side, enemy);
    let [mover, other] = SIDES.map(|sides| reached(draft, sides));
    let kings = Side::BOTH.map(|side| flag.is_king(rules, side));
    if flag.gives_move && kings[0] != kings[1] {
        leftovers.leave("flagMove", "only one side has one more move");
    }
    let mut ends = Vec::new();
    if flag.is_safe || flag.gives_move {
        let white_first = flag.gives_move && flag.is_king(rules, Side::Black);
        let both = match (flag.is_safe && !flag.gives_move, white_first) {
            (true, _) => Some(format!("({other}) and {mover}")),
            (false, true) => Some(format!("other = white and ({other}) and {mover}")),
            (false, false) => None,
        };
        let text = "If both sides have reached the goal, the game is drawn.";
        ends.extend(both.map(|when| end(draft, &when, Ending::Draw, "mover", text)));
        let text = "A side that has reached the goal wins after the move of the other side.";
        ends.push(end(draft, &other, Ending::Win, "other", text));
    }
    ends.extend(reached_at_once(rules, &flag, &mover, draft));
    draft.rules.extend(ends);
}

/// Returns the rule by which a side that has just reached the squares wins, if it need not wait
/// for a move of the other side.
fn reached_at_once(
    rules: &IniRules,
    flag: &Flag,
    mover: &str,
    draft: &VariantDraft,
) -> Option<Fields> {
    let kings = Side::BOTH.map(|side| flag.is_king(rules, side));
    let text = "A side wins when it reaches the goal.";
    if !flag.gives_move || flag.is_safe && kings == [false; 2] {
        return Some(end(draft, mover, Ending::Win, "mover", text));
    }
    if kings != [true; 2] {
        return flag
            .is_safe
            .then(|| end(draft, mover, Ending::Win, "mover", text));
    }
    // A side whose king can still come to the squares has one more move, if it is Black.
    let king = draft.id(rules.kind(PieceSlot::KING)?);
    let region = &flag.region;
    let follows = format!(
        "other = black and not in-check(other) and goes({king}, other) & {region}(other) != {{}}"
    );
    let text = "White wins when its King reaches the goal and Black’s cannot follow at once. Black wins when its King reaches the goal.";
    let when = format!("({mover}) and not ({follows})");
    Some(end(draft, &when, Ending::Win, "mover", text))
}

fn flag_kinds(rules: &IniRules, side: Side) -> Vec<PieceIndex> {
    if rules.setting("flagPiece", side).is_none() || rules.is_star_for("flagPiece", side) {
        return (0..rules.pieces.len()).collect();
    }
    rules.listed_kinds("flagPiece", side)
}

/// Whether a rule `goal` says the same: no piece stands there at the start, and pieces of one kind
/// are counted.
fn is_plain_goal(flag: &Flag, regions: &Squares, start: &StartPosition, rules: &IniRules) -> bool {
    let begins = |side: Side| {
        flag.kinds[side as usize].iter().any(|kind| {
            let slot = rules.pieces[*kind].slot;
            !start
                .squares_of(slot, side)
                .is_disjoint(&regions[side as usize])
        })
    };
    let one_kind = flag.kinds.iter().all(|kinds| kinds.len() <= 1);
    let fits = |side: &Side| regions[*side as usize].len() >= usize::from(flag.count);
    !flag.is_blocked_win
        && !flag.is_safe
        && !flag.gives_move
        && (flag.count == 1 || one_kind)
        && Side::BOTH.iter().all(fits)
        && !Side::BOTH.into_iter().any(begins)
}

/// Adds rules `goal`, one for each piece.
fn add_goals(rules: &IniRules, flag: &Flag, regions: &Squares, draft: &mut VariantDraft) {
    let goal_squares = |kind: usize, side: Side| {
        if flag.kinds[side as usize].contains(&kind) {
            regions[side as usize].clone()
        } else {
            BTreeSet::<Square>::new()
        }
    };
    for kind in 0..rules.pieces.len() {
        let squares = Side::BOTH.map(|side| goal_squares(kind, side));
        let goal = draft.rule_on_squares(&GOAL, kind, &squares);
        draft.rules.extend(goal.map(|goal| match flag.count {
            1 => goal,
            count => goal.with_number(ending::COUNT, count),
        }));
    }
}

/// Adds the number of checks that win.
fn add_checks(rules: &IniRules, start: &StartPosition, draft: &mut VariantDraft) {
    if !rules.truth("checkCounting") {
        return;
    }
    draft.count("checks", "in-check(other)", None);
    // The program's field says how many checks are left; without it the next one wins.
    let [white, black] = start.checks.unwrap_or([1, 1]);
    let text = |side: &str, number: u16| match number {
        1 => format!("{side} wins by giving check."),
        number => {
            format!("{side} wins once the number of checks that it has given reaches {number}.")
        }
    };
    if white == black {
        let when = format!("checks(mover) >= {white}");
        let rule = end(draft, &when, Ending::Win, "mover", &text("A side", white));
        return draft.rules.push(rule);
    }
    for (side, number) in [("white", white), ("black", black)] {
        let when = format!("checks({side}) >= {number}");
        let title = if side == "white" { "White" } else { "Black" };
        let rule = end(draft, &when, Ending::Win, side, &text(title, number));
        draft.rules.push(rule);
    }
}

/// Adds the number of pieces in a row, in a square or on a line that ends the game.
fn add_rows(rules: &IniRules, draft: &mut VariantDraft, leftovers: &mut Leftovers<'_>) {
    let kinds: Vec<PieceIndex> = match rules.is_star("connectPieceTypes") {
        true => (0..rules.pieces.len()).collect(),
        false => rules.listed_kinds("connectPieceTypes", Side::White),
    };
    let pieces = pieces_of(rules, draft, &kinds, "mover");
    let outcome = rules.outcome("connectValue").unwrap_or(Ending::Win);
    let lines = [
        ("connectHorizontal", &["e"][..]),
        ("connectVertical", &["n"]),
        ("connectDiagonal", &["ne", "nw"]),
    ];
    let lines: Vec<&str> = lines
        .into_iter()
        .filter(|(key, _)| rules.truth(key))
        .flat_map(|(_, lines)| lines.iter().copied())
        .collect();
    let words = ending_words(outcome);
    let any = |conditions: Vec<String>| conditions.join(" or ");
    let (row, square, line) = (
        rules.number("connectN"),
        rules.number("connectNxN"),
        rules.number("collinearN"),
    );
    if row > 0 && !lines.is_empty() {
        let in_row = |line: &&str| format!("{} != {{}}", run_of(line, &pieces, row));
        let when = any(lines.iter().map(in_row).collect());
        let text = format!("A side {words} when {row} of its pieces stand in a row.");
        draft.rules.push(end(draft, &when, outcome, "mover", &text));
    }
    match square {
        0 => {}
        1 | 2 => {
            let corners = ["s", "e", "se"].map(|step| format!("step({step}, {pieces})"));
            let when = match square {
                1 => format!("{pieces} != {{}}"),
                _ => format!("{pieces} & {} != {{}}", corners.join(" & ")),
            };
            let text = format!("A side {words} when its pieces fill a square of two by two.");
            draft.rules.push(end(draft, &when, outcome, "mover", &text));
        }
        _ => leftovers.leave("connectNxN", "a square of pieces ends the game"),
    }
    if line > 0 && !lines.is_empty() {
        let on_line = |line: &&str| {
            let back = opposite(line);
            format!(
                "some c in {pieces}: count({pieces} & (slide({line}, c) | slide({back}, c) | {{c}})) >= {}",
                rules.number("collinearN")
            )
        };
        let conditions: Vec<String> = lines
            .iter()
            .map(|line| format!("({})", on_line(line)))
            .collect();
        let text = format!("A side {words} when {line} of its pieces stand on one line.");
        draft
            .rules
            .push(end(draft, &any(conditions), outcome, "mover", &text));
    }
}

/// Returns the last cells of rows of `length` among some cells.
fn run_of(step: &str, cells: &str, length: u16) -> String {
    (1..length).fold(cells.to_string(), |run, _| {
        format!("step({step}, {run}) & {cells}")
    })
}

fn opposite(step: &str) -> &'static str {
    match step {
        "e" => "w",
        "n" => "s",
        "ne" => "sw",
        _ => "se",
    }
}

/// Adds the end of the game on a full board, and after two passes.
fn add_full_board(rules: &IniRules, draft: &mut VariantDraft) {
    let full = rules
        .truth("adjudicateFullBoard")
        .then(|| "cells in pieces(white) | pieces(black)".to_string());
    let passes = Side::BOTH
        .into_iter()
        .all(|side| rules.may_pass(side) && !rules.truth("wallOrMove"));
    let passed = passes.then(|| "passed(mover) > 0 and passed(other) > 0".to_string());
    if passes {
        draft.count("passed", "passes", Some("not passes"));
    }
    let over = [
        (full, "the board is full"),
        (passed, "both sides have passed, one after the other"),
    ];
    let is_counted = rules.text("materialCounting").as_deref() == Some("unweighted");
    for (when, what) in over {
        let Some(when) = when else { continue };
        if is_counted {
            for (side, enemy) in SIDES {
                let when = format!("{when} and count(pieces({side})) > count(pieces({enemy}))");
                let text = format!("When {what}, the side with more pieces wins.");
                draft
                    .rules
                    .push(end(draft, &when, Ending::Win, side, &text));
            }
        }
        let text = format!("When {what}, the game is drawn.");
        let text = match is_counted {
            true => text.replace("the game", "and both sides have as many pieces, the game"),
            false => text,
        };
        draft
            .rules
            .push(end(draft, &when, Ending::Draw, "mover", &text));
    }
}

/// Adds the result of stalemate where the pieces are counted.
fn add_counted_stalemate(rules: &IniRules, draft: &mut VariantDraft) {
    if !rules.truth("stalematePieceCount") {
        return;
    }
    let outcome = rules.outcome("stalemateValue").unwrap_or(Ending::Draw);
    let stuck = "legal-moves(other) = 0 and not in-check(other)";
    for (relation, outcome) in [(">", reversed(outcome)), ("=", Ending::Draw)] {
        let when = format!("{stuck} and count(pieces(other)) {relation} count(pieces(mover))");
        let text = match relation {
            ">" => format!(
                "A side without a legal move that has more pieces than the other {}.",
                ending_words(outcome)
            ),
            _ => "If it has as many, the game is drawn.".to_string(),
        };
        draft.rules.push(end(draft, &when, outcome, "other", &text));
    }
}
