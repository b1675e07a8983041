//! Points errors about inherited parts at the file of the variant that inherits them.
//!
//! If an inherited part is correct by itself but does not fit, the fault lies with the file that
//! combines the two. Its author may not even have the other file.

use crate::decl::VariantSource;
use crate::decl::top;
use crate::extend::name_at;
use crate::form::Fields;
use padma_text::Span;
use padma_text::diag::{Code, Diagnostic, Diagnostics, Label, Severity};

/// Points each error about an inherited part at the variant's own file, once per part. `resolve`
/// must report the errors of the inherited variant alone.
pub(super) fn point_at_own_file(
    source: &VariantSource<'_>,
    complaints: Diagnostics,
    resolve: impl FnOnce(&VariantSource<'_>, &mut Diagnostics),
) -> Diagnostics {
    let Some((own, base)) = source
        .chain
        .split_first()
        .filter(|(_, base)| !base.is_empty())
    else {
        return complaints;
    };
    let home = own.span.source;
    let is_foreign = |complaint: &Diagnostic| {
        complaint.severity == Severity::Error
            && complaint.span().is_some_and(|span| span.source != home)
    };
    if !complaints.iter().any(is_foreign) {
        return complaints;
    }
    let mut base_complaints = Diagnostics::default();
    resolve(
        &VariantSource {
            id: source.id,
            span: base[0].span,
            chain: base.to_vec(),
        },
        &mut base_complaints,
    );
    let mut kept = Diagnostics::default();
    let mut parts: Vec<Option<String>> = Vec::new();
    for complaint in complaints.iter() {
        let Some(place) = complaint.span().filter(|_| is_foreign(complaint)) else {
            kept.push(complaint.clone());
            continue;
        };
        if base_complaints.has_errors() {
            if base_complaints.iter().any(|known| known == complaint) {
                kept.push(complaint.clone());
            }
            continue;
        }
        // One complaint for each part that does not fit.
        let part = base.iter().find_map(|decl| name_at(decl, place));
        if !parts.contains(&part) {
            kept.push(point_home(own, complaint.clone(), part.as_deref()));
            parts.push(part);
        }
    }
    kept
}

/// Returns the complaint, pointed at a place in the variant's own file.
fn point_home(own: &Fields, mut complaint: Diagnostic, part: Option<&str>) -> Diagnostic {
    let Some(old) = complaint.primary.take() else {
        return complaint;
    };
    let is_own = |label: &Label| label.span.source == own.span.source;
    if let Some(place) = complaint.others.iter().position(is_own) {
        let own = complaint.others.remove(place);
        complaint.others.push(Label {
            span: old.span,
            text: own.text,
        });
        complaint.primary = Some(Label {
            span: own.span,
            text: old.text,
        });
        return complaint;
    }
    complaint.near_miss = None;
    complaint.help.clear();
    let remedy = part.map(|name| {
        format!("take it out, and rewrite it where you need it: `without = [\"{name}\"]`")
    });
    let place = culprit(own, &complaint);
    complaint.others.insert(0, old);
    complaint
        .at(place, "an inherited part does not fit this variant")
        .help_if(remedy)
}

/// Returns the place in the variant's own file that is to blame: the entry of `without` that
/// takes the part out, or the key `extends`.
fn culprit(own: &Fields, complaint: &Diagnostic) -> Span {
    let is_meant = |item: &str| match item.trim().rsplit_once(' ') {
        Some((_, name)) if complaint.message.contains(&format!("`{name}`")) => true,
        // A position names a piece by its letter.
        Some((what, _)) => what == "piece" && complaint.code == Code::FenSyntax,
        None => false,
    };
    let item = own
        .words(top::WITHOUT)
        .into_iter()
        .find(|item| is_meant(&item.value));
    item.map_or_else(|| own.place(top::EXTENDS), |item| item.span)
}
