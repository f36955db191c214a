//! The OpenAPI document.

mod examples;
mod guide;
mod operation;
mod parameters;
#[cfg(test)]
mod typescript;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Map, Value, json};
use strata_rules::GameEntry;

use operation::Generators;
pub(crate) use operation::{Operation, at};

use crate::app::App;
use crate::config::Bounds;
use crate::routes::{Route, all};
use crate::schema::{merge_references, request_generator, response_generator, tidy, tidy_request};
use crate::web::guard::own_site;
use crate::web::page;

/// `GET /api/openapi.json`
pub(crate) async fn openapi(State(app): State<Arc<App>>, headers: HeaderMap) -> Json<Value> {
    let mut document = document(app.catalogue.games, &app.config.bounds);
    // Clients append paths to it, which start with a slash.
    let base = page::base(&app);
    let site = own_site(&headers, app.config.trust_proxy);
    document["servers"] = json!([{ "url": format!("{site}{}", base.trim_end_matches('/')) }]);
    Json(document)
}

/// The document of all routes that are part of the API.
fn document(games: &[GameEntry], bounds: &Bounds) -> Value {
    let mut generators =
        Generators { requests: request_generator(), responses: response_generator() };
    let mut paths: Map<String, Value> = Map::new();
    for Route { operation, .. } in all() {
        if operation.is_described() {
            let path = paths.entry(operation.path).or_insert_with(|| json!({}));
            path[operation.method] = operation.describe(&mut generators);
        }
    }
    let refusals = operation::refusals(&mut generators.responses);
    let mut schemas = generators.schemas();
    if let Some(game) = games.first() {
        examples::add(&mut schemas, game);
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Strata",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            "description": guide::guide(games, bounds),
        },
        "tags": [
            { "name": "games", "description": "The games and their rules." },
            { "name": "positions", "description": "Positions, moves and records, independent of tables." },
            { "name": "tables", "description": "Playing and watching." },
            { "name": "engine", "description": "Analysis, hints and reviews." },
            { "name": "server", "description": "The state of the server." },
        ],
        "paths": paths,
        "components": {
            "securitySchemes": { "seat": {
                "type": "http",
                "scheme": "bearer",
                "description": "The secret of a seat, from creating or joining a table, in the header \
                    `Authorization: Bearer SECRET`. Over sockets it is part of the first message.",
            } },
            "responses": refusals,
            "schemas": schemas,
        },
    });
    if !games.is_empty() {
        let ids: Vec<&str> = games.iter().map(|entry| entry.info.id).collect();
        name_games(&mut document, &json!(ids));
    }
    document
}

/// Lists the ids of the games wherever a request names one.
fn name_games(part: &mut Value, ids: &Value) {
    match part {
        Value::Array(all) => all.iter_mut().for_each(|part| name_games(part, ids)),
        Value::Object(fields) => {
            if fields.get("name").is_some_and(|name| name == "game") && fields.contains_key("in") {
                fields["schema"]["enum"] = ids.clone();
            }
            let is_request = fields.get("additionalProperties") == Some(&json!(false));
            if let Some(game) = fields.get_mut("properties").and_then(|all| all.get_mut("game"))
                && is_request
            {
                game["enum"] = ids.clone();
            }
            fields.values_mut().for_each(|part| name_games(part, ids));
        }
        _ => {}
    }
}

impl Generators {
    /// The schemas of all types that were described, by name.
    fn schemas(&mut self) -> Map<String, Value> {
        let mut requests = self.requests.take_definitions(true);
        requests.values_mut().for_each(tidy_request);
        let mut all = self.responses.take_definitions(true);
        all.values_mut().for_each(tidy);
        // Requests last: for types of both, their schema is the stricter one.
        all.extend(requests);
        let known = all.clone();
        all.values_mut().for_each(|schema| merge_references(schema, &known));
        all
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_address_of_the_api_is_described() {
        let document = document(&[], &Bounds::default());
        for Operation { method, path, .. } in all().into_iter().map(|route| route.operation) {
            let is_described = document["paths"][path].get(method).is_some();
            assert!(is_described || !path.starts_with("/api/"), "{method} {path}");
        }
    }

    #[test]
    fn generated_types_of_the_page_are_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/api-types.d.ts");
        let document = document(&[], &Bounds::default());
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        let expected = typescript::typescript(schemas);
        if std::env::var_os("STRATA_RENEW").is_some() {
            return fs::write(path, expected).expect("a file that can be written");
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == expected,
            "{} is out of date; renew it with \
             STRATA_RENEW=1 cargo nextest run -p strata-server generated",
            path.display()
        );
    }

    #[test]
    fn all_referenced_schemas_exist_and_all_schemas_are_referenced() {
        let document = document(&[], &Bounds::default());
        let text = document.to_string();
        let parts = text.split("\"#/components/schemas/").skip(1);
        let meant: Vec<&str> = parts.filter_map(|part| part.split('"').next()).collect();
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        for name in &meant {
            assert!(schemas.contains_key(*name), "there is no schema {name}");
        }
        for name in schemas.keys() {
            assert!(meant.contains(&name.as_str()), "the schema {name} is not used");
        }
    }
}
