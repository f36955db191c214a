//! Tests of the shared proofs.

use super::super::LEASE;
use super::*;

/// Stores in SQLite and, if the environment has the address of a server, in PostgreSQL.
async fn stores() -> Vec<(ProofStore, Time, Option<tempfile::TempDir>)> {
    let folder = tempfile::tempdir().expect("a folder");
    let storage = Storage::Folder(folder.path().to_owned());
    let (store, time, _) = Store::open(&storage).await.expect("a store");
    let mut all = vec![(store.proofs(), time, Some(folder))];
    if let Some(storage) = postgres().await {
        let (store, time) = ProofStore::open(&storage).await.expect("a store");
        all.push((store, time, None));
    }
    all
}

/// A new PostgreSQL database.
async fn postgres() -> Option<Storage> {
    let server = std::env::var("STRATA_TEST_POSTGRES").ok()?;
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&server).await.expect("the PostgreSQL server");
    let name = format!("strata_proofs_{}", new_id().expect("a name"));
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&pool).await.expect("a new database");
    let (front, _) = server.rsplit_once('/').expect("an address with a database");
    Some(Storage::Address(format!("{front}/{name}")))
}

fn job(id: &str, priority: i64) -> ProofJob {
    let [proof, position, goal] = ["p", "somewhere", "win"].map(str::to_owned);
    ProofJob { proof, id: id.to_owned(), position, goal, priority }
}

async fn claimed(store: &ProofStore, now: Duration) -> String {
    let job = store.claim("p", now).await.expect("an answer");
    job.map(|job| job.id).unwrap_or_default()
}

#[tokio::test]
async fn needed_jobs_come_first_and_each_is_added_once() {
    for (store, time, _folder) in stores().await {
        let jobs = [job("a", 1), job("b", 0), job("c", 1)];
        assert_eq!(store.add_jobs(&jobs, time.now()).await.expect("they are added"), 3);
        assert_eq!(store.add_jobs(&jobs, time.now()).await.expect("an answer"), 0);
        let now = time.now();
        let mut order = Vec::new();
        for _ in 0..4 {
            order.push(claimed(&store, now).await);
        }
        assert_eq!(order, ["b", "a", "c", ""]);
        assert_eq!(store.claim("other", now).await.expect("an answer"), None);
    }
}

#[tokio::test]
async fn job_is_taken_again_when_its_worker_is_silent_and_set_aside_after_three_tries() {
    for (store, time, _folder) in stores().await {
        let mut now = time.now();
        store.add_jobs(&[job("a", 0)], now).await.expect("it is added");
        for _ in 0..MAX_TRIES {
            assert_eq!(claimed(&store, now).await, "a");
            assert_eq!(claimed(&store, now).await, "", "it is claimed");
            assert!(store.set_aside(now).await.expect("an answer").is_empty());
            now += 2 * LEASE;
        }
        assert_eq!(claimed(&store, now).await, "");
        assert_eq!(store.set_aside(now).await.expect("an answer"), ["somewhere"]);
        assert!(!store.keep(&job("a", 0), now).await.expect("an answer"));
        let finished = store.finished_jobs("p", (0, "")).await.expect("an answer");
        assert!(finished.len() == 1 && finished[0].is_set_aside);
        store.reopen_jobs("p").await.expect("it is open");
        assert_eq!(claimed(&store, now).await, "a");
    }
}

#[tokio::test]
async fn proofs_wait_while_they_have_unclaimed_jobs() {
    for (store, time, _folder) in stores().await {
        let now = time.now();
        let [id, title, game, position] = ["p", "title", "game", "somewhere"].map(str::to_owned);
        let proof = ProofRow { id, title, game, position, job_nodes: 1 };
        store.add_proof(&proof, now).await.expect("it is added");
        assert_eq!(store.waiting_proofs(now).await.expect("an answer"), []);
        store.add_jobs(&[job("a", 0)], now).await.expect("it is added");
        let again = ProofRow { job_nodes: 2, ..proof };
        store.add_proof(&again, now).await.expect("it is continued");
        assert_eq!(store.waiting_proofs(now).await.expect("an answer"), [again]);
        assert_eq!(store.count_open(now).await.expect("an answer"), (1, 0));
        assert_eq!(claimed(&store, now).await, "a");
        assert_eq!(store.waiting_proofs(now).await.expect("an answer"), []);
        assert_eq!(store.count_open(now).await.expect("an answer"), (1, 1));
        let later = now + 2 * LEASE;
        assert_eq!(store.count_open(later).await.expect("an answer"), (1, 0));
        assert_eq!(store.waiting_proofs(later).await.expect("an answer").len(), 1);
        store.finish_proof("p").await.expect("it is finished");
        assert_eq!(store.waiting_proofs(later).await.expect("an answer"), []);
        assert_eq!(store.open_jobs("p", later).await.expect("an answer"), []);
    }
}

#[tokio::test]
async fn job_that_is_given_back_is_not_a_try_but_costs() {
    for (store, time, _folder) in stores().await {
        let now = time.now();
        store.add_jobs(&[job("a", 0)], now).await.expect("it is added");
        for _ in 0..2 * MAX_TRIES {
            assert_eq!(claimed(&store, now).await, "a");
            store.give_back(&job("a", 0), 10, 1).await.expect("it is open");
        }
        assert_eq!(claimed(&store, now).await, "a");
        let result = ProofResult { nodes: 40, ..ProofResult::default() };
        store.finish(&job("a", 0), &result, now).await.expect("it is done");
        let cost = store.cost("p").await.expect("an answer");
        assert_eq!(cost, ProofCost { done: 1, set_aside: 0, nodes: 100, search_ms: 6 });
    }
}

#[tokio::test]
async fn irrelevant_jobs_are_deleted_and_their_workers_notice() {
    for (store, time, _folder) in stores().await {
        let now = time.now();
        store.add_jobs(&[job("a", 0), job("b", 1)], now).await.expect("they are added");
        assert_eq!(claimed(&store, now).await, "a");
        assert!(store.keep(&job("a", 0), now).await.expect("an answer"));
        store.delete_jobs("p", &["a"]).await.expect("it is deleted");
        assert!(!store.keep(&job("a", 0), now).await.expect("an answer"));
        let open = store.open_jobs("p", now).await.expect("an answer");
        assert_eq!(open, [OpenJob { id: "b".to_owned(), is_running: false }]);
    }
}
