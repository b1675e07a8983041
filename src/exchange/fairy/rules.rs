//! The rules of a section, on top of those it inherits.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{self, IniKey, OLD_RANKS};
use super::sections::{IniEntry, IniSection};
use super::slots::PieceSlot;
use super::values::{IniValue, Letters, ValueReader, number, squares};
use crate::draft::{Leftover, LeftoverKind, PieceIndex};
use crate::places::{MOST_FILES, MOST_RANKS, Square};
use padma_rules::model::{Ending, Side};
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, SourceId, Span, nearest};

/// A piece that is in the game.
pub(crate) struct IniPiece {
    pub slot: PieceSlot,
    pub letter: char,
    /// Its Betza string, if it was written.
    pub movement: Option<Excerpt>,
    /// Its name, if a comment gives it.
    pub name: Option<String>,
    /// Whether a built-in section defines it.
    pub is_built_in: bool,
    /// What it was, if it is a piece that remembers what it was promoted from.
    pub promoted: Option<Promoted>,
}

/// A piece that moves as another, and remembers what it was before it promoted.
#[derive(Clone, Copy)]
pub(crate) struct Promoted {
    pub shape: PieceSlot,
    pub from: PieceSlot,
    /// The mark of its letter in a FEN: `+P` or `Q~`.
    pub mark: char,
}

impl IniPiece {
    /// Returns the slot whose movement it has.
    pub(crate) fn shape(&self) -> PieceSlot {
        self.promoted.map_or(self.slot, |promoted| promoted.shape)
    }

    /// Returns its letter, in upper case, with its mark.
    pub(crate) fn mark(&self) -> String {
        let letter = self.letter.to_ascii_uppercase();
        match self.promoted.map(|promoted| promoted.mark) {
            Some('+') => format!("+{letter}"),
            Some(mark) => format!("{letter}{mark}"),
            None => letter.to_string(),
        }
    }
}

/// The value of a key, as written.
#[derive(Clone)]
pub(crate) struct IniSetting {
    pub value: IniValue,
    /// Whether it is the default value.
    pub is_default: bool,
    /// The words of the source.
    pub source_text: At<String>,
}

/// Everything that a section and its ancestors define.
pub(crate) struct IniRules {
    /// The source file.
    source: SourceId,
    pub pieces: Vec<IniPiece>,
    settings: BTreeMap<(&'static str, Side), IniSetting>,
    /// The squares on which pieces may stand.
    mobility: BTreeMap<(PieceSlot, Side), (BTreeSet<Square>, At<String>)>,
    pub leftovers: Vec<Leftover>,
    /// The pieces with which the game begins, other than promoted ones.
    pub begins: BTreeSet<PieceSlot>,
}

impl Letters for Vec<IniPiece> {
    fn slot(&self, letter: char) -> Option<PieceSlot> {
        self.iter()
            .filter(|piece| piece.promoted.is_none())
            .find(|piece| piece.letter.eq_ignore_ascii_case(&letter))
            .map(|piece| piece.slot)
    }

    fn all(&self) -> BTreeSet<PieceSlot> {
        self.iter().map(|piece| piece.slot).collect()
    }
}

/// The letters used in default values.
struct DefaultLetters;

impl Letters for DefaultLetters {
    fn slot(&self, letter: char) -> Option<PieceSlot> {
        let defaults = [
            ('p', PieceSlot::PAWN),
            ('n', PieceSlot::KNIGHT),
            ('b', PieceSlot::BISHOP),
            ('r', PieceSlot::ROOK),
            ('q', PieceSlot::QUEEN),
            ('k', PieceSlot::KING),
        ];
        defaults
            .into_iter()
            .find(|(default, _)| *default == letter)
            .map(|(_, slot)| slot)
    }

    fn all(&self) -> BTreeSet<PieceSlot> {
        PieceSlot::all().collect()
    }
}

impl IniRules {
    /// Starts without pieces, and with all keys at their defaults.
    pub(crate) fn new(source: SourceId) -> IniRules {
        let (pieces, leftovers) = (Vec::new(), Vec::new());
        IniRules {
            source,
            pieces,
            settings: BTreeMap::new(),
            mobility: BTreeMap::new(),
            leftovers,
            begins: BTreeSet::new(),
        }
    }

