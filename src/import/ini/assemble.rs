//! Makes a draft of what a section and its parents say.

use std::collections::BTreeSet;

use super::super::Wishes;
use super::super::draft::{
    ImportedBoard, ImportedMovement, ImportedPiece, ImportedRule, ImportedSetup, ImportedVariant, Leftover,
    LeftoverKind, Outcome, Square, Squares,
};
use super::super::names::{Ids, capitalised};
use super::fen::{Start, kind, start};
use super::keys::{About, KEYS};
use super::rules::{Defined, Rules, Setting};
use super::sections::Section;
use super::slots::Slot;
use super::values::{MOST_FILES, MOST_RANKS, Value};
use super::{castling, promotion};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Side;
use crate::movement::Dialect;
use crate::text::Excerpt;

/// What the program starts from where nobody says.
const USUAL_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(super) fn variant(
    rules: &Rules,
    section: &Section,
    wishes: &Wishes,
    diagnostics: &mut Diagnostics,
) -> Option<ImportedVariant> {
    let name = section.name.text();
    check_board(rules, diagnostics)?;
    if rules.pieces.is_empty() {
        let complaint = Diagnostic::error(Code::ImportSyntax, format!("the section `{name}` has no pieces"));
        let expected = "expected `king = k` and so on, or a parent that has them: `[name:chess]`";
        diagnostics.push(complaint.at(section.name.whole(), expected));
        return None;
    }
    let text = match rules.setting("startFen", Side::White).map(|setting| &setting.value) {
        Some(Value::Text(text)) => text.clone(),
        _ => Excerpt::inexact(USUAL_START, section.name.whole()),
    };
    let start = start(&text, rules, diagnostics);
    let mut draft = Draft { rules, start: &start, leftovers: rules.leftovers.clone() };
    let pieces = draft.pieces(wishes);
    let all_rules = draft.rules();
    draft.left_over();
    let (files, ranks) = rules.board();
    Some(ImportedVariant {
        title: wishes.title.clone().unwrap_or_else(|| capitalised(name)),
        origin: format!("the section `{name}` of a variants.ini for Fairy-Stockfish"),
        board: ImportedBoard { files, ranks, first_rank: 1, holes: start.walls.clone() },
        pieces,
        setup: setup(rules, &start),
        rules: all_rules,
        leftovers: draft.leftovers,
    })
}

fn check_board(rules: &Rules, diagnostics: &mut Diagnostics) -> Option<()> {
    let mut fits = Some(());
    for (key, most) in [("maxFile", MOST_FILES), ("maxRank", MOST_RANKS)] {
        let Some(Setting { value: Value::Number(number), span, .. }) = rules.setting(key, Side::White) else {
            continue;
        };
        if !(1..=most).contains(number) {
            let complaint = Diagnostic::error(Code::BoardSize, "a board cannot have this size");
            diagnostics.push(complaint.at(*span, format!("expected 1 to {most}")));
            fits = None;
        }
    }
    fits
}

fn setup(rules: &Rules, start: &Start) -> ImportedSetup {
    let men =
        start.men.iter().filter_map(|(square, side, slot)| Some((*square, (*side, kind(rules, *slot)?))));
    let hand = start.hand.iter().filter_map(|(slot, count)| Some((kind(rules, *slot)?, *count)));
    ImportedSetup { men: men.collect(), reserve: hand.collect() }
}

struct Draft<'a> {
    rules: &'a Rules,
    start: &'a Start,
    leftovers: Vec<Leftover>,
}

