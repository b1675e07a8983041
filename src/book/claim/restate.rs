//! Corrects a claim's text to state the computed value, and keeps the author's other words.
//!
//! A number keeps its form, and a list keeps its separators, emphasis and line breaks. A text that
//! would need new wording is left to the author. Knows no files.
//!
//! ```text
//! either c4, **g4** or e2      places c4, g4, e2; between them ", " and " or "
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use super::reading::{
    AuthorText, MOST_DECIMALS, NumberForm, bound, leap_words, read_value, single_number,
};
use padma_expr::{Bound, ExprType, ExprValue, Number, Outline, position_sentence, units_in_digits};
use padma_rules::model::{KindId, Variant};
use padma_rules::movement::LeapKind;
use padma_text::english::capitalise;
use padma_text::{Excerpt, Sources, Span};
use padma_words::{Sense, english};

/// A replacement for part of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The part that is replaced.
    pub span: Span,
    /// The new text.
    pub new: String,
}

/// Returns the edits, in order, after which a text states `value`.
///
/// # Errors
///
/// The reason why the author must reword the text.
pub fn restate(
    text: &Excerpt,
    value: &ExprValue,
    variant: &Variant,
    sources: &Sources,
) -> Result<Vec<Edit>, String> {
    let (board, value_type) = (&variant.board, value.kind());
    let read = AuthorText::in_english(text.text());
    let edits = match value {
        ExprValue::Number(number) | ExprValue::Share(number) => {
            vec![restate_number(text, &read, *number, value_type, sources)?]
        }
        ExprValue::Cells(set) => {
            let (cells, name) = (set.iter().collect::<Vec<_>>(), |cell, _: &str| {
                board.name(cell).to_string()
            });
            WrittenList::read(text, read.cells(board, read.whole()), value_type, sources)?
                .restate(&cells, name)?
        }
        ExprValue::Kinds(kinds) => {
            let name = |kind, like: &str| piece_name(kind, like, variant);
            WrittenList::read(text, read.pieces(variant), value_type, sources)?
                .restate(kinds, name)?
        }
        ExprValue::Leaps(leaps) => {
            let name = |leap: LeapKind, _: &str| leap.to_string();
            WrittenList::read(text, leap_words(text.text()), value_type, sources)?
                .restate(leaps, name)?
        }
        ExprValue::Position(parts) => {
            let whole = 0..text.text().len();
            if !is_verbatim(text, whole.clone(), sources) {
                return Err(NOT_VERBATIM.to_string());
            }
            vec![Edit {
                span: text.span(whole),
                new: position_sentence(parts, variant),
            }]
        }
        ExprValue::Truth(_) | ExprValue::Text(_) | ExprValue::Numbers(_) => {
            return Err(
                "only numbers, positions, and lists of cells, pieces or leaps are \
                 corrected"
                    .to_string(),
            );
        }
    };
    if states(&text_after(text, &edits, sources), value, variant) {
        Ok(edits)
    } else {
        Err("its other words would be misread".to_string())
    }
}

/// Whether a text states a value.
pub fn states(text: &str, value: &ExprValue, variant: &Variant) -> bool {
    let text = AuthorText::in_english(text);
    let read = read_value(&text, value.kind(), variant, Outline::NONE);
    read.is_ok_and(|read| read.value == *value)
}

/// Returns the source of a text after the edits, without its marks for emphasis and code.
fn text_after(text: &Excerpt, edits: &[Edit], sources: &Sources) -> String {
    // An edit may include emphasis around the text.
    let whole = edits
        .iter()
        .fold(text.span(0..text.text().len()), |all, edit| {
            all.to(edit.span)
        });
    let mut raw = sources.slice(whole).to_string();
    for edit in edits.iter().rev() {
        let range =
            (edit.span.start - whole.start) as usize..(edit.span.end - whole.start) as usize;
        raw.replace_range(range, &edit.new);
    }
    raw.replace(['*', '_', '`'], "")
}

/// Writes a piece's name in lower case or in the plural if the name `like` is.
fn piece_name(kind: KindId, like: &str, variant: &Variant) -> String {
    let is_plural = AuthorText::in_english(like)
        .pieces(variant)
        .first()
        .is_some_and(|(_, named)| {
            let singular = variant.kind(*named);
            like.len() > singular.name.len().min(singular.id.len()) && like.ends_with('s')
        });
    let name = &variant.kind(kind).name;
    let name = if like.starts_with(char::is_lowercase) {
        name.to_lowercase()
    } else {
        name.clone()
    };
    if is_plural { name + "s" } else { name }
}

