//! Checks the links of a book, and the places that its questions name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::library::Library;
use crate::judge::Book;
use crate::pages::decl::QuestionDecl;
use crate::pages::links::{SCHEMES, resolve, scheme};
use crate::pages::made::{ReferencePage, is_made, parts_of_rules};
use crate::pages::page::{Link, Page};
use padma_rules::model::Variant;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Sources, nearest};

/// Reports questions and links that lead nowhere, and HTML that does not reach readers.
pub(super) fn check_links(
    book: &Book,
    folder: &Path,
    library: &Library,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let of_book = library.variants_of_book(folder, book.variant);
    let variants: Vec<&Variant> = of_book
        .iter()
        .map(|index| &library.variants.rules(*index).variant)
        .collect();
    let has_all = library
        .names_in(folder)
        .iter()
        .all(|name| library.variants.find(name).is_some());
    let targets = LinkTargets::new(folder, book, &variants, has_all);
    let faults = book
        .decl
        .questions
        .iter()
        .flat_map(|question| targets.faults(question));
    faults.for_each(|fault| diagnostics.push(fault));
    for page in &book.pages {
        let broken = page
            .links
            .iter()
            .filter_map(|link| Some((link, targets.why_broken(page, link)?)));
        broken.for_each(|(link, broken)| {
            diagnostics.push_error(Code::BrokenLink, link.span, || {
                targets.complaint(broken, link)
            });
        });
        for html in page.raw_html.iter().filter(|_| !book.decl.raw_html) {
            let complaint = Diagnostic::warning(Code::RawHtml, "this HTML is shown as text")
                .at(*html, "does not reach the reader's browser")
                .help("`raw_html = true` in book.toml lets it through");
            let is_comment = sources.slice(*html).starts_with("<!--");
            let remedy = "put a comment that readers do not see in a `claims` block, after `#`";
            diagnostics.push(if is_comment {
                complaint.help(remedy)
            } else {
                complaint
            });
        }
    }
}

/// The valid targets of a book's links.
struct LinkTargets<'a> {
    folder: &'a Path,
    book: &'a Book,
    variants: &'a [&'a Variant],
    /// Whether `variants` has every variant of the book's folder.
    has_all_variants: bool,
    /// The headings of each page.
    anchors: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

/// Why a link is broken, and what may have been meant.
struct Broken {
    message: String,
    label: &'static str,
    meant: Meant,
}

/// What the author of a broken link may have meant.
enum Meant {
    Nothing,
    Claim,
    /// An address of another scheme, or a claim; holds the scheme as written.
    Scheme(String),
    /// An address that lacks its scheme.
    Host,
    /// A page; holds the path as written.
    Page(String),
    /// A heading or figure; holds the page's path and the anchor as written.
    Heading(String, String),
}

