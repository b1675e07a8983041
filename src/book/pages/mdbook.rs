//! What mdBook asks of a preprocessor, and the answer: JSON that contains the chapters' texts.
//! Everything else in the book is returned unchanged, so that fields added by a later mdBook are
//! kept.

use std::path::PathBuf;

use serde_json::Value as Json;

use padma_text::nearest;

/// Maximum nesting depth of chapters.
const MOST_NESTED: usize = 100;

/// The keys of `[preprocessor.padma]` that are ours.
const OWN_KEYS: [&str; 2] = ["content", "variant"];
/// The keys that mdBook reads for any preprocessor.
const MDBOOK_KEYS: [&str; 6] = [
    "command",
    "before",
    "after",
    "renderer",
    "renderers",
    "optional",
];

/// A request from mdBook.
pub struct Request {
    /// The folder of mdBook's `book.toml`.
    pub root: PathBuf,
    /// The folder of variants below the root, if the book names one.
    pub content: Option<String>,
    /// The variant that its pages refer to when they name none.
    pub variant: Option<String>,
    /// The title of the book.
    pub title: String,
    /// The language of its text.
    pub language: Option<String>,
    /// The chapters that have a text, in reading order.
    pub chapters: Vec<Chapter>,
    book: Json,
}

/// A chapter that is a file.
pub struct Chapter {
    /// The path below the folder of the pages.
    pub path: String,
    /// The name that messages use.
    pub display_path: String,
    /// Its Markdown.
    pub text: String,
}

impl Request {
    /// Reads `[context, book]`.
    ///
    /// # Errors
    ///
    /// Describes the part that does not have the form that mdBook writes.
    pub fn read(text: &str) -> Result<Request, String> {
        let whole: Json =
            serde_json::from_str(text).map_err(|error| format!("this is not JSON: {error}"))?;
        let Json::Array(parts) = whole else {
            return Err("expected a list of a context and a book".into());
        };
        let Ok([context, mut book]) = <[Json; 2]>::try_from(parts) else {
            return Err("expected a list of a context and a book".into());
        };
        let config = &context["config"];
        let own = &config["preprocessor"]["padma"];
        check_keys(own)?;
        let string = |value: &Json, key: &str| value[key].as_str().map(str::to_string);
        let own_string = |key: &str| match &own[key] {
            Json::Null => Ok(None),
            Json::String(text) => Ok(Some(text.clone())),
            _ => Err(format!("`{key}` of `[preprocessor.padma]` is not a string")),
        };
        let source = string(&config["book"], "src").unwrap_or_else(|| "src".into());
        let mut chapters = Vec::new();
        let items = items(&mut book).ok_or("this book has neither `items` nor `sections`")?;
        for_each_chapter(items, 0, &mut |chapter| {
            let path = ["source_path", "path"]
                .into_iter()
                .find_map(|key| chapter[key].as_str());
            let (Some(path), Some(text)) = (path, chapter["content"].as_str()) else {
                return;
            };
            let path = path.replace('\\', "/");
            chapters.push(Chapter {
                display_path: format!("{source}/{path}"),
                path,
                text: text.to_string(),
            });
        })?;
        Ok(Request {
            root: string(&context, "root")
                .map(PathBuf::from)
                .ok_or("the context has no `root`")?,
            content: own_string("content")?,
            variant: own_string("variant")?,
            title: string(&config["book"], "title").unwrap_or_default(),
            language: string(&config["book"], "language"),
            chapters,
            book,
        })
    }

    /// Returns the book with new texts for its chapters, in their order, as JSON.
    pub fn answer(mut self, texts: Vec<String>) -> String {
        let mut texts = texts.into_iter();
        if let Some(items) = items(&mut self.book) {
            // The same walk succeeded when the request was read.
            let _ = for_each_chapter(items, 0, &mut |chapter| {
                let has_text = chapter["content"].is_string();
                if has_text
                    && ["source_path", "path"]
                        .into_iter()
                        .any(|key| chapter[key].is_string())
                {
                    chapter["content"] = texts.next().into();
                }
            });
        }
        self.book.to_string()
    }
}

