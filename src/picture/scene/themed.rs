//! Themes made from an author's few colours. A colour that is not given is derived from those
//! that are, and moved towards black or white until it is visible on its background. Colours that
//! are given stay as they are; anything that cannot be seen on them is reported. Knows no files.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{INKS, Ink, SHADES};
use super::colour::{BLACK, Colour, WHITE};
use super::theme::{LEGIBLE, SEEN, Theme, Themes};
use padma_rules::model::Owner;

/// A colour that an author can set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hue {
    /// The background of pictures and pages.
    Paper,
    /// Lines and letters.
    Ink,
    /// Symbols, and the words of some links and headings.
    Accent,
    /// Light cells.
    LightCells,
    /// Dark cells.
    DarkCells,
    /// White’s pieces.
    White,
    /// Black’s pieces.
    Black,
    /// The marks of a diagram, by index.
    Mark(u8),
}

impl Hue {
    /// Returns the colour that a key sets. For the key `marks`, `place` is the index in the list.
    pub fn of_key(key: &str, place: usize) -> Option<Hue> {
        let all = [
            Hue::Paper,
            Hue::Ink,
            Hue::Accent,
            Hue::LightCells,
            Hue::DarkCells,
            Hue::White,
            Hue::Black,
        ];
        let mark = u8::try_from(place)
            .ok()
            .filter(|place| *place < INKS)
            .map(Hue::Mark);
        all.into_iter().chain(mark).find(|hue| hue.key() == key)
    }

    /// Returns the key that sets the colour.
    pub fn key(self) -> &'static str {
        match self {
            Hue::Paper => "paper",
            Hue::Ink => "ink",
            Hue::Accent => "accent",
            Hue::LightCells => "light_cells",
            Hue::DarkCells => "dark_cells",
            Hue::White => "white",
            Hue::Black => "black",
            Hue::Mark(_) => "marks",
        }
    }
}

/// The colours that an author sets.
pub type Hues = BTreeMap<Hue, Colour>;

/// Two colours without enough contrast between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// Whether the clash is in the dark theme.
    pub is_dark: bool,
    /// The colour that should be visible, and its background.
    pub hues: [Hue; 2],
    /// Whether the background is a cell with a mark.
    pub is_marked: bool,
    /// The two colours.
    pub colours: [Colour; 2],
    /// The minimum contrast required.
    pub min_contrast: f64,
}

impl Clash {
    /// Returns the contrast of the two colours, from 1 to 21, by WCAG 2.
    pub fn ratio(&self) -> f64 {
        self.colours[0].contrast(self.colours[1])
    }
}

/// Makes the light and the dark theme from these colours, and returns the clashes in them.
pub fn themes(light: &Hues, dark: &Hues) -> (Themes, Vec<Clash>) {
    let light_wishes = HueWishes {
        given: light,
        wished: &Hues::new(),
    };
    let dark_wishes = HueWishes {
        given: dark,
        wished: &dark_hues(light),
    };
    // If the author's light page is in fact dark, the colours of the dark theme fit it.
    let dark_as_light = Theme {
        name: Theme::LIGHT.name,
        ..Theme::DARK
    };
    let base = if is_dark(light) {
        &dark_as_light
    } else {
        &Theme::LIGHT
    };
    let themes = Themes {
        light: light_wishes.theme(base),
        dark: dark_wishes.theme(&Theme::DARK),
    };
    let clashes = [&themes.light, &themes.dark]
        .into_iter()
        .flat_map(clashes)
        .collect();
    (themes, clashes)
}

/// Derives dark colours from light ones: the paper becomes dark and the ink light, cells are
/// dimmed and marks brightened. If the light theme's page is already dark, keeps its colours.
fn dark_hues(light: &Hues) -> Hues {
    if is_dark(light) {
        return light.clone();
    }
    light
        .iter()
        .map(|(hue, colour)| (*hue, dark_colour(*hue, *colour)))
        .collect()
}

fn dark_colour(hue: Hue, colour: Colour) -> Colour {
    match hue {
        Hue::Paper => BLACK.mix(colour, 2),
        Hue::Ink => WHITE.mix(colour, 2),
        Hue::Accent | Hue::Mark(_) => WHITE.mix(colour, 7),
        Hue::LightCells | Hue::DarkCells => BLACK.mix(colour.multiply(colour), 7),
        Hue::White | Hue::Black => colour,
    }
}

fn is_dark(hues: &Hues) -> bool {
    hues.get(&Hue::Paper).is_some_and(|paper| paper.is_dark())
}

/// The colours that an author gave, which stay as they are, and wished colours, which are adjusted
/// until they are visible.
struct HueWishes<'a> {
    given: &'a Hues,
    wished: &'a Hues,
}

