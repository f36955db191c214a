//! Proofs that workers share: the questions to answer are rows with an owner and a lease, and stay
//! in the database with their results.

use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyPool, ConnectOptions, Row};

use super::connect::{address_of, connect_first, is_postgres};
use super::jobs::MAX_TRIES;
use super::notices::notify;
use super::{LEASE, Store, StoreError, in_time, pool_of, schema, time_of};
use crate::config::Storage;
use crate::secret::new_id;
use crate::time::{Time, millis};

/// The most results that are read at once.
const MOST: i64 = 64;

/// The shared proofs in a database.
#[derive(Clone, Debug)]
pub(crate) struct ProofStore {
    pub(super) pool: AnyPool,
    pub(super) process: String,
    /// Whether several processes can use the database.
    pub(super) is_shared: bool,
}

/// A proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProofRow {
    pub(crate) id: String,
    /// What is proven, and by which version.
    pub(crate) title: String,
    pub(crate) game: String,
    pub(crate) position: String,
    /// The most nodes of a job.
    pub(crate) job_nodes: i64,
}

/// A question to answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ProofJob {
    pub(crate) proof: String,
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) goal: String,
    /// Smaller numbers come first.
    pub(crate) priority: i64,
}

/// What a worker has found out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ProofResult {
    pub(crate) outcome: String,
    pub(crate) proofs: String,
    pub(crate) nodes: i64,
    pub(crate) search_ms: i64,
}

/// A job that is done or was set aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FinishedJob {
    pub(crate) id: String,
    pub(crate) is_set_aside: bool,
    pub(crate) outcome: String,
    pub(crate) finished_ms: i64,
}

/// A job without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenJob {
    pub(crate) id: String,
    pub(crate) is_running: bool,
}

/// What all jobs of a proof have cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ProofCost {
    pub(crate) done: i64,
    pub(crate) set_aside: i64,
    pub(crate) nodes: i64,
    pub(crate) search_ms: i64,
}

impl Store {
    /// The shared proofs in this database.
    pub(crate) fn proofs(&self) -> ProofStore {
        let (pool, process) = (self.pool.clone(), self.process.clone());
        ProofStore { pool, process, is_shared: self.shared.is_some() }
    }
}

impl ProofStore {
    /// Opens a database that several processes can use. Also returns its time.
    pub(crate) async fn open(storage: &Storage) -> Result<(Self, Time), StoreError> {
        let (address, shown) = address_of(storage)?;
        let told = |error| StoreError::Database(shown.clone(), error);
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = address.parse().map_err(told)?;
        let options = options.disable_statement_logging();
        let mut connection = connect_first(&options).await.map_err(told)?;
        if !is_postgres(&connection) {
            return Err(StoreError::Alone);
        }
        if !schema::migrate(&mut connection).await.map_err(told)? {
            return Err(StoreError::Newer(shown));
        }
        let time = time_of(&mut connection).await.map_err(told)?;
        let pool = pool_of(options);
        let process = new_id().unwrap_or_else(|_| std::process::id().to_string());
        Ok((Self { pool, process, is_shared: true }, time))
    }

    /// Adds a proof, or continues the one with this id.
    pub(crate) async fn add_proof(
        &self,
        proof: &ProofRow,
        now: Duration,
    ) -> Result<(), sqlx::Error> {
        let add = "INSERT INTO proofs (id, title, game, position, job_nodes, state, created_ms)
                   VALUES ($1, $2, $3, $4, $5, 'open', $6)
                   ON CONFLICT (id) DO UPDATE SET state = 'open', job_nodes = excluded.job_nodes";
        let query = sqlx::query(add)
            .bind(proof.id.as_str())
            .bind(proof.title.as_str())
            .bind(proof.game.as_str())
            .bind(proof.position.as_str())
            .bind(proof.job_nodes)
            .bind(millis(now));
        in_time(query.execute(&self.pool)).await.map(drop)
    }

