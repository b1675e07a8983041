//! The templates: those built into the program, and those with which a book replaces them.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use tera::{Context, ErrorKind, Kwargs, State, Tera, Value};

use super::bounded::{self, BookUse, BoundedOutput};
use super::counted::Counted;
use super::escape::{code_block, code_span, escaped, link_target};
use padma_book::pages::made::STYLE;
use padma_book::world::SharedFiles;
use padma_picture::backend::svg;
use padma_templates::{COPIED, FIXED, REPLACEABLE, TYPEFACES};
use padma_words::Language;

/// Returns the typefaces, with their licence, by their paths from the style sheet.
pub(crate) fn typefaces() -> impl Iterator<Item = (String, &'static [u8])> {
    let path = |name: &str| format!("{FACES}{name}");
    TYPEFACES
        .into_iter()
        .map(move |(name, bytes)| (path(name), bytes))
}

/// The folder of the typefaces.
const FACES: &str = "typefaces/";

/// A template that cannot be read or rendered.
#[derive(Clone, Debug)]
pub struct TemplateFault {
    /// The template's name: its path below the templates folder.
    pub template: String,
    pub message: String,
    /// The bytes of the template that cause the fault, if the engine reports them.
    pub range: Option<std::ops::Range<usize>>,
}

/// All templates of one book.
#[derive(Debug)]
pub struct Templates {
    html: Tera,
    markdown: Tera,
    /// The book's own templates, by name.
    own: Vec<(String, Counted)>,
    /// The files that are copied unchanged, by name.
    plain: Vec<(&'static str, String)>,
    /// Those of them that books have in common, and the typefaces.
    shared: SharedFiles,
    /// The work that the book's own templates have done on its pages.
    used: BookUse,
}

impl Templates {
    /// Returns the names that a book may use for its own templates.
    pub fn names() -> impl Iterator<Item = &'static str> {
        REPLACEABLE.into_iter().chain(COPIED).map(|(name, _)| name)
    }

