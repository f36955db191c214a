//! Servers and workers in processes of their own, which tests can kill.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use strata_bench_server::client::Client;
use strata_server::{Bounds, Config, Listen, Storage};

use crate::common::{self, NewTable};

/// The environment variables of a process: its storage, the number of threads, and whether it is a
/// worker.
const STORAGE: &str = "STRATA_TEST_STORAGE";
const THREADS: &str = "STRATA_TEST_THREADS";
const WORKER: &str = "STRATA_TEST_WORKER";

/// Not a test: the process that tests start and kill.
#[test]
#[ignore = "it is started by other tests"]
fn process() {
    let Ok(storage) = std::env::var(STORAGE) else { return };
    let storage = match storage.contains("://") {
        true => Storage::Address(storage),
        false => Storage::Folder(storage.into()),
    };
    let mut config = Config::new(storage);
    config.bounds = Bounds::for_measuring();
    config.serves_games = std::env::var_os(WORKER).is_none();
    if let Some(threads) = std::env::var(THREADS).ok().and_then(|text| text.parse().ok()) {
        config.threads = threads;
    }
    let ready = |address| println!("ready {address}");
    strata_server::run(config, common::catalogue(), Listen::Near(20_000), ready).expect("a server");
}

/// A server or worker.
pub(crate) struct Process {
    child: Child,
    pub(crate) client: Client,
}

impl Process {
    /// A server that does everything.
    pub(crate) fn server(storage: &Storage) -> Self {
        Self::start(storage, &[])
    }

    /// A server that leaves searching to workers.
    pub(crate) fn server_without_threads(storage: &Storage) -> Self {
        Self::start(storage, &[(THREADS, "0")])
    }

    pub(crate) fn worker(storage: &Storage) -> Self {
        Self::start(storage, &[(WORKER, "yes")])
    }

    fn start(storage: &Storage, variables: &[(&str, &str)]) -> Self {
        let storage = match storage {
            Storage::Folder(folder) => folder.display().to_string(),
            Storage::Address(address) => address.clone(),
        };
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "processes::process", "--ignored", "--nocapture"])
            .env(STORAGE, storage)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.split_once("ready ").map(|(_, address)| address.to_owned()))
            .expect("the server listens");
        let client = Client::new(&format!("http://{address}")).expect("a url");
        Self { child, client }
    }

    /// Kills the process without a chance to shut down.
    pub(crate) fn kill(self) {
        drop(self);
    }

    /// Whether the process has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    pub(crate) async fn table(&self, setup: &Value) -> NewTable {
        let answer = self.client.post("api/tables", "", setup).await.expect("an answer");
        assert_eq!(answer.status, 201, "{}", answer.text());
        NewTable::read(&answer.json())
    }

    pub(crate) async fn show(&self, id: &str) -> Value {
        let answer = self.client.get(&format!("api/tables/{id}")).await.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
