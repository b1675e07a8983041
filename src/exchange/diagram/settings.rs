//! The settings of an Interactive Diagram, `key=value`: the meaning and the default of each.

use std::collections::{BTreeMap, BTreeSet};

use crate::draft::{Leftover, LeftoverKind};
use crate::places::{ImportedBoard, Symmetry};
use padma_rules::model::Ending;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{At, Excerpt, Span, code_list, nearest};

/// What a key says.
enum KeyUse {
    /// One of the settings: how its value is read, and the values with which it is written.
    Setting(ReadValue, WriteValues),
    /// Report it as a leftover of this kind.
    Leftover(LeftoverKind),
}

type ReadValue = fn(&mut Settings, SettingValue<'_>);
type WriteValues = fn(&Settings) -> Vec<String>;

use KeyUse::Setting;

/// The appearance of the diagram, or the behaviour of its page.
const LOOKS: KeyUse = KeyUse::Leftover(LeftoverKind::Looks);

const fn rule(what: &'static str) -> KeyUse {
    KeyUse::Leftover(LeftoverKind::Rule(what))
}

static KEYS: [(&str, KeyUse); 45] = [
    (
        "satellite",
        Setting(
            |settings, value| settings.title = Some(value.text.text().to_string()),
            |settings| settings.title.iter().cloned().collect(),
        ),
    ),
    (
        "files",
        Setting(
            |settings, value| value.number(&mut settings.board.files, 1),
            |settings| vec![settings.board.files.to_string()],
        ),
    ),
    (
        "ranks",
        Setting(
            |settings, value| value.number(&mut settings.board.ranks, 1),
            |settings| vec![settings.board.ranks.to_string()],
        ),
    ),
    (
        "firstRank",
        Setting(
            |settings, value| value.number(&mut settings.board.first_rank, 0),
            |settings| vec![settings.board.first_rank.to_string()],
        ),
    ),
    (
        "symmetry",
        Setting(
            |settings, value| {
                let known = Symmetry::ALL.map(|symmetry| (symmetry.name(), symmetry));
                value.one_of(&known, &mut settings.symmetry);
            },
            |settings| vec![settings.symmetry.name().to_string()],
        ),
    ),
    (
        "promoZone",
        Setting(
            |settings, value| value.number(&mut settings.promo_zone, 0),
            |settings| vec![settings.promo_zone.to_string()],
        ),
    ),
    (
        "maxPromote",
        Setting(
            |settings, value| value.number(&mut settings.max_promote, 0),
            |settings| vec![settings.max_promote.to_string()],
        ),
    ),
    (
        "promoOffset",
        Setting(
            |settings, value| value.number(&mut settings.promo_offset, 0),
            |settings| vec![settings.promo_offset.to_string()],
        ),
    ),
    (
        "promoChoice",
        Setting(
            |settings, value| settings.promo_choice = Some(value.text.clone()),
            |settings| settings.promo_choice.iter().map(text_of).collect(),
        ),
    ),
    (
        "royal",
        Setting(
            |settings, value| settings.royal.push(value.text.clone()),
            |settings| settings.royal.iter().map(text_of).collect(),
        ),
    ),
    (
        "stalemate",
        Setting(
            |settings, value| value.one_of(&STALEMATES, &mut settings.stalemate),
            |settings| vec![settings.stalemate.name().to_string()],
        ),
    ),
    ("graphicsDir", LOOKS),
    ("graphicsType", LOOKS),
    ("whitePrefix", LOOKS),
    ("blackPrefix", LOOKS),
    ("squareSize", LOOKS),
    ("lightShade", LOOKS),
    ("darkShade", LOOKS),
    ("startShade", LOOKS),
    ("rimColor", LOOKS),
    ("coordColor", LOOKS),
    ("borders", LOOKS),
    ("shady", LOOKS),
    ("useMarkers", LOOKS),
    ("newClick", LOOKS),
    ("enableAI", LOOKS),
    ("holdingsType", rule("where captured pieces are kept")),
    ("shuffle", rule("which pieces are shuffled at the start")),
    (
        "succession",
        rule("which piece becomes royal when the royal one is lost"),
    ),
    ("baring", rule("losing all but the king")),
    ("extinction", rule("losing all pieces of a kind")),
    ("iron", rule("a piece that cannot be captured")),
    (
        "protected",
        rule("a piece that may not be captured while it is protected"),
    ),
    ("counterStrike", rule("a ban on recapturing")),
    ("antiTrade", rule("a ban on trading")),
    ("tradeThreshold", rule("a ban on trading")),
    ("castleFlip", rule("how castling works")),
    (
        "autoGate",
        rule("gating: pieces that enter on the cell that another leaves"),
    ),
    ("zonal", rule("squares closed to some pieces")),
    ("captureMatrix", rule("which pieces may capture which")),
    ("atomicCapture", rule("captures that explode")),
    ("blastZone", rule("captures that explode")),
    ("spell", rule("powers over nearby pieces")),
    ("spellZone", rule("powers over nearby pieces")),
    ("trackPieces", rule("pieces whose changes are counted")),
];

/// The outcomes of stalemate, for the side without a move.
pub(crate) const STALEMATES: [(&str, Ending); 2] = [("draw", Ending::Draw), ("loss", Ending::Loss)];

/// The settings of a definition.
pub(crate) struct Settings {
    /// The board. The pieces add its holes.
    pub board: ImportedBoard,
    /// The symmetry that gives Black's squares if only White's are named.
    pub symmetry: Symmetry,
    pub promo_zone: u16,
    pub max_promote: u16,
    pub promo_offset: u16,
    pub promo_choice: Option<Excerpt>,
    pub royal: Vec<Excerpt>,
    pub stalemate: Ending,
    pub title: Option<String>,
    /// The keys that were set, and their places.
    pub(super) set: BTreeMap<String, Span>,
    pub leftovers: Vec<Leftover>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            board: ImportedBoard {
                files: 8,
                ranks: 8,
                first_rank: 1,
                holes: BTreeSet::new(),
            },
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

/// The value of a key, to be read as the key requires.
struct SettingValue<'a> {
    text: &'a Excerpt,
    diagnostics: &'a mut Diagnostics,
}

/// Maximum number in a setting; boards have limits of their own.
const MOST: u16 = 1000;

impl SettingValue<'_> {
    fn number(self, setting: &mut u16, least: u16) {
        let text = self.text.text();
        match text.parse() {
            Ok(number) if (least..=MOST).contains(&number) => *setting = number,
            _ => {
                let expected = format!("expected {least} to {MOST}");
                let message = format!("`{text}` is not a number for this key");
                self.diagnostics
                    .error(Code::WrongValue, message, self.text.whole(), expected);
            }
        }
    }

    fn one_of<T: Copy>(self, known: &[(&str, T)], setting: &mut T) {
        let word = self.text.text();
        if let Some((_, value)) = known.iter().find(|(name, _)| *name == word) {
            *setting = *value;
            return;
        }
        let names = || known.iter().map(|(name, _)| *name);
        let complaint = Diagnostic::error(
            Code::WrongValue,
            format!("`{word}` is not a value for this key"),
        )
        .at(
            self.text.whole(),
            format!("expected one of {}", code_list(names())),
        );
        self.diagnostics.push(complaint.suggest(word, names()));
    }
}

