//! The schemas of what is sent and answered.
//!
//! Those of requests are made from the types that read them. Those of answers are files, and a
//! test holds them against the answers of a server. In the files a reference is the name of a
//! schema, and an object has all of its properties unless `optional` lists them.

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

/// Where references lead.
pub(super) const SCHEMAS: &str = "#/components/schemas/";

const FILES: [&str; 6] = [
    include_str!("schemas/games.json"),
    include_str!("schemas/positions.json"),
    include_str!("schemas/records.json"),
    include_str!("schemas/tables.json"),
    include_str!("schemas/streams.json"),
    include_str!("schemas/engine.json"),
];

/// The schemas of all answers by name.
pub(super) fn of_answers() -> Map<String, Value> {
    // A file that is not JSON fails the tests.
    let read = |file| serde_json::from_str::<Map<_, _>>(file).unwrap_or_default();
    let mut all: Map<String, Value> = FILES.into_iter().flat_map(read).collect();
    all.values_mut().for_each(|schema| each_part(schema, &complete));
    all
}

/// The schemas of all requests by name.
pub(super) fn of_requests(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let mut all = generator.take_definitions(true);
    all.values_mut().for_each(tidy);
    all
}

/// Leaves out what only Rust knows, and the line breaks of comments.
pub(super) fn tidy(schema: &mut Value) {
    each_part(schema, &|part| {
        if part.get("format").is_some_and(Value::is_string) {
            part.remove("format");
        }
        if let Some(Value::String(text)) = part.get_mut("description") {
            *text = text.replace('\n', " ");
        }
    });
}

/// Makes a schema of the files one that everybody understands.
fn complete(part: &mut Map<String, Value>) {
    if let Some(Value::String(name)) = part.get_mut("$ref") {
        name.insert_str(0, SCHEMAS);
    }
    let optional = part.remove("optional").unwrap_or_default();
    let is_optional =
        |name: &str| optional.as_array().is_some_and(|all| all.iter().any(|other| other == name));
    if let Some(Value::Object(properties)) = part.get("properties") {
        let names: Vec<&String> = properties.keys().filter(|name| !is_optional(name)).collect();
        let required = json!(names);
        part.insert("required".to_owned(), required);
    }
}

/// Does something to every object of a schema, the inner ones first.
fn each_part(value: &mut Value, change: &dyn Fn(&mut Map<String, Value>)) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|value| each_part(value, change)),
        Value::Object(part) => {
            part.values_mut().for_each(|value| each_part(value, change));
            change(part);
        }
        _ => {}
    }
}