impl HueWishes<'_> {
    fn is_set(&self, hue: Hue) -> bool {
        self.given.contains_key(&hue) || self.wished.contains_key(&hue)
    }

    /// Returns the colour as given, or else a colour near the wished or usual one that is visible
    /// on these backgrounds.
    fn visible_colour(
        &self,
        hue: Hue,
        usual: Colour,
        backgrounds: &[Colour],
        min_contrast: f64,
    ) -> Colour {
        let wished = || {
            nearest_visible(
                *self.wished.get(&hue).unwrap_or(&usual),
                backgrounds,
                min_contrast,
            )
        };
        self.given.get(&hue).copied().unwrap_or_else(wished)
    }

    fn theme(&self, base: &Theme) -> Theme {
        if self.given.is_empty() && self.wished.is_empty() {
            return *base;
        }
        let paper = self.visible_colour(Hue::Paper, base.paper, &[], LEGIBLE);
        let ink = self.visible_colour(Hue::Ink, base.text, &[paper], LEGIBLE);
        let shades = self.shades(base, paper, ink);
        let ink = self.visible_colour(Hue::Ink, ink, &shades, LEGIBLE);
        let mut theme = Theme {
            paper,
            shades,
            text: ink,
            ..*base
        };
        theme.accent = self.visible_colour(Hue::Accent, base.accent, &[paper], LEGIBLE);
        self.set_marks(base, &mut theme);
        let page = [paper, theme.wash()];
        let page_differs = self.is_set(Hue::Paper) || self.is_set(Hue::Ink);
        let soft = if page_differs {
            ink.mix(paper, 5)
        } else {
            base.soft
        };
        theme.soft = nearest_visible(soft, &page, LEGIBLE);
        [theme.bad, theme.maybe] =
            [base.bad, base.maybe].map(|sign| nearest_visible(sign, &page, LEGIBLE));
        if self.is_set(Hue::LightCells) || self.is_set(Hue::DarkCells) || page_differs {
            let dark = theme.shades[DARK];
            theme.line = if paper.is_dark() {
                paper
            } else {
                dark.mix(ink, 4)
            };
            let rim = nearest_visible(dark.mix(ink, 8), &[paper], SEEN);
            // Points lie on lines over the shade of dark cells.
            theme.rim = nearest_visible(rim, &[paper, dark], SEEN);
        }
        self.set_pieces(base, &mut theme);
        theme
    }

    /// Returns the cells' colours: those of the light and the dark squares of a grid, and those
    /// of other boards, which lie between them.
    fn shades(&self, base: &Theme, paper: Colour, ink: Colour) -> [Colour; SHADES as usize] {
        if !self.is_set(Hue::LightCells) && !self.is_set(Hue::DarkCells) {
            let mut shades = base
                .shades
                .map(|shade| nearest_visible(shade, &[ink], LEGIBLE));
            shades[POINT] = paper;
            return shades;
        }
        let light = self.visible_colour(Hue::LightCells, base.shades[LIGHT], &[ink], LEGIBLE);
        let dark = self.visible_colour(Hue::DarkCells, base.shades[DARK], &[ink], LEGIBLE);
        let marks = || (0..INKS).filter_map(|mark| self.given.get(&Hue::Mark(mark)));
        let is_seen = |ground: &Colour| {
            ink.contrast(*ground) >= LEGIBLE && marks().all(|mark| mark.contrast(*ground) >= SEEN)
        };
        // Makes further shades from the two of the grid: as different from these as possible while
        // words and marks stay visible.
        let tinted = |shade: Colour, mark: u8, parts: u16| {
            let usual = &base.marks[usize::from(mark)][1];
            let mark = self.given.get(&Hue::Mark(mark)).unwrap_or(usual);
            (0..=parts)
                .rev()
                .map(|parts| shade.mix(*mark, parts))
                .find(is_seen)
                .unwrap_or(shade)
        };
        let [blue, red] = [1, 2];
        let other_sheets = [tinted(light, blue, 2), tinted(dark, blue, 4)];
        [
            light.mix(dark, 6),
            light,
            dark,
            light,
            dark,
            other_sheets[0],
            other_sheets[1],
            paper,
            tinted(light, red, 6),
        ]
    }

    /// Sets the colours of symbols and the tints of marked cells. Symbols and words are visible on
    /// the tints.
    fn set_marks(&self, base: &Theme, theme: &mut Theme) {
        for (place, mark) in (0..INKS).zip(&mut theme.marks) {
            let hue = Hue::Mark(place);
            let symbol =
                self.visible_colour(hue, base.marks[usize::from(place)][1], &theme.shades, SEEN);
            let tint = if self.is_set(hue) {
                theme.paper.mix(symbol, 5)
            } else {
                mark[0]
            };
            let is_seen = |tint: &Colour| {
                theme.shades.iter().all(|shade| {
                    let ground = tint.mix(*shade, theme.shade_parts);
                    theme.text.contrast(ground) >= LEGIBLE && symbol.contrast(ground) >= SEEN
                })
            };
            let fading = (0..=16).map(|parts| tint.mix(theme.paper, parts));
            *mark = [fading.clone().find(is_seen).unwrap_or(theme.paper), symbol];
        }
    }

    /// Sets the colours of pieces. Their lines are visible where their bodies are not, and labels
    /// are visible on the bodies.
    fn set_pieces(&self, base: &Theme, theme: &mut Theme) {
        let grounds = grounds(theme);
        let hues = [Some(Hue::White), Some(Hue::Black), None];
        for (owner, hue) in Owner::ALL.into_iter().zip(hues) {
            let [body, edge, label, red] = base.pieces[owner as usize];
            let set = hue.and_then(|hue| self.given.get(&hue).or(self.wished.get(&hue)));
            let body = set.copied().unwrap_or(body);
            let is_edge = |edge: &Colour| {
                grounds
                    .iter()
                    .all(|(.., ground)| stands_out(body, *edge, *ground))
            };
            let edge = [edge, label, BLACK, WHITE]
                .into_iter()
                .find(is_edge)
                .unwrap_or(edge);
            let is_label = |label: &Colour| label.contrast(body) >= LEGIBLE;
            let label = [label, BLACK, WHITE]
                .into_iter()
                .find(is_label)
                .unwrap_or(label);
            let red = nearest_visible(red, &[body], LEGIBLE);
            theme.pieces[owner as usize] = [body, edge, label, red];
        }
    }
}

