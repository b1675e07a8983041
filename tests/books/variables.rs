//! Variables within variables: what is worked out for one of their values must not be taken for another's.
//! All counts are worked by hand, from two neighbours in a corner of the board, three on an edge and four elsewhere.

use kit::asked::{STEPPERS, all_are, asked, rules};

#[test]
fn a_subexpression_depends_on_its_own_variables_alone() {
    let rules = rules(STEPPERS);
    let cases = [
        // 2 + 6 × 3 + 2 along the first rank, 3 + 6 × 4 + 3 along the second.
        ("sum(a in rank(1): count(reach(wazir, a)))", "22"),
        (
            "sum(a in rank(1): sum(b in rank(1): count(reach(wazir, a))))",
            "176",
        ),
        (
            "sum(a in rank(1): sum(b in rank(1): count(reach(wazir, b))))",
            "176",
        ),
        (
            "sum(a, b in rank(1): count(reach(wazir, a)) - count(reach(wazir, b)))",
            "0",
        ),
        (
            "sum(a in rank(1): sum(b in rank(2): count(reach(wazir, a)) * count(reach(wazir, b))))",
            "660",
        ),
        // Each cell of the second rank has one neighbour on the first, each within the first two, its ends one.
        (
            "sum(a, b in rank(1): count(reach(wazir, a) & reach(wazir, b)))",
            "34",
        ),
        // The neighbours' neighbours: 30 by way of the second rank, 2 × 2 + 6 × 2 × 3 by way of the first.
        (
            "sum(a in rank(1): sum(b in reach(wazir, a): sum(c in rank(8): count(reach(wazir, b)))))",
            "560",
        ),
        // 7 × 22, less the 14 cases in which the piece stands on a neighbour.
        (
            "sum(a in rank(1): sum(b in rank(1) where b != a: with(own b: count(reach(wazir, a)))))",
            "140",
        ),
        (
            "count(p, q in pieces: all c: reach(p, c) = reach(q, c))",
            "3",
        ),
        (
            "{c where some d in reach(wazir, c): reach(wazir, d) & {a1} != {}}",
            "a1 a3 b2 c1",
        ),
    ];
    all_are(&rules, &cases);
}

#[test]
fn a_union_runs_over_cells_and_pieces() {
    let rules = rules(STEPPERS);
    let cases = [
        ("union(a in {a1, h8}: reach(wazir, a))", "a2 b1 g8 h7"),
        ("union(a in {}: reach(wazir, a))", "no cell"),
        (
            "all c: union(p in pieces where p != guard: reach(p, c)) = reach(guard, c)",
            "true",
        ),
        (
            "union(a in rank(1): union(b in reach(wazir, a): reach(wazir, b))) = rank(1) | rank(2) | rank(3)",
            "true",
        ),
        (
            "sum(a in rank(1): count(union(b in reach(wazir, a): {b})))",
            "22",
        ),
    ];
    all_are(&rules, &cases);
    assert!(asked(&rules, "max(a in {}: 1)").contains("no values"));
    assert!(asked(&rules, "union(a in rank(1): count({a}))").contains("expected cells here"));
}
