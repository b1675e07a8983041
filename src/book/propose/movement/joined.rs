//! Movements that are said to be those of other pieces: joined, or the same. Knows no words of directions.

use super::described::is_one_step;
use super::said::{SaidMode, SaidMovement, is_joint};
use crate::propose::lexicon::Lexicon;
use crate::propose::role::Role;
use crate::propose::token::ProseToken;
use padma_rules::model::{KindId, Variant};

/// Reads what joins other pieces' movements, or does what another does.
pub(super) fn joined(
    rest: &[&ProseToken],
    variant: &Variant,
    subject: KindId,
    is_led: bool,
) -> Option<SaidMovement> {
    let leads = [Role::Join, Role::Like, Role::Same];
    let likens = |at: usize| {
        let token = rest[at];
        let before = at.checked_sub(1).map(|before| rest[before]);
        leads.iter().any(|role| token.has(*role))
            || token.word == "as" && before.is_some_and(|verb| verb.has(Role::Go))
    };
    let joins = (0..rest.len()).find(|at| likens(*at))?;
    // "…, like the pawn" says of nobody that it moves so.
    let acts = rest[..=joins]
        .iter()
        .any(|token| token.has(Role::Go) || token.has(Role::Join));
    if !is_led && !acts && !rest[joins].has(Role::Same) {
        return None;
    }
    // What stands before the joining word only says that something moves, or when.
    let is_quiet = |token: &&ProseToken| {
        let parts = [
            Role::Filler,
            Role::Go,
            Role::Have,
            Role::Plain,
            Role::Join,
            Role::Clause,
        ];
        let says_mode = token.has(Role::MoveOnly) || token.is_mark(",");
        token.number().is_none() && (says_mode || parts.iter().any(|role| token.has(*role)))
    };
    if !rest[..joins].iter().all(is_quiet) {
        return None;
    }
    let name = |at: &usize| {
        let token = rest[*at];
        match token.piece() {
            Some(kind) if kind != subject => Some(variant.kind(kind).id.clone()),
            Some(_) => None,
            None => Lexicon::english()
                .known_piece(&token.word)
                .map(str::to_string),
        }
    };
    let names: Vec<usize> = (joins..rest.len())
        .filter(|at| name(at).is_some())
        .collect();
    let (first, last) = (*names.first()?, *names.last()?);
    let is_between = |token: &&ProseToken| is_joint(token) || token.has(Role::Like);
    let is_list = (first..=last).all(|at| names.contains(&at) || is_between(&rest[at]));
    let is_lead = rest[joins..first].iter().all(|token| {
        let parts = [Role::Like, Role::Of, Role::Same, Role::Move, Role::With];
        is_quiet(token) || parts.iter().any(|role| token.has(*role))
    });
    let is_one = names.len() == 1 && !rest[joins].has(Role::Join);
    if !(is_list && is_lead && (names.len() > 1 || is_one)) {
        return None;
    }
    let tail = &rest[last + 1..];
    let ids: Vec<String> = names.iter().filter_map(name).collect();
    let only = rest[..joins].iter().any(|token| token.has(Role::MoveOnly));
    let text = match tail.iter().all(is_quiet) {
        true => ids.join("; "),
        // "like the Queen, but one cell only"
        false if is_one && is_one_step(tail) => {
            let own = whole_text(rest[first].piece()?, variant);
            let known = Lexicon::english().known_piece(&rest[first].word);
            let texts = [Some(own.as_str()), known];
            let far = texts
                .into_iter()
                .flatten()
                .find(|text| text.contains("slide "));
            far?.replace("slide ", "step ")
        }
        false => return None,
    };
    Some(SaidMovement {
        text,
        only: only.then_some(SaidMode::Move),
        omits_first: false,
    })
}

/// Returns how a piece moves, with the movements of those that it joins in place of their names.
fn whole_text(kind: KindId, variant: &Variant) -> String {
    let text = variant.kind(kind).movement.source_text();
    let of_part = |part: &str| match variant
        .kind_ids()
        .find(|kind| variant.kind(*kind).id == part)
    {
        Some(other) => variant.kind(other).movement.source_text(),
        None => part.to_string(),
    };
    let parts: Vec<String> = text.split("; ").map(of_part).collect();
    parts.join("; ")
}