/// Whether part of a text is written in the source just as it reads; a character reference is not.
fn is_verbatim(text: &Excerpt, range: Range<usize>, sources: &Sources) -> bool {
    let read = &text.text()[range.clone()];
    let written = sources.slice(text.span(range));
    read.split_whitespace().eq(written.split_whitespace())
}

const NOT_VERBATIM: &str = "it is not written in plain characters";

/// Replaces the number of a text and keeps its form: digits or a word, and a share's decimals.
fn restate_number(
    text: &Excerpt,
    read: &AuthorText<'_>,
    number: Number,
    value_type: ExprType,
    sources: &Sources,
) -> Result<Edit, String> {
    let number_word = single_number(read, value_type)
        .map_err(|_| "it does not state exactly one number".to_string())?;
    if bound(read, &number_word) != Ok(Bound::Exactly) {
        return Err("it only bounds the number, and many bounds would be true".to_string());
    }
    if !is_verbatim(text, number_word.range.clone(), sources) {
        return Err(NOT_VERBATIM.to_string());
    }
    let old = &text.text()[number_word.range.clone()];
    let decimals = match value_type {
        ExprType::Share => Some(number_word.decimals),
        _ => (0..=MOST_DECIMALS).find(|decimals| number.is_exact(*decimals)),
    };
    let rounded = |decimals| match value_type {
        ExprType::Share => number.rounded_share(decimals),
        _ => number.rounded(decimals),
    };
    let units = decimals.and_then(|decimals| rounded(decimals).map(|units| (units, decimals)));
    let Some((units, decimals)) = units else {
        return Err(format!("{number} cannot be written in decimals"));
    };
    let form = match number_word.form {
        NumberForm::Digits => None,
        NumberForm::Word => Some("spelt"),
        NumberForm::Ordinal => Some("ordinal"),
        NumberForm::Size | NumberForm::Phrase => {
            return Err("its words for the number have no other form".to_string());
        }
    };
    let whole = u64::try_from(units).ok().filter(|_| decimals == 0);
    let spelt = whole.zip(form);
    let new = match spelt.map(|(units, form)| read.language.grammar().number(units, form)) {
        Some(word) if old.starts_with(char::is_uppercase) => capitalise(&word),
        Some(word) => word,
        None => write_like(old, units, decimals),
    };
    Ok(Edit {
        span: text.span(number_word.range),
        new,
    })
}

/// Writes a number given in units of its last decimal, with thousands separators and a minus sign
/// like those of `old`.
fn write_like(old: &str, units: i64, decimals: u32) -> String {
    let mut text = units_in_digits(units.into(), decimals);
    if old.contains(',') {
        let (start, end) = (usize::from(units < 0), text.find('.').unwrap_or(text.len()));
        for at in (start + 1..end).rev().filter(|at| (end - at) % 3 == 0) {
            text.insert(at, ',');
        }
    }
    if old.starts_with('−') {
        text.replacen('-', "−", 1)
    } else {
        text
    }
}

/// An item, and where the text names it.
struct PlacedItem<T> {
    range: Range<usize>,
    item: T,
}

/// The items that a text names, each with its place.
struct WrittenList<'a, T> {
    text: &'a Excerpt,
    sources: &'a Sources,
    places: Vec<PlacedItem<T>>,
    /// The words for an empty list.
    words_for_none: &'static str,
}

const NOT_A_PLAIN_LIST: &str = "there are other words between its names";

