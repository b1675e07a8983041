//! Rules that are made of expressions: those of the library by their names, one row each, and
//! some others by what they mean.

use super::endings::{self, Target};
use super::rules::means_same;
use super::transfer::{Export, NO_SUCH_RULE};
use padma_rules::model::{CellSet, KindId, Rule, Side, Sided, SidedSet, Variant};
use padma_text::Span;
use padma_variant::kinds::condition::{END, MUST};

/// Why a rule could not be carried over.
type NotWritten = String;

/// A rule of the library that the program has.
struct NamedRow {
    name: &'static str,
    /// Writes the rule at an index of the named ones.
    write: fn(&mut Export<'_>, &mut Extinction, usize) -> Result<(), NotWritten>,
}

const ROWS: [NamedRow; 10] = [
    NamedRow {
        name: "must-capture",
        write: |export, _, _| {
            export.section.set("mustCapture", true);
            Ok(())
        },
    },
    NamedRow {
        name: "no-check",
        write: |export, _, _| {
            export.section.set("checking", false);
            needs_king(export)
        },
    },
    NamedRow {
        name: "explosion",
        write: write_explosion,
    },
    NamedRow {
        name: "explosive-king",
        write: |export, extinction, index| {
            let kings = export.rules.pieces(&export.rules.named[index], "piece");
            if export.rules.named("explosion").next().is_none() {
                return Err("in Fairy-Stockfish a king explodes only if captures do".to_string());
            }
            extinction.add(kings, 0, true)
        },
    },
    NamedRow {
        name: "extinction",
        write: |export, extinction, index| {
            let kinds = export.rules.pieces(&export.rules.named[index], "pieces");
            match kinds.is_empty() {
                true => extinction.add_all(0),
                false => extinction.add(kinds, 0, false),
            }
        },
    },
    NamedRow {
        name: "last-king",
        write: |export, extinction, index| {
            let kinds = export.rules.pieces(&export.rules.named[index], "pieces");
            match kinds.len() {
                1 => extinction.add(kinds, 0, true),
                _ => Err("in Fairy-Stockfish each kind is royal for itself".to_string()),
            }
        },
    },
    NamedRow {
        name: "bare-king",
        write: |_, extinction, _| extinction.add_all(1),
    },
    NamedRow {
        name: "n-checks",
        write: |export, _, index| {
            let times = export.rules.number(&export.rules.named[index], "times");
            if !(1..=MOST_CHECKS).contains(&times) {
                return Err(format!(
                    "in Fairy-Stockfish at most {MOST_CHECKS} checks are counted"
                ));
            }
            export.section.set("checkCounting", true);
            export.checks = Some(times);
            needs_king(export)
        },
    },
    NamedRow {
        name: "gating",
        write: write_gating,
    },
    NamedRow {
        name: "duck",
        write: write_duck,
    },
];

/// Returns that a rule about check needs a king, if there is none.
fn needs_king(export: &Export<'_>) -> Result<(), NotWritten> {
    match export.pieces.king {
        Some(_) => Ok(()),
        None => Err("in Fairy-Stockfish only checks to the king count".to_string()),
    }
}

/// The most checks that the program counts.
const MOST_CHECKS: u64 = 10;

/// The rule about lost pieces, of which the program has one.
#[derive(Default)]
struct Extinction {
    /// The kinds whose loss counts, the number of pieces that are too few, and whether the last
    /// ones are royal.
    rule: Option<(Vec<KindId>, u16, bool)>,
    /// Whether all pieces count together.
    is_of_all: bool,
}

impl Extinction {
    fn add(&mut self, kinds: Vec<KindId>, count: u16, royal: bool) -> Result<(), NotWritten> {
        match &mut self.rule {
            None => self.rule = Some((kinds, count, royal)),
            Some((known, other, was_royal))
                if *other == count && *was_royal == royal && !self.is_of_all =>
            {
                known.extend(kinds);
            }
            Some(_) => {
                return Err("in Fairy-Stockfish there is one rule about lost pieces".to_string());
            }
        }
        Ok(())
    }

    fn add_all(&mut self, count: u16) -> Result<(), NotWritten> {
        let is_free = self.rule.is_none();
        self.add(Vec::new(), count, false)?;
        self.is_of_all = is_free;
        match is_free {
            true => Ok(()),
            false => Err("in Fairy-Stockfish there is one rule about lost pieces".to_string()),
        }
    }