/// The indices of a grid's light and dark squares, and of points, among the shades.
const LIGHT: usize = 3;
const DARK: usize = 4;
const POINT: usize = 7;

/// Mixes a colour with as little black or white as makes it visible on these backgrounds. Returns
/// the colour itself if no mixture is visible.
fn nearest_visible(colour: Colour, backgrounds: &[Colour], min_contrast: f64) -> Colour {
    let mixed = |parts: u16| [BLACK, WHITE].map(|end| colour.mix(end, parts));
    let is_seen = |mixed: &Colour| {
        backgrounds
            .iter()
            .all(|ground| mixed.contrast(*ground) >= min_contrast)
    };
    (0..=16).flat_map(mixed).find(is_seen).unwrap_or(colour)
}

/// Whether a piece with this body and this line round it is visible on a background.
fn stands_out(body: Colour, edge: Colour, ground: Colour) -> bool {
    body.contrast(ground).max(edge.contrast(ground)) >= SEEN
}

/// Returns the backgrounds of pieces: the key that sets the cell's colour, whether the cell has a
/// mark, and the colour.
fn grounds(theme: &Theme) -> Vec<(Hue, bool, Colour)> {
    let bare =
        (0..SHADES).map(|shade| (hue_of_shade(shade), false, theme.colour(Ink::Shade(shade))));
    let tint = |mark, shade| {
        (
            hue_of_shade(shade),
            true,
            theme.colour(Ink::Tint { mark, shade }),
        )
    };
    let tints = (0..INKS).flat_map(|mark| (0..SHADES).map(move |shade| tint(mark, shade)));
    bare.chain(tints).collect()
}

/// Returns the key that sets a shade.
fn hue_of_shade(shade: u8) -> Hue {
    match usize::from(shade) {
        POINT => Hue::Paper,
        1 | LIGHT | 5 => Hue::LightCells,
        _ => Hue::DarkCells,
    }
}

