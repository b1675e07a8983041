//! The settings of an Interactive Diagram, `key=value`: what each means, and what it is when nothing is said.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::draft::{Leftover, LeftoverKind};
use super::super::source::SourceText;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Ending;
use crate::text::{Span, nearest};

/// What a key is about.
#[derive(Clone, Copy)]
enum About {
    /// It is read here.
    Variant(fn(&mut Settings, SettingValue<'_, '_>)),
    /// The look of the diagram, or how its page behaves.
    Looks,
    /// A rule that a variant cannot say.
    Rule(&'static str),
}

use About::{Looks, Rule, Variant};

const KEYS: [(&str, About); 45] = [
    ("files", Variant(|settings, value| settings.files = value.number(settings.files, 1))),
    ("ranks", Variant(|settings, value| settings.ranks = value.number(settings.ranks, 1))),
    ("firstRank", Variant(|settings, value| settings.first_rank = value.number(settings.first_rank, 0))),
    ("symmetry", Variant(|settings, value| settings.symmetry = value.symmetry(settings.symmetry))),
    ("promoZone", Variant(|settings, value| settings.promo_zone = value.number(settings.promo_zone, 0))),
    ("maxPromote", Variant(|settings, value| settings.max_promote = value.number(settings.max_promote, 0))),
    (
        "promoOffset",
        Variant(|settings, value| settings.promo_offset = value.number(settings.promo_offset, 0)),
    ),
    ("promoChoice", Variant(|settings, value| settings.promo_choice = Some(value.range))),
    ("royal", Variant(|settings, value| settings.royal.push(value.range))),
    ("stalemate", Variant(|settings, value| settings.stalemate = value.stalemate(settings.stalemate))),
    ("satellite", Variant(|settings, value| settings.title = Some(value.range))),
    ("graphicsDir", Looks),
    ("graphicsType", Looks),
    ("whitePrefix", Looks),
    ("blackPrefix", Looks),
    ("squareSize", Looks),
    ("lightShade", Looks),
    ("darkShade", Looks),
    ("startShade", Looks),
    ("rimColor", Looks),
    ("coordColor", Looks),
    ("borders", Looks),
    ("shady", Looks),
    ("useMarkers", Looks),
    ("newClick", Looks),
    ("enableAI", Looks),
    ("holdingsType", Rule("where captured pieces are kept")),
    ("shuffle", Rule("which pieces are shuffled at the start")),
    ("succession", Rule("what is royal when the royal piece is lost")),
    ("baring", Rule("losing all but the king")),
    ("extinction", Rule("losing all pieces of a kind")),
    ("iron", Rule("a piece that cannot be taken")),
    ("protected", Rule("a piece that may not be taken where it is protected")),
    ("counterStrike", Rule("a ban on taking back")),
    ("antiTrade", Rule("a ban on trading")),
    ("tradeThreshold", Rule("a ban on trading")),
    ("castleFlip", Rule("how castling goes")),
    ("autoGate", Rule("pieces that enter behind one that leaves")),
    ("zonal", Rule("squares closed to some pieces")),
    ("captureMatrix", Rule("what may take what")),
    ("atomicCapture", Rule("captures that explode")),
    ("blastZone", Rule("captures that explode")),
    ("spell", Rule("powers over pieces near by")),
    ("spellZone", Rule("powers over pieces near by")),
    ("trackPieces", Rule("pieces whose changes are counted")),
];

/// Where Black's pieces stand, when only White's are said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// What a definition sets.
pub(super) struct Settings {
    pub files: u16,
    pub ranks: u16,
    pub first_rank: u16,
    pub symmetry: Symmetry,
    pub promo_zone: u16,
    pub max_promote: u16,
    pub promo_offset: u16,
    /// Places in the text.
    pub promo_choice: Option<Range<usize>>,
    pub royal: Vec<Range<usize>>,
    pub stalemate: Ending,
    pub title: Option<Range<usize>>,
    /// The keys that were set, and where.
    set: BTreeMap<String, Span>,
    pub leftovers: Vec<Leftover>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            files: 8,
            ranks: 8,
            first_rank: 1,
            symmetry: Symmetry::Mirror,
            promo_zone: 1,
            max_promote: 1,
            promo_offset: 0,
            promo_choice: None,
            royal: Vec::new(),
            stalemate: Ending::Draw,
            title: None,
            set: BTreeMap::new(),
            leftovers: Vec::new(),
        }
    }
}

/// The value of a key, to be read as what the key needs.
struct SettingValue<'a, 'd> {
    page: SourceText<'a>,
    range: Range<usize>,
    diagnostics: &'d mut Diagnostics,
}

/// The largest number a setting may have; boards have a limit of their own.
const MOST: u16 = 1000;

impl SettingValue<'_, '_> {
    fn number(self, old: u16, least: u16) -> u16 {
        let text = self.page.slice(&self.range);
        match text.parse() {
            Ok(number) if (least..=MOST).contains(&number) => number,
            _ => {
                let expected = format!("expected {least} to {MOST}");
                let message = format!("`{text}` is no number for this key");
                self.diagnostics.error(Code::WrongValue, message, self.page.span(self.range), expected);
                old
            }
        }
    }

    fn symmetry(self, old: Symmetry) -> Symmetry {
        let known = [("mirror", Symmetry::Mirror), ("rotate", Symmetry::Rotate), ("none", Symmetry::None)];
        self.one_of(&known, old)
    }

    fn stalemate(self, old: Ending) -> Ending {
        self.one_of(&[("draw", Ending::Draw), ("loss", Ending::Loss)], old)
    }

    fn one_of<T: Copy>(self, known: &[(&str, T)], old: T) -> T {
        let word = self.page.slice(&self.range);
        if let Some((_, value)) = known.iter().find(|(name, _)| *name == word) {
            return *value;
        }
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let listed: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let complaint = Diagnostic::error(Code::WrongValue, format!("`{word}` is no value for this key"))
            .at(self.page.span(self.range), format!("expected one of {}", listed.join(", ")));
        self.diagnostics.push(complaint.suggest(word, names));
        old
    }
}

/// Whether the format is known to have this key.
pub(super) fn is_known(key: &str) -> bool {
    KEYS.iter().any(|(known, _)| *known == key)
}

impl Settings {
    /// Takes one setting in; what cannot be said in a variant is left over.
    pub(super) fn set(
        &mut self,
        page: SourceText<'_>,
        key: &Range<usize>,
        value: &Range<usize>,
        diagnostics: &mut Diagnostics,
    ) {
        let name = page.slice(key);
        let span = page.span(key.start..value.end);
        // Several pieces may be royal.
        if let Some(first) = self.set.insert(name.to_string(), span).filter(|_| name != "royal") {
            let complaint = Diagnostic::warning(Code::DoubledName, format!("`{name}` is set twice"));
            diagnostics.push(complaint.at(span, "this one counts").and(first, "the first"));
        }
        let known = KEYS.iter().find(|(known, _)| *known == name);
        let kind = match known {
            Some((_, Variant(read))) => {
                return read(self, SettingValue { page, range: value.clone(), diagnostics });
            }
            Some((_, Looks)) => LeftoverKind::Looks,
            // What it says when it is not there needs no words.
            Some(("holdingsType", _)) if page.slice(value) == "0" => return,
            Some((_, Rule(what))) => LeftoverKind::Rule(what.to_string()),
            None => {
                LeftoverKind::Unknown(nearest(name, KEYS.iter().map(|(key, _)| *key)).map(str::to_string))
            }
        };
        let text = format!("{name}={}", page.slice(value));
        self.leftovers.push(Leftover { text, span, kind });
    }
}
