//! The API described for programs.

use serde_json::{Map, Value, json};

use crate::routes::Route;

/// The document that describes all addresses of which something is said.
pub(crate) fn document(routes: &[Route]) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in routes.iter().filter(|route| !route.about.is_empty()) {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Strata",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Play board games, against bots and people, through JSON. \
                Errors have status 4xx or 5xx and a body {\"error\": \"one sentence\"}. \
                docs/api.md explains how a bot plays.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": { "seat": {
                "type": "http", "scheme": "bearer",
                "description": "The secret of a seat, from setting up or joining a table.",
            } },
            "schemas": { "Error": {
                "type": "object",
                "required": ["error"],
                "properties": { "error": { "type": "string" } },
            } },
        },
    })
}

fn operation(route: &Route) -> Value {
    let parameters: Vec<Value> = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let kind = if name == "node" { "integer" } else { "string" };
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } })
        })
        .collect();
    let is_stream = route.path.ends_with("/events") || route.path == "/api/analysis";
    let content = match route.path {
        _ if is_stream => "application/x-ndjson",
        "/healthz" | "/metrics" => "text/plain",
        "/api/picture.svg" => "image/svg+xml",
        "/{id}" => "text/html",
        _ => "application/json",
    };
    let error = json!({ "$ref": "#/components/schemas/Error" });
    let mut operation = json!({
        "summary": route.about,
        "parameters": parameters,
        "responses": {
            "2XX": { "description": "Done.", "content": { content: {} } },
            "default": {
                "description": "Why not.",
                "content": { "application/json": { "schema": error } },
            },
        },
    });
    if route.method == "post" {
        operation["requestBody"] =
            json!({ "content": { "application/json": { "schema": { "type": "object" } } } });
    }
    if route.path.starts_with("/api/tables/") {
        // The secret may be left out where looking on is enough.
        operation["security"] = json!([{ "seat": [] }, {}]);
    }
    operation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes::all;

    #[test]
    fn every_address_of_the_api_is_described() {
        let document = document(&all());
        for route in all() {
            let described = document["paths"][route.path].get(route.method).is_some();
            let is_api = route.path.starts_with("/api/");
            assert!(described || !is_api, "{} {}", route.method, route.path);
        }
    }
}
