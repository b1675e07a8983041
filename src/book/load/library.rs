//! Finds variants by name and resolves each of them once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::measured;
use super::pictures::{OwnPictures, keep_pictures};
use crate::pages::NOT_VARIANTS;
use crate::world;
pub use crate::world::display_path;
use padma_expr::MeasuredVariant;
use padma_rules::reach::Rules;
use padma_text::diag::{Code, Diagnostic, Diagnostics};
use padma_text::{Excerpt, SourceId, Sources, Span};
use padma_variant::decl::{VariantSource, piece, top};
use padma_variant::form::Fields;
use padma_variant::parts::part_texts;
use padma_variant::resolve::{Variants, expanded, variant};
use padma_variant::{BUILT_IN, decl, extend};

/// The maximum length of a chain of variants that extend one another.
const MAX_CHAIN: usize = 16;

/// The variant files by name, and the variants loaded from them so far.
#[derive(Debug)]
pub struct Library {
    /// Variant files by stem; no two files may share one.
    files: BTreeMap<String, Vec<PathBuf>>,
    parsed: BTreeMap<String, Option<(SourceId, Fields)>>,
    resolved: BTreeMap<String, Option<usize>>,
    pictures: OwnPictures,
    /// The resolved variants.
    pub variants: Variants,
}

impl Library {
    /// Collects the variant files of some folders: those of the content folder's books, and of a
    /// book elsewhere.
    pub(crate) fn new(folders: &[PathBuf]) -> Library {
        let mut files: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for folder in folders {
            for path in world::files(folder, "toml").unwrap_or_default() {
                let stem = path
                    .file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned())
                    .unwrap_or_default();
                let paths = files.entry(stem).or_default();
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        for stem in NOT_VARIANTS {
            files.remove(stem);
        }
        Library {
            files,
            parsed: BTreeMap::new(),
            resolved: BTreeMap::new(),
            pictures: OwnPictures::default(),
            variants: Variants::default(),
        }
    }

    /// Returns the names of all variants that have a file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the names of the built-in variants that no file replaces.
    pub fn built_in_names(&self) -> impl Iterator<Item = &str> {
        BUILT_IN
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| !self.files.contains_key(*name))
    }

    /// Whether a variant has a file, or is built in.
    pub fn knows(&self, name: &str) -> bool {
        self.files.contains_key(name) || self.built_in_names().any(|known| known == name)
    }

    /// Returns the names of the variants in one folder.
    pub fn names_in(&self, folder: &Path) -> Vec<String> {
        self.files
            .iter()
            .filter(|(_, paths)| paths.iter().any(|path| path.parent() == Some(folder)))
            .map(|(name, _)| name.clone())
            .collect()
    }

    /// Returns the folder that contains a variant's file.
    pub fn folder(&self, name: &str) -> Option<PathBuf> {
        self.files
            .get(name)?
            .first()?
            .parent()
            .map(Path::to_path_buf)
    }

    /// Returns where the letter of a variant's piece is written, or its id if it has no letter.
    pub(crate) fn letter_span(&self, variant: &str, piece: &str) -> Option<Span> {
        let chain = self.parsed_chain(variant);
        let mut tables = chain
            .iter()
            .flat_map(|(_, fields)| fields.tables(top::PIECE));
        match tables.find(|fields| fields.str(piece::ID) == piece) {
            Some(piece_fields) => Some(piece_fields.place(if piece_fields.has(piece::LETTER) {
                piece::LETTER
            } else {
                piece::ID
            })),
            // A combined piece has no table of its own.
            None => chain.first().map(|(file, _)| Span::new(*file, 0..0)),
        }
    }

    /// Returns the indices of a book's variants: first the one that its pages use, then the other
    /// resolved ones in its folder.
    pub fn variants_of_book(&self, folder: &Path, main: Option<usize>) -> Vec<usize> {
        let own = self
            .names_in(folder)
            .into_iter()
            .filter_map(|name| self.variants.find(&name));
        main.into_iter()
            .chain(own.filter(|index| Some(*index) != main))
            .collect()
    }

