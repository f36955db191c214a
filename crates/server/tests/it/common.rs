//! Servers for tests, each with its own database, and an engine that plays random moves.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::cases;
use crate::deadly_proof::DeadlySolver;
use crate::scripted_solver::{self, ScriptedSolver};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use strata_bench_server::client::{Client, Response, Socket};
use strata_engine::solver::Wdl;
use strata_engine::{Catalogue, Engine, Level, Line, Report, Request, SearchError};
use strata_rules::{GameEntry, Random, find_game};
use strata_server::{Bounds, Config, Running, Storage, start};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;

/// A position at which searches panic.
pub(crate) const BREAKS_DOWN: &str = "std_nnnn.0.0.0-0.0.0.0-0.0.0.0-nnnn.ld.0.0_l";

/// A position at which searches end the whole process, as a bug in the system might.
pub(crate) const ABORTS: &str = "std_nnnn.0.0.0-0.0.0.0-0.0.0.0-nnnn.dl.0.0_l";

/// The number of searches at the highest level that were stopped before their time was up.
pub(crate) static STOPPED_SEARCHES: AtomicU64 = AtomicU64::new(0);

/// Plays random moves, so that no search has to be compiled.
struct Guesser(&'static GameEntry);

impl Engine for Guesser {
    fn search(
        &mut self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        let mut position = self.0.read_position(position).expect("a position of this game");
        assert_ne!(position.text(), BREAKS_DOWN, "on purpose");
        if position.text() == ABORTS {
            std::process::abort();
        }
        if self.0.info.id == "staqs"
            && let Some(found) = cases::search(&*position, request.level)
        {
            return found;
        }
        let mut lines = Vec::new();
        let mut random = Random::new(request.seed);
        for place in 0..request.lines {
            let mv = position.boxed_clone().play_random(&mut random);
            let value = match place {
                0 => strata_engine::Value::Win(strata_engine::Distance::Exact(3)),
                _ => strata_engine::Value::Estimate(0),
            };
            // Requests for all lines get long ones.
            let length = if request.lines == 1000 { 200 } else { 1 };
            lines.extend(mv.map(|mv| Line::new(vec![mv; length], value)));
        }
        position.play_random(&mut random);
        let report = Report { depth: 1, nodes: 1, time: Duration::ZERO, lines };
        show(report.clone());
        // Without a level it is analysis, which runs until it is stopped or its time is up. The
        // highest level searches until it is stopped.
        let time = match request.level {
            None => request.limits.movetime.unwrap_or_default().min(Duration::from_secs(5)),
            Some(Level::HIGHEST) => Duration::from_secs(60),
            Some(_) => Duration::ZERO,
        };
        let end = std::time::Instant::now() + time;
        while !stop.load(Ordering::Relaxed) && std::time::Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
            show(report.clone());
        }
        if request.level == Some(Level::HIGHEST) && stop.load(Ordering::Relaxed) {
            STOPPED_SEARCHES.fetch_add(1, Ordering::Relaxed);
        }
        Ok(report)
    }

    fn forget(&mut self) {}
}

/// The first move wins and the second one loses. The values of the others are not proven.
const VALUES: scripted_solver::Values = |_| vec![Some(Wdl::Win), Some(Wdl::Loss)];

/// The games with an engine that plays random moves.
pub(crate) fn catalogue() -> Catalogue {
    Catalogue {
        games: strata_games::GAMES,
        solver: |game, _| {
            let entry = find_game(strata_games::GAMES, game).ok()?;
            Some(Ok(Box::new(DeadlySolver(ScriptedSolver { entry, values: VALUES }))))
        },
        engine: |game, _| {
            let entry = find_game(strata_games::GAMES, game).ok()?;
            Some(Ok(Box::new(Guesser(entry))))
        },
        tables: Vec::new,
    }
}

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// A new directory, which is removed when this is dropped.
pub(crate) fn new_folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A database in the directory.
pub(crate) fn storage_in(folder: &TempDir) -> Storage {
    Storage::Folder(folder.path().to_owned())
}

/// A new database, and the directory that it is in.
pub(crate) struct Fresh {
    pub(crate) storage: Storage,
    pub(crate) _folder: Option<TempDir>,
}

/// New databases of every kind: SQLite always, PostgreSQL if the environment has the address of a
/// server.
pub(crate) async fn storages() -> Vec<Fresh> {
    let folder = new_folder();
    let mut all = vec![Fresh { storage: storage_in(&folder), _folder: Some(folder) }];
    all.extend(postgres().await.map(|storage| Fresh { storage, _folder: None }));
    all
}

/// A new PostgreSQL database, if the environment has the address of a server.
pub(crate) async fn postgres() -> Option<Storage> {
    let server = std::env::var("STRATA_TEST_POSTGRES").ok()?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("strata_test_{}_{number}", std::process::id());
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&server).await.expect("the PostgreSQL server");
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&pool).await.expect("a new database");
    let (front, _) = server.rsplit_once('/').expect("an address with a database");
    Some(Storage::Address(format!("{front}/{name}")))
}

