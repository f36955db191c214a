//! Work for the engine that some process will do: a queue in the database. A job whose process dies
//! is taken by another one. After three tries it is set aside: it seems to kill processes.

use std::time::Duration;

use sqlx::Row;

use super::notices::notify;
use super::{LEASE, Notice, Store, in_time};
use crate::time::millis;

/// How often a job is tried.
pub(crate) const MAX_TRIES: i64 = 3;
/// How long the answer of a job is stored.
const STORED_FOR: Duration = Duration::from_secs(24 * 3600);

/// A job for any process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewJob {
    pub(crate) id: String,
    /// What kind of work it is.
    pub(crate) kind: &'static str,
    /// Smaller numbers come first.
    pub(crate) priority: i64,
    /// Visitors take turns.
    pub(crate) visitor: String,
    pub(crate) request: String,
}

/// A job that this process has claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) visitor: String,
    pub(crate) request: String,
}

/// The state of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum JobState {
    /// It waits, or some process works on it; with the answer so far.
    Open(String),
    /// It is done, with this answer.
    Done(String),
    /// It was tried too often.
    SetAside,
}

impl Store {
    /// Adds a job, unless there is one with the same id.
    pub(crate) async fn add_job(&self, job: NewJob, now: Duration) -> Result<(), sqlx::Error> {
        let add = "INSERT INTO jobs (id, kind, priority, visitor, request, answer, state, owner,
                   lease_ms, tries, created_ms)
                   VALUES ($1, $2, $3, $4, $5, '', 'open', '', 0, 0, $6) ON CONFLICT DO NOTHING";
        let query = sqlx::query(add)
            .bind(job.id)
            .bind(job.kind)
            .bind(job.priority)
            .bind(job.visitor)
            .bind(job.request)
            .bind(millis(now));
        in_time(query.execute(&self.pool)).await?;
        self.tell_jobs().await
    }

    /// Tells all processes that there is something new about jobs.
    async fn tell_jobs(&self) -> Result<(), sqlx::Error> {
        if self.shared.is_none() {
            self.notices.send(Notice::Jobs);
            return Ok(());
        }
        in_time(async { notify(&mut *self.pool.acquire().await?, "j").await }).await
    }

    /// The number of jobs of a visitor that are not done.
    pub(crate) async fn open_jobs_of(&self, visitor: &str) -> Result<i64, sqlx::Error> {
        let query = "SELECT COUNT(*) AS count FROM jobs WHERE state = 'open' AND visitor = $1";
        let query = sqlx::query(query).bind(visitor);
        in_time(query.fetch_one(&self.pool)).await?.try_get("count")
    }

    /// The number of open jobs, and of those set aside.
    pub(crate) async fn count_jobs(&self) -> Result<(i64, i64), sqlx::Error> {
        let query = "SELECT COALESCE(SUM(CASE state WHEN 'open' THEN 1 ELSE 0 END), 0) AS open,
                     COALESCE(SUM(CASE state WHEN 'aside' THEN 1 ELSE 0 END), 0) AS aside FROM jobs";
        let row = in_time(sqlx::query(query).fetch_one(&self.pool)).await?;
        Ok((row.try_get("open")?, row.try_get("aside")?))
    }

    /// Claims the next job of these kinds: the most urgent one, of the visitor for whom the fewest are
    /// running. Other versions may know other kinds.
    pub(crate) async fn claim_job(
        &self,
        kinds: &[&'static str],
        now: Duration,
    ) -> Result<Option<Job>, sqlx::Error> {
        // With IN, PostgreSQL may run the query for each row, and each time find another job.
        let claim = format!(
            "UPDATE jobs SET owner = $1, lease_ms = $2, tries = tries + 1 WHERE id = (
             SELECT id FROM jobs WHERE state = 'open' AND lease_ms < $3 AND tries < $4
             AND kind IN ('{}')
             ORDER BY priority, (SELECT COUNT(*) FROM jobs AS others
                 WHERE others.visitor = jobs.visitor AND others.lease_ms >= $3), created_ms, id
             LIMIT 1 {}) RETURNING id, kind, visitor, request",
            kinds.join("', '"),
            self.skip_locked()
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(claim))
            .bind(self.process.as_str())
            .bind(millis(now + LEASE))
            .bind(millis(now))
            .bind(MAX_TRIES);
        let row = in_time(query.fetch_optional(&self.pool)).await?;
        let read = |row: sqlx::any::AnyRow| {
            Ok(Job {
                id: row.try_get("id")?,
                kind: row.try_get("kind")?,
                visitor: row.try_get("visitor")?,
                request: row.try_get("request")?,
            })
        };
        row.map(read).transpose()
    }

    /// Keeps a claimed job, with the answer so far. Returns false if another process has it, or
    /// nobody needs it any more.
    pub(crate) async fn keep_job(
        &self,
        id: &str,
        answer: &str,
        now: Duration,
    ) -> Result<bool, sqlx::Error> {
        let query = "UPDATE jobs SET lease_ms = $1, answer = $2
                     WHERE id = $3 AND owner = $4 AND state = 'open'";
        let query = sqlx::query(query)
            .bind(millis(now + LEASE))
            .bind(answer)
            .bind(id)
            .bind(self.process.as_str());
        Ok(in_time(query.execute(&self.pool)).await?.rows_affected() == 1)
    }

    /// Stores the answer of a claimed job.
    pub(crate) async fn finish_job(&self, id: &str, answer: &str) -> Result<(), sqlx::Error> {
        let query = "UPDATE jobs SET state = 'done', lease_ms = 0, answer = $1
                     WHERE id = $2 AND owner = $3 AND state = 'open'";
        let query = sqlx::query(query).bind(answer).bind(id).bind(self.process.as_str());
        in_time(query.execute(&self.pool)).await?;
        self.tell_jobs().await
    }

    /// Gives back all claimed jobs, as if they had not been tried: this process is about to end.
    pub(crate) async fn release_jobs(&self) -> Result<(), sqlx::Error> {
        let query = "UPDATE jobs SET lease_ms = 0, tries = tries - 1, owner = ''
                     WHERE owner = $1 AND state = 'open'";
        in_time(sqlx::query(query).bind(self.process.as_str()).execute(&self.pool)).await?;
        self.tell_jobs().await
    }

    /// Deletes a job that nobody needs any more.
    pub(crate) async fn delete_job(&self, id: &str) -> Result<(), sqlx::Error> {
        let query = sqlx::query("DELETE FROM jobs WHERE id = $1").bind(id);
        in_time(query.execute(&self.pool)).await.map(drop)
    }

    /// The state of a job, if there is such a job.
    pub(crate) async fn job_state(&self, id: &str) -> Result<Option<JobState>, sqlx::Error> {
        let query = sqlx::query("SELECT state, answer FROM jobs WHERE id = $1").bind(id);
        let row = in_time(query.fetch_optional(&self.pool)).await?;
        let read = |row: sqlx::any::AnyRow| {
            let (state, answer): (String, String) = (row.try_get("state")?, row.try_get("answer")?);
            Ok(match state.as_str() {
                "done" => JobState::Done(answer),
                "aside" => JobState::SetAside,
                _ => JobState::Open(answer),
            })
        };
        row.map(read).transpose()
    }

    /// Sets jobs aside that were tried too often, returns their ids, and deletes old ones.
    pub(crate) async fn tidy_jobs(&self, now: Duration) -> Result<Vec<String>, sqlx::Error> {
        let aside = "UPDATE jobs SET state = 'aside'
                     WHERE state = 'open' AND tries >= $1 AND lease_ms < $2 RETURNING id";
        let query = sqlx::query(aside).bind(MAX_TRIES).bind(millis(now));
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        let old = "DELETE FROM jobs WHERE state <> 'open' AND kind <> 'proof' AND created_ms < $1";
        let old = sqlx::query(old).bind(millis(now.saturating_sub(STORED_FOR)));
        in_time(old.execute(&self.pool)).await?;
        if !rows.is_empty() {
            self.tell_jobs().await?;
        }
        rows.iter().map(|row| row.try_get("id")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Storage;
    use crate::time::Time;

    async fn store() -> (Store, Time, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let storage = Storage::Folder(folder.path().to_owned());
        let (store, time, _) = Store::open(&storage).await.expect("a store");
        (store, time, folder)
    }

    fn job(id: &str, priority: i64, visitor: &str) -> NewJob {
        let (id, visitor) = (id.to_owned(), visitor.to_owned());
        NewJob { id, kind: "hint", priority, visitor, request: String::new() }
    }

    async fn claimed(store: &Store, now: Duration) -> String {
        let job = store.claim_job(&["hint"], now).await.expect("an answer");
        job.map(|job| job.id).unwrap_or_default()
    }

    #[tokio::test]
    async fn urgent_jobs_come_first_and_visitors_take_turns() {
        let (store, time, _folder) = store().await;
        for (number, (id, priority, visitor)) in
            [("a", 1, "x"), ("b", 1, "x"), ("c", 1, "y"), ("d", 0, "x")].into_iter().enumerate()
        {
            let now = time.now() + Duration::from_millis(number as u64);
            store.add_job(job(id, priority, visitor), now).await.expect("it is added");
        }
        let now = time.now();
        let mut order = Vec::new();
        for _ in 0..5 {
            order.push(claimed(&store, now).await);
        }
        assert_eq!(order, ["d", "c", "a", "b", ""]);
        store
            .add_job(NewJob { kind: "other", ..job("e", 0, "x") }, now)
            .await
            .expect("it is added");
        assert_eq!(claimed(&store, now).await, "", "it is of another kind");
    }

    #[tokio::test]
    async fn job_is_taken_again_when_its_process_is_silent_and_set_aside_after_three_tries() {
        let (store, time, _folder) = store().await;
        let now = time.now();
        store.add_job(job("a", 0, "x"), now).await.expect("it is added");
        let mut later = now;
        for _ in 0..MAX_TRIES {
            assert_eq!(claimed(&store, later).await, "a");
            assert_eq!(claimed(&store, later).await, "", "it is claimed");
            assert!(store.keep_job("a", "half", later).await.expect("an answer"));
            later += 2 * LEASE;
        }
        assert_eq!(claimed(&store, later).await, "");
        assert_eq!(store.tidy_jobs(later).await.expect("an answer"), ["a"]);
        assert_eq!(store.job_state("a").await.expect("an answer"), Some(JobState::SetAside));
        assert!(!store.keep_job("a", "whole", later).await.expect("an answer"));
    }

    #[tokio::test]
    async fn answer_of_a_job_is_stored_once() {
        let (store, time, _folder) = store().await;
        let now = time.now();
        store.add_job(job("a", 0, "x"), now).await.expect("it is added");
        store.add_job(job("a", 0, "x"), now).await.expect("it is there");
        assert_eq!(claimed(&store, now).await, "a");
        store.finish_job("a", "yes").await.expect("it is saved");
        store.finish_job("a", "no").await.expect("it is ignored");
        let done = Some(JobState::Done("yes".to_owned()));
        assert_eq!(store.job_state("a").await.expect("an answer"), done);
        assert_eq!(claimed(&store, now + 2 * LEASE).await, "");
        assert_eq!(store.open_jobs_of("x").await.expect("an answer"), 0);
    }
}
