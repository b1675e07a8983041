//! What claims state and what their definitions add to them: the verdict, and what is left of it in the report.

#[path = "kit/pages.rs"]
mod pages;

use padma::claim::Judgement;
use pages::Desk;

/// The judgement on a page's first claim.
fn judged(desk: &mut Desk, text: &str) -> Judgement {
    let (_, checked) = desk.judge(text);
    checked.claims[0].judgement.clone()
}

#[test]
fn what_a_source_prints_may_be_no_value() {
    let mut desk = Desk::new();
    let cases = [
        // A value
        ("[4](claim:k)", r#"count(hexagon) source 4"#, "holds"),
        ("[4](claim:k)", r#"count(hexagon) source 5 erratum "not 5""#, "erratum"),
        ("[none](claim:k)", "{} & hexagon source {}", "holds"),
        ("[c4](claim:k)", r#"{c4} & hexagon source {} erratum {c4} "it is one""#, "erratum"),
        // A quotation
        ("[4](claim:k)", r#"count(hexagon) source "4 or 5""#, "fails"),
        ("[4](claim:k)", r#"count(hexagon) source "4 or 5" erratum "it cannot be 5""#, "erratum"),
        ("[4](claim:k)", r#"count(hexagon) source "4 or 5" erratum "it is one of them""#, "fails"),
        ("[4](claim:k)", r#"count(hexagon) source "some" erratum "they can be counted""#, "erratum"),
        ("[4](claim:k)", r#"count(hexagon) source "four of them" erratum "stale""#, "fails"),
        ("[4](claim:k)", r#"count(hexagon) source "4 or 5" erratum {c4} "of no list""#, "error"),
        ("[10.3%](claim:k)", r#"share(hexagon) source "10%" erratum "stale""#, "fails"),
        ("[10.3%](claim:k)", r#"share(hexagon) source "11%" erratum "11% is too much""#, "erratum"),
        ("[c4](claim:k)", r#"{c4} & hexagon source "c4 or c9" erratum "c9 is no cell""#, "erratum"),
        ("[c4](claim:k)", r#"{c4} & hexagon source "just c4" erratum "stale""#, "fails"),
        ("[so](claim:k)", r#"count(hexagon) = 4 source "never" erratum "four times""#, "erratum"),
        ("[Moeser](claim:k)", r#"inventor(crook) source "Moser" erratum "Moser is he""#, "erratum"),
        ("[Moeser](claim:k)", r#"inventor(crook) source "Moser" erratum "misprinted""#, "fails"),
        // No source
        ("[4](claim:k)", r#"count(hexagon) erratum "wrong""#, "error"),
    ];
    for (link, definition, verdict) in cases {
        let page = format!("{link}\n\n```claims\nk = {definition}\n```\n");
        assert_eq!(judged(&mut desk, &page).verdict.name(), verdict, "{page}");
    }
}