    /// Applies a section. `from` names it if it is built in.
    pub(crate) fn apply(
        &mut self,
        section: &IniSection,
        from: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) {
        report_doubled_keys(section, diagnostics);
        // In the program's own order, a later piece with the same letter replaces an earlier one.
        for slot in PieceSlot::all() {
            let key = slot.key();
            if let Some(entry) = section
                .entries
                .iter()
                .rev()
                .find(|entry| entry.key.text() == key)
            {
                self.define(slot, entry, from.is_some(), diagnostics);
            }
        }
        // Inherited pieces come first, then those of the section in the order in which they are
        // written.
        let written = |piece: &IniPiece| {
            let key = piece.slot.key();
            section
                .entries
                .iter()
                .rposition(|entry| entry.key.text() == key)
        };
        self.pieces.sort_by_key(written);
        let mut entries: Vec<&IniEntry> = section.entries.iter().collect();
        entries.sort_by_key(|entry| keys::reading_turn(entry.key.text()));
        for entry in entries {
            let key = entry.key.text();
            if PieceSlot::of(key).is_some() {
                continue;
            }
            if let Some(place) = mobility_key(key) {
                if let Some(IniValue::Squares(squares)) = self.read(entry, squares, diagnostics) {
                    self.mobility
                        .insert(place, (squares, entry_words(entry, from)));
                }
            } else if OLD_RANKS.contains(&key) {
                self.set_old_ranks(entry, diagnostics);
            } else if let Some((key, sides)) = keys::find(key) {
                self.set(key, sides, entry, from, diagnostics);
            } else {
                self.leftovers.push(unknown_key(entry));
            }
        }
        let strays = section.strays.iter();
        self.leftovers.extend(
            strays.map(|line| Leftover::new(line.placed_text(), LeftoverKind::Unknown(None))),
        );
    }

    /// Reads a value; `None` if the key does not take it.
    fn read(
        &self,
        entry: &IniEntry,
        takes: ValueReader,
        diagnostics: &mut Diagnostics,
    ) -> Option<IniValue> {
        diagnostics.accept(takes(&entry.value, &self.pieces))
    }

    /// Defines a piece: `knight = n`, `knight = -`, `customPiece1 = a:NW`, `king = k:KN`.
    fn define(
        &mut self,
        slot: PieceSlot,
        entry: &IniEntry,
        is_built_in: bool,
        diagnostics: &mut Diagnostics,
    ) {
        let text = entry.value.text();
        let letter = text.chars().next();
        self.pieces.retain(|piece| piece.slot != slot);
        let Some(letter) = letter.filter(char::is_ascii_alphabetic) else {
            if text != "-" {
                let expected = "expected a letter, or `-` for a piece that is not in the game";
                let message = format!("`{text}` is not a letter of a piece");
                diagnostics.error(Code::WrongValue, message, entry.value.whole(), expected);
            }
            return;
        };
        let takes_move = slot.is_custom() || slot == PieceSlot::KING;
        let movement = text[1..]
            .strip_prefix(':')
            .filter(|_| takes_move)
            .map(str::trim_end);
        if text.len() > 1 && movement.is_none() {
            let expected = if takes_move {
                "expected a letter, a colon and a move"
            } else {
                "expected a letter"
            };
            let message = format!("`{text}` does not define this piece");
            diagnostics.error(Code::WrongValue, message, entry.value.whole(), expected);
            return;
        }
        self.pieces
            .retain(|piece| !piece.letter.eq_ignore_ascii_case(&letter));
        let movement = movement.map(|movement| entry.value.part(2..2 + movement.len()));
        self.pieces.push(IniPiece {
            slot,
            letter: letter.to_ascii_lowercase(),
            movement,
            name: entry.name.clone(),
            is_built_in,
            promoted: None,
        });
    }

