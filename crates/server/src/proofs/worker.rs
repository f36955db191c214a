//! Answers the questions of shared proofs.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use strata_engine::solver::{Question, Session, SolveError, Split};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{interval, sleep, timeout};

use super::{from_hex, proof_id, read_goal, title, to_hex, write_outcome};
use crate::app::App;
use crate::metrics::count;
use crate::store::{Notice, ProofJob, ProofResult, ProofRow, ProofStore};
use crate::sync::lock;
use crate::workers::Urgency;

/// How often a running job is renewed, and how often the store is asked for jobs if no notice comes.
const RENEW: Duration = Duration::from_secs(1);
/// How often a result is sent to a database that does not respond.
const SEND_TRIES: usize = 60;
/// When a job is split, questions that take less than this many nodes are answered at once.
const OBVIOUS_NODES: u64 = 1;

/// A proof that this process works on.
struct OpenProof {
    id: String,
    session: Box<dyn Session>,
    /// The last job whose proofs were read: when it ended, and its id.
    last_read: Mutex<(i64, String)>,
}

/// Does jobs for as long as the process runs, as many at once as it has threads.
pub(crate) async fn work(app: Arc<App>) {
    let threads = Arc::new(Semaphore::new(app.workers.threads()));
    let mut notices = app.store.notices.receive();
    let mut proofs = Proofs { store: app.store.proofs(), open: None, refused: HashSet::new() };
    loop {
        let Ok(thread) = Arc::clone(&threads).acquire_owned().await else { return };
        match proofs.claim(&app).await {
            Ok(Some(claimed)) => drop(tokio::spawn(run(Arc::clone(&app), claimed, thread))),
            Ok(None) | Err(_) => {
                let added = async {
                    while notices.next().await? != Notice::Jobs {}
                    Some(())
                };
                let _ = timeout(RENEW, added).await;
            }
        }
    }
}

/// A job that this process has claimed.
struct Claimed {
    proof: Arc<OpenProof>,
    job: ProofJob,
    /// The most nodes to search.
    nodes: i64,
}

/// The proofs in the database.
struct Proofs {
    store: ProofStore,
    /// The proof of the last job. Only one is open at a time, because each needs much memory.
    open: Option<Arc<OpenProof>>,
    /// Proofs of other versions.
    refused: HashSet<String>,
}

impl Proofs {
    /// Claims a job of the oldest proof that has one.
    async fn claim(&mut self, app: &App) -> Result<Option<Claimed>, sqlx::Error> {
        for row in self.store.waiting_proofs(app.time.now()).await? {
            let known = self.open.take().filter(|open| open.id == row.id);
            let Some(proof) = known.or_else(|| self.open_proof(app, &row)) else { continue };
            self.open = Some(Arc::clone(&proof));
            self.read_proofs(&proof).await?;
            if let Some(job) = self.store.claim(&row.id, app.time.now()).await? {
                return Ok(Some(Claimed { proof, job, nodes: row.job_nodes }));
            }
        }
        Ok(None)
    }

    /// Starts to work on a proof, unless it belongs to another version.
    fn open_proof(&mut self, app: &App, row: &ProofRow) -> Option<Arc<OpenProof>> {
        if self.refused.contains(&row.id) {
            return None;
        }
        match session_of(app, row) {
            Ok(session) => {
                let (id, last_read) = (row.id.clone(), Mutex::default());
                Some(Arc::new(OpenProof { id, session, last_read }))
            }
            Err(reason) => {
                tracing::warn!(proof = row.title, reason, "cannot work on a proof");
                self.refused.insert(row.id.clone());
                None
            }
        }
    }

    /// Reads what other workers have proven since the last time.
    async fn read_proofs(&self, proof: &OpenProof) -> Result<(), sqlx::Error> {
        loop {
            let (after_ms, after_id) = lock(&proof.last_read).clone();
            let rows = self.store.proofs_after(&proof.id, (after_ms, &after_id)).await?;
            let Some((finished_ms, id, _)) = rows.last() else { return Ok(()) };
            for (_, id, proofs) in &rows {
                if !from_hex(proofs).is_some_and(|proofs| proof.session.restore(&proofs)) {
                    tracing::warn!(id, "the proofs of a job are damaged");
                }
            }
            *lock(&proof.last_read) = (*finished_ms, id.clone());
        }
    }
}

