//! The program's own words on pages: templates, scripts and the typesetter ask for them by id.

use super::language::direction;
use padma_book::pages::decl::BookDecl;
use padma_book::pages::made::ReferencePage;
use padma_rules::model::{CellKind, Side};
use padma_templates::SAYING_SCRIPT;
use padma_words::{Language, Listing, MessagePart, MessageText, SlotValue, row};
use serde_json::{Map, Value as Json, json};
use tera::{Error, Kwargs, State, TeraResult, Value};

/// Returns the name of a side.
pub(crate) fn side_name(side: Side) -> SlotValue {
    row("rules.side", side.name())
}

/// Returns the name of a kind of cell.
pub(crate) fn kind_name(kind: CellKind) -> SlotValue {
    row("places.ground", kind.name())
}

/// Returns the title of a page that is made for every book. One that retells nothing has no errata.
pub(crate) fn page_title(page: ReferencePage, decl: &BookDecl) -> String {
    let key = match page {
        ReferencePage::Errata if decl.sources.is_empty() => "questions.md",
        page => page.path(),
    };
    decl.words.say(row("labels.page", key))
}

/// Says a message in a template: `{{ say(id="figure", number=3) }}`. Without the name of a file, an
/// id is one of the labels. What slots hold is escaped as a value of the template is.
pub(super) fn say(words: &Language, arguments: Kwargs, state: &State<'_>) -> TeraResult<Value> {
    let id = arguments.must_get::<&str>("id")?;
    let name = id.split(':').next().unwrap_or_default();
    let file = if name.contains('.') { "" } else { "labels." };
    let slots = arguments.iter();
    let slots = slots.map(|(name, value)| Ok((name.to_string(), slot_value(value, state)?)));
    let mut slots: Vec<(String, SlotValue)> = slots.collect::<TeraResult<_>>()?;
    slots.retain(|(name, _)| name != "id");
    let said = words.ask(&format!("{file}{id}"), slots);
    Ok(Value::safe_string(&said.map_err(Error::message)?))
}

/// Returns a value of a template as what a slot holds; a list is written with commas.
fn slot_value(value: &Value, state: &State<'_>) -> TeraResult<SlotValue> {
    if let Some(items) = value.as_array() {
        let items: Vec<SlotValue> = items
            .iter()
            .map(|item| slot_value(item, state))
            .collect::<TeraResult<_>>()?;
        return Ok(Listing::Enumeration.of(items));
    }
    Ok(match (value.as_bool(), value.as_u64()) {
        _ if value.is_none() => SlotValue::None,
        (Some(is_so), _) => is_so.into(),
        (_, Some(number)) => SlotValue::Number(number),
        _ => state.escape_if_needed(value)?.into(),
    })
}

/// Returns a script with the messages that it asks for, and the function that says
/// them. Without the name of a file, an id is one of the scripts'.
pub(super) fn with_words(script: &str, words: &Language) -> String {
    // Both `say("` and `padmaSay("` end so. The argument of another function is not an id and has no message.
    let asked = script.split("ay(\"").skip(1);
    let asked = asked.filter_map(|rest| rest.split('"').next());
    let messages: Map<String, Json> = asked.filter_map(|id| asked_message(id, words)).collect();
    if messages.is_empty() {
        return script.to_string();
    }
    // A `<` could end the script element.
    let messages = Json::from(messages).to_string().replace('<', "\\u003c");
    let language =
        json!({"tag": words.tag(), "direction": direction(words.tag()), "counts": words.counts()});
    let language = language.to_string();
    let saying = SAYING_SCRIPT.replace("LANGUAGE", &language);
    saying.replace("MESSAGES", &messages) + script
}

/// Returns a message that a script asks for, with its id.
fn asked_message(id: &str, words: &Language) -> Option<(String, Json)> {
    let (name, form) = id.split_once(':').unwrap_or((id, ""));
    let file = if name.contains('.') { "" } else { "scripts." };
    let message = words.message(&format!("{file}{name}"), form)?;
    Some((id.to_string(), parts(message)?))
}

/// Returns the language for the typesetter: all messages, by id, and how nouns are counted.
#[cfg(feature = "pdf")]
pub(super) fn all_messages(words: &Language) -> Json {
    let rows = words.ids().flat_map(|id| {
        let name = id.strip_prefix("labels.").unwrap_or(id);
        words.rows(id).filter_map(move |(form, message)| {
            let colon = if form.is_empty() { "" } else { ":" };
            Some((format!("{name}{colon}{form}"), parts(message)?))
        })
    });
    json!({"messages": rows.collect::<Json>(), "counts": words.counts()})
}

/// Returns a message as scripts and the typesetter read it: a list of texts, slots (`["count"]`),
/// slots with choices (`["count", {"one": …}]`), and what may be left out (`{"group": …}`). `None`
/// if it needs the grammar of the language.
fn parts(message: &MessageText) -> Option<Json> {
    let part = |part: &MessagePart| match part {
        MessagePart::Text(text) => Some(json!(text)),
        MessagePart::Slot { slot, form } if form.is_empty() => Some(json!([slot])),
        MessagePart::Choice { slot, choices } => {
            let choices = choices.iter();
            let choices = choices.map(|(key, message)| Some((key.clone(), parts(message)?)));
            Some(json!([slot, choices.collect::<Option<Map<_, _>>>()?]))
        }
        MessagePart::Group(message) => Some(json!({"group": parts(message)?})),
        _ => None,
    };
    message.0.iter().map(part).collect()
}
