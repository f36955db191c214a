//! Reads JSON. The modules do not use `serde_json` for that: it would take up a tenth of the core, mostly for
//! error messages with lines and columns. The page writes its requests with `JSON.stringify`, so there are no faults
//! that a user could correct.

use std::fmt;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// How deep arrays and objects may be nested.
const MOST_LEVELS: usize = 32;

/// Why a text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// An error about one of the names that the types know.
fn about(what: &str, name: &str) -> Error {
    Error([what, " ", name].concat())
}

// The provided methods would format what they found, and every type has a copy of that.
impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::custom("a value has the wrong type")
    }
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::custom("a value is not allowed")
    }
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::custom("a list has the wrong length")
    }
    fn unknown_variant(variant: &str, _: &'static [&'static str]) -> Self {
        about("unknown variant", variant)
    }
    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        about("unknown field", field)
    }
    fn missing_field(field: &'static str) -> Self {
        about("missing field", field)
    }
    fn duplicate_field(field: &'static str) -> Self {
        about("duplicate field", field)
    }
}

fn syntax() -> Error {
    Error::custom("the text is not JSON")
}

/// Reads a value.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut reader = Reader { text, at: 0, level: 0 };
    let value = T::deserialize(&mut reader)?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(syntax()),
    }
}

enum Number {
    Natural(u64),
    Negative(i64),
    Fraction(f64),
}

/// A number such as `-0.25` or `1e3`, exact for up to 15 digits. (The standard library's parser is exact for all numbers,
/// but takes much more code.)
fn fraction(text: &str) -> Option<f64> {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (is_negative, number) = match number.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, number),
    };
    let (whole, rest) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(whole) || !is_digits(rest) {
        return None;
    }
    let digit = |sum: f64, byte: u8| sum * 10.0 + f64::from(byte - b'0');
    let digits = whole.bytes().chain(rest.bytes()).fold(0.0, digit);
    let exponent = i32::from(exponent.parse::<i8>().ok()?);
    let shift = exponent - i32::try_from(rest.len()).ok()?;
    let power = (0..shift.unsigned_abs()).fold(1.0, |power: f64, _| power * 10.0);
    let value = if shift < 0 { digits / power } else { digits * power };
    Some(if is_negative { -value } else { value })
}

