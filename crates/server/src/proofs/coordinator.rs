//! Decides which questions of a shared proof are to be answered, and merges the answers.

use std::collections::HashSet;
use std::time::Duration;

use strata_engine::solver::{Job, Outcome, Session, Tree, Wdl};
use strata_rules::AnyPosition;
use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use super::{from_hex, goal_name, proof_id, read_outcome, title};
use crate::config::Storage;
use crate::store::{FinishedJob, OpenJob, ProofJob, ProofRow, ProofStore, StoreError};
use crate::time::Time;

/// How often results are read.
const PAUSE: Duration = Duration::from_millis(300);
/// Jobs that ended this long before the last known one are read again: the clocks of processes may
/// differ a little.
const TOLERANCE_MS: i64 = 10_000;
/// The number of waiting jobs: so many, and twice as many as are running.
const MIN_WAITING: usize = 32;

/// Why a shared proof has no result.
#[derive(Debug, Error)]
pub enum ProofError {
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A query failed.
    #[error("the database does not respond: {0}")]
    Database(#[from] sqlx::Error),
    /// The runtime cannot be started.
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
    /// Jobs that the proof needs were set aside.
    #[error(
        "the proof needs {0} of the jobs that were set aside after three tries, because every worker that tried them ended; the same command tries them again"
    )]
    SetAside(u64),
}

/// How far a shared proof has got.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProofStatus {
    /// Jobs with a result.
    pub done: u64,
    /// Jobs that workers are working on.
    pub running: u64,
    /// Jobs that wait for a worker.
    pub waiting: u64,
    /// Jobs that were set aside.
    pub set_aside: u64,
    /// The nodes searched in all jobs that have ended.
    pub nodes: u64,
    /// The time that workers have spent on these jobs, on one core each.
    pub search_time: Duration,
    /// A rough estimate of the share of the work that is done, from 0 to 1.
    pub progress: f64,
    /// Whether the database does not respond.
    pub is_database_away: bool,
}

impl ProofStatus {
    /// A rough estimate of the time that is left, on one core.
    pub fn time_left(&self) -> Option<Duration> {
        let is_known = self.progress > 0.0 && self.progress <= 1.0;
        is_known.then(|| self.search_time.mul_f64((1.0 - self.progress) / self.progress))
    }
}

/// Coordinates the proof of one position.
pub struct Coordinator<'a> {
    proof: SharedProof<'a>,
    runtime: Runtime,
}

impl<'a> Coordinator<'a> {
    /// Opens the database. Jobs of more than about `job_nodes` nodes are split.
    pub fn open(
        database: &str,
        position: &dyn AnyPosition,
        session: &'a dyn Session,
        job_nodes: u64,
    ) -> Result<Self, ProofError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let storage = Storage::Address(database.to_owned());
        let (store, time) = runtime.block_on(ProofStore::open(&storage))?;
        let title = title(session);
        let row = ProofRow {
            id: proof_id(&title),
            title,
            game: position.info().id.to_owned(),
            position: position.text(),
            job_nodes: i64::try_from(job_nodes).unwrap_or(i64::MAX),
        };
        let goals: &[Wdl] = match position.info().draws {
            true => &[Wdl::Draw],
            false => &[],
        };
        let tree = Tree::new(session.root(Wdl::Win));
        let proof = SharedProof { session, row, goals, tree, store, time, last_ms: 0 };
        Ok(Self { proof, runtime })
    }

    /// How far the proof has got; `None` if it was not started.
    pub fn status(&mut self) -> Result<Option<ProofStatus>, ProofError> {
        let Self { proof, runtime } = self;
        let status = runtime.block_on(async {
            proof.read_results().await?;
            proof.status().await
        })?;
        let ProofStatus { done, running, waiting, set_aside, .. } = status;
        Ok((done + running + waiting + set_aside > 0).then_some(status))
    }

    /// Waits until workers have answered all questions, and passes what they have proven to the
    /// session. Returns what it has cost. `show` is called with the progress.
    pub fn prove(&mut self, show: &mut dyn FnMut(&ProofStatus)) -> Result<ProofStatus, ProofError> {
        let Self { proof, runtime } = self;
        runtime.block_on(proof.prove(show))
    }
}

/// A proof and what is known about it.
struct SharedProof<'a> {
    session: &'a dyn Session,
    row: ProofRow,
    /// What to ask about the position if the answer to the current question is no.
    goals: &'static [Wdl],
    tree: Tree,
    store: ProofStore,
    time: Time,
    /// When the last known job ended.
    last_ms: i64,
}

