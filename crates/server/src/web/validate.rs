//! Reads JSON that clients send.
//!
//! JSON is checked against the schema of the type it is read as, the same schema that the OpenAPI
//! document has. So the server accepts exactly what the document allows, and errors name the field,
//! what was expected and what was received.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use strata_rules::shorten;

use super::expected::{describe, or_list};
use crate::error::ApiError;
use crate::schema::{MAX_INTEGER, request_schema};
use crate::sync::lock;

/// Something that clients send as JSON or as query parameters.
pub(crate) trait ApiRequest: DeserializeOwned + JsonSchema + 'static {}

impl<T: DeserializeOwned + JsonSchema + 'static> ApiRequest for T {}

/// The schema of a request.
pub(crate) fn schema_of<T: ApiRequest>() -> Arc<Value> {
    static KNOWN: LazyLock<Mutex<HashMap<TypeId, Arc<Value>>>> = LazyLock::new(Mutex::default);
    let new = || Arc::new(request_schema::<T>());
    Arc::clone(lock(&KNOWN).entry(TypeId::of::<T>()).or_insert_with(new))
}

/// Parses JSON text.
pub(crate) fn parse(text: &[u8]) -> Result<Value, ApiError> {
    serde_json::from_slice(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        ApiError::BadRequest(format!("invalid JSON at line {line}, column {column}"))
    })
}

/// Reads a request.
pub(crate) fn read<T: ApiRequest>(mut value: Value) -> Result<T, ApiError> {
    check(&schema_of::<T>(), &mut value, Place::Root)
        .map_err(|problem| ApiError::BadRequest(problem.to_string()))?;
    serde_json::from_value(value).map_err(|error| {
        tracing::error!(%error, request = %T::schema_name(), "valid by its schema, but unreadable");
        ApiError::BadRequest("the request does not match api/openapi.json".to_owned())
    })
}

/// A place in JSON: `seats[0].level`.
#[derive(Clone, Copy)]
enum Place<'a> {
    Root,
    Field(&'a Self, &'a str),
    Item(&'a Self, usize),
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(Self::Root, name) => f.write_str(&shorten(name)),
            Self::Field(outer, name) => write!(f, "{outer}.{}", shorten(name)),
            Self::Item(outer, index) => write!(f, "{outer}[{index}]"),
        }
    }
}

/// What is wrong with a value.
#[derive(Debug, PartialEq, Eq)]
struct Problem {
    place: String,
    text: String,
}

impl Problem {
    fn new(place: Place<'_>, text: String) -> Self {
        Self { place: place.to_string(), text }
    }

    /// The value is not what the schema describes.
    fn mismatch(schema: &Value, value: &Value, place: Place<'_>) -> Self {
        Self::new(place, format!("expected {}, got {}", describe(schema), show(value)))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.text),
            place => write!(f, "{place}: {}", self.text),
        }
    }
}

