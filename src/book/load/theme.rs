//! Reads the colours that a book's author gives, and reports pairs with too little contrast.

use std::path::Path;

use super::session::Session;
use crate::pages::decl::{BookDecl, DARK, HUES};
use padma_picture::scene::themed::{Clash, Hue, Hues, themes};
use padma_picture::scene::{Colour, Themes};
use padma_text::diag::{Code, Diagnostic};
use padma_text::{At, Span};
use padma_variant::form::{Fields, Key};

impl Session {
    /// Returns the colours of the book in a folder.
    pub fn themes_of(&self, folder: &Path) -> Themes {
        self.themes.get(folder).copied().unwrap_or(Themes::BUILT_IN)
    }
}

/// Creates the themes of a book that has colours of its own.
pub(super) fn read(folder: &Path, decl: &BookDecl, session: &mut Session) {
    let Some(given) = &decl.theme else {
        session.themes.remove(folder);
        return;
    };
    let (book_themes, clashes) = themes(
        &hues(given),
        &given.table(DARK).map(hues).unwrap_or_default(),
    );
    session.themes.insert(folder.to_path_buf(), book_themes);
    for is_dark in [false, true] {
        // Derived colours take their faults from given ones. If given colours clash with each
        // other, nothing else is reported.
        let of_theme = clashes.iter().filter(|clash| clash.is_dark == is_dark);
        let complaints = of_theme.filter_map(|clash| complaint(clash, given));
        let (given, derived): (Vec<Diagnostic>, Vec<Diagnostic>) =
            complaints.partition(|complaint| !complaint.others.is_empty());
        let reported = if given.is_empty() {
            derived.into_iter().take(1).collect()
        } else {
            given
        };
        reported
            .into_iter()
            .for_each(|complaint| session.diagnostics.push(complaint));
    }
}

/// Returns each given colour with its purpose and its place in the file.
fn hue_entries(fields: &Fields) -> impl Iterator<Item = (Hue, At<String>)> {
    let of_key = |key: Key| {
        fields
            .words(key)
            .into_iter()
            .enumerate()
            .map(move |(nth, colour)| (key.name, nth, colour))
    };
    let all = HUES.into_iter().flat_map(of_key);
    all.filter_map(|(key, nth, colour)| Some((Hue::of_key(key, nth)?, colour)))
}

fn hues(fields: &Fields) -> Hues {
    hue_entries(fields)
        .filter_map(|(hue, colour)| Some((hue, Colour::from_css(&colour.value)?)))
        .collect()
}

/// Reports a pair of colours with too little contrast, if the author gave one of the two.
fn complaint(clash: &Clash, fields: &Fields) -> Option<Diagnostic> {
    let given_span = |fields: &Fields, hue: Hue| {
        hue_entries(fields)
            .find(|(known, _)| *known == hue)
            .map(|(_, at)| at.span)
    };
    let in_light = |hue: Hue| given_span(fields, hue);
    let in_dark = |hue: Hue| given_span(fields.table(DARK)?, hue);
    let [foreground, background] = clash.hues;
    let place = |hue: Hue| {
        if clash.is_dark {
            in_dark(hue).or_else(|| in_light(hue))
        } else {
            in_light(hue)
        }
    };
    let places: Vec<Span> = [foreground, background]
        .into_iter()
        .filter_map(place)
        .collect();
    let [a, b] = clash.colours.map(Colour::css);
    // Rounded down, so that no insufficient ratio looks sufficient.
    let ratio = (clash.ratio() * 100.0).floor() / 100.0;
    let message = format!(
        "{}`{}` ({a}) has a contrast of {ratio:.2}:1 with `{}`{} ({b}), but {}:1 is needed",
        if clash.is_dark {
            "in the dark theme, "
        } else {
            ""
        },
        foreground.key(),
        background.key(),
        if clash.is_marked { " under a mark" } else { "" },
        clash.min_contrast,
    );
    let complaint = Diagnostic::error(Code::LowContrast, message)
        .at(*places.first()?, "expected more contrast");
    let complaint = places[1..].iter().fold(complaint, |complaint, second| {
        complaint.also_at(*second, "with this")
    });
    let is_derived = clash.is_dark
        && [foreground, background]
            .iter()
            .any(|hue| in_light(*hue).is_some() && in_dark(*hue).is_none());
    let help = "colours that `[theme.dark]` leaves out are derived from those of the light \
                   theme";
    Some(complaint.help_if(is_derived.then_some(help)))
}
