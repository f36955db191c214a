//! Describes one method of an address.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::parameters::{names_in, path_parameter, query_parameters};
use crate::api::types::ErrorBody;
use crate::web::validate::{ApiRequest, schema_of};

/// Why a request may be refused: the status, the name of the response, and what it means.
const REFUSALS: [(u16, &str, &str); 10] = [
    (400, "BadRequest", "The request does not match this document."),
    (401, "Unauthorized", "The secret is missing or does not match the seat."),
    (403, "OtherSite", "The request comes from a page of another site."),
    (404, "NotFound", "The table, game or history entry does not exist."),
    (408, "TooSlow", "The body took too long to arrive."),
    (409, "Conflict", "The state of the game does not allow it; nothing has changed."),
    (413, "TooLarge", "The body is too large."),
    (
        422,
        "Unprocessable",
        "A text in the request cannot be used, such as a position, a move or an option.",
    ),
    (429, "TooMany", "Too many requests from one address."),
    (503, "Unavailable", "The server cannot do it now."),
];

/// The description of one method of an address.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    /// The name of the group it belongs to.
    pub(crate) tag: &'static str,
    id: &'static str,
    summary: &'static str,
    body: Option<Body>,
    query: Option<fn() -> Arc<Value>>,
    secret: Secret,
    status: u16,
    answer: Answer,
    refusals: &'static [u16],
    links: &'static [&'static str],
}

/// The generators of the schemas of requests and responses.
pub(super) struct Generators {
    pub(super) requests: SchemaGenerator,
    pub(super) responses: SchemaGenerator,
}

/// The body of a request.
struct Body {
    /// The whole schema.
    schema: fn() -> Arc<Value>,
    reference: SchemaOf,
}

impl Body {
    fn describe(&self, generators: &mut Generators) -> Value {
        let is_required = (self.schema)().get("required").is_some();
        let schema = (self.reference)(&mut generators.requests);
        json!({ "required": is_required, "content": { "application/json": { "schema": schema } } })
    }
}

/// A function that adds the schema of a type to the document and returns a reference to it.
type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// Whether a request has the secret of a seat.
#[derive(PartialEq)]
enum Secret {
    Never,
    Optional,
    Required,
}

/// The body of a successful response.
enum Answer {
    Json(SchemaOf),
    /// Lines of JSON.
    Lines(SchemaOf),
    /// Something else of this media type.
    Other(&'static str),
    /// A socket, with the messages of the client and of the server.
    Socket(SchemaOf, SchemaOf),
}

/// An operation; one with an empty id is not part of the document.
pub(crate) const fn at(method: &'static str, path: &'static str, id: &'static str) -> Operation {
    Operation {
        method,
        path,
        tag: "",
        id,
        summary: "",
        body: None,
        query: None,
        secret: Secret::Never,
        status: 200,
        answer: Answer::Other("text/plain"),
        refusals: &[],
        links: &[],
    }
}

impl Operation {
    /// What it does, in a sentence.
    pub(crate) const fn summary(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// It needs a body of this type.
    pub(crate) fn body<T: ApiRequest>(self) -> Self {
        let body = Body { schema: schema_of::<T>, reference: SchemaGenerator::subschema_for::<T> };
        Self { body: Some(body), ..self }
    }

    /// It has query parameters of this type.
    pub(crate) fn query<T: ApiRequest>(self) -> Self {
        Self { query: Some(schema_of::<T>), ..self }
    }

    /// It accepts the secret of a seat.
    pub(crate) const fn optional_secret(mut self) -> Self {
        self.secret = Secret::Optional;
        self
    }

    /// It needs the secret of a seat.
    pub(crate) const fn required_secret(mut self) -> Self {
        self.secret = Secret::Required;
        self
    }

    /// It returns JSON of this type.
    pub(crate) fn returns<T: JsonSchema>(self) -> Self {
        Self { answer: Answer::Json(SchemaGenerator::subschema_for::<T>), ..self }
    }

    /// It creates something, and returns JSON of this type.
    pub(crate) fn creates<T: JsonSchema>(self) -> Self {
        Self { status: 201, ..self.returns::<T>() }
    }

    /// It returns lines of JSON, each of this type.
    pub(crate) fn streams<T: JsonSchema>(self) -> Self {
        Self { answer: Answer::Lines(SchemaGenerator::subschema_for::<T>), ..self }
    }

    /// It returns something of this media type.
    pub(crate) const fn returns_media(mut self, kind: &'static str) -> Self {
        self.answer = Answer::Other(kind);
        self
    }

    /// It opens a socket, over which the client and the server send messages of these types.
    pub(crate) fn opens_socket<Client: ApiRequest, Server: JsonSchema>(self) -> Self {
        let client = SchemaGenerator::subschema_for::<Client>;
        let server = SchemaGenerator::subschema_for::<Server>;
        Self { status: 101, answer: Answer::Socket(client, server), ..self }
    }

    /// It may refuse requests with these statuses, in addition to those that follow from its
    /// description.
    pub(crate) const fn refuses(mut self, statuses: &'static [u16]) -> Self {
        self.refusals = statuses;
        self
    }

    /// These operations take the `id` of its response as a path parameter.
    pub(crate) const fn links(mut self, operations: &'static [&'static str]) -> Self {
        self.links = operations;
        self
    }

