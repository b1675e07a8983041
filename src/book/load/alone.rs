//! Questions without a page of their own: a diagram or an expression from the command line, which may
//! name the diagrams and games of the book that its variant belongs to.

use super::book::read;
use super::session::Session;
use crate::judge::{Book, Checked, check};
use crate::pages::decl::BookDecl;
use crate::pages::diagram::{self, BaseDecl, DiagramDecl};
use crate::pages::page::Page;
use padma_expr::Outline;
use padma_text::diag::Diagnostics;
use padma_text::{Excerpt, Word};

impl Session {
    /// Judges a single diagram, given by its lines, as if it were a book. It may begin from a game of
    /// the book that the variant of this name belongs to.
    pub fn diagram(&mut self, name: &str, variant: usize, lines: &str) -> Checked {
        let page = self.page_of(lines);
        if let Some(name) = &page.diagrams[0].variant {
            self.library.load(
                &name.text,
                name.span,
                &mut self.sources,
                &mut self.diagnostics,
            );
        }
        let mut pages = vec![page];
        if matches!(pages[0].diagrams[0].base, Some(BaseDecl::After { .. })) {
            pages.extend(self.pages_of(name).into_iter().map(|page| Page {
                diagrams: Vec::new(),
                ..page
            }));
        }
        let mut complaints = Diagnostics::default();
        let book = self.assemble(variant, pages, &mut complaints);
        self.diagnostics.extend(complaints);
        let (variants, sources) = (&self.library.variants, &self.sources);
        check(book, variants, sources, &mut self.diagnostics)
    }

    /// Returns the diagrams and games of the book that the variant of this name belongs to, as far as
    /// they can be read, and the place of the variant's setup among the diagrams, if it has one.
    pub fn at_hand(&mut self, name: &str, variant: usize) -> (Book, Option<usize>) {
        let mut pages = self.pages_of(name);
        let has_setup = self.library.variants.rules(variant).variant.setup.is_some();
        pages.extend(has_setup.then(|| self.page_of("setup")));
        let book = self.assemble(variant, pages, &mut Diagnostics::default());
        let last = book.figure_of.last().filter(|_| has_setup);
        let setup = last.and_then(|figures| *figures.first()?);
        (book, setup)
    }

    /// Returns the diagrams and games of the book that a variant belongs to. What is wrong with them is
    /// reported when the book is checked.
    fn pages_of(&mut self, variant: &str) -> Vec<Page> {
        let Some(folder) = self.library.folder(variant) else {
            return Vec::new();
        };
        let own = std::mem::take(&mut self.diagnostics);
        let parts = read(&folder, self);
        self.diagnostics = own;
        let asked = |page: Page| Page {
            source: page.source,
            diagrams: page.diagrams,
            games: page.games,
            ..Page::default()
        };
        let pages = parts.map_or(Vec::new(), |parts| parts.pages);
        pages.into_iter().map(asked).collect()
    }

    fn page_of(&mut self, lines: &str) -> Page {
        let id = self.sources.add("<diagram>", lines);
        let span = self.sources.whole(id);
        let keyword = Word {
            text: "diagram".into(),
            span,
        };
        let mut decl = DiagramDecl::new(keyword, String::new(), span);
        let text = Excerpt::verbatim(lines, span);
        diagram::read_lines(&text, Some(';'), &mut decl, &mut self.diagnostics);
        Page::of_diagram(decl, id)
    }

    fn assemble(&self, variant: usize, pages: Vec<Page>, diagnostics: &mut Diagnostics) -> Book {
        Book::assemble(
            String::new(),
            BookDecl::default(),
            Outline::default(),
            Ok(variant),
            pages,
            &self.library.variants,
            diagnostics,
        )
    }
}