/// Finds the colours of a theme that lack contrast. For each pair of keys, returns only the worst
/// case.
fn clashes(theme: &Theme) -> Vec<Clash> {
    let is_dark = theme.name == Theme::DARK.name;
    let clash = |front: Hue,
                 seen: Colour,
                 (back, is_marked, ground): (Hue, bool, Colour),
                 least: f64| Clash {
        is_dark,
        hues: [front, back],
        is_marked,
        colours: [seen, ground],
        min_contrast: least,
    };
    let [white, black, _] = theme.pieces;
    let mut clashes = vec![
        clash(
            Hue::Accent,
            theme.accent,
            (Hue::Paper, false, theme.paper),
            LEGIBLE,
        ),
        clash(Hue::White, white[0], (Hue::Black, false, black[0]), SEEN),
    ];
    for ground in grounds(theme) {
        clashes.push(clash(Hue::Ink, theme.text, ground, LEGIBLE));
        for (side, [body, edge, ..]) in [(Hue::White, white), (Hue::Black, black)] {
            let is_body = body.contrast(ground.2) > edge.contrast(ground.2);
            clashes.push(clash(side, if is_body { body } else { edge }, ground, SEEN));
        }
    }
    for (mark, [_, symbol]) in (0..INKS).zip(theme.marks) {
        for shade in 0..SHADES {
            for (is_marked, ink) in [
                (false, Ink::Shade(shade)),
                (true, Ink::Tint { mark, shade }),
            ] {
                let ground = (hue_of_shade(shade), is_marked, theme.colour(ink));
                clashes.push(clash(Hue::Mark(mark), symbol, ground, SEEN));
            }
        }
    }
    clashes.retain(|clash| clash.ratio() < clash.min_contrast);
    clashes.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let mut known = BTreeSet::new();
    clashes.retain(|clash| known.insert(clash.hues));
    clashes.sort_by_key(|clash| clash.hues);
    clashes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ALL: [Hue; 13] = [
        Hue::Paper,
        Hue::Ink,
        Hue::Accent,
        Hue::LightCells,
        Hue::DarkCells,
        Hue::White,
        Hue::Black,
        Hue::Mark(0),
        Hue::Mark(1),
        Hue::Mark(2),
        Hue::Mark(3),
        Hue::Mark(4),
        Hue::Mark(5),
    ];

    #[test]
    fn no_given_colours_give_the_built_in_themes_without_clashes() {
        assert_eq!(
            themes(&Hues::new(), &Hues::new()),
            (Themes::BUILT_IN, Vec::new())
        );
    }

    fn hues() -> impl Strategy<Value = Hues> {
        let colour = any::<(u8, u8, u8)>().prop_map(|(r, g, b)| Colour(r, g, b));
        prop::collection::btree_map(prop::sample::select(ALL.to_vec()), colour, 0..4)
    }

    proptest! {
        #[test]
        fn colours_without_a_complaint_have_enough_contrast(light in hues(), dark in hues()) {
            let (themes, clashes) = themes(&light, &dark);
            for (theme, given) in [(themes.light, &light), (themes.dark, &dark)] {
                // A colour that is given is never changed.
                for (hue, colour) in given {
                    let is = match hue {
                        Hue::Paper => theme.paper,
                        Hue::Ink => theme.text,
                        Hue::Accent => theme.accent,
                        Hue::LightCells => theme.shades[LIGHT],
                        Hue::DarkCells => theme.shades[DARK],
                        Hue::White => theme.pieces[0][0],
                        Hue::Black => theme.pieces[1][0],
                        Hue::Mark(place) => theme.marks[usize::from(*place)][1],
                    };
                    prop_assert_eq!(is, *colour);
                }
                if clashes.iter().any(|clash| (clash.is_dark) == (theme.name == "dark")) {
                    continue;
                }
                for page in [theme.paper, theme.wash()] {
                    for ink in [theme.text, theme.soft, theme.accent, theme.bad, theme.maybe] {
                        prop_assert!(ink.contrast(page) >= LEGIBLE);
                    }
                }
                for owner in Owner::ALL {
                    prop_assert!(theme.colour(Ink::Label(owner)).contrast(theme.colour(Ink::Piece(owner))) >= LEGIBLE);
                }
                prop_assert!(theme.rim.contrast(theme.paper) >= SEEN);
                for (.., ground) in grounds(&theme) {
                    prop_assert!(theme.text.contrast(ground) >= LEGIBLE);
                    for [body, edge, ..] in theme.pieces {
                        prop_assert!(stands_out(body, edge, ground));
                    }
                }
                for (mark, shade) in (0..INKS).flat_map(|mark| (0..SHADES).map(move |shade| (mark, shade))) {
                    for ground in [Ink::Shade(shade), Ink::Tint { mark, shade }] {
                        prop_assert!(theme.colour(Ink::Mark(mark)).contrast(theme.colour(ground)) >= SEEN);
                    }
                }
            }
        }

        /// A single colour for the page is enough, whether it is light or dark, and everything
        /// derived for the dark theme is visible.
        #[test]
        fn one_colour_clashes_at_most_in_the_light_theme(rgb in any::<(u8, u8, u8)>()) {
            let paper = Colour(rgb.0, rgb.1, rgb.2);
            for hue in [Hue::Paper, Hue::LightCells] {
                let (_, clashes) = themes(&Hues::from([(hue, paper)]), &Hues::new());
                let is_of_text = |clash: &Clash| !clash.is_dark;
                prop_assert!(clashes.iter().all(is_of_text), "{hue:?} {clashes:?}");
            }
        }
    }
}