    /// The schemas of its body and query parameters.
    #[cfg(test)]
    pub(crate) fn request_schemas(&self) -> Vec<Arc<Value>> {
        let body = self.body.as_ref().map(|body| (body.schema)());
        body.into_iter().chain(self.query.map(|query| query())).collect()
    }

    /// Whether it is part of the document.
    pub(super) const fn is_described(&self) -> bool {
        !self.id.is_empty()
    }

    /// The operation in the document.
    pub(super) fn describe(&self, generators: &mut Generators) -> Value {
        let mut parameters: Vec<Value> = names_in(self.path).map(path_parameter).collect();
        if let Some(query) = self.query {
            parameters.extend(query_parameters(Value::clone(&query())));
        }
        let mut answer = self.answer.describe(&mut generators.responses);
        for operation in self.links {
            answer["links"][*operation] =
                json!({ "operationId": operation, "parameters": { "id": "$response.body#/id" } });
        }
        let mut responses = Map::from_iter([(self.status.to_string(), answer)]);
        for (status, name, _) in REFUSALS {
            if self.may_refuse(status) {
                let refusal = json!({ "$ref": format!("#/components/responses/{name}") });
                responses.insert(status.to_string(), refusal);
            }
        }
        let mut operation = json!({
            "operationId": self.id,
            "tags": [self.tag],
            "summary": self.summary,
            "parameters": parameters,
            "responses": responses,
        });
        if let Some(body) = &self.body {
            operation["requestBody"] = body.describe(generators);
        }
        match self.secret {
            Secret::Never => {}
            Secret::Optional => operation["security"] = json!([{ "seat": [] }, {}]),
            Secret::Required => operation["security"] = json!([{ "seat": [] }]),
        }
        if let Answer::Socket(client, server) = self.answer {
            let client = client(&mut generators.requests);
            let server = server(&mut generators.responses);
            operation["x-messages"] = json!({ "client": client, "server": server });
        }
        operation
    }

    fn may_refuse(&self, status: u16) -> bool {
        let has_parameters = names_in(self.path).next().is_some();
        let has_table = names_in(self.path).any(|name| name == "id");
        let follows = match status {
            400 => self.body.is_some() || self.query.is_some() || has_parameters,
            401 => self.secret != Secret::Never,
            403 => self.method == "post" || matches!(self.answer, Answer::Socket(..)),
            404 => has_parameters,
            408 | 413 => self.body.is_some(),
            429 => true,
            503 => has_table,
            _ => false,
        };
        follows || self.refusals.contains(&status)
    }
}

impl Answer {
    fn describe(&self, responses: &mut SchemaGenerator) -> Value {
        let (kind, schema, description) = match self {
            Self::Json(schema) => ("application/json", json!(schema(responses)), "Success."),
            Self::Lines(schema) => {
                ("application/x-ndjson", json!(schema(responses)), "Lines of JSON.")
            }
            Self::Other("image/png") => ("image/png", json!({}), "Success."),
            Self::Other(kind) => (*kind, json!({ "type": "string" }), "Success."),
            Self::Socket(..) => {
                return json!({ "description": "The socket is open; see `x-messages`." });
            }
        };
        json!({ "description": description, "content": { kind: { "schema": schema } } })
    }
}

/// The responses that refuse a request, by name.
pub(super) fn refusals(responses: &mut SchemaGenerator) -> Map<String, Value> {
    let schema = json!(responses.subschema_for::<ErrorBody>());
    let refusal = |(status, name, about): (u16, &str, &str)| {
        let content = json!({ "application/json": { "schema": schema } });
        let mut refusal = json!({ "description": about, "content": content });
        if matches!(status, 429 | 503) {
            refusal["headers"]["Retry-After"] = json!({
                "description": "The number of seconds to wait; if it is absent, retrying will not help.",
                "schema": { "type": "integer", "minimum": 0 },
            });
        }
        (name.to_owned(), refusal)
    };
    REFUSALS.into_iter().map(refusal).collect()
}
