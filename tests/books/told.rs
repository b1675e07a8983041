//! Movements given in an expression, and turned.

use kit::asked::{STEPPERS, all_are, asked};
use padma_rules::reach::Rules;

const OTHERS: &str = r#"
[[piece]]
id = "pawn"
movement = "step forward along W only to move; slide forward along W up to 2 only to move first move"
[[piece]]
id = "bound"
movement = "step along W onto outside square"
"#;

fn grid() -> Rules {
    kit::asked::rules(&format!("{STEPPERS}{OTHERS}"))
}

#[test]
fn expressions_take_movements_in_place_of_pieces() {
    let rules = grid();
    let cases = [
        ("reach(says \"step along W\", a1)", "a2 b1"),
        ("moves(says \"step along W\", a1)", "a2 b1"),
        ("with(enemy b1: captures(says \"wazir\", a1))", "b1"),
        (
            "attacks(says \"step along W only to capture\", a1)",
            "a2 b1",
        ),
        ("reach(says \"step forward along W\", e4, black)", "e3"),
        ("count(closure(says \"leap 2 along W\", a1))", "16"),
        ("count(range(says \"step forward along W\"))", "56"),
        ("distance(says \"step along W\", a1, c3)", "4"),
        (
            "all c: reach(says \"wazir + ferz\", c) = reach(guard, c)",
            "true",
        ),
        ("first(pawn, a2)", "a3 a4"),
        ("reach(pawn, a2)", "a3"),
        ("with(own a4: first(pawn, a2))", "a3"),
        ("first(pawn, a7, black)", "a5 a6"),
    ];
    all_are(&rules, &cases);
}

/// Worked by hand on the rings of leaps.
#[test]
fn movements_are_turned_along_the_rings_of_their_leaps() {
    let rules = grid();
    let cases = [
        ("reach(turned(wazir, 45), d4)", "c3 c5 e3 e5"),
        ("reach(turned(ferz, 45), d4)", "c4 d3 d5 e4"),
        ("reach(turned(guard, 45), d4) = reach(guard, d4)", "true"),
        ("reach(turned(says \"step forward along W\", 45), d4)", "c5"),
        ("reach(turned(says \"step forward along W\", 90), d4)", "c4"),
        (
            "reach(turned(says \"step forward along W\", 180), d4)",
            "d3",
        ),
        (
            "reach(turned(says \"step forward along W\", 315), d4)",
            "e5",
        ),
        (
            "reach(turned(turned(says \"step forward along W\", 45), 270), d4)",
            "e5",
        ),
        (
            "reach(turned(says \"slide along orthogonal\", 45), c3) = reach(says \"slide along F\", c3)",
            "true",
        ),
        (
            "all c: reach(turned(says \"step along N\", 45), c) = reach(says \"step along N\", c)",
            "true",
        ),
        (
            "all c: reach(turned(says \"step along C\", 45), c) = reach(says \"step along Z\", c)",
            "true",
        ),
        (
            "all c: reach(turned(says \"leap 2 along W\", 45), c) = reach(says \"step along A\", c)",
            "true",
        ),
        (
            "all c: reach(turned(says \"step along D\", 90), c) = reach(says \"step along D\", c)",
            "true",
        ),
        (
            "{p in pieces where p != pawn and p != bound and reach(turned(p, 45), d4) = reach(p, d4)}",
            "guard",
        ),
    ];
    all_are(&rules, &cases);
}

#[test]
fn turning_a_movement_that_cannot_be_turned_is_an_error() {
    let rules = grid();
    let cases = [
        (
            "reach(turned(wazir, 30), a1)",
            "a grid cannot be turned by this angle",
        ),
        (
            "reach(turned(wazir, 0), a1)",
            "a grid cannot be turned by this angle",
        ),
        (
            "reach(turned(bound, 45), a1)",
            "this movement cannot be turned",
        ),
        ("reach(turned(says \"wander W\", 45), a1)", "it wanders"),
        (
            "count(p in pieces: reach(turned(p, 45), a1) = {})",
            "turns a movement that cannot be turned",
        ),
    ];
    for (expression, complaint) in cases {
        let found = asked(&rules, expression);
        assert!(found.contains(complaint), "{expression}: {found}");
    }
}

/// The pairs that are known to be rotary counterparts, and a few worked on paper.
#[test]
fn strings_of_the_notation_are_movements_too() {
    let rules = grid();
    let turns = [
        ("FH", 45, "WG"),
        ("HC", 45, "GZ"),
        ("WNC", 45, "FNZ"),
        ("NH", 45, "NG"),
        ("FC", 45, "WZ"),
        ("A", 45, "D"),
        ("B", 45, "R"),
        ("W3mDmH", 45, "F3mAmG"),
        ("FvN", 90, "FsN"),
        ("v[W?B]", 90, "[sW?B]"),
        ("[F?R]", 45, "[W?B]"),
        ("[F?R]", 90, "[F?R]"),
        ("Q", 45, "Q"),
    ];
    for (straight, degrees, turned) in turns {
        let claim = format!(
            "all c, d: with(enemy d: reach(turned(betza \"{straight}\", {degrees}), c) = reach(betza \"{turned}\", c))"
        );
        assert_eq!(
            asked(&rules, &claim),
            "true",
            "{straight} turned by {degrees} is {turned}"
        );
    }
}

