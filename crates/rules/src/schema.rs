//! JSON schemas of the types whose serialisation is written by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Options, Player, PlayerSet, Square};

impl JsonSchema for PlayerSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PlayerSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Player>::json_schema(generator)
    }
}

impl JsonSchema for Square {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A square, by its file and rank.",
            "type": "string",
            "pattern": "^[a-z][1-9][0-9]?$",
            "examples": ["c3"],
        })
    }
}

impl JsonSchema for Options {
    fn schema_name() -> Cow<'static, str> {
        "Options".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Every option of a game with its value.",
            "type": "object",
            "additionalProperties": { "type": ["integer", "string"], "minimum": 0 },
        })
    }
}