impl<'a, T: Copy + Ord> WrittenList<'a, T> {
    fn read(
        text: &'a Excerpt,
        words: impl IntoIterator<Item = (Range<usize>, T)>,
        value_type: ExprType,
        sources: &'a Sources,
    ) -> Result<WrittenList<'a, T>, String> {
        let places: Vec<PlacedItem<T>> = words
            .into_iter()
            .map(|(range, item)| PlacedItem { range, item })
            .collect();
        let words_for_none = value_type.words_for_none().unwrap_or_default();
        if places
            .iter()
            .all(|place| is_verbatim(text, place.range.clone(), sources))
        {
            Ok(WrittenList {
                text,
                sources,
                places,
                words_for_none,
            })
        } else {
            Err(NOT_VERBATIM.to_string())
        }
    }

    /// Returns the edits after which the list names the wanted items. `name` writes an item in the
    /// form of an old name.
    fn restate(self, wanted: &[T], name: impl Fn(T, &str) -> String) -> Result<Vec<Edit>, String> {
        if self.places.is_empty() {
            return self.replace_none(wanted, name);
        }
        let kept = self.names_to_keep(wanted);
        let named: Vec<T> = self.items(&kept);
        let missing: Vec<T> = wanted
            .iter()
            .copied()
            .filter(|item| !named.contains(item))
            .collect();
        if wanted.len() == self.places.len() {
            return Ok(self.replace_names(&kept, &missing, name));
        }
        Ok(vec![self.rebuild(&kept, &missing, name)?])
    }

    /// Returns for each name whether to keep it: the first name of each wanted item is kept.
    fn names_to_keep(&self, wanted: &[T]) -> Vec<bool> {
        let mut named = BTreeSet::new();
        self.places
            .iter()
            .map(|place| wanted.contains(&place.item) && named.insert(place.item))
            .collect()
    }

    fn items(&self, kept: &[bool]) -> Vec<T> {
        self.places
            .iter()
            .zip(kept)
            .filter(|(_, kept)| **kept)
            .map(|(place, _)| place.item)
            .collect()
    }

    fn word(&self, place: &PlacedItem<T>) -> &str {
        &self.text.text()[place.range.clone()]
    }

    /// Replaces each name that is not kept with a missing one. The number of names stays the same.
    fn replace_names(
        &self,
        kept: &[bool],
        missing: &[T],
        name: impl Fn(T, &str) -> String,
    ) -> Vec<Edit> {
        let free = self
            .places
            .iter()
            .zip(kept)
            .filter(|(_, kept)| !**kept)
            .map(|(place, _)| place);
        free.zip(missing)
            .map(|(place, item)| Edit {
                span: self.text.span(place.range.clone()),
                new: name(*item, self.word(place)),
            })
            .collect()
    }

    /// Rewrites the whole list. New names are sorted in if the kept ones are in order; otherwise
    /// they come last.
    fn rebuild(
        &self,
        kept: &[bool],
        missing: &[T],
        name: impl Fn(T, &str) -> String,
    ) -> Result<Edit, String> {
        let name_spans: Vec<Span> = self
            .places
            .iter()
            .map(|place| self.name_span(place))
            .collect();
        let between: Vec<&str> = name_spans
            .windows(2)
            .map(|pair| self.text_between(pair[0], pair[1]))
            .collect();
        if !between.iter().all(|text| is_separator(text)) {
            return Err(NOT_A_PLAIN_LIST.to_string());
        }
        let sample = self.word(&self.places[0]);
        let marks = self.common_marks(&name_spans);
        let mut parts: Vec<(T, String)> = Vec::new();
        for ((place, name_span), _) in self
            .places
            .iter()
            .zip(&name_spans)
            .zip(kept)
            .filter(|(_, kept)| **kept)
        {
            parts.push((place.item, self.sources.slice(*name_span).to_string()));
        }
        let sorted = parts.is_sorted_by_key(|(item, _)| *item);
        let closing: String = marks.chars().rev().collect();
        parts.extend(
            missing
                .iter()
                .map(|item| (*item, format!("{marks}{}{closing}", name(*item, sample)))),
        );
        if sorted {
            parts.sort_by_key(|(item, _)| *item);
        }
        let mut span = name_spans[0].to(name_spans[name_spans.len() - 1]);
        span.start -= self.spare_word(span, parts.len());
        if parts.is_empty() && span.to(self.text.span(0..self.text.text().len())) != span {
            return Err(format!(
                "its words must say that there is {}",
                self.words_for_none
            ));
        }
        let new = match &parts[..] {
            [] => self.words_for_none.to_string(),
            [(_, only)] => only.clone(),
            parts => {
                let separators = separators(&between, parts.len() - 1);
                let joined = parts
                    .iter()
                    .zip(separators.into_iter().chain([String::new()]));
                joined
                    .map(|((_, part), separator)| format!("{part}{separator}"))
                    .collect()
            }
        };
        Ok(Edit { span, new })
    }

    /// Replaces a text such as `none` or `no cells` with a list of names.
    fn replace_none(
        &self,
        wanted: &[T],
        name: impl Fn(T, &str) -> String,
    ) -> Result<Vec<Edit>, String> {
        let text = self.text.text();
        let words = text
            .split_whitespace()
            .map(str::to_lowercase)
            .collect::<Vec<_>>();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let is_none = match words[..] {
            [word] => english().means(word, Sense::NoItems),
            [word, _] => english().means(word, Sense::No),
            _ => false,
        };
        if !is_none {
            return Err("it names nothing that could be corrected".to_string());
        }
        let names: Vec<String> = wanted.iter().map(|item| name(*item, "")).collect();
        let separators = separators(&[], names.len().saturating_sub(1))
            .into_iter()
            .chain([String::new()]);
        let new = names
            .iter()
            .zip(separators)
            .map(|(name, separator)| name.clone() + &separator)
            .collect();
        Ok(vec![Edit {
            span: self.text.span(0..text.len()),
            new,
        }])
    }

    /// Returns the span of a name with the emphasis marks that enclose only this name.
    fn name_span(&self, place: &PlacedItem<T>) -> Span {
        let mut span = self.text.span(place.range.clone());
        let source = self.sources.get(span.source).text().as_bytes();
        let bounds = self.text.whole().range();
        loop {
            let (before, after) = ((span.start as usize).checked_sub(1), span.end as usize);
            let inside = before.is_some_and(|before| before >= bounds.start) && after < bounds.end;
            let marks = before.and_then(|before| Some((*source.get(before)?, *source.get(after)?)));
            match marks.filter(|_| inside) {
                Some((a, b))
                    if a == b
                        && b"*_~`".contains(&a)
                        && !is_escaped(source, span.start as usize - 1) =>
                {
                    span.start -= 1;
                    span.end += 1;
                }
                _ => return span,
            }
        }
    }

    fn text_between(&self, a: Span, b: Span) -> &str {
        self.sources.slice(Span {
            source: a.source,
            start: a.end,
            end: b.start.max(a.end),
        })
    }

    /// Returns the emphasis marks before each name if all names have the same; else nothing.
    fn common_marks(&self, name_spans: &[Span]) -> String {
        let marks = |(place, name_span): (&PlacedItem<T>, &Span)| {
            let start = self.text.span(place.range.clone()).start;
            self.sources
                .slice(Span {
                    end: start,
                    ..*name_span
                })
                .to_string()
        };
        let mut all = self.places.iter().zip(name_spans).map(marks);
        let first = all.next().unwrap_or_default();
        if all.all(|marks| marks == first) {
            first
        } else {
            String::new()
        }
    }

    /// Returns the length of an `either` or `both` before a list, if it no longer fits the number
    /// of names; else 0.
    fn spare_word(&self, list: Span, names: usize) -> u32 {
        let before = Span {
            start: self.text.span(0..0).start.min(list.start),
            end: list.start,
            ..list
        };
        let before = self.sources.slice(before);
        let trimmed = before.trim_end();
        let start = trimmed.trim_end_matches(|c: char| !c.is_whitespace()).len();
        let word = trimmed[start..].to_lowercase();
        let spare = english().means(&word, Sense::EitherOfTwo) && names < 2
            || english().means(&word, Sense::BothOfTwo) && names != 2;
        if spare {
            u32::try_from(before.len() - start).unwrap_or(0)
        } else {
            0
        }
    }
}