impl<'a> LinkTargets<'a> {
    fn new(
        folder: &'a Path,
        book: &'a Book,
        variants: &'a [&'a Variant],
        has_all_variants: bool,
    ) -> LinkTargets<'a> {
        let anchors = book
            .pages
            .iter()
            .map(|page| {
                let headings = page.headings.iter();
                let anchors = headings.map(|heading| heading.anchor.as_str()).collect();
                (page.path.as_str(), anchors)
            })
            .collect();
        LinkTargets {
            folder,
            book,
            variants,
            has_all_variants,
            anchors,
        }
    }

    fn why_broken(&self, page: &Page, link: &Link) -> Option<Broken> {
        let target = link.target.as_str();
        let named = scheme(target);
        let needs_host = |scheme: &str| scheme.to_ascii_lowercase().starts_with("http");
        let rest = named.map_or(target, |scheme| &target[scheme.len() + 1..]);
        let rest = match named.is_some_and(needs_host) {
            true => rest.strip_prefix("//").unwrap_or_default(),
            false => rest,
        };
        if rest.trim().is_empty() {
            let label = "expected a page, a file, an address, or `claim:` and an expression";
            return Some(Broken {
                message: "this link leads nowhere".into(),
                label,
                meant: Meant::Nothing,
            });
        }
        if link.image && link.is_external() {
            let message = format!("the picture `{target}` is outside the book");
            let label = "expected a file in the book's folder, which is copied with it";
            return Some(Broken {
                message,
                label,
                meant: Meant::Nothing,
            });
        }
        if link.is_external() {
            return None;
        }
        if let Some(scheme) = named {
            return Some(Broken {
                message: format!("a book cannot link to an address that begins with `{scheme}:`"),
                label: "expected `https:`, `http:`, `mailto:` or `tel:`",
                meant: Meant::Scheme(scheme.to_string()),
            });
        }
        if target.starts_with("//") {
            return Some(Broken {
                message: format!("the address `{target}` has no scheme"),
                label: "on a reader's disk this leads to a file",
                meant: Meant::Host,
            });
        }
        let broken = |message, meant| {
            Some(Broken {
                message,
                label: "links to nothing",
                meant,
            })
        };
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let resolved = if path.is_empty() {
            Some(page.path.clone())
        } else {
            resolve(&page.path, path)
        };
        let Some(resolved) = resolved else {
            return broken(
                format!("`{path}` is not a path inside the book"),
                Meant::Claim,
            );
        };
        if is_made(&resolved) || is_page_of_site(&resolved, self.book) {
            let message = format!("a build writes to `{resolved}`");
            return Some(Broken {
                message,
                label: "the file would be overwritten",
                meant: Meant::Nothing,
            });
        }
        if link.image || !resolved.ends_with(".md") {
            let exists = self.folder.join(&resolved).is_file();
            let message = || format!("there is no file `{resolved}` in this book");
            return if exists {
                None
            } else {
                broken(message(), Meant::Claim)
            };
        }
        let is_known = match (
            self.anchors.get(resolved.as_str()),
            reference_page(&resolved),
        ) {
            (Some(anchors), _) => anchors.contains(anchor) || self.names_figure(page, link),
            // The headings of the pages that a build makes come from the variants.
            (None, Some(_)) if !self.has_all_variants => true,
            (None, Some(reference)) => {
                reference.has_anchor(anchor, self.variants, &self.book.pages, &self.book.decl)
            }
            (None, None) => {
                let message = format!("this book has no page `{resolved}`");
                return broken(message, Meant::Page(resolved));
            }
        };
        if anchor.is_empty() || is_known {
            return None;
        }
        let or_figure = if self.page_index(&resolved).is_some() {
            " or figure"
        } else {
            ""
        };
        let message = format!("the page `{resolved}` has no heading{or_figure} `#{anchor}`");
        broken(message, Meant::Heading(resolved, anchor.to_string()))
    }

    /// Returns a complaint for each place that a question names but the book does not have.
    fn faults(&self, question: &QuestionDecl) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        let subject = question.of.value.as_str();
        let pieces = || {
            self.variants
                .iter()
                .flat_map(|variant| &variant.kinds)
                .map(|kind| kind.id.as_str())
        };
        let mut variants = self.variants.iter().map(|variant| variant.id.as_str());
        // An unknown name may be a variant that could not be read; that has been reported.
        if self.has_all_variants
            && !parts_of_rules().contains(&subject)
            && !variants.any(|id| id == subject)
            && !pieces().any(|id| id == subject)
        {
            let message =
                format!("`{subject}` is not a part of the page of rules, a piece or a variant");
            let fault = Diagnostic::error(Code::WrongValue, message);
            let fault = fault.at(
                question.of.span,
                "expected a part, such as `end`, or the id of a piece or a variant",
            );
            faults.push(fault.suggest(subject, parts_of_rules().into_iter().chain(pieces())));
        }
        let Some(see) = &question.see else {
            return faults;
        };
        let (path, anchor) = see.value.split_once('#').unwrap_or((&see.value, ""));
        match self.anchors.get(path) {
            None => {
                let fault =
                    Diagnostic::error(Code::BrokenLink, format!("this book has no page `{path}`"));
                let fault = fault.at(see.span, "expected a page that book.toml lists");
                faults.push(fault.suggest(path, self.anchors.keys().copied()));
            }
            Some(anchors) if !anchor.is_empty() && !anchors.contains(anchor) => {
                let message = format!("the page `{path}` has no heading `#{anchor}`");
                let fault = Diagnostic::error(Code::BrokenLink, message);
                let fault = fault.at(see.span, "expected a heading's anchor");
                faults.push(fault.suggest(anchor, anchors.iter().copied()));
            }
            Some(_) => {}
        }
        faults
    }

    fn names_figure(&self, page: &Page, link: &Link) -> bool {
        let from = self.page_index(&page.path);
        from.is_some_and(|from| {
            self.book
                .figures
                .find_linked(&self.book.pages, from, &link.target)
                .is_some()
        })
    }

    fn page_index(&self, path: &str) -> Option<usize> {
        self.book.pages.iter().position(|page| page.path == path)
    }

    fn complaint(&self, broken: Broken, link: &Link) -> Diagnostic {
        let complaint =
            Diagnostic::error(Code::BrokenLink, broken.message).at(link.span, broken.label);
        match broken.meant {
            Meant::Nothing => complaint,
            Meant::Claim => suggest_claim(link, self.book, complaint),
            Meant::Scheme(scheme) => suggest_scheme(link, &scheme, complaint),
            Meant::Host => complaint.did_you_mean(&link.target, &format!("https:{}", link.target)),
            Meant::Page(path) => {
                let own = self.book.pages.iter().map(|page| page.path.as_str());
                complaint.suggest(
                    &path,
                    own.chain(ReferencePage::ALL.map(ReferencePage::path)),
                )
            }
            Meant::Heading(page, anchor) => {
                match (self.anchors.get(page.as_str()), reference_page(&page)) {
                    (Some(anchors), _) => {
                        let linked_page = self
                            .page_index(&page)
                            .filter(|_| !link.target.starts_with('#'));
                        complaint.suggest(
                            &anchor,
                            anchors
                                .iter()
                                .copied()
                                .chain(self.book.figures.ids(linked_page)),
                        )
                    }
                    (None, Some(reference)) => {
                        let anchors =
                            reference.anchors(self.variants, &self.book.pages, &self.book.decl);
                        complaint.suggest(&anchor, anchors.iter().map(String::as_str))
                    }
                    (None, None) => complaint,
                }
            }
        }
    }
}

