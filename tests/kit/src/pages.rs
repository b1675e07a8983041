//! Pages judged without a folder, as a book on Lotus-39 or another variant.

use crate::folder::content;
use padma_book::judge::{Book, Checked, apply_edits, check, corrections};
use padma_book::load::Session;
use padma_book::pages::decl::BookDecl;
use padma_book::pages::page;
use padma_expr::Outline;
use padma_text::SourceId;

pub struct Workplace {
    pub session: Session,
    variant: usize,
    /// The language of the book; empty for English.
    pub language: String,
}

impl Workplace {
    pub fn on(variant: &str) -> Workplace {
        let mut session = Session::new(&content(), &[]);
        let variant = session.variant(variant).unwrap();
        let language = String::new();
        Workplace {
            session,
            variant,
            language,
        }
    }

    pub fn judge(&mut self, text: &str) -> (SourceId, Checked) {
        self.session.diagnostics = Default::default();
        let Session {
            sources,
            diagnostics,
            library,
            ..
        } = &mut self.session;
        let id = sources.add("page.md", text);
        let pages = vec![page::parse("page.md", id, sources, diagnostics)];
        let variants = &library.variants;
        let book = Book::assemble(
            "book".into(),
            BookDecl {
                language: self.language.clone(),
                ..BookDecl::default()
            },
            Outline::default(),
            Ok(self.variant),
            pages,
            variants,
            diagnostics,
        );
        (id, check(book, variants, sources, diagnostics))
    }

    /// A page as blessing leaves it, and how many texts are left to their author.
    pub fn bless(&mut self, text: &str) -> (String, usize) {
        let (id, checked) = self.judge(text);
        let Session {
            sources, library, ..
        } = &self.session;
        let (found, notes) = corrections(&checked, &library.variants, sources, |_| true);
        let edits: Vec<_> = found
            .into_iter()
            .flat_map(|correction| correction.edits)
            .collect();
        (
            apply_edits(sources.get(id).text(), &edits),
            notes.iter().count(),
        )
    }
}
