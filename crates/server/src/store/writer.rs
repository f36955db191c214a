//! The one task that writes: what comes in while a transaction runs goes together into the next.

use std::time::Duration;

use sqlx::{AnyPool, Connection};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::lives::note_alive;
use super::lock::StoreLock;
use super::{Kept, NotSaved, Write};
use crate::time::Time;

/// The most tables that one transaction writes.
const LARGEST_GROUP: usize = 256;
/// How often the server notes that it still runs.
const HEARTBEAT: Duration = Duration::from_secs(5);

pub(super) async fn write_all(
    pool: AnyPool,
    mut writes: mpsc::Receiver<Write>,
    lock: StoreLock,
    time: Time,
) {
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut group = Vec::with_capacity(LARGEST_GROUP);
    loop {
        tokio::select! {
            count = writes.recv_many(&mut group, LARGEST_GROUP) => {
                if count == 0 {
                    break;
                }
                let outcome = write_group(&pool, &group).await;
                if let Err(error) = &outcome {
                    tracing::error!(%error, tables = count, "cannot save");
                }
                for write in group.drain(..) {
                    // Nobody waits any more where the client has gone.
                    let _ = write.done.send(outcome.as_ref().map(drop).map_err(|_| NotSaved));
                }
            }
            _ = heartbeat.tick() => note(&pool, time).await,
        }
    }
    note(&pool, time).await;
    drop(lock);
    pool.close().await;
}

async fn note(pool: &AnyPool, time: Time) {
    if let Err(error) = note_alive(pool, time).await {
        tracing::error!(%error, "cannot note that the server runs");
    }
}

async fn write_group(pool: &AnyPool, group: &[Write]) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    for Write { kept, .. } in group {
        let Kept { id, record, seats, rematch, plies, finished, created_ms, saved_ms } = kept;
        sqlx::query(
            "INSERT INTO games (id, record, seats, rematch, plies, finished, created_ms, saved_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (id) DO UPDATE SET record = excluded.record, seats = excluded.seats,
             rematch = excluded.rematch, plies = excluded.plies, finished = excluded.finished,
             saved_ms = excluded.saved_ms",
        )
        .bind(id.as_str())
        .bind(record.as_str())
        .bind(seats.as_str())
        .bind(rematch.as_str())
        .bind(*plies)
        .bind(i64::from(*finished))
        .bind(*created_ms)
        .bind(*saved_ms)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}