    fn set(
        &mut self,
        key: &'static IniKey,
        sides: &[Side],
        entry: &IniEntry,
        from: Option<&str>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(value) = self.read(entry, key.takes, diagnostics) else {
            return;
        };
        // Lists of pairs add to the inherited ones.
        let value = match (
            value,
            self.setting(key.name, Side::White)
                .map(|setting| &setting.value),
        ) {
            (IniValue::Limits(new), Some(IniValue::Limits(old))) => {
                IniValue::Limits(old.clone().into_iter().chain(new).collect())
            }
            (IniValue::Exchanges(new), Some(IniValue::Exchanges(old))) => {
                IniValue::Exchanges(old.clone().into_iter().chain(new).collect())
            }
            (value, _) => value,
        };
        let is_default = entry.value.text() == key.default;
        let setting = IniSetting {
            value,
            is_default,
            source_text: entry_words(entry, from),
        };
        // This key sets three others.
        let names: &[&'static str] = match key.name {
            "pawnTypes" => &["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"],
            _ => &[key.name],
        };
        for name in names {
            self.settings
                .extend(sides.iter().map(|side| ((*name, *side), setting.clone())));
        }
    }

    /// Converts a former key to a zone: `promotionRank = 7` is the zone from that rank on.
    fn set_old_ranks(&mut self, entry: &IniEntry, diagnostics: &mut Diagnostics) {
        let Some(IniValue::Number(rank @ 1..)) = self.read(entry, number, diagnostics) else {
            return;
        };
        let ranks = self.board().1;
        let rank = rank.min(ranks);
        let (name, range) = match entry.key.text() {
            "promotionRank" => ("promotionRegion", rank..=ranks),
            "doubleStepRank" => ("doubleStepRegion", 2..=rank),
            _ => ("doubleStepRegion", rank..=2),
        };
        let Some((key, _)) = keys::find(&format!("{name}White")) else {
            return;
        };
        for side in Side::BOTH {
            let row = |relative: u16| match side {
                Side::White => relative.saturating_sub(1),
                Side::Black => ranks.saturating_sub(relative),
            };
            let squares = range.clone().flat_map(|relative| {
                (0..MOST_FILES).map(move |file| Square {
                    file,
                    rank: row(relative),
                })
            });
            let value = IniValue::Squares(squares.collect());
            let setting = IniSetting {
                value,
                is_default: false,
                source_text: entry_words(entry, None),
            };
            self.settings.insert((key.name, side), setting);
        }
    }

    /// Returns the value of a key, if it was written.
    pub(crate) fn setting(&self, name: &'static str, side: Side) -> Option<&IniSetting> {
        self.settings.get(&(name, side))
    }

    /// Iterates over all keys that were written.
    pub(crate) fn settings(&self) -> impl Iterator<Item = (&'static str, &IniSetting)> {
        self.settings
            .iter()
            .map(|((name, _), setting)| (*name, setting))
    }

    fn value(&self, name: &'static str, side: Side) -> Option<IniValue> {
        if let Some(setting) = self.setting(name, side) {
            return Some(setting.value.clone());
        }
        let key = keys::KEYS.iter().find(|key| key.name == name)?;
        let text = Excerpt::verbatim(key.default, Span::new(self.source, 0..0));
        (key.takes)(&text, &DefaultLetters).ok()
    }

    pub(crate) fn truth(&self, name: &'static str) -> bool {
        matches!(self.value(name, Side::White), Some(IniValue::Truth(true)))
    }

    pub(crate) fn number(&self, name: &'static str) -> u16 {
        match self.value(name, Side::White) {
            Some(IniValue::Number(number)) => number,
            _ => 0,
        }
    }

    pub(crate) fn outcome(&self, name: &'static str) -> Option<Ending> {
        match self.value(name, Side::White) {
            Some(IniValue::Outcome(outcome)) => outcome,
            _ => None,
        }
    }

