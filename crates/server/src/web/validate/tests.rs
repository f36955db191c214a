use serde::Deserialize;
use serde_json::json;

use super::*;
use crate::api::types::analysis::AnalysisRequest;
use crate::api::types::commands::CommandRequest;
use crate::api::types::drafts::DraftRequest;
use crate::api::types::positions::PositionRequest;
use crate::api::types::sockets::SocketRequest;
use crate::api::types::tables::TableRequest;

/// The error of a request that is refused.
fn refusal<T: ApiRequest + fmt::Debug>(request: Value) -> String {
    let shown = request.to_string();
    read::<T>(request).expect_err(&shown).to_string()
}

#[test]
fn errors_name_the_field_the_expected_value_and_the_given_value() {
    let seats = json!([{ "kind": "person" }, { "kind": "bot", "level": 0 }]);
    for (error, expected) in [
        (refusal::<TableRequest>(json!([])), "expected an object, got a list"),
        (refusal::<TableRequest>(json!({})), "'game' is missing"),
        (
            refusal::<TableRequest>(json!({ "gaem": "staqs" })),
            "unknown field 'gaem'; expected clock, game, listed, options, position or seats",
        ),
        (
            refusal::<TableRequest>(json!({ "game": 5, "seats": [] })),
            "game: expected a text, got 5",
        ),
        (
            refusal::<TableRequest>(json!({ "game": "staqs", "seats": seats })),
            "seats[1].level: expected a whole number from 1 to 8, got 0",
        ),
        (
            refusal::<TableRequest>(json!({ "game": "staqs", "seats": [{ "kind": "cat" }, {}] })),
            "seats[0].kind: expected 'person', 'bot', 'remote' or 'open', got 'cat'",
        ),
        (
            refusal::<TableRequest>(json!({ "game": "staqs", "seats": [] })),
            "seats: expected a list from 2 to 4 items, got a list",
        ),
        (
            refusal::<PositionRequest>(json!({ "game": "staqs", "options": { "size": [] } })),
            "options.size: expected a whole number from 0 to 4294967295 or a text, got a list",
        ),
        (
            refusal::<PositionRequest>(json!({ "game": "staqs", "steps": [{ "square": 5 }] })),
            "steps[0].square: expected a text, got 5",
        ),
        (
            refusal::<AnalysisRequest>(json!({ "game": "staqs", "seconds": 500 })),
            "seconds: expected a number from 0.1 to 120.0, got 500",
        ),
        (
            refusal::<CommandRequest>(json!({ "command": "play", "mvv": "a1" })),
            "unknown field 'mvv'; expected command, mv, name, node, player or ply",
        ),
        (
            refusal::<DraftRequest>(json!({ "game": "staqs", "change": { "set": {} } })),
            "change.set: 'setting' is missing",
        ),
    ] {
        assert_eq!(error, expected);
    }
}

#[test]
fn whole_numbers_may_be_written_with_a_zero_fraction() {
    let request: SocketRequest = read(json!({ "seq": 257.0 })).expect("a message");
    assert_eq!(request.seq, Some(257));
    assert_eq!(
        refusal::<SocketRequest>(json!({ "seq": 2.5 })),
        "seq: expected a whole number of at least 0, got 2.5"
    );
}

#[test]
fn numbers_beyond_the_range_of_the_type_are_refused() {
    #[derive(Debug, Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only errors are checked")]
    struct Numbers {
        small: u8,
        large: u32,
        huge: u64,
    }
    let with = |small: u64, large: u64, huge: f64| {
        read::<Numbers>(json!({ "small": small, "large": large, "huge": huge })).is_ok()
    };
    assert!(with(255, u64::from(u32::MAX), 9_007_199_254_740_991.0));
    assert!(!with(256, 0, 0.0));
    assert!(!with(0, 1 << 32, 0.0));
    assert!(!with(0, 0, 1e16));
}

#[test]
fn invalid_json_is_reported_by_its_place() {
    let error = parse(b"{\n \"game\": }").expect_err("it is invalid");
    assert_eq!(error.to_string(), "invalid JSON at line 2, column 10");
}

/// The keywords that the check understands, and those that need no check.
const KEYWORDS: [&str; 20] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "title",
    "description",
    "default",
    "examples",
    "$schema",
];

#[test]
fn every_keyword_of_the_request_schemas_is_checked() {
    fn visit(schema: &Value) {
        let Value::Object(keywords) = schema else { return };
        for (keyword, value) in keywords {
            assert!(KEYWORDS.contains(&keyword.as_str()), "{keyword} in {schema}");
            match (keyword.as_str(), value) {
                ("properties", Value::Object(fields)) => fields.values().for_each(visit),
                ("anyOf" | "oneOf", Value::Array(all)) => all.iter().for_each(visit),
                ("items" | "additionalProperties", schema) => visit(schema),
                _ => {}
            }
        }
    }
    for schema in crate::routes::all().iter().flat_map(|route| route.operation.request_schemas()) {
        visit(&schema);
    }
}
