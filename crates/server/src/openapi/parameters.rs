//! Path and query parameters.

use serde_json::{Value, json};

/// The names of the parameters of a path.
pub(super) fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('{').skip(1).filter_map(|part| part.split('}').next())
}

/// The description of a path parameter.
pub(super) fn path_parameter(name: &str) -> Value {
    let (about, schema) = match name {
        "game" => ("The id of a game.", json!({ "type": "string" })),
        "node" => (
            "The id of a history entry.",
            json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
        ),
        _ => ("The id of a table.", json!({ "type": "string" })),
    };
    json!({ "name": name, "in": "path", "required": true, "description": about, "schema": schema })
}

/// The properties of an object as query parameters.
pub(super) fn query_parameters(mut object: Value) -> Vec<Value> {
    let required = object["required"].take();
    let is_required =
        |name: &str| required.as_array().is_some_and(|all| all.contains(&name.into()));
    let Value::Object(properties) = object["properties"].take() else { return Vec::new() };
    let parameter = |(name, mut schema): (String, Value)| {
        let about = schema["description"].take();
        if let Value::Object(schema) = &mut schema {
            schema.remove("description");
            // A missing value is left out of the address, never null.
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
