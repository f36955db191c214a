//! What the address of a request says: the parts of its path, and what is behind the question mark.

use serde_json::{Value, json};

use super::schemas::tidy;

/// The parts of a path that stand for something.
pub(super) fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|part| part.split('}').next())
}

/// A part of a path by its name.
pub(super) fn path_parameter(name: &str) -> Value {
    let (about, schema) = match name {
        "game" => ("The id of a game.", json!({ "type": "string" })),
        "node" => (
            "The id of a place in the history of the game.",
            json!({ "type": "integer", "minimum": 0 }),
        ),
        _ => ("The id of a table.", json!({ "type": "string" })),
    };
    json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema })
}

/// The properties of an object as parameters behind the question mark.
pub(super) fn query_parameters(mut object: Value) -> Vec<Value> {
    tidy(&mut object);
    let required = object["required"].take();
    let is_required =
        |name: &str| required.as_array().is_some_and(|all| all.contains(&name.into()));
    let Value::Object(properties) = object["properties"].take() else { return Vec::new() };
    let parameter = |(name, mut schema): (String, Value)| {
        let mut about = schema["description"].take();
        if let (Some("boolean"), Some(text)) = (schema["type"].as_str(), about.as_str()) {
            about = format!("{text} Spelled 1 or 0, or true or false.").into();
        }
        if let Value::Object(schema) = &mut schema {
            schema.remove("description");
            // What is not there is left out of an address.
            if let Some(Value::Array(types)) = schema.get("type") {
                let kind = types[0].clone();
                schema.insert("type".to_owned(), kind);
            }
        }
        json!({
            "name": name, "in": "query", "required": is_required(&name),
            "description": about, "schema": schema,
        })
    };
    properties.into_iter().map(parameter).collect()
}