/// A server in this process.
pub(crate) struct Server {
    pub(crate) running: Running,
    pub(crate) client: Client,
    /// The directory of its games, if it is removed with the server.
    pub(crate) folder: Option<TempDir>,
}

impl Server {
    /// With default limits and SQLite.
    pub(crate) async fn usual() -> Self {
        Self::with(|_| {}).await
    }

    /// With SQLite and a changed configuration.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let folder = new_folder();
        let server = Self::on(storage_in(&folder), change).await;
        Self { folder: Some(folder), ..server }
    }

    pub(crate) async fn on(storage: Storage, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(storage);
        // Tests poll without a limit while they wait for something.
        let (request_burst, requests_per_second, bot_pace) = (1e9, 1e9, Duration::ZERO);
        config.bounds =
            Bounds { request_burst, requests_per_second, bot_pace, ..Bounds::default() };
        change(&mut config);
        let base = config.base_path.clone();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let running = start(config, catalogue(), listener).await.expect("a server");
        let client = Client::new(&format!("http://{}{base}", running.address())).expect("a url");
        Self { running, client, folder: None }
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.client.get(path).await.expect("an answer")
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Response {
        self.client.post(path, "", &body).await.expect("an answer")
    }

    /// Creates a table.
    pub(crate) async fn table(&self, setup: Value) -> NewTable {
        let answer = self.post("api/tables", setup).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        NewTable::read(&answer.json())
    }

    /// A game of Clusterfuss on the small board between two seats of these kinds.
    pub(crate) async fn small(&self, kinds: [&str; 2]) -> NewTable {
        let seats = kinds.map(|kind| json!({ "kind": kind }));
        self.table(json!({ "game": "clusterfuss", "options": { "size": 4 }, "seats": seats })).await
    }

    pub(crate) async fn show(&self, table: &NewTable) -> Value {
        let answer = self.get(&format!("api/tables/{}", table.id)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// Sends a command; returns the status and the error, if there is one.
    pub(crate) async fn command(
        &self,
        table: &NewTable,
        secret: &str,
        command: Value,
    ) -> (u16, String) {
        let path = format!("api/tables/{}/command", table.id);
        let answer = self.client.post(&path, secret, &command).await.expect("an answer");
        let error = answer.json()["error"].as_str().unwrap_or_default().to_owned();
        (answer.status, error)
    }

    /// Plays a move, which must be accepted.
    pub(crate) async fn play(&self, table: &NewTable, player: usize, mv: &str) {
        let command = json!({ "command": "play", "mv": mv });
        let (status, error) = self.command(table, table.secret(player), command).await;
        assert_eq!((status, error.as_str()), (200, ""), "{mv}");
    }

    /// The value of a counter.
    pub(crate) async fn metric(&self, name: &str) -> u64 {
        let text = self.get("metrics").await.text();
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("strata_{name} ")));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name}"))
    }

    /// Opens a socket to a table, with or without the secret of a seat.
    pub(crate) async fn socket(&self, table: &NewTable, secret: &str) -> Socket {
        let path = format!("api/tables/{}/socket", table.id);
        let mut socket = self.client.socket(&path).await.expect("a socket");
        let auth = if secret.is_empty() { json!({}) } else { json!({ "auth": secret }) };
        say(&mut socket, auth).await;
        socket
    }
}

/// A table that was just created.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    pub(crate) id: String,
    pub(crate) secrets: Vec<Option<String>>,
}

impl NewTable {
    pub(crate) fn read(json: &Value) -> Self {
        let seats = json["seats"].as_array().expect("seats");
        let secret = |seat: &Value| seat["secret"].as_str().map(str::to_owned);
        Self {
            id: json["id"].as_str().expect("an id").to_owned(),
            secrets: seats.iter().map(secret).collect(),
        }
    }

    pub(crate) fn secret(&self, player: usize) -> &str {
        self.secrets[player].as_deref().unwrap_or_default()
    }
}

/// Sends JSON over a socket.
pub(crate) async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.expect("a socket that takes messages");
}

/// The next message for which `passes` returns true; others are skipped. `None` when the socket
/// closes.
pub(crate) async fn hear(socket: &mut Socket, passes: impl Fn(&Value) -> bool) -> Option<Value> {
    let waiting = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if passes(&message) {
                        return Some(message);
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), waiting).await.expect("a message in time")
}

/// The next table for which `passes` returns true.
pub(crate) async fn hear_table(socket: &mut Socket, passes: impl Fn(&Value) -> bool) -> Value {
    let is_meant = |message: &Value| message["type"] == "table" && passes(&message["table"]);
    let mut message = hear(socket, is_meant).await.expect("a table");
    message["table"].take()
}

/// Waits until a condition holds.
pub(crate) async fn until<F: Future<Output = bool>>(what: &str, is_so: impl Fn() -> F) {
    for _ in 0..3000 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("timed out waiting until {what}");
}

/// The ply of the current position.
pub(crate) fn plies(table: &Value) -> u64 {
    let current = table["current"].as_u64().expect("a place") as usize;
    table["history"][current]["ply"].as_u64().expect("a number of moves")
}