/// A value in an error message.
fn show(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => "an empty text".to_owned(),
        Value::String(text) => format!("'{}'", shorten(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => shorten(&other.to_string()),
    }
}

/// Checks a value. Whole numbers that are spelled with a fraction, such as `3.0`, lose it.
fn check(schema: &Value, value: &mut Value, place: Place<'_>) -> Result<(), Problem> {
    if let Some(alternatives) = alternatives(schema) {
        return check_alternatives(schema, alternatives, value, place);
    }
    if is_integer_schema(schema) {
        drop_zero_fraction(value);
    }
    if !fits_type(schema, value) || !fits_limits(schema, value) {
        return Err(Problem::mismatch(schema, value, place));
    }
    match value {
        Value::Object(fields) => check_fields(schema, fields, place),
        Value::Array(items) => {
            let Some(item_schema) = schema.get("items") else { return Ok(()) };
            let mut items = items.iter_mut().enumerate();
            items.try_for_each(|(at, item)| check(item_schema, item, Place::Item(&place, at)))
        }
        _ => Ok(()),
    }
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("anyOf").or_else(|| schema.get("oneOf"))?.as_array()
}

fn check_alternatives(
    schema: &Value,
    alternatives: &[Value],
    value: &mut Value,
    place: Place<'_>,
) -> Result<(), Problem> {
    let mut closest = Vec::new();
    for alternative in alternatives {
        let mut changed = value.clone();
        match check(alternative, &mut changed, place) {
            Ok(()) => {
                *value = changed;
                return Ok(());
            }
            Err(problem) if has_same_shape(alternative, value) => closest.push(problem),
            Err(_) => {}
        }
    }
    match (closest.pop(), closest.is_empty()) {
        (Some(only), true) => Err(only),
        _ => Err(Problem::mismatch(schema, value, place)),
    }
}

/// Whether a value was probably meant to be this: an object with all required fields, or any value
/// of the right type.
fn has_same_shape(schema: &Value, value: &Value) -> bool {
    let has_all = |fields: &Map<String, Value>| {
        let mut required = names(schema.get("required"));
        required.all(|name| fields.contains_key(name))
    };
    fits_type(schema, value) && value.as_object().is_none_or(has_all)
}

/// The strings of a list.
fn names(list: Option<&Value>) -> impl Iterator<Item = &str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn check_fields(
    schema: &Value,
    fields: &mut Map<String, Value>,
    place: Place<'_>,
) -> Result<(), Problem> {
    let known = schema.get("properties").and_then(Value::as_object);
    let others = schema.get("additionalProperties");
    for (name, value) in fields.iter_mut() {
        match (known.and_then(|known| known.get(name)), others) {
            (Some(schema), _) => check(schema, value, Place::Field(&place, name))?,
            (None, Some(Value::Bool(false))) => {
                return Err(Problem::new(place, unknown("field", name, schema)));
            }
            (None, Some(schema)) => check(schema, value, Place::Field(&place, name))?,
            (None, None) => {}
        }
    }
    match names(schema.get("required")).find(|name| !fields.contains_key(*name)) {
        Some(missing) => Err(Problem::new(place, format!("'{missing}' is missing"))),
        None => Ok(()),
    }
}

/// The error for a name that an object does not have.
pub(super) fn unknown(what: &str, name: &str, schema: &Value) -> String {
    let known = schema.get("properties").and_then(Value::as_object);
    let expected = or_list(known.into_iter().flat_map(Map::keys).cloned());
    format!("unknown {what} '{}'; expected {expected}", shorten(name))
}

fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        several => names(several).collect(),
    }
}

fn is_integer_schema(schema: &Value) -> bool {
    types(schema).contains(&"integer")
}

fn drop_zero_fraction(value: &mut Value) {
    if let Value::Number(number) = value
        && number.is_f64()
        && let Some(float) = number.as_f64().filter(|float| float.fract() == 0.0)
        && float.abs() <= MAX_INTEGER as f64
    {
        *value = (float as i64).into();
    }
}

fn fits_type(schema: &Value, value: &Value) -> bool {
    let is_fit = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        _ => false,
    };
    let types = types(schema);
    types.is_empty() || types.iter().any(is_fit)
}

fn fits_limits(schema: &Value, value: &Value) -> bool {
    let number = |name: &str| schema.get(name).and_then(Value::as_f64);
    let is_within = |size: f64, least: &str, most: &str| {
        number(least).is_none_or(|least| size >= least)
            && number(most).is_none_or(|most| size <= most)
    };
    let is_listed = |list: &Vec<Value>| list.contains(value);
    let fits_size = match value {
        Value::Number(number) => {
            number.as_f64().is_none_or(|size| is_within(size, "minimum", "maximum"))
        }
        Value::String(text) => is_within(text.chars().count() as f64, "minLength", "maxLength"),
        Value::Array(items) => is_within(items.len() as f64, "minItems", "maxItems"),
        _ => true,
    };
    fits_size
        && schema.get("enum").and_then(Value::as_array).is_none_or(is_listed)
        && schema.get("const").is_none_or(|only| only == value)
}

#[cfg(test)]
mod tests;
