//! Proofs that workers share: the questions to answer are rows with an owner and a lease, and stay
//! in the database with their results.

mod claims;
mod jobs;
#[cfg(test)]
mod tests;

use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyPool, ConnectOptions, Row};

use super::connect::{address_of, connect_first, is_postgres};
use super::jobs::MAX_TRIES;
use super::{Store, StoreError, in_time, pool_of, schema, time_of};
use crate::config::Storage;
use crate::secret::new_id;
use crate::time::{Time, millis};

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
}