    /// Returns the text of a built-in template, for a book to copy.
    pub fn text(name: &str) -> Option<&'static str> {
        let mut all = REPLACEABLE.into_iter().chain(COPIED);
        all.find(|(known, _)| *known == name).map(|(_, text)| text)
    }

    /// Returns the built-in templates. They are parsed once for each language.
    ///
    /// # Errors
    ///
    /// As [`Templates::new`].
    pub fn built_in(words: &'static Language) -> Result<Arc<Templates>, Vec<TemplateFault>> {
        static PARSED: Mutex<Vec<(&Language, Arc<Templates>)>> = Mutex::new(Vec::new());
        // What another thread has added before it stopped is whole.
        let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = parsed.iter();
        if let Some((_, templates)) = known.find(|(of, _)| std::ptr::eq(*of, words)) {
            return Ok(templates.clone());
        }
        let templates = Arc::new(Templates::new(&[], words)?);
        parsed.push((words, templates.clone()));
        Ok(templates)
    }

    /// Loads the built-in templates, each replaced by the one of the same name in `own`, if any.
    /// `own` holds names and texts. What the program says itself it says in the language of `words`.
    ///
    /// # Errors
    ///
    /// One for each template of the book that cannot be parsed.
    pub fn new(
        own: &[(String, String)],
        words: &'static Language,
    ) -> Result<Templates, Vec<TemplateFault>> {
        let plain = COPIED.map(|(name, text)| (name, text.to_string())).to_vec();
        let mut templates = Templates {
            html: Tera::new(),
            markdown: markdown_engine(),
            own: Vec::new(),
            shared: SharedFiles::new(Vec::new()),
            plain,
            used: BookUse::default(),
        };
        for engine in [&mut templates.html, &mut templates.markdown] {
            bounded::prepare(engine);
            engine.register_function("say", |arguments: Kwargs, state: &State<'_>| {
                super::words::say(words, arguments, state)
            });
        }
        let mut faults = Vec::new();
        // A template can include only templates that are loaded already.
        for (name, text) in FIXED.into_iter().chain(REPLACEABLE) {
            faults.extend(templates.add(name, text));
        }
        for (name, text) in own {
            if let Some((_, plain)) = templates.plain.iter_mut().find(|(known, _)| known == name) {
                plain.clone_from(text);
            } else {
                faults.extend(templates.add_own(name, text));
            }
        }
        for (name, text) in &mut templates.plain {
            *text = super::words::with_words(text, words);
            if *name == STYLE {
                text.insert_str(0, &svg::theme_css());
            }
        }
        let common = templates.plain.iter();
        let common = common.map(|(name, text)| ((*name).to_string(), text.clone().into_bytes()));
        let faces = typefaces().map(|(path, bytes)| (path, bytes.to_vec()));
        templates.shared = SharedFiles::new(common.chain(faces).collect());
        if faults.is_empty() {
            Ok(templates)
        } else {
            Err(faults)
        }
    }

    fn add(&mut self, name: &str, text: &str) -> Option<TemplateFault> {
        let engine = if is_markdown(name) {
            &mut self.markdown
        } else {
            &mut self.html
        };
        let error = engine.add_raw_template(name, text).err()?;
        let unknown = match error.kind() {
            ErrorKind::Msg(report) => unknown_name_fault(name, text, report),
            _ => None,
        };
        Some(unknown.unwrap_or_else(|| fault(name, &error)))
    }

    fn add_own(&mut self, name: &str, text: &str) -> Option<TemplateFault> {
        match Counted::new(text) {
            Ok(counted) => {
                // Check the template as written first, so that errors are reported in the author's
                // words.
                let fault = self
                    .add(name, text)
                    .or_else(|| self.add(name, &counted.text));
                self.own.push((name.to_string(), counted));
                fault
            }
            Err((message, range)) => {
                let (template, message) = (name.to_string(), message.to_string());
                Some(TemplateFault {
                    template,
                    message,
                    range: Some(range),
                })
            }
        }
    }

    /// Returns the files that books of a site have in common.
    pub(crate) fn shared(&self) -> &SharedFiles {
        &self.shared
    }

    /// Returns a file that is not a template: a script, the icon or the style sheet.
    pub(crate) fn plain(&self, name: &str) -> &str {
        let mut all = self.plain.iter();
        all.find(|(known, _)| *known == name)
            .map_or("", |(_, text)| text)
    }

    /// Whether a template is the book's own, or includes one that is.
    fn uses_own(&self, name: &str) -> bool {
        let includes = |own: &str| {
            Templates::text(name).is_some_and(|text| text.contains(&format!("\"{own}\"")))
        };
        self.own.iter().any(|(own, _)| own == name || includes(own))
    }

    /// Resets the counts of work before the pages are made again.
    pub(crate) fn reset_counts(&self) {
        self.used.begin();
    }

    /// Renders a template; `views` holds its views by name.
    pub fn render<V: Serialize>(&self, name: &str, views: &V) -> Result<String, TemplateFault> {
        let context = Context::from_serialize(views).map_err(|error| fault(name, &error))?;
        let engine = if is_markdown(name) {
            &self.markdown
        } else {
            &self.html
        };
        let is_own = self.uses_own(name);
        let mut output = BoundedOutput::begin(is_own);
        let rendered = engine.render_to(name, &context, &mut output);
        if let Some(message) = self.used.add().filter(|_| is_own) {
            return Err(TemplateFault {
                template: name.to_string(),
                message,
                range: Some(0..0),
            });
        }
        match (rendered, output.overflow()) {
            (Ok(()), _) => Ok(output.into_text()),
            (Err(_), Some(message)) => Err(TemplateFault {
                template: name.to_string(),
                message,
                range: None,
            }),
            (Err(error), None) => {
                let mut fault = fault(name, &error);
                let own = self.own.iter().find(|(name, _)| *name == fault.template);
                if let (Some((_, counted)), Some(range)) = (own, &mut fault.range) {
                    *range =
                        counted.author_position(range.start)..counted.author_position(range.end);
                }
                Err(fault)
            }
        }
    }
}

fn is_markdown(template: &str) -> bool {
    template.ends_with(".md")
}

/// Makes the engine for the Markdown edition. Values are escaped as plain words, unless a filter
/// says that they are code or the target of a link.
fn markdown_engine() -> Tera {
    let mut engine = Tera::new();
    engine.autoescape_on([".md"]);
    engine.set_escape_fn(|text, out| out.write_all(escaped(text).as_bytes()));
    type Write = fn(&str) -> String;
    for (name, write) in [
        ("code", code_span as Write),
        ("fenced", code_block),
        ("target", link_target),
    ] {
        engine.register_filter(name, move |text: &str, _: Kwargs, _: &State<'_>| {
            Value::safe_string(&write(text))
        });
    }
    engine
}

