//! A declaration that is printed and read again is the same declaration.

use padma_rules::model::Variant;
use padma_text::Sources;
use padma_text::diag::Diagnostics;
use padma_variant::decl;
use padma_variant::decl::{VariantSource, top};
use padma_variant::describe;
use padma_variant::form::Fields;
use padma_variant::resolve::variant;

const VARIANTS: [&str; 11] = [
    "content/ben39/ben39.toml",
    "content/chessma-84/chessma-84.toml",
    "content/lotus-39/lotus-39.toml",
    "content/lotus-39/lotus-41.toml",
    "content/rotary-chess/rotary-chess.toml",
    "content/turtle/turtle.toml",
    "content/waterloo/waterloo.toml",
    "src/variant/chess.toml",
    "tests/rules/powers/powers.toml",
    "tests/boards/corners.toml",
    "tests/boards/twin.toml",
];

fn declared(text: &str) -> Fields {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let id = sources.add("variant.toml", text);
    let decl = decl::variant(&sources, id, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    decl.unwrap()
}

/// What a variant says of its board, its pieces and its rules, if it stands on no other.
fn said(decl: &Fields) -> Option<String> {
    let mut sources = Sources::default();
    let id = sources.add("variant.toml", "");
    let source = VariantSource {
        id: "variant",
        span: sources.whole(id),
        chain: vec![decl],
    };
    let variant: Variant = match decl.has(top::EXTENDS) {
        true => return None,
        false => variant(&source, &mut Diagnostics::default()).unwrap(),
    };
    let kinds = variant.kind_ids().map(|id| {
        let kind = variant.kind(id);
        let statements = describe::piece(&variant, id);
        format!(
            "{} {} {} {} {statements:?}\n",
            kind.id, kind.name, kind.letter, kind.movement
        )
    });
    let pieces: String = kinds.collect();
    let cells = variant.board.names().collect::<Vec<_>>().join(" ");
    Some(format!(
        "{} {cells} {:?} {:?}\n{pieces}",
        variant.title,
        variant.setup,
        describe::game(&variant)
    ))
}

#[test]
fn a_printed_declaration_reads_back() {
    for file in VARIANTS {
        let first =
            declared(&std::fs::read_to_string(kit_rules::folder::root().join(file)).unwrap());
        let text = first.print();
        let second = declared(&text);
        assert_eq!(text, second.print(), "{file}");
        assert_eq!(said(&first), said(&second), "{file}\n{text}");
    }
}