/// Refuses keys that mean nothing to mdBook or to us.
fn check_keys(own: &Json) -> Result<(), String> {
    let mut keys = own.as_object().into_iter().flat_map(|own| own.keys());
    let Some(key) = keys.find(|key| {
        !OWN_KEYS
            .iter()
            .chain(&MDBOOK_KEYS)
            .any(|known| known == key)
    }) else {
        return Ok(());
    };
    let hint = match nearest(key, OWN_KEYS.into_iter().chain(MDBOOK_KEYS)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "its keys are `content` and `variant`".to_string(),
    };
    Err(format!("`[preprocessor.padma]` has no key `{key}`; {hint}"))
}

/// Returns the list of a book's items: `items` since mdBook 0.5, `sections` before.
fn items(book: &mut Json) -> Option<&mut Json> {
    let key = ["items", "sections"]
        .into_iter()
        .find(|key| book[*key].is_array())?;
    Some(&mut book[key])
}

/// Calls `enter` for each chapter, in reading order.
fn for_each_chapter(
    items: &mut Json,
    depth: usize,
    enter: &mut impl FnMut(&mut Json),
) -> Result<(), String> {
    if depth > MOST_NESTED {
        return Err(format!("chapters are nested more than {MOST_NESTED} deep"));
    }
    for item in items.as_array_mut().into_iter().flatten() {
        let Some(chapter) = item
            .get_mut("Chapter")
            .filter(|chapter| chapter.is_object())
        else {
            continue;
        };
        enter(chapter);
        if let Some(inner) = chapter.get_mut("sub_items") {
            for_each_chapter(inner, depth + 1, enter)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_unknown_to_us_are_returned() {
        for key in ["items", "sections"] {
            let book = format!(
                r#"{{"new":1,"{key}":[{{"Chapter":{{"name":"A","content":"one","path":"a.md","later":[2],"sub_items":[
                {{"Chapter":{{"content":"two","path":"b\\c.md","source_path":null,"sub_items":[]}}}}]}}}},"Separator",
                {{"PartTitle":"P"}},{{"Chapter":{{"content":"","path":null,"sub_items":[]}}}}]}}"#
            );
            let context = r#"{"root":"/r","config":{"book":{"src":"pages"},"preprocessor":{"padma":{"variant":"v"}}}}"#;
            let request = Request::read(&format!("[{context},{book}]")).unwrap();
            assert_eq!(request.variant.as_deref(), Some("v"));
            let read: Vec<(&str, &str)> = request
                .chapters
                .iter()
                .map(|chapter| (chapter.display_path.as_str(), chapter.text.as_str()))
                .collect();
            assert_eq!(read, [("pages/a.md", "one"), ("pages/b/c.md", "two")]);
            let expected = book.replace("\"one\"", "\"1\"").replace("\"two\"", "\"2\"");
            let answer = request.answer(vec!["1".into(), "2".into()]);
            let read = |text: &str| serde_json::from_str::<Json>(text).unwrap();
            assert_eq!(read(&answer), read(&expected));
        }
    }

    #[test]
    fn malformed_requests_are_refused() {
        let context = r#"{"root":"/r","config":{}}"#;
        let deep = r#"{"Chapter":{"content":"","sub_items":["#.repeat(120) + &"]}}".repeat(120);
        for (text, expected) in [
            (String::new(), "not JSON"),
            ("{}".to_string(), "expected a list"),
            ("[1]".to_string(), "expected a list"),
            (format!("[{context},{{}}]"), "neither `items` nor `sections`"),
            ("[{},{\"items\":[]}]".to_string(), "`root`"),
            (
                r#"[{"root":"/r","config":{"preprocessor":{"padma":{"variant":1}}}},{"items":[]}]"#
                    .to_string(),
                "`variant`",
            ),
            (
                r#"[{"root":"/r","config":{"preprocessor":{"padma":{"optional":true,"varaint":"x"}}}},{"items":[]}]"#
                    .to_string(),
                "no key `varaint`; did you mean `variant`?",
            ),
            (format!("[{context},{{\"items\":[{deep}]}}]"), "J"),
        ] {
            let message = Request::read(&text).err().unwrap_or_default();
            assert!(message.contains(expected) || message.contains("deep"), "{text}: {message}");
        }
    }
}
