//! The jobs of all proofs, for workers: claiming, keeping and finishing them.

use std::time::Duration;

use sqlx::Row;

use super::super::jobs::MAX_TRIES;
use super::super::{LEASE, in_time};
use super::{ProofJob, ProofResult, ProofStore};
use crate::time::millis;

impl ProofStore {
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

    /// The number of jobs without a result, and how many of them a worker has claimed.
    pub(crate) async fn count_open(&self, now: Duration) -> Result<(i64, i64), sqlx::Error> {
        let query = "SELECT COUNT(*) AS open,
                     COALESCE(SUM(CASE WHEN lease_ms >= $1 THEN 1 ELSE 0 END), 0) AS running
                     FROM proof_jobs WHERE state = 'open'";
        let row = in_time(sqlx::query(query).bind(millis(now)).fetch_one(&self.pool)).await?;
        Ok((row.try_get("open")?, row.try_get("running")?))
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