fn session_of(app: &App, row: &ProofRow) -> Result<Box<dyn Session>, String> {
    let entry = app.game(&row.game).map_err(|error| error.to_string())?;
    let position = entry.read_position(&row.position).map_err(|error| error.to_string())?;
    let solver = app.catalogue.solver_for(&*position).ok_or("the game has no solver")?;
    let session = solver.session(&row.position, app.config.proof_megabytes);
    let session = session.map_err(|error| error.to_string())?;
    let found = title(&*session);
    if found != row.title || proof_id(&found) != row.id {
        return Err("it belongs to another version of Strata".to_owned());
    }
    Ok(session)
}

/// What became of a job.
enum Work {
    Done(ProofResult),
    /// Something more urgent came up.
    Interrupted {
        nodes: i64,
        search_ms: i64,
    },
}

/// Does a job, unless nobody needs it any more.
async fn run(app: Arc<App>, claimed: Claimed, _thread: OwnedSemaphorePermit) {
    let (store, job) = (app.store.proofs(), &claimed.job);
    match search(&app, &store, &claimed).await {
        Some(Ok(Work::Done(result))) => {
            count(&app.metrics.proof_jobs);
            count_nodes(&app, result.nodes);
            for _ in 0..SEND_TRIES {
                match store.finish(job, &result, app.time.now()).await {
                    Ok(()) => return,
                    Err(error) => tracing::warn!(%error, id = job.id, "cannot store a result"),
                }
                sleep(RENEW).await;
            }
        }
        Some(Ok(Work::Interrupted { nodes, search_ms })) => {
            count_nodes(&app, nodes);
            if let Err(error) = store.give_back(job, nodes, search_ms).await {
                tracing::warn!(%error, id = job.id, "cannot give a job back");
            }
        }
        // The job is tried again when its lease has expired.
        Some(Err(reason)) => tracing::error!(reason, position = job.position, "a job failed"),
        None => {}
    }
}

fn count_nodes(app: &App, nodes: i64) {
    let nodes = u64::try_from(nodes).unwrap_or(0);
    app.metrics.proof_nodes.fetch_add(nodes, Ordering::Relaxed);
}

/// Runs a job on a thread, and renews its claim. Returns nothing if the claim was lost.
async fn search(app: &App, store: &ProofStore, claimed: &Claimed) -> Option<Result<Work, String>> {
    let Claimed { proof, job, nodes } = claimed;
    let (proof, nodes) = (Arc::clone(proof), *nodes);
    let goal = read_goal(&job.goal)?;
    let question = Question { id: job.id.clone(), position: job.position.clone(), goal };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let (sender, mut receiver) = oneshot::channel();
    let queued = app.workers.ask(Urgency::Proof, &stop, move |_| {
        let work = answer(&*proof.session, &question, nodes, &stopped);
        // The receiver is dropped if the claim is lost.
        let _ = sender.send(work.map_err(|error| error.to_string()));
    });
    queued.ok()?;
    let mut ticks = interval(RENEW);
    loop {
        tokio::select! {
            work = &mut receiver => {
                return Some(work.unwrap_or_else(|_| Err("the solver failed".to_owned())));
            }
            _ = ticks.tick() => {
                let kept = store.keep(job, app.time.now()).await;
                if !kept.unwrap_or(true) {
                    stop.store(true, Ordering::Relaxed);
                    return None;
                }
            }
        }
    }
}

/// Answers a question, or splits it if it is too large.
fn answer(
    session: &dyn Session,
    question: &Question,
    nodes: i64,
    stop: &AtomicBool,
) -> Result<Work, SolveError> {
    let started = Instant::now();
    let found = session.ask(question, u64::try_from(nodes).unwrap_or(1), stop)?;
    let (split, more_nodes) = match found.is_reached {
        Some(answer) => (Split::Answered(answer), 0),
        None if stop.load(Ordering::Relaxed) => (Split::Next(Vec::new()), 0),
        None => session.split(question, OBVIOUS_NODES, stop)?,
    };
    let nodes = i64::try_from(found.nodes + more_nodes).unwrap_or(i64::MAX);
    let search_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
    if found.is_reached.is_none() && stop.load(Ordering::Relaxed) {
        return Ok(Work::Interrupted { nodes, search_ms });
    }
    let (outcome, proofs) = (write_outcome(&split), to_hex(&found.proofs));
    Ok(Work::Done(ProofResult { outcome, proofs, nodes, search_ms }))
}
