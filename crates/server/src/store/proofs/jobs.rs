//! The jobs of a proof, for its coordinator: adding, deleting and reading them.

use std::time::Duration;

use sqlx::Row;

use super::super::in_time;
use super::super::notices::notify;
use super::{FinishedJob, OpenJob, ProofCost, ProofJob, ProofStore};
use crate::time::millis;

/// The most results that are read at once.
const MOST: i64 = 64;

impl ProofStore {
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
}