    fn write(self, export: &mut Export<'_>) {
        let Some((kinds, count, royal)) = self.rule else {
            return;
        };
        let letters = match self.is_of_all {
            true => "*".to_string(),
            false => export.pieces.letters(&kinds),
        };
        if export.has_hand {
            let span = export.whole.span;
            let why = "in Fairy-Stockfish pieces in hand count as well";
            export.leave("the rule about lost pieces", span, why);
        }
        export.section.set("extinctionValue", "loss");
        export.section.set("extinctionPieceTypes", letters);
        export.section.set("extinctionPieceCount", count);
        export.section.set("extinctionPseudoRoyal", royal);
    }
}

/// Writes the named rules, and the basic ones with a known meaning.
pub(super) fn write(export: &mut Export<'_>) {
    let mut extinction = Extinction::default();
    let mut targets = Vec::new();
    for index in 0..export.rules.named.len() {
        let (name, span) = (
            export.rules.named[index].name,
            export.rules.named[index].span,
        );
        let written = match name {
            "king-of-the-hill" => hill(export, index, &mut targets),
            name => match ROWS.iter().find(|row| row.name == name) {
                Some(row) => (row.write)(export, &mut extinction, index),
                None => Err(NO_SUCH_RULE.to_string()),
            },
        };
        if let Err(why) = written {
            export.leave(format!("the rule `{name}`"), span, why);
        }
    }
    write_royalty(export, &mut extinction);
    write_known(export, &mut extinction);
    write_goals(export, targets);
    extinction.write(export);
}

/// Writes that pieces are royal while their side has only one of them, or that their loss loses.
fn write_royalty(export: &mut Export<'_>, extinction: &mut Extinction) {
    let last = export.rules.last.clone();
    let is_many = last.len() > 1;
    for (kind, span) in last {
        let written = match is_many {
            true => Err("in Fairy-Stockfish each kind is royal for itself".to_string()),
            false => extinction.add(vec![kind], 0, true),
        };
        leave_royalty(export, kind, span, written);
    }
    for (kind, span) in export.rules.taken.clone() {
        let written = extinction.add(vec![kind], 0, false);
        leave_royalty(export, kind, span, written);
    }
}

fn leave_royalty(
    export: &mut Export<'_>,
    kind: KindId,
    span: Span,
    written: Result<(), NotWritten>,
) {
    if let Err(why) = written {
        let text = format!("the royalty of `{}`", export.variant.kind(kind).id);
        export.leave(text, span, why);
    }
}

fn write_explosion(
    export: &mut Export<'_>,
    _: &mut Extinction,
    index: usize,
) -> Result<(), NotWritten> {
    export.section.set("blastOnCapture", true);
    let spared = export.rules.pieces(&export.rules.named[index], "spares");
    let pawn: Vec<KindId> = export.pieces.pawn().into_iter().collect();
    match spared == pawn {
        true => Ok(()),
        false => Err(
            "in Fairy-Stockfish explosions spare the pawns of chess and no other piece".to_string(),
        ),
    }
}

fn write_gating(
    export: &mut Export<'_>,
    _: &mut Extinction,
    index: usize,
) -> Result<(), NotWritten> {
    let rule = &export.rules.named[index];
    let [moves, drops] =
        ["pieces", "drops"].map(|key| sorted(export.rules.pieces(rule, key).into_iter()));
    export.has_hand = true;
    export.section.set("gating", true);
    export.section.set("seirawanGating", true);
    let variant = export.variant;
    let mut is_known = held(variant) == drops;
    for side in Side::BOTH {
        let back = export.grid.rank(0, side);
        let begin = |kind: KindId| super::pieces::starts(variant, kind, side);
        let on_back = variant
            .kind_ids()
            .filter(|kind| !(begin(*kind) & back).is_empty());
        is_known &= sorted(on_back) == moves;
        is_known &= moves.iter().all(|kind| begin(*kind).is_subset(&back));
        // The rights to castle stand for the king and the rooks.
        let files = moves.iter().flat_map(|kind| {
            let castles = variant.rules.iter().any(|rule| {
                matches!(rule, Rule::Castling(castling)
                    if castling.movers.of(side).iter().any(|mover| mover.kind == *kind))
            });
            let cells = begin(*kind);
            let files = cells.iter().map(|cell| export.grid.square(cell).file);
            files.filter(|_| !castles).collect::<Vec<_>>()
        });
        let mut files: Vec<u16> = files.collect();
        files.sort_unstable();
        let letters = files.into_iter().map(super::grid::file_letter);
        let letters: String = letters
            .map(|letter| match side {
                Side::White => letter.to_ascii_uppercase(),
                Side::Black => letter,
            })
            .collect();
        export.rights[side as usize].push_str(&letters);
    }
    match is_known {
        true => Ok(()),
        false => Err(
            "in Fairy-Stockfish any piece of the back rank lets any piece in hand in".to_string(),
        ),
    }
}

/// Returns the pieces beside the board at the start.
fn held(variant: &Variant) -> Vec<KindId> {
    let setup = variant.setup.as_ref();
    let reserve = setup.into_iter().flat_map(|setup| setup.reserve.iter());
    sorted(reserve.map(|(_, kind, _)| kind))
}

fn sorted(kinds: impl Iterator<Item = KindId>) -> Vec<KindId> {
    padma_rules::model::sorted_kinds(kinds)
}

fn write_duck(export: &mut Export<'_>, _: &mut Extinction, index: usize) -> Result<(), NotWritten> {
    let duck = export.rules.pieces(&export.rules.named[index], "piece");
    let begins = export
        .variant
        .setup
        .as_ref()
        .is_some_and(|setup| duck.iter().any(|kind| setup.has(*kind)));
    export.section.set("wallingRule", "duck");
    match begins {
        true => Err("in Fairy-Stockfish the duck begins beside the board".to_string()),
        false => Ok(()),
    }
}

/// Adds a goal that a named rule states.
fn hill(export: &Export<'_>, index: usize, targets: &mut Vec<Target>) -> Result<(), NotWritten> {
    let rule = &export.rules.named[index];
    let kinds = export.rules.pieces(rule, "piece");
    let cells = export.rules.cells(rule, "cells");
    let (Some(kind), Some(cells)) = (kinds.first(), cells) else {
        return Err(NO_SUCH_RULE.to_string());
    };
    targets.push(Target {
        kind: *kind,
        cells,
        count: 1,
    });
    Ok(())
}

/// Writes the goals of all rules.
fn write_goals(export: &mut Export<'_>, mut targets: Vec<Target>) {
    let basic = endings::targets(export);
    let indices: Vec<usize> = basic.iter().map(|(index, _)| *index).collect();
    for (index, target) in &basic {
        export.settled[*index] = true;
        let variant = export.variant;
        let begins = Side::BOTH.into_iter().any(|side| {
            let starts = super::pieces::starts(variant, target.kind, side);
            !(starts & *target.cells.of(side)).is_empty()
        });
        let changes = Side::BOTH.into_iter().any(|side| {
            let zone = variant.promotion_zone(target.kind, side);
            !(zone & *target.cells.of(side)).is_empty()
        });
        if begins {
            export.leave_rule(
                *index,
                "in Fairy-Stockfish a piece that begins on its goal counts at once",
            );
        }
        if changes {
            export.leave_rule(
                *index,
                "in Fairy-Stockfish a piece that promotes on its goal does not count",
            );
        }
    }
    targets.extend(basic.into_iter().map(|(_, target)| target));
    if let Err(why) = endings::write_targets(export, &targets) {
        for index in indices {
            export.leave_rule(index, why);
        }
        for index in 0..export.rules.named.len() {
            let (name, span) = (
                export.rules.named[index].name,
                export.rules.named[index].span,
            );
            if name == "king-of-the-hill" {
                export.leave(format!("the rule `{name}`"), span, why);
            }
        }
    }
}

/// Writes the rules whose expressions mean what the program has a key for.
fn write_known(export: &mut Export<'_>, extinction: &mut Extinction) {
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
        match has_king.then(|| extinction.add_all(0)) {
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
    let row: CellSet = export.grid.rank(last - 1, Side::White);
    let region: SidedSet = Sided::same(row);
    let target = Target {
        kind: king,
        cells: region,
        count: 1,
    };
    export.section.set("flagMove", true);
    // A target alone is always one that the program has.
    let _ = endings::write_targets(export, &[target]);
}
