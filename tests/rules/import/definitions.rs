//! What becomes of each definition, held against what the games' rules say.

mod diagrams;
mod sections;

use padma_rules::model::{Side, Variant};

use crate::import::reading::{Imported, import_file, read_back};

struct Case {
    file: &'static str,
    section: &'static str,
    cells: usize,
    pieces: usize,
    /// White's and Black's at the start.
    placed: [usize; 2],
    /// Pieces, and where White's and Black's stand.
    stand: &'static [(&'static str, &'static str, &'static str)],
    /// Lines of the TOML, next to each other.
    says: &'static [&'static str],
    left: &'static [&'static str],
}

#[test]
fn each_definition_becomes_the_variant_its_rules_say() {
    let mut faults = Vec::new();
    for case in diagrams::CASES.iter().chain(&sections::CASES) {
        let section = Some(case.section).filter(|section| !section.is_empty());
        let imported = import_file(case.file, section);
        let variant = read_back(&imported.toml);
        faults.extend(
            compare(case, &imported, &variant)
                .into_iter()
                .map(|fault| format!("{} {}: {fault}", case.file, case.section)),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn compare(case: &Case, imported: &Imported, variant: &Variant) -> Vec<String> {
    let mut faults = Vec::new();
    let mut number = |what: &str, found: usize, expected: usize| {
        if found != expected {
            faults.push(format!("{found} {what}, not {expected}"));
        }
    };
    number("cells", variant.board.len(), case.cells);
    number("pieces", variant.kinds.len(), case.pieces);
    for (side, expected) in Side::BOTH.into_iter().zip(case.placed) {
        number(
            &format!("{} men", side.name()),
            pieces(variant, side, None).split_whitespace().count(),
            expected,
        );
    }
    for (piece, white, black) in case.stand {
        for (side, expected) in [(Side::White, white), (Side::Black, black)] {
            let found = pieces(variant, side, Some(piece));
            if found != *expected {
                faults.push(format!(
                    "the {} {piece} stands on {found}, not {expected}",
                    side.name()
                ));
            }
        }
    }
    for said in case
        .says
        .iter()
        .filter(|said| !imported.toml.contains(**said))
    {
        faults.push(format!(
            "the TOML does not say\n{said}\nbut\n{}",
            imported.toml
        ));
    }
    let left: Vec<&str> = imported
        .draft
        .leftovers
        .iter()
        .map(|leftover| leftover.text.as_str())
        .collect();
    if left != case.left {
        faults.push(format!("left over are {left:#?}"));
    }
    // Whatever is left over is reported on the way and noted in the TOML.
    for text in left {
        if !imported.toml.contains(&format!("  {text}  (")) {
            faults.push(format!("the TOML does not note {text}"));
        }
    }
    faults
}

/// The cells of a side's pieces, of one kind or all, in the board's order.
fn pieces(variant: &Variant, side: Side, kind: Option<&str>) -> String {
    let Some(setup) = &variant.setup else {
        return String::new();
    };
    let is_meant = |cell: &padma_rules::model::Cell| {
        setup.position.piece(*cell).is_some_and(|piece| {
            let id = piece.kind.map(|kind| variant.kind(kind).id.as_str());
            piece.side == side && (kind.is_none() || id == kind)
        })
    };
    let cells = variant.board.cells().filter(is_meant);
    cells
        .map(|cell| variant.board.name(cell))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn built_in_variants_are_carried_over_without_a_complaint_about_a_string() {
    let text =
        std::fs::read_to_string(kit_rules::folder::root().join("src/exchange/fairy/builtin.ini"))
            .unwrap();
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split([':', ']']).next());
    let mut tried = 0;
    for name in names {
        let imported = crate::import::reading::import(&format!("[game:{name}]\n"), None);
        let imported = imported.unwrap_or_else(|errors| panic!("{name}: {errors:#?}"));
        let strange: Vec<&String> = imported
            .complaints
            .iter()
            .filter(|complaint| !complaint.ends_with("is not carried over"))
            .collect();
        assert!(strange.is_empty(), "{name}: {strange:#?}");
        read_back(&imported.toml);
        tried += 1;
    }
    assert!(tried > 60, "{tried}");
}
