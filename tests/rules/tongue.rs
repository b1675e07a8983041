//! What is said of the rules, in a made-up language.

use std::collections::BTreeSet;

use padma_variant::describe::movement_said;
use padma_words::{Language, english};

use kit_rules::content::{variant, variant_names};
use kit_rules::tongue::{Tongue, foreign, tongue};

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
    let text = tongue().say(movement_said(&chess, rook));
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
