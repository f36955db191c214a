//! Hints, reviews and analyses. They are jobs in the store, so any process may do them: this server, another
//! one, or a worker.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strata_engine::Request;
use strata_rules::AnyPosition;
use strata_table::{DEFAULT_MOVE_TIME, Table, hint_request};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{interval, timeout};

use crate::analysis::Analysis;
use crate::api::types::analysis::{Line, Review};
use crate::app::App;
use crate::error::ApiError;
use crate::live_table::LiveTable;
use crate::secret::new_id;
use crate::store::{Job, JobState, NewJob, Notice, Receiver};
use crate::sync::lock;
use crate::visitors::{EngineTime, Visitor};
use crate::workers::{BUSY, Engines, TOO_MANY, Urgency};
use strata_api::review::{GAME_TIME, played_moves, review_moves};

/// The kinds of jobs and their priorities.
const HINT: (&str, i64) = ("hint", 0);
const REVIEW: (&str, i64) = ("review", 1);
/// Of servers without threads.
const ANALYSIS: (&str, i64) = ("analysis", 2);
const KINDS: [&str; 3] = [HINT.0, REVIEW.0, ANALYSIS.0];
/// The most unfinished jobs of one visitor.
const MAX_OF_VISITOR: i64 = 8;
/// How often a running job is renewed, and how often the store is asked for answers if no notice
/// comes.
const RENEW: Duration = Duration::from_secs(1);

const SET_ASIDE: ApiError = ApiError::Failed("the engine failed on this game several times");

/// A position to search.
#[derive(Serialize, Deserialize)]
struct HintRequest {
    game: String,
    position: String,
}

/// The answer of a job: JSON, or why there is none.
type Answer = Result<Value, String>;

