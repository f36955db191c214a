//! Writes the schemas of the document as TypeScript types, for the type checker of the page.

use std::fmt::Write;

use serde_json::{Map, Value};

const HEAD: &str = "\
// The requests and responses of the server's API. Generated from crates/api/src/types; renew with
// STRATA_RENEW=1 cargo nextest run -p strata-server generated
";

/// All schemas as exported types.
pub(super) fn typescript(schemas: &Map<String, Value>) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in schemas {
        text.push('\n');
        text += &comment(schema, "");
        // Writing to a string cannot fail.
        let _ = match schema.get("properties") {
            Some(_) => writeln!(text, "export interface {name} {}", fields(schema)),
            None => writeln!(text, "export type {name} = {};", type_of(schema)),
        };
    }
    text
}

fn comment(schema: &Value, indent: &str) -> String {
    match schema["description"].as_str() {
        Some(about) => format!("{indent}/** {about} */\n"),
        None => String::new(),
    }
}

/// The fields of an object, one per line.
fn fields(schema: &Value) -> String {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let mut text = "{\n".to_owned();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let mark = if required.contains(&name.as_str().into()) { "" } else { "?" };
        text += &comment(field, "  ");
        let _ = writeln!(text, "  {name}{mark}: {};", type_of(field));
    }
    text + "}"
}

fn type_of(schema: &Value) -> String {
    if let Some(link) = schema["$ref"].as_str() {
        return link.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(Value::to_string));
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(alternatives) = schema[keyword].as_array() {
            return union(alternatives.iter().map(type_of));
        }
    }
    match &schema["type"] {
        Value::String(name) => simple(schema, name),
        Value::Array(names) => {
            union(names.iter().filter_map(Value::as_str).map(|name| simple(schema, name)))
        }
        _ => "unknown".to_owned(),
    }
}

fn simple(schema: &Value, name: &str) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let item = type_of(&schema["items"]);
            if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
        }
        "object" if schema.get("properties").is_some() => {
            fields(schema).replace("\n  ", " ").replace('\n', " ")
        }
        "object" => format!("Record<string, {}>", type_of(&schema["additionalProperties"])),
        other => other.to_owned(),
    }
}

fn union(types: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for one in types {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all.join(" | ")
}