    /// Notes that a proof is finished.
    pub(crate) async fn finish_proof(&self, id: &str) -> Result<(), sqlx::Error> {
        let query = sqlx::query("UPDATE proofs SET state = 'done' WHERE id = $1").bind(id);
        in_time(query.execute(&self.pool)).await?;
        let query = "DELETE FROM proof_jobs WHERE proof = $1 AND state = 'open'";
        in_time(sqlx::query(query).bind(id).execute(&self.pool)).await.map(drop)
    }

    /// The proofs with a job to claim, oldest first.
    pub(crate) async fn waiting_proofs(&self, now: Duration) -> Result<Vec<ProofRow>, sqlx::Error> {
        let query = "SELECT id, title, game, position, job_nodes FROM proofs WHERE state = 'open'
                     AND EXISTS (SELECT 1 FROM proof_jobs WHERE proof_jobs.proof = proofs.id
                     AND proof_jobs.state = 'open' AND lease_ms < $1 AND tries < $2)
                     ORDER BY created_ms, id";
        let query = sqlx::query(query).bind(millis(now)).bind(MAX_TRIES);
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(ProofRow {
                id: row.try_get("id")?,
                title: row.try_get("title")?,
                game: row.try_get("game")?,
                position: row.try_get("position")?,
                job_nodes: row.try_get("job_nodes")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Adds jobs, except those that exist, and returns the number of new ones.
    pub(crate) async fn add_jobs(
        &self,
        jobs: &[ProofJob],
        now: Duration,
    ) -> Result<u64, sqlx::Error> {
        let mut added = 0;
        in_time(async {
            let mut transaction = self.pool.begin().await?;
            for job in jobs {
                let add = "INSERT INTO proof_jobs (proof, id, position, goal, priority, state,
                           outcome, proofs, nodes, search_ms, owner, lease_ms, tries, created_ms,
                           finished_ms)
                           VALUES ($1, $2, $3, $4, $5, 'open', '', '', 0, 0, '', 0, 0, $6, 0)
                           ON CONFLICT DO NOTHING";
                let query = sqlx::query(add)
                    .bind(job.proof.as_str())
                    .bind(job.id.as_str())
                    .bind(job.position.as_str())
                    .bind(job.goal.as_str())
                    .bind(job.priority)
                    .bind(millis(now));
                added += query.execute(&mut *transaction).await?.rows_affected();
            }
            if self.is_shared && added > 0 {
                notify(&mut transaction, "j").await?;
            }
            transaction.commit().await
        })
        .await?;
        Ok(added)
    }

    /// The jobs of a proof without a result.
    pub(crate) async fn open_jobs(
        &self,
        proof: &str,
        now: Duration,
    ) -> Result<Vec<OpenJob>, sqlx::Error> {
        let query = "SELECT id, lease_ms FROM proof_jobs WHERE proof = $1 AND state = 'open'";
        let rows = in_time(sqlx::query(query).bind(proof).fetch_all(&self.pool)).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let is_running = row.try_get::<i64, _>("lease_ms")? >= millis(now);
            Ok(OpenJob { id: row.try_get("id")?, is_running })
        };
        rows.iter().map(read).collect()
    }

    /// Deletes jobs whose answers nobody needs any more. Their workers notice.
    pub(crate) async fn delete_jobs(&self, proof: &str, ids: &[&str]) -> Result<(), sqlx::Error> {
        let query = "DELETE FROM proof_jobs WHERE proof = $1 AND id = $2 AND state = 'open'";
        in_time(async {
            let mut transaction = self.pool.begin().await?;
            for id in ids {
                sqlx::query(query).bind(proof).bind(*id).execute(&mut *transaction).await?;
            }
            transaction.commit().await
        })
        .await
    }

    /// Opens the jobs that were set aside, so that they are tried again.
    pub(crate) async fn reopen_jobs(&self, proof: &str) -> Result<(), sqlx::Error> {
        let query = "UPDATE proof_jobs SET state = 'open', tries = 0, finished_ms = 0
                     WHERE proof = $1 AND state = 'aside'";
        in_time(sqlx::query(query).bind(proof).execute(&self.pool)).await.map(drop)
    }

    /// Up to 64 of the jobs that ended after a moment and job, in this order.
    pub(crate) async fn finished_jobs(
        &self,
        proof: &str,
        (after_ms, after_id): (i64, &str),
    ) -> Result<Vec<FinishedJob>, sqlx::Error> {
        let query = "SELECT id, state, outcome, finished_ms FROM proof_jobs
                     WHERE proof = $1 AND state <> 'open'
                     AND (finished_ms > $2 OR (finished_ms = $2 AND id > $3))
                     ORDER BY finished_ms, id LIMIT $4";
        let query = sqlx::query(query).bind(proof).bind(after_ms).bind(after_id).bind(MOST);
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(FinishedJob {
                id: row.try_get("id")?,
                is_set_aside: row.try_get::<String, _>("state")? == "aside",
                outcome: row.try_get("outcome")?,
                finished_ms: row.try_get("finished_ms")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// What was proven in up to 64 jobs that ended after a moment and job: the moment, the job and the
    /// proofs.
    pub(crate) async fn proofs_after(
        &self,
        proof: &str,
        (after_ms, after_id): (i64, &str),
    ) -> Result<Vec<(i64, String, String)>, sqlx::Error> {
        let query = "SELECT id, proofs, finished_ms FROM proof_jobs
                     WHERE proof = $1 AND state = 'done'
                     AND (finished_ms > $2 OR (finished_ms = $2 AND id > $3))
                     ORDER BY finished_ms, id LIMIT $4";
        let query = sqlx::query(query).bind(proof).bind(after_ms).bind(after_id).bind(MOST);
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok((row.try_get("finished_ms")?, row.try_get("id")?, row.try_get("proofs")?))
        };
        rows.iter().map(read).collect()
    }

    /// What all jobs of a proof have cost.
    pub(crate) async fn cost(&self, proof: &str) -> Result<ProofCost, sqlx::Error> {
        let query = "SELECT COALESCE(SUM(CASE state WHEN 'done' THEN 1 ELSE 0 END), 0) AS done,
                     COALESCE(SUM(CASE state WHEN 'aside' THEN 1 ELSE 0 END), 0) AS aside,
                     CAST(COALESCE(SUM(nodes), 0) AS BIGINT) AS nodes,
                     CAST(COALESCE(SUM(search_ms), 0) AS BIGINT) AS search_ms
                     FROM proof_jobs WHERE proof = $1";
        let row = in_time(sqlx::query(query).bind(proof).fetch_one(&self.pool)).await?;
        Ok(ProofCost {
            done: row.try_get("done")?,
            set_aside: row.try_get("aside")?,
            nodes: row.try_get("nodes")?,
            search_ms: row.try_get("search_ms")?,
        })
    }

    /// Claims the next job of a proof.
    pub(crate) async fn claim(
        &self,
        proof: &str,
        now: Duration,
    ) -> Result<Option<ProofJob>, sqlx::Error> {
        let lock = if self.is_shared { "FOR UPDATE SKIP LOCKED" } else { "" };
        // With IN, PostgreSQL may run the query for each row, and each time find another job.
        let claim = format!(
            "UPDATE proof_jobs SET owner = $1, lease_ms = $2, tries = tries + 1
             WHERE proof = $3 AND id = (SELECT id FROM proof_jobs
             WHERE proof = $3 AND state = 'open' AND lease_ms < $4 AND tries < $5
             ORDER BY priority, created_ms, id LIMIT 1 {lock})
             RETURNING id, position, goal, priority"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(claim))
            .bind(self.process.as_str())
            .bind(millis(now + LEASE))
            .bind(proof)
            .bind(millis(now))
            .bind(MAX_TRIES);
        let row = in_time(query.fetch_optional(&self.pool)).await?;
        let read = |row: sqlx::any::AnyRow| {
            Ok(ProofJob {
                proof: proof.to_owned(),
                id: row.try_get("id")?,
                position: row.try_get("position")?,
                goal: row.try_get("goal")?,
                priority: row.try_get("priority")?,
            })
        };
        row.map(read).transpose()
    }

    /// Keeps a claimed job. Returns false if another process has it, or nobody needs it any more.
    pub(crate) async fn keep(&self, job: &ProofJob, now: Duration) -> Result<bool, sqlx::Error> {
        let query = "UPDATE proof_jobs SET lease_ms = $1
                     WHERE proof = $2 AND id = $3 AND owner = $4 AND state = 'open'";
        let query = sqlx::query(query)
            .bind(millis(now + LEASE))
            .bind(job.proof.as_str())
            .bind(job.id.as_str())
            .bind(self.process.as_str());
        Ok(in_time(query.execute(&self.pool)).await?.rows_affected() == 1)
    }

    /// Stores the result of a claimed job, unless another process has it by now.
    pub(crate) async fn finish(
        &self,
        job: &ProofJob,
        result: &ProofResult,
        now: Duration,
    ) -> Result<(), sqlx::Error> {
        let query = "UPDATE proof_jobs SET state = 'done', lease_ms = 0, outcome = $1, proofs = $2,
                     nodes = nodes + $3, search_ms = search_ms + $4, finished_ms = $5
                     WHERE proof = $6 AND id = $7 AND owner = $8 AND state = 'open'";
        let query = sqlx::query(query)
            .bind(result.outcome.as_str())
            .bind(result.proofs.as_str())
            .bind(result.nodes)
            .bind(result.search_ms)
            .bind(millis(now))
            .bind(job.proof.as_str())
            .bind(job.id.as_str())
            .bind(self.process.as_str());
        in_time(query.execute(&self.pool)).await.map(drop)
    }

    /// Gives a claimed job back, as if it had not been tried, but counts what it has cost.
    pub(crate) async fn give_back(
        &self,
        job: &ProofJob,
        nodes: i64,
        search_ms: i64,
    ) -> Result<(), sqlx::Error> {
        let query = "UPDATE proof_jobs SET lease_ms = 0, tries = tries - 1, owner = '',
                     nodes = nodes + $1, search_ms = search_ms + $2
                     WHERE proof = $3 AND id = $4 AND owner = $5 AND state = 'open'";
        let query = sqlx::query(query)
            .bind(nodes)
            .bind(search_ms)
            .bind(job.proof.as_str())
            .bind(job.id.as_str())
            .bind(self.process.as_str());
        in_time(query.execute(&self.pool)).await.map(drop)
    }

    /// Gives all claimed jobs back: this process is about to end.
    pub(crate) async fn give_all_back(&self) -> Result<(), sqlx::Error> {
        let query = "UPDATE proof_jobs SET lease_ms = 0, tries = tries - 1, owner = ''
                     WHERE owner = $1 AND state = 'open'";
        let query = sqlx::query(query).bind(self.process.as_str());
        in_time(query.execute(&self.pool)).await.map(drop)
    }

    /// Sets jobs aside that were tried too often, and returns their positions.
    pub(crate) async fn set_aside(&self, now: Duration) -> Result<Vec<String>, sqlx::Error> {
        let aside = "UPDATE proof_jobs SET state = 'aside', finished_ms = $1
                     WHERE state = 'open' AND tries >= $2 AND lease_ms < $1 RETURNING position";
        let query = sqlx::query(aside).bind(millis(now)).bind(MAX_TRIES);
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        rows.iter().map(|row| row.try_get("position")).collect()
    }
}

#[cfg(test)]
mod tests {
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
            let [id, title, game, position] =
                ["p", "title", "game", "somewhere"].map(str::to_owned);
            let proof = ProofRow { id, title, game, position, job_nodes: 1 };
            store.add_proof(&proof, now).await.expect("it is added");
            assert_eq!(store.waiting_proofs(now).await.expect("an answer"), []);
            store.add_jobs(&[job("a", 0)], now).await.expect("it is added");
            let again = ProofRow { job_nodes: 2, ..proof };
            store.add_proof(&again, now).await.expect("it is continued");
            assert_eq!(store.waiting_proofs(now).await.expect("an answer"), [again]);
            assert_eq!(claimed(&store, now).await, "a");
            assert_eq!(store.waiting_proofs(now).await.expect("an answer"), []);
            let later = now + 2 * LEASE;
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
}