impl App {
    async fn add_job(
        &self,
        id: String,
        (kind, priority): (&'static str, i64),
        visitor: Visitor,
        request: String,
    ) -> Result<(), ApiError> {
        let visitor = visitor.to_string();
        let open = self.store.open_jobs_of(&visitor).await.map_err(unavailable)?;
        if open >= MAX_OF_VISITOR {
            return Err(TOO_MANY);
        }
        let job = NewJob { id, kind, priority, visitor, request };
        self.store.add_job(job, self.time.now()).await.map_err(unavailable)
    }

    /// Waits for the answer of a job.
    async fn answer_of(&self, id: &str) -> Result<Value, ApiError> {
        let mut notices = self.store.notices.receive();
        loop {
            match self.store.job_state(id).await.map_err(unavailable)? {
                Some(JobState::Open(_)) => {}
                Some(JobState::Done(answer)) => return read_answer(&answer),
                Some(JobState::SetAside) => return Err(SET_ASIDE),
                None => return Err(BUSY),
            }
            tokio::select! {
                () = news_of_jobs(&mut notices) => {}
                () = self.closed() => return Err(BUSY),
            }
        }
    }
}

/// Waits until there is something new about jobs, but not for long.
async fn news_of_jobs(notices: &mut Receiver) {
    let news = async {
        while notices.next().await? != Notice::Jobs {}
        Some(())
    };
    let _ = timeout(RENEW, news).await;
}

fn unavailable(error: sqlx::Error) -> ApiError {
    tracing::error!(%error, "cannot use the queue of jobs");
    BUSY
}

fn read_answer(text: &str) -> Result<Value, ApiError> {
    let answer: Answer = serde_json::from_str(text).map_err(|_| BUSY)?;
    answer.map_err(ApiError::Conflict)
}

/// Deletes a job when its client disconnects.
struct DeleteOnDrop {
    app: Arc<App>,
    id: String,
}

impl Drop for DeleteOnDrop {
    fn drop(&mut self) {
        let (app, id) = (Arc::clone(&self.app), std::mem::take(&mut self.id));
        // At the end of the process there is no runtime; old jobs are deleted some day.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move { app.store.delete_job(&id).await });
    }
}

/// The best move of a position, as JSON.
pub(crate) async fn hint(
    app: &Arc<App>,
    visitor: Visitor,
    position: &dyn AnyPosition,
) -> Result<Value, ApiError> {
    let mut engine_time = app.visitors.search(visitor, DEFAULT_MOVE_TIME.as_secs_f64(), 1)?;
    let id = format!("hint-{}", new_id()?);
    let request = HintRequest { game: position.info().id.to_owned(), position: position.text() };
    let request = serde_json::to_string(&request).unwrap_or_default();
    app.add_job(id.clone(), HINT, visitor, request).await?;
    let job = DeleteOnDrop { app: Arc::clone(app), id };
    engine_time.start();
    app.answer_of(&job.id).await
}

/// Starts the review of a finished game, or returns its current state, as JSON.
pub(crate) async fn review(
    app: &Arc<App>,
    visitor: Visitor,
    live_table: &LiveTable,
) -> Result<Value, ApiError> {
    if live_table.with_table(|table| table.result().is_none()).await {
        return Err(ApiError::Conflict(
            "the game is still in progress; only finished games can be reviewed".to_owned(),
        ));
    }
    let id = format!("review-{}", live_table.id);
    match app.store.job_state(&id).await.map_err(unavailable)? {
        Some(JobState::Done(answer)) => return read_answer(&answer),
        Some(JobState::Open(answer)) if !answer.is_empty() => return read_answer(&answer),
        Some(JobState::SetAside) => return Err(SET_ASIDE),
        Some(JobState::Open(_)) => {}
        None => {
            let engine_time = app.visitors.search(visitor, GAME_TIME.as_secs_f64(), 1)?;
            app.add_job(id.clone(), REVIEW, visitor, live_table.id.clone()).await?;
            tokio::spawn(measure(Arc::clone(app), id, engine_time));
        }
    }
    to_json(&Review::default()).map_err(ApiError::Conflict)
}

/// Starts an analysis by a worker.
pub(crate) async fn analyse(
    app: &Arc<App>,
    visitor: Visitor,
    analysis: &Analysis,
) -> Result<FollowedJob, ApiError> {
    let mut engine_time = app.visitors.search(visitor, analysis.seconds, analysis.threads)?;
    let id = format!("analysis-{}", new_id()?);
    let request = serde_json::to_string(analysis).unwrap_or_default();
    let notices = app.store.notices.receive();
    app.add_job(id.clone(), ANALYSIS, visitor, request).await?;
    let job = DeleteOnDrop { app: Arc::clone(app), id };
    engine_time.start();
    let (last, is_done) = (String::new(), false);
    Ok(FollowedJob { job, notices, last, is_done, _engine_time: engine_time })
}

/// A job of which a client sees all answers so far. It is deleted when the client disconnects.
pub(crate) struct FollowedJob {
    job: DeleteOnDrop,
    notices: Receiver,
    /// The last answer that the client has seen.
    last: String,
    is_done: bool,
    _engine_time: EngineTime,
}

impl FollowedJob {
    /// The next answer; `None` after the last one.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        while !self.is_done {
            let state = self.job.app.store.job_state(&self.job.id).await;
            let answer = match state.map_err(unavailable) {
                Ok(Some(JobState::Open(answer))) if answer == self.last => {
                    tokio::select! {
                        () = news_of_jobs(&mut self.notices) => continue,
                        () = self.job.app.closed() => return None,
                    }
                }
                Ok(Some(JobState::Open(answer))) => {
                    self.last.clone_from(&answer);
                    read_answer(&answer)
                }
                Ok(Some(JobState::Done(answer))) => {
                    self.is_done = true;
                    read_answer(&answer)
                }
                Ok(Some(JobState::SetAside)) => Err(SET_ASIDE),
                Ok(None) => Err(BUSY),
                Err(error) => Err(error),
            };
            self.is_done |= answer.is_err();
            return Some(answer.unwrap_or_else(|error| json!({ "error": error.to_string() })));
        }
        None
    }
}

/// Counts the engine time of a visitor until the job is done.
async fn measure(app: Arc<App>, id: String, mut engine_time: EngineTime) {
    engine_time.start();
    // Whatever the answer is, the time is over.
    let _ = app.answer_of(&id).await;
}

/// Does jobs for as long as the process runs, as many at once as it has threads.
pub(crate) async fn work(app: Arc<App>) {
    let threads = Arc::new(Semaphore::new(app.workers.threads()));
    let mut notices = app.store.notices.receive();
    loop {
        // Without threads, this waits forever.
        let Ok(thread) = Arc::clone(&threads).acquire_owned().await else { return };
        match app.store.claim_job(&KINDS, app.time.now()).await {
            Ok(Some(job)) => drop(tokio::spawn(run(Arc::clone(&app), job, thread))),
            Ok(None) | Err(_) => news_of_jobs(&mut notices).await,
        }
    }
}

/// The answer so far of a running job.
type Progress = Arc<Mutex<String>>;
type Work = Box<dyn FnOnce(&mut Engines, &AtomicBool, &Progress) -> Answer + Send>;