    /// Returns the truth of a key that each side may have.
    pub(crate) fn truth_for(&self, name: &'static str, side: Side) -> bool {
        matches!(self.value(name, side), Some(IniValue::Truth(true)))
    }

    /// Whether a side may pass, at any time or if it is stalemated.
    pub(crate) fn may_pass(&self, side: Side) -> bool {
        self.truth_for("pass", side) || self.truth_for("passOnStalemate", side)
    }

    /// Returns the text of a key.
    pub(crate) fn text(&self, name: &'static str) -> Option<String> {
        match self.value(name, Side::White) {
            Some(IniValue::Text(text)) => Some(text.text().to_string()),
            _ => None,
        }
    }

    /// Whether the value of a list of pieces is `*`, which the program counts as one kind.
    pub(crate) fn is_star(&self, name: &'static str) -> bool {
        self.is_star_for(name, Side::White)
    }

    pub(crate) fn is_star_for(&self, name: &'static str, side: Side) -> bool {
        let default = || {
            let key = keys::KEYS.iter().find(|key| key.name == name);
            key.is_some_and(|key| key.default == "*")
        };
        self.setting(name, side).map_or_else(default, |setting| {
            let value = setting.source_text.value.split_once('=');
            value.is_some_and(|(_, value)| value.trim_start().starts_with('*'))
        })
    }