/// Returns the page that every build makes at this path.
fn reference_page(path: &str) -> Option<ReferencePage> {
    ReferencePage::ALL
        .into_iter()
        .find(|reference| reference.path() == path)
}

/// Whether a build writes a page of the site at this path.
fn is_page_of_site(path: &str, book: &Book) -> bool {
    let paths = book
        .pages
        .iter()
        .map(|page| page.path.as_str())
        .chain(ReferencePage::ALL.map(ReferencePage::path));
    let stems = paths.filter_map(|page| page.strip_suffix(".md"));
    path.strip_suffix(".html")
        .is_some_and(|stem| stems.into_iter().any(|page_stem| page_stem == stem))
}

/// Adds a suggestion to the complaint about a scheme: a similar one, or the service at which a
/// name is looked up.
fn suggest_scheme(link: &Link, scheme: &str, complaint: Diagnostic) -> Diagnostic {
    let rest = &link.target[scheme.len() + 1..];
    let claim = (!link.image).then_some("claim");
    let known = SCHEMES.into_iter().chain(claim);
    let meant = match scheme.eq_ignore_ascii_case("doi") {
        true => format!("https://doi.org/{rest}"),
        false => match nearest(scheme, known) {
            Some(near) => format!("{near}:{rest}"),
            None => return complaint,
        },
    };
    complaint.did_you_mean(&link.target, &meant)
}

/// Adds a help if a broken link looks like a claim: its target calls a function, or is a claim's
/// name.
fn suggest_claim(link: &Link, book: &Book, complaint: Diagnostic) -> Diagnostic {
    let target = &link.target;
    let is_like = target.contains('(') || book.definitions.contains(target);
    match is_like && !link.image && !target.contains(':') {
        true => complaint.help(format!("if it is a claim, write `claim:{target}`")),
        false => complaint,
    }
}