/// Does a job, unless nobody needs it any more.
async fn run(app: Arc<App>, job: Job, _thread: OwnedSemaphorePermit) {
    let answer = match prepare(&app, &job).await {
        Ok(work) => search(&app, &job, work).await,
        Err(reason) => Some(Err(reason)),
    };
    if let Some(answer) = answer {
        let answer = serde_json::to_string(&answer).unwrap_or_default();
        if let Err(error) = app.store.finish_job(&job.id, &answer).await {
            tracing::warn!(%error, id = job.id, "cannot store the answer of a job");
        }
    }
}

/// Runs a job on a thread, and renews its claim. Returns nothing if the claim was lost.
async fn search(app: &Arc<App>, job: &Job, work: Work) -> Option<Answer> {
    let (stop, progress) = (Arc::new(AtomicBool::new(false)), Progress::default());
    let (stopped, so_far) = (Arc::clone(&stop), Arc::clone(&progress));
    let (sender, mut receiver) = oneshot::channel();
    let visitor = job.visitor.parse().unwrap_or(Visitor::ELSEWHERE);
    let urgency = match job.kind == ANALYSIS.0 {
        true => Urgency::Analysis(visitor),
        false => Urgency::Question(visitor),
    };
    let queued = app.workers.ask(urgency, &stop, move |engines| {
        // The receiver is dropped if the claim is lost.
        let _ = sender.send(work(engines, &stopped, &so_far));
    });
    queued.ok()?;
    let mut ticks = interval(RENEW);
    loop {
        tokio::select! {
            answer = &mut receiver => {
                return Some(answer.unwrap_or_else(|_| Err("the engine failed".to_owned())));
            }
            _ = ticks.tick() => {
                let so_far = lock(&progress).clone();
                let kept = app.store.keep_job(&job.id, &so_far, app.time.now()).await;
                if !kept.unwrap_or(true) {
                    stop.store(true, Ordering::Relaxed);
                    return None;
                }
            }
        }
    }
}

/// What to do on a thread for a job.
async fn prepare(app: &Arc<App>, job: &Job) -> Result<Work, String> {
    match job.kind.as_str() {
        kind if kind == HINT.0 => prepare_hint(app, &job.request),
        kind if kind == REVIEW.0 => prepare_review(app, &job.request).await,
        kind if kind == ANALYSIS.0 => prepare_analysis(app, &job.request),
        kind => Err(format!("unknown kind of job {kind}")),
    }
}

fn prepare_hint(app: &App, request: &str) -> Result<Work, String> {
    let request: HintRequest = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let entry = app.game(&request.game).map_err(|error| error.to_string())?;
    let position = entry.read_position(&request.position).map_err(|error| error.to_string())?;
    Ok(Box::new(move |engines, stop, _| {
        let report = engines.search(&*position, &hint_request(), stop, &mut |_| {})?;
        let line = report.lines.first().ok_or("the search returned no move")?;
        to_json(&Line::new(&*position, line))
    }))
}

async fn prepare_review(app: &Arc<App>, id: &str) -> Result<Work, String> {
    let live_table = app.live_tables.get(app, id).await.map_err(|error| error.to_string())?;
    let (played, players) = live_table
        .with_table(|table: &Table| (played_moves(table.history()), table.players()))
        .await;
    Ok(Box::new(move |engines, stop, progress| {
        let mut review = Review::default();
        let mut report = |reviewed| {
            review.push(reviewed, players);
            let so_far: Answer = to_json(&review);
            *lock(progress) = serde_json::to_string(&so_far).unwrap_or_default();
        };
        let mut search = |position: &dyn AnyPosition, request: &Request| {
            let report = engines.search(position, request, stop, &mut |_| {}).ok()?;
            report.lines.into_iter().next()
        };
        review_moves(&played, stop, &mut search, &mut report);
        review.done = true;
        to_json(&review)
    }))
}

fn prepare_analysis(app: &App, request: &str) -> Result<Work, String> {
    let analysis: Analysis = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let position = analysis.read_position(app)?;
    Ok(Box::new(move |engines, stop, progress| {
        let mut show = |message: &_| {
            let so_far: Answer = to_json(message);
            *lock(progress) = serde_json::to_string(&so_far).unwrap_or_default();
        };
        to_json(&analysis.run(&*position, engines, stop, &mut show))
    }))
}

fn to_json(value: &impl Serialize) -> Answer {
    serde_json::to_value(value).map_err(|error| error.to_string())
}
