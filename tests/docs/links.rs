//! Where the documents lead.

use pulldown_cmark::{Event, Parser, Tag};

use crate::files::{load, markdown_files, root};

#[test]
fn the_pages_of_docs_link_to_what_is_there() {
    let mut all = markdown_files("docs");
    all.extend([root().join("README.md")].into_iter().filter(|path| path.exists()));
    for path in all {
        let text = load(&path);
        for event in Parser::new(&text) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
            let target = dest_url.split('#').next().unwrap_or("");
            let foreign = target.is_empty() || target.contains(':');
            let there = path.parent().is_some_and(|folder| folder.join(target).exists());
            assert!(foreign || there, "{}: there is no `{target}`", path.display());
        }
    }
}
