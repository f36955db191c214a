//! How bots answer draw offers through the API.

use serde_json::{Value, json};

use crate::cases::DRAW_OFFERS;
use crate::common::{Server, plies, postgres, until};

/// Plays the cases at the first server, and offers draws at the last one.
async fn check_cases(servers: &[Server]) {
    let (Some(server), Some(other)) = (servers.first(), servers.last()) else { return };
    for case in &DRAW_OFFERS {
        let seats = json!([{ "kind": "person" }, { "kind": "bot", "level": case.level }]);
        let options = case.setup().options.into_iter();
        let number = |(name, value): (String, String)| (name, json!(value.parse::<u8>().ok()));
        let options: Value = options.map(number).collect();
        let table =
            server.table(json!({ "game": "staqs", "options": options, "seats": seats })).await;
        for mv in case.moves {
            let before = plies(&server.show(&table).await);
            server.play(&table, 0, mv).await;
            until("it is the human's turn again", || async {
                let shown = server.show(&table).await;
                shown["turn"] == 0 && plies(&shown) > before
            })
            .await;
        }
        let offer = json!({ "command": "offer_draw" });
        let (status, error) = other.command(&table, table.secret(0), offer).await;
        assert_eq!((status, error.as_str()), (200, ""), "{}", case.name());
        let shown = other.show(&table).await;
        let is_accepted = shown["result"]["how"] == "agreement";
        assert!(shown["offer"].is_null(), "{}: there is no answer", case.name());
        assert_eq!(is_accepted, case.is_accepted, "{}", case.name());
    }
}

#[tokio::test]
async fn bots_answer_draw_offers_as_the_cases_say() {
    let server = Server::usual().await;
    check_cases(std::slice::from_ref(&server)).await;
    server.running.stop().await;
}

#[tokio::test]
async fn bots_answer_draw_offers_at_another_server_in_the_same_way() {
    let Some(storage) = postgres().await else { return };
    let servers = [Server::on(storage.clone(), |_| {}).await, Server::on(storage, |_| {}).await];
    check_cases(&servers).await;
    for server in servers {
        server.running.stop().await;
    }
}