impl SharedProof<'_> {
    async fn prove(
        &mut self,
        show: &mut dyn FnMut(&ProofStatus),
    ) -> Result<ProofStatus, ProofError> {
        self.store.add_proof(&self.row, self.time.now()).await?;
        self.store.reopen_jobs(&self.row.id).await?;
        let mut status = ProofStatus::default();
        loop {
            match self.advance().await {
                Ok(true) => match self.conclude().await {
                    Ok(status) => return Ok(status),
                    Err(_) => status.is_database_away = true,
                },
                Ok(false) if self.tree.survey().is_stuck() => {
                    return Err(ProofError::SetAside(self.status().await?.set_aside));
                }
                Ok(false) => status = self.status().await.unwrap_or(status),
                // Workers and this process go on when the database is back.
                Err(_) => status.is_database_away = true,
            }
            show(&status);
            sleep(PAUSE).await;
        }
    }

    /// Reads results and changes the jobs accordingly. Returns whether everything is answered.
    async fn advance(&mut self) -> Result<bool, sqlx::Error> {
        self.read_results().await?;
        if self.tree.survey().answer().is_some() {
            return Ok(true);
        }
        let now = self.time.now();
        self.store.set_aside(now).await?;
        let open = self.store.open_jobs(&self.row.id, now).await?;
        let running = open.iter().filter(|job| job.is_running).count();
        let survey = self.tree.survey();
        let wanted = survey.jobs(MIN_WAITING + 2 * running);
        let relevant = survey.relevant();
        let wanted_ids: HashSet<&str> = wanted.iter().map(|job| job.question.id.as_str()).collect();
        let is_useless = |job: &&OpenJob| match job.is_running {
            true => !relevant.contains(job.id.as_str()),
            false => !wanted_ids.contains(job.id.as_str()),
        };
        let useless: Vec<&str> =
            open.iter().filter(is_useless).map(|job| job.id.as_str()).collect();
        self.store.delete_jobs(&self.row.id, &useless).await?;
        let known: HashSet<&str> = open.iter().map(|job| job.id.as_str()).collect();
        let is_new = |job: &&Job| !known.contains(job.question.id.as_str());
        let new: Vec<ProofJob> = wanted.iter().filter(is_new).map(|job| self.row_of(job)).collect();
        let added = self.store.add_jobs(&new, now).await?;
        if added < new.len() as u64 {
            // Some have ended, and their workers' clocks are too slow: everything is read again.
            self.last_ms = 0;
        }
        Ok(false)
    }

    fn row_of(&self, job: &Job) -> ProofJob {
        ProofJob {
            proof: self.row.id.clone(),
            id: job.question.id.clone(),
            position: job.question.position.clone(),
            goal: goal_name(job.question.goal).to_owned(),
            priority: job.priority.into(),
        }
    }

    /// Adds new results to the tree, and asks the next question if the current one has the answer no.
    async fn read_results(&mut self) -> Result<(), sqlx::Error> {
        let mut last = (self.last_ms.saturating_sub(TOLERANCE_MS), String::new());
        loop {
            let jobs = self.store.finished_jobs(&self.row.id, (last.0, &last.1)).await?;
            let Some(job) = jobs.last() else { break };
            last = (job.finished_ms, job.id.clone());
            self.last_ms = self.last_ms.max(job.finished_ms);
            for FinishedJob { id, is_set_aside, outcome, .. } in jobs {
                // What cannot be read is as good as a job that was set aside.
                let outcome = read_outcome(&outcome).filter(|_| !is_set_aside);
                self.tree.add(id, outcome.unwrap_or(Outcome::SetAside));
            }
        }
        while let ([goal, others @ ..], Some(false)) = (self.goals, self.tree.survey().answer()) {
            self.tree.ask(self.session.root(*goal));
            self.goals = others;
        }
        Ok(())
    }

    async fn status(&self) -> Result<ProofStatus, sqlx::Error> {
        let cost = self.store.cost(&self.row.id).await?;
        let open = self.store.open_jobs(&self.row.id, self.time.now()).await?;
        let running = open.iter().filter(|job| job.is_running).count();
        let [done, set_aside, nodes, search_ms] =
            [cost.done, cost.set_aside, cost.nodes, cost.search_ms]
                .map(|number| u64::try_from(number).unwrap_or(0));
        Ok(ProofStatus {
            done,
            running: running as u64,
            waiting: (open.len() - running) as u64,
            set_aside,
            nodes,
            search_time: Duration::from_millis(search_ms),
            progress: self.tree.survey().progress(),
            is_database_away: false,
        })
    }

    /// Reads what was proven, and ends the work on the proof.
    async fn conclude(&self) -> Result<ProofStatus, sqlx::Error> {
        let mut last = (0, String::new());
        loop {
            let rows = self.store.proofs_after(&self.row.id, (last.0, &last.1)).await?;
            let Some((finished_ms, id, _)) = rows.last() else { break };
            last = (*finished_ms, id.clone());
            for (.., proofs) in &rows {
                // The solver proves again what is damaged.
                let _ = from_hex(proofs).is_some_and(|proofs| self.session.restore(&proofs));
            }
        }
        self.store.finish_proof(&self.row.id).await?;
        self.status().await
    }
}
