//! Describes in words what a JSON schema expects.

use serde_json::Value;

use crate::schema::MAX_INTEGER;

/// What a schema expects, as a phrase: "a whole number from 1 to 8". That a value may also be null is
/// not worth mentioning.
pub(super) fn describe(schema: &Value) -> String {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return or_list(words.iter().map(spell));
    }
    if let Some(only) = schema.get("const") {
        return spell(only);
    }
    let alternatives = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    if let Some(alternatives) = alternatives.and_then(Value::as_array) {
        return or_list(
            alternatives.iter().filter(|schema| schema["type"] != "null").map(describe),
        );
    }
    match &schema["type"] {
        Value::String(name) => describe_type(schema, name),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            or_list(names.map(|name| describe_type(schema, name)))
        }
        _ => "another value".to_owned(),
    }
}

fn describe_type(schema: &Value, name: &str) -> String {
    match name {
        "integer" => format!("a whole number{}", range(schema, "minimum", "maximum", "")),
        "number" => format!("a number{}", range(schema, "minimum", "maximum", "")),
        "string" => format!("a text{}", range(schema, "minLength", "maxLength", " characters")),
        "array" => format!("a list{}", range(schema, "minItems", "maxItems", " items")),
        "boolean" => "true or false".to_owned(),
        "object" => match schema["required"].as_array().map(Vec::as_slice) {
            Some([Value::String(only)]) => format!("an object with '{only}'"),
            _ => "an object".to_owned(),
        },
        other => other.to_owned(),
    }
}

/// The limits of a value: " from 1 to 8".
fn range(schema: &Value, least: &str, most: &str, unit: &str) -> String {
    let limit = |name: &str| schema.get(name).filter(|limit| limit.is_number());
    let most = limit(most).filter(|most| most.as_u64() != Some(MAX_INTEGER));
    match (limit(least), most) {
        (Some(least), Some(most)) => format!(" from {least} to {most}{unit}"),
        (None, Some(most)) => format!(" of at most {most}{unit}"),
        (Some(least), None) => format!(" of at least {least}{unit}"),
        (None, None) => String::new(),
    }
}

/// A value of a list of choices.
fn spell(word: &Value) -> String {
    match word {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

/// Phrases joined by commas and "or": "a, b or c". Repeated ones are left out.
pub(super) fn or_list(phrases: impl IntoIterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for phrase in phrases {
        if !all.contains(&phrase) {
            all.push(phrase);
        }
    }
    match all.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}
