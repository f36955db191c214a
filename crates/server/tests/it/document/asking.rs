//! Sends requests to a server, and checks every response against its OpenAPI document.

use std::time::Duration;

use serde_json::{Value, json};
use strata_bench_server::client::Response;
use strata_server::Bounds;

use super::contract::Contract;
use crate::common::{NewTable, Server};

/// A server under test, and its document.
pub(crate) struct Asking {
    pub(crate) server: Server,
    pub(crate) contract: Contract,
}

impl Asking {
    pub(crate) async fn start() -> Self {
        let bounds = Bounds { bot_pace: Duration::ZERO, ..Bounds::for_measuring() };
        let server = Server::with(|config| config.bounds = bounds).await;
        let contract = Contract::of(&server).await;
        Self { server, contract }
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        let answer = self.server.get(path).await;
        self.contract.check("get", path, &answer);
        answer
    }

    pub(crate) async fn post(&self, path: &str, secret: &str, body: Value) -> Response {
        let answer = self.server.client.post(path, secret, &body).await.expect("an answer");
        self.contract.check("post", path, &answer);
        answer
    }

    pub(crate) async fn table(&self, setup: Value) -> NewTable {
        let answer = self.post("api/tables", "", setup).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        NewTable::read(&answer.json())
    }

    /// Sends a player's command, which must be accepted.
    pub(crate) async fn command(&self, table: &NewTable, player: usize, command: Value) -> Value {
        let path = format!("api/tables/{}/command?svg=true", table.id);
        let answer = self.post(&path, table.secret(player), command.clone()).await;
        assert_eq!(answer.status, 200, "{command}: {}", answer.text());
        answer.json()["table"].take()
    }

    pub(crate) async fn commands<const N: usize>(
        &self,
        table: &NewTable,
        given: [(usize, &str); N],
    ) {
        for (player, name) in given {
            self.command(table, player, json!({ "command": name, "name": "Zoë", "node": 0 })).await;
        }
    }
}
