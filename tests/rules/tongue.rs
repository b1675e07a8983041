//! What is said of the rules, in a made-up language.

use std::collections::BTreeSet;

use padma_variant::describe::{game, movement_said, piece};
use padma_words::{Language, SlotValue, english};

use kit_rules::content::{variant, variant_names};
use kit_rules::tongue::{Tongue, foreign, leaks, names, tongue};

#[test]
fn the_rules_are_said_in_another_language_by_its_folder_alone() {
    let tongue = tongue();
    let mut said_so_far = 0;
    for name in variant_names() {
        let variant = &variant(&name).variant;
        let names = names(variant);
        let kinds = variant.kind_ids();
        let of_piece = kinds.flat_map(|kind| {
            let mut all = vec![SlotValue::from(movement_said(variant, kind))];
            let statements = piece(variant, kind).into_iter();
            all.extend(statements.map(|statement| statement.said.into()));
            all
        });
        let of_game = game(variant).into_iter().map(|article| article.said);
        for said in of_piece.chain(of_game) {
            let text = tongue.write(&said);
            let english = english().write(&said);
            let leaks = leaks(&text, &names);
            assert_eq!(leaks, Vec::<String>::new(), "{name}: {text}: {english}");
            said_so_far += 1;
        }
    }
    assert!(said_so_far > 1000, "{said_so_far}");
}

#[test]
fn the_same_words_need_explaining_in_another_language() {
    let tongue = tongue();
    for name in variant_names() {
        let variant = &variant(&name).variant;
        for kind in variant.kind_ids() {
            let said = movement_said(variant, kind);
            let terms = |language: &Language| language.word(&said).terms.into_iter().collect();
            let (own, others): (BTreeSet<String>, BTreeSet<String>) =
                (terms(&tongue), terms(english()));
            assert_eq!(own, others, "{name}: {}", english().say(&said));
        }
    }
}

#[test]
fn the_made_up_language_has_its_own_order_and_cases() {
    let chess = variant("chess").variant;
    let rook = chess.kind_named("rook").unwrap();
    // "slides orthogonally": the way stands before the verb, in the case of places, since English
    // may leave it out; the verb is the object of a run, the run of a leg, the leg of a movement.
    let text = tongue().say(&movement_said(&chess, rook));
    let expected = format!("{}-у {}-о-о-о", foreign("orthogonally"), foreign("slides"));
    assert_eq!(text.trim(), expected);
}

#[test]
fn a_lexicon_says_the_forms_of_a_name() {
    let file = [
        (
            "movement",
            "moves-as = {pieces:object}\nnamed-piece = {piece:object}",
        ),
        ("names", "name:Rook:object = Rookam"),
        ("lists", "join:or = {1}, {2} vel {3}"),
    ];
    let language = Language::read(&file, &Tongue).unwrap();
    let sentence = "rook; king".parse().unwrap();
    let said = padma_expr::movement::MovementSayer {
        name: &|id| {
            if id == "rook" {
                "Rook".to_string()
            } else {
                "King".to_string()
            }
        },
        ..Default::default()
    }
    .sentence(&sentence);
    // The King is in no lexicon; both names are the object of a phrase that is an object itself.
    assert_eq!(language.say(&said), "Rookam-о vel King-о-о");
}