struct Reader<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
    level: usize,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
        self.byte()
    }

    /// Skips a byte, if it is the next one.
    fn skip(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, expected: u8) -> Result<(), Error> {
        self.skip(expected).then_some(()).ok_or_else(syntax)
    }

    fn word(&mut self, word: &str) -> Result<(), Error> {
        self.peek();
        let found = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        self.at += word.len();
        found.then_some(()).ok_or_else(syntax)
    }

    fn bool(&mut self) -> Result<bool, Error> {
        let is_true = self.peek() == Some(b't');
        self.word(if is_true { "true" } else { "false" })?;
        Ok(is_true)
    }

    fn number(&mut self) -> Result<Number, Error> {
        self.peek();
        let start = self.at;
        while matches!(self.byte(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        if text.starts_with('+') {
            return Err(syntax());
        }
        let whole = text.parse().map(Number::Natural);
        let whole = whole.or_else(|_| text.parse().map(Number::Negative));
        whole.ok().or_else(|| fraction(text).map(Number::Fraction)).ok_or_else(syntax)
    }

    fn string(&mut self) -> Result<String, Error> {
        self.expect(b'"')?;
        let mut found = String::new();
        loop {
            let rest = self.text.get(self.at..).ok_or_else(syntax)?;
            let plain = rest.find(['"', '\\']).ok_or_else(syntax)?;
            found.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(found);
            }
            let escaped = self.byte().ok_or_else(syntax)?;
            self.at += 1;
            found.push(match escaped {
                b'"' | b'\\' | b'/' => char::from(escaped),
                b'b' => '\u{8}',
                b'f' => '\u{c}',
                b'n' => '\n',
                b'r' => '\r',
                b't' => '\t',
                b'u' => self.escaped()?,
                _ => return Err(syntax()),
            });
        }
    }

    /// The character of `\u`, which may need a second escape. A half of a pair becomes �.
    fn escaped(&mut self) -> Result<char, Error> {
        let first = self.unit()?;
        let rest = self.text.get(self.at..).ok_or_else(syntax)?;
        if (0xd800..0xdc00).contains(&first) && rest.starts_with("\\u") {
            let at = self.at;
            self.at += 2;
            let second = self.unit()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return char::from_u32(code).ok_or_else(syntax);
            }
            self.at = at;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn unit(&mut self) -> Result<u32, Error> {
        let digits = self.text.get(self.at..self.at + 4).ok_or_else(syntax)?;
        self.at += 4;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let unit = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        unit.ok_or_else(syntax)
    }

    /// Enters an array or an object.
    fn enter(&mut self, start: u8) -> Result<(), Error> {
        self.expect(start)?;
        self.level += 1;
        if self.level > MOST_LEVELS {
            return Err(Error::custom("the lists are nested too deeply"));
        }
        Ok(())
    }

    fn leave(&mut self, end: u8) -> Result<(), Error> {
        self.level -= 1;
        self.expect(end)
    }

    /// Whether there is another element; skips the comma before it.
    fn has_next(&mut self, end: u8, is_first: &mut bool) -> Result<bool, Error> {
        if self.peek() == Some(end) {
            return Ok(false);
        }
        if !std::mem::take(is_first) {
            self.expect(b',')?;
        }
        Ok(true)
    }
}

type Read<'de, V> = Result<<V as Visitor<'de>>::Value, Error>;

impl<'de> Deserializer<'de> for &mut Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        match self.peek() {
            Some(b'"') => self.deserialize_string(visitor),
            Some(b'{') => self.deserialize_map(visitor),
            Some(b'[') => self.deserialize_seq(visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'n') => self.deserialize_unit(visitor),
            _ => self.deserialize_i64(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        visitor.visit_bool(self.bool()?)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        match self.number()? {
            Number::Natural(number) => visitor.visit_u64(number),
            Number::Negative(number) => visitor.visit_i64(number),
            Number::Fraction(number) => visitor.visit_f64(number),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.deserialize_i64(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        visitor.visit_string(self.string()?)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        visitor.visit_str(&self.string()?)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.word("null")?;
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        if self.peek() == Some(b'n') {
            self.word("null")?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Read<'de, V> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.enter(b'[')?;
        let value = visitor.visit_seq(Elements { reader: self, is_first: true })?;
        self.leave(b']')?;
        Ok(value)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Read<'de, V> {
        self.enter(b'{')?;
        let value = visitor.visit_map(Elements { reader: self, is_first: true })?;
        self.leave(b'}')?;
        Ok(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<'de, V> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<'de, V> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u128 f32 f64 char bytes byte_buf unit_struct tuple tuple_struct ignored_any
    }
}

/// The elements of an array or an object.
struct Elements<'r, 'a> {
    reader: &'r mut Reader<'a>,
    is_first: bool,
}

impl<'de> SeqAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        match self.reader.has_next(b']', &mut self.is_first)? {
            true => seed.deserialize(&mut *self.reader).map(Some),
            false => Ok(None),
        }
    }
}

impl<'de> MapAccess<'de> for Elements<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        match self.reader.has_next(b'}', &mut self.is_first)? {
            true => seed.deserialize(&mut *self.reader).map(Some),
            false => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        self.reader.expect(b':')?;
        seed.deserialize(&mut *self.reader)
    }
}

/// A variant is a string, or an object with one field.
impl<'de, 'r, 'a> EnumAccess<'de> for &'r mut Reader<'a> {
    type Error = Error;
    type Variant = Variant<'r, 'a>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Self::Variant), Error> {
        let has_value = self.peek() == Some(b'{');
        if has_value {
            self.enter(b'{')?;
        }
        let name = self.string()?;
        let name: StrDeserializer<'_, Error> = name.as_str().into_deserializer();
        Ok((seed.deserialize(name)?, Variant { reader: self, has_value }))
    }
}

