//! What programs are told of one address.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::parameters::{names_in, path_parameter, query_parameters};
use super::schemas::SCHEMAS;

/// Why a request may be refused: the status, the name of the answer, and what it means.
const REFUSALS: [(u16, &str, &str); 9] = [
    (400, "BadRequest", "The request makes no sense."),
    (401, "NotAllowed", "It needs the secret of a seat, or that of another one."),
    (403, "OtherSite", "It comes from a page of another site."),
    (404, "NotFound", "There is no such table, game or place."),
    (408, "TooSlow", "Its body takes too long to come."),
    (409, "Conflict", "It does not fit the state of the game; nothing has changed."),
    (413, "TooLarge", "It is too much to read."),
    (429, "TooMany", "Too much comes from one visitor."),
    (503, "Unavailable", "The server cannot do it now."),
];

/// What programs are told of an address.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    /// The name of the group it belongs to.
    pub(crate) tag: &'static str,
    id: &'static str,
    summary: &'static str,
    body: Option<fn(&mut SchemaGenerator) -> Value>,
    query: Option<fn(&mut SchemaGenerator) -> Schema>,
    secret: Secret,
    status: u16,
    answer: Answer,
    refusals: &'static [u16],
}

/// Whether a request shows the secret of a seat.
#[derive(PartialEq)]
enum Secret {
    Never,
    Perhaps,
    Always,
}

/// What comes back: JSON or lines of it by the name of the schema, something else by its type, or a
/// socket.
enum Answer {
    Json(&'static str),
    Lines(&'static str),
    Other(&'static str),
    /// Makes sure that the schema of what it hears is there.
    Socket(fn(&mut SchemaGenerator) -> Schema),
}

/// The operation of an address, called `id`; nothing is said of one without a name.
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
    }
}

impl Operation {
    /// Does this.
    pub(crate) const fn says(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    /// Takes a body of this type.
    pub(crate) fn takes<T: JsonSchema>(self) -> Self {
        let body = |generator: &mut SchemaGenerator| {
            let is_needed = T::json_schema(generator).get("required").is_some();
            let schema = generator.subschema_for::<T>();
            json!({ "required": is_needed, "content": { "application/json": { "schema": schema } } })
        };
        Self { body: Some(body), ..self }
    }

    /// Takes what is behind the question mark as this type.
    pub(crate) fn asks<T: JsonSchema>(self) -> Self {
        Self { query: Some(T::json_schema), ..self }
    }

    /// Takes the secret of a seat.
    pub(crate) const fn takes_secret(mut self) -> Self {
        self.secret = Secret::Perhaps;
        self
    }

    /// Needs the secret of a seat.
    pub(crate) const fn needs_secret(mut self) -> Self {
        self.secret = Secret::Always;
        self
    }

    /// Gives JSON with this schema.
    pub(crate) const fn gives(mut self, schema: &'static str) -> Self {
        self.answer = Answer::Json(schema);
        self
    }

    /// Makes something new, and gives JSON with this schema.
    pub(crate) const fn makes(mut self, schema: &'static str) -> Self {
        self.status = 201;
        self.gives(schema)
    }

    /// Gives lines of JSON, each with this schema.
    pub(crate) const fn gives_lines(mut self, schema: &'static str) -> Self {
        self.answer = Answer::Lines(schema);
        self
    }

    /// Gives something else of this type.
    pub(crate) const fn gives_other(mut self, kind: &'static str) -> Self {
        self.answer = Answer::Other(kind);
        self
    }

    /// Opens a socket that first hears this type.
    pub(crate) fn opens_socket<T: JsonSchema>(self) -> Self {
        Self { status: 101, answer: Answer::Socket(SchemaGenerator::subschema_for::<T>), ..self }
    }

    /// May be refused with these statuses, beside those that go without saying.
    pub(crate) const fn refuses(mut self, statuses: &'static [u16]) -> Self {
        self.refusals = statuses;
        self
    }

    /// Whether there is anything to be said.
    pub(super) const fn is_described(&self) -> bool {
        !self.id.is_empty()
    }

    /// All of it as the document has it.
    pub(super) fn describe(&self, generator: &mut SchemaGenerator) -> Value {
        let mut parameters: Vec<Value> = names_in(self.path).map(path_parameter).collect();
        if let Some(query) = self.query {
            parameters.extend(query_parameters(query(generator).into()));
        }
        let mut responses = Map::from_iter([(self.status.to_string(), self.answer.describe())]);
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
        if let Some(body) = self.body {
            operation["requestBody"] = body(generator);
        }
        match self.secret {
            Secret::Never => {}
            Secret::Perhaps => operation["security"] = json!([{ "seat": [] }, {}]),
            Secret::Always => operation["security"] = json!([{ "seat": [] }]),
        }
        if let Answer::Socket(hears) = self.answer {
            hears(generator);
            let (client, server) = (reference("SocketSaid"), reference("SocketMessage"));
            operation["x-messages"] = json!({ "client": client, "server": server });
        }
        operation
    }

    fn may_refuse(&self, status: u16) -> bool {
        let is_open = names_in(self.path).next().is_some();
        let has_table = names_in(self.path).any(|name| name == "id");
        let goes_without_saying = match status {
            400 => self.body.is_some() || self.query.is_some() || is_open,
            401 => self.secret != Secret::Never,
            403 => self.method == "post" || matches!(self.answer, Answer::Socket(_)),
            404 => is_open,
            408 | 413 => self.body.is_some(),
            429 => true,
            503 => has_table,
            _ => false,
        };
        goes_without_saying || self.refusals.contains(&status)
    }
}

impl Answer {
    fn describe(&self) -> Value {
        let (kind, schema) = match self {
            Self::Json(name) => ("application/json", reference(name)),
            Self::Lines(name) => ("application/x-ndjson", reference(name)),
            Self::Other("image/png") => ("image/png", json!({})),
            Self::Other(kind) => (*kind, json!({ "type": "string" })),
            Self::Socket(_) => {
                return json!({ "description": "The socket is open; see `x-messages`." });
            }
        };
        let description = match self {
            Self::Lines(_) => "Lines of JSON, each as the schema says.",
            _ => "Done.",
        };
        json!({ "description": description, "content": { kind: { "schema": schema } } })
    }
}

/// The answers that refuse a request, by name.
pub(super) fn refusals() -> Map<String, Value> {
    let refusal = |(status, name, about): (u16, &str, &str)| {
        let content = json!({ "application/json": { "schema": reference("Error") } });
        let mut refusal = json!({ "description": about, "content": content });
        if matches!(status, 429 | 503) {
            let seconds = json!({ "type": "integer", "minimum": 0 });
            let about = "In how many seconds to try again.";
            refusal["headers"]["Retry-After"] = json!({ "description": about, "schema": seconds });
        }
        (name.to_owned(), refusal)
    };
    REFUSALS.into_iter().map(refusal).collect()
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{SCHEMAS}{name}") })
}