/// Whether a backslash escapes the byte at a position.
fn is_escaped(source: &[u8], at: usize) -> bool {
    source[..at]
        .iter()
        .rev()
        .take_while(|byte| **byte == b'\\')
        .count()
        % 2
        == 1
}

/// Whether a text between two names is a separator: a comma, `and`, a line end.
fn is_separator(text: &str) -> bool {
    let text = text.trim_start();
    let text = text.strip_prefix([',', ';']).unwrap_or(text);
    // Each line of a block quotation begins with `>`.
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| *word != ">")
        .collect();
    matches!(words[..], [] | ["&"]) || english().means(&words.join(" "), Sense::Joint)
}

/// Returns `count` separators for a list, made from the old ones. The last old separator stays
/// last, and as many line ends are kept as the new list has room for.
fn separators(old: &[&str], count: usize) -> Vec<String> {
    let (last, others) = match old {
        [others @ .., last] => (*last, others),
        [] => (" and ", &[][..]),
    };
    let comma = others
        .first()
        .copied()
        .unwrap_or(if last.trim().is_empty() { last } else { ", " });
    let comma = format!(
        "{} ",
        comma.trim_end_matches(|c: char| c.is_whitespace() || c == '>')
    );
    // Two names need no comma before their `and`.
    let bare = last.trim_start_matches([',', ';']);
    let last = if count == 1 && !others.is_empty() && !bare.trim().is_empty() {
        bare
    } else {
        last
    };
    let mut separators: Vec<String> = others.iter().map(|text| (*text).to_string()).collect();
    separators.resize(count.saturating_sub(1), comma);
    separators.extend((count > 0).then(|| last.to_string()));
    let lost = others
        .iter()
        .skip(count.saturating_sub(1))
        .filter_map(|text| text.find('\n').map(|at| &text[at..]));
    for line_end in lost {
        let Some(separator) = separators
            .iter_mut()
            .rev()
            .find(|separator| !separator.contains('\n'))
        else {
            break;
        };
        *separator = separator.replacen(' ', line_end, 1);
    }
    separators
}
