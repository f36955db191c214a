//! JSON schemas of the API's types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

fn settings() -> SchemaSettings {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings
}

/// Generates the schemas of what clients send.
pub(crate) fn request_generator() -> SchemaGenerator {
    settings().for_deserialize().into_generator()
}

/// Generates the schemas of what the server sends.
pub(crate) fn response_generator() -> SchemaGenerator {
    settings().for_serialize().into_generator()
}

/// The whole schema of a request, without references.
pub(crate) fn request_schema<T: JsonSchema>() -> Value {
    let mut settings = settings().for_deserialize();
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    tidy_request(&mut schema);
    schema
}

/// The largest whole number that every JSON parser reads exactly.
pub(crate) const MAX_INTEGER: u64 = (1 << 53) - 1;

/// Completes the generated schema of a request, so that it states everything its type requires:
/// schemars leaves the upper bounds of integers to `format`, and omits them in flattened objects.
pub(crate) fn tidy_request(schema: &mut Value) {
    for_each_object(schema, &|part| {
        let maximum = match part.get("format").and_then(Value::as_str) {
            Some("uint8") => u64::from(u8::MAX),
            Some("uint32") => u64::from(u32::MAX),
            Some("uint64" | "uint") => MAX_INTEGER,
            _ => return,
        };
        part.entry("maximum").or_insert(maximum.into());
    });
    tidy(schema);
}

/// Removes what means something only in Rust: the names of number types, and line breaks of comments.
pub(crate) fn tidy(schema: &mut Value) {
    for_each_object(schema, &|part| {
        if part.get("format").is_some_and(Value::is_string) {
            part.remove("format");
        }
        if let Some(Value::String(text)) = part.get_mut("description") {
            *text = text.replace('\n', " ");
        }
        if let Some(closed) = part.remove("unevaluatedProperties") {
            part.insert("additionalProperties".to_owned(), closed);
        }
    });
}

/// Copies the fields of a referenced object into an object that has other fields, such as the
/// variant of an enum: many tools ignore what is next to a reference.
pub(crate) fn merge_references(schema: &mut Value, known: &Map<String, Value>) {
    for_each_object(schema, &|part| {
        let Some(Value::Object(own)) = part.get("properties").cloned() else { return };
        let Some(Value::String(link)) = part.remove("$ref") else { return };
        let Some(other) = link.rsplit('/').next().and_then(|name| known.get(name)) else { return };
        let mut fields = other["properties"].as_object().cloned().unwrap_or_default();
        fields.extend(own);
        let mut required = other["required"].as_array().cloned().unwrap_or_default();
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
        part.insert("properties".to_owned(), fields.into());
        part.insert("required".to_owned(), required.into());
    });
}

/// Changes every object of a schema, the inner ones first.
fn for_each_object(value: &mut Value, change: &dyn Fn(&mut Map<String, Value>)) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|value| for_each_object(value, change)),
        Value::Object(part) => {
            part.values_mut().for_each(|value| for_each_object(value, change));
            change(part);
        }
        _ => {}
    }
}
