//! Games at servers that are killed at random. The checker decides whether players have noticed more
//! than they may. Without PostgreSQL, these tests do nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use strata_bench_server::checker::{Attempt, History, Outcome, Sight, check};
use strata_bench_server::client::{Client, Response};
use strata_rules::{AnyPosition, GameEntry, Random};
use strata_server::Storage;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{NewTable, catalogue};
use crate::own_postgres::Postgres;
use crate::processes::Process;

/// The servers that run at the moment.
type Backends = Arc<Mutex<Vec<String>>>;

/// A load balancer: it connects clients to the servers in turn.
async fn balance(backends: Backends) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        for turn in 0.. {
            let Ok((mut client, _)) = listener.accept().await else { return };
            let backends = Arc::clone(&backends);
            tokio::spawn(async move {
                let all = backends.lock().expect("the list").clone();
                for number in 0..all.len() {
                    if let Ok(mut server) =
                        TcpStream::connect(&all[(turn + number) % all.len()]).await
                    {
                        let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                        return;
                    }
                }
            });
        }
    });
    Client::new(&format!("http://{address}")).expect("a url")
}

/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// The time between two moves of a player.
const PAUSE: Duration = Duration::from_millis(100);

/// Sends a request; `None` without an answer.
async fn post(client: &Client, path: &str, secret: &str, body: &Value) -> Option<Response> {
    let answer = timeout(PATIENCE, client.post(path, secret, body)).await.ok()?.ok()?;
    // A connection that breaks may leave half an answer.
    answer.json().is_object().then_some(answer)
}

/// A player of a game, who plays for all people at the table.
struct Player {
    client: Client,
    table: NewTable,
    /// The seat of a bot.
    bot: Option<usize>,
    random: Random,
    history: History,
}

impl Player {
    /// Creates a table, with a bot in every third game and a clock in others.
    async fn sit_down(client: Client, number: usize, game: &GameEntry) -> Self {
        let bot = number.is_multiple_of(3).then_some(1);
        let second = if bot.is_some() {
            json!({ "kind": "bot", "level": 1 })
        } else {
            json!({ "kind": "person" })
        };
        let mut setup = json!({ "game": game.info.id, "seats": [{ "kind": "person" }, second] });
        if number % 3 == 1 {
            setup["clock"] = json!("60+1");
        }
        let table = loop {
            match post(&client, "api/tables", "", &setup).await {
                Some(answer) if answer.status == 201 => break NewTable::read(&answer.json()),
                _ => sleep(Duration::from_millis(50)).await,
            }
        };
        let (random, history) = (Random::new(number as u64), History::default());
        Self { client, table, bot, random, history }
    }