    /// Returns the pieces of a list that are in the game.
    pub(crate) fn slots(&self, name: &'static str, side: Side) -> BTreeSet<PieceSlot> {
        match self.value(name, side) {
            Some(IniValue::Pieces(slots)) => {
                slots.into_iter().filter(|slot| self.has(*slot)).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    pub(crate) fn has(&self, slot: PieceSlot) -> bool {
        self.kind(slot).is_some()
    }

    /// Returns the index of a piece among the variant's pieces.
    pub(crate) fn kind(&self, slot: PieceSlot) -> Option<PieceIndex> {
        self.pieces.iter().position(|piece| piece.slot == slot)
    }

    /// Returns the indices of the pieces that count as one of this kind.
    pub(crate) fn kinds(&self, slot: PieceSlot) -> Vec<PieceIndex> {
        let is_one = |piece: &IniPiece| piece.slot == slot || piece.shape() == slot;
        let all = self.pieces.iter().enumerate();
        all.filter(|(_, piece)| is_one(piece))
            .map(|(kind, _)| kind)
            .collect()
    }

    /// Returns the kinds of a list of pieces.
    pub(crate) fn listed_kinds(&self, name: &'static str, side: Side) -> Vec<PieceIndex> {
        let slots = self.slots(name, side);
        slots.iter().flat_map(|slot| self.kinds(*slot)).collect()
    }

    /// Returns the piece that a piece becomes when it promotes, and remembers what it was if a
    /// piece of its own is needed for that.
    pub(crate) fn promoted_kind(&self, from: PieceSlot, to: PieceSlot) -> Option<PieceIndex> {
        let is_own = |piece: &IniPiece| {
            piece
                .promoted
                .is_some_and(|promoted| (promoted.shape, promoted.from) == (to, from))
        };
        self.pieces
            .iter()
            .position(is_own)
            .or_else(|| self.kind(to))
    }

    /// Returns what each piece becomes when it promotes.
    pub(crate) fn exchanges(&self) -> BTreeMap<PieceSlot, Option<PieceSlot>> {
        match self.value("promotedPieceType", Side::White) {
            Some(IniValue::Exchanges(exchanges)) => exchanges,
            _ => BTreeMap::new(),
        }
    }

    /// Returns the limits on pieces that a side may have by promotion.
    pub(crate) fn limits(&self) -> BTreeMap<PieceSlot, u16> {
        match self.value("promotionLimit", Side::White) {
            Some(IniValue::Limits(limits)) => limits,
            _ => BTreeMap::new(),
        }
    }

    /// Returns the squares of the board that a key names.
    pub(crate) fn squares(&self, name: &'static str, side: Side) -> BTreeSet<Square> {
        let on_rank = |rank: u16| (0..MOST_FILES).map(|file| Square { file, rank }).collect();
        let all: BTreeSet<Square> =
            match (self.setting(name, side).map(|setting| &setting.value), name) {
                (Some(IniValue::Squares(squares)), _) => squares.clone(),
                (_, "promotionRegion") => on_rank(if side == Side::White { 7 } else { 0 }),
                (_, "doubleStepRegion") => on_rank(if side == Side::White { 1 } else { 6 }),
                _ => BTreeSet::new(),
            };
        self.on_board(&all)
    }

    /// Returns the squares on which a side's piece may stand; `None` if it may stand everywhere.
    /// The program takes an empty list to mean all squares.
    pub(crate) fn area(&self, slot: PieceSlot, side: Side) -> Option<BTreeSet<Square>> {
        let (squares, _) = self.mobility.get(&(slot, side))?;
        Some(self.on_board(squares)).filter(|squares| !squares.is_empty())
    }

    /// Returns the words that give the squares on which a side's piece may stand.
    pub(crate) fn area_words(&self, slot: PieceSlot, side: Side) -> Option<&At<String>> {
        self.mobility.get(&(slot, side)).map(|(_, words)| words)
    }

    /// Whether en passant is possible anywhere.
    pub(crate) fn has_en_passant(&self) -> bool {
        Side::either(|side| {
            let region = self
                .setting("enPassantRegion", side)
                .map(|setting| &setting.value);
            let is_closed =
                matches!(region, Some(IniValue::Squares(squares)) if squares.is_empty());
            !is_closed && !self.slots("enPassantTypes", side).is_empty()
        })
    }

    fn on_board(&self, squares: &BTreeSet<Square>) -> BTreeSet<Square> {
        let (files, ranks) = self.board();
        squares
            .iter()
            .copied()
            .filter(|square| square.file < files && square.rank < ranks)
            .collect()
    }

    pub(crate) fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = self.board();
        (0..files).flat_map(move |file| (0..ranks).map(move |rank| Square { file, rank }))
    }

    /// Returns the numbers of files and ranks.
    pub(crate) fn board(&self) -> (u16, u16) {
        (
            self.number("maxFile").clamp(1, MOST_FILES),
            self.number("maxRank").clamp(1, MOST_RANKS),
        )
    }
}

/// Returns the words of an entry. For a built-in one, they name the section it comes from.
fn entry_words(entry: &IniEntry, from: Option<&str>) -> At<String> {
    let value = match from {
        Some(from) => format!("{} (of the built-in `{from}`)", entry.text()),
        None => entry.text(),
    };
    At {
        value,
        span: entry.span(),
    }
}

fn report_doubled_keys(section: &IniSection, diagnostics: &mut Diagnostics) {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for entry in &section.entries {
        let (key, span) = (entry.key.text(), entry.span());
        if let Some(first) = first.insert(key, span) {
            let complaint = Diagnostic::warning(
                Code::DoubledName,
                format!("this section sets `{key}` twice"),
            );
            diagnostics.push(
                complaint
                    .at(span, "this one counts")
                    .also_at(first, "the first"),
            );
        }
    }
}

/// Reads a key such as `mobilityRegionWhiteKing`.
fn mobility_key(key: &str) -> Option<(PieceSlot, Side)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (side, name) = match (rest.strip_prefix("White"), rest.strip_prefix("Black")) {
        (Some(name), _) => (Side::White, name),
        (_, Some(name)) => (Side::Black, name),
        _ => return None,
    };
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_lowercase();
    PieceSlot::of(&format!("{first}{}", letters.as_str())).map(|slot| (slot, side))
}

fn unknown_key(entry: &IniEntry) -> Leftover {
    let known: Vec<String> = keys::names()
        .into_iter()
        .chain(PieceSlot::all().map(PieceSlot::key))
        .collect();
    let near = nearest(entry.key.text(), known.iter().map(String::as_str)).map(str::to_string);
    Leftover::new(entry_words(entry, None), LeftoverKind::Unknown(near))
}
