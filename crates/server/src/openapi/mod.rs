//! The API described for programs, well enough to make a client from it.

mod examples;
mod guide;
mod operation;
mod parameters;
mod schemas;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use strata_rules::GameEntry;

pub(crate) use operation::{Operation, at};

use crate::app::App;
use crate::config::Bounds;
use crate::routes::{Route, all};
use crate::web::guard::own_site;
use crate::web::page;

/// `GET /api/openapi.json`
pub(crate) async fn openapi(State(app): State<Arc<App>>, headers: HeaderMap) -> Json<Value> {
    let mut document = document(&all(), app.catalogue.games, &app.config.bounds);
    // Clients put paths behind it, which begin with a slash.
    let base = page::base(&app, &headers);
    let site = own_site(&headers, app.config.trust_proxy);
    document["servers"] = json!([{ "url": format!("{site}{}", base.trim_end_matches('/')) }]);
    Json(document)
}

/// The document that describes all addresses of which something is said.
fn document(routes: &[Route], games: &[GameEntry], bounds: &Bounds) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = settings.into_generator();
    let mut paths: Map<String, Value> = Map::new();
    for operation in routes.iter().map(|route| &route.operation) {
        if operation.is_described() {
            let path = paths.entry(operation.path).or_insert_with(|| json!({}));
            path[operation.method] = operation.describe(&mut generator);
        }
    }
    let mut schemas = schemas::of_answers();
    schemas.extend(schemas::of_requests(&mut generator));
    if let Some(game) = games.first() {
        examples::add(&mut schemas, game);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Strata",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            "description": guide::guide(games, bounds),
        },
        "tags": [
            { "name": "games", "description": "The games and their rules." },
            { "name": "positions", "description": "Any position, whether it is played or not." },
            { "name": "tables", "description": "Playing and watching." },
            { "name": "engine", "description": "What the engine thinks." },
            { "name": "server", "description": "How the server is." },
        ],
        "paths": paths,
        "components": {
            "securitySchemes": { "seat": {
                "type": "http",
                "scheme": "bearer",
                "description": "The secret of a seat, from setting up or joining a table, in the \
                    header `Authorization: Bearer SECRET`. Sockets are told it in their first \
                    message instead.",
            } },
            "responses": operation::refusals(),
            "schemas": schemas,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_the_api_is_described() {
        let document = document(&all(), &[], &Bounds::default());
        for Operation { method, path, .. } in all().into_iter().map(|route| route.operation) {
            let is_described = document["paths"][path].get(method).is_some();
            assert!(is_described || !path.starts_with("/api/"), "{method} {path}");
        }
    }

    #[test]
    fn every_schema_that_is_meant_is_there_and_every_one_there_is_meant() {
        let document = document(&all(), &[], &Bounds::default());
        let text = document.to_string();
        let parts = text.split("\"#/components/schemas/").skip(1);
        let meant: Vec<&str> = parts.filter_map(|part| part.split('"').next()).collect();
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        for name in &meant {
            assert!(schemas.contains_key(*name), "there is no schema {name}");
        }
        for name in schemas.keys() {
            assert!(meant.contains(&name.as_str()), "nobody uses the schema {name}");
        }
    }
}