/// Pairs that are one movement, and pairs that are not with a position that shows it.
#[test]
fn movements_are_compared_in_every_position() {
    let rules = grid();
    let alike = [
        ("guard", "betza \"K\""),
        ("guard", "betza \"WF\""),
        ("betza \"Q\"", "betza \"RB\""),
        ("betza \"mWcW\"", "betza \"W\""),
        ("betza \"WR\"", "betza \"R\""),
        ("betza \"R7\"", "betza \"R\""),
        ("betza \"DW\"", "says \"step along W; leap 2 along W\""),
        ("betza \"nN\"", "betza \"[W-F]\""),
        ("betza \"nN\"", "betza \"afsW\""),
        ("betza \"[F?R]\"", "betza \"FyafsF\""),
        ("betza \"[W?B]\"", "betza \"WyafsW\""),
        ("betza \"[sW?B]\"", "betza \"sWsyafsW\""),
        ("betza \"[F-F]\"", "betza \"nA\""),
        ("betza \"[cF-mF]\"", "betza \"cafmF\""),
        ("betza \"pR\"", "says \"hop along orthogonal onward\""),
        ("betza \"gQ\"", "says \"hop along contiguous\""),
        ("betza \"fmWfceF\"", "betza \"fmWfcFfeF\""),
        ("betza \"K\"", "betza \"KisO2\""),
    ];
    for (a, b) in alike {
        assert_eq!(
            asked(&rules, &format!("same({a}, {b})")),
            "true",
            "{a}, {b}"
        );
        assert_eq!(
            asked(&rules, &format!("same({b}, {a}, black)")),
            "true",
            "{b}, {a}"
        );
    }
    let unlike = [
        ("guard", "wazir"),
        ("betza \"R3\"", "betza \"R\""),
        ("betza \"mR\"", "betza \"R\""),
        ("betza \"nN\"", "betza \"N\""),
        ("betza \"jR\"", "betza \"[W-R]\""),
        ("betza \"D\"", "betza \"nD\""),
        ("betza \"[W-F]\"", "betza \"[F-W]\""),
        ("betza \"mB\"", "betza \"cB\""),
        ("betza \"pR\"", "betza \"gR\""),
        ("betza \"fmWfceF\"", "betza \"fmWfcF\""),
        ("betza \"W\"", "betza \"WimD\""),
        ("betza \"dW\"", "betza \"W\""),
        ("betza \"caK\"", "betza \"K\""),
        ("betza \"fW\"", "betza \"bW\""),
    ];
    for (a, b) in unlike {
        assert_eq!(
            asked(&rules, &format!("same({a}, {b})")),
            "false",
            "{a}, {b}"
        );
    }
}

#[test]
fn leaps_are_listed_by_their_coordinates() {
    let rules = grid();
    let cases = [
        ("leaps(betza \"FNZ\")", "(1,1) (1,2) (2,3)"),
        ("leaps(betza \"WNZFXDX\")", "(0,1) (1,2) (2,3) (1,4) (0,5)"),
        ("leaps(betza \"F3mAmG\")", "(1,1) (2,2) (3,3)"),
        ("leaps(guard)", "(0,1) (1,1)"),
        (
            "leaps(says \"leap 2 along orthogonal; slide along C\")",
            "(0,2) (1,3)",
        ),
        ("leaps(betza \"[F-W]\")", "no leap"),
        ("leaps(betza \"[W-F]\") = leaps(betza \"nN\")", "true"),
        ("leaps(pawn)", "(0,1)"),
        ("leaps(betza \"ifmnDfmW\")", "(0,1)"),
        ("leaps(betza \"FNZ\") = {(2,1), (3,2), (1,1)}", "true"),
        ("leaps(betza \"NG\") - {(1,2)}", "(3,3)"),
        (
            "leaps(turned(betza \"NG\", 45)) & leaps(betza \"NH\")",
            "(1,2) (0,3)",
        ),
        ("count(leaps(betza \"FNZ\") | leaps(betza \"WNZ\"))", "4"),
        ("{(1,2)} in leaps(betza \"N\")", "true"),
        ("leaps(betza \"[F-W]\") = {}", "true"),
        (
            "{p in pieces where p != bound and leaps(p) = {(1,1)}}",
            "ferz",
        ),
    ];
    all_are(&rules, &cases);
    for (expression, complaint) in [
        ("leaps(bound)", "it depends on the cells"),
        (
            "leaps(says \"leap to distance 2 by wazir\")",
            "it wanders, or leaps to a distance",
        ),
        ("{(1,2}", "this leap is malformed"),
        ("{(1,200)}", "this is not a coordinate of a leap"),
    ] {
        let found = asked(&rules, expression);
        assert!(found.contains(complaint), "{expression}: {found}");
    }
}