/// Whether the format is known to have this key.
pub(crate) fn is_known(key: &str) -> bool {
    KEYS.iter().any(|(known, _)| *known == key)
}

impl Settings {
    /// Reads one setting. A setting that a variant cannot express becomes a leftover.
    pub(crate) fn set(&mut self, key: &Excerpt, value: &Excerpt, diagnostics: &mut Diagnostics) {
        let name = key.text();
        let span = key.whole().to(value.whole());
        // Several pieces may be royal, so `royal` may be set again.
        if let Some(first) = self
            .set
            .insert(name.to_string(), span)
            .filter(|_| name != "royal")
        {
            let complaint =
                Diagnostic::warning(Code::DoubledName, format!("`{name}` is set twice"));
            diagnostics.push(
                complaint
                    .at(span, "this one counts")
                    .also_at(first, "the first"),
            );
        }
        let known = KEYS.iter().find(|(known, _)| *known == name);
        let kind = match known {
            Some((_, Setting(read, _))) => {
                return read(
                    self,
                    SettingValue {
                        text: value,
                        diagnostics,
                    },
                );
            }
            // The default value need not be reported.
            Some(("holdingsType", _)) if value.text() == "0" => return,
            Some((_, KeyUse::Leftover(kind))) => kind.clone(),
            None => LeftoverKind::Unknown(
                nearest(name, KEYS.iter().map(|(key, _)| *key)).map(str::to_string),
            ),
        };
        let source = At {
            value: format!("{name}={}", value.text()),
            span,
        };
        self.leftovers.push(Leftover::new(source, kind));
    }

    /// Writes the settings that are not the program's defaults, one a line.
    pub(crate) fn text(&self) -> String {
        let defaults = Settings::default();
        let lines = |(key, key_use): &(&str, KeyUse)| match key_use {
            Setting(_, values) if values(self) != values(&defaults) => {
                let lines = values(self).into_iter();
                lines.map(|value| format!("{key}={value}\n")).collect()
            }
            _ => String::new(),
        };
        KEYS.iter().map(lines).collect()
    }
}

fn text_of(value: &Excerpt) -> String {
    value.text().to_string()
}