    /// The table as some server shows it.
    async fn look(&self) -> Value {
        loop {
            let got =
                timeout(PATIENCE, self.client.get(&format!("api/tables/{}", self.table.id))).await;
            if let Ok(Ok(answer)) = got
                && answer.status == 200
                && answer.json().is_object()
            {
                return answer.json();
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Sends a move, sometimes twice at once. Returns whether it was accepted.
    async fn attempt(&mut self, ply: usize, mv: &str) -> bool {
        let times = if self.random.below(4) == 0 { 2 } else { 1 };
        let path = format!("api/tables/{}/command", self.table.id);
        let body = json!({ "command": "play", "mv": mv, "ply": ply });
        let send = async |_| {
            let sent = Instant::now();
            let answer = post(&self.client, &path, self.table.secret(0), &body).await;
            let outcome = match answer.map(|answer| answer.status) {
                Some(200) => Outcome::Accepted,
                Some(409) => Outcome::Refused,
                _ => Outcome::Unknown,
            };
            Attempt { ply, mv: mv.to_owned(), sent, done: Instant::now(), outcome }
        };
        let attempts = futures_util::future::join_all((0..times).map(send)).await;
        let is_played = attempts.iter().any(|attempt| attempt.outcome == Outcome::Accepted);
        self.history.attempts.extend(attempts);
        is_played
    }

    /// Plays until the game or the time is over.
    async fn play(mut self, game: &GameEntry, is_over: &AtomicBool) -> Self {
        let mut line: Vec<String> = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let position = replay(game, &line);
            if position.outcome().is_some() {
                break;
            }
            let mut next = position.boxed_clone();
            let is_mine = self.bot != Some(position.turn().index());
            if is_mine
                && let Some(mv) = next.play_random(&mut self.random)
                && self.attempt(line.len(), &mv).await
            {
                line.push(mv);
                sleep(PAUSE).await;
                continue;
            }
            // A bot or another attempt has moved, or the answer was lost.
            let shown = moves(&self.look().await);
            if shown.len() > line.len() {
                line = shown;
            } else {
                sleep(Duration::from_millis(20)).await;
            }
        }
        self
    }

    /// The history with the moves at the end.
    fn finish(mut self, game: &GameEntry, moves: Vec<String>, sights: Vec<Sight>) -> History {
        let mut position = game.open([]).expect("a board").start();
        for (ply, mv) in moves.iter().enumerate() {
            let is_forced = position.count_moves() == 1;
            if is_forced || self.bot == Some(position.turn().index()) {
                self.history.unattended.insert(ply);
            }
            position.play(mv).expect("a legal move");
        }
        History { moves, sights, ..self.history }
    }
}

fn replay(game: &GameEntry, line: &[String]) -> Box<dyn AnyPosition> {
    let mut position = game.open([]).expect("a board").start();
    for mv in line {
        position.play(mv).expect("a legal move");
    }
    position
}

fn moves(table: &Value) -> Vec<String> {
    let history = table["history"].as_array().expect("a history");
    history[1..].iter().map(|node| node["mv"].as_str().expect("a move").to_owned()).collect()
}

/// Watches a game over sockets, and connects again when one closes.
async fn watch(client: Client, id: String, sights: Arc<Mutex<Vec<Sight>>>) {
    for connection in 0.. {
        let path = format!("api/tables/{id}/socket");
        if let Ok(Ok(mut socket)) = timeout(PATIENCE, client.socket(&path)).await {
            let _ = socket.send(Message::text("{}")).await;
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["type"] == "table" {
                    let sight = Sight { connection, moves: moves(&message["table"]) };
                    sights.lock().expect("the list").push(sight);
                }
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}

/// Runs servers and workers, and kills one of them every now and then.
struct Cluster {
    storage: Storage,
    backends: Backends,
    servers: Vec<Process>,
    workers: Vec<Process>,
}

impl Cluster {
    async fn start(storage: &Storage) -> Self {
        let mut cluster = Self {
            storage: storage.clone(),
            backends: Backends::default(),
            servers: Vec::new(),
            workers: Vec::new(),
        };
        for _ in 0..2 {
            let server = cluster.new_process(Process::server_without_threads).await;
            cluster.servers.push(server);
            let worker = cluster.new_process(Process::worker).await;
            cluster.workers.push(worker);
        }
        cluster.announce();
        cluster
    }

    async fn new_process(&self, start: fn(&Storage) -> Process) -> Process {
        let storage = self.storage.clone();
        let started = tokio::task::spawn_blocking(move || start(&storage));
        started.await.expect("a process")
    }

    /// Tells the load balancer which servers there are.
    fn announce(&self) {
        let hosts = self.servers.iter().map(|server| server.client.host().to_owned());
        *self.backends.lock().expect("the list") = hosts.collect();
    }

    /// Kills a server or a worker, and starts another one after a while.
    async fn kill_one(&mut self, random: &mut Random) {
        let number = usize::from(random.below(2) == 1);
        if random.below(3) > 0 {
            self.servers.remove(number).kill();
            sleep(Duration::from_millis(300)).await;
            let server = self.new_process(Process::server_without_threads).await;
            self.servers.push(server);
            self.announce();
        } else {
            self.workers.remove(number).kill();
            let worker = self.new_process(Process::worker).await;
            self.workers.push(worker);
        }
    }
}

/// A game that was played, and what a spectator saw of it.
type Played = (Player, &'static GameEntry, Vec<Sight>);

/// Plays one game after another until the time is over.
async fn play_games(client: Client, first: usize, is_over: Arc<AtomicBool>) -> Vec<Played> {
    let mut played = Vec::new();
    let all = catalogue().games;
    for number in first.. {
        if is_over.load(Ordering::Relaxed) {
            break;
        }
        let game = &all[number % all.len()];
        let player = Player::sit_down(client.clone(), number, game).await;
        let sights: Arc<Mutex<Vec<Sight>>> = Arc::default();
        let watching = watch(client.clone(), player.table.id.clone(), Arc::clone(&sights));
        let watching = tokio::spawn(watching);
        let player = player.play(game, &is_over).await;
        watching.abort();
        let sights = sights.lock().expect("the list").clone();
        played.push((player, game, sights));
    }
    played
}

/// Plays so many games at once while processes are killed so many times, and the database crashes
/// once.
async fn survive(games: usize, kills: usize) {
    let Some(postgres) = Postgres::start() else { return };
    let mut cluster = Cluster::start(&Storage::Address(postgres.address.clone())).await;
    let client = balance(Arc::clone(&cluster.backends)).await;
    let is_over = Arc::new(AtomicBool::new(false));
    let start = |number| tokio::spawn(play_games(client.clone(), number, Arc::clone(&is_over)));
    let playing: Vec<_> = (0..games).map(start).collect();
    let mut random = Random::new(7);
    for number in 0..kills {
        sleep(Duration::from_millis(700)).await;
        cluster.kill_one(&mut random).await;
        if number == kills / 2 {
            postgres.restart();
        }
    }
    sleep(Duration::from_secs(5)).await;
    is_over.store(true, Ordering::Relaxed);
    let mut counts = Counts::default();
    for played in playing {
        for (player, game, sights) in played.await.expect("it ends") {
            let moves = agreed_moves(&cluster.servers, &player.table.id).await;
            let id = player.table.id.clone();
            let history = player.finish(game, moves, sights);
            counts.add(&history, game);
            assert_eq!(check(&history), [], "{id}: {:#?}", history.attempts);
        }
    }
    println!("{kills} kills: {counts:?}");
    assert!(counts.accepted > 2 * games && counts.unknown > 0, "{counts:?}");
}

/// The moves of a game, once both servers show the same: a bot may still be about to move.
async fn agreed_moves(servers: &[Process], id: &str) -> Vec<String> {
    let path = format!("api/tables/{id}");
    let mut shown = Vec::new();
    for _ in 0..1000 {
        shown.clear();
        for server in servers {
            shown.push(server.client.get(&path).await.map(|answer| (answer.status, answer.json())));
        }
        if let [Ok((200, first)), Ok((200, second))] = &shown[..]
            && moves(first) == moves(second)
        {
            return moves(first);
        }
        sleep(Duration::from_millis(30)).await;
    }
    panic!("{id}: the servers do not agree: {shown:#?}");
}

/// What has happened in all games.
#[derive(Debug, Default)]
struct Counts {
    games: usize,
    finished: usize,
    accepted: usize,
    refused: usize,
    unknown: usize,
    connections: usize,
}

impl Counts {
    fn add(&mut self, history: &History, game: &GameEntry) {
        self.games += 1;
        self.finished += usize::from(replay(game, &history.moves).outcome().is_some());
        for attempt in &history.attempts {
            match attempt.outcome {
                Outcome::Accepted => self.accepted += 1,
                Outcome::Refused => self.refused += 1,
                Outcome::Unknown => self.unknown += 1,
            }
        }
        self.connections += history.sights.last().map_or(0, |sight| sight.connection + 1);
    }
}

#[tokio::test]
async fn games_go_on_while_servers_workers_and_the_database_are_killed() {
    survive(60, 12).await;
}

#[tokio::test]
#[ignore = "it takes minutes; run it before a release"]
async fn many_games_go_on_while_servers_workers_and_the_database_are_killed() {
    survive(500, 60).await;
}
