//! What is wrong with JSON, in words for whoever sent it.

/// What a reader of JSON says, without the names that only the program knows.
pub(crate) fn in_plain_words(message: &str) -> String {
    let (what, place) = message.split_at(message.rfind(" at line ").unwrap_or(message.len()));
    format!("{}{place}", reword(what))
}

fn reword(what: &str) -> String {
    if what.starts_with("data did not match any variant") {
        return "a value is of the wrong kind".to_owned();
    }
    if let Some(part) = reword_part(what) {
        return part;
    }
    let Some((front, expected)) = what.rsplit_once(", expected ") else { return what.to_owned() };
    let found =
        ["invalid type: ", "invalid value: "].iter().find_map(|kind| front.strip_prefix(kind));
    // A list in place of something with names has the wrong length, as the reader sees it.
    let found = found.or_else(|| front.starts_with("invalid length ").then_some("sequence"));
    match found {
        Some(found) => format!("expected {}, not {}", expected_words(expected), found_words(found)),
        None => what.replacen("unknown variant", "unknown word", 1),
    }
}

/// What is wrong with a part of an address: "Cannot parse … `abc` to a `u64`".
fn reword_part(what: &str) -> Option<String> {
    let (_, what) = what.split_once("Cannot parse ")?;
    let (front, kind) = what.strip_suffix('`')?.rsplit_once(" to a `")?;
    let (_, found) = front.split_once('`')?;
    Some(format!("expected {}, not `{found}", expected_words(kind)))
}

fn expected_words(expected: &str) -> &str {
    match expected.split(' ').next().unwrap_or_default() {
        "struct" | "newtype" => "an object",
        "tuple" => "a list",
        "enum" | "variant" | "string" => "a word or an object",
        "u8" => "a whole number from 0 to 255",
        "u16" | "u32" | "u64" | "usize" => "a whole number from 0 up",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        _ => match expected {
            "a sequence" => "a list",
            "a map" => "an object",
            "a boolean" => "true or false",
            other => other,
        },
    }
}

fn found_words(found: &str) -> &str {
    match found {
        "map" => "an object",
        "sequence" => "a list",
        "unit value" => "null",
        _ => {
            let kinds = ["string ", "integer ", "floating point ", "boolean "];
            kinds.iter().find_map(|kind| found.strip_prefix(kind)).unwrap_or(found)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only errors are looked at")]
    struct PositionAsked {
        game: String,
        lines: Option<usize>,
        level: Option<u8>,
        seconds: Option<f64>,
        steps: Option<Vec<StepSent>>,
        value: Option<OptionValue>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only errors are looked at")]
    enum StepSent {
        Number(u32),
        Put { brush: String },
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only errors are looked at")]
    enum OptionValue {
        Number(u32),
    }

    #[test]
    fn errors_name_no_types() {
        for (json, expected) in [
            ("[]", "expected an object, not a list at line 1 column 2"),
            ("5", "expected an object, not `5` at line 1 column 1"),
            (r#"{"game":5}"#, "expected a string, not `5` at line 1 column 9"),
            ("{}", "missing field `game` at line 1 column 2"),
            (
                r#"{"lines":"x, expected y at line 7"}"#,
                r#"expected a whole number from 0 up, not "x, expected y at line 7" at line 1 column 34"#,
            ),
            (
                r#"{"level":300}"#,
                "expected a whole number from 0 to 255, not `300` at line 1 column 12",
            ),
            (r#"{"seconds":true}"#, "expected a number, not `true` at line 1 column 15"),
            (r#"{"steps":5}"#, "expected a list, not `5` at line 1 column 10"),
            (
                r#"{"steps":["leap"]}"#,
                "unknown word `leap`, expected `number` or `put` at line 1 column 16",
            ),
            (r#"{"steps":[{"put":[]}]}"#, "expected an object, not a list at line 1 column 19"),
            (r#"{"value":{}}"#, "a value is of the wrong kind at line 1 column 12"),
        ] {
            let error = serde_json::from_str::<PositionAsked>(json).expect_err(json).to_string();
            assert_eq!(in_plain_words(&error), expected, "{error}");
        }
    }
}