impl Draft<'_> {
    fn pieces(&mut self, wishes: &Wishes) -> Vec<ImportedPiece> {
        let mut ids = Ids::default();
        let rules = self.rules;
        let royal = self.royal();
        let mut piece = |piece: &Defined| {
            let custom = piece.slot.is_custom();
            let name =
                if custom { format!("piece {}", piece.letter) } else { capitalised(&piece.slot.key()) };
            let (movement, remark) = self.movement(piece, wishes);
            let unnamed =
                custom.then(|| format!("{} in the source, which has no name for it", piece.slot.key()));
            ImportedPiece {
                id: ids.id(&name),
                name: None,
                letter: piece.letter.to_ascii_uppercase().to_string(),
                movement,
                royal: royal.contains(&piece.slot),
                stands_on: self.area(piece.slot),
                remarks: unnamed.into_iter().chain(remark).collect(),
            }
        };
        rules.pieces.iter().map(&mut piece).collect()
    }

    /// The royal pieces: kings, and one of a kind whose loss is the loss of the game and that the program
    /// guards like a king.
    fn royal(&self) -> BTreeSet<Slot> {
        let kings = Some(Slot::KING).filter(|king| self.rules.has(*king) && self.rules.truth("checking"));
        kings.into_iter().chain(self.guarded()).collect()
    }

    /// The one piece that `extinctionPseudoRoyal` makes a king of, if each side has one of it.
    fn guarded(&self) -> Option<Slot> {
        let rules = self.rules;
        let slots: Vec<Slot> = rules.slots("extinctionPieceTypes", Side::White).into_iter().collect();
        let [slot] = slots[..] else { return None };
        let single = Side::BOTH.into_iter().all(|side| self.start.of(slot, side).len() == 1);
        let lost = rules.outcome("extinctionValue") == Some(Outcome::Loss);
        let none_left = rules.number("extinctionPieceCount") == 0;
        (rules.truth("extinctionPseudoRoyal") && single && lost && none_left).then_some(slot)
    }

    fn movement(&mut self, piece: &Defined, wishes: &Wishes) -> (ImportedMovement, Option<String>) {
        let betza =
            |text: &str, dialect, span| ImportedMovement::Betza { text: text.to_string(), dialect, span };
        let xbetza = Dialect::Xbetza;
        let dialect = wishes.dialect.unwrap_or(Dialect::Fsf);
        match (piece.slot, &piece.movement) {
            (Slot::KING, written) if self.rules.truth("flyingGeneral") => {
                self.facing_king(written.as_ref(), dialect)
            }
            (_, Some(text)) if text.text().is_empty() => (ImportedMovement::Still, None),
            (_, Some(text)) => {
                (betza(text.text(), dialect, Some(text.whole())), self.first_moves(text.text()))
            }
            (Slot::PAWN, None) => self.pawn(),
            (Slot::SOLDIER, None) => (self.soldier(), None),
            // What the path of this one is differs from dialect to dialect.
            (Slot::JANGGI_ELEPHANT, None) => (betza(piece.slot.movement(), Dialect::Fsf, None), None),
            (slot, None) if slot.movement().is_empty() => (ImportedMovement::Still, None),
            (slot, None) => (betza(slot.movement(), xbetza, None), None),
        }
    }

    /// A king who takes the other king from afar may not face him.
    fn facing_king(
        &mut self,
        written: Option<&Excerpt>,
        dialect: Dialect,
    ) -> (ImportedMovement, Option<String>) {
        let text = written.map_or("K", |text| text.text());
        // Strings of this kind mean the same in each dialect.
        if text.chars().all(|c| "WFDANKRBQ".contains(c)) {
            let remark = "fkR: kings may not face each other on a file".to_string();
            let text = format!("{text}fkR");
            return (ImportedMovement::Betza { text, dialect: Dialect::Xbetza, span: None }, Some(remark));
        }
        self.leave("flyingGeneral", "kings may not face each other on a file");
        let span = written.map(Excerpt::whole);
        (ImportedMovement::Betza { text: text.to_string(), dialect, span }, None)
    }

    /// First moves of a custom piece go from `doubleStepRegion` only.
    fn first_moves(&self, text: &str) -> Option<String> {
        let missing = !self.rules.truth("doubleStep");
        (text.contains('i') && missing)
            .then(|| "doubleStep = false in the source: there its first moves never apply".to_string())
    }

    /// The pawn steps twice from `doubleStepRegion`, moved or not; from where it starts is what a variant
    /// can say.
    fn pawn(&mut self) -> (ImportedMovement, Option<String>) {
        let (text, exact) = match self.double_step() {
            DoubleStep::None => ("fmWfcF", true),
            DoubleStep::First => ("ifmnDfmWfceF", true),
            DoubleStep::Always => ("fmnDfmWfceF", true),
            DoubleStep::Other => ("ifmnDfmWfceF", false),
        };
        if !exact {
            self.leave("doubleStepRegion", "here pawns that have moved step twice too, or some may not");
        }
        let dialect = Dialect::Xbetza;
        (ImportedMovement::Betza { text: text.to_string(), dialect, span: None }, None)
    }

    fn double_step(&self) -> DoubleStep {
        if !self.rules.truth("doubleStep") {
            return DoubleStep::None;
        }
        let told: Vec<DoubleStep> =
            Side::BOTH.into_iter().filter_map(|side| self.double_step_of(side)).collect();
        match told[..] {
            [] => DoubleStep::None,
            [first, ..] if told.iter().all(|other| *other == first) => first,
            _ => DoubleStep::Other,
        }
    }

    /// The double step of one side's pawns, if it has any. Squares are counted from its own end.
    fn double_step_of(&self, side: Side) -> Option<DoubleStep> {
        let (files, ranks) = self.rules.board();
        let row = |square: &Square| if side == Side::White { square.rank } else { ranks - 1 - square.rank };
        let pawns = self.start.of(Slot::PAWN, side);
        let lowest = pawns.iter().map(row).min()?;
        let region = self.rules.squares("doubleStepRegion", side);
        let mut ahead = (0..files)
            .flat_map(|file| (0..ranks).map(move |rank| Square { file, rank }))
            .filter(|square| row(square) >= lowest && row(square) + 2 < ranks);
        // A pawn that has moved stands higher than the lowest.
        let moved_step_too = region.iter().any(|square| row(square) > lowest);
        Some(if ahead.all(|square| region.contains(&square)) {
            DoubleStep::Always
        } else if moved_step_too {
            DoubleStep::Other
        } else if pawns.is_subset(&region) {
            DoubleStep::First
        } else if pawns.is_disjoint(&region) {
            DoubleStep::None
        } else {
            DoubleStep::Other
        })
    }

    /// The soldier steps sideways too from `soldierPromotionRank` on.
    fn soldier(&self) -> ImportedMovement {
        let river = self.rules.number("soldierPromotionRank");
        if river <= 1 {
            let text = Slot::SOLDIER.movement().to_string();
            return ImportedMovement::Betza { text, dialect: Dialect::Xbetza, span: None };
        }
        let (files, ranks) = self.rules.board();
        let beyond = |side| {
            let is_beyond = move |rank: &u16| match side {
                Side::White => *rank + 1 >= river,
                Side::Black => ranks - *rank >= river,
            };
            let rows = (0..ranks).filter(is_beyond);
            rows.flat_map(|rank| (0..files).map(move |file| Square { file, rank })).collect()
        };
        ImportedMovement::SidewaysFrom(Squares { white: beyond(Side::White), black: beyond(Side::Black) })
    }

    /// Where a piece may stand, if `mobilityRegion` says so.
    fn area(&self, slot: Slot) -> Option<Squares> {
        let (files, ranks) = self.rules.board();
        let open = || (0..files).flat_map(|file| (0..ranks).map(move |rank| Square { file, rank }));
        let of = |side| self.rules.mobility.get(&(slot, side)).map(|squares| self.rules.on_board(squares));
        let (white, black) = (of(Side::White), of(Side::Black));
        if white.is_none() && black.is_none() {
            return None;
        }
        let or_all = |squares: Option<BTreeSet<Square>>| squares.unwrap_or_else(|| open().collect());
        Some(Squares { white: or_all(white), black: or_all(black) })
    }

    fn rules(&mut self) -> Vec<ImportedRule> {
        let mut all = promotion::rules(self.rules);
        let castlings = castling::rules(self.rules, self.start);
        if castling::is_lost(self.rules, self.start, &castlings) {
            self.leave("startFen", "who may castle: no king and rook of that side stand so");
        }
        all.extend(castlings);
        all.extend(self.goals());
        all.push(ImportedRule::Stalemate(self.rules.outcome("stalemateValue").unwrap_or(Outcome::Draw)));
        let plies = self.rules.number("nMoveRule").saturating_mul(2);
        if plies > 0 {
            let unless = Side::BOTH.map(|side| self.rules.slots("nMoveRuleTypes", side));
            let unless = unless[0].union(&unless[1]).filter_map(|slot| kind(self.rules, *slot)).collect();
            all.push(ImportedRule::QuietLimit { plies, unless });
        }
        let times = self.rules.number("nFoldRule");
        if times > 1 {
            all.push(ImportedRule::Repetition { times });
        }
        all
    }

    /// Squares whose reaching wins.
    fn goals(&mut self) -> Vec<ImportedRule> {
        let regions = Side::BOTH.map(|side| self.rules.squares("flagRegion", side));
        if regions.iter().all(BTreeSet::is_empty) {
            return Vec::new();
        }
        let slots = Side::BOTH.map(|side| self.rules.slots("flagPiece", side));
        let any = |side: Side| self.rules.setting("flagPiece", side).is_none();
        let count = self.rules.number("flagPieceCount").max(1);
        let mut goals = Vec::new();
        for (place, piece) in self.rules.pieces.iter().enumerate() {
            let of = |side: Side| {
                let counts = any(side) || slots[side as usize].contains(&piece.slot);
                if counts { regions[side as usize].clone() } else { BTreeSet::new() }
            };
            let squares = Squares { white: of(Side::White), black: of(Side::Black) };
            if !squares.white.is_empty() || !squares.black.is_empty() {
                goals.push(ImportedRule::Goal { piece: place, squares, count });
            }
        }
        goals
    }

    /// A key of which only a part is carried over.
    fn leave(&mut self, name: &'static str, why: &str) {
        for side in Side::BOTH {
            let Some(setting) = self.rules.setting(name, side) else { continue };
            let leftover = Leftover {
                text: setting.text.clone(),
                span: setting.span,
                kind: LeftoverKind::Rule(why.to_string()),
            };
            let is_new = !self
                .leftovers
                .iter()
                .any(|other| other.text == leftover.text && other.span == leftover.span);
            if is_new {
                self.leftovers.push(leftover);
            }
        }
    }

    /// Keys that a variant cannot say, where they do not say what is so anyway.
    fn left_over(&mut self) {
        let settings: Vec<(&'static str, Setting)> =
            self.rules.settings().map(|(name, _, setting)| (name, setting.clone())).collect();
        for (name, setting) in settings {
            let Some(key) = KEYS.iter().find(|key| key.name == name) else { continue };
            let said = setting.text.split_once('=').map_or("", |(_, value)| value);
            let said = said.split(" (of the built-in").next().unwrap_or_default().trim();
            match key.about {
                About::Looks => self.leave_as(&setting, LeftoverKind::Looks),
                About::Rule(_) if said == key.default || self.is_told_otherwise(name) => {}
                About::Rule(what) => self.leave_as(&setting, LeftoverKind::Rule(what.to_string())),
                About::Carried => {}
            }
        }
        for name in
            ["extinctionPseudoRoyal", "extinctionPieceTypes", "extinctionValue", "extinctionPieceCount"]
        {
            if self.guarded().is_none() && self.rules.outcome("extinctionValue").is_some() {
                self.leave(name, "who loses by losing his men");
            }
        }
        if self.rules.truth("immobilityIllegal") && !self.ends_are_closed() {
            self.leave("immobilityIllegal", "no piece goes where it could never move on");
        }
        if let Some(field) = &self.start.black_begins {
            self.leftovers.push(Leftover {
                text: format!("startFen: {}", field.text()),
                span: field.whole(),
                kind: LeftoverKind::Rule("Black begins".to_string()),
            });
        }
        self.leftovers.sort_by_key(|leftover| leftover.span);
        self.leftovers.dedup_by(|a, b| a.text == b.text && a.span == b.span);
    }

    fn leave_as(&mut self, setting: &Setting, kind: LeftoverKind) {
        self.leftovers.push(Leftover { text: setting.text.clone(), span: setting.span, kind });
    }

    /// Whether a key says only what follows from others that are carried over.
    fn is_told_otherwise(&self, name: &str) -> bool {
        let pawns = |name| Side::BOTH.map(|side| self.rules.slots(name, side));
        match name {
            "enPassantTypes" => pawns("enPassantTypes") == pawns("promotionPawnTypes"),
            "enPassantRegion" | "tripleStepRegion" => !self.rules.truth("doubleStep"),
            _ => false,
        }
    }

    /// Whether whoever could not move on must promote there anyway.
    fn ends_are_closed(&self) -> bool {
        let none_dropped = !self.rules.truth("pieceDrops");
        none_dropped
            && self.rules.pieces.iter().all(|piece| {
                let is_plain = !piece.slot.is_custom();
                is_plain && (promotion::dead_ends(piece.slot) == 0 || self.promotes_at_the_end(piece.slot))
            })
    }

    fn promotes_at_the_end(&self, slot: Slot) -> bool {
        let zone = self.rules.squares("promotionRegion", Side::White);
        let pawns = self.rules.slots("promotionPawnTypes", Side::White);
        let last = self.rules.board().1 - 1;
        pawns.contains(&slot) && zone.iter().any(|square| square.rank == last)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum DoubleStep {
    None,
    /// As a first move only.
    First,
    /// Wherever a pawn stands.
    Always,
    /// Something that a variant cannot say.
    Other,
}