    /// Resolves a variant by name. Errors are reported the first time only; `at` is where the name
    /// was written.
    pub fn load(
        &mut self,
        name: &str,
        at: Span,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<usize> {
        if !self.knows(name) {
            diagnostics.push(self.unknown_variant(name, at));
            return None;
        }
        if let Some(known) = self.resolved.get(name) {
            return *known;
        }
        let chain = self.chain(name, at, sources, diagnostics);
        let index = chain.and_then(|chain| {
            let decls: Vec<&Fields> = chain
                .iter()
                .filter_map(|name| self.parsed.get(name)?.as_ref().map(|(_, decl)| decl))
                .collect();
            let span = Span::new(self.parsed.get(name)?.as_ref()?.0, 0..0);
            let source = VariantSource {
                id: name,
                span,
                chain: decls,
            };
            let mut resolved = variant(&source, diagnostics)?;
            let folders = chain
                .iter()
                .map(|name| self.folder(name).unwrap_or_default());
            let decls: Vec<(PathBuf, &Fields)> = folders.zip(source.chain).collect();
            self.pictures
                .set_pictures(&mut resolved, &decls, sources, diagnostics);
            Some(self.variants.add(Rules::new(resolved)))
        });
        match index {
            Some(index) => self.read_measured(name, index, sources, diagnostics),
            None => self.variants.add_failed(name),
        }
        self.resolved.insert(name.to_string(), index);
        index
    }

    /// Reads the statistics of a variant's measured games, if there is a file of them beside it.
    fn read_measured(
        &mut self,
        name: &str,
        index: usize,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) {
        let folder = self.folder(name);
        let games = folder.and_then(|folder| measured::read(&folder, name, sources, diagnostics));
        if let Some((games, toml)) = games.zip(self.whole_toml(name)) {
            let is_current = measured::is_current(&games, &toml);
            let measured = MeasuredVariant { games, is_current };
            self.variants.set_measured(index, measured);
        }
    }

    /// Resolves a variant whose file is yet to be written.
    pub fn load_unwritten(
        &mut self,
        name: &str,
        text: SourceId,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<usize> {
        let decl = decl::variant(sources, text, diagnostics)?;
        self.files.insert(name.to_string(), Vec::new());
        self.parsed.insert(name.to_string(), Some((text, decl)));
        self.load(name, sources.whole(text), sources, diagnostics)
    }

    /// Returns the files of the given variants, except built-in ones. Each comes with its content
    /// and the first variant that it is part of.
    pub fn files(&self, indices: &[usize], sources: &Sources) -> Vec<(SourceId, &Fields, usize)> {
        let mut files: Vec<(SourceId, &Fields, usize)> = Vec::new();
        for index in indices {
            let id = &self.variants.rules(*index).variant.id;
            for (file, fields) in self.parsed_chain(id) {
                if !sources.get(file).is_built_in()
                    && files.iter().all(|(known, ..)| *known != file)
                {
                    files.push((file, fields, *index));
                }
            }
        }
        files
    }

    /// Returns the variants that could be parsed, each with its file and its content.
    pub fn parsed_variants(&self) -> impl Iterator<Item = (&str, SourceId, &Fields)> {
        self.parsed.iter().filter_map(|(name, parsed)| {
            let (id, fields) = parsed.as_ref()?;
            Some((name.as_str(), *id, fields))
        })
    }

    /// Returns the parsed files of a variant and of those that it extends, nearest first.
    pub fn parsed_chain(&self, name: &str) -> Vec<(SourceId, &Fields)> {
        let mut chain: Vec<(SourceId, &Fields)> = Vec::new();
        let mut next = Some(name);
        while let Some((id, fields)) = next.and_then(|name| self.parsed.get(name)?.as_ref()) {
            if chain.iter().any(|(before, _)| before == id) {
                break;
            }
            chain.push((*id, fields));
            next = fields.text(top::EXTENDS).map(|base| base.text());
        }
        chain
    }

    /// Returns the TOML of a variant, merged with the variants that it extends, as far as these
    /// could be parsed.
    pub fn whole_toml(&self, name: &str) -> Option<String> {
        self.whole(name).map(|whole| whole.print())
    }

    /// Returns the TOML of a variant, merged with the variants that it extends, with basic rules in
    /// place of named ones.
    pub fn expanded_toml(&self, name: &str) -> Option<String> {
        let chain = self.parsed_chain(name).into_iter();
        let source = VariantSource {
            id: name,
            span: Span::default(),
            chain: chain.map(|(_, fields)| fields).collect(),
        };
        expanded(&source, &mut Diagnostics::default()).map(|whole| whole.print())
    }

    /// Returns the TOML of a variant for readers: the whole, without its author's notes.
    pub fn published_toml(&self, name: &str) -> Option<String> {
        self.whole(name)
            .map(|whole| whole.without(|key| key.name == "notes").print())
    }

    /// Returns the parts of the variants in a book's folder, and of its main one, by what a sentence can
    /// call them; `None` if a variant cannot be read.
    pub(crate) fn part_texts(
        &self,
        folder: &Path,
        main: Option<usize>,
    ) -> Option<BTreeMap<String, String>> {
        let main = main.map(|index| self.variants.rules(index).variant.id.clone());
        let own = self.names_in(folder).into_iter();
        let others = own.filter(|name| Some(name) != main.as_ref());
        let mut parts = BTreeMap::new();
        for name in main.iter().cloned().chain(others) {
            let of_variant = part_texts(&self.whole(&name)?).into_iter();
            parts.extend(
                of_variant.map(|(part, text)| match Some(&name) == main.as_ref() {
                    true => (part, text),
                    false => (format!("{name}: {part}"), text),
                }),
            );
        }
        Some(parts)
    }

    /// Returns the sentences in the variants' files of a folder, by file.
    pub(crate) fn sentences_in(&self, folder: &Path) -> Vec<(String, Vec<Excerpt>)> {
        let texts = |name: String| {
            let (_, fields) = self.parsed.get(&name)?.as_ref()?;
            let texts: Vec<Excerpt> = fields.sentences().into_iter().cloned().collect();
            (!texts.is_empty()).then(|| (format!("{name}.toml"), texts))
        };
        self.names_in(folder)
            .into_iter()
            .filter_map(texts)
            .collect()
    }

    /// Returns the tables of a variant, merged with the variants that it extends. Each value keeps
    /// its place.
    pub fn whole(&self, name: &str) -> Option<Fields> {
        let chain: Vec<&Fields> = self
            .parsed_chain(name)
            .into_iter()
            .map(|(_, fields)| fields)
            .collect();
        extend::merge_chain(&chain, &mut Diagnostics::default()).map(std::borrow::Cow::into_owned)
    }

    /// Resolves the variants that a file is part of as if the file had another text. Returns their
    /// indices and new rules, or `None` if one of those in `needed` cannot be resolved.
    pub fn resolve_rewritten(
        &self,
        file: SourceId,
        text: SourceId,
        needed: &[usize],
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<(usize, Rules)>> {
        let new_fields =
            decl::variant(sources, text, diagnostics).filter(|_| !diagnostics.has_errors())?;
        let mut changed_rules = Vec::new();
        for (name, index) in self
            .resolved
            .iter()
            .filter_map(|(name, index)| Some((name, (*index)?)))
        {
            let mut chain = self.parsed_chain(name);
            let Some(at) = chain.iter().position(|(id, _)| *id == file) else {
                continue;
            };
            chain.truncate(at);
            let base = new_fields
                .text(top::EXTENDS)
                .map(|base| self.parsed_chain(base.text()))
                .unwrap_or_default();
            let decls = chain
                .into_iter()
                .map(|(_, fields)| fields)
                .chain([&new_fields]);
            let decls = decls
                .chain(base.into_iter().map(|(_, fields)| fields))
                .take(MAX_CHAIN)
                .collect();
            let source = VariantSource {
                id: name,
                span: sources.whole(text),
                chain: decls,
            };
            let mut complaints = Diagnostics::default();
            let Some(mut changed) = variant(&source, &mut complaints) else {
                if needed.contains(&index) {
                    diagnostics.extend(complaints);
                    return None;
                }
                continue;
            };
            keep_pictures(&mut changed, &self.variants.rules(index).variant);
            changed_rules.push((index, Rules::new(changed)));
        }
        Some(changed_rules)
    }

    /// Parses a variant and those that it extends, and returns their names, nearest first.
    fn chain(
        &mut self,
        name: &str,
        at: Span,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<String>> {
        let mut chain: Vec<String> = Vec::new();
        let mut next = Some((name.to_string(), at));
        while let Some((name, at)) = next {
            if chain.contains(&name) || chain.len() == MAX_CHAIN {
                let message = format!(
                    "the variant `{}` extends itself, or too many others",
                    chain[0]
                );
                let label = format!("at most {MAX_CHAIN} variants in a row, none twice");
                return diagnostics.refuse(Code::PieceCycle, message, at, label);
            }
            self.parse(&name, at, sources, diagnostics);
            let (_, decl) = self.parsed.get(&name)?.as_ref()?;
            next = decl.word(top::EXTENDS).map(|base| (base.value, base.span));
            chain.push(name);
        }
        Some(chain)
    }

    fn unknown_variant(&self, name: &str, at: Span) -> Diagnostic {
        let complaint = Diagnostic::error(
            Code::UnknownVariant,
            format!("no variant is named `{name}`"),
        )
        .at(at, "expected the name of a variant's file, without `.toml`");
        match name
            .strip_suffix(".toml")
            .filter(|stem| self.names().any(|known| known == *stem))
        {
            Some(stem) => complaint.did_you_mean(name, stem),
            None => complaint.suggest(name, self.names().chain(self.built_in_names())),
        }
    }

    fn parse(
        &mut self,
        name: &str,
        at: Span,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) {
        if self.parsed.contains_key(name) {
            return;
        }
        let paths = self.files.get(name).cloned().unwrap_or_default();
        let parsed = match &paths[..] {
            [path] => {
                let mut complaints = Diagnostics::default();
                let folder = path.parent().unwrap_or(path);
                let id =
                    world::read_inside(folder, path, &display_path(path), sources, &mut complaints);
                let parsed =
                    id.and_then(|id| Some((id, decl::variant(sources, id, &mut complaints)?)));
                let sound = !complaints.has_errors();
                diagnostics.extend(complaints);
                parsed.filter(|_| sound)
            }
            [] => match BUILT_IN.iter().find(|(known, _)| *known == name) {
                Some((name, text)) => {
                    let id = sources.add(format!("<{name}>"), *text);
                    decl::variant(sources, id, diagnostics).map(|decl| (id, decl))
                }
                None => {
                    diagnostics.push(self.unknown_variant(name, at));
                    None
                }
            },
            _ => {
                let places: Vec<String> = paths.iter().map(|path| display_path(path)).collect();
                let message = format!("several variants are named `{name}`: {}", places.join(", "));
                diagnostics.refuse(Code::DoubledName, message, at, "which one is meant?")
            }
        };
        self.parsed.insert(name.to_string(), parsed);
    }
}