struct Variant<'r, 'a> {
    reader: &'r mut Reader<'a>,
    has_value: bool,
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.has_value { Err(syntax()) } else { Ok(()) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        if !self.has_value {
            return Err(syntax());
        }
        self.reader.expect(b':')?;
        let value = seed.deserialize(&mut *self.reader)?;
        self.reader.leave(b'}')?;
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Read<'de, V> {
        Err(syntax())
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<'de, V> {
        if !self.has_value {
            return Err(syntax());
        }
        self.reader.expect(b':')?;
        let value = self.reader.deserialize_map(visitor)?;
        self.reader.leave(b'}')?;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Shape {
        Point,
        Circle(u8),
        Box { wide: u32, high: Option<u32> },
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Drawing {
        shapes: Vec<Shape>,
        #[serde(default)]
        name: String,
        #[serde(flatten)]
        more: serde_json::Map<String, Value>,
    }

    #[test]
    fn text_is_read_as_serde_json_reads_it() {
        let texts = [
            json!({}),
            json!([1, -2, true, false, null, "", [], [[{"a": {"b": []}}]]]),
            json!({"text": "\" \\ / \n \r \t \u{8} \u{c} \u{1} é 漢 😀", "é": [u64::MAX, i64::MIN, 0, 0.5, -2.25, 0.1, 1e3, 120.0, 0.001]}),
        ];
        for value in texts {
            for text in [value.to_string(), serde_json::to_string_pretty(&value).expect("JSON")] {
                assert_eq!(read::<Value>(&text), Ok(value.clone()), "{text}");
            }
        }
        let escaped = r#""\u0041\u00e9\ud83d\ude00\/""#;
        assert_eq!(read::<Value>(escaped), Ok(json!("Aé😀/")));
        assert_eq!(read::<Value>(r#""\ud83dx\ude00\ud83d\u0041""#), Ok(json!("�x��A")));
    }

    #[test]
    fn types_are_read_as_serde_json_reads_them() {
        let text = r#"{"shapes": ["point", {"circle": 7}, {"box": {"wide": 3, "high": null, "deep": [1]}}], "flip": true}"#;
        let drawing: Drawing = read(text).expect("a drawing");
        assert_eq!(drawing, serde_json::from_str(text).expect("a drawing"));
        assert_eq!(drawing.shapes.len(), 3);
    }

    #[test]
    fn faulty_text_is_refused() {
        let text = r#"{"shapes":["point",{"circle":7},{"box":{"wide":3}}],"name":"a\n\u00e9"}"#;
        assert!(read::<Drawing>(text).is_ok());
        for end in 0..text.len() {
            let cut = text.get(..end).expect("ASCII");
            assert!(read::<Drawing>(cut).is_err(), "{cut}");
            assert!(read::<Value>(cut).is_err(), "{cut}");
        }
        let faulty = [
            "--1",
            "+1",
            "1.",
            ".5",
            "1e",
            "-",
            "[1 2]",
            "[,1]",
            "{1:2}",
            "{\"a\" 1}",
            "nul",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u+123\"",
            "1 1",
            "[1]]",
        ];
        for text in faulty {
            assert!(read::<Value>(text).is_err(), "{text}");
        }
        for text in [
            r#"{"point":1}"#,
            r#""circle""#,
            r#"{"circle":256}"#,
            r#"{"circle":-1}"#,
            r#""line""#,
            r#"{"circle":1,"box":1}"#,
        ] {
            assert!(read::<Shape>(text).is_err(), "{text}");
            assert!(serde_json::from_str::<Shape>(text).is_err(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(read::<Value>(&deep).is_err());
        assert!(read::<serde::de::IgnoredAny>(&deep).is_err());
        let nested = format!("{}1{}", "[".repeat(MOST_LEVELS), "]".repeat(MOST_LEVELS));
        assert!(read::<Value>(&nested).is_ok());
    }
}