/// Returns the fault for an unknown name. The engine's report gives the place only as carets below
/// the line.
fn unknown_name_fault(name: &str, text: &str, report: &str) -> Option<TemplateFault> {
    let mut lines = report.lines();
    let message = lines.next()?.strip_prefix("error: ")?.to_string();
    let (before, column) = lines.next()?.rsplit_once(':')?;
    let (file, line) = before.rsplit_once(':')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let carets = lines.nth(2)?.matches('^').count();
    let line_start: usize = text
        .split_inclusive('\n')
        .take(line.checked_sub(1)?)
        .map(str::len)
        .sum();
    let offset = |letters: usize| {
        line_start
            + text[line_start..]
                .chars()
                .take(letters)
                .map(char::len_utf8)
                .sum::<usize>()
    };
    let range = offset(column.checked_sub(1)?)..offset(column - 1 + carets);
    file.ends_with(name).then(|| TemplateFault {
        template: name.to_string(),
        message,
        range: Some(range),
    })
}

fn fault(name: &str, error: &tera::Error) -> TemplateFault {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => TemplateFault {
            template: if report.filename().is_empty() {
                name.into()
            } else {
                report.filename().into()
            },
            message: report.message().to_string(),
            range: Some(report.span().range.clone()),
        },
        _ => TemplateFault {
            template: name.to_string(),
            message: error.to_string(),
            range: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use padma_words::english;
    use serde_json::json;

    #[test]
    fn the_built_in_templates_parse() {
        assert!(Templates::new(&[], english()).is_ok());
    }

    #[test]
    fn a_template_says_words_by_their_id() {
        let say = |text: &str| {
            let own = [("card.html".to_string(), text.to_string())];
            let templates = Templates::new(&own, english()).unwrap();
            let views = json!({"names": ["a<b", "c"], "none": null});
            let rendered = templates.render("card.html", &views);
            rendered.map_err(|fault| fault.message)
        };
        for (text, expected) in [
            ("{{ say(id='figure', number=3) }}", "Figure 3"),
            ("{{ say(id='rules.side:white') }}", "White"),
            ("{{ say(id='errata', count=1) }}", "1 erratum"),
            ("{{ say(id='page:piece-index.md') }}", "Index of pieces"),
            (
                "{{ say(id='lacks-of', pieces=names, what='<b>' | safe) }}",
                "of a&lt;b, c: <b>",
            ),
            ("{{ say(id='stands', grounds=none) }}", "It stands ."),
        ] {
            assert_eq!(say(text).as_deref(), Ok(expected), "{text}");
        }
        for (text, expected) in [
            (
                "{{ say(id='figures-of') }}",
                "there are no words `labels.figures-of`; did you mean `labels.figures`?",
            ),
            (
                "{{ say(id='figure') }}",
                "the words `labels.figure` take the slots `number`",
            ),
            (
                "{{ say(id='skip', to=1) }}",
                "the words `labels.skip` take the slots",
            ),
        ] {
            let message = say(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn a_template_of_the_book_replaces_a_built_in_one() {
        let own = [("card.md".to_string(), "{{ piece }}!".to_string())];
        let templates = Templates::new(&own, english()).unwrap();
        assert_eq!(
            templates
                .render("card.md", &json!({"piece": "rook"}))
                .unwrap(),
            "rook!"
        );
    }

    #[test]
    fn a_template_that_does_too_much_is_stopped() {
        let rounds = "{% for i in range(end=1000) %}";
        let ends = "{% endfor %}";
        let nested = "{% for i in all %}".repeat(3) + &ends.repeat(3);
        for (text, expected) in [
            (
                format!("{rounds}{rounds}{rounds}{ends}{ends}{ends}"),
                "loops",
            ),
            (
                format!("{{% set all = range(end=1000) %}}{nested}"),
                "loops",
            ),
            ("{{ range(end=99999999) }}".to_string(), "loops"),
            (
                format!("{rounds}{}{ends}", "x".repeat(20_000)),
                "output is longer than",
            ),
            (
                format!(
                    "{{% set a = piece %}}{}",
                    "{% set a = a ~ a ~ a ~ a %}".repeat(20)
                ),
                "a value has more than",
            ),
            (
                format!("{{% set a = piece %}}{}", "{% set a = [a, a] %}".repeat(50)),
                "a value has more than",
            ),
            (
                format!(
                    "{{% set a = [1] %}}{}",
                    "{% set a = [...a, ...a] %}".repeat(40)
                ),
                "a value has more than",
            ),
            (
                format!("{{% set a = 1 %}}{rounds}{{% set_global a = [a] %}}{ends}"),
                "deep",
            ),
            (
                format!("{{% set a = piece %}}{rounds}{{% set_global a = a ~ a %}}{ends}"),
                "a value has more than",
            ),
            (
                format!(
                    "{{{{ piece{} }}}}",
                    " | replace(from='k', to='kkkkkkkkkkkkkkkk')".repeat(20)
                ),
                "`replace` makes more than",
            ),
            (
                format!(
                    "{{% set a = piece %}}{}{rounds}{{% if a | upper | lower == a %}}{{% endif %}}{ends}",
                    "{% set a = a ~ a %}".repeat(18)
                ),
                "handles more than",
            ),
        ] {
            let own = [("card.md".to_string(), text)];
            let fault = Templates::new(&own, english())
                .unwrap()
                .render("card.md", &json!({"piece": "rook"}))
                .unwrap_err();
            assert!(fault.message.contains(expected), "{fault:?}");
        }
    }

    #[test]
    fn the_templates_of_a_book_share_one_limit() {
        let text = "{% for i in range(end=400000) %}{% endfor %}";
        let templates =
            Templates::new(&[("card.md".to_string(), text.to_string())], english()).unwrap();
        let render = || templates.render("card.md", &json!({}));
        let fault = (0..30).find_map(|_| render().err()).unwrap();
        assert!(fault.message.contains("over all pages"), "{fault:?}");
        templates.reset_counts();
        assert!(render().is_ok());
    }

    #[test]
    fn built_in_templates_have_no_limit() {
        let long = json!({"piece": "x".repeat(20_000_000)});
        let render = |own: &str| {
            let mut templates =
                Templates::new(&[(own.to_string(), "{{ piece }}".to_string())], english()).unwrap();
            templates.add("facts.md", "{{ piece }}");
            templates.render("facts.md", &long).map(|text| text.len())
        };
        assert_eq!(render("card.md").unwrap(), 20_000_000);
        assert!(
            render("facts.md")
                .unwrap_err()
                .message
                .contains("output is longer than")
        );
    }

    #[test]
    fn counting_does_not_change_the_output() {
        let piece = json!({"piece": {"name": "Rook", "moves": ["a1", "b2"], "none": null}});
        for text in [
            "{% set a = piece.name ~ '!' if piece.moves else 1 %}{{ a }}",
            "{% for m in piece.moves %}{{ loop.index ~ m | upper }},{% endfor %}",
            "{{ piece.moves | join(sep=', ') }}{{ pice | default(value='x') }}",
            "{% if 'a1' in piece.moves and piece.name == 'Rook' and 2 not in [1] %}yes{% endif %}",
            "{{ '<b>' | safe | replace(from='b', to='i') }}{{ 'a b' | split(pat=' ') | length }}",
        ] {
            let mut plain = Templates::new(&[], english()).unwrap();
            plain.add("card.md", text);
            let own =
                Templates::new(&[("card.md".to_string(), text.to_string())], english()).unwrap();
            assert_eq!(
                own.render("card.md", &piece).unwrap(),
                plain.render("card.md", &piece).unwrap(),
                "{text}"
            );
        }
        let own: Vec<_> = REPLACEABLE
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .into();
        assert!(Templates::new(&own, english()).is_ok());
    }

    #[test]
    fn faults_point_into_the_template() {
        let own = [("card.md".to_string(), "one\n{{ piece".to_string())];
        let faults = Templates::new(&own, english()).unwrap_err();
        assert_eq!(faults[0].template, "card.md");
        assert!(
            faults[0]
                .range
                .as_ref()
                .is_some_and(|range| range.start >= 4),
            "{faults:?}"
        );
        let text = "one\n{{ 'ä' ~ now() }} {{ 'a' | shout }} {% include 'none' %}";
        for (word, expected) in [
            ("now", "function `now`"),
            ("shout", "filter `shout`"),
            ("none", "template `none`"),
        ] {
            let others = ["now()", "'a' | shout", "{% include 'none' %}"];
            let others = others.into_iter().filter(|other| !other.contains(word));
            let text = others.fold(text.to_string(), |text, other| {
                text.replace(other, &"1".repeat(3))
            });
            let faults =
                Templates::new(&[("card.md".to_string(), text.clone())], english()).unwrap_err();
            let range = faults[0].range.clone().unwrap();
            assert!(
                text[range].contains(word) && faults[0].message.ends_with(expected),
                "{faults:?}"
            );
        }
        let own = [("card.md".to_string(), "one\n{{ pice }}".to_string())];
        let fault = Templates::new(&own, english())
            .unwrap()
            .render("card.md", &json!({"piece": "rook"}))
            .unwrap_err();
        assert_eq!(fault.range, Some(7..11), "{fault:?}");
        let own = [(
            "card.md".to_string(),
            "{% for i in range(end=2) %}{{ pice }}{% endfor %}".to_string(),
        )];
        let fault = Templates::new(&own, english())
            .unwrap()
            .render("card.md", &json!({"piece": "rook"}))
            .unwrap_err();
        assert_eq!(fault.range, Some(30..34), "{fault:?}");
    }
}
