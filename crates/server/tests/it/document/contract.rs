//! Checks responses against the OpenAPI document.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use jsonschema::Validator;
use serde_json::Value;
use strata_bench_server::client::Response;

use crate::common::Server;

/// The document of a server, and the responses that have occurred.
pub(crate) struct Contract {
    pub(crate) document: Value,
    /// The schemas without additional properties.
    strict: Value,
    /// The validators by the text of their schema.
    validators: RefCell<BTreeMap<String, Validator>>,
    seen: RefCell<BTreeSet<(String, String)>>,
}

impl Contract {
    pub(crate) async fn of(server: &Server) -> Self {
        let document = server.get("api/openapi.json").await.json();
        let mut strict = document["components"].clone();
        close(&mut strict);
        Self { document, strict, validators: RefCell::default(), seen: RefCell::default() }
    }

    /// Every operation: its method, its path and its description.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        let paths = self.document["paths"].as_object().expect("paths");
        paths.iter().flat_map(|(path, all)| {
            let all = all.as_object().expect("operations");
            all.iter().map(move |(method, operation)| (method.as_str(), path.as_str(), operation))
        })
    }

    /// Checks that the document describes a response.
    pub(crate) fn check(&self, method: &str, path: &str, answer: &Response) {
        let (status, kind) = (answer.status, answer.header("content-type").unwrap_or_default());
        let (operation, schema) = self.schema(method, path, status, kind);
        if kind == "application/json" {
            self.check_value(schema, &answer.json(), &format!("{operation} {status}"));
        }
    }

    /// Checks one line of a streamed response.
    pub(crate) fn check_line(&self, method: &str, path: &str, line: &Value) {
        let (operation, schema) = self.schema(method, path, 200, "application/x-ndjson");
        self.check_value(schema, line, &operation);
    }

    /// Checks a value from the server, which must not have undocumented fields.
    pub(crate) fn check_value(&self, schema: &Value, value: &Value, what: &str) {
        let mut validators = self.validators.borrow_mut();
        let validator =
            validators.entry(schema.to_string()).or_insert_with(|| validator(schema, &self.strict));
        let faults = validator.iter_errors(value);
        let faults: Vec<String> =
            faults.map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{what}: {faults:#?}\n{value:#}");
    }

    /// Whether a request may be sent according to this schema.
    pub(crate) fn may_be_sent(&self, schema: &Value, value: &Value) -> bool {
        validator(schema, &self.document["components"]).is_valid(value)
    }

    /// The schema for a response, which counts as seen.
    fn schema(&self, method: &str, path: &str, status: u16, kind: &str) -> (String, &Value) {
        let path = path.split('?').next().unwrap_or_default();
        let fits = |operation: &(&str, &str, &Value)| {
            operation.0.eq_ignore_ascii_case(method) && matches(operation.1, path)
        };
        // A path without parameters comes before one with parameters.
        let found = self.operations().filter(fits).min_by_key(|found| found.1.matches('{').count());
        let (.., operation) = found.unwrap_or_else(|| panic!("{method} {path} is unknown"));
        let id = operation["operationId"].as_str().expect("an id").to_owned();
        let response = self.response(operation, status);
        assert!(response.is_object(), "{id}: status {status} is unknown");
        self.seen.borrow_mut().insert((id.clone(), status.to_string()));
        let kind = kind.split(';').next().unwrap_or_default();
        let schema = &response["content"][kind]["schema"];
        assert!(schema.is_object(), "{id}: type {kind} is unknown with status {status}");
        (id, schema)
    }

    fn response<'a>(&'a self, operation: &'a Value, status: u16) -> &'a Value {
        let response = &operation["responses"][status.to_string()];
        match response["$ref"].as_str().and_then(|link| link.strip_prefix('#')) {
            Some(place) => self.document.pointer(place).expect("an answer"),
            None => response,
        }
    }

    /// The documented responses that have not occurred.
    pub(crate) fn unseen(&self) -> Vec<(String, String)> {
        let seen = self.seen.borrow();
        let promised = self.operations().flat_map(|(.., operation)| {
            let id = operation["operationId"].as_str().expect("an id");
            let statuses = operation["responses"].as_object().expect("answers").keys();
            statuses.map(move |status| (id.to_owned(), status.clone()))
        });
        promised.filter(|answer| !seen.contains(answer)).collect()
    }
}

/// The validator of a schema, which may refer to others.
fn validator(schema: &Value, components: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = components.clone();
    jsonschema::draft202012::new(&whole).expect("a schema")
}

/// Whether a path matches a template.
fn matches(template: &str, path: &str) -> bool {
    let (template, path) = (template.trim_start_matches('/'), path.trim_start_matches('/'));
    let fits = |(part, text): (&str, &str)| match (part.find('{'), part.split_once('}')) {
        (Some(_), Some((_, end))) => text.ends_with(end),
        _ => part == text,
    };
    template.split('/').count() == path.split('/').count()
        && template.split('/').zip(path.split('/')).all(fits)
}

/// Forbids undocumented fields in all objects.
fn close(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(close),
        Value::Object(part) => {
            part.values_mut().for_each(close);
            if part.get("properties").is_some_and(Value::is_object) {
                part.insert("additionalProperties".to_owned(), false.into());
            }
        }
        _ => {}
    }
}
